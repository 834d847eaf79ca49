package statute

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// What passages tell of when an article was in force is so: a shipped domain that reads
// them never takes one for the law of a day that was not, nor the other way round.
func TestPassagesStateTheVersionInForce(t *testing.T) {
	for language, name := range map[string]string{"zh": "legal", "en": "legal-en"} {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r := d.Passage("LegalArticle").Reference
		read := r.Reader()
		told := map[domain.Force]int{}
		rapid.Check(t, func(t *rapid.T) {
			l := law(t, rapid.Uint64Range(1, 40).Draw(t, "seed"), language, "", 1000, 1)
			passages := make([]string, l.Articles())
			for i := range passages {
				passages[i] = l.Article(i)
			}
			e := domain.NewEditions(r, passages)
			for range 20 {
				i := rapid.IntRange(0, len(passages)-1).Draw(t, "passage")
				on := firstDay.AddDate(0, 0, rapid.IntRange(-300, 12800).Draw(t, "day"))
				h, ok := read(passages[i])
				if !ok {
					t.Fatalf("%q has no name", passages[i])
				}
				got := e.Force(h.Work, h.Part, h.Wording, on.Format(time.DateOnly))
				told[got]++
				at := l.locate(i).statute
				if s := &l.Statutes[at]; !s.Repealed.IsZero() && !on.Before(s.Repealed) {
					continue // nothing tells when that was
				}
				v, in := l.InForce(at, on)
				in = in && slices.ContainsFunc(l.passagesOf(at, v), func(text string) bool {
					o, _ := read(text)
					return o.Part == h.Part && o.Wording == h.Wording
				})
				if got == domain.InForce && !in || got == domain.NotInForce && in {
					t.Errorf("%q on %s: %s", passages[i], on.Format(time.DateOnly), got)
				}
			}
		})
		if told[domain.InForce] < told[domain.Untold]/2 || told[domain.NotInForce] == 0 {
			t.Errorf("%s: told %v: want most to be told", language, told)
		}
	}
}

// passagesOf are the passages of a version of a statute.
func (l *Law) passagesOf(statute, version int) (texts []string) {
	v := &l.Statutes[statute].Versions[version]
	for i := range v.Articles {
		texts = append(texts, l.Article(v.first+i))
	}
	return texts
}
