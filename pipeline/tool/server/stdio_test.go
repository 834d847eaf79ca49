package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

// A pipe ends with its input or with the context.
func TestStdioEnds(t *testing.T) {
	s := serve(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	in, client := io.Pipe()
	ended := make(chan error)
	go func() { ended <- s.Stdio(ctx, in, io.Discard) }()
	if _, err := client.Write([]byte(greeting)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Stdio, canceled: %v", err)
	}
	if _, err := client.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the input is still open: %v", err)
	}
	broken := errors.New("broken")
	if err := s.Stdio(t.Context(), io.NopCloser(iotest.ErrReader(broken)), io.Discard); !errors.Is(err, broken) {
		t.Errorf("Stdio, broken input: %v", err)
	}
}

// Lines that are no message do not end a pipe, however long they are.
func TestStdioGoesOn(t *testing.T) {
	s := serve(t, nil)
	long := strings.Repeat("x", 1<<20)
	for text, refused := range map[string][]int{
		"hello\n": {-32700}, "{}\r\n\r\n[]\n": {-32600, -32600}, "\n \n\t\n": nil,
		`"` + long + `"` + "\n": {-32600}, long + long + "\n\n" + long + "\nx\n": {-32600, -32700, -32700},
	} {
		for _, end := range []string{"\n", "\r\n", ""} {
			var codes []int
			said := spoken(t, s, greeting+text+strings.TrimSuffix(request(99, "ping", `{}`), "\n")+end)
			for line := range strings.Lines(said) {
				var a answer
				if err := json.Unmarshal([]byte(line), &a); err != nil {
					t.Fatal(err)
				}
				if a.Error.Code != 0 {
					codes = append(codes, a.Error.Code)
				}
			}
			if !slices.Equal(codes, refused) || !strings.Contains(said, `"id":99,"result"`) {
				t.Errorf("%.30q: said %s, want errors %v and an answer", text, said, refused)
			}
		}
	}
}

// A client that asks faster than it is answered waits: what is read ahead is bounded.
func TestStdioPending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := small(t)
		var begun atomic.Int32
		free := make(chan bool)
		s, err := server.New(config(set.Domain(), caller(func(ctx context.Context, call tool.Call) (tool.Result, error) {
			begun.Add(1)
			<-free
			return set.Call(ctx, call)
		})))
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for id := range 1000 {
			lines.WriteString(request(id+1, "tools/call", `{"name":"add","arguments":{"numbers":[1,2]}}`))
		}
		said := make(chan string)
		go func() { said <- spoken(t, s, greeting+lines.String()) }()
		synctest.Wait()
		if n := begun.Load(); n < 1 || n > 64 {
			t.Errorf("%d calls begun and none answered, want at most 64", n)
		}
		close(free)
		if got := strings.Count(<-said, `"text":"3"`); got != 1000 {
			t.Errorf("%d answers, want 1000", got)
		}
	})
}

// What was asked before the input ends is answered, however long it takes, within the
// context; what was taken back is not waited for.
func TestStdioAnswersWhatWasAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := small(t)
		c := config(set.Domain(), caller(func(ctx context.Context, call tool.Call) (tool.Result, error) {
			select {
			case <-time.After(time.Hour):
				return set.Call(ctx, call)
			case <-ctx.Done():
				return tool.Result{}, ctx.Err()
			}
		}))
		s, err := server.New(c)
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for id := range 20 {
			lines.WriteString(request(id+1, "tools/call", `{"name":"add","arguments":{"numbers":[1,2]}}`))
		}
		answers := converse(t, s, lines.String())
		for id := range 20 {
			if m := answers[id+1]; len(m.Result.Content) != 1 || m.Result.Content[0].Text != "3" {
				t.Errorf("answer %d: %+v", id+1, m)
			}
		}

		begun := time.Now()
		converse(t, s, request(1, "tools/call", `{"name":"add","arguments":{"numbers":[1,2]}}`)+
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`+"\n")
		if waited := time.Since(begun); waited > 0 {
			t.Errorf("a call that was taken back: waited %v", waited)
		}

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		in := io.NopCloser(strings.NewReader(greeting + request(1, "tools/call", `{"name":"add","arguments":{"numbers":[1,2]}}`)))
		if err := s.Stdio(ctx, in, io.Discard); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Stdio: %v, want the deadline", err)
		}
	})
}
