package ground

import (
	"context"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// numbered returns the index of a number of entities, which the digits of their numbers name.
func numbered(n int) *entityIndex {
	index := &entityIndex{id: map[string]int32{}}
	for id := range n {
		index.add([]string{strconv.Itoa(id)})
		index.every = append(index.every, int32(id))
	}
	index.all = index.every
	return index
}

// A drawing has the entities that lead to the end in the order in which they are drawn among
// all, however few they are and however many at a time are asked for. Another along the same path does, too.
func TestDrawingEqualsDrawingAmongAllThatLead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, one := rapid.IntRange(0, 30*fewLooked).Draw(t, "entities"), rapid.SampledFrom([]int32{1, 2, 50, 3000}).Draw(t, "of which one leads")
		from, whole := numbered(n), new([]int32)
		leads := func(_ context.Context, id int32) (bool, error) { return id%one == 0, nil }
		leading := filter(from.all, func(id int32) bool { return id%one == 0 })
		for _, purpose := range []string{"one", "another"} {
			d := &drawing{from: from, draws: digest.NewDraws(purpose), leads: leads, workers: 2, whole: whole}
			for _, most := range rapid.SliceOfN(rapid.IntRange(0, 600), 1, 3).Draw(t, "most") {
				got, err := d.first(t.Context(), most)
				if want := from.firstDrawn(d.draws, leading, most); !slices.Equal(got, want) || err != nil {
					t.Fatalf("the first %d of %d, one of %d of which leads: %v, %v, want %v", most, n, one, got, err, want)
				}
			}
		}
	})
}

// Where many lead to the end, no more are looked at where there are more.
func TestDrawingLooksAtFew(t *testing.T) {
	for _, n := range []int{10_000, 100_000} {
		var looked atomic.Int32
		d := &drawing{from: numbered(n), workers: 2, whole: new([]int32), leads: func(context.Context, int32) (bool, error) {
			looked.Add(1)
			return true, nil
		}}
		if got, err := d.first(t.Context(), 100); len(got) != 100 || err != nil {
			t.Fatalf("%d entities, %v, want 100", len(got), err)
		}
		if looked.Load() != fewLooked || len(d.looked) != fewLooked {
			t.Errorf("of %d entities, %d were looked at and %d are counted, want %d", n, looked.Load(), len(d.looked), fewLooked)
		}
	}
}

// A transition that leads nowhere is dead for all paths, and none of its rows is chosen: an entity that its
// lookup knows names nobody that the next lookup knows.
func TestRowsAreChosenOnlyIfTheyLeadOn(t *testing.T) {
	suit := row{"关联公司": "甲厂", "案号": "（2021）甲01民初1号", "审理法院": "东院"}
	for _, tt := range []struct {
		court  string
		chosen int
	}{{"西院", 0}, {"东院", 1}} {
		w := town(t, map[string][]row{"Case": {suit}, "Court": {{"法院名称": tt.court, "法院级别": "高级法院"}}})
		g := w.grounder(limits, 2)
		p := w.direct(t, "get_company_cases", "get_court")
		if leads, err := g.Leads(t.Context(), p); leads != (tt.chosen > 0) || err != nil {
			t.Errorf("Leads where the court is %s = %v, %v", tt.court, leads, err)
		}
		if got := len(g.reach.lookups["get_company_cases"+separator+p.Start].candidates.found); got != tt.chosen {
			t.Errorf("rows are chosen of %d companies where the court is %s, want %d", got, tt.court, tt.chosen)
		}
	}
}
