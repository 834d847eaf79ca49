package judge

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

func TestMessagesLaws(t *testing.T) {
	r, p := shipped(t, "en"), promptsOf("en")
	text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("=\n 0a{}"))))
	rapid.Check(t, func(t *rapid.T) {
		c := Submission{text.Draw(t, "question"), text.Draw(t, "reference"), text.Draw(t, "text"), "en", 0}
		m := messages(r, p, &c)
		if len(m) != 2 || m[0].Role != llm.System || m[1].Role != llm.User {
			t.Fatalf("messages %+v, want one of the system and one of the user", m)
		}
		empty := messages(r, p, &Submission{})
		if m[0].Text != empty[0].Text {
			t.Errorf("the first message depends on the case: %q", m[0].Text)
		}
		mark, _, _ := strings.Cut(fence(valid(c.Question), valid(c.Reference), valid(c.Text))(""), "\n")
		want := 4
		if strings.TrimSpace(valid(c.Reference)) != "" {
			want = 6
		}
		if n := strings.Count(m[1].Text, mark); n != want {
			t.Errorf("the mark stands there %d times, want %d", n, want)
		}
		parts := strings.Split(m[1].Text, mark)
		if got := strings.TrimSuffix(strings.TrimPrefix(parts[len(parts)-2], "\n"), "\n"); got != valid(c.Text) {
			t.Errorf("the text is shown as %q, want %q", got, c.Text)
		}
	})
}

func TestLongTextsAreCut(t *testing.T) {
	h := &heard{}
	c := statement
	c.Text = strings.Repeat("甲", longestText+12) + "乙"
	if _, err := New("m", h, shipped(t, "zh")).Judge(t.Context(), c); !errors.Is(err, ErrUnscored) {
		t.Fatal(err)
	}
	ask := h.requests[0].Messages[1].Text
	if strings.Contains(ask, "乙\n=====") || strings.Count(ask, "甲") < longestText || !strings.Contains(ask, "还有 13 个字") {
		t.Errorf("a text of %d characters is shown as %d, want %d and a word about the rest", longestText+13, len([]rune(ask)), longestText)
	}
}

// The conversations, word for word: another one needs another Version.
func TestConversations(t *testing.T) {
	english := Submission{
		Question:  "Write the statement of defence of A Ltd. against the claim of B Ltd. for 30,000 yuan.",
		Reference: "Statement of defence\nA Ltd. disagrees.",
		Text:      "A Ltd. owes nothing.",
		Language:  "en",
	}
	for _, c := range []Submission{statement, english, {Question: english.Question, Text: english.Text, Language: "en"}} {
		name := "conversation." + c.Language + ".txt"
		if c.Reference == "" {
			name = "conversation." + c.Language + ".alone.txt"
		}
		name = filepath.Join("testdata", name)
		var b strings.Builder
		for _, m := range messages(shipped(t, c.Language), promptsOf(c.Language), &c) {
			fmt.Fprintf(&b, "-- %s --\n%s\n", m.Role, m.Text)
		}
		goldentest.Compare(t, name, b.String())
	}
}
