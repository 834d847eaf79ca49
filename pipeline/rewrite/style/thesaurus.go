package style

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// thesaurus holds synonyms of declared phrases.
type thesaurus struct {
	oneWord [][]string // words for one thing, of which a question has one

	understood map[string][]string            // further synonyms by phrase, which questions do not use
	phrases    map[string][]string            // by phrase
	tables     map[string]map[string][]string // by table and phrase; they take precedence
}

func newThesaurus() thesaurus {
	return thesaurus{understood: map[string][]string{}, phrases: map[string][]string{}, tables: map[string]map[string][]string{}}
}

// add reads a file. It does not replace phrases that are already there.
func (t *thesaurus) add(name string, data []byte) error {
	r := reader{yamlmap.Reader{Name: name}}
	r.Document(data, func(key, value *yaml.Node) {
		if key.Value != "thesaurus" {
			r.Fault(key, "key %q: want thesaurus", key.Value)
			return
		}
		r.Mapping(value, func(key, value *yaml.Node) {
			switch key.Value {
			case "one_word":
				r.oneWord(value, &t.oneWord)
			case "understood":
				r.phrases(value, t.understood)
			case "phrases":
				r.phrases(value, t.phrases)
			case "tables":
				r.Mapping(value, func(key, value *yaml.Node) {
					if t.tables[key.Value] == nil {
						t.tables[key.Value] = map[string][]string{}
					}
					r.phrases(value, t.tables[key.Value])
				})
			default:
				r.Fault(key, "key %q: want one_word, phrases, tables or understood", key.Value)
			}
		})
	})
	return r.Err()
}

// oneWord reads lists of words for one thing.
func (r *reader) oneWord(n *yaml.Node, into *[][]string) {
	if n.Kind != yaml.SequenceNode {
		r.Fault(n, "one_word: want lists of words")
		return
	}
	for _, list := range n.Content {
		words := r.texts(list)
		if len(words) < 2 {
			r.Fault(list, "%d words for one thing: want at least two", len(words))
		}
		*into = append(*into, words)
	}
}

// phrases reads lists of alternatives by phrase.
func (r *reader) phrases(n *yaml.Node, into map[string][]string) {
	r.Mapping(n, func(key, value *yaml.Node) {
		phrase := key.Value
		all := r.texts(value)
		for i, text := range all {
			switch {
			case strings.TrimSpace(text) != text || text == "":
				r.Fault(value.Content[i], "%q for %q: want words without space around", text, phrase)
			case slices.Contains(all[:i], text):
				r.Fault(value.Content[i], "%q for %q is there twice: want each synonym once", text, phrase)
			case strings.Count(text, domain.Slot) != strings.Count(phrase, domain.Slot):
				r.Fault(value.Content[i], "%q for %q: want as many %s", text, phrase, domain.Slot)
			}
		}
		if _, ok := into[phrase]; !ok {
			into[phrase] = all
		}
	})
}

// Alternatives returns the synonyms of a declared phrase that belongs to a table ("" for
// phrases that belong to no table), in the style's language and the order of the file,
// those that questions use first; nil if there are none. A table without synonyms of its
// own for the phrase has those of phrases that belong to no table. The caller must not
// change the slice.
func (s *Style) Alternatives(table, phrase string) []string {
	used := s.used(table, phrase)
	return append(used[:len(used):len(used)], s.thesaurus.understood[phrase]...)
}

// used returns the synonyms that questions use.
func (s *Style) used(table, phrase string) []string {
	if all, ok := s.thesaurus.tables[table][phrase]; ok {
		return all
	}
	return s.thesaurus.phrases[phrase]
}

// Reworded returns a copy of a domain in which every phrase with synonyms is replaced by
// one of them, drawn from r and by its own name, so that other phrases do not change it, in the
// style's language: the phrases of columns, rows,
// derivations, entity types and contents of texts to write, and [domain.Tool].Phrase and
// Known. Equal phrases of a table stay equal, and so do equal phrases that belong to no
// table. Of the words for one thing that the thesaurus lists, the synonyms contain one
// alone, wherever they leave a choice. The copy is for wording only; apart from phrases it is equal to d. It shares
// memory with d, which is not changed; neither may be changed afterwards.
func (s *Style) Reworded(d *domain.Domain, r *rand.Rand) *domain.Domain {
	w := wording{style: s, draws: digest.Draws(r.Uint64()), drawn: map[[2]string]string{}}
	for _, words := range s.thesaurus.oneWord {
		kept := slices.Index(words, digest.Pick(w.draws.Of("one word"), words, itself))
		w.avoided = append(w.avoided, slices.Concat(words[:kept], words[kept+1:]))
	}
	c := *d
	c.Entities = slices.Clone(d.Entities)
	for i := range c.Entities {
		w.say("", &c.Entities[i].Label)
	}
	c.Derivations = slices.Clone(d.Derivations)
	for i := range c.Derivations {
		w.say("", &c.Derivations[i].Phrase)
	}
	c.Tables = slices.Clone(d.Tables)
	for i := range c.Tables {
		t := &c.Tables[i]
		w.say(t.Name, &t.Row)
		if s.Language != "zh" { // where it is a noun
			w.say(t.Name, &t.Measure)
		}
		t.Columns = slices.Clone(t.Columns)
		for j := range t.Columns {
			col := &t.Columns[j]
			if col.Phrase == nil {
				col.Phrase = col.Label
			}
			w.say(t.Name, &col.Phrase)
			w.say(t.Name, &col.Whole)
			w.say(t.Name, &col.Clause)
			w.say(t.Name, &col.Event)
			w.say(t.Name, &col.Action)
		}
	}
	c.Tools = slices.Clone(d.Tools)
	for i := range c.Tools {
		w.say(c.Tools[i].Table, &c.Tools[i].Phrase)
		w.say(c.Tools[i].Table, &c.Tools[i].Known)
	}
	c.Templates = slices.Clone(d.Templates)
	for i := range c.Templates {
		t := &c.Templates[i]
		t.Slots = slices.Clone(t.Slots)
		for j := range t.Slots {
			w.say("", &t.Slots[j].Phrase)
		}
	}
	return &c
}

// wording draws synonyms, once for each phrase of a table.
type wording struct {
	style *Style
	draws digest.Draws
	drawn map[[2]string]string

	avoided [][]string // by list of words for one thing, all but the drawn one
}

// itself is the name of a text.
func itself(text string) string { return text }

// consistent returns the texts without those that have an avoided word, as far as any are
// left.
func (w *wording) consistent(texts []string) []string {
	for _, words := range w.avoided {
		left := slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
			return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
		})
		if len(left) > 0 {
			texts = left
		}
	}
	return texts
}

// say replaces a phrase in the style's language.
func (w *wording) say(table string, phrase *domain.Text) {
	old := phrase.In(w.style.Language)
	if _, own := w.style.thesaurus.tables[table][old]; !own {
		table = ""
	}
	all := w.style.used(table, old)
	if len(all) == 0 {
		return
	}
	key := [2]string{table, old}
	if _, ok := w.drawn[key]; !ok {
		all = w.consistent(all)
		w.drawn[key] = digest.Pick(w.draws.Of(table).Of(old), all, itself)
	}
	text := maps.Clone(*phrase)
	text[w.style.Language] = w.drawn[key]
	*phrase = text
}

// Collisions describes, one per element, synonyms that mean two things of a domain: two
// columns of a table, or two lookups. It returns nil if there are none.
func (s *Style) Collisions(d *domain.Domain) []string {
	var all []string
	for i := range d.Tables {
		t := &d.Tables[i]
		taken := map[string]string{}
		for j := range t.Columns {
			called := t.Columns[j].Called(s.Language)
			all = append(all, collide(taken, "table "+t.Name, called, s.Alternatives(t.Name, called))...)
		}
	}
	taken := map[string]string{}
	for i := range d.Tools {
		if phrase := d.Tools[i].Phrase.In(s.Language); phrase != "" {
			all = append(all, collide(taken, "lookups", phrase, s.Alternatives(d.Tools[i].Table, phrase))...)
		}
	}
	return all
}

// collide claims a phrase and its synonyms and reports those that are taken.
func collide(taken map[string]string, where, phrase string, others []string) (all []string) {
	for _, text := range append([]string{phrase}, others...) {
		if owner, ok := taken[text]; ok && owner != phrase {
			all = append(all, fmt.Sprintf("%s: %q stands for %q and for %q: want words that tell them apart", where, text, owner, phrase))
		}
		taken[text] = phrase
	}
	return all
}
