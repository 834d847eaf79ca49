package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Runner brings stages up to date in one run directory. The zero value of each
// field but Dir is usable. A Runner may be used for several runs, one at a time.
type Runner struct {
	Dir      string           // the run directory; created if absent
	Workers  int              // Exec.Workers of stages; less than 1 means the number of processors
	Log      *slog.Logger     // nil discards messages
	Bars     io.Writer        // destination of progress bars; nil for none
	Terminal bool             // Bars is a terminal; if false, no bar is drawn
	Clock    func() time.Time // for times in log.jsonl; nil omits them

	// Watch is called with the name of each stage before it is brought up to date; nil for no
	// calls.
	Watch func(stage string)

	// Describe returns what is logged when a stage is done: a summary of its funnel, and as a
	// detail why most items were dropped, "" for nothing. Nil logs plain counts.
	Describe func(stage string, f Funnel) (summary, drops string)

	// at is called at each point at which the state of a stage's files has changed. Tests
	// simulate a crash there.
	at func(point string)
}

// A RunReport has one outcome for each stage that was reached and succeeded, in the given
// order.
type RunReport struct {
	Stages []StageOutcome
}

// A StageOutcome is the effect of [Runner.Run] on one stage.
type StageOutcome struct {
	Stage   string   // name of the stage
	Dir     string   // directory of the stage
	Ran     bool     // false if the stage was up to date
	Reasons []string // reasons why it was stale; nil if it was up to date
	Funnel  Funnel   // of the run that made the current outputs
}

// Failed returns the number of failed items over all stages. A command that completed but
// has failed items exits with 3.
func (r RunReport) Failed() int {
	sum := 0
	for _, o := range r.Stages {
		sum += total(o.Funnel.Failed)
	}
	return sum
}

// Run brings the stages up to date, one after another, and stops at the first that fails. A
// stage must come after the stages whose outputs it reads.
//
// Run holds the directory's lock while it works; if another process holds it, the error is
// [ErrLocked]. In a directory that cannot be written Run succeeds if all stages are up to
// date. When ctx ends, the running stage is abandoned, its new outputs are removed,
// and the error is ctx's cause. A stage that failed or was abandoned has no manifest; the
// outputs of its previous run remain.
func (r *Runner) Run(ctx context.Context, stages ...Stage) (RunReport, error) {
	var report RunReport
	if err := Validate(stages...); err != nil {
		return report, err
	}
	release, err := lock(r.Dir)
	if IsUnwritable(err) {
		return r.confirm(ctx, err, stages)
	}
	if err != nil {
		return report, err
	}
	defer release()
	c := make(contents)
	for i := range stages {
		if err := context.Cause(ctx); err != nil {
			return report, err
		}
		if r.Watch != nil {
			r.Watch(stages[i].Name)
		}
		if stages[i].Off {
			if err := r.clear(&stages[i]); err != nil {
				return report, fmt.Errorf("stage %s: %w", stages[i].Name, err)
			}
			continue
		}
		o, err := r.update(ctx, c, &stages[i])
		if err != nil {
			return report, fmt.Errorf("stage %s: %w", stages[i].Name, err)
		}
		report.Stages = append(report.Stages, o)
	}
	return report, nil
}

// confirm returns the report on stages in a directory that cannot be written, for the
// reason given: an error unless all of them are up to date, apart from items that failed.
func (r *Runner) confirm(ctx context.Context, why error, stages []Stage) (report RunReport, err error) {
	c := make(contents)
	for i := range stages {
		s := &stages[i]
		in, err := inspect(ctx, r.Dir, c, s, nil)
		if err != nil {
			return report, fmt.Errorf("stage %s: %w", s.Name, err)
		}
		for _, name := range in.missing {
			in.reasons = append(in.reasons, fmt.Sprintf("input %s is missing", name))
		}
		// Failed items would be tried again elsewhere. Here the report counts them.
		reasons := slices.DeleteFunc(in.reasons, func(reason string) bool { return reason == in.failed })
		if len(reasons) > 0 {
			return report, fmt.Errorf("%s cannot be written (%w), and stage %s is out of date: %s", r.Dir, cause(why), s.Name, reasons[0])
		}
		if !s.Off {
			report.Stages = append(report.Stages, StageOutcome{Stage: s.Name, Dir: s.Dir, Funnel: in.have.Funnel})
		}
	}
	return report, nil
}

// update brings one stage up to date.
func (r *Runner) update(ctx context.Context, c contents, s *Stage) (StageOutcome, error) {
	o := StageOutcome{Stage: s.Name, Dir: s.Dir}
	in, err := inspect(ctx, r.Dir, c, s, nil)
	if err != nil {
		return o, err
	}
	if len(in.missing) > 0 {
		return o, fmt.Errorf("no such file: input %s", strings.Join(in.missing, ", "))
	}
	log := r.log().With("stage", s.Name)
	if len(in.reasons) == 0 {
		o.Funnel = in.have.Funnel
		log.Debug("up to date")
		return o, remove(r.path(s.pendingName())) // a kill may have left it
	}
	log.Debug("starts", "why", strings.Join(in.reasons, "; "))
	entry := r.begin(s, in)
	o.Ran, o.Reasons = true, in.reasons
	o.Funnel, err = r.execute(ctx, c, s, in, log)
	if logged := entry.end(ctx, err); err == nil {
		err = logged
	}
	if err != nil {
		return o, err
	}
	summary, drops := o.Funnel.summary(), ""
	if r.Describe != nil {
		summary, drops = r.Describe(s.Name, o.Funnel)
	}
	attributes := []any{"funnel", o.Funnel}
	if took := time.Duration(entry.Seconds * float64(time.Second)); took >= 100*time.Millisecond {
		attributes = append(attributes, "took", took)
	}
	log.Info(summary, attributes...)
	if drops != "" {
		log.Debug(drops)
	}
	return o, nil
}

// execute runs a stage and puts its outputs in place. It removes the manifest before it
// replaces any output and writes it last, so that the stage is stale in every
// intermediate state.
func (r *Runner) execute(ctx context.Context, c contents, s *Stage, in *inspection, log *slog.Logger) (f Funnel, err error) {
	if err := r.clear(s); err != nil {
		return Funnel{}, err
	}
	r.reached("cleared")
	defer func() {
		if err != nil {
			err = errors.Join(err, r.forget(s))
		}
	}()
	e := &Exec{
		Log:     log,
		Workers: r.workers(),
		dir:     r.Dir,
		stage:   s,
		read:    in.read,
		draw:    r.Progress,
		outputs: make(map[string]*output),
	}
	defer e.discard()
	defer e.quiet()
	if err := s.Run(ctx, e); err != nil {
		return Funnel{}, err
	}
	// A cancelled stage may have returned nil for half its work.
	if err := context.Cause(ctx); err != nil {
		return Funnel{}, err
	}
	outputs, err := e.finish()
	if err != nil {
		return Funnel{}, err
	}
	r.reached("written")
	if err := unchanged(ctx, r.Dir, c, s, in); err != nil {
		return Funnel{}, err
	}
	m := in.want
	m.Funnel = e.funnel
	m.Outputs = nil
	for _, o := range outputs {
		f, err := o.record(ctx, c)
		if err != nil {
			return Funnel{}, err
		}
		m.Outputs = append(m.Outputs, f)
	}
	m.sort()
	return m.Funnel, r.commit(s, m, outputs)
}

// unchanged returns an error if an input differs from the content in the stage's key.
func unchanged(ctx context.Context, dir string, c contents, s *Stage, in *inspection) error {
	for _, i := range s.Inputs {
		if i.Digest != "" {
			continue
		}
		before, was := in.read[i.Name]
		now, err := c.of(ctx, i.file(dir))
		if errors.Is(err, os.ErrNotExist) && !was {
			continue
		}
		if err != nil {
			return fmt.Errorf("input %s: %w", i.Name, cause(err))
		}
		if !was || before.digest != now.digest {
			return fmt.Errorf("input %s changed while the stage ran", i.Name)
		}
	}
	return nil
}

// commit puts the outputs in place, makes that durable, and then the manifest.
func (r *Runner) commit(s *Stage, m *Manifest, outputs []*output) error {
	for _, o := range outputs {
		if err := o.place(); err != nil {
			return err
		}
		r.reached("placed " + o.name)
	}
	if err := r.sync(s); err != nil {
		return err
	}
	o, err := create(r.Dir, s, s.manifestName())
	if err != nil {
		return err
	}
	defer o.discard()
	if err := m.write(o); err != nil {
		return err
	}
	if err := o.Close(); err != nil {
		return err
	}
	r.reached("manifest written")
	if err := o.place(); err != nil {
		return err
	}
	r.reached("manifest placed")
	if err := r.sync(s); err != nil {
		return err
	}
	return remove(r.path(s.pendingName()))
}

// sync makes the names of a stage's files durable, from the files' directories
// up to the run directory.
func (r *Runner) sync(s *Stage) error {
	done := make(map[string]bool)
	for _, name := range s.writes() {
		for dir := filepath.Dir(filepath.FromSlash(name)); !done[dir]; dir = filepath.Dir(dir) {
			done[dir] = true
			// The directory of a stage without outputs comes with its manifest.
			if err := syncExisting(filepath.Join(r.Dir, dir)); err != nil {
				return err
			}
		}
	}
	return nil
}

// path returns the path of a file below the run directory.
func (r *Runner) path(name string) string { return filepath.Join(r.Dir, filepath.FromSlash(name)) }

func (r *Runner) workers() int {
	if r.Workers < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return r.Workers
}

func (r *Runner) log() *slog.Logger {
	if r.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return r.Log
}

// Progress shows a bar for total items (-1: unknown) of work outside stages. It returns
// nil, which shows nothing, without a terminal and at debug level, where messages per item
// would disrupt the bar. what names the items in the plural. The caller must call Done.
func (r *Runner) Progress(total int, what string) *ProgressBar {
	if r.Bars == nil || !r.Terminal || r.log().Enabled(context.Background(), slog.LevelDebug) {
		return nil
	}
	return newProgress(r.Bars, total, what)
}

func (r *Runner) reached(point string) {
	if r.at != nil {
		r.at(point)
	}
}
