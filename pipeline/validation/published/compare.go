package published

import (
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// answer is one value of an answer in the demanded form.
type answer struct {
	form   plan.Form
	value  value.Value
	digits string // a number in the form's unit and decimal places
	truth  bool
	cut    func(string) string // reduces a name to its compared form; nil if the value is not a name
}

// answers returns the values of one answer of a trace. A set gives one answer for each distinct
// value.
func answers(d *domain.Domain, a *plan.AnswerSpec, r *plan.NodeResult) []answer {
	one := answer{form: a.Form, truth: r.Truth}
	if a.Form.Style == plan.StyleTruth {
		return []answer{one}
	}
	if e := d.Entity(r.Type.Entity); e != nil && e.Strip != nil {
		one.cut = e.Stripper()
	}
	var list []answer
	for i, v := range r.Values {
		if slices.ContainsFunc(r.Values[:i], func(w value.Value) bool { return value.Equal(v, w) }) {
			continue
		}
		next := one
		next.value = v
		if v.Kind == value.Number {
			unit := v.Unit
			if a.Form.Style == plan.StyleNumber {
				unit = a.Form.Unit
			}
			next.digits, _ = value.FormatNumber(v, unit, a.Form.Places)
		}
		list = append(list, next)
	}
	return list
}

var (
	measured = regexp.MustCompile(`^(-?[0-9]+)(?:$|[^0-9.,万亿])`)
	denial   = regexp.MustCompile(`^(不|否|没|无)`)
	assent   = regexp.MustCompile(`^(是|有)`)
)

// is reports whether a published keyword states the answer. Units of money must agree; the
// measure word of a count may differ.
func (a *answer) is(key string) bool {
	key = value.Fold(key)
	switch a.form.Style {
	case plan.StyleTruth:
		return a.truth && assent.MatchString(key) || !a.truth && denial.MatchString(key)
	case plan.StyleCount:
		return a.counts(key)
	case plan.StyleNumber:
		own, _ := value.ParseNumber(a.digits, a.form.Unit)
		if v, ok := value.ParseNumber(key, a.form.Unit); ok {
			return value.Equal(v, own)
		}
		_, money := value.Convert(own, "元")
		return !money && a.counts(key)
	case plan.StyleDate:
		day, ok := value.ParseDate(key)
		return ok && day.Text == a.value.Text || a.day(key)
	}
	own := value.Fold(a.value.Text)
	return key == own || a.cut != nil && a.cut(key) == a.cut(own) || sameMoney(key, own)
}

// sameMoney reports whether two texts, such as amounts extracted from prose, are equal amounts
// of money.
func sameMoney(a, b string) bool {
	const yuan = "元"
	v, ok := value.ParseNumber(a, yuan)
	w, and := value.ParseNumber(b, yuan)
	return ok && and && strings.Contains(a, yuan) && strings.Contains(b, yuan) && value.Equal(v, w)
}

// counts reports whether a keyword is a count equal to the answer.
func (a *answer) counts(key string) bool {
	m := measured.FindStringSubmatch(key)
	return m != nil && m[1] == a.digits
}

// day reports whether a keyword is the month or the year of the answer, as its form demands.
func (a *answer) day(key string) bool {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, key)
	// A keyword for a month or a year has the number of digits that the layout writes.
	size := map[plan.Layout]int{plan.LayoutYear: 4, plan.LayoutMonth: 6}[a.form.Layout]
	own := strings.ReplaceAll(a.value.Text, "-", "")
	return size > 0 && len(digits) == size && strings.HasPrefix(own, digits)
}
