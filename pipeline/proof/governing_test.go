package proof

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// governingTexts are made-up statutes in three versions, and cases that cite them.
const governingTexts = "../command/testdata/governing/zh"

const (
	locks      = "《云岭省船闸通行条例》"
	locks2001  = locks + "（2001年3月12日通过）"
	locks2012  = locks + "（2012年9月20日修订）"
	locks2020  = locks + "（2020年5月10日修订）"
	collisions = "《云岭省高级人民法院关于审理船舶碰撞案件的解释》"
	rules2014  = collisions + "（2014年6月10日修订）"
	held       = "（2011）青0101民初12号"
	fined      = "（2012）青0101行初7号"
	sunk       = "（2013）青0101民初31号"
	refused    = "（2016）青0101民初9号"
	reopenedNo = "（2013）青01民再2号"
)

// governingSources returns the tables that are read from the texts, after an edit, and their sources.
func governingSources(t *testing.T, edit func(tables)) Sources {
	t.Helper()
	return governingSourcesIn(t, governingTexts+"/cases", edit)
}

// governingSourcesIn is governingSources with the cases of another directory.
func governingSourcesIn(t *testing.T, dir string, edit func(tables)) Sources {
	t.Helper()
	laws, err := legislation.Read(context.Background(), governingTexts+"/laws", 1)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := caselaw.Read(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	ts := tables{}
	for _, s := range append(laws.Sheets(), cases.StatuteSheets()...) {
		ts[s.Name] = sheetRows(&s)
	}
	if edit != nil {
		edit(ts)
	}
	w := load(t, toytest.Domain(t, "statutes"), ts)
	below := func(dir string) func(string) ([]byte, error) {
		return func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, file)) }
	}
	w.Texts, w.Cases = below(governingTexts+"/laws"), below(dir)
	return w
}

// sheetRows returns the rows of a sheet, without cells that are null.
func sheetRows(s *tablefile.Sheet) []row {
	var rows []row
	for i := range s.Rows {
		row := row{}
		for j, cell := range s.Row(i) {
			if cell.Text != "" {
				row[s.Columns[j]] = cell.Text
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Sound tasks about the law of a case pass, and each way to answer by another law is caught.
func TestGoverningFaults(t *testing.T) {
	cell := func(table, column, text string, change map[string]any) func(tables) {
		return func(ts tables) { set(ts, table, column, text, change) }
	}
	for _, c := range []struct {
		name     string
		template string
		start    []string
		steps    map[string]string      // by step, the column that it reads instead
		asOf     domain.TemplateVersion // in place of that of the template
		edit     func(tables)
		want     string
	}{
		{name: "text", template: "governing_text", start: []string{fined, locks + "第三条第二款"}},
		{name: "text of two citations", template: "governing_text", start: []string{refused, locks + "第四条"}},
		{name: "text of a case", template: "governing_text_of_case", start: []string{held}},
		{name: "version", template: "governing_version", start: []string{fined, locks + "第三条第二款"}},
		{name: "now", template: "governing_now", start: []string{held}},
		{name: "pending", template: "governing_pending", start: []string{sunk, collisions + "第一条"}},
		{name: "earlier", template: "governing_earlier", start: []string{fined, locks + "第三条第二款"}},

		{name: "the text of the day of decision", template: "governing_text", start: []string{fined, locks + "第三条第二款"},
			steps: map[string]string{"facts_day": "decided"}, want: "discriminating governed"},
		{name: "the version of the day of decision", template: "governing_version", start: []string{fined, locks + "第三条第二款"},
			steps: map[string]string{"facts_day": "decided"}, want: "discriminating governed"},
		{name: "the newest text", template: "governing_now", start: []string{held}, asOf: domain.AsOfFacts, want: "discriminating governed"},
		{name: "the text of the facts for the newest", template: "governing_text_of_case", start: []string{held}, asOf: domain.AsOfNewest, want: "discriminating governed"},
		{name: "a neighbouring paragraph", template: "governing_text", start: []string{fined, locks + "第三条第二款"}, want: "discriminating governed",
			edit: func(ts tables) {
				for _, r := range ts[provisionTable] { // the lookup of the second finds the first
					switch r["citation"] {
					case locks + "第三条第一款":
						r["citation"] = locks + "第三条第二款"
					case locks + "第三条第二款":
						r["citation"] = locks + "第三条第一款"
					}
				}
			}},
		{name: "another paragraph than the one cited", template: "governing_text", start: []string{fined, locks + "第三条第二款"}, want: "executed several",
			edit: cell(caseCitationTable, "case", fined, map[string]any{"cited": locks + "第三条第一款"})},
		{name: "a rule on pending cases ignored", template: "governing_pending", start: []string{sunk, collisions + "第一条"},
			steps: map[string]string{"day_decided": "happened"}, want: "discriminating governed",
			edit: cell(versionTable, "version", collisions+"（2005年6月8日通过）", map[string]any{"this_law": rules2014 + "第三条"})},
		{name: "a rule on earlier facts ignored", template: "governing_earlier", start: []string{fined, locks + "第三条第二款"},
			steps: map[string]string{"facts_day": "decided"}, want: "discriminating governed"},
		{name: "a rule of the other kind", template: "governing_pending", start: []string{fined, locks + "第三条第二款"},
			edit: cell(versionTable, "version", locks2012, map[string]any{"this_law": locks2012 + "第七条"}), want: "discriminating transition"},
		{name: "a provision that is no rule", template: "governing_earlier", start: []string{fined, locks + "第三条第二款"},
			edit: cell(versionTable, "version", locks2012, map[string]any{"earlier_law": locks2012 + "第五条"}), want: "discriminating governed"},
		{name: "a case that was reopened", template: "governing_pending", start: []string{reopenedNo, collisions + "第一条"}, want: "discriminating transition"},
		{name: "an amended law whose rule means another day", template: "governing_earlier", start: []string{fined, locks + "第三条第二款"}, want: "discriminating transition",
			edit: cell(provisionTable, "reference", locks2012+"第八条", map[string]any{"text": "本条例自2001年7月1日起施行。"})},
		{name: "another provision on earlier facts", template: "governing_earlier", start: []string{fined, locks + "第三条第二款"}, want: "discriminating transition",
			edit: cell(provisionTable, "reference", locks2012+"第五条", map[string]any{"text": "本条例施行前的罚款决定尚未执行的，依照本条例执行。"})},
		{name: "one text on both days", template: "governing_text", start: []string{fined, locks + "第三条第二款"}, want: "discriminating agrees",
			edit: cell(provisionTable, "reference", locks2012+"第三条第二款", map[string]any{"text": "船舶在闸室内不得离开系缆桩，违反的处五百元以下罚款。"})},
		{name: "the newest text is that of the facts", template: "governing_text", start: []string{held, locks + "第四条"}, want: "discriminating agrees",
			edit: cell(provisionTable, "reference", locks2020+"第四条", map[string]any{"text": "因船闸故障造成船舶滞留的，管理单位应当在二十四小时内退还过闸费。"})},
		{name: "an article that got another number", template: "governing_now", start: []string{"（2009）青0101民初5号"}, want: "discriminating renumbered"},
		{name: "a paragraph that is added to the article", template: "governing_text", start: []string{fined, locks + "第三条第二款"}, want: "discriminating renumbered",
			edit: func(ts tables) {
				for _, r := range ts[provisionTable] {
					if r["reference"] == locks2012+"第三条第二款" {
						added := maps.Clone(r)
						added["id"], added["text"] = "added", "船舶过闸应当服从调度人员的指挥。"
						added["reference"], added["citation"] = locks2012+"第三条第三款", locks+"第三条第三款"
						added["unit"], added["paragraph"] = "第三条第三款", "第三款"
						ts[provisionTable] = append(ts[provisionTable], added)
						return
					}
				}
			}},
		{name: "the first day of a version", template: "governing_text", start: []string{"（2013）青0101民初44号", locks + "第四条"}, want: "discriminating undated"},
		{name: "the day of another case", template: "governing_text", start: []string{fined, locks + "第三条第二款"}, want: "executed source",
			edit: cell(caseTable, "id", fined, map[string]any{"happened": "2011-06-18"})},
		{name: "another day of decision", template: "governing_text", start: []string{fined, locks + "第三条第二款"}, want: "executed source",
			edit: cell(caseTable, "id", fined, map[string]any{"decided": "2014-03-06"})},
		{name: "a provision that the case does not cite", template: "governing_text", start: []string{fined, locks + "第三条第一款"}, want: "executed source",
			edit: cell(caseCitationTable, "case", fined, map[string]any{"cited": locks + "第三条第一款", "provision": locks + "第三条第一款"})},
		{name: "the text of another version under the governing one", template: "governing_text", start: []string{held, locks + "第四条"}, want: "executed recount",
			edit: cell(provisionTable, "reference", locks2001+"第四条", map[string]any{"text": "因船闸故障造成船舶滞留的，管理单位应当在三日内退还过闸费和滞留补偿。"})},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := governingSources(t, c.edit)
			template := w.Domain.Template(c.template)
			for i := range template.Steps {
				if column := c.steps[template.Steps[i].Name]; column != "" {
					template.Steps[i].Column = column
				}
			}
			template.AsOf = cmp.Or(c.asOf, template.AsOf)
			x, reason := ask(t, w, c.template, "", c.start...)
			if reason != "" {
				t.Fatalf("no task: %s", reason)
			}
			if x.Family != task.Governing {
				t.Errorf("family %s", x.Family)
			}
			if got := firstFault(t, w, x); got != c.want {
				t.Errorf("%s: fault %q, want %q", x.Question, got, c.want)
			}
			if got := strings.Count(certificates(t, w, x), caseSourcedFact); c.want == "" && got != 1 {
				t.Errorf("%d certificates of the case's source, want one", got)
			}
		})
	}
}

// A citation is not found in a longer one that begins with it.
func TestHoldsCitation(t *testing.T) {
	for _, c := range []struct {
		text, citation string
		want           bool
	}{
		{"《甲法》第二条", "《甲法》第二条", true},
		{"《甲法》第二条第三款", "《甲法》第二条", false},
		{"《甲法》第二条之一", "《甲法》第二条", false},
		{"《甲法》第二条之规定", "《甲法》第二条", true},
		{"《甲法》第二条第三款和《甲法》第二条。", "《甲法》第二条", true},
		{"article12(2)ofthelocksact", "article12", false},
		{"article12", "article1", false},
		{"article12ofthelocksact", "article12ofthelocksact", true},
	} {
		if got := holdsCitation(c.text, c.citation); got != c.want {
			t.Errorf("%s in %s: %t", c.citation, c.text, got)
		}
	}
}

// certificates joins the certificates of a task.
func certificates(t *testing.T, w Sources, x *task.Task) string {
	t.Helper()
	var all []string
	for _, c := range Checks(w) {
		found, err := c.Run(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found.Certificate)
	}
	return strings.Join(all, "\n")
}
