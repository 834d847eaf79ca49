package llm

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Limits of one embedding call. OpenAI's are 2,048 texts and 300,000 tokens; the margin
// allows for errors of the token estimate.
const (
	embedTexts  = 256
	embedTokens = 100_000
)

// vector is the embedding of a text as the journal records it. The usage and cost of a
// call are recorded with the first of its texts.
type vector struct {
	Model  string     `json:"model"` // as the server reported it
	Values float32s   `json:"values"`
	Usage  TokenUsage `json:"usage"`
	Cost   Cost       `json:"cost"`
}

// float32s are written as base64 of their little-endian bytes, which is exact and takes a
// third of the space of decimal digits.
type float32s []float32

// MarshalJSON implements json.Marshaler.
func (v float32s) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 4*len(v))
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(b))
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *float32s) UnmarshalJSON(data []byte) error {
	var b []byte
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	if len(b)%4 != 0 {
		return fmt.Errorf("a vector has %d bytes: want a multiple of 4", len(b))
	}
	*v = make(float32s, len(b)/4)
	for i := range *v {
		(*v)[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return nil
}

// textDigest identifies the embedding of one text by a model.
func textDigest(model, text string) digest.Digest {
	return digest.New("llm embedding 1").String("model", model).String("text", text).Sum()
}

// Embed returns one vector for each text, in the order of the texts and all of the same
// length. The vectors must not be changed, because callers with the same text share them.
// Each text is recorded separately: a text that is in the journal, is repeated, or is
// being embedded by a concurrent call is not paid for again. Errors are those of
// [Client.Chat]; vectors that were paid for before an error are in the journal.
func (c *Client) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	for i, t := range texts {
		if model == "" || t == "" || !utf8.ValidString(t) {
			return nil, fmt.Errorf("%w: text %d for model %q: the model must have a name, and the text must be UTF-8 and not empty", ErrRejected, i+1, model)
		}
	}
	vectors := make(map[digest.Digest][]float32, len(texts))
	for start := 0; start < len(texts); {
		chunk := texts[start:min(start+embedTexts, len(texts))]
		if err := c.embedChunk(ctx, model, chunk, vectors); err != nil {
			return nil, err
		}
		start += len(chunk)
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = vectors[textDigest(model, t)]
		if len(out[i]) != len(out[0]) {
			return nil, fmt.Errorf("%w: model %s returns vectors of different lengths, %d and %d", ErrMalformed, model, len(out[0]), len(out[i]))
		}
	}
	return out, nil
}

// embedChunk adds the vectors of texts to vectors. It waits for texts that concurrent
// calls are embedding only after it has finished its own, so that two calls never wait
// for each other.
func (c *Client) embedChunk(ctx context.Context, model string, texts []string, vectors map[digest.Digest][]float32) error {
	own := map[digest.Digest]*sharedCall{}
	var wanted []string
	for _, t := range texts {
		d := textDigest(model, t)
		if vectors[d] != nil || own[d] != nil {
			continue
		}
		call, first := c.calls.join(d)
		if first {
			own[d] = call
			wanted = append(wanted, t)
		}
	}
	err := c.fetchChunk(ctx, model, wanted, own)
	for d, call := range own {
		call.err, call.abandoned = err, err != nil && ctx.Err() != nil
		c.calls.finish(d, call)
	}
	if err != nil {
		return err
	}
	for _, t := range texts {
		d := textDigest(model, t)
		if call := own[d]; call != nil {
			vectors[d] = call.entry.Vector.Values
			continue
		}
		e, _, err := c.calls.share(ctx, d, func() (entry, error) {
			own := map[digest.Digest]*sharedCall{d: {}}
			err := c.fetchChunk(ctx, model, []string{t}, own)
			return own[d].entry, err
		})
		if err != nil {
			return err
		}
		vectors[d] = e.Vector.Values
	}
	return nil
}

// fetchChunk fills in the entries of the caller's own calls, from the journal or from an
// endpoint.
func (c *Client) fetchChunk(ctx context.Context, model string, texts []string, own map[digest.Digest]*sharedCall) error {
	var missing []string
	tokens := 0
	for _, t := range texts {
		d := textDigest(model, t)
		e, ok, err := c.recorded(d)
		if err != nil {
			return err
		}
		if ok && e.Vector == nil {
			return fmt.Errorf("the journal has a reply for %s, not an embedding", d)
		}
		if ok {
			own[d].entry = e
			continue
		}
		if n := Tokens(t); len(missing) > 0 && tokens+n > embedTokens {
			if err := c.embed(ctx, model, missing, own); err != nil {
				return err
			}
			missing, tokens = nil, 0
		}
		missing = append(missing, t)
		tokens += Tokens(t)
	}
	if len(missing) == 0 {
		return nil
	}
	return c.embed(ctx, model, missing, own)
}

// embed gets new vectors from an endpoint and records them.
func (c *Client) embed(ctx context.Context, model string, texts []string, own map[digest.Digest]*sharedCall) error {
	u := TokenUsage{Estimated: true}
	fields := []string{model}
	for _, t := range texts {
		u.Prompt += Tokens(t)
		fields = append(fields, t)
	}
	expected, err := c.priceEstimate(model, u)
	if err != nil {
		return err
	}
	if err := c.account.reserve(ctx, expected); err != nil {
		return err
	}
	var spent Spending
	defer func() { c.account.settle(expected, spent) }()

	var resp embeddingResponse
	_, err = c.send(ctx, outgoing{digest.Of("llm embed call", fields...), model, expected}, func(ctx context.Context, e *endpoint, x *exchange) error {
		x.billed = true
		_, err := e.api.CreateEmbeddings(ctx, openai.EmbeddingRequestStrings{Model: openai.EmbeddingModel(model), Input: texts})
		if err == nil {
			resp, err = readVectors(x.body, c.keys[e], len(texts))
		}
		if reported := usageIn(x.body); err == nil && reported.Tokens() > 0 {
			u = reported
		}
		return err
	})
	if err != nil {
		return err
	}
	price, _ := c.prices.Of(model)
	entries := make([]entry, len(texts))
	for _, data := range resp.Data {
		d := textDigest(model, texts[data.Index])
		entries[data.Index] = entry{Digest: d, Vector: &vector{Model: resp.Model, Values: data.Embedding}}
		own[d].entry = entries[data.Index]
	}
	entries[0].Vector.Usage, entries[0].Vector.Cost = u, price.Cost(u)
	spent = Spending{Answers: len(texts), Usage: u, Cost: price.Cost(u)}
	return c.record(entries...)
}

// embeddingResponse is what is read of a response to a request for embeddings.
type embeddingResponse struct {
	Model string `json:"model"`
	Data  []struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
}

// readVectors reads a response, which must have one vector for each of n texts.
func readVectors(body []byte, k APIKey, n int) (embeddingResponse, error) {
	var w embeddingResponse
	err := decodeResponse(body, &w)
	if api := reportedError(body); api != nil && len(w.Data) == 0 {
		return w, api
	}
	if err != nil {
		return w, err
	}
	w.Model = k.Redact(w.Model)
	if len(w.Data) != n {
		return w, fmt.Errorf("%d vectors for %d texts", len(w.Data), n)
	}
	seen := make([]bool, n)
	for _, d := range w.Data {
		if d.Index < 0 || d.Index >= n || seen[d.Index] || len(d.Embedding) == 0 {
			return w, errors.New("not one vector for each text")
		}
		seen[d.Index] = true
	}
	return w, nil
}
