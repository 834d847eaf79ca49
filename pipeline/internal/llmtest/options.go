package llmtest

import (
	"errors"
	"fmt"
	"time"
)

// What a server has that isn't told otherwise.
const (
	// DefaultModel is the chat model served where [Options.Models] is empty.
	DefaultModel = "test-model"
	// DefaultEmbedder is the embedding model served where [Options.Embedders] is empty.
	DefaultEmbedder = "test-embedding"
	// DefaultDimensions is the length of vectors where [Options.Dimensions] is 0.
	DefaultDimensions = 256
)

// ServerOptions say how a server behaves. The zero value is a server that echoes at once and
// without a fault, asks for no key, and has the default models.
type ServerOptions struct {
	// Key is the bearer key that every request must show. Where it is empty nobody
	// asks for one.
	Key string
	// Models are the chat models; nil means [DefaultModel].
	Models []string
	// Embedders are the embedding models; nil means [DefaultEmbedder].
	Embedders []string
	// Dimensions is the length of an embedding, and the longest that a request may
	// ask for; 0 means [DefaultDimensions].
	Dimensions int
	// Script answers chat requests; nil means [Echo].
	Script Script
	// Seed is what faults and latencies are drawn from.
	Seed int64
	// Latency is how long an answer takes at least, and Spread how much longer at
	// most, drawn evenly. Refused requests don't wait.
	Latency, Spread time.Duration
	// Faults are the rates of faults, each in [0, 1] and at most 1 together: a
	// request meets one fault or none.
	Faults map[FaultKind]float64
	// RetryAfter is what the answers of [FaultRateLimit] tell the client to wait;
	// 0 sends no such header.
	RetryAfter time.Duration
	// Limits are the rate limits.
	Limits RateLimits
	// Quota is the number of tokens that may be paid for in all;
	// when they are spent, requests are refused with the code insufficient_quota.
	// 0 is no bound.
	Quota int
	// Context is the most tokens that a chat request may have, those that it allows its
	// answer included; a longer one is refused with the code context_length_exceeded.
	// 0 is no bound.
	Context int
	// Keep holds every request's body in its [Record].
	Keep bool
	// Forget keeps no records, only [Stats], for servers that run long.
	Forget bool
}

// RateLimits are rate limits, over every model together. Both buckets are full at first
// and fill evenly.
type RateLimits struct {
	// Requests and Tokens are how many may come in a window; 0 is no limit. A
	// request counts with its prompt and the most tokens that it allows its answer.
	Requests, Tokens int
	// Window is the time they are for; 0 means a minute, as in OpenAI's limits.
	Window time.Duration
}

// FaultKind is a way in which an answer goes wrong.
type FaultKind string

// The faults. The last three change answers and are paid for like any other. [FaultNone] is no fault.
const (
	FaultNone FaultKind = ""
	// FaultRateLimit refuses with 429 and the code rate_limit_exceeded.
	FaultRateLimit FaultKind = "rate_limit"
	// FaultServer answers 500 or 503 with an error object.
	FaultServer FaultKind = "server"
	// FaultGateway answers 502 or 504 with a page of HTML, as proxies do.
	FaultGateway FaultKind = "gateway"
	// FaultHang answers nothing until the client gives up.
	FaultHang FaultKind = "hang"
	// FaultCut closes the connection in the middle of an answer's body.
	FaultCut FaultKind = "cut"
	// FaultMalformed answers 200 with a body that is broken JSON.
	FaultMalformed FaultKind = "malformed"
	// FaultTruncated ends the answer half way, with finish_reason length.
	FaultTruncated FaultKind = "truncated"
	// FaultRefusal answers with a refusal in place of content.
	FaultRefusal FaultKind = "refusal"
	// FaultArguments breaks the JSON of the first tool call's arguments. It doesn't
	// happen to answers without tool calls.
	FaultArguments FaultKind = "arguments"
)

// Faults returns every fault, in the order in which they are drawn.
func Faults() []FaultKind {
	return []FaultKind{FaultRateLimit, FaultServer, FaultGateway, FaultHang, FaultCut, FaultMalformed,
		FaultTruncated, FaultRefusal, FaultArguments}
}

// Validate says what is wrong with the options, every fault of them.
func (o ServerOptions) Validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	sum, known := 0.0, make(map[FaultKind]bool)
	for _, f := range Faults() {
		known[f] = true
		if rate := o.Faults[f]; !(rate >= 0 && rate <= 1) {
			fault("the rate of fault %s is %v: want a number from 0 to 1", f, rate)
		}
		sum += o.Faults[f]
	}
	for _, f := range sorted(o.Faults) {
		if !known[f] {
			fault("no fault is called %q: want one of %v", f, Faults())
		}
	}
	if sum > 1+1e-9 {
		fault("the rates of faults are %v together: want at most 1", sum)
	}
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"latency", int64(o.Latency)}, {"spread", int64(o.Spread)}, {"retry after", int64(o.RetryAfter)},
		{"limit of requests", int64(o.Limits.Requests)}, {"limit of tokens", int64(o.Limits.Tokens)},
		{"window", int64(o.Limits.Window)}, {"quota", int64(o.Quota)}, {"context", int64(o.Context)},
		{"number of dimensions", int64(o.Dimensions)},
	} {
		if n.value < 0 {
			fault("the %s is negative: want at least 0", n.name)
		}
	}
	return errors.Join(faults...)
}

// withDefaults fills in what is left out.
func (o ServerOptions) withDefaults() ServerOptions {
	if o.Models == nil {
		o.Models = []string{DefaultModel}
	}
	if o.Embedders == nil {
		o.Embedders = []string{DefaultEmbedder}
	}
	if o.Dimensions == 0 {
		o.Dimensions = DefaultDimensions
	}
	if o.Script == nil {
		o.Script = Echo
	}
	if o.Limits.Window == 0 {
		o.Limits.Window = time.Minute
	}
	return o
}
