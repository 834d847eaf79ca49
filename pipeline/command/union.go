package command

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/privacy"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// domainUnion says of which domains one is the union.
type domainUnion struct {
	names     []string // as -domain has them
	parts     []*domain.Domain
	renamings []domain.Renaming
	masked    []string // run directories that masked the tables of the parts; "" for tables without masks
}

// listOf returns the parts of a setting with commas between.
func listOf(setting string) []string {
	parts := strings.Split(setting, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// openDomain opens the domain of a name, or the union of those of several names with commas between;
// the second result is nil for one domain.
func openDomain(name string) (*domain.Domain, *domainUnion, error) {
	u := &domainUnion{names: []string{name}}
	if _, err := domain.Directory(name); err != nil && strings.Contains(name, ",") {
		u.names = listOf(name)
	}
	for _, n := range u.names {
		if _, err := domain.Directory(n); err != nil {
			return nil, nil, misuse("-%v", err)
		}
		d, err := domain.Open(n)
		if err != nil {
			return nil, nil, err
		}
		u.parts = append(u.parts, d)
	}
	if len(u.parts) == 1 {
		return u.parts[0], nil, nil
	}
	d, renamings, err := domain.Union(u.parts...)
	u.renamings = renamings
	return d, u, err
}

// isSeveral reports whether a setting has directories of several domains with commas between.
func isSeveral(corpus string) bool {
	_, err := os.Stat(corpus)
	return err != nil && strings.Contains(corpus, ",")
}

// newUnion finds the files of the domains of a union, each in a directory of its own.
func newUnion(d *domain.Domain, u *domainUnion, f *flags) (*world, error) {
	dirs := listOf(f.Corpus)
	if len(dirs) != len(u.parts) {
		return nil, misuse("-corpus %q: want %d directories with commas between, one a domain of -domain %s", f.Corpus, len(u.parts), f.Domain)
	}
	for _, one := range []struct{ name, given string }{{"laws", f.Laws}, {"cases", f.Cases}, {"mask", f.Mask}} {
		if one.given != "" {
			return nil, misuse("-%s is for the tables of one domain: want -%s ''", one.name, one.name)
		}
	}
	w := &world{domain: d, union: u}
	for i, dir := range dirs {
		one := *f
		one.Corpus = dir
		if err := checkCorpusApart(&one); err != nil {
			return nil, err
		}
		files, err := corpus.Files(dir, u.parts[i])
		if err != nil {
			return nil, err
		}
		u.masked = append(u.masked, maskingRun(dir))
		_, err = os.Stat(filepath.Join(dir, "snapshot.manifest.json"))
		for _, file := range files {
			to := u.renamings[i].Table(file.Holds)
			file.Name, file.Holds = to+strings.TrimPrefix(file.Name, file.Holds), to
			file.Untyped = err == nil
			w.files = append(w.files, file)
		}
	}
	return w, checkReadable(w.files)
}

// maskingRun returns the run directory whose masked tables a directory has; "" for other tables.
func maskingRun(dir string) string {
	from := filepath.Dir(dir)
	for _, name := range []string{filepath.Join(dir, masksFile), filepath.Join(from, filepath.FromSlash(privacyReport))} {
		if _, err := os.Stat(name); err != nil {
			return ""
		}
	}
	return from
}

// masksOf and foundIn name the reports on the masks of a domain as inputs of a stage.
func masksOf(d *domain.Domain) string { return "masks of " + d.Name }
func foundIn(d *domain.Domain) string { return "personal data of " + d.Name }

// maskInputs are the reports of the runs that masked tables of the domains.
func (u *domainUnion) maskInputs() []run.StageInput {
	var inputs []run.StageInput
	for i, dir := range u.masked {
		if dir != "" {
			inputs = append(inputs, run.StageInput{Name: masksOf(u.parts[i]), Path: filepath.Join(dir, maskedDir, masksFile)},
				run.StageInput{Name: foundIn(u.parts[i]), Path: filepath.Join(dir, filepath.FromSlash(privacyReport))})
		}
	}
	return inputs
}

// addMasks adds what was masked in the tables of each domain. What these held is what the run found that
// masked them.
func (u *domainUnion) addMasks(e *run.Exec, p *dataset.PersonalData) error {
	now := p.Found.Columns
	p.Found.Columns = nil
	for i, d := range u.parts {
		names := &u.renamings[i]
		if u.masked[i] == "" {
			own := u.tables(i)
			p.Found.Columns = append(p.Found.Columns, slices.DeleteFunc(slices.Clone(now), func(c privacy.PersonalColumn) bool { return !own[c.Table] })...)
			continue
		}
		var found privacy.PrivacyReport
		var masks maskReport
		if err := cmp.Or(readInput(e, foundIn(d), &found), readInput(e, masksOf(d), &masks)); err != nil {
			return err
		}
		for _, c := range found.Columns {
			c.Table = names.Table(c.Table)
			p.Found.Columns = append(p.Found.Columns, c)
		}
		for j := range masks.Columns {
			masks.Columns[j].Table = names.Table(masks.Columns[j].Table)
		}
		p.Masks = append(p.Masks, dataset.DomainMasks{Domain: d.Name, Mask: masks.Mask, Values: masks.Values, Masked: masks.Columns})
	}
	return nil
}

// tables returns the tables and passages of a domain, as the union calls them.
func (u *domainUnion) tables(part int) map[string]bool {
	own := map[string]bool{}
	for _, t := range u.parts[part].Tables {
		own[u.renamings[part].Table(t.Name)] = true
	}
	for _, p := range u.parts[part].Passages {
		own[u.renamings[part].Table(p.Name)] = true
	}
	return own
}

// tools returns the lookups and retrievers of a domain, as the union calls them.
func (u *domainUnion) tools(part int) map[string]bool {
	own := map[string]bool{}
	for _, t := range u.parts[part].Tools {
		if t.Table != "" || t.Passages != "" {
			own[u.renamings[part].Tool(t.Name)] = true
		}
	}
	return own
}

// owners returns the name of the domain of each lookup and retriever, as the union calls them.
func (u *domainUnion) owners() map[string]string {
	owners := map[string]string{}
	for i, d := range u.parts {
		for name := range u.tools(i) {
			owners[name] = d.Name
		}
	}
	return owners
}

// joinSettings gives settings the domains and tables of several runs, if their domains differ.
func (s *settings) joinSettings(dirs []string) error {
	var digests []digest.Digest
	var names, tables []string
	for _, dir := range dirs {
		one, err := readConfig(dir)
		if err != nil {
			return err
		}
		if one == nil {
			continue // an earlier one, whose tasks say of which domain they are
		}
		d, u, err := openDomain(one.Domain)
		switch {
		case err != nil:
			return fmt.Errorf("-merge: %s: %w", dir, err)
		case slices.Contains(digests, d.Digest()):
			continue
		case u != nil && len(dirs) > 1:
			return misuse("-merge: %s has tasks of several domains already: want the runs of which it was merged", dir)
		}
		digests, names, tables = append(digests, d.Digest()), append(names, one.Domain), append(tables, one.tablesDirectory(dir, d))
	}
	if len(names) < 2 {
		return nil
	}
	for _, name := range slices.Concat(names, tables) {
		if strings.Contains(name, ",") {
			return misuse("-merge: %q has a comma, which separates domains and their tables: want it under another name", name)
		}
	}
	s.Domain, s.Corpus = strings.Join(names, ","), strings.Join(tables, ",")
	s.Mask, s.Laws, s.Cases = "", "", ""
	return nil
}

// tablesDirectory returns the directory of the tables that a run read, or wrote to read them.
func (s *settings) tablesDirectory(dir string, d *domain.Domain) string {
	if s.Mask != "" {
		return filepath.Join(dir, maskedDir)
	}
	if info, err := os.Stat(s.Corpus); s.Corpus != generatedWorld && d.Reader == "" && err == nil && info.IsDir() {
		return s.Corpus
	}
	return filepath.Join(dir, generatedDir)
}

// partOf returns the number of the domain that tasks are of; -1 for none.
func (u *domainUnion) partOf(provenance string) int {
	return slices.IndexFunc(u.parts, func(d *domain.Domain) bool { return provenance == d.Name+"@"+d.Digest().Short() })
}

// counts returns what each domain has of tables, which corpora describe, and of tools and tasks of the union.
func (u *domainUnion) counts(tasks []*task.Task, corpora []dataset.TableDescription) []dataset.DomainCount {
	var all []dataset.DomainCount
	for i, d := range u.parts {
		c := dataset.DomainCount{Name: d.Name, Doc: d.Title.In("en")}
		tools, tables := u.tools(i), u.tables(i)
		for _, t := range corpora {
			if tables[t.Name] {
				c.Tables, c.Rows = c.Tables+1, c.Rows+t.Rows
			}
		}
		for _, t := range tasks {
			if slices.ContainsFunc(t.Steps, func(s plan.Step) bool { return tools[s.Tool] }) {
				c.Tasks++
			}
		}
		c.Tools = len(tools)
		all = append(all, c)
	}
	return all
}

// declared returns a domain's name with the digest of its declaration, of the world's domain or one of which that is
// the union; the name alone for another.
func (w *world) declared(name string) string {
	all := []*domain.Domain{w.domain}
	if w.union != nil {
		all = append(all, w.union.parts...)
	}
	for _, d := range all {
		if d.Name == name {
			return name + "@" + d.Digest().Short()
		}
	}
	return name
}

// adoption makes tasks of single domains those of the union.
type adoption struct {
	world  *world
	rivals *sample.Rivals
}

// newAdoption returns the adoption for a world of several domains, which is open.
func newAdoption(w *world) *adoption {
	lookups := make([][]string, len(w.union.parts))
	for i, d := range w.union.parts {
		for _, t := range d.Tools {
			if t.Kind != domain.Lookup {
				continue
			}
			lookups[i] = append(lookups[i], w.union.renamings[i].Tool(t.Name))
		}
	}
	return &adoption{w, sample.NewRivals(w.corpus, lookups)}
}

// adopt returns the tasks of one domain as those of the union, and those that cannot be, with the reason by ID.
func (a *adoption) adopt(ctx context.Context, part int, tasks []*task.Task) (kept, lost []*task.Task, why map[string]plan.Reason, err error) {
	why = map[string]plan.Reason{}
	for _, t := range tasks {
		now, reason, err := a.one(ctx, &a.world.union.renamings[part], t)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		if reason != "" {
			lost, why[t.ID] = append(lost, t), reason
			continue
		}
		kept = append(kept, now)
	}
	return kept, lost, why, nil
}

// one runs the plan of a task over all tables, under the names of the union.
func (a *adoption) one(ctx context.Context, names *domain.Renaming, t *task.Task) (*task.Task, plan.Reason, error) {
	w := a.world
	x, err := plan.NewExecutor(w.domain, w.tools, t.Plan.Renamed(names))
	if err != nil {
		return nil, sample.Altered, nil
	}
	trace, _, err := x.Run(ctx, nil)
	if err != nil {
		return nil, "", err
	}
	if len(trace.Results) < len(t.Plan.Nodes) {
		return nil, sample.Altered, nil
	}
	now, err := task.New(w.domain, trace, t.Language)
	if err != nil || now.Draft != t.Draft || now.Answer != t.Answer {
		return nil, sample.Altered, nil
	}
	if a.rivals.Elsewhere(now) {
		return nil, sample.Foreign, nil
	}
	adopted := *t
	adopted.ID, adopted.Plan, adopted.Path, adopted.Steps, adopted.Entities = now.ID, now.Plan, now.Path, now.Steps, now.Entities
	if t.Bystander != nil {
		adopted.Bystander = &task.Entity{Type: names.Entity(t.Bystander.Type), Name: t.Bystander.Name}
	}
	adopted.Provenance.Domain, adopted.Provenance.Corpus = w.domain.Name+"@"+w.domain.Digest().Short(), w.corpus.Digest()
	return &adopted, "", nil
}
