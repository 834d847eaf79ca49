package legislation

import (
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	zhRepealed   = lazyregexp.New(`《((?:[^《》]|《[^《》]*》)+)》(?:（[^）]*）)?`)
	zhInList     = lazyregexp.New(`^(?:[、，]|和|与|及|以及|同时|《)`)
	enRepealed   = lazyregexp.New(`[^.;]*?\b(?:is|are)(?: hereby)? repealed\b`)
	enBeforeName = lazyregexp.New(`(\bof )?\b[Tt]he `)
)

// chineseRepeals implements [grammar.repeals]: 《…》和《…》同时废止, but not 《…》第三条同时废止.
func chineseRepeals(text string) (laws []string) {
	for _, sentence := range strings.Split(text, "。") {
		if !strings.HasSuffix(strings.TrimSpace(sentence), "同时废止") {
			continue
		}
		for _, m := range zhRepealed.FindAllStringSubmatchIndex(sentence, -1) {
			if zhInList.MatchString(sentence[m[1]:]) {
				laws = append(laws, sentence[m[2]:m[3]])
			}
		}
	}
	return laws
}

// englishRepeals implements [grammar.repeals]: the … Act and the … Act are repealed, but not Article 3
// of the … Act.
func englishRepeals(text string) (laws []string) {
	for _, clause := range enRepealed.FindAllString(text, -1) {
		for _, m := range enBeforeName.FindAllStringSubmatchIndex(clause, -1) {
			if law := namedLaw(clause[m[1]:]); law != "" && m[2] < 0 {
				laws = append(laws, law)
			}
		}
	}
	return laws
}

// end gives the last version of a law that another law repeals the day on which that law
// entered into force.
func (r *Collection) end(laws []lawTexts, titles titles) {
	repealed := make(map[string]time.Time)
	i := 0
	for _, law := range laws {
		for _, d := range law.docs {
			v := r.Versions[i]
			i++
			if v.InForce.IsZero() || d.grammar.repeals == nil {
				continue
			}
			for k := max(0, len(d.entries)-lastEntries); k < len(d.entries); k++ {
				for _, name := range d.grammar.repeals(d.entries[k].text) {
					other := titles[foldTitle(name)]
					if other == nil || other.title == law.title {
						continue
					}
					if day, ok := repealed[other.title]; !ok || v.InForce.Before(day) {
						repealed[other.title] = v.InForce
					}
				}
			}
		}
	}
	until := make(map[string]time.Time) // by version
	for i := range r.Versions {
		v := &r.Versions[i]
		if day, ok := repealed[v.Law]; ok && v.Next == "" && !v.InForce.IsZero() && v.InForce.Before(day) && !v.Dated.After(day) {
			v.Until, until[v.Name] = day, day
		}
	}
	for i := range r.Provisions {
		if day, ok := until[r.Provisions[i].Version]; ok {
			r.Provisions[i].Until = day
		}
	}
}
