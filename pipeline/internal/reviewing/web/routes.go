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
	// room is nil where the request has nothing to do with tasks and there are none yet.
	room *room
}

// routes are what the desk answers, each to those who may ask it.
func (k *Desk) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, do func(w http.ResponseWriter, r *http.Request) error) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := do(w, r); err != nil {
				k.fail(w, r, err)
			}
		})
	}
	handle("/", k.page)
	handle("GET /api/me", k.me)
	handle("POST /api/join", k.join)

	member := func(pattern string, role review.ReviewerRole, do func(*visit) error) {
		handle(pattern, k.admitted(role, false, do))
	}
	member("POST /api/leave", review.Annotator, k.leave)
	member("GET /api/team", review.Senior, k.members)
	member("DELETE /api/team/{name}", review.Owner, k.dismiss)
	member("GET /api/invites", review.Owner, k.invitations)
	member("POST /api/invites", review.Owner, k.invite)
	member("DELETE /api/invites/{id}", review.Owner, k.uninvite)

	tasks := func(pattern string, role review.ReviewerRole, do func(*visit) error) {
		handle(pattern, k.admitted(role, true, do))
	}
	tasks("POST /api/next", review.Annotator, k.next)
	tasks("GET /api/tasks", review.Annotator, k.tasks)
	tasks("GET /api/tasks/{id}", review.Annotator, k.task)
	tasks("GET /api/tasks/{id}/steps/{n}", review.Annotator, k.step)
	tasks("POST /api/tasks/{id}/preview", review.Annotator, k.preview)
	tasks("POST /api/tasks/{id}/lease", review.Annotator, k.lease)
	tasks("DELETE /api/tasks/{id}/lease", review.Annotator, k.release)
	tasks("POST /api/decisions", review.Annotator, k.decide)
	tasks("GET /api/decisions", review.Senior, k.export)
	tasks("POST /api/call", review.Annotator, k.call)
	tasks("GET /api/status", review.Annotator, k.status)
	return mux
}

// admitted answers those who have joined in a role of at least that rank, and with ready
// only once there are tasks.
func (k *Desk) admitted(role review.ReviewerRole, ready bool, do func(*visit) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		session, who, ok := k.who(r)
		if !ok {
			return refuse(http.StatusUnauthorized, codeJoin, "you have not joined: want an invitation link")
		}
		if who.Role.Rank() < role.Rank() {
			return refuse(http.StatusForbidden, codeRole, "you are here as %s: want %s", who.Role, role)
		}
		room := k.room.Load()
		if ready && room == nil {
			return refuse(http.StatusServiceUnavailable, codePreparing, "the tasks are being made ready")
		}
		return do(&visit{w, r, who, session, room})
	}
}

// who is the member whose browser sent a request.
func (k *Desk) who(r *http.Request) (session string, who team.Member, ok bool) {
	c, err := r.Cookie(k.cookie)
	if err != nil {
		return "", who, false
	}
	who, ok = k.team.Who(c.Value)
	return c.Value, who, ok
}
