package web

import (
	"errors"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// person is a member as GET /api/team lists him.
type person struct {
	Name  string              `json:"name"`
	Role  review.ReviewerRole `json:"role"`
	Ended bool                `json:"ended"` // removed
}

// members answers with everybody who joined.
func (k *Desk) members(v *visit) error {
	people := []person{}
	for _, m := range k.team.Members() {
		people = append(people, person{m.Name, m.Role, m.Ended})
	}
	reply(v.w, http.StatusOK, people)
	return nil
}

// dismiss removes a member: all his sessions end.
func (k *Desk) dismiss(v *visit) error {
	if err := k.team.Remove(v.r.PathValue("name"), k.now()); err != nil {
		return undone(err)
	}
	return k.members(v)
}

// invite makes a link that people join by.
func (k *Desk) invite(v *visit) error {
	asked, err := read[struct {
		Role review.ReviewerRole `json:"role"`
		Note string              `json:"note"`
		Name string              `json:"name"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	i, token, err := k.team.Invite(asked.Role, asked.Note, asked.Name, k.now())
	if err != nil {
		return undone(err)
	}
	answer := invitation(i)
	answer.Link = k.link(token)
	reply(v.w, http.StatusOK, answer)
	return nil
}

func invitation(i team.Invitation) Invitation {
	return Invitation{ID: i.ID, Role: i.Role, Note: i.Note, Name: i.Name, Joined: i.Joined, Ended: i.Ended}
}

// invitations answers with all invitations, without their links.
func (k *Desk) invitations(v *visit) error {
	list := []Invitation{}
	for _, i := range k.team.Invitations() {
		list = append(list, invitation(i))
	}
	reply(v.w, http.StatusOK, list)
	return nil
}

// uninvite ends an invitation. Who joined by it stays.
func (k *Desk) uninvite(v *visit) error {
	if err := k.team.End(v.r.PathValue("id"), k.now()); err != nil {
		return undone(err)
	}
	return k.invitations(v)
}

// undone is the refusal for what the team does not allow.
func undone(err error) error {
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
