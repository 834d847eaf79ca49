package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/bench/retrieval"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// byID puts each task in a cluster of its own.
func byID(t *task.Task) string { return t.ID }

// queries returns the queries of collections, by passages and source, without clusters.
func queries(all []retrieval.Collection) map[string][]retrieval.Query {
	of := map[string][]retrieval.Query{}
	for _, c := range all {
		key := c.Passages + " " + string(c.Source)
		for _, q := range c.Queries {
			q.Cluster = ""
			of[key] = append(of[key], q)
		}
	}
	return of
}

// A plan that searches needs everything that its text cites, also what its own search did not find,
// and the first passage with a name where it takes that.
func TestPlans(t *testing.T) {
	const dir = "../../domain/testdata/letters"
	d, err := domain.Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	c, tools := toytest.Load(t, d, dir+"/world")
	x, err := plan.NewExecutor(d, tools, plan.TemplateProgram(d, d.Template("answer")))
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), []string{"（2021）甲01民初1号"})
	if err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	k, err := task.New(d, trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	twin := *k
	twin.Twin = &task.Twin{Of: k.ID}
	all := retrieval.Collect(c, []*task.Task{k, &twin}, nil, byID)
	want := map[string][]retrieval.Query{
		"Rules plans": {{Text: "《甲法》第一条、第三条、《乙法》第二条", Needed: [][]string{{"乙法第二条"}, {"甲法第一条"}, {"甲法第三条"}}}},
		"Notes plans": {{Text: "买卖合同纠纷 货款已经付清", Needed: [][]string{{"付清之后"}}}},
	}
	if diff := cmp.Diff(want, queries(all)); diff != "" {
		t.Fatalf("queries (-want +got):\n%s", diff)
	}
	// As the plan's own search goes, the first three passages are 乙法第二条, then two of 甲法第三条.
	outcomes, err := retrieval.Rank(t.Context(), &all[0], tool.NewBM25(all[0].Texts), 10, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes[0].Recall(3); got != 2./3 {
		t.Errorf("recall@3 %v with ranks %v, want two of three, as the plan found two", got, outcomes[0].Ranks)
	}
}

// written writes a corpus of domain legal.
func written(t *testing.T, files map[string]string) *corpus.Corpus {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := toytest.Load(t, toytest.Domain(t, "legal"), dir)
	return c
}

// lines are passages as lines of a file.
func lines(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&b, "{\"contents\": %q}\n", text)
	}
	return b.String()
}

// Texts are asked for without their citations, once each; what no passage is named counts for nothing.
// Questions of texts to write need what their reference cites and they themselves do not.
func TestTexts(t *testing.T) {
	c := written(t, map[string]string{
		"LegalArticle":   lines("甲法第一条：买卖合同应当公平。", "甲法（2015年修正）第二条：出卖人交付标的物。", "甲法第二条：出卖人应当交付标的物。", "乙法第一条：公司是企业法人。"),
		"LegalKnowledge": lines("讲到买卖：《甲法》第二条怎样适用。", "没有条号。"),
		"LegalAbstract": `{"文件名": "1", "案号": "（2019）苏0599民初1号", "文本摘要": "原告交货。依照《甲法》第二条、《丙法》第九条的规定，驳回。"}
{"文件名": "2", "案号": "（2019）苏0599民初2号", "文本摘要": "原告交货。依照《甲法》第二条、《丙法》第九条的规定，驳回。"}
{"文件名": "3", "案号": "（2019）苏0599民初3号", "文本摘要": "原告未交货，没有引用。"}
`,
	})
	writing := &task.Task{ID: "w", Family: task.Writing, Question: "起诉状引用《乙法》第一条。请答辩。", Answer: "依照《甲法》第一条和《乙法》第一条，应当驳回。",
		AnswerValues: []value.Answer{{Kind: value.Text, Text: "《甲法》第一条", Aliases: []string{"《甲法》第二条"}}}}
	hop := &task.Task{ID: "h", Family: task.Multihop, Question: "？", Answer: "《甲法》第一条。"}
	all := retrieval.Collect(c, []*task.Task{writing, hop}, nil, byID)
	want := map[string][]retrieval.Query{
		"LegalArticle writing":   {{Text: writing.Question, Needed: [][]string{{"甲法第一条", "甲法第二条"}}}},
		"LegalKnowledge writing": {{Text: writing.Question, Needed: [][]string{{"甲法第二条"}}}},
		"LegalArticle texts":     {{Text: "原告交货。依照、的规定，驳回。", Needed: [][]string{{"甲法第二条"}}}},
		"LegalKnowledge texts":   {{Text: "原告交货。依照、的规定，驳回。", Needed: [][]string{{"甲法第二条"}}}},
	}
	if diff := cmp.Diff(want, queries(all)); diff != "" {
		t.Errorf("queries (-want +got):\n%s", diff)
	}
	if got := retrieval.Collect(written(t, map[string]string{"LegalArticle": lines("甲法第一条：公平。")}), nil, nil, byID); got != nil {
		t.Errorf("passages that nothing cites: %+v, want no collection", got)
	}
}

// Tasks about a provision need it, in whatever version it reads so.
func TestProvisions(t *testing.T) {
	index, err := wording.NewIndex([]wording.CitableEntry{
		{ID: "1", Law: "甲法", Version: "甲法（2001年）", Article: "第一条", Text: "买卖应当公平。"},
		{ID: "2", Law: "甲法", Version: "甲法（2009年）", Article: "第二条", Text: "买卖应当公平。"},
		{ID: "3", Law: "甲法", Version: "甲法（2009年）", Article: "第三条", Text: "出卖人交付标的物。"},
	})
	if err != nil {
		t.Fatal(err)
	}
	k := &task.Task{ID: "r", Family: task.Recite, Question: "甲法（2009年）第二条怎样规定？", Answer: "买卖应当公平。", KeyAnswer: []string{"买卖应当公平。"},
		AnswerValues: []value.Answer{{Kind: value.Text, Text: "买卖应当公平。"}}, Steps: []plan.Step{{Node: "a", Op: "call", Tool: "get_provision", Arguments: []byte(`{"reference": "甲法（2009年）第二条"}`), Observation: []byte(`{"text": "买卖应当公平。"}`)}}}
	all := retrieval.Collect(written(t, map[string]string{"LegalArticle": lines("甲法第一条：公平。")}), []*task.Task{k}, &recall.Statutes{Provisions: index}, byID)
	want := []retrieval.Collection{{
		Passages: "Provision", Source: retrieval.Named,
		Texts: []string{"甲法（2001年） 第一条    买卖应当公平。", "甲法（2009年） 第二条    买卖应当公平。", "甲法（2009年） 第三条    出卖人交付标的物。"},
		Names: []string{"买卖应当公平。", "买卖应当公平。", "出卖人交付标的物。"}, Queries: []retrieval.Query{{Cluster: "r", Text: k.Question, Needed: [][]string{{"买卖应当公平。"}}}},
	}}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("collections (-want +got):\n%s", diff)
	}
}

// fixed returns the same passages whatever it is asked, or fails.
type fixed struct {
	numbers []int
	err     error
}

func (r fixed) Retrieve(_ context.Context, _ string, k int) (found []tool.Passage, err error) {
	for _, n := range r.numbers[:min(k, len(r.numbers))] {
		found = append(found, tool.Passage{Number: n})
	}
	return found, r.err
}

// Ranks are those of the first passage of each name, and recall counts names, each once.
func TestRank(t *testing.T) {
	c := &retrieval.Collection{Texts: make([]string, 6), Names: []string{"a", "a", "", "b", "c", "d"}, Queries: []retrieval.Query{{Cluster: "x", Text: "?", Needed: [][]string{{"a"}, {"d", "c"}, {"d"}}}}}
	got, err := retrieval.Rank(t.Context(), c, fixed{numbers: []int{2, 1, 0, 4, 3}}, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]retrieval.QueryOutcome{{Cluster: "x", Ranks: []int{2, 4, 0}}}, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	for k, want := range map[int]float64{1: 0, 2: 1. / 3, 3: 1. / 3, 4: 2. / 3, 10: 2. / 3} {
		if x := got[0].Recall(k); x != want {
			t.Errorf("recall@%d = %v, want %v", k, x, want)
		}
	}
	broken := errors.New("gone")
	if got, err := retrieval.Rank(t.Context(), c, fixed{err: broken}, 10, 4); got != nil || !errors.Is(err, broken) {
		t.Errorf("a broken retriever gives %v, %v, want %v", got, err, broken)
	}
}

// A limit takes queries from everywhere.
func TestLimit(t *testing.T) {
	c := &retrieval.Collection{}
	for i := range 10 {
		c.Queries = append(c.Queries, retrieval.Query{Text: fmt.Sprint(i)})
	}
	for n, want := range map[int]string{0: "0123456789", 3: "036", 10: "0123456789", 11: "0123456789", 1: "0"} {
		got := ""
		for _, q := range c.Limit(n).Queries {
			got += q.Text
		}
		if got != want {
			t.Errorf("Limit(%d) has queries %s, want %s", n, got, want)
		}
	}
}
