package command_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// interrupter is a model server that sends a signal to its client while it has requests
// of the client.
type interrupter struct {
	*httptest.Server
	model *llmtest.ModelServer

	mu     sync.Mutex
	calls  int
	client *exec.Cmd // nil once the signal is sent
	at     int       // the call at which it is sent
	signal os.Signal
}

func newInterrupter(t *testing.T) *interrupter {
	s := &interrupter{model: llmtest.New(llmtest.ServerOptions{Latency: 20 * time.Millisecond, Spread: 40 * time.Millisecond})}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *interrupter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls++
	if s.client != nil && s.calls == s.at {
		s.client.Process.Signal(s.signal)
		s.client = nil
	}
	s.mu.Unlock()
	s.model.ServeHTTP(w, r)
}

// count returns the number of requests so far.
func (s *interrupter) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// interrupt runs a command, and interrupts it some calls later. It returns its exit code
// and what it printed on stderr.
func (s *interrupter) interrupt(t *testing.T, c *exec.Cmd, signal os.Signal, later int) (code int, stderr string) {
	t.Helper()
	var said bytes.Buffer
	c.Stderr = &said
	s.mu.Lock()
	err := c.Start() // before the server can see it
	s.client, s.signal, s.at = c, signal, s.calls+later
	s.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	c.Wait()
	return c.ProcessState.ExitCode(), said.String()
}

// Whoever interrupts a command that asks models pays for no answer twice: every request
// that arrived at the server has its answer in the journal when the process ends.
func TestInterruptedRequests(t *testing.T) {
	ends := 2
	if os.Getenv("TASKGROVE_LONG") != "" {
		ends = 12
	}
	for _, tc := range []struct{ command, run, journal, flags string }{
		{"rewrite", "sampled", "llm/answers.jsonl", "-attempts 3"},
		{"bench", "small", "bench/models/answers.jsonl", "-epochs 12"},
	} {
		for _, atOnce := range []int{2, 256} {
			t.Run(fmt.Sprint(tc.command, " ", atOnce), func(t *testing.T) {
				t.Parallel()
				s := newInterrupter(t)
				args := append(strings.Fields(tc.flags), "-model", llmtest.DefaultModel, "-parser", "none", "-endpoint", fmt.Sprintf("%s/v1,at-once=%d", s.URL, atOnce))
				if tc.command == "bench" {
					args = append(args[:4], args[6:]...)
				}
				dir, before, again, interrupted := startFrom(t, tc.run), 0, 0, 0
				for n := 0; interrupted < ends; n++ {
					signal := []os.Signal{os.Interrupt, syscall.SIGTERM}[n%2]
					later := 1 + digest.Rand("interrupt", tc.command, fmt.Sprint(atOnce, " ", n)).IntN(10+atOnce/10)
					code, stderr := s.interrupt(t, process(t, dir, tc.command, args...), signal, later)
					recorded := journalLen(t, filepath.Join(dir, "out", tc.journal))
					again += s.count() - before - recorded
					before = s.count() - recorded
					if code == cli.Done || code == cli.PartlyDone {
						dir, before = startFrom(t, tc.run), s.count()
						continue
					}
					interrupted++
					if code != cli.Interrupted || strings.Count(stderr, "interrupted: waiting for the answers to the requests in flight, ") != 1 || !strings.HasSuffix(stderr, tc.command+": interrupted\n") {
						t.Fatalf("after %v: exit code %d and\n%s\nwant %d, a line about requests in flight, and that it was interrupted", signal, code, stderr, cli.Interrupted)
					}
				}
				if again > 0 {
					t.Errorf("after %d interruptions %d of %d answers are to be paid for again", interrupted, again, s.count())
				}
				t.Logf("%d interruptions, %d requests, %d to be asked again", interrupted, s.count(), again)
			})
		}
	}
}

// journalLen returns the number of answers in a journal.
func journalLen(t *testing.T, path string) int {
	t.Helper()
	j, err := llm.ReadJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	return j.Len()
}

// A second signal does not wait for a server that does not answer.
func TestInterruptedTwice(t *testing.T) {
	t.Parallel()
	dir := startFrom(t, "sampled")
	asked := make(chan bool, 100)
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // else the server does not see that the client is gone
		asked <- true
		<-r.Context().Done()
	}))
	defer s.Close()
	c := process(t, dir, "rewrite", "-model", "m", "-endpoint", s.URL+"/v1,at-once=1")
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for b := make([]byte, 1000); !strings.Contains(said.String(), "in flight, 1, "); {
		n, err := stderr.Read(b)
		if said.Write(b[:n]); err != nil {
			t.Fatalf("after a signal stderr has %q and ends: %v", said.String(), err)
		}
	}
	start := time.Now()
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if took := time.Since(start); c.ProcessState.ExitCode() != cli.Interrupted || took > 30*time.Second {
		t.Errorf("after a second signal: exit code %d after %v, want %d at once", c.ProcessState.ExitCode(), took, cli.Interrupted)
	}
}
