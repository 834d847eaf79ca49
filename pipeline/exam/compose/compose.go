// Package compose has a model write exam items of six types out of open questions with official
// answers, and has a model read each item with the official answer and without its key.
//
// The strategy follows the source, as in LegalBench.PT (arXiv 2502.16357): items of a practical
// question show its case and suppositions, those of a theory question stand alone, and the model
// makes up a case for a case analysis of theory. Nothing but the official answer may decide an item:
// for every right option the model names a passage, which has to stand in the official answer or a
// row of its points table, and whose place is looked up here. An item that fails a check is refused,
// and the model is told why and asked again.
//
// Unlike an item by rule, such an item cannot be made again of its derivation: its text is the
// record. What another model answers that reads it stands in [task.Derivation.Readings], in two
// orders of its options, so that its key can be proved without a model.
package compose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/exam/order"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Rule is the [task.Derivation.Rule] of items that a model wrote.
const Rule = "model"

// maxTokens is the limit on a reply. It leaves room for models that think first.
const maxTokens = 8000

// A Composer writes items by a model. It is safe for concurrent use if its functions are.
type Composer struct {
	// Model is the name of the model that writes, Reader of the model that reads; Reader is "" for
	// items that nobody reads.
	Model  string
	Reader string
	// Attempts is how often the model is asked about one part, at least once.
	Attempts int
	// Temperature is that of the model that writes; nil leaves it to the server. Reading is at 0.
	Temperature *float64
	// Seed is the seed of the order of options.
	Seed uint64
	// Chat sends a request, as [llm.Client.Chat] does.
	Chat func(ctx context.Context, r llm.Request) (llm.Reply, error)
	// Prove returns what is wrong with an item that nobody has read yet: a reason of one word, a
	// colon and what was found; "" if nothing is. Nil proves nothing.
	Prove func(ctx context.Context, t *task.Task) (fault string, err error)
}

// Refusal is an item of a model that was refused, or a reply without items.
type Refusal struct {
	// Source and Part say what it was made of.
	Source string `json:"source"`
	Part   string `json:"part,omitempty"`
	// Writer is the model, and Attempt the number of its reply, from 1.
	Writer  string `json:"writer"`
	Attempt int    `json:"attempt"`
	// Type is the type of the item; "" for a reply without items.
	Type string `json:"type,omitempty"`
	// Reason is one of this package or of the function that proves.
	Reason Reason `json:"reason"`
	// Detail says what was found, for people and the model.
	Detail string `json:"detail"`
	// Final says that no later item of the part took its place.
	Final bool `json:"final"`
}

// Reason says why an item was refused.
type Reason string

// The reasons of this package.
const (
	Form      Reason = "form"    // the reply or the item is not of the wanted form
	NotQuoted Reason = "quote"   // a passage does not stand in the official answer
	Useless   Reason = "useless" // the model refused, or its reply was cut off
)

// Composition is what a model wrote.
type Composition struct {
	// Items are sorted by source, in the order of parts and of [task.ExamTypes].
	Items []*task.Task
	// Refused are in the same order, and by attempt.
	Refused []Refusal
	// Attempts counts the items by the reply in which they came: Attempts[0] those of a first.
	Attempts []int
	// Writing and Reading are what the replies took.
	Writing, Reading llm.Spending
}

// Compose has the model write items of all parts of an index, several parts at once, at least one,
// and has them read. Right options are even over the places, see [order.Arrange]. The result does
// not depend on how many parts are asked about at once. The error is one of Chat or Prove.
func (c *Composer) Compose(ctx context.Context, x *convert.ClaimIndex, atOnce int) (*Composition, error) {
	parts := x.Parts()
	each := make([]Composition, len(parts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, atOnce))
	for i := range parts {
		group.Go(func() (err error) {
			each[i], err = c.part(ctx, &parts[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	all := &Composition{Attempts: make([]int, max(1, c.Attempts))}
	for _, one := range each {
		all.Items, all.Refused = append(all.Items, one.Items...), append(all.Refused, one.Refused...)
		all.Writing, all.Reading = all.Writing.Add(one.Writing), all.Reading.Add(one.Reading)
		for i, n := range one.Attempts {
			all.Attempts[i] += n
		}
	}
	arrange(all.Items, c.Seed)
	return all, nil
}

// part has the model write the items of one part, and has them read.
func (c *Composer) part(ctx context.Context, p *convert.ShownPart) (Composition, error) {
	done := Composition{Attempts: make([]int, max(1, c.Attempts))}
	w, err := readPrompts(p.Essay.Language)
	if err != nil {
		return done, err
	}
	messages, err := w.conversation(p)
	if err != nil {
		return done, err
	}
	kept := map[string]*task.Task{}
	for attempt := range len(done.Attempts) {
		reply, err := c.Chat(ctx, llm.Request{Model: c.Model, Messages: messages, Temperature: c.Temperature, MaxTokens: maxTokens, Attempt: attempt})
		var useless *llm.AnswerError
		if err != nil && !errors.As(err, &useless) {
			return done, err
		}
		done.Writing = done.Writing.Add(reply.Spent())
		refused, before := []Refusal(nil), len(kept)
		if useless != nil {
			refused = []Refusal{{Reason: Useless, Detail: useless.Error()}}
		} else if refused, err = c.take(ctx, w, p, reply.Text, kept); err != nil {
			return done, err
		}
		done.Attempts[attempt] = len(kept) - before
		for i := range refused {
			refused[i].Source, refused[i].Part, refused[i].Writer, refused[i].Attempt = p.Essay.ID, p.Part.Label, c.Model, attempt+1
		}
		done.Refused = append(done.Refused, refused...)
		if len(refused) == 0 {
			break
		}
		if useless == nil {
			messages = append(messages, llm.Message{Role: llm.Assistant, Text: reply.Text}, llm.Message{Role: llm.User, Text: w.again(refused)})
		}
	}
	for _, kind := range task.ExamTypes() {
		if t := kept[kind]; t != nil {
			spent, err := c.read(ctx, w, p, t)
			done.Reading = done.Reading.Add(spent)
			if err != nil {
				return done, err
			}
			done.Items = append(done.Items, t)
		}
	}
	markFinal(done.Refused, kept)
	return done, nil
}

// take adds the items of a reply that can be used to those kept, by type, and returns the others.
func (c *Composer) take(ctx context.Context, w *prompts, p *convert.ShownPart, reply string, kept map[string]*task.Task) ([]Refusal, error) {
	drafts, err := readReply(reply)
	if err != nil {
		return []Refusal{{Reason: Form, Detail: err.Error()}}, nil
	}
	var refused []Refusal
	for i := range drafts {
		d := &drafts[i]
		if kept[d.Type] != nil {
			continue // a model may send what was kept again
		}
		t, err := c.makeItem(w, p, d)
		var fault *formFault
		if errors.As(err, &fault) {
			refused = append(refused, Refusal{Type: knownType(d.Type), Reason: fault.reason, Detail: fault.detail})
			continue
		}
		if c.Prove != nil {
			found, err := c.Prove(ctx, t)
			if err != nil {
				return nil, err
			}
			if found != "" {
				reason, detail, _ := strings.Cut(found, ": ")
				refused = append(refused, Refusal{Type: t.Type, Reason: Reason(reason), Detail: detail})
				continue
			}
		}
		kept[d.Type] = t
	}
	return refused, nil
}

// knownType returns a type of items, and "" for what a model calls one.
func knownType(name string) string {
	if slices.Contains(task.ExamTypes(), name) {
		return name
	}
	return ""
}

// again tells a model what was refused.
func (w *prompts) again(refused []Refusal) string {
	lines := make([]string, len(refused))
	for i, r := range refused {
		lines[i] = fmt.Sprintf("- %s: %s (%s)", r.Type, r.Reason, r.Detail)
		if r.Type == "" {
			lines[i] = fmt.Sprintf("- %s (%s)", r.Reason, r.Detail)
		}
	}
	return fill(w.Retry, "faults", strings.Join(lines, "\n"))
}

// markFinal marks the last refusal of each type of which there is no item.
func markFinal(refused []Refusal, kept map[string]*task.Task) {
	seen := map[string]bool{}
	for i := range slices.Backward(refused) {
		r := &refused[i]
		r.Final = !seen[r.Type] && kept[r.Type] == nil && (r.Type != "" || len(kept) == 0)
		seen[r.Type] = true
	}
}

// arrange puts options into an order in which right ones are even over the places.
func arrange(items []*task.Task, seed uint64) {
	lists := make([]order.OptionList, len(items))
	for i, t := range items {
		lists[i] = order.OptionList{ID: t.ID, Kind: t.Type, Options: t.Choices.Options, Key: t.Choices.Key, Fixed: t.Type == task.TrueFalse}
		if t.Type == task.Matching {
			lists[i].Options, lists[i].Key = t.Choices.Matches, nil
		}
	}
	for i, arrangement := range order.Arrange(lists, seed) {
		if t := items[i]; t.Type != task.TrueFalse {
			stem := stemOf(t)
			move(t, arrangement)
			convert.Show(t, stem)
		}
	}
}

// move puts the options of an item, of a matching item its matches, into an order, and what its
// readings say of them.
func move(t *task.Task, arrangement []int) {
	to := func(positions []int) []int {
		moved := make([]int, len(positions))
		for i, p := range positions {
			moved[i] = slices.Index(arrangement, p)
		}
		return moved
	}
	t.Choices = reordered(t, arrangement).Choices
	for i := range t.Derivation.Readings {
		r := &t.Derivation.Readings[i]
		r.Order = to(r.Order)
		if r.Key != nil {
			r.Key = to(r.Key)
		}
		if t.Type != task.Matching {
			slices.Sort(r.Key)
		}
	}
}
