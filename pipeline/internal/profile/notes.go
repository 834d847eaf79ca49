package profile

import (
	"bytes"
	_ "embed" // for the notes that ship
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed notes.yaml
var shipped []byte

// Class says of what kind an explanation is, so that explanations can be grouped.
type Class string

// The closed set of classes.
const (
	// Recovered: rows of the real table were recovered only in part, so that what
	// looks into it finds less than the whole table would give.
	Recovered Class = "recovered"
	// Selected: the real rows are those that published tasks and agents asked for,
	// not a sample of the table.
	Selected Class = "selected"
	// Completed: the real table was completed from a public list, which has other
	// rows or writes them otherwise than the source.
	Completed Class = "completed"
	// Fictional: the world's names, codes and texts are invented, and no real one
	// is copied.
	Fictional Class = "fictional"
	// Simplified: the world leaves out on purpose what no task can tell.
	Simplified Class = "simplified"
)

// classes lists the classes in the order of a page.
func classes() []Class { return []Class{Recovered, Selected, Completed, Fictional, Simplified} }

// meaning says what a class stands for, as a page does.
func (c Class) meaning() string {
	switch c {
	case Recovered:
		return "rows of the real table were recovered only in part, so what looks into it finds less than the whole table would give"
	case Selected:
		return "the real rows are those that published tasks and agents asked for, not a sample of the table"
	case Completed:
		return "the real table was completed from a public list, which has other rows or writes them otherwise"
	case Fictional:
		return "names, codes and texts of the world are invented, and no real one is copied"
	case Simplified:
		return "the world leaves out on purpose what no task can tell"
	}
	return ""
}

// measures lists the measures in the order of a page.
func measures() []Measure {
	return []Measure{
		Fill, Empty, Sentinel, Distinct, LengthP10, LengthP50, LengthP90, ValueP10, ValueP50, ValueP90,
		Numeral, Scaled, Unparsed, Several, PerCell, Masked, Found, RowsMean, RowsMax,
	}
}

// Way says on which side a difference lies.
type Way string

// The closed set of ways. Days that come later are more.
const (
	More Way = "more" // the world's figure is the larger
	Less Way = "less" // the world's figure is the smaller, or missing
)

// Notes are explanations of differences, in order: the first that speaks of a row
// explains it.
type Notes struct {
	Notes []Note `yaml:"notes"`
}

// Note explains differences. It speaks of a row when each list that it has names
// what the row is of, and the difference is within its bounds.
type Note struct {
	Class   Class     `yaml:"class" json:"class"`                         // what kind of explanation
	Reason  string    `yaml:"reason" json:"reason"`                       // one sentence, for readers of a page
	Measure []Measure `yaml:"measure,omitempty" json:"measure,omitempty"` // of which measures; nil for all
	Table   []string  `yaml:"table,omitempty" json:"table,omitempty"`     // tables, retrieval corpora, or where a join's names stand; nil for all
	Column  []string  `yaml:"column,omitempty" json:"column,omitempty"`   // columns, of a join those of the names; nil for all
	Target  []string  `yaml:"target,omitempty" json:"target,omitempty"`   // tables a join leads to, or their columns as "Table.column"; nil for all and for what is no join
	Way     Way       `yaml:"way,omitempty" json:"way,omitempty"`         // on which side; "" for both
	Within  float64   `yaml:"within,omitempty" json:"within,omitempty"`   // the largest ratio, either way, that it explains; 0 for any
}

// Explanations returns the notes that ship, which explain how the generated legal
// world differs from the recovered real rows.
func Explanations() Notes {
	n, err := ReadNotes("notes.yaml", bytes.NewReader(shipped))
	if err != nil {
		panic("profile: embedded " + err.Error())
	}
	return n
}

// ReadNotes reads notes in YAML: a list under the key notes. All faults are
// reported at once, each as file:line: what is wrong: what was wanted, with file as
// given.
func ReadNotes(file string, r io.Reader) (Notes, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return Notes{}, fmt.Errorf("%s: %w", file, err)
	}
	var n Notes
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&n); err != nil && !errors.Is(err, io.EOF) {
		return Notes{}, located(file, err)
	}
	var places struct {
		Notes []yaml.Node `yaml:"notes"`
	}
	if err := yaml.Unmarshal(data, &places); err != nil {
		return Notes{}, located(file, err)
	}
	var faults []error
	for i := range n.Notes {
		for _, fault := range n.Notes[i].faults() {
			faults = append(faults, fmt.Errorf("%s:%d: %s", file, places.Notes[i].Line, fault))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return Notes{}, err
	}
	return n, nil
}

// located puts the file before each error of the YAML reader, which says the line.
func located(file string, err error) error {
	said := []string{err.Error()}
	var mismatch *yaml.TypeError
	if errors.As(err, &mismatch) {
		said = mismatch.Errors
	}
	var faults []error
	for _, s := range said {
		s = strings.TrimPrefix(s, "yaml: ")
		if rest, ok := strings.CutPrefix(s, "line "); ok {
			s = rest
		} else {
			s = " " + s
		}
		faults = append(faults, fmt.Errorf("%s:%s: want a list of notes with class, reason and what they speak of", file, s))
	}
	return errors.Join(faults...)
}

// faults says what is wrong with a note, and what was wanted.
func (n *Note) faults() []string {
	var fs []string
	if !slices.Contains(classes(), n.Class) {
		fs = append(fs, fmt.Sprintf("class %q: want one of %s", n.Class, list(classes())))
	}
	if strings.TrimSpace(n.Reason) == "" {
		fs = append(fs, "no reason: want one sentence")
	}
	for _, m := range n.Measure {
		if !slices.Contains(measures(), m) {
			fs = append(fs, fmt.Sprintf("measure %q: want some of %s", m, list(measures())))
		}
	}
	if n.Way != "" && n.Way != More && n.Way != Less {
		fs = append(fs, fmt.Sprintf("way %q: want more or less", n.Way))
	}
	if n.Within != 0 && (!(n.Within > 2) || math.IsInf(n.Within, 0)) { // a NaN is over nothing
		fs = append(fs, fmt.Sprintf("within %v: want a ratio over 2", n.Within))
	}
	return fs
}

// list lists words.
func list[T ~string](words []T) string {
	said := make([]string, len(words))
	for i, w := range words {
		said[i] = string(w)
	}
	return strings.Join(said, ", ")
}

// speaksOf reports whether the note is about a flagged row of a line.
func (n *Note) speaksOf(l *Line, r *Row) bool {
	table, _, _ := strings.Cut(l.Target, ".")
	return names(n.Measure, r.Measure) && names(n.Table, l.Table) && names(n.Column, l.Column) &&
		(names(n.Target, l.Target) || names(n.Target, table)) && n.reaches(r)
}

// names reports whether a list names something; nil names everything.
func names[T comparable](list []T, one T) bool {
	return list == nil || slices.Contains(list, one)
}

// reaches reports whether the difference lies on the note's side and within its
// bound. A missing figure is on the side of less, and within no bound.
func (n *Note) reaches(r *Row) bool {
	if r.Ratio == nil {
		return n.Way != More && n.Within == 0
	}
	way, times := More, *r.Ratio
	if times < 1 {
		way, times = Less, 1/times
	}
	return (n.Way == "" || n.Way == way) && (n.Within == 0 || times <= n.Within)
}

// explainer explains rows and keeps account of the notes used.
type explainer struct {
	notes []Note
	used  []bool
}

// explain sets class and reason of a flagged row.
func (x *explainer) explain(l *Line, r *Row) {
	if !r.Verdict.Flagged() {
		return
	}
	for i := range x.notes {
		if n := &x.notes[i]; n.speaksOf(l, r) {
			r.Class, r.Reason, x.used[i] = n.Class, n.Reason, true
			return
		}
	}
}
