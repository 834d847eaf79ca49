package examtext

import "strconv"

// essay is an essay as package exam reads it.
type essay struct {
	origin
	Statement string `json:"statement,omitempty"`
	Parts     []part `json:"parts"`
}

// origin is what essays and questions have in common.
type origin struct {
	ID       string `json:"id"`
	Exam     string `json:"exam"`
	Area     string `json:"area"`
	Day      string `json:"day"`
	Language string `json:"language"`
}

// part is a part of an essay.
type part struct {
	Label       string   `json:"label"`
	Assumptions []string `json:"assumptions,omitempty"`
	Question    string   `json:"question"`
	Answer      string   `json:"answer"`
	Points      []point  `json:"points"`
	Value       points   `json:"value"`
}

// point is a row of a points table.
type point struct {
	Text   string   `json:"text"`
	Values []points `json:"values"` // ascending, from nothing to all
}

// points is a number of points in hundredths. Its text has two decimals at most.
type points int

// String returns the points with two decimals.
func (p points) String() string { return strconv.FormatFloat(float64(p)/100, 'f', 2, 64) }

// MarshalJSON returns the points as a number.
func (p points) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p)/100, 'f', -1, 64), nil
}

// question is a question with options, one of which is right.
type question struct {
	origin
	Stem    string   `json:"stem"`
	Options []string `json:"options"`
	Key     []string `json:"key"` // the letter of the right option
}
