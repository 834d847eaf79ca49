// Package team is who reviews: members with a name and a role, the invitations by which
// they joined and the sessions by which a server knows them again. They stand in an
// append-only file that one server at a time has open.
//
// A token or a session is 256 random bits and is the whole proof of who has it. It is
// given out once; the file and the memory have its SHA-256 alone, which for a secret of
// that size need not be slow.
package team

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Errors that callers can test for; what is wrong in detail is in the text around them.
// No error holds a token or a session.
var (
	// ErrInvitation is for a link that is unknown or was ended.
	ErrInvitation = errors.New("this link does not admit anybody: ask for another one")
	// ErrName is for a name, role or note that cannot be, and a name that is taken.
	ErrName = errors.New("this cannot be used")
	// ErrUnknown is for a member or an invitation that is not there.
	ErrUnknown = errors.New("there is none of that name")
	// ErrLast is for removing the last owner.
	ErrLast = errors.New("the last owner cannot be removed")
)

// Member is one reviewer.
type Member struct {
	// Name is unique among all who ever joined, whatever the case of its letters.
	Name string
	Role review.ReviewerRole
	// Ended says that an owner removed the member. The name stays taken.
	Ended bool
}

// Invitation is a link that people join by.
type Invitation struct {
	// ID names it; it is not secret.
	ID string
	// Role is what those become who join by it.
	Role review.ReviewerRole
	// Note is what the owner wrote down about it.
	Note string
	// Name is the only member who may join by it; "" for one that admits anybody, under
	// a new name.
	Name string
	// Joined are the names of those who did, in order.
	Joined []string
	// Ended says that it admits nobody any more.
	Ended bool
}

// Team is an open file of members. It is safe for concurrent use.
type Team struct {
	file *ledger.Ledger

	drawing sync.Mutex
	random  io.Reader

	mu    sync.RWMutex
	state *state
}

// Open opens the team at path, or starts one there; random is the source of secrets.
// Invalid lines are errors of the form `path:line: what is wrong`. While the file is open
// elsewhere, the error is [ledger.ErrLocked].
func Open(path string, random io.Reader) (*Team, error) {
	t := &Team{random: random, state: newState()}
	file, err := ledger.Open(path, t.read)
	if err != nil {
		return nil, err
	}
	t.file = file
	return t, nil
}

// read takes a line of the file.
func (t *Team) read(b []byte, _ int) error {
	l, err := decode(b)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.state.check(l); err != nil {
		return err
	}
	t.state.apply(l)
	return nil
}

// write appends a line, unless it may not follow those before it.
func (t *Team) write(l *line, now time.Time) error {
	l.At = now.UTC().Truncate(time.Millisecond)
	if err := l.check(); err != nil {
		return err
	}
	b, err := l.encode()
	if err != nil {
		return err
	}
	err = t.file.Append(b, func() error {
		t.mu.RLock()
		defer t.mu.RUnlock()
		return t.state.check(l)
	})
	if errors.Is(err, errNoChange) {
		return nil
	}
	return err
}

// randomBytes returns so many random bytes.
func (t *Team) randomBytes(n int) ([]byte, error) {
	t.drawing.Lock()
	defer t.drawing.Unlock()
	b := make([]byte, n)
	if _, err := io.ReadFull(t.random, b); err != nil {
		return nil, fmt.Errorf("draw a secret: %w", err)
	}
	return b, nil
}

// secret draws a token, and returns with it what the file has of it.
func (t *Team) secret() (token string, kept digest.Digest, err error) {
	b, err := t.randomBytes(32)
	if err != nil {
		return "", "", err
	}
	token = base64.RawURLEncoding.EncodeToString(b)
	return token, hashSecret(token), nil
}

// hashSecret returns the SHA-256 of a token, which stands in the file in its place.
func hashSecret(token string) digest.Digest { return digest.Bytes([]byte(token)) }

// Invite makes an invitation and returns it with its token, which is not had again.
// name is "" for an invitation that admits anybody, under a new name each, until it is
// ended; or the name of a member, who alone may join by it: a member comes back with it
// in another browser, and it must be of the member's role; one who was removed becomes a
// member again, of any role.
func (t *Team) Invite(role review.ReviewerRole, note, name string, now time.Time) (Invitation, string, error) {
	if role.Rank() == 0 {
		return Invitation{}, "", fmt.Errorf("%w: role %q: want %q, %q or %q", ErrName, role, review.Annotator, review.Senior, review.Owner)
	}
	if name != "" {
		var err error
		if name, err = t.knownName(name); err != nil {
			return Invitation{}, "", err
		}
	}
	id, err := t.randomBytes(8)
	if err != nil {
		return Invitation{}, "", err
	}
	token, kept, err := t.secret()
	if err != nil {
		return Invitation{}, "", err
	}
	l := &line{Kind: invite, Invitation: hex.EncodeToString(id), Role: role, Name: name, Note: note, Secret: kept}
	if err := t.write(l, now); err != nil {
		return Invitation{}, "", err
	}
	return Invitation{ID: l.Invitation, Role: role, Note: note, Name: name}, token, nil
}

// knownName returns a name in the spelling of the member, present or removed, who has it.
func (t *Team) knownName(name string) (string, error) {
	cleaned, err := normalizeName(name)
	if err != nil {
		return "", err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	m := t.state.named[nameKey(cleaned)]
	if m == nil {
		return "", fmt.Errorf("%w: member %q", ErrUnknown, cleaned)
	}
	return m.Name, nil
}

// End ends an invitation: nobody joins by it any more, and who did stays. Ending it
// again does nothing.
func (t *Team) End(id string, now time.Time) error {
	if id == "" {
		return fmt.Errorf("%w: invitation %q", ErrUnknown, id)
	}
	return t.write(&line{Kind: end, Invitation: id}, now)
}

// Join makes whoever has an invitation's token a member, and returns a session. Names
// are kept without spaces around them and in normal form C. An invitation for one
// member needs no name; with another name than that member's it is refused.
func (t *Team) Join(token, name string, now time.Time) (session string, m Member, err error) {
	t.mu.RLock()
	i := t.state.links[hashSecret(token)]
	var l *line
	var bound string
	if i != nil && !i.Ended {
		l, bound = &line{Kind: join, Invitation: i.ID, Role: i.Role}, i.Name
	}
	t.mu.RUnlock()
	if l == nil {
		return "", Member{}, ErrInvitation
	}
	if name == "" && bound != "" {
		name = bound
	}
	if l.Name, err = normalizeName(name); err != nil {
		return "", Member{}, err
	}
	if nameKey(l.Name) == nameKey(bound) {
		l.Name = bound
	}
	return t.begin(l, now)
}

// JoinOpen makes anybody an owner, for pages that only the owner's machine can reach.
// Whoever gives the name of a member is taken for that member and keeps the role.
func (t *Team) JoinOpen(name string, now time.Time) (session string, m Member, err error) {
	l := &line{Kind: join, Role: review.Owner}
	if l.Name, err = normalizeName(name); err != nil {
		return "", Member{}, err
	}
	t.mu.RLock()
	if m := t.state.named[nameKey(l.Name)]; m != nil {
		l.Name = m.Name
		if !m.Ended {
			l.Role = m.Role
		}
	}
	t.mu.RUnlock()
	return t.begin(l, now)
}

// begin begins a session.
func (t *Team) begin(l *line, now time.Time) (session string, m Member, err error) {
	session, l.Secret, err = t.secret()
	if err != nil {
		return "", Member{}, err
	}
	if err := t.write(l, now); err != nil {
		return "", Member{}, err
	}
	return session, Member{Name: l.Name, Role: l.Role}, nil
}

// Who returns the member that a session belongs to; false if the session has ended, by
// Leave or by the member's removal, or never was.
func (t *Team) Who(session string) (Member, bool) {
	// A lookup by digest takes no time that tells of the secrets there are.
	t.mu.RLock()
	defer t.mu.RUnlock()
	m := t.state.sessions[hashSecret(session)]
	if m == nil {
		return Member{}, false
	}
	return *m, true
}

// Leave ends the session with a secret token, as [Team.Join] returns it; now is the time
// recorded. If there is no such session Leave does nothing and returns nil. The error is a
// failure to write the file; the session continues then.
func (t *Team) Leave(session string, now time.Time) error {
	return t.write(&line{Kind: leave, Secret: hashSecret(session)}, now)
}

// Remove takes a member out: all sessions end at once, and all invitations for that
// name. The last owner cannot be removed.
func (t *Team) Remove(name string, now time.Time) error {
	name, err := t.knownName(name)
	if err != nil {
		return err
	}
	return t.write(&line{Kind: remove, Name: name}, now)
}

// Members returns everyone who ever joined, in the order of their first joining.
func (t *Team) Members() []Member {
	t.mu.RLock()
	defer t.mu.RUnlock()
	all := make([]Member, len(t.state.members))
	for i, m := range t.state.members {
		all[i] = *m
	}
	return all
}

// Invitations returns all invitations, ended ones too, in the order in which they were made.
func (t *Team) Invitations() []Invitation {
	t.mu.RLock()
	defer t.mu.RUnlock()
	all := make([]Invitation, len(t.state.invited))
	for n, i := range t.state.invited {
		all[n] = *i
		all[n].Joined = slices.Clone(i.Joined)
	}
	return all
}

// Close closes the file. A second call does nothing.
func (t *Team) Close() error { return t.file.Close() }
