package profile

import "strings"

// Likeness is the result of comparing two figures of one measure.
type Likeness string

// The closed set of likenesses.
const (
	Alike      Likeness = "alike"      // within a factor of 2
	Chance     Likeness = "chance"     // further apart, but sampling error can explain it
	Differs    Likeness = "differs"    // further apart than sampling error can explain
	Lacking    Likeness = "lacking"    // the real rows have a figure and the world has none
	Unmeasured Likeness = "unmeasured" // a figure is missing, so nothing is compared
)

// Likenesses returns the closed set, the flagged ones last.
func Likenesses() []Likeness { return []Likeness{Alike, Chance, Unmeasured, Differs, Lacking} }

// Flagged reports whether two figures differ by more than sampling error.
func (v Likeness) Flagged() bool { return v == Differs || v == Lacking }

// WorldComparison compares a world with real rows, measure by measure. Equal profiles give
// equal comparisons.
type WorldComparison struct {
	// Parts are the tables, then the retrieval corpora, then one part of all joins:
	// each in the world's order, those that only the real rows have at the end.
	Parts []Part `json:"parts"`
	// Verdicts counts the rows of each likeness; a likeness of no row is absent.
	Verdicts map[Likeness]int `json:"verdicts"`
}

// Section is the kind of content of a part of a comparison.
type Section string

// The closed set of sections.
const (
	OfTable    Section = "table"    // columns of one table
	OfPassages Section = "passages" // one retrieval corpus
	OfJoins    Section = "joins"    // all joins
)

// Part is one table, one retrieval corpus, or all joins.
type Part struct {
	Section Section `json:"section"` // what the part compares
	Name    string  `json:"name"`    // name of the table or retrieval corpus; "" for joins
	Label   string  `json:"label"`   // displayed name; "" for joins
	World   int     `json:"world"`   // rows or texts of the world; 0 for joins
	Real    int     `json:"real"`    // real rows or texts; 0 for joins
	// Lines has one element for each column of a table, in its order; one for a retrieval
	// corpus as a whole; or one for each join, in order.
	Lines []LineMeasures `json:"lines"`
}

// LineMeasures has the measures of one column, retrieval corpus or join.
type LineMeasures struct {
	// Table and Column name the column. For a join they name the columns that hold its
	// names, several joined by "+". Column is "" for a retrieval corpus.
	Table  string `json:"table"`
	Column string `json:"column"`
	Label  string `json:"label"` // displayed name of a column; "" for others
	Holds  string `json:"holds"` // entity type or kind; "" for a retrieval corpus
	// Target is the target of a join, "CourtInfo.法院名称", and Via its derivation; ""
	// for others.
	Target string `json:"target,omitempty"`
	Via    string `json:"via,omitempty"`
	// World and Real are sample sizes: observed cells, texts, or distinct names of a
	// join.
	World int                 `json:"world"`
	Real  int                 `json:"real"`
	Rows  []MeasureComparison `json:"rows"` // one per measure
}

// MeasureComparison is one measure of both corpora.
type MeasureComparison struct {
	Measure Measure `json:"measure"` // measure of both figures
	World   *Figure `json:"world"`   // nil if there is nothing to measure
	Real    *Figure `json:"real"`    // nil if there is nothing to measure
	// Ratio is World over Real as [Compare] defines it; nil if one is missing.
	Ratio   *float64 `json:"ratio"`
	Verdict Likeness `json:"verdict"`
}

// Compare compares a world with real rows, matching tables and columns by name. A
// row is flagged if its figures differ by more than a factor of 2 and by more than
// sampling error:
//
// Ratio. Rates count as at least 0.005; lengths and numbers of values or rows as at
// least 1; amounts as at least 1 unit or a hundredth of the larger 90th percentile,
// whichever is less. If amounts differ in sign, the smaller magnitude counts as that
// floor. Days have no ratio: they differ if they are further apart than the narrower
// of the two spans from the 10th to the 90th percentile, and than a year.
//
// Chance. Each figure has a 99 % interval: the score interval for a rate, order
// statistics for a quantile, the normal interval for a mean. Together they give an
// interval of the difference; if it contains 0, the row is not flagged. The maximum
// number of rows that a name finds has no interval and is never flagged.
//
// The share of distinct values is compared at the size of the smaller sample.
//
// Numbers of rows and of observed cells are sample sizes and are not compared. If
// only the real rows have a figure, the row is flagged, unless the line's first rate
// already shows that no cell is filled or no name found. If only the world has a
// figure, the row is unmeasured.
func Compare(world, real *Profile) *WorldComparison {
	c := &WorldComparison{Verdicts: map[Likeness]int{}}
	c.tables(world, real)
	c.passages(world, real)
	c.joins(world, real)
	for i := range c.Parts {
		for _, line := range c.Parts[i].Lines {
			for _, row := range line.Rows {
				c.Verdicts[row.Verdict]++
			}
		}
	}
	return c
}

// match pairs the parts of two corpora by name: those of the first in its order, then
// those that only the second has. A missing part is the zero value.
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

// firstNonEmpty returns a, or b if a is empty.
func firstNonEmpty(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (c *WorldComparison) tables(world, real *Profile) {
	for _, ts := range match(world.Tables, real.Tables, func(t *TableProfile) string { return t.Name }) {
		w, r := ts[0], ts[1]
		p := Part{Section: OfTable, Name: firstNonEmpty(w.Name, r.Name), Label: firstNonEmpty(w.Label, r.Label), World: w.Rows, Real: r.Rows, Lines: []LineMeasures{}}
		for _, cs := range match(w.Columns, r.Columns, func(c *ColumnProfile) string { return c.Name }) {
			a, b := cs[0], cs[1]
			p.Lines = append(p.Lines, LineMeasures{
				Table: p.Name, Column: firstNonEmpty(a.Name, b.Name), Label: firstNonEmpty(a.Label, b.Label), Holds: firstNonEmpty(a.Holds, b.Holds),
				World: a.Observed, Real: b.Observed, Rows: rows(a.pairs(b)),
			})
		}
		c.Parts = append(c.Parts, p)
	}
}

func (c *WorldComparison) passages(world, real *Profile) {
	for _, ps := range match(world.Passages, real.Passages, func(p *PassagesProfile) string { return p.Name }) {
		w, r := ps[0], ps[1]
		name := firstNonEmpty(w.Name, r.Name)
		c.Parts = append(c.Parts, Part{
			Section: OfPassages, Name: name, Label: firstNonEmpty(w.Label, r.Label), World: w.Texts, Real: r.Texts,
			Lines: []LineMeasures{{Table: name, World: w.Texts, Real: r.Texts, Rows: rows(w.pairs(r))}},
		})
	}
}

func (c *WorldComparison) joins(world, real *Profile) {
	type key struct{ from, via, to string }
	name := func(j *JoinProfile) key { return key{j.From.String(), j.Via, j.To.String()} }
	p := Part{Section: OfJoins, Lines: []LineMeasures{}}
	for _, js := range match(world.Joins, real.Joins, name) {
		w, r := js[0], js[1]
		j := w
		if w.From.Table == "" {
			j = r
		}
		p.Lines = append(p.Lines, LineMeasures{
			Table: j.From.Table, Column: strings.Join(j.From.Columns, "+"), Holds: j.Entity,
			Target: j.To.String(), Via: j.Via,
			World: w.Names, Real: r.Names, Rows: rows(w.pairs(r)),
		})
	}
	c.Parts = append(c.Parts, p)
}

// String formats the columns as "CourtInfo.法院省份+法院城市+法院区县".
func (p JoinColumns) String() string { return p.Table + "." + strings.Join(p.Columns, "+") }

// rows compares pairs of figures. If the first pair shows that the world has nothing
// to measure, figures missing from the world are unmeasured and not lacking.
func rows(pairs []measurePair) []MeasureComparison {
	var rs []MeasureComparison
	for _, p := range pairs {
		r := MeasureComparison{Measure: p.measure, World: p.world, Real: p.real}
		switch {
		case p.world != nil && p.real != nil:
			ratio := p.ratio(p.world.Value, p.real.Value)
			r.Ratio = &ratio
			r.Verdict = likeness(ratio, p.world, p.real)
		case p.real == nil || len(rs) > 0 && (rs[0].World == nil || rs[0].World.Value == 0):
			r.Verdict = Unmeasured
		default:
			r.Verdict = Lacking
		}
		rs = append(rs, r)
	}
	return rs
}

// likeness classifies two figures by their ratio.
func likeness(ratio float64, world, real *Figure) Likeness {
	const most = 2
	if ratio <= most && ratio >= 1/float64(most) {
		return Alike
	}
	if samplingExplains(world, real) {
		return Chance
	}
	return Differs
}
