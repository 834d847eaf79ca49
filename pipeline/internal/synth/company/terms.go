package company

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// terms is what a language's terms.yaml holds: the words of cells that are not
// texts, in an order common to both languages. A $ stands for a value.
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
	Status   standings `yaml:"status"`   // what is struck off has the day
	Standing standings `yaml:"standing"` // as profiles say it
	Relation string    `yaml:"relation"`
	Markets  [3]string `yaml:"markets"` // by Market
	Exchange string    `yaml:"exchange"`
	Bureaus  [2]string `yaml:"bureaus"` // that register companies, before 2018 and since
	Special  []string  `yaml:"special"` // what an exchange puts before the name of a company at risk
	History  string    `yaml:"history"` // between former abbreviations
	Joins    struct {
		Former  string `yaml:"former"`
		Numbers string `yaml:"numbers"`
		Indices string `yaml:"indices"`
		List    string `yaml:"list"`
		Last    string `yaml:"last"`
	} `yaml:"joins"`
	Indices  [][]string `yaml:"indices"` // from those of the largest companies to those of most, each by Market
	Joint    []ending   `yaml:"joint"`   // what names of companies limited by shares end with
	Months   []string   `yaml:"months"`  // nil where months are numbers
	Money    string     `yaml:"money"`
	Shares   string     `yaml:"shares"`
	Scale    int        `yaml:"scale"`    // power of ten that prose counts money and shares in
	Auditors [2]string  `yaml:"auditors"` // accounting firms, before 2012 and since
	// Separators stand between the items of scopes, the last two in place of the
	// first two.
	Separators [4]string             `yaml:"separators"`
	Gap        string                `yaml:"gap"`        // between sentences
	Place      string                `yaml:"place"`      // a city with its province
	Years      string                `yaml:"years"`      // many of them
	Doubles    []string              `yaml:"doubles"`    // what doubles where a value meets a text, each with what it becomes
	Businesses map[business][]string `yaml:"businesses"` // sections of trades, by what those do with their products
}

// standings are the words of statuses.
type standings struct {
	Active  string `yaml:"active"`
	Trading string `yaml:"trading"`
	Gone    string `yaml:"gone"`
}

func (s standings) of(status standing) string {
	return [...]string{active: s.Active, trading: s.Trading, gone: s.Gone}[status]
}

// ending is how a company's form is written, and that of the limited company it
// may have been.
type ending struct {
	Joint   string `yaml:"joint"`
	Limited string `yaml:"limited"`
}

func loadTerms(language string) (*terms, error) {
	file := "text/" + language + "/terms.yaml"
	data, err := files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := &terms{language: language}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(t); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// fill puts a value in the place of a pattern's $.
func fill(pattern, value string) string { return strings.Replace(pattern, "$", value, 1) }

// limited is the name a company limited by shares had as a limited company.
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
