package convert

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"
)

//go:embed words
var wordFiles embed.FS

// wordFile is a file of words/LANGUAGE.yaml as it is written.
type wordFile struct {
	Patterns  map[string]string   `yaml:"patterns"`
	Verdict   map[string]string   `yaml:"verdict"`
	Lists     map[string][]string `yaml:"lists"`
	Answers   [][2]string         `yaml:"answers"`
	Opposites [][2]string         `yaml:"opposites"`
	Simple    [][2]string         `yaml:"simple"`
	Numbers   map[string]string   `yaml:"numbers"`
	Words     map[string]int      `yaml:"words"`
	Terms     map[string][]string `yaml:"terms"`
	Provision map[string]string   `yaml:"provision"`
	Text      map[string]string   `yaml:"text"`
}

// words are what the rules know of a language: how answers are written, and the words of
// items. Patterns match folded text, see fold.
type words struct {
	label, value, after, alternatives, citation, onward, article, rest               *regexp.Regexp
	reason, exception, refers, formal, chatter, finite                               *regexp.Regexp
	fragment, blanked, dated, denial                                                 *regexp.Regexp
	named, lead, applies, lawful, double, fixed, defence, complex, announces, amount *regexp.Regexp // nil for none
	verdict                                                                          map[string]*regexp.Regexp
	institutions, empty, ofGroup                                                     map[string]bool // ofGroup are kinds of terms that other groups of fields don't have
	answers                                                                          [][2]string     // how an answer says yes and no
	opposites                                                                        [2][]opposite   // the second count in simple sentences
	kinds                                                                            []kind
	number                                                                           map[string]int
	text, provision                                                                  map[string]string
	spaced                                                                           bool // words stand apart
	language                                                                         string
}

// opposite is a word or phrase and what takes its place to say the opposite.
type opposite struct {
	from *regexp.Regexp
	to   string
}

// kind is a kind of typed value.
type kind struct {
	name    string
	pattern *regexp.Regexp
	numeric bool
	written map[string]string // of terms, by their folded small letters
}

// readWords reads the words of a language; the error of an unknown one is fs.ErrNotExist's.
func readWords(lang string) (*words, error) {
	b, err := wordFiles.ReadFile("words/" + lang + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("language %q: want pt, zh or en: %w", lang, err)
	}
	var f wordFile
	if err := yaml.Unmarshal(b, &f); err != nil {
		return nil, fmt.Errorf("words/%s.yaml: %w", lang, err)
	}
	w := &words{language: lang, text: f.Text, provision: f.Provision, answers: f.Answers, number: f.Words, spaced: lang != "zh", verdict: make(map[string]*regexp.Regexp)}
	for name, to := range map[string]**regexp.Regexp{
		"label": &w.label, "value": &w.value, "after": &w.after, "alternatives": &w.alternatives,
		"citation": &w.citation, "onward": &w.onward, "article": &w.article, "rest": &w.rest, "reason": &w.reason, "exception": &w.exception,
		"refers": &w.refers, "formal": &w.formal, "chatter": &w.chatter, "finite": &w.finite,
		"fragment": &w.fragment, "blanked": &w.blanked, "dated": &w.dated, "denial": &w.denial,
	} {
		if *to, err = pattern(f.Patterns[name]); err != nil {
			return nil, fmt.Errorf("words/%s.yaml: %s: %w", lang, name, err)
		}
	}
	for name, to := range map[string]**regexp.Regexp{"named": &w.named, "lead": &w.lead, "applies": &w.applies, "lawful": &w.lawful, "double": &w.double, "fixed": &w.fixed, "defence": &w.defence, "complex": &w.complex, "announces": &w.announces, "amount": &w.amount} {
		if p := f.Patterns[name]; p != "" {
			if *to, err = pattern(p); err != nil {
				return nil, fmt.Errorf("words/%s.yaml: %s: %w", lang, name, err)
			}
		}
	}
	for _, v := range []string{yes, no} {
		if w.verdict[v], err = pattern(f.Verdict[v]); err != nil {
			return nil, fmt.Errorf("words/%s.yaml: verdict: %w", lang, err)
		}
	}
	w.institutions, w.empty, w.ofGroup = set(f.Lists["institutions"]), set(f.Lists["empty"]), set(f.Lists["of-group"])
	for i, pairs := range [][][2]string{f.Opposites, f.Simple} {
		for _, o := range pairs {
			w.opposites[i] = append(w.opposites[i], opposite{w.phrase(o[0]), o[1]}, opposite{w.phrase(o[1]), o[0]})
		}
	}
	return w, w.readKinds(&f)
}

func (w *words) readKinds(f *wordFile) error {
	numerals := longestFirst(keys(f.Words))
	for _, name := range slices.Sorted(slices.Values(keys(f.Numbers))) {
		p, err := pattern(strings.NewReplacer("WORDS", strings.Join(quoted(numerals), "|"), "NEVER", `[^\s\S]`).Replace(f.Numbers[name]))
		if err != nil {
			return fmt.Errorf("numbers: %s: %w", name, err)
		}
		w.kinds = append(w.kinds, kind{name: name, pattern: p, numeric: true})
	}
	for _, name := range slices.Sorted(slices.Values(keys(f.Terms))) {
		p, err := pattern(w.bounded("(?i:" + strings.Join(quoted(longestFirst(f.Terms[name])), "|") + ")"))
		if err != nil {
			return fmt.Errorf("terms: %s: %w", name, err)
		}
		k := kind{name: name, pattern: p, written: make(map[string]string)}
		for _, t := range f.Terms[name] {
			k.written[strings.ToLower(fold(t))] = t
		}
		w.kinds = append(w.kinds, k)
	}
	return nil
}

func (w *words) phrase(s string) *regexp.Regexp {
	return regexp.MustCompile(fold(w.bounded("(?i:" + regexp.QuoteMeta(s) + ")")))
}

// bounded is a pattern that matches whole words only, where words stand apart.
func (w *words) bounded(p string) string {
	if w.spaced {
		return `\b` + p + `\b`
	}
	return p
}

// pattern compiles a pattern for folded text. Its lines are parts of one pattern.
func pattern(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, fmt.Errorf("no pattern")
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(strings.Trim(line, "\r\n"))
	}
	return regexp.Compile(fold(b.String()))
}

// fold replaces each Latin letter with a mark by its base letter and an underline, which
// together are as many bytes. In folded text \b is a boundary of words, and offsets are those
// of the text.
func fold(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if ascii {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
		}
		if size == 2 && unicode.IsLetter(r) {
			if base := norm.NFD.String(string(r))[0]; base < utf8.RuneSelf {
				b.WriteByte(base)
				b.WriteByte('_')
				continue
			}
		}
		b.WriteString(s[i : i+min(size, len(s)-i)])
	}
	return b.String()
}

// withoutTitles blanks the titles of laws in a folded text, so that no word of them is read.
func withoutTitles(folded string) string {
	return titles.ReplaceAllStringFunc(folded, func(s string) string { return strings.Repeat(" ", len(s)) })
}

var titles = regexp.MustCompile(`《[^》]*》`)

func set(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, s := range list {
		out[s] = true
	}
	return out
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}

func quoted(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = regexp.QuoteMeta(s)
	}
	return out
}

func longestFirst(list []string) []string {
	out := slices.Clone(list)
	slices.SortFunc(out, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return out
}

// say fills the text of a name in, with {0} and {1} replaced.
func (w *words) say(name string, fill ...string) string {
	out := w.text[name]
	for i, f := range fill {
		out = strings.ReplaceAll(out, fmt.Sprintf("{%d}", i), f)
	}
	return out
}

// citations returns the citations of a folded text with the groups of their pattern. What
// only joins a citation to the next belongs to it.
func (w *words) citations(folded string) [][]int {
	all := w.citation.FindAllStringSubmatchIndex(folded, -1)
	for i, m := range all {
		if on := w.onward.FindStringIndex(folded[m[0]:m[1]]); on != nil {
			m[1] = m[0] + on[0]
		}
		if within := folded[m[0]:m[1]]; strings.HasSuffix(within, ")") && !strings.Contains(within, "(") {
			m[1]-- // of a bracket that opened before
		}
		if i > 0 {
			last := all[i-1]
			if between := folded[last[1]:m[0]]; strings.Trim(w.onward.ReplaceAllString(between, ""), " ,;") == "" {
				last[1] = m[0]
			}
		}
	}
	return all
}
