package name

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
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

// both is a text in both languages.
type both struct {
	ZH string `yaml:"zh"`
	EN string `yaml:"en"`
}

func (b both) in(language string) string {
	if language == "zh" {
		return b.ZH
	}
	return b.EN
}

// boths are noun phrases in both languages.
type boths struct {
	ZH []string `yaml:"zh"`
	EN []string `yaml:"en"`
}

func (b boths) in(language string) []string {
	if language == "zh" {
		return b.ZH
	}
	return b.EN
}

// modifier is a word that a company's name can add before its trade or after it.
type modifier struct {
	both  `yaml:",inline"`
	After bool `yaml:"after"`
}

type trade struct {
	ID        string   `yaml:"id"`
	Weight    int      `yaml:"weight"`
	Name      both     `yaml:"name"`
	Short     both     `yaml:"short"`
	Section   string   `yaml:"section"` // key of the file's terms, like the next three
	Division  string   `yaml:"division"`
	Group     both     `yaml:"group"`
	Market    string   `yaml:"market"`
	Products  boths    `yaml:"products"`
	Services  boths    `yaml:"services"`
	Materials boths    `yaml:"materials"`
	Modifiers []string `yaml:"modifiers"` // in Chinese
}

// tradeLists is what the trades' files hold together.
type tradeLists struct {
	Terms     map[string]both `yaml:"terms"`
	Modifiers []modifier      `yaml:"modifiers"`
	Trades    []trade         `yaml:"trades"`
}

// tradeFiles are read in this order, which is that of [Tongue.Trades].
var tradeFiles = [...]string{"trades.yaml"}

func loadTrades() (*tradeLists, error) {
	all := new(tradeLists)
	for _, file := range tradeFiles {
		var some tradeLists
		if err := load(file, &some); err != nil {
			return nil, err
		}
		if all.Terms == nil {
			all.Terms, all.Modifiers = some.Terms, some.Modifiers
		}
		all.Trades = append(all.Trades, some.Trades...)
	}
	return all, nil
}

// in returns the trades in a language.
func (l *tradeLists) in(language string) []Trade {
	out := make([]Trade, len(l.Trades))
	for i, t := range l.Trades {
		out[i] = Trade{
			ID: t.ID, Weight: t.Weight,
			Name: t.Name.in(language), Short: t.Short.in(language),
			Section: l.Terms[t.Section].in(language), Division: l.Terms[t.Division].in(language),
			Group: t.Group.in(language), Market: l.Terms[t.Market].in(language),
			Products: t.Products.in(language), Services: t.Services.in(language), Materials: t.Materials.in(language),
		}
		for j, m := range l.Modifiers {
			if slices.Contains(t.Modifiers, m.ZH) {
				out[i].Modifiers = append(out[i].Modifiers, j)
			}
		}
	}
	return out
}

// words splits a pool into its entries.
func words(pool string) []string { return strings.Fields(pool) }

func pick(two []string, second bool) string {
	if second {
		return two[1]
	}
	return two[0]
}

// replace puts a place into an authority's name.
func replace(pattern, place string) string { return strings.Replace(pattern, "$", place, 1) }
