// Package yamlmap reads YAML files that are mappings, entry by entry. It collects all
// faults with their lines, so that the author of a file sees all of them at once.
package yamlmap

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reader reads one file and collects its faults. It is not safe for concurrent use.
type Reader struct {
	// Name is the file's name in faults.
	Name string

	faults []fault
}

type fault struct {
	line int
	text string
}

// Fault records a fault at a node. The message has the form "what is wrong: want what is
// expected". A node without a line, such as the zero node, stands for the whole file.
func (r *Reader) Fault(n *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, fault{max(n.Line, 1), fmt.Sprintf(format, args...)})
}

// Err returns all faults so far, sorted by line and then in the order of recording, each as
// `name:line: message`; nil if there are none.
func (r *Reader) Err() error {
	all := slices.SortedStableFunc(slices.Values(r.faults), func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	errs := make([]error, len(all))
	for i, f := range all {
		errs[i] = fmt.Errorf("%s:%d: %s", r.Name, f.line, f.text)
	}
	return errors.Join(errs...)
}

// syntax matches the line number and the message of an error of the YAML parser.
var syntax = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// Document calls visit for the entries of the mapping that a file holds, as
// [Reader.Mapping] does, and returns the mapping's node. It returns a zero node for an
// empty file, which is not a fault, and for a file that is not YAML, which is.
func (r *Reader) Document(data []byte, visit func(key, value *yaml.Node)) *yaml.Node {
	if line, what := CheckText(data); what != "" {
		r.Fault(&yaml.Node{Line: line}, "%s: want %s", what, WantedText)
		return &yaml.Node{}
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) {
		return &doc
	}
	if err != nil {
		m := syntax.FindStringSubmatch(strings.SplitN(err.Error(), "\n", 2)[0])
		line, _ := strconv.Atoi(m[1]) // 0 where the error has none
		r.Fault(&yaml.Node{Line: line}, "%s: want YAML", m[2])
		return &yaml.Node{}
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		r.Fault(&more, "more than one document: want a single document")
	}
	r.checkTexts(&doc)
	r.Mapping(doc.Content[0], visit)
	return doc.Content[0]
}

// checkTexts faults the texts of a node and of those in it that hold control characters,
// which a file can hold as escapes ("\e").
func (r *Reader) checkTexts(n *yaml.Node) {
	if what := value.FindControl(n.Value, true); what != "" {
		r.Fault(n, "%q holds %s: want text without control characters", n.Value, what)
	}
	for _, c := range n.Content {
		r.checkTexts(c)
	}
}

// Mapping calls visit for the entries of a mapping, in the order of the file. A node that
// is not a mapping is a fault. Keys that are lists or mappings and repeated keys are faults
// too, and are not visited.
func (r *Reader) Mapping(n *yaml.Node, visit func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.Fault(n, "not a mapping: want keys with values")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.Fault(key, "key is not a scalar: want a text as the key")
		case seen[key.Value]:
			r.Fault(key, "key %q appears twice: want each key once", key.Value)
		default:
			seen[key.Value] = true
			visit(key, value)
		}
	}
}
