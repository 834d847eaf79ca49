package published

import (
	"fmt"
	"io"
	"strings"
)

// TaskLine is what became of one task. It is a record.
type TaskLine struct {
	// Task is the task's ID, Type the published type.
	Task, Type string
	// Recovered is the outcome over the recovered tables, Recorded over the tables
	// completed by recorded calls; nil where no program is.
	Recovered, Recorded *ProgramOutcome
	// Entry is the task's; nil where there is none.
	Entry *Entry
}

// ReplayReport is one line a task. It is a record.
type ReplayReport []TaskLine

// total counts lines.
func (r ReplayReport) total(counts func(*TaskLine) bool) int {
	n := 0
	for i := range r {
		if counts(&r[i]) {
			n++
		}
	}
	return n
}

// verdicts counts the outcomes of a column that have one of the verdicts.
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

// WriteText writes the report for people: totals, then a line a task. No text of a
// task and no name is in it. A lookup counted as known was recorded, so that what it
// finds in the whole tables is known; where all of a program's are, a disagreement
// is not for rows that were not recovered.
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

// Covered reports whether a program asks all that the task does.
func (l *TaskLine) Covered() bool { return l.Entry != nil && l.Entry.Lacks == "" }

// write writes the line, and what is said of the program below it.
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

// known says how many of the lookups over the completed tables were recorded.
func (l *TaskLine) known() string {
	if l.Recorded == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d", l.Recorded.Recorded, l.Recorded.Lookups)
}

// String returns the outcome in a few words, without names.
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
