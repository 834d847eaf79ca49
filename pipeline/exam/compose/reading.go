package compose

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// read has the reading model answer an item from the official answer, once for each of two orders,
// and records what it finds. The options must be in the order in which the writer gave them, so that
// the requests depend on the item alone.
func (c *Composer) read(ctx context.Context, w *prompts, p *convert.ShownPart, t *task.Task) (llm.Spending, error) {
	var spent llm.Spending
	if c.Reader == "" {
		return spent, nil
	}
	for _, order := range readingOrders(t) {
		found, cost, err := c.readIn(ctx, w, p, t, order)
		spent = spent.Add(cost)
		if err != nil {
			return spent, err
		}
		t.Derivation.Readings = append(t.Derivation.Readings, task.KeyReading{Model: c.Reader, Order: order, Key: found})
	}
	return spent, nil
}

// readingOrders returns two different orders of the options of an item, of a matching item of its
// matches.
func readingOrders(t *task.Task) [][]int {
	n := len(t.Choices.Options)
	if t.Type == task.Matching {
		n = len(t.Choices.Matches)
	}
	first := digest.Rand("exam reading", t.ID).Perm(n)
	second := slices.Clone(first)
	slices.Reverse(second)
	return [][]int{first, second}
}

// readIn has the reading model answer an item whose options are in an order. It returns what the
// model chose, in positions of the item; nil if it chose nothing that fits.
func (c *Composer) readIn(ctx context.Context, w *prompts, p *convert.ShownPart, t *task.Task, order []int) ([]int, llm.Spending, error) {
	shown := reordered(t, order)
	official := officialText(p.Part)
	data, err := official.encode()
	if err != nil {
		return nil, llm.Spending{}, err
	}
	item := convert.Render(t.Type, t.Language, stemOf(t), shown.Choices)
	if t.Type == task.TrueFalse {
		words := []string{t.Choices.Options[order[0]], t.Choices.Options[order[1]]}
		item += "\n" + fill(w.Truth, "words", strings.Join(words, ", "))
	}
	temperature := 0.0
	reply, err := c.Chat(ctx, llm.Request{
		Model: c.Reader, Temperature: &temperature, MaxTokens: maxTokens,
		Messages: []llm.Message{
			{Role: llm.System, Text: w.Reader},
			{Role: llm.User, Text: fill(w.Reading, "mark", mark(data, item), "data", data, "item", item)},
		},
	})
	var useless *llm.AnswerError
	if errors.As(err, &useless) {
		return nil, reply.Spent(), nil
	}
	if err != nil {
		return nil, llm.Spending{}, err
	}
	shown.Question = item
	keyed, ok := task.ChoiceItem(shown)
	if !ok {
		return nil, reply.Spent(), nil
	}
	chosen := choice.Parse(keyed, reply.Text)
	return restored(t, order, &chosen), reply.Spent(), nil
}

// reordered returns the item with its options in an order. The words of a true-false item stay.
func reordered(t *task.Task, order []int) *task.Task {
	shown, choices := *t, *t.Choices
	shown.Choices = &choices
	switch t.Type {
	case task.TrueFalse:
	case task.Matching:
		choices.Matches, choices.Key = make([]string, len(order)), make([]int, len(t.Choices.Key))
		for i, from := range order {
			choices.Matches[i] = t.Choices.Matches[from]
		}
		for i, k := range t.Choices.Key {
			choices.Key[i] = slices.Index(order, k)
		}
	default:
		choices.Options, choices.Key = make([]string, len(order)), nil
		for i, from := range order {
			choices.Options[i] = t.Choices.Options[from]
			if slices.Contains(t.Choices.Key, from) {
				choices.Key = append(choices.Key, i)
			}
		}
	}
	return &shown
}

// restored returns a choice among options in an order in positions of the item, as a key.
func restored(t *task.Task, order []int, chosen *choice.ChosenOptions) []int {
	if chosen.Outside > 0 || chosen.Manner == choice.Hedged {
		return nil
	}
	var key []int
	switch t.Type {
	case task.Matching:
		key = make([]int, len(t.Choices.Options))
		if len(chosen.Options) != len(key) {
			return nil
		}
		for i, o := range chosen.Options {
			if o != i {
				return nil
			}
			key[o] = order[chosen.Matches[i]]
		}
		return key
	case task.TrueFalse:
		return slices.Clone(chosen.Options)
	}
	for _, o := range chosen.Options {
		key = append(key, order[o])
	}
	slices.Sort(key)
	return key
}

// stemOf returns what stands in an item's question before its options.
func stemOf(t *task.Task) string {
	rendered := convert.Render(t.Type, t.Language, "", t.Choices)
	return strings.TrimSuffix(t.Question, rendered)
}
