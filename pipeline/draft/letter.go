package draft

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// AskText asks for a text to be written; the [domain.Template] of the program says which
// text.
const AskText AskKind = "text"

// Requests returns the phrasings of the question of a bound program that asks for a text
// to be written, in the order of [domain.Template].Requests, at least one; the first is
// the result of [Question]. Each names the start, lists the contents that the text must have,
// and holds the given texts, as Question says. The error says that the program has no template of
// the domain or does not fit it, that its start is not bound, or that drafts cannot be written in
// the language.
func Requests(d *domain.Domain, p *plan.Program, lang string, given ...GivenText) ([]string, error) {
	return RewordedRequests(d, p, lang, Wordings{}, given...)
}

// RewordedRequests returns the phrasings of [Requests] in the given wordings. The zero
// Wordings give the result of Requests. Any other Manner also decides the order of the
// contents, the same order each time; an item that refers to another ("that firm") stays
// after it. Errors are as for Requests.
func RewordedRequests(d *domain.Domain, p *plan.Program, lang string, w Wordings, given ...GivenText) ([]string, error) {
	l, err := newLetter(d, p, lang)
	if err != nil {
		return nil, err
	}
	return l.requests(w, given)
}

// requests returns the phrasings of the request, see [RewordedRequests].
func (l *letter) requests(w Wordings, given []GivenText) ([]string, error) {
	t := l.template
	if given != nil && !slices.EqualFunc(given, t.Given, func(g GivenText, of domain.TemplateGiven) bool { return g.Name == of.Name }) {
		return nil, fmt.Errorf("template %q: %d texts to hand over: want the %d that it declares, in their order", t.Name, len(given), len(t.Given))
	}
	if w.Domain != nil {
		t = w.Domain.Template(t.Name)
	}
	values := l.requested(t, w.Manner)
	for _, g := range given {
		values[g.Name] = g.Text
	}
	texts := make([]string, len(t.Requests))
	for i, r := range t.Requests {
		texts[i] = domain.Fill(r.Phrase.In(l.lang), values)
	}
	return texts, nil
}

// GivenText is a text that a question hands over.
type GivenText struct {
	Name string `json:"name"` // of [domain.TemplateGiven]
	Text string `json:"text"` // as it stands in the question
}

// given returns the texts that the question hands over: those of the template's steps as the trace has
// them, and forms. The error names a text of which the trace does not hold exactly one.
func (l *letter) given(t *plan.Trace) ([]GivenText, error) {
	var all []GivenText
	for _, g := range l.template.Given {
		text := g.Form.In(l.lang)
		if g.Form == nil {
			r := t.Result(g.Name)
			if r == nil || len(r.Values) != 1 {
				return nil, fmt.Errorf("given text %q: the trace does not hold it: want exactly one", g.Name)
			}
			text = r.Values[0].Text
		}
		all = append(all, GivenText{g.Name, strings.TrimSpace(text)})
	}
	return all, nil
}

// letterInquiries returns the single inquiry of a program of a template.
func letterInquiries(d *domain.Domain, p *plan.Program, lang string) ([]Inquiry, error) {
	l, err := newLetter(d, p, lang)
	if err != nil {
		return nil, err
	}
	return []Inquiry{l.inquiry()}, nil
}

// letterAnswer returns the plainest request for a text and the text of a trace, for [Answer].
func letterAnswer(d *domain.Domain, p *plan.Program, t *plan.Trace, lang string) (ReferenceAnswer, error) {
	l, err := newLetter(d, p, lang)
	if err != nil {
		return ReferenceAnswer{}, err
	}
	given, err := l.given(t)
	if err != nil {
		return ReferenceAnswer{}, err
	}
	requests, err := l.requests(Wordings{}, given)
	if err != nil {
		return ReferenceAnswer{}, err
	}
	return l.reply(t, requests[0], given)
}

// letter is a text to write about an entity, in a language.
type letter struct {
	domain   *domain.Domain
	program  *plan.Program
	template *domain.Template
	lang     string
	start    map[string]string // the name by its placeholder, or its parts by theirs
}

// newLetter checks that the program is of a template of the domain and in a language
// that texts are written in.
func newLetter(d *domain.Domain, p *plan.Program, lang string) (*letter, error) {
	l := &letter{domain: d, program: p, template: d.Template(p.Template), lang: lang}
	if l.template == nil {
		return nil, fmt.Errorf("template %q: want a template of domain %s", p.Template, d.Name)
	}
	written := Languages()
	if l.template.FixedWords() {
		written = FixedWordLanguages()
	}
	if !slices.Contains(d.Languages, lang) || !slices.Contains(written, lang) {
		return nil, fmt.Errorf("language %q: want one of domain %s that drafts of template %q can be written in (%s)", lang, d.Name, p.Template, strings.Join(written, ", "))
	}
	if len(p.Answers) != len(l.template.Slots) {
		return nil, fmt.Errorf("template %q: %d answers: want one for each of %d slots", p.Template, len(p.Answers), len(l.template.Slots))
	}
	starts := p.Entities()
	e := d.Entity(l.template.Start.Entity)
	if len(starts) != 1 || len(starts[0].Value) != max(1, len(e.Parts)) {
		return nil, fmt.Errorf("template %q: %d starts: want one start that is bound to a name", p.Template, len(starts))
	}
	l.start = map[string]string{domain.TemplateStartName: starts[0].Value[0]}
	if len(e.Parts) > 0 {
		l.start = map[string]string{}
		for i, part := range e.Parts {
			l.start[part] = starts[0].Value[i]
		}
	}
	return l, nil
}

// requested returns the values of a request's placeholders.
func (l *letter) requested(t *domain.Template, m Manner) map[string]string {
	values := maps.Clone(l.start)
	if day := l.program.DrawnDay(); day != "" {
		values[domain.TemplateDay] = humanize.Day(l.lang, day)
	}
	if !t.FixedWords() {
		values[domain.TemplateSlots] = l.slots(t, m)
	}
	return values
}

// slots lists what the text must contain, in the words of a template.
func (l *letter) slots(t *domain.Template, m Manner) string {
	number, between := m.variant("(%d) ", "%d. ", "%d) "), "; "
	if l.lang == "zh" {
		number, between = m.variant("（%d）", "%d、", "%d."), "；"
	}
	items := make([]string, len(t.Slots))
	for i, k := range l.order(m) {
		items[i] = fmt.Sprintf(number, i+1) + t.Slots[k].Phrase.In(l.lang)
	}
	return strings.Join(items, between)
}

// order returns the order in which the slots are listed: the template's own, or one that
// the manner draws. The first stays first, and slots that refer back stay behind what
// they refer to.
func (l *letter) order(m Manner) []int {
	var runs [][]int
	for i, s := range l.template.Slots {
		if last := len(runs) - 1; last >= 0 && refersBack[l.lang](s.Phrase.In(l.lang)) {
			runs[last] = append(runs[last], i)
			continue
		}
		runs = append(runs, []int{i})
	}
	if m.seed != 0 {
		r := rand.New(rand.NewPCG(m.seed, 0))
		r.Shuffle(len(runs)-1, func(i, j int) { runs[i+1], runs[j+1] = runs[j+1], runs[i+1] })
	}
	return slices.Concat(runs...)
}

// refersBack reports whether a phrase refers to the phrase before it, by language.
var refersBack = map[string]func(string) bool{
	"zh": func(phrase string) bool { return strings.HasPrefix(phrase, "该") },
	"en": func(phrase string) bool { return strings.Contains(phrase, " of that ") },
}

// inquiry returns what the program asks for as a whole.
func (l *letter) inquiry() Inquiry {
	w := Wording{Subject: l.template.Label.In(l.lang), Clause: l.template.Label.In(l.lang)}
	q := Inquiry{Ask: AskText, Stepwise: w, Nested: w}
	for i := range l.program.Answers {
		q.Answers = append(q.Answers, &l.program.Answers[i])
	}
	return q
}

// reply writes the text of a trace. Keys are the values of the slots, in order; Middle
// are the facts and points that neither the question nor a key gives.
func (l *letter) reply(t *plan.Trace, question string, given []GivenText) (ReferenceAnswer, error) {
	held, asked := maps.Clone(l.start), value.Fold(question)
	for _, g := range given {
		held[g.Name] = g.Text
	}
	if day := l.program.DrawnDay(); day != "" {
		held[domain.TemplateDay] = humanize.Day(l.lang, day)
	}
	r := ReferenceAnswer{Question: question, Given: given, Middle: []string{}}
	for _, a := range l.program.Answers {
		values, texts, err := l.values(t, a.From)
		if err != nil {
			return r, err
		}
		held[a.From] = l.join(texts)
		for _, v := range values {
			if !slices.Contains(r.Keys, v.Text) {
				r.Keys, r.Values = append(r.Keys, v.Text), append(r.Values, v)
			}
		}
	}
	for _, name := range slices.Concat(l.template.Facts, l.template.Points) {
		values, texts, err := l.values(t, name)
		if err != nil {
			return r, err
		}
		for i := range values {
			if v := &values[i]; v.Kind == value.Number { // its measure is what the layout says of it
				texts[i] = strings.TrimSuffix(texts[i], " "+v.Unit)
				v.Text = texts[i]
			}
		}
		held[name] = l.join(texts)
		if l.isProse(t, name) {
			continue
		}
		if mark := l.spellings(t, name); mark != "" {
			values = withSpellings(values, mark)
		}
		values = slices.DeleteFunc(values, func(v value.Answer) bool { return v.Kind == value.Number && v.Text == v.Number }) // stands in too many texts
		if slices.Contains(l.template.Points, name) {
			values = r.addCited(values)
			r.MiddleValues = append(r.MiddleValues, values...)
		}
		for _, v := range values {
			if !slices.Contains(r.Middle, v.Text) && !strings.Contains(asked, value.Fold(v.Text)) {
				r.Middle = append(r.Middle, v.Text)
			}
		}
	}
	others := slices.Concat(r.Keys, r.Middle)
	r.Middle = slices.DeleteFunc(r.Middle, func(text string) bool {
		return utf8.RuneCountInString(text) < 2 || slices.Contains(r.Keys, text) ||
			slices.ContainsFunc(others, func(o string) bool { return o != text && strings.Contains(value.Fold(o), value.Fold(text)) })
	})
	r.MiddleValues = l.otherTerms(&r, question)
	r.Sentence = strings.TrimSpace(domain.Fill(l.template.Layout.In(l.lang), held))
	return r, nil
}

// addCited makes keys of the points that are citations of articles, and returns the others.
func (r *ReferenceAnswer) addCited(points []value.Answer) (others []value.Answer) {
	for _, v := range points {
		if _, cites := value.ParseCitation(v.Text); !cites {
			others = append(others, v)
			continue
		}
		if !slices.Contains(r.Keys, v.Text) {
			r.Keys, r.Values = append(r.Keys, v.Text), append(r.Values, v)
		}
	}
	return others
}

// isProse reports whether a node takes a long text, which is no keyword.
func (l *letter) isProse(t *plan.Trace, name string) bool {
	of := t.Result(name).Type
	return of.Table != "" && len(of.Columns) == 1 && l.domain.Table(of.Table).ColumnOrFact(of.Columns[0]).Kind == domain.KindProse
}

// join writes several values one after the other.
func (l *letter) join(texts []string) string {
	if l.lang == "zh" {
		return strings.Join(texts, "、")
	}
	return strings.Join(texts, "; ")
}

// values returns what a node found as typed values, and as the text states them. The alias of an
// entity's name is what its type's Strip leaves of it; the aliases of a citation are the other ways
// to cite.
func (l *letter) values(t *plan.Trace, name string) (values []value.Answer, texts []string, err error) {
	n, r := l.program.Node(name), t.Result(name)
	if n == nil || r == nil || len(r.Values) == 0 {
		return nil, nil, fmt.Errorf("answer %q: the trace holds no value: want at least one", name)
	}
	aliases := func(int) []string { return nil }
	if r.Cited != nil {
		aliases = func(i int) []string { return r.Cited[i].Names()[1:] }
	} else if e := l.domain.Entity(r.Type.Entity); e != nil && e.Strip != nil {
		strip := e.Stripper()
		aliases = func(i int) []string {
			if short := strip(r.Values[i].Text); short != r.Values[i].Text && short != "" {
				return []string{short}
			}
			return nil
		}
	}
	if l.template.Question() && r.Cited == nil {
		named := aliases
		aliases = func(i int) []string {
			// A clause of a list ends with a mark that a quotation of it leaves out.
			if bare := strings.TrimRight(r.Values[i].Text, "；;，,、"); bare != r.Values[i].Text && bare != "" {
				return append(named(i), bare)
			}
			return named(i)
		}
	}
	a := l.asked(name)
	if a == nil || a.Form.Style == plan.StyleText {
		for i, v := range r.Values {
			values, texts = append(values, value.Answer{Kind: value.Text, Text: v.Text, Aliases: aliases(i)}), append(texts, v.Text)
		}
		return values, texts, nil
	}
	c := l.composer(t)
	for _, v := range r.Values {
		typed, text, err := c.format(v, a.Form, c.measure(a))
		if err != nil {
			return nil, nil, fmt.Errorf("answer %q: %w", name, err)
		}
		c.quantify(&typed, a)
		values, texts = append(values, typed), append(texts, text)
	}
	return values, texts, nil
}

// composer returns a composer of answers to which the types of a trace's results are known.
func (l *letter) composer(t *plan.Trace) *composer {
	c := &composer{domain: l.domain, words: l.domain, program: l.program, lang: l.lang, grammar: grammarOf(l.lang, Manner{}), types: map[string]plan.Type{}}
	for i, found := range t.Results {
		if found != nil {
			c.types[l.program.Nodes[i].Name] = found.Type
		}
	}
	return c
}

// asked returns the answer that a node gives, or, in a text to write, the form in which the text
// states what it finds; nil if it gives none.
func (l *letter) asked(name string) *plan.AnswerSpec {
	for i := range l.program.Answers {
		if l.program.Answers[i].From == name {
			return &l.program.Answers[i]
		}
	}
	if l.template.Question() {
		return nil
	}
	return &plan.AnswerSpec{From: name, Form: plan.TemplateForms(l.domain, l.template)[name]}
}
