package proof

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Scoring every passage gives the ranking of the retriever, but for the order of
// those that tie.
func TestPassagesRankAsTheRetriever(t *testing.T) {
	words := []string{"借款", "合同", "利息", "lease", "12", "货", "，", " "}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		passages := rapid.SliceOfN(text, 0, 30).Draw(t, "passages")
		query := text.Draw(t, "query")
		k := rapid.IntRange(1, 8).Draw(t, "k")
		found, err := tool.NewBM25(passages).Retrieve(context.Background(), query, k)
		if err != nil {
			t.Fatal(err)
		}
		top := newPassageSet(passages, nil).rank(query, k)
		if len(top) < len(found) || len(found) < k && len(top) > len(found) {
			t.Fatalf("%d passages for %q: the retriever finds %d of %d", len(top), query, len(found), k)
		}
		for i, f := range found {
			if !ties(top[i].score, f.Score) {
				t.Fatalf("place %d scores %v: the retriever says %v", i+1, top[i].score, f.Score)
			}
			if !slices.ContainsFunc(top, func(r ranked) bool { return r.passage == f.Number && ties(r.score, f.Score) }) {
				t.Fatalf("passage %d is not among %v", f.Number, top)
			}
		}
		for _, r := range top[len(found):] {
			if !ties(r.score, top[k-1].score) {
				t.Fatalf("%v behind the first %d does not tie with the last of %v", r, k, top)
			}
		}
	})
}

func TestCitations(t *testing.T) {
	passageSetOf := func(name string, passages ...string) *passageSet {
		d := toytest.Domain(t, name)
		return newPassageSet(passages, d.Passage("LegalArticle").Reference)
	}
	zh := passageSetOf("legal", "甲法第三条：一", "甲法第五条：一", "甲法第十五条：一", "甲法第五条之一：一", "甲法实施条例第五条：一", "乙法第二条：一", "没有条号")
	en := passageSetOf("legal-en", "X Act, Article 5: a", "X Act, Article 6: a", "X Act, Article 15: a", "X Act, Article 5-1: a", "X Act Order, Article 5: a", "Y Act, Article 2: a")
	for _, c := range []struct {
		set  *passageSet
		text string
		want []string
	}{
		{zh, "依照《甲法》第三条、第五条、《乙法》第二条的规定", []string{"乙法第二条", "甲法第三条", "甲法第五条"}},
		{zh, "依照《甲法》第十五条和《甲法实施条例》第五条", []string{"甲法实施条例第五条", "甲法第十五条"}},
		{zh, "依照《甲法》第五条之一", []string{"甲法第五条之一"}},
		{zh, "《甲法》另有规定的，第五条不适用", nil},
		{zh, "《乙法》第二条。再次依照《乙法》第二条", []string{"乙法第二条"}},
		{en, "under Article 5, Article 6 and Article 15 of the X Act and Article 2 of the Y Act it was", []string{"X Act, Article 15", "X Act, Article 5", "X Act, Article 6", "Y Act, Article 2"}},
		{en, "Article 5 of the X Act Order", []string{"X Act Order, Article 5"}},
		{en, "Article 5-1 of the X Act", []string{"X Act, Article 5-1"}},
		{en, "Article 5 is not of the kind the X Act means", nil},
	} {
		var got []string
		for cited := range c.set.citations(c.text) {
			if c.set == zh {
				got = append(got, cited.work+cited.part)
			} else {
				got = append(got, cited.work+", "+cited.part)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

// lettersWorld is the toy world with texts to write, with more rules.
func lettersWorld(t *testing.T, rules ...string) Sources {
	t.Helper()
	const dir = "../domain/testdata/letters"
	d, err := domain.Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	there := t.TempDir()
	if err := os.CopyFS(there, os.DirFS(dir+"/world")); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(there+"/Rules.jsonl", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		fmt.Fprintf(f, "{\"text\": %q}\n", r)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	c, tools := toytest.Load(t, d, there)
	return Sources{Domain: d, Corpus: c, Tools: tools}
}

// letterTask is the task to write about a case.
func letterTask(t *testing.T, w Sources, number string) *task.Task {
	t.Helper()
	x, err := plan.NewExecutor(w.Domain, w.Tools, plan.TemplateProgram(w.Domain, w.Domain.Template("answer")))
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), []string{number})
	if err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	p := trace.Program
	requests, err := draft.Requests(w.Domain, p, "zh")
	if err != nil {
		t.Fatal(err)
	}
	reply, err := draft.Answer(w.Domain, p, trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := task.Steps(w.Domain, trace, reply.Sentence)
	if err != nil {
		t.Fatal(err)
	}
	id, err := task.Identify(p, steps)
	if err != nil {
		t.Fatal(err)
	}
	return &task.Task{
		ID: id, Family: "writing", Type: "writing", Language: "zh", Draft: requests[0], Question: requests[1], Answer: reply.Sentence,
		KeyAnswer: reply.Keys, KeyMiddle: reply.Middle, AnswerValues: reply.Values, Path: strings.Join(p.Tools(), plan.Separator),
		Plan: p, Steps: steps, Structure: p.Structure(w.Domain), Entities: []task.Entity{{Type: "case_number", Name: []string{number}}},
	}
}

func TestLettersAreProved(t *testing.T) {
	w := lettersWorld(t)
	for _, number := range []string{"（2021）甲01民初1号", "（2021）甲01民初7号"} {
		kept, dropped, err := Run(context.Background(), w, []*task.Task{letterTask(t, w, number)}, 1)
		if err != nil || len(kept) != 1 {
			t.Errorf("%s: %v, %v: want a task that passes every check", number, dropped, err)
		}
	}
}

// Passages that tie leave open what a text has to cite.
func TestTiesOfPassagesAreRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules []string
		want  string // part of the detail; "" for a task that passes
	}{
		// The third of three rules found is the old 甲法第三条. A version of it that reads
		// alike goes by the same name; another rule that scores alike would be cited too.
		{"a version that ties", []string{"甲法（旧）第三条：货物应当合格。\n"}, "ties with the last of 3 passages"},
		{"a rule nobody cites", []string{"壬法第三条：没有关系的一条，讲的是别的事情。\n"}, ""},
	} {
		w := lettersWorld(t, c.rules...)
		_, dropped, err := Run(context.Background(), w, []*task.Task{letterTask(t, w, "（2021）甲01民初1号")}, 1)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.want == "" && len(dropped) > 0, c.want != "" && (len(dropped) != 1 || !strings.Contains(dropped[0].Detail, c.want)):
			t.Errorf("%s: %v: want %q", c.name, dropped, c.want)
		}
	}
}

// last is a retriever that finds what suits a query worst.
type last struct{ all []string }

func (l last) Retrieve(_ context.Context, _ string, k int) ([]tool.Passage, error) {
	var found []tool.Passage
	for i := len(l.all) - 1; i >= 0 && len(found) < k; i-- {
		found = append(found, tool.Passage{Number: i, Text: l.all[i]})
	}
	return found, nil
}

// What a retriever that ranks otherwise finds is not what scoring every passage gives.
func TestOtherRankingsDisagree(t *testing.T) {
	w := lettersWorld(t)
	tools, err := tool.New(w.Corpus, tool.WithRetriever("Notes", last{w.Corpus.Passages("Notes")}))
	if err != nil {
		t.Fatal(err)
	}
	w.Tools = tools
	_, dropped, err := Run(context.Background(), w, []*task.Task{letterTask(t, w, "（2021）甲01民初1号")}, 1)
	if err != nil || len(dropped) != 1 || dropped[0].Check != "executed" || !strings.Contains(dropped[0].Detail, "付清之后") {
		t.Errorf("%v, %v: want a disagreement about the note", dropped, err)
	}
}
