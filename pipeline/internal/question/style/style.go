// Package style says how questions are put in a domain and a language: who asks in
// which situation and with which turns of phrase (a grammar), what declared phrases
// can be said as instead (a thesaurus), and what a model is told (prompts).
//
// A style is YAML in the directory rewriting/LANGUAGE of a domain: thesaurus.yaml,
// prompts.yaml, and a grammar in every other file, all of them optional. What a
// domain does not say, the domain it builds on says, and after that the general
// style that ships with this package: of the grammar each file of the first that has
// one of its name (voice.yaml, who asks in which situation; asking.yaml, in which
// words), of the thesaurus each phrase of the first that has it, of the prompts each of
// the first that has it. A file of a grammar may use rules of the others.
package style

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// general is the style of domains that say nothing.
//
//go:embed general
var general embed.FS

// Style is how questions are put in one domain and language. It is a specification,
// read-only once loaded and safe to share between goroutines.
type Style struct {
	// Language is the tag of its language.
	Language string
	// Grammar draws persons, situations and ways of asking.
	Grammar *grammar.Grammar
	// Prompts are what a model is told.
	Prompts Prompts

	thesaurus thesaurus
	digest    digest.Digest
}

// Languages returns the languages that the general style is written in, sorted.
func Languages() []string {
	entries, err := general.ReadDir("general")
	if err != nil {
		panic("embedded styles: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// Open reads the style of a domain that [domain.Open] loaded by the name, in a
// language. Faults of the files are all returned at once, a line each, as
// file:line: what is wrong: what was wanted; after them what the whole lacks for
// questions to be drawn, and words that stand for two things of the domain, see
// [Style.Collisions].
func Open(name string, d *domain.Domain, lang string) (*Style, error) {
	var dirs []source
	for i, n := range append([]string{name}, d.Bases...) {
		dir, err := domain.Directory(n)
		if err != nil {
			return nil, err
		}
		shown := n
		if i == 0 && n != d.Name {
			shown = path.Clean(n)
		}
		dirs = append(dirs, source{dir, "rewriting/" + lang, shown})
	}
	last := source{general, "general/" + lang, ""}
	s, err := load(append(dirs, last), lang)
	if err != nil {
		return nil, err
	}
	plain, err := load([]source{last}, lang)
	if err != nil {
		return nil, err
	}
	own := path.Join(dirs[0].shown, dirs[0].dir)
	if all := lacking(s.Grammar.Rules(), plain.Grammar.Rules()); len(all) > 0 {
		return nil, fmt.Errorf("%s: its grammar has no rule %s: want every rule that questions are drawn by", own, strings.Join(all, "; "))
	}
	if all := s.Collisions(d); all != nil {
		return nil, fmt.Errorf("%s/thesaurus.yaml: %s", own, strings.Join(all, "\n"))
	}
	return s, nil
}

// source is a directory of a style, which need not be there.
type source struct {
	fsys  fs.FS
	dir   string
	shown string // what stands before the directory in faults
}

// load reads the directories, nearest first.
func load(dirs []source, lang string) (*Style, error) {
	s := &Style{Language: lang, thesaurus: newThesaurus()}
	sum := digest.New("style 1").String("language", lang)
	var faults []error
	var rules grammarFiles
	for _, src := range dirs {
		names, err := src.files()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, err := fs.ReadFile(src.fsys, name)
			if err != nil {
				return nil, err
			}
			sum.String("file", path.Base(name)).Field("text", data)
			shown := path.Join(src.shown, name)
			switch path.Base(name) {
			case "thesaurus.yaml":
				faults = append(faults, s.thesaurus.add(shown, data))
			case "prompts.yaml":
				faults = append(faults, s.Prompts.add(shown, data))
			default:
				rules.add(shown, data)
			}
		}
		sum.String("end", "")
	}
	if rules != nil {
		var err error
		s.Grammar, err = rules.load()
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	if s.Grammar == nil || s.Prompts.missing() != "" {
		return nil, fmt.Errorf("language %q: want one that questions can be put in (%s)", lang, strings.Join(Languages(), ", "))
	}
	s.digest = sum.Sum()
	return s, nil
}

// files lists the YAML files of a directory, sorted; nil where it is absent.
func (s source) files() ([]string, error) {
	entries, err := fs.ReadDir(s.fsys, s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && path.Ext(e.Name()) == ".yaml" {
			names = append(names, path.Join(s.dir, e.Name()))
		}
	}
	slices.Sort(names)
	return names, nil
}

// Digest names the style by the contents of all its files: of two styles with the same
// digest the same is drawn.
func (s *Style) Digest() digest.Digest { return s.digest }
