package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// needed checks that the answer requires the whole plan: neither the question nor a row
// that a start names gives it away, the question names nothing that a step finds, no chain of
// fewer lookups leads to it, and no step can be left out. Of a template it checks that each step leads
// to what is asked for.
//
// The search for shorter chains calls the tools and shares its results between tasks.
// Programs without one of the steps are evaluated over whole tables.
func (p *prover) needed(ctx context.Context, t *task.Task) (Finding, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if t.Plan.Template != "" {
		return p.onlyProgram(t)
	}
	base := p.relational.evaluate(t.Plan)
	if base.reason != "" {
		return Finding{Fault: string(base.reason) + ": " + base.detail}, nil
	}
	if fault := p.given(t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if fault := p.named(t, base); fault != "" {
		return Finding{Fault: fault}, nil
	}
	search, fault, err := p.search(ctx, t)
	if err != nil || fault != "" {
		return Finding{Fault: fault}, err
	}
	if fault, err := p.stated(t, base); fault != "" || err != nil {
		return Finding{Fault: fault}, err
	}
	if fault, err := p.recorded(t, base); fault != "" || err != nil {
		return Finding{Fault: fault}, err
	}
	verdict := p.compareRivals(base, t.Plan, alternative.Dropped(p.Domain, t.Plan))
	if verdict.agreeing != nil {
		return Finding{Fault: fmt.Sprintf("droppable: %s: without it the answer is the same", verdict.agreeing)}, nil
	}
	return Finding{Certificate: searched(search) + "; " + verdict.String("no step to drop", "dropped step")}, nil
}

// given reports a fault if the question states an answer in any of its spellings. Two kinds
// of answers are exempt: the entity that a comparison chooses, because the question names
// both entities, and a yes or no.
func (p *prover) given(t *task.Task) string {
	question := value.Fold(t.Question + "\n" + t.Draft)
	named := map[string]bool{}
	for _, a := range t.Plan.Answers {
		if n := t.Plan.Node(a.From); n.Do.Kind() == "compare" {
			for _, e := range t.Entities {
				for _, part := range e.Name {
					named[part] = true
				}
			}
		}
	}
	for i := range t.AnswerValues {
		a := &t.AnswerValues[i]
		if a.Kind == value.Truth {
			continue
		}
		for _, text := range append([]string{a.Text}, a.Aliases...) {
			if text != "" && !named[a.Text] && strings.Contains(question, value.Fold(text)) {
				return fmt.Sprintf("given: the question says %q, which is an answer", text)
			}
		}
	}
	return ""
}

// named reports a fault if the question or the draft names an entity that a lookup finds and
// from which the plan goes on, because an agent could then begin there. What a derivation reads
// off a name stands in that name, a comparison chooses between entities that the question names,
// and a chain that returns to its start is left to the check "unique". A name of several parts is
// named if all of them are.
func (p *prover) named(t *task.Task, base *evaluation) string {
	question := value.Fold(t.Question + "\n" + t.Draft)
	says := func(part string) bool { return part != "" && standsIn(question, value.Fold(part)) }
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		r := base.of(n.Name)
		if r == nil || len(r.name) == 0 || !slices.ContainsFunc(t.Plan.Nodes, func(next plan.Node) bool { return slices.Contains(next.From, n.Name) }) {
			continue
		}
		switch n.Do.(type) {
		case *plan.Start, *plan.Derive, *plan.Compare:
			continue
		}
		isStart := slices.ContainsFunc(t.Plan.Entities(), func(start plan.Start) bool { return slices.Equal(start.Value, r.name) })
		if !isStart && !slices.ContainsFunc(r.name, func(part string) bool { return !says(part) }) {
			return fmt.Sprintf("named: the question says %q, which the plan finds at %s", strings.Join(r.name, " "), n.Name)
		}
	}
	return ""
}

// standsIn reports whether a name stands in a text by itself: 3 does not stand in 55439, nor in a
// word.
func standsIn(text, name string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		if !isJoined(text[:at], name) && !isJoined(name, text[at+len(name):]) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		from = at + size
	}
}

// isJoined reports whether two texts would read as one number or one word of ASCII if they stood
// next to each other.
func isJoined(before, behind string) bool {
	if before == "" || behind == "" {
		return false
	}
	a, b := before[len(before)-1], behind[0]
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	letter := func(c byte) bool { return c >= 'a' && c <= 'z' }
	return (digit(a) || letter(a)) && (digit(b) || letter(b))
}

// search searches for shorter chains to the answers that the tools give.
func (p *prover) search(ctx context.Context, t *task.Task) (alternative.Search, string, error) {
	x, err := plan.NewExecutor(p.Domain, p.Tools, t.Plan)
	if err != nil {
		return alternative.Search{}, "invalid: " + err.Error(), nil
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil {
		return alternative.Search{}, "", err
	}
	if reason != "" {
		return alternative.Search{}, string(reason) + ": the tools give no answer", nil
	}
	searcher, err := p.searcher()
	if err != nil {
		return alternative.Search{}, "", err
	}
	s := searcher.Shorter(trace)
	switch {
	case s.Found == nil:
		return s, "", nil
	case len(s.Found.Chain) == 1:
		return s, "start: " + s.Found.String(), nil
	}
	return s, "shorter: " + s.Found.String(), nil
}

func searched(s alternative.Search) string {
	if s.Lookups == 0 {
		return "nothing is nearer than one lookup"
	}
	return fmt.Sprintf("nothing nearer than %d lookups gives the answer", s.Lookups+1)
}

// stated reports a fault if an answer is part of a text in a row that one lookup of a start
// returns. It exempts the row that the plan itself takes the answer from after one lookup.
// Answers that are whole cells are left to the search.
func (p *prover) stated(t *task.Task, base *evaluation) (string, error) {
	texts := func(from string) []string {
		if r := base.of(from); r != nil && !slices.ContainsFunc(r.data, func(d datum) bool { return d.kind != value.Text }) {
			return textsIn(r.data)
		}
		return nil
	}
	rows := func(spec *domain.Tool, entity string, name []string) ([]int, error) {
		return p.relational.lookupEach(spec, entity, [][]string{name})[0].rows, nil
	}
	row, err := soundness.GivenAway(p.Corpus, t.Plan, texts, rows)
	if row == nil || err != nil {
		return "", err
	}
	return fmt.Sprintf("start: %s gives about %s a row in which %s stands", row.Tool, strings.Join(row.Name, " "), strings.Join(row.Texts, "、")), nil
}

// recorded reports a fault if a column holds a value that the plan reads from a text, see
// [soundness.Recorded].
func (p *prover) recorded(t *task.Task, base *evaluation) (string, error) {
	stated := func(from string) (value.Value, bool) {
		r := base.of(from)
		if r == nil || len(r.data) != 1 {
			return value.Value{}, false
		}
		d := r.data[0]
		if d.kind == value.Number {
			v, ok := value.ParseNumber(d.text, d.unit)
			return v, ok
		}
		return value.Value{Kind: d.kind, Text: d.text}, true
	}
	subject := func(node string) (string, []string) {
		r := base.of(node)
		return r.entity, r.name
	}
	rows := func(spec *domain.Tool, entity string, name []string) ([]int, error) {
		return p.relational.lookupEach(spec, entity, [][]string{name})[0].rows, nil
	}
	row, err := soundness.Recorded(p.Corpus, t.Plan, stated, subject, rows)
	if row == nil || err != nil {
		return "", err
	}
	return fmt.Sprintf("start: %s gives about %s a row that holds %s, which the plan reads from a text", row.Tool, strings.Join(row.Name, " "), row.Texts[0]), nil
}
