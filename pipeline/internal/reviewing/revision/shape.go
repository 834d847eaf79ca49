package revision

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// shape says in what a plan differs from another one beyond what people may change:
// the arguments of operations, such as the entity it starts from, what a filter compares
// and with what, or the place of a ranking, and the forms of answers. Where nodes get
// their data stays: which nodes there are, what they read, their entity types, tools and
// derivations. Of a text to write, whose contents are its template's, the start alone
// may be another.
func shape(before, after *plan.Program) string {
	if before.Template != after.Template || len(before.Nodes) != len(after.Nodes) || len(before.Answers) != len(after.Answers) {
		return fmt.Sprintf("shape: the plan has %d nodes and %d answers of template %q: want %d and %d of %q, as before",
			len(after.Nodes), len(after.Answers), after.Template, len(before.Nodes), len(before.Answers), before.Template)
	}
	for i := range before.Nodes {
		was, is := &before.Nodes[i], &after.Nodes[i]
		if was.Name != is.Name || !slices.Equal(was.From, is.From) || was.Do.Kind() != is.Do.Kind() || source(was) != source(is) ||
			before.Template != "" && was.Do.Kind() != "start" && !reflect.DeepEqual(was.Do, is.Do) {
			return fmt.Sprintf("shape: the plan has %s: want %s with other arguments alone", written(is), written(was))
		}
	}
	for i, was := range before.Answers {
		is := after.Answers[i]
		if was.From != is.From || was.If != is.If || before.Template != "" && was.Form != is.Form {
			return fmt.Sprintf("shape: answer %d is of %q if %q: want %q if %q, in another form at most", i+1, is.From, is.If, was.From, was.If)
		}
	}
	return ""
}

// source names what a node gets its data from; "" for one that gets it from other nodes
// alone.
func source(n *plan.Node) string {
	switch o := n.Do.(type) {
	case *plan.Start:
		return o.Entity
	case *plan.Derive:
		return o.Derivation
	case *plan.DeriveAll:
		return o.Derivation
	}
	return n.Tool()
}

// written is a node as JSON.
func written(n *plan.Node) string {
	b, err := json.Marshal(n)
	if err != nil {
		// A node holds texts, numbers and truths alone.
		panic("revision: a node that cannot be written: " + err.Error())
	}
	return string(b)
}
