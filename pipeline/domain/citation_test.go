package domain_test

import (
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/schemas"
)

// Expressions by which one execution would read other citations than the other are faults of
// the domain, told at their line.
func TestCitationFaults(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"domain.yaml", "matters.yaml", "tables.yaml", "templates.yaml", "tools.yaml"} {
		b, err := fs.ReadFile(schemas.FS, "legal/"+name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: b}
	}
	original := string(files["domain.yaml"].Data)
	for _, c := range []struct{ old, new, want string }{
		{"part: '(?P<part>", "part: '(?P<all>", "has no group part"},
		{"part: '(?P<part>第", "part: '第(?P<part>", "matches text outside its group part"},
		{"part: '(?P<part>第", "part: '(?:根据)?(?P<part>第", "matches text outside its group part"},
		{"part: '(?P<part>第", "part: '\\b(?P<part>第", ""},
		{"unread: '第", "unread: '|第", "matches the empty text"},
		{"unread: '第", "unread: '(第", "missing closing"},
	} {
		text := strings.Replace(original, c.old, c.new, 1)
		if text == original {
			t.Fatalf("%q does not stand in the declaration", c.old)
		}
		line := 1 + strings.Count(original[:strings.Index(original, c.old)], "\n")
		files["domain.yaml"] = &fstest.MapFile{Data: []byte(text)}
		_, err := domain.Load(files, ".")
		if c.want == "" {
			if err != nil {
				t.Errorf("%q for %q: %v", c.new, c.old, err)
			}
			continue
		}
		if at := "domain.yaml:" + strconv.Itoa(line); err == nil || !strings.Contains(err.Error(), at) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v: want %q at %s", c.new, c.old, err, c.want, at)
		}
	}
}
