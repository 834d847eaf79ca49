package draft

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// hasTopics is true of questions in other words than the draft's.
func (g chinese) hasTopics() bool { return g.manner.isDrawn() }

// oneRow is a row that is chosen, up to the 的 of what it has: 那件官司的.
var oneRow = regexp.MustCompile(`^([^，]*那[件项][^的，]{0,4})的([^，件项]{1,8})$`)

// breakAtRow makes the row the topic: “X最近签的那件订单，买方的母公司…”.
func (g chinese) breakAtRow(text string) (string, bool) {
	m := oneRow.FindStringSubmatch(text)
	if m == nil || !g.manner.isDrawn() {
		return "", false
	}
	return m[1] + "，" + m[2], true
}

// pronoun repeats the noun: 它 could be whoever was named last.
func (g chinese) pronoun(label, measure string, many bool) string {
	if measure != "家" || many { // of organizations
		return g.demonstrative(label, measure, many)
	}
	return "该" + label
}

// roleOfColumn takes a column's name for a role if it is a plain noun: 买方, but not 被停供的公司.
func (chinese) roleOfColumn(called string) string {
	if strings.Contains(called, "的") {
		return ""
	}
	return called
}

// fold puts the conditions and the choice of rows into the noun phrase of their lookup where it
// has a place for them: X2020年判的官司, X最近受到的那项处罚. A choice that is not by what the entity
// does stays behind the rows, since the entity would seem to do it: 最近付款 is not the seller's act. It
// leaves out what no longer has to be said, and changes nothing in drafts.
func (g chinese) fold(r *rowPhrase) *rowPhrase {
	head, noun, ok := g.splitNoun(r)
	if !g.manner.isDrawn() || !ok || r.conditions == nil && r.choice == nil {
		return r
	}
	acts := r.choice != nil && r.choice.action != ""
	if verb := strings.TrimPrefix(head, r.subject); r.subject != "" && impliedVerbs[verb] != "" && g.canFold(r) {
		if slices.ContainsFunc(r.conditions, func(c condition) bool { return c.event == "" }) {
			return r // which the verb does not say
		}
		acts = acts || r.choice != nil && r.choice.event != "" && impliedVerbs[verb] != "-"
		head, r = r.subject, g.withEvent(r, strings.TrimPrefix(impliedVerbs[verb], "-"))
	} else if acts && verb == r.choice.action || len(r.conditions) > 0 && verb != "" && r.conditions[0].action == verb {
		head = r.subject // X投资最多的那家子公司, in place of X投资的子公司里…
	}
	f := *r
	isBare := head == r.subject
	switch {
	case r.conditions != nil && (!g.canFold(r) || g.manner.first && !isBare): // no clause before another one in an answer
	case r.conditions != nil && r.choice != nil && (r.perMember || !isBare):
	case g.sameDay(r):
		said := g.ranking(r.choice, false)
		f.base, f.choice, f.conditions, f.many = head+r.conditions[0].from+"年"+said+"的那"+r.measure+nounBehind(noun, said), nil, nil, false
	case r.conditions != nil:
		said := g.conditions(g.asActions(r, isBare && !r.perMember))
		if !isBare || endsInCode(head) {
			head += "的"
		}
		if r.choice != nil && r.choice.column == "" {
			said += "那" + r.measure
			f.choice, f.many = nil, false
		}
		f.base, f.conditions = head+said+nounBehind(noun, said), nil
	case r.choice != nil && r.choice.column != "" && isBare && acts && !r.perMember:
		said := g.ranking(r.choice, true)
		if endsInCode(head) {
			head += "的"
		}
		f.base, f.choice, f.many = head+said+"的那"+r.measure+nounBehind(noun, said), nil, false
	}
	return &f
}

// impliedVerbs are verbs of lookups that the day of what happened says as well, with the verb
// that then stands for it; "-" leaves the event its own: 2020年受到的处罚, 2020年立案的终本案件.
var impliedVerbs = map[string]string{"作出": "作出", "开出": "开出", "受到": "受到", "受过": "受到", "执行": "-"}

// impliedEvent returns the verb that a lookup's phrase and the day of what happened both say, and
// the noun for the rows: 受到 and 处罚.
func (g chinese) impliedEvent(r *rowPhrase) (verb, noun string, ok bool) {
	head, noun, ok := g.splitNoun(r)
	verb = impliedVerbs[strings.TrimPrefix(head, r.subject)]
	return verb, noun, ok && r.subject != "" && verb != "" && verb != "-" && !r.perMember
}

// withEvent returns rows of which the verb says what happened on their days; "" keeps the events.
func (chinese) withEvent(r *rowPhrase, verb string) *rowPhrase {
	if verb == "" {
		return r
	}
	f := *r
	f.conditions = slices.Clone(r.conditions)
	for i := range f.conditions {
		if f.conditions[i].event != "" {
			f.conditions[i].event = verb
		}
	}
	if r.choice != nil && r.choice.event != "" {
		choice := *r.choice
		choice.event, f.choice = verb, &choice
	}
	return &f
}

// shareOfPart is said of drawn questions alone.
func (g chinese) shareOfPart(r *rowPhrase, column string) string {
	if r.conditions == nil {
		return ""
	}
	said, total := g.conditions(r), g.aggregateNoun(plan.Sum)
	return r.base + g.amongSuffix() + "，" + said + nounBehind(r.rowNoun, said) + "的" + column + total + "占全部" + column + total + g.manner.variant("的百分比", "的比例", "的比重")
}

// drawnAggregate says an aggregate as people do: 最低的罚款, 平均每件的标的额.
func (g chinese) drawnAggregate(f plan.Function, r *rowPhrase, column string) string {
	if r.isShort {
		return column + g.aggregateNoun(f)
	}
	rows := g.standalone(r)
	if owner, held, ok := g.ownHolding(r, column); ok {
		switch f {
		case plan.Sum:
			return owner + "的" + held + g.aggregateNoun(f)
		case plan.Average:
			return owner + "平均每" + r.measure + "的" + held
		case plan.Minimum:
			return owner + "最低的" + held
		}
		return owner + "最高的" + held
	}
	switch f {
	case plan.Sum:
		return rows + g.joint(r, column) + column + g.aggregateNoun(f)
	case plan.Average:
		return rows + "平均每" + r.measure + "的" + column
	case plan.Minimum:
		return rows + g.amongSuffix() + "最低的" + column
	}
	return rows + g.amongSuffix() + "最高的" + column
}

// holder is the word with which columns of holdings begin that are the parent's.
const holder = "母公司"

// ownHolding says of the subsidiaries of an entity that a column is about what it holds in them:
// X对其子公司 and 投资额, in place of X的子公司的母公司投资额.
func (g chinese) ownHolding(r *rowPhrase, column string) (owner, held string, ok bool) {
	held = strings.TrimPrefix(strings.TrimPrefix(column, holder), "对其")
	tail, begins := strings.CutPrefix(r.base, r.subject)
	_, noun, ok := strings.Cut(tail, "的")
	if !begins || !ok || r.subject == "" || r.perMember || r.conditions != nil || r.choice != nil || !strings.HasPrefix(column, holder) || strings.Contains(noun, "的") {
		return "", "", false
	}
	return r.subject + "对其" + noun, held, true
}

// splitNoun splits the phrase of a lookup before the 的 of its noun.
func (chinese) splitNoun(r *rowPhrase) (head, noun string, ok bool) {
	_, tail, _ := strings.Cut(r.phrase, domain.Slot)
	i := strings.LastIndex(tail, "的")
	if i < 0 || !strings.HasSuffix(r.base, tail[i:]) {
		return "", "", false
	}
	return strings.TrimSuffix(r.base, tail[i:]), tail[i+len("的"):], true
}

// canFold reports whether no condition is on a name or a text, which would run into the name of
// the entity looked up.
func (g chinese) canFold(r *rowPhrase) bool {
	return !slices.ContainsFunc(r.conditions, func(c condition) bool {
		return slices.Contains([]plan.Comparison{plan.Names, plan.Equals, plan.Contains}, c.comparison)
	})
}

// asActions returns rows whose conditions say what the entity before them did: 投资超过200万元.
func (chinese) asActions(r *rowPhrase, byEntity bool) *rowPhrase {
	if !byEntity {
		return r
	}
	f := *r
	f.conditions = slices.Clone(r.conditions)
	for i := range f.conditions {
		f.conditions[i].column = cmp.Or(f.conditions[i].action, f.conditions[i].column)
	}
	return &f
}

// sameDay reports whether rows are narrowed to a year by the day that chooses one of them:
// 2020年最早判的那件.
func (g chinese) sameDay(r *rowPhrase) bool {
	return g.manner.isDrawn() && len(r.conditions) == 1 && r.choice != nil && r.choice.event != "" &&
		r.conditions[0].comparison == plan.Year && r.conditions[0].column == r.choice.column
}

// endsInCode reports whether a digit behind words would be taken for a part of them.
func endsInCode(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(words)
	return last < unicode.MaxLatin1 || unicode.IsDigit(last)
}

// nounBehind leaves out of a noun for cases what the words before it have said: 终本的那件案件.
func nounBehind(noun, said string) string {
	if kind, ok := strings.CutSuffix(noun, "案件"); ok && kind != "" && strings.Contains(said, kind) {
		return "案件"
	}
	return noun
}

// ranking says by which column a row is chosen, and at which rank; byEntity says that the
// entity looked up stands before it: 最近判, 投资最多.
func (g chinese) ranking(p *rowChoice, byEntity bool) string {
	switch {
	case p.action != "" && byEntity:
		return p.action + g.place(p, [2]string{"多", "少"})
	case p.event != "" && p.rank > 0 && p.order == plan.Max:
		return g.timePlace(p) + "个" + p.event
	case p.event != "":
		return g.timePlace(p) + p.event
	}
	return g.rankingPhrase(p)
}

// timePlace is the place of a row in the order of its days: 最近, 倒数第二, 第二早.
func (g chinese) timePlace(p *rowChoice) string {
	if p.rank == 0 && p.order == plan.Max {
		return "最近"
	}
	if p.order == plan.Max {
		return "倒数" + humanize.Ordinal("zh", p.rank)
	}
	return g.place(p, [2]string{"晚", "早"})
}

// actor is the verb for what the content of a column does to rows, 作出 in “…由…作出”; "" if the
// column's clause has none.
func (chinese) actor(c *condition) string {
	if c.declared.Entity == "" {
		return ""
	}
	verb, _ := strings.CutPrefix(c.declared.Clause.In("zh"), domain.Slot+"由"+domain.SlotWhich)
	if strings.Contains(verb, "{") {
		return ""
	}
	return verb
}
