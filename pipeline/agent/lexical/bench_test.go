package lexical_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"taskgrove/pipeline/agent"
	"taskgrove/pipeline/agent/lexical"
	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/score"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/tool"
)

func TestX(t *testing.T) {
	dir := os.Getenv("TASKGROVE_RUN")
	if dir == "" {
		t.Skip()
	}
	f, _ := os.Open(filepath.Join(dir, "rewrite", "tasks.jsonl"))
	ts, err := task.Read(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.Open("legal")
	if ts[0].Language == "en" {
		d, err = domain.Open("legal-en")
	}
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(context.Background(), filepath.Join(dir, "world"), d)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range []string{"draft", "question"} {
		sum, n, calls := map[string]float64{}, map[string]int{}, 0
		for _, k := range ts {
			if k.Type == "writing" {
				continue
			}
			q := k.Draft
			if on == "question" {
				q = k.Question
			}
			cnt := &counting{tools: tools}
			tr, err := lexical.Planner{}.Solve(context.Background(), q, cnt, agent.Env{Domain: d, Language: k.Language})
			if err != nil {
				t.Fatal(k.ID, err)
			}
			ref := &score.Reference{Question: q, KeyAnswer: k.KeyAnswer, KeyMiddle: k.KeyMiddle, Values: k.AnswerValues}
			rates, _ := score.Strict(ref, tr.Attempt())
			sum[k.Type] += *rates.Success
			n[k.Type]++
			calls += cnt.n
			if on == os.Getenv("SHOW") {
				fmt.Printf("%.1f %s %d | %s\n   want %v got %.100q\n   path %s\n   way %.300s\n", *rates.Success, k.Type, cnt.n, q, k.KeyAnswer[:min(3, len(k.KeyAnswer))], tr.Answer, k.Path, *tr.Summary)
			}
		}
		var keys []string
		for k := range n {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			fmt.Printf("%s %s %.1f%% of %d\n", on, k, 100*sum[k]/float64(n[k]), n[k])
		}
		fmt.Println("calls", calls)
	}
}

type counting struct {
	tools tool.Caller
	n     int
}

func (c *counting) Call(ctx context.Context, x tool.Call) (tool.Result, error) {
	c.n++
	return c.tools.Call(ctx, x)
}
