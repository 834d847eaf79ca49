package ruling

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// authority is the law on which a plea of a defence rests.
type authority struct {
	statute.Doctrine
	doctrine  string     // identifier of the article that the defence cites
	citations []string   // of the article, then of those that bear the plea out as well
	besides   *authority // on the merits; nil for none
}

// authorities returns the law on which each plea of a defence rests, nil for none. No article stands for two
// pleas. The articles were in force, in one wording, from the day when the debt was due to that of the suit.
func (t *shardRenderer) authorities(pleas []*plea, a *caseContext) []*authority {
	law := t.shard.World.Law
	list := make([]*authority, len(pleas))
	taken := map[int]bool{}
	for i, p := range pleas {
		for _, id := range p.doctrines(a) {
			if d, ok := law.Doctrine(id, a.due.Time()); ok && !taken[d.Index] && list[i] == nil {
				list[i], taken[d.Index] = &authority{Doctrine: d, doctrine: id}, true
			}
		}
	}
	for i, p := range pleas {
		for _, id := range p.Besides {
			d, ok := law.Doctrine(id, a.due.Time())
			if !ok || taken[d.Index] || list[i] == nil || list[i].besides != nil || t.expand(t.files.Rand(), "law_"+id, argued(t, a)) == "" {
				continue
			}
			taken[d.Index] = true
			list[i].besides = &authority{Doctrine: d, doctrine: id, citations: []string{t.language.law([]statute.CitableArticle{d.CitableArticle})}}
		}
	}
	grounds := t.groundsOf(a)
	for i, p := range pleas {
		if list[i] == nil {
			continue
		}
		bear := []statute.CitableArticle{list[i].CitableArticle}
		for _, article := range grounds.bear(p, a, law) {
			if !taken[article.Index] {
				taken[article.Index], bear = true, append(bear, article)
			}
		}
		for k := range bear {
			if c := t.language.law(bear[k : k+1]); !slices.Contains(list[i].citations, c) {
				list[i].citations = append(list[i].citations, c)
			}
		}
	}
	return list
}

// lawSentence cites the article on which a plea rests, and says what follows from it in the case.
func (t *shardRenderer) lawSentence(r *rand.Rand, a *caseContext, p *plea, law *authority) string {
	b := argued(t, a)
	b.slots["cited"], b.slots["rule"] = t.language.law([]statute.CitableArticle{law.CitableArticle}), law.Rule
	follows := t.storyRule("law_"+law.doctrine, a)
	if own := "law_" + law.doctrine + "_" + p.ID; t.has[own] {
		follows = own
	}
	return t.joinSentences(t.expand(r, "law_cited", b), t.expand(r, follows, b))
}

// evidence are the subjects of the articles on evidence. Their obligor is whoever bears the proof.
var evidence = []string{"evidence in civil cases", "civil procedure"}

// caseGrounds are the articles besides the general part that can bear out the pleas of a case: those on
// the subject of the dispute, and those on evidence.
type caseGrounds struct{ own, evidence []statute.Ground }

// groundsOf returns the articles by which any plea can be borne out, in force in one wording from the day
// when the debt was due to that of the suit.
func (t *shardRenderer) groundsOf(a *caseContext) *caseGrounds {
	law := t.shard.World.Law
	var of []string
	for i := range t.pleas {
		of = slices.AppendSeq(of, maps.Keys(t.pleas[i].Law))
	}
	subjects := t.stories.articleSubjects(a.subject, a.story)
	if subjects == nil {
		subjects = []string{law.FirstSubject(a.first.Matter)}
	}
	first, last := a.due.Time(), a.first.Filed.Time()
	return &caseGrounds{law.Grounds(first, last, subjects, of), law.Grounds(first, last, evidence, of)}
}

// bear returns the articles that bear a plea out: of the general part, and others.
func (g *caseGrounds) bear(p *plea, a *caseContext, law *statute.Law) []statute.CitableArticle {
	var list []statute.CitableArticle
	for _, id := range p.doctrines(a) {
		if d, ok := law.Doctrine(id, a.due.Time()); ok {
			list = append(list, d.CitableArticle)
		}
	}
	for _, ground := range slices.Concat(bearing(g.own, p.Law, a.story.Supplier), bearing(g.evidence, p.Law, plaintiff)) {
		list = append(list, ground.CitableArticle)
	}
	return list
}

// bearing returns those of some articles that bear out a plea of the defendant by some facts and
// duties; nil for none. A remedy is one of the defendant's, a duty one of the plaintiff's. The obligor
// of the articles is a side of the dispute.
func bearing(all []statute.Ground, law map[string][]string, obligor side) []statute.Ground {
	var fitting []statute.Ground
	for _, g := range all {
		made, named := law[g.Of]
		mine := g.Basis == statute.Effect || g.Obligor == (obligor == defendant)
		if g.Basis == statute.Duty {
			mine = obligor == plaintiff
		}
		if named && mine && (len(made) == 0 || slices.Contains(made, g.Made)) {
			fitting = append(fitting, g)
		}
	}
	return fitting
}
