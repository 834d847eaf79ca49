package proof

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestGradableCatches(t *testing.T) {
	key := func(k ...string) func(*task.Task) {
		return func(t *task.Task) {
			t.KeyAnswer, t.AnswerValues = k, nil
			t.Answer = strings.Join(k, "、")
			for _, s := range k {
				t.AnswerValues = append(t.AnswerValues, value.Answer{Kind: value.Text, Text: s})
			}
		}
	}
	tests := map[string]struct {
		edit func(*task.Task)
		want string
	}{
		"none":                {func(t *task.Task) { t.KeyAnswer, t.AnswerValues = nil, nil }, "blank: "},
		"empty":               {key("郑法明", ""), "blank: "},
		"space":               {key("郑法明", " \u3000"), "blank: "},
		"sentinel":            {key("-"), "sentinel: "},
		"sentinel with space": {key(" 无 "), "sentinel: "},
		"one character":       {key("3"), "weak: "},
		"part":                {key("郑法明", "郑法"), "part: "},
		"twice":               {key("郑法明", "郑法明"), "part: "},
		"part in other width": {key("ＡＢＣ公司", "abc"), "part: "},
		"part of the way":     {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "郑法明院长") }, "part: "},
		"way in the answer":   {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "法明") }, "part: "},
		"way a sentinel":      {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "-") }, "sentinel: "},
		"untyped":             {func(t *task.Task) { t.AnswerValues = nil }, "invalid: "},
		"typed otherwise":     {func(t *task.Task) { t.AnswerValues[0].Text = "郑法" }, "invalid: "},
		"not in the answer":   {func(t *task.Task) { t.Answer = "不知道" }, "invalid: "},
		"no question":         {func(t *task.Task) { t.Question = "" }, "blank: "},
		"in the question":     {func(t *task.Task) { t.Question += "是郑法明吗？" }, "leak: "},
		"in other width":      {func(t *task.Task) { key("ＡＢ股份")(t); t.Question += "ab股份" }, "leak: "},
		"in the draft":        {func(t *task.Task) { t.Draft += "郑法明" }, "leak: "},
		"way in the question": {func(t *task.Task) { t.KeyMiddle = []string{"南平市"}; t.Question += "（南平市）" }, "leak: "},
		"start entity":        {key("乙02民初13号"), "leak: "},
		"start unmentioned":   {func(t *task.Task) { t.Entities[0].Name[0] = "郑法明" }, "leak: "},
		"a number nobody says": {func(t *task.Task) {
			t.AnswerValues[0] = value.Answer{Kind: value.Number, Text: "郑法明", Number: "12", Unit: "人"}
		}, "missed: "},
		"nothing to look for": {func(t *task.Task) { key("——")(t) }, "guess: "},
		"way nobody saw":      {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "赵一鸣") }, "missed: "},
	}
	w := load(t, small(), healthy())
	for name, tt := range tests {
		broken := copyOf(t, makeTask(t, w, programs()["derive"], "zh"))
		tt.edit(broken)
		if got := fault(t, w, "gradable", broken); !strings.HasPrefix(got, tt.want) {
			t.Errorf("gradable with %s = %q, want %q", name, got, tt.want)
		}
	}
}

// A keyword is no part of a pattern whose other words it lacks.
func TestOverlapsOfPatterns(t *testing.T) {
	pattern := "数额,款项+不足以证明,未能证明"
	for keyword, want := range map[string]bool{"不足以证明": false, "数额不足以证明": true, pattern: true, "数额,货款+不足以证明,举证": false} {
		if fault := overlapping(&task.Task{}, [][]string{{keyword}, {"举证不能", pattern}}); (fault != "") != want {
			t.Errorf("overlap of %q with the pattern %q: %q, want one: %v", keyword, pattern, fault, want)
		}
	}
	if fault := overlapping(&task.Task{}, [][]string{{"发票", "!" + pattern}, {"举证不能", "!" + pattern}}); fault != "" {
		t.Errorf("overlap of two points with one opposite: %q, want none", fault)
	}
}

// What somebody who knows nothing would be credited for is no task.
func TestGradableCatchesGuesses(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, programs()["derive"], "zh")
	p := newProver(w)
	p.ignorant["who always says the same"] = agent.Replay{Steps: made.Steps, Answer: made.Answer}
	if got, _ := p.gradable(t.Context(), made); !strings.HasPrefix(got, "guess: the strict grader gives who always says the same ") {
		t.Errorf("gradable where every answer is the right one = %q, want a guess", got)
	}
	w = load(t, small(), tables{"Court": {{"院名": "东营市中级人民法院", "院长": "周正义"}}})
	made = makeTask(t, w, chain(words, start("court", "东营市中级人民法院"), call("court"), project("院长")), "zh")
	if got := fault(t, w, "gradable", made); !strings.HasPrefix(got, "guess: the strict grader gives the attacker first ") {
		t.Errorf("gradable where a row is nothing but its answer = %q, want a guess", got)
	}
	w = load(t, small(), docket())
	made = makeTask(t, w, cases(words, project("案由")), "zh")
	if got := fault(t, w, "gradable", made); !strings.HasPrefix(got, "guess: the strict grader gives the attacker cue-few ") {
		t.Errorf("gradable where the question names the column that it asks a list of = %q, want a guess", got)
	}
	for _, put := range []func(*task.Task){
		func(t *task.Task) { t.Question = "还有什么？" },
		func(t *task.Task) { t.Question, t.Draft = t.Draft, "还有什么？" },
	} {
		put(made)
		if got := fault(t, w, "gradable", made); !strings.HasPrefix(got, "guess: the strict grader gives the attacker cue-few ") {
			t.Errorf("gradable where only one of draft %q and question %q names the column = %q, want a guess", made.Draft, made.Question, got)
		}
		made = makeTask(t, w, cases(words, project("案由")), "zh")
	}
	latest := chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Superlative{Column: "立案", Order: plan.Max}, project("案由"))
	for rows, want := range map[int]string{2: "guess: r4: 1 values are chosen from 2", 3: ""} {
		ts := healthy()
		ts["Case"] = ts["Case"][:rows]
		w = load(t, small(), ts)
		if got := fault(t, w, "gradable", makeTask(t, w, latest, "zh")); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("gradable of the latest of %d cases = %q, want %q", rows, got, want)
		}
	}
}

func TestGradableKnowsColumnSentinels(t *testing.T) {
	d := small()
	made := makeTask(t, load(t, d, healthy()), programs()["one"], "zh")
	d.Tables[0].Columns[6].Sentinels = []string{made.KeyAnswer[0]}
	if got := fault(t, load(t, d, tables{"Firm": healthy()["Firm"]}), "gradable", made); !strings.HasPrefix(got, "sentinel: ") {
		t.Errorf("gradable with the column's mark for none = %q, want a sentinel", got)
	}
}

// A question that states an answer in other words gives it away as well.
func TestGradableCatchesRestatements(t *testing.T) {
	w := load(t, small(), healthy())
	p := over(words, node("r1", start("firm", south)), node("r2", call("firm"), "r1"), node("r3", project("成立"), "r2"), node("r4", project("法人"), "r2"))
	p.Answers = []plan.AnswerSpec{{From: "r3", Form: day}, {From: "r4", Form: words}}
	made := makeTask(t, w, p, "zh")
	if got := fault(t, w, "gradable", made); got != "" {
		t.Fatalf("gradable = %q, want none", got)
	}
	made.Question += "（其成立于2005-06-01）"
	if got := fault(t, w, "gradable", made); !strings.HasPrefix(got, "leak: the strict grader finds keyword \"2005年06月01日\" in the question") {
		t.Errorf("gradable where the question says 2005-06-01 = %q, want a leak", got)
	}
}
