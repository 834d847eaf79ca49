package lexical_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/internal/lexical"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// questions are about the shipped small world.
var questions = []struct{ kind, language, question, want string }{
	{"1-hop", "zh", "请给出青岚机械有限公司的法定代表人。", "祁远舟"},
	{"1-hop", "zh", "案号为（2020）乙02民初731号的案件的案由是什么？", "技术服务合同纠纷"},
	{"1-hop", "zh", "溪桥纺织有限公司的关联案件共有多少件？", "2"},
	{"1-hop", "zh", "请给出白砾科技有限公司的关联案件中涉案金额最高的一件的案号。", "（2021）乙01民初152号"},
	{"1-hop", "zh", "请给出白砾科技有限公司的关联案件中涉案金额第二高的一件的案号。", "（2020）乙02民初731号"},
	{"1-hop", "zh", "请给出白砾科技有限公司的关联案件中立案日期在2022年的唯一一件的被告。", "禾墩农业有限公司"},
	{"1-hop", "zh", "白砾科技有限公司的关联案件的涉案金额合计是多少（以元为单位，保留两位小数）？", "21298000元"},
	{"2-hop", "zh", "请给出白砾科技有限公司的母公司的员工人数。", "1264人"},
	{"2-hop", "zh", "请给出案号为（2018）甲01民初217号的案件的被告的所属行业。", "道路运输业"},
	{"1-hop", "en", "Give the legal representative of 青岚机械有限公司.", "祁远舟"},
	{"2-hop", "en", "Give the number of employees of the parent company of 白砾科技有限公司.", "1264 人"},
	{"1-hop", "en", "Give the case number of the one with the highest amount involved among the court cases of 白砾科技有限公司.", "（2021）乙01民初152号"},
}

// counter counts calls; it is safe for concurrent use.
type counter struct {
	tools tool.Caller
	calls atomic.Int64
}

// Call implements [tool.Caller].
func (c *counter) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	c.calls.Add(1)
	return c.tools.Call(ctx, call)
}

func solve(t testing.TB, p lexical.Planner, question, language string, tools *tool.Set) *agent.Transcript {
	t.Helper()
	got, err := p.Solve(context.Background(), question, tools, agent.TrialEnv{Domain: tools.Domain(), Language: language})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSolve(t *testing.T) {
	tools := toy(t)
	for _, q := range questions {
		got := solve(t, lexical.Planner{}, q.question, q.language, tools)
		if got.Answer != q.want {
			t.Errorf("Solve(%q) = %q by %q, want %q", q.question, got.Answer, *got.Summary, q.want)
		}
		if len(got.Calls) == 0 || got.End != agent.Finished {
			t.Errorf("Solve(%q): %d turns, end %q, want some and %q", q.question, len(got.Calls), got.End, agent.Finished)
		}
	}
}

// What cannot be answered is said to be so: nobody knows the name, or there is none.
func TestNotFound(t *testing.T) {
	tools := toy(t)
	for _, question := range []string{"请给出不存在机械有限公司的法定代表人。", "今天天气怎么样？", "", "案号为（1999）甲01民初1号的案件的案由是什么？"} {
		got := solve(t, lexical.Planner{}, question, "zh", tools)
		if !score.Declines(got.Answer, question) {
			t.Errorf("Solve(%q) = %q, want that nothing is found", question, got.Answer)
		}
	}
	got, err := lexical.Planner{}.Solve(context.Background(), "?", tools, agent.TrialEnv{Language: "xx"})
	if err != nil || !score.Declines(got.Answer, "?") {
		t.Errorf("Solve without a domain = %v, %v, want that nothing is found", got, err)
	}
}

// No question takes more calls than the bound, and with any bound there is an answer
// or the word that there is none.
func TestBound(t *testing.T) {
	tools := toy(t)
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.SampledFrom(questions).Draw(t, "question")
		text := rapid.SampledFrom([]string{"", "我是一名律师，", "Hello. "}).Draw(t, "before") + q.question
		most := rapid.IntRange(1, 60).Draw(t, "most")
		c := &counter{tools: tools}
		got, err := lexical.Planner{Calls: most}.Solve(context.Background(), text, c, agent.TrialEnv{Domain: tools.Domain(), Language: q.language})
		if err != nil {
			t.Fatal(err)
		}
		if n := int(c.calls.Load()); n > most || len(got.Calls) > n {
			t.Fatalf("Solve(%q) made %d calls and kept %d, want at most %d", text, n, len(got.Calls), most)
		}
		if got.Answer == "" {
			t.Fatalf("Solve(%q) with %d calls answers nothing", text, most)
		}
	})
}

// Everybody who asks at once gets what one who asks alone gets.
func TestConcurrent(t *testing.T) {
	tools := toy(t)
	alone := make([]*agent.Transcript, len(questions))
	for i, q := range questions {
		alone[i] = solve(t, lexical.Planner{}, q.question, q.language, tools)
	}
	together := make([]*agent.Transcript, len(questions))
	var workers sync.WaitGroup
	for i, q := range questions {
		workers.Go(func() { together[i] = solve(t, lexical.Planner{}, q.question, q.language, tools) })
	}
	workers.Wait()
	if d := cmp.Diff(alone, together); d != "" {
		t.Errorf("alone and at once (-alone +at once):\n%s", d)
	}
}

// broken are tools that fail.
type broken struct{}

// Call implements [tool.Caller].
func (broken) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errors.New("broken")
}

func TestBrokenTools(t *testing.T) {
	_, err := lexical.Planner{}.Solve(context.Background(), questions[0].question, broken{}, agent.TrialEnv{Domain: toy(t).Domain(), Language: "zh"})
	if err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("Solve with broken tools: %v, want their error", err)
	}
}
