package draft

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// grammar composes phrases in a language. The noun phrases that its methods return can be
// part of another phrase.
type grammar interface {
	terms
	rowPhrases
	setPhrases
	numberPhrases
	questions
	answers
}

// terms compose references to entities and to earlier results.
type terms interface {
	// labelled introduces a name by what it is.
	labelled(label, name string) string
	// headNoun is the part of a label that names the kind of thing.
	headNoun(label string) string
	// demonstrative refers to the result found last: one thing, or a set of many.
	demonstrative(label, measure string, many bool) string
	// hasTopics reports whether steps are topics, see [Wording.Topics]; pronoun then refers to the
	// only one, and roleOfColumn is the noun for the content of a column called so, "" if it
	// has none.
	hasTopics() bool
	// breakAtRow puts a pause behind the last row that a phrase speaks of, if little follows it, so
	// that the phrase goes on without a step.
	breakAtRow(text string) (broken string, ok bool)
	pronoun(label, measure string, many bool) string
	roleOfColumn(called string) string
	// definite refers to the one thing of a role: "the counterparty".
	definite(role string) string
	// found refers to a thing that the step before finds, beside another of its kind.
	found(label, measure string) string
	// total is the sum of what a phrase says of each of several rows.
	total(phrase string) string
	// askKeys asks which rows there are whose keys a list demands.
	askKeys(w *Wording, r *rowPhrase, column string)
	// whichOf asks which thing of a kind it is, who asks for a content of no kind.
	whichOf(label, measure string) string
	who() string
	// consider says that a thing matters.
	consider(text string) string
	// withPronouns replaces possessive forms of a reference to the result found last by pronouns.
	withPronouns(text, reference string, many bool) string
	// stepSizes are the numbers of lookups and choices after which a step ends at the next entity,
	// and at one of which rows are looked up and chosen.
	stepSizes() (plain, narrowed int)
	// nextStep is the sentence of a step, of which i precede it.
	nextStep(statement string, i int) string
	// term returns the defined term of the i-th named result.
	term(label string, i int, many bool) string
	// define follows a phrase and gives it a term.
	define(term string) string
	// meaningOf asks for what a term stands for.
	meaningOf(label, term string) string
	// howMuch asks for numbers.
	howMuch() string
	// numberNoun is the noun for a number without another name.
	numberNoun() string
	// list joins words or names.
	list(words []string) string
	// columns joins at least two columns that are asked for together.
	columns(words []string) string
	// measure is the measure word of a kind of thing for which no table declares one.
	measure(label string) string
	// dayMeasure is that of days, timesMeasure that of ratios.
	dayMeasure() string
	timesMeasure() string
}

// rowPhrases compose phrases for rows.
type rowPhrases interface {
	// rows is the noun phrase of rows inside another phrase, standalone on its own.
	rows(r *rowPhrase) string
	standalone(r *rowPhrase) string
	// chosenRow is the noun phrase of a chosen row that is an entity with the label; declared
	// is the domain's own label of it.
	chosenRow(r *rowPhrase, label, declared string) string
	// genericNoun returns the noun of a lookup's phrase that says only what a name stands for: 案件
	// in "{}对应的案件"; "" for other phrases.
	genericNoun(phrase string) string
	// nounFor says what a name found on the way stands for, nounForEach what each member of
	// a set does.
	nounFor(name, noun string) string
	nounForEach(each, noun string) string
	// nounOf is a thing that belongs to what a name found on the way stands for.
	nounOf(name, noun string) string
	// nounForGiven says what a name that the question gives stands for; identifies says that it
	// is an identifier of that thing.
	nounForGiven(label, name, noun string, identifies bool) string
	// ofGiven returns the rows that a lookup finds for a name or number that the question gives, where that is
	// better said as what stands in their column: 诊断编码为J45的住院记录, for {}作为诊断的住院记录. It returns ""
	// for other phrases. Label is that of the name, noun what a number denotes, "" for a name.
	ofGiven(phrase, label, noun, name string) string
	// numbered names a thing by the number that the question gives, by its noun where the label says no more:
	// 1109号医生; "" if the number is said with its label.
	numbered(label, noun, name string) string
	// calledByName is a thing by the name that the question gives, where no other record has it.
	calledByName(noun, name string) string
	// hasNoun reports whether a noun phrase has the label as its noun.
	hasNoun(phrase, label string) bool
	// pluralPhrase puts each member of a set into a phrase, which is about one row if single.
	pluralPhrase(phrase string, single bool, each string) string
	// eachOf speaks of each member of a set as a row; found says that the set has a name.
	eachOf(each, measure string, found bool) string
	// saysRolesOnce reports whether role works for every entity, and whether a set of two can be
	// counted without a name.
	saysRolesOnce() bool
	// role puts the role of the entity into a lookup's phrase; ok is false if the phrase has
	// no place for it.
	role(r *rowPhrase, column string) (base string, ok bool)
	// withAdjective puts a word before the noun of a lookup's phrase, likewise.
	withAdjective(r *rowPhrase, word string) (base string, ok bool)
	// columnOf is the content of rows in a column, or in several.
	columnOf(r *rowPhrase, column string) string
	// stated is a fact that a text states, and cited what a text cites.
	stated(text, fact string) string
	cited(text, passages string) string
	// nounOfClause is a noun phrase for what rows have in a column by the column's clause: "the
	// office that approved …"; "" if the column's name says it better.
	nounOfClause(clause, label string, r *rowPhrase) string
	// roleOfClause is the noun for what a column's clause says of its content, roleOfRow that for
	// a row that is an entity of the label; "" if there is none or it says no more.
	roleOfClause(clause string) string
	roleOfRow(row, label string) string
	// inClause puts rows into the clause of a column.
	inClause(clause string, r *rowPhrase) string
	// table is the content of each row in several columns.
	table(r *rowPhrase, columns string) string
	// twoColumns are two columns of the same row, one of them in short.
	twoColumns(r *rowPhrase, first, second string) (a, b string)
	// mostFrequent is the most frequent value of a column.
	mostFrequent(r *rowPhrase, column string) string
}

// setPhrases compose phrases for sets.
type setPhrases interface {
	// members are the values of a column of a set of rows; own says that they are the rows
	// themselves, whose name is the label.
	members(r *rowPhrase, column, label string, own bool) setPhrase
	// withItself is a set that holds one who is spoken of already, too.
	withItself(text, own string) string
	// combinedSet is a set made of two.
	combinedSet(f plan.Function, a, b *setPhrase, label string) string
	// filteredSet are the members of a set of which something is known.
	filteredSet(text, said, label string) string
	// knownPlural turns what is known of one entity into the plural; row and rows are the
	// nouns for one such row and for several.
	knownPlural(known, row, rows string) string
	// knownFromPhrase makes words for what a lookup knows of an entity from its phrase and the noun for a row.
	knownFromPhrase(phrase, row string) string
}

// numberPhrases compose phrases for numbers.
type numberPhrases interface {
	count(r *rowPhrase) string
	// distinct is the number of different values of a set.
	distinct(s *setPhrase) string
	aggregate(f plan.Function, r *rowPhrase, column string) string
	// shareOfPart is the share in the total of a column that the rows with the conditions have; ""
	// if the language says both totals.
	shareOfPart(r *rowPhrase, column string) string
	days(a, b string) string
	// saysRelations reports whether numbers are said by the phrase of the domain's relation.
	saysRelations() bool
	arithmetic(f plan.Function, a, b string) string
	// winner is the one of two entities with the larger, smaller, later or earlier value.
	winner(k *comparison) string
}

// questions compose questions.
type questions interface {
	// wording is an inquiry about a subject; measure is the measure word of the answer, or
	// the question word of a day, "" if there is none.
	wording(ask AskKind, subject, measure string) Wording
	howMany(r *rowPhrase, measure string) Wording
	howManyDifferent(s *setPhrase, measure string) Wording
	howLong(a, b, measure string) Wording
	// ratioWording rewords an inquiry for a quotient as "how many times", or as a multiple in a
	// language in which that has two readings; the clause only where it has one.
	ratioWording(w Wording, a, b string) Wording
	which(k *comparison) Wording
	// askKnown asks whether something is known of an entity.
	askKnown(entity, known, row, rows string) yesNoPhrase
	// askMatches asks whether any rows fulfil their conditions, recorded whether there is a
	// record at all.
	askMatches(r *rowPhrase) yesNoPhrase
	askRecorded(r *rowPhrase) yesNoPhrase
	// premise begins an inquiry that depends on a statement.
	premise(statement string) string
	// withForm puts a form behind a word.
	withForm(word, form string) string
	// text is the whole question.
	text(inquiries []Inquiry) string
	// listClause asks by the clause of a column for the contents of many rows; "" if the language
	// or the clause has no such question.
	listClause(clause, label string, r *rowPhrase) string
	// askWhichHave rewords an inquiry for the members of a set that satisfy a condition.
	askWhichHave(w *Wording, s *setPhrase)
	// askWhen rewords an inquiry for the day of what happened to a row.
	askWhen(w *Wording, r *rowPhrase, event string)
	// askWhichRows asks which rows there are, or which one, that are entities of the label.
	askWhichRows(ask AskKind, r *rowPhrase, label string) Wording
	// howLongBetween asks for the days between two events of the same rows; ok is false if the
	// language names the days.
	howLongBetween(r *rowPhrase, from, to, measure string) (w Wording, ok bool)
	// askCited rewords an inquiry for the passages that a text cites.
	askCited(w *Wording, text, passages string)
	// indirect is the form behind "tell me" of a question by the clause of a column.
	indirect(question string) string
	// askDay is the question word for a day in a layout.
	askDay(layout plan.Layout) string
	// textForms, numberForms, dateForms are wordings of a demanded form, the draft's
	// first; textForms demand a number or a day as it stands in the source.
	textForms() []string
	numberForms(unit string, places int) []string
	dateForms(layout plan.Layout) []string
}

// answers compose answers.
type answers interface {
	// answerSentence answers an inquiry about a subject, columnsSentence one about several
	// columns of a row (the first with its owner), and tableSentence one about several
	// columns of several rows.
	answerSentence(ask AskKind, subject string, values []string) string
	columnsSentence(first string, columns []string, values [][]string) string
	tableSentence(subject string, rows [][]string) string
	// statement makes a sentence; notApplicable makes one that adds that the questions
	// depending on its opposite do not apply.
	statement(text string) string
	// unstated is the answer that a column states nothing.
	unstated(column string) value.Answer
	notApplicable(text string) string
	// spacesSentences reports whether sentences are separated by a space.
	spacesSentences() bool
	// layouts are the ways to write a day, the answer's own first.
	layouts(layout plan.Layout) []string
	// amount writes a number with its unit, as a keyword and as it stands in a sentence. The
	// keyword is part of the latter.
	amount(digits, unit string) (key, sentence string)
	// none returns other ways to write that there are no such things, for keywords.
	none(measure string) []string
	// countedText writes a whole number of things, for keywords and sentences.
	countedText(digits, measure string) string
}

// grammarOf returns the grammar of a language with a manner. A language of [FixedWordLanguages]
// without one of its own has the English one, whose days are ISO and whose numbers are digits.
func grammarOf(lang string, m Manner) grammar {
	if lang == "zh" {
		return chinese{m}
	}
	return english{m}
}

// rankingWord returns the word for an end of a ranking, given a language's words (largest,
// smallest) for days, for counts and plain numbers, and for amounts and shares.
func rankingWord(kind domain.ColumnKind, order plan.Order, day, size, amount [2]string) string {
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
