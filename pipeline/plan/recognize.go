package plan

import (
	"errors"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Recognize takes the name of the entity whose record a passage is: of the passages that it reads
// first, the one that states all parts of the entity that it reads second. The domain declares both
// as the subject of the passages, see [domain.PassageSubject]. If no passage states them the reason
// is [Missing], if several do, [Several]; if the passage names no such entity, or several,
// [Underived].
type Recognize struct{}

// Kind implements [Operation].
func (*Recognize) Kind() string { return "recognize" }

func (o *Recognize) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 2 || in[0].Shape != ShapePassages || in[1].Shape != ShapeEntity {
		return Type{}, errors.New("want two inputs: passages and an entity")
	}
	s := d.Passage(in[0].Passages).Subject
	if s == nil || s.Entity != in[1].Entity {
		return Type{}, errors.New("want passages whose subject is such an entity")
	}
	return Type{Shape: ShapeValues, Entity: s.Record}, nil
}

func (o *Recognize) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	stated := ""
	for _, p := range in[0].Passages {
		if !statesAll(p, in[1].Entity) {
			continue
		}
		if stated != "" {
			return nil, Several, nil
		}
		stated = p
	}
	if stated == "" {
		return nil, Missing, nil
	}
	name, ok := x.domain.SubjectReader(x.domain.Passage(in[0].Type.Passages)).Record(stated)
	if !ok {
		return nil, Underived, nil
	}
	return &NodeResult{Entity: []string{name}, Values: []value.Value{value.NewText(name)}}, "", nil
}

// statesAll reports whether a passage has each of the texts, word for word.
func statesAll(passage string, texts []string) bool {
	for _, text := range texts {
		if !strings.Contains(passage, text) {
			return false
		}
	}
	return true
}
