package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
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
	answer = valid(answer)
	grades, err := r.only(answer)
	if err == nil {
		return grades, nil
	}
	// Only now, since a reason may quote what looks like a thought.
	if bare := thoughtless(answer); bare != answer {
		return r.only(bare)
	}
	return nil, err
}

// only returns the grades of the one object in a text that has some.
func (r *Rubric) only(text string) (grades []Grade, err error) {
	found, fault := 0, errors.New("no JSON object: want one object with grades")
	for _, object := range objects(text) {
		got, err := r.grades(object)
		if err != nil {
			fault = err
			continue
		}
		grades = got
		found++
	}
	switch found {
	case 0:
		return nil, fault
	case 1:
		return grades, nil
	}
	return nil, fmt.Errorf("%d objects with grades: want one object", found)
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
	if err != nil || x != math.Trunc(x) || math.Abs(x) > mostPoints {
		return fmt.Errorf("points %s: want a whole number from 0", clip(string(data), 60))
	}
	*p = points(x)
	return nil
}

// grades reads the grades of an object.
func (r *Rubric) grades(object json.RawMessage) ([]Grade, error) {
	var answer struct {
		Grades []struct {
			// Criterion is the criterion's name.
			Criterion string  `json:"criterion"`
			Reason    string  `json:"reason"`
			Points    *points `json:"points"`
		} `json:"grades"`
	}
	if err := json.Unmarshal(object, &answer); err != nil {
		return nil, err
	}
	grades, given := make([]Grade, len(r.Criteria)), make([]bool, len(r.Criteria))
	for _, g := range answer.Grades {
		i := r.index(g.Criterion)
		switch {
		case i < 0:
			return nil, fmt.Errorf("criterion %q: want a criterion of the rubric", clip(g.Criterion, 60))
		case given[i]:
			return nil, fmt.Errorf("criterion %s is graded twice: want one grade", r.Criteria[i].Name)
		case g.Points == nil:
			return nil, fmt.Errorf("criterion %s without points: want some", r.Criteria[i].Name)
		case *g.Points < 0 || int(*g.Points) > r.Most:
			return nil, fmt.Errorf("criterion %s: %d points: want 0 to %d", r.Criteria[i].Name, *g.Points, r.Most)
		}
		given[i] = true
		grades[i] = Grade{r.Criteria[i].Name, int(*g.Points), clip(strings.TrimSpace(g.Reason), longestReason)}
	}
	for i, ok := range given {
		if !ok {
			return nil, fmt.Errorf("no grade for %s: want a grade for each criterion", r.Criteria[i].Name)
		}
	}
	return grades, nil
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
