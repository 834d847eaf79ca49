package command

import (
	"encoding/json"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Reports of earlier stages that a release takes figures from.
const (
	coverageReport = "sample/coverage.json"
	corpusReport   = "plantree/corpus.json"
)

// releaseTools are the tools of a domain as a dataset lists them.
func releaseTools(d *domain.Domain) []dataset.Tool {
	tools := make([]dataset.Tool, len(d.Tools))
	for i, t := range d.Tools {
		tools[i] = dataset.Tool{
			Name: t.Name, Kind: string(t.Kind), Returns: string(t.Returns),
			Descriptions: map[string]string{}, Functions: map[string]json.RawMessage{},
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

// readCoverage reads what the tasks cover.
func readCoverage(e *run.Exec) ([]coverage.TallyRow, error) {
	path, err := e.Path(coverageReport)
	if err != nil {
		return nil, err
	}
	var c coverage.Coverage
	if err := readJSON(path, &c); err != nil {
		return nil, err
	}
	return c.Rows(), nil
}

// addTables adds to a release the tables that were written for it, and returns their
// files.
func addTables(e *run.Exec, w *world, r *dataset.Release) ([]dataset.File, error) {
	path, err := e.Path(corpusReport)
	if err != nil {
		return nil, err
	}
	var report corpus.Report
	if err := readJSON(path, &report); err != nil {
		return nil, err
	}
	kept := map[string]int{}
	for _, t := range report.Tables {
		kept[t.Name] = t.Kept
	}
	for _, p := range report.Passages {
		kept[p.Name] = p.Kept
	}
	r.Tables = w.published(kept)
	if path, err = e.Path(tablesManifest); err != nil {
		return nil, err
	}
	m, err := readManifest(path)
	if err != nil {
		return nil, err
	}
	var files []dataset.File
	for _, f := range m.Outputs {
		files = append(files, dataset.File{Name: strings.TrimPrefix(f.Name, datasetDir+"/"), Size: f.Size, Digest: f.Digest})
	}
	return files, nil
}
