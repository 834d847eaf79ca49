package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// labels are what people call columns with such names.
var labels = map[string]string{
	"phone": "phone number", "home phone": "home phone number", "mobile": "mobile number", "fax": "fax number", "email": "e-mail address", "mail": "e-mail address", "dob": "birth date",
	"reports to": "manager", "report to": "manager", "via": "carrier", "zip": "postal code", "url": "web address", "post code": "postal code", "ship via": "shipper", "order number": "order number",
	"parent": "parent", "total": "amount", "reply to": "message replied to",
}

// columnLabel returns what a column is called in the language of the draft.
func (d *drafter) columnLabel(p *profile) string {
	name := strings.TrimSpace(p.column.Name)
	if d.lang == "zh" {
		label, _ := p.splitUnit()
		return cmp.Or(strings.TrimSpace(label), name)
	}
	words := d.nounWords(p, slices.Clone(p.words))
	if inUnit := p.wordsInUnit(words); inUnit != nil {
		return strings.Join(inUnit, " ")
	}
	if p.saysCurrency() {
		words = words[:len(words)-1] // questions name the unit
	}
	if label, ok := labels[strings.Join(words, " ")]; ok {
		return label
	}
	for i, w := range words {
		switch w {
		case "id", "url", "sku", "isbn", "guid", "uuid", "vat", "ip", "imo", "eta", "etd", "ata", "atd", "gps", "hs":
			words[i] = strings.ToUpper(w)
		}
	}
	if (p.spec.Kind == domain.KindNumber || p.spec.Kind == domain.KindCount) && isPluralHead(words) {
		words = numberOf(words)
	}
	if n := len(words) - 1; n > 0 && p.spec.Kind == domain.KindRatio && words[n] == "percent" {
		words[n] = "percentage"
	}
	return cmp.Or(strings.Join(words, " "), name)
}

// wordsInUnit returns the words of a column of numbers with the unit that its name ends in: "elevation in
// m", "rated power in kW", "price per MWh". It returns nil where the name ends in none, or in what is
// counted: weekly hours.
func (p *profile) wordsInUnit(words []string) []string {
	u, last := p.namesUnit(), len(words)-1
	switch {
	case u == "":
		return nil
	case p.spec.Kind == domain.KindMoney && last > 1 && p.currency(words[last-1]) != "":
		return append(slices.Clone(words[:last-1]), "per", units[u][0])
	case p.spec.Kind != domain.KindNumber || last > 0 && strings.HasSuffix(words[last-1], "ly"):
		return nil
	case words[last] == "hours" && last > 0 && !isParticiple(words[last-1]) && !hasWord(words[last-1:last], "duration time downtime uptime delay length age lead"):
		return nil // labour hours
	case last == 0:
		return []string{units[u][1], "in", units[u][0]}
	case isParticiple(words[last-1]):
		return append(slices.Clone(words[:last]), units[u][1], "in", units[u][0])
	}
	return append(slices.Clone(words[:last]), "in", units[u][0])
}

// numberOf puts the words for a number before what it counts, as nobody says "the smallest pages" or "the
// number of maximum students".
func numberOf(words []string) []string {
	at := 0
	if len(words) > 1 && slices.Contains([]string{"maximum", "minimum", "average", "total"}, words[0]) {
		at = 1
	}
	return slices.Insert(slices.Clone(words), at, "number", "of")
}

// isPluralHead reports whether words name several things: "pages", "doses per day".
func isPluralHead(words []string) bool {
	for i, w := range words {
		if i+1 == len(words) || slices.Contains([]string{"per", "in", "on", "of", "for"}, words[i+1]) {
			return singular(w) != w && w != "sales"
		}
	}
	return false
}

// titleLabel returns what the column of names is called beside the noun for its rows: the name of the
// category, not its category name.
func (d *drafter) titleLabel(p *profile) string {
	label, noun := d.columnLabel(p), d.noun(p.table)
	if d.lang == "en" && label == noun {
		return "name" // no "building of the building"
	}
	rest := strings.TrimSpace(strings.TrimPrefix(label, noun))
	if rest != label && (slices.Contains(strings.Split(titles, "|"), rest) || slices.Contains(strings.Split(hanTitles, "|"), rest)) {
		return rest
	}
	return label
}

// referenceLabel returns what a column that refers to another table is called: the thing and not
// its number.
func (d *drafter) referenceLabel(p *profile) string {
	label := d.columnLabel(p)
	if d.lang == "zh" {
		for _, end := range strings.Split(hanIdentifying, "|") {
			if rest := strings.TrimSuffix(label, end); rest != label && len([]rune(rest)) > 1 {
				return rest
			}
		}
		return label
	}
	if name := d.thingReferredTo(p); name != "" {
		return name
	}
	words := p.words
	if n := len(words) - 1; n > 0 && ordinalEnds[words[n]] != "" { // drug_a
		return ordinalEnds[words[n]] + " " + strings.Join(words[:n], " ")
	}
	if len(words) > 1 && slices.Contains([]string{"id", "code", "key", "number", "fk"}, words[len(words)-1]) {
		words = d.nounWords(p, slices.Clone(words[:len(words)-1]))
		return cmp.Or(labels[strings.Join(words, " ")], strings.Join(words, " "))
	}
	return label
}

// ordinalEnds are the ends of names of columns that refer to several things of one kind.
var ordinalEnds = map[string]string{"a": "first", "b": "second", "c": "third", "1": "first", "2": "second", "3": "third"}

// thingReferredTo returns the noun for what a column refers to where the column is called as the
// key is, with the words before that: a diagnosis for icd_code, a host employee for HostEmpNo. It
// returns "" where the name says something else, such as a role.
func (d *drafter) thingReferredTo(p *profile) string {
	home := p.entity.home
	noun, key := home.table.noun, home.words
	n := len(p.words) - len(key)
	switch {
	case home == p || len(noun) == 0:
	case slices.Contains(strings.Split(generic, "|"), squash(home.column.Name)):
	case n == 0 && strings.HasSuffix(strings.Join(noun, " "), " "+strings.Join(key[:len(key)-1], " ")): // a rating, of care ratings
	case n >= 0 && slices.Equal(p.words[n:], key):
		words := slices.Clone(p.words[:n])
		if n > 0 && slices.Equal(words, noun) {
			words = nil
		}
		return strings.Join(append(words, noun...), " ")
	case len(p.words) > len(noun) && len(p.words) <= len(noun)+2 && slices.Equal(p.words[:len(noun)], noun) && (endsIn(p.words, identifying) || endsIn(p.words, "abbreviation|ref")):
		return strings.Join(noun, " ")
	}
	return ""
}

// order puts the columns of a table into the order of the declaration, which does not depend on
// that of the source: the key, the name, references, the others by name.
func (t *tableProfile) order() []*profile {
	rank := func(p *profile) int {
		switch {
		case slices.Contains(t.key, p):
			return 0
		case p == t.title:
			return 1
		case p.entity != nil && p.entity.home != nil:
			return 2
		}
		return 3
	}
	columns := slices.Clone(t.columns)
	slices.SortFunc(columns, func(a, b *profile) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.column.Name, b.column.Name))
	})
	return columns
}

// declareTable declares a table and completes what was found out about its columns.
func (d *drafter) declareTable(t *tableProfile) {
	spec := domain.Table{Name: t.table.Name}
	spec.Label, spec.Row, spec.Measure = d.text(d.measure(t), d.noun(t)), d.text(d.noun(t), d.noun(t)), d.text(d.measure(t), d.measure(t))
	if d.lang == "zh" && strings.HasSuffix(d.noun(t), unnamed) && t.finding.LeftOut == "" {
		t.finding.Doubts = append(t.finding.Doubts, fmt.Sprintf("the name %s does not say what a row is: change row, label and the phrases of its tools", t.table.Name))
	}
	taken := map[string]bool{}
	for _, p := range t.order() {
		d.declareColumn(p, taken)
		p.finding.Column, p.finding.Samples, p.finding.LeftOut = p.column.Name, p.samples(), p.said.LeaveOut
		p.finding.Declared, p.finding.WrittenDays = p.spec, p.isWrittenDay()
		t.finding.Columns = append(t.finding.Columns, p.finding)
		if !p.said.LeaveOut {
			spec.Columns = append(spec.Columns, p.spec)
		}
	}
	if t.said.Accepted {
		t.finding.Confidence, t.finding.Doubts = 1, nil
	}
	if t.finding.LeftOut != "" {
		return
	}
	if key := t.keyColumn(); key != nil {
		spec.Key = key.column.Name
	} else {
		spec.Keys = t.finding.Key
	}
	if t.title != nil && t.title != t.keyColumn() && (t.title.entity != nil || t.title.spec.Kind == domain.KindText) && !t.title.said.LeaveOut {
		spec.Names = t.title.column.Name
		for i := range spec.Columns {
			if spec.Columns[i].Name == spec.Names {
				spec.Columns[i].Sense = ""
			}
		}
	}
	d.draft.Domain.Tables = append(d.draft.Domain.Tables, spec)
	for _, t := range t.columns {
		for _, mark := range t.marks {
			if slices.Contains(sentinels, mark) && !slices.Contains(d.draft.Domain.Sentinels, mark) {
				d.draft.Domain.Sentinels = append(d.draft.Domain.Sentinels, mark)
			}
		}
	}
	slices.Sort(d.draft.Domain.Sentinels)
}

// declareColumn completes the declaration of a column. Taken are the labels of the table's other
// columns.
func (d *drafter) declareColumn(p *profile, taken map[string]bool) {
	c, f := &p.spec, &p.finding
	c.Name = p.column.Name
	for _, mark := range p.marks {
		f.Evidence = append(f.Evidence, fmt.Sprintf("%q stands for no value", mark))
		if slices.Contains(doubtful, mark) {
			c.Sentinels = append(c.Sentinels, mark)
			f.Doubts = append(f.Doubts, fmt.Sprintf("%q is taken to stand for no value", mark))
		}
	}
	var label string
	switch {
	case p.entity != nil:
		c.Entity = p.entity.name
		f.Confidence = 1
		if p == p.entity.home && p.entity.coded {
			label = p.entity.label
		} else if p.entity.home != nil && p.entity.coded {
			label = d.referenceLabel(p)
		} else if p == p.table.title {
			label = d.titleLabel(p)
		} else {
			label = d.columnLabel(p)
		}
		if home := p.entity.home; p.entity.coded && home.table.title != nil && home.table.title.entity != nil && home.table.title.entity != p.entity {
			// People ask for the name.
			switch {
			case p != home:
				c.Asked = domain.Never
			case !strings.HasSuffix(p.entity.label, "ID"): // which no question asks for
				c.Asked = domain.Seldom
			}
		}
		for _, j := range p.entity.joins {
			if j.From == p.table.table.Name && j.Column == p.column.Name || j.Shared && j.Table == p.table.table.Name && j.To == p.column.Name {
				f.Confidence = min(f.Confidence, j.Confidence)
				f.Evidence = append(f.Evidence, fmt.Sprintf("%s.%s and %s.%s: %s", j.From, j.Column, j.Table, j.To, strings.Join(j.Evidence, "; ")))
				for _, doubt := range j.Doubts {
					f.Doubts = append(f.Doubts, fmt.Sprintf("%s.%s and %s.%s: %s", j.From, j.Column, j.Table, j.To, doubt))
				}
			}
		}
	case p == p.table.keyColumn():
		c.Kind, c.Sense, c.Asked = domain.KindText, domain.Identifier, domain.Never
		f.Confidence = 1
		f.Evidence = append(f.Evidence, "names the rows")
		label = d.columnLabel(p)
	default:
		separators := c.Separators
		p.decide()
		if c.Kind == domain.KindText && c.Sense != domain.Label {
			c.Separators = separators
		} else {
			c.Separators = nil
		}
		if p.whole != nil {
			c.Asked = domain.Never
		}
		p.correct()
		label = d.columnLabel(p)
	}
	switch {
	case p.parts != nil:
		label = d.pick("name", "姓名")
	case p.whole != nil && label == "name":
		label = "given name"
	}
	if p.said.Accepted {
		f.Confidence, f.Doubts = 1, nil
	}
	if taken[label] {
		label = cmp.Or(d.columnLabel(p), p.column.Name)
	}
	for n := 2; taken[label]; n++ {
		label = fmt.Sprintf("%s %d", d.columnLabel(p), n)
	}
	taken[label] = true
	c.Label = d.text(label, label)
	f.Holds = describe(c)
}

// describe says what a column holds.
func describe(c *domain.Column) string {
	words := []string{cmp.Or(c.Entity, string(c.Kind))}
	if c.Entity != "" {
		words[0] = "entity " + c.Entity
	}
	if c.Unit != "" {
		words = append(words, "in "+c.Unit)
	}
	if c.Sense != "" {
		words = append(words, string(c.Sense))
	}
	if c.Asked != "" {
		words = append(words, "asked "+string(c.Asked))
	}
	if c.Separators != nil {
		words = append(words, fmt.Sprintf("several, divided by %q", c.Separators))
	}
	return strings.Join(words, ", ")
}

// pick returns the text in the language of the draft.
func (d *drafter) pick(en, zh string) string {
	if d.lang == "zh" {
		return zh
	}
	return en
}

// phrase returns a phrase that no other lookup has.
func (d *drafter) phrase(en, zh string) domain.Text { return d.phraseOr(d.text(en, zh), "") }

// phraseOr returns the phrase or, if another lookup has it, another one.
func (d *drafter) phraseOr(t domain.Text, other string) domain.Text {
	text := t[d.lang]
	if d.phrases[text] && other != "" {
		text = other
	}
	for n := 2; d.phrases[text]; n++ {
		text = fmt.Sprintf("%s (%d)", t[d.lang], n)
	}
	d.phrases[text] = true
	return domain.Text{d.lang: text}
}

func (d *drafter) inputs() []domain.ToolInput {
	return []domain.ToolInput{
		{Name: "identifier", Type: domain.InputString, Description: d.text("the value to search for", "要查找的值")},
		{Name: "columns", Type: domain.InputColumns, Optional: true, Description: d.text("names of the columns to return; empty for all of them", "需要返回的字段名列表，留空则返回全部字段")},
	}
}

// article returns the indefinite article before a noun.
func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) && !strings.HasPrefix(noun, "user") && !strings.HasPrefix(noun, "uni") {
		return "an"
	}
	return "a"
}

// declareArithmetic declares the tools that compute and end, and the replies.
func (d *drafter) declareArithmetic() {
	nums := []domain.ToolInput{{Name: "nums", Type: domain.InputNumbers, Description: d.text("the numbers", "一组数")}}
	two := []domain.ToolInput{
		{Name: "num1", Type: domain.InputNumber, Description: d.text("the first number", "第一个数")},
		{Name: "num2", Type: domain.InputNumber, Description: d.text("the second number", "第二个数")},
	}
	add := func(name string, op domain.ArithmeticOp, inputs []domain.ToolInput, en, zh string) {
		d.draft.Domain.Tools = append(d.draft.Domain.Tools, domain.Tool{Name: d.claim(d.tools, name), Kind: domain.Arithmetic, Operation: op, Inputs: inputs, Description: d.text(en, zh)})
	}
	add("get_sum", domain.Sum, nums, "Adds up numbers.", "求一组数的和。")
	add("get_subtraction", domain.Subtract, two, "Subtracts the second number from the first.", "用第一个数减去第二个数。")
	add("get_division", domain.Divide, two, "Divides the first number by the second.", "用第一个数除以第二个数。")
	d.draft.Domain.Tools = append(d.draft.Domain.Tools, domain.Tool{Name: d.claim(d.tools, "finish"), Kind: domain.Finish, Description: d.text("Gives the final answer and ends.", "给出最终答案，结束作答。"), Inputs: []domain.ToolInput{{Name: "answer", Type: domain.InputString, Description: d.text("the final answer", "最终答案")}}})
	d.draft.Domain.Replies = domain.Replies{Missing: "No row matches.", Columns: "No such column.", Arguments: "The arguments do not fit.", Failed: map[domain.ArithmeticOp]string{domain.Sum: "These cannot be added up.", domain.Subtract: "These cannot be subtracted.", domain.Divide: "These cannot be divided."}}
}
