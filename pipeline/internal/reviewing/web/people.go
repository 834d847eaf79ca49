package web

import (
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// sessionTime is how long a browser keeps its session.
const sessionTime = 180 * 24 * time.Hour

// me answers who asks and what the page needs to know once. Who has not joined is told
// nothing of the tasks.
func (k *Desk) me(w http.ResponseWriter, r *http.Request) error {
	_, who, joined := k.who(r)
	reply(w, http.StatusOK, k.about(who, joined))
	return nil
}

// about is what the page needs to know once.
func (k *Desk) about(who team.Member, joined bool) Me {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := Me{Open: k.config.Open, Language: k.config.Language, Blind: k.config.Blind}
	room := k.room.Load()
	if room == nil {
		p := k.preparing
		if p.Fault != "" && !joined {
			p.Fault = "the tasks cannot be made ready" // why may tell of the tables
		}
		m.Preparing = &p
	}
	if !joined {
		return m
	}
	m.Name, m.Role, m.Guideline = who.Name, who.Role, k.guideline
	m.Overlap, m.Reasons = k.config.Rules.Overlap, review.Reasons()
	if room != nil {
		m.Types, m.Tools, m.Progress = room.types, room.Schemas, progress(room, who)
	}
	return m
}

// progress is how far a reviewer is. The caller holds the desk's lock.
func progress(r *room, who team.Member) Progress {
	return Progress(r.board.Progress(who.Name, who.Role))
}

// mostJoin is how many bytes those may send who have not joined.
const mostJoin = 4 << 10

// join makes whoever has a link a member, and on an open desk anybody an owner.
func (k *Desk) join(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, mostJoin)
	asked, err := read[struct {
		Invite string `json:"invite"`
		Name   string `json:"name"`
	}](w, r)
	if err != nil {
		return err
	}
	now := k.now()
	var session string
	var who team.Member
	switch {
	case asked.Invite != "":
		session, who, err = k.team.Join(asked.Invite, asked.Name, now)
	case k.config.Open:
		session, who, err = k.team.JoinOpen(asked.Name, now)
	default:
		err = team.ErrInvitation
	}
	if errors.Is(err, team.ErrInvitation) {
		if fault := k.joins.failed(address(r), now); fault != nil {
			return fault
		}
	}
	if err != nil {
		return unjoined(err)
	}
	k.remember(w, session, sessionTime)
	reply(w, http.StatusOK, k.about(who, true))
	return nil
}

// unjoined is the refusal for one who could not join.
func unjoined(err error) error {
	switch {
	case errors.Is(err, team.ErrInvitation):
		return refuse(http.StatusForbidden, codeJoin, "%v", err)
	case errors.Is(err, team.ErrName):
		return invalid("%v", err)
	}
	return err
}

// address is where a request comes from, without the port.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// remember gives a browser its session; with no time left it takes it away.
func (k *Desk) remember(w http.ResponseWriter, session string, left time.Duration) {
	c := &http.Cookie{
		Name: k.cookie, Value: session, Path: "/", MaxAge: int(left / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: k.config.URL.Scheme == "https",
	}
	if left <= 0 {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// leave ends a session.
func (k *Desk) leave(v *visit) error {
	if err := k.team.Leave(v.session, k.now()); err != nil {
		return err
	}
	k.remember(v.w, "", 0)
	reply(v.w, http.StatusOK, k.about(team.Member{}, false))
	return nil
}
