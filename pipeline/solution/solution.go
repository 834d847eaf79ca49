// Package solution puts the way to the answer of a task into words, as Fig. 1 and Tables 8
// and 9 of LegalAgentBench (arXiv 2412.17259) do: what is known, which tool is called with
// it, what the call shows, and what follows.
//
// A solution is composed from the plan and the recorded steps, or from the derivation of an
// exam item, in the task's language. It is not stored between stages: whoever shows a task
// composes it from the task as it is, with the edits of people.
package solution

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Of returns the solution of a task of the domain in words, a paragraph on a line for each
// call and each thing that is made of several results. It names the tools of the steps in
// their order, each once for each node of the plan that calls it. Every value in it is one
// of the question, the plan or the steps, shortened with an ellipsis if it is long; of a
// list of many values the first stand for all, with their number. The last line ends with the
// answer of the task; of a task that asks for a text, with the keywords of the reference.
//
// The error says that there are no words in the task's language, or that the plan and
// the domain do not fit.
func Of(d *domain.Domain, t *task.Task) (string, error) {
	w, err := wordsOf(t.Language)
	if err != nil {
		return "", err
	}
	if t.Plan == nil {
		return ofItem(w, t), nil
	}
	types, err := t.Plan.Types(d)
	if err != nil {
		return "", err
	}
	c := &composer{words: w, domain: d, task: t, types: map[string]plan.Type{}, steps: map[string][]plan.Step{}}
	for i := range types {
		c.types[t.Plan.Nodes[i].Name] = types[i]
	}
	for _, s := range t.Steps {
		c.steps[s.Node] = append(c.steps[s.Node], s)
	}
	for i := range t.Plan.Nodes {
		if n := &t.Plan.Nodes[i]; len(c.steps[n.Name]) > 0 {
			c.node(n)
		}
	}
	return c.text(), nil
}

// composer composes the solution of a task with a plan.
type composer struct {
	*words
	domain *domain.Domain
	task   *task.Task
	types  map[string]plan.Type   // by node
	steps  map[string][]plan.Step // by node
	lines  []string               // paragraphs without their leads and ends
	focus  string                 // the rows that the last clause is about, "" for none
	column string                 // the rows whose column the last clause reads, "" for another clause
}

// text joins the paragraphs and adds what the answer is.
func (c *composer) text() string {
	var b strings.Builder
	last := len(c.lines) - 1
	for i, line := range c.lines {
		lead := c.Lead[1+(i+1)%2]
		switch {
		case last == 0:
			lead = ""
		case i == 0:
			lead = c.Lead[0]
		case i == last && last > 1:
			lead = c.Lead[3]
		}
		if lead == "" {
			line = capital(line)
		}
		b.WriteString(lead + c.ended(line) + "\n")
	}
	return b.String() + c.ending()
}

// ending says what the answer is. A text that was written stands in the answer; what it must
// say is repeated here.
func (c *composer) ending() string {
	if !task.AsksForText(c.task) {
		return c.say("answer", "value", c.task.Answer)
	}
	points := ""
	if len(c.task.KeyMiddle) > 0 {
		points = c.say("points", "values", strings.Join(c.task.KeyMiddle, c.Phrases["list"]))
	}
	var keys []string
	for _, k := range c.task.KeyAnswer {
		keys = append(keys, c.quoted(k, false))
	}
	return c.ended(c.say("text", "values", strings.Join(keys, c.Phrases["list"]), "end", points))
}

// begin starts a paragraph, clause goes on with it.
func (c *composer) begin(text string) {
	c.lines = append(c.lines, text)
	c.focus, c.column = "", ""
}

func (c *composer) clause(text string) {
	c.column = ""
	if len(c.lines) == 0 { // nothing came before, so that no mark divides it from anything
		c.lines = append(c.lines, strings.TrimLeft(text, " .,;，。；"))
		return
	}
	line := &c.lines[len(c.lines)-1]
	if rest, ok := strings.CutPrefix(text, ". "); ok {
		*line, text = strings.TrimSuffix(*line, "."), ". "+capital(rest) // "Acme Co., Ltd." has its own
	}
	*line += text
}

// capital makes the first letter a capital one.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// about makes rows what the next clause is about.
func (c *composer) about(rows string) {
	if c.focus == rows {
		return
	}
	n := c.task.Plan.Node(rows)
	row := c.domain.Table(c.types[rows].Table).Row.In(c.language)
	switch o := n.Do.(type) {
	case *plan.Call:
		from, tool := n.From[0], c.domain.Tool(o.Tool)
		table := c.domain.Table(tool.Table).Label.In(c.language)
		switch {
		case o.Each:
			c.clause(c.say("back_chosen", "row", row))
		case tool.Returns == domain.Many:
			c.clause(c.say("back_rows", "rows", c.rowsOf(tool, c.name(from)), "name", c.name(from), "table", table))
		default:
			c.clause(c.say("back_one", "name", c.name(from), "table", table))
		}
	default:
		c.clause(c.say("back_chosen", "row", row))
	}
	c.focus = rows
}

// node adds what a node of the plan does.
func (c *composer) node(n *plan.Node) {
	switch o := n.Do.(type) {
	case *plan.Call:
		c.call(n, o)
	case *plan.Record:
		c.papers(n, o)
	case *plan.Project:
		c.project(n, o)
	case *plan.Filter:
		c.filter(n, o)
	case *plan.Covering:
		day := o.Day
		if len(n.From) > 1 {
			day = c.first(n.From[1])
		}
		c.kept(n, "in_force", "value", c.day(day))
	case *plan.Superlative:
		c.ranked(n, o)
	case *plan.Only:
		if c.focus == n.From[0] {
			c.focus = n.Name
		}
	case *plan.Frequent:
		c.about(n.From[0])
		c.clause(c.say("frequent", "column", c.called(n.From[0], o.Column), "value", c.result(n.Name)))
	case *plan.Mode:
		c.clause(c.say("frequent", "column", c.kind(n.Name), "value", c.result(n.Name)))
	case *plan.Distinct:
		c.clause(c.say("distinct", "n", c.first(n.Name), "measure", c.measureOf(n.From[0])))
	case *plan.Aggregate:
		c.about(n.From[0])
		c.clause(c.say(n.Do.Kind(), "how", c.using(n.Name), "column", c.called(n.From[0], o.Column), "value", c.result(n.Name)))
	case *plan.Derive:
		c.clause(c.say("derive", "name", c.name(n.From[0]), "kind", c.kind(n.Name), "value", c.result(n.Name)))
	case *plan.DeriveAll:
		c.clause(c.say("derive_each", "kind", c.kind(n.Name), "values", c.result(n.Name)))
	case *plan.Extract:
		c.clause(c.say("extract", "value", c.short(c.first(n.Name))))
	case *plan.Recognize:
		c.clause(c.say("recognize", "kind", c.kind(n.Name), "value", c.result(n.Name)))
	case *plan.ReadFact:
		c.fact(n, o)
	case *plan.Citations:
		c.clause(c.say("cited", "values", c.result(n.Name)))
	case *plan.Cite:
		c.clause(c.say("cite_"+string(o.Which), "values", c.result(n.Name)))
	case *plan.Retrieve:
		c.begin(c.say("search", "tool", c.tools(n.Name), "value", c.short(query(c.steps[n.Name]))))
		c.clause(c.say("hits", "n", strconv.Itoa(o.Passages)))
	case *plan.Tiered:
		c.begin(c.say("tiered", "value", c.result(n.Name)))
	case *plan.Arithmetic:
		c.begin(c.say(n.Do.Kind(), "how", c.using(n.Name), "a", c.result(n.From[0]), "b", c.result(n.From[1]), "value", c.result(n.Name)))
	case *plan.Days:
		a, b := c.first(n.From[0]), c.first(n.From[1])
		c.begin(c.say("days", "how", c.using(n.Name), "a", c.day(min(a, b)), "b", c.day(max(a, b)), "n", c.first(n.Name)))
	case *plan.Compare:
		c.begin(c.say("compare", "first", c.name(n.From[0]), "a", c.result(n.From[1]), "second", c.name(n.From[2]), "b", c.result(n.From[3]),
			"end", c.Compared[c.endOf(o.Order, c.isDay(n.From[1]))], "value", c.name(n.Name)))
	case *plan.Combine:
		c.begin(c.say(n.Do.Kind(), "values", c.result(n.Name)))
	case *plan.Having:
		c.having(n, o)
	}
}

// call says which tool is called with what, and how many rows it finds.
func (c *composer) call(n *plan.Node, o *plan.Call) {
	from, tool := n.From[0], c.domain.Tool(o.Tool)
	table := c.domain.Table(tool.Table)
	name, kind := c.name(from), c.kind(from)
	_, given := c.task.Plan.Node(from).Do.(*plan.Start)
	many, phrase := tool.Returns == domain.Many, "found"
	switch {
	case o.Each:
		phrase = "each"
	case given:
		phrase = "given"
	}
	rows := ""
	if many {
		switch {
		case o.Each:
			rows = c.rowsOf(tool, c.them(from))
		case given:
			rows = c.rowsOf(tool, c.say("it", "kind", kind))
		default:
			rows = c.rowsOf(tool, name)
		}
		phrase += "_rows"
	}
	if !o.Each && c.language != "pt" && (contains(name, kind) && !strings.HasPrefix(name, "“") || !given && contains(table.Label.In(c.language), kind)) {
		kind = "" // "公司甲公司", "city Lakeside City", "look up address X in the addresses"
	}
	c.begin(strings.ReplaceAll(c.say(phrase, "tool", c.tools(n.Name), "table", table.Label.In(c.language), "kind", kind, "name", name, "rows", rows,
		"n", strconv.Itoa(len(c.members(from))), "measure", c.measureOf(from)), "  ", " "))
	found := c.last(n.Name).Rows
	switch {
	case found == 0:
		c.clause(c.Phrases["none"])
	case o.Each && !many:
		c.clause(c.say("found_each", "n", c.count(found), "measure", c.measure(table)))
	case found == 1 && many:
		c.clause(c.say("one", "measure", c.measure(table)))
	case many:
		c.clause(c.say("number", "n", c.count(found), "measure", c.measure(table)))
	}
	c.focus = n.Name
}

// contains reports whether a text has a word, in upper or lower case.
func contains(text, word string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(word))
}

// having says for which entities a lookup knows anything.
func (c *composer) having(n *plan.Node, o *plan.Having) {
	from, phrase := n.From[0], "having"
	if len(c.last(n.Name).Selected) == 0 {
		phrase = "having_none"
	}
	c.begin(c.say(phrase, "tool", c.tools(n.Name), "rows", c.rowsOf(c.domain.Tool(o.Tool), c.them(from)), "kind", c.kind(from),
		"n", strconv.Itoa(len(c.members(from))), "values", c.result(n.Name)))
}

// them names the members of a set.
func (c *composer) them(set string) string {
	return c.say("them", "n", strconv.Itoa(len(c.members(set))), "measure", c.measureOf(set), "kind", c.kind(set))
}

// rowsOf names the rows that a lookup finds for a name.
func (c *composer) rowsOf(t *domain.Tool, name string) string {
	return strings.ReplaceAll(t.Phrase.In(c.language), domain.Slot, name)
}

// papers says which texts the question hands over. The papers of a case hold what the
// reference says too, so that only those handed over are read.
func (c *composer) papers(n *plan.Node, o *plan.Record) {
	table := c.domain.Table(o.Table)
	template := c.domain.Template(c.task.Plan.Template)
	if template == nil {
		return
	}
	var read []string
	for _, g := range template.Given {
		node := c.task.Plan.Node(g.Name)
		if node == nil {
			continue
		}
		if o, ok := node.Do.(*plan.Project); ok && node.From[0] == n.Name {
			read = append(read, table.Column(o.Columns[0]).Called(c.language))
		}
	}
	if read != nil {
		c.begin(c.say("record", "table", table.Label.In(c.language), "values", c.list(read)))
	}
}

// project says what stands in a column.
func (c *composer) project(n *plan.Node, o *plan.Project) {
	from, typ := n.From[0], c.types[n.Name]
	source := c.task.Plan.Node(from)
	if _, ok := source.Do.(*plan.Record); ok {
		return
	}
	also := c.column == from && c.focus == from
	c.about(from)
	called := c.called(from, o.Columns[len(o.Columns)-1])
	if len(o.Columns) > 1 {
		called = c.kind(n.Name)
	}
	_, chosen := source.Do.(*plan.Superlative)
	if call, ok := source.Do.(*plan.Call); ok && !typ.Many && o.Columns[0] == c.domain.Table(typ.Table).Key && !call.Each {
		called = c.say("own", "row", c.domain.Table(typ.Table).Row.In(c.language), "column", called)
	}
	switch {
	case len(c.last(n.Name).Selected) == 0:
		c.clause(c.say("unstated", "column", called))
	case typ.Entity == "" && c.domain.Table(typ.Table).Column(o.Columns[0]).Kind == domain.KindProse, c.isLong(c.first(n.Name)) && typ.Entity == "":
		c.clause(c.say("prose", "column", called))
	case typ.Many && len(unique(c.values(n.Name))) > 1:
		c.clause(c.say("columns", "column", called, "values", c.result(n.Name)))
	case also:
		c.clause(c.say("also", "column", called, "value", c.result(n.Name)))
		c.column = from
	case chosen:
		c.clause(c.say("chosen", "column", called, "value", c.result(n.Name)))
		c.column = from
	default:
		c.clause(c.say("column", "column", called, "value", c.result(n.Name)))
		c.column = from
	}
}

// filter says how many rows are kept, and why.
func (c *composer) filter(n *plan.Node, o *plan.Filter) {
	col := c.columnOf(n.From[0], o.Column)
	value, to := c.short(o.Operand), o.To
	switch {
	case o.Comparison == plan.Names:
		value = c.name(n.From[1])
	case o.Comparison != plan.Year && o.Comparison != plan.Contains:
		value, to = c.short(c.cell(col, o.Operand)), c.cell(col, to)
	}
	c.kept(n, string(o.Comparison), "column", c.called(n.From[0], o.Column), "value", value, "to", to)
}

// kept says how many rows a node keeps.
func (c *composer) kept(n *plan.Node, phrase string, pairs ...string) {
	c.about(n.From[0])
	table := c.domain.Table(c.types[n.Name].Table)
	c.clause(c.say(phrase, append(pairs, "n", c.count(c.last(n.Name).Rows), "measure", c.measure(table))...))
	c.focus = n.Name
}

// ranked says which row is chosen by a ranking.
func (c *composer) ranked(n *plan.Node, o *plan.Superlative) {
	c.about(n.From[0])
	col := c.columnOf(n.From[0], o.Column)
	end := c.endOf(o.Order, col.Kind == domain.KindDate)
	words := c.Ends[end]
	if o.Rank > 1 {
		words = c.say("place", "n", ordinal(c.language, o.Rank), "end", c.Places[end])
	}
	how, phrase, value := c.Phrases["comparing"], "ranked", ""
	if tools := c.tools(n.Name); tools != "" {
		how = c.say("ranking", "tool", tools)
		if value = ranking(c.last(n.Name).Observation, max(o.Rank, 1)); value != "" {
			phrase = "ranked_value"
		}
	}
	c.clause(c.say(phrase, "how", how, "column", col.Called(c.language), "end", words, "value", c.cell(col, value),
		"measure", c.measure(c.domain.Table(c.types[n.Name].Table))))
	c.focus = n.Name
}

// fact says what a text states.
func (c *composer) fact(n *plan.Node, o *plan.ReadFact) {
	called := o.Fact
	if t := c.domain.Table(c.types[n.From[0]].Table); t != nil {
		for i := range t.Columns {
			for j := range t.Columns[i].Facts {
				if f := &t.Columns[i].Facts[j]; f.Name == o.Fact {
					called = f.Column().Called(c.language)
				}
			}
		}
	}
	c.clause(c.say("fact", "column", called, "value", c.result(n.Name)))
}

// endOf is the name of an end of a ranking in the words.
func (c *composer) endOf(o plan.Order, day bool) string {
	if day {
		return string(o) + "_day"
	}
	return string(o)
}

// ranking returns the value in a place of the list that a tool returned, "" if it returned
// another thing.
func ranking(observation json.RawMessage, place int) string {
	var list []json.RawMessage
	if json.Unmarshal(observation, &list) != nil || len(list) < place {
		return ""
	}
	var text string
	if json.Unmarshal(list[place-1], &text) == nil {
		return text
	}
	return string(list[place-1])
}

// query returns the text that a retriever was asked for.
func query(steps []plan.Step) string {
	var args map[string]any
	if err := json.Unmarshal(steps[len(steps)-1].Arguments, &args); err != nil {
		return ""
	}
	longest := ""
	for _, v := range args {
		if s, ok := v.(string); ok && len(s) > len(longest) {
			longest = s
		}
	}
	return longest
}
