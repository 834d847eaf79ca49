package review

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
)

// WriteText writes the report for people, as tables with aligned columns. An undefined
// figure is "-", an interval is in brackets, which say "too few" below [agreement.MinUnits]
// tasks, and characters of names and notes that would
// be invisible or move others are written as Go escapes. The error is the writer's.
func (r *StatusReport) WriteText(w io.Writer) error {
	var b bytes.Buffer
	r.writeTypes(&b)
	r.writeReviewers(&b)
	r.writePairs(&b)
	r.writeExam(&b)
	r.writeRest(&b)
	_, err := b.WriteTo(w)
	return err
}

// table writes rows of cells under a head, whose cells have tabs between, the first columns
// to the left and the others to the right.
func table(b *bytes.Buffer, left int, head string, rows [][]string) {
	rows = append([][]string{strings.Split(head, "\t")}, rows...)
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], places(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-places(cell))
			if i < left {
				line.WriteString(cell + gap + "  ")
			} else {
				line.WriteString(gap + cell + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// places is how many places a text takes in a terminal: a Chinese character takes two, and
// a mark that stands on another none.
func places(s string) int {
	n := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

func (r *StatusReport) writeTypes(b *bytes.Buffer) {
	for i, s := range r.Statuses {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%d %s", s.Tasks, s.Status)
	}
	fmt.Fprintf(b, "; a task takes %s\n\n", count(r.Overlap, "vote"))
	var rows [][]string
	for _, t := range r.Types {
		a := t.Agreement
		rows = append(rows, []string{
			t.Type, fmt.Sprint(t.Tasks), fmt.Sprint(t.Approved), fmt.Sprint(t.Rejected), fmt.Sprint(t.Open),
			fmt.Sprint(a.Units), estimate(a.Raw, a.Units), estimate(a.Cohen, a.Units), estimate(a.Fleiss, a.Units), estimate(a.Alpha, a.Units), seconds(t.Seconds),
		})
	}
	table(b, 1, "type\ttasks\tapproved\trejected\topen\tcompared\tagree\tCohen's kappa\tFleiss' kappa\talpha\tseconds", rows)
	all := r.Types[len(r.Types)-1].Agreement
	for _, m := range all.Undefined() {
		fmt.Fprintf(b, "no %s: %s\n", m.Coefficient, m.Reason)
	}
}

func (r *StatusReport) writeReviewers(b *bytes.Buffer) {
	if len(r.Reviewers) == 0 {
		return
	}
	var rows [][]string
	for _, v := range r.Reviewers {
		rows = append(rows, []string{
			printable(v.Name), string(v.Role), fmt.Sprint(v.Votes), fmt.Sprint(v.Approve), fmt.Sprint(v.Reject), fmt.Sprint(v.Doubt),
			fmt.Sprint(v.Edits), fmt.Sprint(v.Tries), proportion(v.With), proportion(v.Upheld), seconds(v.Seconds),
		})
	}
	b.WriteByte('\n')
	table(b, 2, "reviewer\trole\tvotes\tapprove\treject\tdoubt\tedits\ttries\tlike others\tupheld\tseconds", rows)
}

func (r *StatusReport) writePairs(b *bytes.Buffer) {
	if len(r.Pairs) == 0 {
		return
	}
	var rows [][]string
	for _, p := range r.Pairs {
		rows = append(rows, []string{printable(p.A), printable(p.B), fmt.Sprint(p.Tasks), fmt.Sprintf("%.2f", p.Raw), estimate(p.Kappa, p.Tasks)})
	}
	b.WriteByte('\n')
	table(b, 2, "reviewer\tand\tcompared\tagree\tCohen's kappa", rows)
}

func (r *StatusReport) writeRest(b *bytes.Buffer) {
	e := r.Errors
	b.WriteByte('\n')
	if e.Rate.Of > 0 {
		fmt.Fprintf(b, "wrong: %s of tasks decided; %d of %d are to be reviewed\n", proportion(e.Rate), e.Sampled, e.Tasks)
	} else {
		fmt.Fprintf(b, "wrong: no task is decided; %d of %d are to be reviewed\n", e.Sampled, e.Tasks)
	}
	if r.Blind != nil {
		fmt.Fprintf(b, "own answers that agree with the reference: %s\n", proportion(*r.Blind))
	}
	if r.Edits.Tasks > 0 {
		fmt.Fprintf(b, "%s changed:", count(r.Edits.Tasks, "task"))
		for i, p := range r.Edits.Parts {
			fmt.Fprintf(b, "%s %s %d", comma(i), p.Part, p.Edits)
		}
		b.WriteString("; why:" + reasons(r.Edits.Reasons) + "\n")
	}
	if len(r.Rejects) > 0 {
		b.WriteString("rejected for:" + reasons(r.Rejects) + "\n")
	}
	fmt.Fprintf(b, "%s, %s, %d on removed tasks\n", count(r.Decisions, "decision"), count(r.Stale, "outdated vote"), r.UnknownTask)
	for i, g := range r.Guidelines {
		by := "shipped"
		if g.By != "" {
			by = "by " + printable(g.By)
		}
		fmt.Fprintf(b, "guidelines %d, %s: %s\n", i, by, count(g.Votes, "vote"))
	}
	for _, f := range r.Feedback {
		taken := ""
		if f.Taken {
			taken = " (taken up)"
		}
		fmt.Fprintf(b, "not in the guidelines%s, %s on %s: %s\n", taken, printable(f.By), printable(f.Task), printable(f.Note))
	}
}

func reasons(list []ReasonCount) string {
	var b strings.Builder
	for i, c := range list {
		reason := c.Reason
		if reason == "" {
			reason = "not said"
		}
		fmt.Fprintf(&b, "%s %s %d", comma(i), reason, c.Count)
	}
	return b.String()
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// estimate writes a coefficient with its interval, for few units without it.
func estimate(e agreement.IntervalEstimate, units int) string {
	switch {
	case !e.Defined:
		return "-"
	case units < agreement.MinUnits:
		return fmt.Sprintf("%.2f [too few]", e.Value)
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", e.Value, e.Low, e.High)
}

func proportion(p agreement.Proportion) string {
	if p.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d [%.0f %%, %.0f %%]", p.Count, p.Of, 100*p.Low, 100*p.High)
}

func seconds(s float64) string {
	if s == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", s)
}

// printable escapes what a terminal would obey or not show.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			q := fmt.Sprintf("%+q", r)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}
