package llm_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// What the child process is told by, and how often it is killed.
const (
	childVariable = "TASKGROVE_LLM_CHILD" // journal, URL and round
	killsVariable = "TASKGROVE_LLM_KILLS" // a number in place of kills
	kills         = 50
	inFlight      = 16
	perRound      = 100
)

// TestMain lets the test binary be the process that is killed.
func TestMain(m *testing.M) {
	if told := strings.Fields(os.Getenv(childVariable)); len(told) == 3 {
		if err := child(told[0], told[1], told[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(longtest.Run(m))
}

// roundOf are the requests of a round.
func roundOf(round string) (rs []llm.Request) {
	for i := range perRound {
		rs = append(rs, ask(fmt.Sprintf("question %d of round %s %s", i, round, strings.Repeat("word ", i))))
	}
	return rs
}

// child answers a round and says so on stdout, request by request.
func child(journal, url, round string) error {
	j, err := llm.OpenJournal(journal)
	if err != nil {
		return err
	}
	defer j.Close()
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: url, Concurrency: inFlight}}, Journal: j, Now: time.Now})
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var fault error
	for _, r := range roundOf(round) {
		wg.Go(func() {
			reply, err := c.Chat(context.Background(), r)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				fault = err
				return
			}
			fmt.Printf("%s %d\n", r.Digest(), len(reply.Text))
		})
	}
	wg.Wait()
	return fault
}

// A process is killed again and again while it asks. No request that it had an
// answer to is ever sent again, and every such answer is in the journal.
func TestKilled(t *testing.T) {
	n := kills
	if s := os.Getenv(killsVariable); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		n = 5
	}
	served := counter{by: map[string]int{}}
	s := llmtest.Start(t, llmtest.ServerOptions{Latency: time.Millisecond, Spread: 3 * time.Millisecond, Script: served.answer})
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(3, 4))
	answered := map[string]int{} // texts of requests that a process had an answer to, and how often they had been served by then
	torn, killed, round := 0, 0, 0
	for killed < n {
		requests := roundOf(strconv.Itoa(round))
		texts, open := map[digest.Digest]string{}, 0
		for _, r := range requests {
			text := r.Messages[0].Text
			texts[r.Digest()] = text
			if _, ok := answered[text]; !ok {
				open++
			}
		}
		path := filepath.Join(dir, strconv.Itoa(round)) // a journal a round, so that opening stays quick
		said, ended := runChild(t, path, s.URL, strconv.Itoa(round), perRound-open+rnd.IntN(open+1), time.Duration(rnd.IntN(2000))*time.Microsecond)
		if ended {
			round++
		} else {
			killed++
		}
		for text, times := range answered {
			if got := served.of(text); got != times {
				t.Fatalf("after %d kills: %q was answered and asked again", killed, text)
			}
		}
		j, err := llm.OpenJournal(path)
		if err != nil {
			t.Fatalf("after %d kills: %v", killed, err)
		}
		if j.Torn() > 0 {
			torn++
		}
		for _, line := range said {
			d, _, _ := strings.Cut(line, " ")
			if !j.Has(digest.Digest(d)) {
				t.Fatalf("after %d kills: the answer to %q is gone", killed, texts[digest.Digest(d)])
			}
		}
		for d, text := range texts {
			if _, ok := answered[text]; j.Has(d) && !ok {
				answered[text] = served.of(text)
			} else if ok && !j.Has(d) {
				t.Fatalf("after %d kills: the answer to %q is gone", killed, text)
			}
		}
		j.Close()
	}
	if most := (round+1)*perRound + killed*inFlight; s.Calls() > most {
		t.Errorf("%d calls, want at most %d: one a request, and what was in flight at %d kills", s.Calls(), most, killed)
	}
	t.Logf("%d kills, %d rounds, %d answers, %d calls, %d of them in vain, %d times a torn line",
		killed, round, len(answered), s.Calls(), s.Calls()-len(answered), torn)
}

// counter answers, and counts requests by their text. It is safe for concurrent use.
type counter struct {
	mu sync.Mutex
	by map[string]int
}

func (c *counter) answer(r *llm.Request) llmtest.ModelAnswer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[llmtest.Last(r)]++
	return llmtest.Echo(r)
}

func (c *counter) of(text string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.by[text]
}

// runChild runs the child until it has said some lines and a little longer, and
// kills it. It returns all whole lines, and whether the child ended by itself.
func runChild(t *testing.T, journal, url, round string, lines int, longer time.Duration) (said []string, ended bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+journal+" "+url+" "+round)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadString('\n')
		if err == nil {
			said = append(said, line)
		}
		if err == io.EOF || err == nil && len(said) == lines {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(longer)
	cmd.Process.Kill() // SIGKILL; fails if it has ended
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		said = append(said, line)
	}
	return said, cmd.Wait() == nil
}
