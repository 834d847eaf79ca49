package task

// DropWords returns a few plain words for the reason under which a stage's funnel counts
// the items that it dropped: "a lookup finds no row" for missing. All places that show
// reasons to people use these words. A reason of no stage comes back as it is.
func DropWords(stage, reason string) string {
	if words := stageDropWords[stage][reason]; words != "" {
		return words
	}
	if words := dropWords[reason]; words != "" {
		return words
	}
	return reason
}

// dropWords are the words of reasons that mean the same in every stage.
var dropWords = map[string]string{
	// The tables (package corpus).
	"malformed":     "the row is no record of the file's format",
	"missing_key":   "the row has no key",
	"duplicate_key": "an earlier row has the key",
	"missing_text":  "the passage has no text",
	"text":          "the text of a law cannot be read",
	"table":         "the table's file gives no row, or not all of its rows",

	// The planning tree.
	"undrawn": "others were drawn of the paths of a depth with too many",

	// An execution of a program (packages plan, ground and sample).
	"missing":    "a lookup finds no row",
	"several":    "several rows or values where one is needed",
	"ambiguous":  "a name can stand for two things",
	"unobserved": "a cell that is needed was never observed",
	"blank":      "a cell that is needed is empty",
	"sentinel":   "a cell that is needed holds a placeholder such as \"-\"",
	"masked":     "a name that is needed is masked",
	"unparsed":   "a cell that is needed does not parse",
	"tie":        "two rows share a place of a ranking",
	"trivial":    "a step has nothing to choose between",
	"undefined":  "a division by zero, or numbers too long",
	"underived":  "a text does not match the pattern that reads it",
	"undated":    "it is unknown which version of a law was in force",
	"unfit":      "the row is not of the kind that is asked about",
	"unreached":  "a task would be made if more were wanted",
	"recount":    "counting the lines of the source finds another place",
	"repeated":   "the chain comes back to where it was",
	"leak":       "the question gives the answer away",
	"weak":       "an answer is too short, zero or part of another",
	"guess":      "the answer can be guessed",
	"long":       "the answer has too many values to list",
	"shortcut":   "fewer lookups lead to the answer",
	"needless":   "a step can be left out without changing the answer",
	"alike":      "a similar program gives the same answer",
	"reading":    "the question can be read another way, with another answer",
	"single":     "a list would have a single value",
	"unmet":      "no start entity meets the demand",
	"calls":      "it takes more tool calls than an agent may make",
	"overused":   "enough other tasks are about one of its entities",
	"rare":       "enough other tasks ask for what may not be there",
	"shared":     "enough other tasks have its answer",
	"reworded":   "another task asks the same about something else",
	"straddles":  "it would be in two splits",
	"same":       "another of the merged runs has it",
	"wording":    "another version of taskgrove or of the domain words its draft or keywords; no cell that it reads changed",
	"foreign":    "its question could as well be about another domain",
	"altered":    "over the tables of several domains it comes out differently",
	"unselected": "it uses a tool, column or operator that -tools, -columns or -operators leave out",
	"few":        "it works for fewer entities than wanted",
	"replaced":   "another choice covers more",

	// A question (packages rewrite and gate).
	"entity":    "the question does not name a start entity in full",
	"number":    "the question lacks a number, a day or an amount",
	"operator":  "the question lacks or inverts an operation",
	"form":      "the question does not say the unit or form of the answer",
	"hint":      "the question gives an intermediate result away",
	"tool":      "the question names a tool, a table or a column",
	"added":     "the question has a number or a name that the draft lacks",
	"markup":    "the question has markup or control characters",
	"language":  "the question is not in the task's language",
	"length":    "the question is too short or too long",
	"bystander": "an entity that is not asked about is undeclared, or could be asked about",
	"copy":      "the question copies the draft",
	"duplicate": "the question is too close to that of another task",
	"parse":     "a second model reads another demand in the question",
	"unproved":  "a guess could answer the question as it is worded",
	"refused":   "the model refused",
	"truncated": "the model's reply is cut off",

	// A proof (package proof).
	"agrees":     "a similar program gives the same answer",
	"aliases":    "other spellings of the answer differ from the recorded ones",
	"changed":    "executing the plan again gives other steps",
	"disagree":   "joins over whole tables give another answer",
	"droppable":  "a step can be left out without changing the answer",
	"given":      "the question holds the answer",
	"governed":   "the answer is that of a version that does not govern the case",
	"invalid":    "the plan cannot be executed",
	"keywords":   "keywords that people chose do not fit the answer",
	"missed":     "the strict grader denies full marks to the recorded steps",
	"named":      "the question names what a step finds",
	"part":       "a keyword is part of another",
	"renumbered": "the article has another number in another version",
	"rival":      "the reasoning of another case would answer as well",
	"shallow":    "agents that understand nothing exceed a bound with it",
	"shorter":    "fewer lookups lead to the answer",
	"source":     "a text does not stand in the source that its row names",
	"start":      "a row that the start names holds the answer",
	"transition": "no rule on earlier facts decides the case for certain",

	// A twin (package absence).
	"answered":  "without the row the plan has another answer",
	"computed":  "the answer is computed, not read from one row",
	"elsewhere": "without the row the plan ends at another step",
	"neighbour": "a similar program gives the answer without the row",
	"reachable": "the answer can be reached without the row",
	"set":       "the answer is a set of rows",
	"unfounded": "with every row there the plan has no answer",

	// A decision of people (packages review and revision).
	"broken":     "after an edit the task fails a check",
	"disputed":   "votes differ and nobody has settled them",
	"open":       "a check left something open, and two people have not approved it yet",
	"pending":    "too few people have voted",
	"rejected":   "people rejected it",
	"returned":   "a question of the reviewers is open",
	"stale":      "it changed after people edited it",
	"unreviewed": "nobody has voted",

	// A comparison of tables (package profile).
	"differs": "further apart than sampling error explains",
	"lacking": "the real rows have a figure and the others have none",

	"twin": "it is an unanswerable twin",
}

// checkDropWords are the words of reasons that only the check stage has, among them the names of the
// probes of package exam/probe.
var checkDropWords = map[string]string{
	"duplicate": "two rows have one key",
	"blank":     "a keyword or an alias is blank",
	"absolute":  "guessing by whether it says always or never beats chance with it",
	"all":       "guessing by that all options are right beats chance with it",
	"denied":    "guessing by whether it says not beats chance with it",
	"false":     "guessing by that it is false beats chance with it",
	"first":     "guessing by the first places beats chance with it",
	"grammar":   "guessing by the grammar of the options beats chance with it",
	"length":    "guessing by the lengths of both lists beats chance with it",
	"letter":    "guessing by one letter beats chance with it",
	"longer":    "guessing by a claim's length beats chance with it",
	"longest":   "guessing by the longest option beats chance with it",
	"middle":    "guessing by the middle number beats chance with it",
	"numbers":   "guessing by the numbers in the options beats chance with it",
	"order":     "guessing by the order of the lists beats chance with it",
	"overlap":   "guessing by the words shared with the stem beats chance with it",
	"reverse":   "guessing by the order of the lists beats chance with it",
	"shorter":   "guessing by a claim's length beats chance with it",
	"shortest":  "guessing by the shortest option beats chance with it",
	"true":      "guessing by that it is true beats chance with it",
}

// convertDropWords are the words of reasons for which no item is made of an exam, or is left out
// before it is proved (packages exam/convert and exam/filter).
var convertDropWords = map[string]string{
	"article":       "an article is cited by its number",
	"few":           "too few other claims or values of the same form",
	"draws":         "what was drawn is not there",
	"form":          "no words with an opposite, and no value of a known kind; or a model's item has another form than asked for",
	"keys":          "several options are right, or an earlier item asks the same and has another key",
	"language":      "there are no rules for the language",
	"long":          "the case is too long",
	"same":          "two options say the same, or one says all that another says",
	"short":         "the row makes no claim",
	"leak":          "the stem holds the right option",
	"contradiction": "an earlier item holds for true what this one denies",
	"duplicate":     "an earlier item has most of its words",
	"similar":       "an earlier item means nearly the same",
	"quote":         "a model quotes what the official answer does not say",
	"useless":       "a model refused, or its reply was cut off",
	"said":          "the official answer says an option that is to be wrong",
	"contains":      "an option says all that another says",
	"refers":        "a model's item refers to what is not in it",
}

// stageDropWords are the words of reasons that mean something else in one stage.
var stageDropWords = map[string]map[string]string{
	"sample":  {"repeated": "other tasks give its answers away"},
	"rewrite": {"malformed": "the model's reply has no question"},
	"check":   checkDropWords,
	"convert": convertDropWords,
	"review":  {"duplicate": "after an edit it equals another task"},
	"twin":    {"several": "the answer is in several rows", "language": "the language has no words for \"not found\"", "missed": "the strict grader denies full marks to a right refusal", "changed": "the twin is not that of the task"},
}
