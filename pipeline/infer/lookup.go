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
	// Links come last, so that the albums' tracks are the tracks of an album before a playlist has any.
	for _, links := range []bool{false, true} {
		for i, t := range d.tables {
			if t.finding.LeftOut == "" && t.isLink() == links {
				d.declareLookupsOf(t, i)
			}
		}
	}
}

// declareLookupsOf declares the lookups of the rows of a table, the index-th.
func (d *drafter) declareLookupsOf(t *tableProfile, index int) {
	d.lookupOne(t, index)
	count := map[*cluster]int{}
	for _, p := range t.columns {
		if p.entity != nil && p != t.keyColumn() && p != t.title {
			count[p.entity]++
		}
	}
	for _, p := range d.owners(t) {
		switch {
		case p.entity == nil || p == t.keyColumn() || p == t.title:
		case d.linksAlone(t):
			d.lookupLinked(t, p, index)
		default:
			d.lookupMany(t, p, index, count[p.entity] == 1)
		}
	}
}

// people are nouns for those whose the rows of a table are, before anything else.
const people = "customer client patient member user student account person employee author artist subscriber guest tenant passenger supplier company staff driver player teacher doctor technician"

// hanPeople are ends of Chinese nouns for people.
const hanPeople = "员工|职工|人员|医生|护士|患者|教师|老师|学生|司机|客户|用户|会员|作者|顾客|居民|乘客|旅客|读者|工程师|经理|成员|技师|雇员|负责人"

// isOfPeople reports whether a column refers to people.
func (p *profile) isOfPeople() bool {
	return p.entity != nil && p.entity.home != nil && (hasWord(p.entity.home.table.noun, people) || hanEndsIn(p.entity.home.table.hanNoun(), hanPeople))
}

// owners returns the columns of a table in the order in which their lookups choose prepositions:
// those that refer to people first.
func (d *drafter) owners(t *tableProfile) []*profile {
	columns := t.order()
	rank := func(p *profile) int {
		switch {
		case d.lang == "zh" && p.entity != nil && p.entity.home != nil && d.roleOf(p) != "": // 主治医生
			return 2
		case p.isOfPeople():
			return 0
		}
		return 1
	}
	slices.SortStableFunc(columns, func(a, b *profile) int { return cmp.Compare(rank(a), rank(b)) })
	return columns
}

// roleOf returns the role in which a column means what it refers to, by its Chinese label; "" if it is called as
// the thing or its number is.
func (d *drafter) roleOf(p *profile) string {
	label := d.referenceLabel(p)
	if home := p.entity.home; label == d.noun(home.table) || label == p.entity.label || home.column.Name == p.column.Name {
		return ""
	}
	return label
}

// hanLookup returns the Chinese phrase for the rows of a table that refer to something by a column.
func (d *drafter) hanLookup(t *tableProfile, p *profile, only bool) string {
	noun := d.noun(t)
	if p.entity.home == nil {
		return "{}作为" + p.spec.Label.In(d.lang) + "的" + noun
	}
	role := d.roleOf(p)
	if role == "" && only && !p.hasMuteCode() && p.entity.home.table != t {
		for _, of := range []string{"的", "下的"} {
			if phrase := "{}" + of + noun; !d.phrases[phrase] && !(of == "下的" && p.isOfPeople()) {
				return phrase
			}
		}
	}
	switch thing := cmp.Or(role, d.noun(p.entity.home.table)); {
	case role != "" && p.isOfPeople():
		return "{}担任" + thing + "的" + noun
	default:
		return "{}作为" + thing + "的" + noun
	}
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
		en, how = "the "+rows+" who report to {}", "report_to"
		if d.lang == "zh" {
			zh = "{}的下属" + noun
		}
	case self:
		en, how = long, "by_"+ident(p.words, "parent")
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
		how = word + "_" + ident(strings.Fields(by), "owner")
	default:
		en, how = long, "by_"+ident(p.words, "column")
	}
	if d.lang == "zh" && zh == "" {
		zh = d.hanLookup(t, p, only)
	}
	tool.Name = d.lookupName(t, p, index, words, how)
	tool.Phrase = d.phraseOr(domain.Text{d.lang: d.pick(en, zh)}, d.pick(long, "{}作为"+label+"的"+noun))
	tool.Description = d.text(fmt.Sprintf("Finds all %s with a given %s.", rows, describeMatch(label, by)), fmt.Sprintf("按%s查找全部%s。", label, noun))
	d.draft.Domain.Tools = append(d.draft.Domain.Tools, tool)
}

// lookupName returns a name for a lookup of several rows by a column, from the words for the rows and how they are found.
func (d *drafter) lookupName(t *tableProfile, p *profile, index int, words []string, how string) string {
	if isHan(t.table.Name) || d.lang == "zh" {
		words = []string{"get", ident(t.noun, fmt.Sprintf("table_%d", index+1))}
		at := slices.IndexFunc(t.order(), func(q *profile) bool { return q == p })
		if how = strings.ToLower(how); !stem.MatchString(how) || strings.HasSuffix(how, "column") || strings.HasSuffix(how, "owner") {
			how = fmt.Sprintf("by_column_%d", at+1)
		}
	}
	name := d.claim(d.tools, ident(append(words, how), "get_rows"))
	if !strings.Contains(name, "_") {
		name = d.claim(d.tools, "get_rows")
	}
	return name
}

func describeMatch(label, by string) string {
	if label == by || strings.HasSuffix(label, by) {
		return label
	}
	return label + ", which is " + article(by) + " " + by
}
