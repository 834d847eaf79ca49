package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/profile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/privacy"
)

// publishedProfile is the value of -against for the built-in profile of the published tables. For
// a directory of that name, use ./published.
const publishedProfile = "published"

// corpusComparison is the flag that makes plantree compare the tables with other tables.
type corpusComparison struct {
	against string
}

func (c *corpusComparison) declare(fs *cli.Flags) {
	fs.StringVar(&c.against, "against", "", "hold the tables against those of a `directory`, or of published, column by column")
}

// requested reports whether the flag is given, and returns an error if its value is empty.
func (c *corpusComparison) requested(f *flags) (given bool, err error) {
	f.set.Visit(func(fl *flag.Flag) { given = given || fl.Name == "against" })
	if given && c.against == "" {
		return false, misuse("-against must not be empty: want %s or a directory with one file a table", publishedProfile)
	}
	return given, nil
}

// stage returns the stage that compares the corpus with other tables of its domain.
func (c *corpusComparison) stage(w *world) (run.Stage, error) {
	s := run.Stage{
		Name: "compare", Doc: "hold the tables against others, column by column",
		Version: 4, Dir: "plantree", Outputs: []string{"comparison.json", "comparison.html"},
		Inputs: append(w.inputs(), run.StageInput{Name: "plantree/corpus.json"}),
	}
	inputs, other, err := c.otherProfile(w.domain)
	if err != nil {
		return s, err
	}
	s.Inputs = append(s.Inputs, inputs...)
	s.Run = func(ctx context.Context, e *run.Exec) error {
		if err := w.open(ctx, e.Log); err != nil {
			return err
		}
		held, problems, err := other(ctx, e.Log)
		if err != nil {
			return err
		}
		c := profile.Compare(profile.Of(w.corpus), held)
		funnel := e.Funnel()
		funnel.In += problems
		funnel.Fail("table", problems)
		for _, verdict := range profile.Likenesses() {
			n := c.Verdicts[verdict]
			if funnel.In += n; verdict.Flagged() {
				funnel.Drop(string(verdict), n)
			} else {
				funnel.Out += n
			}
		}
		if err := create(e, "comparison.json", func(out io.Writer) error { return profile.WriteJSON(out, c) }); err != nil {
			return err
		}
		return create(e, "comparison.html", func(out io.Writer) error { return profile.WriteHTML(out, c, w.domain.Languages[0]) })
	}
	return s, nil
}

// profiler measures the profile of tables, and returns how many of them have fewer rows
// than their file.
type profiler func(context.Context, *slog.Logger) (p *profile.Profile, problems int, err error)

// otherProfile returns the inputs of the other tables, and a function that measures their profile.
func (c *corpusComparison) otherProfile(d *domain.Domain) ([]run.StageInput, profiler, error) {
	if c.against == publishedProfile {
		p := profile.Published()
		if !hasMeasures(p, d) {
			return nil, nil, misuse("-against %s: figures of the shipped domain %s: domain %s has none of its columns", publishedProfile, defaults().Domain, d.Name)
		}
		figures, err := json.Marshal(p)
		if err != nil {
			return nil, nil, err
		}
		return []run.StageInput{{Name: "published", Digest: digest.Bytes(figures)}},
			func(context.Context, *slog.Logger) (*profile.Profile, int, error) { return p, 0, nil }, nil
	}
	files, err := corpus.Files(c.against, d)
	if err == nil {
		err = checkReadable(files)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("-against: %w", err)
	}
	var inputs []run.StageInput
	for _, f := range files {
		for _, part := range f.Parts() {
			inputs = append(inputs, run.StageInput{Name: "against/" + part.Name, Path: part.Path})
		}
	}
	return inputs, func(ctx context.Context, log *slog.Logger) (*profile.Profile, int, error) {
		other, report, err := corpus.LoadFiles(ctx, files, d)
		if err != nil {
			return nil, 0, err
		}
		if len(report.Faults) > 0 {
			report = hideIn(report, privacy.Scan(other))
		}
		problems := report.Problems()
		for _, problem := range problems {
			log.Warn("-against: " + problem)
		}
		if n := len(report.Faults); n > 0 && len(problems) == 0 {
			log.Warn("faults in the tables of -against", "count", n, "first", report.Faults[0].String())
		}
		return profile.Of(other), len(problems), nil
	}, nil
}

// hasMeasures reports whether a profile has figures for a column that the domain declares.
func hasMeasures(p *profile.Profile, d *domain.Domain) bool {
	return slices.ContainsFunc(p.Tables, func(t profile.TableProfile) bool {
		spec := d.Table(t.Name)
		return spec != nil && slices.ContainsFunc(t.Columns, func(c profile.ColumnProfile) bool { return spec.Column(c.Name) != nil })
	})
}

// print writes a summary of the comparison in a run directory.
func (c *corpusComparison) print(out io.Writer, dir string) error {
	path := filepath.Join(dir, "plantree", "comparison.json")
	b, err := inputfile.ReadFile(path)
	if err != nil {
		return err
	}
	var made profile.WorldComparison
	if err := json.Unmarshal(b, &made); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, v := range profile.Likenesses() {
		fmt.Fprintf(t, "%s\t%d\n", v, made.Verdicts[v])
	}
	return t.Flush()
}
