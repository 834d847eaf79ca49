package web

import (
	"errors"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

// TextView is a text to rate, with what its judges are shown: the answer to GET /api/texts/ID.
// The agent that wrote it is not named.
type TextView struct {
	// ID is the [rating.RatedText.ID].
	ID       digest.Digest `json:"id"`
	Question string        `json:"question"`
	// Reference is one possible answer; "" if there is none.
	Reference string     `json:"reference,omitempty"`
	Text      string     `json:"text"`
	Rubric    RubricView `json:"rubric"`
	// Mine is the reviewer's last rating of it; nil if there is none.
	Mine *rating.TextRating `json:"mine,omitempty"`
}

// RubricView is a rubric for the page.
type RubricView struct {
	ID       string          `json:"id"`
	Language string          `json:"language"`
	Criteria []CriterionView `json:"criteria"`
	// Tiers describe the overall score from 0 to 100; nil if none is asked for.
	Tiers []LevelView `json:"tiers,omitempty"`
}

// CriterionView is a criterion with the points that can be given.
type CriterionView struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Asks  string `json:"asks"`
	// Levels has the points that can be given, in increasing order, each with its
	// description; "" for points between those that are described.
	Levels []LevelView `json:"levels"`
}

// LevelView is a number of points with its description, or the lowest overall score of a tier.
type LevelView struct {
	Points int    `json:"points"`
	Text   string `json:"text,omitempty"`
}

// NextText is the answer to POST /api/texts/next with {"skip":["ID",…]}: the next text for the
// reviewer, nil if there is none.
type NextText struct {
	Text     *TextView            `json:"text"`
	Progress rating.RoundProgress `json:"progress"`
}

// RatingRequest is the body of POST /api/ratings: a rating without the fields that the server
// fills in.
type RatingRequest struct {
	ID     string        `json:"id"` // random, at least 16 characters; a repeated request counts once
	Text   digest.Digest `json:"text"`
	Rubric string        `json:"rubric"` // the ID of the rubric that was shown
	Grades []judge.Grade `json:"grades"`
	// Overall is the overall score; nil if the rubric asks for none.
	Overall *int    `json:"overall,omitempty"`
	Note    string  `json:"note,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// RatingRecorded is the answer to POST /api/ratings, sent once the rating is on disk.
type RatingRecorded struct {
	Rating   rating.TextRating    `json:"rating"`
	Progress rating.RoundProgress `json:"progress"`
}

// takeRating takes in a rating of the log.
func (srv *ReviewServer) takeRating(r *rating.TextRating) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.ratings = append(srv.ratings, r)
	if set := srv.set.Load(); set != nil && set.round != nil {
		set.round.Apply(r)
	}
}

// ratingSet refuses if there are no texts to rate.
func (v *visit) ratingSet() error {
	if v.set.round == nil {
		return missing("there are no texts to rate here: verify serve -rate RUN shows those of a run")
	}
	return nil
}

// nextText answers with the text that a reviewer rates next.
func (srv *ReviewServer) nextText(v *visit) error {
	if err := v.ratingSet(); err != nil {
		return err
	}
	body, err := pageguard.ReadBody[struct {
		Skip []digest.Digest `json:"skip"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	reply(v.w, http.StatusOK, srv.assignText(v, body.Skip))
	return nil
}

func (srv *ReviewServer) assignText(v *visit, skip []digest.Digest) NextText {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	next := NextText{Progress: v.set.round.Progress(v.who.Name)}
	if id, ok := v.set.round.Next(v.who.Name, skip); ok {
		next.Text = textView(v, id)
	}
	return next
}

// textView returns what a reviewer sees of a text; nil if there is none. The caller holds the
// server's lock.
func textView(v *visit, id digest.Digest) *TextView {
	t, mine := v.set.round.Text(id, v.who.Name)
	if t == nil {
		return nil
	}
	return &TextView{ID: id, Question: t.Question, Reference: t.Reference, Text: t.Text, Rubric: rubricView(t.Rubric), Mine: mine}
}

func rubricView(r *judge.Rubric) RubricView {
	v := RubricView{ID: r.ID(), Language: r.Language, Criteria: make([]CriterionView, len(r.Criteria))}
	for _, t := range r.Tiers {
		v.Tiers = append(v.Tiers, LevelView{t.From, t.Text})
	}
	for i, c := range r.Criteria {
		described := map[int]string{}
		for _, a := range c.Anchors {
			described[a.Points] = a.Text
		}
		var levels []LevelView
		for points := range r.Most + 1 {
			if text, ok := described[points]; ok || !r.Anchored {
				levels = append(levels, LevelView{points, text})
			}
		}
		v.Criteria[i] = CriterionView{Name: c.Name, Title: c.Title, Asks: c.Asks, Levels: levels}
	}
	return v
}

// ratedText answers with one text, for one who goes back to it.
func (srv *ReviewServer) ratedText(v *visit) error {
	if err := v.ratingSet(); err != nil {
		return err
	}
	srv.mu.Lock()
	view := textView(v, digest.Digest(v.r.PathValue("id")))
	srv.mu.Unlock()
	if view == nil {
		return missing("there is no such text among those to rate")
	}
	reply(v.w, http.StatusOK, view)
	return nil
}

// rate records a rating, and answers once it is on disk. A rating that is sent again, under
// the same ID, is answered as the first time.
func (srv *ReviewServer) rate(v *visit) error {
	if err := v.ratingSet(); err != nil {
		return err
	}
	sub, err := pageguard.ReadBody[RatingRequest](v.w, v.r)
	if err != nil {
		return err
	}
	if srv.ratingLog == nil {
		return refuse(http.StatusForbidden, codeRole, "nothing is recorded here: %s cannot be written", srv.config.Dir)
	}
	r, err := srv.composeRating(v, &sub)
	if err != nil {
		return err
	}
	err = srv.ratingLog.Append(r)
	if errors.Is(err, rating.ErrRepeated) {
		r, err = srv.recordedRating(sub.ID), nil
	}
	if err != nil {
		return err
	}
	if r.By != v.who.Name {
		return invalid("rating %s is not yours: send yours under an ID of its own", sub.ID)
	}
	srv.mu.Lock()
	answer := RatingRecorded{Rating: *r, Progress: v.set.round.Progress(v.who.Name)}
	srv.mu.Unlock()
	reply(v.w, http.StatusOK, answer)
	return nil
}

// recordedRating returns the rating with an ID, which has been recorded.
func (srv *ReviewServer) recordedRating(id string) *rating.TextRating {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	for _, r := range srv.ratings {
		if r.ID == id {
			return r
		}
	}
	panic("web: rating " + id + " is recorded and was not taken in")
}

// composeRating makes a rating of a submission. The server says who rates, and when.
func (srv *ReviewServer) composeRating(v *visit, sub *RatingRequest) (*rating.TextRating, error) {
	srv.mu.Lock()
	t, _ := v.set.round.Text(sub.Text, v.who.Name)
	srv.mu.Unlock()
	switch {
	case t == nil:
		return nil, missing("there is no such text among those to rate")
	case sub.Rubric != t.Rubric.ID():
		return nil, refuse(http.StatusConflict, codeStale, "the text is rated by another rubric now: want its page loaded again")
	}
	opinion, err := t.Rubric.PersonOpinion(v.who.Name, sub.Grades, sub.Overall)
	if err != nil {
		return nil, invalid("%v", err)
	}
	r := &rating.TextRating{
		ID: sub.ID, At: srv.now(), By: v.who.Name, Task: t.Task, Text: sub.Text, Opinion: opinion,
		Note: sub.Note, Seconds: min(sub.Seconds, maxSeconds),
	}
	if err := r.Validate(); err != nil {
		return nil, invalid("%v", err)
	}
	return r, nil
}
