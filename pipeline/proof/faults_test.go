package proof

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// injection breaks a sound task in one way a check exists for. Of its functions those
// are called that are not nil, in this order: a program is asked over tables, tables
// and task are then broken.
type injection struct {
	check, name string
	reason      string                // that the check must give
	program     *plan.Program         // asked of the docket; must make a sound task
	tables      func(tables)          // breaks the tables
	again       bool                  // the task is made anew of the broken tables, as a careless maker would
	tools       func(Sources) Sources // breaks the tools, and the task is made with them
	task        func(*task.Task)      // breaks the task
	any         bool                  // any task can be broken so
}

// inject returns a sound task broken, and the world it is to be proved in. It fails the
// test if the task is not sound to begin with.
func (i *injection) inject(t *testing.T) (Sources, *task.Task) {
	t.Helper()
	ts := docket()
	w := load(t, small(), ts)
	made := makeTask(t, w, i.program, "zh")
	if _, dropped, err := Run(t.Context(), w, []*task.Task{made}, 1); err != nil || len(dropped) > 0 {
		t.Fatalf("%s, %s: the task is not sound before it is broken: %+v, %v", i.check, i.name, dropped, err)
	}
	if i.tables != nil {
		i.tables(ts)
		w = load(t, small(), ts)
	}
	if i.tools != nil {
		w = i.tools(w)
	}
	if i.again || i.tools != nil {
		made = makeTask(t, w, i.program, "zh")
	}
	broken := copyOf(t, made)
	if i.task != nil {
		i.task(broken)
	}
	return w, broken
}

// caught says why a fault is not caught by the check it is meant for, with the right
// reason, or why the task is kept in spite of it; "" if all is well.
func caught(ctx context.Context, checks []Check, broken *task.Task, check, reason string) string {
	for _, c := range checks {
		if c.Name != check {
			continue
		}
		f, err := c.Run(ctx, broken)
		if err != nil {
			return err.Error()
		}
		if !strings.HasPrefix(f.Fault, reason+": ") {
			return fmt.Sprintf("the check says %q, want %s", f.Fault+f.Certificate, reason)
		}
	}
	kept, _, err := RunChecks(ctx, checks, []*task.Task{broken}, 1)
	if err != nil || len(kept) > 0 {
		return fmt.Sprintf("all checks together keep %d, %v", len(kept), err)
	}
	return ""
}

// tally counts injected and caught faults by check.
type tally struct{ injected, caught map[string]int }

func newTally() *tally { return &tally{map[string]int{}, map[string]int{}} }

func (c *tally) add(t *testing.T, check, name, fault string) {
	t.Helper()
	c.injected[check]++
	if fault != "" {
		t.Errorf("%s, %s: %s", check, name, fault)
		return
	}
	c.caught[check]++
}

// least is how many ways of breaking a task each check has to catch.
const least = 6

// report prints what was caught and fails for a check that few ways are known for.
func (c *tally) report(t *testing.T, least int) {
	t.Helper()
	for _, check := range slices.Sorted(maps.Keys(c.injected)) {
		t.Logf("%-15s caught %d of %d", check, c.caught[check], c.injected[check])
	}
	for _, check := range Checks(load(t, small(), healthy())) {
		if c.injected[check.Name] < least {
			t.Errorf("%s: %d ways of breaking a task, want at least %d", check.Name, c.injected[check.Name], least)
		}
	}
}

// Every fault is caught by the check it is meant for: what stands in the tables, what
// the tools say and what the task says is broken on purpose in the ways the checks
// exist for.
func TestFaultsAreCaught(t *testing.T) {
	all := slices.Concat(executedFaults(), uniqueFaults(), neededFaults(), discriminatingFaults(), unambiguousFaults(), gradableFaults())
	count := newTally()
	seen := map[string]bool{}
	for _, i := range all {
		if seen[i.check+i.name] {
			t.Errorf("%s, %s: the name is used twice", i.check, i.name)
		}
		seen[i.check+i.name] = true
		w, broken := i.inject(t)
		count.add(t, i.check, i.name, caught(t.Context(), Checks(w), broken, i.check, i.reason))
	}
	count.report(t, least)
}

// Faults of the task alone are caught over any tables: those of the shipped toy domain
// and the real ones.
func TestFaultsAreCaughtAnywhere(t *testing.T) {
	for name, tt := range map[string]struct {
		world    func(testing.TB) Sources
		programs []*plan.Program
	}{
		"toy": {toy, []*plan.Program{
			chain(words, start("company", "青岚机械有限公司"), call("get_company_cases"), &plan.Superlative{Column: "立案日期", Order: plan.Max}, project("案由")),
			chain(words, start("company", "白砾科技有限公司"), call("get_company"), project("母公司"), call("get_company"), project("法定代表人")),
		}},
		"real": {legal, []*plan.Program{
			chain(words, start("company", "上海家化联合股份有限公司"), call("get_company_info"), project("董秘")),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := tt.world(t)
			checks := Checks(w)
			count := newTally()
			for _, p := range tt.programs {
				made := makeTask(t, w, p, "zh")
				if _, dropped, err := RunChecks(t.Context(), checks, []*task.Task{made}, 1); err != nil || len(dropped) > 0 {
					t.Errorf("%s: the task is not sound before it is broken: %+v, %v", made.Draft, dropped, err)
					continue
				}
				for _, i := range anywhere() {
					broken := copyOf(t, made)
					i.task(broken)
					count.add(t, i.check, i.name, caught(t.Context(), checks, broken, i.check, i.reason))
				}
			}
			count.report(t, 0)
		})
	}
}

// anywhere are faults of the task alone that any task can have.
func anywhere() []injection {
	all := slices.Concat(executedFaults(), neededFaults(), gradableFaults())
	return slices.DeleteFunc(all, func(i injection) bool { return !i.any })
}

// liar is a caller that gives another company's row for one.
type liar struct {
	tool.Caller
	asked, told string
}

// Call implements [tool.Caller].
func (l liar) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args := maps.Clone(c.Args.(map[string]any))
	for k, v := range args {
		if v == l.asked {
			args[k] = l.told
		}
	}
	return l.Caller.Call(ctx, tool.Call{Tool: c.Tool, Args: args})
}

// setRow changes cells of the row whose key is as given.
func setRow(table, key string, cells row) func(tables) {
	return func(ts tables) {
		spec := small().Table(table)
		for _, r := range ts[table] {
			if r[spec.Key] == key {
				maps.Copy(r, cells)
				return
			}
		}
		panic("no row " + key + " in " + table)
	}
}

// addRow adds a row.
func addRow(table string, r row) func(tables) {
	return func(ts tables) { ts[table] = append(ts[table], r) }
}

// dropRow removes the row whose key is as given.
func dropRow(table, key string) func(tables) {
	return func(ts tables) {
		spec := small().Table(table)
		ts[table] = slices.DeleteFunc(ts[table], func(r row) bool { return r[spec.Key] == key })
	}
}

// edits makes several changes of tables one.
func edits(all ...func(tables)) func(tables) {
	return func(ts tables) {
		for _, edit := range all {
			edit(ts)
		}
	}
}

// toy returns the shipped toy domain over its tables.
func toy(t testing.TB) Sources {
	t.Helper()
	d := toytest.Domain(t, "toy")
	c, tools := toytest.Load(t, d, filepath.Join("..", "command", "testdata", "toy"))
	return Sources{Domain: d, Corpus: c, Tools: tools}
}
