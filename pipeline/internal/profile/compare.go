package profile

import "strings"

// Verdict says what comes of comparing two figures.
type Verdict string

// The closed set of verdicts.
const (
	Alike      Verdict = "alike"      // within a factor of 2
	Chance     Verdict = "chance"     // beyond it, but no more than sampling can explain
	Differs    Verdict = "differs"    // beyond it, and more than sampling can explain
	Lacking    Verdict = "lacking"    // the real rows have such a figure and the world has none
	Unmeasured Verdict = "unmeasured" // a figure is missing, which says nothing
)

// Verdicts returns the closed set, what is flagged last.
func Verdicts() []Verdict { return []Verdict{Alike, Chance, Unmeasured, Differs, Lacking} }

// Flagged reports whether a verdict asks for an explanation.
func (v Verdict) Flagged() bool { return v == Differs || v == Lacking }

// Comparison is a world held against real rows. It is a record; equal profiles and
// notes give equal comparisons.
type Comparison struct {
	// Parts are the tables, then the retrieval corpora, then one part of all joins:
	// each in the world's order, those that only the real rows have at the end.
	Parts []Part `json:"parts"`
	// Verdicts is how often each verdict was found; verdicts not found are absent.
	Verdicts map[Verdict]int `json:"verdicts"`
	// Classes is how many flagged rows the notes of each class explain; classes that
	// explain none are absent. Unexplained is how many no note explains.
	Classes     map[Class]int `json:"classes"`
	Unexplained int           `json:"unexplained"`
	// Unused are the notes that explain nothing, in their order: what they say is not
	// so, or an earlier note says it too.
	Unused []Note `json:"unused"`
}

// Section says what a part of a comparison holds.
type Section string

// The closed set of sections.
const (
	OfTable    Section = "table"    // columns of one table
	OfPassages Section = "passages" // one retrieval corpus
	OfJoins    Section = "joins"    // all joins
)

// Part is one table, one retrieval corpus, or all joins.
type Part struct {
	Section Section `json:"section"` // which
	Name    string  `json:"name"`    // the table's or retrieval corpus's; "" for joins
	Label   string  `json:"label"`   // what people call it; "" for joins
	World   int     `json:"world"`   // rows or texts of the world; 0 for joins
	Real    int     `json:"real"`    // real rows or texts; 0 for joins
	Lines   []Line  `json:"lines"`   // columns or joins in order; one of a retrieval corpus
}

// Line is what was measured of one column, retrieval corpus or join.
type Line struct {
	// Table and Column are the column, or where the names of a join stand: Column is
	// "" for a retrieval corpus, and several parts are joined by "+".
	Table  string `json:"table"`
	Column string `json:"column"`
	Label  string `json:"label"` // what people call the column; "" for others
	Holds  string `json:"holds"` // entity type or kind; "" for a retrieval corpus
	// Target is what a join leads to, "CourtInfo.法院名称", and Via the derivation on
	// the way; "" for others.
	Target string `json:"target,omitempty"`
	Via    string `json:"via,omitempty"`
	// World and Real are how many things there are: observed cells, texts, or
	// distinct names of a join.
	World int   `json:"world"`
	Real  int   `json:"real"`
	Rows  []Row `json:"rows"` // one a measure
}

// Row is one measure of both corpora.
type Row struct {
	Measure Measure `json:"measure"` // what was measured
	World   *Figure `json:"world"`   // nil where there is nothing to measure
	Real    *Figure `json:"real"`    // nil where there is nothing to measure
	// Ratio is World over Real as [Compare] defines it; nil where one is missing.
	Ratio   *float64 `json:"ratio"`
	Verdict Verdict  `json:"verdict"` // of the closed set
	// Class and Reason are of the note that explains a flagged row; "" for rows that
	// are not flagged and for those that no note explains.
	Class  Class  `json:"class,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Compare holds a world against real rows, by names of tables and columns. A row
// is flagged where two figures differ over 2× and by more than chance:
//
// Ratio. Rates count as at least 0.005, lengths, numbers of values and of rows as
// at least 1, and amounts as at least 1 of their unit or a hundredth of the larger
// 90th percentile, whichever is less. Amounts of different signs differ by as much
// as the larger is above that floor. Days have no ratio: they differ over 2× where
// they lie further apart than the narrower of the two spans from the 10th to the
// 90th percentile, a year at least.
//
// Chance. Each figure has an interval of 99 %: a rate its score interval, a
// quantile that of order statistics, a mean the normal one. Both give the interval
// of the difference, and where that holds 0 the row is not flagged. The larger
// sample's error counts too, but where real rows are few theirs is what decides.
// The most rows that a name finds have no such interval and are never flagged.
//
// Distinct values are counted at one sample size, that of the smaller: among as many
// cells drawn from the larger.
//
// How many rows there are, and how many of their cells were observed, is the
// samples' size and not compared. Where the real rows have a figure and the world
// has none, the row is flagged, unless the first rate of the line already says that
// no cell is filled or no name found. Where only the world has a figure, there is
// nothing to hold it against.
//
// Each flagged row is explained by the first note that speaks of it.
func Compare(world, real *Profile, notes Notes) *Comparison {
	c := &Comparison{Verdicts: map[Verdict]int{}, Classes: map[Class]int{}, Unused: []Note{}}
	x := explainer{notes: notes.Notes, used: make([]bool, len(notes.Notes))}
	c.tables(world, real)
	c.passages(world, real)
	c.joins(world, real)
	for i := range c.Parts {
		for j := range c.Parts[i].Lines {
			line := &c.Parts[i].Lines[j]
			for k := range line.Rows {
				x.explain(line, &line.Rows[k])
				c.count(&line.Rows[k])
			}
		}
	}
	for i, used := range x.used {
		if !used {
			c.Unused = append(c.Unused, notes.Notes[i])
		}
	}
	return c
}

// count adds a row to the sums.
func (c *Comparison) count(r *Row) {
	c.Verdicts[r.Verdict]++
	switch {
	case !r.Verdict.Flagged():
	case r.Class == "":
		c.Unexplained++
	default:
		c.Classes[r.Class]++
	}
}

// match pairs what two corpora have by name: the first's in its order, then what
// only the second has. What one lacks is the zero value.
func match[T any, K comparable](world, real []T, name func(*T) K) [][2]*T {
	byName := map[K]*T{}
	for i := range real {
		byName[name(&real[i])] = &real[i]
	}
	var pairs [][2]*T
	for i := range world {
		k := name(&world[i])
		r := byName[k]
		if delete(byName, k); r == nil {
			r = new(T)
		}
		pairs = append(pairs, [2]*T{&world[i], r})
	}
	for i := range real {
		if byName[name(&real[i])] == &real[i] {
			pairs = append(pairs, [2]*T{new(T), &real[i]})
		}
	}
	return pairs
}

// either returns the first text, or the second where that is empty.
func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (c *Comparison) tables(world, real *Profile) {
	for _, ts := range match(world.Tables, real.Tables, func(t *Table) string { return t.Name }) {
		w, r := ts[0], ts[1]
		p := Part{Section: OfTable, Name: either(w.Name, r.Name), Label: either(w.Label, r.Label), World: w.Rows, Real: r.Rows, Lines: []Line{}}
		for _, cs := range match(w.Columns, r.Columns, func(c *Column) string { return c.Name }) {
			a, b := cs[0], cs[1]
			p.Lines = append(p.Lines, Line{
				Table: p.Name, Column: either(a.Name, b.Name), Label: either(a.Label, b.Label), Holds: either(a.Holds, b.Holds),
				World: a.Observed, Real: b.Observed, Rows: rows(a.pairs(b)),
			})
		}
		c.Parts = append(c.Parts, p)
	}
}

func (c *Comparison) passages(world, real *Profile) {
	for _, ps := range match(world.Passages, real.Passages, func(p *Passages) string { return p.Name }) {
		w, r := ps[0], ps[1]
		name := either(w.Name, r.Name)
		c.Parts = append(c.Parts, Part{
			Section: OfPassages, Name: name, Label: either(w.Label, r.Label), World: w.Texts, Real: r.Texts,
			Lines: []Line{{Table: name, World: w.Texts, Real: r.Texts, Rows: rows(w.pairs(r))}},
		})
	}
}

func (c *Comparison) joins(world, real *Profile) {
	type way struct{ from, via, to string }
	name := func(j *Join) way { return way{j.From.String(), j.Via, j.To.String()} }
	p := Part{Section: OfJoins, Lines: []Line{}}
	for _, js := range match(world.Joins, real.Joins, name) {
		w, r := js[0], js[1]
		j := w
		if w.From.Table == "" {
			j = r
		}
		p.Lines = append(p.Lines, Line{
			Table: j.From.Table, Column: strings.Join(j.From.Columns, "+"), Holds: j.Entity,
			Target: j.To.String(), Via: j.Via,
			World: w.Names, Real: r.Names, Rows: rows(w.pairs(r)),
		})
	}
	c.Parts = append(c.Parts, p)
}

// String returns the place as "CourtInfo.法院省份+法院城市+法院区县".
func (p Place) String() string { return p.Table + "." + strings.Join(p.Columns, "+") }

// rows judges pairs of figures, of which the first says how much there is of what
// the others measure.
func rows(pairs []pair) []Row {
	var rs []Row
	for _, p := range pairs {
		r := Row{Measure: p.measure, World: p.world, Real: p.real}
		switch {
		case p.world != nil && p.real != nil:
			ratio := p.ratio(p.world.Value, p.real.Value)
			r.Ratio = &ratio
			r.Verdict = judge(ratio, p.world, p.real)
		case p.real == nil || len(rs) > 0 && (rs[0].World == nil || rs[0].World.Value == 0):
			r.Verdict = Unmeasured
		default:
			r.Verdict = Lacking
		}
		rs = append(rs, r)
	}
	return rs
}

// judge compares two figures.
func judge(ratio float64, world, real *Figure) Verdict {
	const most = 2
	if ratio <= most && ratio >= 1/float64(most) {
		return Alike
	}
	if chance(world, real) {
		return Chance
	}
	return Differs
}

// Unexplained returns the lines with flagged rows that no note explains, with
// those rows alone.
func Unexplained(c *Comparison) []Line {
	var lines []Line
	for _, p := range c.Parts {
		for _, l := range p.Lines {
			var rows []Row
			for _, r := range l.Rows {
				if r.Verdict.Flagged() && r.Class == "" {
					rows = append(rows, r)
				}
			}
			if l.Rows = rows; len(rows) > 0 {
				lines = append(lines, l)
			}
		}
	}
	return lines
}
