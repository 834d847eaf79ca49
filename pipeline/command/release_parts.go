package command

import (
	"encoding/json"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Reports of earlier stages that a release takes figures from.
const (
	coverageReport = "sample/coverage.json"
	corpusReport   = "plantree/corpus.json"
)

// releaseTools returns the tools of a domain as a dataset lists them.
func releaseTools(d *domain.Domain) []dataset.ToolDescription {
	tools := make([]dataset.ToolDescription, len(d.Tools))
	for i, t := range d.Tools {
		tools[i] = dataset.ToolDescription{
			Name: t.Name, Kind: string(t.Kind), Returns: string(t.Returns),
			Descriptions: map[string]string{}, Functions: map[string]json.RawMessage{}, Output: outputWords(&t),
		}
		for _, in := range t.Inputs {
			tools[i].Inputs = append(tools[i].Inputs, dataset.ToolArgument{Name: in.Name, Type: string(in.Type), Optional: in.Optional})
		}
		for _, lang := range d.Languages {
			tools[i].Descriptions[lang] = t.Description.In(lang)
		}
	}
	for _, lang := range d.Languages {
		for i, f := range tool.Schemas(d, lang) {
			tools[i].Functions[lang] = f
		}
	}
	return tools
}

// outputWords says in English what a tool returns.
func outputWords(t *domain.Tool) string {
	switch t.Kind {
	case domain.Lookup:
		switch t.Returns {
		case domain.One:
			return "one row of " + t.Table
		case domain.Many:
			return "rows of " + t.Table
		}
		return t.Column + " of one row of " + t.Table
	case domain.Retriever:
		return "passages of " + t.Passages
	case domain.Arithmetic:
		if t.Operation == domain.Rank {
			return "the numbers in order"
		}
		return "a number"
	}
	return "nothing; the trial ends"
}

// readCoverage reads the coverage of the tasks.
func readCoverage(e *run.Exec) ([]coverage.TallyRow, error) {
	var c coverage.Coverage
	if err := readInput(e, coverageReport, &c); err != nil {
		return nil, err
	}
	return c.Rows(), nil
}

// addExtension adds to a release what became of the tasks of the release that it extends.
func addExtension(e *run.Exec, r *dataset.Release) (err error) {
	if err := readInput(e, extensionFile, &r.Extension); err != nil {
		return err
	}
	r.Corpus = r.Extension.Corpus
	r.Retired, err = readLines[task.Retired](e, retiredFile)
	return err
}

// addCorpora adds to a release what its tables hold, and how many persons in them are real.
func addCorpora(e *run.Exec, w *world, r *dataset.Release) error {
	var report corpus.LoadReport
	if err := readInput(e, corpusReport, &report); err != nil {
		return err
	}
	kept := map[string]int{}
	for _, t := range report.Tables {
		kept[t.Name] = t.Kept
	}
	for _, p := range report.Passages {
		kept[p.Name] = p.Kept
	}
	r.Corpora = w.published(kept)
	r.Personal = &dataset.PersonalData{Invented: !w.mayBePersonal()}
	if r.Personal.Invented {
		return nil
	}
	err := readInput(e, privacyReport, &r.Personal.Found)
	switch {
	case err == nil && w.union != nil:
		return w.union.addMasks(e, r.Personal)
	case err != nil || w.masking == nil:
		return err
	}
	var masks maskReport
	if err := readInput(e, maskedDir+"/"+masksFile, &masks); err != nil {
		return err
	}
	r.Personal.Masks = []dataset.DomainMasks{{Mask: masks.Mask, Values: masks.Values, Masked: masks.Columns}}
	return nil
}

// addTables adds to a release the tables that the tables stage wrote, and returns their
// files.
func addTables(e *run.Exec, r *dataset.Release) ([]dataset.ReleaseFile, error) {
	r.Tables = r.Corpora
	path, err := e.Path(tablesManifest)
	if err != nil {
		return nil, err
	}
	m, err := readManifest(path)
	if err != nil {
		return nil, err
	}
	files := make([]dataset.ReleaseFile, len(m.Outputs))
	for i, f := range m.Outputs {
		files[i] = dataset.ReleaseFile{Name: strings.TrimPrefix(f.Name, datasetDir+"/"), Digest: f.Digest, Size: f.Size}
	}
	return files, nil
}
