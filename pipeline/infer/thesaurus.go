package infer

import (
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Lookups returns the number of lookups of the drafted domain.
func (d *DomainDraft) Lookups() int {
	n := 0
	for i := range d.Domain.Tools {
		if d.Domain.Tools[i].Kind == domain.Lookup {
			n++
		}
	}
	return n
}

// synonyms are other words for what columns are called. Nouns for the things themselves have none:
// beside the noun that a lookup uses, another one reads like another thing.
var synonyms = map[string]map[string][]string{
	"en": {
		"order date": {"date of the order"}, "hire date": {"date of hire"}, "birth date": {"date of birth"}, "phone number": {"telephone number"},
		"e-mail address": {"email address"}, "company name": {"name of the company"}, "contact name": {"name of the contact"}, "contact title": {"job title of the contact"},
		"required date": {"date required"}, "shipped date": {"date of shipment"}, "invoice date": {"date of the invoice"}, "unit price": {"price per unit"}, "quantity": {"number of units"},
		"freight": {"freight charge"}, "billing address": {"address for billing"}, "billing city": {"city for billing"}, "ship name": {"name of the consignee"}, "ship city": {"destination city"},
		"duration": {"running time"}, "units in stock": {"number of units in stock"}, "units on order": {"number of units on order"}, "reorder level": {"threshold for reordering"},
	},
	"zh": {
		"订单日期": {"下单日期"}, "联系电话": {"电话号码"}, "成立日期": {"设立日期"}, "注册资本": {"登记资本"}, "法定代表人": {"法人代表"},
	},
}

// Thesaurus returns a beginning of the thesaurus of the domain's questions, in YAML: other words
// for labels that it knows; "" if it knows none.
func (d *DomainDraft) Thesaurus() string {
	known := synonyms[d.Domain.Languages[0]]
	used := map[string]bool{}
	note := func(t domain.Text) {
		if phrase := t.In(d.Domain.Languages[0]); known[phrase] != nil || d.others[phrase] != nil {
			used[phrase] = true
		}
	}
	for i := range d.Domain.Entities {
		note(d.Domain.Entities[i].Label)
	}
	for i := range d.Domain.Tables {
		t := &d.Domain.Tables[i]
		note(t.Row)
		note(t.Measure)
		for j := range t.Columns {
			note(t.Columns[j].Label)
		}
	}
	if len(used) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("# Other words for what domain.yaml declares: questions vary by them. Add your own.\nthesaurus:\n  phrases:\n")
	for _, phrase := range slices.Sorted(maps.Keys(used)) {
		b.WriteString("    " + scalar(phrase) + ": " + list(slices.Concat([]string{phrase}, known[phrase], d.others[phrase])) + "\n")
	}
	return b.String()
}
