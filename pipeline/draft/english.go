package draft

import (
	"slices"
	"strconv"
	"strings"

	"taskgrove/pipeline/plan"
)

// english nests to the right: what is asked for stands first, and everything
// after "among" or "out of" belongs to it.
type english struct{ manner Manner }

func (english) labelled(label, name string) string { return label + " " + name }

func (english) head(label string) string { return label[strings.LastIndexByte(label, ' ')+1:] }

func (english) that(label string, many bool) string {
	if many {
		return "those " + plural(label)
	}
	return "that " + label
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

func (english) define(term string) string { return " (“" + strings.TrimPrefix(term, "the ") + "”)" }

func (english) meant(label, term string) string {
	return "the " + label + " that " + term + " stands for"
}

func (english) figure() string { return "figure" }

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
	return "the number of " + strings.TrimPrefix(g.rows(r), "the ")
}

func (g english) distinct(s *set) string {
	switch {
	case s.rows == nil && s.repeats:
		return "the number of different " + plural(s.word) + " among " + s.text
	case s.rows == nil:
		return "the number of " + strings.TrimPrefix(s.text, "the ")
	}
	return "the number of different " + plural(s.word) + g.preposition(s.rows, s.word) + g.rows(s.rows)
}

// kinds are what a number made of a column is called, before the column.
var kinds = map[plan.Function]string{
	plan.Sum: "total", plan.Average: "average", plan.Minimum: "minimum", plan.Maximum: "maximum",
}

func (g english) aggregate(f plan.Function, r *rows, column string) string {
	return "the " + kinds[f] + " " + column + g.preposition(r, column) + g.rows(r)
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
		return a + " less " + b
	case plan.Multiply:
		return "the product of " + g.beside(a, b)
	case plan.Divide:
		return a + " divided by " + b
	}
	return a + " as a percentage of " + b
}

// more is the word for the end of a comparison.
func (english) more(k *comparison) string {
	if k.counts {
		return superlative("", k.order, [2]string{}, [2]string{}, [2]string{"larger", "smaller"})
	}
	return superlative(k.kind, k.order, [2]string{"later", "earlier"}, [2]string{"larger", "smaller"}, [2]string{"higher", "lower"})
}

func (g english) winner(k *comparison) string {
	if k.same != "" {
		return "the one of the two " + plural(k.label) + " " + g.beside(k.first, k.second) + " for which " + fill(k.same, "that "+k.label) + " is " + g.more(k)
	}
	return "the one of the two " + plural(k.label) + " " + g.beside(k.first, k.second) + " whose figure is " + g.more(k) +
		", taking for the former " + k.a + " and for the latter " + k.b
}

func (g english) wording(ask Ask, subject, _ string) Wording {
	w := Wording{Subject: subject, Clause: subject}
	switch ask {
	case AskNumber, AskDate, AskCount, AskSeveral:
		w.Question = "What is " + subject
		if ask == AskSeveral {
			w.Question = "What are " + subject
		}
	case AskWhich:
		w.Question = "Which is " + subject
		w.Clause = "which is " + subject
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
		w.Clause = "how many " + r.measure + " there are in " + bare
		w.Question = "How many " + r.measure + " are there in " + bare
		return w
	case len(bare) > longest:
		return g.wording(AskCount, "the number of "+bare, "")
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
		w.Clause = "how many different " + plural(s.word) + " there are among " + g.rows(s.rows)
		w.Question = "How many different " + plural(s.word) + " are there among " + g.rows(s.rows)
		return w
	}
	w.Question = "H" + w.Clause[1:]
	return w
}

func (g english) howLong(a, b, _ string) Wording {
	in := g.beside(a, b)
	return Wording{
		Subject: "the number of days between " + in, Question: "How many days are there between " + in,
		Clause: "how many days there are between " + in,
	}
}

func (english) times(w Wording, a, b string) Wording {
	w.Question = "How many times " + b + " is " + a
	w.Clause = "h" + w.Question[1:]
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
