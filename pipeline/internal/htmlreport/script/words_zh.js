// Chinese.
const wordsZh = {
  toContent: "跳到正文", views: "视图", results: "结果", trials: "作答记录", contents: "目录", keys: "快捷键", close: "关闭", loading: "正在读取作答记录…", cutOff: "文件末尾缺失，无法显示作答记录。", broken: "无法读取这条记录：",
  keyOthers: "同一题的其他记录", keyLanguage: "English",
  unseen: n => `不可见字符 ${n}`, characters: n => `${n} 个字符`, unfold: n => `展开全部 ${n} 个字符`, unfoldMore: n => `继续展开，还有 ${n} 个字符`,

  standing: "总成绩", standingAbout: (n, c, l) => `${n} 道题、${c} 个类群上的均值；路径相同，或者问同一部法律、同一案件的题目属于一个类群，不视为相互独立。均值上的横线为 ${l} 区间，数字（百分数）列于其后。`,
  agent: "智能体", agents: "智能体", successStrict: "成功率（严格）", processStrict: "过程率（严格）", successPaper: "成功率（论文）", processPaper: "过程率（论文）",
  calls: "调用次数", tokens: "词元", cost: "费用", missing: "缺失", "role.floor": "下限", "role.chance": "随机", "role.ceiling": "上限",
  twins: n => `无解孪生题：${n}`, twinsAbout: "只有同时答对原题，孪生题才计分。", nTasks: n => `${n} 题`, nTasksFew: n => `${n} 题：题数过少，没有区间`, tooFew: "题数过少",
  headline: (a, n) => `${a} 个智能体，${n} 道题`, best: "。最好：", and: "、", bestOfThem: n => `${n} 个智能体`, hardest: "；最难的题型：", average: p => `（平均 ${p}）`, stop: "。",
  sharedParts: "名称略去了共有的部分：",
  byType: "按题型", byTypeAbout: l => `点为均值，横线为 ${l} 区间。`, metric: "指标", type: "题型", all: "全部",
  costs: "成功率与开销", costsAbout: "折线连接两方面都不被超过的智能体。数字为每次作答的均值。没有空间标名的点见表格。", noCosts: "开销未知。", across: "横轴",
  "per.cost": "每次作答的费用", "per.tokens": "每次作答的词元", "per.calls": "每次作答的工具调用", scatterSays: x => `严格成功率与${x}。旁边的表格列有数字。`,

  comparisons: "两两比较", comparisonsAbout: l => `严格成功率的配对差，单位为百分点，附按类群聚类的 ${l} 区间。校正后的 p 值考虑了比较的次数（Holm）。“可测出”是这些题目五次中有四次能显示的最小真实差异。`,
  first: "前者", second: "后者", difference: "差", pValue: "p", adjusted: "校正后 p", detectable: "可测出", winsLosses: "胜 / 负 / 平", less: "减", told: "有差异",
  matrixAbout: "每格为该行的成功率减去该列的成功率。* 表示差异显著（校正后 p 小于 0.05）。点击一格可查看按题型和题目的比较。", pairsAlike: n => `${n} 对在任何题目上都没有差异（=）。`,
  onlyOne: (a, b) => `仅一方作答的题目：前者 ${a}，后者 ${b}。`, noDifference: "没有任何题目上有差异。", largest: (n, m) => `${m} 处差异中最大的 ${n} 处`, differences: "差异", twinsDiffer: "无解孪生题：",

  errors: "未答对的原因", errorsAbout: "类别由智能体的行为判定。点击数字可查看相应记录。", endings: "结束方式", noneKnown: "没有相关信息。",
  "failure.arguments": "参数错误", "failure.planning": "规划错误", "failure.length": "过长", "failure.loop": "循环", "failure.tool": "工具错误", "failure.hallucinated": "捏造", "failure.form": "无法解析", "failure.refusal": "拒答", "failure.newest": "误用最新法", "failure.answering": "答案遗漏",
  "failureSays.arguments": "工具正确，但参数不被接受或查无此项", "failureSays.planning": "必要的一步从未尝试，或被当成另一步", "failureSays.length": "回答或对话过长", "failureSays.loop": "反复做同样的事，直到轮数用尽", "failureSays.tool": "不存在的工具，或给不出所问内容的工具", "failureSays.hallucinated": "答案中的值没有任何工具返回过", "failureSays.form": "模型的输出无法解析", "failureSays.refusal": "模型拒绝回答可以回答的问题", "failureSays.newest": "答案是法律最新版本的内容，而所问为另一版本", "failureSays.answering": "所需内容都已返回，答案却没有写出",
  "end.finished": "正常结束", "end.exhausted": "轮数用尽", "end.stuck": "卡住", "end.overlong": "对话过长", "end.failed": "中断", "end.diverged": "与记录不符", "end.outside": "外部答案",
  "strata.level": "法律题目按层级", "strata.law": "法律题目按法律", level: "层级", law: "法律", measures: "条款引用与文本", recitals: "所背条文的类别", measureArticle: "条", measureParagraph: "款", measureItem: "项", measureExact: "完全正确", measureDistance: "编辑距离", measurePrecision: "引用查准率", measureRecall: "引用查全率", measureExists: "所引条文存在", measureInForce: "所引条文当时有效", measureNewest: "误答最新法", measureAbstained: "弃答",
  "recital.exact": "完全一致", "recital.altered": "改动文字", "recital.added paragraph": "多出他款", "recital.added article": "多出他条", "recital.other number": "串条款号", "recital.newest version": "误背最新版本", "recital.other version": "串版本", "recital.other law": "串法律", "recital.mixed": "拼凑", "recital.invented": "编造", "recital.refusal": "拒答",
  texts: "篇数", tasks: "题数", edit: "编辑相似度", judges: "评判模型", judge: "评判", score: "得分", yes: "是", no: "否", criterion: "评分项", meanPoints: "均值（分；得分为百分比）", overall: "总评（0 至 100）", counts: "计入", "spoiling.no-conclusion": "去掉结论", "spoiling.swapped-citations": "换掉条号", "spoiling.another-case": "换成他案", "spoiling.padding": "加入套话", judgesTried: "评判模型将参考文本排在损坏文本之上的次数", references: "参考文本", kappa: "二次加权 kappa", judgesAgree: "评判间的一致性", alpha: "Krippendorff α", apart: "平均差",

  tree: "规划树上的失败", treeAbout: "题目所走的路径，相同的开头合在一起。对经过某个工具的记录：有多少失败；其中有多少已得到之前各工具的结果，却从未得到此工具的结果。点击数字可查看相应记录。",
  tool: "工具", failedThrough: "经过此处的失败", stoppedHere: "止步于此", ofTrials: (f, n) => `${f} / ${n}`, measured: "参评的智能体", allAgents: "全部智能体", unfoldAll: "全部展开", foldAll: "收起", stepsAfter: x => `${x} 之后的步骤`, noPaths: "没有带路径的题目。",
  covered: (a, b, c, d) => `题目用到规划树 ${b} 个工具中的 ${a} 个，${d} 种前后衔接中的 ${c} 种。`, unused: "没有题目用到：", callsByTool: "各工具的调用", about: "用途", faulty: "没有结果",

  missingTrials: "缺失的记录", missingAbout: "缺失不算作答，不拉低任何均值。", nothingMissing: "没有缺失。", reasons: "原因：", listMissing: (n, m) => `${m} 条中的前 ${n} 条`, epoch: "第几次", reason: "原因", detail: "详情", strangers: n => `有 ${n} 道题的成绩不在题目之列：`,
  settings: "设置", setting: "设置项", value: "值",

  search: "搜索问题、答案、智能体、编号", searchDeep: "搜索全文", searchDeepAbout: "在智能体和工具的全部文字中查找", searched: p => `正在查找全文，${p}`, any: "不限", outcome: "结果",
  "outcome.failed": "未答对", "outcome.solved": "答对", "outcome.partly": "答出部分", "outcome.unsolved": "答案全无", "outcome.unscored": "未评分",
  outcomeSteps: (n, m) => `未答对，找到 ${m} 步中的 ${n} 步`, foundTrials: (n, m) => n === m ? `${n} 条记录` : `${m} 条记录中的 ${n} 条`, noneFound: "没有符合条件的记录。", remove: k => `去掉条件 ${k}`, through: "路径开头", stoppedAt: "止步于", inTranscripts: "全文含：",
  previous: "上一条", next: "下一条", epochN: n => `第 ${n} 次`, strict: "严格", paper: "论文", successProcess: "成功率 / 过程率", ending: "结束", failureClass: "失败类别", sameTask: "同一题", more: n => `另有 ${n} 条`,
  inOut: (i, o) => `输入 ${i}，输出 ${o}`, twinOf: "无解孪生题，原题：", details: "详情", task: "题目", question: "问题", draft: "草稿", answer: "答案", noAnswer: "没有答案", referenceAnswer: "参考答案", keywords: "关键词", keyAnswer: "答案关键词", keyMiddle: "途中关键词", referenceWay: n => `参考路径：${n} 次调用`,
  "mark.credited": "答案关键词，已计分", "mark.missed": "答案关键词，未计分", "mark.middle": "途中关键词",
  "outcome.credited": "已计分", "outcome.absent": "没有出现", "outcome.hedged": "模棱两可", "outcome.listed": "罗列之中", "outcome.guessed": "猜中", "outcome.unfounded": "没有调用查到", "outcome.given": "问题已给出", "outcome.idle": "没有内容", "outcome.unknown": "未知", "outcome.unpaired": "原题未答对",
  course: "作答过程", copy: "复制为 JSON", copied: "已复制。", notCopied: "浏览器不允许本页复制。", summary: "总结", said: n => `模型 ${n}`, onlyCalls: "仅调用工具", slip: "无法使用：", fault: "没有结果：", nothing: "返回为空", noCalls: "没有调用工具。", callsUnknown: "调用情况未知。",
  "phase.select": "选择工具", "phase.plan": "规划", "phase.act": "行动", "phase.replan": "重新规划", "phase.answer": "回答", "phase.summary": "总结",
  "fault.missing": "没有匹配的行", "fault.columns": "没有这一列", "fault.arguments": "参数形式不对，或没有这个工具", "fault.failed": "无法计算",
  "slip.form": "不合要求的格式", "slip.tool": "没有这个工具", "slip.arguments": "参数不是 JSON 对象", "slip.refused": "拒绝", "slip.length": "被截断",
};
