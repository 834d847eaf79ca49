package web

import (
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// visit is a request of somebody who has joined.
type visit struct {
	w   http.ResponseWriter
	r   *http.Request
	who team.Member
	// session is what his browser showed.
	session string
	// set is nil if there are no tasks yet and the request does not need them.
	set *reviewSet
}

// routes are what the server answers, each to those who may ask it.
func (srv *ReviewServer) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, do func(w http.ResponseWriter, r *http.Request) error) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := do(w, r); err != nil {
				srv.fail(w, r, err)
			}
		})
	}
	handle("/", srv.page)
	handle("GET /api/me", srv.me)
	handle("POST /api/join", srv.join)

	member := func(pattern string, role review.ReviewerRole, do func(*visit) error) {
		handle(pattern, srv.admitted(role, false, do))
	}
	member("POST /api/leave", review.Annotator, srv.leave)
	member("GET /api/team", review.Senior, srv.members)
	member("DELETE /api/team/{name}", review.Owner, srv.removeMember)
	member("GET /api/invites", review.Owner, srv.invitations)
	member("POST /api/invites", review.Owner, srv.invite)
	member("DELETE /api/invites/{id}", review.Owner, srv.endInvitation)

	tasks := func(pattern string, role review.ReviewerRole, do func(*visit) error) {
		handle(pattern, srv.admitted(role, true, do))
	}
	tasks("POST /api/next", review.Annotator, srv.next)
	tasks("GET /api/tasks", review.Annotator, srv.tasks)
	tasks("GET /api/tasks/{id}", review.Annotator, srv.task)
	tasks("GET /api/tasks/{id}/steps/{n}", review.Annotator, srv.step)
	tasks("POST /api/tasks/{id}/preview", review.Annotator, srv.preview)
	tasks("POST /api/tasks/{id}/lease", review.Annotator, srv.lease)
	tasks("DELETE /api/tasks/{id}/lease", review.Annotator, srv.release)
	tasks("POST /api/decisions", review.Annotator, srv.decide)
	tasks("GET /api/decisions", review.Senior, srv.export)
	tasks("POST /api/call", review.Annotator, srv.call)
	tasks("GET /api/status", review.Annotator, srv.status)
	tasks("POST /api/texts/next", review.Annotator, srv.nextText)
	tasks("GET /api/texts/{id}", review.Annotator, srv.ratedText)
	tasks("POST /api/ratings", review.Annotator, srv.rate)
	return mux
}

// admitted answers those who have joined in a role of at least that rank, and with ready
// only once there are tasks.
func (srv *ReviewServer) admitted(role review.ReviewerRole, ready bool, do func(*visit) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		session, who, ok := srv.who(r)
		if !ok {
			return refuse(http.StatusUnauthorized, codeJoin, "you have not joined: want an invitation link")
		}
		if who.Role.Rank() < role.Rank() {
			return refuse(http.StatusForbidden, codeRole, "you are here as %s: want %s", who.Role, role)
		}
		set := srv.set.Load()
		if ready && set == nil {
			return refuse(http.StatusServiceUnavailable, codePreparing, "the tasks are being made ready")
		}
		return do(&visit{w, r, who, session, set})
	}
}

// who is the member whose browser sent a request.
func (srv *ReviewServer) who(r *http.Request) (session string, who team.Member, ok bool) {
	c, err := r.Cookie(srv.cookie)
	if err != nil {
		return "", who, false
	}
	who, ok = srv.team.Who(c.Value)
	return c.Value, who, ok
}
