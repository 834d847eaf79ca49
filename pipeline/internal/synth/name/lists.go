package name

import (
	"embed"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

//go:embed lists
var files embed.FS

// lists holds a language's file. Fields of the other language are zero.
type lists struct {
	Provinces      []ProvinceName          `yaml:"provinces"`
	Municipalities []ProvinceName          `yaml:"municipalities"`
	Sounds         string                  `yaml:"sounds"` // of the characters of provinces and people
	Kinds          kinds                   `yaml:"kinds"`
	Districts      []string                `yaml:"districts"`
	Places         map[string]string       `yaml:"places"`    // pools of characters with their sounds, or pools of words
	Brands         map[string]string       `yaml:"brands"`    // likewise
	Avoid          string                  `yaml:"avoid"`     // place names and brands that would read badly
	People         map[string]string       `yaml:"people"`    // pools of surnames and given names, commonest first
	Addresses      map[string]string       `yaml:"addresses"` // pools of words of addresses
	Authorities    map[AuthorityKind]local `yaml:"authorities"`
	Mail           mail                    `yaml:"mail"`
	Joins          []string                `yaml:"joins"`
	Nones          []string                `yaml:"nones"`

	telephones telephones
	modifiers  []string
}

// telephones are the same in both languages.
type telephones struct {
	Mobile []string `yaml:"mobile"` // prefixes of mobile numbers
	Areas  []string `yaml:"areas"`  // all but the last digit of area codes
}

type kinds struct {
	City       affix `yaml:"city"`
	County     affix `yaml:"county"`
	District   affix `yaml:"district"`
	CountyCity affix `yaml:"county_city"`
}

// affix follows a base name in a full name.
type affix string

func (a affix) of(base string) string { return base + string(a) }

// local holds the names of authorities of one kind: the nation's authority, and those of a
// place, whose name replaces $.
type local struct {
	Nation string   `yaml:"nation"`
	Local  []string `yaml:"local"`
}

type mail struct {
	Hosts   []string `yaml:"hosts"`   // of many people's addresses
	Boxes   []string `yaml:"boxes"`   // local parts of a company's addresses
	Words   []string `yaml:"words"`   // after the brand in a domain
	Endings []string `yaml:"endings"` // of a domain
}

// loadLists reads a language's embedded file, and the telephones.
func loadLists(language string) (*lists, error) {
	l := new(lists)
	file := language + ".yaml"
	if err := load(file, l); err != nil {
		return nil, err
	}
	if err := load("telephones.yaml", &l.telephones); err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return nil, fmt.Errorf("lists/%s: %w", file, err)
	}
	return l, nil
}

// check reports missing entries.
func (l *lists) check() error {
	if len(l.Provinces) != Provinces || len(l.Municipalities) != Municipalities {
		return fmt.Errorf("%d provinces and %d municipalities: want %d and %d", len(l.Provinces), len(l.Municipalities), Provinces, Municipalities)
	}
	for _, k := range AuthorityKinds() {
		if a := l.Authorities[k]; a.Nation == "" || len(a.Local) == 0 {
			return fmt.Errorf("authorities: %s: want the nation's and one of a place", k)
		}
	}
	if len(l.Joins) != 2 || len(l.Nones) != 2 {
		return fmt.Errorf("joins %q and nones %q: want two of each", l.Joins, l.Nones)
	}
	return filled("districts, mail hosts, boxes, words, endings, mobile prefixes, area codes",
		l.Districts, l.Mail.Hosts, l.Mail.Boxes, l.Mail.Words, l.Mail.Endings, l.telephones.Mobile, l.telephones.Areas)
}

// load reads a file of lists.
func load(file string, into any) error { return yamlfile.Read(files, "lists/"+file, into) }

// words splits a pool into its entries: at semicolons if it has any, else at space.
func words(pool string) []string {
	if !strings.Contains(pool, ";") {
		return strings.Fields(pool)
	}
	entries := strings.Split(pool, ";")
	for i, e := range entries {
		entries[i] = strings.TrimSpace(e)
	}
	return entries
}

func choose(two []string, second bool) string {
	if second {
		return two[1]
	}
	return two[0]
}
