package solution

import (
	"embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
)

//go:embed words
var wordFiles embed.FS

// words are what solutions say in a language, see words/zh.yaml.
type words struct {
	Lead     []string          `yaml:"lead"` // of the first paragraph, of others in turn, of the last
	Ends     map[string]string `yaml:"ends"`
	Places   map[string]string `yaml:"places"`
	Compared map[string]string `yaml:"compared"`
	Phrases  map[string]string `yaml:",inline"`

	language string
}

// wordsOf reads the words of a language. The error says that there are none.
func wordsOf(language string) (*words, error) {
	b, err := wordFiles.ReadFile("words/" + language + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("language %q: want one in which solutions are written", language)
	}
	w := &words{language: language}
	if err := yaml.Unmarshal(b, w); err != nil {
		return nil, fmt.Errorf("words/%s.yaml: %w", language, err)
	}
	return w, nil
}

// say fills a phrase: pairs are a name in braces and what takes its place.
func (w *words) say(phrase string, pairs ...string) string {
	values := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return domain.Fill(w.Phrases[phrase], values)
}

// mostValues is how many values of a list are named if there are more than two others.
const mostValues = 5

// list names values, the first of many. The same value is named once.
func (w *words) list(values []string) string {
	values = unique(values)
	if len(values) <= mostValues+2 {
		if w.language == "zh" || len(values) < 2 {
			return strings.Join(values, w.Phrases["list"])
		}
		last := len(values) - 1
		return strings.Join(values[:last], w.Phrases["list"]) + w.Phrases["and"] + values[last]
	}
	return w.say("more", "values", strings.Join(values[:mostValues], w.Phrases["list"]),
		"more", fmt.Sprint(len(values)-mostValues), "n", fmt.Sprint(len(values)))
}

// unique returns values without repetitions, in order.
func unique(values []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			kept = append(kept, v)
		}
	}
	return kept
}

// longest is how many characters of a text stand in a solution, by language.
func (w *words) longest() int {
	if w.language == "zh" {
		return 80
	}
	return 240
}

// isLong reports whether a text is too long to stand in a solution whole.
func (w *words) isLong(text string) bool { return utf8.RuneCountInString(text) > w.longest() }

// short returns the beginning of a long text, on one line.
func (w *words) short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if w.isLong(text) {
		return strings.TrimSpace(string([]rune(text)[:w.longest()])) + "…"
	}
	return text
}

// quoted returns a text as short does, in quotation marks if it is long or a sentence. Names are
// no sentences, even those that end with a mark: "Acme Co., Ltd.".
func (w *words) quoted(text string, name bool) string {
	long := w.isLong(text)
	text = w.short(text)
	switch {
	case strings.HasPrefix(text, "“"):
	case long, strings.ContainsAny(text, "。；"), !name && text != "" && strings.ContainsRune(".;:", rune(text[len(text)-1])):
		return "“" + text + "”"
	}
	return text
}

// ended ends a paragraph with a full stop.
func (w *words) ended(text string) string {
	end := w.Phrases["end"]
	if strings.HasSuffix(strings.TrimSuffix(text, "”"), end) {
		return text
	}
	return text + end
}

// count writes a number of things.
func (w *words) count(n int) string {
	if one := w.Phrases["single"]; n == 1 && one != "" {
		return one
	}
	return strconv.Itoa(n)
}

// isoDay matches a day as results of days are written.
var isoDay = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)

// plainDay matches a day as it is handed to tools that rank days.
var plainDay = regexp.MustCompile(`^([0-9]{4})([0-9]{2})([0-9]{2})$`)

// day writes an ISO day as answers do; other texts stay.
func (w *words) day(text string) string {
	if w.language == "zh" {
		return isoDay.ReplaceAllString(text, "${1}年${2}月${3}日")
	}
	return text
}

// longFraction matches a number with more decimal places than people read.
var longFraction = regexp.MustCompile(`^(-?[0-9]+\.[0-9]{4})[0-9]+$`)

// amount writes digits with their unit.
func (w *words) amount(digits, unit string) string {
	digits = longFraction.ReplaceAllString(digits, "$1…")
	switch {
	case w.language == "zh" || unit == "" || unit == "%":
		return digits + unit
	case humanize.IsYuan(unit):
		return digits + " " + humanize.EnglishUnit(unit)
	}
	return digits + " " + unit
}

// ordinal writes a place in a ranking.
func ordinal(language string, n int) string {
	if language == "pt" {
		return fmt.Sprintf("%dª", n)
	}
	return humanize.Ordinal(language, n)
}
