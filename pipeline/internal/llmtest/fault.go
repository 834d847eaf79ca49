package llmtest

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

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
	for _, f := range Faults() {
		if u -= o.Faults[f]; u < 0 {
			d.fault = f
			break
		}
	}
	return d
}

// replacesAnswer reports whether a fault is sent in place of an answer.
func replacesAnswer(f FaultKind) bool {
	switch f {
	case FaultRateLimit, FaultServer, FaultGateway, FaultHang:
		return true
	}
	return false
}

// intN returns a number in [0, n).
func (d drawn) intN(n int) int {
	if d.rand == nil {
		return 0
	}
	return d.rand.IntN(n)
}

// sendFault sends a fault in place of an answer.
func (x *exchange) sendFault(d drawn) *problem {
	x.record.Fault = d.fault
	switch d.fault {
	case FaultRateLimit:
		if x.options.RetryAfter > 0 {
			retryAfter(x.w.Header(), x.options.RetryAfter)
		}
	case FaultHang:
		x.hang()
	case FaultGateway:
		status := gatewayStatus(d)
		x.reply(status, "text/html", gatewayPage(status))
		return nil
	}
	return faultProblem(d)
}

// faultProblem returns the error object of [FaultRateLimit] or [FaultServer].
func faultProblem(d drawn) *problem {
	if d.fault == FaultRateLimit {
		return newProblem(http.StatusTooManyRequests, "requests", "", "rate_limit_exceeded", "too many requests (an injected fault): wait and retry")
	}
	status := []int{http.StatusInternalServerError, http.StatusServiceUnavailable}[d.intN(2)]
	return newProblem(status, typeServer, "", "", "the server had an error (an injected fault): retry")
}

func gatewayStatus(d drawn) int {
	return []int{http.StatusBadGateway, http.StatusGatewayTimeout}[d.intN(2)]
}

func gatewayPage(status int) []byte {
	title := strconv.Itoa(status) + " " + http.StatusText(status)
	return []byte("<html>\r\n<head><title>" + title + "</title></head>\r\n<body>\r\n<center><h1>" + title +
		"</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n")
}

// cut sends the beginning of the body and closes the connection.
func (x *exchange) cut(body []byte, d drawn) {
	x.record.Status = http.StatusOK
	h := x.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.w.WriteHeader(http.StatusOK)
	x.w.Write(body[:1+d.intN(len(body)-1)])
	x.flush()
	panic(http.ErrAbortHandler)
}

// flush sends what is written, if the writer buffers and can flush.
func (x *exchange) flush() {
	if f, ok := x.w.(http.Flusher); ok {
		f.Flush()
	}
}

// malformed returns a body with broken JSON: cut off, or with a quote missing.
func malformed(body []byte, d drawn) []byte {
	if d.intN(2) == 0 {
		return body[:len(body)/2]
	}
	return append([]byte(`{"id: `), body[1:]...)
}
