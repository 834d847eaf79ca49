package llmtest

import (
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

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
// conversation; for each message three and those of its text and its calls; for each tool
// those of its name, its description and the JSON of its parameters.
func PromptTokens(r *llm.Request) int {
	n := perConversation
	for _, m := range r.Messages {
		n += perMessage + Tokens(m.Text)
		for _, c := range m.Calls {
			n += Tokens(c.Name) + Tokens(c.Arguments)
		}
	}
	for _, t := range r.Tools {
		n += Tokens(t.Name) + Tokens(t.Description) + Tokens(string(t.Parameters))
	}
	return n
}
