package llmtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// FaultKind names the fault that a [ModelServer] puts into an answer to test its client; ""
// is no fault.
type FaultKind string

// The kinds of faults. The first nine can be drawn, and every kind can happen to the answer of
// a script. Answers with [FaultTruncated], [FaultRefusal] and [FaultArguments] are charged
// like others.
const (
	// FaultRateLimit refuses with 429 and the code rate_limit_exceeded.
	FaultRateLimit FaultKind = "rate_limit"
	// FaultServer answers 500 or 503 with an error object.
	FaultServer FaultKind = "server"
	// FaultGateway answers 502 or 504 with a page of HTML, as proxies do.
	FaultGateway FaultKind = "gateway"
	// FaultHang sends no answer and waits until the client gives up.
	FaultHang FaultKind = "hang"
	// FaultCut closes the connection in the middle of an answer's body.
	FaultCut FaultKind = "cut"
	// FaultMalformed answers 200 with a body that is broken JSON.
	FaultMalformed FaultKind = "malformed"
	// FaultTruncated ends the answer half way, with finish_reason length.
	FaultTruncated FaultKind = "truncated"
	// FaultRefusal answers with a refusal in place of content.
	FaultRefusal FaultKind = "refusal"
	// FaultArguments breaks the JSON of the arguments of the first tool call. It has no
	// effect on answers without tool calls.
	FaultArguments FaultKind = "arguments"
	// FaultQuota refuses with 429 and the code insufficient_quota.
	FaultQuota FaultKind = "quota"
	// FaultTooLong refuses with 400 and the code context_length_exceeded.
	FaultTooLong FaultKind = "too_long"
)

// drawable are the faults that can be drawn, in the order in which they are.
var drawable = []FaultKind{FaultRateLimit, FaultServer, FaultGateway, FaultHang, FaultCut, FaultMalformed,
	FaultTruncated, FaultRefusal, FaultArguments}

// replacesAnswer reports whether a fault is sent in place of an answer.
func (f FaultKind) replacesAnswer() bool {
	switch f {
	case FaultRateLimit, FaultServer, FaultGateway, FaultHang, FaultQuota, FaultTooLong:
		return true
	}
	return false
}

// drawn is the fault and latency drawn for a request.
type drawn struct {
	fault   FaultKind
	latency time.Duration
	rand    *rand.Rand // for the fault's details; nil if nothing was drawn
}

// draw draws the latency and the fault of a request whose body was seen that often before.
// Each body and number has one random source, from which come first the latency, then the
// fault, then the fault's details.
func (o *ServerOptions) draw(body digest.Digest, seen int) drawn {
	d := drawn{latency: o.Latency}
	if o.Spread == 0 && len(o.Faults) == 0 {
		return d
	}
	d.rand = digest.Rand("llmtest", strconv.FormatInt(o.Seed, 10), string(body), strconv.Itoa(seen))
	d.latency += time.Duration(d.rand.Float64() * float64(o.Spread))
	u := d.rand.Float64()
	for _, f := range drawable {
		if u -= o.Faults[f]; u < 0 {
			d.fault = f
			break
		}
	}
	return d
}

// intN returns a number in [0, n).
func (d drawn) intN(n int) int {
	if d.rand == nil {
		return 0
	}
	return d.rand.IntN(n)
}

// sendFault sends a fault in place of an answer, or returns its error object.
func (x *exchange) sendFault(d drawn) *problem {
	x.count(func(t *Stats) { t.Faults[d.fault]++ })
	switch d.fault {
	case FaultHang:
		<-x.r.Context().Done()
		panic(http.ErrAbortHandler) // a handler that returns sends an answer
	case FaultGateway:
		status := []int{http.StatusBadGateway, http.StatusGatewayTimeout}[d.intN(2)]
		x.reply(status, "text/html", fmt.Appendf(nil, "<html>\r\n<head><title>%[1]d %[2]s</title></head>\r\n<body>\r\n<center><h1>%[1]d %[2]s</h1></center>\r\n</body>\r\n</html>\r\n", status, http.StatusText(status)))
		return nil
	case FaultRateLimit:
		return &problem{http.StatusTooManyRequests, "too many requests (an injected fault): wait and retry", "requests", "rate_limit_exceeded"}
	case FaultQuota:
		return &problem{http.StatusTooManyRequests, "the quota is used up (an injected fault)", "insufficient_quota", "insufficient_quota"}
	case FaultTooLong:
		return &problem{http.StatusBadRequest, "the request is too long (an injected fault)", typeInvalid, "context_length_exceeded"}
	}
	status := []int{http.StatusInternalServerError, http.StatusServiceUnavailable}[d.intN(2)]
	return &problem{status, "the server had an error (an injected fault): retry", typeServer, ""}
}

// cut sends the beginning of the body and closes the connection.
func (x *exchange) cut(body []byte, d drawn) {
	h := x.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.w.Write(body[:1+d.intN(len(body)-1)])
	if f, ok := x.w.(http.Flusher); ok {
		f.Flush()
	}
	panic(http.ErrAbortHandler)
}

// malformed returns a body with broken JSON: cut off, or with a quote missing.
func malformed(body []byte, d drawn) []byte {
	if d.intN(2) == 0 {
		return body[:len(body)/2]
	}
	return append([]byte(`{"id: `), body[1:]...)
}
