package exam

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
	"sync"
	"unicode"

	"golang.org/x/sync/errgroup"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// MaxFile is the most bytes that a file of exams may have.
const MaxFile = 64 << 20

// Files returns the files of a directory that [Read] reads, as paths below it with slashes, sorted.
// Names that begin with a dot, read-me files and licences are passed over; files of a kind that
// Read cannot read are among the files, because it tells of them.
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
		switch {
		case hidden && d.IsDir():
			return filepath.SkipDir
		case !d.IsDir() && !hidden && !tellsOfFiles(d.Name()):
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// tellsOfFiles reports whether a file tells of the others, by its name.
func tellsOfFiles(name string) bool {
	stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	return stem == "readme" || stem == "license" || stem == "licence"
}

// Recognize reports whether [Read] could find exams in a directory: whether it has a file of a kind
// that Read reads.
func Recognize(dir string) (bool, error) {
	files, err := Files(dir)
	return slices.ContainsFunc(files, func(file string) bool { return slices.Contains(extensions(), extension(file)) }), err
}

// extension returns the extension of a file name in lower case.
func extension(file string) string { return strings.ToLower(path.Ext(file)) }

// extensions returns the extensions of files that can be read.
func extensions() []string { return []string{".jsonl", ".json", ".txt", ".md", ".pdf"} }

// Read reads the exams of a directory, several files at a time, and puts their areas of law into
// the fields of the shipped taxonomy. What is wrong with a file or a question is among the faults
// of the collection, and the rest is read. The collection is the same for any number of workers.
// The error is one of the file system, or that of ctx.
func Read(ctx context.Context, dir string, workers int) (*Collection, error) {
	files, err := Files(dir)
	if err != nil {
		return nil, err
	}
	read := make([]*fileReader, len(files))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, workers))
	for i, file := range files {
		g.Go(func() error {
			r := newFileReader(file)
			read[i] = r
			return r.readFile(ctx, dir)
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	c := &Collection{}
	var pairs benchPairs
	for _, r := range read {
		r.countOptions()
		r.tellSeveral()
		r.fillLanguages()
		c.Faults = append(c.Faults, r.faults...)
		c.Essays = append(c.Essays, r.essays...)
		for _, q := range r.questions {
			c.Questions = append(c.Questions, q.Question)
		}
		pairs.add(r)
	}
	essays, faults := pairs.essays()
	c.Essays, c.Faults = append(c.Essays, essays...), append(c.Faults, faults...)
	t := ShippedTaxonomy()
	for i := range c.Essays {
		t.classify(&c.Essays[i].Origin)
	}
	for i := range c.Questions {
		t.classify(&c.Questions[i].Origin)
	}
	c.check()
	c.Classify(t)
	return c, nil
}

// A fileReader collects what one file holds.
type fileReader struct {
	path      string // below the directory
	file      string // the path as tables and faults have it
	exam      string // by the file's name
	day       string
	essays    []Essay
	questions []markedQuestion
	bench     []benchRecord // of oab_bench, to be paired with those of other files
	faults    []Fault
	unknown   map[string]bool // members that are not read
	// taxonomy returns the shipped taxonomy.
	taxonomy func() *Taxonomy
}

func newFileReader(file string) *fileReader {
	exam := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return &fileReader{path: file, file: shown(file), exam: oneLine(strings.ToValidUTF8(exam, "\ufffd")), day: dayOfName(exam), unknown: map[string]bool{}, taxonomy: sync.OnceValue(ShippedTaxonomy)}
}

// shown returns the path of a file as a cell and a line of a log can have it.
func shown(file string) string {
	file = strings.ToValidUTF8(file, "\ufffd")
	if kept, taken := plain(file); taken != "" || strings.ContainsFunc(kept, func(r rune) bool { return unicode.IsSpace(r) && r != ' ' }) || len(kept) != len(file) {
		return oneLine(file)
	}
	return file
}

func (r *fileReader) fault(line int, reason Reason, leftOut bool, format string, args ...any) {
	r.faults = append(r.faults, Fault{r.file, line, reason, fmt.Sprintf(format, args...), leftOut})
}

// readFile reads the file. The error is one of the file system or of ctx.
func (r *fileReader) readFile(ctx context.Context, dir string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	name := filepath.Join(dir, filepath.FromSlash(r.path))
	if !slices.Contains(extensions(), extension(r.path)) {
		r.fault(0, Unread, true, "a file of an unknown kind: want %s", strings.Join(extensions(), ", "))
		return nil
	}
	f, err := inputfile.Open(name)
	if err != nil {
		return err
	}
	f.Close()
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if info.Size() > MaxFile {
		r.fault(0, TooLarge, true, "%d bytes: want at most %d, in several files", info.Size(), MaxFile)
		return nil
	}
	if extension(r.path) == ".pdf" {
		return r.pdf(ctx, name)
	}
	data, err := inputfile.ReadFile(name)
	if err != nil {
		return err
	}
	r.read(data)
	return nil
}

// read reads the content of a file that is no PDF file.
func (r *fileReader) read(data []byte) {
	data = []byte(strings.TrimPrefix(string(data), "\ufeff"))
	before := len(r.faults)
	switch extension(r.path) {
	case ".jsonl":
		r.jsonLines(data)
	case ".json":
		r.jsonValues(data)
	default:
		r.text(data)
	}
	if len(r.essays)+len(r.questions)+len(r.bench) == 0 && len(r.faults) == before {
		r.fault(0, Unread, true, "no question: want questions with options and a key, or open questions with answers")
	}
}

// markedQuestion is a question whose options have not been counted yet.
type markedQuestion struct {
	Question
	listed bool // its options are a list, of which none can be missed
}

// countOptions leaves out the questions with fewer options than most questions of the file have. A
// list of two options is a kind of its own.
func (r *fileReader) countOptions() {
	counts := map[int]int{}
	for _, q := range r.questions {
		counts[len(q.Options)]++
	}
	usual := 0
	for n, times := range counts {
		if times > counts[usual] || times == counts[usual] && n > usual {
			usual = n
		}
	}
	r.questions = slices.DeleteFunc(r.questions, func(q markedQuestion) bool {
		n := len(q.Options)
		few := n < usual && !(q.listed && n == 2)
		if few {
			r.fault(q.Line, FewOptions, true, "question %s has %s: want %d, as other questions of the file", q.ID, plural(n, "option"), usual)
		}
		return few
	})
}

// tellSeveral tells of a question whose key is a list of several options if it is the only one of its
// file: it may be a mistake.
func (r *fileReader) tellSeveral() {
	var several []*Question
	for i := range r.questions {
		if r.questions[i].listed && len(r.questions[i].Key) > 1 {
			several = append(several, &r.questions[i].Question)
		}
	}
	if len(several) == 1 && len(r.questions) > 1 {
		r.fault(several[0].Line, SeveralKeys, false, "question %s has %d right options: want one, as all other questions of the file, if it is a mistake", several[0].ID, len(several[0].Key))
	}
}

// fillLanguages gives questions whose words do not tell their language that of the others of the
// file, English if these do not tell either.
func (r *fileReader) fillLanguages() {
	counts := map[string]int{}
	var open []*Origin
	add := func(o *Origin) {
		counts[o.Language]++
		if o.Language == "" {
			open = append(open, o)
		}
	}
	for i := range r.essays {
		add(&r.essays[i].Origin)
	}
	for i := range r.questions {
		add(&r.questions[i].Origin)
	}
	language := "en"
	for _, l := range []string{"pt", "zh"} {
		if counts[l] > counts[language] {
			language = l
		}
	}
	for _, o := range open {
		o.Language = language
	}
}

// errText returns the text of an error without the names of packages.
func errText(err error) string {
	text := err.Error()
	for _, prefix := range []string{"jsontext: ", "json: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}

// errNoText is the error of a value that is no text.
var errNoText = errors.New("no text")

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
