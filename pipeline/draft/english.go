package draft

import (
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// english nests phrases to the right: what is asked for comes first, and everything
// after "among" or "out of" belongs to it.
type english struct{ manner Manner }

func (english) labelled(label, name string) string { return label + " " + name }

func (english) head(label string) string { return label[strings.LastIndexByte(label, ' ')+1:] }

func (g english) demonstrative(label string, many bool) string {
	if many {
		return g.manner.say("those ", "these ") + plural(label)
	}
	return g.manner.say("that ", "this ") + label
}

func (english) term(label string, i int, many bool) string {
	letter := string(rune('A' + i%26))
	if i >= 26 {
		letter += strconv.Itoa(i / 26)
	}
	if many {
		return "the Group " + letter + " " + plural(label)
	}
	words := strings.Fields(label)
	for j, w := range words {
		words[j] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(append(words, letter), " ")
}

func (g english) define(term string) string {
	return " (" + g.manner.say("", "call it ", "hereafter ", "referred to below as ") + "“" + strings.TrimPrefix(term, "the ") + "”)"
}

func (g english) meaningOf(label, term string) string {
	return "the " + label + " that " + term + g.manner.say(" stands for", " refers to", " denotes")
}

func (english) numberNoun() string { return "figure" }

// list divides by semicolons what has commas of its own.
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

// columns has commas even where words have some: those stand in brackets.
func (english) columns(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func (english) measure(label string) string { return plural(label) }

func (english) dayMeasure() string { return "days" }

func (english) timesMeasure() string { return "times" }

// plural makes a noun phrase plural: the word before the first preposition.
func plural(noun string) string {
	words := strings.Fields(noun)
	at := len(words) - 1
	for i := 1; i < len(words); i++ {
		if prepositions[words[i]] {
			at = i - 1
			break
		}
	}
	if at < 0 {
		return noun
	}
	words[at] = pluralWord(words[at])
	return strings.Join(words, " ")
}

// prepositions are the words behind which a noun phrase goes on, and some that a
// clause begins with.
var prepositions = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("of to in for by with from at on as per between among that which who whose whom where served subject under against") {
		m[w] = true
	}
	return m
}()

func pluralWord(w string) string {
	last := w[len(w)-1]
	switch {
	case strings.HasSuffix(w, "is"): // basis
		return w[:len(w)-2] + "es"
	case strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"), last == 's', last == 'x':
		return w + "es"
	case last == 'y' && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

func (g english) count(r *rows) string {
	return g.number() + strings.TrimPrefix(g.rows(r), "the ")
}

func (g english) distinct(s *set) string {
	switch {
	case s.rows == nil && s.repeats:
		return g.number() + g.different() + plural(s.word) + " among " + s.text
	case s.rows == nil:
		return g.number() + strings.TrimPrefix(s.text, "the ")
	}
	return g.number() + g.different() + plural(s.word) + g.preposition(s.rows, s.word) + g.rows(s.rows)
}

// number begins a count.
func (english) number() string { return "the number of " }

// different is what things are that are counted once each.
func (g english) different() string { return g.manner.say("different ", "distinct ") }

// kind is what a number made of a column is called, before the column.
func (g english) kind(f plan.Function) string {
	switch f {
	case plan.Sum:
		return g.manner.say("total", "combined")
	case plan.Average:
		return g.manner.say("average", "mean")
	case plan.Minimum:
		return "minimum"
	}
	return "maximum"
}

func (g english) aggregate(f plan.Function, r *rows, column string) string {
	return "the " + before(g.kind(f), column) + g.preposition(r, column) + g.rows(r)
}

func (g english) days(a, b string) string { return "the number of days between " + g.beside(a, b) }

// beside joins two phrases, lettered where a word within them could be taken for
// the one that joins them.
func (english) beside(a, b string) string {
	if strings.Contains(a+b, " and ") {
		return "(a) " + a + " and (b) " + b
	}
	return a + " and " + b
}

func (g english) arithmetic(f plan.Function, a, b string) string {
	switch f {
	case plan.Add:
		return "the sum of " + g.beside(a, b)
	case plan.Subtract:
		return a + g.manner.say(" less ", " minus ") + b
	case plan.Multiply:
		return "the product of " + g.beside(a, b)
	case plan.Divide:
		return a + " divided by " + b
	}
	return a + g.manner.say(" as a percentage of ", " expressed as a percentage of ") + b
}

// more is the word for the end of a comparison.
func (g english) more(k *comparison) string {
	if k.counts {
		return superlative("", k.order, [2]string{}, [2]string{}, g.sizes())
	}
	return superlative(k.kind, k.order, [2]string{"later", "earlier"}, g.sizes(), g.sizesOf("higher", "lower"))
}

// sizes are the words for the two ends of a comparison of counts.
func (g english) sizes() [2]string { return g.sizesOf("larger", "smaller") }

// sizesOf are words for the two ends of a comparison.
func (g english) sizesOf(more, less string) [2]string {
	if g.manner.say(more, "greater") == "greater" {
		return [2]string{"greater", "smaller"}
	}
	return [2]string{more, less}
}

func (g english) winner(k *comparison) string {
	if k.same != "" {
		return "the one of the two " + plural(k.label) + " " + g.beside(k.first, k.second) + " for which " + fill(k.same, "that "+k.label) + " is " + g.more(k)
	}
	return "the one of the two " + plural(k.label) + " " + g.beside(k.first, k.second) + " whose figure is " + g.more(k) +
		", taking for the former " + k.a + " and for the latter " + k.b
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
		w.Question = "Which " + g.manner.say("", "one ") + "is " + subject
		w.Clause = "which " + g.manner.say("", "one ") + "is " + subject
	}
	return w
}

// longest is how many bytes may stand before the verb of a question.
const longest = 90

func (g english) howMany(r *rows, _ string) Wording {
	w := Wording{Subject: g.count(r)}
	bare := strings.TrimPrefix(r.base, "the ")
	switch {
	case r.pick != nil:
		return g.wording(AskCount, w.Subject, "")
	case r.conditions != nil:
		w.Clause = "how many of " + r.base + " have " + g.features(r)
	case r.named || r.each && strings.HasPrefix(bare, "each of "):
		w.Clause = "how many " + r.measure + g.manner.say(" there are in ", " can be found in ") + bare
		w.Question = g.manner.say("How many "+r.measure+" are there in ", "How many "+r.measure+" can be found in ") + bare
		return w
	case len(bare) > longest:
		return g.wording(AskCount, g.number()+bare, "")
	default:
		w.Clause, w.Question = "how many "+bare+" there are", "How many "+bare+" are there"
		return w
	}
	w.Question = "H" + w.Clause[1:]
	return w
}

func (g english) howManyDifferent(s *set, _ string) Wording {
	w := Wording{Subject: g.distinct(s)}
	switch {
	case s.has != "":
		w.Clause = "how many of " + s.out + " " + s.has
	case s.rows == nil:
		return g.wording(AskCount, w.Subject, "")
	default:
		w.Clause = "how many " + g.different() + plural(s.word) + " there are among " + g.rows(s.rows)
		w.Question = "How many " + g.different() + plural(s.word) + " are there among " + g.rows(s.rows)
		return w
	}
	w.Question = "H" + w.Clause[1:]
	return w
}

func (g english) howLong(a, b, _ string) Wording {
	in := g.beside(a, b)
	return Wording{
		Subject: "the number of days between " + in, Question: g.manner.say("How many days are there between ", "How many days lie between ", "How many days passed between ") + in,
		Clause: g.manner.say("how many days there are between ", "how many days lie between ", "how many days passed between ") + in,
	}
}

func (english) times(w Wording, a, b string) Wording {
	w.Question = "How many times " + b + " is " + a
	return w
}

func (g english) which(k *comparison) Wording {
	w := Wording{Subject: g.winner(k)}
	if k.same != "" {
		w.Clause = "for which " + k.label + ", " + k.first + " or " + k.second + ", " + fill(k.same, "that "+k.label) + " is " + g.more(k)
	} else {
		w.Clause = "which " + k.label + ", " + k.first + " or " + k.second + ", has the " + g.more(k) + " figure, taking for the former " + k.a + " and for the latter " + k.b
	}
	w.Question = capital(w.Clause)
	if k.same != "" {
		w.Question = "For which " + k.label + ", " + k.first + " or " + k.second + ", is " + fill(k.same, "that "+k.label) + " " + g.more(k)
	}
	return w
}
