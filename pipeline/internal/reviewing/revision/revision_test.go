package revision_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// fixture is a made-up world and tasks over it, as files hold them.
type fixture struct {
	revision.TableAccess
	corpus *corpus.Corpus
	tasks  []*task.Task
	err    error
}

// made makes it once: nothing in it is ever changed.
var made = sync.OnceValue(func() (f fixture) {
	const dir = "../../../draft/testdata/world"
	if f.Domain, f.tasks, f.err = tasktest.Tasks("legal", dir, 12); f.err != nil {
		return f
	}
	if f.corpus, _, f.err = corpus.Load(context.Background(), dir, f.Domain); f.err != nil {
		return f
	}
	f.Tools, f.err = tool.New(f.corpus)
	for i, t := range f.tasks {
		t.Question = "您好，" + t.Draft
		t.Checks = []task.CheckResult{{Name: "executed", Verdict: task.Pass}}
		f.tasks[i] = reread(t)
	}
	return f
})

// reread returns a task as a file gives it back.
func reread(t *task.Task) *task.Task {
	var b bytes.Buffer
	if err := task.Write(&b, []*task.Task{t}); err != nil {
		panic(err)
	}
	back, err := task.Read(&b, "")
	if err != nil {
		panic(err)
	}
	return back[0]
}

func world(t *testing.T) *fixture {
	t.Helper()
	f := made()
	if f.err != nil {
		t.Fatal(f.err)
	}
	return &f
}

// copyOf returns a deep copy.
func copyOf[T any](t rapid.TB, of *T) *T {
	t.Helper()
	b, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	c := new(T)
	if err := json.Unmarshal(b, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// apply fails the test if tools are broken.
func (f *fixture) apply(t rapid.TB, of *task.Task, c *review.TaskChange) (*task.Task, string) {
	t.Helper()
	out, fault, err := revision.Apply(context.Background(), f.TableAccess, of, c)
	if err != nil {
		t.Fatalf("Apply: %v", err)
	}
	if (fault == "") != (out != nil) {
		t.Fatalf("Apply = %v, %q: want a task or a fault", out, fault)
	}
	return out, fault
}

// names are the entities of a type that tasks start from.
func (f *fixture) names(entity string) [][]string {
	var all [][]string
	for _, t := range f.tasks {
		for _, e := range t.Entities {
			if e.Type == entity && !slices.ContainsFunc(all, func(n []string) bool { return slices.Equal(n, e.Name) }) {
				all = append(all, e.Name)
			}
		}
	}
	return all
}

// changed draws a plan with other arguments.
func (f *fixture) changed(t *rapid.T, of *plan.Program) *plan.Program {
	p := copyOf(t, of)
	for i := range p.Nodes {
		if !rapid.Bool().Draw(t, "change "+p.Nodes[i].Name) {
			continue
		}
		switch o := p.Nodes[i].Do.(type) {
		case *plan.Start:
			o.Value = rapid.SampledFrom(f.names(o.Entity)).Draw(t, "name")
		case *plan.Filter:
			if o.Comparison == plan.Year {
				o.Operand = rapid.SampledFrom([]string{"2018", "2019", "2020", "2021", "19"}).Draw(t, "year")
			}
		case *plan.Superlative:
			o.Order = rapid.SampledFrom([]plan.Order{plan.Max, plan.Min}).Draw(t, "order")
			o.Rank = rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "rank")
		}
	}
	for i := range p.Answers {
		switch a := &p.Answers[i]; a.Form.Style {
		case plan.StyleDate:
			a.Form.Layout = rapid.SampledFrom([]plan.Layout{"", plan.LayoutISO, plan.LayoutYear}).Draw(t, "layout")
		case plan.StyleNumber:
			a.Form.Places = rapid.IntRange(-1, 3).Draw(t, "places")
		}
	}
	return p
}

// change draws a change of a task, of which much can be made.
func (f *fixture) change(t *rapid.T, of *task.Task) *review.TaskChange {
	c := new(review.TaskChange)
	if rapid.Bool().Draw(t, "question") {
		q := rapid.SampledFrom([]string{of.Question, "请问：" + of.Draft, "  "}).Draw(t, "asked")
		c.Question = &q
	}
	if rapid.Bool().Draw(t, "plan") {
		c.Plan = f.changed(t, of.Plan)
	}
	if rapid.Bool().Draw(t, "keys") {
		for _, k := range of.KeyAnswer {
			r := []rune(k)
			c.KeyAnswer = append(c.KeyAnswer, string(r[rapid.IntRange(0, len(r)-1).Draw(t, "from"):]))
		}
	}
	if rapid.Bool().Draw(t, "middle") {
		c.KeyMiddle = append([]string{}, of.KeyMiddle[:rapid.IntRange(0, len(of.KeyMiddle)).Draw(t, "kept")]...)
	}
	if rapid.Bool().Draw(t, "aliases") {
		for range of.KeyAnswer {
			c.Aliases = append(c.Aliases, rapid.SliceOfN(rapid.SampledFrom([]string{"又名", "亦称"}), 0, 2).Draw(t, "alias"))
		}
	}
	return c
}

// Nothing changes what it is given; nothing changed is the same task; a change made
// twice is made once; and what comes of it is the same in another process.
func TestApplyLaws(t *testing.T) {
	f := world(t)
	executed := proof.Checks(proof.Sources{Domain: f.Domain, Corpus: f.corpus, Tools: f.Tools})[:1]
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom(f.tasks).Draw(t, "task")
		c := f.change(t, base)
		before, asked := copyOf(t, base), copyOf(t, c)
		same, fault := f.apply(t, base, &review.TaskChange{Question: &base.Question, Plan: base.Plan})
		if diff := cmp.Diff(base, same); diff != "" || fault != "" {
			t.Fatalf("nothing changed gives %q and another task:\n%s", fault, diff)
		}
		once, fault := f.apply(t, base, c)
		if diff := cmp.Diff(before, base) + cmp.Diff(asked, c); diff != "" {
			t.Fatalf("Apply changed what it was given:\n%s", diff)
		}
		if fault != "" {
			if word, _, ok := strings.Cut(fault, ": "); !ok || word == "" || strings.Contains(word, " ") {
				t.Fatalf("fault %q: want a word, a colon and what is wrong", fault)
			}
			return
		}
		twice, fault := f.apply(t, once, c)
		if diff := cmp.Diff(once, twice); fault != "" || diff != "" {
			t.Fatalf("a change made twice gives %q and another task:\n%s", fault, diff)
		}
		elsewhere, _ := f.apply(t, reread(base), copyOf(t, c))
		if diff := cmp.Diff(reread(once), reread(elsewhere)); diff != "" || review.Shown(once) != review.Shown(reread(elsewhere)) {
			t.Fatalf("another process makes another task:\n%s", diff)
		}
		if changed := review.Shown(base) != review.Shown(once); changed != (once.Review.Edits != nil) || changed == (once.Checks != nil) {
			t.Fatalf("changed %v, with edits %q and checks %v", changed, once.Review.Edits, once.Checks)
		}
		if original := once.Review.Original; (once.ID != base.ID) != (original == base.ID) || (original != "") != once.Review.Edited(task.PlanEdited) {
			t.Fatalf("task %s of %s says that it was %q and that people changed %q", once.ID, base.ID, original, once.Review.Edits)
		}
		verdicts, err := proof.Verdicts(t.Context(), executed, once)
		if err != nil {
			t.Fatal(err)
		}
		if v := verdicts[0]; v.Verdict != task.Pass && !(strings.HasPrefix(v.Detail, "keywords: ") && (c.Plan != nil || amounts(once))) {
			t.Fatalf("executed says %q", v.Detail)
		}
		// Going back to the plan there was brings back all that follows from it.
		kept := copyOf(t, once)
		back, fault := f.apply(t, once, &review.TaskChange{Plan: base.Plan, Question: &base.Question})
		if diff := cmp.Diff(kept.Review, once.Review); diff != "" {
			t.Fatalf("Apply changed the review of what it was given:\n%s", diff)
		}
		if c.Plan != nil && !c.Plan.Equal(base.Plan) {
			want := *base
			want.Checks, want.Review = back.Checks, back.Review
			if diff := cmp.Diff(&want, back); fault != "" || diff != "" || back.Review.Original != "" || back.Review.Edited(task.PlanEdited) {
				t.Fatalf("the way back gives %q, %+v and another task:\n%s", fault, back.Review, diff)
			}
		}
	})
}

// What people chose in one part stays when they change another, but for a plan that
// gives something else.
func TestEditsAddUp(t *testing.T) {
	f := world(t)
	i := slices.IndexFunc(f.tasks, func(t *task.Task) bool {
		return len(t.KeyMiddle) > 1 && len(t.KeyAnswer) == 1 && t.AnswerValues[0].Kind == value.Text && len([]rune(t.KeyAnswer[0])) > 2
	})
	if i < 0 {
		t.Fatal("no task with keywords on the way and a text as answer")
	}
	now := f.tasks[i]
	part := string([]rune(now.KeyAnswer[0])[1:])
	question := "请问：" + now.Draft
	for _, step := range []struct {
		change review.TaskChange
		edits  []string
	}{
		{review.TaskChange{KeyAnswer: []string{part}}, []string{"keywords"}},
		{review.TaskChange{KeyMiddle: now.KeyMiddle[:1]}, []string{"keywords"}},
		{review.TaskChange{Aliases: [][]string{{"又名"}}}, []string{"aliases", "keywords"}},
		{review.TaskChange{Question: &question}, []string{"aliases", "keywords", "question"}},
		{review.TaskChange{KeyMiddle: now.KeyMiddle}, []string{"aliases", "keywords", "question"}},
	} {
		next, fault := f.apply(t, now, &step.change)
		if fault != "" || !slices.Equal(next.Review.Edits, step.edits) {
			t.Fatalf("edits %q, fault %q: want %q", next.Review.Edits, fault, step.edits)
		}
		now = next
	}
	want := copyOf(t, f.tasks[i])
	want.Question, want.KeyAnswer, want.Checks, want.Review.Edits = question, []string{part}, nil, now.Review.Edits
	want.AnswerValues[0].Text, want.AnswerValues[0].Aliases = part, []string{"又名"}
	if diff := cmp.Diff(want, now); diff != "" {
		t.Errorf("after all edits (-want +got):\n%s", diff)
	}
	now, _ = f.apply(t, now, &review.TaskChange{KeyAnswer: f.tasks[i].KeyAnswer})
	if !slices.Equal(now.Review.Edits, []string{"aliases", "question"}) {
		t.Errorf("edits %q: want keywords gone that are again what the tables give", now.Review.Edits)
	}
}

// amounts reports whether people chose keywords of a task whose answers are not all
// texts: a part of an amount is another one, which the proof does not take, as it does
// not take keywords of what another plan gave.
func amounts(t *task.Task) bool {
	return t.Review.Edited(task.KeywordsEdited) && slices.ContainsFunc(t.AnswerValues, func(a value.Answer) bool { return a.Kind != value.Text })
}

// A change that no row of a dataset holds would keep all tasks from being exported.
// Tables that give other steps than a task has are found, also if the task was made with yet other steps.
func TestApplyFindsChangedTables(t *testing.T) {
	f := world(t)
	base := *f.tasks[0]
	change := &review.TaskChange{Aliases: make([][]string, len(base.KeyAnswer))}
	for i := range change.Aliases {
		change.Aliases[i] = []string{"又名"}
	}
	base.Provenance.Recorded = base.Steps
	if _, fault := f.apply(t, &base, change); fault != "" {
		t.Errorf("fault %q over the same tables", fault)
	}
	base.Steps = slices.Clone(base.Steps)
	for i := range base.Steps {
		if base.Steps[i].Observation != nil {
			base.Steps[i].Observation = json.RawMessage(`"something else"`)
		}
	}
	if _, fault := f.apply(t, &base, change); !strings.HasPrefix(fault, "changed: ") {
		t.Errorf("fault %q where the tables give other steps, want changed", fault)
	}
}

func TestApplyRefusesWhatNoRowHolds(t *testing.T) {
	f := world(t)
	base := f.tasks[0]
	aliases := make([][]string, len(base.KeyAnswer))
	for i := range aliases {
		aliases[i] = []string{"又名"}
	}
	aliases[0] = []string{strings.Repeat("长", task.MaxRowBytes/3)}
	if _, fault := f.apply(t, base, &review.TaskChange{Aliases: aliases}); !strings.HasPrefix(fault, "large: ") {
		t.Errorf("fault %q, want large", fault)
	}
	aliases[0][0] = strings.Repeat("a", task.MaxRowBytes-150_000)
	if _, fault := f.apply(t, base, &review.TaskChange{Aliases: aliases}); fault != "" {
		t.Errorf("fault %q of what fits", fault)
	}
	aliases[0][0] = strings.Repeat("a", task.MaxRowBytes-100_000)
	if _, fault := f.apply(t, base, &review.TaskChange{Aliases: aliases}); !strings.HasPrefix(fault, "large: ") {
		t.Errorf("fault %q where nothing is left for verdicts, want large", fault)
	}
}

// What cannot be made says why.
func TestApplyFaults(t *testing.T) {
	f := world(t)
	var base *task.Task
	for _, one := range f.tasks {
		if s, ok := one.Plan.Nodes[len(one.Plan.Nodes)-2].Do.(*plan.Superlative); ok && s.Rank == 0 && len(one.Plan.Answers) == 1 && one.Plan.Answers[0].Form.Style == plan.StyleText {
			base = one
			break
		}
	}
	if base == nil {
		t.Fatal("no task that ranks and asks for a text")
	}
	text := func(s string) *string { return &s }
	edited := func(edit func(p *plan.Program)) *plan.Program {
		p := copyOf(t, base.Plan)
		edit(p)
		return p
	}
	last := len(base.Plan.Nodes) - 1
	for name, tt := range map[string]struct {
		change review.TaskChange
		want   string
	}{
		"no question":         {review.TaskChange{Question: text(" \n")}, "question: "},
		"a keyword less":      {review.TaskChange{KeyAnswer: make([]string, len(base.KeyAnswer)+1)}, "keywords: "},
		"a blank keyword":     {review.TaskChange{KeyAnswer: make([]string, len(base.KeyAnswer))}, "keywords: no keyword may be empty"},
		"blank on the way":    {review.TaskChange{KeyMiddle: []string{"　"}}, "keywords: no keyword may be empty"},
		"aliases of nothing":  {review.TaskChange{Aliases: make([][]string, len(base.KeyAnswer)+1)}, "aliases: "},
		"a blank alias":       {review.TaskChange{Aliases: slices.Repeat([][]string{{""}}, len(base.KeyAnswer))}, "aliases: no alias may be empty"},
		"another column":      {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last].Do = &plan.Project{Columns: []string{"别的"}} })}, "invalid: "},
		"another name":        {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last].Name = "x" })}, "shape: "},
		"another input":       {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last].From = []string{p.Nodes[0].Name} })}, "shape: "},
		"another operation":   {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last-1].Do = &plan.Only{} })}, "shape: "},
		"another ranking":     {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last-1].Do.(*plan.Superlative).Column += "别的" })}, "invalid: "},
		"another tool":        {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[1].Do.(*plan.Call).Tool += "别的" })}, "shape: "},
		"another entity type": {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[0].Do.(*plan.Start).Entity = "court" })}, "shape: "},
		"a node less":         {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes = p.Nodes[:last] })}, "shape: "},
		"an answer more":      {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Answers = append(p.Answers, p.Answers[0]) })}, "shape: "},
		"another answer":      {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Answers[0].From = p.Nodes[last-1].Name })}, "shape: "},
		"a condition":         {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Answers[0].If = "r1" })}, "shape: "},
		"a template":          {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Template = "defence" })}, "shape: "},
		"no order":            {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last-1].Do.(*plan.Superlative).Order = "high" })}, "invalid: "},
		"a start unbound":     {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[0].Do.(*plan.Start).Value = nil })}, "invalid: "},
		"a form that is none": {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Answers[0].Form = plan.Form{Style: plan.StyleTruth} })}, "invalid: "},
		"nobody":              {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[0].Do.(*plan.Start).Value[0] = "没有这家公司" })}, "missing: step 2 (call) matches no row, so there is no answer"},
		"a place too far":     {review.TaskChange{Plan: edited(func(p *plan.Program) { p.Nodes[last-1].Do.(*plan.Superlative).Rank = 1000 })}, "missing: "},
	} {
		if _, fault := f.apply(t, base, &tt.change); !strings.HasPrefix(fault, tt.want) {
			t.Errorf("%s: fault %q, want %s", name, fault, tt.want)
		}
	}
	gone := copyOf(t, base)
	gone.ID = "000000000000"
	if _, fault := f.apply(t, gone, &review.TaskChange{KeyMiddle: []string{}}); !strings.HasPrefix(fault, "changed: ") {
		t.Errorf("keywords of a task that is not what its tables give: fault %q, want changed", fault)
	}
}

// Of a text to write the start alone may be another.
func TestApplyToTexts(t *testing.T) {
	f := world(t)
	if len(f.Domain.Templates) == 0 {
		t.Fatal("the domain has no template")
	}
	written := plan.TemplateProgram(f.Domain, &f.Domain.Templates[0]).Bind([]string{"（2020）浙0799执3312号"})
	base := &task.Task{Plan: written, Language: "zh"}
	p := copyOf(t, written)
	p.Answers[0].Form = plan.Form{Style: plan.StyleDate}
	if _, fault := f.apply(t, base, &review.TaskChange{Plan: p}); !strings.HasPrefix(fault, "shape: ") {
		t.Errorf("a text with a slot in another form: fault %q, want shape", fault)
	}
	p = copyOf(t, written)
	i := slices.IndexFunc(p.Nodes, func(n plan.Node) bool { return n.Do.Kind() == "project" })
	o := p.Nodes[i].Do.(*plan.Project)
	o.Columns = append(o.Columns, o.Columns[0])
	if _, fault := f.apply(t, base, &review.TaskChange{Plan: p}); !strings.HasPrefix(fault, "shape: ") {
		t.Errorf("a text with another column: fault %q, want shape", fault)
	}
	p = copyOf(t, written)
	p.Nodes[0].Do.(*plan.Start).Value[0] = "没有这个案号"
	if _, fault := f.apply(t, base, &review.TaskChange{Plan: p}); !strings.HasPrefix(fault, "missing: ") {
		t.Errorf("a text about nothing: fault %q, want missing", fault)
	}
}

// The parts that differ are named, each once, and no others.
func TestCompare(t *testing.T) {
	f := world(t)
	base := f.tasks[len(f.tasks)-1]
	if parts := revision.Compare(base, copyOf(t, base)); parts != nil {
		t.Fatalf("Compare with itself = %v", parts)
	}
	other := copyOf(t, base)
	other.Question = strings.Repeat("问", 9000) + "一"
	other.KeyMiddle = append(other.KeyMiddle, "又一个")
	other.Answer = ""
	other.AnswerValues[0].Aliases = []string{"<又名>"}
	other.Plan.Nodes[0].Do.(*plan.Start).Value[0] = "别人"
	other.Steps[len(other.Steps)-1].Observation = json.RawMessage(`"<别的>"`)
	other.Checks = []task.CheckResult{{Name: "unique", Verdict: task.Fail, Detail: "tie: 1"}}
	var names []string
	for _, p := range revision.Compare(base, other) {
		names = append(names, p.Name)
		if p.Before == p.After || len(p.Before) > 4100 || len(p.After) > 4100 {
			t.Errorf("%s: %d and %d bytes, want two short texts that differ", p.Name, len(p.Before), len(p.After))
		}
	}
	want := []string{"question", "answer", "key_middle", "answer_values", "plan " + base.Plan.Nodes[0].Name, "step", "check executed", "check unique"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	// The first difference of long texts is in what is shown, and no character is cut.
	rapid.Check(t, func(t *rapid.T) {
		a, b := copyOf(t, base), copyOf(t, base)
		common := strings.Repeat("同", rapid.IntRange(0, 3000).Draw(t, "before"))
		tail := strings.Repeat("尾é", rapid.IntRange(0, 3000).Draw(t, "behind"))
		a.Question, b.Question = common+"甲"+tail, common+"乙"+tail
		parts := revision.Compare(a, b)
		if len(parts) != 1 || !strings.Contains(parts[0].Before, "甲") || !strings.Contains(parts[0].After, "乙") {
			t.Fatalf("parts %v: want the one that differs", parts)
		}
		if n := strings.Count(parts[0].Before, "同"); n < min(len(common), 300)/len("同") {
			t.Fatalf("%d characters before the difference are shown, of %d bytes", n, len(common))
		}
		for _, text := range []string{parts[0].Before, parts[0].After} {
			if strings.ContainsRune(text, '\uFFFD') || !bytes.ContainsAny([]byte(text), "甲乙") {
				t.Fatalf("%q: want whole characters", text)
			}
		}
	})
}

// An edit leaves the words of an answer that an earlier version gave it.
func TestEditsKeepEarlierWords(t *testing.T) {
	f := world(t)
	old, err := f.tasks[0].InWordsOf(f.Domain, &task.Task{Answer: "经查，是" + strings.Join(f.tasks[0].KeyAnswer, "、") + "。", KeyAnswer: f.tasks[0].KeyAnswer, KeyMiddle: f.tasks[0].KeyMiddle})
	if err != nil {
		t.Fatal(err)
	}
	next, fault := f.apply(t, old, &review.TaskChange{Aliases: make([][]string, len(old.KeyAnswer))})
	if fault != "" || next.Answer != old.Answer || next.ID != old.ID || !slices.Equal(next.KeyAnswer, old.KeyAnswer) {
		t.Errorf("edited, the answer is %q of task %s, fault %q: want %q of task %s", next.Answer, next.ID, fault, old.Answer, old.ID)
	}
}
