package llmtest

import (
	"errors"
	"fmt"
	"time"
)

// Defaults of [ServerOptions].
const (
	// DefaultModel is the chat model if [ServerOptions.Models] is nil.
	DefaultModel = "test-model"
	// DefaultEmbedder is the embedding model if [ServerOptions.Embedders] is nil.
	DefaultEmbedder = "test-embedding"
	// DefaultDimensions is the length of vectors if [ServerOptions.Dimensions] is 0.
	DefaultDimensions = 256
)

// ServerOptions set the behaviour of a server. With the zero value a server echoes without
// delay or faults, needs no key, and has the default models.
type ServerOptions struct {
	// Key is the bearer key that every request must have; "" if no key is needed.
	Key string
	// Models are the chat models; nil means [DefaultModel].
	Models []string
	// Embedders are the embedding models; nil means [DefaultEmbedder].
	Embedders []string
	// Dimensions is the length of an embedding and the greatest length that a request may
	// ask for; 0 means [DefaultDimensions].
	Dimensions int
	// Script answers chat requests; nil means [Echo].
	Script Script
	// Seed is the seed of faults and latencies.
	Seed int64
	// Latency is the shortest time that an answer takes; a time drawn uniformly from 0 to
	// Spread is added to it. Refused requests are answered at once.
	Latency, Spread time.Duration
	// Faults are the probabilities of faults, each in [0, 1] and with a sum of at most 1.
	// A request meets at most one fault.
	Faults map[FaultKind]float64
	// RetryAfter is the wait that answers of [FaultRateLimit] ask for; with 0 they have no
	// such header.
	RetryAfter time.Duration
	// Limits are the rate limits.
	Limits RateLimits
	// Quota is the total number of tokens that may be charged. Once it is used up,
	// requests are refused with the code insufficient_quota. 0 means no limit.
	Quota int
	// Context is the maximum number of tokens of a chat request, including the maximum
	// length of its answer. A longer request is refused with the code
	// context_length_exceeded. 0 means no limit.
	Context int
	// Keep stores the body of every request in its [Record].
	Keep bool
	// Forget keeps only [Stats] and no records, for servers that run for a long time.
	Forget bool
}

// RateLimits are the rate limits of all models together, as token buckets that are full at
// first and refill steadily.
type RateLimits struct {
	// Requests and Tokens are the number allowed in a window; 0 means no limit. A request
	// counts with the tokens of its prompt and the maximum length of its answer.
	Requests, Tokens int
	// Window is the length of the window; 0 means a minute, as in OpenAI's limits.
	Window time.Duration
}

// FaultKind names the fault that a [ModelServer] puts into an answer to test its client.
type FaultKind string

// The kinds of faults. Answers with the last three faults are charged like others.
// [FaultNone] is no fault.
const (
	FaultNone FaultKind = ""
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
)

// Faults returns all kinds of faults but [FaultNone], in the order in which they are drawn.
func Faults() []FaultKind {
	return []FaultKind{FaultRateLimit, FaultServer, FaultGateway, FaultHang, FaultCut, FaultMalformed,
		FaultTruncated, FaultRefusal, FaultArguments}
}

// Validate returns an error that lists everything invalid in the options, or nil.
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
			fault("unknown fault %q: want one of %v", f, Faults())
		}
	}
	if sum > 1+1e-9 {
		fault("the sum of the rates of faults is %v: want at most 1", sum)
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

// withDefaults returns o with the defaults in place of zero fields.
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
