package name

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestTrades(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		ids, markets := make(map[string]bool), make(map[string]bool)
		for _, x := range g.Trades() {
			if ids[x.ID] {
				t.Errorf("trade %s twice", x.ID)
			}
			ids[x.ID], markets[x.Market] = true, true
			if x.Weight < 1 {
				t.Errorf("trade %s: weight %d", x.ID, x.Weight)
			}
			for _, texts := range [][]string{x.Products, x.Services, x.Materials} {
				if len(texts) < 5 || len(texts) > 12 {
					t.Errorf("trade %s: %d of %q", x.ID, len(texts), texts)
				}
				for i, text := range texts {
					if slices.Contains(texts[:i], text) {
						t.Errorf("trade %s: %s twice", x.ID, text)
					}
				}
			}
			if !slices.IsSorted(x.Modifiers) || !slices.IsSorted(x.Forms) {
				t.Errorf("trade %s: modifiers %v and forms %v are not in order", x.ID, x.Modifiers, x.Forms)
			}
			for _, m := range x.Modifiers {
				if word := g.Modifiers()[m]; strings.Contains(" "+x.Name+" ", " "+word+" ") || language == "zh" && strings.Contains(x.Name, word) {
					t.Errorf("trade %s: %s says %s already", x.ID, x.Name, word)
				}
			}
			for _, f := range x.Forms {
				if !slices.Contains([]LegalForm{Partnership, Works, Institute, Shop}, f) {
					t.Errorf("trade %s: form %d", x.ID, f)
				}
			}
		}
		if len(g.Trades()) < 90 || len(markets) < 25 {
			t.Errorf("%s: %d trades in %d markets", language, len(g.Trades()), len(markets))
		}
		// What others look up by ID.
		if !ids["securities"] || !ids["bank"] || !ids["insurance"] {
			t.Errorf("%s: no securities, bank or insurance", language)
		}
	}
}

// English phrases stand inside sentences: lower case but for abbreviations, and
// without an article.
func TestEnglishPhrases(t *testing.T) {
	abbreviation := regexp.MustCompile(`^(PVC|PET|CNC|Portland)\b`)
	for _, x := range tongue(t, "en").Trades() {
		for _, text := range slices.Concat(x.Products, x.Services, x.Materials) {
			if unicode.IsUpper([]rune(text)[0]) && !abbreviation.MatchString(text) {
				t.Errorf("trade %s: %q begins with a capital", x.ID, text)
			}
			for _, c := range text {
				if c > unicode.MaxASCII || c == ',' {
					t.Errorf("trade %s: %q has %q", x.ID, text, c)
				}
			}
		}
	}
}

func TestChinesePhrases(t *testing.T) {
	phrase := regexp.MustCompile(`^\p{Han}{2,12}$`)
	for _, x := range tongue(t, "zh").Trades() {
		for _, text := range slices.Concat(x.Products, x.Services, x.Materials) {
			if !phrase.MatchString(text) {
				t.Errorf("trade %s: %q", x.ID, text)
			}
		}
	}
}

// What lists/industries.yaml does not declare is refused.
func TestTradesAreChecked(t *testing.T) {
	all, err := loadTrades()
	if err != nil {
		t.Fatal(err)
	}
	good := all.all[0]
	for what, bad := range map[string]func(*trade){
		"division":  func(x *trade) { x.Division = "nowhere" },
		"modifiers": func(x *trade) { x.Modifiers = "anything" },
	} {
		x := good
		bad(&x)
		if err := all.check(x); err == nil {
			t.Errorf("a trade of an unknown %s is taken", what)
		}
	}
	if err := all.check(good); err != nil {
		t.Error(err)
	}
	for _, suits := range []suitability{{Modifiers: []string{"飞天"}}, {Forms: []string{"circus"}}, {Forms: []string{""}}} {
		all.industries.Suits["made up"] = suits
		if err := all.checkSuits(); err == nil {
			t.Errorf("%+v is taken", suits)
		}
	}
	if _, err := parseBilingual("只有中文"); err == nil {
		t.Error("a text in one language is taken")
	}
}
