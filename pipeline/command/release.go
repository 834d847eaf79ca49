package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/solution"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// datasetStages are the stages up to the dataset; errors are those of [reviewedStages].
func datasetStages(f *flags, w *world) ([]run.Stage, error) {
	stages, err := reviewedStages(f, w)
	if err != nil {
		return nil, err
	}
	tables := tablesStage(w)
	tables.Off = !f.Tables
	return append(stages, baselineStage(f, w), tables, exportStage(f, w)), nil
}

// datasetDir is the directory of the dataset below the run directory.
const datasetDir = "dataset"

// exportParams are the parameters of the export stage.
type exportParams struct {
	License   string           `json:"license"`
	Release   string           `json:"release"`
	Creator   string           `json:"creator,omitempty"`
	Published string           `json:"published,omitempty"`
	URL       string           `json:"url,omitempty"`
	World     *synth.WorldSpec `json:"world,omitempty"`
	Split     string           `json:"split,omitempty"`
	Seed      uint64           `json:"seed,omitempty"` // of the split
}

// exportStage writes the dataset.
func exportStage(f *flags, w *world) run.Stage {
	p := exportParams{License: f.License, Release: f.Release, Creator: f.Creator, Published: f.Published, URL: f.URL, World: w.made, Split: f.Split}
	if f.Split != "" {
		p.Seed = f.Seed
	}
	inputs := []run.StageInput{
		{Name: "domain", Digest: w.domain.Digest()},
		{Name: reviewedTasks}, {Name: "check/dropped.jsonl"}, {Name: "check/checks.json"}, {Name: floorsFile},
		{Name: reviewsFile}, {Name: reviewReport}, {Name: reviewDropped}, {Name: scoresFile},
	}
	if w.hasExams() {
		inputs = append(inputs, run.StageInput{Name: probesFile})
	} else {
		inputs = append(inputs, run.StageInput{Name: coverageReport}, run.StageInput{Name: samplingFunnel})
	}
	for _, a := range funnelSources(w.hasExams(), f.Extend != "", f.Twins) {
		inputs = append(inputs, run.StageInput{Name: a.manifest})
	}
	outputs := releaseFiles(w)
	if f.Twins {
		inputs = append(inputs, run.StageInput{Name: twinTasks}, run.StageInput{Name: "twin/dropped.jsonl"}, run.StageInput{Name: "twin/checks.json"})
		outputs = append(outputs, dataset.TwinsFile)
	}
	outputs = append(outputs, splitFiles(f)...)
	if f.Tables {
		inputs = append(inputs, run.StageInput{Name: tablesManifest})
	}
	inputs = append(inputs, run.StageInput{Name: corpusReport})
	if w.mayBePersonal() {
		inputs = append(inputs, run.StageInput{Name: privacyReport})
	}
	if f.Extend != "" {
		inputs, outputs = append(inputs, run.StageInput{Name: extensionFile}, run.StageInput{Name: retiredFile}), append(outputs, dataset.RetiredFile)
	}
	if earlier := changelogInputs(f); earlier != nil {
		inputs, outputs = append(inputs, earlier...), append(outputs, dataset.ChangelogFile)
	}
	if w.masking != nil {
		inputs = append(inputs, run.StageInput{Name: maskedDir + "/" + masksFile})
	}
	if w.union != nil {
		inputs = append(inputs, w.union.maskInputs()...)
	}
	return run.Stage{
		Name: "export", Doc: "write the proved tasks as a dataset others can open",
		Version: 15, Dir: datasetDir, Params: p, Inputs: inputs, Outputs: outputs, Former: []string{dataset.TwinsFile, dataset.RetiredFile, dataset.ChangelogFile, dataset.TrainFile, dataset.ValidationFile, dataset.TwinsTrainFile, dataset.TwinsValidationFile},
		Run: func(_ context.Context, e *run.Exec) error {
			tasks, err := readTasks(e, reviewedTasks)
			if err != nil {
				return err
			}
			if len(tasks) == 0 {
				return errors.New("no task is left, so there is no dataset: verify status counts what each stage dropped")
			}
			if err := requireFloors(e); err != nil {
				return err
			}
			r := &dataset.Release{
				Name: "taskgrove-" + w.domain.Name, Title: "taskgrove: " + w.domain.Title.In("en"),
				Version: p.Release, License: p.License, Publication: f.publication(), Source: w.source(), Tasks: tasks,
				Domain: w.declaration(), Corpus: tasks[0].Provenance.Corpus,
			}
			if f.Extend != "" {
				if err := addExtension(e, r); err != nil {
					return err
				}
			}
			if !w.hasExams() {
				r.Tools = releaseTools(w.domain)
			}
			if err := addFunnels(e, r, funnelSources(w.hasExams(), f.Extend != "", f.Twins)); err != nil {
				return err
			}
			if w.hasExams() {
				err = readInput(e, probesFile, &r.Probes)
			} else {
				if r.Coverage, err = readCoverage(e); err == nil {
					r.Entities, err = readEntityFunnels(e)
				}
			}
			if err != nil {
				return err
			}
			if r.Baselines, err = readBaselines(e); err != nil {
				return err
			}
			if err := addSolutions(w.domain, tasks); err != nil {
				return err
			}
			if err := addExample(w.domain, r); err != nil {
				return err
			}
			if err := addReview(e, r); err != nil {
				return err
			}
			if f.Twins {
				if err := addTwins(e, r); err != nil {
					return err
				}
				if err := addSolutions(w.domain, r.Twins); err != nil {
					return err
				}
			}
			if err := addCorpora(e, w, r); err != nil {
				return err
			}
			var written []dataset.ReleaseFile
			if f.Tables {
				if written, err = addTables(e, r); err != nil {
					return err
				}
			}
			if err := splitRelease(f, w, r); err != nil {
				return err
			}
			if w.union != nil {
				r.Domains = w.union.counts(r.Tasks, r.Corpora)
			}
			if err := addChangelog(f, r); err != nil {
				return err
			}
			if err := r.Validate(); err != nil {
				return err
			}
			e.Funnel().In, e.Funnel().Out = len(tasks), len(r.Tasks)
			if n := len(tasks) - len(r.Tasks); n > 0 {
				e.Funnel().Drop(straddles, n)
			}
			names := releaseFiles(w)
			if r.Extension != nil {
				names = append(names, dataset.RetiredFile)
			}
			if r.Changelog != nil {
				names = append(names, dataset.ChangelogFile)
			}
			return export(e, w.domain, r, names, written)
		},
	}
}

// addSolutions explains in words how the answer to each task is found.
func addSolutions(d *domain.Domain, tasks []*task.Task) (err error) {
	for _, t := range tasks {
		if t.Solution, err = solution.Of(d, t); err != nil {
			return fmt.Errorf("task %s: %w", t.ID, err)
		}
	}
	return nil
}

// addExample words the question and the solution of the card's example in English, unless it is in
// English or the domain has no English phrases.
func addExample(d *domain.Domain, r *dataset.Release) (err error) {
	t := dataset.ExampleTask(r.Tasks)
	if t.Plan == nil || t.Language == "en" || !slices.Contains(d.Languages, "en") {
		return nil
	}
	if r.ExampleInEnglish, err = draft.Question(d, t.Plan, "en", t.Given...); err != nil {
		return err
	}
	english := *t
	english.Language = "en"
	r.SolutionInEnglish, err = solution.Of(d, &english)
	return err
}

// addFunnels adds to a release the funnels of the earlier stages, which sources are, the checks and
// the dropped tasks.
func addFunnels(e *run.Exec, r *dataset.Release, sources []funnelSource) error {
	for _, a := range sources {
		path, err := e.Path(a.manifest)
		if err != nil {
			return err
		}
		m, err := readManifest(path)
		if err != nil {
			return err
		}
		r.Funnels = append(r.Funnels, dataset.StageFunnel{Stage: m.Stage, Items: a.items, In: m.Funnel.In, Out: m.Funnel.Out, Dropped: m.Funnel.Dropped, Failed: m.Funnel.Failed})
	}
	var err error
	if r.Dropped, err = readLines[task.Dropped](e, "check/dropped.jsonl"); err != nil {
		return err
	}
	return readInput(e, "check/checks.json", &r.Checks)
}

// releaseFiles returns the files that the export stage writes besides twins and tables. Exam items are
// answered without tools, so that there are no files for programs that call tools.
func releaseFiles(w *world) []string {
	files := []string{dataset.TasksFile, dataset.ReviewsFile}
	if !w.hasExams() {
		files = append(files, dataset.ToolsFile,
			dataset.FunctionsFile, dataset.QuestionsFile, dataset.AnswersFile, dataset.DocsFile, dataset.SamplesFile, dataset.InspectFile)
	}
	return append(files, dataset.CardFile, dataset.ChecksFile, dataset.CroissantFile, dataset.SumsFile)
}

// export writes the named files of a release, and its twins; its tables were written before.
// Each file is made in memory first, because the last ones contain checksums of the
// others.
func export(e *run.Exec, d *domain.Domain, r *dataset.Release, names []string, written []dataset.ReleaseFile) error {
	type output struct {
		name  string
		write func(io.Writer) error
	}
	files := written
	var outputs []output
	for _, f := range r.Files() {
		if !f.Twins {
			outputs = append(outputs, output{f.Name, func(w io.Writer) error { return task.WriteParquet(w, f.Tasks) }})
		}
		names = append(names, f.Name)
	}
	tested := r.Tested()
	outputs = append(outputs, []output{
		{dataset.ReviewsFile, func(w io.Writer) error { return dataset.WriteReviews(w, r.Reviews) }},
		{dataset.ToolsFile, func(w io.Writer) error { return dataset.WriteTools(w, r.Tools) }},
		{dataset.RetiredFile, func(w io.Writer) error { return dataset.WriteRetired(w, r.Retired) }},
		{dataset.ChangelogFile, func(w io.Writer) error { return dataset.WriteChangelog(w, r) }},
	}...)
	for _, f := range r.Files() {
		if f.Twins {
			outputs = append(outputs, output{f.Name, func(w io.Writer) error { return task.WriteParquet(w, f.Tasks) }})
		}
	}
	outputs = append(outputs, []output{
		{dataset.FunctionsFile, func(w io.Writer) error { return dataset.WriteFunctions(w, tested) }},
		{dataset.QuestionsFile, func(w io.Writer) error { return dataset.WriteQuestions(w, tested) }},
		{dataset.AnswersFile, func(w io.Writer) error { return dataset.WriteGroundTruth(w, tested) }},
		{dataset.DocsFile, func(w io.Writer) error { return dataset.WriteDocs(w, tested) }},
		{dataset.SamplesFile, func(w io.Writer) error { return dataset.WriteSamples(w, tested) }},
		{dataset.InspectFile, dataset.WriteInspect},
		{dataset.CardFile, func(w io.Writer) error { return dataset.WriteCard(w, r) }},
		{dataset.ChecksFile, func(w io.Writer) error { return dataset.WriteChecks(w, r) }},
		{dataset.CroissantFile, func(w io.Writer) error { return dataset.WriteCroissant(w, r, files) }},
		{dataset.SumsFile, func(w io.Writer) error { return dataset.WriteSums(w, files) }},
	}...)
	splits := map[string][]byte{}
	for _, f := range outputs {
		if !slices.Contains(names, f.name) {
			continue
		}
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return fmt.Errorf("%s: %w", path.Join(datasetDir, f.name), err)
		}
		splits[f.name] = slices.Clone(b.Bytes())
		files = append(files, dataset.ReleaseFile{Name: f.name, Size: int64(b.Len()), Digest: digest.Bytes(b.Bytes())})
		if err := create(e, f.name, func(w io.Writer) error {
			_, err := b.WriteTo(w)
			return err
		}); err != nil {
			return err
		}
	}
	return checkWrittenSplits(d, r, splits)
}
