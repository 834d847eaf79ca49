package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The closed set of reasons for which checks of exam items fail.
const (
	noSource      = "source"      // derived: no such question, part or row, or not in its file
	notQuoted     = "quote"       // derived: a quote does not stand at its place
	notAgain      = "again"       // derived: the derivation gives another item
	misshapen     = "form"        // keyed: options, key and question do not fit together
	otherKey      = "key"         // keyed: the answer gives another key
	unsupported   = "unsupported" // keyed: the answer says none of the options, or is silent on a claim
	manyRight     = "several"     // keyed: the answer says several options of which one is to be right
	sameOptions   = "same"        // exclusive: two options say the same
	nestedOptions = "contains"    // exclusive: an option says all that another says
	saidWrong     = "said"        // exclusive: the answer says an option that is to be wrong
	nearWrong     = "near"        // exclusive: the answer has all words of an option that is to be wrong
	lawSays       = "law"         // exclusive: a provision in force says what is to be wrong
	citesArticle  = "article"     // standing: an article of law is cited by its number
	givesAway     = "leak"        // standing: the stem holds the right option
	refersAway    = "refers"      // standing: it refers to what is not in it
	namesAway     = "named"       // standing: it names somebody who is not in its case
)

// ItemReasons returns the reasons for which checks of exam items fail, sorted.
func ItemReasons() []string {
	all := []string{noSource, notQuoted, notAgain, misshapen, otherKey, unsupported, manyRight, sameOptions, nestedOptions, saidWrong, nearWrong, lawSays,
		citesArticle, givesAway, refersAway, namesAway}
	slices.Sort(all)
	return all
}

// itemChecks are the checks of exam items, which have a derivation in place of a plan.
func (p *prover) itemChecks() []Check {
	return []Check{
		{derivedCheck, "The source of the item is in the tables, every quote stands verbatim at its bytes in the official answer or row of points, and in the file that was read, and the derivation gives the same item again.", p.ofItem((*examined).derived), true},
		{"keyed", "A search of the official answer and its rows of points, by code that shares nothing with the maker of the item, finds the same key; of an item that a model wrote, two readings with the options in other orders find it; a question that had a key has that of its source.", p.ofItem((*examined).keyed), true},
		{"exclusive", "All options differ in more than spelling, none says all that another says, and nothing in the official answer or its rows says an option that is wrong; where statutes are at hand, no provision in force on the day of the exam says what a wrong option states, and none says a claim of another answer together with the key.", p.ofItem((*examined).exclusive), true},
		{"standing", "The item cites no article of law by its number, gives its key away nowhere, and holds all it refers to: the case, the suppositions, and everybody whom it names.", p.ofItem((*examined).standing), true},
		{"dated", "Laws that the official answer cites and that have changed since the day of the exam are named, if statutes are at hand and the day is known.", p.ofItem((*examined).dated), true},
	}
}

// derivedCheck names the check without which the others of exam items mean nothing.
const derivedCheck = "derived"

// ofItem makes the Run function of a check of exam items.
func (p *prover) ofItem(run func(x *examined, t *task.Task) (Finding, error)) func(context.Context, *task.Task) (Finding, error) {
	return func(_ context.Context, t *task.Task) (Finding, error) {
		x, err := p.exams()
		if err != nil {
			return Finding{}, err
		}
		if t.Derivation == nil || t.Choices == nil {
			return faulty(misshapen, "the task has no derivation or no options"), nil
		}
		return run(x, t)
	}
}

// faulty is a finding of a fault.
func faulty(reason, format string, args ...any) Finding {
	return Finding{Fault: reason + ": " + fmt.Sprintf(format, args...)}
}

// examined are the exams that items are checked against.
type examined struct {
	*prover
	collection  *exam.Collection
	essays      map[string]*exam.Essay
	questions   map[string]*exam.Question
	common      map[string]bool // capital words of so many essays that they name nobody in particular
	laws        func() lawTable // of statutes, if there are any
	articles    func() []enactedArticle
	enactedLaws sync.Map // functions that return [enactedLaw], by language
	fileWords   sync.Map // texts of files, by path
	essayNames  sync.Map // names in statements, by identifier
}

// readExams reads the exams out of the tables, if the caller has not.
func (p *prover) readExams() (*examined, error) {
	c := p.Exams
	if c == nil {
		if p.Corpus == nil {
			return nil, errors.New("exam items are checked against exams: there are none at hand")
		}
		var err error
		if c, err = exam.FromCorpus(p.Corpus); err != nil {
			return nil, err
		}
	}
	x := &examined{prover: p, collection: c, essays: map[string]*exam.Essay{}, questions: map[string]*exam.Question{}}
	for i := range c.Essays {
		x.essays[c.Essays[i].ID] = &c.Essays[i]
	}
	for i := range c.Questions {
		x.questions[c.Questions[i].ID] = &c.Questions[i]
	}
	x.common = commonNames(c)
	x.laws, x.articles = sync.OnceValue(x.readLaws), sync.OnceValue(x.readArticles)
	return x, nil
}

// part returns a part of an essay; nil if there is none.
func (x *examined) part(source, label string) *exam.Part {
	e := x.essays[source]
	if e == nil {
		return nil
	}
	for i := range e.Parts {
		if e.Parts[i].Label == label {
			return &e.Parts[i]
		}
	}
	return nil
}

// parts returns the parts whose answers decide an item: the one that it is about, or all of its
// essay.
func (x *examined) parts(t *task.Task) []*exam.Part {
	d := t.Derivation
	if d.Part != "" {
		if p := x.part(d.Source, d.Part); p != nil {
			return []*exam.Part{p}
		}
		return nil
	}
	return x.allParts(d.Source)
}

func (x *examined) allParts(source string) []*exam.Part {
	e := x.essays[source]
	if e == nil {
		return nil
	}
	var all []*exam.Part
	for i := range e.Parts {
		all = append(all, &e.Parts[i])
	}
	return all
}

// takenOver returns the question that an item takes over with its options; nil for an item that
// was made.
func (x *examined) takenOver(t *task.Task) *exam.Question { return x.questions[t.Derivation.Source] }

// official is what an official answer says: its text and the rows of its points table, and the
// stances that they take.
type official struct {
	texts   []claim.Statement
	sources []string
	stances []string
}

// officialOf reads the answers of parts.
func officialOf(parts []*exam.Part, language string) *official {
	o := &official{}
	for _, p := range parts {
		o.add(p.Answer, language)
		for i := range p.Points {
			o.add(p.Points[i].Text, language)
		}
	}
	slices.Sort(o.stances)
	o.stances = slices.Compact(o.stances)
	return o
}

func (o *official) add(text, language string) {
	read := claim.Read(text, language)
	if len(read.Tokens) == 0 && len(read.Stances) == 0 {
		return
	}
	o.texts, o.sources = append(o.texts, read), append(o.sources, text)
	o.stances = append(o.stances, read.Stances...)
}

// says reports whether the answer says a claim. A claim that is a yes or no alone is said by an
// answer that takes this stance.
func (o *official) says(c claim.Statement) bool {
	if len(c.Tokens) == 0 {
		return len(c.Stances) == 1 && slices.Contains(o.stances, c.Stances[0])
	}
	return slices.ContainsFunc(o.texts, func(t claim.Statement) bool { return t.Says(c, o.stances) })
}

// states reports whether the answer says a claim as its own: neither denied nor excepted, and not put
// together of what it says of several things.
func (o *official) states(c claim.Statement, language string) bool {
	if len(c.Tokens) == 0 {
		return o.says(c)
	}
	return slices.ContainsFunc(o.texts, func(t claim.Statement) bool { return t.States(c, o.stances, language) })
}

// repeats reports whether a text of the answer has all words of a claim.
func (o *official) repeats(c claim.Statement) bool {
	return slices.ContainsFunc(o.texts, func(t claim.Statement) bool { return t.Repeats(c, o.stances) })
}

// reorders reports whether a sentence of the answer has all words of a claim and no other number, but
// in another order: it may say the same.
func (o *official) reorders(c claim.Statement, language string) bool {
	for _, text := range o.sources {
		for _, s := range sentencesOf(text) {
			if read := claim.Read(s, language); read.Repeats(c, o.stances) && len(read.OtherNumbers(c)) == 0 {
				return true
			}
		}
	}
	return false
}

// shared returns the essay's statement and the suppositions of the part that an item is about.
func (x *examined) shared(t *task.Task) []string {
	e := x.essays[t.Derivation.Source]
	if e == nil {
		return nil
	}
	all := []string{e.Statement}
	for _, p := range x.parts(t) {
		all = append(all, p.Assumptions...)
	}
	return all
}
