package directory

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// A firm is as large as its age allows, and what it tells lies in its time.
func TestFacts(t *testing.T) {
	s := shard(t, 1, "zh", 1, 0, 1)
	b := newFirmRows(renderer(t, "zh"), s)
	seen := map[string]int{}
	for i := range s.Firms {
		founded, facts := s.Firms[i].Founded.Year(), b.profileFacts(i)
		number := func(fact string) int {
			n, err := strconv.Atoi(facts[fact])
			if err != nil {
				t.Fatalf("%s of firm %d is %q", fact, i, facts[fact])
			}
			seen[fact]++
			return n
		}
		lawyers := number("lawyers")
		if lawyers < 3 || lawyers > 6+7*(profileYear-founded) || lawyers > 450 {
			t.Errorf("firm of %d has %d lawyers in %d", founded, lawyers, profileYear)
		}
		if number("staff") <= lawyers || number("area") < 10*lawyers || number("year") != founded {
			t.Errorf("firm %d: %v", i, facts)
		}
		for _, year := range []string{"moved", "merged", "honoured"} {
			if facts[year] != "" && (number(year) <= founded || number(year) > profileYear) {
				t.Errorf("firm of %d %s in %s", founded, year, facts[year])
			}
		}
		if facts["streak"] != "" && founded+number("streak") > profileYear || facts["decade"] != "" && founded+number("decade") >= profileYear || facts["early"] != "" && number("early") > 1996 {
			t.Errorf("firm of %d: %v", founded, facts)
		}
		if facts["offices"] != "" && (number("offices") < 2 || lawyers < 24) || facts["small"] != "" && number("small") >= 10 || facts["teams"] != "" && (number("teams") < 5 || lawyers < 15) {
			t.Errorf("firm of %d lawyers: %v", lawyers, facts)
		}
	}
	for _, fact := range []string{"moved", "merged", "honoured", "streak", "decade", "early", "offices", "small", "teams"} {
		if seen[fact] == 0 {
			t.Errorf("no firm tells %s", fact)
		}
	}
}

// A profile tells of its own firm: no other is named, its head and address are
// its own, and years lie in its time.
func TestProfilesAreTheFirms(t *testing.T) {
	years := regexp.MustCompile(`(?:19[89]\d|20[0-2]\d)(?:年|\b)`)
	others := map[string]*regexp.Regexp{ // after what is no name
		"zh": regexp.MustCompile(`[^制伙性化人秀明意]律师事务所`),
		"en": regexp.MustCompile(`Law Firm( [^o]|[^ s])`),
	}
	for _, language := range languages {
		s := shard(t, 1, language, 1, 0, 1)
		firms := map[string]society.Firm{}
		for _, f := range s.Firms {
			firms[f.Name] = f
		}
		heads, addresses := 0, 0
		for _, row := range rows(t, s, "LawfirmInfo") {
			f, profile := firms[row[0].Text], row[11].Text
			heads += strings.Count(profile, f.Head)
			addresses += strings.Count(profile, f.Address)
			rest := strings.NewReplacer(f.Name, "", f.Address, "").Replace(profile)
			if other := others[language].FindString(rest); other != "" {
				t.Errorf("profile of %s names %q: %s", f.Name, other, profile)
			}
			for _, year := range years.FindAllString(rest, -1) {
				if n, _ := strconv.Atoi(year[:4]); n < f.Founded.Year() || n > profileYear {
					t.Errorf("%s, founded in %d: %s", f.Name, f.Founded.Year(), profile)
				}
			}
		}
		if heads < len(firms)/20 || addresses < len(firms)/100 {
			t.Errorf("of %d firms %d name their head and %d their address", len(firms), heads, addresses)
		}
	}
}

// Nothing in a text is doubled, left open or badly joined.
func TestTextsReadWell(t *testing.T) {
	bad := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`[，。；、：]{2}|[{}$]|[a-z]{2}|，$|[（][）]|[^ ] {1,3}[^ ]|的的|了了|有有|被被|、等`),
		"en": regexp.MustCompile(`[,.;:] ?[,;:]|[{}$]|[^ ] {2,3}[^ ]| [,.;:]|\b(the the|a a|of of|to to|in in|and and)\b|\b[Aa] [aeio][a-z]|\b[Aa] u[^ns]|\b[Aa]n [^aeiouAEIOU]|\b1 [a-z]+s\b|\p{Han}|\.\.|^ `),
	}
	for _, language := range languages {
		for _, row := range rows(t, shard(t, 1, language, 1, 0, 1), "LawfirmInfo") {
			if m := bad[language].FindString(row[11].Text); m != "" {
				t.Errorf("%q in %q", m, row[11].Text)
			}
			if row[11].Form != tablefile.String {
				t.Errorf("profile %v", row[11])
			}
		}
	}
}

// Mail addresses are built on a firm's own name.
func TestBrand(t *testing.T) {
	for _, language := range languages {
		s := shard(t, 1, language, 1, 0, 0.05)
		b := newFirmRows(renderer(t, language), s)
		for i := range s.Firms {
			f := &s.Firms[i]
			brand := b.brand(f)
			if brand == "" || len(brand) >= len(f.Name)-len(b.words.lawFirm) || !strings.HasSuffix(f.Name, brand+b.words.lawFirm) {
				t.Errorf("brand of %s is %q", f.Name, brand)
			}
		}
	}
}
