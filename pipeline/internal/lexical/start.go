package lexical

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// entity is a start entity that a tool knows.
type entity struct {
	types []string // what it may be, in the domain's order of matches
	parts []string // its name
	name  span     // where it stands in the question
}

// start finds the piece of the question that looks most like a name of all that a
// lookup knows; nil if there is none or the calls for that are spent.
func (s *attempt) start(ctx context.Context, question string) (*entity, error) {
	c := &caller{tools: s.calls, left: s.calls.left - s.calls.left/kept}
	for _, p := range s.lexicon.pieces(question, s.calls.left) {
		for i := range s.domain.Tools {
			found, err := s.ask(ctx, c, &s.domain.Tools[i], question[p.from:p.to], p)
			if isNoCalls(err) {
				return nil, nil
			}
			if found != nil || err != nil {
				return found, err
			}
		}
	}
	return nil, nil
}

// ask asks a lookup about a piece under every reading that its inputs have; nil if it
// knows nothing, or is none of those to ask.
func (s *attempt) ask(ctx context.Context, c *caller, t *domain.Tool, text string, p piece) (*entity, error) {
	types := plan.Accepts(s.domain, t)
	if len(types) == 0 {
		return nil, nil
	}
	as := slices.DeleteFunc(slices.Clone(types), func(e string) bool { return !slices.Contains(p.types, e) })
	if (len(as) > 0) != (p.round != others) || s.named(t, types) != (p.round != lists) {
		return nil, nil
	}
	if len(as) > 0 {
		types = as
	}
	inputs := t.Match[0].Inputs
	readings := [][]string{{text}}
	if len(inputs) > 1 {
		readings = splitRegion(text, len(inputs))
	}
	for _, parts := range readings {
		args := map[string]any{}
		for i, in := range inputs {
			args[in] = parts[i]
		}
		if in := columnsInput(t); in != "" {
			args[in] = []any{s.domain.Table(t.Table).Key}
		}
		r, err := c.Call(ctx, tool.Call{Tool: t.Name, Args: args})
		if err != nil {
			return nil, err
		}
		if !r.Empty() {
			return &entity{types: types, parts: parts, name: p.span}, nil
		}
	}
	return nil, nil
}

// named reports whether a tool is one of those that tell best whether a name is known:
// for each entity type those that return one row, and those that return sets where none
// does.
func (s *attempt) named(t *domain.Tool, types []string) bool {
	if t.Returns == domain.One {
		return true
	}
	for i := range s.domain.Tools {
		o := &s.domain.Tools[i]
		if o.Kind == domain.Lookup && o.Returns == domain.One && slices.Contains(plan.Accepts(s.domain, o), types[0]) {
			return false
		}
	}
	return true
}

// columnsInput is the input that takes column names; "" for none.
func columnsInput(t *domain.Tool) string {
	for i := range t.Inputs {
		if t.Inputs[i].Type == domain.InputColumns {
			return t.Inputs[i].Name
		}
	}
	return ""
}

// placePattern is one part of a name of several places.
var placePattern = regexp.MustCompile(`\p{Han}{2,}?[省市区县州盟旗]`)

// provincePattern is what an address begins with.
var provincePattern = regexp.MustCompile(`^\p{Han}{1,4}?[省市]`)

// splitRegion splits a name into so many parts: at commas, in either direction, or behind
// the words for places; one part less has the first twice, as tables write cities
// that are provinces.
func splitRegion(text string, n int) (readings [][]string) {
	parts := strings.Split(text, ", ")
	if len(parts) == 1 {
		parts = placePattern.FindAllString(text, -1)
		if strings.Join(parts, "") != text {
			return nil
		}
	}
	if len(parts) != n && len(parts) != n-1 {
		return nil
	}
	back := slices.Clone(parts)
	slices.Reverse(back)
	for _, p := range [][]string{parts, back} {
		if len(p) < n {
			p = append([]string{p[0]}, p...)
		}
		readings = append(readings, p)
		if !strings.Contains(text, ", ") {
			break
		}
	}
	return readings
}
