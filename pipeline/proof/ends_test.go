package proof_test

import (
	"context"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
)

// libraryDomain is the small domain with statutes that have versions, with notes on their
// articles, with columns of several numbers, days and texts, and with a lookup of one text.
func libraryDomain() *domain.Domain {
	d := prooftest.Small()
	for table, columns := range map[string][]string{"Firm": {"资本", "成立"}, "Case": {"金额", "案由"}} {
		for _, name := range columns {
			d.Table(table).Column(name).Separators = []string{"/"}
		}
	}
	d.Passages = []domain.Passages{
		{Name: "Rules", Field: "text", Reference: &domain.PassageNaming{
			Headings: []string{`^(?P<work>\p{Han}法)(?:（(?P<version>(?P<year>[0-9]{4})年[上下]?)）)?(?P<part>第[一二三]条)：`},
			Names:    []string{"{work}{part}"},
			Cited:    "《{work}》(?:第[一二三]条、)*{part}",
			InForce:  []string{"自(?P<year>[0-9]+)年(?P<month>[0-9]+)月(?P<day>[0-9]+)日起施行"},
		}},
		{Name: "Notes", Field: "text", Reference: &domain.PassageNaming{
			Headings: []string{`《(?P<work>[^》]+)》(?P<part>第[一二三]条)`},
			Names:    []string{"{work}{part}"},
			Of:       "Rules",
		}},
	}
	for tool, passages := range map[string]string{"rules": "Rules", "notes": "Notes"} {
		d.Tools = append(d.Tools, domain.Tool{Name: tool, Kind: domain.Retriever, Passages: passages, Inputs: []domain.ToolInput{
			{Name: "query", Type: domain.InputString}, {Name: "k", Type: domain.InputInteger, Optional: true},
		}})
	}
	head := *d.Tool("firm_name")
	head.Name, head.Column = "head", "法人"
	d.Tools = append(d.Tools, head)
	return d
}

const (
	east   = "东海船舶有限公司"
	south  = "南岭茶叶有限公司"
	spared = "P-999" // the key of a row that no program reads
)

// library is the healthy world with a row that no program reads and with passages.
func library(rules, notes []string) prooftest.Tables {
	ts := prooftest.Healthy()
	ts["Place"] = append(ts["Place"], prooftest.Row{"编号": spared})
	for name, texts := range map[string][]string{"Rules": rules, "Notes": notes} {
		for _, text := range texts {
			ts[name] = append(ts[name], prooftest.Row{"text": text})
		}
	}
	return ts
}

// Both executions end a program at the same node for the same reason, however a result
// comes to have no value or too many.
func TestExecutionsEndAlike(t *testing.T) {
	node := func(name string, do plan.Operation, from ...string) plan.Node {
		return plan.Node{Name: name, From: from, Do: do}
	}
	asked := func(form plan.Form, nodes ...plan.Node) *plan.Program {
		return &plan.Program{Nodes: nodes, Answers: []plan.AnswerSpec{{From: nodes[len(nodes)-1].Name, Form: form}}}
	}
	pairOf := func(column string, form plan.Form, do plan.Operation, from ...string) *plan.Program {
		return asked(form,
			node("a", prooftest.Start("firm", east)), node("b", prooftest.Start("firm", south)),
			node("x", prooftest.Call("firm"), "a"), node("y", prooftest.Call("firm"), "b"),
			node("m", prooftest.Project(column), "x"), node("n", prooftest.Project(column), "y"), node("last", do, from...))
	}
	cases := func(form plan.Form, ops ...plan.Operation) *plan.Program {
		return prooftest.Chain(form, append([]plan.Operation{prooftest.Start("firm", south), prooftest.Call("cases")}, ops...)...)
	}
	// The passages for the query in a company's column, cited in the text of that column,
	// on the day on which the company was founded.
	cite := func(which domain.CiteMode, tool string, dated bool) *plan.Program {
		nodes := []plan.Node{
			node("firm", prooftest.Start("firm", south)), node("row", prooftest.Call("firm"), "firm"), node("text", prooftest.Project("法人"), "row"),
			node("day", prooftest.Project("成立"), "row"), node("found", &plan.Retrieve{Tool: tool, Passages: 9}, "text"),
		}
		from := []string{"found"}
		if which == domain.CiteAll {
			from = append(from, "text")
		}
		if dated {
			from = append(from, "day")
		}
		return asked(prooftest.Words, append(nodes, node("last", &plan.Cite{Which: which}, from...))...)
	}
	firm := func(column string, cell any) func(prooftest.Tables) {
		return func(ts prooftest.Tables) { ts["Firm"][1][column] = cell }
	}
	docket := func(column string, cell any) func(prooftest.Tables) {
		return func(ts prooftest.Tables) { ts["Case"][0][column] = cell }
	}
	both := func(edits ...func(prooftest.Tables)) func(prooftest.Tables) {
		return func(ts prooftest.Tables) {
			for _, edit := range edits {
				edit(ts)
			}
		}
	}
	cites := func(text string) func(prooftest.Tables) { return firm("法人", text) }
	lowest := &plan.Superlative{Column: "立案", Order: plan.Min}
	decided := plan.Node{Name: "court", Do: prooftest.Start("court", "东营市中级人民法院")}

	for _, c := range []struct {
		name         string
		rules, notes []string
		edit         func(prooftest.Tables)
		program      *plan.Program
		node         string // where the program ends
		reason       plan.Reason
	}{
		{"a sum over a cell of two numbers", nil, nil, docket("金额", "5/6"), cases(prooftest.Yuan, &plan.Aggregate{Function: plan.Sum, Column: "金额"}), "r3", plan.Several},
		{"days between days of which one cell has two", nil, nil, firm("成立", "2005年06月01日/2006年06月01日"), pairOf("成立", prooftest.Count, &plan.Days{}, "m", "n"), "last", plan.Several},
		{"a difference of amounts of which one cell has two", nil, nil, firm("资本", "9000万/8000万"), pairOf("资本", prooftest.Yuan, &plan.Arithmetic{Function: plan.Subtract}, "m", "n"), "last", plan.Several},
		{"a comparison of amounts of which one cell has two", nil, nil, firm("资本", "9000万/8000万"), pairOf("资本", prooftest.Words, &plan.Compare{Order: plan.Max}, "a", "m", "b", "n"), "last", plan.Several},
		{"a cell never observed, in rows that state a value", nil, nil, func(ts prooftest.Tables) { delete(ts["Case"][0], "案由") }, cases(prooftest.Count, &plan.Filter{Column: "案由", Comparison: plan.Stated}, &plan.Count{}), "r3", plan.Unobserved},
		{"a name that may be of the same court", nil, nil, docket("法院", "山东省东营市中级人民法院"), asked(prooftest.Count,
			node("firm", prooftest.Start("firm", south)), node("rows", prooftest.Call("cases"), "firm"), decided,
			node("last", &plan.Filter{Column: "法院", Comparison: plan.Names}, "rows", "court"), node("n", &plan.Count{}, "last")), "last", plan.Ambiguous},
		{"a most frequent name that is masked", nil, nil, both(docket("当事人", "某甲公司"), func(ts prooftest.Tables) { ts["Case"][1]["当事人"] = "某甲公司" }), cases(prooftest.Words, &plan.Frequent{Column: "当事人"}), "r3", plan.Masked},
		{"a most frequent name of no row", nil, nil, nil, prooftest.Chain(prooftest.Words, prooftest.Start("firm", east), &plan.Call{Tool: "cases", Empty: true}, &plan.Frequent{Column: "法院"}), "r3", plan.Missing},
		{"the most frequent of a set among none of its members", nil, nil, nil, asked(prooftest.Words,
			node("a", prooftest.Start("firm", south)), node("b", prooftest.Start("firm", "西湖丝绸有限公司")),
			node("x", prooftest.Call("cases"), "a"), node("y", prooftest.Call("cases"), "b"),
			node("m", prooftest.Project("当事人"), "x"), node("n", prooftest.Project("当事人"), "y"), node("last", &plan.Mode{}, "m", "n")), "last", plan.Missing},
		{"a piece of a cell of two texts", nil, nil, docket("案由", "买卖纠纷/租赁纠纷"), cases(prooftest.Words, lowest, prooftest.Project("案由"), &plan.Extract{Pattern: "(.+)纠纷"}), "r5", plan.Several},
		{"a piece of a text that has none", nil, nil, docket("案由", "买卖"), cases(prooftest.Words, lowest, prooftest.Project("案由"), &plan.Extract{Pattern: "(.+)纠纷"}), "r5", plan.Underived},
		{"a piece of a text that has two", nil, nil, docket("案由", "买卖纠纷，租赁纠纷"), cases(prooftest.Words, lowest, prooftest.Project("案由"), &plan.Extract{Pattern: "(..)纠纷"}), "r5", plan.Several},
		{"a lookup of a text that was never observed", nil, nil, func(ts prooftest.Tables) { delete(ts["Firm"][1], "法人") }, prooftest.Chain(prooftest.Words, prooftest.Start("ticker", "600316"), prooftest.Call("head"), prooftest.Project("法人")), "r2", plan.Missing},
		{"a query of two texts", []string{"甲法第一条：买卖纠纷。"}, nil, docket("案由", "买卖纠纷/租赁纠纷"), cases(prooftest.Words, lowest, prooftest.Project("案由"), &plan.Retrieve{Tool: "rules", Passages: 2}, &plan.Cite{Which: domain.CiteFirst}), "r5", plan.Several},
		{"a query that no passage suits", []string{"甲法第一条：买卖纠纷。"}, nil, nil, cite(domain.CiteFirst, "rules", false), "found", plan.Missing},
		{"citations in a cell of two texts", []string{"甲法第一条：买卖纠纷。"}, nil, docket("案由", "《甲法》第一条/《甲法》第二条"), asked(prooftest.Words,
			node("firm", prooftest.Start("firm", south)), node("rows", prooftest.Call("cases"), "firm"), node("row", lowest, "rows"), node("text", prooftest.Project("案由"), "row"),
			node("query", prooftest.Start("court", "买卖纠纷")), node("found", &plan.Retrieve{Tool: "rules", Passages: 2}, "query"), node("last", &plan.Cite{Which: domain.CiteAll}, "found", "text")), "last", plan.Several},
		{"the law of two days", []string{"甲法（2001年）第一条：本法自2001年1月1日起施行。", "甲法第一条：本法自2010年1月1日起施行。"}, nil, both(cites("《甲法》第一条"), firm("成立", "2005年06月01日/2006年06月01日")), cite(domain.CiteAll, "rules", true), "last", plan.Several},
		{"a note on an article that the latest version lacks", []string{"甲法（2001年）第一条：本法自2001年1月1日起施行。", "甲法第二条：本法自2002年1月1日起施行。"}, []string{"《甲法》第一条的要点。"}, cites("要点"), cite(domain.CiteFirst, "notes", true), "last", plan.Undated},
		{"a note on an article of a law without a latest version", []string{"甲法（2001年）第一条：本法自2001年1月1日起施行。"}, []string{"《甲法》第一条的要点。"}, cites("要点"), cite(domain.CiteFirst, "notes", true), "last", plan.Undated},
		{"an article with two wordings in one version", []string{"甲法（2001年）第一条：本法自2001年1月1日起施行。", "甲法（2001年）第一条：一。", "甲法第一条：本法自2010年1月1日起施行。", "没有条号的一段话。"}, nil, cites("《甲法》第一条"), cite(domain.CiteAll, "rules", true), "last", plan.Undated},
		{"an article of a law with two versions of one year", []string{"甲法（2001年上）第一条：一。", "甲法（2001年下）第一条：一。"}, nil, cites("《甲法》第一条"), cite(domain.CiteAll, "rules", true), "last", plan.Undated},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, ts := libraryDomain(), library(c.rules, c.notes)
			if c.edit != nil {
				c.edit(ts)
			}
			tools, joins := ends(t, d, ts, c.program)
			want := end{c.node, c.reason}
			if tools != want || joins != want {
				t.Errorf("tools end at %v, joins at %v: want %v", tools, joins, want)
			}
		})
	}

	// A law named without its articles is cited if one of the articles was in force for sure.
	t.Run("a name that several articles have", func(t *testing.T) {
		d, clause := libraryDomain(), "二。本法自2001年1月1日起施行。"
		d.Passage("Rules").Reference.Names = []string{"{work}"}
		ts := library([]string{"甲法（2001年）第一条：一。", "甲法（2001年）第二条：" + clause, "甲法（2005年）第一条：改。", "甲法（2005年）第二条：" + clause}, nil)
		cites("《甲法》第一条、第二条")(ts)
		if tools, joins := ends(t, d, ts, cite(domain.CiteAll, "rules", true)); tools != (end{}) || joins != (end{}) {
			t.Errorf("tools end at %v, joins at %v: want an answer", tools, joins)
		}
	})

	// A retriever puts equal passages in some order. The second execution takes no order.
	t.Run("articles that tie", func(t *testing.T) {
		ts := library([]string{"甲法第一条：价款。", "甲法第三条：价款。"}, nil)
		cites("《甲法》第一条、第三条")(ts)
		tools, joins := ends(t, libraryDomain(), ts, cite(domain.CiteAll, "rules", false))
		if want := (end{"last", plan.Tie}); tools != (end{}) || joins != want {
			t.Errorf("tools end at %v, joins at %v: want an answer by tools, and %v", tools, joins, want)
		}
	})
}

// end is the node at which a program ends, and the reason; both are "" if it has an answer.
type end struct {
	node   string
	reason plan.Reason
}

// ends returns where each execution of a program ends.
func ends(t *testing.T, d *domain.Domain, ts prooftest.Tables, p *plan.Program) (tools, joins end) {
	t.Helper()
	c, set := prooftest.Load(t, d, ts)
	x, err := plan.NewExecutor(d, set, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if reason != "" {
		tools = end{p.Nodes[len(trace.Results)].Name, reason}
	}
	place := c.Table("Place")
	for row := range place.Len() {
		if place.Cell(row, place.Column("编号")).Text() == spared {
			joins.node, joins.reason = proof.NewJoins(d, c).EndWithout(p, place, row)
			return tools, joins
		}
	}
	t.Fatalf("no row %s", spared)
	return
}
