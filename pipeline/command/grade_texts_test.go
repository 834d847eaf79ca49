package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// grades answers as a judge does that gives every criterion of the rubric three points.
func grades(r *llm.Request) llmtest.ModelAnswer {
	form := regexp.MustCompile(`\{"grades":\[.*\]\}`).FindString(r.Messages[0].Text)
	return llmtest.ModelAnswer{Content: strings.ReplaceAll(form, `"points":N`, `"points":3`)}
}

// letters is an encoder whose tokens are the letters of a text.
type letters struct{ closed *int }

func (letters) Encode(_ context.Context, texts []string) ([][][]float32, error) {
	all := make([][][]float32, len(texts))
	for i, text := range texts {
		for _, r := range text {
			all[i] = append(all[i], []float32{float32(r), 1})
		}
	}
	return all, nil
}

func (letters) Identity(context.Context) (string, error) { return "letters", nil }

func (l letters) Close() error { *l.closed++; return nil }

// texts are two tasks that ask for one.
const texts = `[{"id": 281, "question": "请写一份答辩状：甲公司。", "answer": "请写一份答辩状：乙公司。", "key": ["乙公司"], "key_middle": [], "type": "", "way": "a"},
{"id": 282, "question": "请写一份答辩状：丙公司。", "answer": "丁公司。", "key": ["丁公司"], "key_middle": [], "type": "", "way": "b"}]`

// rubric is one of a single criterion.
const rubric = `{name: own, version: 1, language: zh, most: 6, criteria: [{name: short, title: 短, weight: 1, asks: 短不短？, anchors: {0: 长, 6: 短}}]}`

// critic runs bench on the toy world and keeps what was found.
type critic struct {
	t      *testing.T
	dir    string
	vars   map[string]string
	closed int
}

func (c *critic) file(name, text string) string {
	c.t.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// bench runs bench, which has to exit with a code, and returns what it printed.
func (c *critic) bench(want int, word string, args ...string) (stdout, stderr string) {
	c.t.Helper()
	var out, errs bytes.Buffer
	open := func(string) (command.ClosableEncoder, error) { return letters{&c.closed}, nil }
	code := command.Bench(open).Exec(c.t.Context(), cli.Env{
		Args:   append([]string{word, "-domain", "toy", "-corpus", os.Getenv("TOY"), "-paths", "2,1", "-out", filepath.Join(c.dir, "out")}, args...),
		Stdout: &out, Stderr: &errs, Now: time.Now, Getenv: func(name string) string { return c.vars[name] },
	})
	if code != want {
		c.t.Fatalf("bench %s %v exits with %d, want %d:\n%s%s", word, args, code, want, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// row is what the agent echo got over all tasks, by the report of the run models.
func (c *critic) row() *analysis.TypeReport {
	c.t.Helper()
	out, _ := c.bench(cli.Done, "report", "-format", "json")
	var a analysis.Analysis
	if err := json.Unmarshal([]byte(out), &a); err != nil || len(a.Agents) != 1 {
		c.t.Fatal(err, out)
	}
	return &a.Agents[0].Rows[len(a.Agents[0].Rows)-1]
}

// figure returns the mean of a measure, and over how many tasks it is; nil and 0 without one.
func figure(r *analysis.TypeReport, name string) (mean *float64, n int) {
	for _, m := range r.Measures {
		if m.Name == name {
			return m.Mean.Mean, m.Mean.N
		}
	}
	return nil, 0
}

// Texts are compared with their references and judged; what judges said is found again
// without asking them, whatever becomes of the rubric's file, and when the run goes on.
func TestWeigh(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.ServerOptions{Models: []string{"one", "two"}, Script: grades, Key: secret})
	c := &critic{t: t, dir: t.TempDir(), vars: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": secret}}
	own := c.file("own.yaml", rubric)
	run := []string{"-agent", "echo", "-tasks", c.file("tasks.json", texts)}

	c.bench(cli.Done, "run", run...)
	r := c.row()
	rouge, compared := figure(r, recall.Rouge1)
	if _, encoded := figure(r, recall.BERTScore); r.Judges != nil || encoded != 0 || compared != 2 || *rouge <= 0 {
		t.Errorf("row %+v of nothing but texts, want ROUGE of two, no BERTScore and no judges", r)
	}
	c.bench(cli.Done, "report", "-judge", "one,two", "-rubric", own, "-encoder", c.dir)
	if n := server.Calls(); n != 4 || c.closed != 1 {
		t.Errorf("%d requests, %d encoders closed, want 4 and 1", n, c.closed)
	}
	found, _ := c.bench(cli.Done, "report", "-encoder", c.dir)
	for _, want := range []string{`own 1 zh [0-9a-f]+ +no +short +2 +3\.00`, `score +2 +50\.0`, `one +two +own 1 zh [0-9a-f]+ +score +2 +- +- +- +- +0\.0`} {
		if !regexp.MustCompile(want).MatchString(found) {
			t.Errorf("the report has no %s:\n%s", want, found)
		}
	}
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	if r := c.row(); len(r.Judges) != 2 || r.Judges[0].Score.N != 2 || len(r.Measures) != 7 {
		t.Errorf("row %+v without the rubric's file, want both judges, and no BERTScore that nobody asked for", r)
	}

	c.bench(cli.Done, "run", append(run, "-epochs", "2")...)
	_, said := c.bench(cli.Done, "report")
	if r := c.row(); len(r.Judges) != 2 || r.Trials != 4 || !strings.Contains(said, "texts 4") {
		t.Errorf("row %+v after another epoch, want both judges; said %s, want that 4 texts have no opinion", r, said)
	}
	if n := server.Calls(); n != 4 {
		t.Errorf("%d requests in the end, want 4 as before", n)
	}
}

// What judges cannot do is told, and leaves reports without them as they were.
func TestWeighFaults(t *testing.T) {
	t.Parallel()
	script := llmtest.Script(grades)
	server := llmtest.Start(t, llmtest.ServerOptions{Models: []string{"one", "two"}, Script: func(r *llm.Request) llmtest.ModelAnswer { return script(r) }, Key: secret})
	c := &critic{t: t, dir: t.TempDir(), vars: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": secret}}
	c.bench(cli.Done, "run", "-agent", "echo", "-tasks", c.file("tasks.json", texts))

	english := c.file("en.yaml", strings.Replace(rubric, "language: zh", "language: en", 1))
	if _, said := c.bench(cli.Failed, "report", "-judge", "one", "-rubric", english); !strings.Contains(said, "task 281: a text in zh, and rubrics in en") {
		t.Errorf("a rubric in English: said %s", said)
	}
	if r := c.row(); r.Judges != nil {
		t.Errorf("judges %+v of a rubric that does not fit, want none", r.Judges)
	}
	c.vars["OPENAI_API_KEY"] = "sk-other"
	if _, said := c.bench(cli.Failed, "report", "-judge", "one"); !strings.Contains(said, "judge: ") || !strings.Contains(said, "check the key in OPENAI_API_KEY") {
		t.Errorf("a wrong key: said %s", said)
	}
	c.vars["OPENAI_API_KEY"] = secret
	script = func(*llm.Request) llmtest.ModelAnswer { return llmtest.ModelAnswer{Content: `{"grades": "good"}`} }
	if _, said := c.bench(cli.Done, "report", "-judge", "one"); !strings.Contains(said, "no opinion that can be used") {
		t.Errorf("a judge that says nothing: said %s", said)
	}
	if r := c.row(); r.Judges != nil {
		t.Errorf("judges %+v that said nothing, want none", r.Judges)
	}
}

// A played model is no judge: judges are those of the endpoint.
func TestWeighRehearsed(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.ServerOptions{Models: []string{"one", "two"}, Script: grades, Key: secret})
	c := &critic{t: t, dir: t.TempDir(), vars: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": secret}}
	out, _ := c.bench(cli.Done, "run", "-rehearse", "clumsy", "-tasks", c.file("tasks.json", texts), "-judge", "one")
	if !strings.Contains(out, "rehearsal-clumsy/react/text  one    writing 1 zh") {
		t.Errorf("no opinion of the judge:\n%s", out)
	}
}

// The scores of a judge count once it ranks references above what is made of them, also in
// reports that ask nobody.
func TestQualifiedJudges(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.ServerOptions{Models: []string{"careful", "kind"}, Key: secret, Script: func(r *llm.Request) llmtest.ModelAnswer {
		given := llmtest.Last(r)
		asked, text := regexp.MustCompile(`第(\d)号`).FindStringSubmatch(given), regexp.MustCompile(`交付(\d)件`).FindStringSubmatch(given)
		points := "3"
		if r.Model == "kind" || text != nil && asked[1] == text[1] && strings.Contains(given, "应予驳回。\n=====") &&
			!strings.Contains(given, "法律面前人人平等") && !strings.Contains(given, "第九百九十九条") {
			points = "6"
		}
		form := regexp.MustCompile(`\{"grades":\[.*\]\}`).FindString(r.Messages[0].Text)
		return llmtest.ModelAnswer{Content: strings.ReplaceAll(form, `"points":N`, `"points":`+points)}
	}})
	c := &critic{t: t, dir: t.TempDir(), vars: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": secret}}
	var tasks []string
	for i := range 7 {
		tasks = append(tasks, fmt.Sprintf(`{"id": %d, "question": "请写一份答辩状：第%d号。", "answer": "货物已经交付%d件。依照第%d十条，应当付款。请求应予驳回。", "key": ["驳回"], "key_middle": [], "type": "", "way": "w%d"}`, 281+i, i, i, i+1, i))
	}
	c.bench(cli.Done, "run", "-agent", "echo", "-tasks", c.file("tasks.json", "["+strings.Join(tasks, ",")+"]"))
	own := c.file("own.yaml", rubric)
	c.bench(cli.Done, "report", "-judge", "careful,kind", "-rubric", own)
	asked := server.Calls()
	if asked != 2*7*(1+1+4) {
		t.Errorf("%d requests, want those of two judges for seven texts, their references, and these spoiled in four ways", asked)
	}
	found, _ := c.bench(cli.Done, "report")
	for _, want := range []string{`careful +own 1 zh [0-9a-f]+ +7 +7/7 +7/7 +7/7 +7/7 +0 +yes`, `kind +own 1 zh [0-9a-f]+ +7 +0/7 +0/7 +0/7 +0/7 +0 +no`,
		`echo +careful +own 1 zh [0-9a-f]+ +yes`, `echo +kind +own 1 zh [0-9a-f]+ +no`} {
		if !regexp.MustCompile(want).MatchString(found) {
			t.Errorf("the report has no %s:\n%s", want, found)
		}
	}
	if server.Calls() != asked {
		t.Errorf("%d requests after a report that asks nobody, want %d", server.Calls(), asked)
	}
}

// Grounds of decisions are judged by the rubric for them, and compared with the court's own.
func TestJudgedGrounds(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.ServerOptions{Models: []string{"one"}, Key: secret, Script: func(r *llm.Request) llmtest.ModelAnswer {
		form := regexp.MustCompile(`\{"grades":.*\}`).FindString(r.Messages[0].Text)
		return llmtest.ModelAnswer{Content: strings.ReplaceAll(form, `"points":N`, `"points":20`)}
	}})
	c := &critic{t: t, dir: t.TempDir(), vars: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": secret}}
	cases := filepath.Join(c.dir, "cases")
	if err := os.Mkdir(cases, 0o777); err != nil {
		t.Fatal(err)
	}
	c.file("cases/house.json", `{"id": "house", "title": "程某诉白石镇房屋租赁站租赁合同纠纷案",
"facts": "程某租下临街房屋一间，屋顶漏雨，程某三次书面催告维修，租赁站一直没有派人。程某自行雇人修好屋顶，花费六千二百元，要求租赁站支付。",
"outcome": "白石县人民法院于2016年11月3日判决：租赁站支付程某修理费六千二百元。", "focus": "承租人自行维修的费用应否由出租人负担？",
"reasoning": "租赁物在租赁期间需要维修的，出租人应当在合理期限内维修，这是《合同法》第二百二十条为出租人规定的义务。出租人没有履行义务，承租人可以自行维修，费用理应由出租人负担。"}`)
	world := []string{"-domain", "cases", "-corpus", cases}
	c.bench(cli.Done, "-tables", world...)
	c.bench(cli.Done, "run", append(world, "-agent", "echo")...)
	found, _ := c.bench(cli.Done, "report", append(world, "-judge", "one", "-encoder", c.dir)...)
	if n := server.Calls(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
	for _, want := range []string{`reasoning 1 zh [0-9a-f]+ +no +rigor +1 +20\.00`, `bert_score +citation_recall`} {
		if !regexp.MustCompile(want).MatchString(found) {
			t.Errorf("the report has no %s:\n%s", want, found)
		}
	}
	if strings.Contains(found, "writing 1 zh") {
		t.Errorf("grounds judged by the rubric for texts that people ask for:\n%s", found)
	}
}

// Recited texts have a BERTScore by type, without judges and for every agent.
func TestEncodedRecitals(t *testing.T) {
	t.Parallel()
	c := &critic{t: t, dir: t.TempDir()}
	world := []string{"-domain", "statutes", "-corpus", os.Getenv("STATUTES"), "-recall", "12"}
	c.bench(cli.Done, "run", append(world, "-agent", "echo")...)
	plain, _ := c.bench(cli.Done, "report", world...)
	found, _ := c.bench(cli.Done, "report", append(world, "-encoder", c.dir)...)
	if strings.Contains(plain, "bert_score") || !regexp.MustCompile(`(?m)^agent +type +tasks +article .* edit_distance +bert_precision +bert_recall +bert_score +`).MatchString(found) {
		t.Errorf("without an encoder:\n%s\nwith one:\n%s", plain, found)
	}
	if c.closed != 1 {
		t.Errorf("%d encoders closed, want 1", c.closed)
	}
}
