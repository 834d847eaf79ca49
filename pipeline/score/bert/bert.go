// Package bert compares texts by BERTScore: by the similarity of their tokens' states in an
// encoder (Zhang et al., BERTScore: Evaluating Text Generation with BERT, 2020).
//
// An [Encoder] computes the states. There are two: [Remote] calls a server, and package
// onnx runs a model from a directory. A [Cache] keeps scores, so that none is computed twice.
// Without an encoder there is no BERTScore; nothing else stands in for it. Scores of different
// encoders are on different scales and must not be compared.
package bert

import (
	"context"
	"fmt"
	"math"
)

// Encoder computes the states of the tokens of texts. Implementations are safe for
// concurrent use: [Remote] and the Model of package onnx. A fake that knows its texts takes
// a few lines.
type Encoder interface {
	// Encode returns, for each text in order, the states of its tokens in order, without
	// special tokens. All states have the same length. A text without tokens has no states.
	Encode(ctx context.Context, texts []string) ([][][]float32, error)
	// Identity returns a name that two encoders have in common only if they give every text the
	// same states, so that scores that one computed are those of the other.
	Identity(ctx context.Context) (string, error)
}

// Pair is a text and the reference it is compared with.
type Pair struct {
	Reference string
	Text      string
}

// F1 is the BERTScore of a text. Each figure is in [-1, 1] and usually positive.
type F1 struct {
	// P is the mean, over the text's tokens, of the cosine similarity to the nearest token of
	// the reference. R is the same with text and reference exchanged.
	P float64 `json:"p"`
	R float64 `json:"r"`
	// F is the harmonic mean of P and R; 0 if their sum is not positive.
	F float64 `json:"f"`
}

// Score returns the BERTScore of each pair, by equations 1 to 3 of the paper: greedy
// matching, all tokens weighted equally (no idf), without rescaling by a baseline. A pair
// in which either text has no tokens scores 0.
//
// Only the first 40,000 characters of a text are compared. Equal references in consecutive
// pairs are encoded once. Score holds the states of at most two texts at a time. The error
// is the encoder's and names the pair, counted from 1; there are no scores then.
func Score(ctx context.Context, enc Encoder, pairs []Pair) ([]F1, error) {
	scores := make([]F1, len(pairs))
	s := scorer{enc: enc}
	for i, p := range pairs {
		var err error
		if scores[i], err = s.score(ctx, p); err != nil {
			return nil, fmt.Errorf("pair %d: %w", i+1, err)
		}
	}
	return scores, nil
}

// scorer scores pairs one after the other.
type scorer struct {
	enc       Encoder
	reference *string // of the pair before; nil for none
	states    [][]float64
}

func (s *scorer) score(ctx context.Context, p Pair) (F1, error) {
	if s.reference == nil || *s.reference != p.Reference {
		states, err := encode(ctx, s.enc, p.Reference)
		if err != nil {
			return F1{}, fmt.Errorf("reference: %w", err)
		}
		s.reference, s.states = &p.Reference, states
	}
	text := s.states
	if p.Text != p.Reference {
		states, err := encode(ctx, s.enc, p.Text)
		if err != nil {
			return F1{}, fmt.Errorf("text: %w", err)
		}
		text = states
	}
	return match(ctx, s.states, text)
}

// longest is how many characters of a text are compared. What is written on request is
// shorter; the states of a text without end, as a broken agent's, would fill any memory.
const longest = 40_000

// beginning returns the characters of a text that are compared.
func beginning(text string) string {
	n := 0
	for at := range text {
		if n == longest {
			return text[:at]
		}
		n++
	}
	return text
}

// encode returns the states of a text, each of length 1.
func encode(ctx context.Context, enc Encoder, text string) ([][]float64, error) {
	all, err := enc.Encode(ctx, []string{beginning(text)})
	if err != nil {
		return nil, err
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("states of %d texts: want the states of 1 text", len(all))
	}
	units := make([][]float64, len(all[0]))
	for i, state := range all[0] {
		if len(state) != len(all[0][0]) {
			return nil, fmt.Errorf("state of token %d has %d numbers: want %d, like the first token", i+1, len(state), len(all[0][0]))
		}
		if units[i] = unit(state); units[i] == nil {
			return nil, fmt.Errorf("state of token %d: want finite numbers that are not all 0", i+1)
		}
	}
	return units, nil
}

// unit returns a state with the length 1, nil if it has no direction.
func unit(state []float32) []float64 {
	squares := 0.0
	for _, x := range state {
		squares += float64(x) * float64(x)
	}
	if !(squares > 0) || math.IsInf(squares, 0) {
		return nil
	}
	length, u := math.Sqrt(squares), make([]float64, len(state))
	for i, x := range state {
		u[i] = float64(x) / length
	}
	return u
}

// match is the BERTScore of states of length 1.
func match(ctx context.Context, reference, text [][]float64) (F1, error) {
	if len(reference) == 0 || len(text) == 0 {
		return F1{}, nil
	}
	if len(reference[0]) != len(text[0]) {
		return F1{}, fmt.Errorf("states of %d and %d numbers: want equal lengths", len(reference[0]), len(text[0]))
	}
	nearest := make([]float64, len(text))
	for j := range nearest {
		nearest[j] = -1
	}
	recall := 0.0
	for _, x := range reference {
		if err := ctx.Err(); err != nil {
			return F1{}, context.Cause(ctx)
		}
		best := -1.0
		for j, y := range text {
			cosine := dot(x, y)
			best = max(best, cosine)
			nearest[j] = max(nearest[j], cosine)
		}
		recall += best
	}
	precision := 0.0
	for _, cosine := range nearest {
		precision += cosine
	}
	return harmonic(precision/float64(len(text)), recall/float64(len(reference))), nil
}

// harmonic keeps nine decimals, more than states of 32 bits tell apart, so that a text
// compared with itself has 1.
func harmonic(p, r float64) F1 {
	s := F1{P: round(p), R: round(r)}
	if p+r > 0 {
		s.F = round(2 * p * r / (p + r))
	}
	return s
}

func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// dot is the sum of products, four at a time: added up in one they would wait for each
// other.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
