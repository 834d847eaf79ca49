package command

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
)

// choice says which tools, columns and operators questions may use, and how many paths each
// operator and matter gets. It is a part of the settings and of the parameters of the sample stage.
type choice struct {
	Tools     string `json:"tools,omitempty"`     // patterns of tools, with commas between; "" for all
	Columns   string `json:"columns,omitempty"`   // patterns of columns; "" for all
	Operators string `json:"operators,omitempty"` // patterns of operators; "" for all
	Quotas    string `json:"quotas,omitempty"`    // paths by operator and matter; "" for none
}

// selection returns what the patterns choose from a domain.
func (c *choice) selection(d *domain.Domain) (plan.Allowance, error) {
	var s plan.Allowance
	var err error
	if s.Tools, err = choose("tools", "tool", c.Tools, toolNames(d), nil); err != nil {
		return s, err
	}
	names, columns := columnNames(d)
	chosen, err := choose("columns", "column", c.Columns, names, func(pattern, name string) bool {
		table, column, _ := strings.Cut(name, ".")
		return matches(pattern, table) || matches(pattern, column)
	})
	if err != nil {
		return s, err
	}
	for _, name := range chosen {
		s.Columns = append(s.Columns, columns[name])
	}
	operators, err := choose("operators", "operator", c.Operators, operatorNames(), nil)
	for _, name := range operators {
		s.Operators = append(s.Operators, plan.Operator(name))
	}
	return s, err
}

// toolNames returns the names of the lookups and retrievers of a domain.
func toolNames(d *domain.Domain) []string {
	var names []string
	for i := range d.Tools {
		if k := d.Tools[i].Kind; k == domain.Lookup || k == domain.Retriever {
			names = append(names, d.Tools[i].Name)
		}
	}
	return names
}

// columnNames returns the columns of the tables of a domain, each as TABLE.COLUMN.
func columnNames(d *domain.Domain) ([]string, map[string]plan.TableColumn) {
	var names []string
	columns := map[string]plan.TableColumn{}
	for i := range d.Tables {
		t := &d.Tables[i]
		for j := range t.Columns {
			name := t.Name + "." + t.Columns[j].Name
			names, columns[name] = append(names, name), plan.TableColumn{Table: t.Name, Column: t.Columns[j].Name}
		}
	}
	return names, columns
}

// operatorNames returns the names of operators, and of what stands for none.
func operatorNames() []string {
	names := []string{string(plan.Plain)}
	for _, op := range plan.Operators() {
		names = append(names, string(op))
	}
	return names
}

// choose returns the names that a list of patterns chooses, in the order of the names; nil for an
// empty list. A pattern with a + or without a sign adds names, one with a − takes names away; a list
// that begins with a − begins with all names. Also, if not nil, says what else a pattern matches.
func choose(flag, kind, list string, names []string, also func(pattern, name string) bool) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	chosen := map[string]bool{}
	for i, item := range strings.Split(list, ",") {
		item = strings.TrimSpace(item)
		pattern := strings.TrimPrefix(item, "+")
		without := strings.HasPrefix(item, "-")
		if without {
			pattern = item[1:]
		}
		if pattern == "" {
			return nil, misuse("-%s %q: %q is no pattern: want names with commas between, with * for any text and + or - before each", flag, list, item)
		}
		found := false
		for _, name := range names {
			if i == 0 && without {
				chosen[name] = true
			}
			if matches(pattern, name) || also != nil && also(pattern, name) {
				chosen[name], found = !without, true
			}
		}
		if !found {
			return nil, misuse("-%s %q: no %s is called %s: want a name such as %s", flag, list, kind, pattern, nearest(pattern, names))
		}
	}
	kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !chosen[name] })
	if len(kept) == 0 {
		return nil, misuse("-%s %q: no %s is left: want at least one", flag, list, kind)
	}
	return kept, nil
}

// matches reports whether a pattern matches a name: * stands for any text, and every other
// character for itself.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return name == pattern
	}
	last := len(parts) - 1
	name, begins := strings.CutPrefix(name, parts[0])
	name, ends := strings.CutSuffix(name, parts[last])
	for _, part := range parts[1:last] {
		var found bool
		if _, name, found = strings.Cut(name, part); !found {
			return false
		}
	}
	return begins && ends
}

// nearest returns the name that is spelled most like a word; the first of several. It panics
// without names.
func nearest(word string, names []string) string {
	m := metrics.NewLevenshtein()
	return slices.MaxFunc(names, func(a, b string) int {
		return cmp.Compare(strutil.Similarity(word, a, m), strutil.Similarity(word, b, m))
	})
}

// shares returns the quotas of operators and matters.
func (c *choice) shares(d *domain.Domain, depth int) ([]sample.Share, error) {
	if c.Quotas == "" {
		return nil, nil
	}
	var matters []string
	for i := range d.Matters {
		matters = append(matters, d.Matters[i].Name)
	}
	var shares []sample.Share
	for item := range strings.SplitSeq(c.Quotas, ",") {
		s, err := readShare(strings.TrimSpace(item), matters)
		if err != nil {
			return nil, misuse("-quotas %q: %v", c.Quotas, err)
		}
		if s.Hops > depth {
			return nil, misuse("-quotas %q: %q is for %d hops, and paths have at most %d (-depth)", c.Quotas, item, s.Hops, depth)
		}
		shares = append(shares, s)
	}
	return shares, nil
}

// checkShares returns an error for a quota that no sample of the domain can fill: of an operator that
// no question over paths is about, or of more paths than there are to be.
func (c *choice) checkShares(d *domain.Domain, depth int, paths []int) error {
	shares, err := c.shares(d, depth)
	if err != nil || shares == nil {
		return err
	}
	demanded, err := demandedOperators(d, depth)
	if err != nil {
		return err
	}
	all := 0
	for _, n := range paths {
		all += n
	}
	for _, s := range shares {
		if s.Operator != "" && !slices.Contains(demanded, string(s.Operator)) {
			return misuse("-quotas %q: no question over paths of domain %s demands %s: want one of %s", c.Quotas, d.Name, s.Operator, strings.Join(demanded, ", "))
		}
		most, of := all, "all depths"
		if s.Hops > 0 {
			most, of = 0, count(s.Hops, "hop")
			if s.Hops <= len(paths) {
				most = paths[s.Hops-1]
			}
		}
		if s.Wanted > most {
			return misuse("-quotas %q: %d of %s%s are more than the %s of %s (-paths)", c.Quotas, s.Wanted, s.Operator, s.Matter, count(most, "path"), of)
		}
	}
	return nil
}

// demandedOperators returns the operators that a question over a path of a domain can demand, sorted.
// Paths of two hops have every operator that longer ones have.
func demandedOperators(d *domain.Domain, depth int) ([]string, error) {
	g, err := plan.NewGraph(d)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for hops := range min(depth, 2) {
		for p := range g.Paths(hops + 1) {
			for _, demand := range plan.Demands(d, p) {
				if demand.Operator != "" {
					found[string(demand.Operator)] = true
				}
			}
		}
	}
	return sorted(found), nil
}

// readShare reads one quota: HOPS/operator:NAME=COUNT, or with matter.
func readShare(item string, matters []string) (sample.Share, error) {
	var s sample.Share
	of, count, _ := strings.Cut(item, "=")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 {
		return s, fmt.Errorf("%q: want operator:NAME=COUNT or matter:NAME=COUNT, with HOPS/ before it for one depth", item)
	}
	s.Wanted = n
	if hops, rest, ok := strings.Cut(of, "/"); ok {
		if s.Hops, err = strconv.Atoi(hops); err != nil || s.Hops < 1 {
			return s, fmt.Errorf("%q: want a number of hops from 1 before the /", item)
		}
		of = rest
	}
	kind, name, _ := strings.Cut(of, ":")
	names := operatorNames()[1:] // a plain demand may have operators on its way
	switch {
	case kind == "operator":
		s.Operator = plan.Operator(name)
	case kind == "matter" && len(matters) == 0:
		return s, fmt.Errorf("%q: the domain declares no matters: want an operator", item)
	case kind == "matter":
		s.Matter, names = name, matters
	default:
		return s, fmt.Errorf("%q: want operator: or matter: before the name", item)
	}
	if !slices.Contains(names, name) {
		return s, fmt.Errorf("no %s is called %s: want a name such as %s", kind, name, nearest(name, names))
	}
	return s, nil
}
