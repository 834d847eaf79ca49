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

// Program says which program is an agent and how it is run. It is a specification.
type Program struct {
	// Name and Args are the program and its arguments; a name without a slash is looked
	// for as a shell does. No shell reads them.
	Name string
	Args []string
	// Dir is the directory it runs in; "" is that of this process.
	Dir string
	// Env is its environment, as NAME=value; nil is that of this process, with whatever
	// secrets it holds.
	Env []string
	// Processes is the largest number of them at a time; 0 is 1. One is started when a
	// message finds no other free.
	Processes int
	// Ready is the longest time from its start to the line that says that it is ready;
	// 0 is one minute.
	Ready time.Duration
	// Limits say how long it is heard.
	Limits Limits
	// Log takes what it writes to standard error, and its ends, at level Debug; nil is
	// silent.
	Log *slog.Logger
}

// readyWithin is the default of [Program.Ready].
const readyWithin = time.Minute

// ErrClosed is the error of a [Command] that was closed, for errors.Is.
var ErrClosed = errors.New("closed")

// Command is an agent that runs in processes of its own. It is safe for concurrent
// use. A message goes to any process that is free; one that dies, is late, writes a
// line that cannot be read or that nobody asked for is ended and replaced. Where a
// process dies that had replied to something before, the message is sent once more to
// a fresh one, so that a trial does not depend on those that came before it. On Unix
// whatever a process started ends with it.
type Command struct {
	program Program
	log     *slog.Logger
	places  chan struct{} // one for each process at work
	closed  chan struct{}
	closing sync.Once

	mu   sync.Mutex
	free []*process
	came bool // one of them was ready once
}

// NewCommand returns the agent that a program is. Nothing is started yet. Whoever has
// it closes it.
func NewCommand(p Program) (*Command, error) {
	switch {
	case p.Name == "":
		return nil, errors.New("agent: no program: want its name")
	case p.Processes < 0:
		return nil, fmt.Errorf("agent %s: %d processes: want at least 1, or 0 for 1", p.Name, p.Processes)
	}
	if p.Ready <= 0 {
		p.Ready = readyWithin
	}
	p.Limits = p.Limits.orDefaults()
	c := &Command{program: p, log: p.Log, places: make(chan struct{}, max(1, p.Processes)), closed: make(chan struct{})}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	return c, nil
}

// Solve implements [agent.Agent]. The error is of the tools, the context's cause,
// [ErrClosed], or that the program cannot be started or is not ready in time, which is
// an [*llm.InfrastructureError] where it has been ready before: the machine may lack
// something for now. The process at work is killed with the context.
func (c *Command) Solve(ctx context.Context, question string, tools tool.Caller, env agent.Env) (*agent.Transcript, error) {
	return solve(ctx, c, c.program.Limits, question, tools, env)
}

// send implements channel.
func (c *Command) send(ctx context.Context, message []byte) ([]byte, error) {
	select {
	case <-c.closed:
		return nil, c.fault(ErrClosed)
	default:
	}
	select {
	case c.places <- struct{}{}:
	case <-c.closed:
		return nil, c.fault(ErrClosed)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-c.places }()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	going := make(chan struct{})
	defer close(going)
	go func() {
		select {
		case <-c.closed:
			cancel(c.fault(ErrClosed))
		case <-going:
		}
	}()
	for {
		p, err := c.take(ctx)
		if err != nil {
			return nil, err
		}
		fresh := !p.served
		b, err := p.exchange(ctx, message, c.program.Limits.Wait)
		if err == nil {
			if _, err := read(b); err != nil {
				p.stop() // whatever comes next may belong to this
				return b, nil
			}
			c.mu.Lock()
			c.free = append(c.free, p)
			c.mu.Unlock()
			return b, nil
		}
		c.log.Debug("agent ended", "name", c.program.Name, "why", err)
		if f := (*failure)(nil); fresh || !errors.As(err, &f) || !f.died {
			return nil, err
		}
	}
}

// take returns a process that is ready: one that is free, or a fresh one.
func (c *Command) take(ctx context.Context) (*process, error) {
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
	p, err := start(&c.program, c.log)
	if err != nil {
		return nil, c.absent(err)
	}
	if err := p.ready(ctx, c.program.Ready); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if p.heard != "" {
			err = fmt.Errorf("%w (%s)", err, p.heard)
		}
		return nil, c.absent(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.came = true
	return p, nil
}

// absent is the error of a process that did not come up: a passing one where another did.
func (c *Command) absent(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.came {
		return &llm.InfrastructureError{Kind: llm.ErrUnreachable, Endpoint: "agent " + c.program.Name, Detail: err.Error()}
	}
	return c.fault(err)
}

// fault names the program that an error is about.
func (c *Command) fault(err error) error { return fmt.Errorf("agent %s: %w", c.program.Name, err) }

// Close ends all processes, those at work at once, and waits for them. It can be
// called several times; Solve is of no use afterwards. The error is always nil.
func (c *Command) Close() error {
	c.closing.Do(func() {
		close(c.closed)
		for range cap(c.places) {
			c.places <- struct{}{} // each message under way gives its place back; none begins any more
		}
		var ends sync.WaitGroup
		for _, p := range c.free {
			ends.Go(p.retire)
		}
		ends.Wait()
	})
	return nil
}
