package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Every operation gives its value, or the reason why there is none.
func TestOperations(t *testing.T) {
	d := sea()
	of := func(ship string, then ...Node) []Node {
		return append([]Node{n("s", bound("ship", ship)), n("v", &Call{Tool: "voyages", Empty: true}, "s")}, then...)
	}
	egret := func(then ...Node) []Node { return of("鹭", then...) }
	having := func(column string, c Comparison, operands ...string) []Node {
		f := &Filter{Column: column, Comparison: c, Operand: operands[0], Empty: true}
		if len(operands) > 1 {
			f.To = operands[1]
		}
		return egret(n("f", f, "v"), n("p", &Count{}, "f"))
	}
	naming := func(ship, column, entity, name string) []Node {
		return of(ship, n("o", bound(entity, name)), n("f", &Filter{Column: column, Comparison: Names, Empty: true}, "v", "o"), n("p", &Count{}, "f"))
	}
	ranked := func(ship, column string, order Order, rank int) []Node {
		return of(ship, n("r", &Superlative{column, order, rank}, "v"), n("p", project("number"), "r"))
	}
	aggregate := func(ship string, f Function, column string) []Node {
		return of(ship, n("a", &Aggregate{f, column}, "v"))
	}
	// made of a number of one ship or voyage and a number of another
	of2 := func(f Function, tool1, entity1, name1, column1, tool2, entity2, name2, column2 string) []Node {
		return []Node{
			n("s", bound(entity1, name1)), n("t", bound(entity2, name2)), n("x", call(tool1), "s"), n("y", call(tool2), "t"),
			n("a", project(column1), "x"), n("b", project(column2), "y"), n("r", &Arithmetic{f}, "a", "b"),
		}
	}
	days := func(a, column1, b, column2 string) []Node {
		return []Node{
			n("s", bound("voyage", a)), n("t", bound("voyage", b)), n("x", call("voyage"), "s"), n("y", call("voyage"), "t"),
			n("a", project(column1), "x"), n("b", project(column2), "y"), n("d", &Days{}, "a", "b"),
		}
	}
	compared := func(a, b, column string, order Order) []Node {
		return []Node{
			n("s", bound("ship", a)), n("t", bound("ship", b)), n("x", call("ship"), "s"), n("y", call("ship"), "t"),
			n("a", project(column), "x"), n("b", project(column), "y"), n("c", &Compare{order}, "s", "a", "t", "b"),
		}
	}
	combined := func(f Function, a, b string, then ...Node) []Node {
		return append([]Node{
			n("s", bound("ship", a)), n("t", bound("ship", b)), n("x", call("voyages"), "s"), n("y", call("voyages"), "t"),
			n("a", project("to"), "x"), n("b", project("from"), "y"), n("c", &Combine{f}, "a", "b"),
		}, then...)
	}
	signal := func(parts ...string) []Node {
		return []Node{n("s", bound("signal", parts...)), n("f", &Retrieve{"rules", 4}, "s"), n("r", &Recognize{}, "f", "s")}
	}
	log := func(voyage string, then ...Node) []Node {
		return append([]Node{n("s", bound("voyage", voyage)), n("v", call("voyage"), "s"), n("l", project("log"), "v")}, then...)
	}
	tiered := func(count, sum string) []Node {
		return egret(n("k", &Count{}, "v"), n("f", &Aggregate{Sum, "freight"}, "v"), n("t", &Tiered{[]RateTier{{AtLeast: []string{count, sum}, Rate: "2"}, {Rate: "12.5"}}}, "k", "f"))
	}
	for _, c := range []struct {
		name   string
		nodes  []Node
		want   []string
		reason Reason
	}{
		{"call: none", []Node{n("s", bound("ship", "鲸")), n("v", call("voyages"), "s"), n("c", &Count{}, "v")}, nil, Missing},
		{"call: none is a result", of("鲸", n("c", &Count{}, "v")), []string{"0"}, ""},
		{"call: parts", []Node{n("s", bound("region", "北洋", "东岸")), n("v", call("ports"), "s"), n("p", project("name"), "v")}, []string{"东港", "北港"}, ""},
		{"call: field", []Node{n("s", bound("port", "东港")), n("m", call("master"), "s"), n("p", project("master"), "m")}, []string{"钱一"}, ""},
		{"call: field nobody observed", []Node{n("s", bound("port", "渡港")), n("m", call("master"), "s"), n("p", project("master"), "m")}, nil, Missing},
		{"call: parts of a row", []Node{n("s", bound("port", "西港")), n("v", call("port"), "s"), n("r", project("ocean", "coast"), "v"), n("w", call("ports"), "r"), n("p", project("name"), "w")}, []string{"西港"}, ""},
		{"record: by its key", []Node{n("s", bound("ship", "鸥")), n("r", &Record{"Ship"}, "s"), n("p", project("owner"), "r")}, []string{"乙行"}, ""},
		{"record: none", []Node{n("s", bound("ship", "鲨")), n("r", &Record{"Ship"}, "s"), n("p", project("owner"), "r")}, nil, Missing},
		{"each: a row found twice is there once", egret(n("h", project("from"), "v"), n("c", &Call{Tool: "calls", Each: true}, "h"), n("p", project("number"), "c")),
			[]string{"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v9", "v10"}, ""},
		{"each: rows stand in file order", of("燕（二）", n("h", project("to"), "v"), n("g", project("from"), "v"), n("u", &Combine{Union}, "h", "g"), n("c", &Call{Tool: "port", Each: true}, "u"), n("p", project("name"), "c")), []string{"东港", "北港"}, ""},
		{"each: of parts", egret(n("h", project("ocean", "coast"), "v"), n("c", &Call{Tool: "ports", Each: true}, "h"), n("p", project("name"), "c")), []string{"东港", "西港", "北港"}, ""},
		{"each: nothing known adds nothing", egret(n("h", project("to"), "v"), n("c", &Call{Tool: "port", Each: true}, "h"), n("k", &Count{}, "c")), []string{"3"}, ""},
		{"each: nothing known of any", []Node{n("s", bound("ship", "雁")), n("v", call("voyages"), "s"), n("h", project("from"), "v"), n("c", &Call{Tool: "port", Each: true}, "h"), n("k", &Count{}, "c")}, nil, Missing},
		{"each: nothing known of any is a result", []Node{n("s", bound("ship", "雁")), n("v", call("voyages"), "s"), n("h", project("from"), "v"), n("c", &Call{Tool: "port", Each: true, Empty: true}, "h"), n("k", &Count{}, "c")}, []string{"0"}, ""},
		{"each: of no entity", []Node{n("s", bound("ship", "雁")), n("v", call("voyages"), "s"), n("h", project("from"), "v"), n("g", &Having{Tool: "port", Empty: true}, "h"), n("c", &Call{Tool: "calls", Each: true, Empty: true}, "g"), n("k", &Count{}, "c")}, []string{"0"}, ""},

		{"filter: year", having("left", Year, "2020"), []string{"2"}, ""},
		{"filter: since", having("left", Since, "2020-06-01"), []string{"3"}, ""},
		{"filter: until", having("left", Until, "2020-06-01"), []string{"3"}, ""},
		{"filter: during", having("left", During, "2020-03-01", "2020-06-01"), []string{"2"}, ""},
		{"filter: above", having("freight", Above, "300"), []string{"1"}, ""},
		{"filter: at least", having("freight", AtLeast, "300"), []string{"3"}, ""},
		{"filter: below", having("freight", Below, "300"), []string{"2"}, ""},
		{"filter: at most", having("freight", AtMost, "300"), []string{"4"}, ""},
		{"filter: within", having("freight", Within, "100", "500"), []string{"3"}, ""},
		{"filter: equals an amount", having("freight", Equals, "200"), []string{"1"}, ""},
		{"filter: equals a text", having("cargo", Equals, "茶"), []string{"2"}, ""},
		{"filter: equals one of the texts", having("convoy", Equals, "雁"), []string{"2"}, ""},
		{"filter: contains", having("cargo", Contains, "茶"), []string{"3"}, ""},
		{"filter: names the start", egret(n("f", &Filter{Column: "convoy", Comparison: Names}, "v", "s"), n("p", project("number"), "f")), []string{"v1", "v4"}, ""},
		{"filter: names another", naming("鹭", "convoy", "ship", "鸥"), []string{"3"}, ""},
		{"filter: names in another width", naming("鹭", "convoy", "ship", "燕(二)"), []string{"1"}, ""},
		{"filter: names nobody", naming("鹭", "convoy", "ship", "鲸"), []string{"0"}, ""},
		{"filter: names an alias", naming("鹭", "to", "port", "渡港"), nil, Ambiguous},
		{"filter: names by a longer alias", naming("燕（二）", "to", "port", "古东港"), nil, Ambiguous},
		{"filter: stated", of("雁", n("f", &Filter{Column: "arrived", Comparison: Stated, Empty: true}, "v"), n("c", &Count{}, "f")), []string{"0"}, ""},
		{"filter: not stated", of("雁", n("f", &Filter{Column: "to", Comparison: Stated}, "v"), n("c", &Count{}, "f")), nil, Missing},
		{"filter: stated somewhere", egret(n("f", &Filter{Column: "cargo", Comparison: Stated}, "v"), n("c", &Count{}, "f")), []string{"5"}, ""},
		{"filter: nobody looked", egret(n("f", &Filter{Column: "log", Comparison: Stated}, "v"), n("c", &Count{}, "f")), nil, Unobserved},
		{"filter: none", egret(n("f", year("left", "1999"), "v"), n("c", &Count{}, "f")), nil, Missing},
		{"filter: none is a result", having("left", Year, "1999"), []string{"0"}, ""},
		{"filter: of none", of("鲸", n("f", year("left", "2020"), "v"), n("c", &Count{}, "f")), nil, Missing},
		{"filter: of none is a result", of("鲸", n("f", &Filter{Column: "left", Comparison: Year, Operand: "2020", Empty: true}, "v"), n("c", &Count{}, "f")), []string{"0"}, ""},
		{"filter: a blank", of("雁", n("f", year("arrived", "2020"), "v"), n("c", &Count{}, "f")), nil, Blank},
		{"filter: a sentinel", of("雁", n("f", &Filter{Column: "to", Comparison: Contains, Operand: "港"}, "v"), n("c", &Count{}, "f")), nil, Sentinel},
		{"filter: no number", of("雁", n("f", &Filter{Column: "crates", Comparison: Above, Operand: "1"}, "v"), n("c", &Count{}, "f")), nil, Unparsed},

		{"superlative", ranked("鹭", "freight", Max, 0), []string{"v1"}, ""},
		{"superlative: third by day", ranked("鹭", "left", Max, 3), []string{"v3"}, ""},
		{"superlative: second from the end", ranked("鹭", "freight", Min, 2), []string{"v4"}, ""},
		{"superlative: last place", ranked("鹭", "left", Min, 5), []string{"v5"}, ""},
		{"superlative: a place too many", ranked("鹭", "left", Min, 6), nil, Missing},
		{"superlative: of none", ranked("鲸", "left", Min, 0), nil, Missing},
		{"superlative: tie behind", ranked("鹭", "freight", Max, 2), nil, Tie},
		{"superlative: tie in front", ranked("鹭", "freight", Max, 3), nil, Tie},
		{"superlative: tie further in front", ranked("鹭", "freight", Max, 4), nil, Tie},
		{"superlative: no number", ranked("雁", "crates", Max, 0), nil, Unparsed},
		{"only", of("雁", n("o", &Only{}, "v"), n("p", project("number"), "o")), []string{"v8"}, ""},
		{"only: of none", of("鲸", n("o", &Only{}, "v"), n("p", project("number"), "o")), nil, Missing},
		{"only: more", egret(n("o", &Only{}, "v"), n("p", project("number"), "o")), nil, Several},
		{"frequent", of("鸥", n("q", &Frequent{"cargo"}, "v")), []string{"铁"}, ""},
		{"frequent: a name leads on", egret(n("q", &Frequent{"from"}, "v"), n("w", call("port"), "q"), n("p", project("master"), "w")), []string{"钱一"}, ""},
		{"frequent: once a row", egret(n("q", &Frequent{"convoy"}, "v")), []string{"鸥"}, ""},
		{"frequent: tie", egret(n("q", &Frequent{"cargo"}, "v")), nil, Tie},
		{"frequent: masked", of("燕（二）", n("q", &Frequent{"convoy"}, "v")), nil, Masked},
		{"frequent: of none", of("鲸", n("q", &Frequent{"cargo"}, "v")), nil, Missing},
		{"frequent: a sentinel", of("雁", n("q", &Frequent{"to"}, "v")), nil, Sentinel},
		{"project: of none", of("鲸", n("p", project("number"), "v")), nil, Missing},
		{"project: parts", egret(n("r", &Superlative{"left", Min, 0}, "v"), n("p", project("ocean", "coast"), "r")), []string{"北洋", "东岸"}, ""},
		{"project: parts of a set", of("鸥", n("p", project("ocean", "coast"), "v")), []string{"北洋", "东岸", "北洋", "西岸"}, ""},
		{"project: two of a part", of("燕（二）", n("p", project("ocean", "coast"), "v")), nil, Several},
		{"project: a part is blank", of("雁", n("p", project("ocean", "coast"), "v")), nil, Blank},

		{"distinct", egret(n("p", project("from"), "v"), n("k", &Distinct{}, "p")), []string{"3"}, ""},
		{"distinct: of parts", egret(n("p", project("ocean", "coast"), "v"), n("k", &Distinct{}, "p")), []string{"3"}, ""},
		{"distinct: one part", egret(n("p", project("ocean"), "v"), n("k", &Distinct{}, "p")), []string{"2"}, ""},
		{"distinct: several in a cell", egret(n("p", project("convoy"), "v"), n("k", &Distinct{}, "p")), []string{"4"}, ""},
		{"distinct: equal amounts", egret(n("p", project("freight"), "v"), n("k", &Distinct{}, "p")), []string{"4"}, ""},
		{"distinct: of no entity", of("雁", n("p", project("from"), "v"), n("h", &Having{"port", true}, "p"), n("k", &Distinct{}, "h")), []string{"0"}, ""},
		{"sum", aggregate("鹭", Sum, "freight"), []string{"1400"}, ""},
		{"recognize", signal("in fog", "a bell"), []string{"12"}, ""},
		{"recognize: another passage has one part", signal("at anchor", "a bell"), nil, Missing},
		{"recognize: two passages state it", signal("a ship", "light"), nil, Several},
		{"recognize: the passage names nothing", signal("ships and fog", "more is said"), nil, Underived},
		{"tiered: a threshold is reached", tiered("5", "1401"), []string{"2"}, ""},
		{"tiered: the other number reaches its own", tiered("6", "1400"), []string{"2"}, ""},
		{"tiered: none is reached", tiered("6", "1400.5"), []string{"12.5"}, ""},
		{"average", aggregate("鹭", Average, "freight"), []string{"280"}, ""},
		{"average: endless", []Node{
			n("s", bound("region", "北洋", "东岸")), n("v", call("ports"), "s"), n("h", project("name"), "v"),
			n("w", &Call{Tool: "calls", Each: true}, "h"), n("a", &Aggregate{Average, "freight"}, "w"),
		}, []string{"157.66666666666666666667"}, ""},
		{"minimum", aggregate("鹭", Minimum, "freight"), []string{"100"}, ""},
		{"maximum", aggregate("鹭", Maximum, "freight"), []string{"500"}, ""},
		{"sum: of none", aggregate("鲸", Sum, "freight"), nil, Missing},
		{"average: of none", aggregate("鲸", Average, "freight"), nil, Missing},
		{"maximum: no number", aggregate("雁", Maximum, "crates"), nil, Unparsed},
		{"exists", egret(n("e", &Exists{}, "v")), []string{"yes"}, ""},
		{"exists: none", of("鲸", n("e", &Exists{}, "v")), []string{"no"}, ""},

		{"days", days("v1", "left", "v1", "arrived"), []string{"3"}, ""},
		{"days: backwards", days("v1", "arrived", "v1", "left"), []string{"3"}, ""},
		{"days: none", days("v2", "left", "v2", "arrived"), []string{"0"}, ""},
		{"days: over a leap day", days("v7", "left", "v7", "arrived"), []string{"365"}, ""},
		{"days: centuries", days("v6", "left", "v10", "left"), []string{"135171"}, ""},
		{"days: one blank", days("v8", "left", "v8", "arrived"), nil, Blank},

		{"add", of2(Add, "voyage", "voyage", "v1", "freight", "voyage", "voyage", "v2", "freight"), []string{"800"}, ""},
		{"subtract", of2(Subtract, "voyage", "voyage", "v2", "freight", "voyage", "voyage", "v1", "freight"), []string{"-200"}, ""},
		{"multiply: a share of an amount", of2(Multiply, "ship", "ship", "鹭", "worth", "ship", "ship", "鹭", "stake"), []string{"18000000"}, ""},
		{"multiply: an amount by a share", of2(Multiply, "ship", "ship", "鹭", "stake", "ship", "ship", "鹭", "worth"), []string{"18000000"}, ""},
		{"multiply: shares", of2(Multiply, "ship", "ship", "鹭", "stake", "ship", "ship", "鸥", "stake"), []string{"36"}, ""},
		{"multiply: a share by a plain number", of2(Multiply, "ship", "ship", "鹭", "stake", "port", "port", "北港", "berths"), []string{"180"}, ""},
		{"multiply: a plain number by a share", of2(Multiply, "port", "port", "东港", "berths", "ship", "ship", "鹭", "stake"), []string{"7.2"}, ""},
		{"divide: by its like", of2(Divide, "voyage", "voyage", "v1", "freight", "voyage", "voyage", "v4", "freight"), []string{"2.5"}, ""},
		{"divide: shares", of2(Divide, "ship", "ship", "鹭", "stake", "ship", "ship", "鸥", "stake"), []string{"1"}, ""},
		{"divide: by a share", of2(Divide, "ship", "ship", "鹭", "worth", "ship", "ship", "鹭", "stake"), []string{"50000000"}, ""},
		{"divide: by a count", of2(Divide, "ship", "ship", "鹭", "worth", "ship", "ship", "鹭", "sailors"), []string{"1500000"}, ""},
		{"divide: endless", of2(Divide, "voyage", "voyage", "v1", "freight", "port", "port", "北港", "berths"), []string{"166.66666666666666666667"}, ""},
		{"divide: by nothing", of2(Divide, "ship", "ship", "鹭", "worth", "ship", "ship", "鸥", "sailors"), nil, Undefined},
		{"share", of2(Share, "voyage", "voyage", "v4", "freight", "voyage", "voyage", "v1", "freight"), []string{"40"}, ""},
		{"share: of a share", of2(Share, "ship", "ship", "鹭", "stake", "ship", "ship", "燕（二）", "stake"), []string{"60"}, ""},
		{"share: of nothing", of2(Share, "voyage", "voyage", "v1", "freight", "voyage", "voyage", "v6", "freight"), nil, Undefined},
		{"share: of all rows", egret(n("k", &Count{}, "v"), n("f", year("left", "2020"), "v"), n("c", &Count{}, "f"), n("r", &Arithmetic{Share}, "c", "k")), []string{"40"}, ""},

		{"compare: larger", compared("鹭", "鸥", "worth", Max), []string{"鹭"}, ""},
		{"compare: smaller", compared("鹭", "鸥", "worth", Min), []string{"鸥"}, ""},
		{"compare: later", compared("鸥", "鹭", "built", Max), []string{"鹭"}, ""},
		{"compare: earlier", compared("鸥", "鹭", "built", Min), []string{"鸥"}, ""},
		{"compare: tie", compared("鹭", "雁", "built", Max), nil, Tie},
		{"compare: tie of amounts", compared("鹭", "鸥", "stake", Max), nil, Tie},
		{"compare: one is none", compared("鹭", "鲸", "stake", Max), nil, Unobserved},
		{"compare: leads on", append(compared("鹭", "鸥", "worth", Max), n("w", call("ship"), "c"), n("p", project("owner"), "w")), []string{"甲行"}, ""},

		{"union", combined(Union, "鹭", "鸥"), []string{"西港", "东港", "北港", "南港", "古渡港"}, ""},
		{"intersection", combined(Intersection, "鸥", "鹭"), []string{"东港", "北港"}, ""},
		{"difference", combined(Difference, "鹭", "鸥"), []string{"东港", "北港", "南港", "古渡港"}, ""},
		{"intersection: none", combined(Intersection, "燕（二）", "鸥"), nil, Missing},
		{"difference: none", combined(Difference, "燕（二）", "鹭"), nil, Missing},
		{"difference: leads on", combined(Difference, "鹭", "鸥", n("w", &Call{Tool: "port", Each: true}, "c"), n("k", &Aggregate{Sum, "berths"}, "w")), []string{"15"}, ""},
		{"having", egret(n("p", project("to"), "v"), n("h", &Having{Tool: "port"}, "p")), []string{"西港", "东港", "北港"}, ""},
		{"having: each once", egret(n("p", project("from"), "v"), n("h", &Having{Tool: "port"}, "p")), []string{"东港", "西港", "北港"}, ""},
		{"having: parts", egret(n("p", project("ocean", "coast"), "v"), n("h", &Having{Tool: "ports"}, "p")), []string{"北洋", "东岸", "北洋", "西岸"}, ""},
		{"having: none", of("雁", n("p", project("from"), "v"), n("h", &Having{Tool: "port"}, "p")), nil, Missing},
		{"deriveall", []Node{n("s", bound("port", "北港")), n("v", call("fleet"), "s"), n("p", project("name"), "v"), n("d", &DeriveAll{"first_voyage"}, "p"), n("k", &Distinct{}, "d")}, []string{"1"}, ""},
		{"deriveall: one has none", []Node{n("s", bound("port", "东港")), n("v", call("fleet"), "s"), n("p", project("name"), "v"), n("d", &DeriveAll{"first_voyage"}, "p"), n("k", &Distinct{}, "d")}, nil, Underived},
		{"extract", log("v1", n("e", &Extract{`Rules (1\d)`}, "l")), []string{"12"}, ""},
		{"extract: in no place", log("v1", n("e", &Extract{`Rules (x)`}, "l")), nil, Underived},
		{"extract: the same in several places", log("v2", n("e", &Extract{`(rain)`}, "l")), []string{"rain"}, ""},
		{"extract: others in other places", log("v1", n("e", &Extract{`Rules (\d+)`}, "l")), nil, Several},
		{"retrieve and cite", log("v1", n("r", &Retrieve{"rules", 4}, "l"), n("c", &Cite{domain.CiteFirst}, "r")), []string{"Rules 12"}, ""},
		{"retrieve: nothing suits", log("v2", n("r", &Retrieve{"rules", 4}, "l"), n("c", &Cite{domain.CiteFirst}, "r")), nil, Missing},
		{"cite: all that the text does", log("v1", n("r", &Retrieve{"rules", 4}, "l"), n("c", &Cite{domain.CiteAll}, "r", "l")), []string{"Rules 12", "Rules 2"}, ""},
		{"cite: counted", log("v1", n("r", &Retrieve{"rules", 4}, "l"), n("c", &Cite{domain.CiteAll}, "r", "l"), n("k", &Distinct{}, "c")), []string{"2"}, ""},
		{"cite: none", log("v1", n("r", &Retrieve{"rules", 1}, "l"), n("e", &Extract{"Rules (9)"}, "l"), n("c", &Cite{domain.CiteAll}, "r", "e")), nil, Missing},
		{"citations", log("v1", n("c", &Citations{"Rules"}, "l")), []string{"Rules 2", "Rules 12", "Rules 9"}, ""},
		{"citations: counted", log("v1", n("c", &Citations{"Rules"}, "l"), n("k", &Distinct{}, "c")), []string{"3"}, ""},
		{"citations: none", log("v2", n("c", &Citations{"Rules"}, "l")), nil, Missing},
		{"citations: a part in another form", log("v4", n("c", &Citations{"Rules"}, "l")), nil, Underived},
		{"citations: some in another form", log("v6", n("c", &Citations{"Rules"}, "l")), nil, Underived},
		{"fact: a day in two layouts", log("v4", n("f", &ReadFact{"insured"}, "l")), []string{"2020-12-01"}, ""},
		{"fact: an amount", log("v4", n("f", &ReadFact{"premium"}, "l")), []string{"120"}, ""},
		{"fact: a day to compute with", log("v4", n("f", &ReadFact{"insured"}, "l"), n("p", project("left"), "v"), n("d", &Days{}, "f", "p")), []string{"31"}, ""},
		{"fact: not stated", log("v1", n("f", &ReadFact{"insured"}, "l")), nil, Underived},
		{"fact: two days", log("v6", n("f", &ReadFact{"insured"}, "l")), nil, Several},
		{"fact: another unit", log("v6", n("f", &ReadFact{"premium"}, "l")), nil, Unparsed},
		{"derive", []Node{n("s", bound("ship", "燕（二）")), n("d", &Derive{"first_voyage"}, "s"), n("v", call("voyage"), "d"), n("p", project("cargo"), "v")}, nil, Missing},
		{"derive: no pattern", []Node{n("s", bound("ship", "鹭")), n("d", &Derive{"first_voyage"}, "s"), n("v", call("voyage"), "d"), n("p", project("cargo"), "v")}, nil, Underived},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace, reason := run(t, asking(t, d, c.nodes...))
			if reason != c.reason {
				t.Fatalf("Run = %q, want %q", reason, c.reason)
			}
			last := trace.Result(c.nodes[len(c.nodes)-1].Name)
			if reason != "" {
				if last != nil || len(trace.Results) == len(c.nodes) {
					t.Errorf("Run = %d results after %q, want an end before the last", len(trace.Results), reason)
				}
				return
			}
			if diff := cmp.Diff(c.want, last.selected()); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
}
