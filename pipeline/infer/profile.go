package infer

import (
	"cmp"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// looked is how many different texts of a column are read closely: those of the smallest hashes,
// so that the choice depends on nothing but the texts.
const looked = 5000

// sentinels are texts by which sources say that there is nothing. Those of doubtful are also
// words, so they are taken only where the rest of the column is numbers or days.
var (
	sentinels = []string{"-", "--", "—", "——", "/", "\\N", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "(null)", "NaN", "nan", "None", "none", "无", "暂无", "不详", "空", "N.A."}
	doubtful  = []string{"NA", "na", "?", "??", "unknown", "Unknown", "UNKNOWN", "未知", "0000-00-00", "0000-00-00 00:00:00", "-1", "9999-12-31", "99999", "TBD", "missing"}
)

// profile is what the texts of a column show.
type profile struct {
	column *RawColumn
	table  *tableProfile
	words  []string       // of its name, in lower case
	counts map[string]int // rows by text, without empty texts and sentinels
	empty  int            // rows without a text
	marks  []string       // the sentinels that it has, sorted
	rows   int            // rows with a text
	sample []string       // the texts looked at, sorted

	integers, decimals, days, moments, addresses, links, phones, lines, percents, currencies int // of the sample
	least, most                                                                              int64
	length                                                                                   float64 // the mean number of characters
	typed                                                                                    string  // the type that a database declares, in lower case

	// What is decided about it.
	spec    domain.Column
	finding ColumnFinding
	entity  *cluster
	// repeatedIn is a table of which a column of the same name has the values of this one, which are unique,
	// again and again; "" for none.
	repeatedIn string
	said       ColumnCorrection // by people
	parts      []*profile       // the columns of which its texts are put together; nil for a column of the source
	whole      *profile         // the column of whole names of which it has a part; nil for none
}

// tableProfile is what a table shows.
type tableProfile struct {
	table   *Table
	words   []string // of its name, in lower case
	noun    []string // the words for a row: singular
	columns []*profile
	key     []*profile
	title   *profile // the column that says what a row is called
	finding TableFinding
	said    TableCorrection // by people
}

// nameLinks calls the rows of tables that are called after two others records, so that nobody takes a
// "title author" for an author.
func nameLinks(tables []*tableProfile) {
	nouns := map[string]bool{}
	for _, t := range tables {
		nouns[strings.Join(t.noun, " ")] = true
	}
	for _, t := range tables {
		for i := 1; i < len(t.noun); i++ {
			if nouns[strings.Join(singulars(t.noun[:i]), " ")] && nouns[strings.Join(t.noun[i:], " ")] {
				t.noun = append(t.noun, "record")
				break
			}
		}
	}
}

// onlyCoded are words before "code" that are nothing without it.
const onlyCoded = "postal post zip area dialling bar promo discount tax"

// nameCoded calls the rows of a table of codes by what has them: a rank has a rank code, and is none. A postal
// code is one.
func (t *tableProfile) nameCoded() {
	n := len(t.noun) - 1
	if n > 0 && t.noun[n] == "code" && !hasWord(t.noun[n-1:n], onlyCoded) && slices.ContainsFunc(t.columns, func(c *profile) bool { return slices.Equal(c.words, t.noun) }) {
		t.noun = t.noun[:n]
	}
}

// nameMemberships calls the rows of tables whose keys have several columns memberships, if they are called
// members: who is in two clubs is one member of each, and no row is a person.
func (t *tableProfile) nameMemberships() {
	if n := len(t.noun) - 1; n > 0 && len(t.key) > 1 && t.noun[n] == "member" {
		t.noun[n] = "membership"
	}
}

// singulars returns words with the last one in the singular.
func singulars(words []string) []string {
	words = slices.Clone(words)
	words[len(words)-1] = singular(words[len(words)-1])
	return words
}

func (t *tableProfile) column(name string) *profile {
	for _, c := range t.columns {
		if c.column.Name == name {
			return c
		}
	}
	return nil
}

// keyColumn returns the column that names the rows alone; nil if none does.
func (t *tableProfile) keyColumn() *profile {
	if len(t.key) != 1 {
		return nil
	}
	return t.key[0]
}

// newTableProfile looks at a table.
func newTableProfile(t *Table, s speller) *tableProfile {
	p := &tableProfile{table: t, words: s.words(t.Name)}
	for len(p.words) > 1 && hasWord(p.words[:1], "tbl tb tab dim fact t") {
		p.words = p.words[1:]
	}
	p.noun = slices.Clone(p.words)
	if n := len(p.noun); n > 0 && !isHan(p.noun[n-1]) {
		p.noun[n-1] = singular(p.noun[n-1])
		if hasWord(p.noun[n-1:], "staff personnel crew") {
			p.noun = append(p.noun, "member") // one of them
		}
	}
	p.finding = TableFinding{Table: t.Name, Rows: t.Rows, decision: decision{Confidence: 1}}
	for i := range t.Columns {
		c := newProfile(&t.Columns[i], s)
		c.table = p
		p.columns = append(p.columns, c)
	}
	p.nameCoded()
	p.addFullName(s)
	return p
}

var (
	mailForm  = regexp.MustCompile(`^[^\s@]+@[^\s@]+\.[a-zA-Z]{2,}$`)
	linkForm  = regexp.MustCompile(`^(?:https?://|www\.|/?[\w.-]+/[\w./-]+\.[a-z]{2,4}$)`)
	phoneForm = regexp.MustCompile(`^\+?[\d()\s./-]{7,20}$`)
)

// newProfile looks at the texts of a column.
func newProfile(c *RawColumn, s speller) *profile {
	p := &profile{column: c, words: s.words(c.Name), counts: map[string]int{}, typed: strings.ToLower(c.Type)}
	found := map[string]int{}
	for text, n := range c.Cells {
		if text = strings.TrimSpace(text); text == "" {
			p.empty += n
			continue
		}
		p.counts[text] += n
		p.rows += n
	}
	numeric := p.mostly(func(text string) bool { return isNumber(text) || isDay(text) })
	for _, marks := range [][]string{sentinels, doubtful} {
		for _, mark := range marks {
			n := p.counts[mark]
			if n == 0 || len(p.counts) < 2 {
				continue
			}
			if slices.Contains(doubtful, mark) && (!numeric || isNumber(mark) && !p.stands(mark)) {
				continue
			}
			found[mark] = n
			delete(p.counts, mark)
			p.rows -= n
			p.empty += n
		}
	}
	p.marks = slices.Sorted(maps.Keys(found))
	p.sample = p.choose(looked)
	p.measure()
	return p
}

// stands reports whether a number that may be a sentinel stands apart from the other numbers.
func (p *profile) stands(mark string) bool {
	n, err := strconv.ParseInt(mark, 10, 64)
	if err != nil {
		return false
	}
	for text := range p.counts {
		if text == mark {
			continue
		}
		if v, err := strconv.ParseInt(text, 10, 64); err == nil && (n < 0 && v <= 0 || n > 0 && v*2 > n) {
			return false
		}
	}
	return true
}

// mostly reports whether a condition holds for most of the texts, by a few of them.
func (p *profile) mostly(is func(text string) bool) bool {
	few := p.choose(200)
	n := 0
	for _, text := range few {
		if is(text) {
			n++
		}
	}
	return n*10 > len(few)*6
}

// choose returns at most n of the texts, sorted: those of the smallest hashes.
func (p *profile) choose(n int) []string {
	type hashed struct {
		text string
		sum  uint64
	}
	all := make([]hashed, 0, len(p.counts))
	for text := range p.counts {
		h := fnv.New64a()
		h.Write([]byte(text))
		all = append(all, hashed{text, h.Sum64()})
	}
	slices.SortFunc(all, func(a, b hashed) int { return cmp.Or(cmp.Compare(a.sum, b.sum), cmp.Compare(a.text, b.text)) })
	var texts []string
	for _, h := range all[:min(n, len(all))] {
		texts = append(texts, h.text)
	}
	slices.Sort(texts)
	return texts
}

// measure counts the forms of the sample.
func (p *profile) measure() {
	characters := 0
	first := true
	for _, text := range p.sample {
		characters += utf8.RuneCountInString(text)
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			p.integers++
			if first || n < p.least {
				p.least = n
			}
			if first || n > p.most {
				p.most = n
			}
			first = false
		} else if isNumber(text) {
			p.decimals++
			if strings.HasSuffix(text, "%") {
				p.percents++
			}
			if strings.ContainsAny(text, "$€£¥元￥") {
				p.currencies++
			}
		}
		switch {
		case isDay(text):
			p.days++
		case isMoment(text):
			p.moments++
		case mailForm.MatchString(text):
			p.addresses++
		case linkForm.MatchString(text):
			p.links++
		case phoneForm.MatchString(text) && strings.ContainsAny(text, "()- "):
			p.phones++
		}
		if strings.Contains(text, "\n") {
			p.lines++
		}
	}
	if len(p.sample) > 0 {
		p.length = float64(characters) / float64(len(p.sample))
	}
}

// all reports whether a count of forms is nearly all of the sample: 97 in a hundred.
func (p *profile) all(n int) bool { return n > 0 && n*100 >= len(p.sample)*97 }

func (p *profile) isInteger() bool { return p.all(p.integers) && p.integers == len(p.sample) }
func (p *profile) isNumeric() bool { return p.all(p.integers + p.decimals) }

// isUnique reports whether each row has a text of its own.
func (p *profile) isUnique() bool { return p.rows > 0 && p.empty == 0 && len(p.counts) == p.rows }

// isDistinct reports whether no two rows have the same text.
func (p *profile) isDistinct() bool { return p.rows > 0 && len(p.counts) == p.rows }

// isDense reports whether the texts are nearly all the whole numbers from 0 or 1 to some number,
// as every database counts its rows: they are among those of any other such column by chance.
func (p *profile) isDense() bool {
	return p.isInteger() && p.least >= 0 && p.least <= 5 && p.most-p.least < int64(3*len(p.counts)+10)
}

// samples returns a few texts to show: the most frequent, then the first.
func (p *profile) samples() []string {
	few := p.choose(200)
	slices.SortStableFunc(few, func(a, b string) int { return cmp.Compare(p.counts[b], p.counts[a]) })
	return few[:min(5, len(few))]
}

func isNumber(text string) bool {
	_, ok := value.ParseNumber(text, "")
	if !ok {
		_, ok = value.ParseNumber(text, "元")
	}
	if !ok {
		_, ok = value.ParseNumber(text, "%")
	}
	return ok
}

func isDay(text string) bool {
	if _, err := strconv.ParseFloat(text, 64); err == nil && len(text) != 8 {
		return false
	}
	_, ok := value.ParseDate(text)
	return ok
}

// isMoment reports whether a text is a point in time, and no number that looks like one.
func isMoment(text string) bool {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return false
	}
	_, ok := value.ParseTimestamp(text)
	return ok
}

// number returns a number without its unit.
func number(text string) (float64, bool) {
	for _, unit := range []string{"", "%", "元"} {
		if v, ok := value.ParseNumber(text, unit); ok {
			n, _ := v.Number.Float64()
			return n, true
		}
	}
	return 0, false
}
