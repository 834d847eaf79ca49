package caselaw

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sound returns a case without faults, of a file in which each part stands.
func sound() (c *CourtCase, file string) {
	facts := "甲向乙购买一台机器，付款三万元。机器到货后不能运转，甲要求退货。"
	outcome := "东江市人民法院判决：乙退还货款三万元。"
	reasoning := "机器不能运转，买受人的合同目的落空，依照《民法典》第五百六十三条，合同可以解除。"
	file = facts + outcome + reasoning
	c = &CourtCase{
		ID: "a", Language: "zh", File: "a.txt", FocusFrom: FromTitle, Question: "合同可否解除？",
		Citations: []CitedArticle{{Law: "民法典", Article: "第五百六十三条", Cited: "《民法典》第五百六十三条"}},
	}
	at := int64(0)
	for _, p := range []struct {
		text string
		part *CasePart
	}{{facts, &c.Facts}, {outcome, &c.Outcome}, {reasoning, &c.Reasoning}} {
		*p.part = CasePart{{Span{at, at + int64(len(p.text))}, p.text}}
		at += int64(len(p.text))
	}
	return c, file
}

// Each fault that is put into a sound case is found, and nothing in a sound one.
func TestCheckGiven(t *testing.T) {
	add := func(c *CourtCase, part *CasePart, file *string, text string) {
		*part = append(*part, Excerpt{Span{int64(len(*file)), int64(len(*file) + len(text))}, text})
		*file += text
	}
	for _, tt := range []struct {
		name  string
		spoil func(c *CourtCase, file *string)
		want  []ObjectionReason
	}{
		{"sound", func(*CourtCase, *string) {}, nil},
		{"another text", func(c *CourtCase, _ *string) { c.Facts[0].Text += "！" }, []ObjectionReason{ObjectsToSpan}},
		{"a span beyond the file", func(c *CourtCase, _ *string) { c.Focus = CasePart{{Span{0, 9999}, "x"}} }, []ObjectionReason{ObjectsToSpan}},
		{"a split character", func(c *CourtCase, _ *string) { c.Focus = CasePart{{Span{1, 4}, "向"}} }, []ObjectionReason{ObjectsToSpan}},
		{"reasoning among facts", func(c *CourtCase, f *string) {
			add(c, &c.Facts, f, "法院指出，机器不能运转，买受人的合同目的落空，所以解除。")
		}, nil},
		{"a sentence among facts", func(c *CourtCase, f *string) {
			add(c, &c.Facts, f, "机器不能运转，买受人的合同目的落空，依照《民法典》的规定，合同可以解除。")
		}, []ObjectionReason{ObjectsToLeak}},
		{"the whole sentence among facts", func(c *CourtCase, f *string) {
			add(c, &c.Reasoning, f, "标的物有瑕疵致使不能实现合同目的的，买受人可以解除合同。")
			add(c, &c.Facts, f, "另查，标的物有瑕疵致使不能实现合同目的的，买受人可以解除合同。")
		}, []ObjectionReason{ObjectsToLeak}},
		{"the sentence in the outcome", func(c *CourtCase, f *string) {
			add(c, &c.Reasoning, f, "标的物有瑕疵致使不能实现合同目的的，买受人可以解除合同。")
			add(c, &c.Outcome, f, "标的物有瑕疵致使不能实现合同目的的，买受人可以解除合同。")
		}, []ObjectionReason{ObjectsToLeak}},
		{"the decision in the outcome", func(c *CourtCase, f *string) {
			add(c, &c.Reasoning, f, "故判决乙向甲退还货款三万元并承担运费和其他损失。")
			add(c, &c.Outcome, f, "判决乙向甲退还货款三万元并承担运费和其他损失。")
		}, nil},
		{"the sentence in the question", func(c *CourtCase, f *string) {
			add(c, &c.Reasoning, f, "标的物有瑕疵致使不能实现合同目的的，买受人可以解除合同。")
			c.Question = "标的物有瑕疵致使不能实现合同目的的，买受人可以解除合同吗？"
		}, []ObjectionReason{ObjectsToLeak}},
		{"the article among facts", func(c *CourtCase, f *string) {
			add(c, &c.Facts, f, "甲援引《中华人民共和国民法典》第563条。")
		}, []ObjectionReason{ObjectsToArticle}},
		{"the article in the outcome", func(c *CourtCase, f *string) {
			add(c, &c.Outcome, f, "适用民法典第五百六十三条第一款。")
		}, []ObjectionReason{ObjectsToArticle}},
		{"the article in the question", func(c *CourtCase, _ *string) { c.Question = "依据民法典第563条，可否解除？" }, []ObjectionReason{ObjectsToArticle}},
		{"another law's article", func(c *CourtCase, f *string) {
			add(c, &c.Facts, f, "甲援引《产品质量法》第五百六十三条和《民法典》第五百六十二条。")
		}, nil},
	} {
		c, file := sound()
		tt.spoil(c, &file)
		var got []ObjectionReason
		for _, o := range c.CheckGiven([]byte(file)) {
			got = append(got, o.Reason)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A case whose reasoning is another's, or nearly, has a rival; of another cause it has none.
func TestCheckRivals(t *testing.T) {
	c, _ := sound()
	c.Cause = "买卖合同纠纷"
	same, near, far, elsewhere := *c, *c, *c, *c
	same.ID, near.ID, far.ID, elsewhere.ID = "b", "c", "d", "e"
	near.Reasoning = CasePart{{Text: strings.Replace(c.Reasoning.Text(), "机器", "车辆", 1)}}
	far.Reasoning = CasePart{{Text: "违约金过高的，可以请求减少。"}}
	elsewhere.Cause = "侵权责任纠纷"
	var got []string
	for _, o := range c.CheckRivals([]CourtCase{*c, same, near, far, elsewhere}) {
		got = append(got, string(o.Reason)+" "+o.Detail[:1])
	}
	if diff := cmp.Diff([]string{"rival b", "rival c"}, got); diff != "" {
		t.Errorf("CheckRivals (-want +got):\n%s", diff)
	}
}

func TestResolve(t *testing.T) {
	versions := []VersionInterval{
		{"中华人民共和国公司法", "v1", "1994-07-01", "2006-01-01", false},
		{"中华人民共和国公司法", "v2", "2006-01-01", "2014-03-01", false},
		{"中华人民共和国公司法", "v3", "2014-03-01", "", true},
		{"合伙法", "u1", "2000-01-01", "", false}, // until is unknown
		{"合伙法", "u2", "", "", true},
		{"旧法", "o", "1990-01-01", "1999-01-01", true},
		{"新法", "n", "", "", true},
		{"缺法", "q", "2000-01-01", "", false}, // another follows, of which nothing is known
		{"并法", "p1", "2000-01-01", "", true},
		{"并法", "p0", "", "", false},
	}
	for _, tt := range []struct {
		law, day, version string
		why               Unresolved
	}{
		{"中华人民共和国公司法", "1994-07-01", "v1", ""},
		{"公司法", "2005-12-31", "v1", ""},
		{"公司法", "2006-01-01", "v2", ""},
		{"公司法", "2030-01-01", "v3", ""},
		{"公司法", "1994-06-30", "", NotInForce},
		{"公司法", "", "", NoDay},
		{"票据法", "2006-01-01", "", NoLaw},
		{"合伙法", "2006-01-01", "", InDoubt},
		{"旧法", "1998-12-31", "o", ""},
		{"旧法", "1999-01-01", "", NotInForce},
		{"新法", "2020-01-01", "", InDoubt},
		{"缺法", "2020-01-01", "", InDoubt},
		{"并法", "2020-01-01", "", InDoubt},
	} {
		version, why := Resolve(CitedArticle{Law: tt.law, Article: "第一条"}, tt.day, versions, nil)
		if version != tt.version && why == "" || why != tt.why {
			t.Errorf("Resolve(%s, %s) = %q, %q, want %q, %q", tt.law, tt.day, version, why, tt.version, tt.why)
		}
	}
	if _, why := Resolve(CitedArticle{Law: "公司法", Article: "第九条"}, "2020-01-01", versions, func(v, a string) bool { return v != "v3" }); why != NoProvision {
		t.Errorf("Resolve of a missing article: %q, want %q", why, NoProvision)
	}
}

// With known intervals that follow each other, every day from the first has the version whose
// interval holds it, whatever the order of the versions.
func TestResolveLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := rapid.StringMatching(`20[0-9]{2}-0[1-9]-1[0-9]`)
		starts := slices.Compact(slices.Sorted(slices.Values(rapid.SliceOfN(day, 1, 5).Draw(t, "starts"))))
		var versions []VersionInterval
		for i, s := range starts {
			v := VersionInterval{Law: "法", Version: s, InForce: s, Last: i+1 == len(starts)}
			if !v.Last {
				v.Until = starts[i+1]
			}
			versions = append(versions, v)
		}
		asked, want := day.Draw(t, "day"), ""
		for _, s := range starts {
			if s <= asked {
				want = s
			}
		}
		got, why := Resolve(CitedArticle{Law: "法"}, asked, rapid.Permutation(versions).Draw(t, "versions"), nil)
		if got != want || (why == "") != (want != "") {
			t.Errorf("Resolve on %s of %v = %q, %q, want %q", asked, starts, got, why, want)
		}
	})
}

// At least 25 of the real cases can be asked about with their facts and outcome given.
func TestRealCasesGiven(t *testing.T) {
	dir := realCases(t)
	r, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	reasons, asked, all := map[ObjectionReason]int{}, map[string]bool{}, 0
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Refusal != "" {
			continue
		}
		objections := append(c.CheckGiven(content(t, filepath.Join(dir, c.File))), c.CheckRivals(r.Cases)...)
		for _, o := range objections {
			reasons[o.Reason]++
			t.Logf("%s: %s: %s", c.ID, o.Reason, o.Detail)
		}
		if len(objections) == 0 {
			id, _, _ := strings.Cut(c.ID, "#")
			asked[id] = true
			all++
		}
	}
	if diff := cmp.Diff(map[ObjectionReason]int{ObjectsToLeak: 4}, reasons); diff != "" {
		t.Errorf("objections (-want +got):\n%s", diff)
	}
	if len(asked) != 29 || all != 31 {
		t.Errorf("%d cases with %d questions: want 29 and 31", len(asked), all)
	}
}
