// Package prompt talks to models about questions: it asks for a draft to be put as a
// person would put it, and, of a question alone, what it demands.
//
// [Rewrite] makes the conversation that asks for a question and [Question] takes the
// question out of what a model says. [Parse] makes the one that asks what a question
// demands and [Demand] reads the answer, to be compared with what the task demands (see
// package demand): a round trip that shows whether a question still asks what its draft
// does.
//
// A model sees what a draft says and no more: no answer, nothing found on the way, no
// name of a tool. Drafts and questions are data in a conversation. The names in them
// come from tables, where anybody may have written anything, so they stand between two
// lines of a mark that the text cannot hold, and the prompts say that what stands there
// is never followed.
//
// The words of the conversations are the style's, see package style. Everything is a
// function of its arguments, and safe for concurrent use.
package prompt

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/style"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Version counts the ways in which this package has made conversations and judged
// demands. It is raised when equal styles, drafts and questions give other messages or
// verdicts; a stage that asks models has it in its key, beside the style's digest.
const Version = 2

// Persona is who asks, in words that the style's grammar draws. It is a specification.
type Persona struct {
	// Who is the person: a noun phrase, such as "a credit officer".
	Who string
	// Situation is why the person asks, a phrase or a sentence.
	Situation string
}

// RejectedQuestion is a question that could not be kept. It is a record.
type RejectedQuestion struct {
	// Question is what the model answered; "" where it gave none.
	Question string
	// Hint says in the question's language what is wrong with it.
	Hint string
}

// Rewrite returns the messages that ask a model for a question: what a good one is, the
// draft with who asks and what must stay to the letter, and for each earlier try the
// question and why it could not be kept. It ends with what the model is to answer. The
// first message is the same for every task of a style.
func Rewrite(s *style.Style, p Persona, draft string, keep []string, tries []RejectedQuestion) []llm.Message {
	ask := domain.Fill(s.Prompts.Draft, map[string]string{
		"persona":   line(p.Who),
		"situation": line(p.Situation),
		"draft":     fenced(draft),
		"keep":      fenced(lines(keep)),
	})
	messages := []llm.Message{{Role: llm.System, Text: s.Prompts.Rewrite}, {Role: llm.User, Text: ask}}
	for _, t := range tries {
		if question := valid(t.Question); strings.TrimSpace(question) != "" {
			messages = append(messages, llm.Message{Role: llm.Assistant, Text: question})
		}
		again := domain.Fill(s.Prompts.Retry, map[string]string{"reason": fenced(t.Hint)})
		messages = append(messages, llm.Message{Role: llm.User, Text: again})
	}
	return messages
}

// Parse returns the messages that ask a model what a question demands, to be sent with
// [llm.Request.JSON] set. The first message, which holds the catalogue, is the same for
// every question of a style and a domain.
func Parse(s *style.Style, d *domain.Domain, question string) []llm.Message {
	return []llm.Message{
		{Role: llm.System, Text: domain.Fill(s.Prompts.Parse, map[string]string{"catalogue": demand.Catalogue(s, d)})},
		{Role: llm.User, Text: domain.Fill(s.Prompts.Question, map[string]string{"question": fenced(question)})},
	}
}

// lines writes one item a line.
func lines(items []string) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line(item))
	}
	return b.String()
}

// line returns a text without line breaks.
func line(text string) string { return strings.Join(strings.Fields(valid(text)), " ") }

// valid returns a text as UTF-8.
func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// fence begins every mark.
const fence = "====="

// fenced puts a text between two lines of a mark. The mark is 96 bits drawn from the
// text, so that no text holds its own: whoever wrote a part of it could not know it.
func fenced(text string) string {
	text = valid(text)
	sum := strings.TrimPrefix(string(digest.Of("fence", text)), "sha256:")
	mark := fence + " " + sum[:24]
	return mark + "\n" + text + "\n" + mark
}

// Fenced returns the texts that stand between marks in a message, in order. It undoes
// what [Rewrite] and [Parse] do with texts, for models in tests.
func Fenced(message string) []string {
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
