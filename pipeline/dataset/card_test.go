package dataset

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// cardOf is the card of a release.
func cardOf(t *testing.T, r *Release) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCard(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is in a card's tables is text: no markup, no link, nothing that is not seen and
// turns or hides what is.
func TestCardShowsHostileText(t *testing.T) {
	r := reviewed(t)
	r.Reviews[0].Note = "https://example.org www.example.org \u202e\u2066\x1b[2J\x00\u200b <script> [a](b) |\n# x"
	r.Tasks[0].Question = "\u202e\U000e0001\x7f"
	card := cardOf(t, r)
	for _, want := range []string{
		`https\://example.org www\.example.org \\u202e\\u2066\\x1b\[2J\\x00\\u200b &lt;script&gt; \[a\](b) \| \# x |`,
		`"question": "\u202e\udb40\udc01\u007f"`,
	} {
		if !strings.Contains(card, want) {
			t.Errorf("the card lacks %s", want)
		}
	}
	if strings.ContainsAny(card, "\u202e\u2066\x1b\x00\u200b\U000e0001\x7f") {
		t.Error("the card has characters that are not seen")
	}
	_, example, _ := strings.Cut(card, "```json\n")
	example, _, _ = strings.Cut(example, "\n```\n")
	var back struct{ Question string }
	if err := json.Unmarshal([]byte(example), &back); err != nil || back.Question != r.Tasks[0].Question {
		t.Errorf("the example asks %q, %v: want %q", back.Question, err, r.Tasks[0].Question)
	}
}

// Hugging Face's loader fails on a configuration without rows.
func TestCardNamesNoEmptyConfiguration(t *testing.T) {
	r := reviewed(t)
	has := func(config string) bool {
		header, _, _ := strings.Cut(strings.TrimPrefix(cardOf(t, r), "---\n"), "\n---\n")
		return strings.Contains(header, "\n- config_name: "+config+"\n")
	}
	table := tableConfig(r.Tables[0].Name)
	for _, config := range []string{tasksConfig, "reviews", "twins", "tools", table} {
		if !has(config) {
			t.Errorf("configuration %s is not there, and it has rows", config)
		}
	}
	r.Reviews, r.Twins, r.Tables[0].Rows = r.Reviews[:0], r.Twins[:0], 0
	for _, config := range []string{"reviews", "twins", table} {
		if has(config) {
			t.Errorf("configuration %s is there, and it has no rows", config)
		}
	}
	if card := cardOf(t, r); !strings.Contains(card, "\n| reviews | data/reviews.parquet | 0 |") {
		t.Error("the file of no reviews is not among the files")
	}
}
