package domain

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// source is the files of a declaration read as one document, with the position
// of everything in it.
type source struct {
	shown  string
	files  int
	broken bool     // a file could not be read as YAML
	bases  []string // what the declaration builds on, nearest first
	plain  map[string]any
	at     map[string]position // by JSON pointer into the joined document
	faults Faults
}

// position is where something stands: at its key in a mapping, else at itself.
type position struct {
	file string
	line int
}

func newSource(shown string) *source {
	return &source{
		shown: shown,
		plain: map[string]any{},
		at:    map[string]position{"": {file: shown}},
	}
}

// fault records a fault of what is at the pointer; where nothing is there, of the
// nearest thing around it.
func (s *source) fault(pointer, what, wanted string) {
	p, ok := s.at[pointer]
	for !ok {
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
		p, ok = s.at[pointer]
	}
	s.faults = append(s.faults, DeclarationFault{File: p.file, Line: p.line, What: what, Wanted: wanted})
}

// syntaxLine finds the line in an error of the YAML reader.
var syntaxLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// add joins one file to the document.
func (s *source) add(file string, data []byte) {
	s.files++
	if line, what := yamlmap.CheckText(data); what != "" {
		s.faults, s.broken = append(s.faults, DeclarationFault{file, line, what, yamlmap.WantedText}), true
		return
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return
	case err != nil:
		m := syntaxLine.FindStringSubmatch(strings.SplitN(err.Error(), "\n", 2)[0])
		f := DeclarationFault{File: file, What: "not YAML", Wanted: "YAML"}
		if m != nil {
			f.Line, _ = strconv.Atoi(m[1])
			f.What = m[2]
		}
		s.faults, s.broken = append(s.faults, f), true
		return
	}
	if len(doc.Content) == 0 {
		return
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		s.faults, s.broken = append(s.faults, DeclarationFault{file, top.Line, "the file holds no mapping", "keys of a domain, such as tables"}), true
		return
	}
	var rest yaml.Node
	if err := dec.Decode(&rest); !errors.Is(err, io.EOF) {
		s.faults, s.broken = append(s.faults, DeclarationFault{file, max(rest.Line, top.Line), "the file holds several documents", "one"}), true
		return
	}
	r := reader{s: s, file: file}
	r.join(top)
}

// reader turns the nodes of one file into plain values and notes their positions.
type reader struct {
	s    *source
	file string
}

func (r *reader) fault(line int, what, wanted string) {
	r.s.faults = append(r.s.faults, DeclarationFault{r.file, line, what, wanted})
}

// join puts the file's top-level entries into the document.
func (r *reader) join(top *yaml.Node) {
	seen := map[string]bool{}
	for i := 0; i < len(top.Content); i += 2 {
		k, v := top.Content[i], top.Content[i+1]
		if !r.word(k) {
			continue
		}
		key, ptr := k.Value, "/"+escape(k.Value)
		if seen[key] {
			r.fault(k.Line, fmt.Sprintf("key %q appears twice", key), "each key once")
			continue
		}
		seen[key] = true
		old, again := r.s.plain[key]
		list, isList := old.([]any)
		switch {
		case !again:
			r.s.at[ptr] = position{r.file, k.Line}
			r.s.plain[key] = r.value(v, ptr)
		case isList && v.Kind == yaml.SequenceNode:
			r.s.plain[key] = append(list, r.items(v, ptr, len(list))...)
		default:
			r.fault(k.Line, fmt.Sprintf("key %q is also in %s", key, r.s.at[ptr].file), "each key in one file; only lists continue in other files")
		}
	}
}

// value returns the plain value of a node at a pointer.
func (r *reader) value(n *yaml.Node, ptr string) any {
	if n.Anchor != "" {
		r.fault(n.Line, fmt.Sprintf("anchor &%s", n.Anchor), "values written out, without anchors and aliases")
	}
	if n.Style&yaml.TaggedStyle != 0 {
		r.fault(n.Line, fmt.Sprintf("tag %s", n.Tag), "a value without a tag")
	}
	switch n.Kind {
	case yaml.MappingNode:
		return r.mapping(n, ptr)
	case yaml.SequenceNode:
		return r.items(n, ptr, 0)
	case yaml.AliasNode:
		r.fault(n.Line, fmt.Sprintf("alias *%s", n.Value), "values written out, without anchors and aliases")
		r.s.broken = true
		return ""
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	case "!!int", "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil && f == f {
			return f
		}
		return 0.0
	}
	r.text(n, ptr)
	return n.Value
}

// text faults a text that holds characters that must not reach a question or a reply.
func (r *reader) text(n *yaml.Node, ptr string) {
	wanted := "text without control characters"
	keys := strings.Split(ptr, "/")
	short := slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(shortTexts, key) }) && !slices.Contains(keys, "requests")
	if short {
		wanted += ", on one line"
	}
	if what := value.FindControl(n.Value, !short); what != "" {
		r.fault(n.Line, fmt.Sprintf("%q holds %s", n.Value, what), wanted)
	}
	if value.StripInvisible(n.Value) != n.Value {
		r.fault(n.Line, fmt.Sprintf("%q holds an invisible character", n.Value), "text without it")
	}
}

// shortTexts are the keys of phrases and replies, which stand within a line. Layouts, forms, requests
// for texts, descriptions and regular expressions may have several lines, as may names of columns
// and separators, which are as in the source.
var shortTexts = []string{"title", "label", "row", "measure", "phrase", "known", "whole", "clause", "called", "replies"}

// word faults a key that is more than a word.
func (r *reader) word(key *yaml.Node) bool {
	if key.Kind != yaml.ScalarNode {
		r.fault(key.Line, "key is not a word", "a word before the colon")
		return false
	}
	r.text(key, "")
	return true
}

// mapping returns the plain values of a mapping.
func (r *reader) mapping(n *yaml.Node, ptr string) map[string]any {
	m := make(map[string]any, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !r.word(k) {
			continue
		}
		if _, ok := m[k.Value]; ok {
			r.fault(k.Line, fmt.Sprintf("key %q appears twice", k.Value), "each key once")
			continue
		}
		at := ptr + "/" + escape(k.Value)
		r.s.at[at] = position{r.file, k.Line}
		m[k.Value] = r.value(v, at)
	}
	return m
}

// items returns the plain values of a list whose first item is number first.
func (r *reader) items(n *yaml.Node, ptr string, first int) []any {
	list := make([]any, 0, len(n.Content))
	for i, v := range n.Content {
		at := pointer(ptr, first+i)
		r.s.at[at] = position{r.file, v.Line}
		list = append(list, r.value(v, at))
	}
	return list
}

// node returns plain values as YAML nodes, for the decoder.
func node(v any) *yaml.Node {
	switch v := v.(type) {
	case map[string]any:
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			n.Content = append(n.Content, node(key), node(v[key]))
		}
		return n
	case []any:
		n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, item := range v {
			n.Content = append(n.Content, node(item))
		}
		return n
	case string:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v}
	case bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(v)}
	case float64:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!float", Value: strconv.FormatFloat(v, 'g', -1, 64)}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
}

// pointer extends a JSON pointer by names and numbers (RFC 6901).
func pointer(base string, steps ...any) string {
	for _, s := range steps {
		base += "/" + escape(fmt.Sprint(s))
	}
	return base
}

// escape writes one step of a JSON pointer (RFC 6901, section 3).
func escape(step string) string {
	return strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
}
