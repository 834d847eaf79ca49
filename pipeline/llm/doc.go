// Package llm sends requests to language models, through any server that speaks
// OpenAI's wire format.
//
// A [Client] answers a [Request] with a [Reply]. It is built for long runs: it shares
// requests among several endpoints by weight, adapts the number of requests in flight
// to each of them, waits as long as servers ask, retries temporary faults, keeps to a
// [Budget], and writes every paid answer to a [Journal] on disk before it returns the
// answer. [Request.Digest] identifies a request by everything that can change its
// answer. A request whose answer is in the journal is never sent again, even after
// kill -9. A request that was in flight when the process was killed is sent again,
// because nobody knows whether the server charged for it. A request that is in flight
// when a caller's context ends is finished, and its answer is recorded.
//
// There are two kinds of faults. An [*InfrastructureError] means that there is no
// answer: none is recorded, and most causes are retried. What the server charged all the
// same counts against the budget and is in the journal. An [*AnswerError] means
// that the answer cannot be used (it is a refusal, was cut off, or has the wrong format)
// or that the conversation is too long for the model. Such an answer is recorded and
// returned; to get another one, change [Request.Attempt].
//
// With [ClientOptions.Replay] a client answers from the journal only, for tests and for
// runs that must cost nothing. A [Batch] uses the Batch API, at half price, with the
// same journal. Package llmtest is a test server for all of this.
//
// An [APIKey] never appears in an error, a log or a journal: it prints as "[key]", only
// the code that sends requests can read it, and if a server sends it back it is
// redacted before any other code reads the response (see [APIKey.Redact] for the forms
// in which it is found).
//
// The package reads neither the clock nor the environment.
package llm
