package command

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// enoughPercent is the share of a quota, in percent, from which a set counts as whole.
const enoughPercent = 95

// quotaResult is what became of one quota.
type quotaResult struct {
	of     string // "2-hop", or the operator or matter
	wanted int    // tasks
	made   int    // tasks that are left
	why    string // why the sample stage made too few; "" if it did not
	lost   []dropReason
	stages []string // where the tasks of lost were lost, each as long as lost
}

// short reports whether too few tasks are left.
func (q *quotaResult) short() bool { return 100*q.made < enoughPercent*q.wanted }

// lose counts tasks that were lost in a stage for a reason.
func (q *quotaResult) lose(stage, reason string, n int) {
	words := task.DropWords(stage, reason)
	for i := range q.lost {
		if q.lost[i].words == words && q.stages[i] == stage {
			q.lost[i].count += n
			return
		}
	}
	q.lost, q.stages = append(q.lost, dropReason{words, n}), append(q.stages, stage)
}

// shortfall says which quotas a set of tasks fills, and what helps where it does not.
type shortfall struct {
	quotas   []*quotaResult // of depths from 1, then those of -quotas
	depths   int
	remedies []string
	nearness *nearCopies
}

// reportShortfall prints what is short of the quotas of paths once a stage has run: sample, rewrite
// or check. The error is [cli.Short] if a quota has less than [enoughPercent]; nil where all have.
func reportShortfall(out io.Writer, f *flags, w *world, stage string) error {
	if w.hasExams() || f.dry || f.Merge != "" || f.Extend != "" {
		return nil
	}
	s, err := measureShortfall(f, w, stage)
	if err != nil {
		return err
	}
	return s.write(out)
}

// measureShortfall reads what a stage and those before it left and dropped.
func measureShortfall(f *flags, w *world, stage string) (*shortfall, error) {
	drafts, err := tasksOf(filepath.Join(f.out, filepath.FromSlash(draftsFile)))
	if err != nil {
		return nil, err
	}
	var funnels []sample.QuotaFunnel
	if err := readJSON(filepath.Join(f.out, filepath.FromSlash(samplingFunnel)), &funnels); err != nil {
		return nil, err
	}
	s := &shortfall{nearness: newNearCopies(w)}
	for _, q := range funnels {
		if q.Template == "" {
			s.addDepth(&q, f)
		}
	}
	s.depths = len(s.quotas)
	lost, err := lostTasks(f, stage)
	if err != nil {
		return nil, err
	}
	var left []*task.Task
	for _, t := range drafts {
		why := lost[t.ID]
		switch {
		case t.Plan.Template != "" || t.Structure.Hops < 1:
		case why == nil:
			left = append(left, t)
		default:
			s.lose(t, why)
		}
	}
	return s, s.addShares(f, w, left)
}

// addDepth adds the quota of one depth, of which the sample stage made some tasks.
func (s *shortfall) addDepth(q *sample.QuotaFunnel, f *flags) {
	r := &quotaResult{of: fmt.Sprintf("%d-hop", q.Hops), wanted: q.Wanted * f.Entities, made: q.Tasks}
	s.quotas = append(s.quotas, r)
	if r.made >= r.wanted {
		return
	}
	reason, most := "", 0
	for _, name := range sorted(q.Dropped) {
		if n := q.Dropped[name]; n > most && name != sample.Replaced {
			reason, most = string(name), n
		}
	}
	switch {
	case q.Live == 0:
		r.why = "no path leads anywhere"
		s.help("no path of %d hops leads anywhere: more tools or rows that link tables help, or fewer of -paths there", q.Hops)
	case reason == "":
		r.why = "there are only " + count(q.Live, "path")
		s.help("%s of %s: more tools or columns help, or fewer of -paths there", count(q.Live, "path"), count(q.Hops, "hop"))
	default:
		r.why = "mostly: " + task.DropWords("sample", reason)
		s.help("%s: %s", task.DropWords("sample", reason), remedyOf(plan.Reason(reason)))
	}
}

// remedyOf says what helps where most choices are dropped for a reason.
func remedyOf(reason plan.Reason) string {
	switch reason {
	case sample.Few:
		return "more rows help, or -entities 1"
	case sample.Overused, sample.Shared, sample.Repeated, sample.Reworded, sample.Rare:
		return "more rows help, or fewer of -paths at other depths"
	case "long":
		return "a larger -max-answers helps"
	case "calls":
		return "a larger -max-calls helps"
	case plan.Several:
		return "a larger -max-rows helps, or columns by which rows can be chosen"
	case plan.Unselected:
		return "more of -tools, -columns and -operators help"
	case "guess", "weak":
		return "columns with more different values help"
	case plan.Blank, plan.Sentinel, plan.Unobserved, plan.Unparsed, plan.Masked:
		return "fewer empty or unread cells help: plantree counts them"
	}
	return "more rows help, or more columns and tools"
}

// addShares adds the quotas of operators and matters.
func (s *shortfall) addShares(f *flags, w *world, left []*task.Task) error {
	shares, err := f.shares(w.domain, f.Depth)
	for _, share := range shares {
		of := cmp.Or(string(share.Operator), share.Matter)
		if share.Hops > 0 {
			of = fmt.Sprintf("%s, %d-hop", of, share.Hops)
		}
		r := &quotaResult{of: of, wanted: share.Wanted * f.Entities}
		for _, t := range left {
			if matchesShare(w, &share, t) {
				r.made++
			}
		}
		if r.made < r.wanted {
			s.help("%s: the tables have few such questions that can be proved; more rows help, or a larger quota of -paths", of)
		}
		s.quotas = append(s.quotas, r)
	}
	return err
}

// matchesShare reports whether a task counts towards a quota of -quotas.
func matchesShare(w *world, s *sample.Share, t *task.Task) bool {
	switch {
	case s.Hops > 0 && t.Structure.Hops != s.Hops:
		return false
	case s.Operator != "":
		return slices.Contains(t.Structure.Operators, s.Operator)
	}
	for _, m := range t.Plan.Matters(w.domain) {
		if m.Name == s.Matter {
			return true
		}
	}
	return false
}

// lostTask says where and why a task was lost.
type lostTask struct{ stage, reason string }

// lostTasks returns the tasks that were dropped up to a stage, by ID.
func lostTasks(f *flags, stage string) (map[string]*lostTask, error) {
	lost := map[string]*lostTask{}
	if stage == "sample" {
		return lost, nil
	}
	rejected, err := readFile(filepath.Join(f.out, rewriteDir, "rejected.jsonl"), decodeLines[rewrite.Rejected])
	if err != nil {
		return nil, err
	}
	for i := range rejected {
		if r := &rejected[i]; r.Kept == "" {
			lost[r.ID] = &lostTask{"rewrite", r.Reason()}
		}
	}
	if stage == "rewrite" {
		return lost, nil
	}
	dropped, err := readFile(filepath.Join(f.out, "check", "dropped.jsonl"), decodeLines[task.Dropped])
	for _, d := range dropped {
		lost[d.ID] = &lostTask{"check", d.Reason}
	}
	return lost, err
}

// lose counts a task that was dropped after it was made.
func (s *shortfall) lose(t *task.Task, why *lostTask) {
	if t.Structure.Hops > s.depths {
		return
	}
	q := s.quotas[t.Structure.Hops-1]
	q.made--
	q.lose(why.stage, why.reason, 1)
	switch {
	case why.stage == "rewrite" && why.reason == rewrite.Duplicate:
		s.nearness.add(t)
	case why.stage == "rewrite":
		s.help("%s: another -seed or more words in the style help", task.DropWords("rewrite", why.reason))
	default:
		s.help("%s: %s", task.DropWords("check", why.reason), remedyOf(plan.Reason(why.reason)))
	}
}

// help adds a remedy, once.
func (s *shortfall) help(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(s.remedies, text) {
		s.remedies = append(s.remedies, text)
	}
}

// headline says how many tasks the depths have, or if all those have enough, which quotas of -quotas
// are short; "" if none is.
func (s *shortfall) headline() string {
	wanted, made, isShort := 0, 0, false
	for _, q := range s.quotas[:s.depths] {
		wanted, made, isShort = wanted+q.wanted, made+q.made, isShort || q.short()
	}
	if isShort {
		return fmt.Sprintf("%d of %d tasks", made, wanted)
	}
	var names []string
	for _, q := range s.quotas[s.depths:] {
		if q.short() {
			names = append(names, fmt.Sprintf("%s, %d of %d tasks", q.of, q.made, q.wanted))
		}
	}
	return strings.Join(names, "; ")
}

// write prints the quotas that are not full, and remedies if one is short.
func (s *shortfall) write(w io.Writer) error {
	headline := s.headline()
	if headline == "" {
		return nil
	}
	summary := headline
	if near := s.nearness.remedy(); near != "" {
		summary += ": " + near
	}
	fmt.Fprintf(w, "\nshort: %s\n", cli.Visible(summary))
	for _, q := range s.quotas {
		if q.made >= q.wanted {
			continue
		}
		var reasons []string
		slices.SortStableFunc(q.lost, func(a, b dropReason) int { return cmp.Compare(b.count, a.count) })
		for _, r := range q.lost {
			reasons = append(reasons, fmt.Sprintf("%d %s", r.count, r.words))
		}
		line := fmt.Sprintf("  %s  %d of %d", q.of, q.made, q.wanted)
		if q.why != "" {
			reasons = append(reasons, q.why)
		}
		if reasons != nil {
			line += ": " + strings.Join(reasons, "; ")
		}
		fmt.Fprintln(w, cli.Visible(line))
	}
	for _, line := range s.remedies {
		fmt.Fprintln(w, cli.Visible("  → "+line))
	}
	return cli.Short(fmt.Sprintf("%s: a quota has less than %d %%, for the reasons given", headline, enoughPercent))
}

// count writes a number with a noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
