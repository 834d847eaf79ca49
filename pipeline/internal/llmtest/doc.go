// Package llmtest is a model server for tests and for trying things without a key. It
// speaks OpenAI's wire format as the API reference documents it
// (platform.openai.com/docs/api-reference: chat completions and embeddings), and takes
// nothing else: an unknown or misspelt field, a wrong type,
// a tool call left without its answer is refused with OpenAI's error object, which
// names the field. What real servers forgive, and some other server would not, shows
// up in a test and not in a bill.
//
// There is no model in it. A [Script] answers: an ordinary function of the request, such
// as [Echo]. Latency, rate limits and faults are to order in [ServerOptions].
//
// # What is the same every time
//
// Whether a request meets a fault, how long it waits and what it is called depend on
// [ServerOptions.Seed], the digest of its body and how often that body came before, never on
// the clock or on what else is under way. So two runs that send the same requests meet
// the same faults, at any concurrency; and a retry is a new draw. Given a script that
// is a function of its request, answers are the same bytes. Rate limits are the
// exception: they look at the clock.
//
// # What isn't served
//
// Streams, several choices (n), log probabilities, audio, images, predicted outputs, web search
// and the functions that tools replaced are refused with the code
// unsupported_parameter. Sampling parameters are checked and change no answer.
package llmtest
