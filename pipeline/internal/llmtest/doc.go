// Package llmtest is a model server for tests and for runs without a key. It speaks
// OpenAI's wire format for chat completions and embeddings, as the API reference documents
// it (platform.openai.com/docs/api-reference). It knows the fields that package llm sends
// and refuses every other field, such as a misspelt one, a wrong type, and whatever the
// reference does not allow, such as a tool call without a result. A mistake that only some
// servers tolerate is therefore found in a test.
//
// The server contains no model. A [Script] answers requests: an ordinary function of the
// request, such as [Echo]. [ServerOptions] set latency and faults. Package batchtest adds
// the Batch API.
//
// # Determinism
//
// The fault, the latency and the ID of an answer depend only on [ServerOptions.Seed], on
// the digest of the request's body and on how often this body came before, never on the
// clock or on concurrent requests. Two runs that send the same requests meet the same
// faults, at any concurrency; a retry is a new draw. If the script depends only on the
// request, answers are equal byte for byte.
package llmtest
