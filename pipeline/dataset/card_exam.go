package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// isExam reports whether a release holds items of exams. A release of them holds nothing else.
func isExam(r *Release) bool {
	return slices.ContainsFunc(r.Tasks, func(t *task.Task) bool { return t.Derivation != nil })
}

// writeItemExample shows the first item, and the passage that its key rests on.
func (c *card) writeItemExample() {
	t := c.r.Tasks[0]
	c.printf("## Example\n\nAn item (%s, in `%s`):\n\n", escape(t.Type), code(t.Language))
	for line := range strings.Lines(t.Question) {
		if text := escape(line); text != "" {
			c.printf("> %s\n>\n", text)
		}
	}
	c.printf("\nKey: %s. ", quotedList(t.KeyAnswer))
	d := t.Derivation
	if len(d.Quotes) > 0 {
		q := d.Quotes[0]
		c.printf("It rests on the official answer to %s, bytes %d to %d: %s. ", escape(strings.TrimSpace(q.Source+" "+q.Part)), q.First, q.End, quotedList([]string{shorten(q.Text, longestNote)}))
	}
	c.printf("The rule is `%s`.\n\n", code(d.Rule))
}

// writeItemUses writes what a release of exam items is for, and how answers are graded.
func (c *card) writeItemUses() {
	c.printf(`## Uses

For measuring what a model knows of the law of these exams, without tools, and how well
it reasons about a case. Not for advice to anybody; not for saying that a model may
practise law; and not for training a model that is then measured on these items.

## Evaluate a model

1. Load the tasks (below). A model gets the column ` + "`question`" + `, nothing else; its last line
   says in which form to answer.
2. Run ` + "`bench -model NAME -method direct`" + `, or any program of yours.
3. Grade its answers: ` + "`bench score -tasks FILE -answers FILE`" + `.
4. Report both scores with their intervals, beside the level of chance.

### Grading

*Paper* scores are those of LegalBench.PT (arXiv 2502.16357): balanced accuracy within each
field and type for items with one answer, mean F1 for multiple selection and matching,
weighted by the number of questions. *Strict* counts an item only if exactly the right
options are chosen; an answer that hedges is wrong.
`)
}

// writeItemConstruction writes how items are made, of which exams, and what guessing gets.
func (c *card) writeItemConstruction() {
	c.printf(`## Construction

An item is derived from an open question with its official answer, or taken over from a
question with options and a key. The column ` + "`derivation`" + ` says from which question and
part, by which rule and with which draws, and quotes the passages of official answers
that the options are made of: the rule makes the same item again. The types and the
strategy follow LegalBench.PT.

`)
	c.writeFields()
	if c.r.Probes != nil {
		c.printf("### Blind probes\n\nHow often a rule that sees the options alone, and not what is asked, finds the key. Items that rules made are left out until none of the probes beats chance; questions that had their options stay as they are.\n\n%s\n", c.r.Probes.Markdown())
	}
	c.writeItemCertainty()
}

// writeFields counts the items by field of law and type.
func (c *card) writeFields() {
	counts := map[string]map[string]int{}
	for _, t := range c.r.Tasks {
		field := t.Derivation.Field
		if counts[field] == nil {
			counts[field] = map[string]int{}
		}
		counts[field][t.Type]++
		counts[field][""]++
	}
	head := append([]string{"field"}, append(task.ExamTypes(), "all")...)
	var rows [][]string
	for _, field := range sortedFields(counts) {
		row := []string{field}
		if field == "" {
			row[0] = "not stated"
		}
		for _, kind := range task.ExamTypes() {
			row = append(row, fmt.Sprint(counts[field][kind]))
		}
		rows = append(rows, append(row, fmt.Sprint(counts[field][""])))
	}
	c.table(head, rows)
}

// sortedFields returns the fields by name, with the unnamed one last.
func sortedFields(counts map[string]map[string]int) []string {
	var fields []string
	for f := range counts {
		fields = append(fields, f)
	}
	slices.SortFunc(fields, func(a, b string) int {
		if (a == "") != (b == "") {
			return strings.Compare(b, a)
		}
		return strings.Compare(a, b)
	})
	return fields
}

// writeItemCertainty says how people answered the items before they saw the keys, how many keys they
// found wrong, and what rate of wrong keys is excluded by that.
func (c *card) writeItemCertainty() {
	report := c.r.ReviewReport
	if report == nil || report.Exam == nil {
		return
	}
	e := report.Exam
	c.printf("### Keys and people\n\n")
	if a := e.Agreement; a.Units > 0 {
		rows := [][]string{
			{"the same choice", estimate(a.Raw, a.Units)}, {"Cohen's kappa of the choices", estimate(a.Cohen, a.Units)}, {"Krippendorff's alpha", estimate(a.Alpha, a.Units)},
		}
		for _, p := range e.People {
			rows = append(rows, []string{"right answers of " + escape(p.Name), exactShare(p.Right)})
		}
		rows = append(rows, []string{"right answers where all chose the same", exactShare(e.Agreed)})
		c.printf("At least two people answered %d of %d items before they saw the key.\n\n", e.Answered, e.Items)
		c.table([]string{"of these answers", "figure"}, rows)
	}
	if e.WrongKeys.Of > 0 {
		c.printf("Wrong keys among the items that people decided, which are not all in this release: %s", exactShare(e.WrongKeys))
		for i, k := range e.Kinds {
			c.printf("%s %s %s", []string{":", ";"}[min(i, 1)], wrongKey(k.Reason), exactShare(k.Items))
		}
		c.printf(". Intervals are exact (Clopper and Pearson, 1934).\n\n")
	}
	c.printf("Two people have confirmed the keys of %d items.", e.Confirmed)
	if e.Bound < 1 {
		c.printf(" By these and the wrong keys found, at most %s of keys are wrong, with 95 %% confidence.", percent(e.Bound))
	}
	if e.Missing > 0 {
		c.printf(" A bound of %s takes %d more items without a fault.", percent(review.MaxWrongKeys), e.Missing)
	}
	c.printf("\n\n")
}

// wrongKey says what a reason of [review.WrongKeyReasons] means.
func wrongKey(reason task.ReviewReason) string {
	switch reason {
	case review.Ambiguous:
		return "another option can be right too"
	case review.Outdated:
		return "the law has changed since"
	}
	return "the law never said so"
}

// exactShare writes a proportion with its interval.
func exactShare(p agreement.Proportion) string {
	if p.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d (%s; %s to %s)", p.Count, p.Of, percent(float64(p.Count)/float64(p.Of)), percent(p.Low), percent(p.High))
}
