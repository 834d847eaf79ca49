package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Files of a server's directory. Only one server at a time can have them open.
const (
	DecisionsFile = "decisions.jsonl" // the decisions of people, which cannot be made again
	RatingsFile   = "ratings.jsonl"   // the ratings of texts, if there are texts to rate
	TeamFile      = "team.jsonl"      // the members; secrets as digests only
)

// ErrServed is in the chain of the error of [New] while another process serves or changes
// the decisions of the directory.
var ErrServed = errors.New("another server or import is at work on these decisions: end it first")

// ReviewConfig is the configuration of a [ReviewServer]. All fields except Open, Blind and
// Rating are required.
type ReviewConfig struct {
	// Dir is the directory of the files, which is created if it does not exist. The cookie
	// is named after it, so it should be absolute.
	Dir string
	// URL is the address at which people reach the server: "http://127.0.0.1:7310".
	// Invitations lead there. Requests under other host names than its own and those of the
	// loopback interface are refused. If it is an https address, cookies are sent only over
	// https.
	URL *url.URL
	// Open lets everyone who reaches the page join without an invitation, the first as the
	// owner and others as annotators. It is for a server that only its own machine can reach.
	Open bool
	// Blind hides the reference from a reviewer, whatever his role, until he has given his
	// own answer to the current version of the task.
	Blind bool
	// Rating says that there will be texts to rate, see [TaskSet].
	Rating bool
	// Rules say which share of the tasks is reviewed, and by how many people each.
	Rules review.Rules
	// Lease is the time for which a task is reserved for the reviewer to whom it was given.
	Lease time.Duration
	// Language is the language of the tasks.
	Language string
	// Now is the clock.
	Now func() time.Time
	// Random is the source of tokens; it is safe for concurrent use, as crypto/rand.Reader is.
	Random io.Reader
	// Log receives failures, without tokens.
	Log *slog.Logger
}

// TaskSet is the tasks to review and the means to review them. It must not change while
// a server has it.
type TaskSet struct {
	// Tasks are the tasks as proved. The server closes them in its Close.
	Tasks *review.Tasks
	// Domain is the declaration with which they were made.
	Domain *domain.Domain
	// Tools call the domain's tools over the tables.
	Tools tool.Caller
	// Schemas are the tools as OpenAI function definitions.
	Schemas []json.RawMessage
	// Checks has, by the name of a check, the property that a passing task has.
	Checks map[string]string
	// Prove runs the checks over a task and returns their verdicts, in the order of
	// reports. It is safe for concurrent use.
	Prove func(ctx context.Context, t *task.Task) ([]task.CheckResult, error)
	// Warn returns the faults that the gates of questions find in a task's question; nil
	// for none. It is safe for concurrent use. A nil Warn stands for no warnings.
	Warn func(t *task.Task) []string
	// Sources returns the texts that an exam item was made from, in the order in which people
	// read them; nil for any other task. It is safe for concurrent use. Nil stands for none.
	Sources func(t *task.Task) []SourceText
	// Revisit has the IDs of tasks that an earlier release has too, whose certificates name other rows
	// now than when people looked at them; votes on them count. Nil for none.
	Revisit map[string]bool
	// Texts are written texts to rate, by as many people as vote on a task and to the same
	// share; nil, also without [ReviewConfig.Rating], shows none.
	Texts []*rating.RatedText
}

// ReviewServer serves the review page. It is safe for concurrent use.
type ReviewServer struct {
	config  ReviewConfig
	cookie  string
	assets  map[string]asset
	handler http.Handler
	team    *team.Team
	log     *review.Log
	// ratingLog is nil without texts to rate, and for a server that only shows.
	ratingLog *rating.RatingLog
	joins     *limiter
	calls     *slots
	edits     *slots
	reports   reports
	set       atomic.Pointer[reviewSet] // nil until there are tasks
	scratch   string                    // directory of the members of a server that only shows; "" for any other

	// mu guards the fields below. A goroutine that holds it must not wait for the log, which
	// takes it in takeDecision.
	mu        sync.Mutex
	leases    *review.Leases
	decisions []*review.Decision   // in log order
	ratings   []*rating.TextRating // in log order
	byID      map[string]*review.Decision
	late      map[string]bool // IDs of decisions on versions that had changed by then
	guideline Guideline
	preparing Preparing
	attention map[string]*attention // by reviewer
}

// New opens the files of a server. If they cannot be written, the server shows them and
// takes no decisions. An invalid line is an error of the form `file:line: what
// is wrong`. While the files are open elsewhere, the error is [ErrServed].
func New(c ReviewConfig) (*ReviewServer, error) {
	text := review.DefaultGuideline(c.Language)
	srv := &ReviewServer{
		config: c, cookie: cookieName(c), joins: newLimiter(), calls: newSlots(mostCalls), edits: newSlots(1),
		byID: map[string]*review.Decision{}, late: map[string]bool{}, attention: map[string]*attention{},
		leases:    review.NewLeases(),
		guideline: Guideline{Text: text, Digest: review.GuidelineDigest(text)},
	}
	var err error
	if srv.assets, err = assets(); err != nil {
		return nil, err
	}
	if srv.handler, err = pageguard.New(c.URL, srv.routes(), srv.fail); err != nil {
		return nil, fmt.Errorf("%s: %w", c.URL, err)
	}
	switch err := srv.openFiles(c); {
	case errors.Is(err, review.ErrLogOpen):
		return nil, fmt.Errorf("%s: %w%s", c.Dir, ErrServed, holder(c.Dir))
	case run.IsUnwritable(err):
		c.Log.Warn("the directory cannot be written: decisions are shown, and none are taken", "directory", c.Dir, "error", err)
		if err := srv.openReading(c); err != nil {
			return nil, err
		}
		return srv, nil
	case err != nil:
		return nil, err
	}
	// For the message to others.
	_ = os.WriteFile(filepath.Join(c.Dir, holderFile), fmt.Appendf(nil, "process %d, %s\n", os.Getpid(), c.URL), 0o666)
	return srv, nil
}

// holderFile says who serves the directory.
const holderFile = ".server"

// holder returns who serves a directory, in parentheses after a space; "" if that is not
// known.
func holder(dir string) string {
	b, err := inputfile.ReadFile(filepath.Join(dir, holderFile))
	if err != nil {
		return ""
	}
	return " (" + strings.TrimSpace(string(b)) + ")"
}

// openReading reads the files of a directory that cannot be written. The members are those
// of a copy, in which people join for as long as the server runs.
func (srv *ReviewServer) openReading(c ReviewConfig) error {
	// The files may have been read before one of them turned out to be unwritable.
	srv.log, srv.ratingLog, srv.decisions, srv.ratings, srv.byID = nil, nil, nil, nil, map[string]*review.Decision{}
	decisions, _, err := review.ReadLog(filepath.Join(c.Dir, DecisionsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, d := range decisions {
		srv.takeDecision(d)
	}
	if c.Rating {
		ratings, err := rating.ReadLog(filepath.Join(c.Dir, RatingsFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		srv.ratings = ratings
	}
	if srv.scratch, err = os.MkdirTemp("", "taskgrove-review-"); err != nil {
		return err
	}
	if srv.team, err = team.OpenCopy(filepath.Join(c.Dir, TeamFile), filepath.Join(srv.scratch, TeamFile), c.Random); err != nil {
		return errors.Join(err, os.RemoveAll(srv.scratch))
	}
	return nil
}

func (srv *ReviewServer) openFiles(c ReviewConfig) (err error) {
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	if srv.log, err = review.OpenLog(filepath.Join(c.Dir, DecisionsFile), srv.takeDecision); err != nil {
		return err
	}
	if srv.team, err = team.Open(filepath.Join(c.Dir, TeamFile), c.Random); err != nil {
		return errors.Join(err, srv.log.Close())
	}
	all := map[string]int64{DecisionsFile: srv.log.Torn(), TeamFile: srv.team.Torn()}
	if c.Rating {
		if srv.ratingLog, err = rating.OpenLog(filepath.Join(c.Dir, RatingsFile), srv.takeRating); err != nil {
			return errors.Join(err, srv.team.Close(), srv.log.Close())
		}
		all[RatingsFile] = srv.ratingLog.Torn()
	}
	for name, torn := range all {
		if torn > 0 {
			path := filepath.Join(c.Dir, name)
			c.Log.Warn("the last line broke off when its writer ended; it was never acknowledged, and was moved", "file", path, "bytes", torn, "to", path+ledger.TornSuffix)
		}
	}
	return nil
}

// cookieName names the cookie of the server's directory: a browser sends what one server of
// a machine set to the others there, whatever their port.
func cookieName(c ReviewConfig) string {
	name := "taskgrove-" + digest.Of("desk", c.Dir).Short()
	if c.URL.Scheme == "https" {
		return "__Host-" + name
	}
	return name
}

// ServeHTTP implements http.Handler. A panic ends only its request, and is logged.
func (srv *ReviewServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if bug := recover(); bug != nil {
			srv.fail(w, r, fmt.Errorf("panic: %v\n%s", bug, debug.Stack()))
		}
	}()
	srv.handler.ServeHTTP(w, r)
}

// Prepare sets the progress that reviewers see until Open is called.
func (srv *ReviewServer) Prepare(p Preparing) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.preparing = p
}

// Open gives the server the tasks to review and applies all earlier decisions to them. It
// must be called only once, before or while the server serves. Until then requests that
// need the tasks are answered with status 503, see [ReviewServer.Prepare].
func (srv *ReviewServer) Open(w TaskSet) {
	set := newReviewSet(w, srv.config.Rules)
	srv.mu.Lock()
	defer srv.mu.Unlock()
	for _, d := range srv.decisions {
		srv.applyDecision(set, d)
	}
	if set.round != nil {
		for _, r := range srv.ratings {
			set.round.Apply(r)
		}
	}
	srv.set.Store(set)
}

// Close closes the files. It must be called after the last request was answered.
func (srv *ReviewServer) Close() error {
	err := srv.team.Close()
	if srv.scratch != "" {
		err = errors.Join(err, os.RemoveAll(srv.scratch))
	} else {
		_ = os.Remove(filepath.Join(srv.config.Dir, holderFile)) // it is read only while somebody has the log
		err = errors.Join(srv.log.Close(), err)
		if srv.ratingLog != nil {
			err = errors.Join(srv.ratingLog.Close(), err)
		}
	}
	if set := srv.set.Load(); set != nil {
		err = errors.Join(err, set.Tasks.Close())
	}
	return err
}

// takeDecision takes in a decision of the log.
func (srv *ReviewServer) takeDecision(d *review.Decision) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.decisions = append(srv.decisions, d)
	srv.byID[d.ID] = d
	if d.Kind == review.Guideline {
		srv.guideline = Guideline{Text: d.Note, Digest: review.GuidelineDigest(d.Note), By: d.By}
	}
	if set := srv.set.Load(); set != nil {
		srv.applyDecision(set, d)
	}
}

// applyDecision puts a decision on the board, and notes whether it came too late: on a
// version that had changed. The caller holds the lock.
func (srv *ReviewServer) applyDecision(set *reviewSet, d *review.Decision) {
	switch s, ok := set.board.State(d.Task); {
	case !ok || d.Kind == review.Comment || d.Kind == review.Withdraw: // count whatever was shown
	case d.Shown != s.Shown:
		srv.late[d.ID] = true
	}
	set.board.Apply(d)
}

// printedNote is the note of invitations that [ReviewServer.Invite] makes.
const printedNote = "printed by verify serve"

// Invite makes an invitation that admits one owner and returns its link and the time at
// which it ends, for the person who starts the server. It ends the earlier ones it made, and
// all by which any number of people can become owners, as earlier programs printed.
func (srv *ReviewServer) Invite() (link string, expires time.Time, err error) {
	now := srv.config.Now()
	for _, i := range srv.team.Invitations() {
		unlimited := i.Role == review.Owner && i.Name == "" && i.Uses == 0
		if (i.Note == printedNote || unlimited) && !i.Ended {
			if err := srv.team.End(i.ID, now); err != nil {
				return "", time.Time{}, err
			}
		}
	}
	i, token, err := srv.team.Invite(team.InviteOptions{Role: review.Owner, Note: printedNote}, now)
	if err != nil {
		return "", time.Time{}, err
	}
	return srv.link(token), i.Expires, nil
}

// link is what somebody joins by. The token stands behind the #, which no browser sends.
func (srv *ReviewServer) link(token string) string {
	return srv.config.URL.Scheme + "://" + srv.config.URL.Host + "/#/join/" + token
}
