// Package proof checks tasks before they are emitted. A task passes if two executions by
// independent code agree on its answer, every name and row that the plan uses is
// unambiguous, no step of the plan can be left out, no neighbouring program gives the same
// answer, no other reading of the question gives another one, and the keywords distinguish a
// right answer from a wrong one. A task of a template has the template's program and words
// instead, of which the domain is checked to have no step too many; its program has no neighbours
// and its question no other readings.
//
// An exam item has no plan. It passes if its quotes stand in the official answer, code that shares
// nothing with its maker finds the same key there, no other option is right, and nothing it refers
// to is missing. What such code cannot find of an item that a model wrote stays open: the task is
// kept with the verdict [task.Open], and published only if people approve it.
//
// A check is a value. A task that fails a check is dropped and counted under its reason,
// never repaired. The second execution belongs to this package: it evaluates a program by
// set operations over whole tables. It shares only the records with package plan and only
// the cells with package corpus.
package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/attacker"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Sources are the declaration, the tables and the tools that tasks are checked against.
// They must not change while checks run.
type Sources struct {
	// Domain is the declaration that the corpus was read with.
	Domain *domain.Domain
	// Corpus holds the tables.
	Corpus *corpus.Corpus
	// Tools call the domain's tools over the corpus.
	Tools tool.Caller
	// Texts returns the source of a text from which tables were read, by its path as the tables
	// give it; nil for tables that were read from no texts. It is safe for concurrent use.
	Texts func(file string) ([]byte, error)
	// Cases is Texts for cases that stand beside statutes, by their path as the table of cases gives
	// it, and for the headings that their directory declares, headings.yaml, of which the error is
	// [fs.ErrNotExist] if it declares none; nil where no such texts were read.
	Cases func(file string) ([]byte, error)
	// Exams are the exams that exam items were made of; nil for those that the tables of Corpus hold.
	Exams *exam.Collection
	// Earlier reports whether another version of the program, or another declaration, made a task, so that its
	// answer may have other words than it would have today; nil if none did. It is safe for concurrent use.
	Earlier func(*task.Task) bool
	// Again makes an exam item again of its derivation alone; nil if nobody can. It is safe for
	// concurrent use.
	Again func(*exam.Collection, *task.Task) (*task.Task, error)
}

// Check is one property that a task must have. It is safe for concurrent use.
type Check struct {
	// Name is one lower-case word, unique among the checks of a run.
	Name string
	// Doc states the property in one sentence.
	Doc string
	// Run checks the task, which it does not change. It returns an error only if a tool is
	// broken or ctx is done; a fault of the task is in the Finding.
	Run func(ctx context.Context, t *task.Task) (Finding, error)
	// Items says that the check is of exam items, which have a derivation; others are of tasks with
	// a plan. A check is not run on tasks of the other kind.
	Items bool
}

// Concerns reports whether the check is of tasks like t.
func (c *Check) Concerns(t *task.Task) bool { return c.Items == (t.Derivation != nil) }

// executedCheck names the check without which the others mean nothing.
const executedCheck = "executed"

// Checks returns the checks against the sources, in the order in which they are run and
// reported: those of tasks with a plan and, if there are exams, those of exam items.
func Checks(w Sources) []Check {
	p := newProver(w)
	checks := []Check{
		{executedCheck, "Executing the plan again, tool by tool, gives the recorded steps and keywords, of which those that people chose name the same, and the recorded answer, which may have the words of another version for the same values, and working it out by joins over whole tables gives the same answers.", p.citedInSource(p.casesSourced(p.recounted(p.executed))), false},
		{"unique", "Every name on the way, in sets too, stands for one thing and is spelt in one way, every lookup of one row finds exactly one, no ranking is tied, every cell read holds a value, every node has something to choose between, and no chain comes back to where it was.", p.ofVersions(p.withProvisions(certified(p.unique, p.readings), standsOnce)), false},
		{"needed", "Nothing of the plan can be spared: the answer stands neither in the question nor in a row that a start names, no way of fewer lookups leads to it, and every program with one step less gives another answer or none.", p.withCase(p.withProvisions(p.needed, givesNothing), givesNoGrounds), false},
		{"discriminating", "Every neighbouring program, which ranks by the other end or another column, goes on by another role, filters by another year or asks another lookup, gives another answer or none.", p.underItsLaw(p.withCase(p.withProvisions(p.discriminating, testsVersion), hasNoRival)), false},
		{"unambiguous", "Every other reading that the words of the question allow, with another entity for \"that company\", a column of the same name in another table, a narrower or wider collection, or an interval with or without its ends, gives the same answer or none, and the words exclude that a by-stander is asked about, which is declared and in no step.", p.withProvisions(p.unambiguous, readsAlone), false},
		{"gradable", "No keyword or alias is a mark for none, a single character, part of another keyword, the amount of another or in the question, no value is chosen from so few that naming all would do, a yes or no, one of two or a count of at most 4 never stands alone, and the strict grader gives the recorded trace full marks and agents that say nothing, repeat the question, always say the same or list everything, and attackers who lay out in some form what the tools return, none.", certified(p.gradable, p.grading), false},
	}
	if w.holdExams() {
		checks = append(checks, p.itemChecks()...)
	}
	return checks
}

// holdExams reports whether there are exams that items can be checked against.
func (w *Sources) holdExams() bool {
	return w.Exams != nil || w.Corpus != nil && w.Corpus.Table(exam.TableNames()[0]) != nil && w.Corpus.Table(exam.TableNames()[1]) != nil
}

// Run runs [Checks] over tasks, at most workers at a time; less than 1 means 1. It returns
// in kept copies of the tasks that pass all checks, with Checks filled in, and in dropped
// the other tasks with the first check that each fails. Both keep the order of tasks and do
// not depend on the number of workers. The error is that of a check that cannot be run
// because a tool is broken, or the cause of ctx; kept and dropped are nil then.
func Run(ctx context.Context, w Sources, tasks []*task.Task, workers int) (kept []*task.Task, dropped []task.Dropped, err error) {
	return RunChecks(ctx, Checks(w), tasks, workers)
}

// judged is the result of one task: exactly one field is set.
type judged struct {
	kept    *task.Task
	dropped *task.Dropped
}

// RunChecks runs the given checks over tasks as [Run] does. It also returns an error if the
// checks do not pass [Validate].
func RunChecks(ctx context.Context, checks []Check, tasks []*task.Task, workers int) (kept []*task.Task, dropped []task.Dropped, err error) {
	if err := Validate(checks); err != nil {
		return nil, nil, err
	}
	all, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (judged, error) {
		return judge(ctx, checks, t)
	})
	if err != nil {
		return nil, nil, err
	}
	for _, j := range all {
		if j.dropped != nil {
			dropped = append(dropped, *j.dropped)
		} else {
			kept = append(kept, j.kept)
		}
	}
	return kept, dropped, nil
}

// Verdicts runs the checks over one task and returns the verdict of each, in order, so
// that a reader sees every fault. If the check "executed" or "derived" fails, wherever it
// stands in checks, the task is not the one that its plan or derivation gives, and Verdicts
// leaves out the checks after it. The detail of a failure is the fault of its [Finding]. The error is that of a
// check that cannot be run because a tool is broken or ctx is done; the verdicts are nil
// then.
func Verdicts(ctx context.Context, checks []Check, t *task.Task) ([]task.CheckResult, error) {
	verdicts := make([]task.CheckResult, 0, len(checks))
	for _, c := range checks {
		if !c.Concerns(t) {
			continue
		}
		found, err := c.Run(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("task %s: check %s: %w", t.ID, c.Name, err)
		}
		if found.Fault != "" {
			verdicts = append(verdicts, task.CheckResult{Name: c.Name, Verdict: task.Fail, Detail: found.Fault})
			if c.Name == executedCheck || c.Name == derivedCheck {
				break
			}
			continue
		}
		verdicts = append(verdicts, found.result(c.Name))
	}
	return verdicts, nil
}

// judge runs the checks over one task up to the first that fails.
func judge(ctx context.Context, checks []Check, t *task.Task) (judged, error) {
	passed := *t
	passed.Checks = make([]task.CheckResult, 0, len(checks))
	for _, c := range checks {
		if !c.Concerns(t) {
			continue
		}
		found, err := c.Run(ctx, t)
		if err != nil {
			return judged{}, fmt.Errorf("task %s: check %s: %w", t.ID, c.Name, err)
		}
		if fault := found.Fault; fault != "" {
			reason, detail, ok := strings.Cut(fault, ": ")
			if !ok || !word.MatchString(reason) {
				return judged{}, fmt.Errorf("task %s: check %s: fault %q: want a word, a colon and what is wrong", t.ID, c.Name, fault)
			}
			return judged{dropped: &task.Dropped{ID: t.ID, Check: c.Name, Reason: reason, Detail: detail}}, nil
		}
		passed.Checks = append(passed.Checks, found.result(c.Name))
	}
	return judged{kept: &passed}, nil
}

var word = lazyregexp.New(`^[a-z]+$`)

// Validate returns an error that lists every check without a valid unique name, a sentence
// in Doc or a function in Run; nil if there is none.
func Validate(checks []Check) error {
	var faults []error
	var names []string
	for i, c := range checks {
		if !word.MatchString(c.Name) {
			faults = append(faults, fmt.Errorf("check %d: name %q: want one lower-case word", i+1, c.Name))
		}
		if slices.Contains(names, c.Name) {
			faults = append(faults, fmt.Errorf("check %q: the name is taken: want a unique name", c.Name))
		}
		if strings.TrimSpace(c.Doc) == "" {
			faults = append(faults, fmt.Errorf("check %q: not documented: want a sentence in Doc", c.Name))
		}
		if c.Run == nil {
			faults = append(faults, fmt.Errorf("check %q: nothing to run: want a function in Run", c.Name))
		}
		names = append(names, c.Name)
	}
	return errors.Join(faults...)
}

// prover holds the state that the checks share. It is safe for concurrent use.
type prover struct {
	Sources
	relational *relational
	names      *soundness.EntityNames
	ignorant   map[string]agent.Agent
	attackers  []attacker.Attacker
	graded     gradings
	searcher   func() (*alternative.Searcher, error)
	wordings   func() *wordings   // of statutes; only in their domains
	cases      func() *courtCases // nil in a domain without cases

	exams func() (*examined, error)

	factsHeadings func() ([]string, error) // of the day of the facts of cases that stand beside statutes
}

func newProver(w Sources) *prover {
	r := newRelational(w.Domain, w.Corpus)
	p := &prover{
		Sources: w, relational: r, names: soundness.NewNames(w.Corpus), ignorant: Ignorant(), attackers: attacker.Strict(),
		searcher: sync.OnceValues(func() (*alternative.Searcher, error) { return alternative.NewSearcher(w.Corpus) }),
	}
	p.wordings = sync.OnceValue(func() *wordings { return newWordings(p) })
	p.cases = sync.OnceValue(func() *courtCases { return newCourtCases(p) })
	p.exams = sync.OnceValues(p.readExams)
	p.factsHeadings = sync.OnceValues(p.readFactsHeadings)
	return p
}
