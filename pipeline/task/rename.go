package task

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Renamed returns the task under the names that columns have in a domain, as its renames say. Only plan, steps
// and Provenance.Renamed are other ones. The result is the task itself if nothing of it was renamed, if its plan
// does not fit the domain under any names, or if its first names could not be told from its new ones.
func (t *Task) Renamed(d *domain.Domain) *Task {
	if t.Plan == nil {
		return t
	}
	p, names := t.Plan.RenamedColumns(d)
	now := *t
	now.Plan, now.Steps = p, slices.Clone(t.Steps)
	now.Provenance.Renamed = slices.Clone(t.Provenance.Renamed)
	for _, r := range names {
		changed := slices.Contains(t.Plan.Node(r.Node).Columns(), r.From)
		for i := range now.Steps {
			changed = renameStep(&now.Steps[i], r.Node, r.From, r.To) || changed
		}
		if changed {
			now.Provenance.Renamed = append(now.Provenance.Renamed, r)
		}
	}
	if len(now.Provenance.Renamed) == len(t.Provenance.Renamed) {
		return t
	}
	was, err := t.Identity()
	if is, err2 := now.Identity(); err != nil || err2 != nil || is != was {
		return t
	}
	return &now
}

// FirstNames returns the task under the names that columns had when it was made; the task itself if none was
// renamed since.
func (t *Task) FirstNames() *Task {
	if len(t.Provenance.Renamed) == 0 || t.Plan == nil {
		return t
	}
	first := *t
	first.Plan, first.Steps = t.Plan.FirstColumns(t.Provenance.Renamed), slices.Clone(t.Steps)
	for _, r := range slices.Backward(t.Provenance.Renamed) {
		for i := range first.Steps {
			renameStep(&first.Steps[i], r.Node, r.To, r.From)
		}
	}
	first.Provenance.Renamed = nil
	return &first
}

// Identity returns the ID that the plan and the steps of a task give it, see [Identify]: under the first names of
// columns, so that a task keeps its ID when one is renamed.
func (t *Task) Identity() (string, error) {
	first := t.FirstNames()
	return Identify(first.Plan, first.Steps)
}

// renameStep renames a column in a step of a node, where the call asks for columns and where rows are returned.
// It reports whether the step has it.
func renameStep(s *plan.Step, node, from, to string) bool {
	if s.Node != node {
		return false
	}
	asked := renameText(s.Arguments, from, to, func(place jsonPlace) bool { return place == listItem })
	returned := renameText(s.Observation, from, to, func(place jsonPlace) bool { return place == objectKey })
	if asked == nil && returned == nil {
		return false
	}
	if asked != nil {
		s.Arguments = asked
	}
	if returned != nil {
		s.Observation = returned
	}
	return true
}

// jsonPlace is where a text stands in JSON.
type jsonPlace int

const (
	elsewhere jsonPlace = iota
	listItem
	objectKey
)

// renameText returns JSON with another text in the places wanted, and every other byte as it is; nil if the text
// stands in none, or for JSON that is malformed.
func renameText(j json.RawMessage, from, to string, wanted func(jsonPlace) bool) json.RawMessage {
	text, err := json.Marshal(to)
	if err != nil {
		return nil
	}
	var out []byte
	done := 0                               // bytes of j that out has, or that were replaced
	type level struct{ object, value bool } // value: the next token is the value of a member
	var levels []level
	d := json.NewDecoder(bytes.NewReader(j))
	d.UseNumber()
	for {
		before := int(d.InputOffset())
		token, err := d.Token()
		if err != nil {
			break
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			levels = levels[:len(levels)-1]
			continue
		}
		place := elsewhere
		if n := len(levels); n > 0 {
			switch top := &levels[n-1]; {
			case !top.object:
				place = listItem
			case top.value:
				top.value = false
			default:
				place, top.value = objectKey, true
			}
		}
		if delim, ok := token.(json.Delim); ok {
			levels = append(levels, level{object: delim == '{'})
			continue
		}
		if s, ok := token.(string); ok && s == from && wanted(place) {
			end := int(d.InputOffset())
			begin := before + bytes.IndexByte(j[before:end], '"')
			out = append(append(out, j[done:begin]...), text...)
			done = end
		}
	}
	if out == nil || !json.Valid(j) {
		return nil
	}
	return append(out, j[done:]...)
}
