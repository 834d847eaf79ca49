package judge

import (
	"errors"
	"fmt"
)

// PersonOpinion returns the opinion of a person: a grade for each criterion, in any order,
// and the overall points if the rubric has tiers; nil if it has none. Quotes are not asked
// of people. The error says which grade is missing, repeated or out of range.
func (r *Rubric) PersonOpinion(name string, given []Grade, overall *int) (Opinion, error) {
	if name == "" {
		return Opinion{}, errors.New("no name: want the person's")
	}
	answers := make([]gradeAnswer, len(given))
	for i, g := range given {
		p := points(g.Points)
		answers[i] = gradeAnswer{Criterion: g.Criterion, Reason: g.Reason, Points: &p}
	}
	unquoted := *r
	unquoted.Quotes = false
	grades, err := unquoted.grades(answers)
	if err != nil {
		return Opinion{}, err
	}
	o := r.opinion(PersonPrefix+name, grades)
	switch {
	case r.Tiers == nil && overall != nil:
		return Opinion{}, errors.New("an overall score: the rubric asks for none")
	case r.Tiers == nil:
		return o, nil
	case overall == nil || *overall < 0 || *overall > mostOverall:
		return Opinion{}, fmt.Errorf("no overall score: want a whole number from 0 to %d", mostOverall)
	}
	p := points(*overall)
	o.Overall = r.overall(&overallAnswer{Points: &p}, o.Score)
	return o, nil
}
