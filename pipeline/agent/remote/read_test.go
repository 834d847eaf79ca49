package remote

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// format returns the part of the schema of that name.
func format(t testing.TB, part string) *jsonschema.Schema {
	t.Helper()
	return schematest.Compile(t, "agent-message.schema.json#/$defs/"+part)
}

// What is read fits the schema, and what is not does not.
func TestRead(t *testing.T) {
	schema := format(t, "reply")
	many := strings.Repeat(`{"tool": "t", "arguments": {}},`, MaxCalls)
	tests := []struct{ text, fault string }{
		{`{"answer": "a"}`, ""},
		{`{"answer": "", "summary": "s", "thoughts": "t", "tokens": {"input": 1, "output": 2}, "memory": [1]}`, ""},
		{`{"calls": [{"tool": "t", "arguments": {"a": 1}}], "memory": null}`, ""},
		{`{"calls": [{"tool": "t", "arguments": [1.50]}]}`, ""},
		{`{"answer": "a", "tokens": {}}`, ""},
		{" {\"answer\": \"a\"}\t", ""},
		{``, "EOF: want one JSON object with calls or answer"},
		{`[]`, "json: cannot unmarshal array into Go value of type remote.reply: want one JSON object with calls or answer"},
		{`{}`, "neither calls nor answer: want exactly one of them"},
		{`{"calls": []}`, "neither calls nor answer: want exactly one of them"},
		{`{"ready": 1}`, `json: unknown field "ready": want one JSON object with calls or answer`},
		{`{"answer": 3}`, "json: cannot unmarshal number into Go struct field reply.answer of type string: want one JSON object with calls or answer"},
		{`{"answer": "a", "calls": [{"tool": "t", "arguments": {}}]}`, "both calls and answer: want exactly one of them"},
		{`{"calls": [{"tool": "t", "arguments": {}}], "summary": "s"}`, "summary in a reply with calls: want the summary with the answer"},
		{`{"calls": [{"tool": "", "arguments": {}}]}`, "call 1 names no tool: want a tool name"},
		{`{"calls": [{"tool": "t", "arguments": {}}, {"tool": "t"}]}`, "call 2 has no arguments: want an object"},
		{`{"calls": [` + many + `{"tool": "t", "arguments": {}}]}`, "65 calls: want at most 64"},
		{`{"answer": "a", "tokens": {"input": -1}}`, "tokens of -1 and 0: want 0 to 1000000000"},
		{`{"answer": "a", "tokens": {"output": 1000000001}}`, "tokens of 0 and 1000000001: want 0 to 1000000000"},
		{`{"answer": "a"} {"answer": "b"}`, "text after the reply: want one JSON object"},
		{`{"answer": "a"}]`, "text after the reply: want one JSON object"},
		{"{\"answer\": \"\xff\"}", "not UTF-8: want one JSON object in UTF-8"},
	}
	for _, tt := range tests {
		fault := ""
		if _, err := parseReply([]byte(tt.text)); err != nil {
			fault = err.Error()
		}
		if fault != tt.fault {
			t.Errorf("read(%q): fault %q, want %q", tt.text, fault, tt.fault)
		}
		if err := schematest.Validate(schema, []byte(tt.text)); (err == nil) != (tt.fault == "") && utf8.ValidString(tt.text) {
			t.Errorf("schema of %q: fault %v, want one as read has: %q", tt.text, err, tt.fault)
		}
	}
}

// What is sent fits the schema, whatever came before.
func TestMessage(t *testing.T) {
	d := toytest.Domain(t, "legal-en")
	schema := format(t, "message")
	for _, env := range []agent.TrialEnv{{}, {Domain: d, Language: "en", Epoch: 3}} {
		m := &trial{env: env, question: "a\nb\u2028<c>", transcript: &agent.Transcript{}, schemas: toolSchemas(env)}
		for range 2 {
			b, err := m.nextMessage(true, "not so")
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Count(b, []byte("\n")) != 1 || b[len(b)-1] != '\n' {
				t.Errorf("message of %d bytes has %d line breaks, want one, at its end", len(b), bytes.Count(b, []byte("\n")))
			}
			if err := schematest.Validate(schema, b); err != nil {
				t.Errorf("message %s: %v", b, err)
			}
			m.memory = []byte("{\n\"a\": 1}")
			m.transcript.Calls = []agent.ObservedCall{{Tool: "t", Arguments: json.RawMessage(`[ 1 ]`), Observation: "o\n"}, {Tool: "t", Arguments: json.RawMessage(`{}`), Observation: "?", Fault: "missing"}}
		}
	}
}

// The line that the package comment gives is the one that is waited for.
func TestReadyLine(t *testing.T) {
	if err := schematest.Validate(format(t, "ready"), []byte(`{"ready": 1}`)); err != nil {
		t.Error(err)
	}
	source, err := os.ReadFile("remote.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(source, []byte(`{"ready": 1}`)) {
		t.Error("the package comment has no ready line, want one")
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"answer": "a", "summary": "s", "tokens": {"input": 1}}`, `{"calls": [{"tool": "get_court", "arguments": {"identifier": "甲01"}}], "memory": {"a": [null]}}`,
		`{"calls": [null]}`, `{"calls": [{"tool": "t", "arguments": null}]}`, `null`, `{"answer": "\ud800"}`, `{"ANSWER": "a"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parseReply(b)
		if err != nil {
			if text := err.Error(); text == "" || strings.Contains(text, "\n") || !utf8.ValidString(text) {
				t.Errorf("read(%q): error %q, want one line of UTF-8", b, text)
			}
			return
		}
		if (r.Answer == nil) == (len(r.Calls) == 0) {
			t.Errorf("read(%q) = %+v, want calls or an answer", b, r)
		}
		m := &trial{transcript: &agent.Transcript{}, memory: r.Memory, schemas: toolSchemas(agent.TrialEnv{})}
		for i := range r.Calls {
			c := &r.Calls[i]
			if _, err := decodeJSON(c.Arguments); err != nil {
				t.Errorf("read(%q): arguments %s: %v", b, c.Arguments, err)
			}
			m.transcript.Calls = append(m.transcript.Calls, agent.ObservedCall{Tool: c.Tool, Arguments: compact(c.Arguments)})
		}
		callFault(r.Calls, nil)
		line, err := m.nextMessage(false, "")
		if err != nil || bytes.Count(line, []byte("\n")) != 1 {
			t.Errorf("read(%q): the message after it is %q, %v, want one line", b, line, err)
		}
	})
}

// A process that has spoken or ended between messages is not used again.
func TestIdle(t *testing.T) {
	p := &process{lines: make(chan outputLine, 1)}
	if !p.idle() {
		t.Error("idle of a silent process = false, want true")
	}
	p.lines <- outputLine{text: []byte(`{"answer": "late"}`)}
	if p.idle() {
		t.Error("idle of a process that has spoken = true, want false")
	}
	close(p.lines)
	if p.idle() {
		t.Error("idle of a process that has ended = true, want false")
	}
}

func TestReadLine(t *testing.T) {
	const longest = 10
	long := strings.Repeat("y", 5000) // more than the reader holds at a time
	text := "one\r\n\n" + long + "\n0123456789\n" + long + "last"
	b := bufio.NewReader(strings.NewReader(text))
	for _, want := range []struct {
		text string
		long bool
		err  error
	}{{"one", false, nil}, {"", false, nil}, {long[:longest], true, nil}, {"0123456789", false, nil}, {long[:longest], true, io.EOF}, {"", false, io.EOF}} {
		text, long, err := readLine(b, longest, false)
		if string(text) != want.text || long != want.long || err != want.err {
			t.Errorf("readLine = %q, %v, %v, want %q, %v, %v", text, long, err, want.text, want.long, want.err)
		}
	}
	source := strings.NewReader(strings.Repeat("y", 1<<20))
	if text, long, err := readLine(bufio.NewReader(source), longest, true); string(text) != strings.Repeat("y", longest) || !long || err != nil || source.Len() < 1<<19 {
		t.Errorf("readLine cut off = %q, %v, %v with %d bytes left to read: want %d bytes, and the rest left", text, long, err, source.Len(), longest)
	}
}
