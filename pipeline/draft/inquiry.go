package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// answerGroup holds the answers of one inquiry: consecutive columns of the same rows, or a
// single answer.
type answerGroup struct {
	answers []*plan.AnswerSpec
	rows    string // the node whose columns they are; "" for a single answer that is none
	column  bool   // whether they are columns of rows
}

// from returns the nodes of the group's answers.
func (g *answerGroup) from() []string {
	names := make([]string, len(g.answers))
	for i, a := range g.answers {
		names[i] = a.From
	}
	return names
}

// groups divides a program's answers into inquiries.
func groups(p *plan.Program) []answerGroup {
	var all []answerGroup
	for i := range p.Answers {
		a := &p.Answers[i]
		n := p.Node(a.From)
		o, ok := n.Do.(*plan.Project)
		single := ok && len(o.Columns) == 1
		if k := len(all) - 1; k >= 0 && single && all[k].column && all[k].rows == n.From[0] && all[k].answers[0].Condition() == a.Condition() {
			all[k].answers = append(all[k].answers, a)
			continue
		}
		g := answerGroup{answers: []*plan.AnswerSpec{a}}
		if single {
			g.rows, g.column = n.From[0], true
		}
		all = append(all, g)
	}
	return all
}

// composedInquiry is an inquiry with the phrases of its answer.
type composedInquiry struct {
	Inquiry
	group       *answerGroup
	truth       yesNoPhrase // for AskTruth
	premise     yesNoPhrase // what it depends on
	ownerPhrase string      // the first column of AskSeveral, all of AskTable, with what they are of
	steps       []int       // the composer's steps that lead to it
	phrases     answerPhrases
}

// answerPhrases are the phrases of an inquiry that its answer repeats.
type answerPhrases struct {
	subject, ownerPhrase string
	truth, premise       yesNoPhrase
}

// texts returns all phrases of an inquiry except its steps.
func (q *composedInquiry) texts() []*string {
	w := &q.Stepwise
	return append(append(q.truth.texts(), q.premise.texts()...), &q.Premise, &w.Clause, &w.Question, &w.Subject, &q.ownerPhrase)
}

// inquiries composes all groups, with or without steps.
func (c *composer) inquiries(stepwise bool) ([]composedInquiry, error) {
	c.steps, c.named, c.introductions = nil, map[string]int{}, map[string]introduction{}
	c.roles = map[string]string{}
	c.setScene()
	all := make([]composedInquiry, len(c.groups))
	for i := range c.groups {
		g := &c.groups[i]
		most := 0
		for _, f := range g.from() {
			most = max(most, c.program.Lookups(f))
		}
		c.stepwise, c.weight = stepwise && most >= stepsFrom, 0
		from := len(c.steps)
		if i == 0 {
			from = 0 // the scene
		}
		q, err := c.composeGroup(i)
		if err != nil {
			return nil, err
		}
		q.group = g
		for k := from; k < len(c.steps); k++ {
			if c.steps[k].text != "" {
				q.steps = append(q.steps, k)
			}
		}
		all[i] = q
	}
	c.replaceReferences(all)
	return all, nil
}

// compose composes the program: in steps if it is long, and also as a single phrase if no
// result needs a name.
func (c *composer) compose() ([]composedInquiry, error) {
	all, err := c.inquiries(true)
	if c.scene != "" && err == nil && !c.refersToScene() {
		c.scene = ""
		all, err = c.inquiries(true)
	}
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Nested = all[i].Stepwise
	}
	if len(c.needsName) == 0 && len(c.steps) > 0 {
		nested, err := c.inquiries(false)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if c.scene != "" && !c.refersToScene() {
				break
			}
			all[i].Nested, all[i].phrases = nested[i].Stepwise, nested[i].phrases
		}
	}
	for i := range all {
		q := &all[i]
		q.Answers = q.group.answers
		q.SharedMeasures = c.sharedOf(c.sharedMeasures, q.Answers)
		q.SharedSums = c.sharedOf(c.wholeSums, q.Answers)
	}
	return all, nil
}

// sharedOf returns, of the nodes that answers or their conditions depend on, those of some whose
// words others share.
func (c *composer) sharedOf(some map[string]bool, answers []*plan.AnswerSpec) (names []string) {
	for _, a := range answers {
		for _, root := range []string{a.From, a.Condition().Result} {
			if root == "" {
				continue
			}
			for _, n := range c.upstream(root) {
				if some[n.Name] && !slices.Contains(names, n.Name) {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// composeGroup composes the i-th group.
func (c *composer) composeGroup(i int) (composedInquiry, error) {
	g := &c.groups[i]
	var q composedInquiry
	var err error
	before := len(c.steps)
	switch {
	case len(g.answers) > 1:
		q, err = c.severalColumns(g)
	case c.types[g.answers[0].From].Shape == plan.ShapeTruth:
		q.Ask = AskTruth
		q.truth, err = c.truth(g.answers[0].From)
		q.Stepwise = q.truth.wording()
	default:
		q, err = c.singleAnswer(g)
	}
	if err != nil {
		return q, err
	}
	q.premise, q.Premise, err = c.premise(i, len(c.steps) > before)
	return q, err
}

// premise returns the yes-no question that an inquiry depends on and the words for its
// premise; "" if there is none. The words are short if the inquiry directly follows that
// question.
func (c *composer) premise(i int, steps bool) (yesNoPhrase, string, error) {
	on := c.groups[i].answers[0].Condition()
	if on.Result == "" {
		return yesNoPhrase{}, "", nil
	}
	t, err := c.truth(on.Result)
	short := c.followsPremise(i) && !steps
	switch {
	case short && on.Truth:
		return t, t.shortPremise, err
	case short:
		return t, t.shortDenial, err
	case on.Truth:
		return t, c.grammar.premise(t.yes), err
	}
	return t, c.grammar.premise(t.no), err
}

// followsPremise reports whether the i-th group directly follows the question that it
// depends on, or a group that depends on the other answer to that question and does.
func (c *composer) followsPremise(i int) bool {
	on := c.groups[i].answers[0].Condition()
	if i > 1 && c.groups[i-1].answers[0].Condition() == (plan.AnswerCondition{Result: on.Result, Truth: !on.Truth}) {
		i--
	}
	return i > 0 && c.groups[i-1].answers[0].From == on.Result
}

// otherwise reports whether the question asks for another answer where the i-th group's
// condition does not hold.
func (c *composer) otherwise(i int) bool {
	on := c.groups[i].answers[0].Condition()
	on.Truth = !on.Truth
	return on.Result != "" && slices.ContainsFunc(c.groups, func(g answerGroup) bool { return g.answers[0].Condition() == on })
}

// severalColumns composes an inquiry for several columns of the same rows.
func (c *composer) severalColumns(g *answerGroup) (composedInquiry, error) {
	r, err := c.rows(g.rows)
	if err != nil {
		return composedInquiry{}, err
	}
	r.leading = true
	words, bare := make([]string, len(g.answers)), make([]string, len(g.answers))
	for i, a := range g.answers {
		bare[i] = c.columnName(g.rows, c.program.Node(a.From).Do.(*plan.Project).Columns[0])
		words[i] = bare[i] + c.nameInPlace(a.From)
		if forms := c.forms(a); forms != nil {
			words[i] = c.grammar.withForm(words[i], forms[0])
		}
	}
	q := composedInquiry{Inquiry: Inquiry{Ask: AskSeveral}}
	columns := c.grammar.columns(words)
	subject := c.grammar.columnOf(&r, columns)
	if c.types[g.rows].Many {
		q.Ask, subject = AskTable, c.grammar.table(&r, columns)
		q.ownerPhrase = c.grammar.table(&r, c.grammar.columns(bare))
	}
	if q.Ask == AskSeveral {
		q.ownerPhrase = c.grammar.columnOf(&r, bare[0])
	}
	q.Stepwise = c.grammar.wording(q.Ask, subject, c.howMuch(g))
	return q, nil
}

// howMuch returns the question word for several columns that all hold numbers, in words other
// than the draft's; "" for others.
func (c *composer) howMuch(g *answerGroup) string {
	for _, a := range g.answers {
		if a.Form.Style != plan.StyleNumber {
			return ""
		}
	}
	if !c.drawn {
		return ""
	}
	return c.grammar.howMuch()
}

// singleAnswer composes an inquiry for one answer.
func (c *composer) singleAnswer(g *answerGroup) (composedInquiry, error) {
	a := g.answers[0]
	q := composedInquiry{Inquiry: Inquiry{Ask: c.askKind(a), Forms: c.forms(a)}}
	var err error
	q.Stepwise, err = c.wording(a, q.Ask)
	return q, err
}

// askKind returns the kind of an answer.
func (c *composer) askKind(a *plan.AnswerSpec) AskKind {
	t := c.types[a.From]
	_, compared := c.program.Node(a.From).Do.(*plan.Compare)
	switch {
	case compared:
		return AskWhich
	case a.Form.Style == plan.StyleCount:
		return AskCount
	case t.Many:
		return AskList
	case a.Form.Style == plan.StyleNumber:
		return AskNumber
	case a.Form.Style == plan.StyleDate:
		return AskDate
	}
	return AskName
}

// askByClause rewords an inquiry by the clause of the column asked for: "which office
// approved …".
func (c *composer) askByClause(w *Wording, node string, r *rowPhrase, column *domain.Column) {
	clause := column.Clause.In(c.lang)
	if clause == "" {
		return
	}
	which := c.grammar.who()
	if c.types[node].Entity != "" {
		which = c.grammar.whichOf(c.label(node), c.labelMeasure(node))
	}
	w.Clause = strings.NewReplacer(domain.SlotWhich, which, domain.SlotWho, c.grammar.who()).Replace(c.grammar.inClause(clause, r))
	w.Question = capital(w.Clause)
	w.Clause = c.grammar.indirect(w.Clause)
}

// askListByClause rewords an inquiry for a list by the clause of the column asked for: "which
// offices approved …".
func (c *composer) askListByClause(w *Wording, node string, r *rowPhrase, column *domain.Column) {
	if c.types[node].Entity == "" || r.choice != nil {
		return
	}
	if clause := c.grammar.listClause(column.Clause.In(c.lang), c.label(node), r); clause != "" {
		w.Clause, w.Question = clause, capital(clause)
	}
}

// wording returns the words for one answer.
func (c *composer) wording(a *plan.AnswerSpec, ask AskKind) (Wording, error) {
	if i, ok := c.named[a.From]; ok {
		return c.grammar.wording(ask, c.grammar.meaningOf(c.steps[i].label, reference(i)), c.measure(a)), nil
	}
	n := c.program.Node(a.From)
	switch o := n.Do.(type) {
	case *plan.Project:
		r, err := c.rows(n.From[0])
		r.leading = true
		mark := c.nameInPlace(a.From)
		subject := c.grammar.columnOf(&r, c.columns(n.From[0], o.Columns)+mark)
		if mark == "" && len(o.Columns) == 1 && c.types[a.From].Entity != "" {
			subject = c.content(&r, c.column(n.From[0], o.Columns[0]), c.columnName(n.From[0], o.Columns[0]), c.label(a.From))
		}
		w := c.grammar.wording(ask, subject, c.measure(a))
		if mark == "" && c.grammar.hasTopics() && c.asksForRows(n, o) {
			return c.grammar.askWhichRows(ask, &r, c.label(a.From)), nil
		}
		if ask == AskName && mark == "" && len(o.Columns) == 1 && (!r.many || r.choice != nil) {
			c.askByClause(&w, a.From, &r, c.column(n.From[0], o.Columns[0]))
		}
		if ask == AskList && mark == "" && slices.Equal(o.Columns, []string{c.domain.Table(c.types[a.From].Table).Key}) && r.choice == nil {
			c.grammar.askKeys(&w, &r, c.columnName(n.From[0], o.Columns[0]))
		}
		if ask == AskList && mark == "" && len(o.Columns) == 1 {
			c.askListByClause(&w, a.From, &r, c.column(n.From[0], o.Columns[0]))
		}
		if event := c.column(n.From[0], o.Columns[0]).Event.In(c.lang); ask == AskDate && mark == "" && event != "" && (!r.many || r.choice != nil) {
			c.grammar.askWhen(&w, &r, event)
		}
		return w, err
	case *plan.ReadFact:
		text, err := c.prose(n.From[0])
		return c.grammar.wording(ask, c.grammar.stated(text, c.columnName(n.Name, o.Fact)), c.measure(a)), err
	case *plan.Citations:
		text, err := c.prose(n.From[0])
		w := c.grammar.wording(ask, c.grammar.cited(text, c.label(n.Name)), "")
		c.grammar.askCited(&w, text, c.label(n.Name))
		return w, err
	case *plan.Count, *plan.Distinct, *plan.Days:
		if ask == AskCount {
			return c.howMany(n, c.measure(a))
		}
	case *plan.Compare:
		return c.which(n)
	case *plan.Arithmetic:
		return c.arithmeticWording(n, ask, c.measure(a))
	case *plan.Combine, *plan.Having:
		s, err := c.set(a.From, nil)
		mark := c.nameInPlace(a.From)
		w := c.grammar.wording(ask, s.text+mark, "")
		if s.property != "" && ask == AskList && mark == "" {
			c.grammar.askWhichHave(&w, &s)
		}
		return w, err
	case *plan.Frequent:
		r, err := c.rows(n.From[0])
		subject := c.grammar.mostFrequent(&r, c.columnName(n.From[0], o.Column)+c.nameInPlace(a.From))
		return c.grammar.wording(ask, subject, ""), err
	case *plan.Aggregate:
	default:
		return Wording{}, fmt.Errorf("node %q: an answer of operation %s has no words", n.Name, n.Do.Kind())
	}
	subject, err := c.number(a.From)
	return c.grammar.wording(ask, subject, c.measure(a)), err
}

// asksForRows reports whether a column asked for is the name of rows that are entities
// themselves: subsidiaries.
func (c *composer) asksForRows(n *plan.Node, o *plan.Project) bool {
	table, entity := c.domain.Table(c.types[n.Name].Table), c.domain.Entity(c.types[n.Name].Entity)
	call := c.program.Node(n.From[0])
	for call.Lookup() == "" && len(call.From) > 0 {
		call = c.program.Node(call.From[0])
	}
	return entity != nil && slices.Equal(o.Columns, []string{table.Key}) && c.rowsAre(table, entity) && call.Lookup() != "" &&
		(c.domain.Tool(call.Lookup()).Returns == domain.Many || c.types[call.From[0]].Entity != entity.Name && !c.isNamed(call.From[0]))
}

// isNamed reports whether a step or the scene names a node's result.
func (c *composer) isNamed(name string) bool {
	_, ok := c.named[name]
	return ok
}

// prose returns the words for the text of a row, a node's result: the row itself if its
// table has nothing else to ask for, so that the row is the text.
func (c *composer) prose(name string) (string, error) {
	n := c.program.Node(name)
	r, err := c.rows(n.From[0])
	if err != nil {
		return "", err
	}
	text := n.Do.(*plan.Project).Columns[0]
	t := c.domain.Table(c.types[name].Table)
	for i := range t.Columns {
		if col := &t.Columns[i]; col.Name != text && col.Name != t.Key && col.Asked != domain.Never {
			return c.grammar.columnOf(&r, c.columnName(n.From[0], text)), nil
		}
	}
	return c.grammar.rows(&r), nil
}
