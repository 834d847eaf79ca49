package command_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// toolServer starts bench serve over the toy world and returns what it prints, line by
// line as it is asked for; it is interrupted when the test is over, and must end well.
func toolServer(t *testing.T, env []string, args ...string) (line func() string) {
	t.Helper()
	// The test's context, which would kill the process, ends before this does.
	c := exec.Command("bench", append([]string{"serve", "-domain", "toy", "-corpus", os.Getenv("TOY")}, args...)...)
	c.Dir, c.Env = t.TempDir(), append(os.Environ(), env...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Process.Signal(syscall.SIGINT); err != nil {
			t.Error(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("interrupted, bench serve ends with %v: want 0", err)
		}
	})
	r := bufio.NewReader(out)
	return func() string {
		s, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("bench serve prints no more: %v", err)
		}
		return strings.TrimSpace(s)
	}
}

// ask sends a request and returns status and body.
func ask(t *testing.T, method, url, body, token string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	client := &http.Client{Timeout: time.Minute}
	w, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	b, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, string(b)
}

// TestServeTools has the tools of the toy world called over HTTP, as the published client
// does and otherwise.
func TestServeTools(t *testing.T) {
	t.Parallel()
	line := toolServer(t, nil, "-listen", "127.0.0.1:0")
	at := strings.TrimSuffix(strings.TrimPrefix(line(), "tools at "), "/tools")
	status, body := ask(t, "GET", at+"/tools", "", "")
	var tools []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	if err := json.Unmarshal([]byte(body), &tools); err != nil || status != 200 || len(tools) != 6 {
		t.Fatalf("GET /tools = %d, %d tools, %v\n%s: want 6 tools", status, len(tools), err, body)
	}
	status, body = ask(t, "POST", at+"/law_api/"+tools[0].Function.Name, `{}`, "")
	if status != 200 || !json.Valid([]byte(body)) {
		t.Errorf("a faulty call = %d, %s: want 200 and the tool's own words", status, body)
	}
	if status, _ := ask(t, "GET", at+"/nothing", "", ""); status != 404 {
		t.Errorf("GET /nothing = %d, want 404", status)
	}
}

// TestServeToolsElsewhere listens where others can reach it: nobody gets anything without
// the token.
func TestServeToolsElsewhere(t *testing.T) {
	t.Parallel()
	for name, env := range map[string][]string{"made": nil, "given": {"TASKGROVE_TOKEN=correct-horse-battery-staple"}} {
		t.Run(name, func(t *testing.T) {
			line := toolServer(t, env, "-listen", "0.0.0.0:0")
			first := line()
			port, ok := strings.CutPrefix(strings.TrimSuffix(first, "/tools"), "tools at http://localhost:")
			if !ok {
				t.Fatalf("it prints %q: want an address that can be opened here", first)
			}
			line()
			line()
			token := "correct-horse-battery-staple"
			if env == nil {
				_, token, _ = strings.Cut(line(), "): ")
			}
			at := "http://127.0.0.1:" + port + "/tools"
			if status, _ := ask(t, "GET", at, "", ""); status != 401 {
				t.Errorf("without the token GET /tools = %d, want 401", status)
			}
			if status, _ := ask(t, "GET", at, "", token+"x"); status != 401 {
				t.Errorf("with another token GET /tools = %d, want 401", status)
			}
			if status, _ := ask(t, "GET", at, "", token); status != 200 {
				t.Errorf("with the token GET /tools = %d, want 200", status)
			}
		})
	}
}

// TestServeToolsNamed has a name: it is announced, is the only one that is answered, and asks
// for the token though nobody but this machine can connect.
func TestServeToolsNamed(t *testing.T) {
	t.Parallel()
	const token = "correct-horse-battery-staple"
	line := toolServer(t, []string{"TASKGROVE_TOKEN=" + token}, "-listen", "127.0.0.1:0", "-host", "localhost,bench.example.org")
	at := strings.TrimPrefix(line(), "tools at ")
	if !strings.HasPrefix(at, "http://localhost:") {
		t.Fatalf("it is announced at %s: want localhost", at)
	}
	if status, _ := ask(t, "GET", at, "", ""); status != 401 {
		t.Errorf("without the token GET %s = %d, want 401", at, status)
	}
	if status, _ := ask(t, "GET", at, "", token); status != 200 {
		t.Errorf("with the token GET %s = %d, want 200", at, status)
	}
	number := strings.Replace(at, "localhost", "127.0.0.1", 1)
	if status, _ := ask(t, "GET", number, "", token); status != 421 {
		t.Errorf("under another name GET %s = %d, want 421", number, status)
	}
}

// TestServeToolsMisused is called wrongly: one line, and nothing listens.
func TestServeToolsMisused(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"-listen", "7320"}, `-listen "7320": want a host and a port`},
		{[]string{"-stdio", "-listen", "127.0.0.1:0"}, "-stdio does not listen: want -stdio without -listen"},
		{[]string{"-stdio", "-host", "a"}, "-stdio does not listen: want -stdio without -host"},
		{[]string{"-cert", "a.pem"}, "-cert and -key go together"},
		{[]string{"-host", "a:80"}, `-host "a:80": want a name`},
		{[]string{"-host", "http://a"}, `-host "http://a": want a name`},
		{[]string{"-endpoint", "http://127.0.0.1:1/v1"}, "want -embeddings MODEL with it"},
		{[]string{"-embeddings", "m", "-endpoint", "http://127.0.0.1:1/v1,key=" + secret}, "-endpoint: want key=VARIABLE"},
	} {
		u := newUser(t)
		code := benchCommand().Exec(t.Context(), cli.Env{Args: append([]string{"serve", "-out", u.out}, tc.args...), Stdout: u.said, Stderr: u.said})
		if said := u.said.String(); code != cli.Misused || !strings.Contains(said, tc.want) || strings.Contains(said, secret) || strings.Count(said, "\n") != 1 {
			t.Errorf("bench serve %q = %d, %q: want %d and a line with %q", tc.args, code, said, cli.Misused, tc.want)
		}
	}
}

// TestServeStdioGarbled sends lines that are not messages, after which the server goes on, and
// an input that breaks off.
func TestServeStdioGarbled(t *testing.T) {
	for _, tc := range []struct {
		in   io.Reader
		code int
		out  string
		err  string
	}{
		{strings.NewReader("hello\n"), 0, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`, ""},
		{iotest.ErrReader(errors.New("broken")), cli.Failed, "", "bench: -stdio: broken\n"},
	} {
		u := newUser(t)
		var stdout, stderr strings.Builder
		code := benchCommand().Exec(t.Context(), cli.Env{
			Args: []string{"serve", "-domain", "toy", "-corpus", os.Getenv("TOY"), "-out", u.out, "-stdio"}, Stdin: tc.in,
			Stdout: &stdout, Stderr: &stderr, Now: time.Now, Getenv: func(string) string { return "" },
		})
		if code != tc.code || !strings.HasPrefix(stdout.String(), tc.out) || tc.out == "" && stdout.Len() > 0 || !strings.HasSuffix(stderr.String(), tc.err) {
			t.Errorf("bench serve -stdio = %d, %q, %q: want %d, %q and %q", code, &stdout, &stderr, tc.code, tc.out, tc.err)
		}
	}
}

// TestServeStdio speaks the Model Context Protocol on standard input and output, which has
// nothing else on it.
func TestServeStdio(t *testing.T) {
	t.Parallel()
	c := process(t, t.TempDir(), "bench", "serve", "-domain", "toy", "-corpus", os.Getenv("TOY"), "-stdio")
	c.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`)
	answered := 0
	for l := range strings.Lines(printed(t, c)) {
		var message struct {
			ID     int `json:"id"`
			Result struct {
				Tools []json.RawMessage `json:"tools"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(l), &message); err != nil {
			t.Fatalf("%q on standard output: want messages alone", l)
		}
		if message.ID == 2 && len(message.Result.Tools) == 6 {
			answered++
		}
	}
	if answered != 1 {
		t.Errorf("%d answers list 6 tools, want 1", answered)
	}
}
