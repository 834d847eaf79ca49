package web_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// servedDir is the variable that makes the test binary a server: the directory with
// tasks.jsonl and review.
const servedDir = "REVIEW_TEST_SERVED"

// TestMain lets the test binary be a server that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(servedDir); dir != "" {
		fmt.Fprintln(os.Stderr, serveUntilKilled(dir))
		os.Exit(1)
	}
	os.Exit(browsertest.Run(m))
}

// serveUntilKilled serves a directory until it is killed or fails, for [TestKilledServers].
func serveUntilKilled(dir string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	k, err := web.New(web.ReviewConfig{
		Dir: filepath.Join(dir, "review"), URL: &url.URL{Scheme: "http", Host: "127.0.0.1"}, Open: true,
		Rules: review.Rules{Overlap: 2, Share: 1}, Lease: time.Minute, Language: "en",
		Now: time.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	tasks, err := review.OpenTasks(context.Background(), filepath.Join(dir, "tasks.jsonl"), 2)
	if err != nil {
		return err
	}
	d, err := domain.Open("toy")
	if err != nil {
		return err
	}
	k.Open(web.TaskSet{Tasks: tasks, Domain: d})
	fmt.Printf("at %s\n", l.Addr())
	s := &http.Server{Handler: k}
	terminated, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	closed := make(chan error, 1)
	context.AfterFunc(terminated, func() { closed <- s.Shutdown(context.Background()) })
	if err := s.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return errors.Join(<-closed, k.Close())
}

// server is a process that serves, and is started anew when it is killed.
type server struct {
	t       *testing.T
	dir     string
	address atomic.Pointer[string]
	cmd     *exec.Cmd
}

func (s *server) start() {
	s.t.Helper()
	s.cmd = exec.Command(os.Args[0])
	s.cmd.Env = append(os.Environ(), servedDir+"="+s.dir)
	var stderr bytes.Buffer
	s.cmd.Stderr = &stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "at ")
	if err != nil || !ok {
		s.t.Fatalf("the server says %q, %v, %s", line, err, &stderr)
	}
	go io.Copy(io.Discard, out)
	address = "http://" + address
	s.address.Store(&address)
}

func (s *server) kill(signal syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	_ = s.cmd.Wait() // it was killed
}

// refuseSecond fails unless another server over the directory ends with [web.ErrServed].
func (s *server) refuseSecond() {
	s.t.Helper()
	second := exec.Command(os.Args[0])
	second.Env = append(os.Environ(), servedDir+"="+s.dir)
	if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), web.ErrServed.Error()) {
		s.t.Errorf("a second server: %v, %s; want it refused", err, out)
	}
}

// annotator posts decisions until each of them is acknowledged.
type annotator struct {
	server *server
	client *http.Client
	cookie string
	// How long the last answered request took, and how long its answer was waited for, with
	// the requests before it that a killed server did not answer.
	answered, waited time.Duration
}

// post sends a body until it is answered and returns the answer.
func (a *annotator) post(path string, body []byte) (*http.Response, error) {
	first := time.Now()
	for range 10_000 {
		r, err := http.NewRequest("POST", *a.server.address.Load()+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", a.cookie)
		began := time.Now()
		w, err := a.client.Do(r)
		if err == nil {
			answer, fault := io.ReadAll(w.Body)
			w.Body.Close()
			if fault == nil {
				w.Body = io.NopCloser(bytes.NewReader(answer))
				a.answered, a.waited = time.Since(began), time.Since(first)
				return w, nil
			}
		}
		time.Sleep(time.Millisecond) // the server was killed and is being started again
	}
	return nil, errors.New("no server answers")
}

// TestKilledServers has fifty annotators decide at a server that is killed and terminated
// again and again, while second servers over its directory are refused: every acknowledged
// decision is in the log, whole and once. TASKGROVE_REVIEW_DECISIONS says how many there
// are; with TASKGROVE_LONG there are 3,850 and 22 kills.
func TestKilledServers(t *testing.T) {
	const people = 50
	total, kills := 1000, 6
	if os.Getenv("TASKGROVE_LONG") != "" {
		total, kills = 3850, 22
	}
	if text := os.Getenv("TASKGROVE_REVIEW_DECISIONS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		total, kills = n, max(6, n/250)
	}
	each := total / people
	dir := t.TempDir()
	tasks := clones(t, each)
	writeTasks(t, filepath.Join(dir, "tasks.jsonl"), tasks)
	s := &server{t: t, dir: dir}
	s.start()

	var acknowledged sync.Map
	var count atomic.Int64
	tick := make(chan int64, total)
	waits := make(chan [2]time.Duration, total)
	var group sync.WaitGroup
	fail := make(chan error, people)
	for i := range people {
		group.Go(func() {
			a := &annotator{server: s, client: &http.Client{Transport: &http.Transport{}, Timeout: time.Minute}}
			defer a.client.CloseIdleConnections()
			if err := a.work(fmt.Sprintf("Person %d", i), tasks, func(id string) {
				acknowledged.Store(id, true)
				waits <- [2]time.Duration{a.answered, a.waited}
				tick <- count.Add(1)
			}); err != nil {
				fail <- err
			}
		})
	}
	go func() {
		group.Wait()
		close(tick)
	}()
	chance := digest.Rand("kills", t.Name())
	killed, threshold := 0, int64(chance.IntN(total/kills))
	for n := range tick {
		if n >= threshold && killed < kills {
			threshold = n + int64(chance.IntN(max(1, 2*total/kills*8/10)))
			s.refuseSecond()
			s.kill([]syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[killed%2])
			s.start()
			killed++
		}
	}
	s.kill(syscall.SIGKILL)
	close(fail)
	close(waits)
	for err := range fail {
		t.Error(err)
	}
	hold(t, filepath.Join(dir, "review", web.DecisionsFile), each*people, func(id string) bool {
		_, ok := acknowledged.Load(id)
		return ok
	})
	if int(count.Load()) != each*people || killed < 3 {
		t.Errorf("%d of %d decisions were acknowledged, and the server killed %d times", count.Load(), each*people, killed)
	}
	var times [2][]time.Duration
	for w := range waits {
		times[0], times[1] = append(times[0], w[0]), append(times[1], w[1])
	}
	t.Logf("%d decisions of %d people, %d kills", count.Load(), people, killed)
	for i, what := range []string{"an answered request took", "an acknowledgement was waited for"} {
		slices.Sort(times[i])
		at := func(share float64) time.Duration {
			return times[i][int(share*float64(len(times[i])-1))].Round(time.Millisecond)
		}
		t.Logf("%s %v in the median and %v at the 99th percentile", what, at(.5), at(.99))
	}
}

// work joins and decides on every task.
func (a *annotator) work(name string, tasks []*task.Task, acknowledged func(id string)) error {
	join, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		return err
	}
	for try := 0; a.cookie == ""; try++ {
		w, err := a.post("/api/join", join)
		if err != nil {
			return err
		}
		if w.StatusCode == http.StatusOK {
			a.cookie, _, _ = strings.Cut(w.Header.Get("Set-Cookie"), ";")
		} else if try > 5 {
			return fmt.Errorf("%s could not join: %s", name, w.Status)
		} else if join, err = json.Marshal(map[string]string{"name": fmt.Sprintf("%s again %d", name, try)}); err != nil {
			return err // the first answer was lost with its server, and the name is taken
		}
	}
	for i, t := range tasks {
		s := web.DecisionRequest{
			ID: digest.Of("decision", name, fmt.Sprint(i)).Short() + "-kill", Task: t.ID, Shown: review.Shown(t), Kind: review.Approve,
			Note: strings.Repeat("n", i*37%1000),
		}
		body, err := json.Marshal(s)
		if err != nil {
			return err
		}
		w, err := a.post("/api/decisions", body)
		if err != nil {
			return err
		}
		var r web.Recorded
		if err := json.NewDecoder(w.Body).Decode(&r); err != nil || w.StatusCode != http.StatusOK || r.Decision.ID != s.ID {
			return fmt.Errorf("%s: decision %s: %s, %v", name, s.ID, w.Status, err)
		}
		acknowledged(s.ID)
	}
	return nil
}

// hold holds a log to so many decisions, each acknowledged and there once.
func hold(t *testing.T, path string, want int, acknowledged func(id string) bool) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for d, err := range review.ReadDecisions(f, path) {
		if err != nil {
			t.Fatal(err)
		}
		if seen[d.ID] || !acknowledged(d.ID) {
			t.Errorf("decision %s: seen before %v, acknowledged %v", d.ID, seen[d.ID], acknowledged(d.ID))
		}
		seen[d.ID] = true
	}
	if len(seen) != want {
		t.Errorf("the log has %d decisions, want %d", len(seen), want)
	}
}

// clones are n tasks that differ in their IDs.
func clones(t testing.TB, n int) []*task.Task {
	t.Helper()
	m, err := makeWorld()
	if err != nil {
		t.Fatal(err)
	}
	tasks := make([]*task.Task, n)
	for i := range tasks {
		own := *m.tasks[i%len(m.tasks)]
		own.ID = digest.Of("clone", fmt.Sprint(i)).Short()
		tasks[i] = &own
	}
	return tasks
}

func writeTasks(t testing.TB, path string, tasks []*task.Task) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(task.Write(f, tasks), f.Close()); err != nil {
		t.Fatal(err)
	}
}
