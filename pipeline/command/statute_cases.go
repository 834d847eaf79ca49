package command

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// addCases adds the cases of a directory to a world of statutes that are read from texts.
func (w *world) addCases(f *flags) error {
	if f.Cases == "" {
		return nil
	}
	texts, err := caselaw.Files(f.Cases)
	switch {
	case err != nil:
		return fmt.Errorf("-cases: %w", err)
	case len(texts) == 0:
		return misuse("-cases %s holds no case: want JSON, or texts in sections under headings", f.Cases)
	}
	w.cases, w.caseTexts = f.Cases, texts
	w.addTextTables(f.out, caselaw.TableNames())
	return nil
}

// caseFaults is the file of what is wrong with cases that stand beside statutes.
const caseFaults = "case-faults.jsonl"

// readStatuteCases returns the stage that reads the cases that stand beside statutes.
func readStatuteCases(w *world) run.Stage {
	in := []run.StageInput{{Name: "case reader", Digest: digest.New("case reader").Int("version", casesVersion).Sum()}}
	for _, name := range w.caseTexts {
		in = append(in, w.textInput("cases", w.cases, caseDir, name))
	}
	var files []string
	for _, name := range caselaw.TableNames() {
		files = append(files, tablefile.JSONL.File(name))
	}
	return run.Stage{
		Name: "cases", Doc: "read the court cases that the law of their day governs into tables",
		Version: casesVersion, Dir: generatedDir, Inputs: in, Outputs: append(files, caseFaults),
		Run: func(ctx context.Context, e *run.Exec) error {
			c, err := caselaw.Read(ctx, w.cases)
			if err != nil {
				return err
			}
			return writeStatuteCases(ctx, e, w, c)
		},
	}
}

// writeStatuteCases writes the tables of cases that stand beside statutes, and the faults of those
// that were left out.
func writeStatuteCases(ctx context.Context, e *run.Exec, w *world, c *caselaw.CaseReading) error {
	sheets := c.StatuteSheets()
	countCases(e.Log, e.Funnel(), c)
	faults := []caseFault{}
	for _, f := range c.Faults {
		faults = append(faults, caseFault{File: f.File, Line: f.Line, What: f.What})
	}
	faults = append(faults, passedOver(c)...)
	if len(c.Cases) == 0 {
		return fmt.Errorf("-cases %s: no case can be read: want JSON, or texts in sections under headings", w.cases)
	}
	err := tablefile.Write(ctx, tablefile.WriteSpec{
		Format: tablefile.JSONL, Names: caselaw.TableNames(), Shards: 1, Workers: e.Workers, Create: e.Create,
		Open: func(int) ([]tablefile.Sheet, error) { return sheets, nil },
	})
	if err != nil {
		return err
	}
	return createLines(e, caseFaults, faults)
}

// countCases adds the cases that were read and those that were left out to a funnel, and logs them.
func countCases(log *slog.Logger, funnel *run.Funnel, c *caselaw.CaseReading) {
	for _, f := range c.Faults {
		log.Warn(f.Error())
	}
	read := c.StatuteSheets()[0].Rows
	funnel.In += read + len(c.Faults)
	funnel.Out += read
	funnel.Fail("text", len(c.Faults))
	dated := map[string]bool{}
	for i := range c.Cases {
		if one := &c.Cases[i]; one.Happened != "" {
			dated[fmt.Sprintf("%s:%d", one.File, one.Line)] = true
		}
	}
	log.Info(fmt.Sprintf("%d cases read, of which %d give the day of the facts", read, len(dated)))
}
