package quantity

import (
	"regexp"
	"strings"
)

// mergeDuration adds a duration to the duration before it if both are parts of one: 246 weeks and
// 4 days, 三年零两个月. It reports whether it did. Parts of different base units give a mention
// without a unit.
func (s *scanner) mergeDuration(m *Mention) bool {
	if len(s.mentions) == 0 || m.Kind != Duration {
		return false
	}
	last := &s.mentions[len(s.mentions)-1]
	if last.Kind != Duration || last.Unit == "" || last.Range || m.Range || last.To > m.From {
		return false
	}
	switch strings.Trim(s.text[last.To:m.From], " ,") {
	case "", "and", "零", "又", "加":
	default:
		return false
	}
	if written := strings.TrimLeft(s.text[last.From:last.To], "0123456789., -"); strings.HasSuffix(s.text[m.From:m.To], written) {
		return false // 3天, 5天
	}
	if last.Unit == m.Unit {
		last.Number = last.Number.Add(m.Number)
	} else {
		last.Unit = ""
	}
	last.To = m.To
	return true
}

// rangeJoint matches the text between the two ends of a range.
var rangeJoint = regexp.MustCompile(`^ ?(?:-|~|至|到|到了|up to|to|through) ?(?:约|大约)?$`)

// markRange marks a mention and the mention before it if they are the ends of a range: 3-5件,
// 6件到9件, between 15 and 17.
func (s *scanner) markRange(m *Mention) {
	if len(s.mentions) == 0 || m.IsDay() || m.Label {
		return
	}
	last := &s.mentions[len(s.mentions)-1]
	if last.IsDay() || last.Kind == Code || last.Label || last.To > m.From {
		return
	}
	between := s.text[last.To:m.From]
	const longest = 16                                       // bytes between the ends of a range
	if len(between) > longest || last.Spelled != m.Spelled { // 1.22 to two decimals
		return
	}
	if !rangeJoint.MatchString(between) {
		if strings.TrimSpace(between) != "and" && strings.Trim(between, " ") != "和" && strings.Trim(between, " ") != "与" {
			return
		}
		if !strings.HasSuffix(strings.TrimRight(s.text[:last.From], " "), "between") && !strings.HasSuffix(s.text[:last.From], "介于") && !strings.HasSuffix(s.text[:last.From], "在") {
			return
		}
		if r := strings.TrimLeft(s.text[m.To:], " "); strings.TrimSpace(between) != "and" && !strings.HasPrefix(r, "之间") {
			return
		}
	}
	last.Range, m.Range = true, true
	if last.Unit == "" && m.Unit != "" && last.Kind == Number {
		last.Unit, last.Kind = m.Unit, m.Kind
	}
}
