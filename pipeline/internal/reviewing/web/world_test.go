package web_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

const worldDir = "../../../draft/testdata/world-en"

// made is a made-up world with tasks whose questions do not tell their answers.
type made struct {
	domain *domain.Domain
	corpus *corpus.Corpus
	tools  *tool.Set
	tasks  []*task.Task
}

var makeWorld = sync.OnceValues(func() (*made, error) {
	d, tasks, err := tasktest.Tasks("legal-en", worldDir, 12)
	if err != nil {
		return nil, err
	}
	c, _, err := corpus.Load(context.Background(), worldDir, d)
	if err != nil {
		return nil, err
	}
	tools, err := tool.New(c)
	if err != nil {
		return nil, err
	}
	m := &made{domain: d, corpus: c, tools: tools}
	for _, t := range tasks {
		t.Question = "Please find out: " + t.Draft
		t.Checks, t.Review.Status = passed(t), task.Unreviewed
		if len(t.Checks) == 2 && t.Checks[1].Verdict == task.Pass && len(t.KeyAnswer[0]) > 8 {
			m.tasks = append(m.tasks, t)
		}
	}
	return m, nil
})

// passed stands in for the checks: a task fails the second one if its question tells an
// answer.
func passed(t *task.Task) []task.CheckResult {
	checks := []task.CheckResult{{Name: "executed", Verdict: task.Pass, Detail: "so it is"}, {Name: "gradable", Verdict: task.Pass}}
	for _, k := range t.KeyAnswer {
		if strings.Contains(t.Question, k) {
			checks[1] = task.CheckResult{Name: "gradable", Verdict: task.Fail, Detail: "leak: the question says it"}
		}
	}
	return checks
}

// clock is a time that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

const address = "http://127.0.0.1:7310"

// served is a server under test.
type served struct {
	*web.ReviewServer
	t     testing.TB
	dir   string
	clock *clock
	tasks []*task.Task
	log   *bytes.Buffer
	texts []*rating.RatedText // to rate

	requests atomic.Int64 // that browsers sent
	revisit  int          // number of the task that is worth a second look; 0 for none
}

// serve opens a server over the first n tasks of the world.
func serve(t testing.TB, n int, change func(*web.ReviewConfig)) *served {
	t.Helper()
	s := prepare(t, change)
	s.open(n, nil)
	return s
}

// prepare makes a server that has no tasks yet.
func prepare(t testing.TB, change func(*web.ReviewConfig)) *served {
	t.Helper()
	s := &served{t: t, clock: &clock{now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}, log: &bytes.Buffer{}}
	c := config(t, s.clock, change)
	c.Log = slog.New(slog.NewTextHandler(s.log, nil))
	s.dir = c.Dir
	var err error
	if s.ReviewServer, err = web.New(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		t.Logf("%d requests, failed: %t", s.requests.Load(), t.Failed())
		if err := s.Close(); err != nil && !errors.Is(err, os.ErrClosed) { // by the test itself
			t.Error(err)
		}
	})
	return s
}

// config is that of a server in a new directory, with a change.
func config(t testing.TB, now *clock, change func(*web.ReviewConfig)) web.ReviewConfig {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c := web.ReviewConfig{
		Dir: filepath.Join(t.TempDir(), "review"), URL: u, Open: true, Rules: review.Rules{Overlap: 2, Share: 1}, Lease: 30 * time.Minute,
		Language: "en", Now: now.Now, Random: rand.Reader,
	}
	if change != nil {
		change(&c)
	}
	return c
}

// open gives the server the first n tasks, each as edit leaves it.
func (s *served) open(n int, edit func(*task.Task)) {
	s.t.Helper()
	m, err := makeWorld()
	if err != nil {
		s.t.Fatal(err)
	}
	if n > len(m.tasks) {
		s.t.Fatalf("the world has %d tasks, not %d", len(m.tasks), n)
	}
	for _, t := range m.tasks[:n] {
		own := *t
		if edit != nil {
			edit(&own)
		}
		s.tasks = append(s.tasks, &own)
	}
	s.openTools(m, m.tools)
}

// openTools gives the server its tasks, and these tools.
func (s *served) openTools(m *made, tools tool.Caller) {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "tasks.jsonl")
	var b bytes.Buffer
	if err := task.Write(&b, s.tasks); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		s.t.Fatal(err)
	}
	tasks, err := review.OpenTasks(s.t.Context(), path, 2)
	if err != nil {
		s.t.Fatal(err)
	}
	var revisit map[string]bool
	if s.revisit > 0 {
		revisit = map[string]bool{s.tasks[s.revisit].ID: true}
	}
	s.Open(web.TaskSet{
		Texts: s.texts, Revisit: revisit, Tasks: tasks, Domain: m.domain, Tools: tools, Schemas: m.tools.Schemas("en"),
		Checks: map[string]string{"executed": "It can be executed.", "gradable": "It can be graded."},
		Prove:  func(_ context.Context, t *task.Task) ([]task.CheckResult, error) { return passed(t), nil },
		Warn: func(t *task.Task) []string {
			if strings.HasPrefix(t.Question, "Odd") {
				return []string{"length: an odd question about " + t.KeyAnswer[0]}
			}
			return nil
		},
	})
}

// browser is somebody at the page. It keeps all bytes it was ever sent.
type browser struct {
	*served
	cookie *http.Cookie
	seen   bytes.Buffer
	n      int // decisions sent
	name   string
}

// answer is what came of a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send sends a request; body is JSON as it is, a value, or nil.
func (b *browser) send(method, path string, body any, change ...func(*http.Request)) answer {
	b.t.Helper()
	var text []byte
	switch body := body.(type) {
	case nil:
	case string:
		text = []byte(body)
	default:
		var err error
		if text, err = json.Marshal(body); err != nil {
			b.t.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, address+path, bytes.NewReader(text))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	b.requests.Add(1)
	b.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		b.cookie = c
	}
	fmt.Fprint(&b.seen, w.Header())
	b.seen.Write(w.Body.Bytes())
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// ask sends a request that succeeds and returns its answer as a T.
func ask[T any](b *browser, method, path string, body any) T {
	b.t.Helper()
	a := b.send(method, path, body)
	if a.status != http.StatusOK {
		b.t.Fatalf("%s %s %v: %d %s", method, path, body, a.status, a.body)
	}
	var value T
	if err := json.Unmarshal(a.body, &value); err != nil {
		b.t.Fatalf("%s %s: %v: %s", method, path, err, a.body)
	}
	return value
}

// refused holds a request to a status and a code.
func (b *browser) refused(method, path string, body any, status int, code string, change ...func(*http.Request)) {
	b.t.Helper()
	a := b.send(method, path, body, change...)
	var f web.ErrorReply
	err := json.Unmarshal(a.body, &f)
	if a.status != status || f.Code != code || f.Error == "" || err != nil {
		b.t.Errorf("%s %s %v = %d %s, want %d %q", method, path, body, a.status, a.body, status, code)
	}
}

// join joins an open server: the first as the owner, others as annotators.
func (s *served) join(name string) *browser {
	s.t.Helper()
	b := &browser{served: s, name: name}
	want := review.Owner
	if before := ask[web.Me](&browser{served: s}, "GET", "/api/me", nil); before.HasOwner {
		want = review.Annotator
	}
	if me := ask[web.Me](b, "POST", "/api/join", map[string]string{"name": name}); me.Name != name || me.Role != want {
		s.t.Fatalf("joined as %q, %q", me.Name, me.Role)
	}
	return b
}

// invited joins by an invitation of the owner's.
func (b *browser) invited(name string, role review.ReviewerRole) *browser {
	b.t.Helper()
	i := ask[web.InvitationView](b, "POST", "/api/invites", map[string]any{"role": role, "note": "for " + name})
	_, token, ok := strings.Cut(i.Link, "/#/join/")
	if !ok {
		b.t.Fatalf("link %q", i.Link)
	}
	other := &browser{served: b.served, name: name}
	if me := ask[web.Me](other, "POST", "/api/join", map[string]string{"invite": token, "name": name}); me.Name != name || me.Role != role {
		b.t.Fatalf("joined as %q, %q", me.Name, me.Role)
	}
	return other
}

// submission is a decision of the kind on a view.
func (b *browser) submission(v *web.View, kind review.DecisionKind) web.DecisionRequest {
	b.n++
	s := web.DecisionRequest{ID: digest.Of("test", b.name, fmt.Sprint(b.n)).Short() + "-0000", Task: v.ID, Shown: v.Shown, Kind: kind}
	switch kind {
	case review.Reject:
		s.Reason = review.Ambiguous
	case review.Comment:
		s.Note = "a remark"
	}
	return s
}

// decide sends a decision on a view that is recorded.
func (b *browser) decide(v *web.View, kind review.DecisionKind, change ...func(*web.DecisionRequest)) web.Recorded {
	b.t.Helper()
	s := b.submission(v, kind)
	for _, c := range change {
		c(&s)
	}
	return ask[web.Recorded](b, "POST", "/api/decisions", s)
}

func (b *browser) next() web.Next {
	b.t.Helper()
	return ask[web.Next](b, "POST", "/api/next", struct{}{})
}

func (b *browser) view(id string) *web.View {
	b.t.Helper()
	v := ask[web.View](b, "GET", "/api/tasks/"+id, nil)
	return &v
}
