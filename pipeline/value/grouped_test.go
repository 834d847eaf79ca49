package value

import "testing"

// Commas go where they stand between groups of three digits at the beginning of a text, and nowhere else.
func TestUngrouped(t *testing.T) {
	for text, want := range map[string]string{
		"2,462,640,000.00": "2462640000.00", "-1,234 CNY": "-1234 CNY", "999": "999", "": "",
		"24,62,640,000.00": "24,62,640,000.00", "2462,640,000.00": "2462,640,000.00", "2,462,640,00.00": "2462640,00.00", "about 1,234": "about 1,234",
	} {
		if got := Ungrouped(text); got != want {
			t.Errorf("Ungrouped(%q) = %q, want %q", text, got, want)
		}
	}
}
