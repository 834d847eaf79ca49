package caselaw

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Cases of one line of a file are cases of their own beside statutes, too, and the focuses of one
// are one.
func TestStatuteSheetsOfOneLine(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "c.json", `[{"id":"a","facts":"x。","outcome":"y。","focus":"一、合同是否成立；二、违约金是否过高。","reasoning":"关于合同是否成立。依照《甲法》第二条，成立。关于违约金是否过高。过高。"},`+
		`{"id":"b","facts":"x。","outcome":"y。","reasoning":"依照《乙法》第三条，不成立。"},{"id":"c","facts":"x。","outcome":"y。","reasoning":"依照《丙法》第四条，不成立。"}]`)
	r, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	sheets := r.StatuteSheets()
	if sheets[0].Rows != 3 || sheets[1].Rows != 3 {
		t.Errorf("%d cases and %d citations, want 3 and 3", sheets[0].Rows, sheets[1].Rows)
	}
}

func TestOnlyDay(t *testing.T) {
	for text, want := range map[string]string{
		"2012年6月18日": "2012-06-18", " 18 June 2012.": "2012-06-18", "2012-06-18": "2012-06-18",
		"2012年6月18日至2013年8月2日": "", "不详（行政机关于2012年6月18日立案）": "", "2012年6月": "", "": "",
	} {
		if _, got := onlyDay(text); got != want {
			t.Errorf("onlyDay(%q) = %q, want %q", text, got, want)
		}
	}
}

// The day of the facts is read with its bytes, whatever the form of file and day; a case that gives
// two days gives none.
func TestDayOfTheFacts(t *testing.T) {
	const parts = "## 案件事实\n\n甲乙。\n\n## 裁判结果\n\n驳回。\n\n## 裁判理由\n\n本院认为，不成立。\n"
	for _, tt := range []struct{ file, data, want, bytes string }{
		{"a.md", "# 甲\n\n事实发生日期：2012年6月18日。\n\n" + parts, "2012-06-18", "2012年6月18日"},
		{"a.md", "# 甲\n\n事实发生日期：2012-06-18\n\n" + parts, "2012-06-18", "2012-06-18"},
		{"a.md", "# 甲\n\n## 事实发生日期\n\n2012.6.18\n\n" + parts, "2012-06-18", "2012.6.18"},
		{"a.md", "# 甲\n\n## 事实发生日期\n\n2012年6月18日\n\n2012年6月19日\n\n" + parts, "", ""},
		{"a.md", "# 甲\n\n事实发生日期：2012年6月18日\n\n合同签订日期：2012年1月8日\n\n" + parts, "", ""},
		{"a.json", `{"id":"甲","facts day":"2012-06-18","facts":"x。","outcome":"y。"}`, "2012-06-18", "2012-06-18"},
		{"a.jsonl", "\n" + ` {"id":"甲","事实发生日期":"2012\u5e746月18日","facts":"x。","outcome":"y。"}`, "2012-06-18", `2012\u5e746月18日`},
		{"a.json", `{"id":"甲","facts day":"2012-06-18","合同签订日期":" ","facts":"x。","outcome":"y。"}`, "2012-06-18", "2012-06-18"},
		{"a.json", `{"id":"甲","合同签订日期":"","facts day":["","2012-06-18"],"facts":"x。","outcome":"y。"}`, "2012-06-18", "2012-06-18"},
		{"a.json", `{"id":"甲","合同签订日期":null,"facts day":"2012-06-18","facts":"x。","outcome":"y。"}`, "2012-06-18", "2012-06-18"},
		{"a.json", `{"id":"甲","facts day":["2012-06-18","2012-06-19"],"facts":"x。","outcome":"y。"}`, "", ""},
	} {
		dir := t.TempDir()
		write(t, dir, tt.file, tt.data)
		r, err := Read(t.Context(), dir)
		if err != nil || len(r.Cases) != 1 {
			t.Fatal(r, err)
		}
		c := &r.Cases[0]
		if got := tt.data[c.HappenedAt.First:c.HappenedAt.End]; c.Happened != tt.want || got != tt.bytes {
			t.Errorf("%s %s: day %q in %q, want %q in %q", tt.file, tt.data, c.Happened, got, tt.want, tt.bytes)
		}
		if got := tt.data[c.Source.First:c.Source.End]; strings.TrimSpace(got) != strings.TrimSpace(tt.data) {
			t.Errorf("%s: the case is %q", tt.data, got)
		}
	}
}

// Laws whose titles end like a law's name for itself, or are followed by words of the sentence.
func TestCitationsOfSuchTitles(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		want       []string
	}{
		{"zh", "依照香港特别行政区基本法第十八条、第二十三条的规定", []string{"香港特别行政区基本法", "香港特别行政区基本法"}},
		{"en", "The court applied Article 3 of the Collision Procedure Act on Monday.", []string{"Collision Procedure Act"}},
		{"en", "Under Article 4 of the Supreme Court Interpretation on Sale of Goods the buyer may sue.", []string{"Supreme Court Interpretation on Sale of Goods"}},
	} {
		var got []string
		for _, c := range CitationsIn(tt.lang, tt.text) {
			got = append(got, c.Law)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}
