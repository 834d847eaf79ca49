package vector_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/tool/vector"
)

// topics embeds a text by how often it names each of two topics. A real embedder is
// llm.Client.
type topics struct{}

// Embed implements [vector.Embedder].
func (topics) Embed(_ context.Context, _ string, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{float32(strings.Count(text, "rent")), float32(strings.Count(text, "wage"))}
	}
	return vectors, nil
}

// Passages are ranked by the direction of their vectors, not by their length.
func ExampleRanker_Retrieve() {
	r := vector.New([]string{
		"wages are due each month, wages in full",
		"rent is due in advance",
		"the rent may be cut if a wage is unpaid",
	}, topics{}, vector.RankerOptions{Model: "some-model"})
	found, err := r.Retrieve(context.Background(), "when is the rent due", 2)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range found {
		fmt.Printf("%d %.2f %s\n", p.Number, p.Score, p.Text)
	}
	// Output:
	// 1 1.00 rent is due in advance
	// 2 0.71 the rent may be cut if a wage is unpaid
}
