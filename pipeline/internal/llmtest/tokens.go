package llmtest

import "unicode/utf8"

// Tokens of a message and of a conversation in addition to their texts, as in OpenAI's
// cookbook ("How to count tokens with tiktoken").
const (
	perMessage      = 3
	perConversation = 3
)

// Tokens returns the number of tokens of a text by this server's rule: one for every
// character outside ASCII, and one for every four ASCII characters or part of four. This is
// close to real tokenizers on Chinese and English prose, and never decreases when a text
// grows.
func Tokens(text string) int {
	ascii, others := 0, 0
	for _, c := range text {
		if c < utf8.RuneSelf {
			ascii++
		} else {
			others++
		}
	}
	return others + (ascii+3)/4
}

// prefix returns the longest prefix of text that has at most n tokens.
func prefix(text string, n int) string {
	ascii, others := 0, 0
	for i, c := range text {
		if c < utf8.RuneSelf {
			ascii++
		} else {
			others++
		}
		if others+(ascii+3)/4 > n {
			return text[:i]
		}
	}
	return text
}

// PromptTokens returns the number of tokens of a request's prompt: three for the
// conversation; for each message three and those of its text, its name and its calls; for
// each tool those of its name, its description and the JSON of its parameters.
func PromptTokens(r *Request) int {
	n := perConversation
	for i := range r.Messages {
		m := &r.Messages[i]
		n += perMessage + Tokens(m.Text())
		if m.Name != nil {
			n += Tokens(*m.Name)
		}
		for _, c := range m.ToolCalls {
			n += Tokens(c.Function.Name) + Tokens(*c.Function.Arguments)
		}
	}
	for _, t := range r.Tools {
		n += Tokens(t.Function.Name) + Tokens(string(t.Function.Parameters))
		if t.Function.Description != nil {
			n += Tokens(*t.Function.Description)
		}
	}
	return n
}

// TokenCharge is the usage in an answer, in tokens. Total is Prompt + Completion.
type TokenCharge struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func (u TokenCharge) plus(v TokenCharge) TokenCharge {
	return TokenCharge{u.Prompt + v.Prompt, u.Completion + v.Completion, u.Total + v.Total}
}
