package command

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// examsVersion is raised when equal exams could give other tables than before.
const examsVersion = 1

// newExams returns the world whose tables are read from a directory of exams; nil if the directory
// holds files of tables.
func newExams(d *domain.Domain, f *flags) (*world, error) {
	found, err := exam.Recognize(f.Corpus)
	if err != nil {
		return nil, fmt.Errorf("-corpus: %w", err)
	}
	tables, err := corpus.Files(f.Corpus, d)
	switch {
	case err == nil && len(tables) > 0 && f.Laws != "":
		return nil, misuse("-laws is for exams that are read from texts, and %s holds tables: want the texts, or no -laws", f.Corpus)
	case err == nil && len(tables) > 0:
		return nil, nil
	case !found:
		return nil, fmt.Errorf("%w; or exams: JSON lines, text or PDF", err)
	}
	w := &world{domain: d, dir: f.Corpus, laws: f.Laws}
	if w.texts, err = exam.Files(f.Corpus); err != nil {
		return nil, err
	}
	if err := w.findLaws(); err != nil {
		return nil, err
	}
	w.addTextTables(f.out, examTableNames(w))
	return w, nil
}

// readExams returns the stage that reads exams and writes the tables.
func readExams(w *world) run.Stage {
	in := []run.StageInput{{Name: "exam reader", Digest: digest.New("exam reader").Int("version", examsVersion).Sum()}}
	for _, name := range w.texts {
		in = append(in, w.textInput("corpus", w.dir, examDir, name))
	}
	if name := w.flags.Taxonomy; name != "" {
		in = append(in, run.StageInput{Name: "taxonomy", Path: name})
	}
	for _, name := range w.lawTexts {
		in = append(in, w.textInput("laws", w.laws, lawDir, name))
	}
	var files []string
	for _, name := range examTableNames(w) {
		files = append(files, tablefile.JSONL.File(name))
	}
	return run.Stage{
		Name: "texts", Doc: "read exams, their official answers and keys, into tables",
		Version: examsVersion, Dir: generatedDir, Inputs: in, Outputs: append(files, "faults.jsonl"),
		Run: func(ctx context.Context, e *run.Exec) error {
			c, err := exam.Read(ctx, w.dir, e.Workers)
			if err != nil {
				return err
			}
			if err := classifyExams(c, w.flags.Taxonomy); err != nil {
				return err
			}
			countExams(e.Log, e.Funnel(), c)
			if err := checkAnyExam(w, c); err != nil {
				return err
			}
			sheets, err := examSheets(ctx, c, w.laws, e.Workers)
			if err != nil {
				return err
			}
			err = tablefile.Write(ctx, tablefile.WriteSpec{
				Format: tablefile.JSONL, Names: examTableNames(w), Shards: 1, Workers: e.Workers, Create: e.Create,
				Open: func(int) ([]tablefile.Sheet, error) { return sheets, nil },
			})
			if err != nil {
				return err
			}
			return createLines(e, "faults.jsonl", c.Faults)
		},
	}
}

// examsToExport reads the exams of a world and returns their tables.
func examsToExport(ctx context.Context, w *world, workers int, log *slog.Logger) (*exportedTables, error) {
	dir, laws := w.dir, w.laws
	if w.law != nil { // an export leaves the run directory as it is
		made, err := os.MkdirTemp("", "taskgrove-exams-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(made)
		dir, laws = filepath.Join(made, "exams"), filepath.Join(made, "laws")
		if err := w.writeTextsTo(ctx, createBelow(laws), createBelow(dir), nil); err != nil {
			return nil, err
		}
	}
	c, err := exam.Read(ctx, dir, workers)
	if err != nil {
		return nil, err
	}
	if err := classifyExams(c, w.flags.Taxonomy); err != nil {
		return nil, err
	}
	t := &exportedTables{}
	countExams(log, &t.funnel, c)
	if err := checkAnyExam(w, c); err != nil {
		return nil, err
	}
	sheets, err := examSheets(ctx, c, laws, workers)
	if err != nil {
		return nil, err
	}
	t.addSheets(sheets)
	return t, nil
}

// classifyExams puts areas into fields of law by a file; "" leaves those of the shipped taxonomy.
func classifyExams(c *exam.Collection, name string) error {
	fields, err := readTaxonomy(name)
	if err == nil && fields != nil {
		c.Classify(fields)
	}
	return err
}

// readTaxonomy reads the file of -taxonomy; nil for the name "".
func readTaxonomy(name string) (*exam.Taxonomy, error) {
	if name == "" {
		return nil, nil
	}
	t, err := readFile(name, func(b []byte, name string) (*exam.Taxonomy, error) { return exam.ReadTaxonomy(name, b) })
	if err != nil {
		return nil, fmt.Errorf("-taxonomy: %w", err)
	}
	return t, nil
}

// checkAnyExam returns an error if no question could be read.
func checkAnyExam(w *world, c *exam.Collection) error {
	if len(c.Essays)+len(c.Questions) > 0 {
		return nil
	}
	return fmt.Errorf("%s: no question can be read: want questions with options and a key, or open questions with official answers", w.dir)
}

// shownFaults is how many faults of exams are logged one by one.
const shownFaults = 20

// countExams counts the essays and questions that were read and what was left out, and logs both.
// Questions that are no whole questions are dropped. Texts that cannot be read have failed, and are
// tried again by the next run.
func countExams(log *slog.Logger, funnel *run.Funnel, c *exam.Collection) {
	leftOut, told := c.Faulty()
	funnel.Out = len(c.Essays) + len(c.Questions)
	funnel.In = funnel.Out
	for reason, n := range leftOut {
		funnel.In += n
		if slices.Contains([]exam.Reason{exam.BrokenJSON, exam.NotUTF8, exam.TooLarge, exam.Scanned, exam.NoPDFReader, exam.UnreadablePDF}, reason) {
			funnel.Fail(string(reason), n)
		} else {
			funnel.Drop(string(reason), n)
		}
	}
	shown := 0
	for _, f := range c.Faults {
		if f.LeftOut && shown < shownFaults {
			log.Warn(f.String())
			shown++
		}
	}
	if n := funnel.In - funnel.Out - shown; n > 0 {
		log.Warn(fmt.Sprintf("%d more faults by which something is left out", n))
	}
	log.Info(fmt.Sprintf("exams read: %d open questions with official answers, %d questions with options", len(c.Essays), len(c.Questions)))
	if counts := c.FieldCounts(); len(counts) > 0 {
		log.Info("by field of law: " + countsInWords(counts, "not said"))
	}
	if len(told) > 0 {
		byReason := map[string]int{}
		for reason, n := range told {
			byReason[string(reason)] = n
		}
		log.Info("doubts that leave nothing out: " + countsInWords(byReason, ""))
	}
}

// countsInWords writes counts by name, sorted; empty is what the empty name is called.
func countsInWords(counts map[string]int, empty string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		shown := name
		if name == "" {
			shown = empty
		}
		parts = append(parts, fmt.Sprintf("%s %d", shown, counts[name]))
	}
	return strings.Join(parts, ", ")
}
