// Package remote holds agents that run elsewhere: in processes of their own, see
// [ProcessAgent], or behind an HTTP endpoint, see [HTTP]. Both speak one protocol, whose
// JSON Schema is schemas/agent-message.schema.json.
//
// # Protocol
//
// The bench sends a message and the agent sends a reply; each is one JSON object. A message
// contains the whole state of a trial, so an agent need not remember anything, and any
// process of a pool and any handler of a server can answer any message of any trial:
//
//	version   1
//	question  the question
//	language  its language: "zh", "en", "pt"
//	epoch     the number of the attempt at the question, from 0
//	tools     the tools, as OpenAI function schemas
//	turns     the calls so far, each with tool, arguments, observation (the text returned)
//	          and, if there is no result, fault: missing, columns, arguments or failed
//	memory    the memory of the agent's last reply; absent if it had none
//	last      true if the turns are used up and only an answer is accepted
//	error     the fault of the reply before, if it could not be read; absent otherwise
//
// A reply has either calls, which are made in order and are one turn together, or the
// answer:
//
//	calls     a list of at most 64 objects with tool and arguments
//	answer    the final answer, which ends the trial; "" gives up
//	summary   with an answer: an account of the findings, in which the paper's process
//	          rate looks for keywords; without it that rate is 0
//	thoughts  a text that is kept in the transcript
//	tokens    an object with input and output: the tokens that a model used for this reply
//	memory    any JSON; the next message contains it
//
// All fields except calls or answer are optional, and other fields are not allowed. The
// call of a tool that ends trials is an answer too. If a call is faulty, its observation
// says so. If a reply cannot be read, the message is sent once more, with error.
//
// A process reads messages from its standard input and writes replies to its standard
// output, each on a line of its own in UTF-8, and nothing else; its standard error goes to
// the log. Its first line, before any message, is {"ready": 1}, so that the time to load a
// model does not count as time to answer. It must exit when its input ends. An endpoint
// receives each message as the body of a POST, and answers with status 200 and the reply
// as the body.
//
// # Example
//
// A whole agent in Python, which looks up the first quoted name with the first tool and
// answers with the result:
//
//	import json, re, sys
//
//	print('{"ready": 1}', flush=True)
//	for line in sys.stdin:
//	    message = json.loads(line)
//	    name = re.search(r'"(.+?)"', message["question"])
//	    if message["turns"]:
//	        reply = {"answer": message["turns"][-1]["observation"]}
//	    elif message["last"] or not name:
//	        reply = {"answer": ""}
//	    else:
//	        tool = message["tools"][0]["function"]
//	        argument = tool["parameters"]["required"][0]
//	        reply = {"calls": [{"tool": tool["name"], "arguments": {argument: name[1]}}],
//	                 "thoughts": "it may be known by this name"}
//	    print(json.dumps(reply), flush=True)
//
// A longer example is testdata/agent.py.
//
// # What a program can read
//
// A program runs with the rights of this process and, unless [ProgramSpec.Env] says
// otherwise, with its environment. It can read every file that this process's user can
// read: a set of tasks with the answers, the transcripts of other agents, keys. The
// messages contain none of these. An agent that must not read them has to run as a user
// who cannot read the directory of the set, or on another machine, behind an address for
// [HTTP]:
//
//	chmod 700 out
//	sudo -u OTHER python3 /srv/mine/serve.py      (in a terminal of its own)
//	bench -agent mine=http://127.0.0.1:8000/
//
// If reply_to is a function that returns the reply to a message, a server can be:
//
//	import json
//	from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
//
//	class Agent(BaseHTTPRequestHandler):
//	    def do_POST(self):
//	        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
//	        body = json.dumps(reply_to(message)).encode()
//	        self.send_response(200)
//	        self.send_header("Content-Length", str(len(body)))
//	        self.end_headers()
//	        self.wfile.write(body)
//
//	ThreadingHTTPServer(("127.0.0.1", 8000), Agent).serve_forever()
//
// This process cannot kill a program that runs as another user, as with sudo, unless it
// runs as root: the program has to exit by itself when its input ends.
//
// # Failures of an agent, and errors
//
// An agent fails at a question if its process dies, its reply is late or too long, or two
// replies in a row cannot be read. The transcript then ends with [agent.Failed], keeps the calls made so
// far, and is scored as one without an answer and a summary. A fault that does not depend
// on the question is an error of Solve, and the trial has no score: a process that cannot
// be started or is not ready in time, an endpoint that cannot be reached or refuses.
// [TrialLimits.FailureIsError] turns failures into errors too.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// TrialLimits bound a trial of a remote agent. A zero field has the default that its
// comment gives.
type TrialLimits struct {
	// Turns is the number of replies that may call tools; 0 means [DefaultTurns]. After
	// that one more message asks for the answer, and the trial ends as [agent.Exhausted],
	// whether or not there is an answer.
	Turns int
	// Wait is the maximum time for one reply; 0 means [DefaultWait].
	Wait time.Duration
	// ReplyBytes is the maximum length of one reply; 0 means [DefaultReplyBytes]. No more
	// than that is read: the trial fails at once, and a process is replaced.
	ReplyBytes int
	// FailureIsError turns a failure of the agent into an error of Solve: the agent's
	// process ended, its reply was late or too long, or its replies were unreadable. Otherwise the
	// trial ends as [agent.Failed].
	FailureIsError bool
}

// Defaults of [TrialLimits], and limits of every agent. DefaultTurns is the number of turns
// in the paper (arXiv 2412.17259, section 4.1).
const (
	DefaultTurns      = 10                     // default number of replies that may call tools
	DefaultWait       = 5 * time.Minute        // default time for one reply
	DefaultReplyBytes = 1 << 20                // default length of one reply in bytes
	MaxCalls          = agent.MaxCallsPerReply // most calls of one reply
)

func (l TrialLimits) orDefaults() TrialLimits {
	if l.Turns <= 0 {
		l.Turns = DefaultTurns
	}
	if l.Wait <= 0 {
		l.Wait = DefaultWait
	}
	if l.ReplyBytes <= 0 {
		l.ReplyBytes = DefaultReplyBytes
	}
	return l
}

// transport exchanges messages with an agent. It is safe for concurrent use.
type transport interface {
	// send sends a message, which ends in a line break, and returns the reply unchanged. An
	// *agentFailure is the agent's fault; other errors are the harness's or the context's
	// cause.
	send(ctx context.Context, message []byte) ([]byte, error)
}

// agentFailure is an agent's failure to send a valid reply.
type agentFailure struct {
	detail    string // one line
	text      string // what it sent instead, if anything
	retryable bool   // the agent can be told and asked again
	died      bool   // its process ended
}

// Error returns the detail.
func (f *agentFailure) Error() string { return f.detail }

// lateFailure is the failure of an agent that took longer than it may.
func lateFailure(wait time.Duration) *agentFailure {
	return &agentFailure{detail: fmt.Sprintf("no reply within %v", wait)}
}

// longFailure is the failure of an agent whose reply begins with text and is longer than
// it may be.
func longFailure(longest int, text []byte) *agentFailure {
	return &agentFailure{detail: fmt.Sprintf("a reply of more than %d bytes: want fewer", longest), text: string(text)}
}

// trial is one attempt at a question.
type trial struct {
	transport  transport
	limits     TrialLimits
	tools      tool.Caller
	env        agent.TrialEnv
	question   string
	transcript *agent.Transcript
	memory     []byte            // of the last reply; nil without any
	schemas    []json.RawMessage // of the tools
}

// solve exchanges messages with an agent until it answers.
func solve(ctx context.Context, c transport, l TrialLimits, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	t := &trial{
		transport: c, limits: l.orDefaults(), tools: tools, env: env, question: question,
		transcript: &agent.Transcript{Calls: []agent.ObservedCall{}, End: agent.Finished}, schemas: toolSchemas(env),
	}
	err := t.run(ctx)
	var f *agentFailure
	switch {
	case err == nil:
		return t.transcript, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &f) && !t.limits.FailureIsError:
		t.transcript.End, t.transcript.Detail = agent.Failed, f.detail
		return t.transcript, nil
	}
	return nil, err
}

// run requests replies and makes calls until there is an answer or an error.
func (t *trial) run(ctx context.Context) error {
	for asked := 0; ; asked++ {
		last := asked == t.limits.Turns
		r, err := t.requestReply(ctx, last)
		if err != nil {
			return err
		}
		spoke := t.recordReply(r)
		switch {
		case last:
			t.transcript.End = agent.Exhausted
			t.transcript.Detail = fmt.Sprintf("%d turns with calls", t.limits.Turns)
			t.takeAnswer(r)
			return nil
		case r.Answer != nil:
			t.takeAnswer(r)
			return nil
		}
		done, err := t.makeCalls(ctx, r.Calls, spoke)
		if done || err != nil {
			return err
		}
	}
}

// requestReply sends the trial so far and returns the reply. The agent is told once about an
// unreadable reply.
func (t *trial) requestReply(ctx context.Context, last bool) (*reply, error) {
	wrong := ""
	for {
		m, err := t.nextMessage(last, wrong)
		if err != nil {
			return nil, err
		}
		b, err := t.transport.send(ctx, m)
		var r *reply
		if err == nil {
			if r, err = parseReply(b); err == nil {
				return r, nil
			}
			err = &agentFailure{detail: err.Error(), text: string(b), retryable: true}
		}
		var f *agentFailure
		if !errors.As(err, &f) {
			return nil, err
		}
		if f.text != "" {
			t.transcript.Replies = append(t.transcript.Replies, agent.ModelReply{Phase: agent.Acting, Text: excerpt(f.text), Fault: agent.BadForm, Detail: f.detail})
		}
		if wrong != "" || !f.retryable {
			return nil, f
		}
		wrong = f.detail
	}
}

// recordReply records tokens, memory and thoughts of a reply. It returns the number of the
// recorded [agent.ModelReply], or 0 if the reply has neither thoughts nor an invalid call.
func (t *trial) recordReply(r *reply) (said int) {
	t.memory = r.Memory
	if r.Tokens != nil {
		if t.transcript.Tokens == nil {
			t.transcript.Tokens = r.Tokens.scoreTokens()
		} else {
			addTokens(t.transcript.Tokens, r.Tokens.scoreTokens())
		}
	}
	s := agent.ModelReply{Phase: agent.Acting, Text: r.Thoughts}
	s.Fault, s.Detail = callFault(r.Calls, t.env.Domain)
	if s.Text == "" && s.Fault == "" {
		return 0
	}
	t.transcript.Replies = append(t.transcript.Replies, s)
	return len(t.transcript.Replies)
}

// takeAnswer takes the final answer of a reply that has one.
func (t *trial) takeAnswer(r *reply) {
	if r.Answer != nil {
		t.transcript.Answer, t.transcript.Summary = *r.Answer, r.Summary
	}
}
