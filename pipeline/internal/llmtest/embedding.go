package llmtest

import (
	"math"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Limits in the API reference on the input of embeddings, and the length of vectors here.
const (
	maxInputs      = 2048
	maxInputTokens = 8192
	dimensions     = 256
)

// readEmbeddings reads and checks the body of a request for embeddings.
func (s *ModelServer) readEmbeddings(body []byte) (run, *problem) {
	var w struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if p := decode(body, &w); p != nil {
		return nil, p
	}
	if len(w.Input) == 0 || len(w.Input) > maxInputs {
		return nil, invalid("input: %d texts: want 1 to %d", len(w.Input), maxInputs)
	}
	tokens := 0
	for i, text := range w.Input {
		n := Tokens(text)
		if n == 0 || n > maxInputTokens {
			return nil, invalid("input[%d]: %d tokens: want 1 to %d", i, n, maxInputTokens)
		}
		tokens += n
	}
	return func(_ string, f FaultKind) (outcome, *problem) {
		switch f {
		case FaultTruncated, FaultRefusal, FaultArguments:
			f = "" // these are faults of chat answers
		}
		return outcome{embeddings(w.Model, w.Input, tokens), llm.TokenUsage{Prompt: tokens}, f}, nil
	}, served(w.Model, DefaultEmbedder)
}

// embeddings returns the answer to a request for embeddings.
func embeddings(model string, texts []string, tokens int) any {
	type object map[string]any
	data := make([]object, len(texts))
	for i, text := range texts {
		data[i] = object{"object": "embedding", "index": i, "embedding": embedding(model, text)}
	}
	return object{"object": "list", "data": data, "model": model, "usage": object{"prompt_tokens": tokens, "total_tokens": tokens}}
}

// embedding returns the vector that a server has for a text: a direction drawn from the
// digest of model and text, of length 1. Equal texts have equal vectors, and the vectors of
// different texts are near a right angle to each other, whatever they say.
func embedding(model, text string) []float32 {
	r := digest.Rand("llmtest embedding", model, text)
	v := make([]float64, dimensions)
	sum := 0.0
	for i := range v {
		v[i] = r.NormFloat64()
		sum += v[i] * v[i]
	}
	unit := make([]float32, dimensions)
	for i := range v {
		unit[i] = float32(v[i] / math.Sqrt(sum))
	}
	return unit
}
