package server_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

// A pipe ends with its input, with the context or with what no client says.
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
	for name, in := range map[string]io.Reader{
		"no JSON": strings.NewReader("hello\n"), "too long": strings.NewReader(`"` + strings.Repeat("x", 2<<20) + `"` + "\n"),
		"broken": iotest.ErrReader(errors.New("broken")),
	} {
		if err := s.Stdio(t.Context(), io.NopCloser(in), io.Discard); err == nil {
			t.Errorf("Stdio, %s: no error", name)
		}
	}
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
