package draft

import (
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// english nests phrases to the right: the requested thing comes first, and everything after
// "among" or "out of" belongs to it.
type english struct{ manner Manner }

func (g english) labelled(label, name string) string {
	if g.manner.isDrawn() && kindOfNumber(label) == "" {
		label = strings.TrimSuffix(label, " number")
	}
	return label + " " + name
}

// kindOfNumber returns the last two words of a label for numbers of several kinds that one thing may
// have, as "serial number"; "" for other labels.
func kindOfNumber(label string) string {
	words := strings.Fields(label)
	if n := len(words); n > 1 && words[n-1] == "number" && slices.Contains([]string{"serial", "account", "licence", "license", "registration", "passport", "plate", "policy"}, words[n-2]) {
		return words[n-2] + " number"
	}
	return ""
}

func (english) headNoun(label string) string { return label[strings.LastIndexByte(label, ' ')+1:] }

func (g english) demonstrative(label, _ string, many bool) string {
	if many {
		return "those " + plural(label)
	}
	return "that " + label
}

func (english) definite(role string) string { return "the " + role }

func (g english) found(label, _ string) string { return "the " + g.headNoun(label) + " you find" }

func (english) howMuch() string { return "" }

func (g english) nextStep(statement string, i int) string {
	if i > 0 {
		return g.manner.variant("now take ", "then take ") + statement
	}
	return "take " + statement
}

func (english) whichOf(label, _ string) string { return "which " + label }

func (english) who() string { return "who" }

func (english) consider(text string) string { return text }

func (english) stepSizes() (plain, narrowed int) { return 3, 2 }

func (english) withPronouns(text, reference string, many bool) string {
	whose, it := "its ", "it"
	if many {
		whose, it = "their ", "them"
	}
	text = strings.ReplaceAll(text, reference+"'s ", whose)
	for _, before := range []string{"against ", "imposed on ", "handled by ", "dealt with ", "imposed by ", "involving ", "owned by ", "held by ", "heads ", "whether ", "Is ", "Does ", "does ", "How many of ", "how many of ", "in which ", "shareholding in ", "investment in "} {
		if !many || before != "whether " && before != "Is " && before != "Does " {
			text = strings.ReplaceAll(text, before+reference, before+it)
		}
	}
	if many {
		return text
	}
	return strings.ReplaceAll(text, reference+" has", it+" has")
}

func (english) term(label string, i int, many bool) string {
	letter := string(rune('A' + i%26))
	if i >= 26 {
		letter += strconv.Itoa(i / 26)
	}
	if many {
		return "the " + plural(label) + " of Group " + letter
	}
	words := strings.Fields(label)
	for j, w := range words {
		words[j] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(append(words, letter), " ")
}

func (g english) define(term string) string {
	term = strings.TrimPrefix(term, "the ")
	if g.manner.isDrawn() {
		return " (" + g.manner.variant("", "call it ") + term + ")"
	}
	return " (“" + term + "”)"
}

func (g english) meaningOf(label, term string) string {
	return "the " + label + " that " + term + g.manner.variant(" stands for", " refers to", " denotes")
}

func (english) numberNoun() string { return "figure" }

// list separates items by semicolons if one of them contains a comma.
func (english) list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	comma, and := ", ", " and "
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, ",") }) {
		comma, and = "; ", "; and "
	}
	last := len(words) - 1
	return strings.Join(words[:last], comma) + and + words[last]
}

// columns separates items by commas, even if some contain commas: those are in brackets.
func (english) columns(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func (english) measure(label string) string { return plural(label) }

func (english) dayMeasure() string { return "days" }

func (english) timesMeasure() string { return "times" }

// plural makes a noun phrase plural, unless it is.
func plural(noun string) string {
	words := strings.Fields(noun)
	at := headOf(words)
	if at < 0 || isPlural(noun) {
		return noun
	}
	words[at] = pluralWord(words[at])
	return strings.Join(words, " ")
}

// headOf returns the place of the noun in a noun phrase: it is before the first preposition. It is -1
// for no words.
func headOf(words []string) int {
	for i := 1; i < len(words); i++ {
		if prepositions[words[i]] {
			return i - 1
		}
	}
	return len(words) - 1
}

// isPlural reports whether a noun phrase is plural: "units in stock".
func isPlural(noun string) bool {
	words := strings.Fields(noun)
	at := headOf(words)
	if at < 0 || len(words[at]) < 4 || !strings.HasSuffix(words[at], "s") {
		return false
	}
	return !slices.ContainsFunc([]string{"ss", "us", "is"}, func(end string) bool { return strings.HasSuffix(words[at], end) })
}

// prepositions are the words after which a noun phrase continues, and some that begin a
// clause.
var prepositions = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("of to in for by with from at on as per between among that which who whose whom where served subject under against") {
		m[w] = true
	}
	return m
}()

// uncounted are nouns that are their own plural.
var uncounted = map[string]bool{
	"staff": true, "aircraft": true, "spacecraft": true, "equipment": true, "fish": true, "sheep": true, "livestock": true, "baggage": true, "luggage": true, "furniture": true, "software": true, "data": true, "media": true,
}

func pluralWord(w string) string {
	last := w[len(w)-1]
	switch {
	case uncounted[w]:
		return w
	case strings.HasSuffix(w, "is"): // basis
		return w[:len(w)-2] + "es"
	case strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"), last == 's', last == 'x':
		return w + "es"
	case last == 'y' && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

func (g english) count(r *rowPhrase) string {
	return g.countPrefix() + strings.TrimPrefix(g.rows(r), "the ")
}

func (g english) distinct(s *setPhrase) string {
	switch {
	case s.rows == nil && s.repeats:
		return g.countPrefix() + g.distinctPrefix() + plural(s.noun) + " among " + s.text
	case s.rows == nil:
		return g.countPrefix() + strings.TrimPrefix(s.text, "the ")
	}
	return g.countPrefix() + g.distinctPrefix() + plural(s.noun) + g.preposition(s.rows, s.noun) + g.rows(s.rows)
}

// countPrefix begins the noun phrase of a count.
func (english) countPrefix() string { return "the number of " }

// distinctPrefix precedes the noun phrase of things whose different values are counted.
func (g english) distinctPrefix() string { return g.manner.variant("different ", "distinct ") }

// aggregateAdjective is the adjective for the aggregate of a column, before the column.
func (g english) aggregateAdjective(f plan.Function) string {
	switch f {
	case plan.Sum:
		return "total"
	case plan.Average:
		return g.manner.variant("average", "mean")
	case plan.Minimum:
		return "minimum"
	}
	return "maximum"
}

func (g english) aggregate(f plan.Function, r *rowPhrase, column string) string {
	if owner := g.recordOwner(r); owner != "" && g.manner.isDrawn() {
		return g.recorded(insertAdjective(g.aggregateAdjective(f), column), owner, r)
	}
	if text := g.ownHolding(f, r, column); text != "" {
		return text
	}
	adjective := g.aggregateAdjective(f)
	if strings.HasPrefix(column, adjective+" ") { // no "maximum maximum number of students"
		adjective = map[string]string{"maximum": "highest", "minimum": "lowest", "average": "mean", "mean": "average", "total": "combined", "combined": "total"}[adjective]
	}
	return "the " + insertAdjective(adjective, column) + g.preposition(r, column) + g.rows(r)
}

// ownHolding says what an entity holds in its subsidiaries, "X's average investment in a
// subsidiary", in place of "the parent's average investment in X's subsidiaries"; "" for other
// columns and rows.
func (g english) ownHolding(f plan.Function, r *rowPhrase, column string) string {
	parents, held, ok := strings.Cut(column, "'s ")
	if !ok || !strings.HasPrefix(parents, "parent") || r.perMember || r.conditions != nil || r.choice != nil || !g.manner.isDrawn() {
		return ""
	}
	p, ok := g.divide(r)
	if ok && f == plan.Sum && p.owner == "" && p.rest == "of "+r.subject && r.subject != "" {
		return "the " + g.aggregateAdjective(f) + " " + held + " of " + r.subject + " in its " + p.many
	}
	if !ok || p.owner == "" || p.rest != "" {
		return ""
	}
	in := indefinite(p.one)
	if f == plan.Sum {
		in = p.many
	}
	return p.owner + " " + g.aggregateAdjective(f) + " " + held + " in " + in
}

func (english) askKeys(*Wording, *rowPhrase, string) {}

func (g english) total(phrase string) string {
	return "the " + g.aggregateAdjective(plan.Sum) + " " + strings.TrimPrefix(phrase, "the ")
}

func (g english) days(a, b string) string { return "the number of days between " + g.joinPair(a, b) }

// joinPair joins two phrases, lettered if one of them contains the conjunction.
func (english) joinPair(a, b string) string {
	if strings.Contains(a+b, " and ") {
		return "(a) " + a + " and (b) " + b
	}
	return a + " and " + b
}

func (english) saysRelations() bool { return true }

func (g english) arithmetic(f plan.Function, a, b string) string {
	switch f {
	case plan.Add:
		return "the sum of " + g.joinPair(a, b)
	case plan.Subtract:
		return a + g.manner.variant(" less ", " minus ") + b
	case plan.Multiply:
		return "the product of " + g.joinPair(a, b)
	case plan.Divide:
		return a + " divided by " + b
	}
	return a + g.manner.variant(" as a percentage of ", " expressed as a percentage of ") + b
}

func (g english) partOfWhole(whole string, some *rowPhrase) string {
	those := "those"
	switch {
	case g.happenedOnly(some):
		those += " " + g.happened(some.conditions)
	default:
		those += g.conditions(some)
	}
	return "the percentage of " + whole + g.manner.variant(" accounted for by ", " that comes from ") + those
}

// comparative is the adjective for the winning side of a comparison.
func (g english) comparative(k *comparison) string {
	if k.counts {
		return rankingWord("", k.order, [2]string{}, [2]string{}, g.countComparatives())
	}
	return rankingWord(k.kind, k.order, [2]string{"later", "earlier"}, g.countComparatives(), g.comparatives("higher", "lower"))
}

// countComparatives are the adjectives for the two sides of a comparison of counts.
func (g english) countComparatives() [2]string { return g.comparatives("larger", "smaller") }

// comparatives are the adjectives for the two sides of a comparison.
func (g english) comparatives(more, less string) [2]string {
	if g.manner.variant(more, "greater") == "greater" {
		return [2]string{"greater", "smaller"}
	}
	return [2]string{more, less}
}

// compared returns what the winner of a comparison has: "the later founding date", "the larger
// number of orders from it".
func (g english) compared(k *comparison) string {
	of := strings.TrimPrefix(strings.ReplaceAll(k.shared, domain.Slot+"'s ", "its "), "the ")
	if what, ok := strings.CutPrefix(of, "its "); ok { // "the higher registered capital", "the higher registered capital of its parent"
		of = what
		if i := strings.LastIndex(what, "'s "); i >= 0 {
			of = what[i+len("'s "):] + " of its " + what[:i]
		}
	}
	if k.counts {
		of = strings.Replace(of, "number of its ", "number of ", 1)
	}
	if bare, ok := strings.CutSuffix(of, " of "+domain.Slot); ok {
		of = bare
	}
	return "the " + g.comparative(k) + " " + fillSlot(of, "it")
}

// contenders names the two entities of a comparison: "the companies A and B", "employees 5 and 6".
func (g english) contenders(k *comparison, two string) string {
	first, isFirst := strings.CutPrefix(k.first, k.noun+" ")
	second, isSecond := strings.CutPrefix(k.second, k.noun+" ")
	if k.noun != "" && isFirst && isSecond {
		return two + plural(k.noun) + " " + g.joinPair(first, second)
	}
	return "the " + two + plural(k.label) + " " + g.joinPair(k.first, k.second)
}

func (g english) winner(k *comparison) string {
	if k.shared != "" {
		two := "of " + g.contenders(k, "")
		if whose := strings.ReplaceAll(k.shared, domain.Slot+"'s ", "its "); strings.Contains(whose, "'s ") {
			return "the one " + two + " for which " + fillSlot(whose, "it") + " is " + g.comparative(k)
		}
		return "whichever " + two + " has " + g.compared(k)
	}
	return "the one of " + g.contenders(k, "two ") + " whose figure is " + g.comparative(k) +
		", taking for the former " + k.firstValue + " and for the latter " + k.secondValue
}

func (g english) wording(ask AskKind, subject, _ string) Wording {
	w := Wording{Subject: subject, Clause: subject}
	switch ask {
	case AskNumber, AskDate, AskCount, AskSeveral:
		w.Question = "What is " + subject
		if ask == AskSeveral {
			w.Question = "What are " + subject
		}
	case AskWhich:
		w.Question = "Which " + g.manner.variant("", "one ") + "is " + subject
		w.Clause = "which " + g.manner.variant("", "one ") + "is " + subject
	}
	return w
}

// maxSubject is the maximum length in bytes of the text before the verb of a question.
const maxSubject = 90

func (g english) howMany(r *rowPhrase, _ string) Wording {
	w := Wording{Subject: g.count(r)}
	bare := strings.TrimPrefix(r.base, "the ")
	switch {
	case r.choice != nil:
		return g.wording(AskCount, w.Subject, "")
	case g.happenedOnly(r):
		w.Clause = "how many of " + r.base + " were " + g.happened(r.conditions)
	case r.conditions != nil:
		w.Clause = "how many of " + r.base + " have " + g.conditionNouns(r)
	case r.isSubject || r.perMember && strings.HasPrefix(bare, "each of "):
		w.Clause = "how many " + r.measure + g.manner.variant(" there are in ", " can be found in ") + bare
		w.Question = g.manner.variant("How many "+r.measure+" are there in ", "How many "+r.measure+" can be found in ") + bare
		return w
	case len(bare) > maxSubject:
		return g.wording(AskCount, g.countPrefix()+bare, "")
	default:
		if p, ok := g.divide(r); ok && p.owner != "" && p.rest == "" && !strings.Contains(r.base, " involving ") {
			w.Clause, w.Question = "how many "+p.many+" "+r.subject+" has", "How many "+p.many+" does "+r.subject+" have"
			return w
		}
		if text := g.countedByVerb(r); text != "" {
			w.Clause, w.Question = text, capital(text)
			return w
		}
		w.Clause, w.Question = "how many "+bare+" there are", "How many "+bare+" are there"
		return w
	}
	w.Question = "H" + w.Clause[1:]
	return w
}

// countedByVerb asks how many rows there are by the participle behind their noun: "how many
// penalties were imposed on …"; "" if there is none.
func (g english) countedByVerb(r *rowPhrase) string {
	p, ok := g.divide(r)
	verb, _, _ := strings.Cut(p.rest, " ")
	switch {
	case !ok || verb == "located" || verb == "based":
		return ""
	case verb == "held" || verb == "owned":
		return "how many " + p.many + " are " + p.rest
	case strings.HasSuffix(verb, "ed"):
		return "how many " + p.many + " were " + p.rest
	}
	return ""
}

func (g english) howManyDifferent(s *setPhrase, _ string) Wording {
	w := Wording{Subject: g.distinct(s)}
	switch {
	case s.property != "":
		w.Clause = "how many of " + s.superset + " " + s.property
	case s.rows == nil && isReference(s.text):
		w.Clause, w.Question = "how many of "+s.text+" there are", "How many of "+s.text+" are there"
		return w
	case s.rows == nil:
		numbered := strings.Replace(s.text, "the "+plural(s.noun)+" of the ", "the ", 1)
		if strings.HasSuffix(s.noun, " number") && numbered != s.text {
			return g.wording(AskCount, g.countPrefix()+strings.TrimPrefix(numbered, "the "), "")
		}
		return g.wording(AskCount, w.Subject, "")
	default:
		w.Clause = "how many " + g.distinctPrefix() + plural(s.noun) + " there are among " + g.rows(s.rows)
		w.Question = "How many " + g.distinctPrefix() + plural(s.noun) + " are there among " + g.rows(s.rows)
		return w
	}
	w.Question = "H" + w.Clause[1:]
	return w
}

func (g english) howLong(a, b, _ string) Wording {
	in := g.joinPair(a, b)
	return Wording{
		Subject: "the number of days between " + in, Question: g.manner.variant("How many days are there between ", "How many days lie between ", "How many days passed between ") + in,
		Clause: g.manner.variant("how many days there are between ", "how many days lie between ", "how many days passed between ") + in,
	}
}

func (english) ratioWording(w Wording, a, b string) Wording {
	w.Question = "What is " + a + " as a multiple of " + b
	return w
}

func (g english) which(k *comparison) Wording {
	w := Wording{Subject: g.winner(k)}
	if k.shared != "" {
		two := "which of " + g.contenders(k, "")
		w.Clause = two + " has " + g.compared(k)
		if whose := strings.ReplaceAll(k.shared, domain.Slot+"'s ", "its "); strings.Contains(whose, "'s ") {
			w.Clause = "for " + two + " " + fillSlot(whose, "it") + " is " + g.comparative(k)
			w.Question = "For " + two + " is " + fillSlot(whose, "it") + " " + g.comparative(k)
			return w
		}
	} else {
		w.Clause = "which " + k.label + ", " + k.first + " or " + k.second + ", has the " + g.comparative(k) + " figure, taking for the former " + k.firstValue + " and for the latter " + k.secondValue
	}
	w.Question = capital(w.Clause)
	return w
}
