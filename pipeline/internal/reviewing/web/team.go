package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

const day = 24 * time.Hour

// person is a member as GET /api/team lists him.
type person struct {
	Name  string              `json:"name"`
	Role  review.ReviewerRole `json:"role"`
	Ended bool                `json:"ended"` // removed
}

// members answers with everybody who joined.
func (srv *ReviewServer) members(v *visit) error {
	people := []person{}
	for _, m := range srv.team.Members() {
		people = append(people, person{m.Name, m.Role, m.Ended})
	}
	reply(v.w, http.StatusOK, people)
	return nil
}

// removeMember removes a member: all his sessions end.
func (srv *ReviewServer) removeMember(v *visit) error {
	if err := srv.team.Remove(v.r.PathValue("name"), srv.now()); err != nil {
		return refuseTeam(err)
	}
	return srv.members(v)
}

// invite makes a link that people join by.
func (srv *ReviewServer) invite(v *visit) error {
	body, err := pageguard.ReadBody[struct {
		Role review.ReviewerRole `json:"role"`
		Note string              `json:"note"`
		Name string              `json:"name"`
		Uses int                 `json:"uses"`
		Days int                 `json:"days"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	if most := int(team.MaxLifetime / day); body.Days < 0 || body.Days > most {
		return invalid("days %d: want 1 to %d", body.Days, most)
	}
	o := team.InviteOptions{Role: body.Role, Note: body.Note, Name: body.Name, Uses: body.Uses, Lifetime: time.Duration(body.Days) * day}
	i, token, err := srv.team.Invite(o, srv.now())
	if err != nil {
		return refuseTeam(err)
	}
	answer := srv.invitationView(i)
	answer.Link = srv.link(token)
	reply(v.w, http.StatusOK, answer)
	return nil
}

func (srv *ReviewServer) invitationView(i team.Invitation) InvitationView {
	return InvitationView{
		ID: i.ID, Role: i.Role, Note: i.Note, Name: i.Name, Uses: i.Uses, Used: i.Used, Expires: i.Expires, Joined: i.Joined,
		Ended: !i.Admits(srv.now()),
	}
}

// invitations answers with all invitations, without their links.
func (srv *ReviewServer) invitations(v *visit) error {
	list := []InvitationView{}
	for _, i := range srv.team.Invitations() {
		list = append(list, srv.invitationView(i))
	}
	reply(v.w, http.StatusOK, list)
	return nil
}

// endInvitation ends an invitation. Who joined by it stays.
func (srv *ReviewServer) endInvitation(v *visit) error {
	if err := srv.team.End(v.r.PathValue("id"), srv.now()); err != nil {
		return refuseTeam(err)
	}
	return srv.invitations(v)
}

// refuseTeam returns the refusal of a change of the team that failed with err.
func refuseTeam(err error) error {
	switch {
	case errors.Is(err, team.ErrUnknown):
		return missing("%v", err)
	case errors.Is(err, team.ErrLast):
		return refuse(http.StatusConflict, codeInvalid, "%v", err)
	case errors.Is(err, team.ErrName):
		return invalid("%v", err)
	}
	return err
}
