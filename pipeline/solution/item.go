package solution

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ofItem returns the solution of an exam item: where it comes from, what the official answer
// says of it, and which options agree with that.
func ofItem(w *words, t *task.Task) string {
	d := t.Derivation
	var lines []string
	if d != nil {
		source := d.Source
		if d.Part != "" {
			source += " " + d.Part
		}
		line := w.say("source", "name", source)
		if d.TakenOver() {
			line += w.Phrases["taken_over"]
		}
		lines = append(lines, w.ended(line))
		var right, others []string
		for _, q := range d.Quotes {
			if q.Source == d.Source && q.Part == d.Part {
				right = append(right, "“"+w.short(q.Text)+"”")
			} else {
				others = append(others, "“"+w.short(q.Text)+"”")
			}
		}
		if right != nil {
			line := w.say("quoted", "values", strings.Join(unique(right), w.Phrases["list"]))
			if others != nil && t.Type != task.TrueFalse {
				line = w.ended(line) + w.Phrases["space"] + w.say("others", "values", strings.Join(unique(others), w.Phrases["list"]))
			}
			lines = append(lines, w.ended(line))
		}
	}
	if key := w.key(t); key != "" {
		lines = append(lines, w.ended(key))
	}
	return strings.Join(append(lines, t.Answer), "\n")
}

// key says which options the key of an item has; "" for a task whose key is no choice of options.
func (w *words) key(t *task.Task) string {
	it, ok := task.ChoiceItem(t)
	if !ok {
		return ""
	}
	letter := func(i int) string { return string(rune('A' + i)) }
	var chosen []string
	switch t.Type {
	case task.TrueFalse:
		return w.say("key_true", "value", it.Options[it.Key[0]])
	case task.Matching:
		for i, m := range it.Key {
			if m >= 0 {
				chosen = append(chosen, w.say("pair", "a", letter(i), "first", w.short(it.Options[i]), "b", fmt.Sprint(m+1), "second", w.short(it.Matches[m])))
			}
		}
		return w.say("key_pairs", "values", strings.Join(chosen, w.Phrases["list"]))
	}
	for _, k := range it.Key {
		chosen = append(chosen, w.say("option", "a", letter(k), "value", w.short(it.Options[k])))
	}
	phrase := "key_one"
	if t.Derivation != nil && t.Derivation.TakenOver() {
		phrase = "key_taken"
	}
	return w.say(phrase, "value", strings.Join(chosen, w.Phrases["list"]))
}
