package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// prepositions stand in a phrase between rows and the value that finds them ("orders of {}"). The first
// lookup of a table takes the first, and so on.
var prepositions = map[string][]string{"of": {"of", "for"}, "in": {"in", "located in", "based in", "within"}}

// places are labels of what things are in.
const places = "country|city|state|region|province|county|district|town|municipality|nation|department|category|genre|industry|territory|league|section"

// declareLookups declares the entity types and the lookups by them.
func (d *drafter) declareLookups() {
	dom := d.draft.Domain
	slices.SortFunc(d.clusters, func(a, b *cluster) int { return cmp.Compare(a.name, b.name) })
	for _, k := range d.clusters {
		e := domain.EntityType{Name: k.name, Label: d.text(k.label, k.label)}
		if k.coded {
			e.Denotes = d.text(d.noun(k.home.table), d.noun(k.home.table))
			if t := k.home.table.title; t != nil && t.entity != nil && t.entity != k {
				e.Named = domain.Seldom
			}
		}
		dom.Entities = append(dom.Entities, e)
	}
	for i, t := range d.tables {
		if t.finding.LeftOut != "" {
			continue
		}
		d.lookupOne(t, i)
		count := map[*cluster]int{}
		for _, p := range t.columns {
			if p.entity != nil && p != t.keyColumn() && p != t.title {
				count[p.entity]++
			}
		}
		for _, p := range d.owners(t) {
			if p.entity == nil || p == t.keyColumn() || p == t.title {
				continue
			}
			d.lookupMany(t, p, i, count[p.entity] == 1)
		}
	}
}

// people are nouns for those whose the rows of a table are, before anything else.
const people = "customer client patient member user student account person employee author artist subscriber guest tenant passenger supplier company staff driver player teacher doctor technician"

// isOfPeople reports whether a column refers to people.
func (p *profile) isOfPeople() bool {
	return p.entity != nil && p.entity.home != nil && hasWord(p.entity.home.table.noun, people)
}

// owners returns the columns of a table in the order in which their lookups choose prepositions:
// those that refer to people first.
func (d *drafter) owners(t *tableProfile) []*profile {
	columns := t.order()
	slices.SortStableFunc(columns, func(a, b *profile) int {
		switch x, y := a.isOfPeople(), b.isOfPeople(); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return columns
}

// lookupOne declares the lookup of a row by its key or its name.
func (d *drafter) lookupOne(t *tableProfile, index int) {
	var by []*profile
	for _, p := range []*profile{t.title, t.keyColumn()} {
		if p != nil && p.entity != nil && !slices.Contains(by, p) {
			by = append(by, p)
		}
	}
	if by == nil {
		return
	}
	var labels []string
	tool := domain.Tool{Name: d.claim(d.tools, ident(append([]string{"get"}, t.noun...), "")), Kind: domain.Lookup, Table: t.table.Name, Returns: domain.One, Inputs: d.inputs()}
	if isHan(strings.Join(t.noun, "")) && tool.Name == "get" {
		tool.Name = d.claim(d.tools, fmt.Sprintf("get_table_%d", index+1))
	}
	for _, p := range by {
		tool.Match = append(tool.Match, domain.LookupMatch{Columns: []string{p.column.Name}, Inputs: []string{"identifier"}})
		labels = append(labels, p.spec.Label.In(d.lang))
	}
	noun := d.noun(t)
	tool.Phrase = d.phrase("the "+noun+" with {}", "{}对应的"+noun)
	tool.Description = d.text(fmt.Sprintf("Finds %s %s by its %s.", article(noun), noun, strings.Join(labels, " or ")), fmt.Sprintf("按%s查找一%s%s。", strings.Join(labels, "或"), d.measure(t), noun))
	d.draft.Domain.Tools = append(d.draft.Domain.Tools, tool)
}

// hasMuteCode reports whether a column refers to things by short codes of letters, as status codes,
// which behind a preposition say nothing: the turbines for MNT.
func (p *profile) hasMuteCode() bool {
	home := p.entity.home
	return home != nil && home == home.table.keyColumn() && home.length <= 4 && !hasDigits(home) && !p.isOfPeople()
}

// lookupMany declares the lookup of the rows that refer to something.
func (d *drafter) lookupMany(t *tableProfile, p *profile, index int, only bool) {
	noun, rows, label := d.noun(t), d.measure(t), p.spec.Label.In(d.lang)
	by := p.entity.label
	if p.entity.coded {
		by = d.noun(p.entity.home.table)
	}
	words := append([]string{"get"}, strings.Fields(rows)...)
	tool := domain.Tool{Kind: domain.Lookup, Table: t.table.Name, Returns: domain.Many, Inputs: d.inputs()}
	tool.Match = []domain.LookupMatch{{Columns: []string{p.column.Name}, Inputs: []string{"identifier"}}}
	tool.Plural = p.entity.home == nil
	self := p.entity.home != nil && p.entity.home.table == t
	// Behind a preposition alone nobody would see in which role something is meant.
	hasRole := d.lang == "en" && p.entity.coded && label != by
	long := "the " + rows + " whose " + label + " is {}"
	var en, zh, how string
	switch {
	case self && endsIn(p.words, "reports to|report to|manager|manager id|supervisor|supervisor id|boss|boss id"):
		en, zh, how = "the "+rows+" who report to {}", "{}的下属"+noun, "report_to"
	case self:
		en, zh, how = long, "{}作为"+label+"的"+noun, "by_"+ident(p.words, "parent")
	case only && !hasRole && !p.hasMuteCode() && (p.entity.home != nil || label == p.entity.label) && (label == by || p.entity.coded):
		word := "of"
		if endsIn(strings.Fields(label), places) {
			word = "in"
		}
		en = long
		for _, preposition := range prepositions[word] {
			// "the orders for employee 5" reads as if they were placed for the employee.
			if short := "the " + rows + " " + preposition + " {}"; !d.phrases[short] && !(preposition == "for" && p.isOfPeople()) {
				en = short
				break
			}
		}
		zh, how = "{}的"+noun, word+"_"+ident(strings.Fields(by), "owner")
	default:
		en, zh, how = long, "{}作为"+label+"的"+noun, "by_"+ident(p.words, "column")
	}
	if isHan(t.table.Name) || d.lang == "zh" {
		words = []string{"get", ident(t.noun, fmt.Sprintf("table_%d", index+1))}
		at := slices.IndexFunc(t.order(), func(q *profile) bool { return q == p })
		if how = strings.ToLower(how); !stem.MatchString(how) || strings.HasSuffix(how, "column") || strings.HasSuffix(how, "owner") {
			how = fmt.Sprintf("by_column_%d", at+1)
		}
	}
	tool.Name = d.claim(d.tools, ident(append(words, how), "get_rows"))
	if !strings.Contains(tool.Name, "_") {
		tool.Name = d.claim(d.tools, "get_rows")
	}
	tool.Phrase = d.phraseOr(domain.Text{d.lang: d.pick(en, zh)}, d.pick(long, "{}作为"+label+"的"+noun))
	tool.Description = d.text(fmt.Sprintf("Finds all %s with a given %s.", rows, describeMatch(label, by)), fmt.Sprintf("按%s查找全部%s。", label, noun))
	d.draft.Domain.Tools = append(d.draft.Domain.Tools, tool)
}

func describeMatch(label, by string) string {
	if label == by || strings.HasSuffix(label, by) {
		return label
	}
	return label + ", which is " + article(by) + " " + by
}
