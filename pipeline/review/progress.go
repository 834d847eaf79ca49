package review

// ReviewerProgress counts tasks for one reviewer.
type ReviewerProgress struct {
	Voted int `json:"voted"` // tasks with a vote of the reviewer's that counts
	Left  int `json:"left"`  // tasks that the reviewer could still be given, once nobody else has a lease
	Tasks int `json:"tasks"` // tasks to be reviewed
	Done  int `json:"done"`  // of these, approved or rejected
}

// boardTotals are what a board keeps for [Board.Progress], so that it looks at no task but those
// that the reviewer voted on.
type boardTotals struct {
	tasks, done            int
	approved, crossChecked int                     // approved, and of these looked at by a senior
	open                   map[ReviewerRole]int    // tasks that call for one who has not voted on them
	voted                  map[string]map[int]bool // by reviewer: posts with a vote that counts
}

// addToTotals adds the post as it stands to the sums, or with a sign of -1 takes it off.
func (b *Board) addToTotals(i, sign int) {
	p := &b.entries[i]
	for _, d := range p.state.Votes {
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
		b.totals.open[role] += sign * b.isOpen(p, "", role)
	}
}

// isOpen is 1 for a task that calls for the reviewer, but to cross-check it, and else 0.
func (b *Board) isOpen(p *entry, by string, role ReviewerRole) int {
	switch b.requiredAction(p, by, role) {
	case actionNone, actionCrossCheck:
		return 0
	}
	return 1
}

// Progress returns how far the reviewer is.
func (b *Board) Progress(by string, role ReviewerRole) ReviewerProgress {
	n := ReviewerProgress{Tasks: b.totals.tasks, Done: b.totals.done, Left: b.totals.open[role]}
	for i := range b.totals.voted[by] {
		n.Voted++
		n.Left += b.isOpen(&b.entries[i], by, role) - b.isOpen(&b.entries[i], "", role)
	}
	if role.Rank() >= Senior.Rank() {
		n.Left += crossChecksDue(b.totals.approved, b.totals.crossChecked)
	}
	return n
}
