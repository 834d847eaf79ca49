package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// leastReadings is the number of readings that prove a key.
const leastReadings = 2

// readKey compares the key of an item with what a model found that was given the official answer
// and the item without its key, each time with the options in another order. If all readings find
// one other key, the item fails; if they differ or decide nothing, it stays open, for people.
func readKey(t *task.Task) Finding {
	readings := t.Derivation.Readings
	for i, r := range readings {
		if !isOrder(r.Order, t) {
			return faulty(misshapen, "reading %d has the order %v: want each position once", i+1, r.Order)
		}
		for _, earlier := range readings[:i] {
			if slices.Equal(earlier.Order, r.Order) {
				return faulty(misshapen, "reading %d has the order of an earlier one", i+1)
			}
		}
	}
	if len(readings) < leastReadings {
		return Finding{Open: fmt.Sprintf("%s: want %d", plural(len(readings), "reading"), leastReadings)}
	}
	agree := !slices.ContainsFunc(readings, func(r task.KeyReading) bool { return !slices.Equal(r.Key, readings[0].Key) })
	switch {
	case agree && slices.Equal(readings[0].Key, t.Choices.Key):
		return Finding{Certificate: fmt.Sprintf("%d readings by %s, with the options in other orders, find the key", len(readings), readings[0].Model)}
	case agree && fits(readings[0].Key, t):
		return faulty(otherKey, "%d readings by %s find %s, and %s is to be right", len(readings), readings[0].Model, foundKey(readings[0].Key, t), strings.Join(t.KeyAnswer, ", "))
	}
	said := make([]string, len(readings))
	for i, r := range readings {
		said[i] = foundKey(r.Key, t)
	}
	return Finding{Open: fmt.Sprintf("readings by %s find %s, and %s is to be right", readings[0].Model, strings.Join(said, "; "), strings.Join(t.KeyAnswer, ", "))}
}

// positions is the number of options of an item, of a matching item that of its matches.
func positions(t *task.Task) int {
	if t.Type == task.Matching {
		return len(t.Choices.Matches)
	}
	return len(t.Choices.Options)
}

// isOrder reports whether an order has each position of an item once.
func isOrder(order []int, t *task.Task) bool {
	sorted := slices.Sorted(slices.Values(order))
	for i, p := range sorted {
		if i != p {
			return false
		}
	}
	return len(order) == positions(t)
}

// fits reports whether positions can be the key of an item: a key of a recorded reading may hold
// anything.
func fits(key []int, t *task.Task) bool {
	outside := slices.ContainsFunc(key, func(p int) bool { return p < 0 || p >= positions(t) })
	return len(key) > 0 && !outside && (t.Type != task.Matching || len(key) == len(t.Choices.Options))
}

// foundKey is what a reading found, in the letters and words of the item.
func foundKey(key []int, t *task.Task) string {
	if !fits(key, t) {
		return "no key"
	}
	read, choices := *t, *t.Choices
	choices.Key, read.Choices = key, &choices
	return strings.Join(keywords(&read), ", ")
}
