package review

// ReviewerProgress counts tasks for one reviewer.
type ReviewerProgress struct {
	Voted int `json:"voted"` // tasks with a vote of the reviewer's that counts
	Left  int `json:"left"`  // tasks that the reviewer could still be given, once nobody else has a lease
	Tasks int `json:"tasks"` // tasks to be reviewed
	Done  int `json:"done"`  // of these, approved or rejected
}

// sums are what a board keeps for [Board.Progress], so that it looks at no task but those
// that the reviewer voted on.
type sums struct {
	tasks, done      int
	approved, looked int                     // approved, and of these looked at by a senior
	open             map[ReviewerRole]int    // tasks that call for one who has not voted on them
	voted            map[string]map[int]bool // by reviewer: posts with a vote that counts
}

// sum adds the post as it stands to the sums, or with a sign of -1 takes it off.
func (b *Board) sum(i, sign int) {
	p := &b.posts[i]
	for _, d := range p.standing.Votes {
		if b.sums.voted[d.By] == nil {
			b.sums.voted[d.By] = map[int]bool{}
		}
		if sign > 0 {
			b.sums.voted[d.By][i] = true
		} else {
			delete(b.sums.voted[d.By], i)
		}
	}
	if !p.standing.Sampled {
		return
	}
	b.sums.tasks += sign
	switch p.standing.Status {
	case Approved:
		b.sums.approved += sign
		if seen(p.standing) {
			b.sums.looked += sign
		}
		fallthrough
	case Rejected:
		b.sums.done += sign
	}
	for _, role := range []ReviewerRole{Annotator, Senior, Owner} {
		b.sums.open[role] += sign * b.open(p, "", role)
	}
}

// open is 1 for a task that calls for the reviewer, but to cross-check it, and else 0.
func (b *Board) open(p *post, by string, role ReviewerRole) int {
	switch b.calls(p, by, role) {
	case callNone, callCross:
		return 0
	}
	return 1
}

// Progress returns how far the reviewer is.
func (b *Board) Progress(by string, role ReviewerRole) ReviewerProgress {
	n := ReviewerProgress{Tasks: b.sums.tasks, Done: b.sums.done, Left: b.sums.open[role]}
	for i := range b.sums.voted[by] {
		n.Voted++
		n.Left += b.open(&b.posts[i], by, role) - b.open(&b.posts[i], "", role)
	}
	if role.Rank() >= Senior.Rank() {
		n.Left += due(b.sums.approved, b.sums.looked)
	}
	return n
}
