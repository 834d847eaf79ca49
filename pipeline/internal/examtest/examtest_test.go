package examtest

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestHonest(t *testing.T) {
	_, items := Honest()
	languages, types := map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, it := range items {
		languages[it.Language]++
		types[it.Language+" "+it.Type]++
		if seen[it.Question] {
			t.Errorf("%s: the question stands twice", it.ID)
		}
		seen[it.Question] = true
	}
	if languages["pt"] != 100 || languages["zh"] != 60 || languages["en"] != 40 {
		t.Errorf("%v, want 100 in pt, 60 in zh and 40 in en", languages)
	}
	for l := range languages {
		for _, kind := range task.ExamTypes() {
			if types[l+" "+kind] < 2 {
				t.Errorf("%s: %d of %s", l, types[l+" "+kind], kind)
			}
		}
	}
}
