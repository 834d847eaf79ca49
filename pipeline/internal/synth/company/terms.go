package company

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// terms holds a language's terms.yaml: the words of cells that are not prose, in an order
// common to both languages. $ stands for a value.
type terms struct {
	language string
	Columns  struct {
		Info     []string `yaml:"info"`
		Register []string `yaml:"register"`
		Holdings []string `yaml:"holdings"`
	} `yaml:"columns"`
	Nothing struct {
		Plain  string `yaml:"plain"`
		Share  string `yaml:"share"`
		Amount string `yaml:"amount"`
	} `yaml:"nothing"`
	Status   statusWords `yaml:"status"`   // of companies struck off, with the day
	Standing statusWords `yaml:"standing"` // as profiles say it
	Relation string      `yaml:"relation"`
	Markets  [3]string   `yaml:"markets"` // by Market
	Exchange string      `yaml:"exchange"`
	Bureaus  [2]string   `yaml:"bureaus"` // that register companies, before 2018 and since
	Special  []string    `yaml:"special"` // prefixes that an exchange gives companies at risk
	History  string      `yaml:"history"` // between former abbreviations
	Joins    struct {
		Former  string `yaml:"former"`
		Numbers string `yaml:"numbers"`
		Indices string `yaml:"indices"`
		List    string `yaml:"list"`
		Last    string `yaml:"last"`
	} `yaml:"joins"`
	Indices  [][]string `yaml:"indices"` // from those of the largest companies to those of most, each by Market
	Joint    []ending   `yaml:"joint"`   // endings of the names of companies limited by shares
	Months   []string   `yaml:"months"`  // nil where months are numbers
	Money    string     `yaml:"money"`
	Shares   string     `yaml:"shares"`
	Scale    int        `yaml:"scale"`    // power of ten that prose counts money and shares in
	Auditors [2]string  `yaml:"auditors"` // accounting firms, before 2012 and since
	// Separators are between the items of scopes, the last two in place of the
	// first two.
	Separators [4]string             `yaml:"separators"`
	Gap        string                `yaml:"gap"`        // between sentences
	Place      string                `yaml:"place"`      // a city with its province
	Years      string                `yaml:"years"`      // many of them
	Doubles    []string              `yaml:"doubles"`    // pairs of doubled punctuation and its replacement
	Businesses map[business][]string `yaml:"businesses"` // sections of industry by business
}

// statusWords are the words for statuses.
type statusWords struct {
	Active  string `yaml:"active"`
	Trading string `yaml:"trading"`
	Gone    string `yaml:"gone"`
}

func (s statusWords) of(status status) string {
	return [...]string{active: s.Active, trading: s.Trading, gone: s.Gone}[status]
}

// ending is the spelling of a company's form, and that of the limited company that it may have
// been.
type ending struct {
	Joint   string `yaml:"joint"`
	Limited string `yaml:"limited"`
}

func loadTerms(language string) (*terms, error) {
	t := &terms{language: language}
	return t, yamlfile.Read(files, "text/"+language+"/terms.yaml", t)
}

// fill replaces a pattern's $ by a value.
func fill(pattern, value string) string { return strings.Replace(pattern, "$", value, 1) }

// limited returns the name that a company limited by shares had as a limited company.
func (t *terms) limited(name string) string {
	for _, e := range t.Joint {
		if head, ok := strings.CutSuffix(name, e.Joint); ok {
			return head + e.Limited
		}
	}
	return name
}

// date writes a day as prose does: 2001年3月29日, "29 March 2001".
func (t *terms) date(d society.Day) string {
	year, month, day := d.Date()
	if t.Months == nil {
		return fmt.Sprintf("%d年%d月%d日", year, month, day)
	}
	return fmt.Sprintf("%d %s %d", day, t.Months[month-1], year)
}

// list joins names as prose does.
func (t *terms) list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], t.Joins.List) + t.Joins.Last + names[last]
}
