package name

import (
	"bytes"
	"embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed lists
var files embed.FS

// lists is what a language's file holds. Fields that only one language uses are
// zero in the other.
type lists struct {
	Provinces      []Province        `yaml:"provinces"`
	Municipalities []Province        `yaml:"municipalities"`
	Sounds         string            `yaml:"sounds"` // of the characters of provinces and people
	Kinds          kinds             `yaml:"kinds"`
	Districts      []string          `yaml:"districts"`
	Places         map[string]string `yaml:"places"`    // pools of characters with their sounds, or of words
	Brands         map[string]string `yaml:"brands"`    // likewise
	Avoid          string            `yaml:"avoid"`     // stems and brands that would read badly
	People         map[string]string `yaml:"people"`    // pools of surnames and given names, commonest first
	Addresses      map[string]string `yaml:"addresses"` // pools of words of addresses
	Authorities    map[Kind]local    `yaml:"authorities"`
	Mail           mail              `yaml:"mail"`
	MobilePrefixes []string          `yaml:"mobile_prefixes"`
	AreaBlocks     []string          `yaml:"area_blocks"`
	Joins          []string          `yaml:"joins"`
	Nones          []string          `yaml:"nones"`

	areaCodes []string
	modifiers []string
}

type kinds struct {
	City       affix `yaml:"city"`
	County     affix `yaml:"county"`
	District   affix `yaml:"district"`
	CountyCity affix `yaml:"county_city"`
}

// affix is what follows a stem in a full name.
type affix string

func (a affix) of(stem string) string { return stem + string(a) }

// local is how a kind of authority is called: the nation's, and those of a place,
// with $ where the place stands.
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

// loadLists reads a language's embedded file.
func loadLists(language string) (*lists, error) {
	l := new(lists)
	if err := load(language+".yaml", l); err != nil {
		return nil, err
	}
	for _, block := range l.AreaBlocks {
		for d := '0'; d <= '9'; d++ {
			l.areaCodes = append(l.areaCodes, block+string(d))
		}
	}
	if len(l.Provinces) != Provinces || len(l.Municipalities) != Municipalities {
		return nil, fmt.Errorf("lists/%s.yaml: %d provinces and %d municipalities: want %d and %d",
			language, len(l.Provinces), len(l.Municipalities), Provinces, Municipalities)
	}
	return l, nil
}

// load decodes an embedded file and refuses fields it does not know.
func load(file string, into any) error {
	data, err := files.ReadFile("lists/" + file)
	if err != nil {
		return err
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("lists/%s: %w", file, err)
	}
	return nil
}

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

func pick(two []string, second bool) string {
	if second {
		return two[1]
	}
	return two[0]
}

// replace puts a place into an authority's name.
func replace(pattern, place string) string { return strings.Replace(pattern, "$", place, 1) }
