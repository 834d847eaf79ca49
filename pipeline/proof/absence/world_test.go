package absence

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
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

	yuan  = prooftest.Yuan
	wan   = prooftest.Wan
	count = prooftest.Count
	day   = prooftest.Day
)

func load(t failer, d *domain.Domain, ts tables) proof.Sources {
	t.Helper()
	c, tools := prooftest.Load(t, d, ts)
	return proof.Sources{Domain: d, Corpus: c, Tools: tools}
}

func makeTask(t failer, w proof.Sources, p *plan.Program, lang string) *task.Task {
	t.Helper()
	return prooftest.Task(t, w.Domain, w.Tools, p, lang)
}

func taskOf(w proof.Sources, trace *plan.Trace, lang string) (*task.Task, error) {
	return prooftest.TaskOf(w.Domain, trace, lang)
}

func copyOf(t *testing.T, of *task.Task) *task.Task {
	t.Helper()
	return prooftest.Copy(t, of)
}
