package statute

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// writer holds the grammar and the formatter of one language. It is safe for concurrent use.
type writer struct {
	formatter formatter
	grammar   *grammar.Grammar
	slots     map[string][]string // that the texts of a rule can have, by rule
	rules     [kinds][styles]rules
	self      [forms]string // the name by which a statute refers to itself
}

// style selects grammar rules: those of the matter's family, or those of a court.
type style = family

// The styles are the families and courtStyle.
const (
	courtStyle = families
	styles     = families + 1
)

// rules are the grammar rules of a kind of article in a style. A rule of the style, such as
// "fine_civil", takes precedence over the rule of the kind, "fine".
type rules struct {
	text, item, last, gist string
	proviso, coda          string
	more                   []string // of further paragraphs
}

// newWriter reads the grammars of a language and binds them to the kinds.
func newWriter(language string, j jurisdiction) (*writer, error) {
	names, err := fs.Glob(files, "text/"+language+"/*.yaml")
	if err != nil {
		return nil, err
	}
	g, err := grammar.Load(files, names...)
	if err != nil {
		return nil, err
	}
	w := &writer{formatter: formatterOf(language), grammar: g, slots: map[string][]string{}}
	for _, r := range g.Rules() {
		w.slots[r] = g.Slots(r)
	}
	for f := range forms {
		w.self[f] = g.Expand(chance.Key{}.Rand(), formRule("self", f, j), nil)
	}
	for k := range kinds {
		for s := range styles {
			if w.rules[k][s], err = w.bind(k, s); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

// groupOf returns the group of rules for further paragraphs of a kind.
func groupOf(k kind, s style) string {
	group := traits[k].group
	switch {
	case group == "head" || group == "power" || group == "care":
	case s == courtStyle:
		return "court"
	case group != "ban" && (s == procedural || s == official):
		return "procedural"
	}
	return group
}

// bind finds the rules of a kind in a style.
func (w *writer) bind(k kind, s style) (rules, error) {
	own := "court"
	if s < families {
		own = familyNames[s]
	}
	name := traits[k].name
	r := rules{text: name, gist: "gist_" + name}
	if _, ok := w.slots[name+"_"+own]; ok {
		r.text = name + "_" + own
	}
	group := groupOf(k, s)
	for _, n := range w.grammar.Rules() {
		if strings.HasPrefix(n, "more_"+group+"_") {
			r.more = append(r.more, n)
		}
	}
	r.proviso = "proviso"
	if _, ok := w.slots["proviso_"+group]; ok {
		r.proviso += "_" + group
	}
	r.coda = "codas_" + group
	need := []string{r.text, r.gist, r.coda}
	if traits[k].listed {
		r.item, r.last = name+"_item", name+"_last"
		need = append(need, r.item, r.last)
	}
	for _, n := range need {
		if _, ok := w.slots[n]; !ok {
			return r, fmt.Errorf("grammar of statutes: no rule %s: want one for every kind of article", n)
		}
	}
	return r, nil
}

// formRule returns the grammar rule for a thing that depends on a form.
func formRule(thing string, f form, j jurisdiction) string {
	if j.region != "" {
		thing += "_regional"
	}
	return thing + "_" + formNames[f]
}

// title returns the title of a statute.
func (l *Law) title(s *Statute) string {
	name := l.lexicon.subjects[s.subject].name
	slots := map[string]string{"place": l.jurisdiction.name(), "name": titleCase(name)}
	t := l.text.grammar.Expand(s.key.Rand(), formRule("title", s.form, l.jurisdiction), slots)
	if s.volume > 0 {
		slots["number"] = l.text.formatter.number(s.volume + 1)
		t += l.text.grammar.Expand(s.key.Rand(), "volume", slots)
	}
	return t
}

// name returns the name of the place where the law applies.
func (j jurisdiction) name() string {
	if j.region != "" {
		return j.region
	}
	return j.nation
}

// lowerCaseWords are the English words that titles keep in lower case.
var lowerCaseWords = []string{"of", "and", "in", "on", "the", "to", "for", "against", "from", "by", "at", "with", "a"}

// titleCase capitalises the words of a name as in an English title.
func titleCase(name string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if i == 0 || !slices.Contains(lowerCaseWords, w) {
			runes := []rune(w)
			runes[0] = unicode.ToUpper(runes[0])
			words[i] = string(runes)
		}
	}
	return strings.Join(words, " ")
}

// headings sets the beginnings of the passages of all versions, up to the article's number: the
// title, with a mark for versions that are no longer in force.
func (l *Law) headings(s *Statute) {
	for i := range s.Versions {
		v := &s.Versions[i]
		v.heading = s.Title
		last := i == len(s.Versions)-1
		if last && s.Repealed.IsZero() {
			continue
		}
		r := v.key(s).Rand()
		slots := map[string]string{
			"year": strconv.Itoa(v.Date.Year()),
			"note": l.text.grammar.Expand(r, "note_"+string(v.Note), nil),
		}
		if last {
			slots["repealed"] = l.text.grammar.Expand(r, "note_repealed", nil)
		}
		v.heading += l.text.grammar.Expand(r, "mark", slots)
	}
}
