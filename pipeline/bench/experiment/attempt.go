package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// StoredTrial is a finished trial with its key, one line of a [Store].
type StoredTrial struct {
	// Head identifies the attempt.
	Head AttemptHead `json:"head"`
	// Reference identifies the references that the trial's score is based on.
	Reference ReferenceDigests `json:"reference"`
	// Seconds is the trial's duration. It varies between runs and is in no report.
	Seconds float64 `json:"seconds"`
	// Trial has the transcript and the score.
	Trial bench.Trial `json:"trial"`
}

// AttemptHead identifies an attempt. Asked, Tools, AgentKey and Epoch cover everything that
// can change the agent's behaviour; the fields after them describe the agent.
type AttemptHead struct {
	// Key is the digest of Asked, Tools, AgentKey and Epoch, see [AttemptKey].
	Key digest.Digest `json:"key"`
	// Asked is the digest of the question, see [QuestionDigest].
	Asked digest.Digest `json:"asked"`
	// Tools is [Design.ToolsKey], and AgentKey is [EvaluatedAgent.Key].
	Tools    digest.Digest `json:"tools"`
	AgentKey digest.Digest `json:"entrant"`
	// Epoch is the number of the attempt, from 0.
	Epoch int `json:"epoch"`
	// Agent is [EvaluatedAgent.Name]. Role, Model, Method, Calls and Protocol are the fields of
	// the same names of [EvaluatedAgent].
	Agent    string          `json:"agent"`
	Role     score.AgentRole `json:"role,omitempty"`
	Model    string          `json:"model,omitempty"`
	Method   string          `json:"method,omitempty"`
	Calls    string          `json:"calls,omitempty"`
	Protocol string          `json:"protocol,omitempty"`
}

// ReferenceDigests identifies the references of a score part by part, so that a change can be
// attributed to one part.
type ReferenceDigests struct {
	// Grader is the version of package score's rules.
	Grader int `json:"grader"`
	// Keywords is the digest of the task's answer keywords and process keywords.
	Keywords digest.Digest `json:"keywords"`
	// Values is the digest of the typed answers and, for a twin, of the removed answers.
	Values digest.Digest `json:"values"`
}

// QuestionDigest returns the digest of everything that a task asks of an agent: the
// question as it is put, its language and, for a twin, the removed row.
func QuestionDigest(t *task.Task) digest.Digest {
	h := digest.New("asked").String("question", task.CurrentQuestion(t)).String("language", t.Language)
	if w := t.Twin; w != nil {
		h.String("table", w.Table).String("key", w.Key).Int("row", w.Row)
	}
	return h.Sum()
}

// AttemptKey returns the key of an attempt, given the digests of the question, the tools
// and the agent, and the number of the epoch from 0.
func AttemptKey(asked, tools, agentKey digest.Digest, epoch int) digest.Digest {
	return digest.New("trial").String("asked", string(asked)).String("tools", string(tools)).
		String("entrant", string(agentKey)).Int("epoch", epoch).Sum()
}

// referenceDigests returns the digests of the references of a task.
func referenceDigests(t *task.Task) (ReferenceDigests, error) {
	r := task.Reference(t)
	all := []any{r.KeyAnswer, r.KeyMiddle}
	if r.MiddleValues != nil {
		all = append(all, r.MiddleValues)
	}
	keywords, err := json.Marshal(all)
	if err != nil {
		return ReferenceDigests{}, fmt.Errorf("task %s: keywords: %w", t.ID, err)
	}
	values, err := json.Marshal([]any{r.Values, r.Removed})
	if err != nil {
		return ReferenceDigests{}, fmt.Errorf("task %s: typed answers: %w", t.ID, err)
	}
	return ReferenceDigests{
		Grader:   score.Version,
		Keywords: digest.Of("keywords", string(keywords)),
		Values:   digest.Of("answers", string(values)),
	}, nil
}

// digestSum is a digest as the index holds it.
type digestSum = [32]byte

// linePrefix begins every line. Because the head comes first, opening a store parses only the
// heads.
var linePrefix = []byte(`{"head":`)

// encodeAttempt returns an attempt as one line, without the newline.
func encodeAttempt(a *StoredTrial) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// decodeHead parses the head of a line and checks its key.
func decodeHead(line []byte) (h AttemptHead, key, asked digestSum, err error) {
	rest, ok := bytes.CutPrefix(line, linePrefix)
	if !ok || !bytes.HasSuffix(line, []byte("}")) {
		return h, key, asked, fmt.Errorf("%.40q is not an attempt: want an object that begins with its head", line)
	}
	if err := json.NewDecoder(bytes.NewReader(rest)).Decode(&h); err != nil {
		return h, key, asked, fmt.Errorf("head: %w: want the head of an attempt", err)
	}
	if h.Agent == "" || h.Epoch < 0 {
		return h, key, asked, fmt.Errorf("head: agent %q, epoch %d: want a name, and an epoch from 0", h.Agent, h.Epoch)
	}
	if asked, err = h.Asked.Sum(); err != nil {
		return h, key, asked, fmt.Errorf("head: asked: %w", err)
	}
	if want := AttemptKey(h.Asked, h.Tools, h.AgentKey, h.Epoch); h.Key != want {
		return h, key, asked, fmt.Errorf("head: key %q: want %s", h.Key, want)
	}
	key, err = h.Key.Sum()
	return h, key, asked, err
}

// decodeAttempt parses a line.
func decodeAttempt(line []byte) (*StoredTrial, error) {
	a := new(StoredTrial)
	if err := json.Unmarshal(line, a); err != nil {
		return nil, fmt.Errorf("%w: want an attempt as JSON", err)
	}
	if a.Trial.Transcript == nil {
		return nil, errors.New("missing transcript")
	}
	return a, nil
}
