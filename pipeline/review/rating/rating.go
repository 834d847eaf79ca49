// Package rating has people's ratings of written texts, by the rubrics that models judge by:
// their records, the log of them, and the choice of the text that a person rates next.
//
// A text is identified by its content, see [RatedText.ID], and not by the agent that wrote it, which
// people do not see. Equal answers of several agents to one task are one text.
package rating

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

// A RatedText is a written text with all the information that its judges have.
type RatedText struct {
	// Task is the ID of the task that it answers.
	Task string
	// Question is the request, Reference one possible answer; "" if there is none.
	Question  string
	Reference string
	// Text is the answer.
	Text string
	// Rubric is the rubric that it is rated by.
	Rubric *judge.Rubric
}

// ID identifies the text by question, reference and answer; neither rubric nor task change it.
func (t *RatedText) ID() digest.Digest {
	return digest.Of("rated text", t.Question, t.Reference, t.Text)
}

// A TextRating is the opinion of one person on one text.
type TextRating struct {
	// ID is random: 16 to 64 of the characters A–Z, a–z, 0–9, _ and -.
	ID string `json:"id"`
	// At is the time in UTC, no finer than a millisecond.
	At time.Time `json:"at"`
	// By is the person's name, of at most [review.MaxName] characters.
	By string `json:"by"`
	// Task is the ID of the task, and Text the [RatedText.ID].
	Task string        `json:"task"`
	Text digest.Digest `json:"text"`
	// Opinion has the grades; its Judge is [judge.PersonPrefix] and By.
	Opinion judge.Opinion `json:"opinion"`
	// Note is what the person has to say, of at most [review.MaxNote] characters.
	Note string `json:"note,omitempty"`
	// Seconds is the time that the person looked at the text; 0 if it is not known.
	Seconds float64 `json:"seconds,omitempty"`
}

// ids are the IDs of ratings.
var ids = regexp.MustCompile(`^[A-Za-z0-9_-]{16,64}$`)

// Validate returns an error if the rating cannot be recorded.
func (r *TextRating) Validate() error {
	_, fault := digest.Parse(string(r.Text))
	switch {
	case !ids.MatchString(r.ID):
		return fmt.Errorf("id %q: want 16 to 64 letters, digits, _ and -", r.ID)
	case r.At.IsZero() || !r.At.Equal(r.At.Truncate(time.Millisecond)):
		return fmt.Errorf("at %v: want a time in milliseconds", r.At)
	case strings.TrimSpace(r.By) == "" || utf8.RuneCountInString(r.By) > review.MaxName:
		return fmt.Errorf("by %q: want a name of 1 to %d characters", r.By, review.MaxName)
	case r.Task == "":
		return errors.New("no task: want its ID")
	case fault != nil:
		return fmt.Errorf("text: %w", fault)
	case utf8.RuneCountInString(r.Note) > review.MaxNote:
		return fmt.Errorf("a note of more than %d characters", review.MaxNote)
	case !(r.Seconds >= 0) || math.IsInf(r.Seconds, 0):
		return fmt.Errorf("seconds %v: want a number from 0", r.Seconds)
	}
	return r.validateOpinion()
}

func (r *TextRating) validateOpinion() error {
	o := &r.Opinion
	switch {
	case o.Judge != judge.PersonPrefix+r.By:
		return fmt.Errorf("opinion of %q: want that of %s", o.Judge, judge.PersonPrefix+r.By)
	case o.Rubric == "":
		return errors.New("no rubric: want the one that the text was rated by")
	case !(o.Score >= 0 && o.Score <= 1):
		return fmt.Errorf("score %v: want a score in [0, 1]", o.Score)
	case len(o.Grades) == 0:
		return errors.New("no grades: want one for each criterion")
	}
	for _, g := range o.Grades {
		if g.Criterion == "" || g.Points < 0 {
			return fmt.Errorf("grade %q of %d points: want a criterion, and points from 0", g.Criterion, g.Points)
		}
	}
	if g := o.Overall; g != nil && (g.Points < 0 || g.Points > 100 || g.Tier < 0) {
		return fmt.Errorf("overall score of %d in tier %d: want 0 to 100, and a tier from 0", g.Points, g.Tier)
	}
	return nil
}

// Opinions returns the opinions on each text: of every person the last one by each rubric, in
// the order of the persons' names, then of the rubrics.
func Opinions(ratings []*TextRating) map[digest.Digest][]judge.Opinion {
	all := map[digest.Digest][]judge.Opinion{}
	for _, r := range ratings {
		same := func(o judge.Opinion) bool { return compareOpinions(o, r.Opinion) == 0 }
		all[r.Text] = append(slices.DeleteFunc(all[r.Text], same), r.Opinion)
	}
	for _, opinions := range all {
		slices.SortFunc(opinions, compareOpinions)
	}
	return all
}

// compareOpinions orders opinions on a text by judge and rubric.
func compareOpinions(a, b judge.Opinion) int {
	return cmp.Or(cmp.Compare(a.Judge, b.Judge), cmp.Compare(a.Rubric, b.Rubric))
}
