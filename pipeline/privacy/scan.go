package privacy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Basis says why the names of a column count as names of persons.
type Basis string

// The closed set of bases.
const (
	Declared Basis = "declared" // the domain says so
	Labelled Basis = "label"    // the column is called what columns of persons are
	Formed   Basis = "form"     // nearly all values that are no organisations have the form of names
	Repeated Basis = "repeated" // names of another column stand in it
)

// PrivacyReport says what personal data a corpus holds. It has no value of the corpus but masked samples.
// Equal corpora give equal reports.
type PrivacyReport struct {
	// Columns has an element for each kind that a column or the passages of a name hold, in the
	// domain's order, then that of [DataKinds]; it is not nil.
	Columns []PersonalColumn `json:"columns"`
}

// PersonalColumn counts one kind of personal data in one column.
type PersonalColumn struct {
	Table  string   `json:"table"`            // a table, or the name of passages
	Column string   `json:"column,omitempty"` // "" for passages
	Kind   DataKind `json:"kind"`             // what was found
	Basis  Basis    `json:"basis,omitempty"`  // why they are names; "" for other kinds
	Cells  int      `json:"cells"`            // cells or passages that hold some
	Values int      `json:"values"`           // different values
	Hidden int      `json:"hidden,omitempty"` // names that were masked before, by cell; not counted in Cells
	// Samples are at most three of the values, all but their first characters hidden.
	Samples []string `json:"samples"`
}

// DataPlace is a column of a table, or the passages of a name, whose Column is "".
type DataPlace struct{ Table, Column string }

// String returns the place as flags name it: "Orders.收件人".
func (p DataPlace) String() string {
	if p.Column == "" {
		return p.Table
	}
	return p.Table + "." + p.Column
}

// Inventory is what [Scan] found: the report, and the values themselves for a [Masker].
type Inventory struct {
	Report  PrivacyReport
	corpus  *corpus.Corpus
	persons map[DataPlace]Basis             // columns whose values are searched for names as wholes
	values  map[DataPlace]map[item]struct{} // by place
	names   *nameFinder                     // of all names; nil for none
}

// item is a value that was found.
type item struct {
	kind  DataKind
	value string
}

// Scan searches a corpus.
func Scan(c *corpus.Corpus) *Inventory {
	v := &Inventory{Report: PrivacyReport{Columns: []PersonalColumn{}}, corpus: c, persons: map[DataPlace]Basis{}, values: map[DataPlace]map[item]struct{}{}}
	d := c.Domain()
	for i := range d.Tables {
		t := c.Table(d.Tables[i].Name)
		for col := range t.Spec().Columns {
			if basis := personBasis(d, t, col); basis != "" {
				v.persons[DataPlace{t.Spec().Name, t.Spec().Columns[col].Name}] = basis
			}
		}
	}
	for i := range d.Tables {
		t := &d.Tables[i]
		for j := range t.Columns {
			basis := v.persons[DataPlace{t.Name, t.Columns[j].Name}]
			for _, part := range t.Columns[j].Parts {
				if place := (DataPlace{t.Name, part}); v.persons[place] == "" {
					v.persons[place] = basis
				}
			}
		}
	}
	var tallies []*tally
	for i := range d.Tables {
		t := c.Table(d.Tables[i].Name)
		for col := range t.Spec().Columns {
			tallies = append(tallies, v.column(t, col))
		}
	}
	for _, p := range d.Passages {
		tallies = append(tallies, v.passages(&p))
	}
	found := newNames(v)
	v.names = found
	for _, t := range tallies {
		if t == nil {
			continue
		}
		if found != nil && t.kinds[Name] == nil {
			v.repeated(t, found)
		}
		v.Report.Columns = append(v.Report.Columns, t.reports()...)
	}
	return v
}

// Hide returns a text, such as a message about a row, in which numbers, addresses and the names that
// were found are hidden but for their first characters.
func (v *Inventory) Hide(text string) string {
	for _, f := range slices.Backward(Find(text, "")) {
		text = text[:f.Start] + sample(f.Kind, text[f.Start:f.End]) + text[f.End:]
	}
	if v.names == nil {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if e := v.names.at(text, i); e.text != "" && !e.organisation {
			b.WriteString(sample(Name, e.text))
			i += len(e.text)
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+size])
		i += size
	}
	return b.String()
}

// searched reports whether cells of a column are searched: amounts and days are not.
func searched(c *domain.Column) bool { return !c.Kind.Numeric() && c.Kind != domain.KindDate }

// column searches the cells of a column; nil if it is not searched.
func (v *Inventory) column(t *corpus.Table, col int) *tally {
	spec := &t.Spec().Columns[col]
	if !searched(spec) || spec.Personal == domain.Impersonal {
		return nil
	}
	at := DataPlace{t.Spec().Name, spec.Name}
	label := strings.Join([]string{spec.Name, spec.Label.In("zh"), spec.Label.In("en")}, " ")
	out := newTally(at, v.persons[at])
	marks := v.corpus.Domain().Masks
	for cell, rows := range t.Cells(col) {
		if cell.State != value.Present {
			continue
		}
		text := cell.Text()
		seen := map[DataKind]bool{}
		for _, f := range Find(text, label) {
			v.add(at, item{f.Kind, f.Value})
			out.add(f.Kind, f.Value, text[f.Start:f.End], !seen[f.Kind], rows)
			seen[f.Kind] = true
		}
		if out.basis == "" {
			continue
		}
		hidden := 0
		for _, part := range parts(spec, text) {
			switch {
			case isMasked(part, marks):
				if looksHidden(part) {
					hidden++
				}
			case names(out.basis, part):
				v.add(at, item{Name, part})
				out.add(Name, part, part, !seen[Name], rows)
				seen[Name] = true
			}
		}
		if hidden > 0 {
			out.of(Name).hidden += hidden * rows
		}
	}
	return out
}

// passages searches the passages of a name.
func (v *Inventory) passages(p *domain.Passages) *tally {
	at := DataPlace{Table: p.Name}
	out := newTally(at, "")
	for _, text := range v.corpus.Passages(p.Name) {
		seen := map[DataKind]bool{}
		for _, f := range Find(text, "") {
			v.add(at, item{f.Kind, f.Value})
			out.add(f.Kind, f.Value, text[f.Start:f.End], !seen[f.Kind], 1)
			seen[f.Kind] = true
		}
	}
	return out
}

// repeated counts the names of columns of persons that stand in the texts of another place.
func (v *Inventory) repeated(t *tally, found *nameFinder) {
	t.basis = Repeated
	count := func(text string, key rowKey, column *domain.Column, rows int) {
		first := true
		for _, f := range found.in(t.at.Table, text, key, column) {
			t.add(Name, f.Value, f.Value, first, rows)
			first = false
		}
	}
	table := v.corpus.Table(t.at.Table)
	if table == nil {
		for _, text := range v.corpus.Passages(t.at.Table) {
			count(text, rowKey{}, nil, 1)
		}
		return
	}
	col, key := table.Column(t.at.Column), table.Column(table.Spec().Key)
	for row := range table.Len() {
		if source := table.Source(row, col); source != "" && source[0] == '"' {
			count(value.Unquote(source), keyOf(table, row, key), &table.Spec().Columns[col], 1)
		}
	}
}

func (v *Inventory) add(at DataPlace, i item) {
	if v.values[at] == nil {
		v.values[at] = map[item]struct{}{}
	}
	v.values[at][i] = struct{}{}
}

// The share of a column's values, without organisations, that must have the form of names, and how
// many different ones there must be.
const (
	formShare = 0.8
	formLeast = 3
)

// personBasis says why a column holds names of persons; "" if it does not.
func personBasis(d *domain.Domain, t *corpus.Table, col int) Basis {
	c := &t.Spec().Columns[col]
	switch {
	case c.Personal == domain.PersonNames:
		return Declared
	case c.Personal == domain.Impersonal || !searched(c) || c.Kind == domain.KindProse || strings.Contains(c.Entity, "."):
		return ""
	case namesPersons(c.Name) || namesPersons(c.Label.In("zh")) || namesPersons(c.Label.In("en")):
		return Labelled
	}
	named, others := map[string]bool{}, map[string]bool{}
	for cell := range t.Cells(col) {
		if cell.State != value.Present || cell.Source[0] != '"' {
			continue
		}
		for _, part := range parts(c, cell.Text()) {
			switch {
			case isMasked(part, d.Masks):
				if looksHidden(part) {
					named[part] = true
				}
			case isHanName(part) && !endsAsPlace(part):
				named[part] = true
			case !isOrganisation(part) && !slices.Contains(d.Sentinels, part):
				others[part] = true
			}
		}
	}
	surnames := map[rune]bool{} // words such as 周一, 周二 and 周三 begin alike
	for name := range named {
		first, _ := utf8.DecodeRuneInString(name)
		surnames[first] = true
	}
	if n := len(named); n >= formLeast && len(surnames) > 1 && float64(n) >= formShare*float64(n+len(others)) {
		return Formed
	}
	return ""
}

// names reports whether a value is the name of a person in a column of that basis.
func names(basis Basis, part string) bool {
	switch {
	case basis == Formed:
		return isHanName(part) && !endsAsPlace(part)
	case isHanName(part):
		return true
	}
	return isPerson(part)
}

// looksHidden reports whether a value with hidden characters is the name of a person, not that of
// an organisation.
func looksHidden(part string) bool { return len([]rune(part)) <= 5 && !isOrganisation(part) }

// endsAsPlace reports whether a text of the form of a name is rather one of a place.
func endsAsPlace(text string) bool {
	runes := []rune(text)
	return len(runes) == 3 && strings.ContainsRune("省市区县镇乡州盟旗", runes[2])
}

// between stand between several names in a cell, whatever separators its column declares; a comma or a
// semicolon of ASCII does if it declares none, and a slash where no word is of Latin letters.
var between = []string{"、", "，", "；", "／", "\n"}

// parts returns the values of a cell, without what stands in brackets behind the name of a person:
// 张三（董事长）.
func parts(c *domain.Column, text string) []string {
	list := []string{text}
	split := func(separators ...string) {
		for _, separator := range separators {
			if !strings.Contains(text, separator) {
				continue // as in most cells, of which there may be millions
			}
			var finer []string
			for _, part := range list {
				finer = append(finer, strings.Split(part, separator)...)
			}
			list = finer
		}
	}
	split(c.Separators...)
	split(between...)
	if c.Separators == nil {
		split(",", ";")
	}
	if strings.Contains(text, "/") && !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
		split("/")
	}
	kept := list[:0]
	for _, part := range list {
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, withoutRemark(part))
		}
	}
	return kept
}

// withoutRemark returns a Chinese name without the remark in brackets behind it; other texts, such as
// 高明（集团）, as they are.
func withoutRemark(part string) string {
	for _, brackets := range [][2]string{{"（", "）"}, {"(", ")"}} {
		name, rest, ok := strings.Cut(part, brackets[0])
		remark, closed := strings.CutSuffix(rest, brackets[1])
		if name = strings.TrimSpace(name); ok && closed && isHanName(name) && !isOrganisation(remark) {
			return name
		}
	}
	return part
}

// tally counts what a place holds.
type tally struct {
	at    DataPlace
	basis Basis
	kinds map[DataKind]*kindTally
}

type kindTally struct {
	cells, hidden int
	values        map[string]struct{}
	samples       []string
}

func newTally(at DataPlace, basis Basis) *tally {
	return &tally{at: at, basis: basis, kinds: map[DataKind]*kindTally{}}
}

func (t *tally) of(kind DataKind) *kindTally {
	if t.kinds[kind] == nil {
		t.kinds[kind] = &kindTally{values: map[string]struct{}{}, samples: []string{}}
	}
	return t.kinds[kind]
}

// add counts a value, which stands in that many rows; first says that no other of the kind has been
// counted for the cell.
func (t *tally) add(kind DataKind, value, shown string, first bool, rows int) {
	k := t.of(kind)
	if first {
		k.cells += rows
	}
	if _, known := k.values[value]; known {
		return
	}
	k.values[value] = struct{}{}
	if len(k.samples) < mostSamples {
		k.samples = append(k.samples, sample(kind, shown))
	}
}

const mostSamples = 3

// reports returns the counts by kind.
func (t *tally) reports() []PersonalColumn {
	var list []PersonalColumn
	for _, kind := range DataKinds() {
		k := t.kinds[kind]
		if k == nil {
			continue
		}
		r := PersonalColumn{Table: t.at.Table, Column: t.at.Column, Kind: kind, Cells: k.cells, Values: len(k.values), Hidden: k.hidden, Samples: k.samples}
		if kind == Name {
			r.Basis = t.basis
		}
		list = append(list, r)
	}
	return list
}

// sample returns a value of which the first characters alone are shown.
func sample(kind DataKind, text string) string {
	shown := map[DataKind]int{Identity: 2, Mobile: 3, Email: 1, Card: 4, Name: 1}[kind]
	runes := []rune(text)
	for i := min(shown, len(runes)-1); i < len(runes); i++ {
		if r := runes[i]; r != ' ' && r != '-' && r != '.' && r != '@' && r != '(' && r != ')' {
			runes[i] = '*'
		}
	}
	return string(runes)
}
