package plan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// anyDomain draws a small domain: entity types with and without parts, tables
// whose columns name them or not, lookups of every shape that match one column or
// an entity's parts, derivations by pattern and by tool.
func anyDomain(t *rapid.T) *domain.Domain {
	d := &domain.Domain{}
	for i := range rapid.IntRange(1, 4).Draw(t, "entities") {
		d.Entities = append(d.Entities, domain.EntityType{Name: fmt.Sprintf("e%d", i)})
	}
	if rapid.Bool().Draw(t, "parts") {
		d.Entities = append(d.Entities, domain.EntityType{Name: "place", Parts: []string{"city", "street"}})
	}
	var named []string // what a column can name; "" is a scalar
	for _, e := range d.Entities {
		if len(e.Parts) == 0 {
			named = append(named, e.Name)
		}
		for _, p := range e.Parts {
			named = append(named, e.Name+"."+p)
		}
	}
	named = append(named, "")
	for i := range rapid.IntRange(1, 3).Draw(t, "tables") {
		table := domain.Table{Name: fmt.Sprintf("t%d", i)}
		for j := range rapid.IntRange(1, 5).Draw(t, "columns") {
			c := domain.Column{Name: fmt.Sprintf("c%d", j), Entity: rapid.SampledFrom(named).Draw(t, "entity")}
			if c.Entity == "" {
				c.Kind = domain.KindText
			}
			table.Columns = append(table.Columns, c)
		}
		table.Key = table.Columns[0].Name
		d.Tables = append(d.Tables, table)
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "tools") {
		anyTool(t, d, fmt.Sprintf("tool%d", i))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "derivations") {
		v := domain.Derivation{Name: fmt.Sprintf("d%d", i), Pattern: "(.)"}
		v.From = rapid.SampledFrom(d.Entities).Draw(t, "from").Name
		v.To = rapid.SampledFrom(d.Entities).Draw(t, "to").Name
		if rapid.IntRange(0, 3).Draw(t, "by tool") == 0 {
			v.Pattern, v.Tool = "", "tool0"
		}
		d.Derivations = append(d.Derivations, v)
	}
	return d
}

// anyTool adds a lookup over a random table, or a tool that is none.
func anyTool(t *rapid.T, d *domain.Domain, name string) {
	table := rapid.SampledFrom(d.Tables).Draw(t, "table")
	tool := domain.Tool{
		Name: name, Kind: domain.Lookup, Table: table.Name,
		Returns: rapid.SampledFrom([]domain.Returns{domain.One, domain.Many, domain.Field}).Draw(t, "returns"),
	}
	if tool.Returns == domain.Field {
		tool.Column = rapid.SampledFrom(table.Columns).Draw(t, "field").Name
	}
	var city, street string
	for _, c := range table.Columns {
		switch {
		case c.Entity == "place.city" && city == "":
			city = c.Name
		case c.Entity == "place.street" && street == "":
			street = c.Name
		case c.Kind == "" && c.Entity != "place.city" && c.Entity != "place.street" && rapid.Bool().Draw(t, "match"):
			tool.Match = append(tool.Match, domain.LookupMatch{Columns: []string{c.Name}, Inputs: []string{"identifier"}})
		}
	}
	if city != "" && street != "" && rapid.Bool().Draw(t, "match place") {
		tool.Match = append(tool.Match, domain.LookupMatch{Columns: []string{city, street}, Inputs: []string{"city", "street"}})
	}
	if len(tool.Match) == 0 {
		tool = domain.Tool{Name: name, Kind: domain.Arithmetic, Operation: domain.Sum}
	}
	d.Tools = append(d.Tools, tool)
}

// world answers the questions the definition of a path asks, from the
// declaration alone.
type world struct{ *domain.Domain }

// asked returns the column sets by which the tool finds an entity of the type.
func (w world) asked(tool, entity string) (sets [][]string) {
	for _, t := range w.Tools {
		if t.Name != tool || t.Kind != domain.Lookup {
			continue
		}
		for _, m := range t.Match {
			named := w.names(t.Table, m.Columns[0])
			if named == entity || (len(m.Columns) > 1 && named == entity+".city") {
				sets = append(sets, m.Columns)
			}
		}
	}
	return sets
}

func (w world) names(table, column string) string {
	for _, t := range w.Tables {
		for _, c := range t.Columns {
			if t.Name == table && c.Name == column {
				return c.Entity
			}
		}
	}
	return ""
}

// shown returns the column sets of the tool's rows that name an entity of the
// type and were not asked by.
func (w world) shown(tool, asked, entity string) (sets [][]string) {
	var t domain.Tool
	for _, x := range w.Tools {
		if x.Name == tool {
			t = x
		}
	}
	used := slices.Concat(w.asked(tool, asked)...)
	first := map[string]string{}
	for _, table := range w.Tables {
		if table.Name != t.Table {
			continue
		}
		for _, c := range table.Columns {
			if slices.Contains(used, c.Name) || (t.Returns == domain.Field && t.Column != c.Name) {
				continue
			}
			if c.Entity == entity && c.Entity != "" {
				sets = append(sets, []string{c.Name})
			}
			if first[c.Entity] == "" {
				first[c.Entity] = c.Name
			}
		}
	}
	if entity == "place" && first["place.city"] != "" && first["place.street"] != "" {
		sets = append(sets, []string{first["place.city"], first["place.street"]})
	}
	return sets
}

// follows reports whether b may come after a: b starts from what a returns, and
// by a way that is not the very one b looks up in the table a already stands in.
func (w world) follows(a, b Hop) bool {
	if !w.starts(a.Returns, b) {
		return false
	}
	tools := map[string]domain.Tool{}
	for _, t := range w.Tools {
		tools[t.Name] = t
	}
	for _, way := range w.shown(a.Tool, a.Accepts, a.Returns) {
		same := tools[a.Tool].Table == tools[b.Tool].Table && tools[b.Tool].Returns != domain.Many &&
			b.Derivation == "" && slices.ContainsFunc(w.asked(b.Tool, b.Accepts), func(by []string) bool { return slices.Equal(by, way) })
		if !same {
			return true
		}
	}
	return false
}

// starts reports whether a hop can be made from an entity of the type.
func (w world) starts(entity string, h Hop) bool {
	if h.Derivation == "" {
		return h.Accepts == entity
	}
	for _, v := range w.Derivations {
		if v.Name == h.Derivation {
			return v.Pattern != "" && v.From == entity && v.To == h.Accepts
		}
	}
	return false
}

// brute lists the paths of the given number of hops, by trying every sequence of
// hops there is, sorted as strings.
func (w world) brute(hops int) []string {
	derivations := []string{""}
	for _, v := range w.Derivations {
		derivations = append(derivations, v.Name)
	}
	var all, ends []Hop // hops that go on, hops that end
	for _, v := range derivations {
		for _, e := range w.Entities {
			for _, t := range w.Tools {
				if len(w.asked(t.Name, e.Name)) == 0 {
					continue
				}
				ends = append(ends, Hop{Derivation: v, Accepts: e.Name, Tool: t.Name})
				for _, r := range w.Entities {
					if len(w.shown(t.Name, e.Name, r.Name)) > 0 {
						all = append(all, Hop{Derivation: v, Accepts: e.Name, Tool: t.Name, Returns: r.Name})
					}
				}
			}
		}
	}
	sequences := [][]Hop{{}}
	for i := range hops {
		choice := all
		if i == hops-1 {
			choice = ends
		}
		var longer [][]Hop
		for _, s := range sequences {
			for _, h := range choice {
				if i > 0 && !w.follows(s[i-1], h) {
					continue
				}
				longer = append(longer, append(slices.Clone(s), h))
			}
		}
		sequences = longer
	}
	var out []string
	for _, e := range w.Entities {
		for _, s := range sequences {
			if w.starts(e.Name, s[0]) {
				out = append(out, fmt.Sprint(e.Name, s))
			}
		}
	}
	slices.Sort(out)
	return out
}

func graphOf(t rapid.TB, d *domain.Domain) *Graph {
	g, err := NewGraph(d)
	if err != nil {
		t.Fatalf("NewGraph: %v", err)
	}
	return g
}

// limit keeps a law from walking a million paths of one unlucky drawing.
const limit = 3000

// paths collects the paths of a depth, or false where there are too many.
func paths(g *Graph, hops int) ([]Path, bool) {
	var ps []Path
	for p := range g.Paths(hops) {
		if len(ps) == limit {
			return nil, false
		}
		ps = append(ps, p)
	}
	return ps, true
}

func TestPathsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDomain(t)
		g := graphOf(t, d)
		for hops := 1; hops <= 3; hops++ {
			ps, ok := paths(g, hops)
			if !ok {
				return
			}
			var got []string
			for _, p := range ps {
				got = append(got, fmt.Sprint(p.Start, p.Hops))
			}
			slices.Sort(got)
			if diff := cmp.Diff((world{d}).brute(hops), got); diff != "" {
				t.Fatalf("Paths(%d) differs from brute force (-want +got):\n%s", hops, diff)
			}
		}
	})
}

func TestPathsPrefixesChainAndIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDomain(t)
		g, w := graphOf(t, d), world{d}
		var shorter []string
		seen := map[string]string{}
		for hops := 1; hops <= 4; hops++ {
			ps, ok := paths(g, hops)
			if !ok {
				return
			}
			again, _ := paths(graphOf(t, d), hops)
			if diff := cmp.Diff(ps, again); diff != "" {
				t.Fatalf("Paths(%d) of an equal graph differs:\n%s", hops, diff)
			}
			var ids []string
			for _, p := range ps {
				if len(p.Hops) != hops {
					t.Fatalf("Paths(%d) gave %d hops", hops, len(p.Hops))
				}
				key := fmt.Sprint(p.Start, p.Hops)
				if other, ok := seen[p.ID]; ok {
					t.Fatalf("ID %s stands for %s and %s", p.ID, other, key)
				}
				seen[p.ID] = key
				ids = append(ids, key)
				chains(t, w, p)
				if hops > 1 {
					cut := slices.Clone(p.Hops[:hops-1])
					cut[hops-2].Returns = ""
					prefix := fmt.Sprint(p.Start, cut)
					if !slices.Contains(shorter, prefix) {
						t.Fatalf("%s cut to %s, which is no path", key, prefix)
					}
				}
			}
			shorter = ids
		}
	})
}

// chains fails unless each hop can be made from what the last one returned.
func chains(t rapid.TB, w world, p Path) {
	at := p.Start
	for i, h := range p.Hops {
		if !w.starts(at, h) {
			t.Fatalf("hop %d of %v cannot start from %s", i, p, at)
		}
		if (h.Returns == "") != (i == len(p.Hops)-1) {
			t.Fatalf("hop %d of %v returns %q", i, p, h.Returns)
		}
		if i > 0 && !w.follows(p.Hops[i-1], h) {
			t.Fatalf("hop %d of %v only returns where it came from", i, p)
		}
		at = h.Returns
	}
}

func TestPathsStopEarly(t *testing.T) {
	g := graphOf(t, toy(t))
	for stop := 1; stop < 4; stop++ {
		n := 0
		for range g.Paths(2) {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("Paths(2) gave %d paths before a stop at %d", n, stop)
		}
	}
	for p := range g.Paths(0) {
		t.Errorf("Paths(0) gave %v, want none", p)
	}
}

func TestVerticesAndEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graphOf(t, anyDomain(t))
		kind := map[string]VertexKind{}
		for _, v := range g.Vertices() {
			if _, ok := kind[v.ID()]; ok {
				t.Fatalf("vertex %s twice", v.ID())
			}
			kind[v.ID()] = v.Kind
		}
		edges := g.Edges()
		for i, e := range edges {
			if (kind[e.From] == EntityVertex) == (kind[e.To] == EntityVertex) {
				t.Fatalf("edge %v joins %q and %q: want an entity type and something else", e, kind[e.From], kind[e.To])
			}
			if i > 0 && fmt.Sprint(edges[i-1]) == fmt.Sprint(e) {
				t.Fatalf("edge %v twice", e)
			}
		}
	})
}

func TestReturnHops(t *testing.T) {
	g := graphOf(t, toy(t))
	have := map[string]bool{}
	for p := range g.Paths(2) {
		a, b := p.Hops[0], p.Hops[1]
		have[fmt.Sprintf("%s %s>%s>%s%s", a.Tool, a.Accepts, a.Returns, b.Derivation, b.Tool)] = true
	}
	for key, want := range map[string]bool{
		"get_company company>company>get_company":                               true,  // the parent
		"get_company_cases company>case_number>get_case":                        false, // the same case again
		"get_case case_number>company>get_company_cases":                        true,  // a party's other cases
		"get_court court>court_code>get_court":                                  false, // the same court again
		"get_court court_code>court>get_court":                                  false,
		"get_company_cases company>case_number>case_number_court_codeget_court": true,
		"get_case case_number>case_number>get_case":                             false, // the column asked by
	} {
		if have[key] != want {
			t.Errorf("path %q exists: %v, want %v", key, have[key], want)
		}
	}
}
