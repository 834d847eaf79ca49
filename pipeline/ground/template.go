package ground

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// textGrounder makes the tasks of one template. It is safe for concurrent use.
type textGrounder struct {
	g        *Grounder
	template *domain.Template
	program  *plan.Program
	executor *plan.Executor // of the program; nil if a step draws a day
	finders  startFinders
}

// startFinder finds the rows that a template asks for with its start.
type startFinder struct {
	step  string
	table *corpus.Table
	rows  func(name []string) []int32
}

// startFinders are the lookups that a template makes with its start, in its order, and then the
// records that it takes of it.
type startFinders []startFinder

// fits reports whether the first row of the first lookup holds, in each column, one of the texts.
func (all startFinders) fits(where map[string][]string, name []string) bool {
	for column, texts := range where {
		find := all[0]
		if !slices.Contains(texts, find.table.Cell(int(find.rows(name)[0]), find.table.Column(column)).Text()) {
			return false
		}
	}
	return true
}

// startFinders returns the lookups and records that a template asks for with its start, where
// they must find something.
func (g *Grounder) startFinders(t *domain.Template) (startFinders, error) {
	var lookups, records startFinders
	for _, s := range t.Steps {
		switch {
		case s.Empty || s.Of[0] != domain.TemplateStartName:
		case s.Lookup != "":
			find, err := plan.Finder(g.corpus, s.Lookup, t.Start.Entity)
			if err != nil {
				return nil, err
			}
			lookups = append(lookups, startFinder{s.Name, g.corpus.Table(g.domain.Tool(s.Lookup).Table), find})
		case s.Record != "":
			table := g.corpus.Table(s.Record)
			key := table.Column(table.Spec().Key)
			records = append(records, startFinder{s.Name, table, func(name []string) []int32 { return table.Match(key, name[0]) }})
		}
	}
	return append(lookups, records...), nil
}

func (g *Grounder) newTextGrounder(t *domain.Template) (*textGrounder, error) {
	w := &textGrounder{g: g, template: t, program: plan.TemplateProgram(g.domain, t)}
	var err error
	if w.finders, err = g.startFinders(t); err != nil {
		return nil, err
	}
	if !t.DrawsDay() {
		w.executor, err = plan.NewExecutor(g.domain, g.tools, w.program)
	}
	return w, err
}

// stratum is a group of entities with the same value in one of the template's strata.
type stratum struct {
	value string
	names [][]string
}

// strata groups entities by the value that a column has in the first row of the first lookup,
// the groups in the order of their first entities, and their entities in the order given.
func (all startFinders) strata(names [][]string, column string) []stratum {
	find := all[0]
	var groups []stratum
	at := map[string]int{}
	for _, name := range names {
		text := find.table.Cell(int(find.rows(name)[0]), find.table.Column(column)).Text()
		if _, ok := at[text]; !ok {
			at[text] = len(groups)
			groups = append(groups, stratum{value: text})
		}
		groups[at[text]].names = append(groups[at[text]].names, name)
	}
	return groups
}

// inTurn orders entities so that those of each value of the first column come in turn, and those
// of each such value so that they come in turn by the other columns.
func (all startFinders) inTurn(names [][]string, columns []string) [][]string {
	if len(columns) == 0 || len(names) < 2 {
		return names
	}
	groups := all.strata(names, columns[0])
	for i := range groups {
		groups[i].names = all.inTurn(groups[i].names, columns[1:])
	}
	ordered := make([][]string, 0, len(names))
	for turn := 0; len(ordered) < len(names); turn++ {
		for _, g := range groups {
			if turn < len(g.names) {
				ordered = append(ordered, g.names[turn])
			}
		}
	}
	return ordered
}

// covering orders entities in turn, and then so that each value of each column has its first entity
// before any other entity of the values is drawn, its second before the third, and so on: a law with
// many versions has a task of each before others have many.
func (all startFinders) covering(names [][]string, columns []string) [][]string {
	names = all.inTurn(names, columns)
	round := make(map[string]int, len(names)) // by name, the least of its places among those of its values
	for _, column := range columns {
		for _, group := range all.strata(names, column) {
			for place, name := range group.names {
				if at, ok := round[joined(name)]; !ok || place < at {
					round[joined(name)] = place
				}
			}
		}
	}
	slices.SortStableFunc(names, func(a, b []string) int { return cmp.Compare(round[joined(a)], round[joined(b)]) })
	return names
}

// write finds what the answer about an entity must hold and makes a task of it, or returns the reason
// why the entity does not fit.
func (w *textGrounder) write(ctx context.Context, name []string) (*task.Task, plan.Reason, error) {
	x := w.executor
	if x == nil {
		day := w.day(name)
		if day == "" {
			return nil, plan.Undated, nil
		}
		var err error
		if x, err = plan.NewExecutor(w.g.domain, w.g.tools, w.program.On(day)); err != nil {
			return nil, "", err
		}
	}
	trace, reason, err := x.Run(ctx, name)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	made, reason, err := w.g.draftTask(trace)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	return made, checkKeywordTexts(made), nil
}

// day draws a day strictly inside the interval of one of the rows among which the template
// chooses, so that nobody has to know whether an end belongs to it; "" if no row has both ends.
func (w *textGrounder) day(name []string) string {
	var interval *domain.TemplateInterval
	var of string
	for i := range w.template.Steps {
		if s := &w.template.Steps[i]; s.Covering != nil && len(s.Of) == 1 {
			interval, of = s.Covering, s.Of[0]
		}
	}
	var find startFinder
	for _, f := range w.finders {
		if f.step == of {
			find = f
		}
	}
	type span struct{ begin, end time.Time }
	var spans []span
	for _, row := range find.rows(name) {
		begin, ok := dayAt(find.table, int(row), interval.Begin)
		end, too := dayAt(find.table, int(row), interval.End)
		if ok && too && end.Sub(begin) > 48*time.Hour {
			spans = append(spans, span{begin, end})
		}
	}
	if len(spans) == 0 {
		return ""
	}
	draws := digest.NewDraws("day", fmt.Sprint(w.g.seed), w.template.Name, joined(name))
	s := digest.Pick(draws, spans, func(s span) string { return s.begin.Format(time.DateOnly) })
	days := int(s.end.Sub(s.begin).Hours() / 24)
	return s.begin.AddDate(0, 0, 1+draws.Of("day").IntN(days-2)).Format(time.DateOnly)
}

// dayAt returns the day in a cell; false if it does not hold one.
func dayAt(t *corpus.Table, row int, column string) (time.Time, bool) {
	c := t.Cell(row, t.Column(column))
	if c.State != value.Present || len(c.Values) != 1 || c.Values[0].Kind != value.Date {
		return time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, c.Values[0].Text)
	return day, err == nil
}
