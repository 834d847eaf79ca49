package society

import (
	_ "embed"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Cause is a cause of action.
type Cause struct {
	Name   string                // in the world's language
	Matter statute.SubjectMatter // subject area
	weight int
	sues   int // how often the related company is the plaintiff, in percent
	person int // how often the plaintiff is a person where the company is not, in percent
	kind   causeKind
}

type causeKind string

const (
	civil          causeKind = ""
	patent         causeKind = "patent"
	administrative causeKind = "administrative"
)

//go:embed causes.yaml
var causesYAML []byte

// causes reads the causes in a language. The embedded file is well formed, as a test shows.
func causes(language string) []Cause {
	var read []struct {
		ZH, EN               string
		Matter               statute.SubjectMatter
		Weight, Sues, Person int
		Kind                 causeKind
	}
	if err := yaml.Unmarshal(causesYAML, &read); err != nil {
		panic("embedded causes: " + err.Error())
	}
	all := make([]Cause, len(read))
	for i, c := range read {
		all[i] = Cause{Name: c.ZH, Matter: c.Matter, weight: c.Weight, sues: c.Sues, person: c.Person, kind: c.Kind}
		if language == "en" {
			all[i].Name = c.EN
		}
	}
	return all
}
