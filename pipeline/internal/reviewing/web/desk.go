package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Files of a desk's directory, which one desk at a time has open.
const (
	DecisionsFile = "decisions.jsonl" // what people decided: the one that cannot be made again
	TeamFile      = "team.jsonl"      // who they are; secrets as digests alone
)

// ErrServed is in the chain of the error of [New] while another process serves or changes
// the decisions of the directory.
var ErrServed = errors.New("another server or import is at work on these decisions: end it first")

// Config is how a desk is run. All fields but Open and Blind are needed.
type Config struct {
	// Dir is the directory of the files, made where it is not there. The cookie is named
	// for it, so that it should be absolute.
	Dir string
	// URL is where people reach the desk: "http://127.0.0.1:7310". Invitations lead there,
	// and requests under other names than its own and those of the loopback interface are
	// refused; cookies of an https one are sent over https alone.
	URL *url.URL
	// Open lets whoever reaches the page join as an owner. It is for a desk that only the
	// same machine reaches.
	Open bool
	// Blind keeps back the reference from a reviewer, whatever his role, until he has given
	// an answer of his own to the task as it is.
	Blind bool
	// Rules are how many people a task takes.
	Rules review.Rules
	// Lease is how long a task is kept for who was given it.
	Lease time.Duration
	// Language is that of the tasks.
	Language string
	// Now tells the time.
	Now func() time.Time
	// Random is where tokens come from; safe for concurrent use, as crypto/rand.Reader is.
	Random io.Reader
	// Log is told what fails; no token is ever told it.
	Log *slog.Logger
}

// World is what there is to review and to do it with. It must not change meanwhile.
type World struct {
	// Tasks are the tasks as the check stage made them. The desk closes them with itself.
	Tasks *review.Tasks
	// Domain is the declaration they were made with.
	Domain *domain.Domain
	// Tools call the domain's tools over the tables.
	Tools tool.Caller
	// Schemas are the tools as OpenAI function definitions.
	Schemas []json.RawMessage
	// Checks say what a task that passes a check has proved, by the check's name.
	Checks map[string]string
	// Prove runs the checks over a task and returns their verdicts, in the order of
	// reports. It is safe for concurrent use.
	Prove func(ctx context.Context, t *task.Task) ([]task.CheckResult, error)
	// Warn says what the gates of questions find in a task's question; nil for nothing. It
	// is safe for concurrent use; a nil Warn warns of nothing.
	Warn func(t *task.Task) []string
}

// Desk serves the review page. It is safe for concurrent use.
type Desk struct {
	config  Config
	cookie  string
	assets  map[string]asset
	handler http.Handler
	team    *team.Team
	log     *review.Log
	joins   *limiter
	calls   *slots
	edits   *slots
	reports reports
	room    atomic.Pointer[room] // nil until there are tasks

	// mu guards what follows. Nobody who holds it waits for the log, which takes it to
	// hand decisions on.
	mu        sync.Mutex
	leases    *review.Leases
	decisions []*review.Decision          // in log order
	known     map[string]*review.Decision // by ID
	late      map[string]bool             // IDs of decisions on what had changed by then
	guideline Guideline
	preparing Preparing
	attention map[string]*attention // by reviewer
}

// New opens the files of a desk. The error for a line that cannot be read names file
// and line; that for files that are open elsewhere is [ErrServed].
func New(c Config) (*Desk, error) {
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, err
	}
	text := review.DefaultGuideline(c.Language)
	k := &Desk{
		config: c, cookie: cookieName(c), joins: newLimiter(), calls: newSlots(mostCalls), edits: newSlots(1),
		known: map[string]*review.Decision{}, late: map[string]bool{}, attention: map[string]*attention{},
		leases:    review.NewLeases(),
		guideline: Guideline{Text: text, Digest: review.GuidelineDigest(text)},
	}
	var err error
	if k.assets, err = assets(); err != nil {
		return nil, err
	}
	if k.handler, err = newGuard(c.URL, k.routes(), k.fail); err != nil {
		return nil, fmt.Errorf("%s: %w", c.URL, err)
	}
	if err := k.openFiles(c); errors.Is(err, review.ErrLogOpen) {
		return nil, fmt.Errorf("%s: %w", c.Dir, ErrServed)
	} else if err != nil {
		return nil, err
	}
	return k, nil
}

func (k *Desk) openFiles(c Config) (err error) {
	if k.log, err = review.OpenLog(filepath.Join(c.Dir, DecisionsFile), k.take); err != nil {
		return err
	}
	if k.team, err = team.Open(filepath.Join(c.Dir, TeamFile), c.Random); err != nil {
		return errors.Join(err, k.log.Close())
	}
	return nil
}

// cookieName names the cookie of the desk's directory: a browser sends what one server of
// a machine set to the others there, whatever their port.
func cookieName(c Config) string {
	name := "taskgrove-" + digest.Of("desk", c.Dir).Short()
	if c.URL.Scheme == "https" {
		return "__Host-" + name
	}
	return name
}

// ServeHTTP implements http.Handler. A panic ends the request alone, and the log is told.
func (k *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if bug := recover(); bug != nil {
			k.fail(w, r, fmt.Errorf("panic: %v\n%s", bug, debug.Stack()))
		}
	}()
	k.handler.ServeHTTP(w, r)
}

// Prepare tells those who wait what is being made ready.
func (k *Desk) Prepare(p Preparing) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.preparing = p
}

// Open begins the review of a world's tasks. It is called once.
func (k *Desk) Open(w World) {
	room := newRoom(w, k.config.Rules)
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, d := range k.decisions {
		k.judge(room, d)
	}
	k.room.Store(room)
}

// Close ends the desk, once nobody asks it any more.
func (k *Desk) Close() error {
	err := errors.Join(k.log.Close(), k.team.Close())
	if r := k.room.Load(); r != nil {
		err = errors.Join(err, r.Tasks.Close())
	}
	return err
}

// take takes in a decision of the log.
func (k *Desk) take(d *review.Decision) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.decisions = append(k.decisions, d)
	k.known[d.ID] = d
	if d.Kind == review.Guideline {
		k.guideline = Guideline{Text: d.Note, Digest: review.GuidelineDigest(d.Note), By: d.By}
	}
	if r := k.room.Load(); r != nil {
		k.judge(r, d)
	}
}

// judge puts a decision on the board, and remembers whether it came too late. The caller
// holds the lock.
func (k *Desk) judge(r *room, d *review.Decision) {
	switch s, ok := r.board.State(d.Task); {
	case !ok || d.Kind == review.Comment || d.Kind == review.Withdraw: // count whatever was shown
	case d.Shown != s.Shown:
		k.late[d.ID] = true
	}
	r.board.Apply(d)
}

// Invite makes an invitation for an owner, for the one who starts the desk, and returns
// its link.
func (k *Desk) Invite() (string, error) {
	_, token, err := k.team.Invite(review.Owner, "", "", k.config.Now())
	if err != nil {
		return "", err
	}
	return k.link(token), nil
}

// link is what somebody joins by. The token stands behind the #, which no browser sends.
func (k *Desk) link(token string) string {
	return k.config.URL.Scheme + "://" + k.config.URL.Host + "/#/join/" + token
}
