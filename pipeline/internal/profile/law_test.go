package profile

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// files draws the rows of a corpus of the docket domain.
func files(t *rapid.T) map[string][]row {
	cell := func(name string, of ...any) func(row) {
		return func(r row) {
			if i := rapid.IntRange(-1, len(of)-1).Draw(t, name); i >= 0 {
				r[name] = of[i]
			}
		}
	}
	table := func(name, key string, cells ...func(row)) []row {
		rows := []row{}
		for i := range rapid.IntRange(0, 40).Draw(t, name) {
			r := row{key: fmt.Sprintf("%c%d", 'a'+i%5, i)}
			for _, c := range cells {
				c(r)
			}
			rows = append(rows, r)
		}
		return rows
	}
	city, county := cell("city", "c", "d", "-"), cell("county", "k", "l", nil, "\x00")
	return map[string][]row{
		"Case": table("Case", "number", cell("parties", "a0", "b1,c2", "a0;x*", " ", "-", "a0"), cell("told", "x", "xyz", nil),
			cell("amount", 1, "1", -5, "3万", "many", "-", 0.25), cell("filed", "2019-12-11", "2020年01月01日", "soon", nil), city, county),
		"Company": table("Company", "name", cell("parent", "a0", "b1", "-"), cell("code", "a", "b", "z"), city, county),
		"Law":     table("Law", "key", cell("text", "one", "another", "a third one")),
	}
}

// Of a corpus held against itself nothing is flagged, and no ratio is other than 1.
func TestNothingDiffersFromItself(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := Of(loaded(t, docket(), files(rt)))
		c := Compare(p, p)
		for verdict, n := range c.Verdicts {
			if verdict != Alike && verdict != Unmeasured {
				rt.Errorf("%d figures are %s: want alike or unmeasured", n, verdict)
			}
		}
		for _, part := range c.Parts {
			for _, l := range part.Lines {
				for _, r := range l.Rows {
					if r.Ratio != nil && *r.Ratio != 1 {
						rt.Errorf("%s.%s: %s: want the ratio 1", l.Table, l.Column, formatRow(&l, &r))
					}
				}
			}
		}
	})
}

// The order of rows leaves no trace.
func TestOrderOfRowsIsNoMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		fs := files(rt)
		want := Of(loaded(t, docket(), fs))
		for name, rows := range fs {
			fs[name] = rapid.Permutation(rows).Draw(rt, name)
		}
		if diff := cmp.Diff(want, Of(loaded(t, docket(), fs))); diff != "" {
			rt.Errorf("profile of other row orders (-want +got):\n%s", diff)
		}
	})
}

// Cells add up, and so do their repetitions, lengths and values.
func TestCellsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for _, table := range Of(loaded(t, docket(), files(rt))).Tables {
			for _, c := range table.Columns {
				cells, _ := c.Repeats.total()
				if c.Observed != c.Empty+c.Sentinel+c.Present || c.Observed > table.Rows || cells != c.Present {
					rt.Errorf("%s.%s does not add up: %+v", table.Name, c.Name, c)
				}
				if c.Present > 0 != (c.Length != nil) || c.Length != nil && c.Length.N != c.Present {
					rt.Errorf("%s.%s: lengths of other cells than the %d present: %+v", table.Name, c.Name, c.Present, c.Length)
				}
				if v := c.Values; v != nil && (v.PerCell.N != c.Present || v.PerCell.Sum != c.Masks.Values || v.Several > c.Present) {
					rt.Errorf("%s.%s: values of other cells than the %d present: %+v, %+v", table.Name, c.Name, c.Present, v, c.Masks)
				}
			}
		}
	})
}

// A join finds what a loop over both tables finds.
func TestJoinIsALoop(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := loaded(t, docket(), files(rt))
		for _, j := range Of(c).Joins {
			if j.Via != "" || len(j.From.Columns) > 1 {
				continue
			}
			from, to := c.Table(j.From.Table), c.Table(j.To.Table)
			var names []string
			for row := range from.Len() {
				for _, v := range from.Cell(row, from.Column(j.From.Columns[0])).Values {
					if !slices.Contains(names, v.Text) {
						names = append(names, v.Text)
					}
				}
			}
			var want Moments
			for _, name := range names {
				n := 0
				for row := range to.Len() {
					if to.Cell(row, to.Column(j.To.Columns[0])).Text() == name {
						n++
					}
				}
				if n > 0 {
					want.add(n, 1)
				}
			}
			if j.Names != len(names) || j.Found != want {
				rt.Errorf("%v → %v: %d names find %+v, want %d and %+v", j.From, j.To, j.Names, j.Found, len(names), want)
			}
		}
	})
}

// Which of two corpora is the world does not matter to what differs, and the
// ratio turns round.
func TestComparingTheOtherWayRound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := Of(loaded(t, docket(), files(rt))), Of(loaded(t, docket(), files(rt)))
		there, back := Compare(a, b), Compare(b, a)
		for i, part := range there.Parts {
			for j, l := range part.Lines {
				for k, r := range l.Rows {
					o := back.Parts[i].Lines[j].Rows[k]
					if (r.Ratio == nil) != (o.Ratio == nil) {
						rt.Fatalf("%s.%s: %s, the other way round %s", l.Table, l.Column, formatRow(&l, &r), formatRow(&l, &o))
					}
					if r.Ratio != nil && (r.Verdict != o.Verdict || math.Abs(*r.Ratio**o.Ratio-1) > 1e-9) {
						rt.Errorf("%s.%s: %s, the other way round %s", l.Table, l.Column, formatRow(&l, &r), formatRow(&l, &o))
					}
				}
			}
		}
	})
}
