package llm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// An answer is paid for once, whatever happens to the process afterwards.
func Example() {
	server := httptest.NewServer(llmtest.New(llmtest.ServerOptions{Script: llmtest.Say("Forty-two.")}))
	defer server.Close()
	dir, err := os.MkdirTemp("", "llm")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	journal, err := llm.OpenJournal(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer journal.Close()
	client, err := llm.New(llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: server.URL + "/v1", Key: llm.NewKey("sk-0123456789")}},
		Journal:   journal,
		Now:       time.Now,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	question := llm.Request{Model: llmtest.DefaultModel, Messages: []llm.Message{{Role: llm.User, Text: "What is the answer?"}}}
	for range 2 {
		reply, err := client.Chat(context.Background(), question)
		fmt.Println(reply.Text, reply.Recorded, err)
	}
	question.Model = "another-model"
	_, err = client.Chat(context.Background(), question)
	fmt.Println(errors.Is(err, llm.ErrModel))
	// Output:
	// Forty-two. false <nil>
	// Forty-two. true <nil>
	// true
}
