package proof

import (
	"context"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/readset"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Tracker proves tasks and records what their proofs look up, so that it can tell later whether a
// change of the tables concerns a task. It is safe for concurrent use.
type Tracker struct{ p *prover }

// NewTracker returns a tracker over the sources.
func NewTracker(w Sources) *Tracker { return &Tracker{newProver(w)} }

// Checks returns [Checks] over the sources. They share what they have read with the tracker's.
func (k *Tracker) Checks() []Check { return k.p.checks() }

// Index returns the index of the tables, which it makes anew each time.
func (k *Tracker) Index() *readset.LookupIndex { return readset.NewLookupIndex(k.p.schema, k.p.Corpus) }

// Run is [Run] over the sources. Reads has what the proof of each task in kept looked up, in the same order.
func (k *Tracker) Run(ctx context.Context, tasks []*task.Task, workers int) (kept []*task.Task, reads []readset.Reads, dropped []task.Dropped, err error) {
	recorded := make([]recorders, len(tasks))
	all, err := run.Map(ctx, workers, tasks, func(ctx context.Context, i int, t *task.Task) (judged, error) {
		recorded[i] = recorders{k.p.schema.NewRecorder(), k.p.schema.NewRecorder(), k.p.schema.NewRecorder()}
		if k.p.readsSources(t) {
			recorded[i].proof.Everything()
		}
		return judge(ctx, k.p.recording(recorded[i]).checks(), t)
	})
	if err != nil {
		return nil, nil, nil, err
	}
	for i, j := range all {
		if j.dropped != nil {
			dropped = append(dropped, *j.dropped)
			continue
		}
		r := recorded[i]
		kept, reads = append(kept, j.kept), append(reads, readset.Reads{Task: j.kept.ID, Proof: r.proof.Lookups(), Search: r.search.Lookups(), Grading: r.grading.Lookups()})
	}
	return kept, reads, dropped, nil
}

// readsSources reports whether checks of a task read what no lookup finds: whole tables of laws and cases,
// the texts from which tables were read, exams.
func (p *prover) readsSources(t *task.Task) bool {
	return t.Plan == nil || t.Plan.Template != "" || p.Texts != nil || p.Cases != nil
}

// Stands reports whether a proved task has the same proof over the tracker's tables: it was proved by the
// same checks and the same declaration over other tables, and the changes since concern nothing that its
// proof looked up. The search for shorter chains and the grading of agents go wherever names lead, but read
// no whole table: what concerns them alone, is made again by itself. Now is what the proof looks up over
// these tables; nil if the task has to be proved again. The error is that of a tool that is broken.
func (k *Tracker) Stands(ctx context.Context, t *task.Task, reads *readset.Reads, changes *readset.Changes) (now *readset.Reads, err error) {
	if changes.Concern(&reads.Proof) || k.p.readsSources(t) || namesNew(t, changes) {
		return nil, nil
	}
	again := *reads
	r := recorders{search: k.p.schema.NewRecorder(), grading: k.p.schema.NewRecorder()}
	p := k.p.recording(r)
	if changes.Concern(&reads.Search) {
		search, fault, err := p.search(ctx, t)
		if err != nil || fault != "" {
			return nil, err
		}
		same := func(c task.CheckResult) bool {
			return c.Name == neededCheck && strings.HasPrefix(c.Detail, searched(search)+"; ")
		}
		if !slices.ContainsFunc(t.Checks, same) {
			return nil, nil
		}
		again.Search = r.search.Lookups()
	}
	if changes.Concern(&reads.Grading) {
		fault, err := p.grades(ctx, t)
		if err != nil || fault != "" {
			return nil, err
		}
		again.Grading = r.grading.Lookups()
	}
	return &again, nil
}

// namesNew reports whether a question names an entity of a changed row that its draft does not name; see
// [prover.undeclared].
func namesNew(t *task.Task, changes *readset.Changes) bool {
	for _, e := range t.Entities {
		for _, name := range changes.Names(e.Type) {
			if strings.Contains(t.Question, name) && !strings.Contains(t.Draft, name) {
				return true
			}
		}
	}
	return false
}

// recorders record what the parts of a proof look up, see [readset.Reads]. The zero value records nothing.
type recorders struct{ proof, search, grading *readset.Recorder }

// recording returns a prover that records what it looks up and shares everything else.
func (p *prover) recording(reads recorders) *prover {
	recording, tables := *p, *p.relational
	tables.reads = reads.proof
	recording.reads, recording.relational, recording.names = reads, &tables, p.names.Recording(reads.proof)
	recording.Tools, recording.agentTools = recordCalls(p.Tools, p.Domain, reads.proof), recordCalls(p.agentTools, p.Domain, reads.grading)
	return &recording
}

// recordCalls returns tools that record what they look up, or the tools if there is no recorder.
func recordCalls(tools tool.Caller, d *domain.Domain, reads *readset.Recorder) tool.Caller {
	if reads == nil {
		return tools
	}
	calls := recordingTools{tools, d, reads}
	if archive, ok := tools.(tool.Archive); ok {
		return recordingArchive{calls, archive}
	}
	return calls
}

// recordingTools record what tools look up.
type recordingTools struct {
	tool.Caller
	domain *domain.Domain
	reads  *readset.Recorder
}

// Call implements [tool.Caller].
func (c recordingTools) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	if t := c.domain.Tool(call.Tool); t != nil {
		c.record(t, call.Args)
	}
	return c.Caller.Call(ctx, call)
}

func (c recordingTools) record(t *domain.Tool, args any) {
	switch t.Kind {
	case domain.Retriever:
		c.reads.Passages(t.Passages)
		return
	case domain.Lookup:
	default:
		return
	}
	named, ok := args.(map[string]any)
	if !ok {
		c.reads.Everything() // inputs without names
		return
	}
	for _, m := range t.Match {
		var name []string
		for _, in := range m.Inputs {
			if text, ok := named[in].(string); ok {
				name = append(name, text)
			}
		}
		if len(name) == len(m.Inputs) {
			c.reads.Lookup(t.Table, m.Columns, name)
		}
	}
}

// recordingArchive is recordingTools over tools that are an archive, too.
type recordingArchive struct {
	recordingTools
	archive tool.Archive
}

// Records implements [tool.Archive].
func (c recordingArchive) Records(table, key string) (*corpus.Table, []int32) {
	c.reads.Lookup(table, []string{c.domain.Table(table).Key}, []string{key})
	return c.archive.Records(table, key)
}
