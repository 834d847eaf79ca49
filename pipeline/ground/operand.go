package ground

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// addFilter adds a filter of the operator's kind to rows of the last lookup. Its operand
// is drawn so that some of the rows pass and some do not.
func (c *composer) addFilter(s *chain, rows string, op plan.Operator) (set string, ok bool) {
	if op == "role" {
		roles := plan.Roles(c.g.domain, c.tool, c.path.Hops[len(c.path.Hops)-1].Accepts)
		if len(roles) == 0 {
			return "", false
		}
		return s.Add(&plan.Filter{Column: digest.Pick(c.of("role"), roles, itself), Comparison: plan.Names}, rows, s.subject), true
	}
	f := c.drawFilter(op)
	if f == nil {
		return "", false
	}
	return s.Add(f, rows), true
}

// drawFilter draws a filter of the operator's kind; nil if no column has values that tell
// rows apart.
func (c *composer) drawFilter(op plan.Operator) *plan.Filter {
	suits := func(col *domain.Column) bool {
		switch op {
		case "year", "period":
			return col.Kind == domain.KindDate && c.g.domain.Ranks(c.table.Name, col)
		case "threshold", "interval":
			return col.Kind.Numeric() && c.g.domain.Ranks(c.table.Name, col)
		case "ownership":
			return col.Kind == domain.KindRatio
		}
		return col != c.target && col.Asked != domain.Seldom && !strings.Contains(col.Entity, ".") && (op == "equality" && col.Groups() && col.Name != c.table.Key && col.Name != c.tool.Linked || op == "containment" && col.HasParts())
	}
	columns := c.columnsOf(suits)
	if len(columns) == 0 {
		return nil
	}
	col := digest.Pick(c.of("filtered by"), columns, nameOf)
	texts, numbers := c.values(c.rows, col)
	switch op {
	case "year":
		if len(texts) > 1 {
			return &plan.Filter{Column: col.Name, Comparison: plan.Year, Operand: digest.Pick(c.of("year"), texts, func(day string) string { return day[:4] })[:4]}
		}
	case "period":
		return c.period(col, texts)
	case "threshold":
		return c.threshold(col, numbers)
	case "interval":
		return c.interval(col, numbers)
	case "ownership":
		return &plan.Filter{Column: col.Name, Comparison: plan.Equals, Operand: "100"}
	case "equality":
		texts = slices.DeleteFunc(texts, func(t string) bool { return utf8.RuneCountInString(t) > 30 || c.inNameOnWay(t) })
		if len(texts) > 1 {
			return &plan.Filter{Column: col.Name, Comparison: plan.Equals, Operand: digest.Pick(c.of("equal to"), texts, itself)}
		}
	case "containment":
		return c.containment(col, texts)
	}
	return nil
}

// party draws a filter that only one of the rows of the last lookup passes, by the name of an
// entity beside those on the way: the order from B, the licence granted by
// C. It returns nil if no name stands in one row alone.
func (c *composer) party() *plan.Filter {
	t := c.g.corpus.Table(c.table.Name)
	var all []*plan.Filter
	for _, col := range c.columnsOf(func(col *domain.Column) bool {
		return col.Entity != "" && !strings.Contains(col.Entity, ".") && col != c.target && col.Asked != domain.Seldom && col.Groups() && col.Name != c.table.Key && col.Name != c.tool.Linked
	}) {
		times := map[string]int{}
		for _, row := range c.rows {
			cell := t.Cell(int(row), t.Column(col.Name))
			for _, v := range cell.Values {
				times[v.Text]++
			}
		}
		names, _ := c.values(c.rows, col)
		for _, name := range names {
			if times[name] == 1 && utf8.RuneCountInString(name) <= longestParty && !c.inNameOnWay(name) {
				all = append(all, &plan.Filter{Column: col.Name, Comparison: plan.Equals, Operand: name})
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return digest.Pick(c.of("party"), all, func(f *plan.Filter) string { return f.Column + separator + f.Operand })
}

// longestParty is the length, in characters, up to which a question names a row by a party.
const longestParty = 60

// values returns the distinct usable texts and numbers that rows of the last lookup hold
// in a column, each sorted. A masked name is not usable, but prose that contains one is.
func (c *composer) values(rows []int32, col *domain.Column) (texts []string, numbers []decimal.Decimal) {
	t := c.g.corpus.Table(c.table.Name)
	at := t.Column(col.Name)
	for _, row := range rows {
		cell := t.Cell(int(row), at)
		if cell.State != value.Present {
			continue
		}
		for _, v := range cell.Values {
			if v.Kind == value.Number {
				numbers = append(numbers, v.Number)
			} else if (col.Kind == domain.KindProse || !corpus.Masked(c.g.domain, v.Text)) && (v.Kind == value.Date) == (col.Kind == domain.KindDate) {
				texts = append(texts, v.Text)
			}
		}
	}
	slices.Sort(texts)
	slices.SortFunc(numbers, decimal.Decimal.Cmp)
	return slices.Compact(texts), slices.CompactFunc(numbers, decimal.Decimal.Equal)
}

// drawGap draws two neighbours among sorted values and returns the index of the first;
// false if there are fewer than two.
func drawGap(draws digest.Draws, texts []string) (int, bool) {
	if len(texts) < 2 {
		return 0, false
	}
	return slices.Index(texts, digest.Pick(draws, texts[:len(texts)-1], itself)), true
}

// itself is the name of a text.
func itself(text string) string { return text }

// period draws a filter that keeps some of the days. It begins on the first of a month if
// one lies between two of the days, and ends on one of the days or at the end of a year.
func (c *composer) period(col *domain.Column, days []string) *plan.Filter {
	at, ok := drawGap(c.of("days"), days)
	if !ok {
		return nil
	}
	from := days[at+1][:7] + "-01"
	if from <= days[at] { // in one month: the day itself
		from = days[at+1]
	}
	last := days[len(days)-1]
	switch c.of("period").IntN(3) {
	case 0:
		return &plan.Filter{Column: col.Name, Comparison: plan.Since, Operand: from}
	case 1:
		return &plan.Filter{Column: col.Name, Comparison: plan.Until, Operand: days[at]}
	}
	to := fmt.Sprintf("%s-12-31", digest.Pick(c.of("period to"), days[at+1:], func(day string) string { return day[:4] })[:4])
	if to >= last && at < 1 || from >= to {
		return &plan.Filter{Column: col.Name, Comparison: plan.Since, Operand: from}
	}
	return &plan.Filter{Column: col.Name, Comparison: plan.During, Operand: from, To: to}
}

// threshold draws a filter by a round number that lies between two of the numbers; nil if
// there is none.
func (c *composer) threshold(col *domain.Column, numbers []decimal.Decimal) *plan.Filter {
	bounds := boundsOf(col, numbers)
	if len(bounds) == 0 {
		return nil
	}
	comparisons := []plan.Comparison{plan.Above, plan.Below, plan.AtLeast, plan.AtMost, plan.Above}
	if c.asPeopleAsk() { // for what is large
		comparisons = []plan.Comparison{plan.Above}
	}
	return &plan.Filter{Column: col.Name, Comparison: comparisons[c.of("comparison").IntN(len(comparisons))], Operand: digest.Pick(c.of("bound"), bounds, itself)}
}

// interval draws a filter by two round numbers with some of the numbers between them; nil if
// there are none.
func (c *composer) interval(col *domain.Column, numbers []decimal.Decimal) *plan.Filter {
	bounds := boundsOf(col, numbers)
	if len(bounds) < 2 {
		return nil
	}
	ends := slices.Clone(bounds)
	digest.Order(c.of("bounds"), ends, itself)
	low, high := slices.Index(bounds, ends[0]), slices.Index(bounds, ends[1])
	return &plan.Filter{Column: col.Name, Comparison: plan.Within, Operand: bounds[min(low, high)], To: bounds[max(low, high)]}
}

// boundsOf returns the round numbers between the numbers of a column: whole ones for what is counted.
func boundsOf(col *domain.Column, numbers []decimal.Decimal) []string {
	bounds := boundsBetween(numbers)
	if col.Kind.Integral() {
		bounds = slices.DeleteFunc(bounds, func(bound string) bool { return strings.Contains(bound, ".") })
	}
	return bounds
}

// boundsBetween returns the round numbers that lie between neighbours of sorted numbers, in
// order.
func boundsBetween(numbers []decimal.Decimal) []string {
	var all []string
	for i := 1; i < len(numbers); i++ {
		if bound, ok := round(numbers[i-1], numbers[i]); ok {
			all = append(all, bound)
		}
	}
	return all
}

// round returns the roundest number between a and b, a < b, as plain digits: the smallest
// of those that have one digit other than zero, and the most zeros. Ok is false if none lies
// between them that has at most four decimal places: nobody draws a line at another number.
func round(a, b decimal.Decimal) (number string, ok bool) {
	for exp := int32(18); exp >= -4; exp-- {
		step := decimal.New(1, exp)
		n := a.Div(step).Floor().Add(decimal.NewFromInt(1)).Mul(step)
		if n.Cmp(a) > 0 && n.Cmp(b) < 0 {
			digits := strings.Trim(strings.Trim(n.Abs().String(), "0."), "0")
			return n.String(), len(digits) == 1
		}
	}
	return "", false
}

// containment draws a filter by a part that two of the texts have in common and another
// lacks.
func (c *composer) containment(col *domain.Column, texts []string) *plan.Filter {
	if len(texts) < 3 {
		return nil
	}
	for n := range 8 {
		at, _ := drawGap(c.of("texts").With(digest.Draws(n)), texts)
		part := commonPart(texts[at], texts[at+1])
		held := 0
		for _, t := range texts {
			if strings.Contains(t, part) {
				held++
			}
		}
		if c.asPeopleAsk() && !saysSomething(part) {
			continue
		}
		if part != "" && held < len(texts) && !c.inNameOnWay(part) {
			return &plan.Filter{Column: col.Name, Comparison: plan.Contains, Operand: part}
		}
	}
	return nil
}

// fewestRunes is the length from which on a part of a text says something: 合同纠纷, but not 纠纷.
const fewestRunes = 4

// saysSomething reports whether a part of texts tells some from most others: one word that ends
// several of them, as "dispute", is the kind of all.
func saysSomething(part string) bool {
	if strings.ContainsFunc(part, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return utf8.RuneCountInString(part) >= fewestRunes
	}
	return len(strings.Fields(part)) > 1
}

// inNameOnWay reports whether a text contains a part of the start entity's name, or is contained
// in one: the question would then hold it for two reasons. Of an entity that the question comes
// to on the way, and leaves to find, it does so for names of one part.
func (c *composer) inNameOnWay(text string) bool {
	same := func(part string) bool { return strings.Contains(part, text) || strings.Contains(text, part) }
	for i, id := range c.route {
		if name := c.transitions[i].from.list[id]; (i == 0 || len(name) == 1) && slices.ContainsFunc(name, same) {
			return true
		}
	}
	return false
}

// commonPart returns the longest run that both texts contain, the first of several: of two
// to six characters if a holds Chinese ones and no spaces, else of up to six words; "" for
// none.
func commonPart(a, b string) string {
	best, sep, list := []string{}, " ", strings.Fields(a)
	if len(list) == 1 && strings.ContainsFunc(a, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		sep, list = "", strings.Split(a, "")
	}
	for i := range list {
		for j := i + 1; j <= min(i+6, len(list)); j++ {
			run := list[i:j]
			text := strings.Join(run, sep)
			if !strings.Contains(b, text) || strings.ContainsAny(text, "（）()0123456789") {
				break // so it is with each longer run from here
			}
			if long := len(run) >= 2 || sep != "" && len(text) > 3; long && len(run) > len(best) {
				best = run
			}
		}
	}
	return strings.Join(best, sep)
}
