package llmtest

import (
	"net/http"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// A job is a valid request that is charged: a chat completion or embeddings.
type job interface {
	model() string
	// tokens is the number of tokens that the request counts for in the rate limit.
	tokens() int
	// run computes the answer. f is the fault that was drawn; the outcome has the fault
	// that applies.
	run(body digest.Digest, seen int, f FaultKind) (outcome, *problem)
}

// outcome is an answer that is ready to be sent.
type outcome struct {
	body  any // sent as JSON
	usage TokenCharge
	fault FaultKind
}

// perform reads, admits and answers a job.
func (x *exchange) perform(read func(*ModelServer, []byte) (job, *problem)) *problem {
	if p := x.readJSON(); p != nil {
		return p
	}
	j, p := read(x.ModelServer, x.body)
	if p != nil {
		return p
	}
	x.record.Model = j.model()
	if p := x.admit(j.tokens()); p != nil {
		return p
	}
	d := x.options.draw(x.record.Digest, x.record.Seen)
	if replacesAnswer(d.fault) {
		return x.sendFault(d)
	}
	x.wait(d.latency)
	o, p := j.run(x.record.Digest, x.record.Seen, d.fault)
	if p != nil {
		return p
	}
	d.fault = o.fault
	if replacesAnswer(d.fault) {
		return x.sendFault(d)
	}
	x.record.Fault, x.record.Usage = o.fault, o.usage
	x.send(encode(o.body), d)
	return nil
}

// admit returns a problem if quota or rate limits do not allow the request. Otherwise it
// counts the body.
func (x *exchange) admit(tokens int) *problem {
	if p := x.quota(); p != nil {
		return p
	}
	if p := x.limiter.take(time.Now(), tokens, x.w.Header()); p != nil {
		return p
	}
	x.record.Seen = x.records.countBody(x.sum)
	return nil
}

func (s *ModelServer) quota() *problem {
	if s.options.Quota > 0 && s.records.spent() >= s.options.Quota {
		return newProblem(http.StatusTooManyRequests, "insufficient_quota", "", "insufficient_quota", "the quota of %d tokens is used up", s.options.Quota)
	}
	return nil
}

// send sends an answer and charges it, unless its fault makes the body unreadable.
func (x *exchange) send(body []byte, d drawn) {
	switch d.fault {
	case FaultCut:
		x.cut(body, d)
	case FaultMalformed:
		body = malformed(body, d)
	default:
		x.pay()
	}
	x.reply(http.StatusOK, "application/json", body)
}

// pay charges the answer. It is called before the answer is sent, so that a client that
// has the answer finds it counted.
func (x *exchange) pay() {
	x.record.Paid = true
	x.records.pay(x.record.Usage)
}
