package team

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// line is one line of the file.
type line struct {
	At   time.Time `json:"at"` // UTC, to the millisecond
	Kind kind      `json:"kind"`
	// Invitation is the ID of the one that is made, ended or joined by; "" for joining an
	// open page.
	Invitation string `json:"invitation,omitempty"`
	// Role is what an invitation makes people, and what one who joins is.
	Role review.ReviewerRole `json:"role,omitempty"`
	// Name is who joins or is removed; of an invitation, who alone may join by it.
	Name string `json:"name,omitempty"`
	// Note is the owner's own, of an invitation.
	Note string `json:"note,omitempty"`
	// Uses is how many times people may join by an invitation, and Expires when it ends, UTC,
	// to the millisecond. Invitations of earlier programs have neither: they admit any
	// number of people until they are ended.
	Uses    int       `json:"uses,omitempty"`
	Expires time.Time `json:"expires,omitzero"`
	// Secret is the SHA-256 of the token of an invitation, or of a session that begins or
	// ends.
	Secret digest.Digest `json:"secret,omitempty"`
}

// kind is what happened.
type kind string

// The closed set of kinds.
const (
	invite kind = "invite" // a link was made
	end    kind = "end"    // it admits nobody any more
	join   kind = "join"   // somebody joined, or came back in another browser
	leave  kind = "leave"  // a session was ended by whose it is
	remove kind = "remove" // an owner took a member out
)

// encode returns a line without its end.
func (l *line) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// decode reads a line and checks its form. Whether it may follow the lines before it is
// checked by [state.check].
func decode(b []byte) (*line, error) {
	if !utf8.Valid(b) {
		return nil, errors.New("not UTF-8: want a line of a team as JSON")
	}
	b, err := ledger.Unseal(b)
	if err != nil {
		return nil, err
	}
	in := json.NewDecoder(bytes.NewReader(b))
	in.DisallowUnknownFields()
	l := new(line)
	if err := in.Decode(l); err != nil {
		return nil, fmt.Errorf("%w: want a line of a team as JSON", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errors.New("more than one value: want one value a line")
	}
	return l, l.check()
}

// check returns an error if a field is missing, superfluous or malformed.
func (l *line) check() error {
	want, ok := map[kind]struct{ invitation, role, name, note, secret bool }{
		invite: {invitation: true, role: true, name: l.Name != "", note: l.Note != "", secret: true},
		end:    {invitation: true},
		join:   {invitation: l.Invitation != "", role: true, name: true, secret: true},
		leave:  {secret: true},
		remove: {name: true},
	}[l.Kind]
	switch {
	case !ok:
		return fmt.Errorf("kind %q: want %q, %q, %q, %q or %q", l.Kind, invite, end, join, leave, remove)
	case (l.Invitation != "") != want.invitation, (l.Role != "") != want.role, (l.Name != "") != want.name,
		(l.Note != "") != want.note, (l.Secret != "") != want.secret:
		return fmt.Errorf("the fields are not those of the kind %q", l.Kind)
	case l.Role != "" && l.Role.Rank() == 0:
		return fmt.Errorf("%w: role %q: want %q, %q or %q", ErrName, l.Role, review.Annotator, review.Senior, review.Owner)
	case l.At.IsZero():
		return errors.New("no at: want when it happened")
	case l.Kind != invite && (l.Uses != 0 || !l.Expires.IsZero()):
		return fmt.Errorf("the fields are not those of the kind %q", l.Kind)
	case l.Uses < 0 || l.Uses > MaxUses || l.Expires.IsZero() != (l.Uses == 0):
		return fmt.Errorf("%w: %d uses until %v: want 1 to %d uses and a time at which they end", ErrName, l.Uses, l.Expires, MaxUses)
	case !l.Expires.IsZero() && (!l.Expires.After(l.At) || l.Expires.Sub(l.At) > MaxLifetime):
		return fmt.Errorf("%w: an invitation that ends at %v: want at most %d days from now", ErrName, l.Expires, MaxLifetime/(24*time.Hour))
	}
	if err := checkNote(l.Note); err != nil {
		return err
	}
	if l.Name != "" {
		name, err := normalizeName(l.Name)
		if err != nil {
			return err
		}
		if name != l.Name {
			return fmt.Errorf("name %q: want a name without superfluous spaces, in normal form C", l.Name)
		}
	}
	if l.Secret != "" {
		if _, err := digest.Parse(string(l.Secret)); err != nil {
			return fmt.Errorf("secret: %w", err)
		}
	}
	return nil
}

// checkNote returns an error for a note that is too long or not text.
func checkNote(note string) error {
	if !utf8.ValidString(note) || utf8.RuneCountInString(note) > mostNote || strings.ContainsRune(note, 0) {
		return fmt.Errorf("%w: the note: want at most %d characters of text", ErrName, mostNote)
	}
	return nil
}
