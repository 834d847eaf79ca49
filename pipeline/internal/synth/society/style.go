package society

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// Word is the kind of proceeding in a case number.
type Word int

// The kinds of proceeding.
const (
	CivilFirst     Word = iota // 民初
	CivilAppeal                // 民终
	CivilPetition              // 民申
	CivilRetrial               // 民再
	PatentFirst                // 知民初
	PatentAppeal               // 知民终
	AdminFirst                 // 行初
	AdminAppeal                // 行终
	AdminPetition              // 行申
	Execution                  // 执
	ExecutionAgain             // 执恢
	Preservation               // 执保
)

// style is how a language writes what courts are called and cases are numbered.
type style struct {
	words   []string // by Word
	number  func(year int, code, word string, serial int) string
	nation  func(stem string) string
	basic   func(city City, county County) string
	middle  func(city City) string
	first   func(municipality string, ordinal int) string // the numbered intermediate courts of a municipality
	special func(city City, kind int) string
	high    func(province string) string
	supreme string
	space   string // between names
	// hide masks a person's name as rulings do.
	hide func(r *rand.Rand, t *name.Tongue, person string) string
	// stars is a name masked like that as enforcement tables have it, of a person
	// with a short given name or another.
	stars  func(t *name.Tongue, masked string, short bool) string
	code   string                              // of the supreme court
	within func(province, court string) string // a court's name with the province in front
}

// specials is how many kinds of special courts there are: of railways, of seas, of
// patents and marks, of forests.
const specials = 4

func styleOf(language string) style {
	if language == "en" {
		return english()
	}
	return chinese()
}

func chinese() style {
	return style{
		words: []string{"民初", "民终", "民申", "民再", "知民初", "知民终", "行初", "行终", "行申", "执", "执恢", "执保"},
		number: func(year int, code, word string, serial int) string {
			return "（" + strconv.Itoa(year) + "）" + code + word + strconv.Itoa(serial) + "号"
		},
		nation: func(stem string) string { return stem + "共和国" },
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
			return city.Stem + []string{"铁路运输法院", "海事法院", "知识产权法院", "林区法院"}[kind]
		},
		high:    func(province string) string { return province + "高级人民法院" },
		supreme: "最高人民法院",
		hide:    func(_ *rand.Rand, _ *name.Tongue, person string) string { return string([]rune(person)[:1]) + "某某" },
		stars:   chineseStars,
		code:    "最高法",
		within:  func(province, court string) string { return province + court },
	}
}

func english() style {
	return style{
		words: []string{"Civ.", "Civ. App.", "Civ. Pet.", "Civ. Retr.", "IP Civ.", "IP Civ. App.", "Admin.", "Admin. App.", "Admin. Pet.", "Enf.", "Enf. Res.", "Enf. Pres."},
		number: func(year int, code, word string, serial int) string {
			return "(" + strconv.Itoa(year) + ") " + code + " " + word + " No. " + strconv.Itoa(serial)
		},
		nation: func(stem string) string { return "Republic of " + stem },
		basic: func(city City, county County) string {
			if county.Rank == District {
				return city.Stem + " " + county.Name + " Court"
			}
			return county.Name + " Court"
		},
		middle: func(city City) string { return city.Stem + " Intermediate Court" },
		first: func(municipality string, ordinal int) string {
			return municipality + " " + []string{"First", "Second"}[ordinal] + " Intermediate Court"
		},
		special: func(city City, kind int) string {
			return city.Stem + " " + []string{"Railway Court", "Maritime Court", "Intellectual Property Court", "Forestry Court"}[kind]
		},
		high:    func(province string) string { return province + " High Court" },
		supreme: "Supreme Court",
		space:   " ",
		hide:    func(r *rand.Rand, t *name.Tongue, person string) string { return t.Mask(r, person) },
		stars:   englishStars,
		code:    "SC",
		within:  func(province, court string) string { return province + " " + court },
	}
}

// chineseStars has an asterisk for each character of the given name.
func chineseStars(_ *name.Tongue, masked string, short bool) string {
	surname := string([]rune(masked)[:1])
	if short {
		return surname + "*"
	}
	return surname + "**"
}

// englishStars leaves a name that rulings mask in the same way as it is.
func englishStars(t *name.Tongue, masked string, _ bool) string {
	if strings.HasSuffix(masked, " ***") {
		return masked
	}
	return t.Stars(masked)
}
