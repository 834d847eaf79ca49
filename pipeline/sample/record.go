package sample

// record is how choices did that have something in common, in parts of whole.
type record struct {
	good int // how many were accepted
	bad  int // its share of the blame for those that were not
}

// whole is one choice, and the rate at which all are accepted.
const whole = 1 << 10

// rate returns the trust in what has the record: in (0, whole], whole for what was
// never blamed.
func (r *record) rate() int { return (r.good + whole) * whole / (r.good + r.bad + whole) }

// suspicion returns the share of the blame it takes, before it is set in proportion:
// the rate of failures, after one more choice that went well and one that did not
// (Laplace's rule of succession).
func (r *record) suspicion() int { return (r.bad + whole) * whole / (r.good + r.bad + 2*whole) }

// proven reports whether an element is told apart by how it does. A tool is not: the
// transitions to and from it are. Nor is an operator at a depth.
func (a axis) proven() bool { return a != toolAxis && a != cellAxis && a != plainAxis }

// trust multiplies a number by the rates of some elements.
func (e *elements) trust(n int, has []int32) int {
	for _, id := range has {
		if e.axes[id].proven() {
			n = n * e.records[id].rate() / whole
		}
	}
	return n
}

// quotes are what [elements.gain] and [elements.trust] are made of, by element, as of
// one moment: all candidates of a depth are weighed by them.
type quotes struct{ gains, rates []int }

// quote brings quotes up to date.
func (e *elements) quote(q *quotes) {
	q.gains, q.rates = q.gains[:0], q.rates[:0]
	for id, a := range e.axes {
		gain, rate := 0, whole
		if e.used[id] == 0 {
			gain = e.weight(int32(id))
		}
		if a.proven() {
			rate = e.records[id].rate()
		}
		q.gains, q.rates = append(q.gains, gain), append(q.rates, rate)
	}
}

func (q *quotes) gain(has []int32) int {
	n := 0
	for _, id := range has {
		n += q.gains[id]
	}
	return n
}

func (q *quotes) trust(n int, has []int32) int {
	for _, id := range has {
		n = n * q.rates[id] / whole
	}
	return n
}

// credit records that a choice was accepted.
func (e *elements) credit(path *record, has []int32) {
	path.good += whole
	for _, id := range has {
		e.records[id].good += whole
	}
}

// blame records that a choice was not, and shares the blame out between its path and
// what it has.
func (e *elements) blame(path *record, has ...[]int32) {
	records := []*record{path}
	total := path.suspicion()
	for _, ids := range has {
		for _, id := range ids {
			if e.axes[id].proven() {
				records = append(records, &e.records[id])
				total += e.records[id].suspicion()
			}
		}
	}
	shares := make([]int, len(records)) // all worked out before any changes
	for i, r := range records {
		shares[i] = r.suspicion() * whole / total
	}
	for i, r := range records {
		r.bad += shares[i]
	}
}
