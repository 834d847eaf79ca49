// Package llmtest is a model server for tests and for trials without a key. It speaks
// OpenAI's wire format for chat completions and embeddings, strictly as the API reference
// documents it (platform.openai.com/docs/api-reference). It refuses every request that
// the reference does not allow, such as a misspelt field, a wrong type or a tool call
// without an answer, with OpenAI's error object, which names the field. A mistake that
// only some servers tolerate is therefore found in a test.
//
// The server contains no model. A [Script] answers requests: an ordinary function of the
// request, such as [Echo]. [ServerOptions] set latency, rate limits and faults.
//
// # Determinism
//
// The fault, the latency and the ID of an answer depend only on [ServerOptions.Seed], on
// the digest of the request's body and on how often this body came before, never on the
// clock or on concurrent requests. Two runs that send the same requests meet the same
// faults, at any concurrency; a retry is a new draw. If the script depends only on the
// request, answers are equal byte for byte. Rate limits are the exception: they depend on
// the clock.
//
// # Unsupported features
//
// Streams, several choices (n), log probabilities, audio, images, predicted outputs, web
// search, and the functions that tools replaced are refused with the code
// unsupported_parameter. Sampling parameters are checked and have no effect on answers.
package llmtest
