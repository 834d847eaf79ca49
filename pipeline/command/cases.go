package command

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// casesVersion is raised when equal texts of cases could give other tables than before.
const casesVersion = 4

// newCases returns the world whose tables are read from a directory of cases; nil if the
// directory holds files of tables.
func newCases(d *domain.Domain, f *flags) (*world, error) {
	texts, err := caselaw.Files(f.Corpus)
	if err != nil {
		return nil, fmt.Errorf("-corpus: %w", err)
	}
	tables, err := corpus.Files(f.Corpus, d)
	if err != nil && len(texts) == 0 {
		return nil, fmt.Errorf("%w; or cases: JSON, or texts in sections under headings", err)
	}
	if err == nil && len(tables) > 0 || len(texts) == 0 {
		if f.Laws != "" {
			return nil, misuse("-laws is for citations of cases, and %s holds tables: want the texts, or no -laws", f.Corpus)
		}
		return nil, nil
	}
	w := &world{domain: d, dir: f.Corpus, texts: texts, laws: f.Laws, language: f.Language}
	if err := w.findLaws(); err != nil {
		return nil, err
	}
	w.addTextTables(f.out, caseTableNames(w))
	return w, nil
}

// findLaws finds the files of the statutes, where a directory of them is given.
func (w *world) findLaws() (err error) {
	if w.laws == "" {
		return nil
	}
	if w.lawTexts, err = legislation.Files(w.laws); err != nil {
		return fmt.Errorf("-laws: %w", err)
	}
	if len(w.lawTexts) == 0 {
		return misuse("-laws %s holds no law: want folders TITLE with files YYYY-MM-DD.md, .txt or .xml", w.laws)
	}
	return nil
}

// caseFault says why a part of the texts is left out: a file, a case, or what stands under a
// heading. It is a line of faults.jsonl.
type caseFault struct {
	// File and Line say where; both are absent for a heading, which can stand in many places.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	// Case is the identifier of a case that was read, if it is about one.
	Case string `json:"case,omitempty"`
	// What is what is wrong, for people.
	What string `json:"what"`
}

// caseParams are the parameters of the stage that reads cases.
type caseParams struct {
	Language   string `json:"lang"`
	Model      string `json:"model,omitempty"`      // that asks about the focus; "" for questions by rule
	Questioner int    `json:"questioner,omitempty"` // version of what asks it
}

// readCases returns the stage that reads the texts and writes the tables.
func readCases(w *world) run.Stage {
	in := []run.StageInput{{Name: "case reader", Digest: digest.New("case reader").Int("version", casesVersion).Sum()}}
	for _, name := range w.texts {
		in = append(in, w.textInput("corpus", w.dir, caseDir, name))
	}
	for _, name := range w.lawTexts {
		in = append(in, w.textInput("laws", w.laws, lawDir, name))
	}
	var files []string
	for _, name := range caseTableNames(w) {
		files = append(files, tablefile.JSONL.File(name))
	}
	params := caseParams{Language: w.language}
	if w.flags.Model != offlineModel {
		params.Model, params.Questioner = w.flags.Model, caselaw.QuestionerVersion
	}
	return run.Stage{
		Name: "texts", Doc: "read the texts of court cases into tables",
		Version: casesVersion, Dir: generatedDir, Params: params, Inputs: in, Outputs: append(files, "faults.jsonl"),
		Run: func(ctx context.Context, e *run.Exec) error {
			c, err := caselaw.Read(ctx, w.dir)
			if err != nil {
				return err
			}
			c.AskIn(w.language)
			byRule, err := askAboutCases(ctx, e, w, c)
			if err != nil {
				return err
			}
			laws, err := resolveCitations(ctx, e, w, c)
			if err != nil {
				return err
			}
			return writeCases(ctx, e, w, c, byRule, laws)
		},
	}
}

// writeCases writes the tables that were read, with those of the laws, and what was left out with
// its reason.
func writeCases(ctx context.Context, e *run.Exec, w *world, c *caselaw.CaseReading, byRule []caseFault, laws []tablefile.Sheet) error {
	funnel := e.Funnel()
	funnel.In, funnel.Out = len(c.Cases)+len(c.Faults), len(c.Cases)
	funnel.Fail("text", len(c.Faults))
	var faults []caseFault
	for _, f := range c.Faults {
		e.Log.Warn(f.Error())
		faults = append(faults, caseFault{File: f.File, Line: f.Line, What: f.What})
	}
	asked := 0
	for i := range c.Cases {
		one := &c.Cases[i]
		why, err := objection(w, c, one)
		if err != nil {
			return err
		}
		if why == "" {
			asked++
			continue
		}
		faults = append(faults, caseFault{one.File, one.Line, one.ID, why})
	}
	faults = append(faults, byRule...)
	faults = append(faults, passedOver(c)...)
	e.Log.Info(fmt.Sprintf("%d cases read, with %d focuses of dispute that can be asked about; the others are in %s/faults.jsonl with their reasons", c.Sources, asked, generatedDir))
	if len(c.Cases) == 0 {
		return fmt.Errorf("%s: no case can be read: want JSON, or texts in sections under headings", w.dir)
	}
	sheets := append(c.Sheets(), laws...)
	err := tablefile.Write(ctx, tablefile.WriteSpec{
		Format: tablefile.JSONL, Names: caseTableNames(w), Shards: 1, Workers: e.Workers, Create: e.Create,
		Open: func(int) ([]tablefile.Sheet, error) { return sheets, nil },
	})
	if err != nil {
		return err
	}
	return createLines(e, "faults.jsonl", slices.Clip(faults))
}

// passedOver says which cases are withdrawn, and which headings are unknown.
func passedOver(c *caselaw.CaseReading) []caseFault {
	var faults []caseFault
	for _, id := range c.Withdrawn {
		faults = append(faults, caseFault{Case: id, What: "the case is withdrawn"})
	}
	for _, h := range c.Unknown {
		noun := "cases"
		if h.Cases == 1 {
			noun = "case"
		}
		faults = append(faults, caseFault{What: fmt.Sprintf("unknown heading %q, in %d %s: its text is part of nothing", h.Heading, h.Cases, noun)})
	}
	return faults
}

// objection says why nothing is asked about a case; "" if nothing speaks against it.
func objection(w *world, c *caselaw.CaseReading, one *caselaw.CourtCase) (string, error) {
	if one.Refusal != "" {
		return refusalWords(one.Refusal), nil
	}
	source, err := inputfile.ReadFile(filepath.Join(w.dir, filepath.FromSlash(one.File)))
	if err != nil {
		return "", err
	}
	all := one.CheckGiven(source)
	if all == nil {
		all = one.CheckRivals(c.Cases)
	}
	if all == nil {
		return "", nil
	}
	switch all[0].Reason {
	case caselaw.ObjectsToLeak:
		return "facts, outcome or question hold a sentence of the reasoning: " + all[0].Detail, nil
	case caselaw.ObjectsToArticle:
		return "facts, outcome or question name an article that the reasoning cites: " + all[0].Detail, nil
	case caselaw.ObjectsToRival:
		return "the reasoning of another case would answer as well: " + all[0].Detail, nil
	}
	return "a part does not stand in its source: " + all[0].Detail, nil
}

// refusalWords says in plain words why nothing is asked about a case.
func refusalWords(r caselaw.Refusal) string {
	switch r {
	case caselaw.NoFacts:
		return "no facts were found: want a section of facts"
	case caselaw.NoOutcome:
		return "no outcome was found: want a section with what was decided"
	case caselaw.NoReasoning:
		return "no reasoning was found: want a section of grounds"
	case caselaw.NoFocus:
		return "no focus of dispute was found: want a section of it, or grounds that state it"
	case caselaw.TooLong:
		return "facts, outcome and reasoning are too long: want at most 40,000 characters"
	case caselaw.OtherTongue:
		return "the case is not in the language of the questions: want -lang with its language"
	}
	return "it has several focuses of dispute, and the reasoning does not take them one by one"
}
