package statute

import (
	"math/rand/v2"
	"slices"
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
	numbers   RuleNumbers       // those of the values, once they are set
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
	t.fillSlots(rule)
	return strings.TrimRight(t.text.grammar.Expand(r, rule, t.values), " ")
}

// fillSlots sets the slots that texts of a rule can have.
func (t *article) fillSlots(rule string) {
	for _, s := range t.text.slots[rule] {
		if _, ok := t.values[s]; !ok {
			t.values[s] = t.value(s)
		}
	}
}

// Article returns the text of article passage i, in [0, Articles()): title, article number and
// colon, then the paragraphs, separated by empty lines. The title has the year of its version
// if that version is no longer in force.
func (l *Law) Article(i int) string {
	if i >= l.articles {
		return l.general[i-l.articles].text(l.text.formatter)
	}
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

// paragraphs returns all paragraphs.
func (t *article) paragraphs() []Paragraph {
	list := append(make([]Paragraph, 0, 1+t.wording.more), t.first())
	for i, rule := range t.moreRules() {
		list = append(list, Paragraph{Text: t.expand(t.key.At(moreKey+i).Rand(), rule)})
	}
	return list
}

// moreRules returns the rules of the paragraphs after the first.
func (t *article) moreRules() []string {
	if t.wording.more == 0 {
		return nil
	}
	more := t.rules.more
	at, step := t.key.At(orderKey).Rand().IntN(len(more)), 1
	if len(more)%2 == 1 {
		step = 2
	}
	rules := make([]string, t.wording.more)
	for i := range rules {
		rules[i] = more[at]
		at = (at + step) % len(more)
	}
	return rules
}

// first returns the first paragraph with its list.
func (t *article) first() Paragraph {
	p := Paragraph{Text: t.expand(t.key.At(firstKey).Rand(), t.rules.text)}
	if t.rules.item != "" {
		p.Items = t.items()
	}
	_, _, gap := t.text.formatter.marks()
	if t.wording.coda {
		p.Text += gap + t.expand(t.key.At(codaKey).Rand(), t.rules.coda)
	}
	if t.wording.proviso {
		p.Text += gap + t.expand(t.key.At(provisoKey).Rand(), t.rules.proviso)
	}
	return p
}

// write appends all paragraphs.
func (t *article) write(text []byte) []byte {
	for i, p := range t.paragraphs() {
		if i > 0 {
			text = append(text, "\n\n"...)
		}
		text = t.text.appendParagraph(text, p)
	}
	return text
}

// appendParagraph appends a paragraph with its list.
func (w *writer) appendParagraph(text []byte, p Paragraph) []byte {
	text = append(text, p.Text...)
	for i, s := range p.Items {
		text = w.formatter.item(append(text, "\n\n"...), i+1, s)
	}
	return text
}

// items returns distinct subparagraphs, each with the mark at its end.
func (t *article) items() []string {
	_, semicolon, _ := t.text.formatter.marks()
	list := make([]string, 0, t.wording.items+1)
	for try := range itemTries {
		if len(list) == t.wording.items {
			break
		}
		t.setPhrases(try)
		if s := t.expand(t.key.At(itemKey+try).Rand(), t.rules.item) + semicolon; !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return append(list, t.expand(t.key.At(lastKey).Rand(), t.rules.last))
}

// itemTries bounds the number of draws for a list of subparagraphs.
const itemTries = 40
