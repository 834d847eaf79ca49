package caselaw

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Figures worked by hand: the case cites articles 107 and 109 of the old law, which had 428.
func TestScoreCitations(t *testing.T) {
	c := &CourtCase{Language: "zh", Decided: "2018-09-05", Citations: citationsIn("zh", CasePart{{
		Text: "依照《中华人民共和国合同法》第一百零七条第一款、第一百零七条第二款、第一百零九条"}})}
	versions := []VersionInterval{
		{"中华人民共和国合同法", "old", "1999-10-01", "2021-01-01", true},
		{"中华人民共和国民法典", "code", "2021-01-01", "", true},
		{"公司法", "doubt", "", "", true},
	}
	have := map[string][]string{"old": {"第一百零七条", "第一百零九条", "第一百一十条"}, "code": {"第五百七十七条"}, "doubt": {"第一条"}}
	holds := func(version, article string) bool { return slices.Contains(have[version], article) }
	for _, tt := range []struct {
		name, answer string
		want         CitationScore
	}{
		{"the reference", "依照《合同法》第107条、第109条。", CitationScore{2, 2, 2, 2, 2, 2, 2}},
		{"nothing", "应当付款。", CitationScore{Wanted: 2}},
		{"half", "依照《合同法》第一百零七条、第一百一十条。", CitationScore{2, 2, 2, 2, 2, 2, 1}},
		{"the newest law", "依照《民法典》第五百七十七条。", CitationScore{1, 1, 1, 1, 0, 2, 0}},
		{"invented", "依照《合同法》第九百九十九条、《合同法》第一百零七条。", CitationScore{2, 2, 1, 2, 1, 2, 1}},
		{"an unknown law", "依照《保险法》第十条、《合同法》第一百零九条。", CitationScore{2, 1, 1, 1, 1, 2, 1}},
		{"a law in doubt", "依照《公司法》第一条。", CitationScore{1, 1, 1, 0, 0, 2, 0}},
	} {
		if diff := cmp.Diff(tt.want, c.ScoreCitations(tt.answer, versions, holds)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	none := &CourtCase{Language: "zh"}
	if got := none.ScoreCitations("依照《合同法》第一百零七条。", versions, holds); got != (CitationScore{Cited: 1, Known: 1, Existing: 1}) {
		t.Errorf("a case without citations and day: %+v: want nothing wanted and nothing dated", got)
	}
}
