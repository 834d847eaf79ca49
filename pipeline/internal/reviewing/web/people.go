package web

import (
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// sessionTime is how long a browser keeps its session.
const sessionTime = 180 * 24 * time.Hour

// me answers who asks and what the page needs to know once. Who has not joined is told
// nothing of the tasks.
func (srv *ReviewServer) me(w http.ResponseWriter, r *http.Request) error {
	_, who, joined := srv.who(r)
	reply(w, http.StatusOK, srv.about(who, joined))
	return nil
}

// about is what the page needs to know once.
func (srv *ReviewServer) about(who team.Member, joined bool) Me {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	m := Me{Open: srv.config.Open, HasOwner: srv.team.HasOwner(), Language: srv.config.Language, Blind: srv.config.Blind}
	set := srv.set.Load()
	if set == nil {
		p := srv.preparing
		if p.Fault != "" && !joined {
			p.Fault = "the tasks cannot be made ready" // why may tell of the tables
		}
		m.Preparing = &p
	}
	if !joined {
		return m
	}
	m.Name, m.Role, m.Guideline = who.Name, who.Role, srv.guideline
	m.Overlap, m.Reasons, m.ItemReasons = srv.config.Rules.Overlap, review.PlanReasons(), review.ItemReasons()
	if set != nil {
		m.Types, m.Days, m.Tools, m.Progress = set.types, set.days, set.Schemas, set.board.Progress(who.Name, who.Role)
		m.Revisit = len(set.Revisit)
		if set.round != nil {
			p := set.round.Progress(who.Name)
			m.Rating = &p
		}
	}
	return m
}

// maxJoinBody is how many bytes those may send who have not joined.
const maxJoinBody = 4 << 10

// join makes whoever has a link a member, and on an open server anybody.
func (srv *ReviewServer) join(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxJoinBody)
	body, err := pageguard.ReadBody[struct {
		Invite string `json:"invite"`
		Name   string `json:"name"`
	}](w, r)
	if err != nil {
		return err
	}
	now := srv.now()
	var session string
	var who team.Member
	switch {
	case body.Invite != "":
		session, who, err = srv.team.Join(body.Invite, body.Name, now)
	case srv.config.Open:
		session, who, err = srv.team.JoinOpen(body.Name, now)
	default:
		err = team.ErrInvitation
	}
	if errors.Is(err, team.ErrInvitation) {
		if fault := srv.joins.failed(address(r), now); fault != nil {
			return fault
		}
	}
	if err != nil {
		return refuseJoin(err)
	}
	srv.remember(w, session, sessionTime)
	reply(w, http.StatusOK, srv.about(who, true))
	return nil
}

// refuseJoin returns the refusal of an attempt to join that failed with err.
func refuseJoin(err error) error {
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
func (srv *ReviewServer) remember(w http.ResponseWriter, session string, left time.Duration) {
	c := &http.Cookie{
		Name: srv.cookie, Value: session, Path: "/", MaxAge: int(left / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: srv.config.URL.Scheme == "https",
	}
	if left <= 0 {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// leave ends a session.
func (srv *ReviewServer) leave(v *visit) error {
	if err := srv.team.Leave(v.session, srv.now()); err != nil {
		return err
	}
	srv.remember(v.w, "", 0)
	reply(v.w, http.StatusOK, srv.about(team.Member{}, false))
	return nil
}
