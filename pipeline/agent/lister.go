package agent

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Lister lists everything it can get for whatever in the question looks like a
// name, without understanding it: it asks every lookup for every such piece of
// text, with all columns, and answers with every value that came back, one a
// line. Calls that found nothing stand in the transcript with their fault, the first
// two hundred of them: it makes tens of thousands for a long question in Chinese.
type Lister struct{}

// Solve implements [Agent].
func (Lister) Solve(ctx context.Context, question string, tools tool.Caller, env Env) (*Transcript, error) {
	l := &listerRun{ctx: ctx, tools: tools, seenValues: map[string]bool{}}
	if env.Domain != nil {
		var names []any // as arguments
		for _, name := range CandidateNames(question) {
			names = append(names, name)
		}
		places := CandidateRegions(question)
		for i := range env.Domain.Tools {
			if t := &env.Domain.Tools[i]; t.Kind == domain.Lookup {
				if err := l.lookup(t, names, places); err != nil {
					return nil, err
				}
			}
		}
	}
	return finishedTranscript(strings.Join(l.values, "\n"), l.turns), nil
}

// listerRun is one run of a Lister.
type listerRun struct {
	ctx        context.Context
	tools      tool.Caller
	turns      []Turn
	values     []string
	seenValues map[string]bool // of values
	misses     int             // calls that found nothing
}

// maxMissesKept is how many calls that found nothing a transcript keeps. It is many times
// as many as any plan has calls, so whoever counts calls has counted enough.
const maxMissesKept = 200

// lookup asks one tool for every name its inputs could take.
func (l *listerRun) lookup(t *domain.Tool, names []any, places [][]string) error {
	asked := map[string]bool{}
	for _, m := range t.Match {
		key := strings.Join(m.Inputs, "\x00")
		if asked[key] {
			continue
		}
		asked[key] = true
		args := map[string]any{} // for all calls: they only read it
		if len(m.Inputs) == 1 {
			for _, name := range names {
				args[m.Inputs[0]] = name
				if err := l.call(t, args); err != nil {
					return err
				}
			}
			continue
		}
		for _, place := range places {
			if len(place) != len(m.Inputs) {
				continue
			}
			for i, in := range m.Inputs {
				args[in] = place[i]
			}
			if err := l.call(t, args); err != nil {
				return err
			}
		}
	}
	return nil
}

// call makes one call and keeps what it found.
func (l *listerRun) call(t *domain.Tool, args map[string]any) error {
	r, err := l.tools.Call(l.ctx, tool.Call{Tool: t.Name, Args: args})
	if err != nil {
		return err
	}
	if r.Empty() {
		if l.misses++; l.misses > maxMissesKept {
			return nil
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		return err
	}
	text := r.Text()
	l.turns = append(l.turns, Turn{Tool: t.Name, Arguments: b, Observation: text, Fault: r.Fault})
	if r.Empty() {
		return nil
	}
	for _, c := range score.Cells([]string{text}) {
		if v := strings.TrimSpace(c.Text); v != "" && !l.seenValues[v] {
			l.seenValues[v] = true
			l.values = append(l.values, v)
		}
	}
	return nil
}
