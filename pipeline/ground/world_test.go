package ground

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// entities is how many tasks are wanted of a choice.
const entities = 2

// limits are those of the sample command.
var limits = Limits{Variants: 4, Answers: 10, Rows: 60, Starts: 4096}

// world is a corpus with its tools and planning graph.
type world struct {
	corpus *corpus.Corpus
	tools  *tool.Set
	graph  *plan.Graph
}

func (w *world) grounder(l Limits, workers int) *Grounder {
	return New(w.corpus, w.tools, "zh", 1, l, workers)
}

// read loads a corpus directory.
func read(name, dir string) (*world, error) {
	d, err := domain.Open(name)
	if err != nil {
		return nil, err
	}
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		return nil, err
	}
	s, err := tool.New(c)
	if err != nil {
		return nil, err
	}
	g, err := plan.NewGraph(d)
	return &world{c, s, g}, err
}

// row is one row of a table by column; a column left out is unobserved.
type row map[string]any

// write makes a corpus directory for the toy domain.
func write(dir string, tables map[string][]row) error {
	for name, rows := range tables {
		var b strings.Builder
		for _, r := range rows {
			line, err := json.Marshal(r)
			if err != nil {
				return err
			}
			b.Write(line)
			b.WriteByte('\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(b.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// small makes a world of the toy domain from rows.
func small(t testing.TB, tables map[string][]row) *world {
	t.Helper()
	dir := t.TempDir()
	if err := write(dir, tables); err != nil {
		t.Fatal(err)
	}
	w, err := read("toy", dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

const toyDir = "../command/testdata/toy"

var toyOnce = sync.OnceValues(func() (*world, error) { return read("toy", toyDir) })

// toy returns the toy world, read once.
func toy(t testing.TB) *world {
	t.Helper()
	w, err := toyOnce()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// toyRows returns the rows of the toy world's tables.
func toyRows(t testing.TB) map[string][]row {
	t.Helper()
	tables := map[string][]row{}
	for _, name := range []string{"Company", "Case", "Court"} {
		b, err := os.ReadFile(filepath.Join(toyDir, name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			var r row
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			tables[name] = append(tables[name], r)
		}
	}
	return tables
}

// realWorld returns the recovered LegalAgentBench rows, or skips the test.
func realWorld(t testing.TB) *world {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		dir, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for _, err = os.Stat(filepath.Join(dir, "go.mod")); errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); {
			dir = filepath.Dir(dir)
			_, err = os.Stat(filepath.Join(dir, "go.mod"))
		}
		data = filepath.Join(filepath.Dir(dir), "shared", "data")
	}
	dir := filepath.Join(data, "legalagentbench", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real tables at %s: set TASKGROVE_DATA to the folder that holds legalagentbench", dir)
	}
	w, err := read("legal", dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// path returns the first path that calls the tools, the first tool with the start
// type and a colon before it where that matters.
func (w *world) path(t testing.TB, tools ...string) plan.Path {
	t.Helper()
	for p := range w.graph.Paths(len(tools)) {
		names := p.Tools()
		if first := p.Start + ": " + names[0]; first == tools[0] {
			names[0] = first
		}
		if slices.Equal(names, tools) {
			return p
		}
	}
	t.Fatalf("no path %q", tools)
	return plan.Path{}
}

// choice is a path and what it is asked for.
type choice struct {
	path   plan.Path
	demand plan.Demand
}

// plain asks for a target and nothing more.
func plain(p plan.Path, target string) choice { return choice{p, plan.Demand{Target: target}} }

// live returns what can be asked of the paths that lead somewhere.
func (w *world) live(t testing.TB, g *Grounder, hops int) []choice {
	t.Helper()
	var cs []choice
	keep := func(p plan.Path) bool {
		ok, err := g.Leads(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for p := range w.graph.Grow(hops, keep) {
		for i, demand := range plan.Demands(w.graph.Domain(), p) {
			if demand.Operator == "" || (i+len(cs))%11 == 0 { // all would take minutes
				cs = append(cs, choice{p, demand})
			}
		}
	}
	return cs
}

// ground grounds one choice.
func (c choice) ground(t testing.TB, g *Grounder) *Grounding {
	t.Helper()
	return c.groundSome(t, g, entities)
}

func (c choice) groundSome(t testing.TB, g *Grounder, wanted int) *Grounding {
	t.Helper()
	got, err := g.Ground(context.Background(), c.path, c.demand, wanted, Exclusions{})
	if err != nil {
		t.Fatalf("Ground(%s, %v): %v", c.path, c.demand, err)
	}
	return got
}
