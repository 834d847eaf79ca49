package bench

import (
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// publishedTypes are those of LegalAgentBench's 300 tasks, each up to the last ID that has it: the
// rows of the paper's tables.
var publishedTypes = [...]struct {
	name string
	last int
}{
	{"1-hop", 80}, {"2-hop", 160}, {"3-hop", 220}, {"4-hop", 260}, {"5-hop", 280}, {"writing", 300},
}

// publishedTypesNote is the line of a report that groups tasks by [TypeByID].
const publishedTypesNote = "types by the ids of LegalAgentBench: 1-80 one hop, 81-160 two, 161-220 three, 221-260 four, 261-280 five, 281-300 writing"

// TypeByID returns the type that the task of an ID has in the paper's tables: 1 to 80
// "1-hop", 81 to 160 "2-hop", 161 to 220 "3-hop", 221 to 260 "4-hop", 261 to 280 "5-hop"
// and 281 to 300 "writing"; "" for any other ID. The type field of the published file
// names a path, and now and then a wrong one: task 193 has "2-15-1" and takes three hops.
func TypeByID(id string) string {
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 || strconv.Itoa(n) != id {
		return ""
	}
	for _, t := range publishedTypes {
		if n <= t.last {
			return t.name
		}
	}
	return ""
}

// setPublishedTypes gives tasks the types of their IDs, unless one of them has an ID that
// LegalAgentBench has not.
func setPublishedTypes(tasks []*task.Task) {
	for _, t := range tasks {
		if TypeByID(t.ID) == "" {
			return
		}
	}
	for _, t := range tasks {
		t.Type = TypeByID(t.ID)
	}
}

// hasPublishedTypes reports whether the tasks that have an answer are of types by their IDs, as
// those of LegalAgentBench's own file are. Tasks of ours have plans.
func hasPublishedTypes(tasks []*task.Task) bool {
	n := 0
	for _, t := range tasks {
		if t.Twin != nil {
			continue
		}
		n++
		if t.Plan != nil || t.Type == "" || t.Type != TypeByID(t.ID) {
			return false
		}
	}
	return n > 0
}
