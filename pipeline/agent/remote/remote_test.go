package remote_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"taskgrove/pipeline/agent"
	"taskgrove/pipeline/agent/remote"
	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/internal/flock"
	"taskgrove/pipeline/score"
	"taskgrove/pipeline/tool"
)

// TestMain is an agent too: what the tests start is this program again.
func TestMain(m *testing.M) {
	if how := os.Getenv("REMOTE_TEST_AGENT"); how != "" {
		process(how)
		return
	}
	os.Exit(m.Run())
}

// asked is a message as an agent reads it.
type asked struct {
	Version  int               `json:"version"`
	Question string            `json:"question"`
	Language string            `json:"language"`
	Epoch    int               `json:"epoch"`
	Tools    []json.RawMessage `json:"tools"`
	Turns    []agent.Turn      `json:"turns"`
	Memory   json.RawMessage   `json:"memory"`
	Last     bool              `json:"last"`
	Error    string            `json:"error"`
}

// replyTo is what the test agents reply, as the first word of the question says.
func replyTo(m asked) string {
	how, what, _ := strings.Cut(m.Question, " ")
	quote := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		return string(b)
	}
	look := func(tool, name string) string {
		return fmt.Sprintf(`{"tool": %s, "arguments": {"identifier": %s}}`, quote(tool), quote(name))
	}
	n := len(m.Turns)
	switch how {
	case "say":
		return what
	case "company": // then its parent, and the answer is what the last call brought
		if n < 2 {
			return `{"calls": [` + look("get_company", what) + `, ` + look("get_company", "松屿能源有限公司") + `], "thoughts": "two at once", "tokens": {"input": 7, "output": 2}}`
		}
		return `{"answer": ` + quote(m.Turns[n-1].Observation) + `, "summary": "both", "tokens": {"input": 5, "output": 1}}`
	case "forever":
		if m.Last && what == "" {
			return `{"answer": "tired"}`
		}
		return `{"calls": [` + look("get_court", "甲01") + `]}`
	case "garbled":
		if m.Error != "" && what == "once" {
			return `{"answer": ` + quote(m.Error) + `}`
		}
		return "no JSON at all"
	case "long":
		return `{"answer": "` + strings.Repeat("x", remote.Longest) + `"}`
	case "wrong":
		if n == 0 {
			return `{"calls": [` + look("get_weather", "x") + `]}`
		}
		if n == 1 {
			return `{"calls": [{"tool": "get_court", "arguments": "甲01"}], "thoughts": "again"}`
		}
		return `{"answer": ` + quote(string(m.Turns[0].Fault)+" "+string(m.Turns[1].Fault)) + `}`
	case "finish":
		if n == 0 {
			return `{"calls": [{"tool": "finish", "arguments": {}}]}`
		}
		return `{"calls": [{"tool": "finish", "arguments": {"answer": "over"}}, ` + look("get_court", "甲01") + `]}`
	case "remember":
		if m.Memory == nil {
			return `{"calls": [` + look("get_court", "甲01") + `], "memory": {"seen": ["<a>"]}}`
		}
		return `{"answer": ` + quote(string(m.Memory)) + `}`
	case "told":
		return fmt.Sprintf(`{"answer": "%d %s %d %d %v"}`, m.Version, m.Language, m.Epoch, len(m.Tools), m.Last)
	}
	panic("no such behaviour: " + m.Question)
}

// process is an agent in a process of its own.
func process(how string) {
	switch how {
	case "dies":
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(3)
	case "greets":
		fmt.Println("hello")
	case "hangs":
		sleep()
	case "holds":
		hold(os.Getenv("REMOTE_TEST_HOLDS"))
	default:
		fmt.Println(`{"ready": 1}`)
	}
	in := bufio.NewReader(os.Stdin)
	for n := 0; ; n++ {
		b, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m asked
		if err := json.Unmarshal(b, &m); err != nil {
			panic(err)
		}
		first, what, _ := strings.Cut(m.Question, " ")
		switch first {
		case "late":
			sleep()
		case "brood": // starts another one, which holds a file
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), "REMOTE_TEST_AGENT=holds", "REMOTE_TEST_HOLDS="+what)
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			fmt.Fprintln(os.Stderr, child.Run())
		case "die":
			fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(4)
		case "second": // dies unless it is fresh
			if n > 0 {
				os.Exit(5)
			}
			fmt.Printf("{\"answer\": %q}\n", what)
		case "pid":
			fmt.Printf("{\"answer\": \"%d\"}\n", os.Getpid())
		case "shut":
			os.Stdout.Close()
			sleep()
		case "leave":
			fmt.Println(`{"answer": "bye"}`)
			os.Exit(0)
		case "twice":
			fmt.Println(`{"answer": "one"}` + "\n" + `{"answer": "two"}`)
		default:
			fmt.Println(replyTo(m))
		}
	}
}

// sleep does nothing for longer than any test.
func sleep() { time.Sleep(time.Hour) }

// hold locks a file and keeps it.
func hold(name string) {
	f, err := os.Open(name)
	if err == nil {
		err = flock.Wait(f)
	}
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, "holds it")
	sleep()
}

// endpoint is an agent behind HTTP.
func endpoint(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	var m asked
	if err != nil || json.Unmarshal(b, &m) != nil || !bytes.HasSuffix(b, []byte("\n")) {
		http.Error(w, "no message", http.StatusBadRequest)
		return
	}
	if m.Question == "late" {
		<-r.Context().Done()
		return
	}
	io.WriteString(w, replyTo(m))
}

// program is this program as an agent.
func program(how string) remote.Program {
	return remote.Program{Name: os.Args[0], Env: append(os.Environ(), "REMOTE_TEST_AGENT="+how)}
}

// command returns a running agent that the test closes.
func command(t testing.TB, p remote.Program) *remote.Command {
	t.Helper()
	c, err := remote.NewCommand(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// clock stands still.
func clock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// each runs a test with an agent of either kind, under the limits.
func each(t *testing.T, l remote.Limits, run func(t *testing.T, a agent.Agent)) {
	t.Run("command", func(t *testing.T) {
		p := program("replies")
		p.Limits = l
		run(t, command(t, p))
	})
	t.Run("http", func(t *testing.T) {
		s := httptest.NewServer(http.HandlerFunc(endpoint))
		t.Cleanup(s.Close)
		h, err := remote.NewHTTP(remote.Endpoint{URL: s.URL, Limits: l, Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		run(t, h)
	})
}

// toy returns the tools of the shipped small world.
func toy(t testing.TB) *tool.Set {
	t.Helper()
	d, err := domain.Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), "../../command/testdata/toy", d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// environment is what agents know of the small world.
func environment(tools *tool.Set) agent.Env {
	return agent.Env{Domain: tools.Domain(), Language: "zh", Epoch: 2}
}

// Both kinds of agent do the same with every reply.
func TestReplies(t *testing.T) {
	tools := toy(t)
	seen := func(name, args string) string {
		v, err := tools.Call(t.Context(), tool.Call{Tool: name, Args: map[string]any{"identifier": args}})
		if err != nil {
			t.Fatal(err)
		}
		return v.Text()
	}
	court := agent.Turn{Tool: "get_court", Arguments: json.RawMessage(`{"identifier":"甲01"}`), Observation: seen("get_court", "甲01")}
	text := func(s string) *string { return &s }
	garbled := agent.Saying{Phase: agent.Acting, Text: "no JSON at all", Slip: agent.BadForm, Detail: "invalid character 'o' in literal null (expecting 'u'): want one JSON object with calls or answer"}
	tests := []struct {
		question string
		want     agent.Transcript
	}{
		{`say {"answer": "42"}`, agent.Transcript{Answer: "42", End: agent.Finished}},
		{`say {"answer": ""}`, agent.Transcript{End: agent.Finished}},
		{`say {"answer": "<b> 是", "thoughts": "why"}`, agent.Transcript{Answer: "<b> 是", Said: []agent.Saying{{Phase: agent.Acting, Text: "why"}}, End: agent.Finished}},
		{"told", agent.Transcript{Answer: "1 zh 2 6 false", End: agent.Finished}},
		{"company 青岚机械有限公司", agent.Transcript{
			Answer: seen("get_company", "松屿能源有限公司"), Summary: text("both"), Tokens: &score.Tokens{Input: 12, Output: 3, Total: 15},
			Turns: []agent.Turn{
				{Tool: "get_company", Arguments: json.RawMessage(`{"identifier":"青岚机械有限公司"}`), Observation: seen("get_company", "青岚机械有限公司"), Said: 1},
				{Tool: "get_company", Arguments: json.RawMessage(`{"identifier":"松屿能源有限公司"}`), Observation: seen("get_company", "松屿能源有限公司"), Said: 1},
			},
			Said: []agent.Saying{{Phase: agent.Acting, Text: "two at once"}}, End: agent.Finished,
		}},
		{"forever", agent.Transcript{Answer: "tired", Turns: []agent.Turn{court, court, court}, End: agent.Exhausted, Detail: "3 turns with calls"}},
		{"forever on", agent.Transcript{Turns: []agent.Turn{court, court, court}, End: agent.Exhausted, Detail: "3 turns with calls"}},
		{"garbled once", agent.Transcript{Answer: garbled.Detail, Said: []agent.Saying{garbled}, End: agent.Finished}},
		{"garbled", agent.Transcript{Said: []agent.Saying{garbled, garbled}, End: agent.Failed, Detail: garbled.Detail}},
		{"wrong", agent.Transcript{
			Answer: "arguments arguments",
			Turns: []agent.Turn{
				{Tool: "get_weather", Arguments: json.RawMessage(`{"identifier":"x"}`), Observation: "The arguments are not of the tool's form.", Fault: tool.FaultArguments, Said: 1},
				{Tool: "get_court", Arguments: json.RawMessage(`"甲01"`), Observation: "The arguments are not of the tool's form.", Fault: tool.FaultArguments, Said: 2},
			},
			Said: []agent.Saying{
				{Phase: agent.Acting, Slip: agent.BadTool, Detail: `no tool "get_weather"`},
				{Phase: agent.Acting, Text: "again", Slip: agent.BadArguments, Detail: "arguments of get_court: want an object"},
			},
			End: agent.Finished,
		}},
		{"finish", agent.Transcript{
			Answer: "over",
			Turns: []agent.Turn{
				{Tool: "finish", Arguments: json.RawMessage(`{}`), Observation: "The arguments are not of the tool's form.", Fault: tool.FaultArguments},
				{Tool: "finish", Arguments: json.RawMessage(`{"answer":"over"}`)},
			},
			End: agent.Finished,
		}},
		{"remember", agent.Transcript{Answer: `{"seen":["<a>"]}`, Turns: []agent.Turn{court}, End: agent.Finished}},
	}
	each(t, remote.Limits{Turns: 3}, func(t *testing.T, a agent.Agent) {
		for _, tt := range tests {
			got, err := a.Solve(t.Context(), tt.question, tools, environment(tools))
			if err != nil {
				t.Errorf("Solve(%q): %v", tt.question, err)
				continue
			}
			if tt.want.Turns == nil {
				tt.want.Turns = []agent.Turn{}
			}
			if d := cmp.Diff(&tt.want, got); d != "" {
				t.Errorf("Solve(%q) (-want +got):\n%s", tt.question, d)
			}
		}
	})
}

// A reply that is too long is no reply, and is told back.
func TestLongReply(t *testing.T) {
	each(t, remote.Limits{}, func(t *testing.T, a agent.Agent) {
		got, err := a.Solve(t.Context(), "long", nil, agent.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if want := "a reply of more than 1048576 bytes: want fewer"; got.End != agent.Failed || got.Detail != want || len(got.Said) != 2 || len(got.Said[0].Text) > 500 {
			t.Errorf("Solve(%q): end %q, %q after %d sayings: want %q, %q after two short ones", "long", got.End, got.Detail, len(got.Said), agent.Failed, want)
		}
	})
}

func TestLate(t *testing.T) {
	each(t, remote.Limits{Wait: 20 * time.Millisecond}, func(t *testing.T, a agent.Agent) {
		got, err := a.Solve(t.Context(), "late", nil, agent.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if want := "no reply within 20ms"; got.End != agent.Failed || got.Detail != want {
			t.Errorf("Solve(%q): end %q, %q: want %q, %q", "late", got.End, got.Detail, agent.Failed, want)
		}
	})
}

// Who takes such agents for broken gets an error.
func TestBlameless(t *testing.T) {
	each(t, remote.Limits{Wait: 20 * time.Millisecond, Blameless: true}, func(t *testing.T, a agent.Agent) {
		if got, err := a.Solve(t.Context(), "late", nil, agent.Env{}); err == nil || got != nil {
			t.Errorf("Solve(%q) = %v, %v, want an error", "late", got, err)
		}
	})
}

// The context's end is the end of a message under way.
func TestInterrupted(t *testing.T) {
	each(t, remote.Limits{}, func(t *testing.T, a agent.Agent) {
		ctx := &stopping{Context: t.Context(), done: make(chan struct{})}
		got, err := a.Solve(ctx, "forever", ctx, agent.Env{})
		if got != nil || err != ctx.Err() {
			t.Errorf("Solve under a context that ends = %v, %v, want %v", got, err, ctx.Err())
		}
	})
}

// Broken tools are nothing that an agent is told of.
func TestBrokenTools(t *testing.T) {
	each(t, remote.Limits{}, func(t *testing.T, a agent.Agent) {
		if _, err := a.Solve(t.Context(), "forever", down{}, agent.Env{}); err != errDown {
			t.Errorf("Solve over broken tools: error %v, want %v", err, errDown)
		}
	})
}

// As many calls as are allowed are one turn; one more is no reply.
func TestTooManyCalls(t *testing.T) {
	one := `{"tool": "get_court", "arguments": {"identifier": "甲01"}}`
	list := func(n int) string {
		return `say {"calls": [` + strings.Join(slices.Repeat([]string{one}, n), ", ") + `]}`
	}
	tools := toy(t)
	each(t, remote.Limits{Turns: 1}, func(t *testing.T, a agent.Agent) {
		for n, want := range map[int]agent.Ending{remote.Calls: agent.Exhausted, remote.Calls + 1: agent.Failed} {
			got, err := a.Solve(t.Context(), list(n), tools, environment(tools))
			if err != nil {
				t.Fatal(err)
			}
			if got.End != want {
				t.Errorf("%d calls at once: end %q, %q: want %q", n, got.End, got.Detail, want)
			}
		}
	})
}
