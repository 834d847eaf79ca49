package remote

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// ProgramSpec specifies an agent that runs as a program.
type ProgramSpec struct {
	// Name and Args are the program and its arguments. A name without a slash is looked up
	// in PATH. No shell interprets them.
	Name string
	Args []string
	// Dir is the working directory of the program; "" means that of this process.
	Dir string
	// Env is the environment of the program as NAME=value; nil means that of this process,
	// secrets included.
	Env []string
	// Processes is the maximum number of processes; 0 means 1. A process is started when
	// a message finds none idle.
	Processes int
	// ReadyTimeout limits the time from the start of a process to its ready line; 0 means
	// one minute.
	ReadyTimeout time.Duration
	// Limits bound each trial.
	Limits TrialLimits
	// Log receives the program's standard error and its exits at level Debug; nil discards
	// them.
	Log *slog.Logger
}

// DefaultReadyTimeout is the default of [ProgramSpec.ReadyTimeout].
const DefaultReadyTimeout = time.Minute

// ErrClosed is the error of [ProcessAgent.Solve] after Close, for errors.Is.
var ErrClosed = errors.New("closed")

// ProcessAgent is an agent that runs in processes of its own. It is safe for concurrent
// use. A message goes to any idle process. A process that ends, is late or writes an
// unreadable or unrequested line is killed and replaced. If a process that has served other
// messages ends, the message is sent again to a fresh process, so that trials do not depend
// on earlier ones. On Unix its child processes are killed with it.
type ProcessAgent struct {
	program ProgramSpec
	log     *slog.Logger
	slots   chan struct{} // one for each process at work
	closed  chan struct{}
	closing sync.Once

	mu      sync.Mutex
	free    []*process
	started bool // one of them was ready once
}

// NewCommand returns the agent that a program implements. It starts no process yet. The
// caller must close the agent. The error reports an invalid spec.
func NewCommand(p ProgramSpec) (*ProcessAgent, error) {
	switch {
	case p.Name == "":
		return nil, errors.New("agent: no program: want its name")
	case p.Processes < 0:
		return nil, fmt.Errorf("agent %s: %d processes: want at least 1, or 0 for 1", p.Name, p.Processes)
	}
	if p.ReadyTimeout <= 0 {
		p.ReadyTimeout = DefaultReadyTimeout
	}
	p.Limits = p.Limits.orDefaults()
	c := &ProcessAgent{program: p, log: p.Log, slots: make(chan struct{}, max(1, p.Processes)), closed: make(chan struct{})}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	return c, nil
}

// Solve implements [agent.Agent]. The error is a tool's, the cause of ctx, [ErrClosed], or
// a failure to start the program in time. The latter is an *[llm.InfrastructureError]; it is
// [agent.ErrNotStarted] unless the program has started before, because then it may be
// temporary. When ctx ends, the process at work is killed.
func (c *ProcessAgent) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	return solve(ctx, c, c.program.Limits, question, tools, env)
}

// send implements transport.
func (c *ProcessAgent) send(ctx context.Context, message []byte) ([]byte, error) {
	select {
	case <-c.closed:
		return nil, c.wrapError(ErrClosed)
	default:
	}
	select {
	case c.slots <- struct{}{}:
	case <-c.closed:
		return nil, c.wrapError(ErrClosed)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-c.slots }()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	going := make(chan struct{})
	defer close(going)
	go func() {
		select {
		case <-c.closed:
			cancel(c.wrapError(ErrClosed))
		case <-going:
		}
	}()
	for {
		p, err := c.acquire(ctx)
		if err != nil {
			return nil, err
		}
		fresh := !p.served
		b, err := p.exchange(ctx, message, c.program.Limits)
		if err == nil {
			if _, err := parseReply(b); err != nil {
				p.stop() // whatever comes next may belong to this
				return b, nil
			}
			c.mu.Lock()
			c.free = append(c.free, p)
			c.mu.Unlock()
			return b, nil
		}
		c.log.Debug("agent ended", "name", c.program.Name, "why", err)
		if f := (*agentFailure)(nil); fresh || !errors.As(err, &f) || !f.died {
			return nil, err
		}
	}
}

// acquire returns a process that is ready: one that is free, or a fresh one.
func (c *ProcessAgent) acquire(ctx context.Context) (*process, error) {
	for {
		c.mu.Lock()
		var p *process
		if n := len(c.free); n > 0 {
			p, c.free = c.free[n-1], c.free[:n-1]
		}
		c.mu.Unlock()
		if p == nil {
			break
		}
		if p.idle() {
			return p, nil
		}
		p.stop()
		c.log.Debug("agent ended", "name", c.program.Name, "why", "it spoke or ended unasked")
	}
	p, err := startProcess(&c.program, c.log)
	if err != nil {
		return nil, c.startError(err)
	}
	if err := p.awaitReady(ctx, c.program.ReadyTimeout); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if p.lastStderr != "" {
			err = fmt.Errorf("%w (%s)", err, p.lastStderr)
		}
		return nil, c.startError(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.started = true
	return p, nil
}

// startError is the error of a process that did not start: a temporary one if another did.
func (c *ProcessAgent) startError(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	kind := agent.ErrNotStarted
	if c.started {
		kind = llm.ErrUnreachable
	}
	return &llm.InfrastructureError{Kind: kind, Endpoint: "agent " + c.program.Name, Detail: err.Error()}
}

// wrapError names the program that an error is about.
func (c *ProcessAgent) wrapError(err error) error {
	return fmt.Errorf("agent %s: %w", c.program.Name, err)
}

// Close ends all processes, killing those at work, and waits for them. Later calls do
// nothing; Solve then returns [ErrClosed]. The error is always nil.
func (c *ProcessAgent) Close() error {
	c.closing.Do(func() {
		close(c.closed)
		for range cap(c.slots) {
			c.slots <- struct{}{} // each message under way gives its place back; none begins any more
		}
		var ends sync.WaitGroup
		for _, p := range c.free {
			ends.Go(p.shutDown)
		}
		ends.Wait()
	})
	return nil
}
