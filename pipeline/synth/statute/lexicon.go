package statute

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"go.yaml.in/yaml/v3"
)

// files are the words and grammars: text/matter has the words of all languages
// side by side, text/zh and text/en have the grammars.
//
//go:embed text
var files embed.FS

// languages are those a law can be told in, in the order of the words in
// text/matter.
var languages = []string{"zh", "en"}

// lexicon is the words of all matters in one language. Its shape, that is all
// numbers of matters, subjects and phrases, is the same in every language.
type lexicon struct {
	matters  []matter
	subjects []subject // of all matters, those of one matter together
}

// family is the style in which a matter is regulated.
type family uint8

// The closed set of families.
const (
	civil      family = iota // rights and duties between equals
	regulation               // an authority supervises
	procedural               // steps before a court or authority
)

// matter is the words of one matter.
type matter struct {
	family        family
	name          string
	first, behind int // its subjects are those from first up to behind
}

// subject is what one statute or chapter is about.
type subject struct {
	matter int
	name   string
}

// pair is a phrase in all languages: "zh | en".
type pair string

// in is the phrase in the i-th language.
func (p pair) in(i int) (string, error) {
	zh, en, ok := strings.Cut(string(p), " | ")
	if !ok {
		return "", fmt.Errorf("phrase %q: want two, with | between", p)
	}
	return [...]string{strings.TrimSpace(zh), strings.TrimSpace(en)}[i], nil
}

// matterWords is a matter as its file has it.
type matterWords struct {
	ID       Matter
	Family   string
	Name     pair
	Subjects []struct{ Name pair }
}

// loadLexicon reads the words of a language.
func loadLexicon(language string) (*lexicon, error) {
	number := -1
	for i, l := range languages {
		if l == language {
			number = i
		}
	}
	if number < 0 {
		return nil, fmt.Errorf("statutes in %q: want one of %q", language, languages)
	}
	lex := &lexicon{matters: make([]matter, len(Matters()))}
	names, err := fs.Glob(files, "text/matter/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var words []matterWords
		d := yaml.NewDecoder(bytes.NewReader(content))
		d.KnownFields(true)
		if err := d.Decode(&words); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, w := range words {
			if err := lex.add(w, number); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, w.ID, err)
			}
		}
	}
	return lex, nil
}

// add takes in the words of a matter.
func (lex *lexicon) add(w matterWords, language int) error {
	n := matterNumber(w.ID)
	if n < 0 {
		return fmt.Errorf("unknown matter: want one of %q", Matters())
	}
	name, err := w.Name.in(language)
	if err != nil {
		return err
	}
	m := matter{name: name, first: len(lex.subjects)}
	switch w.Family {
	case "civil":
		m.family = civil
	case "regulation":
		m.family = regulation
	case "procedural":
		m.family = procedural
	default:
		return fmt.Errorf("family %q: want civil, regulation or procedural", w.Family)
	}
	for _, s := range w.Subjects {
		name, err := s.Name.in(language)
		if err != nil {
			return err
		}
		lex.subjects = append(lex.subjects, subject{matter: n, name: name})
	}
	m.behind = len(lex.subjects)
	lex.matters[n] = m
	return nil
}
