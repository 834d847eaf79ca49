package attacker

import (
	"context"
	"slices"
)

// Bounds of the attackers that make many calls.
const (
	maxCrawlCalls    = 124  // calls per question
	maxRankedNumbers = 1000 // numbers passed to the ranking tool
)

// crawlName is the name of the attacker that answers with one random cell of all it found.
const crawlName = "crawl"

// crawlers returns the attackers that look up every entity found, and the entities found there,
// up to a bound; and the attackers that have a tool rank all small numbers, so that every count
// appears in an observation.
func crawlers() []Attacker {
	crawl := func(name string, ranked bool, text func(s *Scene, cells []cell) string) Attacker {
		return Attacker{Name: name, Calls: maxCrawlCalls + 1, answer: func(ctx context.Context, s *Scene) (attackAnswer, error) {
			l, err := s.crawl(ctx)
			if err != nil {
				return attackAnswer{}, err
			}
			turns := l.turns
			if ranked {
				if turns, err = s.callRank(ctx, turns, numbers()); err != nil {
					return attackAnswer{}, err
				}
			}
			return attackAnswer{text(s, s.distinctCells(l)), turns}, nil
		}}
	}
	random := func(s *Scene, cells []cell) string { return s.sentences(texts(s.drawCells("crawl", cells, 1))) }
	combined := crawl("combo-process", true, func(s *Scene, cells []cell) string { return guessByForm(s) + matchingCells(s, cells) })
	combined.Guesses = true
	return []Attacker{
		crawl(crawlName, false, random),
		combined,
		{Name: "rank", Calls: 1, answer: func(ctx context.Context, s *Scene) (attackAnswer, error) {
			turns, err := s.callRank(ctx, nil, numbers())
			return attackAnswer{guessByForm(s), turns}, err
		}},
	}
}

// numbers returns 1 to maxRankedNumbers.
func numbers() []any {
	all := make([]any, maxRankedNumbers)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// crawl searches and then looks up every entity named in a result, breadth first.
func (s *Scene) crawl(ctx context.Context) (*callLog, error) {
	if s.crawlLog != nil {
		return s.crawlLog, nil
	}
	base, err := s.search(ctx)
	if err != nil {
		return nil, err
	}
	l := &callLog{turns: slices.Clone(base.turns), found: slices.Clone(base.found)}
	asked := map[string]bool{}
	for i := 0; i < len(l.found); i++ {
		for _, c := range l.found[i].cells {
			for _, step := range s.followUps(c) {
				key := step.tool.Name
				for _, name := range step.names {
					key += "\x00" + name
				}
				if asked[key] {
					continue
				}
				if len(l.turns) >= maxCrawlCalls {
					s.crawlLog = l
					return l, nil
				}
				asked[key] = true
				if _, err := s.call(ctx, l, step.tool, step.args()); err != nil {
					return nil, err
				}
			}
		}
	}
	s.crawlLog = l
	return l, nil
}
