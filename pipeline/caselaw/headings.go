package caselaw

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// A role is what stands below a heading.
type role string

// The closed set of roles: keys of headings.yaml.
const (
	roleFacts     role = "facts"
	roleClaims    role = "claims"
	roleOutcome   role = "outcome"
	roleFocus     role = "focus"
	roleReasoning role = "reasoning"
	roleCitations role = "citations"
	roleRemarks   role = "remarks"
	roleID        role = "id"
	roleTitle     role = "title"
	roleCause     role = "cause"
	roleCourt     role = "court"
	roleDecided   role = "decided"
	roleHappened  role = "happened"
	roleWithdrawn role = "withdrawn"
	roleHeading   role = "heading"
	roleText      role = "text"
	roleIgnored   role = "ignored"
)

var roles = []role{
	roleFacts, roleClaims, roleOutcome, roleFocus, roleReasoning, roleCitations, roleRemarks, roleID, roleTitle,
	roleCause, roleCourt, roleDecided, roleHappened, roleWithdrawn, roleHeading, roleText, roleIgnored,
}

// headingsFile is the name of the file that adds headings.
const headingsFile = "headings.yaml"

//go:embed headings.yaml
var shippedHeadings []byte

// headings are the roles of headings, by the heading as bare writes it.
type headings map[string]role

// readHeadings returns the shipped headings and those of a file, whose roles go before; nil
// data is no file. The error lists all faults with their lines.
func readHeadings(name string, data []byte) (headings, error) {
	h := headings{}
	if err := h.add(headingsFile, shippedHeadings); err != nil {
		return nil, fmt.Errorf("embedded %w", err)
	}
	if data == nil {
		return h, nil
	}
	return h, h.add(name, data)
}

func (h headings) add(name string, data []byte) error {
	r := yamlmap.Reader{Name: name}
	r.Document(data, func(key, value *yaml.Node) {
		role := role(key.Value)
		if !slices.Contains(roles, role) {
			r.Fault(key, "key %q: want one of %v", key.Value, roles)
			return
		}
		if value.Kind != yaml.SequenceNode {
			r.Fault(value, "%s: want a list of headings", key.Value)
			return
		}
		for _, n := range value.Content {
			if n.Kind != yaml.ScalarNode || bare(n.Value) == "" {
				r.Fault(n, "heading %q: want a text with letters", n.Value)
				continue
			}
			h[bare(n.Value)] = role
		}
	})
	return r.Err()
}

// of returns the role of a heading; known is false for a heading that has none.
func (h headings) of(heading string) (r role, known bool) {
	r, known = h[bare(heading)]
	return r, known
}

// bare writes a heading without numbering, brackets, punctuation, space and case.
func bare(heading string) string {
	heading = strings.TrimLeftFunc(heading, func(r rune) bool { return !unicode.IsLetter(r) })
	if number, rest, ok := strings.Cut(heading, "、"); ok && strings.Trim(number, "一二三四五六七八九十") == "" {
		heading = rest
	}
	if number, rest, ok := strings.Cut(strings.TrimSpace(heading), "）"); ok && strings.Trim(number, "一二三四五六七八九十") == "" {
		heading = rest
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
