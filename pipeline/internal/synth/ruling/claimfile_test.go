package ruling

import (
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// suingRules are the rules of the files of claims that the program asks for, all of which there are.
func suingRules(t *testing.T, r *Renderer) []string {
	t.Helper()
	var used []string
	need := func(prefix string, parts ...string) {
		for _, part := range parts {
			if used = append(used, prefix+part); !r.has[prefix+part] {
				t.Errorf("%s has no rule %s", r.tag, prefix+part)
			}
		}
	}
	need("suing_us_", "told", "pleaded")
	need("suing_them_", "told", "pleaded")
	need("suing_told_", "party", "deal", "done", "paid", "penalty", "no_penalty", "fee", "no_fee", "letter", "court", "papers")
	need("suing_plea_", "sum", "penalty", "interest", "fee", "costs")
	need("suing_fact_", "deal", "done", "paid", "letter")
	need("suing_", "penalty_counted", "interest_counted", "papers_fee", "heads", "law_cited", "evidence", "prayer")
	for id := range claimDoctrines {
		need("suing_law_", id)
	}
	for id := range r.stories.byID {
		if r.has["suing_deal_"+id] {
			need("suing_", "deal_"+id, "paper_"+id, "done_"+id)
		}
	}
	for _, p := range r.retorts {
		need("suing_say_", p.ID)
		need("suing_issue_", p.ID)
		need("suing_argue_", p.ID)
		for _, prefix := range []string{"suing_papers_", "suing_proof_"} {
			if r.has[prefix+p.ID] {
				used = append(used, prefix+p.ID)
			}
		}
	}
	return used
}

// drafts returns the claims of a shard that have a complaint, by case.
func drafts(t *testing.T, tell *shardRenderer) map[int]*claimDraft {
	t.Helper()
	all := drafted(tell)
	if len(all) < 10 {
		t.Fatalf("%d of %d files have a complaint: want at least 10", len(all), len(tell.shard.ClaimFiles))
	}
	return all
}

// drafted is the same of a shard that can have few.
func drafted(tell *shardRenderer) map[int]*claimDraft {
	all := map[int]*claimDraft{}
	for _, i := range tell.shard.ClaimFiles {
		if row := tell.claimfile(i); row[1].Text != "" {
			all[i] = tell.claimDraft(i)
		}
	}
	return all
}

// money matches a sum as files write it.
var money = regexp.MustCompile(`([0-9][0-9,]*(?:\.[0-9]+)?)元|CNY ([0-9][0-9,]*(?:\.[0-9]+)?)`)

// sumsIn returns the sums of a text, in cents, in their order.
func sumsIn(t *testing.T, text string) []int64 {
	t.Helper()
	var all []int64
	for _, m := range money.FindAllStringSubmatch(text, -1) {
		r, ok := new(big.Rat).SetString(strings.ReplaceAll(m[1]+m[2], ",", ""))
		if r.Mul(r, big.NewRat(100, 1)); !ok || !r.IsInt() {
			t.Fatalf("%q is no sum", m[0])
		}
		all = append(all, r.Num().Int64())
	}
	return all
}

// A complaint claims what the client's figures leave, to the cent, from the day after that of payment, a
// penalty only at the agreed rate and legal fees only where the contract has them.
func TestComplaintsClaimWhatIsOwed(t *testing.T) {
	rates := map[string]int64{"万分之二": 2, "万分之三": 3, "万分之四": 4, "万分之五": 5, "0.02%": 2, "0.03%": 3, "0.04%": 4, "0.05%": 5}
	for _, language := range languages {
		tell := openWhole(t, language)
		for i, d := range drafts(t, tell) {
			c, m := d.a.first, d.a.slots
			delivered, paid := sumsIn(t, d.told[2]), sumsIn(t, d.told[3])
			if len(delivered) != 3 || len(paid) != 2 {
				t.Fatalf("%s case %d: the client tells %q and %q", language, i, d.told[2], d.told[3])
			}
			left := delivered[0] + delivered[1] + delivered[2] - paid[0] - paid[1]
			claimed := sumsIn(t, strings.Join(d.file.claims, "\n"))
			want := []int64{left, left}
			if rate := rates[m["rate"]]; strings.Contains(d.told[4], m["rate"]) && rate > 0 {
				days := int64(c.Filed - d.a.due)
				want = append(want, (left*rate*days+5_000)/10_000)
			}
			if fee := sumsIn(t, d.told[5]); len(fee) > 0 {
				want = append(want, fee...)
			}
			if !slices.Equal(claimed, want) || left != c.Claim {
				t.Errorf("%s case %d claims %d: want %d, of a claim of %d\n%s", language, i, claimed, want, c.Claim, strings.Join(d.told, "\n"))
			}
			if from := tell.language.day(d.a.due + 1); !strings.Contains(d.file.claims[1], from) {
				t.Errorf("%s case %d claims no interest from %s: %s", language, i, from, d.file.claims[1])
			}
		}
	}
}

// What a complaint answers has been said by the debtor, limitation exactly where three years have passed since
// the day of payment; a demand was made within them, and the suit comes within three years of it.
func TestComplaintsAreInTime(t *testing.T) {
	for _, language := range languages {
		late := 0
		all := drafts(t, openWhole(t, language))
		maps.Copy(all, drafted(open(t, language))) // old claims are rare
		for i, d := range all {
			old := d.a.first.Filed > society.EndOfLimitation(d.a.due)
			answered := slices.ContainsFunc(d.made, func(p *retort) bool { return p.ID == "limitation" })
			if old != answered || len(d.made) != retortsOfClaim {
				t.Errorf("%s case %d, due %v and filed %v, answers %d things, limitation %v", language, i, d.a.due, d.a.first.Filed, len(d.made), answered)
			}
			if old {
				late++
			}
		}
		if late == 0 {
			t.Errorf("%s: no claim is older than three years", language)
		}
	}
}

// The points of a complaint stand in it, and what the client tells gives none away, in any term or pattern;
// its articles are quoted, none twice.
func TestComplaintsMakeTheirPoints(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		for i, d := range drafts(t, tell) {
			body, told := tell.language.suit(&d.file), strings.Join(d.told, "\n")
			asked, states := value.Fold(told), score.StatesPattern(told)
			for _, point := range d.points {
				ways := strings.Split(point, spellings)
				if !strings.Contains(value.Fold(body), value.Fold(ways[0])) {
					t.Errorf("%s case %d does not make %q\n%s", language, i, ways[0], body)
				}
				for k, way := range ways {
					switch {
					case score.IsPattern(way):
						if !strings.HasPrefix(way, "!") && states(way) {
							t.Errorf("%s case %d: what the client tells states %q\n%s", language, i, way, told)
						}
					case k == 0 && strings.Contains(asked, value.Fold(way)):
						t.Errorf("%s case %d: the client tells %q\n%s", language, i, way, told)
					}
				}
			}
			var cited []string
			for _, article := range d.articles {
				for k, way := range strings.Split(article, spellings) {
					if slices.Contains(cited, way) || k == 0 && !strings.Contains(body, way) {
						t.Errorf("%s case %d: article %q is not cited, or stands for two", language, i, way)
					}
					cited = append(cited, way)
				}
			}
		}
	}
}

// Nobody who has a claim file has a case file of the same dispute: a set with complaints and defences does
// not give one away by the other.
func TestNoDisputeHasTwoFiles(t *testing.T) {
	tell := open(t, "zh")
	filed := map[int]bool{}
	for _, i := range tell.shard.Files {
		filed[tell.shard.Cases[i].First] = true
	}
	for _, i := range tell.shard.ClaimFiles {
		if filed[tell.shard.Cases[i].First] {
			t.Errorf("case %d has both files", i)
		}
	}
}

// Both languages tell of the same claims.
func TestClaimsAreTheSameInBothLanguages(t *testing.T) {
	zh, en := drafts(t, openWhole(t, "zh")), drafts(t, openWhole(t, "en"))
	if len(zh) != len(en) {
		t.Fatalf("%d claims in Chinese and %d in English", len(zh), len(en))
	}
	for i, d := range zh {
		e := en[i]
		if e == nil || d.penalty != e.penalty || !slices.EqualFunc(d.made, e.made, func(p, q *retort) bool { return p.ID == q.ID }) ||
			!slices.Equal(sumsIn(t, strings.Join(d.told, "\n")), sumsIn(t, strings.Join(e.told, "\n"))) {
			t.Errorf("case %d is told in two ways:\n%s\n%s", i, strings.Join(d.told, "\n"), strings.Join(e.told, "\n"))
		}
	}
}

// The registered address of whoever sues names the city and the county of one court alone, the basic court of that
// county; that of the defendant names both of another county.
func TestComplaintsGoToTheCourtOfTheSeat(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		s := tell.shard
		for i, d := range drafts(t, tell) {
			seat := &s.Companies[d.a.first.Related]
			site := tell.siteOf(d.a.first.Court)
			var there []int
			for k := range s.Courts {
				if s.Courts[k].Listed != "" && s.Courts[k].County == seat.County {
					there = append(there, k)
				}
			}
			if !slices.Equal(there, []int{d.a.first.Court}) || s.Courts[there[0]].Level != society.Basic || !site.NamedIn(seat.Address) {
				t.Errorf("%s case %d: %s has the courts %v", language, i, seat.Address, there)
			}
			if site.NamedIn(d.a.slots["d_address"]) {
				t.Errorf("%s case %d: the defendant's address %s gives the court away", language, i, d.a.slots["d_address"])
			}
		}
	}
}

// Only a debtor who sells on, builds or makes speaks of a customer; only a company is sued, and what it answers about
// limitation rests on the article on the period and on that on its interruption.
func TestDebtorsSayWhatSuitsThem(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		for i, d := range drafts(t, tell) {
			m := d.a.slots
			if !tell.language.incorporated(m["d"]) || tell.language.alike(m["d_head"], m["clerk"]) {
				t.Errorf("%s case %d: %s, %s, %s", language, i, m["d"], m["d_head"], m["clerk"])
			}
			for _, p := range d.made {
				line := tell.lineOfBusiness(&d.a.first.Defendants[0]).ID
				if p.Lines != nil && (!slices.Contains(p.Lines, line) || tell.shard.World.Dealings[d.a.first.Dealing].Single) {
					t.Errorf("%s case %d: %s says %s", language, i, line, p.ID)
				}
				if answers := d.file.facts[len(d.file.facts)-1]; p.ID == "limitation" && len(d.articles) != strings.Count(answers+d.file.facts[2], "：“")+strings.Count(answers+d.file.facts[2], "provides: \"") {
					t.Errorf("%s case %d quotes other than %q\n%s", language, i, d.articles, answers)
				}
			}
		}
	}
}
