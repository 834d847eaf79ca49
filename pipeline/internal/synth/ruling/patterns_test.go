package ruling

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Patterns belong to points of pleas that exist. No pattern stands for two points, whose tasks would be
// ambiguous.
func TestPatternsOfPoints(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		all, err := loadPatterns(language)
		if err != nil {
			t.Fatal(err)
		}
		pointOf := map[string]string{}
		for i := range tell.pleas {
			p := &tell.pleas[i]
			if n := len(all.Pleas[p.ID].Points); n != min(len(p.Points), pointsOfPlea) {
				t.Errorf("%s: %s has patterns of %d points, want %d", language, p.ID, n, len(p.Points))
			}
			delete(all.Pleas, p.ID)
			for _, point := range p.Points {
				for _, term := range point {
					if !score.IsPattern(term) || score.IsOpposite(term) {
						continue
					}
					if other := pointOf[term]; other != "" && other != point[0] {
						t.Errorf("%s: pattern %q is of %q and of %q", language, term, other, point[0])
					}
					pointOf[term] = point[0]
				}
			}
		}
		for id := range all.Pleas {
			t.Errorf("%s: there are patterns of %q, which is no plea", language, id)
		}
	}
}
