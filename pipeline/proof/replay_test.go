package proof

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// proved returns the sound tasks of a world, proved.
func proved(t *testing.T, w Sources) []*task.Task {
	t.Helper()
	var tasks []*task.Task
	for _, name := range []string{"one", "sum", "deep", "derive"} {
		tasks = append(tasks, makeTask(t, w, programs()[name], "zh"))
	}
	kept, dropped, err := Run(t.Context(), w, tasks, 1)
	if err != nil || len(dropped) > 0 {
		t.Fatalf("Run drops %+v, %v", dropped, err)
	}
	return kept
}

// noTwins stands for the check of twins, of which there are none here.
var noTwins = Check{Name: "gone", Run: func(context.Context, *task.Task) (Finding, error) {
	return Finding{Fault: "invalid: no twin"}, nil
}}

func replayed(t *testing.T, w Sources, tasks []*task.Task, workers int) []Mismatch {
	t.Helper()
	changed, err := Replay(t.Context(), w, noTwins, tasks, workers)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func TestReplay(t *testing.T) {
	w := load(t, small(), healthy())
	tasks := proved(t, w)
	if changed := replayed(t, w, tasks, 1); changed != nil {
		t.Errorf("Replay over the same tables = %+v, want none changed", changed)
	}
	for name, tt := range map[string]struct {
		edit func(*task.Task)
		want Mismatch // Recorded and Found are what they begin with
	}{
		"a certificate": {func(t *task.Task) { t.Checks[3].Detail = "no neighbour" }, Mismatch{Check: "discriminating", Recorded: "no neighbour", Found: "6 neighbours with another answer: "}},
		"a verdict":     {func(t *task.Task) { t.Checks[1].Verdict = task.Fail }, Mismatch{Check: "unique", Recorded: "unique fail"}},
		"a check gone":  {func(t *task.Task) { t.Checks = slices.Delete(t.Checks, 2, 3) }, Mismatch{Check: "needed", Recorded: "discriminating pass"}},
		"no checks":     {func(t *task.Task) { t.Checks = nil }, Mismatch{Check: "executed"}},
		"a check more":  {func(t *task.Task) { t.Checks = append(t.Checks, task.CheckResult{Name: "more", Detail: "so"}) }, Mismatch{Check: "more", Recorded: "so"}},
		"a task":        {func(t *task.Task) { t.Question += "是郑法明吗？" }, Mismatch{Check: "needed", Recorded: "nothing nearer ", Found: "given: "}},
	} {
		broken := copyOf(t, tasks[2])
		tt.edit(broken)
		changed := replayed(t, w, []*task.Task{tasks[0], broken}, 1)
		if len(changed) != 1 {
			t.Errorf("%s: Replay = %+v, want the second task changed", name, changed)
			continue
		}
		got := changed[0]
		if got.ID != broken.ID || got.Check != tt.want.Check || !strings.HasPrefix(got.Recorded, tt.want.Recorded) || !strings.HasPrefix(got.Found, tt.want.Found) ||
			(got.Recorded == "" || got.Found == "") != (tt.want.Recorded == "" || tt.want.Found == "") && tt.want.Check != "executed" {
			t.Errorf("%s: Replay = %+v, want %+v of %s", name, got, tt.want, broken.ID)
		}
	}
}

// Tables that changed since do not bear tasks out that they bear upon, at any number of
// workers.
func TestReplayOverOtherTables(t *testing.T) {
	tasks := proved(t, load(t, small(), healthy()))
	ts := healthy()
	setRow("Court", "南平市人民法院", row{"院长": "郑法良"})(ts)
	w := load(t, small(), ts)
	want := replayed(t, w, tasks, 1)
	var ids []string
	for _, c := range want {
		ids = append(ids, c.ID)
		if c.Check != "executed" || !strings.HasPrefix(c.Found, "changed: ") {
			t.Errorf("Replay says %+v, want what was executed changed", c)
		}
	}
	if diff := cmp.Diff([]string{tasks[2].ID, tasks[3].ID}, ids); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, replayed(t, w, tasks, 8)); diff != "" {
		t.Errorf("by 8 workers (-1 worker):\n%s", diff)
	}
}

// Certificates are the same whatever was proved before, in whatever order.
func TestCertificatesDoNotDependOnOrder(t *testing.T) {
	w := load(t, small(), healthy())
	tasks := proved(t, w)
	back := slices.Clone(tasks)
	slices.Reverse(back)
	kept, _, err := Run(t.Context(), w, back, 3)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(kept)
	if diff := cmp.Diff(tasks, kept); diff != "" {
		t.Errorf("tasks proved the other way round (-there +back):\n%s", diff)
	}
}

// A certificate says what was established, so that people can follow it.
func TestCertificates(t *testing.T) {
	w := load(t, small(), docket())
	kept, dropped, err := Run(t.Context(), w, []*task.Task{makeTask(t, w, deep, "zh")}, 1)
	if err != nil || len(dropped) > 0 {
		t.Fatalf("Run drops %+v, %v", dropped, err)
	}
	var got []string
	for _, c := range kept[0].Checks {
		got = append(got, c.Name+": "+c.Detail)
	}
	want := []string{
		"executed: 9 nodes by 5 tool calls agree with joins over whole tables on 1 answer",
		"unique: r2 subsidiaries 3 rows, r3 superlative 1, r5 cases 5 rows, r6 superlative 1, r8 court 1 row",
		"needed: nothing nearer than 3 lookups gives the answer; 2 dropped steps with another answer: r3 superlative = 郑法明, r6 superlative = 吴公平、周正义、郑法明; none: r4 hop r1",
		"discriminating: 5 neighbours with another answer: r3 place 2 = 郑法明, r5 tool party_cases = 周正义, r6 order min = 周正义, r6 place 2 = 郑法明, r9 earlier 案由 = 运输合同纠纷; none: r3 order max, r4 role 母公司",
		"unambiguous: no other reading",
		"gradable: 1 keyword and 4 keywords on the way; the trace scores 100 %, 4 agents who know nothing and 27 attackers 0 %",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("certificates (-want +got):\n%s", diff)
	}
}
