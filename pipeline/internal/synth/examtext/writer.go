package examtext

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

//go:embed text
var texts embed.FS

// writer holds the words of one language. It is safe for concurrent use.
type writer struct {
	style
	docket  *casetext.Docket
	grammar *grammar.Grammar
	rules   []string // of the grammar, sorted
	forms   []form
	fields  map[statute.SubjectMatter]string // names of fields
	order   []string                         // of fields
}

// style is what grammars cannot write in one language.
type style struct {
	language string
	column   int // of the language in "zh | en"
	gap      string
	mark     string // at the end of a sentence
	who      func(name, role string) string
	// official matches the roles of authorities, which have no name.
	official *regexp.Regexp
	// article matches the number of an article.
	article *regexp.Regexp
	// reference matches what a rule says of another article, and plain is what takes its place.
	reference []*regexp.Regexp
	plain     []string
	// contract matches the names of documents that are performed.
	contract  *regexp.Regexp
	seat      string // what a court's name has behind that of its place
	the       string
	paragraph string // the first, behind an article
}

var chinese = style{
	language: "zh", mark: "。",
	who:       func(name, role string) string { return name + "（" + role + "）" },
	official:  regexp.MustCompile(`机关|部门|法院|局$|机构|政府`),
	article:   regexp.MustCompile(`第[零一二三四五六七八九十百千]+条`),
	reference: []*regexp.Regexp{regexp.MustCompile(`违反本[^第]+第[零一二三四五六七八九十百千]+条(之[一二三四五六七八九十]+)?，`), regexp.MustCompile(`不履行本[^第]+第[零一二三四五六七八九十百千]+条(之[一二三四五六七八九十]+)?义务，`)},
	plain:     []string{"", ""},
	contract:  regexp.MustCompile(`合同|协议`),
	seat:      "人民法院",
	paragraph: "第一款",
}

var english = style{
	language: "en", column: 1, gap: " ", mark: ".",
	who:       func(name, role string) string { return name + ", the " + role + "," },
	official:  regexp.MustCompile(`authority|department|office|court|regulator|registry|supervisor|body`),
	article:   regexp.MustCompile(`Article \d`),
	reference: []*regexp.Regexp{regexp.MustCompile(`offends against Article [\d-]+ of this \w+ by`), regexp.MustCompile(`that does not honour Article [\d-]+ of this \w+, being found ([^,]+), is`)},
	plain:     []string{"is found", "that is found $1 is"},
	contract:  regexp.MustCompile(`contract|agreement`),
	seat:      " Court",
	the:       "the ",
	paragraph: "(1)",
}

// newWriter reads the words of a language.
func newWriter(language string, docket *casetext.Docket) (*writer, error) {
	names, err := fs.Glob(texts, "text/"+language+"/*.yaml")
	if err != nil {
		return nil, err
	}
	w := &writer{style: english, docket: docket, fields: map[statute.SubjectMatter]string{}}
	if language == "zh" {
		w.style = chinese
	}
	if w.grammar, err = grammar.Load(texts, names...); err != nil {
		return nil, err
	}
	w.rules = w.grammar.Rules()
	if err := yamlfile.Read(texts, "text/forms.yaml", &w.forms); err != nil {
		return nil, err
	}
	var fields []struct {
		Name    string
		Matters []statute.SubjectMatter
	}
	if err := yamlfile.Read(texts, "text/fields.yaml", &fields); err != nil {
		return nil, err
	}
	for _, f := range fields {
		name := w.own(f.Name)
		w.order = append(w.order, name)
		for _, m := range f.Matters {
			w.fields[m] = name
		}
	}
	for _, m := range statute.Matters() {
		if w.fields[m] == "" {
			return nil, fmt.Errorf("text/fields.yaml: no field has the matter %s: want every matter in one", m)
		}
	}
	return w, nil
}

// own returns the part of "zh | en" in the writer's language.
func (w *writer) own(pair string) string { return strings.Split(pair, " | ")[w.column] }

// has reports whether the grammar has a rule.
func (w *writer) has(rule string) bool {
	_, ok := slices.BinarySearch(w.rules, rule)
	return ok
}

// first returns the first of the rules that the grammar has.
func (w *writer) first(rules ...string) string {
	for _, r := range rules {
		if w.has(r) {
			return r
		}
	}
	panic("examtext: no rule " + strings.Join(rules, ", "))
}

// say returns a text of a rule.
func (w *writer) say(r *rand.Rand, slots map[string]string, rule string) string {
	return w.grammar.Expand(r, rule, slots)
}

// plainRule returns a provision's rule without what it says of another article; ok is false if an
// article's number remains.
func (w *writer) plainRule(text string) (plain string, ok bool) {
	for i, re := range w.reference {
		text = re.ReplaceAllString(text, w.plain[i])
	}
	return text, !w.article.MatchString(text) && strings.HasSuffix(text, w.mark)
}

// within begins a sentence in lower case, to stand within another one.
func within(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(r)) + text[n:]
}

// capital begins a text with a capital letter, if it has one.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}
