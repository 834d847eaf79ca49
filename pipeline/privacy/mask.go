package privacy

import (
	"bufio"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// All stands for all places in what [ParsePlaces] reads.
const All = "all"

// ParsePlaces reads places as a flag has them: TABLE.COLUMN, a table for all its columns, or the name
// of passages, with commas between; nil for [All].
func ParsePlaces(d *domain.Domain, text string) ([]DataPlace, error) {
	if text == All {
		return nil, nil
	}
	var places []DataPlace
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		tableName, column, whole := strings.Cut(name, ".")
		t := d.Table(tableName)
		switch {
		case t == nil && !whole && slices.ContainsFunc(d.Passages, func(p domain.Passages) bool { return p.Name == name }):
			places = append(places, DataPlace{Table: name})
		case t == nil:
			return nil, fmt.Errorf("%q: domain %s has no table %q: want %s, or TABLE.COLUMN with commas between", name, d.Name, tableName, All)
		case !whole:
			for _, c := range t.Columns {
				places = append(places, DataPlace{tableName, c.Name})
			}
		case t.Column(column) == nil:
			return nil, fmt.Errorf("%q: table %s has no column %q: want one of its columns", name, tableName, column)
		default:
			for _, name := range append(slices.Clone(t.Column(column).Parts), column) {
				places = append(places, DataPlace{tableName, name})
			}
		}
	}
	return places, nil
}

// Masker replaces personal data of a corpus by masks. It is safe for concurrent use.
//
// What a mask is depends on the key and the value alone, but for the rare value whose mask another
// has: it gets a longer one. Without the key nobody can say which value a mask stands for, not even
// by trying all names there are. Different values have different masks. A whole name that a table puts together
// has the masks of its parts, also where it stands elsewhere, if the parts are masked.
//
// A mask has the form of what it replaces, and no such thing can exist: identity numbers begin with
// 0, a CPF has wrong check digits, mobile numbers begin with 12, have the area 00 or the country 999,
// cards begin with 0, addresses are of the host masked.invalid. A Chinese name keeps its surname,
// 张氏40712; others become 人员40712 or Person 40712.
type Masker struct {
	corpus *corpus.Corpus
	masks  map[item]string
	names  *nameFinder // nil for no name
}

// Masker returns a masker of what was found at the places, nil for all places. Such values are
// masked wherever they stand.
func (v *Inventory) Masker(places []DataPlace, key []byte) *Masker {
	chosen := v.foundAt(places)
	if more := v.partsOf(chosen); places != nil && more != nil {
		places = slices.Concat(places, more)
		chosen = v.foundAt(places)
	}
	m := &Masker{corpus: v.corpus, masks: masksOf(key, chosen), names: newNames(v, places...)}
	for i := range v.corpus.Domain().Tables {
		m.putTogether(v.corpus.Table(v.corpus.Domain().Tables[i].Name))
	}
	return m
}

// foundAt returns what was found at the places, nil for all places.
func (v *Inventory) foundAt(places []DataPlace) map[item]struct{} {
	found := map[item]struct{}{}
	for at, values := range v.values {
		if places == nil || slices.Contains(places, at) {
			maps.Copy(found, values)
		}
	}
	return found
}

// partsOf returns the columns of which a table puts one of some names together: they tell it as well.
func (v *Inventory) partsOf(names map[item]struct{}) (places []DataPlace) {
	for i := range v.corpus.Domain().Tables {
		t := v.corpus.Table(v.corpus.Domain().Tables[i].Name)
		for col, c := range t.Spec().Columns {
			for row := 0; c.Parts != nil && row < t.Len(); row++ {
				if _, ok := names[item{Name, t.Cell(row, col).Text()}]; ok {
					for _, part := range c.Parts {
						places = append(places, DataPlace{t.Spec().Name, part})
					}
					break
				}
			}
		}
	}
	return places
}

// putTogether makes the masks of a table's whole names those of their parts, if all parts have one, since the table
// has them so: wherever else such a name stands, it has the same mask.
func (m *Masker) putTogether(t *corpus.Table) {
	done := map[item]bool{}
	for col, c := range t.Spec().Columns {
		if c.Parts == nil {
			continue
		}
		for row := range t.Len() {
			whole := item{Name, t.Cell(row, col).Text()}
			if m.masks[whole] == "" || done[whole] {
				continue
			}
			texts := make([]string, len(c.Parts))
			for i, part := range c.Parts {
				texts[i] = m.masks[item{Name, t.Cell(row, t.Column(part)).Text()}]
			}
			if mask := domain.PutTogether(texts); mask != "" {
				m.masks[whole], done[whole] = mask, true
			}
		}
	}
}

// masksOf returns the masks of values, each of its own.
func masksOf(key []byte, values map[item]struct{}) map[item]string {
	items := slices.SortedFunc(maps.Keys(values), func(a, b item) int {
		return cmp.Or(strings.Compare(string(a.kind), string(b.kind)), strings.Compare(a.value, b.value))
	})
	masks, taken := map[item]string{}, map[string]bool{}
	for attempt := 0; len(items) > 0; attempt++ {
		var again []item
		for _, i := range items {
			mask := maskOf(key, i, attempt)
			if taken[mask] {
				again = append(again, i)
				continue
			}
			taken[mask], masks[i] = true, mask
		}
		items = again
	}
	return masks
}

// maskOf returns the mask of a value: digits for a number, of its length in the first attempt.
func maskOf(key []byte, i item, attempt int) string {
	h := hmac.New(sha256.New, key)
	fmt.Fprintf(h, "%s\x00%d\x00%s", i.kind, attempt, i.value)
	d := drawnDigits(h.Sum(nil))
	more := min(attempt, 10) // digits of a longer mask
	short := d[:5+more]
	switch i.kind {
	case Identity:
		if len(i.value) == 18 {
			return "0" + d[:17]
		}
		nine := "00" + d[:7]
		first, second := cpfChecks(nine)
		return nine + string([]byte{'0' + (first-'0'+1)%10, '0' + (second-'0'+1)%10}) + d[7:7+more]
	case Mobile:
		switch {
		case i.value[0] == '+':
			return reservedCountry + d[:len(i.value)-1-len(reservedCountry)+more]
		case len(i.value) == 11:
			return "12" + d[:9+more]
		}
		return "009" + d[:8+more]
	case Card:
		return "0" + d[:len(i.value)-1]
	case Email:
		return "person" + short + "@" + maskedHost
	}
	return maskedName(i.value, short)
}

// drawnDigits returns the digits of a sum, 28 of them.
func drawnDigits(sum []byte) string {
	var b strings.Builder
	for i := range 4 {
		fmt.Fprintf(&b, "%07d", binary.BigEndian.Uint64(sum[8*i:])%10_000_000)
	}
	return b.String()
}

// maskedName returns the mask of a name with a number.
func maskedName(name, number string) string {
	first, size := utf8.DecodeRuneInString(name)
	switch {
	case longSurname(name) != "":
		return longSurname(name) + "氏" + number
	case utf8.RuneCountInString(name) <= 3 && isHanName(name) && onlyHan(name) && strings.ContainsRune(surnames, first):
		return name[:size] + "氏" + number
	case onlyHan(strings.Map(dropDot, name)):
		return "人员" + number
	}
	return "Person " + number
}

// Masks returns how many values have a mask, by kind.
func (m *Masker) Masks() map[DataKind]int {
	counts := map[DataKind]int{}
	for i := range m.masks {
		counts[i.kind]++
	}
	return counts
}

// replace replaces what is masked in a cell of a column, or in a passage if column is nil, and counts
// the replacements by kind. Key is that of the row.
func (m *Masker) replace(at DataPlace, text string, key rowKey, column *domain.Column, counts map[DataKind]int) string {
	label := ""
	if column != nil {
		if !searched(column) {
			return text
		}
		label = strings.Join([]string{column.Name, column.Label.In("zh"), column.Label.In("en")}, " ")
	}
	var all []PersonalDatum
	for _, f := range Find(text, label) {
		if m.masks[item{f.Kind, f.Value}] != "" {
			all = append(all, f)
		}
	}
	if m.names != nil {
		for _, f := range m.names.in(at.Table, text, key, column) {
			if !overlaps(all, f.Start, f.End) {
				all = insert(all, f)
			}
		}
	}
	if all == nil {
		return text
	}
	var b strings.Builder
	from := 0
	for _, f := range all {
		counts[f.Kind]++
		b.WriteString(text[from:f.Start])
		mask := m.masks[item{f.Kind, f.Value}]
		if f.Kind == Identity || f.Kind == Mobile || f.Kind == Card {
			mask = spaced(text[f.Start:f.End], mask, places(item{f.Kind, f.Value}))
		}
		b.WriteString(mask)
		from = f.End
	}
	b.WriteString(text[from:])
	return b.String()
}

// places returns how many digits of a number in a text its value has: a country stands before the
// mobile numbers of China and Brazil and is kept.
func places(i item) int {
	switch {
	case i.kind != Mobile:
		return len(i.value)
	case i.value[0] == '+':
		return len(i.value) - 1
	}
	return 11
}

// spaced puts digits in the last places of a number, between what stands between them. Those of a
// longer mask that have no place stand before the others.
func spaced(number, digits string, places int) string {
	number, _ = halfWidth(number)
	out := []byte(number)
	over := len(digits) - places
	for i := len(out) - 1; i >= 0 && places > 0; i-- {
		if c := out[i]; isDigit(c) || c == 'X' || c == 'x' {
			places--
			if out[i] = digits[over+places]; places == 0 {
				out = slices.Insert(out, i, []byte(digits[:over])...)
			}
		}
	}
	return string(out)
}

// Write writes a table, or the passages of a name, as JSON lines that [corpus.Load] reads: rows and
// cells as they are but for what is masked. It returns the number of rows and the replacements.
func (m *Masker) Write(ctx context.Context, w io.Writer, name string) (rows int, replaced []Replacement, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	if t := m.corpus.Table(name); t != nil {
		rows, replaced, err = m.writeTable(ctx, out, t)
	} else {
		rows, replaced, err = m.writePassages(ctx, out, name)
	}
	if err != nil {
		return 0, nil, err
	}
	return rows, replaced, out.Flush()
}

// Replacement counts the masks that were put into a column, or into the passages of a name.
type Replacement struct {
	Table  string   `json:"table"`            // a table, or the name of passages
	Column string   `json:"column,omitempty"` // "" for passages
	Kind   DataKind `json:"kind"`             // what was masked
	Masked int      `json:"masked"`           // times that a value was replaced
}

func (m *Masker) writeTable(ctx context.Context, w *bufio.Writer, t *corpus.Table) (int, []Replacement, error) {
	spec := t.Spec()
	counts := make([]map[DataKind]int, len(spec.Columns))
	names := make([][]byte, len(spec.Columns))
	for i := range counts {
		counts[i] = map[DataKind]int{}
		names[i], _ = jsontext.AppendQuote(nil, spec.Columns[i].Name)
	}
	key := t.Column(spec.Key)
	var line []byte
	for row := range t.Len() {
		if row%4096 == 0 && ctx.Err() != nil {
			return 0, nil, ctx.Err()
		}
		line = append(line[:0], '{')
		of := keyOf(t, row, key)
		for col := range spec.Columns {
			source := t.Source(row, col)
			if source == "" || spec.Columns[col].Parts != nil { // put together again of masked parts
				continue
			}
			if len(line) > 1 {
				line = append(line, ", "...)
			}
			line = append(append(line, names[col]...), ": "...)
			line = append(line, m.cell(DataPlace{spec.Name, spec.Columns[col].Name}, source, of, &spec.Columns[col], counts[col])...)
		}
		line = append(line, "}\n"...)
		if _, err := w.Write(line); err != nil {
			return 0, nil, err
		}
	}
	var replaced []Replacement
	for col := range spec.Columns {
		replaced = append(replaced, replacements(DataPlace{spec.Name, spec.Columns[col].Name}, counts[col])...)
	}
	return t.Len(), replaced, nil
}

// cell returns the source of a cell with masks. A number whose mask would begin with 0, which no
// number in JSON does, becomes a text.
func (m *Masker) cell(at DataPlace, source string, key rowKey, column *domain.Column, counts map[DataKind]int) string {
	text := value.Unquote(source)
	if text == "" {
		return source
	}
	masked := m.replace(at, text, key, column, counts)
	switch {
	case masked == text:
		return source
	case source[0] != '"' && jsontext.Value(masked).IsValid():
		return masked
	}
	quoted, _ := jsontext.AppendQuote(nil, masked)
	return string(quoted)
}

func (m *Masker) writePassages(ctx context.Context, w *bufio.Writer, name string) (int, []Replacement, error) {
	d := m.corpus.Domain()
	i := slices.IndexFunc(d.Passages, func(p domain.Passages) bool { return p.Name == name })
	if i < 0 {
		return 0, nil, fmt.Errorf("domain %s has no table or passages %q", d.Name, name)
	}
	field, _ := jsontext.AppendQuote(nil, d.Passages[i].Field)
	at := DataPlace{Table: name}
	counts := map[DataKind]int{}
	texts := m.corpus.Passages(name)
	for _, text := range texts {
		if ctx.Err() != nil {
			return 0, nil, ctx.Err()
		}
		quoted, err := jsontext.AppendQuote(nil, m.replace(at, text, rowKey{}, nil, counts))
		if err != nil {
			return 0, nil, fmt.Errorf("%s: %w", name, err)
		}
		if _, err := fmt.Fprintf(w, "{%s: %s}\n", field, quoted); err != nil {
			return 0, nil, err
		}
	}
	return len(texts), replacements(at, counts), nil
}

// replacements lists counts by kind, in order.
func replacements(at DataPlace, counts map[DataKind]int) []Replacement {
	var list []Replacement
	for _, kind := range DataKinds() {
		if n := counts[kind]; n > 0 {
			list = append(list, Replacement{at.Table, at.Column, kind, n})
		}
	}
	return list
}
