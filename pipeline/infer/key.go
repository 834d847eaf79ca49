package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Words at the end of a name that say that a column identifies something, and those that say that
// it measures something.
const (
	identifying    = "id|ids|guid|uuid|key|code|number|sku|isbn|iban|vin|symbol|slug|abbreviation|iso|iso2|iso3"
	isoCodes       = "iso|iso2|iso3"
	hanIdentifying = "编号|代码|编码|号码|序号|主键|学号|工号|单号|案号|账号|ID|Id|id"
	measuring      = "amount|price|cost|total|quantity|count|salary|fee|balance|rate|score|points|weight|height|length|width|size|year|month|day|week|quarter|hour|age|stock|level|percent|discount|tax|freight|revenue|duration|milliseconds|bytes|latitude|longitude|capacity|budget|order units"
)

// keyScore says how well a unique column names the rows of its table; 0 if it does not.
func keyScore(p *profile) (score float64, why string) {
	t, name := p.table, squash(p.column.Name)
	own := squash(strings.Join(t.noun, ""))
	switch rest, isOwn := strings.CutPrefix(name, own); {
	case slices.Contains([]string{"id", "rowid", "uuid", "guid", "pk", "编号", "主键", "序号"}, name):
		return 1, "is called " + p.column.Name
	case own != "" && isOwn && slices.Contains([]string{"id", "code", "no", "number", "key", "nr", "num", "pk", "编号", "代码", "号", "编码", "号码"}, rest):
		return 0.98, "is called after the table"
	case own != "" && len(p.words) == len(t.noun)+1 && slices.Equal(p.words[:len(t.noun)], t.noun) && endsIn(p.words, identifying):
		return 0.95, "is called after the table"
	case p.repeatedIn != "" && !endsIn(p.words, measuring):
		return 0.9, "has the name and the values of a column that repeats in " + p.repeatedIn
	case len(t.noun) > 1 && strings.HasPrefix(name, squash(t.noun[len(t.noun)-1])) && endsIn(p.words, identifying):
		return 0.9, "is called after the table's last word"
	case endsIn(p.words, "id|guid|uuid|key") || hanEndsIn(name, "编号|ID|id"):
		return 0.85, "its name is that of an identifier"
	case endsIn(p.words, identifying) || hanEndsIn(name, hanIdentifying):
		return 0.8, "its name is that of a code or number"
	case p.rows > 0 && (!p.isNumeric() && !p.all(p.days) || p.isInteger() && !endsIn(p.words, measuring)) && p.length < 60 && p.moments == 0:
		if p.isInteger() || isTitle(p) {
			return 0.6, "nothing else in the table is unique"
		}
		return 0.5, "nothing else in the table is unique"
	}
	return 0, ""
}

// noteRepeated notes of each unique column a table in which a column of its name has its values, several
// rows the same: so are keys referred to. Names that each table has say nothing.
func noteRepeated(tables []*tableProfile) {
	byName := map[string][]*profile{}
	for _, t := range tables {
		for _, c := range t.columns {
			byName[squash(c.column.Name)] = append(byName[squash(c.column.Name)], c)
		}
	}
	for name, all := range byName {
		if slices.Contains(strings.Split(generic, "|"), name) || opaque.MatchString(name) {
			continue
		}
		for _, p := range all {
			for _, c := range all {
				if p.isUnique() && c.canRefer() && c.rows > len(c.counts) && c.isIn(p) && (p.repeatedIn == "" || c.table.table.Name < p.repeatedIn) {
					p.repeatedIn = c.table.table.Name
				}
			}
		}
	}
}

// isIn reports whether another column has all texts of a column.
func (p *profile) isIn(other *profile) bool {
	for text := range p.counts {
		if other.counts[text] == 0 {
			return false
		}
	}
	return p.rows > 0
}

// findKey decides which columns name the rows of a table.
func (t *tableProfile) findKey() {
	f := &t.finding
	if k := t.said.Key; k != nil {
		for _, name := range k {
			t.key = append(t.key, t.column(name))
		}
		f.Evidence = append(f.Evidence, "key by correction")
	} else if t.key = t.declaredKey(); t.key != nil {
		f.Evidence = append(f.Evidence, "the database declares the key")
	} else if c, score, why := t.singleKey(); c != nil {
		t.key = []*profile{c}
		f.Confidence = score
		if t.table.Rows == 0 {
			f.Evidence = append(f.Evidence, fmt.Sprintf("%s %s; there is no row to tell", c.column.Name, why))
			f.Confidence = min(f.Confidence, 0.7)
		} else {
			f.Evidence = append(f.Evidence, fmt.Sprintf("%s %s; each of %d rows has a value of its own", c.column.Name, why, t.table.Rows))
		}
		if f.Confidence < Certain && t.table.Rows > 0 {
			f.Doubts = append(f.Doubts, fmt.Sprintf("key %s: %s", c.column.Name, why))
		}
	} else if t.table.Rows > 0 {
		t.key = t.combinedKey()
	}
	for _, c := range t.key {
		f.Key = append(f.Key, c.column.Name)
	}
}

// declaredKey returns the key that a database declares; nil if it declares none, or one with columns
// that were not read or are left out.
func (t *tableProfile) declaredKey() (key []*profile) {
	for _, name := range t.table.Key {
		c := t.column(name)
		if c == nil || c.said.LeaveOut {
			return nil
		}
		key = append(key, c)
	}
	return key
}

// singleKey returns the column that names a row best; nil if none does.
func (t *tableProfile) singleKey() (best *profile, score float64, why string) {
	for _, c := range t.columns {
		if t.table.Rows > 0 && !c.isUnique() || c.said.LeaveOut || c.parts != nil {
			continue
		}
		s, w := keyScore(c)
		if t.table.Rows == 0 && s < 0.85 {
			continue
		}
		// In a table of a few rows every column may be unique by chance.
		if t.table.Rows < 5 && s < Certain {
			s /= 2
		}
		if s > score || s == score && s > 0 && (len(c.column.Name) < len(best.column.Name) || len(c.column.Name) == len(best.column.Name) && c.column.Name < best.column.Name) {
			best, score, why = c, s, w
		}
	}
	if t.table.Rows == 0 && score < 0.9 && best != nil {
		// The name alone decides only if no other column has such a name.
		for _, c := range t.columns {
			if s, _ := keyScore(c); c != best && s >= 0.8 {
				return nil, 0, ""
			}
		}
	}
	return best, score, why
}

// combinedKey returns two or three columns that name a row together; nil if none do. Columns of
// identifiers go before others, and those whose names say that they measure something are no keys.
func (t *tableProfile) combinedKey() []*profile {
	var parts []*profile
	for _, c := range t.columns {
		if c.rows == t.table.Rows && c.empty == 0 && !c.said.LeaveOut && c.parts == nil && len(c.counts) > 1 && c.length < 40 && !endsIn(c.words, measuring) && (c.decimals == 0 || c.isDotted()) {
			parts = append(parts, c)
		}
	}
	slices.SortFunc(parts, func(a, b *profile) int {
		return cmp.Or(cmp.Compare(likeness(b), likeness(a)), cmp.Compare(len(b.counts), len(a.counts)), cmp.Compare(a.column.Name, b.column.Name))
	})
	parts = parts[:min(8, len(parts))]
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			if t.areUnique(parts[i], parts[j]) {
				return t.byName(parts[i], parts[j])
			}
		}
	}
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			for k := j + 1; k < len(parts); k++ {
				if t.areUnique(parts[i], parts[j], parts[k]) {
					return t.byName(parts[i], parts[j], parts[k])
				}
			}
		}
	}
	return nil
}

func (t *tableProfile) byName(parts ...*profile) []*profile {
	slices.SortFunc(parts, func(a, b *profile) int { return cmp.Compare(a.column.Name, b.column.Name) })
	t.finding.Confidence = 0.9
	var names, mute []string
	for _, p := range parts {
		names = append(names, p.column.Name)
		if likeness(p) == 0 {
			mute = append(mute, p.column.Name)
		}
	}
	if mute != nil {
		t.finding.Confidence = 0.6
		t.finding.Doubts = append(t.finding.Doubts, fmt.Sprintf("key %s: that no row has the same may be chance, as the name of %s says nothing of an identifier", strings.Join(names, " and "), strings.Join(mute, " and ")))
	}
	t.finding.Evidence = append(t.finding.Evidence, fmt.Sprintf("no column is unique; %s are together, in %d rows", strings.Join(names, " and "), t.table.Rows))
	return parts
}

// likeness orders columns by how likely they are a part of a key.
func likeness(p *profile) int {
	switch {
	case endsIn(p.words, "line number|item number|sequence number|position number"): // it is there to tell the parts of one thing
		return 3
	case endsIn(p.words, "id|key|code|number") || hanEndsIn(p.column.Name, hanIdentifying):
		return 2
	case p.all(p.days) || p.all(p.moments) || endsIn(p.words, "line|sequence|position|version"):
		return 1
	}
	return 0
}

// areUnique reports whether columns together have different texts in each row.
func (t *tableProfile) areUnique(parts ...*profile) bool {
	product := 1.0
	for _, p := range parts {
		product *= float64(len(p.counts))
	}
	if product < float64(t.table.Rows) {
		return false
	}
	seen := make(map[string]struct{}, min(t.table.Rows, 1<<16))
	for row := range t.table.Rows {
		var key strings.Builder
		for _, p := range parts {
			text := strings.TrimSpace(p.column.At(row))
			fmt.Fprintf(&key, "%d:%s", len(text), text)
		}
		if _, ok := seen[key.String()]; ok {
			return false
		}
		seen[key.String()] = struct{}{}
	}
	return true
}

// Words for the column that says what a row is called.
const (
	titles    = "name|title|full name|label|display name"
	hanTitles = "名称|标题|姓名|全称|名字|书名|片名|品名"
)

// isTitle reports whether a column is called as names are.
func isTitle(p *profile) bool {
	if isHan(p.column.Name) {
		return hanEndsIn(p.column.Name, hanTitles)
	}
	own := slices.Equal(p.words, p.table.noun)
	return (own || endsIn(p.words, titles)) && !hasWord(p.words, "first last middle user contact file ship nick sur host given family job maiden")
}

// findTitle decides which column says what a row is called: text that nearly each row has to
// itself. Beside a key and nothing else, a description is one.
func (t *tableProfile) findTitle() {
	if title, ok := t.saidTitle(); ok {
		if t.title = title; title != nil {
			t.finding.Names = title.column.Name
			t.finding.Evidence = append(t.finding.Evidence, "names of rows by correction")
		}
		return
	}
	var best *profile
	rank := func(p *profile) int {
		own := squash(strings.Join(t.noun, ""))
		name := squash(p.column.Name)
		switch {
		case p.parts != nil:
			return 4
		case strings.HasPrefix(name, own) && own != "":
			return 3
		case slices.Contains([]string{"name", "title", "名称", "标题", "姓名"}, name):
			return 2
		}
		return 1
	}
	for _, c := range t.columns {
		if c.isLeftOut() || c.rows == 0 || c.isNumeric() || c.all(c.days) || c.length > 80 || slices.Contains(t.key, c) && len(t.key) > 1 {
			continue
		}
		described := len(t.columns) <= 3 && endsIn(c.words, "description") && c.length < 40 && c.isDistinct()
		if !isTitle(c) && !described || len(c.counts)*10 < c.rows*9 || c.rows*10 < t.table.Rows*9 {
			continue
		}
		if best == nil || rank(c) > rank(best) || rank(c) == rank(best) && (len(c.column.Name) < len(best.column.Name) || len(c.column.Name) == len(best.column.Name) && c.column.Name < best.column.Name) {
			best = c
		}
	}
	if t.title = best; best == nil {
		return
	}
	t.finding.Names = best.column.Name
	if n := best.rows - len(best.counts); n > 0 {
		t.finding.Doubts = append(t.finding.Doubts, fmt.Sprintf("%s says what a row is called, but %d of %d rows share theirs; questions name only rows that have one to themselves", best.column.Name, n, best.rows))
	}
}
