// Package team has the members of a review team with their names and roles, the invitations
// by which they joined, and the sessions by which a server recognises them. They are stored
// in an append-only file that only one server at a time can have open.
//
// A token or a session consists of 256 random bits, and whoever presents it is taken for
// its owner. It is given out once; the file and the memory hold only its SHA-256, which for
// a secret of that size need not be slow.
package team

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Errors that callers can test for with errors.Is; the text around them describes the
// fault. No error holds a token or a session.
var (
	// ErrInvitation is the error for a link that is unknown, was ended or used up, or has
	// expired.
	ErrInvitation = errors.New("this link does not admit anybody: ask for another one")
	// ErrName is the error for an invalid name, role or note, and for a name that is taken.
	ErrName = errors.New("this cannot be used")
	// ErrUnknown is the error for an unknown member or invitation.
	ErrUnknown = errors.New("there is none of that name")
	// ErrLast is the error for removing the last owner.
	ErrLast = errors.New("the last owner cannot be removed")
)

// Member is one reviewer.
type Member struct {
	// Name is unique among all who ever joined; the case of letters makes no difference.
	Name string
	Role review.ReviewerRole
	// Ended reports that an owner removed the member. The name stays taken.
	Ended bool
}

// Invitation is a link with which people join the team.
type Invitation struct {
	// ID identifies the invitation; it is not secret.
	ID string
	// Role is the role of those who join with it.
	Role review.ReviewerRole
	// Note is the owner's note about it.
	Note string
	// Name is the only member who may join with it; "" for an invitation that admits
	// anybody, under a new name.
	Name string
	// Uses is how many times it lets people join, Used how many times it has. Uses is 0 for
	// invitations of earlier programs, which let any number join.
	Uses, Used int
	// Expires is the time at which it ends; zero for invitations of earlier programs, which
	// do not end by themselves.
	Expires time.Time
	// Joined are the names of those who joined with it, in order.
	Joined []string
	// Ended reports that an owner ended it, or removed a member who joined with it or for
	// whom it is. An invitation that is used up or has expired is not Ended.
	Ended bool
}

// Admits reports whether somebody can join with the invitation at a time.
func (i *Invitation) Admits(now time.Time) bool {
	return !i.Ended && (i.Uses == 0 || i.Used < i.Uses) && (i.Expires.IsZero() || now.Before(i.Expires))
}

// InviteOptions are the properties of a new invitation.
type InviteOptions struct {
	// Role is the role of those who join with it.
	Role review.ReviewerRole
	// Note is the owner's note about it, at most 200 characters.
	Note string
	// Name is the only member who may join with it; "" for anybody, under a new name.
	Name string
	// Uses is how many times it lets people join, at most [MaxUses]; 0 means 1.
	Uses int
	// Lifetime is the time after which it ends, at most [MaxLifetime]; 0 means
	// [DefaultLifetime].
	Lifetime time.Duration
}

// The bounds of an invitation.
const (
	MaxUses         = 1000
	DefaultLifetime = 7 * 24 * time.Hour
	MaxLifetime     = 365 * 24 * time.Hour
)

// Team is an open file of members. It is safe for concurrent use.
type Team struct {
	file *ledger.Ledger

	drawing sync.Mutex
	random  io.Reader

	opening sync.Mutex // one person at a time joins an open page, so that one is the first

	mu    sync.RWMutex
	state *state
}

// Open opens the team at path, creating the file if there is none; random is the source of
// secrets. Invalid lines are errors of the form `path:line: what is wrong`. While the file
// is open elsewhere, the error is [ledger.ErrLocked].
func Open(path string, random io.Reader) (*Team, error) {
	t := &Team{random: random, state: newState()}
	file, err := ledger.Open(path, t.read)
	if err != nil {
		return nil, err
	}
	t.file = file
	return t, nil
}

// OpenCopy opens a new copy, at to, of the team at path, which another process may have open.
// Only the copy changes. If there is no file at path the copy is empty; a file that lacks
// lines which its record has, or is gone while its record is there, is [ledger.ErrLost].
func OpenCopy(path, to string, random io.Reader) (*Team, error) {
	var lines bytes.Buffer
	t := &Team{state: newState()}
	if err := ledger.Read(path, func(line []byte, number int) error {
		if err := t.read(line, number); err != nil {
			return err
		}
		lines.Write(line)
		return lines.WriteByte('\n')
	}); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.WriteFile(to, lines.Bytes(), 0o600); err != nil {
		return nil, err
	}
	return Open(to, random)
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
	err = t.file.Append(ledger.Seal(b), func() error {
		t.mu.RLock()
		defer t.mu.RUnlock()
		return t.state.checkNew(l)
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

// Invite makes an invitation and returns it with its token, which cannot be returned again.
// If o.Name is a member, only that member may join with it, to continue in another browser,
// and o.Role must be the member's. If o.Name is a removed member, that member may join
// again, in any role.
func (t *Team) Invite(o InviteOptions, now time.Time) (Invitation, string, error) {
	if o.Role.Rank() == 0 {
		return Invitation{}, "", fmt.Errorf("%w: role %q: want %q, %q or %q", ErrName, o.Role, review.Annotator, review.Senior, review.Owner)
	}
	if o.Name != "" {
		var err error
		if o.Name, err = t.knownName(o.Name); err != nil {
			return Invitation{}, "", err
		}
	}
	if o.Uses == 0 {
		o.Uses = 1
	}
	if o.Lifetime == 0 {
		o.Lifetime = DefaultLifetime
	}
	id, err := t.randomBytes(8)
	if err != nil {
		return Invitation{}, "", err
	}
	token, kept, err := t.secret()
	if err != nil {
		return Invitation{}, "", err
	}
	l := &line{Kind: invite, Invitation: hex.EncodeToString(id), Role: o.Role, Name: o.Name, Note: o.Note, Uses: o.Uses, Secret: kept}
	l.Expires = now.Add(o.Lifetime).UTC().Truncate(time.Millisecond)
	if err := t.write(l, now); err != nil {
		return Invitation{}, "", err
	}
	return *l.newInvitation(), token, nil
}

// newInvitation returns the invitation that a line makes.
func (l *line) newInvitation() *Invitation {
	return &Invitation{ID: l.Invitation, Role: l.Role, Note: l.Note, Name: l.Name, Uses: l.Uses, Expires: l.Expires}
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

// End ends an invitation: nobody can join with it any more, and members who joined remain.
// Ending it again does nothing.
func (t *Team) End(id string, now time.Time) error {
	if id == "" {
		return fmt.Errorf("%w: invitation %q", ErrUnknown, id)
	}
	return t.write(&line{Kind: end, Invitation: id}, now)
}

// Join makes the person who has an invitation's token a member, and returns the secret
// token of a session. Names are kept without surrounding spaces and in normal form C. An
// invitation for one member needs no name; another name than that member's is [ErrName].
func (t *Team) Join(token, name string, now time.Time) (session string, m Member, err error) {
	t.mu.RLock()
	i := t.state.links[hashSecret(token)]
	var l *line
	var bound string
	if i != nil && i.Admits(now) {
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

// JoinOpen makes a person a member without an invitation, for pages that only the owner's
// machine can reach: an owner while the team has none, and an annotator after that. A person
// who gives the name of a member is taken for that member and keeps the role. The name of a
// removed member is [ErrName].
func (t *Team) JoinOpen(name string, now time.Time) (session string, m Member, err error) {
	t.opening.Lock()
	defer t.opening.Unlock()
	l := &line{Kind: join}
	if l.Name, err = normalizeName(name); err != nil {
		return "", Member{}, err
	}
	t.mu.RLock()
	l.Role = t.state.openRole()
	known := t.state.named[nameKey(l.Name)]
	removed := known != nil && known.Ended
	if known != nil {
		l.Name = known.Name
		if !removed {
			l.Role = known.Role
		}
	}
	t.mu.RUnlock()
	if removed {
		return "", Member{}, fmt.Errorf("%w: %s was removed: ask an owner for a link to come back by", ErrName, l.Name)
	}
	return t.begin(l, now)
}

// HasOwner reports whether the team has an owner, so that whoever joins an open page is an
// annotator.
func (t *Team) HasOwner() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.state.owners() > 0
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

// Who returns the member to whom a session belongs; false if the session is unknown or has
// ended, by Leave or by the member's removal.
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

// Remove removes a member: all sessions end at once, and so do all invitations for that
// name or by which the member joined. The last owner cannot be removed: the error is [ErrLast].
func (t *Team) Remove(name string, now time.Time) error {
	name, err := t.knownName(name)
	if err != nil {
		return err
	}
	return t.write(&line{Kind: remove, Name: name}, now)
}

// Members returns everyone who ever joined, in the order of their first joining. The slice
// is new.
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

// Torn returns the size in bytes of the incomplete last line that [Open] moved to the file
// whose name has ".torn" after the team's.
func (t *Team) Torn() int64 { return t.file.Torn() }

// Close closes the file. A second call does nothing.
func (t *Team) Close() error { return t.file.Close() }
