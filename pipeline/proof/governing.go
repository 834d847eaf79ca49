package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// versionTable is the table of the versions of statutes.
const versionTable = "Version"

// lawVersion is a version of a law with the days of its interval, "" where nobody knows them.
type lawVersion struct {
	name, begin, end, next, file string
}

// governedCase is a case that a question asks about, with the provision that it cites and the
// versions of the law that the question turns on.
type governedCase struct {
	asOf              domain.TemplateVersion
	file, spans       string // of the case's source
	number, cause     string
	happened, decided string
	law, cited        string
	versions          []lawVersion // of the law
	facts, newest     *lawVersion  // in force on the day of the facts; the last one
	governing         *lawVersion  // by which the question is answered
	judged            *lawVersion  // in force on the day of decision; nil if that is open
	rule              *provision   // of judged, on which law applies; nil where no question is about it
}

// governed finds, from the tables alone and not by the plan, the case that a task asks about, and the
// version of the law by which it is answered. It returns nil for tasks about no case.
func (p *prover) governed(t *task.Task) (g *governedCase, fault string) {
	template := p.Domain.Template(t.Plan.Template)
	if template == nil || template.AsOf == "" {
		return nil, ""
	}
	if g, fault = p.citingCase(t); fault != "" {
		return nil, fault
	}
	g.asOf = template.AsOf
	g.versions = p.versionsOf(g.law)
	for i := range g.versions {
		if g.versions[i].next == "" {
			g.newest = &g.versions[i]
		}
	}
	if g.facts, fault = g.on(g.happened); fault != "" {
		return nil, fault
	}
	g.judged, fault = g.on(g.decided)
	switch g.asOf {
	case domain.AsOfFacts:
		g.governing = g.facts
	case domain.AsOfNewest:
		g.governing = g.newest
	default:
		if fault != "" {
			return nil, fault
		}
		if g.governing = g.judged; g.asOf == domain.AsOfEarlier {
			g.governing = g.facts
		}
		if fault := p.decides(g); fault != "" {
			return nil, fault
		}
	}
	if g.newest == nil || g.facts == g.newest {
		return nil, "agrees: the newest version is that of the facts, so the day decides nothing"
	}
	return g, ""
}

// citingCase finds the case and the provision that it cites: the one that the question names, or
// the only one.
func (p *prover) citingCase(t *task.Task) (*governedCase, string) {
	cases, citations := p.Corpus.Table(caseTable), p.Corpus.Table(caseCitationTable)
	if cases == nil || citations == nil || len(t.Entities) != 1 || len(t.Entities[0].Name) < 1 || len(t.Entities[0].Name) > 2 {
		return nil, "missing: there is no table of cases, or not one start"
	}
	g := &governedCase{number: t.Entities[0].Name[0]}
	found := cases.MatchAll([]int{cases.Column("id")}, []string{g.number})
	columns := []int{citations.Column("case"), citations.Column("cited")}
	cited := citations.MatchAll(columns[:len(t.Entities[0].Name)], t.Entities[0].Name)
	if len(found) != 1 || len(cited) != 1 {
		return nil, fmt.Sprintf("several: %d cases have the number %s, with %d provisions: want one of each", len(found), g.number, len(cited))
	}
	text := cellTexts(cases, int(found[0]))
	g.cause = text("cause")
	g.file, g.spans, g.happened, g.decided = text("file"), text("spans"), isoDay(text("happened")), isoDay(text("decided"))
	text = cellTexts(citations, int(cited[0]))
	g.law, g.cited = text("cited_law"), text("cited")
	if g.happened == "" || g.decided == "" {
		return nil, "undated: the case does not give the days of its facts and of its decision"
	}
	return g, ""
}

// isoDay returns a written day as an ISO day; "" for a text that is none.
func isoDay(text string) string {
	if v, ok := value.ParseDate(text); ok {
		return v.Text
	}
	return ""
}

// versionsOf returns the versions of a law in the order of the table.
func (p *prover) versionsOf(law string) []lawVersion {
	t := p.Corpus.Table(versionTable)
	var all []lawVersion
	for row := range t.Len() {
		if text := cellTexts(t, row); text("law") == law {
			all = append(all, lawVersion{text("version"), isoDay(text("in_force")), isoDay(text("known_until")), text("next"), text("file")})
		}
	}
	return all
}

// on returns the version in force on a day that lies strictly inside its interval, where no other
// can have been in force.
func (g *governedCase) on(day string) (*lawVersion, string) {
	var found *lawVersion
	for i := range g.versions {
		v := &g.versions[i]
		switch {
		case day == "":
			return nil, "undated: the case does not give the day"
		case v.begin != "" && day < v.begin, v.end != "" && day > v.end:
		case v.begin == "", v.end == "", day == v.begin, day == v.end, found != nil:
			return nil, fmt.Sprintf("undated: it is open whether %s was in force on %s", v.name, day)
		default:
			found = v
		}
	}
	if found == nil {
		return nil, "missing: no version of " + g.law + " was in force on " + day
	}
	return found, ""
}

// Words of a provision that may be a rule on earlier facts, or an exception to one: those that leave
// them to the earlier law, those that apply the new one to pending cases, and any others on what was
// before or after the entry into force. See also hanException.
var (
	leavesToEarlier = lazyregexp.New(`本.{1,3}(?:公布)?(?:施行|实施|生效)(?:以|之)?前.*适用当时|(?:^|[.;] ?)Past .* rules of their time|before (?:this|the entry).* (?:in force at the time|then in force|of (?:their|that) time)`)
	appliesToCases  = lazyregexp.New(`本.{1,3}(?:公布)?(?:施行|实施|生效)后.*(?:尚未|正在审理|一审或者二审阶段).*适用本|applies to (?:all )?cases .*when it `)
	otherwiseTimed  = lazyregexp.New(`本.{1,3}(?:公布)?(?:施行|实施|生效)(?:以|之)?[前后]|(?i:\b(?:before|after) (?:this \w+ (?:is in|enters? into|entered into|comes? into|came into|takes?|took) |the (?:entry into force|commencement) ))`)
	reopened        = lazyregexp.New(`再|申|监|抗|Retr|Pet\.`)
	pendingThen     = lazyregexp.New(`when it (?:takes effect|enters into force|comes into force)`)
	yearOfNumber    = lazyregexp.New(`^[（(]([0-9]{4})[）)]`)
)

// decides checks that the version in force on the day of decision has one rule on earlier facts, of
// the kind by which the question is answered, and that it is about this case: its subject is any fact
// or what law or case are about, and the facts are from before that version, which means its own
// entry into force. Under a rule on pending cases the case is no reopened one, and where the rule is
// about cases that were pending on the day, its number is of an earlier year.
func (p *prover) decides(g *governedCase) string {
	if g.judged == g.facts {
		return "agrees: facts and decision fall under one version, so no rule on earlier facts decides"
	}
	rules := 0
	w := p.wordings()
	var rule transitionRule
	for _, i := range w.versions[g.judged.name] {
		text := w.all[i].text
		read := readTransition(text)
		if read.asOf != "" || leavesToEarlier.MatchString(text) || appliesToCases.MatchString(text) || otherwiseTimed.MatchString(text) ||
			hanException.MatchString(text) || englishException.MatchString(text) {
			rules++
		}
		if read.asOf == g.asOf {
			g.rule, rule = &w.all[i], read
		}
	}
	if rules != 1 || g.rule == nil {
		return fmt.Sprintf("transition: %s has %d provisions on earlier facts: want one of the kind asked for", g.judged.name, rules)
	}
	if !rule.covers(g.law, g.cause) {
		return fmt.Sprintf("transition: %s of %s is about %s, and the case need not be", g.rule.unit, g.judged.name, rule.subject)
	}
	if g.happened >= g.judged.begin || g.decided <= g.judged.begin {
		return "transition: the facts are not from before the version, or the decision not from after"
	}
	if g.asOf == domain.AsOfDecision {
		m := yearOfNumber.FindStringSubmatch(g.number)
		if m == nil || reopened.MatchString(g.number) || pendingThen.MatchString(g.rule.text) && m[1] >= g.judged.begin[:4] {
			return "transition: the number of the case does not show that it was pending when the version came into force"
		}
	}
	return p.ownForce(g.judged)
}

// ownForce checks that the text of a version says of itself when it comes into force: an amended
// one keeps the day of the law before, and its rules on earlier facts then mean another day.
func (p *prover) ownForce(v *lawVersion) string {
	w := p.wordings()
	units := w.versions[v.name]
	for _, i := range units[max(0, len(units)-lastUnits):] {
		if writesDay(w.all[i].text, v.begin) {
			return ""
		}
	}
	return "transition: the text of " + v.name + " does not say that it is in force from " + v.begin
}

// lastUnits is the number of units at the end of a law that can say when it comes into force.
const lastUnits = 6

// underItsLaw makes the Run function of a check that also compares the answers of a task about a
// case with the version of the law that governs: by the day of the facts, by a rule on earlier facts,
// or the newest, as its template says. Another version must give another answer.
func (p *prover) underItsLaw(run func(context.Context, *task.Task) (Finding, error)) func(context.Context, *task.Task) (Finding, error) {
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		found, err := run(ctx, t)
		if err != nil || found.Fault != "" || p.Domain.Reader != domain.StatuteReader || t.Plan.Template == "" {
			return found, err
		}
		g, fault := p.governed(t)
		if g == nil && fault == "" {
			return found, nil
		}
		if fault == "" {
			fault = p.misgoverned(t, g)
		}
		if fault != "" {
			return Finding{Fault: fault}, nil
		}
		found.Certificate += "; " + g.certificate()
		return found, nil
	}
}

// certificate says what was established about a case.
func (g *governedCase) certificate() string {
	s := fmt.Sprintf("the facts of %s fall under %s alone", g.happened, g.facts.name)
	if g.rule != nil {
		return s + fmt.Sprintf(", the decision of %s under %s, whose %s makes %s apply", g.decided, g.judged.name, g.rule.unit, g.governing.name)
	}
	if g.judged != nil && g.judged != g.facts {
		s += fmt.Sprintf(", the decision of %s under %s", g.decided, g.judged.name)
	}
	other := g.newest
	if g.governing == g.newest {
		other = g.facts
	}
	return s + fmt.Sprintf("; the answer is that of %s, and %s gives another", g.governing.name, other.name)
}

// misgoverned says which answer of a task is not that of the version that governs, or which other
// version gives the same.
func (p *prover) misgoverned(t *task.Task, g *governedCase) string {
	at := func(v *lawVersion) *provision { return p.wordings().at(g.cited, v.name) }
	text := at(g.governing)
	switch {
	case text == nil, at(g.facts) == nil:
		return "missing: the version that governs has no " + g.cited
	case !strings.HasSuffix(g.cited, text.number()):
		return fmt.Sprintf("governed: %s is %s of its version by its numbers", g.cited, text.number())
	}
	for _, a := range t.AnswerValues {
		switch {
		case a.Kind == value.Date && isoDay(a.Text) == g.governing.begin, g.rule != nil && a.Text == g.rule.unit:
		case a.Kind == value.Text && g.rule == nil && a.Text == text.text:
			if fault := p.tells(g, at); fault != "" {
				return fault
			}
		default:
			return fmt.Sprintf("governed: %q is not what %s says, which governs", a.Text, g.governing.name)
		}
	}
	return ""
}

// tells checks that the text of a provision differs between the versions that could be taken for
// one another, and that it is the same provision in those that the case can have cited and the one
// asked for.
func (p *prover) tells(g *governedCase, at func(*lawVersion) *provision) string {
	facts, newest := at(g.facts), at(g.newest)
	if newest == nil || value.Fold(facts.text) == value.Fold(newest.text) {
		return "agrees: the newest version has the same text, or none"
	}
	if g.judged != nil && g.judged != g.facts && g.asOf == domain.AsOfFacts {
		if judged := at(g.judged); judged != nil && value.Fold(judged.text) == value.Fold(facts.text) {
			return "agrees: the version of the day of decision has the same text as that of the day of the facts"
		}
	}
	to := g.newest // the case cites the law of one of the two days
	if g.judged != nil && g.asOf == domain.AsOfFacts {
		to = g.judged
	}
	for v := g.facts; v != to; {
		if !p.keepsNumber(v, facts.article) {
			return fmt.Sprintf("renumbered: %s does not stay %s after %s", g.cited, facts.article, v.name)
		}
		i := slices.IndexFunc(g.versions, func(o lawVersion) bool { return o.name == v.next })
		if i < 0 {
			return "missing: the version after " + v.name
		}
		if !slices.Equal(p.wordings().numbers(facts.article, v.name), p.wordings().numbers(facts.article, v.next)) {
			return fmt.Sprintf("renumbered: %s has other paragraphs or items after %s", facts.article, v.name)
		}
		v = &g.versions[i]
	}
	return ""
}

// number writes the numbers of a unit as a citation does: 第三条第二款, Article 3(2).
func (v *provision) number() string {
	number := v.article
	for _, label := range []string{v.paragraph, v.item, v.subitem} {
		if at := strings.LastIndex(label, " "); at >= 0 { // paragraph (2)
			label = label[at+1:]
		}
		number += label
	}
	return number
}

// keepsNumber reports whether an article of a version is in the next version the one with the same
// number, for certain.
func (p *prover) keepsNumber(v *lawVersion, article string) bool {
	t := p.Corpus.Table(changeTable)
	rows := t.MatchAll([]int{t.Column("from_version"), t.Column("to_version"), t.Column("article_before")}, []string{v.name, v.next, article})
	return len(rows) == 1 && cellTexts(t, int(rows[0]))("article_after") == article
}

// numbers returns the numbers of the units of an article in a version, in the order of the table.
func (w *wordings) numbers(article, version string) []string {
	var all []string
	for _, i := range w.versions[version] {
		if v := &w.all[i]; v.article == article {
			all = append(all, v.number())
		}
	}
	return all
}

// at returns the unit of a version with a citation; nil if there is none.
func (w *wordings) at(citation, version string) *provision {
	for _, i := range w.citations[citation] {
		if w.all[i].version == version {
			return &w.all[i]
		}
	}
	return nil
}
