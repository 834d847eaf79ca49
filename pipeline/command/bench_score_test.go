package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// Three versions of a law. Only the first paragraph of article 1 changes its text; article 2 is
// article 3 in the newest version.
const (
	ferryVersions = `{"version":"《渡口条例》（1998年通过）","law":"渡口条例","in_force":"1998-07-01","until":"2011-10-01","next":"《渡口条例》（2011年修正）"}
{"version":"《渡口条例》（2011年修正）","law":"渡口条例","in_force":"2011-10-01","until":"2019-01-01","next":"《渡口条例》（2018年修正）"}
{"version":"《渡口条例》（2018年修正）","law":"渡口条例","in_force":"2019-01-01","until":null,"next":null}
`
	ferryProvisions = `{"id":"1","reference":"《渡口条例》（1998年通过）第一条第一款","law":"渡口条例","version":"《渡口条例》（1998年通过）","article":"第一条","paragraph":"第一款","text":"渡口的设置由乡级人民政府批准，报县级人民政府备案。"}
{"id":"2","reference":"《渡口条例》（1998年通过）第一条第二款","law":"渡口条例","version":"《渡口条例》（1998年通过）","article":"第一条","paragraph":"第二款","text":"渡口应当在两岸设立明显的标志和救生器材。"}
{"id":"3","reference":"《渡口条例》（1998年通过）第二条","law":"渡口条例","version":"《渡口条例》（1998年通过）","article":"第二条","text":"渡船遇大风大雾不得开航，遇洪水应当停泊靠岸。"}
{"id":"4","reference":"《渡口条例》（2011年修正）第一条第一款","law":"渡口条例","version":"《渡口条例》（2011年修正）","article":"第一条","paragraph":"第一款","text":"渡口的设置由县级人民政府批准，并在当地媒体上公告。"}
{"id":"5","reference":"《渡口条例》（2011年修正）第一条第二款","law":"渡口条例","version":"《渡口条例》（2011年修正）","article":"第一条","paragraph":"第二款","text":"渡口应当在两岸设立明显的标志和救生器材。"}
{"id":"6","reference":"《渡口条例》（2011年修正）第二条","law":"渡口条例","version":"《渡口条例》（2011年修正）","article":"第二条","text":"渡船遇大风大雾不得开航，遇洪水应当停泊靠岸。"}
{"id":"7","reference":"《渡口条例》（2018年修正）第一条第一款","law":"渡口条例","version":"《渡口条例》（2018年修正）","article":"第一条","paragraph":"第一款","text":"渡口的设置由设区的市人民政府批准，并通过网站向社会公布。"}
{"id":"8","reference":"《渡口条例》（2018年修正）第一条第二款","law":"渡口条例","version":"《渡口条例》（2018年修正）","article":"第一条","paragraph":"第二款","text":"渡口应当在两岸设立明显的标志和救生器材。"}
{"id":"9","reference":"《渡口条例》（2018年修正）第二条","law":"渡口条例","version":"《渡口条例》（2018年修正）","article":"第二条","text":"渡工应当经过培训合格，取得渡工证书以后方可上岗。"}
{"id":"10","reference":"《渡口条例》（2018年修正）第三条","law":"渡口条例","version":"《渡口条例》（2018年修正）","article":"第三条","text":"渡船遇大风大雾不得开航，遇洪水应当停泊靠岸。"}
`
	// Each task is about the version of 2011.
	ferryTasks = `{"id":"locate","family":"locate","type":"locate","language":"zh","question":"“渡口的设置由县级人民政府批准，并在当地媒体上公告。”出自《渡口条例》（2011年修正）的哪一条、哪一款、哪一项？","answer":"第一条第一款","key_answer":["第一条第一款"],"answer_values":[{"kind":"text","text":"第一条第一款"}],"steps":[{"node":"p","op":"call","tool":"find_provision","arguments":{"version":"《渡口条例》（2011年修正）","text":"渡口的设置由县级人民政府批准，并在当地媒体上公告。"},"observation":{"unit":"第一条第一款"}}],"provenance":{"domain":"statutes@1"}}
{"id":"moved","family":"locate","type":"locate","language":"zh","question":"“渡船遇大风大雾不得开航，遇洪水应当停泊靠岸。”出自《渡口条例》（2011年修正）的哪一条、哪一款、哪一项？","answer":"第二条","key_answer":["第二条"],"answer_values":[{"kind":"text","text":"第二条"}],"steps":[{"node":"p","op":"call","tool":"find_provision","arguments":{"version":"《渡口条例》（2011年修正）","text":"渡船遇大风大雾不得开航，遇洪水应当停泊靠岸。"},"observation":{"unit":"第二条"}}],"provenance":{"domain":"statutes@1"}}
{"id":"recite","family":"recite","type":"recite","language":"zh","question":"请写出《渡口条例》（2011年修正）第一条第一款的原文。","answer":"渡口的设置由县级人民政府批准，并在当地媒体上公告。","key_answer":["渡口的设置由县级人民政府批准，并在当地媒体上公告。"],"answer_values":[{"kind":"text","text":"渡口的设置由县级人民政府批准，并在当地媒体上公告。"}],"steps":[{"node":"p","op":"call","tool":"get_provision","arguments":{"reference":"《渡口条例》（2011年修正）第一条第一款"},"observation":{"text":"渡口的设置由县级人民政府批准，并在当地媒体上公告。"}}],"provenance":{"domain":"statutes@1"}}
{"id":"day","family":"in-force","type":"in-force","language":"zh","question":"2015年3月4日适用的《渡口条例》，是从哪一天起施行的版本？","answer":"2011年10月01日","key_answer":["2011年10月01日"],"answer_values":[{"kind":"date","text":"2011年10月01日"}],"steps":[{"node":"p","op":"call","tool":"list_versions","arguments":{"law":"渡口条例"},"observation":[{"in_force":"2011-10-01"}]}],"provenance":{"domain":"statutes@1"}}
`
)

// ferryDir writes the tables, the tasks and an answers file of each agent.
func ferryDir(t *testing.T, agents map[string][4]string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"tables/Version.jsonl": ferryVersions, "tables/Provision.jsonl": ferryProvisions, "tasks.jsonl": ferryTasks}
	for agent, answers := range agents {
		for i, id := range []string{"locate", "moved", "recite", "day"} {
			line, err := json.Marshal(map[string]string{"id": id, "answer": answers[i]})
			if err != nil {
				t.Fatal(err)
			}
			files[agent] += string(line) + "\n"
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// angles is an encoder whose tokens are the letters of a text, each in a direction of its own.
type angles struct{}

func (angles) Encode(_ context.Context, texts []string) ([][][]float32, error) {
	all := make([][][]float32, len(texts))
	for i, text := range texts {
		for _, r := range text {
			all[i] = append(all[i], []float32{float32(math.Cos(float64(r))), float32(math.Sin(float64(r)))})
		}
	}
	return all, nil
}

func (angles) Identity(context.Context) (string, error) { return "angles", nil }

func (angles) Close() error { return nil }

// benchScore runs bench score, which has to exit with a code, and returns what it printed.
func benchScore(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	open := func(string) (command.ClosableEncoder, error) { return angles{}, nil }
	code := command.Bench(open).Exec(t.Context(), cli.Env{Args: append([]string{"score"}, args...), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }})
	if code != want {
		t.Fatalf("bench score %v exits with %d, want %d:\n%s%s", args, code, want, out.String(), errs.String())
	}
	return out.String() + errs.String()
}

// Answers from elsewhere get exactly what they should, worked by hand: nested accuracy, classes of
// recited texts, answers with the newest law, abstention, and BERTScore where there is an encoder.
func TestScoreScriptedAgents(t *testing.T) {
	t.Parallel()
	const (
		refusal = "抱歉，我无法确定。"
		text    = "渡口的设置由县级人民政府批准，并在当地媒体上公告。"
		second  = "渡口应当在两岸设立明显的标志和救生器材。"
		storm   = "渡船遇大风大雾不得开航，遇洪水应当停泊靠岸。"
		behind  = "渡口的设置由乡级人民政府批准，报县级人民政府备案。"
		newest  = "渡口的设置由设区的市人民政府批准，并通过网站向社会公布。"
	)
	agents := map[string][4]string{
		"right":         {"第一条第一款", "第二条", text, "2011年10月1日"},
		"paragraph off": {"第一条第二款", "第二条", second, "2011年10月1日"},
		"behind":        {"第一条第一款", "第二条", behind, "1998年7月1日"},
		"newest":        {"第一条第一款", "第三条", newest, "2019年1月1日"},
		"next article":  {"第一条第一款、第二条", "第二条、第三条", text + "\n" + storm, "2011年10月1日"},
		"refusing":      {refusal, refusal, refusal, refusal},
	}
	dir := ferryDir(t, agents)
	compiled := compile(t)["scores"]
	for agent, want := range map[string]struct {
		locate, recite map[string]float64
		newest         float64 // of in-force
		class          wording.RecitalClass
	}{
		// Of both texts to locate the levels are right; one of them has another number in the newest version.
		"right":         {levels(1, 1, 1, 1, 0, 0), recitedTo(1, 1, 0, 0), 0, wording.Exact},
		"paragraph off": {levels(1, 0.5, 0.5, 0.5, 0, 0), recitedTo(0, -1, 0, 0), 0, wording.OtherNumber},
		"behind":        {levels(1, 1, 1, 1, 0, 0), recitedTo(0, -1, 0, 0), 0, wording.OtherVersion},
		"newest":        {levels(0.5, 0.5, 0.5, 0.5, 1, 0), recitedTo(0, -1, 1, 0), 1, wording.NewestVersion},
		"next article":  {levels(0, 0, 0, 0, 0, 0), recitedTo(0, -1, 0, 0), 0, wording.AddedArticle},
		"refusing":      {levels(0, 0, 0, 0, 0, 1), recitedTo(0, -1, 0, 1), 0, wording.Refusal},
	} {
		out := benchScore(t, cli.Done, "-tasks", filepath.Join(dir, "tasks.jsonl"), "-answers", filepath.Join(dir, agent), "-tables", filepath.Join(dir, "tables"), "-encoder", dir, "-format", "json")
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err == nil {
			err = compiled.Validate(doc)
		}
		if err != nil {
			t.Errorf("%s: %v", agent, err)
		}
		var found struct{ Analysis *analysis.Analysis }
		if err := json.Unmarshal([]byte(out), &found); err != nil || found.Analysis == nil {
			t.Fatalf("%s: %v: no analysis in %s", agent, err, out)
		}
		rows := map[string]*analysis.TypeReport{}
		for i := range found.Analysis.Agents[0].Rows {
			rows[found.Analysis.Agents[0].Rows[i].Type] = &found.Analysis.Agents[0].Rows[i]
		}
		for name, want := range map[string]map[string]float64{"locate": want.locate, "recite": want.recite, "in-force": {recall.Newest: want.newest}} {
			for measure, x := range want {
				mean, _ := figure(rows[name], measure)
				if mean == nil {
					t.Errorf("%s, %s: no %s", agent, name, measure)
				} else if x >= 0 && *mean != x || x < 0 && *mean >= 1 {
					t.Errorf("%s, %s: %s is %v, want %v (-1: below 1)", agent, name, measure, *mean, x)
				}
			}
		}
		if diff := cmp.Diff(map[wording.RecitalClass]int{want.class: 1}, rows["ALL"].Recitals); diff != "" {
			t.Errorf("%s: classes (-want +got):\n%s", agent, diff)
		}
		if _, n := figure(rows["locate"], recall.Newest); n != 1 {
			t.Errorf("%s: newest over %d texts to locate, want the one that has moved", agent, n)
		}
		if answered := map[string]int{"newest": 3}[agent]; rows["ALL"].Failures["newest"] != answered {
			t.Errorf("%s: failures %v, want %d by the newest law", agent, rows["ALL"].Failures, answered)
		}
		if n := len(found.Analysis.Agents[0].Strata); n != 6 {
			t.Errorf("%s: %d strata, want one law by three types, paragraphs by two, and articles by one", agent, n)
		}
	}
}

// levels are the measures of two texts to locate.
func levels(article, paragraph, item, exact, newest, abstained float64) map[string]float64 {
	return map[string]float64{recall.Article: article, recall.Paragraph: paragraph, recall.Item: item, recall.Exact: exact, recall.Newest: newest, recall.Abstained: abstained}
}

// recitedTo are measures of the text to recite; similar is -1 for a text that is not the reference.
func recitedTo(exact, similar, newest, abstained float64) map[string]float64 {
	m := map[string]float64{recall.Exact: exact, recall.Newest: newest, recall.Abstained: abstained}
	for _, name := range []string{recall.Rouge1, recall.Rouge2, recall.RougeL, recall.BLEU, recall.Edit, recall.BERTScore} {
		m[name] = similar
	}
	if similar == 1 {
		m[recall.EditDistance] = 0
	}
	return m
}

// Without tables nothing is said of versions and classes; tables need a domain.
func TestScoreWithoutTables(t *testing.T) {
	t.Parallel()
	dir := ferryDir(t, map[string][4]string{"answers": {"第一条第一款", "第三条", "渡口的设置由县级人民政府批准。", "2019年1月1日"}})
	tasks, answers := filepath.Join(dir, "tasks.jsonl"), filepath.Join(dir, "answers")
	out := benchScore(t, cli.Done, "-tasks", tasks, "-answers", answers)
	for _, want := range []string{"\ncitations and texts, in percent, ", "\nagent    type      tasks  article  paragraph  item  exact  rouge_1  rouge_2  rouge_l  bleu  edit  edit_distance  abstained\n", "\nanswers  locate    2      50.0 "} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
	if strings.Contains(out, "newest") || strings.Contains(out, "recited texts, by what they are") || strings.Contains(out, "bert_score") {
		t.Errorf("%s\nwant nothing of versions, classes and BERTScore", out)
	}
	if out := benchScore(t, cli.Misused, "-tasks", tasks, "-answers", answers, "-domain", "statutes"); !strings.Contains(out, "want -tables with it") {
		t.Error(out)
	}
	bare := filepath.Join(dir, "bare.jsonl")
	if err := os.WriteFile(bare, []byte(strings.ReplaceAll(ferryTasks, `"statutes@1"`, `""`)), 0o666); err != nil {
		t.Fatal(err)
	}
	if out := benchScore(t, cli.Misused, "-tasks", bare, "-answers", answers, "-tables", filepath.Join(dir, "tables")); !strings.Contains(out, "want -domain with it") {
		t.Error(out)
	}
	if out := benchScore(t, cli.Done, "-tasks", bare, "-answers", answers, "-tables", filepath.Join(dir, "tables"), "-domain", "statutes"); !strings.Contains(out, "\nagent    altered\nanswers  1\n") {
		t.Error(out)
	}
}

// Articles that answers about cases cite are looked up in the tables that the run wrote. The
// decision is of 2005, when the version of 2001 with eight articles was in force; that of 2012 has
// nine.
func TestScoreCitations(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(filepath.Join(dir, "cases"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cases", "dam.md"), []byte(damCase), 0o666); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	code := command.Sample().Exec(t.Context(), cli.Env{
		Args:   []string{"-domain", "cases", "-corpus", filepath.Join(dir, "cases"), "-laws", os.Getenv("STATUTES"), "-out", out},
		Stdout: &said, Stderr: &said, Now: time.Now, Getenv: func(string) string { return "" },
	})
	if code != cli.Done {
		t.Fatalf("sample exits with %d:\n%s", code, said.String())
	}
	tasks := filepath.Join(out, "sample", "tasks.jsonl")
	b, err := os.ReadFile(tasks)
	if err != nil {
		t.Fatal(err)
	}
	var one struct{ ID string }
	if err := json.Unmarshal(b, &one); err != nil {
		t.Fatal(err)
	}
	answer, err := json.Marshal(map[string]string{"id": one.ID, "answer": "依照《云岭省水库管理条例》第五条、第九条、第九十条和《运输法》第三条，乔某应当赔偿坝坡的修复费用，因为坝坡上不得种植果树，裂缝由此而生。"})
	if err != nil {
		t.Fatal(err)
	}
	answers := filepath.Join(dir, "answers.jsonl")
	if err := os.WriteFile(answers, answer, 0o666); err != nil {
		t.Fatal(err)
	}
	report := benchScore(t, cli.Done, "-tasks", tasks, "-answers", answers, "-tables", filepath.Join(out, "world"), "-format", "json")
	var found struct{ Analysis *analysis.Analysis }
	if err := json.Unmarshal([]byte(report), &found); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		recall.CitationPrecision: "0.750000", // the case cites all but article 9
		recall.CitationRecall:    "1.000000",
		recall.CitationExists:    "0.666667", // articles 5 and 9 of the three of a law with texts
		recall.CitationInForce:   "0.333333", // article 5
	} {
		mean, n := figure(&found.Analysis.Agents[0].Rows[0], name)
		if mean == nil || n != 1 || fmt.Sprintf("%.6f", *mean) != want {
			t.Errorf("%s: %v over %d, want %s", name, mean, n, want)
		}
	}
}

// damCase cites two articles of a law with texts, one of which no version has, and one of a law without.
const damCase = `# 白石镇水库管理站诉乔某侵权责任纠纷案

## 基本案情
2004年5月，乔某在白石镇水库的坝坡上种植果树四十株，水库管理站三次通知其清除，乔某没有清除。雨季坝坡出现裂缝，管理站支出修复费用二万元。

## 裁判结果
白石县人民法院于2005年4月6日作出判决：乔某清除果树并赔偿二万元。

## 争议焦点
乔某应否赔偿坝坡的修复费用？

## 裁判理由
法院认为：《云岭省水库管理条例》第五条、第九十条对坝坡的保护已有规定，《运输法》第三条与本案无关。乔某明知坝坡不得种植而不清除，裂缝正发生在树根所及之处，两者有因果关系，修复费用应由其负担。
`
