package command

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// prover runs the checks on tasks that reviewers edit. The checks take as much memory as the
// tables but are needed only now and then, so they are made on demand and released after a
// time without use. It is safe for concurrent use.
type prover struct {
	world proof.Sources

	mu     sync.Mutex
	checks []proof.Check // nil while released
	users  int
	idle   int // number of times that the last user has finished
}

// keepIdle is the time for which the checks are kept without a user.
const keepIdle = time.Minute

// prove returns the verdict of every check on a task.
func (p *prover) prove(ctx context.Context, t *task.Task) ([]task.CheckResult, error) {
	checks := p.acquire()
	defer p.release()
	return proof.Verdicts(ctx, checks, t)
}

// acquire returns the checks, made if necessary; release must follow.
func (p *prover) acquire() []proof.Check {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.users++
	if p.checks == nil {
		p.checks = proof.Checks(p.world)
	}
	return p.checks
}

// release ends a use of the checks.
func (p *prover) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users--; p.users > 0 {
		return
	}
	p.idle++
	idle := p.idle
	time.AfterFunc(keepIdle, func() { p.dropUnused(idle) })
}

// dropUnused drops the checks if they have not been used since p.idle was idle.
func (p *prover) dropUnused(idle int) {
	p.mu.Lock()
	unused := p.users == 0 && p.idle == idle
	if unused {
		p.checks = nil
	}
	p.mu.Unlock()
	if unused {
		debug.FreeOSMemory()
	}
}
