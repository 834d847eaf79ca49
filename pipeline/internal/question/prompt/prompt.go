// Package prompt makes the conversations with models about questions: one asks the model to
// rewrite a draft as a person would ask it, the other what a question demands.
//
// [Rewrite] makes the conversation that asks for a question, and [Question] takes the
// question out of the reply. [Parse] makes the conversation that asks what a question
// demands, and [Demand] reads the reply, to be compared with what the task demands (see
// package demand); [Reread] asks once more where they differ. This round trip shows whether a question still asks what its draft does.
//
// A model sees only what a draft says: no answer, no intermediate result, no name of a
// tool. Drafts and questions are data in a conversation. Their names come from tables, in
// which anybody may have written anything. So they stand between two marks that the text
// cannot contain, and the prompts say that nothing between marks is an instruction.
//
// The words of the conversations are the style's (package style). All functions depend on
// their arguments alone and are safe for concurrent use.
package prompt

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// Version is raised when equal styles, drafts and questions give other messages, or other
// verdicts on demands. Stages that ask models have it in their key, beside the style's
// digest.
const Version = 3

// Persona is the person who asks, drawn from the style's grammar.
type Persona struct {
	// Who describes the person by a noun phrase, such as "a credit officer".
	Who string
	// Situation is the reason for asking, a phrase or a sentence.
	Situation string
}

// RejectedQuestion is a question that a model wrote and that was not kept.
type RejectedQuestion struct {
	// Question is the model's reply; "" if there was none.
	Question string
	// Hint says what is wrong with it, in the question's language.
	Hint string
}

// Rewrite returns the messages that ask a model for a question: what a good question is; the
// draft, who asks, and what the question must have; and for each rejected question its text
// and the reason. The last message is the user's. The first message is the same for every
// task of a style, so that servers can cache it.
func Rewrite(s *style.Style, p Persona, draft string, required gate.Required, tries []RejectedQuestion) []llm.Message {
	ask := domain.Fill(s.Prompts.Draft, map[string]string{
		"persona":   oneLine(p.Who),
		"situation": oneLine(p.Situation),
		"draft":     fenced(draft),
		"keep":      fenced(onePerLine(required.Verbatim)),
		"operators": fenced(onePerLine(required.Operators)),
		"forms":     fenced(onePerLine(required.Forms)),
	})
	messages := []llm.Message{{Role: llm.System, Text: s.Prompts.Rewrite}, {Role: llm.User, Text: ask}}
	for _, t := range tries {
		if question := validUTF8(t.Question); strings.TrimSpace(question) != "" {
			messages = append(messages, llm.Message{Role: llm.Assistant, Text: question})
		}
		again := domain.Fill(s.Prompts.Retry, map[string]string{"reason": fenced(t.Hint)})
		messages = append(messages, llm.Message{Role: llm.User, Text: again})
	}
	return messages
}

// Parse returns the messages that ask a model for the demand of a question, to be sent with
// [llm.Request.JSON] set. The first message, with the catalogue, is the same for every
// question of a style and a domain.
func Parse(s *style.Style, d *domain.Domain, question string) []llm.Message {
	return []llm.Message{
		{Role: llm.System, Text: domain.Fill(s.Prompts.Parse, map[string]string{"catalogue": demand.Catalogue(s, d)})},
		{Role: llm.User, Text: domain.Fill(s.Prompts.Question, map[string]string{"question": fenced(question)})},
	}
}

// Reread returns the messages that ask a model to hold the demand that it wrote against the
// question once more: those of [Parse], its reply, and a request. The request does not say
// what is wrong, or whether anything is.
func Reread(s *style.Style, d *domain.Domain, question, reply string) []llm.Message {
	return append(Parse(s, d, question), llm.Message{Role: llm.Assistant, Text: validUTF8(reply)}, llm.Message{Role: llm.User, Text: s.Prompts.Reread})
}

// onePerLine writes each item on a line.
func onePerLine(items []string) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(oneLine(item))
	}
	return b.String()
}

// oneLine returns a text without line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(validUTF8(text)), " ") }

// validUTF8 returns a text as UTF-8.
func validUTF8(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// fence is the beginning of every mark.
const fence = "====="

// fenced puts a text between two lines with a mark. The mark is 96 bits of the text's
// digest: whoever wrote a part of the text cannot have known it, so no text contains its
// own mark.
func fenced(text string) string {
	text = validUTF8(text)
	sum := strings.TrimPrefix(string(digest.Of("fence", text)), "sha256:")
	mark := fence + " " + sum[:24]
	return mark + "\n" + text + "\n" + mark
}

// FencedTexts returns the texts that [Rewrite] or [Parse] put between marks in a message,
// in order; nil if there are none. It is for models in tests, which need the texts that
// the functions were given.
func FencedTexts(message string) []string {
	var all []string
	for {
		at := strings.Index(message, fence+" ")
		if at < 0 {
			return all
		}
		mark, rest, ok := strings.Cut(message[at:], "\n")
		text, after, closed := strings.Cut(rest, "\n"+mark)
		if !ok || !closed {
			return all
		}
		all, message = append(all, text), after
	}
}
