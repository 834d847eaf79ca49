package command

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// generatedWorld is the value of -corpus for the generated world. For a directory of that name,
// use ./world.
const generatedWorld = "world"

// generatedDir is the directory of the generated world in the run directory.
const generatedDir = "world"

// newGenerated returns the generated world that the domain declares, with the run's seed and
// scale.
func newGenerated(d *domain.Domain, f *flags) (*world, error) {
	if f.Laws != "" {
		return nil, misuse("-laws is for the cases of -corpus, and generated cases come with their own statutes: want -laws ''")
	}
	if f.Cases != "" {
		return nil, misuse("-cases is for the statutes of -corpus, and generated statutes come with their own cases: want -cases ''")
	}
	if d.World == "" {
		return nil, misuse("no generated world fits domain %s: want -corpus with a directory that has one file a table", d.Name)
	}
	w := &world{domain: d, made: &synth.WorldSpec{Seed: f.Seed, Scale: f.Scale, Language: d.World}}
	if err := w.made.Validate(); err != nil {
		return nil, err
	}
	if d.Reader != "" && !slices.Contains(synth.Languages(), f.Language) {
		return nil, misuse("-lang %s: no generated texts are written in it: want -corpus with a directory of texts, or -lang %s", f.Language, strings.Join(synth.Languages(), " or "))
	}
	switch d.Reader {
	case domain.StatuteReader:
		w.made.Language = f.Language // its tables are the same in every language
		return w, w.addGeneratedLaw(f.out)
	case domain.CaseReader:
		w.made.Language, w.language = f.Language, f.Language
		return w, w.addGeneratedCases(f.out)
	}
	if d.Reader == domain.ExamReader {
		w.made.Language = f.Language
		return w, w.addGeneratedExams(f.out)
	}
	for _, s := range w.sizes() {
		name := tablefile.JSONL.File(s.Name)
		w.files = append(w.files, corpus.DataFile{Name: name, Path: filepath.Join(f.out, generatedDir, name), Holds: s.Name})
	}
	if len(w.files) == 0 {
		return nil, fmt.Errorf("domain %s declares no table of the generated world: want one or more of %q", d.Name, w.made.Names())
	}
	return w, nil
}

// sizes returns the sizes of the generated tables and passages that the domain declares.
func (w *world) sizes() []synth.TableSize {
	return slices.DeleteFunc(w.made.Sizes(), func(s synth.TableSize) bool {
		return w.domain.Table(s.Name) == nil && !slices.ContainsFunc(w.domain.Passages, func(p domain.Passages) bool { return p.Name == s.Name })
	})
}

// source describes the origin of the tables of a generated world; "" for a directory, whose
// origin is unknown.
func (w *world) source() string {
	if w.made == nil {
		return ""
	}
	return fmt.Sprintf("The tables are those of a generated world, in which no person, company, court or statute is real: language %s, seed %d, scale %v.",
		w.made.Language, w.made.Seed, w.made.Scale)
}

// generate returns the stages that write the tables: they generate the world, read texts, or
// generate the texts that they read, or read a database; none for a directory of tables.
func generate(w *world) []run.Stage {
	if w.texts != nil {
		stages := []run.Stage{readTexts(w)}
		switch w.domain.Reader {
		case domain.CaseReader:
			stages[0] = readCases(w)
		case domain.ExamReader:
			stages[0] = readExams(w)
		}
		if w.law != nil {
			stages = slices.Insert(stages, 0, writeGeneratedTexts(w))
		}
		if w.caseTexts != nil {
			stages = append(stages, readStatuteCases(w))
		}
		return stages
	}
	if w.database != nil {
		return []run.Stage{snapshotStage(w)}
	}
	if w.made == nil {
		return nil
	}
	var names, files []string
	rows := 0
	for _, s := range w.sizes() {
		names, files, rows = append(names, s.Name), append(files, tablefile.JSONL.File(s.Name)), rows+s.Rows
	}
	return []run.Stage{{
		Name: "world", Doc: "generate the tables of a world in which nobody is real",
		Version: 36, Dir: generatedDir, Params: w.made, Outputs: files,
		Run: func(ctx context.Context, e *run.Exec) error {
			bar := e.Progress(rows, "rows")
			e.Funnel().In, e.Funnel().Out = rows, rows
			return w.made.Write(ctx, synth.Output{Format: tablefile.JSONL, Only: names, Workers: e.Workers, Create: e.Create, Done: bar.Add})
		},
	}}
}
