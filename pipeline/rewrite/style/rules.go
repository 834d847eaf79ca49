package style

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// grammarFiles is a file system of the files of a grammar, which come from several
// directories, by the names used in error messages. It is for [grammar.Load].
type grammarFiles []grammarFile

type grammarFile struct {
	shown string
	data  []byte
}

// add adds a file, unless a nearer directory has a file of the same base name.
func (g *grammarFiles) add(shown string, data []byte) {
	if !slices.ContainsFunc(*g, func(f grammarFile) bool { return path.Base(f.shown) == path.Base(shown) }) {
		*g = append(*g, grammarFile{shown, data})
	}
}

// load reads the files as one grammar.
func (g grammarFiles) load() (*grammar.Grammar, error) {
	names := make([]string, len(g))
	for i, f := range g {
		names[i] = f.shown
	}
	return grammar.Load(g, names...)
}

// ReadFile implements [fs.ReadFileFS].
func (g grammarFiles) ReadFile(name string) ([]byte, error) {
	for _, f := range g {
		if f.shown == name {
			return f.data, nil
		}
	}
	return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
}

// Open implements [fs.FS].
func (g grammarFiles) Open(name string) (fs.File, error) {
	data, err := g.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return openFile{bytes.NewReader(data)}, nil
}

// openFile is a file without metadata.
type openFile struct{ *bytes.Reader }

func (openFile) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (openFile) Close() error               { return nil }

// drawn are rules that every grammar must have, besides each ask_KIND rule of the general
// grammar of its language. For each of sets there must be a NAME with a rule KIND_NAME for
// all of its kinds: a field of work.
var (
	drawn = []string{"also", "letter_after", "letter_before", "situation", "thanks"}
	sets  = [][]string{{"who", "work"}}
)

// lacking returns the rules that a grammar must have and lacks, given the sorted rules of the
// grammar and of the general grammar.
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
		hasAll := func(name string) bool {
			for _, kind := range kinds {
				if !has(kind + "_" + name) {
					return false
				}
			}
			return true
		}
		complete := slices.ContainsFunc(rules, func(rule string) bool {
			name, ok := strings.CutPrefix(rule, kinds[0]+"_")
			return ok && name != "" && hasAll(name)
		})
		if !complete {
			all = append(all, strings.Join(kinds, "_NAME, ")+"_NAME with one NAME")
		}
	}
	return all
}
