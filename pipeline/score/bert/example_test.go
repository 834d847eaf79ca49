package bert_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score/bert"
)

// words is an encoder that knows the states of a few words; real ones are [bert.Remote] and
// package onnx.
type words map[string][]float32

// Encode implements [bert.Encoder].
func (w words) Encode(_ context.Context, texts []string) ([][][]float32, error) {
	states := make([][][]float32, len(texts))
	for i, text := range texts {
		for _, word := range strings.Fields(text) {
			states[i] = append(states[i], w[word])
		}
	}
	return states, nil
}

// Identity implements [bert.Encoder].
func (words) Identity(context.Context) (string, error) { return "words 1", nil }

// A word of nearly the same meaning scores nearly as much as the word itself.
func ExampleScore() {
	encoder := words{"pays": {1, 0, 0}, "compensates": {0.8, 0, 0.6}, "sings": {0, 0, 1}, "she": {0, 1, 0}}
	scores, err := bert.Score(context.Background(), encoder, []bert.Pair{
		{Reference: "she pays", Text: "she pays"},
		{Reference: "she pays", Text: "she compensates"},
		{Reference: "she pays", Text: "she sings"},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range scores {
		fmt.Printf("%.2f\n", s.F)
	}
	// Output:
	// 1.00
	// 0.90
	// 0.50
}
