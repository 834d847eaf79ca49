package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// longestReason is how many characters of a reason are kept.
const longestReason = 1000

// Read parses the grades in a judge's answer: one JSON object with a grade for each
// criterion, in any order, alone or surrounded by prose, reasoning or a code fence. It
// returns the grades in the rubric's order. It fails for an answer without such an object,
// and for one with several, since one of them may be quoted from the graded text.
func (r *Rubric) Read(answer string) ([]Grade, error) {
	a, err := r.read(answer)
	return a.grades, err
}

// judgement is what a judge answered: the grades in the rubric's order, and the overall
// score, nil if the rubric asks for none.
type judgement struct {
	grades  []Grade
	overall *overallAnswer
}

// overallAnswer is the overall score as a judge writes it.
type overallAnswer struct {
	Reason string  `json:"reason"`
	Points *points `json:"points"`
}

func (r *Rubric) read(answer string) (judgement, error) {
	answer = valid(answer)
	got, err := r.only(answer)
	if err == nil {
		return got, nil
	}
	// Only now, since a reason may quote what looks like a thought.
	if bare := thoughtless(answer); bare != answer {
		return r.only(bare)
	}
	return judgement{}, err
}

// only returns the judgement in the one object in a text that has grades.
func (r *Rubric) only(text string) (all judgement, err error) {
	found, fault := 0, errors.New("no JSON object: want one object with grades")
	for _, object := range objects(text) {
		got, err := r.judgement(object)
		if err != nil {
			fault = err
			continue
		}
		all = got
		found++
	}
	switch found {
	case 0:
		return judgement{}, fault
	case 1:
		return all, nil
	}
	return judgement{}, fmt.Errorf("%d objects with grades: want one object", found)
}

// thoughts is what a model thinks aloud, closed or cut off; thought ends one whose
// beginning is not part of the answer, as some servers send it.
var (
	thoughts = regexp.MustCompile(`(?is)<(?:think|thinking|thought|reasoning)>.*?(?:</(?:think|thinking|thought|reasoning)>|$)`)
	thought  = regexp.MustCompile(`(?is)^.*</(?:think|thinking|thought|reasoning)>`)
)

func thoughtless(answer string) string {
	return thought.ReplaceAllString(thoughts.ReplaceAllString(answer, "\n"), "")
}

// mostBraces is how many beginnings of objects are looked at in an answer.
const mostBraces = 64

// objects returns the JSON objects that stand in a text side by side; those within others
// are not returned.
func objects(text string) []json.RawMessage {
	var all []json.RawMessage
	for range mostBraces {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			break
		}
		dec := json.NewDecoder(strings.NewReader(text[at:]))
		var object json.RawMessage
		if dec.Decode(&object) != nil {
			text = text[at+1:]
			continue
		}
		all = append(all, object)
		text = text[at+int(dec.InputOffset()):]
	}
	return all
}

// points are what a judge gave: a whole number, which some write as text or as 3.0.
type points int

// UnmarshalJSON reads the ways to write a whole number.
func (p *points) UnmarshalJSON(data []byte) error {
	x, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > mostOverall {
		return fmt.Errorf("points %s: want a whole number from 0", clip(string(data), 60))
	}
	*p = points(x)
	return nil
}

// gradeAnswer is a grade as a judge writes it.
type gradeAnswer struct {
	Criterion string  `json:"criterion"`
	Reason    string  `json:"reason"`
	Quote     string  `json:"quote"`
	Points    *points `json:"points"`
}

// judgement reads the grades and the overall score of an object.
func (r *Rubric) judgement(object json.RawMessage) (judgement, error) {
	var answer struct {
		Grades  []gradeAnswer  `json:"grades"`
		Overall *overallAnswer `json:"overall"`
	}
	if err := json.Unmarshal(object, &answer); err != nil {
		return judgement{}, err
	}
	grades, err := r.grades(answer.Grades)
	if err != nil || r.Tiers == nil {
		return judgement{grades: grades}, err
	}
	if o := answer.Overall; o == nil || o.Points == nil || *o.Points < 0 || *o.Points > mostOverall {
		return judgement{}, fmt.Errorf("no overall score: want a whole number from 0 to %d", mostOverall)
	}
	return judgement{grades, answer.Overall}, nil
}

// grades checks the grades of an answer and puts them in the rubric's order.
func (r *Rubric) grades(given []gradeAnswer) ([]Grade, error) {
	grades, seen := make([]Grade, len(r.Criteria)), make([]bool, len(r.Criteria))
	for _, g := range given {
		i := r.index(g.Criterion)
		switch {
		case i < 0:
			return nil, fmt.Errorf("criterion %q: want a criterion of the rubric", clip(g.Criterion, 60))
		case seen[i]:
			return nil, fmt.Errorf("criterion %s is graded twice: want one grade", r.Criteria[i].Name)
		case g.Points == nil:
			return nil, fmt.Errorf("criterion %s without points: want some", r.Criteria[i].Name)
		case *g.Points < 0 || int(*g.Points) > r.Most:
			return nil, fmt.Errorf("criterion %s: %d points: want 0 to %d", r.Criteria[i].Name, *g.Points, r.Most)
		case r.Anchored && !r.Criteria[i].hasAnchor(int(*g.Points)):
			return nil, fmt.Errorf("criterion %s: %d points: want points that are described", r.Criteria[i].Name, *g.Points)
		case r.Quotes && *g.Points > 0 && strings.TrimSpace(g.Quote) == "":
			return nil, fmt.Errorf("criterion %s: %d points without a quote: want one", r.Criteria[i].Name, *g.Points)
		}
		seen[i] = true
		grades[i] = Grade{Criterion: r.Criteria[i].Name, Points: int(*g.Points), Reason: clip(strings.TrimSpace(g.Reason), longestReason)}
		if r.Quotes {
			grades[i].Quote = clip(strings.TrimSpace(g.Quote), longestReason)
		}
	}
	for i, ok := range seen {
		if !ok {
			return nil, fmt.Errorf("no grade for %s: want a grade for each criterion", r.Criteria[i].Name)
		}
	}
	return grades, nil
}

// hasAnchor reports whether a number of points is described.
func (c *Criterion) hasAnchor(points int) bool {
	return slices.ContainsFunc(c.Anchors, func(a Anchor) bool { return a.Points == points })
}

// index finds a criterion by its name or title; -1 if there is none.
func (r *Rubric) index(name string) int {
	name = strings.TrimSpace(name)
	for i, c := range r.Criteria {
		if strings.EqualFold(c.Name, name) || strings.EqualFold(c.Title, name) {
			return i
		}
	}
	return -1
}

// clip returns the first characters of a text.
func clip(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
