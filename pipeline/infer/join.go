package infer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// cluster is an entity type in the making: columns that name the same things.
type cluster struct {
	home    *profile   // the key or name of a table that lists the things; nil if none does
	members []*profile // home first, the others by table and name
	joins   []*JoinFinding
	name    string // of the entity type
	label   string
	coded   bool // whether it is a code that only the tables have
}

// Names that say nothing about the table that they stand in.
const generic = "id|name|code|key|title|no|number|uuid|guid|label|description|编号|名称|代码|姓名|标题|序号|类型"

// Words by which one person is called in the role that the person has.
const (
	staffRoles = "representative manager supervisor salesperson seller agent staff clerk assistant instructor trainer owner boss handler operator officer approver"
	staffNouns = "employee staff worker personnel clerk agent salesperson user member"
	userRoles  = "author creator user owner assignee reporter editor sender receiver recipient reviewer poster updater approver buyer seller"
	userNouns  = "user member person people account customer author employee"
)

// likeParent says how well the name of a column says that it refers to a column of a table.
func likeParent(child, parent *profile) (score float64, why string) {
	c, p := squash(child.column.Name), squash(parent.column.Name)
	noun := squash(strings.Join(parent.table.noun, ""))
	table := squash(parent.table.table.Name)
	if opaque.MatchString(c) || opaque.MatchString(p) {
		return 0, ""
	}
	isGeneric := slices.Contains(strings.Split(generic, "|"), p)
	codes := []string{"id", "code", "key", "no", "number", "nr", "num", "fk", "编号", "代码", "编码", "号", "ID", "", "名称", "name", "title"}
	after := func(noun string) bool {
		return noun != "" && slices.ContainsFunc(codes[:len(codes)-3], func(s string) bool { return c == noun+s })
	}
	ends := func(noun string) bool {
		return utf8.RuneCountInString(noun) > 1 && slices.ContainsFunc(codes, func(s string) bool { return strings.HasSuffix(c, noun+s) && c != noun+s })
	}
	same := parent.table == child.table
	own := noun != "" && (strings.HasPrefix(p, noun) || strings.HasPrefix(p, table))
	switch {
	case same && isUpward(child):
		return 0.85, "its name is that of another row of the same table"
	case same:
		return 0, ""
	case c == p && own:
		return 0.98, "the name is the same, and that of the table"
	case after(noun) || after(table):
		return 0.95, "it is called after the table " + parent.table.table.Name
	case c == p && !isGeneric:
		return 0.9, "the name is the same"
	case !isGeneric && len(p) > 4 && strings.HasSuffix(c, p):
		return 0.88, "its name ends in " + parent.column.Name
	case ends(noun) && noun != "" || ends(table):
		return 0.85, "its name ends in that of the table " + parent.table.table.Name
	case isHan(c) && len(parent.table.noun) > 0 && isHan(noun) && strings.Contains(c, noun):
		return 0.75, "its name contains that of the table " + parent.table.table.Name
	case hasWord(child.words, staffRoles) && hasWord(parent.table.noun, staffNouns):
		return 0.8, "its name is a role of those whom the table " + parent.table.table.Name + " lists"
	case hasWord(child.words, userRoles) && hasWord(parent.table.noun, userNouns):
		return 0.7, "its name is a role of those whom the table " + parent.table.table.Name + " lists"
	case len(child.words) > 1 && len(child.words[0]) >= 4 && strings.HasPrefix(noun, child.words[0]):
		return 0.5, "its name begins as that of the table " + parent.table.table.Name
	case len(child.words) > 1 && len(parent.table.noun) > 1 && slices.Contains(parent.table.noun, child.words[len(child.words)-2]) && endsIn(child.words, identifying):
		return 0.6, "its name has a word of the table " + parent.table.table.Name
	}
	return 0, ""
}

// opaque matches names that say nothing: c1, f_12, x.
var opaque = regexp.MustCompile(`^(?:[a-z]{0,3}\d+|[a-z]|(?:col|column|field|var|attr)\d*)$`)

// isUpward reports whether a column is called as one that refers to the row above its own.
func isUpward(p *profile) bool {
	return endsIn(p.words, "reports to|report to|parent|parent id|parent code|manager|manager id|supervisor|supervisor id|boss|boss id|superior|superior id|reply to|reply to id|previous id|predecessor id|head id") ||
		len(p.words) > 0 && p.words[0] == "parent" && endsIn(p.words, identifying) ||
		strings.HasPrefix(p.column.Name, "上级") || strings.HasPrefix(p.column.Name, "父") || hanEndsIn(p.column.Name, "上级|上级编号|直属上级")
}

// canRefer reports whether a column can hold keys of another table.
func (p *profile) canRefer() bool {
	return p.decimals == 0 && p.days == 0 && p.moments == 0 && p.lines == 0 && p.length < 80 && p.links == 0
}

// findJoins decides which columns refer to which others, and which hold names of the same things.
func findJoins(tables []*tableProfile) (clusters []*cluster, joins []*JoinFinding) {
	homes := map[*profile]*cluster{}
	var parents []*profile
	for _, t := range tables {
		for _, c := range t.columns {
			single := len(t.key) == 1 && t.key[0] == c
			coded := c.isUnique() && !c.isNumeric() && c.length < 60 && (endsIn(c.words, identifying) || hanEndsIn(c.column.Name, hanIdentifying))
			if single || c == t.title && c.isDistinct() || coded {
				parents = append(parents, c)
			}
		}
	}
	for _, t := range tables {
		for _, c := range t.columns {
			found := bestJoins(c, parents, tables)
			for i, f := range found {
				joins = append(joins, f.JoinFinding)
				if i > 0 || !f.Accepted() {
					continue
				}
				home := homes[f.parent]
				if home == nil {
					home = &cluster{home: f.parent, members: []*profile{f.parent}}
					homes[f.parent] = home
					f.parent.entity = home
					clusters = append(clusters, home)
				}
				if c.entity != nil && c.entity != home { // the key of a table that adds to another
					home.members = append(home.members, c.entity.members...)
					home.joins = append(home.joins, c.entity.joins...)
					old := c.entity
					for _, m := range old.members {
						m.entity = home
					}
					clusters = slices.DeleteFunc(clusters, func(k *cluster) bool { return k == old })
					homes[c] = home
				} else if c.entity == nil {
					home.members = append(home.members, c)
				}
				home.joins = append(home.joins, f.JoinFinding)
				c.entity = home
			}
		}
	}
	return clusters, joins
}

// candidate is a join with the column that it leads to.
type candidate struct {
	*JoinFinding
	parent   *profile
	coverage float64
}

// bestJoins returns the joins of a column that have anything for them, best first.
func bestJoins(c *profile, parents []*profile, tables []*tableProfile) []candidate {
	for _, r := range c.table.table.References {
		if r.Column != c.column.Name {
			continue
		}
		for _, t := range tables {
			if t.table.Name == r.Table && t.column(r.To) != nil {
				return []candidate{{&JoinFinding{KeyReference: r, From: c.table.table.Name, Samples: c.samples(), decision: decision{Confidence: 1, Evidence: []string{"the database declares it"}}}, t.column(r.To), 1}}
			}
		}
	}
	if !c.canRefer() || c.table.table.References != nil {
		return nil
	}
	var all []candidate
	for _, p := range parents {
		if p == c {
			continue
		}
		if f := judge(c, p); f.JoinFinding != nil {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(b.coverage, a.coverage), cmp.Compare(a.Table, b.Table), cmp.Compare(a.To, b.To))
	})
	if len(all) > 1 && all[0].Accepted() && all[0].Confidence < 0.9 && all[0].Confidence-all[1].Confidence < 0.1 && all[0].Table != all[1].Table {
		all[0].Confidence = min(all[0].Confidence, Certain-0.01)
		all[0].Doubts = append(all[0].Doubts, fmt.Sprintf("%s.%s fits about as well", all[1].Table, all[1].To))
	}
	return all[:min(3, len(all))]
}

// judge weighs names against values.
func judge(c, p *profile) candidate {
	score, why := likeParent(c, p)
	f := &JoinFinding{KeyReference: KeyReference{c.column.Name, p.table.table.Name, p.column.Name}, From: c.table.table.Name}
	if why != "" {
		f.Evidence = append(f.Evidence, why)
	}
	if c.rows == 0 || p.rows == 0 {
		if score < 0.9 {
			return candidate{}
		}
		f.Confidence = 0.7
		f.Doubts = append(f.Doubts, "there are no rows to check the name by")
		return candidate{f, p, 0}
	}
	isKey := len(c.table.key) == 1 && c.table.key[0] == c
	if own := squash(strings.Join(c.table.noun, "")); isKey && own != "" && strings.HasPrefix(squash(c.column.Name), own) {
		return candidate{} // it is the other that refers
	}
	if isKey && score < 0.85 || endsIn(c.words, measuring) && score < 0.9 || c.isInteger() != p.isInteger() && score < 0.85 {
		return candidate{}
	}
	held, misses := 0, []string{}
	for i, text := range c.sample {
		if p.counts[text] > 0 {
			held++
			if len(f.Samples) < 5 {
				f.Samples = append(f.Samples, text)
			}
		} else if misses = append(misses, text); score < 0.5 && len(misses)*50 > len(c.sample)+i {
			return candidate{}
		}
	}
	share := float64(held) / float64(len(c.sample))
	coverage := min(1, share*float64(len(c.counts))/float64(len(p.counts)))
	if share < 0.7 || score < 0.85 && share < 0.98 {
		return candidate{}
	}
	f.Evidence = append(f.Evidence, fmt.Sprintf("%d of %d different values are in %s.%s, %.0f %% of its values", held, len(c.sample), f.Table, f.To, 100*coverage))
	switch {
	case score >= 0.85:
		f.Confidence = score * (0.5 + share/2)
	case score >= 0.7 && (!p.isDense() || coverage >= 0.3):
		f.Confidence = 0.8
	case score >= 0.5 && coverage >= 0.9:
		f.Confidence = 0.75
	case score >= 0.5 && !p.isDense():
		f.Confidence = 0.7
	case p.isDense():
		f.Confidence = max(0.2, score/2)
		f.Doubts = append(f.Doubts, fmt.Sprintf("%s.%s counts from %d, so that any small numbers are among its values, and the names do not agree", f.Table, f.To, p.least))
	case p.isInteger():
		f.Confidence = 0.4
		if len(c.counts) >= 20 {
			f.Confidence = 0.65
		}
		f.Doubts = append(f.Doubts, "only the range of numbers speaks for it")
	case len(c.counts) >= 20 && c.length >= 3:
		f.Confidence = 0.8
	case len(c.counts) >= 5 && c.length >= 2:
		f.Confidence = 0.6
		f.Doubts = append(f.Doubts, "only the values speak for it, and they are few")
	default:
		f.Confidence = 0.3
	}
	if share < 1 {
		f.Doubts = append(f.Doubts, fmt.Sprintf("%d of %d different values are not in %s.%s, such as %s", len(misses), len(c.sample), f.Table, f.To, strings.Join(misses[:min(3, len(misses))], ", ")))
	}
	if p.table == c.table && isUpward(c) && c.empty > 0 {
		f.Evidence = append(f.Evidence, fmt.Sprintf("%d rows have none above them", c.empty))
	}
	if f.Confidence < Certain && f.Confidence >= Taken && len(f.Doubts) == 0 {
		f.Doubts = append(f.Doubts, "the names agree only in part")
	}
	return candidate{f, p, coverage}
}

// notShared are last words of columns whose equal values in two tables mean little.
const notShared = "status|type|flag|title|level|class|gender|sex|description|phone|fax|code|postal code|zip|address|street|extension|password|note|notes|comment|first name|last name|contact name|unit|grade|size|color|method|mode|rank|category"

// findShared finds columns that hold names of the same things, which no table needs to list:
// countries, cities, companies.
func findShared(tables []*tableProfile) (clusters []*cluster, joins []*JoinFinding) {
	var all []*profile
	for _, t := range tables {
		for _, c := range t.columns {
			isKey := len(t.key) == 1 && t.key[0] == c
			text := c.rows > 0 && !c.isNumeric() && c.days == 0 && c.moments == 0 && c.length < 50 && c.lines == 0 && c.addresses == 0 && c.links == 0 && c.phones*2 < len(c.sample)
			if text && (len(c.values()) >= 3) && (c.entity == nil || isKey || c == t.title) && !hasDigits(c) {
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

// cut divides a text at separators.
func cut(text string, separators []string) []string {
	parts := []string{text}
	for _, s := range separators {
		var next []string
		for _, p := range parts {
			next = append(next, strings.Split(p, s)...)
		}
		parts = next
	}
	var kept []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

// findList decides whether the cells of a column hold several values, and what stands between
// them: most parts stand in several cells, some of them alone.
func findList(p *profile) {
	if endsIn(p.words, "address|street|location") || hanEndsIn(p.column.Name, "地址|住所") || p.isNumeric() || p.length > 60 || p.days > 0 || p.lines > 0 || len(p.counts) < 5 {
		return
	}
	for _, s := range []string{"、", ";", "；", "|", ",", "，"} {
		with, parts, alone := 0, map[string]int{}, 0
		for text, n := range p.counts {
			if strings.Contains(text, s) {
				with += n
			}
			for _, part := range cut(text, []string{s}) {
				parts[part]++
			}
		}
		if with*10 < p.rows || with < 3 {
			continue
		}
		repeated := 0
		for part, n := range parts {
			if n > 1 {
				repeated++
			}
			if p.counts[part] > 0 {
				alone++
			}
		}
		sep := p.spec.Separators
		if repeated*3 >= len(parts) && alone*3 >= len(parts) {
			p.spec.Separators = append(sep, s)
			p.finding.Evidence = append(p.finding.Evidence, fmt.Sprintf("%d of %d cells hold several values divided by %q; %d of %d parts stand alone in other cells", with, p.rows, s, alone, len(parts)))
		} else if repeated*4 >= len(parts) || alone*4 >= len(parts) {
			p.finding.Doubts = append(p.finding.Doubts, fmt.Sprintf("may hold several values divided by %q: add separators: [%q] if it does", s, s))
			return
		}
	}
}

// sortedMembers puts the members of a cluster in order, home first.
func (k *cluster) sortMembers() {
	seen := map[*profile]bool{}
	k.members = slices.DeleteFunc(k.members, func(p *profile) bool {
		if seen[p] {
			return true
		}
		seen[p] = true
		return false
	})
	slices.SortFunc(k.members, func(a, b *profile) int {
		if (a == k.home) != (b == k.home) {
			if a == k.home {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.table.table.Name, b.table.table.Name), cmp.Compare(a.column.Name, b.column.Name))
	})
}
