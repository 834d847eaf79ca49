package filter

import "github.com/taskgrove/taskgrove/pipeline/task"

// Trivial returns the IDs of the items that every model answered rightly closed book: without
// tools and texts. It has for each model whether it was right, by ID of the item. An item that a
// model did not answer is not among them, and without models none is. Such items are labelled, not
// left out: leaving them out with one strong model was tried in the paper, and failed.
func Trivial(items []*task.Task, right map[string]map[string]bool) map[string]bool {
	trivial := map[string]bool{}
	if len(right) == 0 {
		return trivial
	}
	for _, t := range items {
		all := t.Choices != nil
		for _, of := range right {
			all = all && of[t.ID]
		}
		if all {
			trivial[t.ID] = true
		}
	}
	return trivial
}
