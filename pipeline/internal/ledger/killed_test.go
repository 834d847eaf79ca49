package ledger_test

import (
	"bufio"
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

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

// What the writing process is told by, and how often one is killed.
const (
	childVariable = "TASKGROVE_LEDGER_CHILD" // path and name of the round
	killsVariable = "TASKGROVE_LEDGER_KILLS" // a number in place of kills
	kills         = 60
	writers       = 12 // goroutines of the process
)

// TestMain lets the test binary be the process that is killed.
func TestMain(m *testing.M) {
	if told := strings.Fields(os.Getenv(childVariable)); len(told) == 2 {
		if err := child(told[0], told[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(longtest.Run(m))
}

// child appends lines until it is killed and says so on stdout, line by line. A line
// is "process.writer number padding", the padding of a length that the number gives.
func child(path, name string) error {
	f, err := ledger.Open(path, func([]byte, int) error { return nil })
	if err != nil {
		return err
	}
	fault := make(chan error)
	var mu sync.Mutex
	for w := range writers {
		go func() {
			for n := 0; ; n++ {
				id := fmt.Sprintf("%s.%d %d", name, w, n)
				if err := f.Append([]byte(padded(id, n)), nil); err != nil {
					fault <- err
				}
				mu.Lock()
				fmt.Println(id)
				mu.Unlock()
			}
		}()
	}
	return <-fault
}

// padded is a line; one in twenty is longer than a page of memory.
func padded(id string, n int) string {
	length := n * 37 % 500
	if n%20 == 7 {
		length += 10_000
	}
	return id + " " + strings.Repeat("=", length)
}

// A process that writes a file is killed at random moments, and the next one goes on.
// Every line that it said is on disk is there once and whole, the lines of each writer
// are in its order, and of the lines it did not say at most one a writer is there.
func TestKilled(t *testing.T) {
	n := kills
	if s := os.Getenv(killsVariable); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		n = 6
	}
	rnd := rand.New(rand.NewPCG(6, 7))
	dir := t.TempDir()
	acknowledged, unsaid := 0, 0
	for round := range n {
		path := filepath.Join(dir, strconv.Itoa(round/10)) // ten rounds a file
		name := fmt.Sprintf("%d-", round)
		said, err := runChild(path, name, rnd.IntN(180), time.Duration(rnd.IntN(3000))*time.Microsecond)
		if err != nil {
			t.Fatal(err)
		}
		a, u := account(t, path, name, said)
		acknowledged, unsaid = acknowledged+a, unsaid+u
	}
	t.Logf("%d lines acknowledged, %d not and there all the same", acknowledged, unsaid)
}

// runChild runs a child until it has said some lines and a little longer, and kills it.
func runChild(path, name string, lines int, longer time.Duration) (said []string, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+path+" "+name)
	var fault strings.Builder
	cmd.Stderr = &fault
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break // the line is not whole
		}
		said = append(said, strings.TrimSuffix(line, "\n"))
		if len(said) == lines+1 {
			time.AfterFunc(longer, func() { cmd.Process.Kill() }) // SIGKILL
		}
	}
	io.Copy(io.Discard, in)
	if cmd.Wait() == nil || fault.Len() > 0 {
		return nil, fmt.Errorf("the writer ended by itself: %s", fault.String())
	}
	return said, nil
}

// account compares what a file has of a round with what its process said.
func account(t *testing.T, path, round string, said []string) (acknowledged, unsaid int) {
	t.Helper()
	there, next := map[string]bool{}, map[string]int{}
	f, err := ledger.Open(path, func(line []byte, _ int) error {
		writer, rest, _ := strings.Cut(string(line), " ")
		number, _, _ := strings.Cut(rest, " ")
		if !strings.HasPrefix(writer, round) {
			return nil
		}
		n, err := strconv.Atoi(number)
		id := writer + " " + number
		switch {
		case err != nil || padded(id, n) != string(line):
			return fmt.Errorf("%.40q: want a whole line", line)
		case n != next[writer]:
			return fmt.Errorf("%s: want %d next", id, next[writer])
		}
		next[writer]++
		there[id] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, id := range said {
		if !there[id] {
			t.Fatalf("%s was acknowledged and is gone", id)
		}
		acknowledged++
	}
	unsaid = len(there) - acknowledged
	if unsaid > writers {
		t.Fatalf("%d lines nobody was told of, want at most %d", unsaid, writers)
	}
	return acknowledged, unsaid
}
