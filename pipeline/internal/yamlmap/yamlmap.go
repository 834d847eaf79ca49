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
)

// Reader reads one file and collects its faults. It must not be used by several
// goroutines at once.
type Reader struct {
	// Name is what faults call the file.
	Name string

	faults []fault
}

type fault struct {
	line int
	text string
}

// Fault records what is wrong at a node, as "what is wrong: what was wanted". A node
// without a line, such as the zero node, stands for the whole file.
func (r *Reader) Fault(n *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, fault{max(n.Line, 1), fmt.Sprintf(format, args...)})
}

// Err returns all faults so far by line, those of one line in the order they were
// recorded, each as `name:line: what is wrong: what was wanted`; nil if there are none.
func (r *Reader) Err() error {
	all := slices.SortedStableFunc(slices.Values(r.faults), func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	errs := make([]error, len(all))
	for i, f := range all {
		errs[i] = fmt.Errorf("%s:%d: %s", r.Name, f.line, f.text)
	}
	return errors.Join(errs...)
}

// syntax finds the line in an error of the YAML reader.
var syntax = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// Document visits the entries of the mapping that a file holds, as [Reader.Mapping]
// does, and returns its node: a zero node if the file is empty or is not YAML, which
// is a fault.
func (r *Reader) Document(data []byte, visit func(key, value *yaml.Node)) *yaml.Node {
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
		r.Fault(&more, "more than one document: want one")
	}
	r.Mapping(doc.Content[0], visit)
	return doc.Content[0]
}

// Mapping visits the entries of a mapping in the order of the file. Another kind of node
// is a fault, and so are keys that are lists or mappings and repeated keys, which are not
// visited.
func (r *Reader) Mapping(n *yaml.Node, visit func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.Fault(n, "no mapping: want keys with values")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.Fault(key, "a key is no text: want one")
		case seen[key.Value]:
			r.Fault(key, "key %q appears twice: want it once", key.Value)
		default:
			seen[key.Value] = true
			visit(key, value)
		}
	}
}
