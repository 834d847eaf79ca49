package proof

import (
	"slices"
	"strings"
	"sync"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// gramLength is the number of characters of the parts by which similar texts are found.
const gramLength = 5

// wordings finds the texts of provisions by version, by place and by their parts. It is safe
// for concurrent use.
type wordings struct {
	all       []provision
	versions  map[string][]int // units by version, in file order
	citations map[string][]int // units of all versions by citation
	articles  map[string][]int // units by the reference of their article

	lock  sync.Mutex
	grams map[string]map[string][]int // by version and part: units, each once
}

func newWordings(p *prover) *wordings {
	w := &wordings{versions: map[string][]int{}, citations: map[string][]int{}, articles: map[string][]int{}, grams: map[string]map[string][]int{}}
	for row := range p.Corpus.Table(provisionTable).Len() {
		v := p.provisionAt(row)
		w.all = append(w.all, v)
		w.versions[v.version] = append(w.versions[v.version], row)
		w.citations[v.citation] = append(w.citations[v.citation], row)
		if at := strings.Index(v.reference, v.article); at >= 0 {
			article := v.reference[:at+len(v.article)]
			if strings.HasPrefix(v.reference, v.article) { // English: Article 12(2) of the …
				article = v.article + v.reference[len(v.unit):]
			}
			w.articles[article] = append(w.articles[article], row)
		}
	}
	return w
}

// partsOf returns the different parts of a folded text; the text itself if it is shorter.
func partsOf(folded string) []string {
	text := []rune(folded)
	if len(text) <= gramLength {
		return []string{folded}
	}
	var parts []string
	for i := 0; i+gramLength <= len(text); i++ {
		parts = append(parts, string(text[i:i+gramLength]))
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// index returns the units of a version by the parts of their texts.
func (w *wordings) index(version string) map[string][]int {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.grams[version] == nil {
		by := map[string][]int{}
		for _, i := range w.versions[version] {
			for _, part := range partsOf(value.Fold(w.all[i].text)) {
				by[part] = append(by[part], i)
			}
		}
		w.grams[version] = by
	}
	return w.grams[version]
}

// nearest returns the other unit of the version of v whose text is most like that of v, and
// the share of characters that no edit changes; nil if no other shares a part with it. Only
// units that share at least a third of the parts are compared character by character: a text
// at a tenth of edits shares half of them.
func (w *wordings) nearest(v *provision) (*provision, float64) {
	return w.nearestIn(v.version, v.text, v.row)
}

// nearestIn is nearest for a text and the units of any version, but for the one in a row.
func (w *wordings) nearestIn(version, text string, except int) (*provision, float64) {
	folded := value.Fold(text)
	parts := partsOf(folded)
	shared := map[int]int{}
	index := w.index(version)
	for _, part := range parts {
		for _, i := range index[part] {
			shared[i]++
		}
	}
	delete(shared, except)
	var best *provision
	most := 0.0
	edits := metrics.NewLevenshtein()
	for _, i := range w.versions[version] {
		if n := shared[i]; n == 0 || 3*n < len(parts) {
			continue
		}
		if s := strutil.Similarity(folded, value.Fold(w.all[i].text), edits); best == nil || s > most {
			best, most = &w.all[i], s
		}
	}
	return best, most
}

// unitsOf returns the units of an article of a version, by its reference, in file order.
func (w *wordings) unitsOf(article string) []provision {
	var all []provision
	for _, i := range w.articles[article] {
		all = append(all, w.all[i])
	}
	return all
}

// elsewhere counts the other versions that have the same text under the same citation, and
// those that have another text there.
func (w *wordings) elsewhere(v *provision) (same, others int) {
	for _, i := range w.citations[v.citation] {
		switch other := &w.all[i]; {
		case other.version == v.version:
		case value.Fold(other.text) == value.Fold(v.text):
			same++
		default:
			others++
		}
	}
	return same, others
}
