package privacy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// nameFinder finds known names, in cells that hold nothing else and in running text.
//
// A name of two Chinese characters, or of one word, is often a part of other words. In running text
// it counts only where something says that a person is meant: the text is of a row with the key of a
// row in which a column of persons has the name, or a word such as 原告 stands before it.
type nameFinder struct {
	persons  map[DataPlace]Basis
	entities map[string]bool            // entity types that some column of persons names
	known    map[string]bool            // all names
	firsts   [1024]uint64               // bits of the first characters of entries, by [nameFinder.first]
	entries  map[[2]rune][]entry        // by the first two characters, the longest first
	linked   map[rowKey]map[string]bool // short names by the key of rows that have them
}

// rowKey is the key of a row, among those of all tables whose keys name the same: rows of cases have
// nothing to do with those of companies of the same number. The zero rowKey is of no row.
type rowKey struct{ of, key string }

// keyOf returns the key of a row; the zero rowKey for a table without one.
func keyOf(t *corpus.Table, row, key int) rowKey {
	if key < 0 {
		return rowKey{}
	}
	return rowKey{cmp.Or(t.Spec().Columns[key].Entity, t.Spec().Name), value.Unquote(t.Source(row, key))}
}

// entry is a name, or an organisation of whose name it is a part.
type entry struct {
	text         string
	organisation bool
}

// newNames returns a finder of the names at the places, all places if none is given; nil if there
// are no names.
func newNames(v *Inventory, places ...DataPlace) *nameFinder {
	f := &nameFinder{persons: v.persons, entities: map[string]bool{}, known: map[string]bool{}, entries: map[[2]rune][]entry{}, linked: map[rowKey]map[string]bool{}}
	for at, values := range v.values {
		if places != nil && !slices.Contains(places, at) {
			continue
		}
		for i := range values {
			if i.kind == Name {
				f.known[i.value] = true
			}
		}
	}
	if len(f.known) == 0 {
		return nil
	}
	for at := range v.persons {
		if e := v.corpus.Domain().Table(at.Table).Column(at.Column).Entity; e != "" {
			f.entities[e] = true
		}
	}
	f.enter(f.known, false)
	f.link(v.corpus)
	f.organise(v.corpus)
	return f
}

// enter sorts texts by their first two characters into entries.
func (f *nameFinder) enter(texts map[string]bool, organisation bool) {
	for text := range texts {
		if start, ok := startOf(text); ok {
			f.entries[start] = append(f.entries[start], entry{text, organisation})
			word, bit := f.first(start[0])
			f.firsts[word] |= bit
		}
	}
	for _, list := range f.entries {
		slices.SortFunc(list, func(a, b entry) int { return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text)) })
	}
}

// startOf returns the first two characters of a text.
func startOf(text string) (start [2]rune, ok bool) {
	first, size := utf8.DecodeRuneInString(text)
	second, more := utf8.DecodeRuneInString(text[size:])
	return [2]rune{first, second}, more > 0
}

// link notes which short names stand in rows of which key.
func (f *nameFinder) link(c *corpus.Corpus) {
	for at := range f.persons {
		t := c.Table(at.Table)
		col, key := t.Column(at.Column), t.Column(t.Spec().Key)
		if key < 0 {
			continue
		}
		for row := range t.Len() {
			source := t.Source(row, col)
			if source == "" || source[0] != '"' {
				continue
			}
			for _, part := range parts(&t.Spec().Columns[col], value.Unquote(source)) {
				if f.known[part] && isShort(part) {
					k := keyOf(t, row, key)
					if f.linked[k] == nil {
						f.linked[k] = map[string]bool{}
					}
					f.linked[k][part] = true
				}
			}
		}
	}
}

// organise finds the organisations whose names contain one of a person.
func (f *nameFinder) organise(c *corpus.Corpus) {
	found := map[string]bool{}
	d := c.Domain()
	for i := range d.Tables {
		t := c.Table(d.Tables[i].Name)
		for col := range t.Spec().Columns {
			spec := &t.Spec().Columns[col]
			if spec.Entity == "" && (spec.Kind != domain.KindText || f.persons[DataPlace{t.Spec().Name, spec.Name}] == "") {
				continue
			}
			for cell := range t.Cells(col) {
				if cell.State != value.Present {
					continue
				}
				for _, part := range parts(spec, cell.Text()) {
					if !f.known[part] && f.contains(part) {
						found[part] = true
					}
				}
			}
		}
	}
	f.enter(found, true)
}

// contains reports whether some name stands in a text.
func (f *nameFinder) contains(text string) bool {
	for i, r := range text {
		if !f.maybe(r) {
			continue
		}
		if start, ok := startOf(text[i:]); ok {
			for _, e := range f.entries[start] {
				if strings.HasPrefix(text[i:], e.text) {
					return true
				}
			}
		}
	}
	return false
}

// isShort reports whether a name is so short that other words may contain it.
func isShort(name string) bool {
	if onlyHan(name) {
		return utf8.RuneCountInString(name) < 3
	}
	return !strings.ContainsAny(name, " ·•")
}

// in returns the names in a cell of a column, or in a passage if column is nil, in order. Key is that
// of the row.
func (f *nameFinder) in(table, text string, key rowKey, column *domain.Column) []PersonalDatum {
	switch {
	case column == nil:
	case f.persons[DataPlace{table, column.Name}] != "" || f.entities[column.Entity]:
		return f.wholes(text, column)
	case column.Entity != "" || !searched(column):
		return nil
	}
	var all []PersonalDatum
	last := -1 // end of the name before
	for i := 0; i < len(text); {
		e := f.at(text, i)
		if e.text == "" {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		end := i + len(e.text)
		if !e.organisation && !beginsOrganisation(text[end:]) && (!isShort(e.text) || f.linked[key][e.text] || endsName(text[end:]) && (cued(text[:i]) || last >= 0 && joins(text[last:i]))) {
			all = append(all, PersonalDatum{Name, i, end, e.text})
			last = end
		}
		i = end
	}
	return all
}

// at returns the longest entry at a place of a text that is no part of a longer word of letters.
func (f *nameFinder) at(text string, i int) entry {
	r, _ := utf8.DecodeRuneInString(text[i:])
	if !f.maybe(r) {
		return entry{}
	}
	start, ok := startOf(text[i:])
	if !ok {
		return entry{}
	}
	for _, e := range f.entries[start] {
		if strings.HasPrefix(text[i:], e.text) && (onlyHan(string(start[:])) || wordAt(text, i, i+len(e.text))) {
			return e
		}
	}
	return entry{}
}

// first returns the place of a character in firsts, which it may share.
func (f *nameFinder) first(r rune) (word int, bit uint64) { return int(r>>6) & 1023, 1 << (r & 63) }

// maybe reports whether a name may begin with a character; it is false for most.
func (f *nameFinder) maybe(r rune) bool {
	word, bit := f.first(r)
	return f.firsts[word]&bit != 0
}

// wordAt reports whether no letter or digit adjoins a part of a text.
func wordAt(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !isWord(before) && !isWord(after)
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}

// wholes returns the values of a cell that are names.
func (f *nameFinder) wholes(text string, column *domain.Column) []PersonalDatum {
	var all []PersonalDatum
	from := 0
	for _, part := range parts(column, text) {
		at := from + strings.Index(text[from:], part)
		if from = at + len(part); f.known[part] {
			all = append(all, PersonalDatum{Name, at, from, part})
		}
	}
	return all
}

// organisationStarts follow a name that is a part of an organisation's.
var organisationStarts = strings.Fields(`公司 有限 股份 集团 律师事务所 法律服务所 商店 商行 商贸 超市 诊所 医院 学校 中学 小学 大学 酒店 饭店 餐厅 工作室 经营部 门市部 养殖场 加工厂 厂 店 路 街 村 镇 乡 县 区 市 案`)

func beginsOrganisation(after string) bool {
	return slices.ContainsFunc(organisationStarts, func(s string) bool { return strings.HasPrefix(after, s) })
}

// cues say that a person follows.
var cues = strings.Fields(`原告 原告人 被告 被告人 上诉人 被上诉人 申请人 被申请人 执行人 被执行人 第三人 代表人 法人代表 负责人 代理人 律师 审判长 审判员 书记员 陪审员 法官 证人 经理 董事长 股东 担保人 保证人 自然人 公民`)

// cued reports whether a text ends with a word after which a person is named.
func cued(before string) bool {
	before = strings.TrimRight(before, " :：为系是")
	return slices.ContainsFunc(cues, func(cue string) bool { return strings.HasSuffix(before, cue) })
}

// endsName reports whether a name of two characters is not likely to go on with the text after it.
func endsName(after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	return !unicode.Is(unicode.Han, next) || strings.ContainsRune("的与和及诉系于等在向给应因未对是为被将以所之称辩有无已不就从由提共签支偿承负经主", next)
}

// joins reports whether a text joins two names of a list.
func joins(between string) bool {
	return slices.Contains([]string{"、", "，", ",", "和", "与", "及", "以及"}, strings.TrimSpace(between))
}
