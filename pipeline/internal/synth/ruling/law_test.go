package ruling

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A plea that asks for something rests on doctrines that the general part of the law states and from which
// the defence draws something; a plea that asks for nothing rests on none.
func TestPleasRestOnDoctrines(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		law := tell.shard.World.Law
		first := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range tell.pleas {
			p := &tell.pleas[i]
			if (p.Asks == "") != (len(p.Doctrine) == 0) {
				t.Errorf("%s asks for %q and rests on %q", p.ID, p.Asks, p.Doctrine)
			}
			for _, id := range slices.Concat(append(slices.Collect(maps.Values(p.DoctrineOf)), p.Doctrine)...) {
				d, ok := law.Doctrine(id, first)
				if !ok {
					t.Errorf("%s rests on %q, which no article states", p.ID, id)
				}
				if !tell.has["law_"+id] && !tell.has["law_"+id+"_"+p.ID] {
					t.Errorf("%s: nothing is drawn from %q for %s", language, id, p.ID)
				}
				years := map[string]map[int]string{"zh": {1: "一年", 3: "三年"}, "en": {1: "one year", 3: "three years"}}[language][p.Years]
				if p.Years > 0 && !strings.Contains(d.Rule, years) {
					t.Errorf("%s: %s is pleaded after %s, but the law is %q", language, p.ID, years, d.Rule)
				}
			}
		}
	}
}

var wholeWorlds = sync.OnceValue(func() map[string]*shardRenderer {
	all := map[string]*shardRenderer{}
	for _, language := range languages {
		w, err := society.Open(7, language, 1, func(int) society.Sizes { return society.Published() })
		if err != nil {
			panic(err)
		}
		s, err := w.Shard(0)
		if err != nil {
			panic(err)
		}
		r, err := New(language)
		if err != nil {
			panic(err)
		}
		all[language] = r.forShard(s)
	}
	return all
})

// openWhole returns the renderer of a world of full size.
func openWhole(t *testing.T, language string) *shardRenderer {
	t.Helper()
	return wholeWorlds()[language]
}

// Each plea of a defence rests on an article that it quotes, which was in force when the debt was due. The
// others that bear the same plea out are recorded with it; no article stands for two pleas.
func TestArticlesOfDefences(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		pleas, without, others := 0, 0, 0
		for _, i := range tell.shard.Files {
			row := tell.casefile(i)
			if row[6].Text == "" {
				continue
			}
			a := filed(tell, i)
			made := tell.defencePleas(a)
			var recorded [][]string
			seen := map[string]bool{}
			for _, point := range strings.Split(row[6].Text, tell.language.separator()) {
				ways := strings.Split(point, spellings)
				if _, cites := value.ParseCitation(ways[0]); !cites {
					continue
				}
				recorded = append(recorded, ways)
				for _, w := range ways {
					if seen[w] {
						t.Errorf("%s case %d: %s stands for two pleas", language, i, w)
					}
					seen[w] = true
				}
			}
			pleas += len(made)
			for k, law := range tell.authorities(made, a) {
				if law == nil {
					without++
					continue
				}
				if !slices.ContainsFunc(recorded, func(ways []string) bool { return slices.Equal(ways, law.citations) }) {
					t.Errorf("%s case %d: %s of %s is not recorded", language, i, law.citations, made[k].ID)
				}
				if !strings.Contains(row[5].Text, law.Rule) || !slices.Contains(made[k].doctrines(a), law.doctrine) || law.Version.After(a.due.Time()) {
					t.Errorf("%s case %d rests %s on %s of %v: want a doctrine in force, quoted", language, i, made[k].ID, law.citations[0], law.Version)
				}
				others += len(law.citations) - 1
			}
			want := len(made)
			for k, law := range tell.authorities(made, a) {
				if law == nil || law.besides == nil {
					continue
				}
				want++
				if merits := law.besides; !strings.Contains(row[5].Text, merits.Rule) || !slices.Contains(made[k].Besides, merits.doctrine) {
					t.Errorf("%s case %d rests %s on %s besides: want an article on the merits, quoted", language, i, made[k].ID, merits.doctrine)
				}
			}
			if len(recorded) > want {
				t.Errorf("%s case %d has %d articles for %d pleas", language, i, len(recorded), want)
			}
		}
		if pleas == 0 || without*50 > pleas || others == 0 {
			t.Errorf("%s: of %d pleas %d have no article, %d other articles: want next to none, and some", language, pleas, without, others)
		}
	}
}

// An article of the drawn law that bears a plea out is about a fact or a duty of the plea, and gives the
// defendant what it claims.
func TestOtherArticlesBearPleasOut(t *testing.T) {
	tell := openWhole(t, "zh")
	found := map[statute.GroundBasis]int{}
	for _, i := range tell.shard.Files {
		a := narrated(tell, i)
		g := tell.groundsOf(a)
		for k := range tell.pleas {
			p := &tell.pleas[k]
			for _, from := range []struct {
				list    []statute.Ground
				obligor side
			}{{bearing(g.own, p.Law, a.story.Supplier), a.story.Supplier}, {bearing(g.evidence, p.Law, plaintiff), plaintiff}} {
				for _, article := range from.list {
					found[article.Basis]++
					if made, ok := p.Law[article.Of]; !ok || len(made) > 0 && !slices.Contains(made, article.Made) {
						t.Errorf("%s rests on an article that makes %q of %q", p.ID, article.Made, article.Of)
					}
					if mine := from.obligor == defendant; article.Basis == statute.Remedy && article.Obligor != mine || article.Basis == statute.Duty && mine {
						t.Errorf("%s rests on a %s of the plaintiff's: %s", p.ID, article.Basis, article.Rule)
					}
				}
			}
		}
	}
	if len(found) < 2 {
		t.Errorf("articles bear pleas out by %v: want several bases", found)
	}
}
