package style

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// grammarFiles are the files of a grammar, from several directories, by the names they
// are shown by in faults. It reads them as [grammar.Load] asks for them.
type grammarFiles []grammarFile

type grammarFile struct {
	shown string
	data  []byte
}

// add adds a file, unless a nearer directory has one of its name.
func (g *grammarFiles) add(shown string, data []byte) {
	if !slices.ContainsFunc(*g, func(f grammarFile) bool { return path.Base(f.shown) == path.Base(shown) }) {
		*g = append(*g, grammarFile{shown, data})
	}
}

// load makes the files one grammar.
func (g grammarFiles) load() (*grammar.Grammar, error) {
	names := make([]string, len(g))
	for i, f := range g {
		names[i] = f.shown
	}
	return grammar.Load(g, names...)
}

// ReadFile is how the grammar reads one of the files.
func (g grammarFiles) ReadFile(name string) ([]byte, error) {
	for _, f := range g {
		if f.shown == name {
			return f.data, nil
		}
	}
	return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
}

// Open opens one of the files.
func (g grammarFiles) Open(name string) (fs.File, error) {
	data, err := g.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return openFile{bytes.NewReader(data)}, nil
}

// openFile is a file that has nothing but its bytes.
type openFile struct{ *bytes.Reader }

func (openFile) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (openFile) Close() error               { return nil }

// drawn are the rules that every grammar has, beside an ask_KIND for each that the
// general one of its language has; sets are the kinds of which it has at least one each
// with one NAME: fields of work, and ways to lead through steps.
var (
	drawn = []string{"also", "letter_after", "letter_before", "question_long", "question_medium", "question_short", "situation"}
	sets  = [][]string{{"who", "work", "doc", "party", "event"}, {"first", "next", "last", "end"}, {"first", "on", "last", "end"}, {"first", "single"}}
)

// lacking names what the rules of a grammar, sorted, lack for questions to be drawn as
// with the general rules; empty where they lack nothing.
func lacking(rules, general []string) []string {
	has := func(rule string) bool {
		_, ok := slices.BinarySearch(rules, rule)
		return ok
	}
	all := slices.DeleteFunc(slices.Clone(drawn), has)
	for _, rule := range general {
		if strings.HasPrefix(rule, "ask_") && !has(rule) {
			all = append(all, rule)
		}
	}
	for _, kinds := range sets {
		whole := slices.ContainsFunc(rules, func(rule string) bool {
			name, ok := strings.CutPrefix(rule, kinds[0]+"_")
			return ok && name != "" && !slices.ContainsFunc(kinds, func(kind string) bool { return !has(kind + "_" + name) })
		})
		if !whole {
			all = append(all, strings.Join(kinds, "_NAME, ")+"_NAME with one NAME")
		}
	}
	return all
}
