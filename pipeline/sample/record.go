package sample

// record counts, in fixed-point parts of unit, how choices with something in common ended.
type record struct {
	good int // choices that were accepted
	bad  int // its share of the blame for choices that failed
}

// unit is one choice, and a rate of 1, in fixed-point arithmetic.
const unit = 1 << 10

// rate returns the rate of success: in (0, unit], unit if nothing was blamed on it.
func (r *record) rate() int { return (r.good + unit) * unit / (r.good + r.bad + unit) }

// suspicion returns its share of a blame, before the shares are scaled to sum to unit: the
// rate of failures by Laplace's rule of succession, as if one more choice had succeeded and
// one more had failed.
func (r *record) suspicion() int { return (r.bad + unit) * unit / (r.good + r.bad + 2*unit) }

// tracked reports whether records of the axis count for trust. Those of a tool do not, since
// its transitions have records, nor those of an operator at a depth.
func (a axis) tracked() bool {
	return a != toolAxis && a != cellAxis && a != plainAxis && a != kindAxis && a != textAxis && a != shareAxis
}

// trust multiplies a number by the rates of success of some elements.
func (e *elements) trust(n int, has []int32) int {
	for _, id := range has {
		if e.axes[id].tracked() {
			n = n * e.records[id].rate() / unit
		}
	}
	return n
}

// snapshot caches, by element, what [elements.gain], [elements.balance] and
// [elements.trust] are computed from; gains are the sum of the first two. All candidates of
// a depth are compared with the same snapshot.
type snapshot struct{ gains, rates []int }

// update brings a snapshot up to date.
func (e *elements) update(q *snapshot) {
	q.gains, q.rates = q.gains[:0], q.rates[:0]
	shares := e.shares()
	for id, a := range e.axes {
		gain, rate := e.balance(int32(id), shares[a]), unit
		if e.used[id] < e.wanted[id] {
			gain += e.weight(int32(id))
		}
		if a.tracked() {
			rate = e.records[id].rate()
		}
		q.gains, q.rates = append(q.gains, gain), append(q.rates, rate)
	}
}

func (q *snapshot) gain(has []int32) int {
	n := 0
	for _, id := range has {
		n += q.gains[id]
	}
	return n
}

func (q *snapshot) trust(n int, has []int32) int {
	for _, id := range has {
		n = n * q.rates[id] / unit
	}
	return n
}

// credit records that a choice was accepted.
func (e *elements) credit(path *record, has []int32) {
	path.good += unit
	for _, id := range has {
		e.records[id].good += unit
	}
}

// discredit records that a choice that was accepted failed after all.
func (e *elements) discredit(path *record, has ...[]int32) {
	path.good -= unit
	for _, ids := range has {
		for _, id := range ids {
			e.records[id].good -= unit
		}
	}
	e.blame(path, has...)
}

// blame records that a choice failed, and divides the blame between its path and its
// elements in proportion to their suspicion.
func (e *elements) blame(path *record, has ...[]int32) {
	records := []*record{path}
	total := path.suspicion()
	for _, ids := range has {
		for _, id := range ids {
			if e.axes[id].tracked() {
				records = append(records, &e.records[id])
				total += e.records[id].suspicion()
			}
		}
	}
	shares := make([]int, len(records)) // computed before any record changes
	for i, r := range records {
		shares[i] = r.suspicion() * unit / total
	}
	for i, r := range records {
		r.bad += shares[i]
	}
}
