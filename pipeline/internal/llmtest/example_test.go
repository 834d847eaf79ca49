package llmtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// A server that is mounted by hand, with a script that answers.
func ExampleNew() {
	s := llmtest.New(llmtest.ServerOptions{Script: func(r *llmtest.Request) llmtest.ModelAnswer {
		if r.Last() == "Who leads the company?" {
			return llmtest.ModelAnswer{Content: "Ms. Roe"}
		}
		return llmtest.Echo(r)
	}})
	server := httptest.NewServer(s)
	defer server.Close()
	for _, prompt := range []string{"Who leads the company?", "Hello"} {
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
	// Ms. Roe
	// Hello
	// 2 calls paid for
}
