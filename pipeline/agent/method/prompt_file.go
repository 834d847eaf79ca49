package method

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// requiredSlots are the slots of texts, by the keys of the files of prompts. Other texts have
// none.
var requiredSlots = map[string][]string{
	"select": {"examples", "catalogue"}, "react": {"form", "turns", "turn", "examples"}, "solve": {"form", "turns", "turn", "examples"},
	"execute": {"form", "most", "turn", "examples"}, "plan": {"turns", "turn", "examples"}, "words.native_turn": {"n"}, "words.too_many": {"n"}, "examples": {"examples"},
	"question": {"tools", "question"}, "step": {"tools", "question", "plan", "done", "step"},
	"report": {"step", "calls", "result"}, "words.example": {"n"}, "words.omitted": {"n"},
	"words.columns_of": {"table"}, "complaints.arguments": {"tool"}, "complaints.tool": {"tool"},
}

// paperSlots are the slots of the texts of [PaperPrompts].
var paperSlots = map[string][]string{
	"solve": {"turns", "examples"}, "execute": {"turns", "examples"}, "step": {"n", "step"},
	"close": {"question", "trajectory"}, "summary": {"question", "trajectory"},
}

// workedExamples is the number of worked examples, as in the paper.
const workedExamples = 3

// optionalTexts are the texts that can be left out.
var optionalTexts = []string{"worked.turns.result"}

// parsePrompts reads and checks a file of prompts in a language. All faults are in the error,
// each as name:line: what is wrong: what was wanted.
func parsePrompts(lang, name string, data []byte) (*Prompts, error) {
	p := &Prompts{tag: lang}
	r := promptReader{yamlmap.Reader{Name: name}, requiredSlots}
	r.file(data, p)
	return p, r.Err()
}

// parsePaperPrompts reads and checks a file of the prompts of the protocol [Paper].
func parsePaperPrompts(name string, data []byte) (PaperPrompts, error) {
	var p PaperPrompts
	r := promptReader{yamlmap.Reader{Name: name}, paperSlots}
	r.file(data, &p)
	return p, r.Err()
}

// promptReader reads a file of prompts into a struct whose tags are the keys of the file. Every
// key is required.
type promptReader struct {
	yamlmap.Reader
	slots map[string][]string // by key, with the keys above it
}

// file reads a whole file into the struct that to points at.
func (r *promptReader) file(data []byte, to any) {
	into, seen := reflect.ValueOf(to).Elem(), map[string]bool{}
	top := r.Document(data, func(key, value *yaml.Node) { r.entry("", into, key, value, seen) })
	switch {
	case top.Kind == yaml.MappingNode:
		r.requireAll(top, "", into, seen)
	case r.Err() == nil:
		r.Fault(top, "an empty file: want the prompts that bench prompts writes")
	}
}

// mapping reads a mapping below a key into a struct.
func (r *promptReader) mapping(n *yaml.Node, above string, into reflect.Value) {
	seen := map[string]bool{}
	r.Mapping(n, func(key, value *yaml.Node) { r.entry(above, into, key, value, seen) })
	if n.Kind == yaml.MappingNode {
		r.requireAll(n, above, into, seen)
	}
}

// entry reads the value of a key into the field of that key.
func (r *promptReader) entry(above string, into reflect.Value, key, value *yaml.Node, seen map[string]bool) {
	seen[key.Value] = true
	for i := range into.NumField() {
		if name := keyOf(into.Type().Field(i)); name != "" && name == key.Value {
			r.value(value, above+key.Value, into.Field(i))
			return
		}
	}
	r.Fault(key, "key %q, which no stage reads: want one of %s", key.Value, strings.Join(keysOf(into.Type()), ", "))
}

// requireAll faults the keys of a struct that a mapping lacks.
func (r *promptReader) requireAll(n *yaml.Node, above string, into reflect.Value, seen map[string]bool) {
	for _, key := range keysOf(into.Type()) {
		if !seen[key] && !slices.Contains(optionalTexts, above+key) {
			r.Fault(n, "no key %q: want a value for it", key)
		}
	}
}

// value reads a value, which stands below the keys of path.
func (r *promptReader) value(n *yaml.Node, path string, into reflect.Value) {
	switch into.Kind() {
	case reflect.Struct:
		r.mapping(n, path+".", into)
	case reflect.Map:
		r.types(n, into)
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
			r.Fault(n, "%s: want a list", path)
			return
		}
		into.Set(reflect.MakeSlice(into.Type(), len(n.Content), len(n.Content)))
		for i, item := range n.Content {
			r.value(item, path, into.Index(i))
			if e, ok := into.Index(i).Addr().Interface().(*WorkedExample); ok {
				r.example(item, e)
			}
		}
		if path == "worked" && len(n.Content) != workedExamples {
			r.Fault(n, "%d worked examples: want %d", len(n.Content), workedExamples)
		}
	default:
		into.SetString(r.text(n, path))
	}
}

// text returns a text that has the slots of its path.
func (r *promptReader) text(n *yaml.Node, path string) string {
	text := strings.TrimSpace(n.Value)
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" || text == "" {
		r.Fault(n, "%s: nothing: want a text", path)
		return ""
	}
	if !strings.HasPrefix(path, "worked.") {
		r.checkSlots(n, path)
	}
	return text
}

// braced matches what a reader of the file would take for a slot.
var braced = regexp.MustCompile(`\{+\s*[\p{L}_][\p{L}\p{N}_ .-]*\}+`)

// checkSlots faults the slots that a text lacks, has twice or should not have.
func (r *promptReader) checkSlots(n *yaml.Node, path string) {
	want := r.slots[path]
	wanted := "no slots"
	if want != nil {
		wanted = "{" + strings.Join(want, "}, {") + "}, each once"
	}
	count := map[string]int{}
	for _, at := range braced.FindAllStringIndex(n.Value, -1) {
		slot := n.Value[at[0]:at[1]]
		name := slot[1 : len(slot)-1]
		if count[name]++; !slices.Contains(want, name) || count[name] > 1 {
			line := n.Line
			if n.Style&yaml.LiteralStyle != 0 { // the text begins in the next line
				line += 1 + strings.Count(n.Value[:at[0]], "\n")
			}
			what := "unknown"
			if count[name] > 1 && slices.Contains(want, name) {
				what = "repeated"
			}
			r.Fault(&yaml.Node{Line: line}, "%s: slot %s is %s: want %s", path, slot, what, wanted)
		}
	}
	for _, name := range want {
		if count[name] == 0 {
			r.Fault(n, "%s: slot {%s} is missing: want %s", path, name, wanted)
		}
	}
}

// argumentTypes are the keys of [PromptWords.Types].
var argumentTypes = []string{"string", "number", "integer", "boolean", "numbers"}

// types reads the names of the types of arguments.
func (r *promptReader) types(n *yaml.Node, into reflect.Value) {
	names := map[string]string{}
	r.Mapping(n, func(key, value *yaml.Node) {
		if !slices.Contains(argumentTypes, key.Value) {
			r.Fault(key, "key %q, which no stage reads: want one of %s", key.Value, strings.Join(argumentTypes, ", "))
			return
		}
		names[key.Value] = r.text(value, "words.types."+key.Value)
	})
	for _, key := range argumentTypes {
		if _, ok := names[key]; !ok && n.Kind == yaml.MappingNode {
			r.Fault(n, "no key %q: want a value for it", key)
		}
	}
	into.Set(reflect.ValueOf(names))
}

// example faults a worked example that is not in its form, unless a part of it is missing,
// which is a fault already.
func (r *promptReader) example(n *yaml.Node, e *WorkedExample) {
	if slices.Contains(e.Plan, "") || len(e.Turns) == 0 {
		return
	}
	if err := e.check(); err != nil {
		r.Fault(n, "worked example: %v", err)
	}
}

// keyOf returns the key of a field; "" for a field that no file has.
func keyOf(f reflect.StructField) string {
	key := f.Tag.Get("yaml")
	if key == "-" {
		return ""
	}
	return key
}

func keysOf(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		if key := keyOf(t.Field(i)); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
