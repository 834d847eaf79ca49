package draft

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// grammar is how a language puts phrases together.
type grammar interface {
	terms
	rowPhrases
	setPhrases
	numberPhrases
	questions
	answers
}

// terms are how a language speaks of entities and of what was found before.
type terms interface {
	// labelled introduces a name by what it is.
	labelled(label, name string) string
	// head is the part of a label that names the kind of thing.
	head(label string) string
	// that refers to what was found last: one thing, or a set of many.
	demonstrative(label string, many bool) string
	// term is what the i-th result that is defined is called.
	term(label string, i int, many bool) string
	// define gives what stands before it a term.
	define(term string) string
	// meant is what a term stands for.
	meaningOf(label, term string) string
	// figure is what a number is called that has no other name.
	numberNoun() string
	// list joins words or names.
	list(words []string) string
	// columns joins what is asked for together, at least two things.
	columns(words []string) string
	// measure is the measure word of a kind of thing that no table declares one for.
	measure(label string) string
	// dayMeasure is that of days, timesMeasure that of ratios.
	dayMeasure() string
	timesMeasure() string
}

// rowPhrases are how a language speaks of rows.
type rowPhrases interface {
	// rows is the noun phrase of rows, called the same as a phrase of its own.
	rows(r *rows) string
	standalone(r *rows) string
	// one is the noun phrase of a row that was picked and is what the label says, as the
	// domain's own label is declared.
	oneRow(r *rows, label, declared string) string
	// noun is what a phrase of a lookup calls what a name stands for, if it says
	// nothing else: 案件 of "{}对应的案件"; "" for other phrases.
	noun(phrase string) string
	// behind is what a name found on the way stands for, behindAll what each of a
	// set does.
	nounFor(name, noun string) string
	nounForEach(each, noun string) string
	// given is what a name that the question gives stands for.
	nounForGiven(label, name, noun string) string
	// says reports whether a noun phrase calls what it names by the label.
	callsBy(phrase, label string) bool
	// plurally puts each of a set into a phrase, which speaks of one row if single.
	plurally(phrase string, single bool, each string) string
	// everyone speaks of each of a set as rows of their own; found tells that the set
	// is called by what was found before.
	eachOf(each, measure string, found bool) string
	// role says within a lookup's phrase what part its entity has in the rows; false
	// where the phrase has no place for that.
	role(r *rows, column string) (base string, ok bool)
	// qualified puts a word before the noun of a lookup's phrase, likewise.
	qualified(r *rows, word string) (base string, ok bool)
	// of is what rows hold in a column, or in several.
	columnOf(r *rows, column string) string
	// table is what every one of rows holds in columns.
	table(r *rows, columns string) string
	// two are two columns of the same row, the second in short.
	twoColumns(r *rows, first, second string) (a, b string)
	// frequent is the value that stands in a column most often.
	frequent(r *rows, column string) string
}

// setPhrases are how a language speaks of sets.
type setPhrases interface {
	// members are the values of a column of a set of rows; own tells that they are
	// the rows themselves, which the label calls.
	members(r *rows, column, label string, own bool) set
	// combined is made of two sets.
	combined(f plan.Function, a, b, label string) string
	// having are those of a set of which something is said.
	having(text, said, label string) string
	// said is what is known of an entity as it is said of several; row and rows are
	// what one or several are that are called so.
	knownOfSeveral(known, row, rows string) string
	// knowledge makes of a lookup's phrase what it knows of an entity.
	knownFromPhrase(phrase string) string
}

// numberPhrases are how a language speaks of numbers.
type numberPhrases interface {
	count(r *rows) string
	// distinct is the number of different values of a set.
	distinct(s *set) string
	aggregate(f plan.Function, r *rows, column string) string
	days(a, b string) string
	arithmetic(f plan.Function, a, b string) string
	// winner is the one of two entities at one end.
	winner(k *comparison) string
}

// questions are how a language asks.
type questions interface {
	// wording is an inquiry about a subject, with the measure word of the answer or
	// what to ask for of a day, "" where it has none.
	wording(ask AskKind, subject, measure string) Wording
	howMany(r *rows, measure string) Wording
	howManyDifferent(s *set, measure string) Wording
	howLong(a, b, measure string) Wording
	// times asks how many times one number is another, where the wording given asks for
	// a quotient; as a clause only in a language in which it then has one reading.
	times(w Wording, a, b string) Wording
	which(k *comparison) Wording
	// knows says that something is known of an entity.
	known(entity, known, row, rows string) truth
	// any says that some rows fulfil their conditions, recorded that there is a
	// record of them at all.
	anyFulfils(r *rows) truth
	recorded(r *rows) truth
	// provided begins an inquiry that follows a statement.
	ifSo(statement string) string
	// bracketed puts a form behind a word.
	bracketed(word, form string) string
	// text is the whole question.
	text(inquiries []Inquiry) string
	// when asks for a day in a layout, behind "is".
	askDay(layout plan.Layout) string
	// textForms, numberForms, dateForms are wordings of a demanded form, the draft's
	// first; textForms demand a number or a day as it stands in the source.
	textForms() []string
	numberForms(unit string, places int) []string
	dateForms(layout plan.Layout) []string
}

// answers are how a language answers.
type answers interface {
	// reply is the sentence that answers an inquiry about a subject; replies answers
	// several columns of a row, the first with what it is of; replyTable answers those
	// of several rows.
	answerSentence(ask AskKind, subject string, values []string) string
	columnsSentence(first string, columns []string, values [][]string) string
	tableSentence(subject string, rows [][]string) string
	// statement is a sentence; idle is one that says that what follows from its
	// opposite does not apply.
	statement(text string) string
	notApplicable(text string) string
	// spaced reports whether a space stands between sentences.
	spacesSentences() bool
	// layouts are how a day is written, the answer's own first.
	layouts(layout plan.Layout) []string
	// amount writes a number with its unit: as a keyword, and as it stands in a
	// sentence, where the keyword is part of it.
	amount(digits, unit string) (key, sentence string)
	// counted writes a whole number of things, as a keyword and in a sentence.
	countedText(digits, measure string) string
}

// grammarOf returns a language of [Languages] in a manner.
func grammarOf(lang string, m Manner) grammar {
	if lang == "zh" {
		return chinese{m}
	}
	return english{m}
}

// superlative picks the word for an end of a ranking from a language's words:
// for days, for counts and plain numbers, for amounts and shares.
func superlative(kind domain.ColumnKind, order plan.Order, day, size, amount [2]string) string {
	words := amount
	switch kind {
	case domain.KindDate:
		words = day
	case domain.KindCount, domain.KindRank, domain.KindNumber:
		words = size
	}
	if order == plan.Max {
		return words[0]
	}
	return words[1]
}
