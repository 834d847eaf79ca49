package legislation

import (
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

const portugueseDay = `([0-9]{1,2})[ºo°]?\s+de\s+(\pL+)\s+de\s+([0-9]{4})\b`

var (
	ptDay   = lazyregexp.New(`(?i)` + portugueseDay)
	ptTitle = lazyregexp.New(`(?i)^(?:lei|decreto|medida provisória|emenda|código|constituição|resolução|portaria)\b`)
	ptDated = lazyregexp.New(`(?i)\bde\s+` + portugueseDay)
	// ptHistory begins a line on what happened to a law: Alterada pela Lei nº 1, de 2 de maio de 2000.
	ptHistory = lazyregexp.New(`(?i)^\(?(?:texto |lei |norma |decreto )?(?:com )?(?:a )?` + portugueseVerb)
	ptVerb    = lazyregexp.New(`(?i)` + portugueseVerb)
	ptForce   = lazyregexp.New(`(?i)(?:^|[.;] )est[ea] [^.]{1,40}? entra(?:rá)? em vigor (.*)`)
	ptFrom    = lazyregexp.New(`(?i)^(?:em|no dia|a partir d[eo](?: dia)?) ` + portugueseDay)
	// ptParted matches words that leave some provisions to another day.
	ptParted = lazyregexp.New(`(?i)\b(?:exceto|salvo|ressalvad|excetuad|exceção|menos|quanto a|em relação a|no que se refere|entra(?:m|rá|rão)? em vigor)`)
)

// portugueseVerb matches the words that say what happened on the day behind them.
const portugueseVerb = `(promulgad[ao]|sancionad[ao]|decretad[ao]|aprovad[ao]|publicad[ao]|publicação|alterad[ao]|modificad[ao]|atualizad[ao]|consolidad[ao]|compilad[ao]|redação|em vigor|vigente|vigência)`

func ptMonths() []string {
	return []string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}
}

// readPortugueseDay reads the parts that ptDay finds.
func readPortugueseDay(m []string) (time.Time, bool) {
	for i, name := range ptMonths() {
		if strings.EqualFold(name, m[2]) {
			y, _ := parseNumber(m[3])
			d, _ := parseNumber(m[1])
			return makeDay(y, i+1, d)
		}
	}
	return time.Time{}, false
}

// portugueseRole says what a verb of a title block means.
func portugueseRole(verb string) role {
	for _, r := range []struct {
		stem string
		role role
	}{
		{"promulgad", adoptedRole}, {"sancionad", adoptedRole}, {"decretad", adoptedRole}, {"aprovad", approvedRole}, {"publica", promulgatedRole},
		{"em vigor", inForceRole}, {"vigente", inForceRole}, {"vigência", inForceRole},
	} {
		if strings.HasPrefix(verb, r.stem) {
			return r.role
		}
	}
	return amendedRole
}

// portugueseEvents reads the day of a law from its name, LEI Nº 8.078, DE 11 DE SETEMBRO DE 1990,
// and other days from lines that begin with what happened: Alterada pela Lei nº 10.000, de 20 de
// setembro de 2012, em vigor desde 1º de janeiro de 2013. What a line says of another law in other
// places is no event of this one.
func portugueseEvents(line string) (events []event) {
	if ptTitle.MatchString(line) && !ptHistory.MatchString(line) {
		if m := ptDated.FindStringSubmatch(line); m != nil {
			if day, ok := readPortugueseDay(m); ok {
				return []event{{day, adoptedRole, "promulgada"}}
			}
		}
		return nil
	}
	if !ptHistory.MatchString(line) {
		return nil
	}
	start := 0
	for _, m := range ptDay.FindAllStringIndex(line, -1) {
		verbs := ptVerb.FindAllString(line[start:m[0]], -1)
		start = m[1]
		day, ok := readPortugueseDay(ptDay.FindStringSubmatch(line[m[0]:m[1]]))
		if !ok || len(verbs) == 0 {
			continue
		}
		verb := strings.ToLower(verbs[len(verbs)-1])
		events = append(events, event{day, portugueseRole(verb), verb})
	}
	return events
}

// portugueseForce reads the clause on the entry into force of the whole law.
func portugueseForce(text string) (forceClause, bool) {
	m := ptForce.FindStringSubmatch(text)
	if m == nil {
		return forceClause{}, false
	}
	if ptParted.MatchString(m[1]) {
		return forceClause{}, false
	}
	if strings.HasPrefix(m[1], "na data de sua publicação") {
		return forceClause{onPromulgation: true}, true
	}
	if d := ptFrom.FindStringSubmatch(m[1]); d != nil {
		if day, ok := readPortugueseDay(d); ok {
			return forceClause{day: day}, true
		}
	}
	return forceClause{}, false
}
