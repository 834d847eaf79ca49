package name

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// bilingual is a text in both languages, which a bar separates.
type bilingual struct{ zh, en string }

func parseBilingual(text string) (bilingual, error) {
	zh, en, ok := strings.Cut(text, "|")
	b := bilingual{strings.TrimSpace(zh), strings.TrimSpace(en)}
	if !ok || b.zh == "" || b.en == "" {
		return b, fmt.Errorf("%q: want Chinese | English", text)
	}
	return b, nil
}

// UnmarshalText reads a value of YAML.
func (b *bilingual) UnmarshalText(text []byte) (err error) {
	*b, err = parseBilingual(string(text))
	return err
}

func (b bilingual) in(language string) string {
	if language == "zh" {
		return b.zh
	}
	return b.en
}

// bilingualList is a list of texts in both languages, separated by semicolons.
type bilingualList []bilingual

// UnmarshalText reads a value of YAML.
func (s *bilingualList) UnmarshalText(text []byte) error {
	for _, one := range strings.Split(string(text), ";") {
		b, err := parseBilingual(one)
		if err != nil {
			return err
		}
		*s = append(*s, b)
	}
	return nil
}

func (s bilingualList) in(language string) []string {
	out := make([]string, len(s))
	for i, b := range s {
		out[i] = b.in(language)
	}
	return out
}

// modifier is a word that a company's name can have before or after its trade.
type modifier struct {
	bilingual
	after bool
}

// industries holds lists/industries.yaml.
type industries struct {
	Sections  map[string]bilingual `yaml:"sections"`
	Divisions map[string]division  `yaml:"divisions"`
	Modifiers struct {
		Before []bilingual `yaml:"before"`
		After  []bilingual `yaml:"after"`
	} `yaml:"modifiers"`
	Suits map[string]suitability `yaml:"suits"`
}

// suitability lists what suits a set of trades.
type suitability struct {
	Modifiers []string `yaml:"modifiers"` // in Chinese
	Forms     []string `yaml:"forms"`     // as formNames has them
}

// formNames are the forms beyond those of companies.
var formNames = [forms]string{Partnership: "partnership", Works: "works", Institute: "institute", Shop: "shop"}

// division is the second level of the classification.
type division struct {
	Section string    `yaml:"section"`
	Market  string    `yaml:"market"` // a division; "" for itself
	Name    bilingual `yaml:"name"`
}

// trade is an entry of a file of trades.
type trade struct {
	ID        string        `yaml:"id"`
	Name      bilingual     `yaml:"name"`
	Short     bilingual     `yaml:"short"`
	Division  string        `yaml:"division"`
	Group     bilingual     `yaml:"group"`
	Weight    int           `yaml:"weight"`
	Modifiers string        `yaml:"modifiers"` // which set of industries.Suits
	Products  bilingualList `yaml:"products"`
	Services  bilingualList `yaml:"services"`
	Materials bilingualList `yaml:"materials"`
}

// trades are all lines of business in both languages.
type trades struct {
	industries industries
	all        []trade
	modifiers  []modifier
}

// tradeFiles are read in this order, which is that of [Namer.Trades].
var tradeFiles = [...]string{"trades-materials.yaml", "trades-machinery.yaml", "trades-services.yaml", "trades-business.yaml"}

// loadTrades reads the lines of business. It returns an error for undeclared industries and
// sets.
func loadTrades() (*trades, error) {
	t := new(trades)
	if err := load("industries.yaml", &t.industries); err != nil {
		return nil, err
	}
	for _, b := range t.industries.Modifiers.Before {
		t.modifiers = append(t.modifiers, modifier{b, false})
	}
	for _, b := range t.industries.Modifiers.After {
		t.modifiers = append(t.modifiers, modifier{b, true})
	}
	if err := t.checkSuits(); err != nil {
		return nil, fmt.Errorf("lists/industries.yaml: %w", err)
	}
	for _, file := range tradeFiles {
		var some []trade
		if err := load(file, &some); err != nil {
			return nil, err
		}
		for _, one := range some {
			if err := t.check(one); err != nil {
				return nil, fmt.Errorf("lists/%s: trade %s: %w", file, one.ID, err)
			}
		}
		t.all = append(t.all, some...)
	}
	return t, nil
}

// Trades returns all lines of business in a language, zh or en, as [Namer.Trades] does.
func Trades(language string) ([]Trade, error) {
	t, err := loadTrades()
	if err != nil {
		return nil, err
	}
	return t.in(language), nil
}

func (t *trades) check(one trade) error {
	d, ok := t.industries.Divisions[one.Division]
	if !ok {
		return fmt.Errorf("division %q: want one of industries.yaml", one.Division)
	}
	if _, ok := t.industries.Sections[d.Section]; !ok {
		return fmt.Errorf("section %q: want one of industries.yaml", d.Section)
	}
	if _, ok := t.industries.Divisions[d.Market]; d.Market != "" && !ok {
		return fmt.Errorf("market %q: want a division of industries.yaml", d.Market)
	}
	if _, ok := t.industries.Suits[one.Modifiers]; !ok {
		return fmt.Errorf("modifiers %q: want a set of industries.yaml", one.Modifiers)
	}
	return nil
}

// repeats reports whether the trade's name already contains a modifier.
func (x *trade) repeats(m modifier) bool {
	return strings.Contains(x.Name.zh, m.zh) || slices.Contains(strings.Fields(x.Name.en), m.en)
}

// checkSuits reports modifiers and forms that are not declared.
func (t *trades) checkSuits() error {
	for _, name := range slices.Sorted(maps.Keys(t.industries.Suits)) {
		s := t.industries.Suits[name]
		for _, text := range s.Modifiers {
			if !slices.ContainsFunc(t.modifiers, func(m modifier) bool { return m.zh == text }) {
				return fmt.Errorf("suits %s: modifier %q: want one of modifiers", name, text)
			}
		}
		for _, text := range s.Forms {
			if text == "" || !slices.Contains(formNames[:], text) {
				return fmt.Errorf("suits %s: form %q: want one of %q", name, text, formNames)
			}
		}
	}
	return nil
}

// in returns the trades in a language.
func (t *trades) in(language string) []Trade {
	out := make([]Trade, len(t.all))
	for i, one := range t.all {
		d := t.industries.Divisions[one.Division]
		market := d.Name
		if d.Market != "" {
			market = t.industries.Divisions[d.Market].Name
		}
		out[i] = Trade{
			ID: one.ID, Weight: one.Weight, Name: one.Name.in(language), Short: one.Short.in(language),
			Section: t.industries.Sections[d.Section].in(language), Division: d.Name.in(language),
			Group: one.Group.in(language), Market: market.in(language),
			Products: one.Products.in(language), Services: one.Services.in(language), Materials: one.Materials.in(language),
		}
		suits := t.industries.Suits[one.Modifiers]
		for j, m := range t.modifiers {
			if slices.Contains(suits.Modifiers, m.zh) && !one.repeats(m) {
				out[i].Modifiers = append(out[i].Modifiers, j)
			}
		}
		for f := range forms {
			if formNames[f] != "" && slices.Contains(suits.Forms, formNames[f]) {
				out[i].Forms = append(out[i].Forms, f)
			}
		}
	}
	return out
}
