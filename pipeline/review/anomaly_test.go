package review

import (
	"testing"
	"time"
)

// Unlikely decisions are counted, and those that late imports and other zones explain are not.
func TestFindAnomalies(t *testing.T) {
	now := time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)
	at := func(text string) time.Time {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	isTask := func(id string) bool { return id == "there" }
	for _, tc := range []struct {
		decisions []*Decision
		want      string
	}{
		{nil, ""},
		{[]*Decision{{At: at("2025-12-01"), Task: "there"}, {At: at("2025-02-01"), Task: "there"}, {At: at("2026-03-02"), Kind: Guideline}}, ""},
		{[]*Decision{{At: at("2999-01-01"), Task: "there"}, {At: at("2024-12-31"), Task: "there"}, {At: at("0001-01-01"), Task: "gone"}},
			"1 dated after today, 2 dated before 2025-01-01, 1 on tasks that are not there"},
		{[]*Decision{{At: at("2026-02-20"), Task: "there"}, {At: at("2025-02-01"), Task: "there"}}, "1 dated more than a year after the next line"},
	} {
		if got := FindAnomalies(tc.decisions, isTask, now).String(); got != tc.want {
			t.Errorf("anomalies %q, want %q", got, tc.want)
		}
	}
}
