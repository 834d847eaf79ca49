package absence

import (
	"bytes"
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// generated writes a small world to a directory and reads it.
func generated(t testing.TB) (w proof.Sources, dir string) {
	t.Helper()
	dir = t.TempDir()
	err := synth.WorldSpec{Seed: 1, Scale: 0.01, Language: "zh"}.Write(t.Context(), synth.Output{
		Format: tablefile.JSONL,
		Create: func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, dir), dir
}

// opened reads a directory of the legal domain's tables, whose rows keep the order of the files so
// that a row can be cut out of one by its number.
func opened(t testing.TB, dir string) proof.Sources {
	t.Helper()
	d := toytest.Domain(t, "legal")
	d.FileOrder = true
	c, tools := toytest.Load(t, d, dir)
	return proof.Sources{Domain: d, Corpus: c, Tools: tools}
}

// hop is a lookup of one row about an entity of a type.
type hop struct {
	tool   *domain.Tool
	entity string
	match  domain.LookupMatch
}

// hops are all of them whose entity has one part.
func hops(d *domain.Domain) (list []hop) {
	for i := range d.Tools {
		t := &d.Tools[i]
		if t.Kind != domain.Lookup || t.Returns != domain.One {
			continue
		}
		for _, m := range t.Match {
			if entity := d.Table(t.Table).Column(m.Columns[0]).Entity; !strings.Contains(entity, ".") {
				list = append(list, hop{t, entity, m})
			}
		}
	}
	return list
}

// lookedUp are tasks of one and two hops over a world, from each table's first rows.
func lookedUp(t testing.TB, w proof.Sources) (tasks []*task.Task) {
	add := func(p *plan.Program) {
		x, err := plan.NewExecutor(w.Domain, w.Tools, p)
		if err != nil {
			return // no plan
		}
		trace, reason, err := x.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if reason == "" {
			made, err := taskOf(w, trace, "zh")
			if err != nil {
				t.Fatal(err)
			}
			tasks = append(tasks, made)
		}
	}
	all := hops(w.Domain)
	for _, first := range all {
		table := w.Corpus.Table(first.tool.Table)
		for row := range min(2, table.Len()) {
			name := table.Cell(row, table.Column(first.match.Columns[0]))
			if name.State != value.Present {
				continue
			}
			from := start(first.entity, name.Text())
			for _, c := range table.Spec().Columns {
				entity, part, _ := strings.Cut(c.Entity, ".")
				if entity == "" && c.Kind != domain.KindProse {
					add(chain(plan.FormOf(&c), from, call(first.tool.Name), project(c.Name)))
				}
				for _, second := range all {
					if entity != second.entity || part != "" {
						continue
					}
					for i, c2 := range w.Domain.Table(second.tool.Table).Columns {
						if i%3 == 2 && c2.Kind != domain.KindProse {
							add(chain(plan.FormOf(&c2), from, call(first.tool.Name), project(c.Name), call(second.tool.Name), project(c2.Name)))
						}
					}
				}
			}
		}
	}
	return tasks
}

// The twins of a generated world are unanswerable where the row is really cut out of
// its file: the recorded trace repeats there, and the plan ends as it ended.
func TestTwinsOfAWorldWithoutTheRow(t *testing.T) {
	w, dir := generated(t)
	tasks := lookedUp(t, w)
	tasks = slices.Collect(everyNth(tasks, 5))
	kept, dropped, err := Twins(t.Context(), w, set(t, w), tasks, 2)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]int{}
	for _, d := range dropped {
		reasons[d.Reason]++
	}
	t.Logf("%d tasks, %d twins, others %v", len(tasks), len(kept), reasons)
	if len(kept) < 20 || reasons["reachable"] == 0 {
		t.Fatalf("%d twins of %d tasks, others %v: want at least 20, and some reachable", len(kept), len(tasks), reasons)
	}
	again, _, err := Twins(t.Context(), w, set(t, w), tasks, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(kept, again, func(a, b *task.Task) bool { return a.ID == b.ID && slices.Equal(a.Checks, b.Checks) }) {
		t.Error("other twins with one worker, want the same")
	}
	cuts := map[[2]any]proof.Sources{}
	for twin := range everyNth(kept, 12) {
		at := [2]any{twin.Twin.Table, twin.Twin.Row}
		if _, ok := cuts[at]; !ok {
			cuts[at] = opened(t, cut(t, dir, twin.Twin.Table+".jsonl", twin.Twin.Row))
		}
		without(t, cuts[at], twin)
	}
}

// everyNth yields one of so many.
func everyNth[T any](list []T, n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := 0; i < len(list); i += n {
			if !yield(list[i]) {
				return
			}
		}
	}
}

// without holds a twin to a world that never had its row.
func without(t *testing.T, w proof.Sources, twin *task.Task) {
	t.Helper()
	got, err := agent.Replay{Steps: twin.Steps, Answer: twin.Answer}.Solve(context.Background(), twin.Question, w.Tools, agent.TrialEnv{Domain: w.Domain, Language: "zh"})
	if err != nil {
		t.Fatal(err)
	}
	if got.End != agent.Finished || got.Answer != twin.Answer {
		t.Errorf("%s without row %d of %s: the trace ends %s, %s, want it repeated", twin.Question, twin.Twin.Row, twin.Twin.Table, got.End, got.Detail)
	}
	x, err := plan.NewExecutor(w.Domain, w.Tools, twin.Plan)
	if err != nil {
		t.Fatal(err)
	}
	if _, reason, err := x.Run(t.Context(), nil); reason != plan.Missing || err != nil {
		t.Errorf("%s without row %d of %s: the plan ends %q, %v, want %q", twin.Question, twin.Twin.Row, twin.Twin.Table, reason, err, plan.Missing)
	}
}

// cut copies a directory of tables without one line of one of them.
func cut(t *testing.T, dir, file string, line int) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(bytes.Lines(b))
	if err := os.WriteFile(filepath.Join(to, file), bytes.Join(slices.Delete(lines, line, line+1), nil), 0o666); err != nil {
		t.Fatal(err)
	}
	return to
}
