package llmtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"testing"

	"github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// client returns a stock client of the server.
func client(s *llmtest.ModelServer, key string) *openai.Client {
	c := openai.DefaultConfig(key)
	c.BaseURL = s.URL
	return openai.NewClientWithConfig(c)
}

func user(text string) []openai.ChatCompletionMessage {
	return []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: text}}
}

func TestClientChats(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Key: "k"})
	r, err := client(s, "k").CreateChatCompletion(context.Background(), openai.ChatCompletionRequest{
		Model: llmtest.DefaultModel, Messages: user("谁？ who"),
	})
	if err != nil {
		t.Fatal(err)
	}
	c := r.Choices[0]
	if c.Message.Content != "谁？ who" || c.Message.Role != "assistant" || c.FinishReason != "stop" {
		t.Errorf("choice %+v, want an echo that stops", c)
	}
	if want := (openai.Usage{PromptTokens: 9, CompletionTokens: 3, TotalTokens: 12}); r.Usage.TotalTokens != want.TotalTokens || r.Usage.PromptTokens != want.PromptTokens {
		t.Errorf("usage %+v, want %+v", r.Usage, want)
	}
	_, err = client(s, "wrong").CreateChatCompletion(context.Background(), openai.ChatCompletionRequest{Model: llmtest.DefaultModel, Messages: user("?")})
	if e, ok := errors.AsType[*openai.APIError](err); !ok || e.HTTPStatusCode != http.StatusUnauthorized || e.Code != "invalid_api_key" {
		t.Errorf("with a wrong key: %v, want a 401 invalid_api_key", err)
	}
	if st := s.Stats(); st.Paid != 1 || st.Requests != 2 || st.Usage.Total != 12 {
		t.Errorf("stats %+v, want 2 requests, 1 of them paid with 12 tokens", st)
	}
}

func TestClientCallsTools(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.ServerOptions{Script: func(r *llmtest.Request) llmtest.ModelAnswer {
		if m := r.Messages[len(r.Messages)-1]; m.Role == llmtest.RoleTool {
			return llmtest.ModelAnswer{Content: "it says " + m.Text()}
		}
		return llmtest.ModelAnswer{Calls: []llmtest.AnswerCall{{Tool: "look", Arguments: `{"at":"a"}`}, {Tool: "look", Arguments: `{"at":"b"}`}}}
	}})
	messages := user("look")
	tools := []openai.Tool{{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
		Name: "look", Parameters: json.RawMessage(`{"type":"object","properties":{"at":{"type":"string"}}}`),
	}}}
	ask := func() openai.ChatCompletionChoice {
		t.Helper()
		r, err := client(s, "").CreateChatCompletion(ctx, openai.ChatCompletionRequest{Model: llmtest.DefaultModel, Messages: messages, Tools: tools})
		if err != nil {
			t.Fatal(err)
		}
		return r.Choices[0]
	}
	c := ask()
	if c.FinishReason != openai.FinishReasonToolCalls || len(c.Message.ToolCalls) != 2 || c.Message.ToolCalls[1].Function.Arguments != `{"at":"b"}` {
		t.Fatalf("choice %+v, want two calls of look", c)
	}
	messages = append(messages, c.Message)
	for _, call := range c.Message.ToolCalls {
		messages = append(messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, ToolCallID: call.ID, Content: "42"})
	}
	if c := ask(); c.Message.Content != "it says 42" || c.FinishReason != openai.FinishReasonStop {
		t.Errorf("choice %+v, want the final answer", c)
	}
}

func TestClientGetsJSON(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Script: func(r *llmtest.Request) llmtest.ModelAnswer {
		return llmtest.ModelAnswer{Content: r.Last()}
	}})
	schema := &openai.ChatCompletionResponseFormatJSONSchema{Name: "n", Strict: true, Schema: json.RawMessage(
		`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`)}
	object := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: "answer in JSON"}
	for _, tc := range []struct {
		format  *openai.ChatCompletionResponseFormat
		content string
		ok      bool
	}{
		{&openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}, `{"x":1}`, true},
		{&openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}, `x`, false},
		{&openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema, JSONSchema: schema}, `{"n":1}`, true},
		{&openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema, JSONSchema: schema}, `{"n":"1"}`, false},
	} {
		r, err := client(s, "").CreateChatCompletion(context.Background(), openai.ChatCompletionRequest{
			Model: llmtest.DefaultModel, ResponseFormat: tc.format, Messages: append([]openai.ChatCompletionMessage{object}, user(tc.content)...),
		})
		if tc.ok {
			if err != nil || r.Choices[0].Message.Content != tc.content {
				t.Errorf("%s with %s: %v", tc.format.Type, tc.content, err)
			}
			continue
		}
		if e, ok := errors.AsType[*openai.APIError](err); !ok || e.Code != "script_error" {
			t.Errorf("%s with %s: %v, want a script_error", tc.format.Type, tc.content, err)
		}
	}
}

func TestClientEmbeds(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.ServerOptions{Dimensions: 32})
	floats, err := client(s, "").CreateEmbeddings(ctx, openai.EmbeddingRequest{Model: llmtest.DefaultEmbedder, Input: []string{"甲", "乙", "甲"}, Dimensions: 8})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := client(s, "").CreateEmbeddings(ctx, openai.EmbeddingRequest{Model: llmtest.DefaultEmbedder, Input: "甲", Dimensions: 8, EncodingFormat: openai.EmbeddingEncodingFormatBase64})
	if err != nil {
		t.Fatal(err)
	}
	v := func(i int) []float32 { return floats.Data[i].Embedding }
	if !slices.Equal(v(0), v(2)) || slices.Equal(v(0), v(1)) || !slices.Equal(v(0), packed.Data[0].Embedding) {
		t.Errorf("vectors %v and %v, want equal ones for equal texts alone", floats.Data, packed.Data)
	}
	sum := 0.0
	for _, f := range v(0) {
		sum += float64(f) * float64(f)
	}
	if len(v(0)) != 8 || math.Abs(sum-1) > 1e-6 {
		t.Errorf("%d dimensions of length² %v, want 8 and 1", len(v(0)), sum)
	}
	if floats.Usage.PromptTokens != 3 || s.Stats().Usage.Total != 4 {
		t.Errorf("usage %+v, want 3 tokens; %+v in all, want 4", floats.Usage, s.Stats().Usage)
	}
}
