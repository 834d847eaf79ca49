package llmtest

import "unicode/utf8"

// Tokens that a message and a conversation cost on top of their texts, as OpenAI's
// cookbook counts them ("How to count tokens with tiktoken").
const (
	perMessage      = 3
	perConversation = 3
)

// Tokens counts the tokens of a text by this server's rule: one for every character
// outside ASCII, and one for every four characters of ASCII or part of four. It is
// near what tokenizers count on Chinese and English prose, needs no vocabulary, and
// never falls when a text grows.
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

// prefix returns the longest beginning of text that has at most n tokens.
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

// PromptTokens counts a request's tokens: three for the conversation, and for each
// message three, its text, its name and its calls; for each tool its name, its
// description and its parameters' JSON.
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

// TokenCharge is what a call is charged for, in tokens.
type TokenCharge struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func (u TokenCharge) plus(v TokenCharge) TokenCharge {
	return TokenCharge{u.Prompt + v.Prompt, u.Completion + v.Completion, u.Total + v.Total}
}
