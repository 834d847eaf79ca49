package proof

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/examtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// lawWorld is a generated world of exams with its law.
type lawWorld struct {
	language string
	papers   *examtext.Papers
	exams    *exam.Collection
	items    []*task.Task
	sheets   []tablefile.Sheet // of the law
}

func newLawWorld(t *testing.T, language string) *lawWorld {
	t.Helper()
	spec := lawtext.LawSpec{Seed: 1, Scale: 0.4, Language: language}
	papers, err := examtext.ExamSpec{LawSpec: spec}.Papers()
	if err != nil {
		t.Fatal(err)
	}
	created := func(dir string) func(string) (io.WriteCloser, error) {
		return func(name string) (io.WriteCloser, error) {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				return nil, err
			}
			return os.Create(file)
		}
	}
	exams, laws := t.TempDir(), t.TempDir()
	if err := papers.Write(t.Context(), created(exams), nil); err != nil {
		t.Fatal(err)
	}
	if err := spec.Write(t.Context(), created(laws), nil); err != nil {
		t.Fatal(err)
	}
	w := &lawWorld{language: language, papers: papers}
	if w.exams, err = exam.Read(t.Context(), exams, 2); err != nil {
		t.Fatal(err)
	}
	if w.items, _, err = convert.Convert(w.exams, convert.ConversionSpec{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	read, err := legislation.Read(t.Context(), laws, 2)
	if err != nil {
		t.Fatal(err)
	}
	w.sheets = read.Sheets()
	return w
}

// lawRow is a row of a table by column.
type lawRow map[string]string

// examined returns the exams of the world with its law, to which rows are added by table.
func (w *lawWorld) examined(t *testing.T, added map[string][]lawRow) *examined {
	t.Helper()
	columns := map[string][]string{
		"Law": {"law"}, versionTable: {"version", "law", "in_force", "known_until", "next", "file"}, provisionTable: {"id", "law", "version", "article", "text"},
	}
	dir := t.TempDir()
	for name, want := range columns {
		var b strings.Builder
		e := json.NewEncoder(&b)
		i := slices.IndexFunc(w.sheets, func(s tablefile.Sheet) bool { return s.Name == name })
		for r := range w.sheets[i].Rows {
			line := map[string]any{}
			for k, cell := range w.sheets[i].Row(r) {
				if column := w.sheets[i].Columns[k]; slices.Contains(want, column) {
					line[column] = cell.Text
					if cell.Form == tablefile.Null {
						line[column] = nil
					}
				}
			}
			if err := e.Encode(line); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range added[name] {
			line := map[string]any{}
			for _, column := range want {
				line[column] = nil
				if r[column] != "" {
					line[column] = r[column]
				}
			}
			if err := e.Encode(line); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d := toytest.Domain(t, "exam")
	c, tools := toytest.Load(t, d, dir)
	x, err := newProver(Sources{Domain: d, Corpus: c, Tools: tools, Exams: w.exams}).exams()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// wrongStatement returns a text that says what an item is to have wrong, as a provision would; "" for
// an item that states nothing of its own.
func (w *lawWorld) wrongStatement(x *examined, item *task.Task) string {
	s := &lawSearch{titles: x.laws().longest, said: officialOf(x.parts(item), item.Language), language: item.Language}
	asked := claim.Asked(claim.Stem(item.Question), x.shared(item)...)
	of := func(text string) string {
		text, _ = s.stripped(text)
		return strings.TrimSpace(text)
	}
	c := item.Choices
	switch {
	case item.Derivation.Rule == examtest.RuleKeyed:
		for _, k := range w.papers.Known() {
			if k.Item != item.Derivation.Source || k.Part != "" {
				continue
			}
			article := w.papers.Law.Published(k.Statute, k.Version)[k.Position]
			return strings.ReplaceAll(article.Paragraphs[0].Text, k.Value, k.Distractors[0])
		}
	case item.Type == task.TrueFalse && item.Derivation.Rule == "exchange" && c.Key[0] == 1:
		return of(claim.Claimed(asked))
	case item.Type == task.Cloze:
		return of(claim.Filled(asked, c.Options[wrong(item)]))
	case item.Type == task.Matching && item.Derivation.Rule == "values":
		return of(claim.Filled(c.Options[:1], c.Matches[c.Key[1]]))
	case item.Type == task.MultipleChoice, item.Type == task.MultipleSelection, item.Type == task.CaseAnalysis:
		for i, o := range c.Options {
			read := claim.Read(of(o), item.Language)
			like, share := s.nearest(read)
			if !slices.Contains(c.Key, i) && share >= minFromAnswer && alterations(read, like) != nil {
				if item.Type == task.CaseAnalysis {
					_, o, _ = strings.Cut(o, map[string]string{"zh": "。", "en": ". "}[item.Language])
				}
				return of(o)
			}
		}
	}
	return ""
}

// For every type, an item of which a provision in force says a wrong option is refused, and names the
// provision; an item of which only a provision that is no longer in force does is not.
func TestProvisionsInForceRefute(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		if testing.Short() && language == "en" {
			continue
		}
		w := newLawWorld(t, language)
		honest := w.examined(t, nil)
		title, label := map[string]string{"zh": "旧时规则法", "en": "Old Rules Act"}[language], map[string]string{"zh": "第九百零%d条", "en": "Article 90%d"}[language]
		law := map[string][]lawRow{"Law": {{"law": title}}, versionTable: {
			{"version": title + " 1", "law": title, "in_force": "1990-01-01", "next": title + " 2", "file": "1"},
			{"version": title + " 2", "law": title, "in_force": "2005-06-01", "file": "2"},
		}}
		// One statement of each kind, all of them provisions of one version.
		broken := map[string]int{}
		var items []*task.Task
		var rows []lawRow
		for _, item := range w.items {
			kind := item.Type
			if item.Derivation.Rule == examtest.RuleKeyed {
				kind += " taken over"
			}
			if broken[kind] == 1 {
				continue
			}
			text := w.wrongStatement(honest, item)
			if found, _ := honest.exclusive(item); text == "" || found.Fault != "" {
				continue
			}
			broken[kind]++
			items = append(items, item)
			rows = append(rows, lawRow{"law": title, "article": fmt.Sprintf(label, len(rows)+1), "text": text})
		}
		with := func(version string, rows ...lawRow) *examined {
			of := make([]lawRow, len(rows))
			for i, row := range rows {
				of[i] = maps.Clone(row)
				of[i]["id"], of[i]["version"] = title+version+row["article"], title+" "+version
			}
			return w.examined(t, map[string][]lawRow{"Law": law["Law"], versionTable: law[versionTable], provisionTable: of})
		}
		current, former := with("2", rows...), with("1", rows...)
		for i, item := range items {
			want := lawSays + ": " + title + " " + rows[i]["article"]
			found, _ := current.exclusive(item)
			if strings.HasPrefix(found.Fault, lawSays+": "+title) && !strings.HasPrefix(found.Fault, want) { // by that of another item
				found, _ = with("2", rows[i]).exclusive(item)
			}
			if !strings.HasPrefix(found.Fault, want) {
				t.Errorf("%s %s: a provision in force says %q: found %+v", item.Type, item.ID, rows[i]["text"], found)
			}
			if found, _ := former.exclusive(item); found.Fault != "" {
				t.Errorf("%s %s: a provision that is no longer in force says %q: found %+v", item.Type, item.ID, rows[i]["text"], found)
			}
		}
		for _, kind := range append(task.ExamTypes(), task.MultipleChoice+" taken over") {
			if broken[kind] == 0 {
				t.Errorf("%s: no %s item was broken", language, kind)
			}
		}
		t.Logf("%s: %v", language, broken)
	}
}

// A claim of another answer is right, too, if the provision that says the key says it.
func TestClaimsOfOneProvision(t *testing.T) {
	w := &lawWorld{language: "en", exams: &exam.Collection{Essays: []exam.Essay{{
		ID: "e", Origin: exam.Origin{Day: "2020-03", Language: "en"},
		Parts: []exam.Part{{Label: "A", Question: "What shall the carrier do when the goods are lost?", Answer: "The carrier shall pay the full value of the goods."}},
	}}}}
	for _, name := range []string{"Law", versionTable, provisionTable} {
		w.sheets = append(w.sheets, tablefile.Sheet{Name: name})
	}
	item := &task.Task{
		Type: task.MultipleChoice, Language: "en", Derivation: &task.Derivation{Source: "e", Part: "A", Rule: "others", Day: "2020-03", Quotes: []task.Quote{{Source: "e"}}},
		Question: "Question: What shall the carrier do when the goods are lost?\n\nA) The carrier shall pay the full value of the goods.\nB) Freight already received must be returned to the sender.\n\nSay which.",
		Choices:  &task.Choices{Options: []string{"The carrier shall pay the full value of the goods.", "Freight already received must be returned to the sender."}, Key: []int{0}},
	}
	at := func(begin string, articles ...string) map[string][]lawRow {
		rows := map[string][]lawRow{"Law": {{"law": "Carriage Act"}}, versionTable: {{"version": "Carriage Act 1", "law": "Carriage Act", "in_force": begin, "file": "1"}}}
		for i, text := range articles {
			rows[provisionTable] = append(rows[provisionTable], lawRow{"id": fmt.Sprint(i), "law": "Carriage Act", "version": "Carriage Act 1", "article": fmt.Sprint("Article ", i+1), "text": text})
		}
		return rows
	}
	key, other := "If the goods are lost, the carrier shall pay the full value of the goods.", "Freight already received must be returned to the sender."
	for name, tt := range map[string]struct {
		law   map[string][]lawRow
		fault string
	}{
		"another article says it":      {at("2001-01-01", key, other), ""},
		"the same article says it":     {at("2001-01-01", key+" "+other), "law: Carriage Act Article 1, in force on 2020-03, says"},
		"the same article, later":      {at("2020-04-01", key+" "+other), ""},
		"the same, within the month":   {at("2020-03-31", key+" "+other), "law: Carriage Act Article 1, in force on 2020-03, says"},
		"a single one denies it":       {at("2001-01-01", key+" Freight already received must not be returned to the sender."), ""},
		"there are no provisions yet":  {at("2021-01-01", key+" "+other), ""},
		"there are no articles at all": {at("2001-01-01"), ""},
	} {
		found, err := w.examined(t, tt.law).exclusive(item)
		if err != nil || !strings.HasPrefix(found.Fault, tt.fault) || tt.fault == "" && found.Fault != "" {
			t.Errorf("%s: found %+v, %v", name, found, err)
		}
	}
	bare, err := (&prover{Sources: Sources{Exams: w.exams}}).readExams()
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := bare.exclusive(item); !strings.Contains(found.Certificate, "no provisions were searched, since no statutes are at hand") {
		t.Errorf("without statutes: found %+v", found)
	}
}

// A law that another takes the place of is over on the day on which that one begins.
func TestReplacedLawsEnd(t *testing.T) {
	articles := []enactedArticle{
		{law: "甲法", text: "期限为三日。", periods: []enactedPeriod{{begin: "1990-01-01"}}},
		{law: "乙法", text: "期限为五日。", periods: []enactedPeriod{{begin: "1991-01-01"}}},
		{law: "丙法典", text: "本法自2021年2月1日起施行。《甲法》《乙法》同时废止。", periods: []enactedPeriod{{begin: "2021-02-01"}}},
	}
	endReplaced(articles, []string{"丙法典", "甲法", "乙法"})
	for i, day := range []string{"2021-01-31", "2021-02-01"} {
		for k := range 2 {
			if in := articles[k].on(day) != nil; in != (i == 0) {
				t.Errorf("%s is in force on %s: %v", articles[k].law, day, in)
			}
		}
	}
}

// A law of which another repeals an article goes on.
func TestRepealedArticlesEndNoLaw(t *testing.T) {
	for _, sentence := range []string{
		"本法施行后，《甲法》第三条、第五条不再适用。", "Ficam revogados os arts. 2º e 3º da 甲法.", "Revogam-se o § 1º do art. 5º da 甲法.", "Section 4 of the 甲法 is repealed.",
	} {
		articles := []enactedArticle{
			{law: "甲法", text: "期限为三日。", periods: []enactedPeriod{{begin: "1990-01-01"}}},
			{law: "乙法", text: sentence, periods: []enactedPeriod{{begin: "2021-02-01"}}},
		}
		endReplaced(articles, []string{"甲法", "乙法"})
		if articles[0].on("2022-01-01") == nil {
			t.Errorf("%s ends the whole law", sentence)
		}
	}
}

// Of a question that asks for what is wrong the wrong options are law, and say nothing against it.
func TestAsksForWrong(t *testing.T) {
	for stem, want := range map[string]bool{
		"Quanto ao inquérito policial, assinale a afirmativa INCORRETA:":        true,
		"Sobre a posse. São direitos do depositário, exceto:":                   true,
		"X alega que a decisão está errada. Assinale a afirmativa correta.":     false,
		"Nos termos da lei, o depositário deve restituir a coisa em que prazo?": false,
		"Which of the following is not correct?":                                true,
		"The clerk took the wrong file. Which court hears the appeal?":          false,
		"关于定金，下列说法错误的是？":                                                        true, "下列哪一项不属于抗辩事由的？": true, "判决有错误的，当事人应当在几日内上诉？向哪个法院？": false, "下列说法正确的是？": false,
	} {
		if got := asksForWrong(stem); got != want {
			t.Errorf("%s: asks for what is wrong: %v, want %v", stem, got, want)
		}
	}
}

// Days that are none, which a table may have, are unknown days.
func TestStrangeDays(t *testing.T) {
	w := &lawWorld{language: "en", exams: &exam.Collection{Questions: []exam.Question{{ID: "q", Origin: exam.Origin{Language: "en"}, Stem: "Which?", Options: []string{"One day.", "Two days."}, Key: []int{0}}}}}
	for _, name := range []string{"Law", versionTable, provisionTable} {
		w.sheets = append(w.sheets, tablefile.Sheet{Name: name})
	}
	x := w.examined(t, map[string][]lawRow{"Law": {{"law": "Act"}}, versionTable: {{"version": "Act 1", "law": "Act", "in_force": "2001-01-01", "file": "1"}},
		provisionTable: {{"id": "1", "law": "Act", "version": "Act 1", "article": "Article 1", "text": "Which is two days."}}})
	for _, day := range []string{"2020-03-08T00:00:00", "March 2020", "20"} {
		item := &task.Task{Type: task.MultipleChoice, Language: "en", Question: "Which?\n\nA) One day.\nB) Two days.", Derivation: &task.Derivation{Source: "q", Day: day},
			Choices: &task.Choices{Options: []string{"One day.", "Two days."}, Key: []int{0}}}
		if found, err := x.exclusive(item); err != nil || !strings.Contains(found.Certificate, "since the day of the exam is unknown") {
			t.Errorf("%s: found %+v, %v", day, found, err)
		}
	}
}

// A period holds for a month or a year if it holds for one of its days.
func TestPartOfPeriod(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := time.Date(2018, 1, 1, 0, 0, 0, 0, time.UTC)
		day := func(name string) int { return rapid.IntRange(0, 1500).Draw(t, name) }
		text := func(n int) string { return start.AddDate(0, 0, n).Format(time.DateOnly) }
		begin := day("begin")
		end := begin + 1 + day("length")
		p := enactedPeriod{begin: text(begin), end: text(end)}
		if rapid.Bool().Draw(t, "open") {
			p.end, end = "", 1<<20
		}
		asked := text(day("asked"))[:rapid.SampledFrom([]int{4, 7, 10}).Draw(t, "digits")]
		want := false
		for n := range 3200 {
			want = want || strings.HasPrefix(text(n), asked) && n >= begin && n < end
		}
		a := enactedArticle{periods: []enactedPeriod{p}}
		if got := a.on(asked) != nil; got != want {
			t.Fatalf("from %s until %q holds on %s: %v, want %v", p.begin, p.end, asked, got, want)
		}
	})
}
