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

// Report summarises trials by agent and type of task.
type Report struct {
	// Agents are in the order of their first trials.
	Agents []score.AgentScores `json:"agents"`
	// Notes explain the figures, each in one line; may be nil.
	Notes []string `json:"notes,omitempty"`
	// Unmatched has the IDs that only one file has, for answers from a file; nil otherwise.
	Unmatched *Unmatched `json:"unmatched,omitempty"`
}

// Unmatched lists the IDs that only one of two files has, in file order. None of its lists
// is nil.
type Unmatched struct {
	// Tasks are the IDs of tasks without an answer.
	Tasks []string `json:"tasks"`
	// Answers are the IDs of answers without a task, Tokens the IDs of token counts without
	// an answer to a task.
	Answers []string `json:"answers"`
	Tokens  []string `json:"tokens"`
}

// NewReport summarises trials by agent and type. A task that an agent did not try counts in
// the number of its tasks and not in the number of answered tasks.
func NewReport(tasks []*task.Task, trials []Trial) *Report {
	r := &Report{Agents: []score.AgentScores{}}
	answerable, unanswerable := splitTwins(tasks)
	for _, name := range agentNames(trials) {
		byTask := map[string]*Trial{}
		s := score.AgentScores{Agent: name}
		for i := range trials {
			if t := &trials[i]; t.Agent == name {
				byTask[t.Task], s.Role, s.Attack = t, t.Role, t.Attack
			}
		}
		s.Rows, s.Twins = scoreRows(answerable, byTask), twinRow(unanswerable, byTask)
		r.Agents = append(r.Agents, s)
	}
	return r
}

func scoreRows(tasks []*task.Task, trials map[string]*Trial) []score.TypeSummary {
	samples := make([]score.GradedTask, len(tasks))
	for i, t := range tasks {
		samples[i] = score.GradedTask{Type: t.Type}
		if trial := trials[t.ID]; trial != nil {
			samples[i].Answered = true
			samples[i].Paper, samples[i].Strict = trial.Score.Paper, trial.Score.Strict
			samples[i].Tokens = trial.Transcript.Tokens
		}
	}
	return score.Summarise(samples)
}

// WriteJSON writes the report as indented JSON. The error is the writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// WriteText writes the report for people. For one agent there is a table with one row per
// type. For several agents there is one table per rate, with one row per agent and one
// column per type, as in the paper's Table 3; twins come last. A table of attackers
// follows, with one row each and one column per rate over all types, ordered by
// decreasing strict success, then by strict process. The notes and the unmatched IDs come
// at the end. Rates have four digits. Tokens are input and output together: the mean of
// an answer and the total of all answers. "-" means unscored or unknown. The error is the
// writer's.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if len(r.Agents) == 1 {
		writeTable(&b, r.Agents[0].WithTwins())
	} else {
		r.writeAgents(&b)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(&b, n)
	}
	if u := r.Unmatched; u != nil {
		writeUnmatched(&b, "tasks without an answer", u.Tasks)
		writeUnmatched(&b, "answers without a task", u.Answers)
		writeUnmatched(&b, "token counts without an answer", u.Tokens)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeAgents writes a table for each rate, below one of how many tasks there are.
func (r *Report) writeAgents(b *strings.Builder) {
	typed := func(row *score.TypeSummary) string { return row.Type }
	var agents, attackers []*score.AgentScores
	for i := range r.Agents {
		if s := &r.Agents[i]; s.Attack {
			attackers = append(attackers, s)
		} else {
			agents = append(agents, s)
		}
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if len(agents) > 0 {
		writeLine(t, "", agents[0].WithTwins(), typed)
		writeLine(t, "tasks", agents[0].WithTwins(), func(row *score.TypeSummary) string { return strconv.Itoa(row.Tasks) })
	}
	for _, rate := range reportedRates() {
		for i, s := range agents {
			if i == 0 {
				io.WriteString(t, "\n")
				writeLine(t, rate.name, s.WithTwins(), typed)
			}
			writeLine(t, s.Agent, s.WithTwins(), func(row *score.TypeSummary) string { return formatRate(rate.of(row)) })
		}
	}
	t.Flush() // a strings.Builder takes every write
	writeAttackers(b, attackers)
}

// reportedRate is one of the four that are reported.
type reportedRate struct {
	name string
	of   func(*score.TypeSummary) *float64
}

// reportedRates are the strict ones, then those of the paper.
func reportedRates() []reportedRate {
	return []reportedRate{
		{"success (strict)", func(r *score.TypeSummary) *float64 { return r.Strict.Success.Mean }},
		{"process (strict)", func(r *score.TypeSummary) *float64 { return r.Strict.Process.Mean }},
		{"success (paper)", func(r *score.TypeSummary) *float64 { return r.Paper.Success.Mean }},
		{"process (paper)", func(r *score.TypeSummary) *float64 { return r.Paper.Process.Mean }},
	}
}

// writeAttackers writes the table of attackers, the worst first; nothing for none.
func writeAttackers(b *strings.Builder, attackers []*score.AgentScores) {
	if len(attackers) == 0 {
		return
	}
	slices.SortStableFunc(attackers, func(a, b *score.AgentScores) int {
		for _, r := range reportedRates()[:2] {
			if c := cmp.Compare(rateOrMinusOne(r.of(b.Overall())), rateOrMinusOne(r.of(a.Overall()))); c != 0 {
				return c
			}
		}
		return 0
	})
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\n%-16s", "attackers")
	for _, r := range reportedRates() {
		io.WriteString(t, "\t"+r.name)
	}
	io.WriteString(t, "\n")
	for _, s := range attackers {
		fmt.Fprintf(t, "%-16s", s.Agent)
		for _, r := range reportedRates() {
			io.WriteString(t, "\t"+formatRate(r.of(s.Overall())))
		}
		io.WriteString(t, "\n")
	}
	t.Flush() // a strings.Builder takes every write
}

// rateOrMinusOne is a rate, or -1 for none.
func rateOrMinusOne(rate *float64) float64 {
	if rate == nil {
		return -1
	}
	return *rate
}

// writeLine writes one line of a table.
func writeLine(w io.Writer, name string, rows []score.TypeSummary, cell func(*score.TypeSummary) string) {
	fmt.Fprintf(w, "%-16s", name) // as wide as the longest rate, so that tables align
	for i := range rows {
		io.WriteString(w, "\t"+cell(&rows[i]))
	}
	io.WriteString(w, "\n")
}

func writeTable(b *strings.Builder, rows []score.TypeSummary) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "type\ttasks\tanswered\tsuccess (paper)\tprocess (paper)\tsuccess (strict)\tprocess (strict)\ttokens (mean)\ttokens (total)")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Type, r.Tasks, r.Answered,
			formatRate(r.Paper.Success.Mean), formatRate(r.Paper.Process.Mean),
			formatRate(r.Strict.Success.Mean), formatRate(r.Strict.Process.Mean), formatMeanTokens(r.Tokens), formatTotalTokens(r.Tokens))
	}
	t.Flush() // a strings.Builder takes every write
}

// formatMeanTokens writes the mean total of tokens, and "-" where none are known.
func formatMeanTokens(u score.TokenTotal) string {
	if u.N == 0 {
		return "-"
	}
	return strconv.FormatFloat(float64(u.Total)/float64(u.N), 'f', 1, 64)
}

// formatTotalTokens writes the total of tokens, and "-" where none are known.
func formatTotalTokens(u score.TokenTotal) string {
	if u.N == 0 {
		return "-"
	}
	return strconv.FormatInt(u.Total, 10)
}

// writeUnmatched writes how many IDs are unmatched, and the first of them.
func writeUnmatched(b *strings.Builder, what string, ids []string) {
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
