package llmtest

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"taskgrove/pipeline/digest"
)

// chat answers POST /v1/chat/completions.
func (x *exchange) chat(string) *problem {
	if p := x.readJSON(); p != nil {
		return p
	}
	r, p := decodeRequest(x.body, &x.schemas)
	if p != nil {
		return p
	}
	if p := served(r.Model, x.options.Models); p != nil {
		return p
	}
	x.record.Model = r.Model
	if p := x.admit(PromptTokens(r) + r.Limit()); p != nil {
		return p
	}
	r.Digest, r.Seen = x.record.Digest, x.record.Seen
	d := x.draw()
	if before(d.fault) {
		return x.suffer(d)
	}
	if !x.wait(d.latency) {
		return nil
	}
	a := x.options.Script(r)
	if a.Fault != FaultNone {
		d.fault = a.Fault
		if before(d.fault) {
			return x.suffer(d)
		}
	}
	if err := x.breach(r, a); err != nil {
		return scriptError(err)
	}
	c, fault := complete(x.answerID(), r, a, d.fault)
	d.fault = fault
	x.record.Usage = c.usage
	if r.streams() {
		return x.stream(c, d)
	}
	return x.send(encode(c.wire()), d)
}

// served refuses a model that isn't one of models.
func served(model string, models []string) *problem {
	if slices.Contains(models, model) {
		return nil
	}
	return newProblem(http.StatusNotFound, typeInvalid, "model", "model_not_found", "model: %q isn't served here: want one that /v1/models lists", model)
}

// admit passes a valid request by quota and rate limits, and counts its body.
func (x *exchange) admit(tokens int) *problem {
	if p := x.quota(); p != nil {
		return p
	}
	if p := x.limiter.take(time.Now(), tokens, x.w.Header()); p != nil {
		return p
	}
	x.record.Seen = x.ledger.see(x.sum)
	return nil
}

func (s *Server) quota() *problem {
	if s.options.Quota > 0 && s.ledger.spent() >= s.options.Quota {
		return newProblem(http.StatusTooManyRequests, "insufficient_quota", "", "insufficient_quota", "the quota of %d tokens is spent: want a greater one", s.options.Quota)
	}
	return nil
}

// answerID names the answer after its request, so that it is the same every time.
func (x *exchange) answerID() string { return answerID(x.record.Digest, x.record.Seen) }

func answerID(d digest.Digest, seen int) string {
	return d.Short() + strconv.Itoa(seen)
}

// send sends a whole answer that is charged, unless its fault spoils it.
func (x *exchange) send(body []byte, d drawn) *problem {
	x.record.Fault = d.fault
	switch d.fault {
	case FaultCut:
		x.cut(body, d)
	case FaultMalformed:
		x.reply(http.StatusOK, "application/json", malformed(body, d))
		return nil
	}
	x.pay()
	x.reply(http.StatusOK, "application/json", body)
	return nil
}

// pay charges the answer. It comes before the last byte is sent, so that a client that
// has the answer finds it counted.
func (x *exchange) pay() {
	x.record.Paid = true
	x.ledger.pay(x.record.Usage)
}
