package infer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Advice is what a model says of a draft: words for columns and lookups that the draft declares, and
// what the quantities mean. It can name nothing else. The zero value says nothing.
type Advice struct {
	Columns []ColumnAdvice `json:"columns,omitempty"`
	Lookups []LookupAdvice `json:"lookups,omitempty"`
}

// ColumnAdvice is about a column that names no entity. Zero fields leave the draft as it is.
type ColumnAdvice struct {
	Table  string             `json:"table"`
	Column string             `json:"column"`
	Label  string             `json:"label,omitempty"` // what it is called
	Sense  domain.ColumnSense `json:"sense,omitempty"`
	Others []string           `json:"others,omitempty"` // other words for the label, for the thesaurus
}

// LookupAdvice is about a lookup. Zero fields leave the draft as it is.
type LookupAdvice struct {
	Tool        string `json:"tool"`
	Description string `json:"description,omitempty"` // for agents
	Phrase      string `json:"phrase,omitempty"`      // of the rows found, with {} for what is given
}

// AdviceRefusal is a piece of advice that a draft does not take, and why.
type AdviceRefusal struct {
	At   string // the table and column, or the tool
	Said string // what was said; anybody's text
	Why  string
}

// adviceShape is what a model answers about a table.
type adviceShape struct {
	Columns map[string]struct {
		Label  string             `json:"label,omitempty"`
		Kind   string             `json:"kind,omitempty"` // told to the model; ignored in its answer
		Unit   string             `json:"unit,omitempty"`
		Sense  domain.ColumnSense `json:"sense,omitempty"`
		Others []string           `json:"others,omitempty"`
	} `json:"columns"`
	Lookups map[string]struct {
		Description string `json:"description,omitempty"`
		Phrase      string `json:"phrase,omitempty"`
	} `json:"lookups"`
}

// Inquiry returns what a model is told and asked about a table: names, kinds and words of the draft.
// No cell is in it.
func (d *DomainDraft) Inquiry(table string) (instruction, question string) {
	lang := d.Domain.Languages[0]
	named := map[string]string{"en": "English", "zh": "Chinese"}[lang]
	instruction = "You improve the words of a draft that describes a table, so that people can ask about it in natural " + named + ". " +
		`Answer with one JSON object of the same form as the one you are given. For each column: "label", a short noun phrase in lower case for what it holds; ` +
		`"sense", for numbers stock, flow, price, measurement or share, for texts label or identifier, only where it is clear; "others", up to three other noun phrases that mean exactly the same as the label. ` +
		`For each lookup: "description", one sentence that tells an agent what it finds and by what; "phrase", a noun phrase for the rows it finds, with {} once for what is given. ` +
		"Name no table, column or lookup that is not there. Leave out what is right as it is."
	shape := adviceShape{}
	data, _ := json.Marshal(map[string]any{"columns": map[string]any{}, "lookups": map[string]any{}}) // maps of this shape have JSON
	if err := json.Unmarshal(data, &shape); err != nil {
		panic("infer: an empty shape has no JSON: " + err.Error())
	}
	t := d.Domain.Table(table)
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Entity == "" {
			entry := shape.Columns[c.Name]
			entry.Label, entry.Kind, entry.Unit, entry.Sense = c.Label.In(lang), string(c.Kind), c.Unit, c.Sense
			shape.Columns[c.Name] = entry
		}
	}
	for i := range d.Domain.Tools {
		if tool := &d.Domain.Tools[i]; tool.Table == table {
			entry := shape.Lookups[tool.Name]
			entry.Description, entry.Phrase = tool.Description.In(lang), tool.Phrase.In(lang)
			shape.Lookups[tool.Name] = entry
		}
	}
	text, err := json.MarshalIndent(shape, "", " ")
	if err != nil {
		panic("infer: a draft has no JSON: " + err.Error())
	}
	return instruction, fmt.Sprintf("Table %q, a row of which is called %q:\n%s", table, t.Row.In(lang), text)
}

// ReadAdvice reads a model's answer about a table. It fails if the answer has another form.
func ReadAdvice(table, answer string) (Advice, error) {
	var shape adviceShape
	dec := json.NewDecoder(strings.NewReader(answer))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&shape); err != nil {
		return Advice{}, fmt.Errorf("table %s: %w: want one JSON object with columns and lookups", table, err)
	}
	var a Advice
	for name, c := range shape.Columns {
		a.Columns = append(a.Columns, ColumnAdvice{table, name, c.Label, c.Sense, c.Others})
	}
	for name, l := range shape.Lookups {
		a.Lookups = append(a.Lookups, LookupAdvice{name, l.Description, l.Phrase})
	}
	slices.SortFunc(a.Columns, func(x, y ColumnAdvice) int { return cmp.Compare(x.Column, y.Column) })
	slices.SortFunc(a.Lookups, func(x, y LookupAdvice) int { return cmp.Compare(x.Tool, y.Tool) })
	return a, nil
}

// advised is the state of taking advice into a draft.
type advised struct {
	draft *DomainDraft
	lang  string
	words map[string]bool // labels, phrases and other words that are taken
}

// advise takes advice that passes the gates into the draft, and notes the rest.
func (d *DomainDraft) advise(a Advice, settled func(table, column string) bool) {
	s := &advised{draft: d, lang: d.Domain.Languages[0], words: map[string]bool{}}
	for i := range d.Domain.Entities {
		s.words[d.Domain.Entities[i].Label.In(s.lang)] = true
	}
	for i := range d.Domain.Tables {
		t := &d.Domain.Tables[i]
		s.words[t.Row.In(s.lang)], s.words[t.Measure.In(s.lang)] = true, true
		for j := range t.Columns {
			label := t.Columns[j].Label.In(s.lang)
			for _, words := range append([]string{label}, synonyms[s.lang][label]...) {
				s.words[words] = true
			}
		}
	}
	for i := range d.Domain.Tools {
		s.words[d.Domain.Tools[i].Phrase.In(s.lang)] = true
	}
	for _, c := range a.Columns {
		s.column(&c, settled(c.Table, c.Column))
	}
	for _, l := range a.Lookups {
		s.lookup(&l)
	}
}

func (s *advised) refuse(at, said, why string) {
	s.draft.Refused = append(s.draft.Refused, AdviceRefusal{at, said, why})
}

// Forms of words that a model may give.
var (
	englishWords = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9 '/-]{1,47}$`)
	chineseWords = regexp.MustCompile(`^[\p{Han}A-Za-z0-9]{2,20}$`)
)

// fault returns why words cannot stand for something; "" if they can.
func (s *advised) fault(words string) string {
	form := englishWords
	if s.lang == "zh" {
		form = chineseWords
	}
	switch {
	case !form.MatchString(words) || strings.Contains(words, "  ") || strings.HasSuffix(words, " "):
		return "want a short noun phrase without marks"
	case s.words[words]:
		return "something else is called so"
	}
	return ""
}

// column takes advice on a column. Settled says that people have accepted what the draft has.
func (s *advised) column(a *ColumnAdvice, settled bool) {
	at := a.Table + "." + a.Column
	t := s.draft.Domain.Table(a.Table)
	if t == nil || t.Column(a.Column) == nil || t.Column(a.Column).Entity != "" {
		s.refuse(at, a.Label, "there is no such column that names no entity")
		return
	}
	c, taken := t.Column(a.Column), []string{}
	if a.Label != "" && a.Label != c.Label.In(s.lang) {
		if why := s.fault(a.Label); why != "" {
			s.refuse(at, a.Label, why)
		} else {
			delete(s.words, c.Label.In(s.lang))
			c.Label, s.words[a.Label] = domain.Text{s.lang: a.Label}, true
			taken = append(taken, "label")
		}
	}
	if a.Sense != "" && a.Sense != c.Sense {
		if !fitsSense(c.Kind, a.Sense) {
			s.refuse(at, string(a.Sense), "no sense of such a column")
		} else if settled {
			s.refuse(at, string(a.Sense), "people have said what it is")
		} else {
			c.Sense = a.Sense
			taken = append(taken, "sense")
		}
	}
	for _, other := range a.Others {
		if why := s.fault(other); why != "" {
			s.refuse(at, other, why)
			continue
		}
		s.words[other] = true
		label := c.Label.In(s.lang)
		if s.draft.others == nil {
			s.draft.others = map[string][]string{}
		}
		s.draft.others[label] = append(s.draft.others[label], other)
	}
	for i := range s.draft.Tables {
		for j := range s.draft.Tables[i].Columns {
			if f := &s.draft.Tables[i].Columns[j]; s.draft.Tables[i].Table == a.Table && f.Column == a.Column {
				f.Declared, f.Holds = *c, describe(c)
				if len(taken) > 0 && !settled {
					f.Doubts = append(f.Doubts, strings.Join(taken, " and ")+" by a model: check it")
				}
			}
		}
	}
}

// fitsSense reports whether a kind of column can have a sense.
func fitsSense(kind domain.ColumnKind, sense domain.ColumnSense) bool {
	switch sense {
	case domain.Stock, domain.Flow, domain.Price, domain.Measurement, domain.Share:
		return kind.Numeric()
	case domain.Label, domain.Identifier:
		return kind == domain.KindText
	}
	return false
}

// lookup takes advice on a lookup.
func (s *advised) lookup(a *LookupAdvice) {
	var t *domain.Tool
	for i := range s.draft.Domain.Tools {
		if one := &s.draft.Domain.Tools[i]; one.Name == a.Tool && one.Kind == domain.Lookup {
			t = one
		}
	}
	if t == nil {
		s.refuse(a.Tool, a.Phrase, "there is no such lookup")
		return
	}
	if d := a.Description; d != "" {
		if utf8.RuneCountInString(d) > 240 || strings.ContainsFunc(d, unicode.IsControl) || strings.ContainsAny(d, "{}<>`") || inert(d) != d {
			s.refuse(a.Tool, d, "want one plain sentence")
		} else {
			t.Description = domain.Text{s.lang: d}
		}
	}
	if p := a.Phrase; p != "" && p != t.Phrase.In(s.lang) {
		if why := s.phraseFault(t, p); why != "" {
			s.refuse(a.Tool, p, why)
			return
		}
		delete(s.words, t.Phrase.In(s.lang))
		t.Phrase, s.words[p] = domain.Text{s.lang: p}, true
	}
}

// phraseFault returns why a phrase cannot be that of a lookup; "" if it can. It has to have the noun
// of the rows, so that it names what is found.
func (s *advised) phraseFault(t *domain.Tool, phrase string) string {
	table := s.draft.Domain.Table(t.Table)
	noun := table.Row.In(s.lang)
	if t.Returns == domain.Many && s.lang == "en" {
		noun = table.Measure.In(s.lang)
	}
	before, after, _ := strings.Cut(phrase, domain.Slot)
	rest := before + after
	form := regexp.MustCompile(`^[a-zA-Z0-9 '-]*$`)
	if s.lang == "zh" {
		form = regexp.MustCompile(`^[\p{Han}A-Za-z0-9]*$`)
	}
	switch {
	case strings.Count(phrase, domain.Slot) != 1 || utf8.RuneCountInString(phrase) > 80 || !form.MatchString(rest):
		return "want a short noun phrase with {} once"
	case s.lang == "en" && !strings.HasPrefix(phrase, "the "+noun+" ") || !strings.Contains(rest, noun):
		return "want the rows called " + noun
	case s.words[phrase]:
		return "another lookup has this phrase"
	}
	return ""
}
