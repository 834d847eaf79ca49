package exam

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// written writes files and reads their directory.
func written(t *testing.T, files map[string]string) *Collection {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Read(t.Context(), dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantFaults compares the faults of a collection, each as "file:line reason" with a ! for what is left out.
func wantFaults(t *testing.T, c *Collection, want ...string) {
	t.Helper()
	var got []string
	for _, f := range c.Faults {
		text := strings.TrimSuffix(f.String(), f.Detail) + string(f.Reason)
		if f.LeftOut {
			text += "!"
		}
		if !strings.Contains(f.Detail, "want ") {
			t.Errorf("%s: want what is wrong and what is wanted", f)
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
		for _, f := range c.Faults {
			t.Log(f)
		}
	}
}

func TestReadJSONLines(t *testing.T) {
	c := written(t, map[string]string{"2024-06-30 bar.jsonl": `
{"id":"e1","exam":"bar","area":"Direito Penal","language":"pt","title":"Questão","statement":"João furtou\r\num livro.","value":"1,25","parts":[{"label":"A","question":"Há crime?","answer":"Sim.","points":[{"text":"A.","value":null},{"text":"Sim (0,55), Art. 155 (0,10).","values":"0,00/0,55/0,65"},{"text":"x"}],"value":0.65},{"assumptions":["Suponha que devolveu."],"question":"E então?","answer":"Não.","points":[{"text":"Não.","value":0.6}]}]}

{"id":2,"question":"谁可以起诉？","options":["甲","乙","丙"],"key":["A","c"],"field":"民法"}
{"id":"e3","question":"Who may sue, and by when?","answer":"The buyer may sue.\n\n| Item | Points |\n|:--|--:|\n| The buyer | 0.00/1.00 |","assumptions":["Suppose that the seller is late."]}
{"stem":"Which is right of the two?","options":{"B":"the second","A":"the first"},"key":1,"day":"2020"}
`})
	wantFaults(t, c, "2024-06-30 bar.jsonl:4: several-keys", "2024-06-30 bar.jsonl:5: empty-area", "2024-06-30 bar.jsonl:6: empty-area")
	want := &Collection{
		Essays: []Essay{{
			ID: "e1", Title: "Questão", Statement: "João furtou\num livro.", Value: 125,
			Origin: Origin{Exam: "bar", Area: "Direito Penal", Field: "Direito Penal", Group: "Public", Day: "2024-06-30", Language: "pt", File: "2024-06-30 bar.jsonl", Line: 2},
			Parts: []Part{
				{Label: "A", Question: "Há crime?", Answer: "Sim.", Value: 65, Points: []Point{{Text: "A."}, {"Sim (0,55), Art. 155 (0,10).", []int{0, 55, 65}}, {Text: "x"}}},
				{Label: "B", Question: "E então?", Answer: "Não.", Value: 60, Assumptions: []string{"Suponha que devolveu."}, Points: []Point{{"Não.", []int{60}}}},
			},
		}, {
			ID: "e3", Value: 100,
			Origin: Origin{Exam: "2024-06-30 bar", Day: "2024-06-30", Language: "en", File: "2024-06-30 bar.jsonl", Line: 5},
			Parts:  []Part{{Label: "A", Question: "Who may sue, and by when?", Answer: "The buyer may sue.", Value: 100, Assumptions: []string{"Suppose that the seller is late."}, Points: []Point{{"The buyer", []int{0, 100}}}}},
		}},
		Questions: []Question{{
			ID: "2", Stem: "谁可以起诉？", Options: []string{"甲", "乙", "丙"}, Key: []int{0, 2},
			Origin: Origin{Exam: "2024-06-30 bar", Area: "民法", Field: "民法", Group: "Private", Day: "2024-06-30", Language: "zh", File: "2024-06-30 bar.jsonl", Line: 4},
		}, {
			ID: "2024-06-30 bar:6", Stem: "Which is right of the two?", Options: []string{"the first", "the second"}, Key: []int{1},
			Origin: Origin{Exam: "2024-06-30 bar", Day: "2020", Language: "en", File: "2024-06-30 bar.jsonl", Line: 6},
		}},
	}
	if diff := cmp.Diff(want, c, cmpopts.IgnoreFields(Collection{}, "Faults")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJSONFaults(t *testing.T) {
	c := written(t, map[string]string{
		"a.jsonl": `{"id":"1","area":"civil","stem":"s","options":["a","b","c","d"],"key":["A"]}
{"id":"1","area":"civil","stem":"again","options":["a","b","c","d"],"key":["A"]}
{"id":"2","area":"civil","stem":"s","options":["a","b","c","d"]}
{"id":"3","area":"civil","stem":"s","options":["a","b","c","d"],"key":["E"]}
{"id":"4","area":"civil","stem":"s","options":["a","b","c"],"key":["A"]}
{"id":"5","area":"civil","stem":"s","options":["a","b"],"key":["A"]}
{"id":"6","area":"civil","stem":"","options":["a","b","c","d"],"key":["A"]}
{"id":"7","area":"civil","stem":"s","options":["a","","c","d"],"key":["A"]}
{"id":"8","area":"astrology","stem":"s","options":["a","b","c","d"],"key":["A"],"hint":"x"}
{"id":"9","area":"civil","stem":"s","options":["a","b","c","d"],"key":["A"],"nullified":true}
{"id":"10",
{"id":"11","id":"12"}
[1]
{"id":"13"}
{"id":"14","area":"civil","stem":"s\u0007","options":["a","b","c","d"],"key":["first"],"day":"May","language":"la"}
` + "{\"id\":\"15\",\"stem\":\"\xff\"}\n",
		"b.json": `[{"id":"b1","area":"civil","statement":"s","parts":[
 {"label":"A","question":"q"}, {"label":"B","question":"q","answer":"a","value":1,"points":[{"text":"t","values":[0,0.5]}]}, {"label":"B","question":"q","answer":"a"}, 5]},
 {"id":"b2","area":"civil","parts":[{"answer":"a"}]},
 {"id":"b3","area":"civil","statement":"s","parts":[]},
 {"id":"b4","area":"civil","statement":"s","value":3,"parts":[{"question":"q","answer":"a","value":1},{"question":"q","answer":"a","value":"many"}]}, nonsense]`,
		"c.json": "\xff[]", "d.docx": "PK", "empty.jsonl": "\n", "none.json": "[]", ".hidden.txt": "x", "README.md": "x", "LICENSE": "x",
	})
	wantFaults(t, c,
		"a.jsonl:2: duplicate-id!", "a.jsonl:3: no-key!", "a.jsonl:4: unknown-key!", "a.jsonl:5: few-options!", "a.jsonl:7: no-question!",
		"a.jsonl:8: few-options!", "a.jsonl:9: unknown-area", "a.jsonl:9: unread", "a.jsonl:10: no-key!", "a.jsonl:11: broken-json!", "a.jsonl:12: broken-json!", "a.jsonl:13: broken-json!",
		"a.jsonl:14: unread!", "a.jsonl:15: bad-value", "a.jsonl:15: bad-value", "a.jsonl:15: bad-value", "a.jsonl:15: characters", "a.jsonl:15: no-key!", "a.jsonl:16: not-utf-8!",
		"b.json:1: bad-value!", "b.json:1: duplicate-id!", "b.json:1: no-answer!", "b.json:1: points-sum", "b.json:3: no-question!", "b.json:4: no-answer!", "b.json:5: bad-value", "b.json:5: broken-json!", "b.json:5: points-sum",
		"c.json:1: not-utf-8!", "d.docx: unread!", "empty.jsonl: unread!", "none.json: unread!")
	if len(c.Questions) != 3 || len(c.Essays) != 2 || len(c.Essays[0].Parts) != 1 {
		t.Errorf("%d questions, %d essays: want 3 and 2, the first with one part", len(c.Questions), len(c.Essays))
	}
}

// Questions and answers of oab_bench stand in two files of one directory.
func TestReadBench(t *testing.T) {
	answer := `A justiça é a do trabalho.\n\nDISTRIBUIÇÃO DOS PONTOS\n\n| ITEM | PONTUAÇÃO |\n|:---|:---|\n| Mérito | nan |\n| A. Sim \\| não (0,15), ou seja\n a do trabalho (0,10) | 0,00/0,15/\n0,25 |`
	c := written(t, map[string]string{
		"x/question.jsonl": `{"question_id":"39_direito_penal_1","category":"39_direito_penal","statement":"QUESTÃO\n\nJoão furtou.","turns":["Qual é a justiça?","Suponha ainda que fugiu. E agora?","Suponha também que voltou. Suponha que pagou. E agora?"],"values":[0.25,0.5],"system":"s"}
{"question_id":"39_direito_penal_2","category":"39_direito_penal","statement":"s","turns":["q"],"values":[1]}
{"question_id":"39_direito_penal_2","category":"39_direito_penal","statement":"s","turns":["q"],"values":[1]}
`,
		"x/guidelines.jsonl": `{"question_id":"39_direito_penal_1","answer_id":"a","choices":[{"index":0,"turns":["` + answer + `","Não.","Não.","Sim."]}]}
{"question_id":"39_direito_penal_3","choices":[{"turns":["a"]}]}
{"question_id":"39_direito_penal_4","choices":[]}
`,
		"y/guidelines.jsonl": `{"question_id":"39_direito_penal_2","choices":[{"turns":["a"]}]}`,
	})
	wantFaults(t, c,
		"x/guidelines.jsonl:1: no-question!", "x/guidelines.jsonl:2: no-question!", "x/guidelines.jsonl:3: bad-value!",
		"x/question.jsonl:1: points-sum", "x/question.jsonl:2: no-answer!", "x/question.jsonl:3: duplicate-id!", "y/guidelines.jsonl:1: no-question!")
	want := []Essay{{
		ID: "39_direito_penal_1", Title: "QUESTÃO", Statement: "João furtou.", Value: 75,
		Origin: Origin{Exam: "39", Area: "direito penal", Field: "Direito Penal", Group: "Public", Language: "pt", File: "x/question.jsonl", Line: 1},
		Parts: []Part{
			{Label: "A", Question: "Qual é a justiça?", Answer: "A justiça é a do trabalho.", Value: 25, Points: []Point{{Text: "Mérito"}, {"A. Sim | não (0,15), ou seja a do trabalho (0,10)", []int{0, 15, 25}}}},
			{Label: "B", Question: "E agora?", Answer: "Não.", Value: 50, Assumptions: []string{"Suponha ainda que fugiu."}},
			{Label: "C", Question: "E agora?", Answer: "Não.", Assumptions: []string{"Suponha ainda que fugiu.", "Suponha também que voltou.", "Suponha que pagou."}},
		},
	}}
	if diff := cmp.Diff(want, c.Essays); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadPaper(t *testing.T) {
	c := written(t, map[string]string{
		"2011-03.txt": "Caderno de prova\n\nQuestão 1\n\nAREA ETHICS\n\nO advogado\nguarda-\nchuva:\nI. um\nII. dois\n\nOPTIONS\n\nA)  sim\nsempre.\n\nB:CORRECT) não.\n\nC) a) talvez\n\nD) nunca.\n\n" +
			"Questão 2 NULL\nAREA\nQ?\nOPTIONS\nA) a\nB) b\nC) c\nD) d\n" +
			"Questão 3\nÁREA: CIVIL\nA Questão 1 foi fácil?\nOPTIONS\nA:CORRECT) a\nB:CORRECT) b\nC) c\nD) d\n" +
			"Questão 4\nAREA CIVIL\nQ?\nOPTIONS\nA) a\nB:CORRECT) b\nC) c\n" +
			"Questão 5\nAREA CIVIL\nQ?\nOPTIONS\nA) a\nB:CORRECT) b\nD) c\n" +
			"Questão 6\nAREA CIVIL\nQ?\nOPTIONS\nA) a\nB) b\nC) c\nD) d\n" +
			"Questão 6\nAREA\nQ?\nOPTIONS\nA) a\nB) b\nC) c\nD) d (correta)\n",
		"law.md":  "# 第一题\n科目：刑法\n张三盗窃。\n甲方\nA. 有罪\nB. 无罪\nC. 不\n起诉\n答案：A\n\n## 第2题 下列哪些正确？\nA、一\nB、二\nC、三\n答案：BC\n",
		"key.txt": "1. Who may\nsue?\nA. the buyer\nB. the seller\n2. Who may appeal?\n(A) nobody\n(B) everybody\n\nAnswer key\n1 - A  2. B\nextra words\n",
	})
	wantFaults(t, c,
		"2011-03.txt:1: unread!", "2011-03.txt:24: no-key!", "2011-03.txt:32: several-keys!", "2011-03.txt:40: few-options!", "2011-03.txt:47: few-options!", "2011-03.txt:54: no-key!",
		"2011-03.txt:62: empty-area", "key.txt:1: empty-area", "key.txt:5: empty-area", "key.txt:11: unread!", "law.md:11: empty-area")
	var got []Question
	for _, q := range c.Questions {
		q.Origin = Origin{Exam: q.Exam, Area: q.Area, Day: q.Day, Language: q.Language, Line: q.Line}
		got = append(got, q)
	}
	want := []Question{
		{ID: "2011-03-1", Stem: "O advogado guarda-chuva:\nI. um\nII. dois", Options: []string{"sim sempre.", "não.", "a) talvez", "nunca."}, Key: []int{1}, Origin: Origin{Exam: "2011-03", Area: "ETHICS", Day: "2011", Language: "pt", Line: 3}},
		{ID: "2011-03-6", Stem: "Q?", Options: []string{"a", "b", "c", "d"}, Key: []int{3}, Origin: Origin{Exam: "2011-03", Day: "2011", Language: "pt", Line: 62}},
		{ID: "key-1", Stem: "Who may sue?", Options: []string{"the buyer", "the seller"}, Key: []int{0}, Origin: Origin{Exam: "key", Language: "en", Line: 1}},
		{ID: "key-2", Stem: "Who may appeal?", Options: []string{"nobody", "everybody"}, Key: []int{1}, Origin: Origin{Exam: "key", Language: "en", Line: 5}},
		{ID: "law-1", Stem: "张三盗窃。甲方", Options: []string{"有罪", "无罪", "不起诉"}, Key: []int{0}, Origin: Origin{Exam: "law", Area: "刑法", Language: "zh", Line: 1}},
		{ID: "law-2", Stem: "下列哪些正确？", Options: []string{"一", "二", "三"}, Key: []int{1, 2}, Origin: Origin{Exam: "law", Language: "zh", Line: 11}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Forms of other exams: numbers alone, small letters, lists in the text, options on one line, headings
// of sections.
func TestReadOtherPapers(t *testing.T) {
	c := written(t, map[string]string{
		"fgv.txt": "Prova Objetiva\n\nDIREITO CIVIL\n\n1\nA. Silva vendeu a casa. Sobre o caso:\na) o preço foi pago;\nb) a casa ruiu.\nÉ correto afirmar que\n(A) há vício.\n(B) não há\nvício.\n\nDireito Penal\n\n2\nO furto é\n(A) crime.\n(B) fato atípico.\n\nGabarito: B\n\nProcesso dos Anjos\n\n3\nO roubo é\n(A) crime.\n(B) lícito.\nGabarito\n1-A 2-B 3-X\n",
		"low.txt": "QUESTÃO Nº 01 - O juiz pode\na) julgar;\nb) legislar.\nResposta: a\nQUESTÃO Nº 02 (ANULADA)\nO juiz\na) x\nb) y\n",
		"卷.txt":   "一、单项选择题（每题1分）\n1. 盗窃罪属于\nA. 财产犯罪 B. 人身犯罪\nC. 职务犯罪　　D. 其他犯罪\n答案：A\n\n二、多项选择题\n2、下列正确的是\nA．甲对B．乙错\n答案：A、B\n\n三、刑法\n\n3. 下列\nA. 甲\nB. 乙\n答案：B\n",
	})
	var got []string
	for _, q := range c.Questions {
		got = append(got, strings.Join(append([]string{q.ID, q.Area, q.Stem}, q.Options...), "|")+" "+letter(q.Key[len(q.Key)-1]))
	}
	want := []string{
		"fgv-1|DIREITO CIVIL|A. Silva vendeu a casa. Sobre o caso:\na) o preço foi pago;\nb) a casa ruiu. É correto afirmar que|há vício.|não há vício. A",
		"fgv-2|Direito Penal|O furto é|crime.|fato atípico. B",
		"low-1||O juiz pode|julgar;|legislar. A",
		"卷-1||盗窃罪属于|财产犯罪|人身犯罪|职务犯罪|其他犯罪 A",
		"卷-2||下列正确的是|甲对|乙错 B",
		"卷-3|刑法|下列|甲|乙 B",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wantFaults(t, c, "fgv.txt:1: unread!", "fgv.txt:25: no-key!", "low.txt:1: empty-area", "low.txt:5: no-key!", "卷.txt:1: unread!", "卷.txt:2: empty-area", "卷.txt:7: unread!", "卷.txt:8: empty-area")
}

// Letters name 26 options; parts beyond go by numbers.
func TestManyLetters(t *testing.T) {
	question := func(n int) string {
		return `{"area":"civil","stem":"q","options":["x"` + strings.Repeat(`,"x"`, n-1) + `],"key":[` + strconv.Itoa(n-1) + "]}\n"
	}
	c := written(t, map[string]string{
		"a.jsonl": question(26), "b.jsonl": question(27),
		"c.jsonl": `{"area":"civil","statement":"s","parts":[` + strings.Repeat(`{"question":"q","answer":"a"},`, 29) + `{"question":"q","answer":"a"}]}`,
	})
	wantFaults(t, c, "b.jsonl:1: bad-value!")
	if parts := c.Essays[0].Parts; len(parts) != 30 || parts[25].Label != "Z" || parts[26].Label != "27" {
		t.Errorf("%d parts, labels %s and %s: want 30, Z and 27", len(parts), parts[25].Label, parts[26].Label)
	}
}

// A file that is too large is not read.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, MaxFile+1); err != nil {
		t.Fatal(err)
	}
	c, err := Read(t.Context(), dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	wantFaults(t, c, "a.txt: too-large!")
}

// What is read does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	dir := realExams(t, "")
	one, err := Read(t.Context(), dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	eight, err := Read(t.Context(), dir, 8)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, eight); diff != "" {
		t.Errorf("one worker, and eight:\n%s", diff)
	}
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := Read(ended, dir, 2); err == nil || err.Error() != "enough" {
		t.Errorf("Read with an ended context: %v, want its cause", err)
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "none"), 2); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read of no directory: %v, want that there is none", err)
	}
}

// Two right options are a mistake where all other questions of a file have one, and may be.
func TestReadSeveralKeys(t *testing.T) {
	const one, two = `{"stem": "Which?", "options": ["a b", "c d"], "key": "A", "area": "Civil", "id": "%"}`, `{"stem": "Which ones?", "options": ["a b", "c d"], "key": ["A", "B"], "area": "Civil", "id": "%"}`
	file := func(forms ...string) string {
		var b strings.Builder
		for i, form := range forms {
			b.WriteString(strings.Replace(form, "%", string(rune('a'+i)), 1) + "\n")
		}
		return b.String()
	}
	only := written(t, map[string]string{"x.jsonl": file(one, two, one)})
	if len(only.Questions) != 3 || !slices.ContainsFunc(only.Faults, func(f Fault) bool { return f.Reason == SeveralKeys && f.Line == 2 && !f.LeftOut }) {
		t.Errorf("%d questions, %v: want three, and line 2 told", len(only.Questions), only.Faults)
	}
	for _, text := range []string{file(two), file(one, two, two), file(one, one)} {
		c := written(t, map[string]string{"x.jsonl": text})
		if slices.ContainsFunc(c.Faults, func(f Fault) bool { return f.Reason == SeveralKeys }) {
			t.Errorf("%s: %v, want no doubt", text, c.Faults)
		}
	}
}
