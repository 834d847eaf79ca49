package soundness

import (
	"strconv"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// found is the result of a node: rows, or the members of a set of values.
type found struct {
	rows    int
	members [][]string
}

func (f found) Many() bool             { return len(f.members) > 1 }
func (f found) Size() int              { return f.rows }
func (f found) Members() [][]string    { return f.members }
func (f found) Different([]string) int { return len(f.members) }

type execution map[string]found

func (e execution) Outcome(name string) plan.Outcome { return e[name] }

// An agent that does not choose lists all days or all amounts of a text.
func TestFactsAmongOthersOfTheText(t *testing.T) {
	p := &plan.Program{}
	start := p.Add(&plan.Start{Entity: "case"})
	row := p.Add(&plan.Call{Tool: "ruling"}, start)
	text := p.Add(&plan.Project{Columns: []string{"summary"}}, row)
	fact := p.Add(&plan.ReadFact{Fact: "filed"}, text)
	cited := p.Add(&plan.Citations{Passages: "articles"}, text)
	for _, c := range []struct {
		text, fact string
		want       Guess
	}{
		{"于2020年3月5日提起诉讼", "2020-03-05", Chosen},
		{"于2020年3月5日提起诉讼，2020年3月5日立案", "2020-03-05", Chosen},
		{"于2020年3月5日提起诉讼，2020年4月1日判决", "2020-03-05", Listed},
		{"于2020年3月5日提起诉讼，2020年4月1日判决，5月2日履行", "2020-03-05", Chosen},
		{"于2020年3月5日和2020年4月1日收取案件受理费50元", "50", Chosen},
		{"判令支付3000元，案件受理费50元", "50", Listed},
		{"判令支付3000元及利息20元，案件受理费50元", "50", Chosen},
	} {
		e := execution{
			start: {members: [][]string{{"1"}}}, row: {rows: 1}, text: {members: [][]string{{c.text}}},
			fact: {members: [][]string{{c.fact}}}, cited: {members: [][]string{{"a"}, {"b"}, {"c"}}},
		}
		g := Guesser{Program: p, Execution: e, Keywords: 1}
		if got, why := g.Judge(fact); got != c.want {
			t.Errorf("Judge of %s in %q = %v (%s), want %v", c.fact, c.text, got, why, c.want)
		}
		if got, why := g.Judge(cited); got != Chosen {
			t.Errorf("Judge of all citations = %v (%s), want %v", got, why, Chosen)
		}
	}
}

// A small count is guessed as easily when a cell states it as when rows are counted.
func TestSmallCounts(t *testing.T) {
	p := &plan.Program{}
	start := p.Add(&plan.Start{Entity: "firm"})
	row := p.Add(&plan.Call{Tool: "service"}, start)
	cell := p.Add(&plan.Project{Columns: []string{"clients"}}, row)
	rows := p.Add(&plan.Call{Tool: "suits"}, start)
	count := p.Add(&plan.Count{}, rows)
	code := execution{start: {members: [][]string{{"a"}}}, row: {rows: 1, members: make([][]string, 9)}, cell: {members: [][]string{{"000002"}}}}
	if got, why := (&Guesser{Program: p, Execution: code, Keywords: 1}).Judge(cell); got != Chosen {
		t.Errorf("Judge of a code = %v (%s), want %v", got, why, Chosen)
	}
	for _, c := range []struct {
		number int
		want   Guess
	}{{0, Even}, {2, Even}, {MostGuessed, Even}, {MostGuessed + 1, Chosen}, {31, Chosen}} {
		e := execution{
			start: {members: [][]string{{"a"}}}, row: {rows: 1, members: make([][]string, 9)}, cell: {members: [][]string{{strconv.Itoa(c.number)}}},
			rows: {rows: c.number}, count: {members: [][]string{{strconv.Itoa(c.number)}}},
		}
		g := Guesser{Program: p, Execution: e, Keywords: 1}
		for _, from := range []string{cell, count} {
			if got, why := g.Judge(from); got != c.want {
				t.Errorf("Judge of %s, which is %d, = %v (%s), want %v", from, c.number, got, why, c.want)
			}
		}
	}
}
