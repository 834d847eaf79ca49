package statute

import (
	"testing"

	"taskgrove/pipeline/synth/chance"
)

func TestSizes(t *testing.T) {
	for _, n := range []int{1, 2, 24, 25, 30, 100, 270, 553, 5000, 55347} {
		l, err := New(chance.New(7), "zh", "澜国", "", n, 10)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Articles(); got != n || l.Article(n-1) == "" {
			t.Errorf("New(%d).Articles() = %d", n, got)
		}
	}
}
