package yamlmap

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// read visits a file whose values are texts or mappings of texts, and returns the texts
// in order.
func read(data string) (texts string, top *yaml.Node, err error) {
	r := Reader{Name: "f"}
	var visit func(key, value *yaml.Node)
	visit = func(key, value *yaml.Node) {
		if value.Kind == yaml.ScalarNode {
			texts += key.Value + "=" + value.Value + " "
			return
		}
		r.Mapping(value, visit)
	}
	top = r.Document([]byte(data), visit)
	return strings.TrimSpace(texts), top, r.Err()
}

func TestReader(t *testing.T) {
	for _, tt := range []struct {
		data, texts, faults string
		line                int // of the mapping, 0 where there is none
	}{
		{"", "", "", 0},
		{"# nothing\n", "", "", 0},
		{"# what follows\nb: 1\na: {c: 2}\n", "b=1 c=2", "", 2},
		{"---\n...\n", "", "f:2: not a mapping: want keys with values", 2},
		{"- a\n", "", "f:1: not a mapping: want keys with values", 1},
		{"a: b\n c: d\n", "", "f:2: mapping values are not allowed in this context: want YAML", 0},
		{"a: b\nc: \xff\n", "", "f:2: byte 0xFF, which is not UTF-8: want YAML in UTF-8 without control characters", 0},
		{"a: b\n\nc: d\x00\n", "", "f:3: the control character U+0000: want YAML in UTF-8 without control characters", 0},
		{"a: b\r\nc: \x1bd\n", "", "f:2: the control character U+001B: want YAML in UTF-8 without control characters", 0},
		{"\ufeffa: b\tc\n", "a=b\tc", "", 1},
		{"a: |\n  b\n\nc:\n  d: \"\\e[0m\"\n  \"\\u202ee\": 1\n", "a=b\n d=\x1b[0m \u202ee=1", "f:5: \"\\x1b[0m\" holds the control character U+001B: want text without control characters\nf:6: \"\\u202ee\" holds U+202E, which turns the direction of text: want text without control characters", 1},
		{"a: b\n---\nc: d\n", "a=b", "f:2: more than one document: want a single document", 1},
		{"a: 1\n? [b]\n: 2\na: 3\nc:\n  c: 4\n  c: 5\n", "a=1 c=4", "f:2: key is not a scalar: want a text as the key\nf:4: key \"a\" appears twice: want each key once\nf:7: key \"c\" appears twice: want each key once", 1},
	} {
		texts, top, err := read(tt.data)
		faults := ""
		if err != nil {
			faults = err.Error()
		}
		if texts != tt.texts || faults != tt.faults || top.Line != tt.line {
			t.Errorf("%q: %q at line %d with faults %q, want %q at %d with %q", tt.data, texts, top.Line, faults, tt.texts, tt.line, tt.faults)
		}
	}
}

// Faults come by line, and at one line in the order they were found.
func TestErr(t *testing.T) {
	r := Reader{Name: "f"}
	if err := r.Err(); err != nil {
		t.Errorf("Err of nothing = %v", err)
	}
	for _, f := range []struct {
		line int
		text string
	}{{3, "c"}, {2, "b"}, {0, "a"}, {2, "a"}} {
		r.Fault(&yaml.Node{Line: f.line}, "%s: want %d", f.text, f.line)
	}
	const want = "f:1: a: want 0\nf:2: b: want 2\nf:2: a: want 2\nf:3: c: want 3"
	if err := r.Err(); err == nil || err.Error() != want {
		t.Errorf("Err = %v, want %s", err, want)
	}
}

// Whatever stands in a file, each of its faults has a position.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"a: {b: c}", "a: &a [*a]", "? [a]\n: b", "a: b\n---\n{", "---\n", "%YAML 1.1\n", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		_, _, err := read(data)
		if err == nil {
			return
		}
		for line := range strings.Lines(err.Error()) {
			if !strings.HasPrefix(line, "f:") {
				t.Errorf("%q: fault %q has no position", data, line)
			}
		}
	})
}
