package command

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// prover proves what people change. What the checks know of the tables takes as much
// memory as the tables, and reviewers change a task now and then: it is made when it is
// wanted and let go when nobody has wanted it for a while. It is safe for concurrent use.
type prover struct {
	world proof.Sources

	mu     sync.Mutex
	checks []proof.Check // nil while nobody wants them
	users  int
	since  int // counts how often the last user has gone
}

// unwanted is how long the checks are kept without a user.
const unwanted = time.Minute

// prove returns the verdict of every check on a task.
func (p *prover) prove(ctx context.Context, t *task.Task) ([]task.CheckResult, error) {
	checks := p.take()
	defer p.leave()
	return proof.Verdicts(ctx, checks, t)
}

func (p *prover) take() []proof.Check {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.users++
	if p.checks == nil {
		p.checks = proof.Checks(p.world)
	}
	return p.checks
}

func (p *prover) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users--; p.users > 0 {
		return
	}
	p.since++
	left := p.since
	time.AfterFunc(unwanted, func() { p.drop(left) })
}

// drop lets the checks go if nobody has wanted them since.
func (p *prover) drop(left int) {
	p.mu.Lock()
	unused := p.users == 0 && p.since == left
	if unused {
		p.checks = nil
	}
	p.mu.Unlock()
	if unused {
		debug.FreeOSMemory()
	}
}
