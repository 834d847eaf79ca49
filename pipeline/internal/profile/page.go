package profile

import (
	"crypto/sha256"
	_ "embed" // for the parts of the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// page is the template of page.html.
var page = template.Must(template.New("page").Parse(pageText))

// WriteJSON writes the comparison as indented JSON. Equal comparisons give equal
// bytes.
func WriteJSON(w io.Writer, c *Comparison) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(c)
}

// WriteHTML writes the comparison as one page: a table for each part with a line a
// column, the world's figure above the real one, and below each line with flagged
// figures what explains them. The page is whole in itself, runs no script and asks
// nothing of the network; text from the corpora and notes cannot become markup.
// Equal comparisons give equal bytes.
func WriteHTML(w io.Writer, c *Comparison) error {
	sum := sha256.Sum256([]byte(pageStyle))
	v := pageView{
		Style:     template.CSS(pageStyle),
		StyleHash: "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		Flagged:   c.Verdicts[Differs] + c.Verdicts[Lacking], Alike: c.Verdicts[Alike],
		Chance: c.Verdicts[Chance], Unmeasured: c.Verdicts[Unmeasured],
		Unexplained: c.Unexplained, Unused: c.Unused,
	}
	for _, class := range classes() {
		if n := c.Classes[class]; n > 0 {
			v.Classes = append(v.Classes, classView{class, class.meaning(), n})
		}
	}
	for i := range c.Parts {
		if len(c.Parts[i].Lines) > 0 {
			v.Parts = append(v.Parts, newPartView(&c.Parts[i], len(v.Parts)))
		}
	}
	return page.Execute(w, v)
}

// pageView is what the template writes.
type pageView struct {
	Style template.CSS
	// StyleHash is what the page's content security policy admits: this block and
	// nothing else, from nowhere.
	StyleHash                          string
	Flagged, Alike, Chance, Unmeasured int
	Unexplained                        int
	Classes                            []classView
	Unused                             []Note
	Parts                              []partView
}

type classView struct {
	Class   Class
	Meaning string
	Rows    int
}

// partView is one table of the page.
type partView struct {
	ID          string
	Title       string
	Label       string
	Section     Section
	World, Real int
	Flagged     int
	Unexplained int
	Groups      []group
	Heads       []string
	Width       int // columns of the table
	Lines       []lineView
}

// group is a heading over several measures.
type group struct {
	Title string
	Span  int
}

// lineView is one line of a table and what stands below it.
type lineView struct {
	Name, Label string
	World, Real string
	Cells       []cellView
	Why         []whyView
}

// cellView is one measure. A cell without measure is the zero cellView.
type cellView struct {
	World, Real string
	Verdict     string // "" where the line has no such measure
	Detail      string
}

// whyView is one explanation and the measures it explains.
type whyView struct {
	Measures string
	Class    string // "unexplained" where there is none
	Reason   string
}

// heading says under which heading a measure stands, and what it is called there.
func heading(m Measure) (title, name string) {
	switch m {
	case LengthP10, LengthP50, LengthP90:
		return "length", strings.TrimPrefix(string(m), "length_")
	case ValueP10, ValueP50, ValueP90:
		return "value", strings.TrimPrefix(string(m), "value_")
	case Numeral, Scaled, Unparsed:
		return "written", string(m)
	case Several, PerCell:
		return "values", strings.ReplaceAll(string(m), "_", " ")
	case RowsMean, RowsMax:
		return "rows found", strings.TrimPrefix(string(m), "rows_")
	}
	return "", string(m)
}

func newPartView(p *Part, number int) partView {
	v := partView{
		ID: fmt.Sprintf("part%d", number), Title: p.Name, Label: p.Label, Section: p.Section,
		World: p.World, Real: p.Real,
	}
	if p.Section == OfJoins {
		v.Title = "Joins"
	}
	ms := measured(p)
	for _, m := range ms {
		title, name := heading(m)
		v.Heads = append(v.Heads, name)
		if n := len(v.Groups); n > 0 && title != "" && v.Groups[n-1].Title == title {
			v.Groups[n-1].Span++
		} else {
			v.Groups = append(v.Groups, group{title, 1})
		}
	}
	v.Width = len(ms) + 2
	for i := range p.Lines {
		l := &p.Lines[i]
		v.Lines = append(v.Lines, newLineView(l, ms))
		for _, r := range l.Rows {
			if r.Verdict.Flagged() {
				v.Flagged++
				if r.Class == "" {
					v.Unexplained++
				}
			}
		}
	}
	return v
}

// measured returns the measures that any line of a part has, in the page's order.
func measured(p *Part) []Measure {
	return slices.DeleteFunc(measures(), func(m Measure) bool {
		return !slices.ContainsFunc(p.Lines, func(l Line) bool { return rowOf(&l, m) != nil })
	})
}

// rowOf returns the row of a measure; nil where the line has none.
func rowOf(l *Line, m Measure) *Row {
	for i := range l.Rows {
		if l.Rows[i].Measure == m {
			return &l.Rows[i]
		}
	}
	return nil
}

func newLineView(l *Line, ms []Measure) lineView {
	v := lineView{Name: l.Column, Label: l.Label, World: whole(float64(l.World)), Real: whole(float64(l.Real))}
	switch {
	case l.Target != "":
		v.Name, v.Label = l.Table+"."+l.Column+" → "+l.Target, l.Holds
		if l.Via != "" {
			v.Label += " by " + l.Via
		}
	case l.Column == "":
		v.Name = "texts"
	}
	for _, m := range ms {
		r := rowOf(l, m)
		if r == nil {
			v.Cells = append(v.Cells, cellView{})
			continue
		}
		v.Cells = append(v.Cells, cellView{
			World: shown(l, m, r.World), Real: shown(l, m, r.Real),
			Verdict: string(r.Verdict), Detail: detail(l, r),
		})
		if r.Verdict.Flagged() {
			v.explain(l, r)
		}
	}
	return v
}

// explain puts a flagged row below the line, with those of the same reason.
func (v *lineView) explain(l *Line, r *Row) {
	title, name := heading(r.Measure)
	m := strings.TrimSpace(title+" "+name) + " " + difference(l, r)
	class := string(r.Class)
	if class == "" {
		class = "unexplained"
	}
	for i := range v.Why {
		if w := &v.Why[i]; w.Class == class && w.Reason == r.Reason {
			w.Measures += ", " + m
			return
		}
	}
	v.Why = append(v.Why, whyView{m, class, r.Reason})
}
