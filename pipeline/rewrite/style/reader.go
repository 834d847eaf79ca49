package style

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// reader reads a file and collects its faults.
type reader struct {
	name   string
	faults []error
}

func (r *reader) fault(n *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %s", r.name, max(n.Line, 1), fmt.Sprintf(format, args...)))
}

// syntax finds the line in an error of the YAML reader.
var syntax = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// document visits the entries of a file's mapping; an empty file has none.
func (r *reader) document(data []byte, visit func(key, value *yaml.Node)) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) {
		return
	}
	if err != nil {
		m := syntax.FindStringSubmatch(strings.SplitN(err.Error(), "\n", 2)[0])
		line, err := strconv.Atoi(m[1])
		if err != nil {
			line = 1
		}
		r.fault(&yaml.Node{Line: line}, "%s: want YAML", m[2])
		return
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		r.fault(&more, "more than one document: want one")
	}
	if len(doc.Content) > 0 {
		r.mapping(doc.Content[0], visit)
	}
}

// mapping visits the entries of a mapping, keys being different texts.
func (r *reader) mapping(n *yaml.Node, visit func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fault(n, "no mapping: want keys with values")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.fault(key, "a key is no text: want a phrase")
		case seen[key.Value]:
			r.fault(key, "key %q appears twice: want it once", key.Value)
		default:
			seen[key.Value] = true
			visit(key, value)
		}
	}
}

// texts reads a list of texts, at least one.
func (r *reader) texts(n *yaml.Node) []string {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.fault(n, "no list: want at least one text in brackets")
		return nil
	}
	all := make([]string, len(n.Content))
	for i, item := range n.Content {
		all[i] = r.text(item)
	}
	return all
}

// text reads a text.
func (r *reader) text(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		r.fault(n, "no text: want one")
		return ""
	}
	return n.Value
}
