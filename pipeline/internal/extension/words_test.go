package extension

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// toyPrograms are plans over the toy world, with an answer of each kind.
var toyPrograms = []string{
	`{"nodes":[{"name":"r1","op":"start","entity":"court_code","value":["乙01"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_court"},{"name":"r3","op":"project","from":["r2"],"columns":["法院负责人"]}],"answers":[{"from":"r3","form":{"style":"text"}}]}`,
	`{"nodes":[{"name":"r1","op":"start","entity":"company","value":["青岚机械有限公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_company_cases"},{"name":"r3","op":"filter","from":["r2"],"column":"原告","comparison":"equals","operand":"枫渚医药有限公司"},{"name":"r4","op":"only","from":["r3"]},{"name":"r5","op":"project","from":["r4"],"columns":["立案日期"]}],"answers":[{"from":"r5","form":{"style":"date"}}]}`,
	`{"nodes":[{"name":"r1","op":"start","entity":"company","value":["青岚机械有限公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_company_cases"},{"name":"r3","op":"maximum","from":["r2"],"column":"涉案金额（元）"}],"answers":[{"from":"r3","form":{"style":"number","unit":"元","places":2}}]}`,
}

// reworded returns a task as another version would have made it, with a sentence for its answer.
func reworded(t *rapid.T, p *Prover, of *task.Task, sentence string) *task.Task {
	made, err := of.InWordsOf(p.Domain, &task.Task{Answer: sentence, KeyAnswer: of.KeyAnswer, KeyMiddle: of.KeyMiddle})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A task whose answer has other words than it would have today is kept with every byte. It is retired if today's
// proof refuses its answer, or if the declaration and the version are those of today.
func TestWordsOfAnswers(t *testing.T) {
	d, dir := toytest.Domain(t, "toy"), ""
	var err error
	if dir, err = toytest.Dir(); err != nil {
		t.Fatal(err)
	}
	c, tools := toytest.Load(t, d, dir)
	prover := func(isEarlier bool) *Prover {
		return &Prover{Domain: d, Tools: tools, Workers: 1, Reanswer: true,
			Checks: proof.Checks(proof.Sources{Domain: d, Corpus: c, Tools: tools, Earlier: func(*task.Task) bool { return isEarlier }})}
	}
	earlier, today := prover(true), prover(false)
	var tasks []*task.Task
	for _, text := range toyPrograms {
		p := new(plan.Program)
		if err := json.Unmarshal([]byte(text), p); err != nil {
			t.Fatal(err)
		}
		made := prooftest.Task(t, d, tools, p, "zh")
		made.Rewriter, made.Provenance = "offline", task.Provenance{Seed: 7, Versions: map[string]int{"check": 3}}
		tasks = append(tasks, made)
	}
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom(tasks).Draw(t, "task")
		before := rapid.SampledFrom([]string{"", "经查，", "答：", "根据登记，"}).Draw(t, "before")
		said := rapid.SampledFrom([]string{of.Answer, "结果是" + strings.Join(of.KeyAnswer, "、") + "。"}).Draw(t, "said")
		after := rapid.SampledFrom([]string{"", "以上即为查询结果。", "（完）"}).Draw(t, "after")
		wrong := rapid.SampledFrom([]string{"", "", "查不到。", "不是" + of.KeyAnswer[0] + "。"}).Draw(t, "wrong")
		sentence := before + said + after
		if wrong != "" {
			sentence = wrong
		}
		old := reworded(t, earlier, of, sentence)
		if sentence != of.Answer && old.ID == of.ID {
			t.Fatalf("task %s has the answer %q and %q", of.ID, of.Answer, sentence)
		}
		was, _ := json.Marshal(old)
		r, err := earlier.Run(t.Context(), []*task.Task{old})
		if err != nil {
			t.Fatal(err)
		}
		if wrong != "" {
			if len(r.Retired) != 1 || r.Retired[0].Check != "gradable" || r.Retired[0].Cells != nil || r.Retired[0].Detail == "" {
				t.Fatalf("with the answer %q: retired %+v, want it retired by the check gradable", sentence, r.Retired)
			}
			if len(r.Tasks) != 1 || r.Tasks[0].Answer != of.Answer || r.Tasks[0].Question != of.Question {
				t.Fatalf("with the answer %q: the successors are %+v, want one with today's answer", sentence, r.Tasks)
			}
			return
		}
		if len(r.Tasks) != 1 || len(r.Retired) > 0 {
			t.Fatalf("with the answer %q: retired %+v, want it kept", sentence, r.Retired)
		}
		kept := *r.Tasks[0]
		if isOther := strings.Contains(kept.Checks[0].Detail, task.InOtherWords); isOther != (sentence != of.Answer) {
			t.Fatalf("with the answer %q: the certificate is %q", sentence, kept.Checks[0].Detail)
		}
		kept.Checks = old.Checks
		if is, _ := json.Marshal(&kept); !slices.Equal(was, is) {
			t.Fatalf("kept as\n%s\nwant\n%s", is, was)
		}
		r, err = today.Run(t.Context(), []*task.Task{old})
		if err != nil || len(r.Retired) != 0 != (sentence != of.Answer) || len(r.Retired) == 1 && r.Retired[0].Reason != wording {
			t.Fatalf("with the answer %q of today's version: retired %+v, %v", sentence, r.Retired, err)
		}
	})
}
