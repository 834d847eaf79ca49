package plan

import (
	"maps"
	"slices"
	"testing"
)

// What every operation says of itself, so that a new one says it too: a new operation must
// be added here.
func TestOperationsAnswerForThemselves(t *testing.T) {
	type answers struct{ column, tool, lookup, searches, chooses bool }
	want := map[string]answers{
		"start": {}, "only": {}, "count": {}, "distinct": {}, "exists": {}, "days": {}, "deriveall": {}, "cite": {}, "record": {}, "citations": {}, "fact": {}, "tiered": {},
		"add": {}, "subtract": {}, "multiply": {}, "divide": {}, "share": {},
		"derive":       {searches: true},
		"compare":      {searches: true},
		"extract":      {searches: true},
		"call":         {tool: true, lookup: true, searches: true},
		"having":       {tool: true, lookup: true, searches: true, chooses: true},
		"retrieve":     {tool: true, searches: true},
		"recognize":    {searches: true},
		"filter":       {column: true, searches: true, chooses: true},
		"covering":     {column: true, searches: true, chooses: true},
		"superlative":  {column: true, chooses: true},
		"frequent":     {column: true, chooses: true},
		"mode":         {chooses: true},
		"sum":          {column: true, chooses: true},
		"average":      {column: true, chooses: true},
		"minimum":      {column: true, chooses: true},
		"maximum":      {column: true, chooses: true},
		"project":      {column: true},
		"union":        {searches: true, chooses: true},
		"intersection": {searches: true, chooses: true},
		"difference":   {searches: true, chooses: true},
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		n := &Node{Do: kinds[kind]()}
		_, column := n.Do.(columnReader)
		_, tool := n.Do.(toolUser)
		_, lookup := n.Do.(lookupUser)
		_, chooses := n.Do.(chooser)
		got := answers{column, tool, lookup, n.Searches(), chooses}
		if w, ok := want[kind]; !ok || got != w {
			t.Errorf("%s answers %+v, want %+v (listed: %v)", kind, got, w, ok)
		}
		if _, changes := n.Do.(columnChanger); column && changes {
			if p, ok := n.Do.(*Project); ok {
				p.Columns = []string{"a"}
			}
			other := &Node{Do: n.WithColumn("b")}
			if !slices.Equal(other.Columns(), []string{"b"}) || other.Do.Kind() != kind {
				t.Errorf("%s with column b is a %s of %q", kind, other.Do.Kind(), other.Columns())
			}
		}
		if lookup {
			if other := (&Node{Do: n.WithLookup("t")}); other.Lookup() != "t" || other.Do.Kind() != kind {
				t.Errorf("%s with lookup t is a %s of %q", kind, other.Do.Kind(), other.Lookup())
			}
		}
	}
}
