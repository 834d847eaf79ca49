// English.
const plural = (n, one, many = one + "s") => `${n} ${n === "1" ? one : many}`;

const wordsEn = {
  toContent: "To the content", views: "Views", results: "Results", trials: "Trials", contents: "Contents", keys: "Keys", close: "Close", loading: "The trials are being read…", cutOff: "The end of this file is missing: its trials cannot be shown.", broken: "This trial cannot be read:",
  keyOthers: "Other trials of the same task", keyLanguage: "中文",
  unseen: n => `Invisible character ${n}`, characters: n => plural(n, "character"), unfold: n => `Show all ${n} characters`, unfoldMore: n => `Show more, ${n} characters left`,

  standing: "Ranking", standingAbout: (n, c, l) => `Means over ${plural(n, "task")} of ${plural(c, "path")}; tasks of one path are not counted as independent. Dots are means and bars are ${l} intervals; the numbers beside them are percentages.`,
  agent: "Agent", agents: "Agents", successStrict: "Success, strict", processStrict: "Process, strict", successPaper: "Success, paper", processPaper: "Process, paper",
  calls: "Calls", tokens: "Tokens", cost: "Cost", missing: "Missing", "role.floor": "floor", "role.chance": "chance", "role.ceiling": "ceiling",
  twins: n => `Unanswerable twins: ${n}`, twinsAbout: "A twin counts only where the agent also solved the task that it is the twin of.", nTasks: n => plural(n, "task"), nTasksFew: n => `${plural(n, "task")}: too few for intervals`, tooFew: "too few",
  headline: (a, n) => `${plural(a, "agent")} on ${plural(n, "task")}`, best: ". Best: ", and: ", ", bestOfThem: n => `${n} agents`, hardest: "; hardest type: ", average: p => `(${p} on average)`, stop: ".",
  sharedParts: "Names are without the parts that all share:",
  byType: "By type of task", byTypeAbout: l => `Points are means, lines their ${l} intervals.`, metric: "Rate", type: "Type", all: "all",
  costs: "Success against cost", costsAbout: "The line is the Pareto front: no other agent is both better and cheaper than an agent on it. Figures are means over trials. A point without room for its name has it in the table.", noCosts: "What trials took is not known.", across: "Across",
  "per.cost": "Cost of a trial", "per.tokens": "Tokens of a trial", "per.calls": "Tool calls of a trial", scatterSays: x => `Strict success against: ${x}. The table beside has the figures.`,

  comparisons: "Comparisons", comparisonsAbout: l => `Paired differences in strict success, in percentage points, with ${l} intervals over paths. Adjusted p values allow for the number of comparisons (Holm). Detectable is the smallest true difference that these tasks would show four times in five.`,
  first: "First", second: "Second", difference: "Difference", pValue: "p", adjusted: "p, adjusted", detectable: "Detectable", winsLosses: "Won / lost / tied", less: "less", told: "differs",
  matrixAbout: "Each cell is the row’s success less the column’s. * marks a difference beyond chance (adjusted p below 0.05). A cell opens the comparison by type and task. ", pairsAlike: n => n === "1" ? "1 pair does not differ at any task (=)." : `${n} pairs do not differ at any task (=).`,
  onlyOne: (a, b) => `Tasks that only one tried: first ${a}, second ${b}.`, noDifference: "They differ at no task.", largest: (n, m) => `The ${n} largest of ${plural(m, "difference")}`, differences: "Differences", twinsDiffer: "Unanswerable twins:",

  errors: "Why tasks were not solved", errorsAbout: "Classes are read off what the agent did. A count leads to its trials.", endings: "How trials ended", noneKnown: "Nothing is known of it.",
  "failure.arguments": "wrong arguments", "failure.planning": "planning", "failure.length": "too long", "failure.loop": "loop", "failure.tool": "wrong tool", "failure.hallucinated": "made up", "failure.form": "unreadable", "failure.refusal": "refusal", "failure.newest": "newest law", "failure.answering": "answer lacks it",
  "failureSays.arguments": "The right tool, with arguments it does not take or that name nothing", "failureSays.planning": "A step of the way was never tried, or taken for another", "failureSays.length": "An answer or the conversation was too long", "failureSays.loop": "It did the same again until its turns were used up", "failureSays.tool": "A tool that there is not, or one that cannot give what is asked", "failureSays.hallucinated": "The answer states a value that no tool returned", "failureSays.form": "What the model said could not be read", "failureSays.refusal": "The model declined what can be answered", "failureSays.newest": "The answer is that of the newest version of the law, and another was asked for", "failureSays.answering": "All that is needed was returned, and the answer lacks it",
  "end.finished": "finished", "end.exhausted": "turns used up", "end.stuck": "stuck", "end.overlong": "overlong", "end.failed": "broke off", "end.diverged": "diverged", "end.outside": "from outside",
  measures: "Citations and texts", recitals: "What recited texts are", measureArticle: "Article", measureParagraph: "Paragraph", measureItem: "Item", measureExact: "Exact", measureDistance: "Edit distance", measurePrecision: "Citation precision", measureRecall: "Citation recall", measureExists: "Cited articles exist", measureInForce: "Cited articles in force", measureNewest: "Newest law", measureAbstained: "Abstained",
  "recital.exact": "exact", "recital.altered": "altered", "recital.added paragraph": "another paragraph added", "recital.added article": "another article added", "recital.other number": "another provision", "recital.newest version": "newest version", "recital.other version": "another version", "recital.other law": "another law", "recital.mixed": "mixed", "recital.invented": "made up", "recital.refusal": "declined",
  texts: "Texts", tasks: "Tasks", edit: "Edit similarity", judges: "Judges", judge: "Judge", score: "Score", criteria: "Criteria, mean points", judgesAgree: "How far judges agree", alpha: "Krippendorff’s alpha", apart: "Mean apart",

  tree: "Failures on the planning tree", treeAbout: "The paths that tasks ask for, joined where they begin alike. Of the trials whose task goes through a tool: how many failed, and how many of these got the results of all earlier tools but none of this tool. A count leads to its trials.",
  tool: "Tool", failedThrough: "Failed of trials through here", stoppedHere: "Stopped here", ofTrials: (f, n) => `${f} of ${n}`, measured: "those measured", allAgents: "all agents", unfoldAll: "Unfold all", foldAll: "Fold", stepsAfter: x => `Steps after ${x}`, noPaths: "No task has a path.",
  covered: (a, b, c, d) => `Tasks ask for ${a} of the ${b} tools of the planning tree, and for ${c} of the ${d} ways to go from one to the next.`, unused: "No task asks for:", callsByTool: "Calls by tool", about: "What it does", faulty: "Without a result",

  missingTrials: "Missing trials", missingAbout: "A missing trial is no answer: it lowers no mean.", nothingMissing: "None is missing.", reasons: "Reasons:", listMissing: (n, m) => `The first ${n} of ${m}`, epoch: "Attempt", reason: "Reason", detail: "Detail", strangers: n => `Marks of ${plural(n, "task")} that are not among the tasks:`,
  settings: "Settings", setting: "Setting", value: "Value",

  search: "Search question, answer, agent, ID", searchDeep: "In transcripts", searchDeepAbout: "Looks through all that agents and tools said", searched: p => `Looking through transcripts, ${p}`, any: "any", outcome: "Outcome",
  "outcome.failed": "not solved", "outcome.solved": "solved", "outcome.partly": "part of the answer", "outcome.unsolved": "nothing of the answer", "outcome.unscored": "unscored",
  outcomeSteps: (n, m) => `not solved, ${n} of ${m === "1" ? "1 step" : m + " steps"} found`, foundTrials: (n, m) => n === m ? plural(n, "trial") : `${n} of ${plural(m, "trial")}`, noneFound: "No trial passes these filters.", remove: k => `Remove filter ${k}`, through: "Path begins", stoppedAt: "Stopped at", inTranscripts: "In transcripts:",
  previous: "Previous", next: "Next", epochN: n => `attempt ${n}`, strict: "Strict", paper: "Paper", successProcess: "Success rate / process rate", ending: "End", failureClass: "Failure", sameTask: "Same task", more: n => `and ${n} more`,
  inOut: (i, o) => `${i} in, ${o} out`, twinOf: "Unanswerable twin of", details: "Details", task: "Task", question: "Question", draft: "Draft", answer: "Answer", noAnswer: "No answer", referenceAnswer: "Reference", keywords: "Keywords", keyAnswer: "Keywords of the answer", keyMiddle: "On the way", referenceWay: n => `Reference solution: ${plural(n, "call")}`,
  "mark.credited": "Keyword of the answer, credited", "mark.missed": "Keyword of the answer, not credited", "mark.middle": "Keyword on the way",
  "outcome.credited": "credited", "outcome.absent": "absent", "outcome.hedged": "hedged", "outcome.listed": "in a listing", "outcome.guessed": "guessed", "outcome.unfounded": "found by no call", "outcome.given": "given in the question", "outcome.idle": "says nothing", "outcome.unknown": "not known", "outcome.unpaired": "its task was not solved",
  course: "What it did", copy: "Copy as JSON", copied: "Copied.", notCopied: "The browser does not let this page copy.", summary: "Summary", said: n => `Model ${n}`, onlyCalls: "Tool calls only", slip: "Not usable:", fault: "No result:", nothing: "nothing came back", noCalls: "It called no tool.", callsUnknown: "Its calls are not known.",
  "phase.select": "chooses tools", "phase.plan": "plans", "phase.act": "acts", "phase.replan": "plans again", "phase.answer": "answers", "phase.summary": "sums up",
  "fault.missing": "no row matches", "fault.columns": "no such column", "fault.arguments": "arguments not of its form, or no such tool", "fault.failed": "cannot be computed",
  "slip.form": "not in the form asked for", "slip.tool": "no such tool", "slip.arguments": "arguments are no JSON object", "slip.refused": "refused", "slip.length": "cut off",
};
