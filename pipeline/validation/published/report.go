package published

import (
	"fmt"
	"io"
	"strings"
)

// TaskLine is the result of one task.
type TaskLine struct {
	// Task is the task's ID, Type its published type, such as "2-15-1".
	Task, Type string
	// Recovered is the outcome over the recovered tables, Recorded the outcome over the tables
	// completed by recorded calls; both nil if the task has no program.
	Recovered, Recorded *ProgramOutcome
	// Entry is the task's program with its remarks; nil if there is none.
	Entry *Entry
}

// ReplayReport has one line per task; reports list them in the given order.
type ReplayReport []TaskLine

// total returns the number of lines for which counts is true.
func (r ReplayReport) total(counts func(*TaskLine) bool) int {
	n := 0
	for i := range r {
		if counts(&r[i]) {
			n++
		}
	}
	return n
}

// verdicts returns the number of outcomes of a column with one of the verdicts.
func (r ReplayReport) verdicts(column func(*TaskLine) *ProgramOutcome, verdicts ...Verdict) int {
	return r.total(func(l *TaskLine) bool {
		o := column(l)
		for _, v := range verdicts {
			if o != nil && o.Verdict == v {
				return true
			}
		}
		return false
	})
}

func recovered(l *TaskLine) *ProgramOutcome { return l.Recovered }
func recorded(l *TaskLine) *ProgramOutcome  { return l.Recorded }

// WriteText writes totals and then one line per task. The text contains no question and
// no name of an entity. The column "known" has the number of lookups whose complete
// results are known because they were recorded, and the number of all lookups. If the two
// are equal, missing rows are not the cause of a disagreement. The error is the writer's.
func (r ReplayReport) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "tasks      %4d\n", len(r))
	fmt.Fprintf(&b, "covered    %4d  a program asks what the task does\n", r.total((*TaskLine).Covered))
	fmt.Fprintf(&b, "begun      %4d  a program asks part of it\n\n", r.total(func(l *TaskLine) bool { return l.Entry != nil && !l.Covered() }))
	fmt.Fprintf(&b, "           recovered  recorded\n")
	row := func(name string, verdicts ...Verdict) {
		fmt.Fprintf(&b, "%-9s  %9d  %8d\n", name, r.verdicts(recovered, verdicts...), r.verdicts(recorded, verdicts...))
	}
	row("executed", Agree, Partial, Disagree)
	for _, v := range []Verdict{Agree, Partial, Disagree, Missing, Stopped, Unnamed} {
		row(string(v), v)
	}
	b.WriteString("\nnot agreeing with the recorded calls, by fault\n")
	for _, f := range Faults() {
		fmt.Fprintf(&b, "%-9s  %9s  %8d\n", f, "", r.total(func(l *TaskLine) bool { return l.Entry != nil && l.Entry.Fault == f }))
	}
	b.WriteString("\ntask  type     recovered                     recorded                      known  fault\n")
	for i := range r {
		r[i].write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Covered reports whether the program asks for everything that the task asks for.
func (l *TaskLine) Covered() bool { return l.Entry != nil && l.Entry.Lacks == "" }

// write writes the line and, below it, the remarks on its program.
func (l *TaskLine) write(b *strings.Builder) {
	kind := l.Type
	if kind == "" {
		kind = "writing"
	}
	e := l.Entry
	if e == nil {
		e = &Entry{}
	}
	text := fmt.Sprintf("%-4s  %-7s  %-28s  %-28s  %-5s  %-8s", l.Task, kind, l.Recovered, l.Recorded, l.known(), e.Fault)
	b.WriteString(strings.TrimRight(text, " ") + "\n")
	for _, note := range []struct{ name, text string }{{"lacks", e.Lacks}, {"read", e.Read}, {"why", e.Why}} {
		if note.text != "" {
			fmt.Fprintf(b, "      %-5s  %s\n", note.name, note.text)
		}
	}
}

// known returns the text on how many lookups over the completed tables were recorded.
func (l *TaskLine) known() string {
	if l.Recorded == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d", l.Recorded.Recorded, l.Recorded.Lookups)
}

// String describes the outcome in a few words, without names of entities; "-" for nil.
func (o *ProgramOutcome) String() string {
	if o == nil {
		return "-"
	}
	switch o.Verdict {
	case Missing:
		return fmt.Sprintf("missing %s", o.Table)
	case Stopped:
		return fmt.Sprintf("stopped: %s, %s", o.Op, o.Reason)
	case Partial, Disagree:
		s := fmt.Sprintf("%s %d of %d", o.Verdict, o.Matched, o.Keys)
		if o.Surplus > 0 {
			s += fmt.Sprintf(", %d more", o.Surplus)
		}
		for _, reason := range o.Void {
			s += fmt.Sprintf(", %s", reason)
		}
		return s
	}
	return string(o.Verdict)
}
