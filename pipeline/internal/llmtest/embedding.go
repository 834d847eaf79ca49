package llmtest

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Limits in the API reference on the input of embeddings.
const (
	maxInputs      = 2048
	maxInputTokens = 8192
)

// embedding is the body of POST /v1/embeddings.
type embedding struct {
	Model      string  `json:"model"`
	Input      inputs  `json:"input"`
	Format     *string `json:"encoding_format"`
	Dimensions *int64  `json:"dimensions"`
	User       *string `json:"user"`
}

// inputs are the texts to embed. A text given as token numbers is kept as the text of the
// numbers.
type inputs []input

type input struct {
	text   string
	tokens int
}

// UnmarshalJSONFrom reads the four forms of input: a text, a list of texts, a list of token
// numbers, or a list of such lists.
func (in *inputs) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	at := param(d.StackPointer())
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	var text string
	var texts []string
	var numbers []int64
	var lists [][]int64
	switch {
	case value.Kind() == 'n':
		return missing(at)
	case json.Unmarshal(value, &text) == nil:
		*in = inputs{{text, Tokens(text)}}
	case json.Unmarshal(value, &texts) == nil:
		for _, t := range texts {
			*in = append(*in, input{t, Tokens(t)})
		}
	case json.Unmarshal(value, &numbers) == nil:
		*in = inputs{numbered(numbers)}
	case json.Unmarshal(value, &lists) == nil:
		for _, l := range lists {
			*in = append(*in, numbered(l))
		}
	default:
		return invalid(at, "invalid_type", "want a text, a list of texts, a list of token numbers, or a list of such lists")
	}
	return in.check(at)
}

func numbered(tokens []int64) input { return input{fmt.Sprint(tokens), len(tokens)} }

func (in inputs) check(at string) error {
	switch {
	case len(in) == 0:
		return invalid(at, "empty_array", "empty: want at least one text")
	case len(in) > maxInputs:
		return invalid(at, "array_above_max_length", "%d texts: want at most %d", len(in), maxInputs)
	}
	for i, one := range in {
		switch {
		case one.tokens == 0:
			return invalid(element(at, i), "empty_string", "empty: want a text")
		case one.tokens > maxInputTokens:
			return invalid(element(at, i), "string_above_max_length", "%d tokens: want at most %d", one.tokens, maxInputTokens)
		}
	}
	return nil
}

// embedJob is a request for embeddings.
type embedJob struct {
	embedding
	dimensions int
}

func (s *ModelServer) readEmbeddings(body []byte) (job, *problem) {
	var e embedding
	if p := decode(body, &e, nil); p != nil {
		return nil, p
	}
	switch {
	case e.Model == "":
		return nil, missing("model")
	case e.Input == nil:
		return nil, missing("input")
	}
	if e.Format != nil {
		if err := oneOf("encoding_format", *e.Format, "float", "base64"); err != nil {
			return nil, explain(err)
		}
	}
	if p := served(e.Model, s.options.Embedders); p != nil {
		return nil, p
	}
	j := embedJob{e, s.options.Dimensions}
	if e.Dimensions != nil {
		if *e.Dimensions < 1 || *e.Dimensions > int64(s.options.Dimensions) {
			return nil, invalid("dimensions", "invalid_value", "%d: want 1 to %d", *e.Dimensions, s.options.Dimensions)
		}
		j.dimensions = int(*e.Dimensions)
	}
	return j, nil
}

func (j embedJob) model() string { return j.Model }

func (j embedJob) tokens() int {
	n := 0
	for _, in := range j.Input {
		n += in.tokens
	}
	return n
}

// The JSON of embeddings.
type (
	wireEmbeddings struct {
		Object string          `json:"object"`
		Data   []wireEmbedding `json:"data"`
		Model  string          `json:"model"`
		Usage  struct {
			Prompt int `json:"prompt_tokens"`
			Total  int `json:"total_tokens"`
		} `json:"usage"`
	}
	wireEmbedding struct {
		Object string `json:"object"`
		Index  int    `json:"index"`
		Vector any    `json:"embedding"`
	}
)

func (j embedJob) run(_ digest.Digest, _ int, f FaultKind) (outcome, *problem) {
	w := wireEmbeddings{Object: "list", Model: j.Model}
	for i, in := range j.Input {
		v := Embedding(j.Model, in.text, j.dimensions)
		one := wireEmbedding{"embedding", i, v}
		if j.Format != nil && *j.Format == "base64" {
			one.Vector = packed(v)
		}
		w.Data = append(w.Data, one)
	}
	n := j.tokens()
	w.Usage.Prompt, w.Usage.Total = n, n
	switch f {
	case FaultTruncated, FaultRefusal, FaultArguments:
		f = FaultNone // these are faults of chat answers
	}
	return outcome{body: w, usage: TokenCharge{Prompt: n, Total: n}, fault: f}, nil
}

// Embedding returns the vector that a server has for a text: a direction drawn from
// the digest of model and text, of length 1. Equal texts have equal vectors, and the
// vectors of different texts are near a right angle to each other, whatever they say.
// A vector of fewer dimensions is the beginning of a longer one, scaled to length 1.
func Embedding(model, text string, dimensions int) []float32 {
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

// packed returns a vector as base64 of little-endian 32-bit floats.
func packed(v []float32) string {
	b := make([]byte, 0, 4*len(v))
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return base64.StdEncoding.EncodeToString(b)
}
