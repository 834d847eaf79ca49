package domain

import (
	"encoding/json"
	"regexp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Slot stands in a phrase for the entity it speaks about.
const Slot = "{}"

// Stripper returns the function that brings a name of the entity to the form in
// which names are compared: without what Strip cuts, the group of an expression
// that has one, else its whole match. Expressions apply in order. The function
// is safe for concurrent use. Stripper panics on expressions that [Load] would
// have refused.
func (e *EntityType) Stripper() func(name string) string {
	cuts := make([]*regexp.Regexp, len(e.Strip))
	for i, expr := range e.Strip {
		cuts[i] = regexp.MustCompile(expr)
	}
	return func(name string) string {
		for _, re := range cuts {
			m := re.FindStringSubmatchIndex(name)
			if m == nil {
				continue
			}
			from, to := m[0], m[1]
			if len(m) > 2 {
				from, to = m[2], m[3]
			}
			if from >= 0 {
				name = name[:from] + name[to:]
			}
		}
		return name
	}
}

// Extractor returns the function that derives one name from another by Pattern,
// or reports false where the pattern finds none. The function is safe for
// concurrent use. Extractor returns nil for a derivation by tool.
func (v *Derivation) Extractor() func(name string) (string, bool) {
	if v.Pattern == "" {
		return nil
	}
	re := regexp.MustCompile(v.Pattern)
	return func(name string) (string, bool) {
		m := re.FindStringSubmatch(name)
		if m == nil || m[1] == "" {
			return "", false
		}
		return m[1], true
	}
}

// Digest names the declaration by its contents: two domains with the same digest
// declare the same, however their files are laid out or commented.
func (d *Domain) Digest() digest.Digest {
	data, err := json.Marshal(d) // map keys come out sorted
	if err != nil {
		panic("domain: " + err.Error())
	}
	return digest.New("domain").Field("json", data).Sum()
}
