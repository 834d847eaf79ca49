package statute

import (
	"math/rand/v2"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// Keys of the parts of an article below that of its provision.
const (
	wordingKey = iota
	numbersKey
	firstKey
	codaKey
	provisoKey
	lastKey
	orderKey
	itemKey // and those behind it
	moreKey = itemKey + 64
)

// provisionKey returns the random source of a provision's texts.
func (s *Statute) provisionKey(i int) chance.Key { return s.key.At(i) }

// key returns the random source of the texts about a version as a whole.
func (v *Version) key(s *Statute) chance.Key { return s.key.At(-1 - v.first) }

// article is an article whose text is being written.
type article struct {
	*Law
	statute   *Statute
	version   *Version
	provision int
	prov      provision
	subject   *subject
	matter    *matter
	key       chance.Key
	wording   wording
	rules     rules
	values    map[string]string // of the slots used so far
}

// at prepares the article at a place.
func (l *Law) at(p place) *article {
	s := &l.Statutes[p.statute]
	v := &s.Versions[p.version]
	a := v.Articles[p.position]
	t := &article{Law: l, statute: s, version: v, provision: a.Provision, prov: s.provisions[a.Provision]}
	t.subject = &l.lexicon.subjects[t.prov.subject]
	t.matter = &l.lexicon.matters[t.subject.matter]
	t.key = s.provisionKey(a.Provision)
	t.wording = wordingOf(t.key.At(wordingKey), &traits[t.prov.kind], a.Revision)
	t.rules = l.text.rules[t.prov.kind][t.style()]
	t.values = make(map[string]string, 16)
	return t
}

// style returns the style of the article's rules.
func (t *article) style() style {
	if t.statute.form == interpretation {
		return courtStyle
	}
	return t.matter.family
}

// expand returns a text of a rule without trailing space.
func (t *article) expand(r *rand.Rand, rule string) string {
	for _, s := range t.text.slots[rule] {
		if _, ok := t.values[s]; !ok {
			t.values[s] = t.value(s)
		}
	}
	return strings.TrimRight(t.text.grammar.Expand(r, rule, t.values), " ")
}

// Article returns the text of article passage i, in [0, Articles()): title, article number and
// colon, then the paragraphs, separated by empty lines. The title has the year of its version
// if that version is no longer in force.
func (l *Law) Article(i int) string {
	p := l.locate(i)
	t := l.at(p)
	a := t.version.Articles[p.position]
	colon, _, _ := l.text.formatter.marks()
	text := make([]byte, 0, 768)
	text = append(text, t.version.heading...)
	text = append(text, l.text.formatter.behind()...)
	text = append(text, l.text.formatter.article(a.Number, a.Branch)...)
	text = append(text, colon...)
	text = t.write(text)
	return string(append(text, '\n'))
}

// first appends the first paragraph and its list.
func (t *article) first(text []byte) []byte {
	text = append(text, t.expand(t.key.At(firstKey).Rand(), t.rules.text)...)
	if t.rules.item != "" {
		text = t.list(text)
	}
	_, _, gap := t.text.formatter.marks()
	if t.wording.coda {
		text = append(text, gap...)
		text = append(text, t.expand(t.key.At(codaKey).Rand(), t.rules.coda)...)
	}
	if t.wording.proviso {
		text = append(text, gap...)
		text = append(text, t.expand(t.key.At(provisoKey).Rand(), t.rules.proviso)...)
	}
	return text
}

// write appends all paragraphs.
func (t *article) write(text []byte) []byte {
	text = t.first(text)
	if t.wording.more > 0 {
		order := t.key.At(orderKey).Rand()
		more := t.rules.more
		rule, step := order.IntN(len(more)), 1
		if len(more)%2 == 1 {
			step = 2
		}
		for i := range t.wording.more {
			text = append(text, "\n\n"...)
			text = append(text, t.expand(t.key.At(moreKey+i).Rand(), more[rule])...)
			rule = (rule + step) % len(more)
		}
	}
	return text
}

// list appends distinct numbered subparagraphs.
func (t *article) list(text []byte) []byte {
	_, semicolon, _ := t.text.formatter.marks()
	var had [mostItems]string
	n := 0
	for try := range itemTries {
		if n == t.wording.items {
			break
		}
		t.setPhrases(try)
		s := t.expand(t.key.At(itemKey+try).Rand(), t.rules.item)
		if contains(had[:n], s) {
			continue
		}
		had[n] = s
		n++
		text = append(text, "\n\n"...)
		text = t.text.formatter.item(text, n, s)
		text = append(text, semicolon...)
	}
	text = append(text, "\n\n"...)
	return t.text.formatter.item(text, n+1, t.expand(t.key.At(lastKey).Rand(), t.rules.last))
}

// itemTries bounds the number of draws for a list of subparagraphs.
const itemTries = 40

// contains is slices.Contains for a few short strings.
func contains(list []string, s string) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}
