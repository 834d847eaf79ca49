package infer

import (
	"cmp"
	"fmt"
	"maps"
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

// sortMembers puts the members of a cluster in order, home first, each once.
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

// Names that say nothing about the table that they stand in.
const generic = "id|name|code|key|title|no|number|uuid|guid|label|description|编号|名称|代码|姓名|标题|序号|类型"

// Words by which one person is called in the role that the person has.
const (
	staffRoles = "representative manager supervisor salesperson seller agent staff clerk assistant instructor trainer owner boss handler operator officer approver head adviser advisor tutor mentor coach chair dean principal coordinator master captain examiner inspector driver pilot lecturer patron curator conservator registrar mechanic technician engineer nurse physician surgeon guide dispatcher editor accountant steward"
	staffNouns = "employee staff worker personnel clerk agent salesperson user member teacher lecturer professor instructor crew person"
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
	codes := []string{"iso", "iso2", "iso3", "id", "code", "key", "no", "number", "nr", "num", "fk", "编号", "代码", "编码", "号", "ID", "", "名称", "name", "title"}
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
	case same && child.isKin() && child.leadsUp(parent):
		return 0.85, "its name is that of another of those whom the table lists, and no way along it comes back"
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
	case child.isAfter(parent.table.noun):
		return 0.85, "its name ends in words for the rows of the table " + parent.table.table.Name
	case isHan(c) && len(parent.table.noun) > 0 && isHan(noun) && strings.Contains(c, noun):
		return 0.75, "its name contains that of the table " + parent.table.table.Name
	case child.isRole(staffRoles) && hasWord(parent.table.noun, staffNouns):
		return 0.8, "its name is a role of those whom the table " + parent.table.table.Name + " lists"
	case hasWord(child.words, staffRoles) && hasWord(parent.table.noun, staffNouns):
		return 0.7, "its name has a role of those whom the table " + parent.table.table.Name + " lists"
	case hasWord(child.words, userRoles) && hasWord(parent.table.noun, userNouns):
		return 0.7, "its name is a role of those whom the table " + parent.table.table.Name + " lists"
	case len(child.words) > 1 && len(child.words[0]) >= 4 && strings.HasPrefix(noun, child.words[0]):
		return 0.5, "its name begins as that of the table " + parent.table.table.Name
	case len(child.words) > 1 && len(parent.table.noun) > 1 && slices.Contains(parent.table.noun, child.words[len(child.words)-2]) && endsIn(child.words, identifying):
		return 0.6, "its name has a word of the table " + parent.table.table.Name
	}
	return 0, ""
}

// isAfter reports whether the words of a column end in a noun, with or without a word for a code behind it.
func (p *profile) isAfter(noun []string) bool {
	words := p.words
	if n := len(words) - 1; n > 0 && !slices.Equal(words[n:], noun) && endsIn(words, identifying) {
		words = words[:n]
	}
	at := len(words) - len(noun)
	return len(noun) > 0 && len(strings.Join(noun, "")) > 2 && at >= 0 && slices.Equal(words[at:], noun)
}

// isRole reports whether a column is called by a role in the singular, with or without a word for a code behind
// it: a driver rating is no driver, and the chairs of a room are counted.
func (p *profile) isRole(roles string) bool {
	words := p.words
	if n := len(words) - 1; n > 0 && endsIn(words, identifying) {
		words = words[:n]
	}
	return len(words) > 0 && slices.Contains(strings.Fields(roles), words[len(words)-1])
}

// opaque matches names that say nothing: c1, f_12, x.
var opaque = regexp.MustCompile(`^(?:[a-z]{0,3}\d+|[a-z]|(?:col|column|field|var|attr)\d*)$`)

// isUpward reports whether a column is called as one that refers to the row above its own.
func isUpward(p *profile) bool {
	return endsIn(p.words, "reports to|report to|parent|parent id|parent code|manager|manager id|supervisor|supervisor id|boss|boss id|superior|superior id|reply to|reply to id|previous id|predecessor id|head id") ||
		len(p.words) > 1 && p.words[0] == "parent" && (endsIn(p.words, identifying) || slices.Equal(p.words[1:], p.table.noun)) || endsIn(p.words, "mentor|mentor id") && hasWord(p.table.noun, staffNouns) || // that of a student may be a teacher

		strings.HasPrefix(p.column.Name, "上级") || strings.HasPrefix(p.column.Name, "父") || hanEndsIn(p.column.Name, "上级|上级编号|直属上级")
}

// kin are words for what others of a kind are to one of them, besides those of whom it is part.
const kin = "teacher tutor mentor master mother father sponsor referrer predecessor original ancestor recommender trainer"

// isKin reports whether a column is called as another row of its table may be: the teacher of an artist.
func (p *profile) isKin() bool {
	return p.isRole(kin) || hanEndsIn(p.column.Name, "师傅|老师|导师|师父|推荐人|介绍人|父亲|母亲|前任") || hanEndsIn(p.column.Name, "师傅编号|老师编号|导师编号|推荐人编号|介绍人编号|前任编号")
}

// leadsUp reports whether the rows that refer to others by a column, at least five, are in an order: none
// comes back to itself. Small numbers that count something else would.
func (p *profile) leadsUp(key *profile) bool {
	up := map[string]string{}
	for row := range p.table.table.Rows {
		if text := strings.TrimSpace(p.column.At(row)); p.counts[text] > 0 {
			up[strings.TrimSpace(key.column.At(row))] = text
		}
	}
	ends := map[string]bool{} // every way that meets one of these ends
	for from := range up {
		way := map[string]bool{}
		for at := from; up[at] != "" && !ends[at]; at = up[at] {
			if way[at] {
				return false
			}
			way[at] = true
		}
		maps.Copy(ends, way)
	}
	return len(up) >= 5
}

// isDotted reports whether a column holds codes with a point, such as inventory number 1967.001: its name says
// that they are codes, and all have as many digits behind the point.
func (p *profile) isDotted() bool {
	if p.decimals == 0 || !endsIn(p.words, identifying) && !hanEndsIn(p.column.Name, hanIdentifying) {
		return false
	}
	digits := 0
	for text := range p.counts {
		_, behind, ok := strings.Cut(text, ".")
		if !ok || digits != 0 && len(behind) != digits {
			return false
		}
		digits = len(behind)
	}
	return digits > 0
}

// canRefer reports whether a column can hold keys of another table.
func (p *profile) canRefer() bool {
	return (p.decimals == 0 || p.isDotted()) && p.days == 0 && p.moments == 0 && p.lines == 0 && p.length < 80 && p.links == 0
}

// findJoins decides which columns refer to which others, and which hold names of the same things.
func findJoins(tables []*tableProfile) (clusters []*cluster, joins []*JoinFinding) {
	homes := map[*profile]*cluster{}
	var parents []*profile
	for _, t := range tables {
		for _, c := range t.columns {
			coded := c.isUnique() && (!c.isNumeric() || c.isDotted()) && c.length < 60 && (endsIn(c.words, identifying) || hanEndsIn(c.column.Name, hanIdentifying))
			if c == t.keyColumn() || c == t.title && c.isDistinct() || coded {
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
	if p := c.saidJoin(tables); p != nil && p != c {
		f := &JoinFinding{KeyReference: KeyReference{c.column.Name, p.table.table.Name, p.column.Name}, From: c.table.table.Name, Samples: c.samples()}
		f.Confidence, f.Evidence = 1, []string{"by correction"}
		return []candidate{{f, p, 1}}
	}
	if c.isTold() {
		return nil
	}
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
	isKey := c == c.table.keyColumn()
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
	case score >= 0.8: // a role, and small numbers
		f.Confidence = 0.6
		f.Doubts = append(f.Doubts, fmt.Sprintf("only its role speaks for it, as %s.%s counts from %d", f.Table, f.To, p.least))
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
