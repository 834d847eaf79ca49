package sample

// balances are what an element of an axis is worth that accepted choices have less often
// than others of its axis: the full weight if none has it, nothing if it has its share. They
// are small against the weights of new elements, so that evenness costs little coverage.
var balances = [...]int{startAxis: 60, operatorAxis: 30, kindAxis: 40}

// axisShare is how often accepted choices have the elements of an axis.
type axisShare struct {
	elements int // number of elements
	uses     int // sum of the numbers of choices that have each
}

// shares returns the share of each axis.
func (e *elements) shares() [len(balances)]axisShare {
	var shares [len(balances)]axisShare
	for id, a := range e.axes {
		shares[a].elements++
		shares[a].uses += e.used[id]
	}
	return shares
}

// balance returns what one more choice with an element adds to the evenness of its axis.
func (e *elements) balance(id int32, axis axisShare) int {
	missing := axis.uses - axis.elements*e.used[id]
	if missing <= 0 {
		return 0
	}
	return balances[e.axes[id]] * missing / axis.uses
}
