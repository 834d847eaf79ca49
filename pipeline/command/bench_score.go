package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

var benchScoreHelp = cli.Help{
	Usage: "bench score [-tasks FILE] [-twins FILE] -answers FILE [-tokens FILE] [-tables DIR] [-encoder ENCODER] [-encoded FILE] [-format F]",
	Doc:   "Grade answers from elsewhere, by id, in paper and strict mode, and measure how like they are to the references, and citations, texts and choices. It writes no file but that of -encoded.",
	Examples: []cli.Example{
		{Line: "bench score -tasks out/reviewed/tasks.jsonl -answers answers.jsonl"},
		{Line: "bench score -tasks out/dataset/data/test.parquet -answers answers.json -format json"},
		{Line: "bench score -answers predictions.jsonl -format csv", Doc: "answers with their items, as LegalBench.PT has them: by field, type and group"},
		{Line: "bench score -tasks tasks.json -answers react_glm-4.jsonl -encoder DIR -encoded scores.jsonl", Doc: "with BERTScore by type, which an interrupted command goes on with"},
		{Line: "bench score -tasks laws/reviewed/tasks.jsonl -answers answers.jsonl -tables laws/world", Doc: "statutes: with classes of recited texts"},
	},
}

// benchScore is bench score.
type benchScore struct {
	env                           cli.Env
	tasks, twins, answers, tokens string // files; "" for none
	tables, domain                string // directory of tables and what declares them; "" for none, and for the tasks' own
	encoder                       encoderFlag
	encoded                       string // file; "" for none
	format                        tableFormat
}

func (c *benchScore) declare(fs *cli.Flags) {
	c.format = "text"
	fs.StringVar(&c.tasks, "tasks", "", "`file` with the tasks: LegalAgentBench's JSON, LegalBench.PT's JSONL, a tasks.jsonl or a Parquet file of taskgrove; not needed where the answers come with their items")
	fs.StringVar(&c.twins, "twins", "", "`file` with unanswerable twins of the tasks: a tasks.jsonl or a Parquet file")
	fs.StringVar(&c.answers, "answers", "", "`file` with the answers: JSON or JSONL with id, res (or answer) and summary, or with the items and a Prediction each as LegalBench.PT has them")
	fs.StringVar(&c.tokens, "tokens", "", "`file` with JSON lines of id, input_token, output_token and total_token")
	fs.StringVar(&c.tables, "tables", "", "`directory` of the tables that tasks over statutes or cases ask about, OUT/world or OUT/dataset/tables: by them recited texts are classified, cited articles looked up, and measures given by law and level")
	fs.StringVar(&c.domain, "domain", "", "`domain` that declares the tables of -tables; that of the tasks if not given")
	c.encoder.declare(fs)
	fs.StringVar(&c.encoded, "encoded", "", "`file` that keeps what -encoder computes, so that no answer is encoded twice; none if not given")
	fs.Var(&c.format, "format", "`format` of the tables: text, markdown, latex, csv or json")
}

func (c *benchScore) run(ctx context.Context, args []string) error {
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	if c.answers == "" {
		return misuse("bench score needs -tasks FILE and -answers FILE")
	}
	if c.tasks == "" {
		if own, err := readFile(c.answers, func(b []byte, _ string) (bool, error) { return bench.IsPredictions(b), nil }); err != nil {
			return err
		} else if !own {
			return misuse("bench score needs -tasks FILE, because the answers of %s come without their tasks", c.answers)
		}
		c.tasks = c.answers
	}
	if c.domain != "" && c.tables == "" {
		return misuse("-domain says what declares the tables of -tables: want -tables with it")
	}
	if c.encoded != "" && c.encoder.place == "" {
		return misuse("-encoded keeps what an encoder computes: want -encoder with it")
	}
	if err := c.encoder.check(); err != nil {
		return err
	}
	tasks, err := c.readTasks()
	if err != nil {
		return err
	}
	answers, err := readFile(c.answers, bench.ReadAnswers)
	if err != nil {
		return err
	}
	var counts []bench.TokenCount
	if c.tokens != "" {
		if counts, err = readFile(c.tokens, bench.ReadTokens); err != nil {
			return err
		}
	}
	statutes, partial, err := c.statutes(ctx, tasks)
	if err != nil {
		return err
	}
	trials, report := bench.ScoreAnswers(filepath.Base(c.answers), tasks, answers, counts)
	found, err := c.measure(ctx, tasks, trials, statutes)
	if err != nil {
		return err
	}
	return cmp.Or(scoredAnswers{report, found}.write(c.env.Stdout, c.format), partial)
}

// readTasks reads the tasks, with their twins.
func (c *benchScore) readTasks() ([]*task.Task, error) {
	tasks, err := readFile(c.tasks, bench.ReadTasks)
	if err != nil {
		return nil, err
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("%s: no task: want at least one", c.tasks)
	}
	if c.twins == "" {
		return tasks, nil
	}
	twins, err := readFile(c.twins, bench.ReadTasks)
	return append(tasks, twins...), err
}

// statutes returns what the tables say of law, nil without them, and the error of tables that
// could be read in part.
func (c *benchScore) statutes(ctx context.Context, tasks []*task.Task) (_ *recall.Statutes, partial, err error) {
	if c.tables == "" {
		return nil, nil, nil
	}
	name, _, _ := strings.Cut(tasks[0].Provenance.Domain, "@")
	if name = cmp.Or(c.domain, name); name == "" {
		return nil, nil, misuse("-tables: the tasks do not say of which domain they are: want -domain with it")
	}
	d, _, err := openDomain(name)
	if err != nil && c.domain == "" {
		return nil, nil, fmt.Errorf("-tables: the tasks are of domain %s: %w; -domain says where it is, for tasks of several domains with commas between", name, err)
	} else if err != nil {
		return nil, nil, err
	}
	w := &world{domain: d, dir: c.tables}
	if err := w.open(ctx, slog.New(slog.DiscardHandler)); err != nil {
		return nil, nil, err
	}
	s, err := statutesOf(w.corpus, tasks)
	return s, w.partialError(), err
}

// measure returns the analysis of answers; nil if none has measures and the format does not need
// it.
func (c *benchScore) measure(ctx context.Context, tasks []*task.Task, trials []bench.Trial, statutes *recall.Statutes) (*analysis.Analysis, error) {
	byID := map[string]*task.Task{}
	for _, t := range tasks {
		byID[t.ID] = t
	}
	marks := make([]bench.Mark, len(trials))
	var texts []givenText
	for i := range trials {
		t, answer := byID[trials[i].Task], trials[i].Transcript
		marks[i] = bench.MarkOf(&trials[i])
		marks[i].Measure(t, answer, statutes)
		if isCompared(t) {
			texts = append(texts, givenText{&marks[i], t, answer.Answer})
		}
	}
	wanted := c.format != "text" && c.format != "json"
	if !wanted && !slices.ContainsFunc(marks, func(m bench.Mark) bool { return m.Measures != nil }) {
		return nil, nil
	}
	if err := c.encoder.addScores(ctx, c.env, c.env.Log(false), c.encoded, texts); err != nil {
		return nil, err
	}
	return analysis.Analyse(tasks, marks, analysis.ReportOptions{Statutes: statutes})
}

// scoredAnswers are the scores of answers from elsewhere. It is a record.
type scoredAnswers struct {
	*bench.Report
	Analysis *analysis.Analysis `json:"analysis,omitempty"` // nil if no answer has measures and the format is text or JSON
}

func (s scoredAnswers) write(w io.Writer, f tableFormat) error {
	switch f {
	case "json":
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(s)
	case "markdown", "latex", "csv":
		return f.write(w, s.Analysis)
	}
	if err := s.WriteText(w); err != nil || s.Analysis == nil {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return s.Analysis.WriteMeasures(w)
}
