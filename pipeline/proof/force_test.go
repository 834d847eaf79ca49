package proof

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// datedWorld is the toy world with texts to write whose rules have versions: what is
// cited is the law of the day on which the case was filed, 2021-03-05. Its rules are
// those given.
func datedWorld(t *testing.T, rules ...string) Sources {
	t.Helper()
	const dir = "../domain/testdata/letters"
	data, err := os.ReadFile(dir + "/domain.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, change := range [][2]string{
		{`(?:（旧）)?(?P<part>`, `(?:（(?P<version>(?P<year>[0-9]{4})年)）)?(?P<part>`},
		{"      cited: '《", "      in_force: ['自(?P<year>[0-9]+)年(?P<month>[0-9]+)月(?P<day>[0-9]+)日起施行']\n      cited: '《"},
		{"      - {name: defendant, of", "      - {name: day, of: [case], column: 立案日期}\n      - {name: defendant, of"},
		{"of: [rules, outcome], cite", "of: [rules, outcome, day], cite"},
		{"passages: 3}", "passages: 9}"},
		{"    label: {zh: 札记, en: notes}\n    field: text\n    reference:\n      headings: ['^【(?P<work>[^】]+)】']\n      names: [\"{work}\"]",
			"    label: {zh: 札记, en: notes}\n    field: text\n    reference:\n      of: Rules\n      headings: ['《(?P<work>[^》]+)》(?P<part>第[一二三四五六七八九十]+条)']\n      names: [\"{work}{part}\"]"},
		{"of: [notes], cite", "of: [notes, day], cite"},
	} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("%q does not stand in the declaration", change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	there := t.TempDir()
	if err := os.CopyFS(there, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(there, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("domain.yaml", text)
	var lines, notes strings.Builder
	for _, r := range rules {
		if note, ok := strings.CutPrefix(r, "note "); ok {
			fmt.Fprintf(&notes, "{\"text\": %q}\n", note)
		} else {
			fmt.Fprintf(&lines, "{\"text\": %q}\n", r)
		}
	}
	write("world/Rules.jsonl", lines.String())
	write("world/Notes.jsonl", notes.String())
	d, err := domain.Load(os.DirFS(there), ".")
	if err != nil {
		t.Fatal(err)
	}
	c, tools := toytest.Load(t, d, there+"/world")
	return Sources{Domain: d, Corpus: c, Tools: tools}
}

// A text cites rules in the version of the day, by the same name as others: none that
// came into force later, none that was changed before. The first case cites 甲法第一条,
// 甲法第三条 and 乙法第二条 and was filed on 2021-03-05.
func TestWritingCitesTheLawOfTheDay(t *testing.T) {
	notes := []string{
		"note 货款已经付清，见《甲法》第一条。",
		"note 买卖合同纠纷中货款已经付清的，合同消灭，凭证应当保管，见《乙法》第二条。",
	}
	for _, c := range []struct {
		name   string
		rules  []string
		cited  string // in order of names; "" for no text
		note   string
		reason plan.Reason
	}{
		{"a clause that came later", []string{
			"甲法（2015年）第一条：买受人应当支付价款。", "甲法（2015年）第十条：本法自2015年1月1日起施行。",
			"甲法第一条：本法自2022年1月1日起施行。",
			"乙法第二条：当事人有权申请回避。", "乙法第一条：本法自2001年1月1日起施行。",
		}, "乙法第二条 甲法第一条", "乙法第二条", ""},
		{"only a version that came later", []string{
			"甲法（2015年）第十条：本法自2015年1月1日起施行。", "甲法第一条：本法自2022年1月1日起施行。",
			"乙法第二条：当事人有权申请回避。", "乙法第一条：本法自2001年1月1日起施行。",
		}, "乙法第二条", "乙法第二条", ""},
		{"a version that was changed before", []string{
			"甲法（2015年）第一条：价款旧文。", "甲法（2015年）第十条：本法自2015年1月1日起施行。",
			"甲法第二条：价款新文。", "甲法第十条：本法自2019年1月1日起施行。",
			"乙法第二条：当事人有权申请回避。", "乙法第一条：本法自2001年1月1日起施行。",
		}, "乙法第二条", "乙法第二条", ""},
		{"one that reads as it did", []string{
			"甲法（2015年）第一条：买受人应当支付价款。", "甲法（2015年）第十条：本法自2015年1月1日起施行。",
			"甲法第一条：买受人应当支付价款。", "甲法第十条：本法自2015年1月1日起施行。",
			"乙法第二条：当事人有权申请回避。", "乙法第一条：本法自2001年1月1日起施行。",
		}, "乙法第二条 甲法第一条", "乙法第二条", ""},
		{"a note on an article as it reads since", []string{
			"甲法（2015年）第九条：当事人应当举证。", "甲法（2015年）第十条：本法自2015年1月1日起施行。",
			"甲法第一条：买受人应当支付价款。", "甲法第十条：本法自2019年1月1日起施行。",
			"乙法（2001年）第一条：本法自2001年1月1日起施行。",
			"乙法第二条：当事人有权申请回避。", "乙法第一条：本法自2022年1月1日起施行。",
		}, "甲法第一条", "甲法第一条", ""},
		{"one that may have been changed", []string{
			"甲法（2015年）第一条：买受人应当支付价款。", "甲法（2015年）第十条：本法自2015年1月1日起施行。",
			"甲法第一条：买受人应当及时支付价款。", "甲法第十条：本法自2015年1月1日起施行。",
			"乙法第二条：当事人有权申请回避。", "乙法第一条：本法自2001年1月1日起施行。",
		}, "", "", plan.Undated},
		{"none that was in force", []string{
			"甲法（2015年）第十条：本法自2015年1月1日起施行。", "甲法第一条：本法自2022年1月1日起施行。",
		}, "", "", plan.Missing},
	} {
		w := datedWorld(t, append(c.rules, notes...)...)
		p := plan.TemplateProgram(w.Domain, w.Domain.Template("answer"))
		x, err := plan.NewExecutor(w.Domain, w.Tools, p)
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(context.Background(), []string{"（2021）甲01民初1号"})
		if err != nil {
			t.Fatal(err)
		}
		if reason != c.reason {
			t.Errorf("%s: %q: want %q", c.name, reason, c.reason)
		}
		if r := trace.Result("articles"); r != nil {
			if got := strings.Join(slices.Sorted(slices.Values(r.Texts())), " "); got != c.cited {
				t.Errorf("%s: cites %q: want %q", c.name, got, c.cited)
			}
		}
		bound := *trace.Program
		e := newRelational(w.Domain, w.Corpus).evaluate(&bound)
		if e.reason != reason {
			t.Errorf("%s: worked out again: %q (%s): want %q", c.name, e.reason, e.detail, reason)
		}
		if reason != "" {
			continue
		}
		if got := trace.Result("note").Texts(); len(got) != 1 || got[0] != c.note {
			t.Errorf("%s: notes cite %q: want %q", c.name, got, c.note)
		}
		kept, dropped, err := Run(context.Background(), w, []*task.Task{letterTask(t, w, "（2021）甲01民初1号")}, 1)
		if err != nil || len(kept) != 1 {
			t.Errorf("%s: %v, %v: want a task that passes every check", c.name, dropped, err)
		}
	}
}

// Two ways to work out what was in force agree, whatever passages tell.
func TestForceAsEditions(t *testing.T) {
	d := toytest.Domain(t, "legal")
	ref := d.Passage("LegalArticle").Reference
	day := rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("%d年%d月%d日", rapid.IntRange(2000, 2004).Draw(t, "year"), rapid.SampledFrom([]int{1, 6, 12}).Draw(t, "month"), rapid.SampledFrom([]int{1, 31}).Draw(t, "day"))
	})
	passage := rapid.Custom(func(t *rapid.T) string {
		mark := rapid.SampledFrom([]string{"", "（2001年公布）", "（2002年修正）", "（2003年修订）"}).Draw(t, "mark")
		words := rapid.SampledFrom([]string{"一。", "二。", "本法自" + day.Draw(t, "day") + "起施行。"}).Draw(t, "words")
		return rapid.SampledFrom([]string{"甲法", "乙法"}).Draw(t, "work") + mark + rapid.SampledFrom([]string{"第一条：", "第二条："}).Draw(t, "part") + words
	})
	rapid.Check(t, func(t *rapid.T) {
		passages := rapid.SliceOfN(passage, 1, 8).Draw(t, "passages")
		on := fmt.Sprintf("%d-%02d-01", rapid.IntRange(1999, 2005).Draw(t, "year"), rapid.SampledFrom([]int{1, 6, 12}).Draw(t, "month"))
		e, s := domain.NewEditions(ref, passages), newPassageSet(passages, ref)
		r := &relational{domain: d, passageSets: map[string]*passageSet{"LegalArticle": s}}
		for i, text := range passages {
			h, ok := ref.Reader()(text)
			if !ok {
				t.Fatalf("%q has no name", text)
			}
			want := map[domain.Force]forceStatus{
				domain.InForce: {may: true}, domain.NotInForce: {mayNot: true}, domain.Untold: {true, true},
			}[e.Force(h.Work, h.Part, h.Wording, on)]
			if got := r.forceStatusOf(s, i, on); got != want {
				t.Errorf("%q of %q on %s: %+v: want %+v", text, passages, on, got, want)
			}
		}
	})
}
