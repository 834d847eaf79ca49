package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every rule refuses what it does not describe, and says at which node.
func TestRulesRefuse(t *testing.T) {
	d := sea()
	of := func(last Node) []Node {
		return []Node{
			n("ship", bound("ship", "鹭")), n("row", call("ship"), "ship"), n("set", call("voyages"), "ship"),
			n("home", project("home"), "row"), n("owner", project("owner"), "row"), n("worth", project("worth"), "row"), n("built", project("built"), "row"),
			n("tos", project("to"), "set"), n("froms", project("from"), "set"), n("cargos", project("cargo"), "set"), n("regions", project("ocean", "coast"), "set"),
			n("ships", project("convoy"), "set"), n("many", &Distinct{}, "tos"), n("one", &Superlative{"left", Max, 0}, "set"), n("region", project("ocean", "coast"), "one"),
			n("ocean", project("ocean"), "one"), n("sailors", project("sailors"), "row"), n("count", &Count{}, "set"), n("exists", &Exists{}, "set"),
			last,
		}
	}
	filter := func(column string, c Comparison, operand, to string) Operation {
		return &Filter{Column: column, Comparison: c, Operand: operand, To: to}
	}
	for _, c := range []struct {
		name string
		last Node
		want string
	}{
		{"start", n("z", bound("whale", "鲸")), `entity type "whale" is not declared`},
		{"start: parts", n("z", bound("region", "北洋")), "the value has 1 parts: want 2"},
		{"start: no name", n("z", bound("ship")), ""},
		{"start: empty name", n("z", &Start{"ship", []string{}}), "the value has 0 parts: want 1"},
		{"start: reads", n("z", bound("ship", "鹭"), "ship"), "a start reads nothing"},
		{"recognize: no passages", n("z", &Recognize{}, "row", "ship"), "want two inputs: passages and an entity"},
		{"derive", n("z", &Derive{"none"}, "ship"), `derivation "none": want a derivation that is declared`},
		{"derive: from another", n("z", &Derive{"first_voyage"}, "home"), `derivation "first_voyage" of port: want ship`},
		{"derive: from a number of entities", n("z", &Derive{"first_voyage"}, "many"), "want one input that names one entity"},
		{"call: no entity", n("z", call("ship"), "owner"), "want one input that names one entity"},
		{"call: a number of entities", n("z", call("port"), "many"), "want one input that names one entity"},
		{"call: a set", n("z", call("port"), "tos"), "want one input that names one entity"},
		{"call: rows", n("z", call("port"), "row"), "want one input that names one entity"},
		{"call: nothing", n("z", call("port")), "want one input that names one entity"},
		{"call: arithmetic", n("z", call("add"), "ship"), `tool "add": want a declared lookup`},
		{"call: another's tool", n("z", call("port"), "ship"), `tool "port" does not accept ship`},
		{"call: a part", n("z", call("ports"), "ocean"), "want one input that names one entity"},
		{"each: one", n("z", &Call{Tool: "port", Each: true}, "home"), "want one input that names a set of entities"},
		{"each: no entities", n("z", &Call{Tool: "port", Each: true}, "cargos"), "want one input that names a set of entities"},
		{"each: another's tool", n("z", &Call{Tool: "ship", Each: true}, "tos"), `tool "ship" does not accept port`},
		{"filter: a row", n("z", year("built", "2001"), "row"), "want a set of rows"},
		{"filter: two inputs", n("z", year("left", "2001"), "set", "ship"), "want one input of rows"},
		{"filter: column", n("z", year("built", "2001"), "set"), `no column "built"`},
		{"filter: comparison", n("z", filter("left", "soon", "2001", ""), "set"), `comparison "soon" is not known`},
		{"filter: year of an amount", n("z", year("freight", "2001"), "set"), "want a column of days and four digits"},
		{"filter: no year", n("z", year("left", "2001-01"), "set"), "want a column of days and four digits"},
		{"filter: year to", n("z", filter("left", Year, "2001", "2002"), "set"), "want a second operand for during and within only"},
		{"filter: no day", n("z", filter("left", Since, "2001-02-29", ""), "set"), "want a column of days and ISO days"},
		{"filter: a day in words", n("z", filter("left", Until, "2001年2月1日", ""), "set"), "want a column of days and ISO days"},
		{"filter: during, one end", n("z", filter("left", During, "2001-02-01", ""), "set"), "want a second operand"},
		{"filter: during, backwards", n("z", filter("left", During, "2001-02-01", "2000-02-01"), "set"), "ISO days in order"},
		{"filter: since an amount", n("z", filter("freight", Since, "2001-02-01", ""), "set"), "want a column of days"},
		{"filter: above a day", n("z", filter("left", Above, "5", ""), "set"), "want a column of numbers"},
		{"filter: no amount", n("z", filter("freight", Above, "5万", ""), "set"), "plain digits"},
		{"filter: an amount in longhand", n("z", filter("freight", AtLeast, "5.0", ""), "set"), "plain digits"},
		{"filter: less than nothing", n("z", filter("freight", AtMost, "-0", ""), "set"), "plain digits"},
		{"filter: zeros in front", n("z", filter("freight", Below, "007", ""), "set"), "plain digits"},
		{"filter: within", n("z", filter("freight", Within, "9", "10.5"), "set"), ""},
		{"filter: within, in order of texts", n("z", filter("freight", Within, "10", "9"), "set"), "plain digits in order"},
		{"filter: equals nothing", n("z", filter("cargo", Equals, "", ""), "set"), "equals \"\""},
		{"filter: equals a day", n("z", filter("left", Equals, "2001-02-01", ""), "set"), "want a column of numbers, texts or names"},
		{"filter: equals no amount", n("z", filter("freight", Equals, "much", ""), "set"), "want a column of numbers, texts or names"},
		{"filter: equals prose", n("z", filter("log", Equals, "晴", ""), "set"), "want a column of numbers, texts or names"},
		{"filter: contains nothing", n("z", filter("cargo", Contains, "", ""), "set"), "want a column of texts or names"},
		{"filter: contains digits", n("z", filter("freight", Contains, "1", ""), "set"), "want a column of texts or names"},
		{"filter: names nobody", n("z", filter("to", Names, "", ""), "set"), "want an entity of the column's type"},
		{"filter: names another type", n("z", filter("to", Names, "", ""), "set", "ship"), "want an entity of the column's type"},
		{"filter: names several", n("z", filter("to", Names, "", ""), "set", "tos"), "want an entity of the column's type"},
		{"filter: names a number", n("z", filter("to", Names, "", ""), "set", "many"), "want an entity of the column's type"},
		{"filter: names with an operand", n("z", filter("to", Names, "东港", ""), "set", "home"), "no operand"},
		{"filter: names with a second operand", n("z", filter("to", Names, "", "东港"), "set", "home"), "no operand"},
		{"filter: names a part", n("z", filter("ocean", Names, "", ""), "set", "region"), "want an entity of the column's type"},
		{"citations: no prose", n("z", &Citations{"Rules"}, "owner"), "a single text of a column of prose"},
		{"fact: rows", n("z", &ReadFact{"insured"}, "row"), "a single text of a column of prose"},
		{"superlative: a row", n("z", &Superlative{"built", Max, 0}, "row"), "want a set of rows"},
		{"superlative: column", n("z", &Superlative{"built", Max, 0}, "set"), `no column "built"`},
		{"superlative: texts", n("z", &Superlative{"cargo", Max, 0}, "set"), "want a column of numbers or days"},
		{"superlative: order", n("z", &Superlative{"left", "", 0}, "set"), "want max or min"},
		{"superlative: first", n("z", &Superlative{"left", Max, 1}, "set"), "rank 1: want 2 or more"},
		{"superlative: before the first", n("z", &Superlative{"left", Max, -1}, "set"), "rank -1: want 2 or more"},
		{"only: a row", n("z", &Only{}, "row"), "want a set of rows"},
		{"frequent: a row", n("z", &Frequent{"owner"}, "row"), "want a set of rows"},
		{"frequent: column", n("z", &Frequent{"owner"}, "set"), `no column "owner"`},
		{"frequent: numbers", n("z", &Frequent{"freight"}, "set"), "want a column of texts or names"},
		{"frequent: days", n("z", &Frequent{"left"}, "set"), "want a column of texts or names"},
		{"frequent: prose", n("z", &Frequent{"log"}, "set"), "want a column of texts or names"},
		{"frequent: a part", n("z", &Frequent{"ocean"}, "set"), "want a column of texts or names"},
		{"project: parts out of order", n("z", project("coast", "ocean"), "set"), "the parts of one entity in order"},
		{"project: nothing", n("z", project(), "set"), "want at least one column"},
		{"project: values", n("z", project("to"), "tos"), "want one input of rows"},
		{"count: a row", n("z", &Count{}, "row"), "want a set of rows"},
		{"count: values", n("z", &Count{}, "tos"), "want one input of rows"},
		{"distinct: rows", n("z", &Distinct{}, "set"), "want one input: a set of values"},
		{"distinct: one value", n("z", &Distinct{}, "owner"), "want one input: a set of values"},
		{"tiered: a row", n("z", &Tiered{[]RateTier{{AtLeast: []string{"1"}, Rate: "2"}, {Rate: "3"}}}, "row"), "want one or more inputs, each a computed number"},
		{"tiered: one tier", n("z", &Tiered{[]RateTier{{Rate: "2"}}}, "count"), "want at least two"},
		{"tiered: a threshold too few", n("z", &Tiered{[]RateTier{{AtLeast: []string{"1"}, Rate: "2"}, {Rate: "3"}}}, "count", "count"), "tier 1 has 1 thresholds"},
		{"tiered: no end", n("z", &Tiered{[]RateTier{{AtLeast: []string{"1"}, Rate: "2"}, {AtLeast: []string{"2"}, Rate: "3"}}}, "count"), "tier 2 has 1 thresholds"},
		{"tiered: no number", n("z", &Tiered{[]RateTier{{AtLeast: []string{"one"}, Rate: "2"}, {Rate: "3"}}}, "count"), "want a number"},
		{"sum: a row", n("z", &Aggregate{Sum, "worth"}, "row"), "want a set of rows"},
		{"average: texts", n("z", &Aggregate{Average, "cargo"}, "set"), "want a column of numbers"},
		{"maximum: days", n("z", &Aggregate{Maximum, "left"}, "set"), "want a column of numbers"},
		{"aggregate: function", n("z", &Aggregate{Union, "freight"}, "set"), "want sum, average, minimum or maximum"},
		{"exists: values", n("z", &Exists{}, "tos"), "want one input of rows"},
		{"days: one", n("z", &Days{}, "built"), "want two inputs, each a single day"},
		{"days: no day", n("z", &Days{}, "built", "worth"), "want two inputs, each a single day"},
		{"days: a number", n("z", &Days{}, "count", "built"), "want two inputs, each a single day"},
		{"add: one", n("z", &Arithmetic{Add}, "worth"), "want two inputs, each a single number"},
		{"add: a text", n("z", &Arithmetic{Add}, "worth", "owner"), "want two inputs, each a single number"},
		{"add: a day", n("z", &Arithmetic{Add}, "worth", "built"), "want two inputs, each a single number"},
		{"add: yes", n("z", &Arithmetic{Add}, "worth", "exists"), "want two inputs, each a single number"},
		{"add: units", n("z", &Arithmetic{Add}, "worth", "count"), `add of "元" and "": want units that can be combined`},
		{"subtract: units", n("z", &Arithmetic{Subtract}, "count", "sailors"), `subtract of "" and "人"`},
		{"share: units", n("z", &Arithmetic{Share}, "worth", "sailors"), `share of "元" and "人"`},
		{"divide: units", n("z", &Arithmetic{Divide}, "sailors", "worth"), `divide of "人" and "元"`},
		{"multiply: units", n("z", &Arithmetic{Multiply}, "worth", "worth"), `multiply of "元" and "元"`},
		{"arithmetic: function", n("z", &Arithmetic{Sum}, "worth", "worth"), "want add, subtract, multiply, divide or share"},
		{"compare: two", n("z", &Compare{Max}, "ship", "ship"), "two entities of one type"},
		{"compare: types", n("z", &Compare{Max}, "ship", "worth", "home", "worth"), "two entities of one type"},
		{"compare: parts", n("z", &Compare{Max}, "region", "worth", "region", "worth"), "which has a single part"},
		{"compare: a number of entities", n("z", &Compare{Max}, "many", "worth", "home", "worth"), "two entities of one type"},
		{"compare: sets", n("z", &Compare{Max}, "tos", "worth", "froms", "worth"), "two entities of one type"},
		{"compare: a day and an amount", n("z", &Compare{Max}, "ship", "built", "ship", "worth"), "want two days, or two numbers in one unit"},
		{"compare: units", n("z", &Compare{Max}, "ship", "sailors", "ship", "worth"), "want two days, or two numbers in one unit"},
		{"compare: texts", n("z", &Compare{Max}, "ship", "owner", "ship", "owner"), "want two days, or two numbers in one unit"},
		{"compare: order", n("z", &Compare{""}, "ship", "worth", "ship", "worth"), "want max or min"},
		{"union: one", n("z", &Combine{Union}, "tos"), "want two inputs: sets of values of one kind"},
		{"union: single values", n("z", &Combine{Union}, "home", "home"), "want two inputs: sets of values of one kind"},
		{"union: types", n("z", &Combine{Union}, "tos", "ships"), "want two inputs: sets of values of one kind"},
		{"union: texts and names", n("z", &Combine{Union}, "tos", "cargos"), "want two inputs: sets of values of one kind"},
		{"intersection: parts", n("z", &Combine{Intersection}, "regions", "regions"), "want two inputs: sets of values of one kind"},
		{"difference: rows", n("z", &Combine{Difference}, "set", "set"), "want two inputs: sets of values of one kind"},
		{"combine: function", n("z", &Combine{Add}, "tos", "froms"), "want union, intersection or difference"},
		{"having: one", n("z", &Having{Tool: "port"}, "home"), "want one input that names a set of entities"},
		{"having: texts", n("z", &Having{Tool: "port"}, "cargos"), "want one input that names a set of entities"},
		{"having: another's tool", n("z", &Having{Tool: "ship"}, "tos"), `tool "ship" does not accept port`},
		{"having: no lookup", n("z", &Having{Tool: "say"}, "tos"), `tool "say": want a declared lookup`},
	} {
		p := &Program{Nodes: of(c.last), Answers: []AnswerSpec{{From: "owner", Form: Form{Style: StyleText}}}}
		_, err := p.Types(d)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: Types = %v, want no error", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), `node "z" (`+c.last.Do.Kind()+"): ")):
			t.Errorf("%s: Types = %v, want an error at z with %q", c.name, err, c.want)
		}
	}
}

// Forms ask for what an answer can be.
func TestForms(t *testing.T) {
	d := sea()
	nodes := []Node{
		n("ship", bound("ship", "鹭")), n("row", call("ship"), "ship"), n("set", call("voyages"), "ship"), n("exists", &Exists{}, "set"),
		n("owner", project("owner"), "row"), n("worth", project("worth"), "row"), n("built", project("built"), "row"), n("stake", project("stake"), "row"),
		n("tos", project("to"), "set"), n("count", &Count{}, "set"), n("many", &Distinct{}, "tos"), n("sum", &Aggregate{Sum, "freight"}, "set"),
		n("share", &Arithmetic{Share}, "sum", "worth"), n("regions", project("ocean", "coast"), "set"), n("cargos", project("cargo"), "set"),
		n("same", &Combine{Union}, "cargos", "cargos"), n("better", &Compare{Max}, "ship", "worth", "ship", "worth"), n("days", &Days{}, "built", "built"),
	}
	number := func(unit string, places int) Form { return Form{Style: StyleNumber, Unit: unit, Places: places} }
	for _, c := range []struct {
		answer AnswerSpec
		want   string // "" for a form that is one
	}{
		{AnswerSpec{From: "owner", Form: Form{Style: StyleText}}, ""},
		{AnswerSpec{From: "better", Form: Form{Style: StyleText}}, ""},
		{AnswerSpec{From: "regions", Form: Form{Style: StyleText}}, ""},
		{AnswerSpec{From: "same", Form: Form{Style: StyleText}}, ""},
		{AnswerSpec{From: "worth", Form: number("元", 2)}, ""},
		{AnswerSpec{From: "worth", Form: number("万元", 20)}, ""},
		{AnswerSpec{From: "sum", Form: number("亿元", 0)}, ""},
		{AnswerSpec{From: "share", Form: number("%", 1)}, ""},
		{AnswerSpec{From: "count", Form: number("", 0)}, ""},
		{AnswerSpec{From: "count", Form: Form{Style: StyleCount}}, ""},
		{AnswerSpec{From: "many", Form: Form{Style: StyleCount}}, ""},
		{AnswerSpec{From: "days", Form: Form{Style: StyleCount}}, ""},
		{AnswerSpec{From: "built", Form: Form{Style: StyleDate}}, ""},
		{AnswerSpec{From: "built", Form: Form{Style: StyleDate, Layout: LayoutMonth}}, ""},
		{AnswerSpec{From: "exists", Form: Form{Style: StyleTruth}}, ""},
		{AnswerSpec{From: "owner", Form: Form{Style: StyleText}, If: "exists"}, ""},
		{AnswerSpec{From: "z", Form: Form{Style: StyleText}}, `answer "z": want a node`},
		{AnswerSpec{From: "set", Form: Form{Style: StyleText}}, "is rows: want values, a number, or yes or no"},
		{AnswerSpec{From: "ship", Form: Form{Style: StyleText}}, "is entity: want values"},
		{AnswerSpec{From: "owner", Form: Form{Style: "song"}}, `style "song"`},
		{AnswerSpec{From: "count", Form: Form{Style: StyleText}}, "a number as text"},
		{AnswerSpec{From: "exists", Form: Form{Style: StyleText}}, "a truth as text"},
		{AnswerSpec{From: "owner", Form: number("", 0)}, "want numbers"},
		{AnswerSpec{From: "better", Form: number("", 0)}, "want numbers"},
		{AnswerSpec{From: "exists", Form: number("", 0)}, "want numbers"},
		{AnswerSpec{From: "built", Form: number("", 0)}, "want numbers"},
		{AnswerSpec{From: "worth", Form: number("%", 0)}, `unit "%": want a unit of the same kind as "元"`},
		{AnswerSpec{From: "worth", Form: number("", 0)}, `unit "": want a unit of the same kind as "元"`},
		{AnswerSpec{From: "share", Form: number("元", 0)}, `unit "元": want a unit of the same kind as "%"`},
		{AnswerSpec{From: "many", Form: number("元", 0)}, `unit "元": want a unit of the same kind as ""`},
		{AnswerSpec{From: "worth", Form: number("元", 21)}, "21 decimal places: want 0 to 20"},
		{AnswerSpec{From: "worth", Form: Form{Style: StyleDate}}, "want a column of days"},
		{AnswerSpec{From: "days", Form: Form{Style: StyleDate}}, "want a column of days"},
		{AnswerSpec{From: "sum", Form: Form{Style: StyleCount}}, "want a count of rows, values or days"},
		{AnswerSpec{From: "share", Form: Form{Style: StyleCount}}, "want a count of rows, values or days"},
		{AnswerSpec{From: "owner", Form: Form{Style: StyleTruth}}, "want a result of shape truth"},
		{AnswerSpec{From: "built", Form: Form{Style: StyleDate, Layout: "long"}}, `layout "long"`},
		{AnswerSpec{From: "owner", Form: Form{Style: StyleText, Layout: LayoutISO}}, "want iso, month or year, for a day"},
		{AnswerSpec{From: "owner", Form: Form{Style: StyleText, Unit: "元"}}, "only numbers take a unit"},
		{AnswerSpec{From: "count", Form: Form{Style: StyleCount, Places: 2}}, "only numbers take a unit"},
		{AnswerSpec{From: "owner", Form: Form{Style: StyleText}, If: "count"}, "want an earlier node of yes or no"},
		{AnswerSpec{From: "owner", Form: Form{Style: StyleText}, If: "z"}, "want an earlier node of yes or no"},
		{AnswerSpec{From: "exists", Form: Form{Style: StyleTruth}, If: "exists"}, "want an earlier node of yes or no"},
	} {
		p := &Program{Nodes: nodes, Answers: []AnswerSpec{c.answer}}
		if _, err := p.Types(d); (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("Types with answer %+v = %v, want %q", c.answer, err, c.want)
		}
	}
}

// Types say what results are made of.
func TestTypesOfOperations(t *testing.T) {
	d := sea()
	nodes := []Node{
		n("ship", bound("ship", "鹭")), n("row", call("ship"), "ship"), n("set", call("voyages"), "ship"),
		n("worth", project("worth"), "row"), n("stake", project("stake"), "row"), n("sailors", project("sailors"), "row"), n("count", &Count{}, "set"),
		n("tos", project("to"), "set"), n("froms", project("from"), "set"), n("built", project("built"), "row"),
	}
	worth, one := []string{"worth"}, ShapeNumber
	for _, c := range []struct {
		last Node
		want Type
	}{
		{n("z", &Frequent{"to"}, "set"), Type{Shape: ShapeValues, Entity: "port", Table: "Voyage", Columns: []string{"to"}}},
		{n("z", &Frequent{"cargo"}, "set"), Type{Shape: ShapeValues, Table: "Voyage", Columns: []string{"cargo"}}},
		{n("z", project("ocean", "coast"), "set"), Type{Shape: ShapeValues, Entity: "region", Table: "Voyage", Columns: []string{"ocean", "coast"}, Many: true}},
		{n("z", project("ocean"), "set"), Type{Shape: ShapeValues, Table: "Voyage", Columns: []string{"ocean"}, Many: true}},
		{n("z", project("worth"), "row"), Type{Shape: ShapeValues, Table: "Ship", Columns: worth, Unit: "元"}},
		{n("z", call("master"), "port"), Type{Shape: ShapeRows, Table: "Port", Columns: []string{"master"}}},
		{n("z", &Count{}, "set"), Type{Shape: one, Table: "Voyage", Quantity: QuantityRows}},
		{n("z", &Distinct{}, "tos"), Type{Shape: one, Entity: "port", Table: "Voyage", Columns: []string{"to"}, Quantity: QuantityValues}},
		{n("z", &Aggregate{Average, "freight"}, "set"), Type{Shape: one, Table: "Voyage", Columns: []string{"freight"}, Quantity: QuantityColumn, Unit: "元"}},
		{n("z", &Exists{}, "set"), Type{Shape: ShapeTruth, Table: "Voyage"}},
		{n("z", &Days{}, "built", "built"), Type{Shape: one, Quantity: QuantityDays}},
		{n("z", &Arithmetic{Add}, "worth", "worth"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Subtract}, "stake", "stake"), Type{Shape: one, Quantity: QuantityComputed, Unit: "%"}},
		{n("z", &Arithmetic{Multiply}, "worth", "stake"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Multiply}, "stake", "worth"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Multiply}, "count", "worth"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Multiply}, "stake", "count"), Type{Shape: one, Quantity: QuantityComputed, Unit: "%"}},
		{n("z", &Arithmetic{Multiply}, "count", "stake"), Type{Shape: one, Quantity: QuantityComputed}},
		{n("z", &Arithmetic{Divide}, "worth", "worth"), Type{Shape: one, Quantity: QuantityComputed}},
		{n("z", &Arithmetic{Divide}, "worth", "stake"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Divide}, "worth", "count"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Divide}, "worth", "sailors"), Type{Shape: one, Quantity: QuantityComputed, Unit: "元"}},
		{n("z", &Arithmetic{Divide}, "sailors", "sailors"), Type{Shape: one, Quantity: QuantityComputed}},
		{n("z", &Arithmetic{Share}, "sailors", "sailors"), Type{Shape: one, Quantity: QuantityComputed, Unit: "%"}},
		{n("z", &Tiered{[]RateTier{{AtLeast: []string{"1", "2.5"}, Rate: "2"}, {Rate: "3"}}}, "count", "count"), Type{Shape: one, Quantity: QuantityComputed, Unit: "%"}},
		{n("z", &Compare{Max}, "ship", "worth", "ship", "worth"), Type{Shape: ShapeValues, Entity: "ship"}},
		{n("z", &Combine{Union}, "tos", "froms"), Type{Shape: ShapeValues, Entity: "port", Table: "Voyage", Columns: []string{"to"}, Many: true}},
		{n("z", &Having{Tool: "port"}, "froms"), Type{Shape: ShapeValues, Entity: "port", Table: "Voyage", Columns: []string{"from"}, Many: true}},
	} {
		all := append(nodes[:len(nodes):len(nodes)], n("port", bound("port", "东港")), c.last)
		types, err := (&Program{Nodes: all, Answers: []AnswerSpec{{From: "worth", Form: Form{Style: StyleNumber, Unit: "元"}}}}).Types(d)
		if err != nil {
			t.Errorf("%s of %q: %v", c.last.Do.Kind(), c.last.From, err)
			continue
		}
		if diff := cmp.Diff(c.want, types[len(types)-1]); diff != "" {
			t.Errorf("%s of %q (-want +got):\n%s", c.last.Do.Kind(), c.last.From, diff)
		}
	}
}
