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
	types []string // its possible entity types, in the order of the lookup's matches
	parts []string // its name
	name  span     // the name's bytes in the question
}

// findStart returns the likeliest name of the question that a lookup knows; nil if there is none,
// or if the calls for the search are spent.
func (s *attempt) findStart(ctx context.Context, question string) (*entity, error) {
	c := &caller{tools: s.calls, left: s.calls.left - s.calls.left/reservedShare}
	for _, p := range s.lexicon.namePieces(question, s.calls.left) {
		for i := range s.domain.Tools {
			found, err := s.lookUpName(ctx, c, &s.domain.Tools[i], question[p.from:p.to], p)
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

// lookUpName calls a lookup with a piece, once for each way to split it into the lookup's inputs. It
// returns nil if no call finds rows, or if the piece's round excludes the lookup.
func (s *attempt) lookUpName(ctx context.Context, c *caller, t *domain.Tool, text string, p piece) (*entity, error) {
	types := plan.Accepts(s.domain, t)
	if len(types) == 0 {
		return nil, nil
	}
	as := slices.DeleteFunc(slices.Clone(types), func(e string) bool { return !slices.Contains(p.types, e) })
	if (len(as) > 0) != (p.round != others) || s.isNameLookup(t, types) != (p.round != lists) {
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
			args[in] = []any{s.domain.Table(t.Table).KeyColumns()[0]}
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

// isNameLookup reports whether a tool is one of the lookups that show best whether a name is known:
// for each entity type the lookups of one row, or without such a lookup those of several rows.
func (s *attempt) isNameLookup(t *domain.Tool, types []string) bool {
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

// columnsInput returns the input that takes column names; "" if there is none.
func columnsInput(t *domain.Tool) string {
	for i := range t.Inputs {
		if t.Inputs[i].Type == domain.InputColumns {
			return t.Inputs[i].Name
		}
	}
	return ""
}

// placePattern matches one part of a region's name.
var placePattern = regexp.MustCompile(`\p{Han}{2,}?[省市区县州盟旗]`)

// provincePattern matches the province at the beginning of an address.
var provincePattern = regexp.MustCompile(`^\p{Han}{1,4}?[省市]`)

// splitRegion returns the ways to split a name into n parts: at commas, in either order, or
// after the words for regions. A name with one part too few repeats its first part, as tables
// do for cities with the rank of a province.
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
