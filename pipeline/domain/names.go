package domain

import (
	"encoding/json"
	"regexp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Slot is the placeholder in a phrase for the entity that the phrase is about.
const Slot = "{}"

// SlotWhich and SlotWho stand for the content of a row in the clause of a column. In a
// statement both are a noun ("a city"). In a question SlotWhich is the noun with "which"
// ("which city"), and SlotWho is "who", for contents that need not be of the column's
// entity type, such as the parties to a contract.
const (
	SlotWhich = "{which}"
	SlotWho   = "{who}"
)

// Stripper returns a function that cuts the matches of Strip from a name of the entity,
// which gives the form in which names are compared. Each expression, in order, cuts its
// first match: the match of its group if it has one, else the whole match. The function is
// safe for concurrent use. Stripper panics on expressions that [Load] refuses.
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

// Extractor returns a function that derives a name from another by Pattern and reports
// false if the pattern does not match. The function is safe for concurrent use. Extractor
// returns nil for a derivation by tool.
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

// Digest identifies the declaration by its contents: domains with equal digests declare the
// same, regardless of the layout and comments of their files.
func (d *Domain) Digest() digest.Digest {
	data, err := json.Marshal(d) // map keys come out sorted
	if err != nil {
		panic("domain: " + err.Error())
	}
	return digest.New("domain").Field("json", data).Sum()
}
