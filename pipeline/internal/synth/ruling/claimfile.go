package ruling

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// claimDoctrines are the articles on which claims rest, each with the facts of a subject's own articles
// that bear the same claim out, see [statute.Ground].
var claimDoctrines = map[string][]string{
	"price": {
		"the $b does not pay as the works proceed", "the $b is two months behind with the rent", "the $b pays the fee late",
		"neither the $b nor the consignee pays the freight",
	},
	"agreed_default":   nil,
	"default_interest": {"the $b has not paid the price in full when due"},
	"costs_agreed":     nil,
}

// claimDraft is a claim of which the plaintiff's lawyer has the file. Its particulars are drawn once per case, agree
// with its days and add up to its sum.
type claimDraft struct {
	t     *shardRenderer
	a     *caseContext // with slots of its own
	r     *rand.Rand   // for what is the same in all languages
	words *rand.Rand   // for texts
	made  []*retort

	penalty int64        // up to the day of the suit, in cents; 0 where none was agreed
	taken   map[int]bool // articles, by index
	file    filedSuit
	told    []string
	// points are terms that the complaint uses, and articles the citations in it, each with others for the same.
	points, articles []string
}

// filedSuit is the body of a complaint, without the heading that its form gives.
type filedSuit struct {
	claims, papers []string
	heads, facts   []string // the facts and reasons under their heads
	prayer         string
}

// claimfile returns the row of ClaimFile of case i: what the lawyer of the plaintiff has before the suit is
// brought. Only the key is there if no complaint is written for such a case.
func (t *shardRenderer) claimfile(i int) []tablefile.Cell {
	s := t.shard
	c := &s.Cases[i]
	cells := []tablefile.Cell{tablefile.Text(s.Companies[c.Related].Name)}
	var d *claimDraft
	if s.Claimable(c) {
		d = t.claimDraft(i)
	}
	if d == nil {
		for range len(t.language.claimColumns()) - 1 {
			cells = append(cells, tablefile.None())
		}
		return cells
	}
	m := d.a.slots
	for _, text := range []string{
		m["d"], m["d_address"], m["d_head"], c.PlaintiffFirm, m["cause"], s.World.Names.Date(c.Filed.Date()),
		t.language.tidy(strings.Join(numbered(d.told), "\n")), t.language.tidy(t.language.suit(&d.file)),
		strings.Join(slices.Concat(d.points, d.articles), t.language.separator()),
	} {
		cells = append(cells, tablefile.Text(text))
	}
	return cells
}

// shortest times, in days, of a contract up to the day of payment, and from then to the suit.
const (
	leastTerm  = 70
	leastDelay = 45
)

// claimDraft returns the claim of case i; nil if no complaint is written for it: for want of texts, of time
// between its days, of an article for each claim, or because nobody would believe the sum.
func (t *shardRenderer) claimDraft(i int) *claimDraft {
	a := t.newContext(i)
	t.addIntroduction(a)
	c := a.first
	if cause := t.stories.byCause[t.cause(c)]; cause != nil && cause.Unfit { // it does not say what the dispute is about
		return nil
	}
	if len(c.Defendants) != 1 || !t.language.incorporated(c.Defendants[0].Name) || !t.has["suing_deal_"+a.story.ID] || !a.believable() || c.Claim < leastClaim ||
		a.due-c.Began < leastTerm || c.Filed-a.due < leastDelay {
		return nil
	}
	b := *a
	b.slots = maps.Clone(a.slots)
	d := &claimDraft{t: t, a: &b, r: t.files.At(i).At(7).Rand(), words: t.files.At(i).At(8).Rand(), taken: map[int]bool{}}
	if !d.addDays() || !d.chooseRetorts() {
		return nil
	}
	d.addParties()
	d.addSums()
	d.tell()
	if !d.plead() {
		return nil
	}
	return d
}

// leastClaim is the least claim, in cents, for which a lawyer is retained.
const leastClaim = 20_000 * 100

// expand returns a text of a rule, by the names of whoever speaks.
func (d *claimDraft) expand(rule string) string { return d.t.expand(d.words, rule, d.a) }

// set sets a slot to a day.
func (d *claimDraft) set(slot string, at society.Day) { d.a.slots[slot] = d.t.language.day(at) }

// sumStyle is the style in which all sums of a file are written.
const sumStyle = 5

func (d *claimDraft) sum(slot string, cents int64) {
	d.a.slots[slot] = d.t.language.sum(d.t.shard.World.Names, cents, sumStyle)
}

// between returns an office day at some per cent of the way between two days.
func (d *claimDraft) between(from, to society.Day, percent int) society.Day {
	return d.t.shard.World.Calendar.LastOpen(from + (to-from)*society.Day(percent)/100)
}

// addDays adds the days of performance, of payments and of the demand; it reports false where they do not fit
// between those of the case. A demand arrives before the claim is out of time, and less than three years before the suit.
func (d *claimDraft) addDays() bool {
	began, due, filed := d.a.first.Began, d.a.due, d.a.first.Filed
	days := []society.Day{began}
	for i, percent := range []int{22 + d.r.IntN(8), 40 + d.r.IntN(8), 56 + d.r.IntN(8), 72 + d.r.IntN(8), 86 + d.r.IntN(8)} {
		days = append(days, d.between(began, due, percent))
		d.set([]string{"u1", "u2", "w1", "u3", "w2"}[i], days[i+1])
	}
	letter := d.between(due, filed, 45+d.r.IntN(30))
	over := society.EndOfLimitation(due)
	if filed > over {
		letter = d.between(due, over, 60+d.r.IntN(30))
	}
	arrived := letter + 1
	for !d.t.shard.World.Calendar.Open(arrived) {
		arrived++
	}
	days = append(days, due, letter, arrived)
	d.set("letter_day", letter)
	d.set("arrived_day", arrived)
	d.set("invoice_day", d.between(due, letter, 30))
	d.set("change_day", d.between(due, letter, 60))
	d.set("from", due+1)
	if filed > over {
		d.set("limit_day", over)
	}
	return slices.IsSortedFunc(days, func(x, y society.Day) int {
		if x < y {
			return -1
		}
		return 1
	}) && arrived < filed && arrived <= over && filed <= society.EndOfLimitation(arrived)
}

// addParties adds who the sides are and what the contract calls its clauses.
func (d *claimDraft) addParties() {
	w, m := d.t.shard.World, d.a.slots
	m["d_address"] = d.opponentAddress()
	m["d_head"], m["clerk"] = w.Names.Person(d.words), w.Names.Person(d.words)
	for d.t.language.alike(m["d_head"], m["clerk"]) {
		m["clerk"] = w.Names.Person(d.words)
	}
	for i, n := range d.r.Perm(12)[:6] {
		m["clause"+[]string{"", "2", "3", "4", "5", "6"}[i]] = strconv.Itoa(4 + n)
	}
	for id, slot := range map[string]string{"quality": "clause5", "signer": "clause6"} {
		if !slices.ContainsFunc(d.made, func(p *retort) bool { return p.ID == id }) {
			delete(m, slot)
		}
	}
	m["paper"], m["done"] = d.expand("suing_paper_"+d.a.story.ID), d.expand("suing_done_"+d.a.story.ID)
}

// opponentAddress draws an address of the defendant that names city and county: in a place by which it is called,
// if there is one, and never in the county of the plaintiff, whose court would be seen from it.
func (d *claimDraft) opponentAddress() string {
	s := d.t.shard
	var home, away []int
	for i := range s.Courts {
		at := s.Courts[i].County
		if s.Courts[i].Level != society.Basic || at == s.Companies[d.a.first.Related].County || s.Counties[at].Rank == society.Town {
			continue
		}
		if away = append(away, i); strings.HasPrefix(d.a.slots["d"], s.City(at).BaseName) {
			home = append(home, i)
		}
	}
	if home != nil {
		away = home
	}
	site := d.t.siteOf(away[d.words.IntN(len(away))])
	for {
		if address := s.World.Names.Address(d.words, site); site.NamedIn(address) {
			return address
		}
	}
}

// dailyRates are rates of a penalty that contracts have, in hundredths of a per cent a day.
var dailyRates = []int64{2, 3, 4, 5}

// addSums divides what was to be paid into three parts, of which two payments leave the claim, and adds the
// penalty and the legal fees where the contract has them.
func (d *claimDraft) addSums() {
	claim, m := d.a.first.Claim, d.a.slots
	x1 := rounded(claim * int64(15+d.r.IntN(25)) / 100)
	x2 := rounded(claim * int64(45+d.r.IntN(25)) / 100)
	total := claim + x1 + x2
	s1, s2 := rounded(total*int64(24+d.r.IntN(9))/100), rounded(total*int64(36+d.r.IntN(8))/100)
	if claim%100 != 0 { // by the price of a unit, every part has its odd cents
		s1, s2 = s1+int64(1+d.r.IntN(99_99)), s2+int64(1+d.r.IntN(99_99))
	}
	for slot, cents := range map[string]int64{"x1": x1, "x2": x2, "paid": x1 + x2, "total": total, "s1": s1, "s2": s2, "s3": total - s1 - s2, "claim": claim} {
		d.sum(slot, cents)
	}
	if rate := dailyRates[d.r.IntN(len(dailyRates))]; d.r.IntN(10) < 6 {
		days := int64(d.a.first.Filed - d.a.due)
		m["rate"], m["days"] = d.t.language.daily(rate), strconv.FormatInt(days, 10)
		d.penalty = (claim*rate*days + 5_000) / 10_000
		d.sum("penalty", d.penalty)
		m["penalty_counted"] = d.expand("suing_penalty_counted")
	} else {
		delete(m, "clause2")
		delete(m, "rate")
		m["lawful_rate"] = d.t.language.statutoryRate(d.t.shard.World.CentralBank(), d.a.due+1, d.a.first.Filed)
		m["interest_counted"] = d.expand("suing_interest_counted")
	}
	if fee := max(rounded(claim*int64(3+d.r.IntN(3))/100), 3_000*100); d.r.IntN(2) == 0 {
		d.sum("fee", fee)
		m["fee_share"] = strconv.FormatInt((fee*100+claim-1)/claim, 10) + "%"
		m["fee_papers_told"] = d.expand("suing_papers_fee")
	} else {
		delete(m, "clause3")
		delete(m, "fee")
	}
}

// speak sets the names by which a side speaks of both, "told" or "pleaded".
func (d *claimDraft) speak(how string) {
	m := d.a.slots
	m["us"], m["them"] = d.expand("suing_us_"+how), d.expand("suing_them_"+how)
	m["deal"] = d.expand("suing_deal_" + d.a.story.ID)
}

// tell adds what the client tells.
func (d *claimDraft) tell() {
	d.speak("told")
	m := d.a.slots
	rules := []string{"party", "deal", "done", "paid", "penalty", "fee", "letter"}
	if m["rate"] == "" {
		rules[4] = "no_penalty"
	}
	if m["fee"] == "" {
		rules[5] = "no_fee"
	}
	for _, rule := range rules {
		d.told = append(d.told, d.expand("suing_told_"+rule))
	}
	var papers []string
	for _, p := range d.made {
		d.told = append(d.told, d.expand("suing_say_"+p.ID))
		if more := d.expand("suing_papers_" + p.ID); more != "" {
			papers = append(papers, more)
		}
	}
	m["more_papers"] = d.t.language.names(papers)
	d.told = append(d.told, d.expand("suing_told_court"), d.expand("suing_told_papers"))
}

// plead adds the complaint and its points; it reports false if the law has no article for one of the claims.
func (d *claimDraft) plead() bool {
	d.speak("pleaded")
	m, l := d.a.slots, d.t.language
	claims, doctrines := []string{"sum", "penalty"}, []string{"price", "agreed_default"}
	if m["rate"] == "" {
		claims[1], doctrines[1] = "interest", "default_interest"
	}
	if m["fee"] != "" {
		claims, doctrines = append(claims, "fee"), append(doctrines, "costs_agreed")
	}
	for _, c := range append(claims, "costs") {
		d.file.claims = append(d.file.claims, d.expand("suing_plea_"+c))
	}
	var law, answers, proofs []string
	for _, id := range doctrines {
		cited := d.cite(id, nil, claimDoctrines[id])
		if cited == "" {
			return false
		}
		law = append(law, cited)
	}
	for _, p := range d.made {
		cited := d.cite(p.Doctrine, p.Also, p.Of)
		if cited == "" {
			return false
		}
		for _, id := range p.With {
			before := d.cite(id, nil, nil)
			if before == "" {
				return false
			}
			cited = d.t.joinSentences(before, cited)
		}
		answers = append(answers, d.expand("suing_issue_"+p.ID)+l.colon()+d.t.joinSentences(d.expand("suing_argue_"+p.ID), cited))
		if proof := d.expand("suing_proof_" + p.ID); proof != "" {
			proofs = append(proofs, proof)
		}
		for _, point := range p.Points {
			d.points = append(d.points, strings.Join(point, spellings))
		}
	}
	d.file.heads = strings.Split(d.expand("suing_heads"), l.separator())
	d.file.facts = []string{
		d.expand("suing_fact_deal"),
		strings.Join([]string{d.expand("suing_fact_done"), d.expand("suing_fact_paid"), d.expand("suing_fact_letter")}, "\n"),
		strings.Join(law, "\n"), strings.Join(answers, "\n"),
	}
	d.file.papers = append(strings.Split(d.expand("suing_evidence"), l.separator()), proofs...)
	d.file.prayer = d.expand("suing_prayer")
	d.addOwnPoints()
	return true
}

// cite cites the article that states a doctrine and, for a claim, says what follows from it in the case; "" if no such
// article was in force from the day of payment to that of the suit. Articles that stand for another are no others.
func (d *claimDraft) cite(id string, also, of []string) string {
	law := d.t.shard.World.Law
	main, ok := law.Doctrine(id, d.a.due.Time())
	if !ok || d.taken[main.Index] {
		return ""
	}
	bear := []statute.CitableArticle{main.CitableArticle}
	for _, other := range also {
		if o, ok := law.Doctrine(other, d.a.due.Time()); ok {
			bear = append(bear, o.CitableArticle)
		}
	}
	for _, g := range d.grounds(of) {
		bear = append(bear, g.CitableArticle)
	}
	var citations []string
	for k := range bear {
		if c := d.t.language.law(bear[k : k+1]); !d.taken[bear[k].Index] && !slices.Contains(citations, c) {
			citations, d.taken[bear[k].Index] = append(citations, c), true
		}
	}
	d.articles = append(d.articles, strings.Join(citations, spellings))
	m := d.a.slots
	m["cited"], m["rule"] = citations[0], main.Rule
	return d.t.joinSentences(d.expand("suing_law_cited"), d.expand("suing_law_"+id))
}

// grounds returns the articles on the subject of the dispute that are about some facts.
func (d *claimDraft) grounds(of []string) []statute.Ground {
	if of == nil {
		return nil
	}
	law := d.t.shard.World.Law
	subjects := d.t.stories.articleSubjects(d.a.subject, d.a.story)
	if subjects == nil {
		subjects = []string{law.FirstSubject(d.a.first.Matter)}
	}
	return law.Grounds(d.a.due.Time(), d.a.first.Filed.Time(), subjects, of)
}

// addOwnPoints adds the sums that the complaint works out, and the day from which interest runs where it
// works out none.
func (d *claimDraft) addOwnPoints() {
	d.points = append(d.points, d.sumPoint("claim", d.a.first.Claim))
	m := d.a.slots
	if m["rate"] == "" {
		d.points = append(d.points, m["from"]+spellings+(d.a.due+1).Time().Format("2006-01-02"))
		return
	}
	d.points = append(d.points, d.sumPoint("penalty", d.penalty))
}

// sumPoint returns the sum of a slot in all its spellings.
func (d *claimDraft) sumPoint(slot string, cents int64) string {
	return strings.Join(d.t.spellingsOfSum(d.a.slots[slot], cents), spellings)
}
