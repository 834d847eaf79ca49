// The words of the page, by language.

export const words = {
  en: {
    title: "Drafted domain", save: "Save", saved: f => `Saved: ${f} is drafted anew with your corrections, and loads.`, saving: "Saving …", unsaved: n => `${n} not saved`,
    uncertain: n => n === 1 ? "1 uncertain decision" : `${n} uncertain decisions`, next: "Next uncertain", only: "Only uncertain ones", language: "中文", rows: n => `${n} rows`,
    intro: "Each decision with its evidence. Accept or correct what is marked; saving writes the file. Ctrl+S saves, n goes to the next uncertain decision.",
    edited: f => `${f} has edits that this page did not write. It does not replace them: to go on here, move the file away, or go on in the file.`,
    leaveTable: "Leave the table out", key: "Key", names: "Rows are called by", none: "none", accept: "Accept", leave: "Leave out", kind: "Kind", sense: "Sense", unit: "Unit", refers_to: "Refers to", drafted: "as drafted",
    asked: "Asked", nothing: "—", entity: "an entity", sure: p => `${p} % sure`, leftOut: "Left out", joins: "Joins", joined: "taken", notJoined: "not taken", shared: "names in both",
    columns: ["Column", "Values of", "Decision", "Evidence"], table: t => `Table ${t}`, noRow: "no value",
    kinds: { text: "text", prose: "long text", date: "day", number: "number", count: "count", money: "money", ratio: "share in percent", rank: "place in an order" },
    senses: { label: "label", identifier: "code", stock: "stock (a level)", flow: "flow (adds up)", price: "price (for one)", measurement: "measurement (of one thing)", share: "share" },
    frequencies: { never: "never", seldom: "seldom", often: "often" }, day_order: "Order", orders: { "day-first": "day first", "month-first": "month first" }, failed: "The server does not answer.",
  },
  zh: {
    title: "领域草稿", save: "保存", saved: f => `已保存：${f} 已按您的更正重新生成，并通过加载检查。`, saving: "正在保存……", unsaved: n => `${n} 项未保存`,
    uncertain: n => `${n} 项不确定的判断`, next: "下一项不确定的", only: "只看不确定的", language: "English", rows: n => `${n} 行`,
    intro: "每项判断都附有依据。请接受或更正带标记的判断，保存即写入文件。Ctrl+S 保存，n 跳到下一项不确定的判断。依据以英文给出，与文件中的注释相同。",
    edited: f => `${f} 中有不是本页写入的修改，本页不会覆盖。如要在此继续，请先移走该文件；也可以直接修改该文件。`,
    leaveTable: "不用此表", key: "主键", names: "行的名称取自", none: "无", accept: "接受", leave: "不用", kind: "类型", sense: "含义", unit: "单位", refers_to: "指向", drafted: "按草稿",
    asked: "提问频率", nothing: "—", entity: "实体", sure: p => `把握 ${p} %`, leftOut: "未采用", joins: "关联", joined: "采用", notJoined: "未采用", shared: "两处同名",
    columns: ["列", "取值来自", "判断", "依据"], table: t => `表 ${t}`, noRow: "无值",
    kinds: { text: "文本", prose: "长文本", date: "日期", number: "数值", count: "数量", money: "金额", ratio: "百分比", rank: "名次" },
    senses: { label: "标签", identifier: "编号", stock: "存量", flow: "流量（可相加）", price: "单价", measurement: "测量值（不相加）", share: "份额" },
    frequencies: { never: "从不", seldom: "很少", often: "经常" }, day_order: "日月顺序", orders: { "day-first": "日在前", "month-first": "月在前" }, failed: "服务器没有响应。",
  },
};
