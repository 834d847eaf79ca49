package convert

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/exam"
)

// A ClaimIndex is a collection with what the rules read out of it: claims, typed values and names.
// It holds the collection, which must not be changed, and is safe for concurrent use.
type ClaimIndex struct {
	sites     []site
	claims    []claim
	values    []value
	questions map[string]*exam.Question
	words     map[string]*words
	faults    []Omission // rows without a claim, parts that cannot be shown
}

// A site is a part of an essay, from which items are made.
type site struct {
	essay      *exam.Essay
	part       *exam.Part
	words      *words
	claims     []int // of the index
	statement  string
	question   string
	assumed    []string
	shown      map[string]bool // terms of the case, its suppositions and the question
	asked      map[string]bool // terms of the question, or of a case without one
	said       map[string]bool // terms of the answer and its rows
	answer     string          // the answer and its rows, folded for search
	given      map[string]bool // keys of the values that case and question say
	names      map[string]bool // capital words that name parties
	standalone bool            // the question can be read without the case
	abstract   bool            // and names the law that it asks about, so that the case has no part in it
	siblings   []int           // the sites of the same essay, this one among them
}

// NewClaimIndex reads what the rules need out of a collection. Questions and essays in a language
// without words are left out, which [ClaimIndex.Convert] tells. The error is a fault of the files
// of words.
func NewClaimIndex(c *exam.Collection) (*ClaimIndex, error) {
	x := &ClaimIndex{questions: make(map[string]*exam.Question), words: make(map[string]*words)}
	for _, lang := range languages(c) {
		w, err := readWords(lang)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			x.words[lang] = w
		}
	}
	for i := range c.Questions {
		x.questions[c.Questions[i].ID] = &c.Questions[i]
	}
	small := commonWords(c)
	essays := make([]*exam.Essay, len(c.Essays))
	for i := range c.Essays {
		essays[i] = &c.Essays[i]
	}
	slices.SortFunc(essays, func(a, b *exam.Essay) int { return strings.Compare(a.ID, b.ID) })
	for _, e := range essays {
		if w := x.words[e.Language]; w != nil {
			x.addEssay(e, w, small)
			continue
		}
		x.reject(e.ID, "", "", Language, fmt.Sprintf("language %q: want pt, zh or en", e.Language))
	}
	x.readValues()
	return x, nil
}

// languages returns the languages of a collection, sorted.
func languages(c *exam.Collection) []string {
	all := make(map[string]bool)
	for i := range c.Essays {
		all[c.Essays[i].Language] = true
	}
	for i := range c.Questions {
		all[c.Questions[i].Language] = true
	}
	return slices.Sorted(maps.Keys(all))
}

func (x *ClaimIndex) addEssay(e *exam.Essay, w *words, small map[string]bool) {
	var siblings []int
	names := w.names(e, small)
	for i := range e.Parts {
		p := &e.Parts[i]
		s := site{essay: e, part: p, words: w, names: names}
		s.statement, s.question = w.unannounced(w.clean(e.Statement)), w.clean(p.Question)
		for _, a := range p.Assumptions {
			s.assumed = append(s.assumed, w.clean(a))
		}
		s.standalone = s.question != "" && !w.mentions(s.question, names) && !w.refers.MatchString(fold(s.question))
		s.abstract = s.standalone && w.lawful != nil && w.lawful.MatchString(fold(s.question))
		s.given = make(map[string]bool)
		shown := s.statement + "\n" + s.question + "\n" + strings.Join(s.assumed, "\n")
		s.shown = w.terms(shown)
		if s.asked = w.terms(s.question); s.question == "" {
			s.asked = s.shown
		}
		for _, m := range w.readMentions(shown) {
			s.given[m.key] = true
		}
		texts := []string{p.Answer}
		for _, r := range p.Points {
			texts = append(texts, r.Text)
		}
		all := strings.Join(texts, "\n")
		s.said, s.answer = w.terms(all), strings.ToLower(fold(all))
		if fault := s.unfit(); fault != "" {
			x.reject(e.ID, p.Label, "", fault, "statement or question")
			continue
		}
		siblings = append(siblings, len(x.sites))
		x.sites = append(x.sites, s)
		x.addClaims(len(x.sites) - 1)
	}
	for _, i := range siblings {
		x.sites[i].siblings = siblings
	}
}

// MaxStatement is the greatest length of a case in bytes: parts of longer ones make no items.
const MaxStatement = 12_000

func (s *site) unfit() Reason {
	shown := s.statement + "\n" + s.question + "\n" + strings.Join(s.assumed, "\n")
	switch {
	case s.words.article.MatchString(fold(shown)) || s.words.blanked.MatchString(fold(shown)):
		return Article
	case len(shown) > MaxStatement:
		return Long
	}
	return ""
}

// addClaims reads the claims of a site: of its rows, or of the answer if it has none.
func (x *ClaimIndex) addClaims(i int) {
	s := &x.sites[i]
	heading, above := "", 0
	add := func(point int, source string) {
		c, fault := s.words.readClaim(source)
		if fault != "" {
			x.reject(s.essay.ID, s.part.Label, "", fault, source)
			return
		}
		c.site, c.point, c.heading, c.above = i, point, heading, above
		c.named = s.words.mentions(c.text, s.names) ||
			slices.ContainsFunc(c.mentions, func(m mention) bool { return m.form != "" && s.given[m.key] })
		s.claims = append(s.claims, len(x.claims))
		x.claims = append(x.claims, c)
	}
	for j := range s.part.Points {
		p := &s.part.Points[j]
		if p.Heading() {
			heading, above = strings.TrimSpace(p.Text), j+1
			continue
		}
		add(j+1, p.Text)
	}
	if len(s.part.Points) == 0 && s.part.Answer != "" {
		add(0, s.part.Answer)
	}
}

func (x *ClaimIndex) reject(source, part, rule string, reason Reason, detail string) {
	x.faults = append(x.faults, Omission{Source: source, Part: part, Rule: rule, Reason: reason, Detail: detail})
}

// field names the essays among which answers are exchanged.
func (s *site) field() string { return s.essay.Language + "/" + s.essay.Field }

// clean returns a text of an exam without what only tells how to answer, and without numbers
// of provisions: a citation goes with the words that lead to it ("nos termos do Art. 5º"), and
// "dispositivo legal" or its like stands for one that has none.
func (w *words) clean(s string) string {
	s = replace(s, w.chatter.FindAllStringSubmatchIndex(fold(s), -1), func([]int) string { return "" })
	lead, word := w.citation.SubexpIndex("lead"), w.citation.SubexpIndex("word")
	end := 0 // of the citation before
	s = replace(s, w.citations(fold(s)), func(m []int) string {
		follows := end > 0 && strings.TrimSpace(s[end:m[0]]) == ""
		end = m[1]
		if m[2*lead] >= 0 || follows || strings.HasPrefix(strings.TrimLeft(s[m[0]:m[1]], " "), "(") {
			return ""
		}
		before := ""
		if m[2*word] >= 0 {
			before = strings.ToLower(s[m[2*word]:m[2*word+1]])
		}
		out := w.provision[before]
		if last := strings.TrimSpace(s[:m[0]]); last == "" || strings.HasSuffix(last, ".") {
			out = capital(out)
		}
		mark := s[m[0]:m[1]]
		return mark[:len(mark)-len(strings.TrimLeft(mark, " ,;–-\n"))] + out
	})
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// unannounced is a case without the words that announce the questions after it.
func (w *words) unannounced(s string) string {
	if w.announces == nil {
		return s
	}
	return strings.TrimSpace(replace(s, w.announces.FindAllStringIndex(fold(s), -1), func(m []int) string {
		if m[0] == 0 || s[m[0]-1] == '\n' {
			return ""
		}
		return "."
	}))
}

// replace replaces the matches in a text.
func replace(s string, matches [][]int, by func(match []int) string) string {
	var b strings.Builder
	at := 0
	for _, m := range matches {
		b.WriteString(s[at:m[0]])
		b.WriteString(by(m))
		at = m[1]
	}
	b.WriteString(s[at:])
	return b.String()
}

// commonWords returns the words that stand somewhere in small letters, in small letters, and those
// of a third of the essays, which name no party of one.
func commonWords(c *exam.Collection) map[string]bool {
	out := make(map[string]bool)
	add := func(s string) {
		for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if strings.IndexFunc(word, unicode.IsUpper) < 0 {
				out[word] = true
			}
		}
	}
	essays := make(map[string]int) // with the word in capitals
	for i := range c.Essays {
		e := &c.Essays[i]
		texts := []string{e.Statement}
		for j := range e.Parts {
			texts = append(texts, e.Parts[j].Question)
		}
		for word := range capitals(strings.Join(texts, "\n")) {
			essays[strings.ToLower(word)]++
		}
		add(e.Statement)
		for j := range e.Parts {
			add(e.Parts[j].Question)
			add(e.Parts[j].Answer)
			for _, p := range e.Parts[j].Points {
				add(p.Text)
			}
		}
	}
	for word, n := range essays {
		if n >= 5 && 3*n >= len(c.Essays) {
			out[word] = true
		}
	}
	return out
}

// names returns the words of an essay's case that stand in capitals only, over
// the whole collection, within a sentence or more than once, and are no institutions: the names of
// its parties.
func (w *words) names(e *exam.Essay, small map[string]bool) map[string]bool {
	texts := []string{e.Statement}
	for _, p := range e.Parts {
		texts = append(append(texts, p.Question), p.Assumptions...)
	}
	out := make(map[string]bool)
	for word, within := range capitals(w.withoutLaw(strings.Join(texts, "\n"))) {
		if within && !small[strings.ToLower(word)] && !w.institutions[word] {
			out[word] = true
		}
	}
	return out
}

// capitals returns the words of a text that begin with a capital letter, with whether one
// stands within a sentence or more than once.
func capitals(s string) map[string]bool {
	out := make(map[string]bool)
	start := true
	for _, word := range strings.Fields(s) {
		bare := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		for _, part := range strings.FieldsFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if r := []rune(part); len(r) > 1 && unicode.IsUpper(r[0]) {
				_, again := out[part]
				out[part] = out[part] || again || !start
			}
		}
		start = strings.ContainsAny(word[len(word)-1:], ".!?:") || bare == ""
	}
	return out
}

// mentions reports whether a text names one of the parties.
func (w *words) mentions(s string, names map[string]bool) bool {
	for word := range capitals(w.withoutLaw(s)) {
		if names[word] {
			return true
		}
	}
	return w.named != nil && w.named.MatchString(fold(s))
}
