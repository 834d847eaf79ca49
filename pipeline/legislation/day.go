package legislation

import (
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// role is what happened on a day.
type role uint8

const (
	noRole role = iota
	adoptedRole
	amendedRole
	promulgatedRole
	approvedRole
	inForceRole
)

// event is a day that a text names, with its role.
type event struct {
	day  time.Time
	role role
	verb string // the text's own word: 修正
}

var (
	zhDay    = lazyregexp.New(`(` + hanNumber + `)[ 　]*年[ 　]*(` + hanNumber + `)[ 　]*月[ 　]*(` + hanNumber + `)[ 　]*日`)
	zhVerb   = lazyregexp.New(`公布施行|发布施行|颁布施行|公布|发布|颁布|批准|施行|实施`)
	zhAmend  = lazyregexp.New(`修正|修订|修改`)
	zhOrder  = lazyregexp.New(`令第[^，。]{1,12}号`)
	zhQuoted = lazyregexp.New(`《[^《》]*(?:《[^《》]*》[^《》]*)*》`)
	// zhForceDay is the other form of the clause: 本法的施行日期为….
	zhForceDay = lazyregexp.New(`^本[^。；]{1,8}的(?:施行|生效)日期为(` + hanNumber + `)年(` + hanNumber + `)月(` + hanNumber + `)日$`)
	zhForce    = lazyregexp.New(`[自从于](?:(` + hanNumber + `年` + hanNumber + `月` + hanNumber + `日)|(公布|发布|颁布)之日)起?(?:正式)?(?:施行|实施|生效|执行)`)
)

// makeDay returns a day, if there is such a day.
func makeDay(year, month, day int) (time.Time, bool) {
	d := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return d, year >= 1 && d.Year() == year && int(d.Month()) == month && d.Day() == day
}

// readHanDay reads the three numbers of a Chinese day.
func readHanDay(year, month, day string) (time.Time, bool) {
	y, ok1 := parseNumber(year)
	m, ok2 := parseNumber(month)
	d, ok3 := parseNumber(day)
	t, ok := makeDay(y, m, d)
	return t, ok && ok1 && ok2 && ok3
}

// chineseEvents reads the days that a line of a title block names: 2018年10月26日…修正. What a
// quoted title says belongs to another text, and what a sentence says may. Bodies that acted together on different days leave
// the day unknown.
func chineseEvents(line string) (events []event) {
	if endsSentence(line) {
		return nil
	}
	quoted := zhQuoted.FindAllStringIndex(line, -1)
	inside := func(at int) bool {
		for _, q := range quoted {
			if q[0] <= at && at < q[1] {
				return true
			}
		}
		return false
	}
	var days [][]int
	for _, m := range zhDay.FindAllStringSubmatchIndex(line, -1) {
		if !inside(m[0]) {
			days = append(days, m)
		}
	}
	joint := false
	for i, m := range days {
		end := len(line)
		if i+1 < len(days) {
			end = days[i+1][0]
		}
		r, verb := chineseRole(line[m[1]:end])
		day, ok := readHanDay(line[m[2]:m[3]], line[m[4]:m[5]], line[m[6]:m[7]])
		if r == noRole {
			joint = true
			continue
		}
		if ok && !joint {
			events = append(events, event{day, r, verb})
			if r == amendedRole && zhOrder.MatchString(line[m[1]:end]) {
				events = append(events, event{day, promulgatedRole, "公布"}) // a numbered order publishes
			}
			if strings.Contains(line[m[1]:end], "同日公布施行") || r == promulgatedRole && strings.Contains(line[m[1]:end], verb+"施行") {
				events = append(events, event{day, inForceRole, "施行"})
			}
		}
		joint = false
	}
	return events
}

// chineseRole says what happened on the day before a text.
func chineseRole(text string) (role, string) {
	bare := zhQuoted.ReplaceAllString(text, "")
	switch {
	case zhAmend.MatchString(bare):
		return amendedRole, zhAmend.FindString(bare)
	case strings.Contains(bare, "通过的") && strings.Contains(text, "《"):
		return amendedRole, "修正" // by the decision or amendment act that is named
	case strings.Contains(bare, "通过"):
		return adoptedRole, "通过"
	}
	switch verb := zhVerb.FindString(bare); verb {
	case "":
		return noRole, ""
	case "批准":
		return approvedRole, verb
	case "施行", "实施":
		return inForceRole, verb
	default:
		return promulgatedRole, strings.TrimSuffix(verb, "施行")
	}
}

// forceClause is the clause of a law that says when it enters into force.
type forceClause struct {
	day            time.Time // zero if it names another event
	onPromulgation bool
}

// chineseForce reads the clause that says when the law itself enters into force, from its last
// articles. The clause begins a sentence with the law itself, as in 本法自…起施行.
func chineseForce(text string) (c forceClause, ok bool) {
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return r == '。' || r == '；' }) {
		sentence = strings.Join(strings.Fields(sentence), "")
		if d := zhForceDay.FindStringSubmatch(sentence); d != nil {
			if day, ok := readHanDay(d[1], d[2], d[3]); ok {
				return forceClause{day: day}, true
			}
		}
		m := zhForce.FindStringSubmatchIndex(sentence)
		if m == nil || !isSelf(sentence[:m[0]]) {
			continue
		}
		if m[2] < 0 {
			return forceClause{onPromulgation: true}, true
		}
		d := zhDay.FindStringSubmatch(sentence[m[2]:m[3]])
		if day, ok := readHanDay(d[1], d[2], d[3]); ok {
			return forceClause{day: day}, true
		}
	}
	return forceClause{}, false
}

// isSelf reports whether the subject of a clause is the law that it stands in.
func isSelf(subject string) bool {
	subject = strings.Trim(subject, " 　，,")
	if subject == "" {
		return true
	}
	for _, head := range []string{"本", "新"} {
		if strings.HasPrefix(subject, head) && len([]rune(subject)) <= 12 {
			return true
		}
	}
	return false
}
