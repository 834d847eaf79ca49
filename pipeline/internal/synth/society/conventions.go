package society

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// Proceeding is the kind of proceeding in a case number.
type Proceeding int

// The kinds of proceeding.
const (
	CivilFirst     Proceeding = iota // 民初
	CivilAppeal                      // 民终
	CivilPetition                    // 民申
	CivilRetrial                     // 民再
	PatentFirst                      // 知民初
	PatentAppeal                     // 知民终
	AdminFirst                       // 行初
	AdminAppeal                      // 行终
	AdminPetition                    // 行申
	Execution                        // 执
	ExecutionAgain                   // 执恢
	Preservation                     // 执保
)

// conventions are a language's names of courts and spelling of case numbers.
type conventions struct {
	words   []string // by Word
	number  func(year int, code, word string, serial int) string
	nation  func(base string) string
	bank    func(base string) string // the central bank
	basic   func(city City, county County) string
	middle  func(city City) string
	first   func(municipality string, ordinal int) string // the numbered intermediate courts of a municipality
	special func(city City, kind int) string
	high    func(province string) string
	supreme string
	space   string // between names
	// hide masks a person's name as rulings do.
	hide func(r *rand.Rand, t *name.Namer, person string) string
	// stars is a name masked like that as enforcement tables have it, of a person
	// with a short given name or another.
	stars  func(t *name.Namer, masked string, short bool) string
	code   string                              // of the supreme court
	within func(province, court string) string // a court's name with the province in front
}

// specials is the number of kinds of special courts: railway, maritime, intellectual property,
// forestry.
const specials = 4

func conventionsOf(language string) conventions {
	if language == "en" {
		return english()
	}
	return chinese()
}

func chinese() conventions {
	return conventions{
		words: []string{"民初", "民终", "民申", "民再", "知民初", "知民终", "行初", "行终", "行申", "执", "执恢", "执保"},
		number: func(year int, code, word string, serial int) string {
			return "（" + strconv.Itoa(year) + "）" + code + word + strconv.Itoa(serial) + "号"
		},
		nation: func(base string) string { return base + "共和国" },
		bank:   func(base string) string { return base + "人民银行" },
		basic: func(city City, county County) string {
			if county.Rank == District {
				return city.Name + county.Name + "人民法院"
			}
			return county.Name + "人民法院"
		},
		middle: func(city City) string { return city.Name + "中级人民法院" },
		first: func(municipality string, ordinal int) string {
			return municipality + []string{"第一", "第二"}[ordinal] + "中级人民法院"
		},
		special: func(city City, kind int) string {
			return city.BaseName + []string{"铁路运输法院", "海事法院", "知识产权法院", "林区法院"}[kind]
		},
		high:    func(province string) string { return province + "高级人民法院" },
		supreme: "最高人民法院",
		hide:    func(_ *rand.Rand, _ *name.Namer, person string) string { return string([]rune(person)[:1]) + "某某" },
		stars:   chineseStars,
		code:    "最高法",
		within:  func(province, court string) string { return province + court },
	}
}

func english() conventions {
	return conventions{
		words: []string{"Civ.", "Civ. App.", "Civ. Pet.", "Civ. Retr.", "IP Civ.", "IP Civ. App.", "Admin.", "Admin. App.", "Admin. Pet.", "Enf.", "Enf. Res.", "Enf. Pres."},
		number: func(year int, code, word string, serial int) string {
			return "(" + strconv.Itoa(year) + ") " + code + " " + word + " No. " + strconv.Itoa(serial)
		},
		nation: func(base string) string { return "Republic of " + base },
		bank:   func(base string) string { return "Central Bank of " + base },
		basic: func(city City, county County) string {
			if county.Rank == District {
				return city.BaseName + " " + county.Name + " Court"
			}
			return county.Name + " Court"
		},
		middle: func(city City) string { return city.BaseName + " Intermediate Court" },
		first: func(municipality string, ordinal int) string {
			return municipality + " " + []string{"First", "Second"}[ordinal] + " Intermediate Court"
		},
		special: func(city City, kind int) string {
			return city.BaseName + " " + []string{"Railway Court", "Maritime Court", "Intellectual Property Court", "Forestry Court"}[kind]
		},
		high:    func(province string) string { return province + " High Court" },
		supreme: "Supreme Court",
		space:   " ",
		hide:    func(r *rand.Rand, t *name.Namer, person string) string { return t.Mask(r, person) },
		stars:   englishStars,
		code:    "SC",
		within:  func(province, court string) string { return province + " " + court },
	}
}

// chineseStars masks each character of the given name by an asterisk.
func chineseStars(_ *name.Namer, masked string, short bool) string {
	surname := string([]rune(masked)[:1])
	if short {
		return surname + "*"
	}
	return surname + "**"
}

// englishStars masks a name, unless rulings already mask it with asterisks.
func englishStars(t *name.Namer, masked string, _ bool) string {
	if strings.HasSuffix(masked, " ***") {
		return masked
	}
	return t.Stars(masked)
}
