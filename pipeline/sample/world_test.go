package sample

import (
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// forest is a shipped domain and its paths by number of hops.
type forest struct {
	domain *domain.Domain
	paths  [][]plan.Path
}

var grown = map[string]func() forest{
	"toy":   sync.OnceValue(func() forest { return grow("toy", 4) }),
	"legal": sync.OnceValue(func() forest { return grow("legal", 3) }),
}

func grow(name string, depth int) forest {
	d, err := domain.Open(name)
	if err != nil {
		panic(err)
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		panic(err)
	}
	f := forest{domain: d}
	for hops := 1; hops <= depth; hops++ {
		f.paths = append(f.paths, slices.Collect(g.Paths(hops)))
	}
	return f
}

// drawn is a set of paths of each of some depths, to be sampled one after the
// other.
func drawn(t *rapid.T, most int) (*domain.Domain, [][]plan.Path) {
	f := grown[rapid.SampledFrom([]string{"toy", "legal"}).Draw(t, "domain")]()
	var depths [][]plan.Path
	order := rapid.Permutation(f.paths).Draw(t, "order")
	for _, all := range order[:rapid.IntRange(1, 3).Draw(t, "depths")] {
		depths = append(depths, some(t, all, most))
	}
	return f.domain, depths
}

// some draws at most so many different paths.
func some(t *rapid.T, all []plan.Path, most int) []plan.Path {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, min(most, len(all)), func(p plan.Path) string { return p.ID }).Draw(t, "paths")
}

// find returns a path of a shipped domain by its tools.
func find(t testing.TB, f forest, tools ...string) plan.Path {
	t.Helper()
	for _, p := range f.paths[len(tools)-1] {
		if slices.Equal(p.Tools(), tools) {
			return p
		}
	}
	t.Fatalf("no path %v", tools)
	return plan.Path{}
}
