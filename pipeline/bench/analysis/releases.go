package analysis

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// EarlierRelease is Second in comparisons of [Releases].
const EarlierRelease = "earlier release"

// Releases compares each evaluated agent with itself, over two releases of a set: its trials on this
// release less those on the earlier one, over the tasks of which it has both. Tasks are those of this
// release. An agent without such a task is left out. Each of the others is First in a comparison with a
// list of tasks, without those that are new. P values are adjusted for all agents. Only o.Level and o.Statutes are
// used. Errors are as for [Analyse].
func Releases(tasks []*task.Task, now, earlier []bench.Mark, o ReportOptions) ([]*PairedComparison, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	s, err := newTaskSet(tasks, o.Statutes)
	if err != nil {
		return nil, err
	}
	marks, _, err := s.groupMarks(now)
	if err != nil {
		return nil, err
	}
	was, _, err := s.groupMarks(earlier)
	if err != nil {
		return nil, err
	}
	pairs := []*PairedComparison{}
	for _, a := range marks.order() {
		b := was[a.agent]
		if b == nil || a.role != score.EvaluatedAgent {
			continue
		}
		c := s.compare(a, b, o.Level)
		if c.Rows[len(c.Rows)-1].Tasks == 0 && c.Twins == nil {
			continue
		}
		c.First, c.Second = a.agent, EarlierRelease
		s.list(c, a, b)
		c.OnlyFirst = nil
		pairs = append(pairs, c)
	}
	adjust(pairs)
	return pairs, nil
}

// WriteReleasesText writes the comparisons of [Releases] for people, one table per rate with a row for each
// agent. The error is the writer's.
func WriteReleasesText(w io.Writer, pairs []*PairedComparison) error {
	return writeTextTables(w, releaseTables(pairs))
}

// WriteReleasesMarkdown writes the tables of [WriteReleasesText] as Markdown. The error is the writer's.
func WriteReleasesMarkdown(w io.Writer, pairs []*PairedComparison) error {
	return writeMarkdownTables(w, releaseTables(pairs))
}

// WriteReleasesLaTeX writes the tables of [WriteReleasesText] for LaTeX with package booktabs. The error is
// the writer's.
func WriteReleasesLaTeX(w io.Writer, pairs []*PairedComparison) error {
	return writeLaTeXTables(w, releaseTables(pairs))
}

// ReleaseTables returns the tables of [WriteReleasesText] that have rows, in their order.
func ReleaseTables(pairs []*PairedComparison) []Table { return exported(releaseTables(pairs)) }

func releaseTables(pairs []*PairedComparison) (tables []table) {
	for i := range metrics {
		m := &metrics[i]
		if len(pairs) == 0 || i > 0 && !slices.ContainsFunc(pairs, func(c *PairedComparison) bool { return overallDifference(c, m).N > 0 }) {
			continue
		}
		t := table{
			name:  "releases-" + strings.ReplaceAll(m.name, ".", "-"),
			title: fmt.Sprintf("%s on the tasks that the earlier release has too, this release less that one, in percent with %s intervals", m.title, formatLevel(pairs[0].Level)),
			head:  append([]string{"agent"}, columns...),
		}
		t.head[2], t.head[3] = "this release", "earlier"
		few := false
		for _, c := range pairs {
			d := overallDifference(c, m)
			few = few || isFew(&d.Estimate)
			t.rows = append(t.rows, append([]string{c.First}, d.cells()...))
		}
		t.noteFew(few)
		tables = append(tables, t)
	}
	return tables
}
