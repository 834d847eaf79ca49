package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// reviewDir is the directory of people's decisions, below the run directory.
const reviewDir = "review"

var verifyServeHelp = cli.Help{
	Usage: "verify serve [flags]",
	Doc:   "Serve the page on which people review the tasks, until interrupted. Decisions go to OUT/review/decisions.jsonl.",
	Examples: []cli.Example{
		{Line: "verify serve -overlap 2 -sample 30"},
		{Line: "verify serve -domain cases -corpus CASES -rate models", Doc: "people rate texts that agents wrote"},
		{Line: "verify serve -listen 0.0.0.0:7310 -public https://review.example.org -blind"},
	},
}

// verifyServe is verify serve.
type verifyServe struct {
	env        cli.Env
	flags      flags
	listener   listenFlags
	public     string // URL that people reach the page under; "" for the address listened at
	blind      bool
	inviteOnly bool
	newLink    bool
	lease      time.Duration
	rate       string // run whose texts people rate; "" for none

	publicURL *url.URL // nil for ""
}

func (s *verifyServe) declare(fs *cli.Flags) {
	s.flags.declare(fs)
	s.listener.declare(fs, "127.0.0.1:7310")
	fs.StringVar(&s.public, "public", "", "`URL` under which people reach the page, if a proxy stands before it or -listen names no single address")
	fs.BoolVar(&s.blind, "blind", false, "show the reference only to reviewers who have given an answer of their own")
	fs.DurationVar(&s.lease, "lease", 30*time.Minute, "`time` for which a task is kept for the reviewer who was given it, 1m to 24h")
	fs.StringVar(&s.rate, "rate", "", "`run` of the bench below OUT whose written texts people rate, too, by the rubric of its judges; ratings go to OUT/review/ratings.jsonl, where bench report finds them")
	fs.BoolVar(&s.inviteOnly, "invite-only", false, "require an invitation on the loopback interface too")
	fs.BoolVar(&s.newLink, "new-link", false, "print a link by which one owner can join, even if joining takes no invitation; earlier printed links end. Where joining takes one, every start prints a new link")
}

// run listens first, and makes the tasks ready meanwhile. An interrupt once the page is
// ready is no failure.
func (s *verifyServe) run(ctx context.Context, args []string) error {
	f := &s.flags
	if err := f.resolve(s.env, args); err != nil {
		return err
	}
	if err := s.resolve(); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	var rated *evaluation
	if s.rate != "" {
		if rated, err = readEvaluation(f, s.rate); err != nil {
			return err
		}
	}
	stages := provedStages(f, w)
	if f.dry {
		_, err := explain(ctx, s.env, f, stages)
		return err
	}
	if err := takeOverReviews(f); err != nil {
		return err
	}
	// A log that is gone with its record is missed by what was made with it alone.
	if _, err := readMadeDecisions(f); err != nil {
		return err
	}
	dir, err := filepath.Abs(filepath.Join(f.out, reviewDir))
	if err != nil {
		return err
	}
	certificates, err := s.listener.certificates()
	if err != nil {
		return err
	}
	listener, err := listen(s.listener.address)
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := f.acceptLost(s.env.Stderr); err != nil {
		return err
	}
	p := &reviewPage{env: s.env, flags: f, log: f.logger(s.env), rated: rated}
	if p.server, err = web.New(web.ReviewConfig{
		Dir: dir, URL: s.url(listener.Addr()), Open: s.isExposed(listener.Addr()), Blind: s.blind, Rating: rated != nil,
		Rules: review.Rules{Overlap: f.Overlap, Share: f.Sample / 100}, Lease: s.lease, Language: f.Language,
		Now: s.env.Now, Random: rand.Reader, Log: p.log,
	}); err != nil {
		return err
	}
	defer p.server.Close()
	if err := s.announce(s.env, listener.Addr(), p.server); err != nil {
		return err
	}
	return p.serve(ctx, listener, certificates, stages)
}

// minLease is the least time a reviewer needs to read a task.
const minLease = time.Minute

// resolve checks the flags.
func (s *verifyServe) resolve() error {
	if err := s.listener.check("127.0.0.1:7310"); err != nil {
		return err
	}
	if s.lease < minLease || s.lease > review.MaxLease {
		return misuse("-lease must be from %v to %v, not %v", minLease, review.MaxLease, s.lease)
	}
	var err error
	s.publicURL, err = publicURL("-listen", s.listener.address, s.public)
	if err == nil && s.publicURL != nil && s.publicURL.Scheme == "http" && s.listener.cert != "" {
		return misuse("-public %s with -cert: want an https URL", s.public)
	}
	return err
}

// url is where people reach a page that listens at an address.
func (s *verifyServe) url(at net.Addr) *url.URL {
	if s.publicURL != nil {
		return s.publicURL
	}
	return s.listener.url(at)
}

// isExposed reports whether people may join without an invitation: only if nobody but the same
// machine can reach the page.
func (s *verifyServe) isExposed(at net.Addr) bool {
	return !s.inviteOnly && s.publicURL == nil && isLoopback(at)
}

// isReadable reports whether others can read what is sent.
func (s *verifyServe) isReadable(at net.Addr) bool {
	return s.url(at).Scheme == "http" && !(s.publicURL == nil && isLoopback(at))
}

// reviewPage is a review page that is served.
type reviewPage struct {
	env    cli.Env
	flags  *flags
	world  *world // nil until the tasks are up to date
	log    *slog.Logger
	server *web.ReviewServer
	rated  *evaluation // the run whose texts are rated; nil for none
}

// Limits of a connection. An answer may have to wait for a proof.
const (
	headerTime  = 10 * time.Second
	readTime    = time.Minute
	writeTime   = 5 * time.Minute
	idleTime    = 5 * time.Minute
	headerBytes = 64 << 10
	closingTime = 10 * time.Second // for requests that have begun
)

// serve serves until ctx ends, the tasks cannot be made ready or the listener fails, and
// then answers the requests it has begun.
func (p *reviewPage) serve(ctx context.Context, listener net.Listener, certificates *certificates, stages []run.Stage) error {
	server := newPageServer(p.server, p.log)
	server.TLSConfig = certificates.config()
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
	endPages(ctx, server, p.log)
	if prepared != nil {
		fault := <-prepared
		err, ready = errors.Join(err, fault), fault == nil
	}
	if err == nil && !ready {
		return context.Cause(ctx)
	}
	return err
}

// gcPercent is the target of the garbage collector while people review: the tables stay in
// memory for days, and little is allocated at a time.
const gcPercent = 10

// prepare brings the tasks up to date and opens the review of them.
func (p *reviewPage) prepare(ctx context.Context, stages []run.Stage) error {
	err := p.update(ctx, stages)
	if err == nil {
		debug.SetGCPercent(gcPercent)
		err = p.open(ctx)
	}
	if err != nil {
		p.server.Prepare(web.Preparing{Fault: err.Error()})
		return err
	}
	debug.FreeOSMemory()
	return nil
}

// update brings the tasks up to date. It frees the memory of the stages: fragmented heap
// would make the tables take half as much again.
func (p *reviewPage) update(ctx context.Context, stages []run.Stage) error {
	done := -1
	runner := &run.Runner{
		Dir: p.flags.out, Workers: p.flags.workers, Log: p.log, Describe: describeFunnel,
		Bars: p.env.Stderr, Terminal: p.env.Terminal, Clock: p.env.Now,
		Watch: func(stage string) {
			done++
			p.server.Prepare(web.Preparing{Stage: stage, Done: done, All: len(stages)})
		},
	}
	p.server.Prepare(web.Preparing{All: len(stages)})
	if _, err := updateWith(ctx, p.flags, stages, runner); err != nil {
		return err
	}
	p.server.Prepare(web.Preparing{Stage: readingStage, Done: len(stages), All: len(stages)})
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
	tasks, err := review.OpenTasks(ctx, filepath.Join(p.flags.out, "check", "tasks.jsonl"), workersOf(p.flags))
	if err != nil {
		return err
	}
	if len(tasks.Items()) == 0 {
		return errors.Join(errors.New("no task was proved, so there is nothing to review: verify status counts what each stage dropped"), tasks.Close())
	}
	decisions, _, err := review.ReadLog(logPath(p.flags))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // there may be none in a directory that cannot be written
		return errors.Join(err, tasks.Close())
	}
	warnAnomalies(p.log, logPath(p.flags), decisions, tasks.Items(), p.env.Now())
	texts, err := p.textsToRate(ctx)
	if err != nil {
		return errors.Join(err, tasks.Close())
	}
	docs := map[string]string{}
	for _, c := range proof.Checks(p.world.proofSources()) {
		docs[c.Name] = c.Doc
	}
	if err := p.flags.keep(p.env.Stderr, nil); err != nil {
		return errors.Join(err, tasks.Close())
	}
	set := p.reviewWorld(tasks, docs)
	set.Texts = texts
	if set.Revisit, err = tasksToRevisit(p.flags); err != nil {
		return errors.Join(err, tasks.Close())
	}
	if p.world.hasExams() {
		exams, err := exam.FromCorpus(p.world.corpus)
		if err != nil {
			return errors.Join(err, tasks.Close())
		}
		set.Sources = itemSources(exams)
	}
	p.server.Open(set)
	p.log.Info("ready", "tasks", len(tasks.Items()), "texts to rate", len(texts))
	return nil
}

// reviewWorld is what people review, and what they review it with.
func (p *reviewPage) reviewWorld(tasks *review.Tasks, docs map[string]string) web.TaskSet {
	w := p.world
	prover := &prover{world: w.proofSources()}
	return web.TaskSet{
		Tasks: tasks, Domain: w.domain, Tools: w.tools, Schemas: w.tools.Schemas(p.flags.Language),
		Checks: docs, Prove: prover.prove,
		Warn: p.warnings(),
	}
}

// warnings returns a function that checks questions by the gates that a model's questions
// pass; nil if the domain has no style of questions.
func (p *reviewPage) warnings() func(*task.Task) []string {
	if p.world.style == nil {
		return nil
	}
	gates := gate.NewFactory(p.world.domain, p.world.style)
	return func(t *task.Task) []string {
		if t.Question == "" || t.Plan == nil {
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

// announce prints where the page is and, if one is needed or wanted, the owner's link.
func (s *verifyServe) announce(env cli.Env, at net.Addr, d *web.ReviewServer) error {
	fmt.Fprintf(env.Stdout, "review page: %s\n", s.url(at))
	if s.isExposed(at) && !s.newLink {
		return nil
	}
	link, expires, err := d.Invite()
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "owner's link: %s\n", link)
	fmt.Fprintf(env.Stdout, "it admits one person, until %s; a new start prints a new one\n", expires.Format("2 Jan 2006 15:04 MST"))
	if s.isReadable(at) {
		io.WriteString(env.Stderr, "verify: without -cert and -key, or a -public https address in front, whoever is on the way can read and change what is sent\n")
	}
	return nil
}
