package review

// ReviewerProgress counts tasks for one reviewer.
type ReviewerProgress struct {
	Voted int `json:"voted"` // tasks with a vote of the reviewer that counts
	// Left counts the tasks that the reviewer can still be given, now or when a lease of
	// somebody else ends.
	Left  int `json:"left"`
	Tasks int `json:"tasks"` // tasks to be reviewed by anybody
	Done  int `json:"done"`  // tasks to be reviewed that are approved or rejected
}

// boardTotals has the counts that a board keeps up to date for [Board.Progress], which then
// only looks at the tasks that the reviewer voted on.
type boardTotals struct {
	tasks, done            int
	approved, crossChecked int                     // approved, and of these seen by a senior
	open                   map[ReviewerRole]int    // tasks that need a reviewer who has not voted on them
	voted                  map[string]map[int]bool // by reviewer: entries that they ever voted on
}

// addToTotals adds an entry in its present state to the totals, or takes it off for a sign
// of -1.
func (b *Board) addToTotals(i, sign int) {
	p := &b.entries[i]
	for _, d := range p.state.History {
		if !d.Kind.Vote() {
			continue
		}
		if b.totals.voted[d.By] == nil {
			b.totals.voted[d.By] = map[int]bool{}
		}
		if sign > 0 {
			b.totals.voted[d.By][i] = true
		} else {
			delete(b.totals.voted[d.By], i)
		}
	}
	if !p.state.Sampled {
		return
	}
	b.totals.tasks += sign
	switch p.state.Status {
	case Approved:
		b.totals.approved += sign
		if hasSeniorVote(p.state) {
			b.totals.crossChecked += sign
		}
		fallthrough
	case Rejected:
		b.totals.done += sign
	}
	for _, role := range []ReviewerRole{Annotator, Senior, Owner} {
		b.totals.open[role] += sign * b.open(p, "", role)
	}
}

// open returns 1 for a task that needs a vote of the reviewer's, other than a cross-check,
// and else 0.
func (b *Board) open(p *entry, by string, role ReviewerRole) int {
	switch b.requiredAction(p, by, role) {
	case actionNone, actionCrossCheck:
		return 0
	}
	return 1
}

// Progress counts the tasks that the reviewer has voted on and the tasks still to come.
// Role is the reviewer's present role.
func (b *Board) Progress(by string, role ReviewerRole) ReviewerProgress {
	n := ReviewerProgress{Tasks: b.totals.tasks, Done: b.totals.done, Left: b.totals.open[role]}
	for i := range b.totals.voted[by] {
		if b.entries[i].state.hasVoteOf(by) {
			n.Voted++
		}
		n.Left += b.open(&b.entries[i], by, role) - b.open(&b.entries[i], "", role)
	}
	if role.Rank() >= Senior.Rank() {
		n.Left += crossChecksDue(b.totals.approved, b.totals.crossChecked)
	}
	return n
}
