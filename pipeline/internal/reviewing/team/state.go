package team

import (
	"errors"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// state is the team that results from the lines of the file. It is not safe for
// concurrent use.
type state struct {
	members  []*Member          // in the order in which they first joined
	named    map[string]*Member // by key of the name
	invited  []*Invitation      // in the order in which they were made
	byID     map[string]*Invitation
	links    map[digest.Digest]*Invitation
	sessions map[digest.Digest]*Member // those that have not ended
	spent    map[digest.Digest]bool    // every secret there was
	// lenient has the IDs of invitations without a limit that ended only because a member
	// who had joined by them was removed. For earlier programs they had not ended, so that
	// their files may have lines that use or end them.
	lenient map[string]bool
}

func newState() *state {
	return &state{
		named: map[string]*Member{}, byID: map[string]*Invitation{}, links: map[digest.Digest]*Invitation{},
		sessions: map[digest.Digest]*Member{}, spent: map[digest.Digest]bool{}, lenient: map[string]bool{},
	}
}

var (
	// errNoChange says that a line would change nothing.
	errNoChange = errors.New("the line would change nothing")
	// errRepeatedSecret says that the source of secrets gave one twice.
	errRepeatedSecret = errors.New("the source of randomness repeats itself: use another one")
)

// checkNew says why a new line may not follow those before it; nil where it may.
func (s *state) checkNew(l *line) error {
	switch {
	case l.Kind == end && s.lenient[l.Invitation]:
		return errNoChange
	case l.Kind == join && s.lenient[l.Invitation]:
		return ErrInvitation
	}
	return s.check(l)
}

// check says why a line of a file, which an earlier program may have written, may not follow
// those before it; nil where it may.
func (s *state) check(l *line) error {
	if l.Kind != leave && l.Secret != "" && s.spent[l.Secret] {
		return errRepeatedSecret
	}
	switch l.Kind {
	case invite:
		return s.checkInvite(l)
	case end:
		switch i := s.byID[l.Invitation]; {
		case i == nil:
			return fmt.Errorf("%w: invitation %q", ErrUnknown, l.Invitation)
		case i.Ended && !s.lenient[i.ID]:
			return errNoChange
		}
	case join:
		return s.checkJoin(l)
	case leave:
		if s.sessions[l.Secret] == nil {
			return errNoChange
		}
	case remove:
		switch m := s.named[nameKey(l.Name)]; {
		case m == nil || m.Ended:
			return fmt.Errorf("%w: member %q", ErrUnknown, l.Name)
		case m.Role == review.Owner && s.owners() == 1:
			return fmt.Errorf("%w: %s", ErrLast, m.Name)
		}
	}
	return nil
}

func (s *state) checkInvite(l *line) error {
	if s.byID[l.Invitation] != nil {
		return errRepeatedSecret
	}
	if l.Name == "" {
		return nil
	}
	switch m := s.named[nameKey(l.Name)]; {
	case m == nil:
		return fmt.Errorf("%w: member %q", ErrUnknown, l.Name)
	case !m.Ended && m.Role != l.Role:
		return fmt.Errorf("%w: %s is %s: the link must be for that role", ErrName, m.Name, m.Role)
	}
	return nil
}

func (s *state) checkJoin(l *line) error {
	m := s.named[nameKey(l.Name)]
	here := m != nil && !m.Ended
	if l.Invitation == "" { // an open page
		// Earlier programs made everybody an owner who joined an open page.
		if want := s.openRole(); !here && l.Role != want && l.Role != review.Owner || here && l.Role != m.Role {
			return fmt.Errorf("role %q of one who joins an open page: want %q, or the member's", l.Role, want)
		}
		return nil
	}
	i := s.byID[l.Invitation]
	switch {
	case i == nil || !i.Admits(l.At) && !s.lenient[i.ID]:
		return ErrInvitation
	case l.Role != i.Role:
		return fmt.Errorf("role %q for an invitation as %q: want the role of the invitation", l.Role, i.Role)
	case i.Name == "" && m != nil:
		return fmt.Errorf("%w: %s is taken: choose another, or ask an owner for a link to come back by", ErrName, m.Name)
	case i.Name != "" && nameKey(i.Name) != nameKey(l.Name):
		return fmt.Errorf("%w: this link is for %s alone", ErrName, i.Name)
	case here && m.Role != i.Role:
		return ErrInvitation // the member came back with another role since
	}
	return nil
}

// openRole is the role of a new member who joins an open page.
func (s *state) openRole() review.ReviewerRole {
	if s.owners() == 0 {
		return review.Owner
	}
	return review.Annotator
}

// owners is how many owners there are.
func (s *state) owners() (n int) {
	for _, m := range s.members {
		if m.Role == review.Owner && !m.Ended {
			n++
		}
	}
	return n
}

// apply makes a line part of the state. It has been checked.
func (s *state) apply(l *line) {
	if l.Secret != "" {
		s.spent[l.Secret] = true
	}
	switch l.Kind {
	case invite:
		i := l.newInvitation()
		s.invited = append(s.invited, i)
		s.byID[i.ID], s.links[l.Secret] = i, i
	case end:
		s.byID[l.Invitation].Ended = true
		delete(s.lenient, l.Invitation)
	case join:
		s.applyJoin(l)
	case leave:
		delete(s.sessions, l.Secret)
	case remove:
		m := s.named[nameKey(l.Name)]
		m.Ended = true
		for secret, of := range s.sessions {
			if of == m {
				delete(s.sessions, secret)
			}
		}
		for _, i := range s.invited {
			// Either would let the person in again, under this name or another.
			switch {
			case nameKey(i.Name) == nameKey(m.Name):
				i.Ended = true
			case slices.Contains(i.Joined, m.Name):
				if i.Uses == 0 && !i.Ended {
					s.lenient[i.ID] = true
				}
				i.Ended = true
			}
		}
	}
}

func (s *state) applyJoin(l *line) {
	m := s.named[nameKey(l.Name)]
	if m == nil {
		m = &Member{Name: l.Name}
		s.members = append(s.members, m)
		s.named[nameKey(l.Name)] = m
	}
	m.Role, m.Ended = l.Role, false
	s.sessions[l.Secret] = m
	if i := s.byID[l.Invitation]; i != nil {
		i.Used++
		if !slices.Contains(i.Joined, m.Name) {
			i.Joined = append(i.Joined, m.Name)
		}
	}
}
