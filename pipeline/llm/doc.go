// Package llm asks models, over any server in OpenAI's wire format.
//
// A [Client] answers a [Request] with a [Reply]. It has what a long run needs:
// several endpoints by weight, as many requests in flight as each of them bears,
// pauses that servers ask for, retries of what may pass, a [Budget], and a [Journal]
// in which every paid answer is on disk before anybody sees it. A request is named by
// [Request.Digest], by everything that can change its answer; what the journal holds
// is never asked again, after kill -9 either. What was being answered when a process
// was killed is asked again: nobody knows whether it would have been paid for.
//
// Faults are of two kinds. An [*InfrastructureError] is no answer: nothing is
// recorded, and most kinds are retried. An [*AnswerError] is an answer that was paid
// for and is no use (refused, cut off, not what was demanded), or the word that the
// conversation is longer than the model can read: it is recorded and returned, and
// asking again means another [Request.Attempt].
//
// [ClientOptions.Replay] answers from a journal alone, for tests and for runs that must
// cost nothing. A [Batch] asks by the Batch API, at half price, into the same
// journal. Package llmtest is a server to try all this on.
//
// A [APIKey] is in no error, log or journal: it prints as "[key]", only the code that
// sends requests can read it, and where a server sends it back it is struck out
// before anything else reads the response.
//
// The package reads neither clock nor environment. Requests, replies and journals
// are records; [Endpoint], [Retry], [Budget] and [Prices] are specifications;
// [Client], [Journal] and [Batch] work.
package llm
