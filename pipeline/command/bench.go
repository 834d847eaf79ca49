package command

import (
	"fmt"
	"io"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// Bench runs agents on tasks and scores them, scores answers from elsewhere, compares runs,
// and serves the tools to agents. Open opens encoders for BERTScore; nil is for a program
// that runs none.
func Bench(open EncoderOpener) cli.Command { return newCommand("bench", benchCommands(open)) }

func benchCommands(open EncoderOpener) []subcommand {
	return []subcommand{
		{"run", benchRunHelp, func(env cli.Env) action { return newBenchRun(env, open) }},
		{"report", benchReportHelp, func(env cli.Env) action { return newBenchReport(env, open) }},
		{"compare", benchCompareHelp, func(env cli.Env) action { return &benchCompare{env: env} }},
		{"correlate", benchCorrelateHelp, func(env cli.Env) action { return &benchCorrelate{env: env} }},
		{"retrievers", benchRetrieversHelp, func(env cli.Env) action { return &benchRetrievers{env: env, endpoints: modelFlags{env: env}} }},
		{"serve", benchServeHelp, func(env cli.Env) action { return &benchServe{env: env, endpoints: modelFlags{env: env}} }},
		{"score", benchScoreHelp, func(env cli.Env) action { return &benchScore{env: env, encoder: encoderFlag{open: open}} }},
		{"prompts", benchPromptsHelp, func(env cli.Env) action { return &benchPrompts{env: env} }},
	}
}

// format is a -format flag: text or json.
type format string

// String implements flag.Value.
func (f *format) String() string { return string(*f) }

// Set implements flag.Value.
func (f *format) Set(s string) error {
	if s != "text" && s != "json" {
		return fmt.Errorf("%q: want text or json", s)
	}
	*f = format(s)
	return nil
}

// write writes a report of the built-in agents, or of answers from elsewhere.
func (f format) write(w io.Writer, r *bench.Report) error {
	if f == "json" {
		return r.WriteJSON(w)
	}
	return r.WriteText(w)
}

// tableFormat is a -format flag of tables that papers use too.
type tableFormat string

// tableFormats are the formats that tables can have.
var tableFormats = []string{"text", "markdown", "latex", "csv", "json"}

// String implements flag.Value.
func (f *tableFormat) String() string { return string(*f) }

// Set implements flag.Value.
func (f *tableFormat) Set(s string) error {
	if !slices.Contains(tableFormats, s) {
		return fmt.Errorf("%q: want text, markdown, latex, csv or json", s)
	}
	*f = tableFormat(s)
	return nil
}

// tableWriter writes itself in each of the formats.
type tableWriter interface {
	WriteText(w io.Writer) error
	WriteMarkdown(w io.Writer) error
	WriteLaTeX(w io.Writer) error
	WriteCSV(w io.Writer) error
	WriteJSON(w io.Writer) error
}

// write writes tables in the format.
func (f tableFormat) write(w io.Writer, t tableWriter) error {
	switch f {
	case "json":
		return t.WriteJSON(w)
	case "markdown":
		return t.WriteMarkdown(w)
	case "latex":
		return t.WriteLaTeX(w)
	case "csv":
		return t.WriteCSV(w)
	}
	return t.WriteText(w)
}

// plain is the format of reports that have text and JSON alone: text in the place of others.
func (f tableFormat) plain() format {
	if f == "json" {
		return "json"
	}
	return "text"
}

// tasksFor returns the stages that bring up to date what agents are measured on: the
// dataset, or the tables alone if the tasks are those of a file.
func tasksFor(f *flags, w *world, file string) ([]run.Stage, error) {
	if file != "" {
		return treeStages(f, w), nil
	}
	return datasetStages(f, w)
}

// readFile reads a whole file with a reader of its format.
func readFile[T any](path string, read func(b []byte, name string) (T, error)) (T, error) {
	b, err := inputfile.ReadFile(path)
	if err != nil {
		var none T
		return none, err
	}
	return read(b, path)
}
