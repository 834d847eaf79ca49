package domain

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/schemas"
)

// toyFiles returns the declaration of the toy domain.
func toyFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"domain.yaml", "tables.yaml", "tools.yaml"} {
		b, err := fs.ReadFile(schemas.FS, "toy/"+name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(b)
	}
	return files
}

// changes are ways in which a member of a declaration is wrong. They change its name or its
// value, or the mapping that it is in, and return false where there is nothing to change.
var changes = []struct {
	name  string
	apply func(mapping, key, value *yaml.Node) bool
}{
	{"missing", func(mapping, key, _ *yaml.Node) bool {
		i := slices.Index(mapping.Content, key)
		mapping.Content = slices.Delete(mapping.Content, i, i+2)
		return true
	}},
	{"null", func(_, _, value *yaml.Node) bool {
		*value = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
		return true
	}},
	{"a mapping", func(_, _, value *yaml.Node) bool {
		is := value.Kind == yaml.MappingNode
		*value = yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{text("surprise"), text("x")}}
		return !is
	}},
	{"a list", func(_, _, value *yaml.Node) bool {
		is := value.Kind == yaml.SequenceNode
		*value = yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{text("surprise")}}
		return !is
	}},
	{"a word", func(_, _, value *yaml.Node) bool {
		is := value.Kind == yaml.ScalarNode
		*value = *text("surprise")
		return !is
	}},
	{"an empty text", func(_, _, value *yaml.Node) bool {
		is := value.Kind == yaml.ScalarNode
		*value = *text("")
		return is
	}},
	{"a huge number", func(_, _, value *yaml.Node) bool {
		is := value.Kind == yaml.ScalarNode
		*value = yaml.Node{Kind: yaml.ScalarNode, Value: "1e999"}
		return is
	}},
	{"control characters", func(_, _, value *yaml.Node) bool {
		value.Value += "\x1b[2J"
		value.Style = yaml.DoubleQuotedStyle
		return value.Kind == yaml.ScalarNode
	}},
	{"turned text", func(_, _, value *yaml.Node) bool {
		value.Value += "\u202e"
		value.Style = yaml.DoubleQuotedStyle
		return value.Kind == yaml.ScalarNode
	}},
	{"twice", func(mapping, key, value *yaml.Node) bool {
		mapping.Content = append(mapping.Content, text(key.Value), value)
		return true
	}},
	{"beside an unknown one", func(mapping, key, value *yaml.Node) bool {
		mapping.Content = append(mapping.Content, text(key.Value+"x"), value)
		return true
	}},
	{"in another case", func(_, key, _ *yaml.Node) bool {
		key.Value = strings.ToUpper(key.Value)
		return true
	}},
}

// acceptable are the members that may be so.
var acceptable = map[string][]string{
	"missing": { // they are optional
		"sentinels", "masks", "derivations", "tables.columns.phrase", "tables.columns.unit", "tables.columns.measure",
		"tables.columns.separators", "tables.columns.clause", "tools.inputs.optional", "tools.known",
		"replies.failed.subtract", "replies.failed.multiply", "replies.failed.divide", "replies.failed.rank", // of tools that are not there
	},
	"a huge number": { // they are texts of any words, and a number in YAML is the text that it is written as
		"title.zh", "title.en", "entities.label.zh", "entities.label.en",
		"replies.missing", "replies.columns", "replies.arguments",
		"replies.failed.sum", "replies.failed.subtract", "replies.failed.multiply", "replies.failed.divide", "replies.failed.rank",
		"tables.label.zh", "tables.label.en", "tables.row.zh", "tables.row.en", "tables.measure.zh", "tables.measure.en",
		"tables.columns.label.zh", "tables.columns.label.en", "tables.columns.phrase.zh", "tables.columns.phrase.en",
		"tables.columns.unit", "tables.columns.measure.zh", "tables.columns.measure.en",
		"tools.description.zh", "tools.description.en", "tools.inputs.description.zh", "tools.inputs.description.en",
	},
}

func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

// members calls visit with each member of each mapping of a document, once for all elements
// of a list: the member's place, such as tables.columns.name, and how to find it again.
func members(root *yaml.Node, place string, seen map[string]bool, visit func(place string, mapping, key, value *yaml.Node)) {
	switch root.Kind {
	case yaml.DocumentNode, yaml.SequenceNode:
		for _, n := range slices.Clone(root.Content) {
			members(n, place, seen, visit)
		}
	case yaml.MappingNode:
		content := slices.Clone(root.Content)
		for i := 0; i+1 < len(content); i += 2 {
			key, value := content[i], content[i+1]
			at := strings.TrimPrefix(place+"."+key.Value, ".")
			if !seen[at] {
				seen[at] = true
				visit(at, root, key, value)
			}
			members(value, at, seen, visit)
		}
	}
}

// TestHostileMembers has each member of the toy domain wrong in each way in turn: the domain
// is refused with a file and a line, or accepted for a reason. Unless TASKGROVE_LONG is set
// it takes some of them.
func TestHostileMembers(t *testing.T) {
	files := toyFiles(t)
	step := 10
	if os.Getenv("TASKGROVE_LONG") != "" {
		step = 1
	}
	made, tried, accepted, failed := 0, 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		parse := func() *yaml.Node {
			var root yaml.Node
			if err := yaml.Unmarshal([]byte(files[name]), &root); err != nil {
				t.Fatal(err)
			}
			return &root
		}
		var places []string
		members(parse(), "", map[string]bool{}, func(place string, _, _, _ *yaml.Node) { places = append(places, place) })
		for _, place := range places {
			for _, change := range changes {
				root, changed := parse(), false
				members(root, "", map[string]bool{}, func(at string, mapping, key, value *yaml.Node) {
					if at == place {
						changed = change.apply(mapping, key, value)
					}
				})
				if !changed {
					continue
				}
				if made++; made%step > 0 {
					continue
				}
				b, err := yaml.Marshal(root)
				if err != nil {
					t.Fatal(err)
				}
				tried++
				dir := maps.Clone(files)
				dir[name] = string(b)
				ok, err := refused(dir)
				if ok {
					accepted++
					if !slices.Contains(acceptable[change.name], place) {
						err = errors.New("the domain is accepted")
					}
				}
				if err != nil {
					failed++
					t.Errorf("%s: %s, %s: %v", name, place, change.name, err)
				}
			}
		}
	}
	t.Logf("members of a domain: %d of %d tried, %d accepted with reason, %d failures", tried, made, accepted, failed)
}

// TestHostileDeclarations has files of the toy domain be what no declaration is, or say
// what none may: they are refused, and the first fault has these words.
func TestHostileDeclarations(t *testing.T) {
	toy := toyFiles(t)
	with := func(name, old, new string) map[string]string {
		if !strings.Contains(toy[name], old) {
			t.Errorf("%s has no %q", name, old)
		}
		files := maps.Clone(toy)
		files[name] = strings.Replace(toy[name], old, new, 1)
		return files
	}
	beside := func(text string) map[string]string {
		files := maps.Clone(toy)
		files["more.yaml"] = text
		return files
	}
	laughs := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'j'; c++ {
		laughs += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 8), c-1)
	}
	failed := 0
	cases := []struct {
		name, words string
		files       map[string]string
	}{
		{"an empty file", "", beside("")},
		{"a comment alone", "", beside("# nothing\n")},
		{"a scalar", "more.yaml:1: ", beside("nothing\n")},
		{"a list", "more.yaml:1: ", beside("- nothing\n")},
		{"two documents", "more.yaml:", beside("---\nmasks: [x]\n---\nmasks: [y]\n")},
		{"an anchor and an alias", "more.yaml:1: ", beside("a: &a x\nb: *a\n")},
		{"an alias of itself", "more.yaml:1: ", beside("a: &a [*a]\n")},
		{"a billion laughs", "more.yaml:1: ", beside(laughs)},
		{"a merge key", "more.yaml:", beside("replies: {<<: {missing: x}}\n")},
		{"a tag, which nobody obeys", "", beside("masks: !!python/object:os.system [x]\n")},
		{"a binary value", "more.yaml:1: ", beside("masks: [!!binary eA==]\n")},
		{"a tab for indentation", "more.yaml:", beside("replies:\n\tmissing: x\n")},
		{"a quote that does not end", "more.yaml:", beside("masks: [\"x]\n")},
		{"a bracket that does not end", "more.yaml:", beside("masks: [x\n")},
		{"a key that is a list", "more.yaml:1: ", beside("? [x]\n: y\n")},
		{"a key that is null", "more.yaml:1: ", beside("? \n: y\n")},
		{"brackets of great depth", "more.yaml:", beside("masks: " + strings.Repeat("[", 100_000))},
		{"mappings of great depth", "more.yaml:", beside(strings.Repeat("{a: ", 100_000))},
		{"100,000 entries", "more.yaml:1: unknown key", beside("x: [" + strings.Repeat("x,", 100_000) + "x]\n")},
		{"a line of 1 MB", "more.yaml:1: ", beside("x: " + strings.Repeat("x", 1<<20) + "\n")},
		{"NUL", "more.yaml:1: the control character U+0000", beside("masks: [\"a\x00\"]\n")},
		{"UTF-16", "more.yaml:1: ", beside("\xff\xfem\x00a\x00s\x00k\x00s\x00:\x00 \x00[\x00]\x00")},
		{"GBK", "more.yaml:1: byte 0x", beside("masks: [\xbc\xd7]\n")},
		{"an escape of a control character", "tools.yaml:", with("tools.yaml", `"the company with {}"`, `"the company \e[2J with {}"`)},
		{"an escape of a line end", "tools.yaml:", with("tools.yaml", `"the company with {}"`, `"the company\nwith {}"`)},
		{"an escape that turns text", "tools.yaml:", with("tools.yaml", `"the company with {}"`, `"the company \u202ewith {}"`)},
		{"a reply that acts", "domain.yaml:", with("domain.yaml", "No row matches.", `"\e]0;x\a"`)},
		{"a phrase without its slot", "tools.yaml:", with("tools.yaml", `"the company with {}"`, `"the company"`)},
		{"a phrase with two slots", "tools.yaml:", with("tools.yaml", `"the company with {}"`, `"the company with {} and {}"`)},
		{"two phrases that read the same", "tools.yaml:", with("tools.yaml", `"the court with {}"`, `"the company with {}"`)},
		{"a pattern that is none", "domain.yaml:", with("domain.yaml", "^（[0-9]{4}）([甲乙丙][0-9]{2})[^0-9]", "^（([0-9]{4}）")},
		{"a pattern without a group", "domain.yaml:", with("domain.yaml", "([甲乙丙][0-9]{2})", "[甲乙丙][0-9]{2}")},
		{"a pattern of a billion states", "domain.yaml:", with("domain.yaml", "^（[0-9]{4}）([甲乙丙][0-9]{2})[^0-9]", "((((x{100}){100}){100}){100})")},
		{"a pattern that looks back", "domain.yaml:", with("domain.yaml", "^（[0-9]{4}）([甲乙丙][0-9]{2})[^0-9]", `(x)\1`)},
		{"a derivation that leads to itself", "domain.yaml:", with("domain.yaml", "to: court_code", "to: case_number")},
		{"a derivation from nothing", "domain.yaml:", with("domain.yaml", "from: case_number", "from: ship")},
		{"a derivation from an empty name", "domain.yaml:", with("domain.yaml", "from: case_number", `from: ""`)},
		{"a derivation by a tool that is none", "domain.yaml:", with("domain.yaml", "pattern: ^（[0-9]{4}）([甲乙丙][0-9]{2})[^0-9]", "tool: get_ship")},
		{"an entity twice", "domain.yaml:", with("domain.yaml", "name: court_code", "name: court")},
		{"a table twice", "tables.yaml:", with("tables.yaml", "name: Court", "name: Case")},
		{"a column twice", "tables.yaml:", with("tables.yaml", "name: 法院级别", "name: 法院代字")},
		{"a tool twice", "tools.yaml:", with("tools.yaml", "name: get_court", "name: get_case")},
		{"a key that is no column", "tables.yaml:", with("tables.yaml", "key: 法院名称", "key: 名称")},
		{"a key that is empty", "tables.yaml:", with("tables.yaml", "key: 法院名称", `key: ""`)},
		{"a kind that is none", "tables.yaml:", with("tables.yaml", "kind: money", "kind: gold")},
		{"an entity that is none", "tables.yaml:", with("tables.yaml", "entity: court}", "entity: ship}")},
		{"a lookup in a table that is none", "tools.yaml:", with("tools.yaml", "table: Court", "table: Ship")},
		{"a lookup by a column that is none", "tools.yaml:", with("tools.yaml", "columns: [法院代字]", "columns: [船名]")},
		{"a lookup by an input that is none", "tools.yaml:", with("tools.yaml", "inputs: [identifier]", "inputs: [name]")},
		{"a language that is none", "domain.yaml:", with("domain.yaml", "[zh, en]", "[zh, en, xx]")},
		{"a base outside", "more.yaml:1: ", beside("base: ../..\n")},
		{"a base that is none", "more.yaml:1: ", beside("base: atlantis\n")},
		{"a name that is a path", "domain.yaml:", with("domain.yaml", "name: toy", "name: ../../x")},
		{"a table whose name is a path", "tables.yaml:", with("tables.yaml", "name: Court", "name: ../Court")},
		{"a tool whose name is markup", "tools.yaml:", with("tools.yaml", "name: get_court", `name: "<script>"`)},
	}
	for _, c := range cases {
		dir := fstest.MapFS{}
		for name, data := range c.files {
			dir["d/"+name] = &fstest.MapFile{Data: []byte(data)}
		}
		accepted, err := refused(c.files)
		if _, said := Load(dir, "d"); err == nil && accepted != (c.words == "") || said != nil && !strings.HasPrefix(said.Error(), "d/"+c.words) {
			err = errors.Join(err, fmt.Errorf("Load = %.300v, want a fault %q", said, c.words))
		}
		if err != nil {
			failed++
			t.Errorf("%s: %v", c.name, err)
		}
	}
	t.Logf("declarations of a domain: %d tried, %d failures", len(cases), failed)
}

// hostileTime is the most that reading a declaration may take on a busy machine; it takes
// less than a tenth of a second where no other work is.
const hostileTime = 10 * time.Second

// refused loads a domain and reports whether it is accepted; the error is a fault of Load.
func refused(files map[string]string) (accepted bool, err error) {
	dir := fstest.MapFS{}
	for name, data := range files {
		dir["d/"+name] = &fstest.MapFile{Data: []byte(data)}
	}
	begun := time.Now()
	_, err = Load(dir, "d")
	if took := time.Since(begun); took > hostileTime {
		return false, fmt.Errorf("it takes %v", took)
	}
	if err == nil {
		return true, nil
	}
	var faults Faults
	if !errors.As(err, &faults) || len(faults) == 0 {
		return false, fmt.Errorf("Load = %w, want faults", err)
	}
	for _, f := range faults {
		// What is in no file has no line, and is missed in the directory; the reader of YAML
		// does not say where it gave up.
		placed := f.Line > 0 || f.File == "d" && strings.Contains(f.What, "no ") || strings.HasPrefix(f.What, "exceeded max depth")
		if f.File == "" || !placed || f.What == "" || f.Wanted == "" {
			return false, fmt.Errorf("fault %+v: want a file, a line, what is wrong and what was wanted", f)
		}
		if strings.ContainsAny(f.String(), "\n\x00") { // commands escape other control characters
			return false, fmt.Errorf("fault %q: want one line", f.String())
		}
	}
	return false, nil
}
