package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// notShared are last words of columns whose equal values in two tables mean little.
const notShared = "status|type|flag|title|level|class|gender|sex|description|phone|fax|code|postal code|zip|address|street|extension|password|note|notes|comment|first name|last name|contact name|unit|grade|size|color|method|mode|rank|category"

// findShared finds columns that hold names of the same things, which no table needs to list:
// countries, cities, companies.
func findShared(tables []*tableProfile) (clusters []*cluster, joins []*JoinFinding) {
	var all []*profile
	for _, t := range tables {
		for _, c := range t.columns {
			isKey := c == t.keyColumn()
			text := c.rows > 0 && !c.isNumeric() && c.days == 0 && c.moments == 0 && c.length < 50 && c.lines == 0 && c.addresses == 0 && c.links == 0 && c.phones*2 < len(c.sample)
			if text && !c.isTold() && (len(c.values()) >= 3) && (c.entity == nil || isKey || c == t.title) && !hasDigits(c) {
				all = append(all, c)
			}
		}
	}
	if len(all) > 300 {
		return nil, nil // of so many columns some agree by chance
	}
	type pair struct {
		a, b *profile
		f    *JoinFinding
	}
	var pairs []pair
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.table == b.table && !isHan(a.column.Name) || a.entity != nil && b.entity != nil {
				continue
			}
			if f := judgeShared(a, b); f != nil {
				pairs = append(pairs, pair{a, b, f})
			}
		}
	}
	slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(y.f.Confidence, x.f.Confidence) })
	for _, p := range pairs {
		joins = append(joins, p.f)
		if !p.f.Accepted() {
			continue
		}
		a, b := p.a, p.b
		switch {
		case a.entity == nil && b.entity == nil:
			k := &cluster{members: []*profile{a, b}, joins: []*JoinFinding{p.f}}
			a.entity, b.entity = k, k
			clusters = append(clusters, k)
		case a.entity == nil:
			b.entity.members, b.entity.joins = append(b.entity.members, a), append(b.entity.joins, p.f)
			a.entity = b.entity
		case b.entity == nil:
			a.entity.members, a.entity.joins = append(a.entity.members, b), append(a.entity.joins, p.f)
			b.entity = a.entity
		case a.entity != b.entity && (a.entity.home == nil || b.entity.home == nil):
			into, from := a.entity, b.entity
			if from.home != nil {
				into, from = from, into
			}
			into.members, into.joins = append(into.members, from.members...), append(append(into.joins, from.joins...), p.f)
			for _, m := range from.members {
				m.entity = into
			}
			clusters = slices.DeleteFunc(clusters, func(k *cluster) bool { return k == from })
		}
	}
	return clusters, joins
}

// hasDigits reports whether most texts of a column have digits, as codes do.
func hasDigits(p *profile) bool {
	n := 0
	for _, text := range p.sample {
		if strings.ContainsAny(text, "0123456789") {
			n++
		}
	}
	return n*2 > len(p.sample)
}

// values returns the texts of a column, each of the parts of one that holds lists.
func (p *profile) values() map[string]int {
	if p.spec.Separators == nil {
		return p.counts
	}
	parts := map[string]int{}
	for text, n := range p.counts {
		for _, part := range cut(text, p.spec.Separators) {
			parts[part] += n
		}
	}
	return parts
}

// judgeShared says whether two columns hold names of the same things; nil if nothing speaks for it.
func judgeShared(a, b *profile) *JoinFinding {
	if len(b.values()) > len(a.values()) {
		a, b = b, a // b is the smaller
	}
	large, small := a.values(), b.values()
	var both []string
	length := 0
	for text := range small {
		if large[text] > 0 {
			both = append(both, text)
			length += utf8.RuneCountInString(text)
		}
	}
	if len(both) < 3 {
		return nil
	}
	slices.Sort(both)
	share := float64(len(both)) / float64(len(small))
	mean := float64(length) / float64(len(both))
	f := &JoinFinding{KeyReference: KeyReference{b.column.Name, a.table.table.Name, a.column.Name}, From: b.table.table.Name, Shared: true, Samples: both[:min(5, len(both))]}
	f.Evidence = append(f.Evidence, fmt.Sprintf("%d of %d different values are in both", len(both), len(small)))
	alike := sameEnd(a, b)
	if alike {
		f.Evidence = append(f.Evidence, "the names end alike")
	}
	mute := endsIn(a.words, notShared) || endsIn(b.words, notShared)
	switch {
	case mute && !isHan(a.column.Name):
		return nil
	case alike && share >= 0.4 && len(both) >= 3:
		f.Confidence = 0.85
	case share >= 0.6 && len(both) >= 20 && (mean >= 8 || isHan(both[0]) && mean >= 4.5):
		f.Confidence = 0.7
		f.Doubts = append(f.Doubts, fmt.Sprintf("the names %s and %s do not agree", a.column.Name, b.column.Name))
	case len(both) >= 10 && share >= 0.2:
		f.Confidence = 0.3
		f.Doubts = append(f.Doubts, "too few values are in both")
	default:
		return nil
	}
	return f
}

// sameEnd reports whether the names of two columns end in the same word, in Chinese in the same
// two characters.
func sameEnd(a, b *profile) bool {
	x, y := []rune(a.column.Name), []rune(b.column.Name)
	if isHan(a.column.Name) || isHan(b.column.Name) {
		return len(x) > 1 && len(y) > 1 && string(x[len(x)-2:]) == string(y[len(y)-2:])
	}
	return len(a.words) > 0 && len(b.words) > 0 && a.words[len(a.words)-1] == b.words[len(b.words)-1] && a.words[len(a.words)-1] != "name"
}
