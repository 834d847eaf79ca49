package revision

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// checkShape returns a fault if an edit changes more of a plan than people may change.
// They may change the arguments of operations, such as the entity to start from, the
// column and value of a filter or the rank of a ranking, and the forms of answers. They
// may not change the nodes, their inputs, entity types, tools and derivations. In a plan
// with a template, which determines the contents of the text, only the start may change.
func checkShape(before, after *plan.Program) string {
	if before.Template != after.Template || len(before.Nodes) != len(after.Nodes) || len(before.Answers) != len(after.Answers) {
		return fmt.Sprintf("shape: the plan has %d nodes and %d answers of template %q: want %d and %d of %q, as before",
			len(after.Nodes), len(after.Answers), after.Template, len(before.Nodes), len(before.Answers), before.Template)
	}
	for i := range before.Nodes {
		was, is := &before.Nodes[i], &after.Nodes[i]
		if was.Name != is.Name || !slices.Equal(was.From, is.From) || was.Do.Kind() != is.Do.Kind() || source(was) != source(is) ||
			before.Template != "" && was.Do.Kind() != "start" && !reflect.DeepEqual(was.Do, is.Do) {
			return fmt.Sprintf("shape: the plan has %s: want %s, in which only arguments may change", nodeJSON(is), nodeJSON(was))
		}
	}
	for i, was := range before.Answers {
		is := after.Answers[i]
		if was.From != is.From || was.Condition() != is.Condition() || before.Template != "" && was.Form != is.Form {
			return fmt.Sprintf("shape: answer %d is from %q if %q: want from %q if %q; only its form may change", i+1, is.From, is.If, was.From, was.If)
		}
	}
	return ""
}

// source returns the entity type, derivation or tool that a node gets data from; "" for a
// node that gets data only from other nodes.
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

// nodeJSON returns a node as JSON.
func nodeJSON(n *plan.Node) string {
	b, err := json.Marshal(n)
	if err != nil {
		// A node holds only strings, numbers and booleans.
		panic("revision: a node that cannot be encoded: " + err.Error())
	}
	return string(b)
}
