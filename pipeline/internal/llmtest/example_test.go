package llmtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// A server that isn't a test's: mounted by hand, with an agent that knows its part.
func ExampleNew() {
	s := llmtest.New(llmtest.Options{Script: llmtest.ReAct(llmtest.Roles(llmtest.Role{
		Question: "Who leads the company?",
		Steps:    []llmtest.Step{{Thought: "look the company up", Tool: "get_company", Arguments: `{"name":"Acme"}`}},
		Final:    "Ms. Roe",
	}), llmtest.Plain())})
	server := httptest.NewServer(s)
	defer server.Close()
	for _, prompt := range []string{"Who leads the company?", "Who leads the company?\nObservation: Roe"} {
		body, _ := json.Marshal(map[string]any{
			"model":    llmtest.DefaultModel,
			"messages": []map[string]string{{"role": "user", "content": prompt}},
		})
		r, err := http.Post(server.URL+"/v1/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		var reply struct {
			Choices []struct{ Message struct{ Content string } }
		}
		if err := json.NewDecoder(r.Body).Decode(&reply); err != nil {
			fmt.Println(err)
			return
		}
		r.Body.Close()
		fmt.Println(reply.Choices[0].Message.Content)
	}
	fmt.Println(s.Stats().Paid, "calls paid for")
	// Output:
	// Thought: look the company up
	// Action: get_company
	// Action Input: {"name":"Acme"}
	// Final Answer: Ms. Roe
	// 2 calls paid for
}
