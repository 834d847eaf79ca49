package experiment

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// What a child process is told by, and how often one is killed.
const (
	childVariable = "TASKGROVE_EXPERIMENT_CHILD" // what it is to do, and with what
	killsVariable = "TASKGROVE_EXPERIMENT_KILLS" // a number in place of kills
	kills         = 12
	killedTasks   = 40
	killedEpochs  = 2
	killedFlight  = 8
	killedTimes   = 3 // requests a trial
)

// TestMain lets the test binary be the process that is killed, or measured.
func TestMain(m *testing.M) {
	told := strings.Fields(os.Getenv(childVariable))
	if len(told) == 0 {
		os.Exit(longtest.Run(m))
	}
	var err error
	switch told[0] {
	case "killed":
		err = killedChild(told[1], told[2])
	case "load":
		err = measuredChild(told[1], told[2], told[3])
	default:
		err = fmt.Errorf("%s: want killed or load", told[0])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// killedSpec is the experiment that is killed, on a store and with an agent that asks a
// client.
func killedSpec(s *Store, c *llm.Client) Design {
	sp := spec(s, asks(killedTasks), EvaluatedAgent{Name: "a", Key: digest.Of("a"), Agent: talker{c, killedTimes}})
	sp.Epochs, sp.MaxInFlight = killedEpochs, killedFlight
	return sp
}

// telling is an agent that says on stdout what it begins.
type telling struct{ Agent agent.Agent }

func (a telling) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	fmt.Println(begun(question, env.Epoch))
	return a.Agent.Solve(ctx, question, tools, env)
}

func begun(question string, epoch int) string { return fmt.Sprintf("%s %d", question, epoch) }

// killedChild runs the experiment in a directory.
func killedChild(dir, url string) error {
	j, err := llm.OpenJournal(filepath.Join(dir, "journal"))
	if err != nil {
		return err
	}
	defer j.Close()
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: url}}, Journal: j, Now: time.Now})
	if err != nil {
		return err
	}
	s, err := OpenStore(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("ready")
	sp := killedSpec(s, c)
	sp.Agents[0].Agent = telling{sp.Agents[0].Agent}
	_, err = Run(context.Background(), sp)
	return err
}

// served counts requests by their body.
type served struct {
	mu sync.Mutex
	by map[string]int
}

func (c *served) answer(r *llm.Request) llmtest.ModelAnswer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[requestName(r.Messages[0].Text, len(r.Messages))]++
	return rightly(r)
}

func (c *served) of(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.by[name]
}

func requestName(first string, messages int) string { return fmt.Sprintf("%s, %d", first, messages) }

// A run is killed again and again. At the end every trial is there once and right. No
// request whose answer was in the journal was sent again, and no trial that was in the
// store was made again.
func TestKilled(t *testing.T) {
	n := kills
	if s := os.Getenv(killsVariable); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		n = 3
	}
	count := &served{by: map[string]int{}}
	server := llmtest.Start(t, llmtest.ServerOptions{Latency: 2 * time.Millisecond, Spread: 8 * time.Millisecond, Script: count.answer})
	rnd := rand.New(rand.NewPCG(7, 1))
	dir, round, killed := t.TempDir(), 0, 0
	paid := map[string]int{} // requests whose answer is in the journal, and how often they had been served
	for killed < n {
		at := filepath.Join(dir, strconv.Itoa(round))
		ended := runKilled(t, at, server.URL, time.Duration(rnd.IntN(120))*time.Millisecond)
		if ended {
			whole(t, at)
			round++
			count.mu.Lock()
			clear(count.by)
			count.mu.Unlock()
			clear(paid)
			continue
		}
		killed++
		for name, times := range paid {
			if got := count.of(name); got != times {
				t.Fatalf("after %d kills: %q was answered and asked again", killed, name)
			}
		}
		inJournal(t, at, paid, count)
	}
	for i := 0; ; i++ {
		at := filepath.Join(dir, strconv.Itoa(round))
		if runKilled(t, at, server.URL, time.Minute) {
			whole(t, at)
			break
		}
		if i == 3 {
			t.Fatal("the run does not end")
		}
	}
	if most := (round+1)*killedTasks*killedEpochs*killedTimes + killed*killedFlight; server.Calls() > most {
		t.Errorf("%d calls, want at most %d: one a request, and what was in flight at %d kills", server.Calls(), most, killed)
	}
	t.Logf("%d kills in %d runs, %d calls, %d of them in vain", killed, round+1, server.Calls(), server.Calls()-(round+1)*killedTasks*killedEpochs*killedTimes)
}

// inJournal notes the requests that the journal in a directory has answers to.
func inJournal(t *testing.T, dir string, paid map[string]int, count *served) {
	t.Helper()
	j, err := llm.OpenJournal(filepath.Join(dir, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for _, task := range asks(killedTasks) {
		for epoch := range killedEpochs {
			r := llm.Request{Model: llmtest.DefaultModel, Attempt: epoch, Messages: []llm.Message{{Role: llm.User, Text: fmt.Sprintf("%s (%d)", task.Question, epoch)}}}
			for range killedTimes {
				if j.Has(r.Digest()) {
					name := requestName(r.Messages[0].Text, len(r.Messages))
					paid[name] = count.of(name)
				}
				answer, _ := right(task.Question, nil, epoch)
				r.Messages = append(r.Messages, llm.Message{Role: llm.Assistant, Text: answer}, llm.Message{Role: llm.User, Text: "Go on."})
			}
		}
	}
}

// whole holds a store to a run that was finished.
func whole(t *testing.T, dir string) {
	t.Helper()
	s := open(t, filepath.Join(dir, "trials.jsonl"))
	tasks := asks(killedTasks)
	marks := marked(t, s, ReadOptions{Tasks: tasks}).Marks
	if s.Len() != len(tasks)*killedEpochs || len(marks) != s.Len() {
		t.Fatalf("%d attempts, %d marks, want %d", s.Len(), len(marks), len(tasks)*killedEpochs)
	}
	for _, m := range marks {
		if *m.Strict.Success != 1 || m.Spent.Answers != killedTimes {
			t.Fatalf("%s %d: success %v, %d answers, want 1 and %d", m.Task, m.Epoch, *m.Strict.Success, m.Spent.Answers, killedTimes)
		}
	}
}

// runKilled runs a child and kills it some time after it is ready. It returns whether
// the child ended by itself before.
func runKilled(t *testing.T, dir, url string, after time.Duration) (ended bool) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	stored := map[string]bool{}
	before := open(t, filepath.Join(dir, "trials.jsonl"))
	for a, err := range before.All() {
		if err != nil {
			t.Fatal(err)
		}
		var n int
		fmt.Sscanf(a.Trial.Task, "t%d", &n)
		stored[begun(asks(killedTasks)[n].Question, a.Trial.Epoch)] = true
	}
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"=killed "+dir+" "+url)
	var fault strings.Builder
	cmd.Stderr = &fault
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(out)
	if !in.Scan() || in.Text() != "ready" {
		cmd.Wait()
		t.Fatalf("the child says %q: %s", in.Text(), fault.String())
	}
	timer := time.AfterFunc(after, func() { cmd.Process.Kill() }) // SIGKILL
	for in.Scan() {
		if stored[in.Text()] {
			t.Errorf("%q is in the store and begun again", in.Text())
		}
	}
	err = cmd.Wait()
	timer.Stop()
	if fault.Len() > 0 {
		t.Fatalf("the child fails: %s", fault.String())
	}
	return err == nil
}
