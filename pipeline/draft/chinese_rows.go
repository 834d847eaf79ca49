package draft

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func (g chinese) rows(r *rowPhrase) string {
	r = g.fold(r)
	switch {
	case r.choice == nil && r.conditions == nil:
		return r.base
	case r.choice == nil:
		return g.among(r)
	case g.sameDay(r):
		return r.base + g.amongSuffix() + r.conditions[0].from + "年" + g.ranking(r.choice, false) + "的那" + r.measure
	case r.choice.column != "":
		return g.among(r) + g.rankingIn(r) + g.particleOfOne() + r.measure
	case r.conditions != nil:
		return g.among(r) + "那" + r.measure
	}
	return r.base
}

func (chinese) roleOfClause(string) string { return "" }

func (g chinese) roleOfRow(row, label string) string {
	if !g.manner.isDrawn() || row == label || !strings.HasSuffix(row, label) {
		return ""
	}
	return row
}

func (chinese) nounOfClause(string, string, *rowPhrase) string { return "" }

func (g chinese) inClause(clause string, r *rowPhrase) string { return fillSlot(clause, g.rows(r)) }

// particleOfOne stands behind the words that choose a row, before its measure word.
func (g chinese) particleOfOne() string {
	if g.manner.isDrawn() {
		return "的那"
	}
	return "的一"
}

// rankingIn says by which column one of rows is chosen that the phrase before it names.
func (g chinese) rankingIn(r *rowPhrase) string {
	if g.manner.isDrawn() {
		return g.ranking(r.choice, r.phrase != domain.Slot && r.subject != "" && !r.perMember)
	}
	return g.rankingPhrase(r.choice)
}

// rankingPhrase says by which column a row is chosen, and at which rank.
func (g chinese) rankingPhrase(p *rowChoice) string {
	return p.column + g.superlative(p)
}

// standalone adds the noun that conditions leave out.
func (g chinese) standalone(r *rowPhrase) string {
	r = g.fold(r)
	if r.choice == nil && r.conditions != nil {
		return g.among(r) + r.rowNoun
	}
	return g.rows(r)
}

// among narrows rows by their conditions, as far as one of them can then be chosen.
func (g chinese) among(r *rowPhrase) string {
	if r = g.fold(r); g.manner.isDrawn() && r.choice == nil && r.conditions == nil {
		return r.base
	}
	text := r.base + g.amongSuffix()
	if r.leading && r.choice != nil {
		text += "，"
	}
	if r.conditions == nil {
		return text
	}
	text += g.conditions(r)
	if r.choice != nil && r.choice.column != "" && !g.manner.isDrawn() {
		text += g.eachRow(r)
	}
	return text
}

// amongAll is among for the column by which a row is chosen, in words that do not name the row.
func (g chinese) amongAll(r *rowPhrase) string {
	if !g.manner.isDrawn() {
		return g.among(r)
	}
	all := *r
	all.choice = nil
	return g.standalone(&all) + g.amongSuffix()
}

// amongSuffix follows the noun phrase of rows from which some are chosen.
func (g chinese) amongSuffix() string { return g.manner.variant("中", "里") }

// eachRow refers to all rows that satisfy the conditions, before one of them is chosen.
func (g chinese) eachRow(r *rowPhrase) string {
	if g.manner.variant("各", "noun") == "noun" {
		return r.rowNoun + g.manner.variant("里", "中")
	}
	return "各" + r.measure + g.manner.variant("里", "中")
}

func (g chinese) superlative(p *rowChoice) string {
	kind := p.kind
	if g.manner.isDrawn() && kind == domain.KindMoney && (strings.HasSuffix(p.column, "额") || strings.HasSuffix(p.column, "标的")) {
		kind = domain.KindNumber // 标的额最大
	}
	ends := func(order plan.Order) string {
		return rankingWord(kind, order, [2]string{"晚", "早"}, [2]string{"大", "小"}, [2]string{"高", "低"})
	}
	return g.place(p, [2]string{ends(plan.Max), ends(plan.Min)})
}

// place is a place in an order, of which the words name the upper and the lower end.
func (g chinese) place(p *rowChoice, ends [2]string) string {
	end := ends[0]
	if p.order == plan.Min {
		end = ends[1]
	}
	if p.rank == 0 {
		return "最" + end
	}
	return humanize.Ordinal("zh", p.rank) + end
}

func (g chinese) conditions(r *rowPhrase) string {
	texts := make([]string, len(r.conditions))
	for i := range r.conditions {
		texts[i] = g.condition(&r.conditions[i])
	}
	if g.manner.isDrawn() {
		return strings.Join(texts, "的、") + "的"
	}
	return strings.Join(texts, "且") + "的"
}

func (g chinese) condition(c *condition) string {
	if event := c.event; event != "" && g.manner.isDrawn() {
		if text := g.happened(c, event); text != "" {
			return text
		}
	}
	if verb := g.actor(c); verb != "" && g.manner.isDrawn() && c.comparison == plan.Equals {
		return c.from + verb
	}
	switch c.comparison {
	case plan.Year:
		return c.column + "在" + c.from + g.manner.variant("年", "年内")
	case plan.Since:
		return c.column + "在" + humanize.Day("zh", c.from) + g.manner.variant("及以后", "及之后")
	case plan.Until:
		return c.column + "在" + humanize.Day("zh", c.from) + g.manner.variant("及以前", "及之前")
	case plan.During:
		return c.column + "在" + humanize.Day("zh", c.from) + g.manner.variant("至", "到") + humanize.Day("zh", c.to) + "期间"
	case plan.Above:
		return c.column + g.manner.variant("超过", "大于", "高于") + humanize.Amount("zh", c.declared, c.from)
	case plan.Below:
		return c.column + g.manner.variant("低于", "小于") + humanize.Amount("zh", c.declared, c.from)
	case plan.AtLeast:
		return c.column + g.manner.variant("不低于", "不少于") + humanize.Amount("zh", c.declared, c.from)
	case plan.AtMost:
		return c.column + g.manner.variant("不超过", "不高于") + humanize.Amount("zh", c.declared, c.from)
	case plan.Within:
		return c.column + g.manner.variant("大于", "超过") + humanize.Amount("zh", c.declared, c.from) + g.manner.variant("且小于", "但小于") + humanize.Amount("zh", c.declared, c.to)
	case plan.Contains:
		return c.column + g.manner.variant("包含", "含有", "带有") + "“" + c.from + "”"
	case plan.Names:
		return c.name + "为" + c.column
	}
	is := g.manner.variant("为", "是")
	if c.declared.Kind.Numeric() {
		return c.column + is + humanize.Amount("zh", c.declared, c.from)
	}
	if g.manner.isDrawn() && c.declared.Entity != "" {
		return c.column + is + c.from
	}
	return c.column + is + "“" + c.from + "”"
}

// happened says when something happened to rows; "" for a condition that is no time.
func (g chinese) happened(c *condition, event string) string {
	switch c.comparison {
	case plan.Year:
		return c.from + "年" + event
	case plan.Since:
		return humanize.Day("zh", c.from) + g.manner.variant("及以后", "及之后") + event
	case plan.Until:
		return humanize.Day("zh", c.from) + g.manner.variant("及以前", "及之前") + event
	case plan.During:
		return humanize.Day("zh", c.from) + g.manner.variant("至", "到") + humanize.Day("zh", c.to) + "期间" + event
	}
	return ""
}

// beforeNoun puts a word before the noun of a lookup's phrase ("…代理的唯一一件案件");
// false where the phrase has no place for that.
func (chinese) beforeNoun(r *rowPhrase, word string) (string, bool) {
	_, tail, _ := strings.Cut(r.phrase, domain.Slot)
	i := strings.LastIndex(tail, "的")
	if i < 0 || !strings.HasSuffix(r.base, tail[i:]) {
		return "", false
	}
	noun := tail[i+len("的"):]
	return strings.TrimSuffix(r.base, noun) + word + noun, true
}

func (g chinese) withAdjective(r *rowPhrase, word string) (string, bool) {
	return g.beforeNoun(r, word)
}

func (g chinese) role(r *rowPhrase, column string) (string, bool) {
	tail, ok := strings.CutPrefix(r.phrase, domain.Slot)
	if !ok || tail == "" {
		return "", false
	}
	return r.subject + g.manner.variant("作为", "当") + column + tail, true
}

func (g chinese) chosenRow(r *rowPhrase, label, declared string) string {
	text := g.rows(r)
	if strings.HasSuffix(text, label) {
		return text
	}
	if sole, ok := g.beforeNoun(r, ""); ok && sole != "" && r.choice.column == "" && r.conditions == nil && strings.HasSuffix(r.declared, declared) {
		return text // which ends in the lookup's noun
	}
	return text + label
}

func (chinese) genericNoun(phrase string) string {
	noun, ok := strings.CutPrefix(phrase, domain.Slot+"对应的")
	if !ok {
		return ""
	}
	return noun
}

func (g chinese) nounFor(name, noun string) string {
	return name + "对应的" + noun
}

func (chinese) nounOf(name, noun string) string { return name + "的" + noun }

func (g chinese) nounForEach(each, noun string) string { return g.nounFor(each, noun) }

func (g chinese) nounForGiven(label, name, noun string, identifies bool) string {
	switch {
	case strings.HasSuffix(name, "号") && g.manner.isDrawn():
		return name + noun
	case strings.HasSuffix(label, "号") && g.manner.isDrawn() && endsInCode(name):
		return name + "号" + noun
	case !identifies && g.manner.variant("为", "对应") == "对应":
		return g.nounFor(g.labelled(label, name), noun)
	case identifies && g.manner.isDrawn() && utf8.RuneCountInString(name) > 1 && !strings.ContainsFunc(name, unicode.IsDigit):
		return name // such as the short name of a company
	}
	return label + "为" + name + "的" + noun
}

func (chinese) ofGiven(phrase, label, noun, name string) string {
	rest, ok := strings.CutPrefix(phrase, domain.Slot+"作为")
	if !ok {
		if rest, ok = strings.CutPrefix(phrase, domain.Slot+"担任"); noun == "" {
			return "" // 王芳担任主任的科室
		}
	}
	role, rows, found := strings.Cut(rest, "的")
	if !ok || !found {
		return ""
	}
	word, isOwn := strings.CutPrefix(label, noun)
	switch {
	case noun == "":
	case isOwn: // 疾病编码
		role += word
	case role == noun, strings.HasPrefix(label, role): // 病历号
		role = label
	default: // 工号
		role += label
	}
	return role + "为" + name + "的" + rows
}

func (g chinese) numbered(label, noun, name string) string {
	word, isOwn := strings.CutPrefix(label, noun)
	switch {
	case noun == "" || !endsInCode(name):
	case strings.HasSuffix(label, "号") && word != "编号":
		return name + "号" + noun
	case isOwn && (word == "编号" || word == "编码" || word == "代码"):
		return g.labelled(noun, name)
	}
	return ""
}

func (g chinese) calledByName(noun, name string) string {
	if strings.HasSuffix(name, noun) {
		return name
	}
	return g.labelled(noun, name)
}

func (chinese) hasNoun(phrase, label string) bool { return strings.HasSuffix(phrase, label) }

func (chinese) pluralPhrase(phrase string, _ bool, each string) string { return fillSlot(phrase, each) }

func (chinese) eachOf(each, measure string, found bool) string {
	if found {
		return each + "各" + measure
	}
	return each
}

func (g chinese) columnOf(r *rowPhrase, column string) string {
	text := g.rows(r)
	if g.manner.isDrawn() && (r.choice == nil || r.choice.column != column) {
		r = g.fold(r)
	}
	switch {
	case r.choice != nil && r.choice.column == column && !strings.Contains(column, "其") && // which refers back to the row
		(g.manner == (Manner{}) || !strings.HasPrefix(column, "母公司")): // of which there is no highest
		return g.amongAll(r) + g.superlative(r.choice) + "的" + column
	case r.many && r.choice == nil && r.conditions != nil:
		text += "每一" + r.measure
	}
	return text + g.joint(r, column) + column
}

func (g chinese) stated(text, fact string) string {
	return text + "中记载的" + fact
}

func (g chinese) cited(text, passages string) string {
	return text + "中引用的" + passages
}

func (g chinese) table(r *rowPhrase, columns string) string {
	if r = g.fold(r); g.manner.isDrawn() && r.conditions == nil {
		return r.base + g.particle(columns) + columns
	}
	return g.among(r) + "每一" + r.measure + g.particle(columns) + columns
}

func (g chinese) twoColumns(r *rowPhrase, first, second string) (a, b string) {
	return g.rows(r) + g.joint(r, first) + first, second
}

// particle joins a column to its owner; 所在地, 与…的关系 need none.
func (chinese) particle(column string) string {
	for _, prefix := range []string{"所在", "与", "服务的"} {
		if strings.HasPrefix(column, prefix) {
			return ""
		}
	}
	return "的"
}

// joint joins a column to its rows. In a drawn manner it leaves out a second 的 behind
// the noun of rows, if the column begins with 所 ("案件所涉金额").
func (g chinese) joint(r *rowPhrase, column string) string {
	if r.isShort {
		return "" // 该单买方
	}
	first, _, _ := strings.Cut(column, "、")
	if g.manner != (Manner{}) && r.choice == nil && r.conditions == nil && strings.HasPrefix(first, "所") {
		return ""
	}
	return g.particle(column)
}

func (g chinese) mostFrequent(r *rowPhrase, column string) string {
	if g.manner.isDrawn() {
		return g.standalone(r) + g.amongSuffix() + g.manner.variant("最常见的", "出现次数最多的") + column
	}
	text := g.among(r)
	if r.conditions != nil {
		text += g.eachRow(r)
	}
	return text + "出现次数最多的" + column
}

func (g chinese) members(r *rowPhrase, column, label string, own bool) setPhrase {
	text := g.columnOf(r, column)
	r = g.fold(r)
	if !own && g.manner.isDrawn() && strings.Contains(column, "的") {
		last := strings.LastIndex(column, "的") + len("的")
		return setPhrase{text: text, member: strings.TrimSuffix(text, column) + column[:last] + "各" + column[last:]}
	}
	if !own {
		return setPhrase{text: text, member: strings.TrimSuffix(text, column) + "各" + column}
	}
	if r.conditions != nil {
		return setPhrase{text: g.among(r) + label, member: g.among(r) + "各" + label}
	}
	each, ok := g.beforeNoun(r, "各")
	if !ok {
		each = r.base + "中的各" + r.measure
	}
	return setPhrase{text: r.base, member: each}
}

func (chinese) withItself(text, own string) string { return text + "（包括" + own + "自己）" }

func (g chinese) combinedSet(f plan.Function, first, second *setPhrase, label string) string {
	a, b := first.text, second.text
	if g.manner.isDrawn() {
		return g.drawnSet(f, first, second, label)
	}
	switch f {
	case plan.Union:
		return "在" + a + "之列或者在" + b + "之列的" + label
	case plan.Intersection:
		return "既在" + a + "之列又在" + b + "之列的" + label
	}
	return "在" + a + "之列但不在" + b + "之列的" + label
}

func (g chinese) filteredSet(text, said, label string) string {
	return text + g.amongSuffix() + said + "的" + label
}

func (chinese) knownPlural(known, _, _ string) string { return known }

func (chinese) knownFromPhrase(phrase, _ string) string {
	return "有" + strings.TrimPrefix(strings.TrimPrefix(fillSlot(phrase, ""), "的"), "中") + "相关记录"
}
