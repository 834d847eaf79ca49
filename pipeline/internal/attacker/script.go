package attacker

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Bounds of the script for written texts.
const (
	maxScriptCalls  = 10 // calls in addition to those of the search
	maxScriptValues = 50 // values in the answer
)

// listPattern recognises a question that asks for a written text: it lists required contents or
// names the kind of text.
var listPattern = regexp.MustCompile(`[（(]6[）)]|\b6[.)] |⑥|六、|(?i:statement of defence|written defence)|答辩状|起诉状`)

// scripts returns the attackers with a fixed script for written texts: alone, and combined with
// an attacker for other questions.
func scripts() []Attacker {
	script := func(ctx context.Context, s *Scene) (attackAnswer, error) {
		l, err := s.follow(ctx)
		if err != nil {
			return attackAnswer{}, err
		}
		cells := s.cellsByMatch(s.distinctCells(l))
		turns, err := s.callDecoy(ctx, l.turns)
		return attackAnswer{s.sentences(texts(cells[:min(maxScriptValues, len(cells))])), turns}, err
	}
	otherwise := func(prefix func(*Scene) string) func(context.Context, *Scene) (attackAnswer, error) {
		cues := overColumns("", prefix, matchingCells)
		return func(ctx context.Context, s *Scene) (attackAnswer, error) {
			if listPattern.MatchString(s.question) {
				return script(ctx, s)
			}
			return cues.answer(ctx, s)
		}
	}
	return []Attacker{
		{Name: "script", Calls: maxSearchCalls + maxScriptCalls + 1, answer: script},
		{Name: "cue-script", Calls: maxSearchCalls + maxScriptCalls + 1, answer: otherwise(nil)},
		{Name: "combo", Calls: maxSearchCalls + maxScriptCalls + 1, Guesses: true, answer: otherwise(guessByForm)},
	}
}

// follow searches and then looks up each entity that the first record names, such as companies
// and offices, once.
func (s *Scene) follow(ctx context.Context) (*callLog, error) {
	if s.followLog != nil {
		return s.followLog, nil
	}
	base, err := s.search(ctx)
	if err != nil {
		return nil, err
	}
	l := &callLog{turns: slices.Clone(base.turns), found: slices.Clone(base.found)}
	if len(base.found) > 0 {
		cells := slices.Clone(base.found[0].cells)
		sortBy(cells, func(c cell) float64 { return s.columnMatch(c.column) })
		for _, c := range cells {
			for _, step := range s.followUps(c) {
				if step.tool.Returns != domain.One || len(l.turns) >= len(base.turns)+maxScriptCalls {
					continue
				}
				if _, err := s.call(ctx, l, step.tool, step.args()); err != nil {
					return nil, err
				}
			}
		}
	}
	s.followLog = l
	return l, nil
}

// followUps returns a lookup for each entity that a cell names.
func (s *Scene) followUps(c cell) (all []nameLookup) {
	if c.column == nil || c.column.Entity == "" || strings.Contains(c.column.Entity, ".") {
		return nil
	}
	names := []string{c.text}
	for _, sep := range c.column.Separators {
		var split []string
		for _, n := range names {
			split = append(split, strings.Split(n, sep)...)
		}
		names = split
	}
	for i := range s.env.Domain.Tools {
		t := &s.env.Domain.Tools[i]
		if t.Kind != domain.Lookup {
			continue
		}
		m := slices.IndexFunc(t.Match, func(m domain.LookupMatch) bool {
			return len(m.Inputs) == 1 && entityType(s.env.Domain, t, m.Columns) == c.column.Entity
		})
		if m < 0 {
			continue
		}
		for _, n := range names {
			if n = strings.TrimSpace(n); n != "" {
				all = append(all, nameLookup{tool: t, inputs: t.Match[m].Inputs, names: []string{n}})
			}
		}
	}
	return all
}
