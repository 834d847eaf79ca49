package infer

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Options are what a draft takes over from who asks for it.
type Options struct {
	Name     string // of the domain, in the form that declarations want
	Language string // "en" or "zh"; "" for that of the names
	// Corrections are what people have said about an earlier draft.
	Corrections Corrections
	// Advice is what a model has said about an earlier draft. What people say outweighs it.
	Advice Advice
}

// drafter makes a domain of what was found.
type drafter struct {
	draft    *DomainDraft
	tables   []*tableProfile
	clusters []*cluster
	lang     string
	entities map[string]bool // names that are taken
	tools    map[string]bool
	phrases  map[string]bool
	nouns    map[string]string // in Chinese, what a row is called, by table
}

// Infer drafts a domain for tables. It fails if no table can be declared, or if the names are in a
// script of which it knows no words.
func Infer(tables []Table, o Options) (*DomainDraft, error) {
	tables = slices.Clone(tables)
	slices.SortFunc(tables, func(a, b Table) int { return cmp.Compare(a.Name, b.Name) })
	s := newSpeller(tables)
	d := &drafter{draft: &DomainDraft{}, entities: map[string]bool{}, tools: map[string]bool{}, phrases: map[string]bool{}}
	for i := range tables {
		d.tables = append(d.tables, newTableProfile(&tables[i], s))
	}
	nameLinks(d.tables)
	var err error
	if d.lang, err = language(tables, o.Language); err != nil {
		return nil, err
	}
	if err := o.Corrections.apply(d.tables); err != nil {
		return nil, err
	}
	noteRepeated(d.tables)
	for _, t := range d.tables {
		t.findKey()
		t.nameMemberships()
		t.findTitle()
		t.settleFullName()
		for _, c := range t.columns {
			findList(c)
		}
	}
	d.nameRows()
	d.clusters, d.draft.Joins = joined(d.tables)
	d.keyLinks()
	d.draft.Domain = &domain.Domain{Name: o.Name, Title: d.text("tables of "+o.Name, o.Name+"的表格"), Languages: []string{d.lang}}
	d.declare()
	for _, t := range d.tables {
		d.draft.Tables = append(d.draft.Tables, t.finding)
	}
	if len(d.draft.Domain.Tables) == 0 {
		var why []error
		for _, t := range d.draft.Tables {
			why = append(why, fmt.Errorf("table %s: %s", t.Table, t.LeftOut))
		}
		return nil, errors.Join(why...)
	}
	d.draft.advise(o.Advice, func(table, column string) bool {
		return slices.ContainsFunc(o.Corrections.Columns, func(c ColumnCorrection) bool {
			return c.Table == table && c.Column == column && (c.Accepted || c.Kind != "" || c.Sense != "")
		})
	})
	return d.draft, nil
}

// joined finds the joins of tables, in the order of their names.
func joined(tables []*tableProfile) ([]*cluster, []JoinFinding) {
	clusters, found := findJoins(tables)
	more, shared := findShared(tables)
	clusters = append(clusters, more...)
	var joins []JoinFinding
	for _, j := range append(found, shared...) {
		joins = append(joins, *j)
	}
	slices.SortStableFunc(joins, func(a, b JoinFinding) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Column, b.Column), cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Table, b.Table), cmp.Compare(a.To, b.To))
	})
	for _, k := range clusters {
		k.sortMembers()
	}
	return clusters, joins
}

// language returns the language in which columns are labelled: that of their names.
func language(tables []Table, wanted string) (string, error) {
	han, latin, other := 0, 0, 0
	foreign := ""
	for _, t := range tables {
		for _, c := range t.Columns {
			for _, r := range c.Name {
				switch {
				case unicode.Is(unicode.Han, r):
					han++
				case unicode.Is(unicode.Latin, r):
					latin++
				case unicode.IsLetter(r):
					other++
					foreign = c.Name
				}
			}
		}
	}
	switch {
	case wanted != "" && wanted != "en" && wanted != "zh":
		return "", fmt.Errorf("no draft in language %q: want en or zh; another language takes phrases, forms of numbers and days, and a style (docs/tables.md)", wanted)
	case other > han+latin:
		return "", fmt.Errorf("no draft for names such as %q: want names in English or Chinese; another language takes phrases, forms of numbers and days, and a style (docs/tables.md)", foreign)
	case wanted != "":
		return wanted, nil
	case han*3 > latin: // a Chinese character says as much as three letters
		return "zh", nil
	}
	return "en", nil
}

// text returns a phrase in the language of the draft.
func (d *drafter) text(en, zh string) domain.Text {
	if d.lang == "zh" {
		return domain.Text{"zh": zh}
	}
	return domain.Text{"en": en}
}

// stem is the form that the name of a tool has, and tableStem that of a table, of which files of rows are called.
var (
	stem      = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	tableStem = regexp.MustCompile(`^[\p{Han}A-Za-z][\p{Han}A-Za-z0-9_-]*$`)
)

// declare makes the declarations of tables, entity types and tools.
func (d *drafter) declare() {
	for _, t := range d.tables {
		f := &t.finding
		switch {
		case t.said.LeaveOut:
			f.LeftOut = "by correction"
		case t.table.Problem != "":
			f.LeftOut = t.table.Problem
		case t.table.Rows == 0:
			f.LeftOut = "it has no rows"
		case t.key == nil:
			f.LeftOut = "no columns name its rows: add a column with a number of its own for each row"
		case !tableStem.MatchString(t.table.Name):
			f.LeftOut = "the name of its file has other characters than English letters, Chinese characters, digits, - and _: rename the file"
		}
	}
	d.dropLeftOut()
	for _, t := range d.tables {
		if t.finding.LeftOut == "" {
			d.nameEntities(t)
		}
	}
	d.nameShared()
	for _, t := range d.tables {
		d.declareTable(t)
	}
	d.declareLookups()
	d.declareArithmetic()
}

// dropLeftOut takes columns of tables that are left out from the entity types. Those with one
// column left are none, unless it names the rows of its table.
func (d *drafter) dropLeftOut() {
	for _, k := range d.clusters {
		k.members = slices.DeleteFunc(k.members, func(p *profile) bool { return p.table.finding.LeftOut != "" || p.said.LeaveOut })
		if k.home != nil && k.home.table.finding.LeftOut != "" {
			k.home = nil
		}
		// Names that hardly repeat find one row each, which says less than it costs.
		repeated := 0
		for _, m := range k.members {
			if m.rows >= 2*len(m.values()) {
				repeated++
			}
		}
		if len(k.members) < 2 || k.home == nil && repeated < 2 {
			for _, m := range k.members {
				m.entity = nil
			}
			k.members = nil
		}
	}
	d.clusters = slices.DeleteFunc(d.clusters, func(k *cluster) bool { return len(k.members) == 0 })
}

// isDetail reports whether the rows of a table are parts of others, which nobody names by number.
func (t *tableProfile) isDetail() bool {
	return len(t.noun) > 0 && hasWord(t.noun[len(t.noun)-1:], "line item detail entry log row track") && len(t.noun) > 1 || hanEndsIn(t.table.Name, "明细|条目|日志")
}

// nameEntities makes the entity types of a table's key and of the names of its rows.
func (d *drafter) nameEntities(t *tableProfile) {
	key := t.keyColumn()
	if key != nil && key.entity == nil && !(t.isDetail() && t.title == nil) {
		k := &cluster{home: key, members: []*profile{key}}
		key.entity = k
		d.clusters = append(d.clusters, k)
	}
	if t.title != nil && t.title != key && t.title.entity == nil {
		k := &cluster{home: t.title, members: []*profile{t.title}}
		t.title.entity = k
		d.clusters = append(d.clusters, k)
	}
	noun := d.noun(t)
	for _, p := range []*profile{key, t.title} {
		if p == nil || p.entity == nil || p.entity.home != p || p.entity.name != "" {
			continue
		}
		k := p.entity
		if p == t.title || p == key && t.title == nil && !p.isInteger() && isTitle(p) {
			k.label = noun
			k.name = d.claim(d.entities, d.entityName(k, ident(t.noun, "entity")))
			continue
		}
		k.coded = true
		k.label = d.codeLabel(p)
		word := "id"
		if len(p.words) > 0 && endsIn(p.words, identifying) {
			word = p.words[len(p.words)-1]
		}
		k.name = d.claim(d.entities, d.entityName(k, ident(append(slices.Clone(t.noun), word), "entity_id")))
	}
}

// entityName returns the name of an entity type: in Chinese its label, where that has the form of a name.
func (d *drafter) entityName(k *cluster, english string) string {
	if d.lang == "zh" && hanEntity.MatchString(k.label) {
		return k.label
	}
	return english
}

// hanEntity is the form of Chinese names of entity types.
var hanEntity = regexp.MustCompile(`^\p{Han}[\p{Han}a-z0-9_]{0,63}$`)

// codeLabel returns what a code that names the rows of its table is called: "customer ID".
func (d *drafter) codeLabel(p *profile) string {
	noun := d.noun(p.table)
	if d.lang == "zh" {
		if strings.HasPrefix(p.column.Name, noun) || !slices.Contains([]string{"编号", "代码", "编码", "号码", "序号", "主键", "id", "ID", "Id"}, p.column.Name) && isHan(p.column.Name) {
			return p.column.Name
		}
		if !isHan(p.column.Name) {
			return noun + "编号"
		}
		return noun + p.column.Name
	}
	word := "ID"
	if n := len(p.words); n > 0 && endsIn(p.words, "code|number|symbol|sku|isbn|key") {
		word = strings.ReplaceAll(p.words[n-1], "isbn", "ISBN")
		if n > 1 && hasWord(p.words[n-2:n-1], "serial account licence license registration passport plate policy") {
			word = p.words[n-2] + " " + word
		}
	} else if endsIn(p.words, isoCodes) {
		word = "code"
	}
	return noun + " " + word
}

// nameShared makes the entity types that no table lists.
func (d *drafter) nameShared() {
	slices.SortStableFunc(d.clusters, func(a, b *cluster) int {
		return cmp.Or(cmp.Compare(a.members[0].table.table.Name, b.members[0].table.table.Name), cmp.Compare(a.members[0].column.Name, b.members[0].column.Name))
	})
	for _, k := range d.clusters {
		if k.name != "" {
			continue
		}
		// The shortest name is the most general: country, not billing country.
		short := slices.MinFunc(k.members, func(a, b *profile) int {
			return cmp.Or(cmp.Compare(len(a.words), len(b.words)), cmp.Compare(len([]rune(a.column.Name)), len([]rune(b.column.Name))), cmp.Compare(a.column.Name, b.column.Name))
		})
		k.label = d.columnLabel(short)
		k.name = d.claim(d.entities, d.entityName(k, ident(short.words, "shared")))
	}
}

// hanNoun returns what a row of a table is called in Chinese: by the table's name or else by the
// column of names; "" if neither says.
func (t *tableProfile) hanNoun() string {
	if name := t.table.Name; isHan(name) {
		for _, end := range []string{"信息表", "数据表", "明细表", "表", "信息", "数据"} {
			if rest := strings.TrimSuffix(name, end); rest != "" && rest != name {
				return rest
			}
		}
		return name
	}
	if t.title == nil {
		return ""
	}
	for _, end := range strings.Split(hanTitles, "|") {
		if rest := strings.TrimSuffix(t.title.column.Name, end); rest != t.title.column.Name && isHan(rest) {
			return rest
		}
	}
	return ""
}

// nameRows decides what rows are called in Chinese. Each table has a noun of its own, so that no
// two lookups read the same.
func (d *drafter) nameRows() {
	d.nouns = map[string]string{}
	taken := map[string]bool{}
	for _, t := range d.tables {
		noun := t.hanNoun()
		if noun == "" || taken[noun] {
			noun = t.table.Name + unnamed
		}
		taken[noun] = true
		d.nouns[t.table.Name] = noun
	}
}

// unnamed is the last word of the noun for a row if no name of the table says what a row is.
const unnamed = "记录"

// noun returns what one row of a table is called.
func (d *drafter) noun(t *tableProfile) string {
	if d.lang == "zh" {
		return d.nouns[t.table.Name]
	}
	if len(t.noun) == 0 {
		return "row"
	}
	return strings.Join(t.noun, " ")
}

// measure returns the word that counts rows: the plural, in Chinese a measure word.
func (d *drafter) measure(t *tableProfile) string {
	if d.lang == "zh" {
		noun := d.noun(t)
		for _, m := range []struct{ ends, word string }{{"公司|企业|院|所|机构|银行|学校|供应商", "家"}, {"案件|案", "件"}, {hanPeople, "名"}, {"药品|疾病|材料|品种|物料", "种"}, {"手术|机组|设备|仪器", "台"}, {"处方|检修单|工单|订单|运单|发票", "张"}, {"合同|保单", "份"}, {"车辆|汽车|卡车", "辆"}, {"电站|仓库", "座"}, {"产品|商品|类别|类型|部门|科室|院区|职称|城市|地区|省份", "个"}} {
			if hanEndsIn(noun, m.ends) {
				return m.word
			}
		}
		return "条"
	}
	words := slices.Clone(t.noun)
	if len(words) == 0 {
		return "rows"
	}
	words[len(words)-1] = plural(words[len(words)-1])
	return strings.Join(words, " ")
}

// claim returns a name that is not taken, and takes it.
func (d *drafter) claim(taken map[string]bool, name string) string {
	free := name
	for i := 2; taken[free]; i++ {
		free = fmt.Sprintf("%s_%d", name, i)
	}
	taken[free] = true
	return free
}

// ident returns words as an identifier in lower case; other, if they have no Latin letter.
func ident(words []string, other string) string {
	var parts []string
	for _, w := range words {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
				return r
			}
			return -1
		}, w)
		if w != "" {
			parts = append(parts, w)
		}
	}
	name := strings.Join(parts, "_")
	if name == "" || name[0] < 'a' {
		name = strings.TrimSuffix(other+"_"+name, "_")
	}
	return name[:min(50, len(name))]
}
