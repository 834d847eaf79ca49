package filter

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
)

// The items written by hand pass all filters.
func TestHonestItemsStay(t *testing.T) {
	exams, items := examtest.Honest()
	kept, dropped, err := Run(t.Context(), items, Similarity{Exams: exams})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dropped {
		t.Errorf("%+v", d)
	}
	if len(kept) != 200 {
		t.Errorf("%d stay, want 200", len(kept))
	}
}
