package sample

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// An operator that never works is found out, and the paths it was tried on are not
// given up for it.
func TestBlameFallsOnWhatFails(t *testing.T) {
	f := grown["legal"]()
	s := New(f.domain)
	s.Begin(f.paths[2], nil)
	const broken = plan.Operator("columns")
	tries, rejected, accepted := 0, 0, 0
	for accepted < 60 {
		c, ok := s.Next()
		if !ok {
			t.Fatal("too few choices")
		}
		tries++
		if c.Operator == broken {
			rejected++
			continue
		}
		s.Accept(c)
		accepted++
	}
	if rejected == 0 || rejected > 12 {
		t.Errorf("%d of %d choices ask for what never works, want a few", rejected, tries)
	}
	operator := s.elements.records[s.elements.id(element{operatorAxis, string(broken), ""})]
	for el, id := range s.elements.ids {
		if r := s.elements.records[id]; el.axis == transitionAxis && r.bad >= operator.bad {
			t.Errorf("transition %s, %s is blamed %d, the broken operator %d", el.a, el.b, r.bad, operator.bad)
		}
	}
}

// A rejection is blamed once in all, and rates stay rates.
func TestBlameIsShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := &elements{ids: map[element]int32{}}
		var has []int32
		for _, a := range rapid.SliceOfN(rapid.SampledFrom([]axis{startAxis, transitionAxis, answerAxis, operatorAxis}), 0, 6).Draw(t, "axes") {
			has = append(has, e.id(element{a, string(rune('a' + len(has))), ""}))
		}
		path := &record{}
		for _, good := range rapid.SliceOfN(rapid.Bool(), 0, 200).Draw(t, "outcomes") {
			before := path.bad
			for _, id := range has {
				before += e.records[id].bad
			}
			if good {
				e.credit(path, has)
				continue
			}
			e.blame(path, has)
			after := path.bad
			for _, id := range has {
				after += e.records[id].bad
				if r := e.records[id].rate(); r <= 0 || r > unit {
					t.Fatalf("rate of %+v = %d, want it in (0, %d]", e.records[id], r, unit)
				}
			}
			if d := after - before; d > unit || d < unit-len(has)-1 {
				t.Fatalf("blame of one rejection = %d, want %d but for rounding", d, unit)
			}
		}
	})
}

// What did well before is blamed less than what did badly, and what is new stands
// between.
func TestBlameGoesByWhatWasBefore(t *testing.T) {
	e := &elements{ids: map[element]int32{}}
	good, new, bad := e.id(element{startAxis, "good", ""}), e.id(element{startAxis, "new", ""}), e.id(element{startAxis, "bad", ""})
	e.records[good].good, e.records[bad].bad = 5*unit, 5*unit
	before := e.records[bad].bad
	e.blame(&record{}, []int32{good, new, bad})
	if g, n, b := e.records[good].bad, e.records[new].bad, e.records[bad].bad-before; g >= n || n >= b {
		t.Errorf("blame of what did well, is new and did badly = %d, %d, %d, want it to rise", g, n, b)
	}
}
