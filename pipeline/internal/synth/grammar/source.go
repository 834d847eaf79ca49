package grammar

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// source holds the files of a grammar while they are read.
type source struct {
	file   string // name of the file being read
	rules  []*draft
	byName map[string]*draft
	faults []error
}

// draft is a rule as written in a file.
type draft struct {
	name         string
	file         string
	line         int
	alternatives []written
}

// written is an alternative as written in a file.
type written struct {
	line   int
	weight int
	name   string
	pieces []piece
}

// mostWeight bounds a weight, so that no sum of weights overflows.
const mostWeight = 1_000_000

// fault records a fault at a line of a file.
func (s *source) fault(file string, line int, what, wanted string) {
	s.faults = append(s.faults, fmt.Errorf("%s:%d: %s: want %s", file, line, what, wanted))
}

// err returns all recorded faults, or nil.
func (s *source) err() error { return errors.Join(s.faults...) }

// syntaxLine matches the line number in an error of the YAML decoder.
var syntaxLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// add reads one file.
func (s *source) add(file string, data []byte) {
	s.file = file
	if line, what := yamlmap.CheckText(data); what != "" {
		s.fault(file, line, what, yamlmap.WantedText)
		return
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, rest yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		s.fault(file, 1, "the file is empty", "rules")
		return
	case err != nil:
		m := syntaxLine.FindStringSubmatch(strings.SplitN(err.Error(), "\n", 2)[0])
		line, err := strconv.Atoi(m[1])
		if err != nil {
			line = 1
		}
		s.fault(file, line, m[2], "YAML")
		return
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		s.fault(file, top.Line, "the file holds no mapping", "names of rules, each with a list of alternatives")
		return
	}
	if err := dec.Decode(&rest); !errors.Is(err, io.EOF) {
		s.fault(file, max(rest.Line, top.Line), "the file holds several documents", "one")
		return
	}
	for i := 0; i < len(top.Content); i += 2 {
		s.rule(top.Content[i], top.Content[i+1])
	}
}

// ruleName matches a valid name of a rule.
var ruleName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// rule reads a rule.
func (s *source) rule(key, list *yaml.Node) {
	d := &draft{name: key.Value, file: s.file, line: key.Line}
	if key.Kind != yaml.ScalarNode || !ruleName.MatchString(d.name) {
		s.fault(s.file, key.Line, fmt.Sprintf("a rule called %q", d.name), "a name in a-z, 0-9 and _ that begins with a letter")
		return
	}
	if old := s.byName[d.name]; old != nil {
		s.fault(s.file, key.Line, fmt.Sprintf("rule %s stands at %s:%d already", d.name, old.file, old.line), "it once")
		return
	}
	if s.byName == nil {
		s.byName = map[string]*draft{}
	}
	s.byName[d.name] = d
	s.rules = append(s.rules, d)
	if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		s.fault(s.file, key.Line, fmt.Sprintf("rule %s has no list of alternatives", d.name), "at least one")
		return
	}
	seen := map[string]int{}
	for _, n := range list.Content {
		w, text, ok := s.alternative(n)
		if !ok {
			continue
		}
		if what := value.FindControl(text, true); what != "" {
			s.fault(s.file, n.Line, fmt.Sprintf("%q holds %s", text, what), "text without control characters")
			continue
		}
		if text == "" {
			s.fault(s.file, n.Line, "an empty alternative", "a text; what may be left out is {rule?}")
			continue
		}
		if line, ok := seen[text]; ok {
			s.fault(s.file, n.Line, fmt.Sprintf("%q stands at line %d already", text, line), "it once; weight makes it more frequent")
			continue
		}
		seen[text] = n.Line
		pieces, bad := parse(text)
		if bad != nil {
			s.fault(s.file, n.Line, bad.what, bad.wanted)
			continue
		}
		w.pieces = pieces
		d.alternatives = append(d.alternatives, w)
	}
}

// alternative reads a text, or a text with its weight and name.
func (s *source) alternative(n *yaml.Node) (w written, text string, ok bool) {
	w = written{line: n.Line, weight: 1}
	switch n.Kind {
	case yaml.ScalarNode:
		return w, n.Value, true
	case yaml.MappingNode:
		text, ok = s.mapped(n, &w)
		return w, text, ok
	}
	s.fault(s.file, n.Line, "an alternative that is no text", "a text, or {weight: 2, text: …}")
	return w, "", false
}

// mapped reads a mapping of text, weight and name.
func (s *source) mapped(n *yaml.Node, w *written) (text string, ok bool) {
	ok = true
	bad := func(line int, what, wanted string) {
		s.fault(s.file, line, what, wanted)
		ok = false
	}
	seen := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch {
		case seen[k.Value]:
			bad(k.Line, fmt.Sprintf("%s twice", k.Value), "it once")
		case k.Value != "text" && k.Value != "weight" && k.Value != "name":
			bad(k.Line, fmt.Sprintf("an alternative with the key %q", k.Value),
				`text, weight and name only; a text with a brace at its beginning or ": " in it needs quotes`)
		case v.Kind != yaml.ScalarNode:
			bad(v.Line, k.Value+" is not one word or text", "it written out")
		case k.Value == "text":
			text = v.Value
		case k.Value == "name":
			if w.name = v.Value; !ruleName.MatchString(w.name) {
				bad(v.Line, fmt.Sprintf("an alternative called %q", w.name), "a name in a-z, 0-9 and _ that begins with a letter")
			}
		default:
			weight, err := strconv.Atoi(v.Value)
			if w.weight = weight; err != nil || weight < 1 || weight > mostWeight {
				bad(v.Line, fmt.Sprintf("weight %q", v.Value), fmt.Sprintf("a whole number from 1 to %d", mostWeight))
			}
		}
		seen[k.Value] = true
	}
	if ok && !seen["text"] {
		bad(n.Line, "an alternative without text", "{weight: 2, text: …}")
	}
	return text, ok
}
