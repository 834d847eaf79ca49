package proof

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

type (
	failer = prooftest.T
	row    = prooftest.Row
	tables = prooftest.Tables
)

var (
	small   = prooftest.Small
	healthy = prooftest.Healthy
	chain   = prooftest.Chain
	start   = prooftest.Start
	call    = prooftest.Call
	project = prooftest.Project

	words = prooftest.Words
	yuan  = prooftest.Yuan
	wan   = prooftest.Wan
	count = prooftest.Count
	day   = prooftest.Day
)

func load(t failer, d *domain.Domain, ts tables) Sources {
	t.Helper()
	c, tools := prooftest.Load(t, d, ts)
	return Sources{Domain: d, Corpus: c, Tools: tools}
}

func makeTask(t failer, w Sources, p *plan.Program, lang string) *task.Task {
	t.Helper()
	return prooftest.Task(t, w.Domain, w.Tools, p, lang)
}

func taskOf(w Sources, trace *plan.Trace, lang string) (*task.Task, error) {
	return prooftest.TaskOf(w.Domain, trace, lang)
}

func copyOf(t *testing.T, of *task.Task) *task.Task {
	t.Helper()
	return prooftest.Copy(t, of)
}
