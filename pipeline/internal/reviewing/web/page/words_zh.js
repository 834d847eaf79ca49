// Chinese.
export const zh = {
  "nav.review": "审核", "nav.tasks": "任务", "nav.rate": "评分", "nav.status": "进展", "nav.guidelines": "指南", "nav.team": "团队",
  toContent: "跳到正文", pages: "页面", decisions: "决定", beside: "题目旁的内容", task: "题目", graph: "计划图", tools: "工具", table: n => `${n} 行的表`,
  progress: (v, l) => `已审 ${v} · 可审 ${l}`, progressLabel: (d, n) => `${n} 题中已定 ${d} 题`, progressTitle: (v, l, d, n) => `我已审 ${v} 题，还可审 ${l} 题；全部 ${n} 题中已定 ${d} 题`,
  sending: "正在保存…", notSaved: "尚未保存", notSavedText: "尚未保存：联系不上服务器，恢复后会自动重发，请不要关闭页面。", sentLate: "之前没发出的决定已保存。", lateRefused: "之前没发出的决定未被接受：",
  noServer: "联系不上服务器", notAllowed: "你的角色不能这样做", seniorOnly: "只有资深人员可以退回",

  question: "问题", draft: "草稿", answer: "参考答案", solution: "解题过程", keywords: "关键词", keyAnswer: "答案关键词", keyMiddle: "过程关键词", converted: "换算后的写法", also: "亦可写作", isAnswer: "答案由此而来",
  checks: "检查", checksPassed: n => `${n} 项全部通过`, checksFailed: n => `${n} 项未通过`, "verdict.pass": "通过", "verdict.fail": "未通过", "verdict.open": "未定", checksOpen: n => `${n} 项未定：须两人通过才发布`, warnings: "提示", history: "记录", mine: "我：", broken: "未通过检查：",
  changed: "已修改", withdrawn: "已撤销", staleNote: "针对旧版本", ownAnswer: "我的答案", yours: "我的答案", reference: "参考答案", agrees: "与参考一致", differs: "与参考不一致", ownRate: (r, n) => `得分 ${r} %，调用工具 ${n} 次`,
  rows: n => `${n} 行`, each: "逐个调用", highest: "最高", lowest: "最低", latest: "最晚", earliest: "最早", highestOrLatest: "最高／最晚", lowestOrEarliest: "最低／最早", between: "介于", betweenAnd: "与", bothExcluded: " 之间（不含两端）", bothIncluded: " 之间（含两端）", newRow: "改动前没有这一行", rank: n => `第 ${n} 位`, finish: "以参考答案结束。", again: "重新调用", againHint: "在工具台中打开这次调用",
  unseen: n => `看不见的字符 ${n}`, characters: n => `共 ${n} 个字符`, unfold: n => `展开全部 ${n} 个字符`, unfoldMore: n => `继续展开，还有 ${n} 个字符`, whole: n => `取全文，${n} 个字符`,
  allRows: (n, k) => `显示全部 ${n} 行（现 ${k} 行）`, allItems: n => `显示全部 ${n} 项`, empty: "没有结果", blank: "（空）", means: w => `即 ${w}`,

  "do.answer": "作答", "do.approve": "通过", "do.reject": "否决", "do.doubt": "存疑", "do.settle-approve": "裁定：通过", "do.settle-reject": "裁定：否决", "do.edit": "修改", "do.comment": "评论", "do.undo": "撤销", "do.return": "退回", "do.console": "工具", "do.guidelines": "指南", "do.unfoldAll": "展开", "do.previous": "上一题", "do.next": "下一题",
  "confirm.approve": "通过", "confirm.reject": "否决", "confirm.doubt": "存疑", "confirm.settle-approve": "裁定：通过", "confirm.settle-reject": "裁定：否决", "confirm.comment": "发表评论", "confirm.return": "退回", "confirm.withdraw": "撤销",
  "said.approve": "已通过。", "said.reject": "已否决。", "said.doubt": "已标为存疑。", "said.settle-approve": "已裁定：通过。", "said.settle-reject": "已裁定：否决。", "said.comment": "评论已保存。", "said.edit": "修改已保存；可以再作决定。", "said.return": "已退回。", "said.withdraw": "已撤销。", "said.try": "答案已保存，请与参考比较。", "said.guideline": "新指南已生效。",
  "kind.approve": "通过", "kind.reject": "否决", "kind.doubt": "存疑", "kind.settle-approve": "裁定：通过", "kind.settle-reject": "裁定：否决", "kind.comment": "评论", "kind.edit": "修改", "kind.return": "退回", "kind.try": "自答", "kind.withdraw": "撤销", "kind.guideline": "指南",
  reason: "理由", "reason.answer": "答案错误", "reason.question": "改写失真", "reason.reference": "法律引用有误", "reason.ambiguous": "有歧义", "reason.outdated": "法律已变更", "reason.unnatural": "不自然", "reason.trivial": "太简单", "reason.duplicate": "重复", "reason.keywords": "关键词不当", "reason.guidelines": "指南未说明", "reason.other": "其他",
  noReason: "不注明理由", note: "说明", noteMay: "说明（可不填）", source: "查阅来源", sourceMay: "查阅过的官方来源或者术语表，请写明网址或者出处（可不填）", round: n => `第 ${n} 轮`, noteNeeded: "请写下评论", needReason: "请用数字选一个理由", needNote: "请写明", cancel: "取消", replaces: k => `将取代你之前的“${k}”。`, returnFact: "此前的各次表决不再计入。",
  settleFact: "题目由此定下。这不是表决，不计入一致性。", differHead: "表决有分歧", settledHead: "表决曾有分歧，现已裁定", settleHint: "你没有表决过这道题，可以裁定（f 或 v），以你的裁定为准。", settleInstead: "表决有分歧：请用 f 或 v 裁定；表决之后就不能再裁定", settleSeniors: "只有资深人员和负责人可以裁定分歧", settleOwnVote: "你表决过这道题，须由他人裁定", settleNothing: "只有表决有分歧的题目才能裁定：这道题请表决",
  undoOf: "撤销", nothingToUndo: "没有可撤销的决定", firstTask: "这是本次打开的第一题", answerFirst: "请先用工具作答，再看参考",
  cannotApprove: b => `题目未通过检查，不能通过${b ? "：" + b : ""}`, editBroken: b => `修改已保存，但未通过检查：${b}。修好之前不能通过。`,
  staleSaid: "题目在此期间被改动：你的决定已记录，但不计入。", staleMeanwhile: "题目在此期间被改动，现已更新", staleTitle: "题目在你看的时候被改动了", staleText: "你的决定留在记录中，但不计入。下面是改动之处；请按现在的题目再作决定。",
  blindHint: "请用右边的工具自己查出答案并写在这里；之后才会显示参考答案。", blindItemHint: "请在此选择，或按题目最后一行的要求书写答案；之后才会显示答案。", noItemEdit: "考题须在原试卷中更正：请否决或留言", answerItemFirst: "请先作答；之后才会显示答案", "choose.option": "只有一项正确", "choose.truth": "说法是否正确", "choose.options": "请勾选所有正确选项", "choose.pairs": "请为每一项选择配对", derivedBy: x => `由官方答案按规则 ${x} 得出`, quoted: "选项所依据的原文", sendAnswer: "提交答案", needAnswer: "请先写下答案", allUnfolded: "已全部展开", allFolded: "已收起",
  ratedText: "待评文本", oneAnswer: "一种可能的答案", overall: "总分", overallPoints: "总分（0 至 100）", saveRating: "保存评分", rateSaved: "评分已保存。", rateLacks: x => `尚未给分：${x}`, listComma: "、",
  rateProgress: (m, l, d, n) => `你已评 ${m} 篇 · 还可评 ${l} 篇 · 共 ${n} 篇，人数已够的 ${d} 篇`, rateDone: "你能评的文本都已评完。", rateSkipped: "只剩跳过的文本了。", rateReplaces: "你评过这篇文本；新的评分将取代原来的。",
  doneTitle: "没有要审的题目了", doneText: "你能审的题目都已审完。", skippedTitle: "只剩跳过的题目了", skippedText: "其余你能审的都已审完。", noTask: "这道题打不开", leasedTitle: "剩下的题目正由他人审核", leasedText: "稍后若有人放弃，会再分给你。", skippedAgain: n => `重看跳过的 ${n} 题`, askAgain: "再试一次",

  editing: "修改题目", planArguments: "计划参数与答案形式", keywordsAliases: "关键词与别名", linePerKeyword: "每行一个", linePerAlias: "每行一个别名", aliasesOf: v => `别名 ${v}`, save: "保存", preview: "预览", nothingChanged: "尚无改动", cannotRun: f => "无法执行：" + f, breaks: "改动后未通过检查：可以保存，但不能通过", holds: "改动后仍全部通过检查", differenceOf: "改动之处", formOf: "答案形式",
  "field.value": "起点", "field.column": "列", "field.columns": "列", "field.comparison": "比较", "field.operand": "值", "field.to": "至", "field.order": "次序", "field.rank": "名次", "field.style": "形式", "field.unit": "单位", "field.places": "小数位", "field.layout": "日期写法", "field.pattern": "模式", "field.passages": "段数", "field.which": "取哪个", "field.each": "逐个调用", "field.empty": "可以为空",
  "style.text": "原文", "style.number": "数", "style.date": "日期", "style.count": "个数", "style.truth": "是或否", "layout.full": "年月日", "layout.iso": "2019-12-11", "layout.month": "年月", "layout.year": "年",
  "part.question": "问题", "part.draft": "草稿", "part.answer": "答案", "part.key_answer": "答案关键词", "part.key_middle": "过程关键词", "part.answer_values": "答案的值", "part.plan": "计划", "part.step": "步骤", "part.check": "检查", "part.keywords": "关键词", "part.aliases": "别名", "part.node": "计划",

  console: "工具台", findTool: "查找工具", run: "调用", calling: "正在调用…", callFailed: "调用失败", callDone: n => `返回 ${n} 个字符`, optional: "可不填", noneIsAll: "（不选即全部）", optionalNoneIsAll: "（可不填，不选即全部）", onePerLine: "每行一个", pickedValue: "已选的值", intoField: "填入参数", intoAnswer: "填入答案", copyAll: "结果填入答案", copy: "复制", copied: "已复制", notCopied: "无法复制", cutAt: (k, n) => `只显示 ${n} 个字符中的前 ${k} 个`,
  "tab.steps": "步骤", "tab.console": "工具台", "tab.guidelines": "指南",

  leave: "退出", leaveSure: "确定退出？再加入需要链接", keys: "按键", close: "关闭", "keys.decisions": "决定", "keys.moving": "移动", "keys.reading": "查看",
  "key.approve": "通过，Enter 确认", "key.reject": "否决，数字选理由", "key.doubt": "存疑", "key.settle": "裁定：通过或否决（资深，表决有分歧时）", "key.comment": "评论", "key.edit": "修改", "key.undo": "撤销自己的上一个决定", "key.return": "退回（资深）", "key.confirm": "确认", "key.send": "发送文字", "key.cancel": "取消、返回", "key.next": "下一题", "key.previous": "本次的上一题", "key.step": "到第几步，或选考题的第几项", "key.search": "查找题目", "key.console": "工具台", "key.guidelines": "指南", "key.unfoldAll": "全部展开", "key.language": "切换语言", "key.keys": "本表",

  statusHead: "状态", "status.unreviewed": "未审", "status.pending": "待更多审核", "status.disputed": "有分歧", "status.returned": "已退回", "status.approved": "通过", "status.rejected": "否决",
  searchTasks: "查找编号或问题", allStatuses: "所有状态", allTypes: "所有类型", onlyMine: "只看我审过的", onlyRevisit: n => `值得再看（${n}）：相邻的行有变化`, revisit: "再看", reviewType: x => `只审 ${x}`, reviewAll: "审所有类型", noTasks: "没有符合的题目", shownTasks: (a, b, n) => `第 ${a}–${b} 题，共 ${n} 题`, foundTasks: n => `${n} 题`, earlier: "前 50 题", later: "后 50 题", votes: n => `${n} 票`,
  "type.1-hop": "1 跳", "type.2-hop": "2 跳", "type.3-hop": "3 跳", "type.4-hop": "4 跳", "type.5-hop": "5 跳", "type.parallel": "并行", "type.writing": "写作", "type.multiple-choice": "单选", "type.cloze": "填空选择", "type.case-analysis": "案例分析", "type.true-false": "判断", "type.multiple-selection": "多选", "type.matching": "配对",
  "value.text": "文本", "value.number": "数", "value.date": "日期", "value.truth": "是或否", "value.count": "个数",
  "check.executed": "执行", "check.unique": "唯一", "check.needed": "必要", "check.discriminating": "可区分", "check.unambiguous": "无歧义", "check.gradable": "可评分", "check.derived": "有据", "check.keyed": "答案可核", "check.exclusive": "选项互斥", "check.standing": "题目自足", "check.dated": "时效",

  statusLine: (d, s, g, o) => `日志 ${d} 行；${s} 票针对旧版本，${g} 行的题目已不在。每题需 ${o} 票。`, errorRate: "错误率", sampleLine: (s, n) => `抽查 ${n} 题中的 ${s} 题；被否决或修改后才通过的算错`,
  agreement: "一致性", "agree.raw": "一致率", "agree.cohen": "Cohen κ", "agree.fleiss": "Fleiss κ", "agree.alpha": "Krippendorff α", tooFew: n => `${n} 题，太少，不给区间`, tooFewShort: "太少", agreeNone: "还没有题目由多人表决", agreeRaters: "只用于两人，而审核者不止两人", agreeSizes: "各题票数不同", agreeAlike: "所有表决都相同，无从计算机遇一致", blindLine: "先答后看，与参考一致：", byType: "各类型", reviewers: "审核人员", pairs: "两两一致", typeHead: "类型", tasksHead: "题数", openHead: "未定", timeHead: "每题用时", nameHead: "姓名", votesHead: "票", withHead: "与他人一致", upheldHead: "与结果一致", pairHead: "两人", nobodyYet: "还没有人审核。", noneYet: "还没有。",
  examHead: "考题", examAnswered: (k, n) => `${n} 题中有 ${k} 题在看到答案前由两人作答`, sameChoice: "选择一致", rightHead: "答对", agreedRight: "一致时答对", wrongKeys: "答案有误", confirmedKeys: (n, p) => `${n} 题的答案经两人确认；有 95 % 的把握，有误的不超过 ${p}。`, missingKeys: (p, n) => `要不超过 ${p}，还需 ${n} 题无误。`,
  rejectsBy: "否决理由", editsBy: n => `修改（${n} 题）`, feedback: "指南意见", noFeedback: "没有未处理的意见。", taken: "已采纳", guidelineVersions: "指南版本", versionHead: "版本", shipped: "自带",

  noGuidelines: "没有指南。", writtenBy: "作者：", writeAnew: "改写指南", guidelineForm: "空行分段；以“# ”开头的是标题，以“- ”开头的是要点。", takeUp: "勾选的意见视为被新指南采纳。",
  invite: "邀请", link: "链接", linkFor: r => `${r}的邀请链接`, linkOnce: "链接只显示这一次，先打开者即可加入。请只发给要邀请的人。", roleHead: "角色", noteHead: "备注", usesHead: "可供几人使用", daysHead: "几天后失效", usesOf: (k, n) => `已用 ${k}／${n} 次`, usesAny: "不限人数", until: d => `有效至 ${d}`, untilEnded: "直到被设为失效", makeLink: "生成链接", roleText: "标注员表决、修改、评论；资深人员还能退回题目，并裁定自己没有表决过而有分歧的题目；负责人还能邀请、撰写指南。",
  members: "成员", links: "邀请链接", joinedBy: "已加入：", joinedNone: "还没有人加入", endedLink: "已失效", endedMember: "已移出", endLink: "使失效", remove: "移出", sure: "确定？", noLinks: "没有邀请链接。",
  "role.annotator": "标注员", "role.senior": "资深人员", "role.owner": "负责人",

  joinTitle: "加入审核", joinText: "你收到了一份审核邀请。", joinFirst: "这是在本机打开的审核页。你是第一个加入的，即为负责人；之后加入的是标注员。", joinOpen: "这是在本机打开的审核页，已有负责人：你将作为标注员加入。以前加入过的人保留原来的角色。", yourName: "你的名字", namePublished: "你的名字会与你的决定一起写进公开的数据。可以用化名。", joinButton: "加入", needLink: "请用收到的邀请链接打开本页。",
  preparing: "正在准备题目", preparingStage: s => `正在${s}`, preparingFirst: "即将开始", preparingText: "准备好后会自动开始，不必刷新。", prepareFault: "题目没有做成：",
  "stage.world": "生成数据", "stage.corpus": "读入数据", "stage.plantree": "生成规划树", "stage.sample": "抽取路径", "stage.ground": "选定实体", "stage.rewrite": "改写问题", "stage.check": "检查题目",

  "op.start": "起点", "op.call": "查询", "op.derive": "推导", "op.deriveall": "逐个推导", "op.filter": "筛选", "op.covering": "取当日所在期间", "op.citations": "援引", "op.fact": "事实", "op.superlative": "取最", "op.only": "唯一一行", "op.frequent": "最常见", "op.mode": "最多者", "op.record": "查卷", "op.project": "取列", "op.count": "计数", "op.distinct": "去重计数", "op.sum": "求和", "op.average": "平均", "op.minimum": "最小", "op.maximum": "最大", "op.exists": "是否有", "op.days": "天数差", "op.add": "加", "op.subtract": "减", "op.multiply": "乘", "op.divide": "除", "op.share": "占比", "op.tiered": "按档取比例", "op.compare": "比较", "op.union": "并集", "op.intersection": "交集", "op.difference": "差集", "op.having": "有记录者", "op.extract": "摘取", "op.retrieve": "检索", "op.recognize": "认出文本", "op.cite": "引用", "op.finish": "结束",
  "cmp.year": "年份为", "cmp.since": "不早于", "cmp.until": "不晚于", "cmp.during": "介于（含）", "cmp.above": "大于", "cmp.below": "小于", "cmp.atleast": "不小于", "cmp.atmost": "不大于", "cmp.within": "介于（不含）", "cmp.equals": "等于", "cmp.contains": "含有", "cmp.names": "之一是", "cmp.stated": "有值",
};
