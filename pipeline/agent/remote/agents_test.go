package remote_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/remote"
	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

// TestMain is an agent too: what the tests start is this program again.
func TestMain(m *testing.M) {
	if how := os.Getenv("REMOTE_TEST_AGENT"); how != "" {
		process(how)
		return
	}
	os.Exit(longtest.Run(m))
}

// asked is a message as an agent reads it.
type asked struct {
	Version  int                  `json:"version"`
	Question string               `json:"question"`
	Language string               `json:"language"`
	Epoch    int                  `json:"epoch"`
	Tools    []json.RawMessage    `json:"tools"`
	Turns    []agent.ObservedCall `json:"turns"`
	Memory   json.RawMessage      `json:"memory"`
	Last     bool                 `json:"last"`
	Error    string               `json:"error"`
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
		return `{"answer": "` + strings.Repeat("x", remote.DefaultReplyBytes) + `"}`
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
	case "once": // comes up the first time alone
		f, err := os.OpenFile(os.Getenv("REMOTE_TEST_HOLDS"), os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			fmt.Fprintln(os.Stderr, "no memory")
			os.Exit(3)
		}
		f.Close()
		fmt.Println(`{"ready": 1}`)
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
		case "flood": // writes one line without an end
			for {
				if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
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
	locked := false
	if err == nil {
		locked, err = flock.TryLock(f)
	}
	if err != nil || !locked {
		panic(fmt.Sprint("lock: ", locked, err))
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
