package domain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
)

// said is an entity spoken of in each language, with its type.
type said struct {
	entity string
	text   map[string]string
}

// start returns an entity as a question gives it.
func start(d *Domain, entity string) said {
	s := said{entity, map[string]string{}}
	for _, lang := range d.Languages {
		s.text[lang] = "〈" + d.Entity(entity).Label.In(lang) + "〉"
	}
	return s
}

// fill puts an entity into a phrase.
func fill(t Text, s said) map[string]string {
	out := map[string]string{}
	for lang, phrase := range t {
		out[lang] = strings.Replace(phrase, Slot, s.text[lang], 1)
	}
	return out
}

// of speaks of a column of rows.
func of(rows map[string]string, c *Column) map[string]string {
	return map[string]string{
		"zh": rows["zh"] + "的" + c.Called("zh"),
		"en": "the " + c.Called("en") + " of " + rows["en"],
	}
}

// accepted returns the lookups that take an entity type, in order.
func accepted(d *Domain, entity string) []*Tool {
	c := checker{d: d}
	var tools []*Tool
	for i := range d.Tools {
		t := &d.Tools[i]
		if slices.ContainsFunc(t.Match, func(m LookupMatch) bool { return c.named(d.Table(t.Table), m.Columns) == entity }) {
			tools = append(tools, t)
		}
	}
	return tools
}

// shown returns the columns that a lookup gives back and a question can ask for.
func shown(d *Domain, t *Tool) []*Column {
	var columns []*Column
	table := d.Table(t.Table)
	for i := range table.Columns {
		if c := &table.Columns[i]; c.Kind != KindProse && (t.Returns != Field || c.Name == t.Column) {
			columns = append(columns, c)
		}
	}
	return columns
}

// derived returns what the derivations make of an entity, and the entity itself.
func derived(d *Domain, s said) []said {
	all := []said{s}
	for _, v := range d.Derivations {
		if v.From == s.entity && v.Phrase != nil {
			all = append(all, said{v.To, fill(v.Phrase, s)})
		}
	}
	return all
}

// TestPhrasesDiffer: no two plans of up to two hops over different tools or
// columns read the same. Longer ones are made of these.
func TestPhrasesDiffer(t *testing.T) {
	for _, d := range []*Domain{legal(t), english(t)} {
		phrasesDiffer(t, d)
	}
}

func phrasesDiffer(t *testing.T, d *Domain) {
	t.Helper()
	read := map[string]string{} // plan by language and text
	var walk func(s said, plan string, depth int)
	walk = func(s said, plan string, depth int) {
		for _, e := range derived(d, s) {
			for _, tool := range accepted(d, e.entity) {
				rows := fill(tool.Phrase, e)
				for _, c := range shown(d, tool) {
					text, path := of(rows, c), fmt.Sprintf("%s→%s %s.%s", plan, e.entity, tool.Name, c.Name)
					for _, lang := range d.Languages {
						if other, ok := read[lang+text[lang]]; ok {
							t.Errorf("%q is both\n\t%s\n\t%s", text[lang], other, path)
						}
						read[lang+text[lang]] = path
					}
					if c.Entity != "" && !strings.Contains(c.Entity, ".") && depth > 1 {
						walk(said{c.Entity, text}, path, depth-1)
					}
				}
			}
		}
	}
	for _, e := range d.Entities {
		walk(start(d, e.Name), "", 2)
	}
	if len(read) < 5000*len(d.Languages) {
		t.Errorf("%d texts, want all plans of two hops", len(read))
	}
}

// TestPhrasesOpenOnOneSide: Chinese phrases take the entity first and English ones
// last, so that what nests in them needs no brackets.
func TestPhrasesOpenOnOneSide(t *testing.T) {
	d := legal(t)
	phrases := map[string]Text{}
	for _, tool := range d.Tools {
		if tool.Kind == Lookup {
			phrases[tool.Name] = tool.Phrase
		}
	}
	for _, v := range d.Derivations {
		phrases[v.Name] = v.Phrase
	}
	for name, p := range phrases {
		if !strings.HasPrefix(p.In("zh"), Slot) || !strings.HasSuffix(p.In("en"), Slot) {
			t.Errorf("phrase of %s is %q and %q, want %s first and last", name, p.In("zh"), p.In("en"), Slot)
		}
	}
}

// most returns a column by which rows of a table can be put in order, or nil.
func most(table *Table) *Column {
	i := slices.IndexFunc(table.Columns, func(c Column) bool { return c.Kind == KindMoney })
	if i < 0 {
		return nil
	}
	return &table.Columns[i]
}

// chain speaks of a random plan of some hops that ends in the tool, or returns
// nil where the walk does not get there.
func chain(d *Domain, r *rand.Rand, last *Tool, hops int) map[string]string {
	s := start(d, d.Entities[r.IntN(len(d.Entities))].Name)
	for hop := range hops {
		ways := derived(d, s)
		s = ways[r.IntN(len(ways))]
		tools := accepted(d, s.entity)
		if hop == hops-1 {
			tools = slices.DeleteFunc(tools, func(t *Tool) bool { return t != last })
		}
		if len(tools) == 0 {
			return nil
		}
		tool := tools[r.IntN(len(tools))]
		table, rows := d.Table(tool.Table), fill(tool.Phrase, s)
		if by := most(table); by != nil && tool.Returns == Many {
			rows["zh"] += "中" + by.Called("zh") + "最高的一" + table.Measure.In("zh")
			rows["en"] = "the one with the highest " + by.Called("en") + " among " + rows["en"]
		}
		columns := slices.DeleteFunc(shown(d, tool), func(c *Column) bool {
			return slices.ContainsFunc(tool.Match, func(m LookupMatch) bool { return slices.Contains(m.Columns, c.Name) }) ||
				hop < hops-1 && (c.Entity == "" || strings.Contains(c.Entity, "."))
		})
		if len(columns) == 0 {
			return nil
		}
		c := columns[r.IntN(len(columns))]
		s = said{c.Entity, of(rows, c)}
	}
	return s.text
}

// TestPhrasesNest writes plans of five hops, one ending in each lookup, for people
// to read aloud. UPDATE=1 writes the golden anew.
func TestPhrasesNest(t *testing.T) {
	const golden = "testdata/nested.golden"
	d := legal(t)
	var got strings.Builder
	for i := range d.Tools {
		tool := &d.Tools[i]
		if tool.Kind != Lookup {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(i), 5))
		var text map[string]string
		for range 100000 {
			if text = chain(d, r, tool, 5); text != nil {
				break
			}
		}
		if text == nil {
			t.Errorf("no plan of five hops ends in %s", tool.Name)
			continue
		}
		fmt.Fprintf(&got, "%s\n%s\n%s\n\n", tool.Name, text["zh"], text["en"])
	}
	goldentest.Compare(t, golden, got.String())
}
