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

// releaseTools returns the tools of a domain as a dataset lists them.
func releaseTools(d *domain.Domain) []dataset.ToolDescription {
	tools := make([]dataset.ToolDescription, len(d.Tools))
	for i, t := range d.Tools {
		tools[i] = dataset.ToolDescription{
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

// readCoverage reads the coverage of the tasks.
func readCoverage(e *run.Exec) ([]coverage.TallyRow, error) {
	var c coverage.Coverage
	if err := readInput(e, coverageReport, &c); err != nil {
		return nil, err
	}
	return c.Rows(), nil
}

// addTables adds to a release the tables that the tables stage wrote, and returns their
// files.
func addTables(e *run.Exec, w *world, r *dataset.Release) ([]dataset.ReleaseFile, error) {
	var report corpus.LoadReport
	if err := readInput(e, corpusReport, &report); err != nil {
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
