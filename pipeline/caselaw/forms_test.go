package caselaw

import (
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
		if got := onlyDay(text); got != want {
			t.Errorf("onlyDay(%q) = %q, want %q", text, got, want)
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
