package domain

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Renaming says what the names of a domain are in a [Union]. The zero value renames nothing.
type Renaming struct {
	entities, derivations, tables, tools map[string]string // new names by old ones
}

// Entity returns the name that an entity type of the domain, or a part of one, has in the union.
func (r *Renaming) Entity(name string) string {
	whole, part, has := strings.Cut(name, ".")
	if whole = cmp.Or(r.entities[whole], whole); has {
		return whole + "." + part
	}
	return whole
}

// Derivation returns the name that a derivation of the domain has in the union.
func (r *Renaming) Derivation(name string) string { return cmp.Or(r.derivations[name], name) }

// Table returns the name that a table of the domain, or its passages, have in the union.
func (r *Renaming) Table(name string) string { return cmp.Or(r.tables[name], name) }

// Tool returns the name that a tool of the domain, or an alias of one, has in the union.
func (r *Renaming) Tool(name string) string { return cmp.Or(r.tools[name], name) }

// Union returns the declaration of the tables and tools of several loaded domains, in their order,
// and by domain what its names are there.
//
// The languages are those of all. A name that two domains have, in any case, gets the name of its domain before it,
// as in shop_get_customer; a domain with templates, matters or relations keeps its names. Entity types stay
// apart, even those called the same: customers of two databases are not the same ones. A tool
// for arithmetic or to finish is there once, from the first domain that has it. The replies are those of
// the first domain. Marks for "none" stay with the columns of their domain, marks of masked names are
// for all. No generated world fits.
//
// The error says why the domains cannot be one. The domains are not changed.
func Union(parts ...*Domain) (*Domain, []Renaming, error) {
	u := &Domain{Replies: parts[0].Replies, Title: Text{}}
	u.Languages = common(parts)
	if len(u.Languages) == 0 {
		return nil, nil, fmt.Errorf("domains %s have no language in common: want one that all of them declare", called(parts, ", "))
	}
	for i, d := range parts {
		if d.Reader != "" {
			return nil, nil, fmt.Errorf("domain %s is read from texts, and its questions rest on them: want domains of tables", d.Name)
		}
		if slices.ContainsFunc(parts[:i], func(p *Domain) bool { return p.Name == d.Name }) {
			return nil, nil, fmt.Errorf("two domains are called %s: want another name in one of the files", d.Name)
		}
	}
	copies := make([]*Domain, len(parts))
	seen := map[string]bool{} // what tools for arithmetic do, and that one finishes
	for i, d := range parts {
		var err error
		if copies[i], err = d.clone(); err != nil {
			return nil, nil, err
		}
		copies[i].Tools = slices.DeleteFunc(copies[i].Tools, func(t Tool) bool {
			if t.Kind != Arithmetic && t.Kind != Finish {
				return false
			}
			does := string(t.Kind) + " " + string(t.Operation)
			again := seen[does]
			seen[does] = true
			return again
		})
	}
	renamings, err := tellApart(copies)
	if err != nil {
		return nil, nil, err
	}
	u.Name = called(parts, "-and-")
	for i, d := range copies {
		d.rename(&renamings[i])
		u.take(d)
	}
	for _, lang := range u.Languages {
		var titles []string
		for _, d := range parts {
			titles = append(titles, d.Title.In(lang))
		}
		u.Title[lang] = strings.Join(titles, " + ")
	}
	return u, renamings, nil
}

// take adds what another domain declares.
func (d *Domain) take(other *Domain) {
	for i := range other.Passages {
		other.Passages[i].FileOrder = other.FileOrder
	}
	for i := range other.Tables {
		other.Tables[i].FileOrder = other.FileOrder
		for j := range other.Tables[i].Columns {
			c := &other.Tables[i].Columns[j]
			for _, mark := range other.Sentinels {
				if !slices.Contains(c.Sentinels, mark) {
					c.Sentinels = append(c.Sentinels, mark)
				}
			}
		}
	}
	for _, mark := range other.Masks {
		if !slices.Contains(d.Masks, mark) {
			d.Masks = append(d.Masks, mark)
		}
	}
	d.Bystanders = max(d.Bystanders, other.Bystanders)
	d.Entities = append(d.Entities, other.Entities...)
	d.Derivations = append(d.Derivations, other.Derivations...)
	d.Tables = append(d.Tables, other.Tables...)
	d.Passages = append(d.Passages, other.Passages...)
	d.Tools = append(d.Tools, other.Tools...)
	d.Renames = append(d.Renames, other.Renames...)
	d.Relations = append(d.Relations, other.Relations...)
	d.Matters = append(d.Matters, other.Matters...)
	d.Templates = append(d.Templates, other.Templates...)
	failed := maps.Clone(other.Replies.Failed)
	maps.Copy(failed, d.Replies.Failed)
	d.Replies.Failed = failed
}

// common returns the languages that all domains have, in the order of the first.
func common(parts []*Domain) []string {
	return slices.DeleteFunc(slices.Clone(parts[0].Languages), func(lang string) bool {
		return slices.ContainsFunc(parts, func(d *Domain) bool { return !slices.Contains(d.Languages, lang) })
	})
}

// called joins the names of domains.
func called(parts []*Domain, between string) string {
	names := make([]string, len(parts))
	for i, d := range parts {
		names[i] = d.Name
	}
	return strings.Join(names, between)
}

// clone returns a copy that shares nothing. It goes by JSON, as the digest does: YAML would leave out empty lists,
// which say another thing than none, see [MatterTable].
func (d *Domain) clone() (*Domain, error) {
	written, err := json.Marshal(d)
	c := new(Domain)
	if err == nil {
		err = json.Unmarshal(written, c)
	}
	if err != nil {
		return nil, fmt.Errorf("domain %s: %w", d.Name, err)
	}
	c.Bases = slices.Clone(d.Bases)
	return c, nil
}

// namespaces are the kinds of names of a domain that are unique within it.
var namespaces = []struct {
	noun  string
	names func(*Domain) []string
	in    func(*Renaming) *map[string]string
}{
	{"entity", func(d *Domain) (all []string) {
		for _, e := range d.Entities {
			all = append(all, e.Name)
		}
		return all
	}, func(r *Renaming) *map[string]string { return &r.entities }},
	{"derivation", func(d *Domain) (all []string) {
		for _, v := range d.Derivations {
			all = append(all, v.Name)
		}
		return all
	}, func(r *Renaming) *map[string]string { return &r.derivations }},
	{"table", func(d *Domain) (all []string) {
		for _, t := range d.Tables {
			all = append(all, t.Name)
		}
		for _, p := range d.Passages {
			all = append(all, p.Name)
		}
		return all
	}, func(r *Renaming) *map[string]string { return &r.tables }},
	{"tool", func(d *Domain) (all []string) {
		for _, t := range d.Tools {
			all = append(append(all, t.Name), t.Aliases...)
		}
		return all
	}, func(r *Renaming) *map[string]string { return &r.tools }},
}

// longestToolName is how many characters the name of a function may have, by those who call models.
const longestToolName = 64

// tellApart renames what two domains call the same.
func tellApart(parts []*Domain) ([]Renaming, error) {
	renamings := make([]Renaming, len(parts))
	var faults []error
	for _, space := range namespaces {
		type owned struct {
			by   int // domain
			name string
		}
		has := map[string][]owned{} // by name in lower case, as some systems tell names apart
		for i, d := range parts {
			for _, name := range space.names(d) {
				has[strings.ToLower(name)] = append(has[strings.ToLower(name)], owned{i, name})
			}
		}
		made := map[string]bool{} // new names, in lower case
		for _, lower := range slices.Sorted(maps.Keys(has)) {
			owners := has[lower]
			if owners[0].by == owners[len(owners)-1].by {
				continue
			}
			var kept []string
			for _, o := range owners {
				d, i, name := parts[o.by], o.by, o.name
				if d.Templates != nil || d.Matters != nil || d.Relations != nil {
					kept = append(kept, d.Name)
					continue
				}
				to := strings.ReplaceAll(d.Name, "-", "_") + "_" + name
				switch {
				case has[strings.ToLower(to)] != nil || made[strings.ToLower(to)]:
					faults = append(faults, fmt.Errorf("%s %q of domain %s would be %q, which is there already: want another name", space.noun, name, d.Name, to))
				case space.noun == "tool" && len(to) > longestToolName:
					faults = append(faults, fmt.Errorf("tool %q of domain %s would be %q: want at most %d characters, so a shorter name of the domain or the tool", name, d.Name, to, longestToolName))
				}
				made[strings.ToLower(to)] = true
				names := space.in(&renamings[i])
				if *names == nil {
					*names = map[string]string{}
				}
				(*names)[name] = to
			}
			if len(kept) > 1 {
				faults = append(faults, fmt.Errorf("%s %q is in domains %s, which have templates, matters or relations over it: want another name in all but one", space.noun, lower, strings.Join(kept, " and ")))
			}
		}
	}
	return renamings, errors.Join(faults...)
}

// rename gives what the domain declares its new names.
func (d *Domain) rename(r *Renaming) {
	entity := func(name *string) { *name = r.Entity(*name) }
	table := func(name *string) { *name = r.Table(*name) }
	tool := func(name *string) { *name = r.Tool(*name) }
	for i := range d.Entities {
		entity(&d.Entities[i].Name)
	}
	for i := range d.Derivations {
		v := &d.Derivations[i]
		v.Name = r.Derivation(v.Name)
		entity(&v.From)
		entity(&v.To)
		tool(&v.Tool)
	}
	for i := range d.Tables {
		table(&d.Tables[i].Name)
		for j := range d.Tables[i].Columns {
			c := &d.Tables[i].Columns[j]
			entity(&c.Entity)
			table(&c.Cites)
		}
	}
	for i := range d.Renames {
		table(&d.Renames[i].Table)
	}
	for i := range d.Passages {
		p := &d.Passages[i]
		table(&p.Name)
		if p.Reference != nil {
			table(&p.Reference.Of)
		}
		if p.Subject != nil {
			entity(&p.Subject.Entity)
			entity(&p.Subject.Record)
		}
	}
	for i := range d.Tools {
		t := &d.Tools[i]
		tool(&t.Name)
		table(&t.Table)
		table(&t.Passages)
		for j := range t.Aliases {
			tool(&t.Aliases[j])
		}
		for j := range t.Otherwise {
			tool(&t.Otherwise[j])
		}
	}
}
