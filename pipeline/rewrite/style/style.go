// Package style reads the style of questions in a domain and a language: a grammar of the
// persons who ask, their situations and their words, a thesaurus of synonyms of declared
// phrases, and the prompts of conversations with models.
//
// A style is YAML in the directory rewriting/LANGUAGE of a domain: thesaurus.yaml,
// prompts.yaml, and a grammar in all other files, each of them optional. A missing part is
// taken from the domain that the domain extends, and then from the general style of this
// package: grammars file by file (voice.yaml: persons and situations; asking.yaml: words),
// thesauri phrase by phrase, prompts one by one. The files of a grammar may use each
// other's rules.
package style

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// general is the style of domains without one.
//
//go:embed general
var general embed.FS

// Style has the grammar, synonyms and prompts of questions in one domain and language. It
// is read-only once loaded and safe for concurrent use.
type Style struct {
	// Language is the language tag.
	Language string
	// Prompts are the texts of conversations with models.
	Prompts RewritePrompts

	grammar   *grammar.Grammar // draws persons, situations and wordings
	thesaurus thesaurus
	digest    digest.Digest
}

// Languages returns the languages of the general style, which every domain falls back on,
// sorted.
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

// Open reads the style of a domain, which [domain.Open] loaded by that name, in a
// language. It reports all faults of the files at once, one per line, as "file:line: what
// is wrong: what is expected". If there are none, it reports missing grammar rules, and
// then words that mean two things of the domain, see [Style.Collisions]. The style is nil
// with an error.
func Open(name string, d *domain.Domain, lang string) (*Style, error) {
	dirs, err := sources(name, d, lang)
	if err != nil {
		return nil, err
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
	if all := lacking(s.Rules(), plain.Rules()); len(all) > 0 {
		return nil, fmt.Errorf("%s: its grammar has no rule %s: want every rule that questions are drawn by", own, strings.Join(all, "; "))
	}
	if all := s.Collisions(d); all != nil {
		return nil, fmt.Errorf("%s/thesaurus.yaml: %s", own, strings.Join(all, "\n"))
	}
	return s, nil
}

// OpenUnion reads the style of the union of domains, which [domain.Open] loaded by these names: the
// styles of all, the first one's nearest. Its thesaurus may use a word for things of two domains. The error
// is that of the styles' files; whether each is whole, [Open] says.
func OpenUnion(names []string, parts []*domain.Domain, lang string) (*Style, error) {
	var all []source
	for i, d := range parts {
		dirs, err := sources(names[i], d, lang)
		if err != nil {
			return nil, err
		}
		all = append(all, dirs...)
	}
	return load(append(all, source{general, "general/" + lang, ""}), lang)
}

// sources returns the directories of the style of a domain and of those that it extends.
func sources(name string, d *domain.Domain, lang string) (dirs []source, err error) {
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
	return dirs, nil
}

// source is a directory of a style, which may be absent.
type source struct {
	fsys  fs.FS
	dir   string
	shown string // what precedes the directory in error messages
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
			data, err := inputfile.ReadYAMLFS(src.fsys, name)
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
		s.grammar, err = rules.load()
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	if s.grammar == nil || s.Prompts.missing() != "" {
		return nil, fmt.Errorf("language %q: want a language with a general style (%s)", lang, strings.Join(Languages(), ", "))
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

// Rules returns the names of the grammar's rules, sorted. The caller owns the slice.
func (s *Style) Rules() []string { return s.grammar.Rules() }

// Texts returns the texts of the grammar, without slots and rules, and the phrases and
// synonyms of the thesaurus, sorted, each once. The caller owns the slice.
func (s *Style) Texts() []string {
	texts := s.grammar.Literals()
	add := func(phrases map[string][]string) {
		for phrase, others := range phrases {
			texts = append(append(texts, phrase), others...)
		}
	}
	add(s.thesaurus.phrases)
	for _, phrases := range s.thesaurus.tables {
		add(phrases)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// UnusedRules returns the names of the grammar's rules that no root uses, directly or
// through other rules, sorted. Roots are names of rules. It panics if there is no rule of
// such a name.
func (s *Style) UnusedRules(roots ...string) []string { return s.grammar.Unused(roots...) }

// Expand returns a random text of a grammar's rule in which slots[slot] replaces {$slot}. An
// empty or missing value excludes the texts with that slot; the result is "" if none is left.
// Equal states of r and equal slots give equal texts. It panics if there is no such rule. It
// is safe for concurrent use with different r.
func (s *Style) Expand(r *rand.Rand, rule string, slots map[string]string) string {
	return s.grammar.Expand(r, rule, slots)
}

// Digest returns a digest of the contents of all files. Styles with equal digests give
// equal questions.
func (s *Style) Digest() digest.Digest { return s.digest }
