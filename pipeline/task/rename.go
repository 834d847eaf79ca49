package task

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
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

// FirstNames returns the task under the names that columns had when it was made, with the steps that it was made
// with; the task itself if neither has changed since.
func (t *Task) FirstNames() *Task {
	if len(t.Provenance.Renamed) == 0 && t.Provenance.Recorded == nil || t.Plan == nil {
		return t
	}
	first := *t
	first.Plan, first.Steps = t.Plan.FirstColumns(t.Provenance.Renamed), t.Provenance.Recorded
	if first.Steps == nil {
		first.Steps = slices.Clone(t.Steps)
		for _, r := range slices.Backward(t.Provenance.Renamed) {
			for i := range first.Steps {
				renameStep(&first.Steps[i], r.Node, r.To, r.From)
			}
		}
	}
	first.Provenance.Renamed, first.Provenance.Recorded = nil, nil
	return &first
}

// WithSteps returns the task with the steps that tools give now, if these say what its own say: they differ, but
// in nothing than the order of lists and of the steps of a node, and in numbers that one of them writes as texts.
// Older versions listed rows in the order of files, or wrote numbers otherwise. It returns nil for any other
// steps. The task keeps its ID, because it keeps the steps that it was made with.
func (t *Task) WithSteps(steps []plan.Step) *Task {
	if !sameSteps(t.Steps, steps) {
		return nil
	}
	a, errA := json.Marshal(t.Steps)
	b, errB := json.Marshal(steps)
	if errA != nil || errB != nil || bytes.Equal(a, b) {
		return nil
	}
	now := *t
	now.Steps = steps
	now.Provenance.Recorded = t.FirstNames().Steps
	return &now
}

// KeepsRecorded reports whether the steps of a task say what those say that it was made with, see
// [Task.WithSteps]; true for a task that has them still.
func (t *Task) KeepsRecorded() bool {
	if t.Provenance.Recorded == nil {
		return true
	}
	now := *t
	now.Provenance.Recorded = nil
	return sameSteps(now.FirstNames().Steps, t.Provenance.Recorded)
}

// sameSteps reports whether steps say the same; false if one is no JSON.
func sameSteps(was, is []plan.Step) bool {
	a, errA := json.Marshal(was)
	b, errB := json.Marshal(is)
	return errA == nil && errB == nil && SameJSON(a, b)
}

// SameJSON reports whether JSON says the same: with lists in any order, and numbers that one of them writes as
// texts. Two texts that write one number differ: version 1.10 is not version 1.1. What is no JSON says the same if
// its bytes are the same.
func SameJSON(a, b json.RawMessage) bool {
	was, errA := decoded(a)
	is, errB := decoded(b)
	if errA != nil || errB != nil {
		return bytes.Equal(a, b)
	}
	return same(was, is)
}

// same is [SameJSON] of decoded JSON.
func same(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(ordered(a), ordered(b), same)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, same)
	case string:
		if b, ok := b.(string); ok {
			return a == b
		}
	}
	return essenceOf(a) == essenceOf(b)
}

// ordered returns the items of a list by what they say, and those that say one number by how they write it.
func ordered(list []any) []any {
	type keyed struct {
		key  [2]string
		item any
	}
	all := make([]keyed, len(list))
	for i, item := range list {
		all[i] = keyed{[2]string{essenceOf(item), fmt.Sprint(item)}, item}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return slices.Compare(a.key[:], b.key[:]) })
	items := make([]any, len(list))
	for i := range all {
		items[i] = all[i].item
	}
	return items
}

// Essence returns what JSON says as a text: the same one for lists in any order, and for a number and the texts that
// write it. What is no JSON comes back as it is.
func Essence(j json.RawMessage) string {
	v, err := decoded(j)
	if err != nil {
		return string(j)
	}
	return essenceOf(v)
}

// decoded returns decoded JSON, its numbers as they are written.
func decoded(j json.RawMessage) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(j))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// essenceOf returns decoded JSON as a text, with the items of each list sorted and numbers as fractions.
func essenceOf(v any) string {
	var parts []string
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			parts = append(parts, essenceOf(item))
		}
		slices.Sort(parts)
		return fmt.Sprintf("%q", parts)
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name, essenceOf(v[name]))
		}
		return fmt.Sprintf("{%q}", parts)
	case json.Number:
		return essenceOf(string(v))
	case string:
		if number.MatchString(v) {
			if r, ok := new(big.Rat).SetString(v); ok {
				return r.String()
			}
		}
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(v)
}

// number matches a number as JSON writes it, of a length that a cell has.
var number = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?$`)

// Identity returns the ID that the plan and the steps of a task give it, see [Identify]: as it was made, so that a
// task keeps its ID when a column is renamed or rows come in another order.
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
