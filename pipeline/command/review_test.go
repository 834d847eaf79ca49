package command_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// panel is a run directory of the toy world and the log that people write for it.
type panel struct {
	t      *testing.T
	dir    string
	world  revision.TableAccess
	checks []proof.Check
	tasks  []*task.Task
	log    []*review.Decision
	used   map[string]bool // tasks that a case of the test has
}

func newPanel(t *testing.T) *panel {
	t.Helper()
	p := &panel{t: t, dir: startFrom(t, "toy"), used: map[string]bool{}}
	d, err := domain.Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), os.Getenv("TOY"), d)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	p.world = revision.TableAccess{Domain: d, Tools: tools}
	p.checks = proof.Checks(proof.Sources{Domain: d, Corpus: c, Tools: tools})
	p.tasks = p.read("check")
	return p
}

func (p *panel) verify(args ...string) string { return run(p.t, p.dir, "verify", args...) }

// read reads the tasks of a stage.
func (p *panel) read(stage string) []*task.Task {
	p.t.Helper()
	name := filepath.Join(p.dir, "out", stage, "tasks.jsonl")
	tasks, err := task.Read(strings.NewReader(read(p.t, name)), name)
	if err != nil {
		p.t.Fatal(err)
	}
	return tasks
}

// decide adds a decision to the log.
func (p *panel) decide(by string, of string, shown *task.Task, d review.Decision) *review.Decision {
	d.ID = fmt.Sprintf("decision-%08d", len(p.log))
	d.At = time.Date(2026, 3, 1, 9, 0, len(p.log), 5e6, time.UTC)
	d.By, d.Role, d.Task = by, review.Annotator, of
	if by == "Zhou" {
		d.Role = review.Senior
	}
	if shown != nil {
		d.Shown = review.Shown(shown)
	}
	p.log = append(p.log, &d)
	return &d
}

// change adds an edit of a task and returns what comes of it.
func (p *panel) change(by string, t, now *task.Task, c review.TaskChange) *task.Task {
	p.t.Helper()
	made, fault, err := revision.Apply(p.t.Context(), p.world, now, &c)
	if err != nil || fault != "" {
		p.t.Fatalf("task %s: Apply = %q, %v", t.ID, fault, err)
	}
	c.Shown = review.Shown(made)
	p.decide(by, t.ID, now, review.Decision{Kind: review.Edit, Reason: review.Unfaithful, Change: &c})
	return made
}

// pick returns a task that no case has yet.
func (p *panel) pick(fits func(t *task.Task) bool) *task.Task {
	p.t.Helper()
	for _, t := range p.tasks {
		if !p.used[t.ID] && fits(t) {
			p.used[t.ID] = true
			return t
		}
	}
	p.t.Fatal("no task is left that fits the case")
	return nil
}

func anyTask(*task.Task) bool { return true }

// made is what a change comes to; nil where that cannot be proved.
func (p *panel) made(t *task.Task, c *review.TaskChange) *task.Task {
	made, fault, err := revision.Apply(p.t.Context(), p.world, t, c)
	if err != nil {
		p.t.Fatal(err)
	}
	if fault != "" {
		return nil
	}
	verdicts, err := proof.Verdicts(p.t.Context(), p.checks, made)
	if err != nil {
		p.t.Fatal(err)
	}
	if slices.ContainsFunc(verdicts, func(c task.CheckResult) bool { return c.Verdict != task.Pass }) {
		return nil
	}
	return made
}

// inOtherForm is the task's plan with the first answer in another form; nil where there
// is none that can be proved.
func (p *panel) inOtherForm(t *task.Task) *plan.Program {
	for _, form := range []plan.Form{
		{Style: plan.StyleDate, Layout: plan.LayoutISO}, {Style: plan.StyleDate, Layout: plan.LayoutMonth},
		{Style: plan.StyleNumber, Unit: "万元", Places: 2}, {Style: plan.StyleNumber, Unit: "元", Places: 2},
	} {
		q := *t.Plan
		q.Answers = slices.Clone(q.Answers)
		q.Answers[0].Form = form
		made := p.made(t, &review.TaskChange{Plan: &q})
		if made != nil && !slices.ContainsFunc(p.tasks, func(t *task.Task) bool { return t.ID == made.ID }) {
			return &q
		}
	}
	return nil
}

// write writes the log, with a line twice.
func (p *panel) write() {
	p.t.Helper()
	var b bytes.Buffer
	if err := review.WriteDecisions(&b, append(p.log, p.log[0])); err != nil {
		p.t.Fatal(err)
	}
	name := filepath.Join(p.dir, "out", "review", "decisions.jsonl")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// tear adds what a killed server leaves behind.
func (p *panel) tear() {
	spoil(p.t, filepath.Join(p.dir, "out", "review", "decisions.jsonl"), `{"id":"decision-torn`)
}

// byID returns tasks by the ID they had before people changed them.
func byID(tasks []*task.Task) map[string]*task.Task {
	all := map[string]*task.Task{}
	for _, t := range tasks {
		all[t.ID] = t
		if t.Review.Original != "" {
			all[t.Review.Original] = t
		}
	}
	return all
}

// What people decided stands in the tasks; what they changed is proved again, and
// dropped where it does not hold.
func TestReview(t *testing.T) {
	t.Parallel()
	p := newPanel(t)
	for i, of := range p.read("reviewed") {
		want := *p.tasks[i]
		want.Provenance.Versions = of.Provenance.Versions
		if diff := cmp.Diff(&want, of); diff != "" || of.Provenance.Versions["review"] != 4 {
			t.Fatalf("without a log a task is not what the checks left (-check +reviewed):\n%s", diff)
		}
	}
	text := func(s string) *string { return &s }
	approve, reject := review.Decision{Kind: review.Approve}, review.Decision{Kind: review.Reject, Reason: review.Unnatural}

	approved := p.pick(anyTask)
	p.decide("An", approved.ID, approved, approve)
	p.decide("Bo", approved.ID, approved, approve)
	p.decide("An", approved.ID, approved, review.Decision{Kind: review.Comment, Note: "=1+1 <b>"})

	unsaid := p.decide("Bo", approved.ID, approved, review.Decision{Kind: review.Comment, Note: "?"})
	p.decide("Bo", approved.ID, approved, review.Decision{Kind: review.Withdraw, Withdraws: unsaid.ID})

	rejected := p.pick(anyTask)
	p.decide("Bo", rejected.ID, rejected, review.Decision{Kind: review.Reject, Reason: review.Trivial})
	p.decide("An", rejected.ID, rejected, reject)

	settled := p.pick(anyTask)
	p.decide("An", settled.ID, settled, approve)
	p.decide("Bo", settled.ID, settled, reject)
	p.decide("Zhou", settled.ID, settled, review.Decision{Kind: review.Reject, Reason: review.Duplicate})

	disputed := p.pick(anyTask)
	p.decide("An", disputed.ID, disputed, approve)
	p.decide("Bo", disputed.ID, disputed, reject)

	pending := p.pick(anyTask)
	p.decide("An", pending.ID, pending, approve)
	taken := p.decide("Bo", pending.ID, pending, reject)
	p.decide("Bo", pending.ID, pending, review.Decision{Kind: review.Withdraw, Withdraws: taken.ID})

	asked := p.pick(anyTask)
	outdated := []*review.Decision{
		p.decide("Bo", asked.ID, asked, reject),
		p.decide("Bo", asked.ID, asked, review.Decision{Kind: review.Comment, Note: "Wer fragt so?"}),
	}
	now := p.change("An", asked, asked, review.TaskChange{Question: text("请问：" + asked.Draft)})
	p.decide("An", asked.ID, now, approve)
	p.decide("Bo", asked.ID, now, approve)

	replanned := p.pick(func(t *task.Task) bool { return p.inOtherForm(t) != nil })
	formed := p.change("An", replanned, replanned, review.TaskChange{Plan: p.inOtherForm(replanned)})
	formed = p.change("An", replanned, formed, review.TaskChange{Question: text("请问：" + formed.Draft)})
	p.decide("An", replanned.ID, formed, approve)

	aliases := func(t *task.Task) *review.TaskChange {
		c := &review.TaskChange{KeyMiddle: []string{}, Aliases: make([][]string, len(t.KeyAnswer))}
		c.Aliases[0] = []string{"又名甲乙"}
		return c
	}
	reworded := p.pick(func(t *task.Task) bool {
		return len(t.KeyMiddle) > 0 && t.AnswerValues[0].Kind == value.Text && p.made(t, aliases(t)) != nil
	})
	p.change("An", reworded, reworded, *aliases(reworded))

	leaking := p.pick(anyTask)
	p.change("An", leaking, leaking, review.TaskChange{Question: text(leaking.Question + leaking.KeyAnswer[0])})

	stale := p.pick(anyTask)
	p.change("An", stale, stale, review.TaskChange{Question: text("请问：" + stale.Draft)})
	p.log[len(p.log)-1].Change.Shown = review.Shown(leaking)

	same := p.pick(func(t *task.Task) bool { c, _ := p.becomes(t); return c != nil })
	to, other := p.becomes(same)
	p.change("An", same, same, *to)

	p.decide("An", "000000000000", approved, approve)
	p.decide("Zhou", "", nil, review.Decision{Kind: review.Guideline, Note: "看仔细。"}).Role = review.Owner
	p.write()
	p.tear()

	if out := p.verify("-n"); !strings.Contains(out, "review: stale\n  input review/decisions.jsonl e3b0c4… → ") {
		t.Errorf("verify -n = %s, want the review stale for its log", out)
	}
	out := p.verify()
	if want := fmt.Sprintf("review    %d of %d tasks kept\n                1 after an edit it equals another task\n                1 after an edit the task fails a check\n                1 it changed after people edited it\n", len(p.tasks)-3, len(p.tasks)); !strings.Contains(out, want) {
		t.Errorf("verify = %s, want %q", out, want)
	}
	got := byID(p.read("reviewed"))
	third := 1. / 3
	one, none := 1., 0.
	for name, tt := range map[string]struct {
		task *task.Task
		want task.Review
	}{
		"approved": {approved, task.Review{Status: "approved", Reviewers: []string{"An", "Bo"}, Agreement: &one}},
		// Of equals the reason that a page offers first.
		"rejected":  {rejected, task.Review{Status: "rejected", Reviewers: []string{"An", "Bo"}, Agreement: &one, Reason: "unnatural"}},
		"settled":   {settled, task.Review{Status: "rejected", Reviewers: []string{"An", "Bo", "Zhou"}, Agreement: &third, Reason: "duplicate"}},
		"disputed":  {disputed, task.Review{Status: "disputed", Reviewers: []string{"An", "Bo"}, Agreement: &none}},
		"pending":   {pending, task.Review{Status: "pending", Reviewers: []string{"An"}}},
		"asked":     {asked, task.Review{Status: "approved", Reviewers: []string{"An", "Bo"}, Agreement: &one, Edits: []string{"question"}}},
		"replanned": {replanned, task.Review{Status: "pending", Reviewers: []string{"An"}, Original: replanned.ID, Edits: []string{"plan", "question"}}},
		"reworded":  {reworded, task.Review{Status: "unreviewed", Edits: []string{"aliases", "keywords"}}},
		"untouched": {p.pick(anyTask), task.Review{Status: "unreviewed"}},
	} {
		of := got[tt.task.ID]
		if of == nil {
			t.Errorf("%s: the task is gone", name)
			continue
		}
		if diff := cmp.Diff(tt.want, of.Review); diff != "" {
			t.Errorf("%s: review (-want +got):\n%s", name, diff)
		}
		if len(of.Checks) != len(p.checks) || of.Provenance.Corpus == "" {
			t.Errorf("%s: %d verdicts and provenance %+v, want all of them", name, len(of.Checks), of.Provenance)
		}
	}
	if q := got[asked.ID].Question; q != "请问："+asked.Draft {
		t.Errorf("question %q, want the one that was approved", q)
	}
	if made := got[replanned.ID]; made.ID != formed.ID || made.Answer != formed.Answer || made.Draft == replanned.Draft {
		t.Errorf("changed plan: task %s answers %q, want %s and %q", made.ID, made.Answer, formed.ID, formed.Answer)
	}
	if made := got[reworded.ID]; len(made.KeyMiddle) > 0 || made.AnswerValues[0].Aliases[0] != "又名甲乙" {
		t.Errorf("changed keywords: %q on the way and answers %+v, want those that people chose", made.KeyMiddle, made.AnswerValues)
	}
	p.dropped(map[string]string{leaking.ID: "broken needed: given: ", stale.ID: "stale stale: edit ", same.ID: "duplicate as people changed it, it is task " + other.ID + ", which"})
	var want []review.PublishedDecision
	rounds := review.Rounds(p.log)
	for i, d := range p.log {
		switch {
		case d.Task == replanned.ID:
			want = append(want, d.Published(formed.ID, replanned.ID, rounds[i]))
		case d.ID != taken.ID && d.ID != unsaid.ID && d.Kind != review.Withdraw && d.Kind != review.Guideline && d.Task != "000000000000" && !slices.Contains(outdated, d):
			want = append(want, d.Published(d.Task, "", rounds[i]))
		}
	}
	p.rows(want)
	var report review.StatusReport
	if err := json.Unmarshal([]byte(read(t, filepath.Join(p.dir, "out", "reviewed", "report.json"))), &report); err != nil {
		t.Fatal(err)
	}
	if report.Decisions != len(p.log) || report.UnknownTask != 1 || report.Stale != 1 || report.Overlap != 2 || len(report.Guidelines) != 2 {
		t.Errorf("report of %d decisions, %d gone, %d stale, overlap %d, %d guidelines: want %d, 1, 1, 2 and 2",
			report.Decisions, report.UnknownTask, report.Stale, report.Overlap, len(report.Guidelines), len(p.log))
	}

	p.write()
	compile(t).hold(t, filepath.Join(p.dir, "out"), documents{})

	eight := filepath.Join(p.dir, "eight")
	if err := os.CopyFS(eight, os.DirFS(filepath.Join(p.dir, "out"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(eight, "reviewed", "review.manifest.json")); err != nil {
		t.Fatal(err)
	}
	p.verify("-out", "eight", "-workers", "8")
	for _, name := range []string{"tasks.jsonl", "dropped.jsonl", "reviews.jsonl", "report.json"} {
		if a, b := read(t, filepath.Join(p.dir, "out", "reviewed", name)), read(t, filepath.Join(eight, "reviewed", name)); a != b {
			t.Errorf("%s depends on the number of workers", name)
		}
	}

	out = p.verify("-approved")
	for _, want := range []string{
		fmt.Sprintf("review    2 of %d tasks kept\n", len(p.tasks)), fmt.Sprintf("%d nobody has voted\n", len(p.tasks)-7),
		" 2 people rejected it\n", " 2 too few people have voted\n", " 1 votes differ and nobody has settled them\n", "export    2 tasks\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("verify -approved = %s, want %q", out, want)
		}
	}
	out = p.verify("-overlap", "1")
	if want := fmt.Sprintf("review    4 of %d tasks kept\n", len(p.tasks)); !strings.Contains(out, want) {
		t.Errorf("verify -overlap 1 = %s, want %q", out, want)
	}
	p.verify("-sample", "10")
	sampled := (len(p.tasks) + 9) / 10
	if err := json.Unmarshal([]byte(read(t, filepath.Join(p.dir, "out", "reviewed", "report.json"))), &report); err != nil || report.Errors.Sampled != sampled {
		t.Errorf("verify -sample 10 has %d tasks reviewed, %v: want %d", report.Errors.Sampled, err, sampled)
	}
	left := read(t, filepath.Join(p.dir, "out", "reviewed", "dropped.jsonl"))
	if n := strings.Count(left, "it is not among those that people review"); n < len(p.tasks)-7-sampled || n > len(p.tasks)-sampled {
		t.Errorf("of %d tasks %d are not reviewed, of which %d say so", len(p.tasks), len(p.tasks)-sampled, n)
	}
}

// becomes returns what is asked to make of a task another one, and that; nil if there is
// none.
func (p *panel) becomes(t *task.Task) (*review.TaskChange, *task.Task) {
	for _, other := range p.tasks {
		q := "请问：" + other.Draft
		c := &review.TaskChange{Plan: other.Plan, Question: &q}
		if made := p.made(t, c); other.ID != t.ID && made != nil && made.ID == other.ID {
			return c, other
		}
	}
	return nil, nil
}

// dropped holds dropped.jsonl to reason and detail of each task.
func (p *panel) dropped(want map[string]string) {
	p.t.Helper()
	lines := strings.Split(strings.TrimSpace(read(p.t, filepath.Join(p.dir, "out", "reviewed", "dropped.jsonl"))), "\n")
	for _, line := range lines {
		var d task.Dropped
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			p.t.Fatal(err)
		}
		if got := d.Reason + " " + d.Detail; d.Check != "review" || want[d.ID] == "" || !strings.HasPrefix(got, want[d.ID]) {
			p.t.Errorf("dropped %s by %s: %s, want %q by review", d.ID, d.Check, got, want[d.ID])
		}
	}
	if len(lines) != len(want) {
		p.t.Errorf("%d tasks dropped, want %d", len(lines), len(want))
	}
}

// rows holds reviews.jsonl to the decisions that hold, in log order.
func (p *panel) rows(want []review.PublishedDecision) {
	p.t.Helper()
	var got []review.PublishedDecision
	for line := range strings.Lines(read(p.t, filepath.Join(p.dir, "out", "reviewed", "reviews.jsonl"))) {
		var r review.PublishedDecision
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			p.t.Fatal(err)
		}
		got = append(got, r)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		p.t.Errorf("decisions in force (-want +got):\n%s", diff)
	}
}
