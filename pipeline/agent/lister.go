package agent

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Lister answers with everything that the tools return. It calls every lookup with every
// piece of the question that looks like a name, for all columns, and answers with every
// value found, one per line. The transcript has all successful calls and the first 200
// calls that found nothing; a long Chinese question causes tens of thousands of these.
type Lister struct{}

// Solve returns a finished transcript whose summary is the answer. Without a domain in
// env it calls nothing and the answer is empty. The error is that of a tool.
func (Lister) Solve(ctx context.Context, question string, tools tool.Caller, env TrialEnv) (*Transcript, error) {
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
	return finishedTranscript(strings.Join(l.values, "\n"), l.calls), nil
}

// listerRun is one run of a Lister.
type listerRun struct {
	ctx        context.Context
	tools      tool.Caller
	calls      []ObservedCall
	values     []string
	seenValues map[string]bool // of values
	misses     int             // calls that found nothing
}

// maxMissesKept is the number of unsuccessful calls that a transcript keeps, far more
// than any plan has calls.
const maxMissesKept = 200

// lookup calls one tool with every name that its inputs accept.
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

// call makes one call and collects its values.
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
	l.calls = append(l.calls, ObservedCall{Tool: t.Name, Arguments: b, Observation: text, Fault: r.Fault})
	if r.Empty() {
		return nil
	}
	for _, c := range score.ObservedCells([]string{text}) {
		if v := strings.TrimSpace(c.Text); v != "" && !l.seenValues[v] {
			l.seenValues[v] = true
			l.values = append(l.values, v)
		}
	}
	return nil
}
