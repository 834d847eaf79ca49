package proof

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// lawTexts are the texts of two made-up statutes, one of them in two versions.
const lawTexts = "../command/testdata/statutes"

const (
	reservoir2001 = "《云岭省水库管理条例》（2001年3月12日通过）"
	reservoir2012 = "《云岭省水库管理条例》（2012年9月20日修订）"
)

// statuteSources returns the tables that are read from the texts, after an edit, and their sources.
func statuteSources(t *testing.T, edit func(tables)) Sources {
	t.Helper()
	return sourcesOf(t, lawTexts, edit)
}

// sourcesOf is statuteSources for the texts in a directory.
func sourcesOf(t *testing.T, dir string, edit func(tables)) Sources {
	t.Helper()
	read, err := legislation.Read(context.Background(), dir, 1)
	if err != nil {
		t.Fatal(err)
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
	w := load(t, toytest.Domain(t, "statutes"), ts)
	w.Texts = func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, file)) }
	return w
}

// ask returns the task of a template about an entity, or the reason why there is none.
func ask(t *testing.T, w Sources, template, day string, name ...string) (*task.Task, plan.Reason) {
	t.Helper()
	return askIn(t, w, "zh", template, day, name...)
}

// askIn is ask in a language.
func askIn(t *testing.T, w Sources, lang, template, day string, name ...string) (*task.Task, plan.Reason) {
	t.Helper()
	p := plan.TemplateProgram(w.Domain, w.Domain.Template(template)).On(day)
	x, err := plan.NewExecutor(w.Domain, w.Tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	if reason != "" {
		return nil, reason
	}
	made, err := task.New(w.Domain, trace, lang)
	if err != nil {
		t.Fatal(err)
	}
	made.Question = made.Draft
	return made, ""
}

// firstFault returns the first fault of a task, "CHECK REASON"; "" if it passes all checks.
func firstFault(t *testing.T, w Sources, x *task.Task) string {
	t.Helper()
	for _, c := range Checks(w) {
		found, err := c.Run(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		if found.Fault != "" {
			reason, _, _ := strings.Cut(found.Fault, ":")
			return c.Name + " " + reason
		}
	}
	return ""
}

// set changes columns of the rows whose column has a text.
func set(ts tables, table, column, text string, change map[string]any) {
	for _, row := range ts[table] {
		if row[column] == text {
			for k, v := range change {
				row[k] = v
			}
		}
	}
}

// Sound tasks of each family pass, and each way to break one is caught by the check meant for it.
func TestProvisionFaults(t *testing.T) {
	const inspect = "每月检查大坝、溢洪道和闸门一次；"
	text := func(ts tables, reference, text string) {
		set(ts, provisionTable, "reference", reference, map[string]any{"text": text})
	}
	for _, c := range []struct {
		name     string
		template string
		day      string
		start    []string
		edit     func(tables)
		alone    bool   // over the tables alone
		question string // added to the question
		want     string
	}{
		{name: "locate", template: "locate", start: []string{reservoir2001, inspect}},
		{name: "recite", template: "recite", start: []string{reservoir2001 + "第四条第（二）项"}},
		{name: "recite on a day", template: "recite_on_day", day: "2009-02-10", start: []string{"《云岭省水库管理条例》第七条"}},
		{name: "in force", template: "in_force", day: "2009-02-10", start: []string{"云岭省水库管理条例"}},
		{name: "changed", template: "changed", start: []string{reservoir2001 + "第五条", reservoir2012}},
		{name: "renumbered", template: "renumbered", start: []string{reservoir2001 + "第六条", reservoir2012}},

		{name: "another paragraph in the table", template: "recite", start: []string{reservoir2001 + "第三条第一款"}, want: "executed recount",
			edit: func(ts tables) {
				set(ts, provisionTable, "reference", reservoir2001+"第三条第一款", map[string]any{"paragraph": "第二款"})
			}},
		{name: "another item", template: "recite", start: []string{reservoir2001 + "第四条第（二）项"}, want: "executed recount",
			edit: func(ts tables) {
				set(ts, provisionTable, "reference", reservoir2001+"第四条第（二）项", map[string]any{"item": "第（三）项"})
			}},
		{name: "an item whose number holds its own", template: "recite", start: []string{reservoir2001 + "第四条第（二）项"}, want: "executed recount",
			edit: func(ts tables) {
				set(ts, provisionTable, "reference", reservoir2001+"第四条第（二）项", map[string]any{"item": "第（十二）项"})
			}},
		{name: "a sub-item that is none", template: "recite", start: []string{reservoir2001 + "第四条第（二）项"}, want: "executed recount",
			edit: func(ts tables) {
				set(ts, provisionTable, "reference", reservoir2001+"第四条第（二）项", map[string]any{"subitem": "第1目"})
			}},
		{name: "another article", template: "recite", start: []string{reservoir2001 + "第六条"}, want: "executed recount",
			edit: func(ts tables) {
				set(ts, provisionTable, "reference", reservoir2001+"第六条", map[string]any{"article": "第七条"})
			}},
		{name: "other words than the source", template: "recite", start: []string{reservoir2001 + "第六条"}, want: "executed recount",
			edit: func(ts tables) {
				text(ts, reservoir2001+"第六条", "禁止在水库大坝上修建码头、埋设电缆。")
			}},
		{name: "nearly the same text in the version", template: "recite", start: []string{reservoir2001 + "第六条"}, want: "unique ambiguous",
			edit: func(ts tables) {
				text(ts, reservoir2001+"第七条", "禁止在水库大坝上修建码头、埋设杆桩。")
			}},
		{name: "too short a text", template: "recite", start: []string{reservoir2001 + "第六条"}, alone: true, want: "unique long",
			edit: func(ts tables) { text(ts, reservoir2001+"第六条", "禁止埋杆。") }},
		{name: "a day without a role", template: "renumbered", start: []string{"《云岭省水库管理条例》（2001年3月12日文本）第六条", reservoir2012}, want: "unique undated",
			edit: func(ts tables) {
				for _, rows := range ts {
					for _, row := range rows {
						for k, v := range row {
							if s, ok := v.(string); ok {
								row[k] = strings.ReplaceAll(s, "2001年3月12日通过）", "2001年3月12日文本）")
							}
						}
					}
				}
			}},
		{name: "a paragraph that went to another article", template: "renumbered", start: []string{reservoir2001 + "第三条", reservoir2012}, want: "unique ambiguous",
			edit: func(ts tables) {
				text(ts, reservoir2012+"第七条", "乡镇人民政府协助水行政主管部门做好水库的日常巡查。")
				text(ts, reservoir2012+"第四条第二款", "村民委员会协助水行政主管部门做好水库的夜间巡查。")
			}},
		{name: "an article that is another", template: "renumbered", start: []string{reservoir2001 + "第六条", reservoir2012}, want: "unique ambiguous",
			edit: func(ts tables) {
				text(ts, reservoir2012+"第七条", "水库大坝的观测设施由管理单位维护，禁止移动。")
			}},
		{name: "no provisions", template: "renumbered", start: []string{reservoir2001 + "第六条", reservoir2012}, want: "unique missing",
			edit: func(ts tables) { ts[provisionTable] = ts[provisionTable][:1] }},
		{name: "the text is quoted", template: "recite", start: []string{reservoir2001 + "第六条"}, question: "它说禁止在水库大坝上修建什么", want: "needed given"},
		{name: "the number is said", template: "locate", start: []string{reservoir2001, inspect}, question: "是第四条吗", want: "needed given"},
		{name: "the words before items", template: "recite", start: []string{reservoir2001 + "第四条"}, want: "unambiguous reading"},
		{name: "the words before a formula", template: "recite", start: []string{reservoir2001 + "第六条"}, alone: true, want: "unambiguous reading",
			edit: func(ts tables) { text(ts, reservoir2001+"第六条", "水库的库容按照下列公式计算：") }},
		{name: "a table that does not count items", template: "recite", start: []string{reservoir2001 + "第六条"}, want: "unambiguous unobserved",
			edit: func(ts tables) {
				for _, row := range ts[provisionTable] {
					delete(row, "leads")
				}
			}},
		{name: "an amendment that changed nothing", template: "changed", start: []string{reservoir2001 + "第六条", reservoir2012}, want: "discriminating agrees"},
		{name: "a day on which all versions agree", template: "recite_on_day", day: "2009-02-10", start: []string{"《云岭省水库管理条例》第一条"}, want: "discriminating agrees"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := statuteSources(t, c.edit)
			if c.alone {
				w.Texts = nil
			}
			x, reason := ask(t, w, c.template, c.day, c.start...)
			if reason != "" {
				t.Fatalf("no task: %s", reason)
			}
			x.Question += c.question
			if got := firstFault(t, w, x); got != c.want {
				t.Errorf("%s: fault %q, want %q", x.Question, got, c.want)
			}
		})
	}
}

// Without the texts nothing is counted again, and nothing else is left out.
func TestProvisionsOfTablesAlone(t *testing.T) {
	w := statuteSources(t, func(ts tables) {
		set(ts, provisionTable, "reference", reservoir2001+"第六条", map[string]any{"article": "第七条"})
	})
	w.Texts = nil
	x, reason := ask(t, w, "recite", "", reservoir2001+"第六条")
	if reason != "" {
		t.Fatal(reason)
	}
	if got := firstFault(t, w, x); got != "" {
		t.Errorf("fault %q, want none", got)
	}
}

// The lines of an article are counted as the sources of statutes write them.
func TestCountTo(t *testing.T) {
	const source = "# 条例\n\n第一章 总则\n\n**第一条** 甲。\n\n第二条 乙：\n（一）丙；\n（二）丁。\n戊。\n\n第三条之一\n己。\n\nArticle 4\n(1) Six.\n(2) Seven:\n(a) eight:\n(i) nine\n(ii) ten\n(b) eleven\n" +
		"第五条 庚：\n（一）辛：\n1.壬；\n２．癸。\n（二）子：\n1.丑。\n寅。\n第六条 卯：\n1.辰；\n2、巳。\n第七条 3.5吨以上。\n午。\nArticle 8\n(h) last\n(i) not in it\n第九条 未：\n（三）申；\n（三）之一酉；\n（四）戌。\n第十条 亥。\n\n\u200b\n\n"
	for _, c := range []struct {
		at               string
		article, item    string
		paragraph, under int
		single           bool
		subitem          int
	}{
		{"甲", "第一条", "", 1, 0, true, 0},
		{"乙", "第二条", "", 1, 0, false, 0},
		{"丁", "第二条", "二", 1, 1, false, 0},
		{"戊", "第二条", "", 2, 1, false, 0},
		{"己", "第三条之一", "", 1, 0, true, 0},
		{"Seven", "Article 4", "", 2, 0, false, 0},
		{"eight", "Article 4", "a", 2, 2, false, 0},
		{"ten", "Article 4", "a", 2, 2, false, 2},
		{"eleven", "Article 4", "b", 2, 2, false, 0},
		{"壬", "第五条", "一", 1, 1, false, 1},
		{"癸", "第五条", "一", 1, 1, false, 2},
		{"子", "第五条", "二", 1, 1, false, 0},
		{"丑", "第五条", "二", 1, 1, false, 1},
		{"寅", "第五条", "", 2, 1, false, 0},
		{"巳", "第六条", "2", 1, 1, true, 0},
		{"午", "第七条", "", 2, 0, false, 0},
		{"not in it", "Article 8", "i", 0, 0, false, 0},
		{"亥", "第十条", "", 1, 0, true, 0},
		{"申", "第九条", "三", 1, 1, true, 0},
		{"酉", "第九条", "三之一", 1, 1, true, 0},
		{"戌", "第九条", "四", 1, 1, true, 0},
	} {
		n := countTo(source, strings.Index(source, c.at))
		if n == nil {
			t.Errorf("%s: not found", c.at)
			continue
		}
		if n.article != c.article || n.item+n.branch != c.item || n.paragraph != c.paragraph || n.item != "" && n.under != c.under || n.single != c.single || n.subitem != c.subitem {
			t.Errorf("%s: %+v, want %+v", c.at, *n, c)
		}
	}
	if n := countTo(source, strings.Index(source, "总则")); n != nil {
		t.Errorf("a heading is counted as %+v", *n)
	}
}

// An item added behind another is told from it.
func TestIsItem(t *testing.T) {
	for _, c := range []struct {
		item, branch, label string
		want                bool
	}{
		{"三", "", "第（三）项", true},
		{"三", "", "第（三）项之一", false},
		{"三", "之一", "第（三）项", false},
		{"三", "之一", "第（三）项之一", true},
		{"三", "之一", "第（三）项之十一", false},
		{"三", "", "第（十三）项", false},
		{"c", "", "item (c)", true},
	} {
		n := &lineCount{item: c.item, branch: c.branch}
		if got := n.isItem(c.label); got != c.want {
			t.Errorf("item %s%s, %s: %t, want %t", c.item, c.branch, c.label, got, c.want)
		}
	}
}

// A question gives a text away by eight characters of it in a row in Chinese, by five words in English,
// whose words share letters with any text, and by more than half of a short text, whatever marks stand
// between them.
func TestQuotedIn(t *testing.T) {
	for _, c := range []struct{ text, question, want string }{
		{"禁止在水库大坝上修建码头、埋设杆柱。", "它说禁止在水库大坝上什么", "禁止在水库大坝上"},
		{"禁止在水库大坝上修建码头、埋设杆柱。", "水库大坝上禁止修建什么", ""},
		{"禁止在水库大坝上修建码头、埋设杆柱。", "它说修建码头，埋设杆柱的怎么办", "修建码头、埋设杆柱"},
		{"禁止埋杆。", "条例禁止埋杆吗", "禁止埋"},
		{"禁止埋杆。", "条例禁止的，怎么埋杆", ""},
		{"罚款五百元以下。", "罚款五百元，对吗", "罚款五百"},
		{"罚款五百元以下。", "罚款五千以下，对吗", ""},
		{"处 500 元以上 5000 元以下罚款并责令改正。", "处500元以上5000元以下", "处 500 元以上 5000 元"},
		{"处 500 元以上罚款，并责令限期改正和恢复原状。", "处15000元以上罚款，并", ""},
		{"the keeper of the lock pays the charge back.", "who of the parties in front of the lock pays?", ""},
		{"the keeper of the lock pays the charge back.", "must the keeper of the lock pay?", "the keeper of the lock"},
		{"the keeper, of the lock, pays the charge back.", "must the keeper of the lock pay?", "the keeper, of the lock"},
		{"the keeper of the lock pays the charge back.", "must the keeper of the locks pay?", ""},
		{"the keeper of the lock pays the charge back.", "is it breathe keeper of the lock?", ""},
		{"the keeper of the lock pays the charge back.", "“the keeper—of the lock” does what?", "the keeper of the lock"},
		{"no vessel passes.", "is it that no vessel passes, then?", "no vessel"},
		{"no vessel passes.", "is there a vessel that passes?", ""},
		{"o navio paga à eclusa a taxa devida.", "diz que «o navio paga à eclusa» algo?", "o navio paga à eclusa"},
		{"。", "。", ""},
		{"", "any question", ""},
	} {
		if got := quotedIn(c.text, c.question); got != c.want {
			t.Errorf("quotedIn(%q, %q) = %q, want %q", c.text, c.question, got, c.want)
		}
	}
}
