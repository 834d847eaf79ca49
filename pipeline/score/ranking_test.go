package score

import "testing"

// The latest is the most recent in other words, and not the largest.
func TestMostRecent(t *testing.T) {
	for _, tt := range []struct {
		question, answer string
		want             KeywordOutcome
	}{
		{"Who heads the firm in the suit with the latest judgment date?", "The head of the firm in the most recently decided suit is Gerald Quimby.", Credited},
		{"Who heads the firm in the suit with the latest judgment date?", "The head of the firm in the most recent suit is Gerald Quimby.", Credited},
		{"Who heads the firm in the suit with the greatest amount?", "The head of the firm in the suit with the most relevant amount is Gerald Quimby.", Credited},
		{"Who heads the firm in the suit with the latest judgment date?", "The largest is Gerald Quimby.", Absent},
	} {
		r := Reference{Question: tt.question, KeyAnswer: []string{"Gerald Quimby"}}
		for _, v := range Grade(&r, &Attempt{Answer: tt.answer}).Verdicts {
			if v.Outcome != tt.want {
				t.Errorf("%q to %q is %s, want %s", tt.answer, tt.question, v.Outcome, tt.want)
			}
		}
	}
}
