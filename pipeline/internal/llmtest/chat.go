package llmtest

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// chatJob is a chat completion.
type chatJob struct {
	s      *ModelServer
	r      *Request
	prompt int // tokens
}

// readChat reads and checks the body of a chat completion request.
func (s *ModelServer) readChat(body []byte) (job, *problem) {
	r, p := decodeRequest(body, &s.schemas)
	if p != nil {
		return nil, p
	}
	if p := served(r.Model, s.options.Models); p != nil {
		return nil, p
	}
	j := chatJob{s, r, PromptTokens(r)}
	if most := s.options.Context; most > 0 && j.tokens() > most {
		return nil, invalid("messages", "context_length_exceeded", "the request has %d tokens: want at most %d", j.tokens(), most)
	}
	return j, nil
}

func (j chatJob) model() string { return j.r.Model }

func (j chatJob) tokens() int { return j.prompt + j.r.Limit() }

func (j chatJob) run(body digest.Digest, seen int, f FaultKind) (outcome, *problem) {
	j.r.Digest, j.r.Seen = body, seen
	a := j.s.options.Script(j.r)
	if a.Fault != FaultNone {
		f = a.Fault
	}
	if replacesAnswer(f) {
		return outcome{fault: f}, nil
	}
	if err := j.s.checkAnswer(j.r, a); err != nil {
		return outcome{}, scriptError(err)
	}
	c, f := complete(answerID(body, seen), j.r, j.prompt, a, f)
	return outcome{body: c.wire(), usage: c.usage, fault: f}, nil
}

// served returns a problem unless model is one of models.
func served(model string, models []string) *problem {
	if slices.Contains(models, model) {
		return nil
	}
	return newProblem(http.StatusNotFound, typeInvalid, "model", "model_not_found", "model: %q is not served here", model)
}

// answerID derives the ID of an answer from its request, so that it is reproducible.
func answerID(body digest.Digest, seen int) string {
	return body.Short() + strconv.Itoa(seen)
}
