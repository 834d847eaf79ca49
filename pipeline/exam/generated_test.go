package exam

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/examtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
)

// generatedItem is an item of a generated paper, as its file has it.
type generatedItem struct {
	ID, Exam, Area, Day, Language string
	Statement                     string
	Parts                         []struct {
		Label            string
		Assumptions      []string
		Question, Answer string
		Points           []struct {
			Text   string
			Values []json.Number
		}
		Value json.Number
	}
	Stem    string
	Options []string
	Key     []string
}

// Generated papers are read without a fault, and what is read equals what was generated.
func TestGeneratedPapers(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		t.Run(language, func(t *testing.T) {
			papers, err := examtext.ExamSpec{LawSpec: lawtext.LawSpec{Seed: 6, Scale: 0.1, Language: language}}.Papers()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			create := func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) }
			if err := papers.Write(t.Context(), create, nil); err != nil {
				t.Fatal(err)
			}
			c, err := Read(t.Context(), dir, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range c.Faults {
				t.Errorf("%s:%d: %s: %s", f.File, f.Line, f.Reason, f.Detail)
			}
			essays, questions := generatedItems(t, papers)
			ignoreGroups(c)
			if diff := cmp.Diff(essays, c.Essays); diff != "" {
				t.Errorf("essays (-generated +read):\n%s", diff)
			}
			if diff := cmp.Diff(questions, c.Questions); diff != "" {
				t.Errorf("questions (-generated +read):\n%s", diff)
			}
		})
	}
}

// ignoreGroups drops what the taxonomy adds to areas.
func ignoreGroups(c *Collection) {
	for i := range c.Essays {
		c.Essays[i].Group = ""
	}
	for i := range c.Questions {
		c.Questions[i].Group = ""
	}
}

// generatedItems returns the items of generated papers.
func generatedItems(t *testing.T, papers *examtext.Papers) (essays []Essay, questions []Question) {
	t.Helper()
	hundredths := func(n json.Number) int {
		f, err := n.Float64()
		if err != nil {
			t.Fatal(err)
		}
		return int(f*100 + 0.5)
	}
	for i, file := range papers.Files() {
		text, err := papers.Text(i)
		if err != nil {
			t.Fatal(err)
		}
		line := 0
		for text := range strings.Lines(text) {
			line++
			var item generatedItem
			if err := json.Unmarshal([]byte(text), &item); err != nil {
				t.Fatal(err)
			}
			origin := Origin{Exam: item.Exam, Area: item.Area, Field: item.Area, Day: item.Day, Language: item.Language, File: file, Line: line}
			if item.Stem != "" {
				questions = append(questions, Question{
					ID: item.ID, Origin: origin, Stem: item.Stem, Options: item.Options, Key: []int{int(item.Key[0][0] - 'A')},
				})
				continue
			}
			e := Essay{ID: item.ID, Origin: origin, Statement: item.Statement}
			for _, p := range item.Parts {
				part := Part{Label: p.Label, Assumptions: p.Assumptions, Question: p.Question, Answer: p.Answer, Value: hundredths(p.Value)}
				for _, row := range p.Points {
					point := Point{Text: row.Text}
					for _, v := range row.Values {
						point.Values = append(point.Values, hundredths(v))
					}
					part.Points = append(part.Points, point)
				}
				e.Parts, e.Value = append(e.Parts, part), e.Value+part.Value
			}
			essays = append(essays, e)
		}
	}
	return essays, questions
}
