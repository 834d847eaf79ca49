package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// reviewDir is where people's decisions are below the run directory.
const reviewDir = "review"

// verifyServe serves the review page. It listens first; the tasks are made ready
// meanwhile. An interrupt is how a page that is open ends, and no failure.
func verifyServe(ctx context.Context, env cli.Env, args []string) error {
	var s serving
	f, err := parse("verify", args, s.declare)
	if err != nil {
		return err
	}
	if err := s.resolve(); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	stages := append(ask(f, w), checkStage(w))
	if f.dry {
		_, err := explain(env, f, stages)
		return err
	}
	dir, err := filepath.Abs(filepath.Join(f.out, reviewDir))
	if err != nil {
		return err
	}
	certificates, err := s.certificates()
	if err != nil {
		return err
	}
	listener, err := listen(s.address)
	if err != nil {
		return err
	}
	defer listener.Close()
	p := &reviewPage{env: env, flags: f, log: env.Log(f.verbose)}
	if p.desk, err = web.New(web.Config{
		Dir: dir, URL: s.url(listener.Addr()), Open: s.open(listener.Addr()), Blind: s.blind,
		Rules: review.Rules{Overlap: f.Overlap, Share: f.Sample / 100}, Lease: s.lease, Language: f.Language,
		Now: env.Now, Random: rand.Reader, Log: p.log,
	}); err != nil {
		return err
	}
	defer p.desk.Close()
	if err := s.announce(env, listener.Addr(), p.desk); err != nil {
		return err
	}
	return p.serve(ctx, listener, certificates, stages)
}

// listen listens at an address.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("-listen %s: another program listens there: want another port, or -listen %s for any that is free", address, anyPort(address))
	}
	if err != nil {
		return nil, fmt.Errorf("-listen %s: %w", address, err)
	}
	return l, nil
}

// anyPort is an address with the port that stands for any free one.
func anyPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return net.JoinHostPort(host, "0")
}

// reviewPage is a review page that is served.
type reviewPage struct {
	env   cli.Env
	flags *flags
	world *world // what is reviewed with; nil until the tasks are up to date
	log   *slog.Logger
	desk  *web.Desk
}

// Bounds of what one connection may take. An answer may have to wait for a proof.
const (
	headerTime  = 10 * time.Second
	readTime    = time.Minute
	writeTime   = 5 * time.Minute
	idleTime    = 5 * time.Minute
	headerBytes = 64 << 10
	closingTime = 10 * time.Second // for what is still being answered
)

// serve serves until ctx ends, the tasks cannot be made ready or the listener fails.
// What was being answered is answered first.
func (p *reviewPage) serve(ctx context.Context, listener net.Listener, certificates *certificates, stages []run.Stage) error {
	server := &http.Server{
		Handler: p.desk, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(p.log.Handler(), slog.LevelDebug), TLSConfig: certificates.config(),
	}
	preparing, stop := context.WithCancel(ctx)
	defer stop()
	served, prepared := make(chan error, 1), make(chan error, 1)
	go func() { served <- certificates.serve(server, listener) }()
	go func() { prepared <- p.prepare(preparing, stages) }()

	var err error
	ready := false
	for done := false; !done; {
		select {
		case <-ctx.Done():
			done = true
		case err = <-served:
			err, done = fmt.Errorf("%s: %w", listener.Addr(), err), true
		case err = <-prepared:
			prepared, ready, done = nil, err == nil, err != nil
		}
	}
	stop()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	if fault := server.Shutdown(closing); fault != nil {
		p.log.Warn("some requests were not answered to their end", "error", fault)
		server.Close()
	}
	if prepared != nil {
		fault := <-prepared
		err, ready = errors.Join(err, fault), fault == nil
	}
	if err == nil && !ready {
		return context.Cause(ctx)
	}
	return err
}

// garbage is how much of what is in use may be added by garbage, in percent, while people
// review: the tables stay in memory for days, and little is thrown away at a time.
const garbage = 10

// prepare brings the tasks up to date and opens the review of them.
func (p *reviewPage) prepare(ctx context.Context, stages []run.Stage) error {
	err := p.update(ctx, stages)
	if err == nil {
		debug.SetGCPercent(garbage)
		err = p.open(ctx)
	}
	if err != nil {
		p.desk.Prepare(web.Preparing{Fault: err.Error()})
		return err
	}
	debug.FreeOSMemory()
	return nil
}

// update brings the tasks up to date. What the stages had in memory is let go: between
// their leavings the tables would hold on to half as much again.
func (p *reviewPage) update(ctx context.Context, stages []run.Stage) error {
	began := -1
	runner := &run.Runner{
		Dir: p.flags.out, Workers: p.flags.workers, Log: p.log,
		Bars: p.env.Stderr, Terminal: p.env.Terminal, Clock: p.env.Now,
		Watch: func(stage string) {
			began++
			p.desk.Prepare(web.Preparing{Stage: stage, Done: began, All: len(stages)})
		},
	}
	p.desk.Prepare(web.Preparing{All: len(stages)})
	if _, err := bring(ctx, p.flags, stages, runner); err != nil {
		return err
	}
	p.desk.Prepare(web.Preparing{Stage: readingStage, Done: len(stages), All: len(stages)})
	var err error
	p.world, err = newWorld(p.flags)
	return err
}

// open opens the review of the tasks there are.
func (p *reviewPage) open(ctx context.Context) error {
	debug.FreeOSMemory()
	if err := p.world.open(ctx, p.log); err != nil {
		return err
	}
	tasks, err := review.OpenTasks(ctx, filepath.Join(p.flags.out, "check", "tasks.jsonl"), workers(p.flags.workers))
	if err != nil {
		return err
	}
	if len(tasks.Items()) == 0 {
		return errors.Join(errors.New("no task was proved, so there is nothing to review: verify status counts what each stage dropped"), tasks.Close())
	}
	docs := map[string]string{}
	for _, c := range proof.Checks(p.world.proving()) {
		docs[c.Name] = c.Doc
	}
	p.desk.Open(p.reviewed(tasks, docs))
	p.log.Info("ready", "tasks", len(tasks.Items()))
	return nil
}

// workers is how many goroutines a flag of 0 or more asks for.
func workers(n int) int {
	if n < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// reviewed is what people review and review with.
func (p *reviewPage) reviewed(tasks *review.Tasks, docs map[string]string) web.World {
	w := p.world
	prover := &prover{world: w.proving()}
	return web.World{
		Tasks: tasks, Domain: w.domain, Tools: w.tools, Schemas: w.tools.Schemas(p.flags.Language),
		Checks: docs, Prove: prover.prove,
		Warn: p.warnings(),
	}
}

// warnings judges questions by the gates that a model's pass; nil for a domain that no
// question can be put in.
func (p *reviewPage) warnings() func(*task.Task) []string {
	if p.world.style == nil {
		return nil
	}
	gates := gate.NewFactory(p.world.domain, p.world.style)
	return func(t *task.Task) []string {
		if t.Question == "" {
			return nil
		}
		g, err := gates.Gate(t)
		if err != nil {
			return []string{err.Error()}
		}
		if fault, wrong := g.Judge(t.Question); wrong {
			return []string{fault.Reason + ": " + fault.Detail}
		}
		return nil
	}
}

// announce prints where the page is and, where a link is needed, the owner's.
func (s *serving) announce(env cli.Env, at net.Addr, d *web.Desk) error {
	fmt.Fprintf(env.Stdout, "review page: %s\n", s.url(at))
	if s.open(at) {
		return nil
	}
	link, err := d.Invite()
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "owner's link: %s\n", link)
	if s.readable(at) {
		io.WriteString(env.Stderr, "verify: without -cert and -key, or a -public https address in front, whoever is on the way can read and change what is sent\n")
	}
	return nil
}
