package style

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// What is wrong with the style of a domain of one's own is told with its file and line.
func TestOwnStyle(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"en/prompts.yaml", "retry: \"again: {reason}\"\n", ""},
		{"en/who.yaml", "who_sea: [a shipping agent]\nwork_sea: [x]\n", ""},
		{"en/prompts.yaml", "retry: x\nrewrite: [\n", "en/prompts.yaml:2: did not find"},
		{"en/prompts.yaml", "a: b\n c: d\n", "en/prompts.yaml:2: mapping values"},
		{"en/prompts.yaml", "rules: x\n", `en/prompts.yaml:1: key "rules": want`},
		{"en/prompts.yaml", "retry: \"{reason} {who_2}\"\n", "en/prompts.yaml:1: prompt retry has {who_2}: want {reason}"},
		{"en/thesaurus.yaml", "thesaurus:\n  phrases:\n    company: firm\n", "en/thesaurus.yaml:3: no list"},
		{"en/thesaurus.yaml", "thesaurus:\n  phrases:\n    company name: [field]\n    industry: [field]\n", "en/thesaurus.yaml: table "},
		{"en/voice.yaml", "who: [\"{nobody}\"]\n", "en/voice.yaml:1: no rule nobody"},
		{"en/asking.yaml", "also: [and]\n", "en: its grammar has no rule letter_after; "},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../../schemas/toy")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "rewriting", tt.file), []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		d := toytest.Domain(t, dir)
		_, err := Open(dir, d, "en")
		if want := filepath.ToSlash(dir) + "/rewriting/" + tt.want; tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s with %q: %v, want %s", tt.file, tt.text, err, tt.want)
		}
	}
}
