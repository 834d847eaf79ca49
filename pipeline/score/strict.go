package score

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// grading is one attempt under the strict rule.
type grading struct {
	*Grader
	answer   *view
	observed bool                // the calls are known
	calls    func() *callHistory // the calls; nil if unknown
	results  func() []*returned  // of the calls that found something
	seen     func() *view        // the tools' results as one text; nil if unknown

	acted      map[int]act              // what sentences of the answer do, by their beginnings
	parties    func() parties           // see introducedParties
	paragraphs func() []paragraph       // see readParagraphs
	stated     func() []statedRemainder // see statedRemainders
	relief     func() [2]int            // see readRelief
	listed     func() [2]int            // see readListed
	issues     func() []listedIssue     // see readIssues
	asked      func() string            // see readAsked
	opposes    func() bool              // see readOpposes
}

// field is one cell that a tool returned: its key in the innermost object, "" outside
// objects, and its normalised text.
type field struct{ name, text string }

// Strict scores an attempt by the strict rule and returns its decision on each keyword:
// first on the answer keywords, then on the middle keywords, in the reference's order.
func Strict(r *Reference, a *Attempt) (Rates, []KeywordVerdict) { return NewGrader(r).Strict(a) }

// Grader grades attempts at one reference, which is read once, and so is every result of a call
// that several attempts share. It is not safe for concurrent use.
type Grader struct {
	reference  *Reference
	question   *view
	wording    *wording                       // nil until readWording
	wanted     []*expectation                 // answer keywords
	typed      bool                           // the answer keywords have types and are in the question's order
	written    bool                           // the answer is a written text, which may tell much else
	claiming   bool                           // it is a complaint
	middle     []*expectation                 // middle keywords
	removed    []*expectation                 // removed answers; nil if the question has an answer
	remainders func() *remainders             // what may be left of the claim
	factLines  func() map[*particulars]string // see readFactLines
	ownWords   func() map[*particulars]set    // see readOwnWords
	vocabulary func() map[*particulars]set    // see readVocabulary
	planCells  func() set                     // the cells that the plan's own calls return
	differs    func() bool                    // the question may ask for a difference, see directionOf
	returned   map[string]*returned
	arguments  map[string]*arguments
}

// NewGrader returns a grader of attempts at a reference, which must not change.
func NewGrader(r *Reference) *Grader {
	g := &Grader{
		reference: r, written: r.Written, returned: map[string]*returned{}, arguments: map[string]*arguments{},
	}
	g.readQuestion()
	values := r.Values
	if g.typed = len(values) == len(r.KeyAnswer); !g.typed {
		values = nil
		for _, k := range r.KeyAnswer {
			values = append(values, Infer(k))
		}
	}
	for i, k := range r.KeyAnswer {
		g.wanted = append(g.wanted, newExpectation(k, values[i]))
	}
	for _, k := range r.KeyMiddle {
		v := Infer(k)
		if i := slices.IndexFunc(r.MiddleValues, func(v value.Answer) bool { return v.Text == k }); i >= 0 {
			v = r.MiddleValues[i]
		}
		g.middle = append(g.middle, newPoint(k, v))
	}
	joinPleas(g.middle)
	for _, v := range r.Removed {
		g.removed = append(g.removed, newExpectation(v.Text, v))
	}
	g.planCells = sync.OnceValue(func() set {
		cells := set{}
		for _, cell := range ObservedCells(r.Found) {
			cells[Normal(cell.Text)] = true
		}
		return cells
	})
	return g
}

// readQuestion prepares the question of the reference.
func (g *Grader) readQuestion() {
	g.question, g.wording = newView(splitAfterForms(g.reference.Question)), nil
	g.remainders, g.factLines = sync.OnceValue(g.readRemainders), sync.OnceValue(g.readFactLines)
	g.ownWords, g.vocabulary = sync.OnceValue(g.readOwnWords), sync.OnceValue(g.readVocabulary)
	g.claiming = g.reference.Written && isClaim(g.reference.Question)
	g.differs = sync.OnceValue(func() bool {
		return differenceWords.MatchString(g.question.folded) || takenFrom.MatchString(g.question.folded)
	})
}

// Asking returns a grader of the same reference with another question. It shares what g has read of
// results, so that only one of the two may be used at a time.
func (g *Grader) Asking(question string) *Grader {
	reference, other := *g.reference, *g
	reference.Question, other.reference = question, &reference
	other.readQuestion()
	return &other
}

// Found returns the decisions of [Grader.Strict] on an attempt whose answer is right, but those on the
// middle keywords by the results of its calls: a right answer alone does not credit them.
func (g *Grader) Found(a *Attempt) []KeywordVerdict {
	read := g.read(a)
	verdicts, _, _ := read.answers()
	if read.observed {
		read.calls().planned = 0
	}
	for i, e := range g.middle {
		verdicts = append(verdicts, KeywordVerdict{e.keyword, read.middleOutcome(e, g.reference.handed(i), true)})
	}
	return verdicts
}

// Grade scores an attempt by both rules. It does not change it.
func (g *Grader) Grade(a *Attempt) Score {
	strict, verdicts := g.Strict(a)
	return Score{Paper: Paper(g.reference, a), Strict: strict, Verdicts: verdicts}
}

// Strict scores an attempt by the strict rule, as [Strict] does.
func (g *Grader) Strict(a *Attempt) (Rates, []KeywordVerdict) { return g.read(a).rates() }

// Success returns the success rate of an attempt by the strict rule alone.
func (g *Grader) Success(a *Attempt) *float64 {
	_, hits, n := g.read(a).answers()
	return rate(hits, n)
}

// read prepares an attempt for grading. Most of the work on the tools' results is deferred: only
// answers that contain some reference value need it.
func (r *Grader) read(a *Attempt) *grading {
	g := &grading{Grader: r, acted: map[int]act{}}
	if r.claiming {
		g.answer = newAnswerView(exchanged.Replace(a.Answer))
		g.answer.raw = a.Answer
	} else {
		g.answer = newAnswerView(a.Answer)
	}
	g.parties, g.paragraphs = sync.OnceValue(g.introducedParties), sync.OnceValue(g.readParagraphs)
	g.stated = sync.OnceValue(g.statedRemainders)
	g.listed, g.issues = sync.OnceValue(g.readListed), sync.OnceValue(g.readIssues)
	g.relief, g.asked, g.opposes = sync.OnceValue(g.readRelief), sync.OnceValue(g.readAsked), sync.OnceValue(g.readOpposes)
	g.calls = func() *callHistory { return nil }
	g.seen = func() *view { return nil }
	g.results = func() []*returned { return nil }
	if !a.Observed {
		return g
	}
	g.observed = true
	g.results = sync.OnceValue(func() (all []*returned) {
		for i := range a.Calls {
			if !a.Calls[i].Missed {
				all = append(all, r.result(a.Calls[i].Observation))
			}
		}
		return all
	})
	g.calls = sync.OnceValue(func() *callHistory { return r.newCallHistory(a) })
	g.seen = sync.OnceValue(func() *view {
		var text strings.Builder
		for _, found := range g.results() {
			for _, cell := range found.cells() {
				text.WriteString(cell.Text + "\n")
			}
		}
		return newView(text.String())
	})
	return g
}

// fields yields the informative cells that the tools returned, in the order of the calls.
func (g *grading) fields() iter.Seq[field] {
	return func(yield func(field) bool) {
		for _, found := range g.results() {
			for _, f := range found.fields() {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// answers decides the answer keywords. Of the n that enter the rates, hits are credited.
func (g *grading) answers() (verdicts []KeywordVerdict, hits, n int) {
	listing := sync.OnceValue(g.listing)
	outcomes := make([]KeywordOutcome, len(g.wanted))
	for i, e := range g.wanted {
		outcomes[i] = g.outcome(e, listing)
	}
	g.guessed(outcomes)
	for i, e := range g.wanted {
		verdicts = append(verdicts, KeywordVerdict{e.keyword, outcomes[i]})
		hits, n = tally(outcomes[i], hits, n)
	}
	return verdicts, hits, n
}

func (g *grading) rates() (Rates, []KeywordVerdict) {
	verdicts, hits, n := g.answers()
	rates := Rates{Success: rate(hits, n)}
	solved := n > 0 && hits == n
	process := float64(hits)
	for i, e := range g.middle {
		o := g.middleOutcome(e, g.reference.handed(i), solved)
		verdicts = append(verdicts, KeywordVerdict{e.keyword, o})
		before := n
		hits, n = tally(o, hits, n)
		if n > before && o == Credited {
			worth := g.calls().callEconomy(solved)
			if g.written && rates.Success != nil {
				worth *= *rates.Success // intermediate results of an empty text are worth nothing
			}
			process += worth
		}
	}
	if g.observed && rates.Success != nil {
		p := process / float64(n)
		rates.Process = &p
	}
	return rates, verdicts
}

func tally(o KeywordOutcome, hits, n int) (int, int) {
	switch o {
	case Credited:
		return hits + 1, n + 1
	case Given, Idle, Unknown:
		return hits, n
	}
	return hits, n + 1
}

// guessed withdraws the credit of a yes or no and of a count of zero if the reference has
// other values and none of them is credited: each is often right by itself.
func (g *grading) guessed(outcomes []KeywordOutcome) {
	others, credited := false, false
	for i, e := range g.wanted {
		if !e.guessable() && outcomes[i] != Given && outcomes[i] != Idle {
			others, credited = true, credited || outcomes[i] == Credited
		}
	}
	if !others || credited {
		return
	}
	for i, e := range g.wanted {
		if e.guessable() && outcomes[i] == Credited {
			outcomes[i] = Guessed
		}
	}
}

// amountsBefore decides an answer keyword. It calls listing, which is expensive, only for an
// answer that contains the keyword.
func (g *grading) outcome(e *expectation, listing func() bool) KeywordOutcome {
	switch {
	case g.removed != nil:
		return g.decline(listing)
	case e.kind == value.Truth:
		g.readWording()
		if o := g.truth(e, listing); o != Credited || g.calls().supports(e) {
			return o
		}
		return Unfounded
	case e.idle():
		return Idle
	case g.given(e):
		return Given
	}
	if !g.mentions(e) {
		return Absent
	}
	if g.crowded() || listing() {
		return Listed
	}
	g.readWording()
	all := g.all(e)
	if g.written {
		if !slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.stated() && !c.tentative }) {
			return Absent
		}
		return g.grounded(e)
	}
	switch o := g.commits(all); {
	case o != Credited:
		return o
	case noneWords.MatchString(g.answer.folded):
		return Hedged
	case e.kind == value.Text && (g.contradicts(e) || len(g.wanted) == 1 && g.concludesOtherwise(e, all)):
		return Hedged
	}
	return g.grounded(e)
}

// readWording parses the question's wording on first use, since few answers need it.
func (g *grading) readWording() {
	if g.wording == nil {
		g.wording = wordingOf(g.question.folded)
	}
}

// grounded credits a value that the answer states if the calls support it.
func (g *grading) grounded(e *expectation) KeywordOutcome {
	if !g.calls().supports(e) || g.onPlan(e) && !g.calls().returned(e) {
		return Unfounded
	}
	return Credited
}

// onPlan reports whether the plan's own calls return the value literally, so that any agent
// that found it has seen it. Other values are computed.
func (g *grading) onPlan(e *expectation) bool {
	return slices.ContainsFunc(e.texts, func(t string) bool { return g.planCells()[t] })
}

// mentions reports whether the answer contains the expected value anywhere, whatever its
// stance.
func (g *grading) mentions(e *expectation) bool {
	if slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(g.answer.normal, t) }) {
		return true
	}
	if e.kind == value.Number || e.kind == value.Date {
		return slices.ContainsFunc(g.answer.quantities(), func(m quantity.Mention) bool {
			c, _, ok := g.candidate(e, &m)
			return ok && c.right
		}) || len(g.noneSpans(e)) > 0
	}
	return len(g.equivalents(e)) > 0
}

// mostQuantities and mostBytes limit the answers whose candidates are compared. Real
// answers are far shorter, and the time grows faster than the length.
const (
	mostQuantities = 250
	mostBytes      = 40_000
)

// crowded reports whether an answer exceeds these limits.
func (g *grading) crowded() bool {
	return len(g.answer.folded) > mostBytes || len(g.answer.quantities()) > mostQuantities
}

// all returns the candidates for an expected value, in the order of the answer.
func (g *grading) all(e *expectation) []candidate {
	if g.crowded() {
		return nil
	}
	g.readWording()
	if e.kind == value.Text || e.kind == value.Truth {
		return g.names(e)
	}
	all := g.candidates(e)
	if len(e.texts) > 0 { // aliases of a number or day
		for _, c := range g.names(e) {
			if c.right {
				all = append(all, c)
			}
		}
		slices.SortFunc(all, func(a, b candidate) int { return a.from - b.from })
	}
	return all
}

// given reports whether the question states a value.
func (g *grading) given(e *expectation) bool {
	switch e.kind {
	case value.Number:
		for _, m := range g.question.quantities() {
			if a, f := e.amountOf(&m, g.question.folded[m.To:]); (f == carried || f == bare && e.measures == "") && !m.Range && !(m.Spelled && m.Number.Equal(decimal.NewFromInt(1))) && e.agrees(a) {
				return true
			}
		}
	case value.Date:
		return g.asksDay(e.day)
	}
	return slices.ContainsFunc(e.texts, func(t string) bool {
		return occurrences(g.question.normal, t, func(from, to int) bool {
			return !isNegatedPrefix(g.question.normal[:from], t) && !denialBefore.MatchString(tail(g.question.normal[:from])) && !nameContinuesIn(t, g.question.normal[to:])
		})
	})
}

// middleOutcome decides a middle keyword. handed are the tools to which the plan hands it. A
// written text has to state what no call takes: that is what it argues.
func (g *grading) middleOutcome(e *expectation, handed []string, solved bool) KeywordOutcome {
	switch {
	case e.idle():
		return Idle
	case g.given(e):
		return Given
	case g.written && handed == nil && g.removed == nil:
		if g.argues(e) {
			return Credited
		}
		return Absent
	case !g.observed:
		return Unknown
	case solved && g.calls().planned > 0 && g.removed == nil, g.calls().handsOn(e, handed, solved):
		return Credited
	}
	return Absent
}

// references calls try with each answer and middle expectation until it returns true, and
// reports whether it did.
func (g *grading) references(try func(e *expectation) bool) bool {
	return slices.ContainsFunc(g.wanted, try) || slices.ContainsFunc(g.middle, try)
}
