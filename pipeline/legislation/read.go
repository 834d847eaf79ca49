package legislation

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// Read reads the texts of laws in a directory. Each folder holds one law, and in it a file for
// each version, named by a day: TITLE/2018-10-26.md, .txt, or .xml for LexML. If the directory holds
// MANIFEST.jsonl, with the keys title, version_date and articles, the texts are compared with
// it. A line of it with the key complete_to says up to which day every version that came into
// force is there.
//
// What is wrong with the texts is in Collection.Faults, all of them. An error means that a
// file cannot be read, or that ctx ended. Less than one worker means one per processor; what is
// returned does not depend on their number.
func Read(ctx context.Context, dir string, workers int) (*Collection, error) {
	l, err := list(dir)
	if err != nil {
		return nil, err
	}
	docs, err := readTexts(ctx, dir, l.texts, workers)
	if err != nil {
		return nil, err
	}
	r := &Collection{Faults: l.faults}
	for _, d := range docs {
		r.Faults = append(r.Faults, d.faults...)
	}
	var complete time.Time
	if l.manifest {
		if complete, err = r.compareManifest(dir, docs); err != nil {
			return nil, err
		}
	}
	if err := r.build(ctx, docs, workers); err != nil {
		return nil, err
	}
	for i := range r.Versions {
		v := &r.Versions[i]
		if v.KnownUntil = v.Until; v.Until.IsZero() && v.Next == "" && !v.InForce.IsZero() && !v.InForce.After(complete) {
			v.KnownUntil = complete.AddDate(0, 0, 1)
		}
	}
	sortFaults(r.Faults)
	return r, nil
}

// concurrently calls do for each number below n.
func concurrently(ctx context.Context, n, workers int, do func(i int) error) error {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var g errgroup.Group
	g.SetLimit(workers)
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return do(i) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// readTexts reads the files, in their order.
func readTexts(ctx context.Context, dir string, texts []listed, workers int) ([]*document, error) {
	docs := make([]*document, len(texts))
	err := concurrently(ctx, len(texts), workers, func(i int) error {
		t := texts[i]
		source, err := inputfile.ReadFile(filepath.Join(dir, filepath.FromSlash(t.file)))
		if err != nil {
			return err
		}
		docs[i] = parse(t, source)
		return nil
	})
	return docs, err
}

// parse reads the text of one version. It never fails: what is wrong is in the faults.
func parse(t listed, source []byte) *document {
	d := &document{file: t.file, folder: t.folder, dated: t.day}
	if i := invalidByte(source); i >= 0 {
		d.fault(1+bytes.Count(source[:i], []byte("\n")), FileLeftOut, "UTF-8", "a byte that is not UTF-8")
		return d
	}
	text := string(source)
	if strings.EqualFold(filepath.Ext(t.file), ".xml") {
		d.readLexML(text)
	} else {
		d.grammar = chooseGrammar(text)
		d.segment(text)
	}
	d.title = strings.TrimRight(cleanTitle(d.title), ". ")
	if d.title == "" {
		d.title = t.folder
	}
	for _, line := range append([]string{d.title}, d.preface...) {
		d.block = append(d.block, d.grammar.events(line)...)
	}
	switch {
	case len(strings.TrimSpace(text)) == 0:
		d.fault(0, FileLeftOut, "the text of a law", "the file is empty")
	case d.articles == 0 && len(d.faults) == 0:
		d.fault(0, FileLeftOut, "lines that begin with "+d.grammar.article(unit{article: 1}), "no article")
	}
	return d
}

// invalidByte returns the place of the first byte that is not UTF-8, or -1.
func invalidByte(source []byte) int {
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return -1
}

// chooseGrammar returns the grammar that finds the most articles.
func chooseGrammar(text string) *grammar {
	lines := split(text)
	var best *grammar
	most := -1
	for _, g := range grammars() {
		n := 0
		for _, l := range lines {
			if m := g.mark(l.text, l.markdown > 0); m.kind == articleMark && m.certain {
				n++
			}
		}
		if n > most {
			best, most = g, n
		}
	}
	return best
}

// manifestRow is a line of MANIFEST.jsonl.
type manifestRow struct {
	Title    string `json:"title"`
	Date     string `json:"version_date"`
	Articles *int   `json:"articles"`

	CompleteTo string `json:"complete_to"`
}

// lastYear is the last year of complete_to: the day after it must have four digits too.
const lastYear = 9998

// compareManifest reports where the texts differ from the list of them, and returns the day up to
// which they are complete; zero if the list does not say.
func (r *Collection) compareManifest(dir string, docs []*document) (complete time.Time, err error) {
	source, err := inputfile.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return complete, err
	}
	byKey := make(map[string]*document)
	for _, d := range docs {
		byKey[d.folder+"/"+d.dated.Format("2006-01-02")] = d
	}
	for i, line := range strings.Split(string(source), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var row manifestRow
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			r.Faults = append(r.Faults, TextFault{manifestFile, i + 1, "not an object of JSON", "title, version_date and articles", Kept})
			continue
		}
		if row.CompleteTo != "" {
			day, err := time.Parse(time.DateOnly, row.CompleteTo)
			if err != nil || day.Year() > lastYear {
				r.Faults = append(r.Faults, TextFault{manifestFile, i + 1, fmt.Sprintf("complete_to %q", row.CompleteTo), fmt.Sprintf("YYYY-MM-DD, up to the year %d", lastYear), Kept})
				continue
			}
			complete = day
			continue
		}
		switch d := byKey[row.Title+"/"+row.Date]; {
		case d == nil:
			r.Faults = append(r.Faults, TextFault{manifestFile, i + 1, fmt.Sprintf("no text of %s of %s", row.Title, row.Date), "a file for each line", Kept})
		case row.Articles != nil && *row.Articles != d.articles:
			r.Faults = append(r.Faults, TextFault{d.file, 0, fmt.Sprintf("%d articles", d.articles),
				fmt.Sprintf("%d as line %d of %s has it", *row.Articles, i+1, manifestFile), Kept})
		}
	}
	return complete, nil
}

// build makes the rows of all tables. Each law is worked on by itself.
func (r *Collection) build(ctx context.Context, docs []*document, workers int) error {
	laws := r.group(docs)
	parts := make([]Collection, len(laws))
	titles := newTitles(laws)
	err := concurrently(ctx, len(laws), workers, func(i int) error {
		parts[i].addLaw(laws[i], titles)
		return nil
	})
	for _, p := range parts {
		r.Laws = append(r.Laws, p.Laws...)
		r.Versions = append(r.Versions, p.Versions...)
		r.Provisions = append(r.Provisions, p.Provisions...)
		r.Changes = append(r.Changes, p.Changes...)
		r.Citations = append(r.Citations, p.Citations...)
	}
	if err == nil {
		r.end(laws, titles)
	}
	return err
}

// lawTexts are the versions of one law, oldest first.
type lawTexts struct {
	title string
	docs  []*document
}

// group gathers the usable texts of each law under its title, ordered by title.
func (r *Collection) group(docs []*document) []lawTexts {
	var laws []lawTexts
	for i := 0; i < len(docs); {
		end := i
		var usable []*document
		for ; end < len(docs) && docs[end].folder == docs[i].folder; end++ {
			if !docs[end].leftOut {
				usable = append(usable, docs[end])
			}
		}
		if len(usable) > 0 {
			laws = append(laws, lawTexts{chooseTitle(docs[i].folder, usable), usable})
		}
		i = end
	}
	slices.SortStableFunc(laws, func(a, b lawTexts) int { return cmp.Compare(a.title, b.title) })
	return slices.CompactFunc(laws, func(b, a lawTexts) bool { // the later one comes first
		if a.title != b.title {
			return false
		}
		for _, d := range b.docs {
			r.Faults = append(r.Faults, TextFault{d.file, 0, "the law " + b.title + " of folder " + a.docs[0].folder + " again", "one folder a law", FileLeftOut})
		}
		return true
	})
}

// chooseTitle returns the title of a law: the newest one among those that end like the name of
// its folder or, if none does, the newest.
func chooseTitle(folder string, docs []*document) string {
	for i := len(docs) - 1; i >= 0; i-- {
		if strings.HasSuffix(docs[i].title, folder) {
			return docs[i].title
		}
	}
	return docs[len(docs)-1].title
}

// addLaw adds the rows of one law.
func (r *Collection) addLaw(law lawTexts, titles titles) {
	versions := date(law.title, law.docs)
	newest := law.docs[len(law.docs)-1]
	row := Law{Title: law.title, Language: newest.grammar.language, Versions: len(versions), Latest: versions[len(versions)-1].Name}
	for i, d := range law.docs {
		if kind := d.grammar.kind(law.title, strings.Join(d.preface, "\n")); row.Kind == "" {
			row.Kind = kind
		}
		if a := versions[i].Adopted; !a.IsZero() && (row.Adopted.IsZero() || a.Before(row.Adopted)) {
			row.Adopted = a
		}
		first := len(r.Provisions)
		r.addProvisions(versions[i], d, titles)
		d.addTransitions(&versions[i], r.Provisions[first:])
		if i > 0 {
			r.Changes = append(r.Changes, changesOf(law.title, law.docs[i-1], d, versions[i-1], versions[i])...)
		}
	}
	r.Laws = append(r.Laws, row)
	r.Versions = append(r.Versions, versions...)
}

// addProvisions adds the provisions of one version.
func (r *Collection) addProvisions(v Version, d *document, titles titles) {
	cited := newCiter(d, v.Law, titles)
	leads := make(map[unit]int)
	for _, e := range d.entries {
		if above, ok := e.unit.above(); ok {
			leads[above]++
		}
	}
	for _, e := range d.entries {
		labels := d.grammar.labels(e.unit)
		p := CitableUnit{
			ID: v.Law + "@" + v.Dated.Format("2006-01-02") + "#" + e.unit.String(), Law: v.Law, Version: v.Name, Citation: d.grammar.cite(v.Law, labels),
			Article: labels[0], Paragraph: labels[1], Item: labels[2], Subitem: labels[3], Level: e.unit.level(),
			Part: joinHeadings(e.headings[partRank], e.headings[subpartRank]), Chapter: e.headings[chapterRank],
			Section: joinHeadings(e.headings[sectionRank], e.headings[subsectionRank]),
			Text:    e.text, Leads: leads[e.unit], InForce: v.InForce, Until: v.Until, File: v.File, FirstByte: e.first, EndByte: e.end,
		}
		r.Provisions = append(r.Provisions, p)
		r.Citations = append(r.Citations, cited.in(e, p)...)
	}
}

// joinHeadings joins a heading and the one below it.
func joinHeadings(above, below string) string { return strings.TrimSpace(above + " " + below) }
