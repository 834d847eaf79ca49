package plan

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// pathIDs returns the IDs of paths.
func pathIDs(paths []Path) []string {
	var ids []string
	for _, p := range paths {
		ids = append(ids, p.ID)
	}
	return ids
}

// Few paths are all found, in the order in which they grow; of many, some of those, no more than bounds.
func TestDraw(t *testing.T) {
	for _, name := range []string{"toy", "legal"} {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := NewGraph(d)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			hops := rapid.IntRange(1, 4).Draw(t, "hops")
			most := rapid.SampledFrom([]int{1, 10, 300, 3000, 1 << 20}).Draw(t, "most")
			without := rapid.SampledFrom(d.Tools).Draw(t, "without").Name
			keep := func(p Path) bool { return p.Hops[len(p.Hops)-1].Tool != without }
			all := pathIDs(slices.Collect(g.Grow(hops, keep)))
			got := g.Draw(hops, most, keep)
			ids := pathIDs(got.Paths)
			if got.Looked == 0 && (len(ids) > 0 || most >= 300) { // of a few paths, none may be drawn
				if !slices.Equal(ids, all) {
					t.Fatalf("%s, %d hops: %d paths, want all %d in their order", name, hops, len(ids), len(all))
				}
				return
			}
			next := 0
			for _, id := range ids {
				at := slices.Index(all[next:], id)
				if at < 0 {
					t.Fatalf("%s, %d hops: path %s is none, or out of order", name, hops, id)
				}
				next += at + 1
			}
			if bound := most/2 + 40; got.Looked > bound || len(ids) > got.Looked {
				t.Errorf("%s, %d hops: %d of %d paths that were looked at, want at most %d", name, hops, len(ids), got.Looked, bound)
			}
		})
	}
}

// What is drawn of a path goes by the names on it: without a tool most of the paths that do without it are
// drawn again, all where as large a share is drawn, and half where one depth has another share.
func TestDrawGoesByNames(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	const hops, most = 5, 9000
	all := g.Draw(hops, most, nil)
	if all.Looked < most/10*9/10 || all.Looked > most/5*11/10 || all.Looked != len(all.Paths) {
		t.Errorf("%d paths drawn, %d looked at, want from a tenth to a fifth of %d", len(all.Paths), all.Looked, most)
	}
	tools := map[string]bool{}
	for _, p := range all.Paths {
		for _, tool := range p.Tools() {
			tools[tool] = true
		}
	}
	for p := range g.Paths(2) {
		if !tools[p.Hops[1].Tool] {
			t.Errorf("%s is on no path drawn", p.Hops[1].Tool)
		}
	}
	same := 0
	for without := range tools {
		uses := func(p Path) bool { return slices.Contains(p.Tools(), without) }
		again := map[string]bool{}
		for _, id := range pathIDs(g.Draw(hops, most, func(p Path) bool { return !uses(p) }).Paths) {
			again[id] = true
		}
		others, common := 0, 0
		for _, p := range all.Paths {
			if !uses(p) {
				others++
				if again[p.ID] {
					common++
				}
			}
		}
		if common == others {
			same++
		}
		if 10*common < 4*min(others, len(again)) {
			t.Errorf("without %s: %d paths, %d of them among the %d before", without, len(again), common, others)
		}
	}
	if 2*same < len(tools) {
		t.Errorf("all other paths are drawn again without %d of %d tools, want most", same, len(tools))
	}
}

// The paths of the legal domain, up to the default depth, are few enough to look at them all.
func TestLegalPathsAreNotDrawn(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	const hops = 5
	if got := g.Draw(hops, 250_000, nil); got.Looked != 0 || len(got.Paths) != g.Count(hops) {
		t.Errorf("%d of %d paths of %d hops, %d looked at, want all", len(got.Paths), g.Count(hops), hops, got.Looked)
	}
}
