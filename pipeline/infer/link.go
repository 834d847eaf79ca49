package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// isLink reports whether a table has two references to other tables and nothing else: its rows say that two
// things belong together, and nobody speaks of them. Its key is both columns, see [drafter.keyLinks].
func (t *tableProfile) isLink() bool {
	if len(t.key) == 0 || len(t.columns) != 2 {
		return false
	}
	for _, p := range t.columns {
		if p.entity == nil || p.entity.home == nil || p.entity.home != p.entity.home.table.keyColumn() || p.entity.home.table == t || p.said.LeaveOut {
			return false
		}
	}
	return t.columns[0].entity != t.columns[1].entity
}

// linksAlone reports whether a table of links alone says how the things that it links belong together. Where the
// key of another table says so too, or a column beside it, only the table's own words tell which is meant: the
// people of a film may be its actors or its directors.
func (d *drafter) linksAlone(t *tableProfile) bool {
	if !t.isLink() {
		return false
	}
	a, b := t.columns[0].entity, t.columns[1].entity
	return !slices.ContainsFunc(d.tables, func(o *tableProfile) bool {
		isOther := func(p *profile) bool { return p.entity != a && p.entity != b }
		return o != t && o.finding.LeftOut == "" && len(o.key) > 0 && !slices.ContainsFunc(o.key, isOther) && o.refersTo(a) && o.refersTo(b)
	})
}

// refersTo reports whether a column of a table that is not left out is of an entity type.
func (t *tableProfile) refersTo(k *cluster) bool {
	return slices.ContainsFunc(t.columns, func(p *profile) bool { return p.entity == k && !p.said.LeaveOut })
}

// keyLinks makes both columns the key of each table of links, also where one of them is unique: each territory may
// have one employee, but no row is a territory.
func (d *drafter) keyLinks() {
	for _, t := range d.tables {
		if t.isLink() && t.said.Key == nil {
			t.key = slices.SortedFunc(slices.Values(t.columns), func(a, b *profile) int { return cmp.Compare(a.column.Name, b.column.Name) })
			t.finding.Key = []string{t.key[0].column.Name, t.key[1].column.Name}
		}
	}
}

// isOwner reports whether a column of a table of links is of what has the others: the table is called after
// it first (PlaylistTrack), or it refers to people (TypeRatings of employees), or comes first by name.
func (t *tableProfile) isOwner(p *profile) bool {
	rank := func(p *profile) int {
		noun := p.entity.home.table.noun
		switch {
		case len(t.noun) > len(noun) && slices.Equal(t.noun[:len(noun)], noun), isHan(t.table.Name) && strings.HasPrefix(t.table.Name, p.entity.home.table.hanNoun()):
			return 0
		case p.isOfPeople():
			return 1
		}
		return 2
	}
	other := t.otherOf(p)
	if x, y := rank(p), rank(other); x != y {
		return x < y
	}
	return p.column.Name < other.column.Name
}

// otherOf returns the other column of a table of links.
func (t *tableProfile) otherOf(p *profile) *profile {
	if t.columns[0] == p {
		return t.columns[1]
	}
	return t.columns[0]
}

// lookupLinked declares the lookup of what the rows of a table of links link to something: the tracks of a
// playlist, and the playlists whose tracks include one.
func (d *drafter) lookupLinked(t *tableProfile, p *profile, index int) {
	to := t.otherOf(p)
	by, found := p.entity.home.table, to.entity.home.table
	things := d.measure(found)
	en := "the " + things + " whose " + d.measure(by) + " include {}"
	if t.isOwner(p) {
		for _, preposition := range []string{"of", "in", "belonging to"} {
			if short := "the " + things + " " + preposition + " {}"; !d.phrases[short] && !(preposition == "in" && p.isOfPeople()) {
				en = short
				break
			}
		}
	}
	tool := domain.Tool{Kind: domain.Lookup, Table: t.table.Name, Returns: domain.Many, Linked: to.column.Name, Inputs: d.inputs()}
	tool.Match = []domain.LookupMatch{{Columns: []string{p.column.Name}, Inputs: []string{"identifier"}}}
	tool.Name = d.lookupName(t, p, index, append([]string{"get"}, strings.Fields(things)...), "of_"+ident(strings.Fields(d.noun(by)), "owner"))
	noun := d.noun(found)
	zh := "{}的" + noun
	if verb := d.linkVerb(t); verb != "" && t.isOwner(p) {
		zh = "{}" + verb + "的" + noun
	} else if verb != "" {
		zh = verb + "{}的" + noun
	}
	tool.Phrase = d.phraseOr(d.text(en, zh), d.pick("the "+things+" to which the "+d.measure(t)+" link {}", "{}关联的"+noun))
	tool.Description = d.text(fmt.Sprintf("Finds the %s that belong to %s %s.", things, article(d.noun(by)), d.noun(by)), fmt.Sprintf("按%s查找与其关联的全部%s。", d.noun(by), noun))
	d.draft.Domain.Tools = append(d.draft.Domain.Tools, tool)
}

// linkVerb returns what one thing does with the others by the Chinese name of a table of links: 擅长 of
// 医生擅长. It returns "" if the name says only what the table links.
func (d *drafter) linkVerb(t *tableProfile) string {
	for _, p := range t.columns {
		by, found := d.noun(p.entity.home.table), d.noun(t.otherOf(p).entity.home.table)
		if verb, ok := strings.CutPrefix(t.table.Name, by); ok && t.isOwner(p) && len([]rune(verb)) == 2 && !strings.Contains(found, verb) && !hanEndsIn(verb, "关系|关联|映射|对应|明细|记录|名单|列表") {
			return verb
		}
	}
	return ""
}
