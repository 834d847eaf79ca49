package command

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/examtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// world holds the declaration that the stages of one command share, and the corpus and
// tools, which are loaded when the first stage needs them.
type world struct {
	domain *domain.Domain
	union  *domainUnion     // the domains of which it is the union; nil for one domain
	style  *style.Style     // of the run's language; nil for one that no question can be put in
	dir    string           // of the corpus; "" for the generated one
	made   *synth.WorldSpec // the generated one; nil for a directory
	law    *lawtext.LawSpec // the statutes of the generated one, where they are texts to read; else nil
	docket *casetext.Docket // the cases of the generated one, where they are texts to read; else nil
	papers *examtext.Papers // the exams of the generated one; nil for any other world
	texts  []string         // the files below dir from which the tables are read; nil for files of tables
	files  []corpus.DataFile

	database *database.Database // from which the tables are read; nil for none

	maxDropped float64 // share of rows or cells that may be lost, in percent

	language string   // of the cases that are asked about, where the texts are cases
	laws     string   // directory of statutes by which citations of cases are resolved; "" for none
	lawTexts []string // its files
	// openQuestioner opens the model that asks about cases or writes items of exams; it returns nil
	// for questions and items by rule.
	flags          *flags
	openQuestioner func(*slog.Logger) (*questionModels, error)

	cases     string   // directory of cases that stand beside statutes; "" for none
	caseTexts []string // its files

	earlier []run.StageInput // the files of the set that is extended; nil for none

	unmasked *world   // the world as given, of which this one has masked tables; nil without -mask
	masking  *masking // what is masked; nil without -mask

	load   sync.Once
	corpus *corpus.Corpus
	report *corpus.LoadReport
	tools  *tool.Set
	err    error

	checks []proof.Check  // over the corpus and tools
	tried  baselineTrials // those made last
}

// newWorld reads the declaration, replaces a missing language or the stored language of
// another domain by the domain's first, and finds the corpus's files. Files of a generated
// world may not exist yet.
func newWorld(f *flags) (*world, error) {
	d, u, err := openDomain(f.Domain)
	if err != nil {
		return nil, err
	}
	switch {
	case u != nil && f.Extend != "":
		return nil, misuse("-extend %s: its tasks are of several domains: want a set of one", f.Extend)
	case u == nil && f.Merge != "" && isSeveral(f.Corpus):
		return nil, misuse("-domain %s: the runs of -merge are of several domains, with their tables in %s: want no -domain, or all of them with commas between", f.Domain, f.Corpus)
	case u != nil && f.Merge == "":
		return nil, misuse("-domain %q: several domains are for runs that -merge puts together: want one", f.Domain)
	}
	if f.Language == "" || f.foreign && !slices.Contains(d.Languages, f.Language) {
		f.Language = d.Languages[0]
	}
	if !slices.Contains(d.Languages, f.Language) {
		return nil, misuse("-lang %q: domain %s has no such language: want %s", f.Language, d.Name, strings.Join(d.Languages, " or "))
	}
	if err := checkPathCount(d, f.Depth); err != nil {
		return nil, err
	}
	if f.Twins && d.Reader == domain.ExamReader {
		return nil, misuse("-twins is for tasks that are answered from tables, and items of exams are not: want -twins=false")
	}
	if f.Laws != "" && d.Reader != domain.CaseReader && d.Reader != domain.ExamReader {
		return nil, misuse("-laws is for citations of cases and for exams, and domain %s reads none: want -laws ''", d.Name)
	}
	if f.Taxonomy != "" && d.Reader != domain.ExamReader {
		return nil, misuse("-taxonomy is for the areas of exams, and domain %s has none: want -taxonomy ''", d.Name)
	}
	if _, err := readTaxonomy(f.Taxonomy); err != nil {
		return nil, err
	}
	if f.Cases != "" && d.Reader != domain.StatuteReader {
		return nil, misuse("-cases is for cases beside statutes, and domain %s has none: want -cases ''", d.Name)
	}
	if err := checkSources(f, &world{domain: d}); err != nil {
		return nil, err
	}
	earlier, err := checkExtended(f, &world{domain: d})
	if err != nil {
		return nil, err
	}
	if err := checkSplit(f, &world{domain: d}); err != nil {
		return nil, err
	}
	if _, err := f.selection(d); err != nil {
		return nil, err
	}
	if err := f.checkShares(d, f.Depth, f.quotas()); err != nil {
		return nil, err
	}
	for _, name := range f.texts() {
		if t := d.Template(name); t == nil || t.Question() {
			return nil, misuse("-texts %q: domain %s has no text to write of that name", name, d.Name)
		}
	}
	w, err := findWorld(d, u, f)
	if err == nil {
		w.maxDropped = f.MaxDropped
	}
	if err == nil && f.Mask != "" {
		w, err = w.masked(f)
	}
	if err == nil {
		w.earlier = earlier
		w.flags, w.openQuestioner = f, func(*slog.Logger) (*questionModels, error) { return openRecorded(f) }
	}
	if err != nil || !slices.Contains(style.Languages(), f.Language) {
		return w, err // a tree can be grown in any language
	}
	if u != nil {
		w.style, err = style.OpenUnion(u.names, u.parts, f.Language)
	} else {
		w.style, err = style.Open(f.Domain, d, f.Language)
	}
	return w, err
}

// findWorld finds the corpus's files; u is nil for one domain.
func findWorld(d *domain.Domain, u *domainUnion, f *flags) (*world, error) {
	if u != nil {
		return newUnion(d, u, f)
	}
	if f.Corpus == generatedWorld {
		return newGenerated(d, f)
	}
	w, err := newDatabase(d, f)
	if err != nil || w != nil {
		return w, err
	}
	if err := checkCorpusApart(f); err != nil {
		return nil, err
	}
	w, err = newTexts(d, f)
	if err != nil || w != nil {
		return w, err
	}
	if f.Cases != "" {
		return nil, misuse("-cases is for statutes that are read from texts, and %s holds tables: want -cases ''", f.Corpus)
	}
	w = &world{domain: d, dir: f.Corpus}
	if w.files, err = corpus.Files(f.Corpus, d); err != nil {
		return nil, err
	}
	return w, checkReadable(w.files)
}

// maxPaths is how many paths a planning tree may have: no more than programs that read its files can
// count exactly.
const maxPaths = 1 << 53

// checkPathCount refuses a depth that makes more paths than that.
func checkPathCount(d *domain.Domain, depth int) error {
	g, err := plan.NewGraph(d)
	if err != nil {
		return err
	}
	paths := 0
	for hops := 1; hops <= depth; hops++ {
		n := g.Count(hops)
		if n == 0 {
			return nil // and none of more hops
		}
		if n > maxPaths-paths {
			return misuse("-depth %d: domain %s has more than %d paths of up to %d hops: want at most %d hops", depth, d.Name, maxPaths, hops, hops-1)
		}
		paths += n
	}
	return nil
}

// drawnAbove returns [mostPaths] if some depth has more paths than that, so that some are drawn; else 0.
func (w *world) drawnAbove(depth int) int {
	g, err := plan.NewGraph(w.domain)
	for hops := 1; err == nil && hops <= depth; hops++ {
		if g.Count(hops) > mostPaths {
			return mostPaths
		}
	}
	return 0 // a domain without a graph was refused
}

// checkReadable reports every file that cannot be opened, before anything is written.
func checkReadable(files []corpus.DataFile) error {
	var faults []error
	for _, file := range files {
		for _, part := range file.Parts() {
			f, err := inputfile.Open(part.Path)
			if err != nil {
				faults = append(faults, err)
				continue
			}
			f.Close()
		}
	}
	return errors.Join(faults...)
}

// written reports whether a stage of the run writes the tables.
func (w *world) written() bool {
	return w.made != nil || w.texts != nil || w.database != nil || w.unmasked != nil
}

// open loads the corpus once.
func (w *world) open(ctx context.Context, log *slog.Logger) error {
	w.load.Do(func() {
		if w.written() || w.union != nil {
			w.corpus, w.report, w.err = corpus.LoadFiles(ctx, w.files, w.domain)
		} else {
			w.corpus, w.report, w.err = corpus.Load(ctx, w.dir, w.domain)
		}
		if w.err != nil {
			return
		}
		log.Debug("corpus loaded", "digest", w.corpus.Digest().Short())
		if w.tools, w.err = tool.New(w.corpus); w.err == nil {
			w.checks = proof.Checks(w.proofSources())
		}
	})
	return w.err
}

// partialError is the error of a command that reads tables of which more than -max-dropped could not
// be read; nil if less, and before the tables are open.
func (w *world) partialError() error {
	if w.report == nil {
		return nil
	}
	var funnel run.Funnel
	fillCorpusFunnel(&funnel, w.report, w.given().maxDropped)
	return partialError(&run.RunReport{Stages: []run.StageOutcome{{Funnel: funnel}}})
}

// inputs are the declaration, the corpus and the rules by which its files are read as inputs
// of a stage.
func (w *world) inputs() []run.StageInput {
	in := []run.StageInput{
		{Name: "domain", Digest: w.domain.Digest()},
		{Name: "corpus reader", Digest: digest.New("corpus reader").Int("version", corpus.Version).Sum()},
	}
	for _, f := range w.files {
		switch {
		case w.unmasked != nil:
			in = append(in, run.StageInput{Name: maskedDir + "/" + f.Name})
		case w.written():
			in = append(in, run.StageInput{Name: generatedDir + "/" + f.Name})
		default:
			for _, part := range f.Parts() {
				in = append(in, run.StageInput{Name: "corpus/" + part.Name, Path: part.Path})
			}
		}
	}
	return in
}

// styledInputs are those inputs and the style that questions are put in.
func (w *world) styledInputs() []run.StageInput {
	in := w.inputs()
	if w.style != nil {
		in = append(in, run.StageInput{Name: "style", Digest: w.style.Digest()})
	}
	return in
}
