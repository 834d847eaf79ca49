package caselaw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// withdrawnFile lists withdrawn cases, an identifier or title a line; lines that begin with
// "#" are comments.
const withdrawnFile = "withdrawn.txt"

// Files returns the files of a directory that [Read] reads, as paths below it with slashes,
// sorted: those that hold cases, and the directory's headings and list of withdrawn cases.
// Names that begin with a dot are passed over.
func Files(dir string) ([]string, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, err
	}
	var files []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && rel != "."
		switch rel = filepath.ToSlash(rel); {
		case hidden && d.IsDir():
			return filepath.SkipDir
		case d.IsDir() || hidden:
		case rel == headingsFile || rel == withdrawnFile || holdsCases(rel):
			files = append(files, rel)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// holdsCases reports whether a file holds cases, by its name.
func holdsCases(file string) bool {
	switch strings.ToLower(path.Base(file)) {
	case withdrawnFile, "readme.md", "readme.txt":
		return false
	}
	switch path.Ext(file) {
	case ".jsonl", ".json", ".md", ".txt":
		return true
	}
	return false
}

// Read reads the cases of a directory. What is wrong with a file or a case is among the
// faults of the reading, and the other cases are read. The error is one of the file system,
// of the directory's headings, or that of ctx.
func Read(ctx context.Context, dir string) (*CaseReading, error) {
	files, err := Files(dir)
	if err != nil {
		return nil, err
	}
	contents := map[string][]byte{}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if contents[file], err = inputfile.ReadFile(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
			return nil, err
		}
	}
	h, err := readHeadings(headingsFile, contents[headingsFile])
	if err != nil {
		return nil, err
	}
	r := reader{headings: h, withdrawn: listed(contents[withdrawnFile]), ids: map[string]string{}, unknown: map[string]int{}}
	for _, file := range files {
		if holdsCases(file) {
			r.file(file, contents[file])
		}
	}
	return r.done(), nil
}

// listed returns the identifiers in a list of withdrawn cases.
func listed(data []byte) map[string]bool {
	ids := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if id := strings.Trim(line, spaces); id != "" && !strings.HasPrefix(id, "#") {
			ids[id] = true
		}
	}
	return ids
}

// reader collects the cases of files.
type reader struct {
	reading   CaseReading
	headings  headings
	withdrawn map[string]bool
	ids       map[string]string // where a case is, by its identifier
	unknown   map[string]int
}

func (r *reader) file(file string, data []byte) {
	records, faults := recordsOf(file, data, r.headings)
	if records == nil && faults == nil {
		faults = []SourceFault{{file, 1, wantObject(errors.New("no case"))}}
	}
	r.reading.Faults = append(r.reading.Faults, faults...)
	for i := range records {
		r.record(&records[i])
	}
}

// recordsOf reads the records of a file in the format that its name says.
func recordsOf(file string, data []byte, h headings) ([]record, []SourceFault) {
	switch path.Ext(file) {
	case ".jsonl":
		return recordsOfLines(file, data, h)
	case ".json":
		return recordsOfJSON(file, data, h)
	}
	r, faults := recordOfText(file, data, h)
	if faults != nil {
		return nil, faults
	}
	return []record{r}, nil
}

// record adds the cases of a record.
func (r *reader) record(one *record) {
	b, withdrawn := caseOf(one, r.headings)
	at := fmt.Sprintf("%s:%d", one.file, one.line)
	if b.c.ID == "" {
		b.c.ID = b.c.Title
	}
	if b.c.ID == "" {
		r.fault(one, "a case without identifier and title: want one of them")
		return
	}
	if before, twice := r.ids[b.c.ID]; twice {
		r.fault(one, fmt.Sprintf("case %q stands at %s, too: want each case once", b.c.ID, before))
		return
	}
	if !b.hasParts() {
		r.fault(one, "no section of a case: want sections for facts, outcome and reasoning, under headings as in headings.yaml")
		return
	}
	r.ids[b.c.ID] = at
	r.reading.Sources++
	if withdrawn || r.withdrawn[b.c.ID] || r.withdrawn[b.c.Title] {
		r.reading.Withdrawn = append(r.reading.Withdrawn, b.c.ID)
		return
	}
	for _, heading := range b.unknown(r.headings) {
		r.unknown[heading]++
	}
	r.reading.Cases = append(r.reading.Cases, b.cases()...)
}

func (r *reader) fault(one *record, what string) {
	r.reading.Faults = append(r.reading.Faults, SourceFault{one.file, one.line, what})
}

// done returns the reading.
func (r *reader) done() *CaseReading {
	for heading, n := range r.unknown {
		r.reading.Unknown = append(r.reading.Unknown, UnknownHeading{heading, n})
	}
	slices.SortFunc(r.reading.Unknown, func(a, b UnknownHeading) int { return strings.Compare(a.Heading, b.Heading) })
	return &r.reading
}

// hasParts reports whether the case has facts, an outcome or reasoning.
func (b *builder) hasParts() bool {
	return len(b.c.Facts)+len(b.c.Outcome)+len(b.c.Reasoning) > 0
}

// unknown returns the headings with text below them that are not known, each once.
func (b *builder) unknown(h headings) []string {
	var all []string
	for _, s := range b.sections {
		if _, known := h.of(s.heading); !known && s.heading != "" && len(s.paragraphs) > 0 && utf8.ValidString(s.heading) {
			all = append(all, s.heading)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
