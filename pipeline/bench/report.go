package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Report is what a bench found. It is a record; the same trials give the same
// report.
type Report struct {
	// Agents are in the order of their first trials.
	Agents []Standing `json:"agents"`
	// Notes say what is to know of the figures, each in one line; nil without any.
	Notes []string `json:"notes,omitempty"`
	// Unmatched is what could not be matched by ID; nil for a run of our own.
	Unmatched *Unmatched `json:"unmatched,omitempty"`
}

// Standing is how one agent did.
type Standing struct {
	// Agent is its name, Role what its scores are for.
	Agent string `json:"agent"`
	Role  Role   `json:"role"`
	// Attack says that it is one of the attackers.
	Attack bool `json:"attack,omitempty"`
	// Rows are one a type of task, then one over all; twins are in none of them.
	Rows []score.Row `json:"rows"`
	// Twins is the row over unanswerable twins, of type "twins"; nil without any.
	// Strict rates are those of pairs: a twin counts only where the agent also solved
	// the task it is the twin of. Paper rates are by the keyword alone, which an agent
	// that always declines states every time.
	Twins *score.Row `json:"twins,omitempty"`
}

// Unmatched lists the IDs that only one of two files has, in file order.
type Unmatched struct {
	// Tasks have no answer.
	Tasks []string `json:"tasks"`
	// Answers have no task, and Tokens no answer that has one.
	Answers []string `json:"answers"`
	Tokens  []string `json:"tokens"`
}

// NewReport summarises trials by agent and type. Tasks without a trial of an agent
// count as its tasks, not as answered.
func NewReport(tasks []*task.Task, trials []Trial) *Report {
	r := &Report{Agents: []Standing{}}
	answerable, unanswerable := apart(tasks)
	for _, name := range agents(trials) {
		byTask := map[string]*Trial{}
		s := Standing{Agent: name}
		for i := range trials {
			if t := &trials[i]; t.Agent == name {
				byTask[t.Task], s.Role, s.Attack = t, t.Role, t.Attack
			}
		}
		s.Rows, s.Twins = rows(answerable, byTask), twinRow(unanswerable, byTask)
		r.Agents = append(r.Agents, s)
	}
	return r
}

func rows(tasks []*task.Task, trials map[string]*Trial) []score.Row {
	samples := make([]score.Sample, len(tasks))
	for i, t := range tasks {
		samples[i] = score.Sample{Type: t.Type}
		if trial := trials[t.ID]; trial != nil {
			samples[i].Answered = true
			samples[i].Paper, samples[i].Strict = trial.Score.Paper, trial.Score.Strict
			samples[i].Tokens = trial.Transcript.Tokens
		}
	}
	return score.Summarise(samples)
}

// WriteJSON writes the report as indented JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// WriteText writes the report for people: for one agent a table with a row a type,
// for several a table a rate with a row an agent and a column a type, as the paper's
// Table 3 has it; twins stand last, behind all that have an answer; then a table of
// attackers with a row each and a column a rate over all types, the worst first, by
// strict success, then strict process; then the notes and what is unmatched. Rates have
// four digits; tokens are input and output together, as the mean of an answer and the
// total of all; "-" is unscored or unknown.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if len(r.Agents) == 1 {
		table(&b, r.Agents[0].all())
	} else {
		r.standings(&b)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(&b, n)
	}
	if u := r.Unmatched; u != nil {
		unmatched(&b, "tasks without an answer", u.Tasks)
		unmatched(&b, "answers without a task", u.Answers)
		unmatched(&b, "token counts without an answer", u.Tokens)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// standings writes a table for each rate, below one of how many tasks there are.
func (r *Report) standings(b *strings.Builder) {
	typed := func(row *score.Row) string { return row.Type }
	var agents, attackers []*Standing
	for i := range r.Agents {
		if s := &r.Agents[i]; s.Attack {
			attackers = append(attackers, s)
		} else {
			agents = append(agents, s)
		}
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if len(agents) > 0 {
		cells(t, "", agents[0].all(), typed)
		cells(t, "tasks", agents[0].all(), func(row *score.Row) string { return strconv.Itoa(row.Tasks) })
	}
	for _, rate := range rates() {
		for i, s := range agents {
			if i == 0 {
				io.WriteString(t, "\n")
				cells(t, rate.name, s.all(), typed)
			}
			cells(t, s.Agent, s.all(), func(row *score.Row) string { return digits(rate.of(row)) })
		}
	}
	t.Flush() // a strings.Builder takes every write
	attacked(b, attackers)
}

// rate is one of the four that are reported.
type rate struct {
	name string
	of   func(*score.Row) *float64
}

// rates are the strict ones, then those of the paper.
func rates() []rate {
	return []rate{
		{"success (strict)", func(r *score.Row) *float64 { return r.Strict.Success.Mean }},
		{"process (strict)", func(r *score.Row) *float64 { return r.Strict.Process.Mean }},
		{"success (paper)", func(r *score.Row) *float64 { return r.Paper.Success.Mean }},
		{"process (paper)", func(r *score.Row) *float64 { return r.Paper.Process.Mean }},
	}
}

// attacked writes the table of attackers, the worst first; nothing for none.
func attacked(b *strings.Builder, attackers []*Standing) {
	if len(attackers) == 0 {
		return
	}
	slices.SortStableFunc(attackers, func(a, b *Standing) int {
		for _, r := range rates()[:2] {
			if c := cmp.Compare(known(r.of(b.over())), known(r.of(a.over()))); c != 0 {
				return c
			}
		}
		return 0
	})
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\n%-16s", "attackers")
	for _, r := range rates() {
		io.WriteString(t, "\t"+r.name)
	}
	io.WriteString(t, "\n")
	for _, s := range attackers {
		fmt.Fprintf(t, "%-16s", s.Agent)
		for _, r := range rates() {
			io.WriteString(t, "\t"+digits(r.of(s.over())))
		}
		io.WriteString(t, "\n")
	}
	t.Flush() // a strings.Builder takes every write
}

// over is the row over all types.
func (s *Standing) over() *score.Row {
	if len(s.Rows) == 0 {
		return new(score.Row)
	}
	return &s.Rows[len(s.Rows)-1]
}

// known is a rate, or -1 for none.
func known(rate *float64) float64 {
	if rate == nil {
		return -1
	}
	return *rate
}

// cells writes one line of a table.
func cells(w io.Writer, name string, rows []score.Row, cell func(*score.Row) string) {
	fmt.Fprintf(w, "%-16s", name) // as wide as the longest rate, so that tables align
	for i := range rows {
		io.WriteString(w, "\t"+cell(&rows[i]))
	}
	io.WriteString(w, "\n")
}

func table(b *strings.Builder, rows []score.Row) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "type\ttasks\tanswered\tsuccess (paper)\tprocess (paper)\tsuccess (strict)\tprocess (strict)\ttokens (mean)\ttokens (total)")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Type, r.Tasks, r.Answered,
			digits(r.Paper.Success.Mean), digits(r.Paper.Process.Mean),
			digits(r.Strict.Success.Mean), digits(r.Strict.Process.Mean), perAnswer(r.Tokens), total(r.Tokens))
	}
	t.Flush() // a strings.Builder takes every write
}

// perAnswer writes the mean total of tokens, and "-" where none are known.
func perAnswer(u score.Usage) string {
	if u.N == 0 {
		return "-"
	}
	return strconv.FormatFloat(float64(u.Total)/float64(u.N), 'f', 1, 64)
}

// total writes the total of tokens, and "-" where none are known.
func total(u score.Usage) string {
	if u.N == 0 {
		return "-"
	}
	return strconv.FormatInt(u.Total, 10)
}

// unmatched writes how many IDs are unmatched, and the first of them.
func unmatched(b *strings.Builder, what string, ids []string) {
	const most = 10
	if len(ids) == 0 {
		return
	}
	fmt.Fprintf(b, "%d %s: %s", len(ids), what, strings.Join(ids[:min(most, len(ids))], ", "))
	if len(ids) > most {
		b.WriteString(", …")
	}
	b.WriteByte('\n')
}
