package proof

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// caseText is a made-up case in sections; {opinion} ends its facts.
const caseText = `# 东岭水运有限公司诉南坪货栈运输合同纠纷案

## 案由
运输合同纠纷

## 基本案情
2016年3月2日，东岭水运有限公司承运南坪货栈的木材三百立方米，约定四月一日前运抵江口码头。船舶在途中遇到洪水，木材部分散失。{opinion}

## 裁判结果
江口县人民法院于2016年9月8日作出判决：东岭水运有限公司赔偿南坪货栈损失四万元。宣判后，双方均未上诉。

## 争议焦点
洪水是否属于不可抗力，承运人能否免责？

## 裁判理由
法院认为：依照《运输法》第四十八条的规定，承运人对运输过程中货物的毁损、灭失承担赔偿责任，但能证明是不可抗力造成的除外。本案中气象部门在启航之前三日已经发布洪水预警，承运人收到预警以后仍然启航，洪水对它而言并非不能预见。故其关于免责的抗辩不能成立。
`

// caseSources returns the tables that are read from a text, after an edit, and the text.
func caseSources(t *testing.T, text string, edit func(tables)) (w Sources, given []string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "case.md"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	read, err := caselaw.Read(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Cases) != 1 || read.Cases[0].Refusal != "" {
		t.Fatalf("read %+v: want one case with all parts", read)
	}
	ts := tables{}
	for _, s := range read.Sheets() {
		for i := range s.Rows {
			row := map[string]any{}
			for j, cell := range s.Row(i) {
				if cell.Text != "" {
					row[s.Columns[j]] = cell.Text
				}
			}
			ts[s.Name] = append(ts[s.Name], row)
		}
	}
	if edit != nil {
		edit(ts)
	}
	w = load(t, toytest.Domain(t, "cases"), ts)
	w.Texts = func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, file)) }
	row := ts[caseTable][0]
	return w, []string{row["facts"].(string), row["outcome"].(string), row["question"].(string)}
}

// A sound case passes, and each way to break it is caught by the check meant for it.
func TestCaseFaults(t *testing.T) {
	sound := strings.ReplaceAll(caseText, "{opinion}", "")
	first := func(ts tables) map[string]any { return ts[caseTable][0] }
	for _, c := range []struct {
		name string
		text string // sound if ""
		edit func(tables)
		want string
	}{
		{name: "sound"},
		{name: "the facts hold the grounds", want: "needed given",
			text: strings.ReplaceAll(caseText, "{opinion}", "本案中气象部门在启航之前三日已经发布洪水预警，承运人收到预警以后仍然启航，洪水对它而言并非不能预见。")},
		{name: "the facts name the article", want: "needed given",
			text: strings.ReplaceAll(caseText, "{opinion}", "南坪货栈请求依照《运输法》第四十八条判令赔偿。")},
		{name: "facts that stand nowhere", want: "executed source",
			edit: func(ts tables) {
				first(ts)["facts"] = strings.ReplaceAll(first(ts)["facts"].(string), "三百立方米", "五百立方米")
			}},
		{name: "grounds that stand nowhere", want: "executed source",
			edit: func(ts tables) { first(ts)["reasoning"] = first(ts)["reasoning"].(string) + "此判。" }},
		{name: "bytes beyond the file", want: "executed source",
			edit: func(ts tables) { first(ts)["spans"] = "facts 1-2; outcome 3-900000; reasoning 5-6" }},
		{name: "no bytes", want: "executed source", edit: func(ts tables) { delete(first(ts), "spans") }},
		{name: "the outcome is a part of the grounds", want: "executed source",
			edit: func(ts tables) {
				spans := map[string]string{}
				for _, s := range strings.Split(first(ts)["spans"].(string), "; ") {
					name, at, _ := strings.Cut(s, " ")
					spans[name] = at
				}
				first(ts)["spans"] = "facts " + spans["facts"] + "; outcome " + spans["reasoning"] + "; reasoning " + spans["reasoning"]
				first(ts)["outcome"] = first(ts)["reasoning"]
			}},
		{name: "another case with the same grounds", want: "discriminating rival",
			edit: func(ts tables) {
				other := map[string]any{}
				data, err := json.Marshal(first(ts))
				if err == nil {
					err = json.Unmarshal(data, &other)
				}
				if err != nil {
					t.Fatal(err)
				}
				other["id"], other["facts"] = "another", "2017年5月9日，南坪货栈的石料在运输中沉没。"
				ts[caseTable] = append(ts[caseTable], other)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.text
			if text == "" {
				text = sound
			}
			w, given := caseSources(t, text, c.edit)
			x, reason := ask(t, w, "case", "", given...)
			if reason != "" {
				t.Fatalf("no task: %s", reason)
			}
			if got := firstFault(t, w, x); got != c.want {
				t.Errorf("fault %q, want %q", got, c.want)
			}
		})
	}
}

// Certificates of tables alone say nothing of a source, and a replay from them agrees.
func TestCasesWithoutTexts(t *testing.T) {
	w, given := caseSources(t, strings.ReplaceAll(caseText, "{opinion}", ""), nil)
	x, _ := ask(t, w, "case", "", given...)
	kept, dropped, err := Run(context.Background(), w, []*task.Task{x}, 1)
	if err != nil || len(dropped) > 0 {
		t.Fatal(dropped, err)
	}
	w.Texts = nil
	mismatches, err := Replay(context.Background(), w, Check{}, kept, 1)
	if err != nil || mismatches != nil {
		t.Error(mismatches, err)
	}
}
