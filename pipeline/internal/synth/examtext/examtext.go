// Package examtext writes exam papers over the law of a generated world, as files of package
// exam's own format: essays with official answers and points, and questions with options.
//
// The papers rest on the law that package lawtext writes for the same specification. Every key is
// a value that a provision in force on the day of the exam states (a time limit, a share, a fine,
// a court, a remedy), and no wrong option is stated for the same subject by any provision in
// force on that day. Statements are the facts of cases that package casetext tells, or facts made
// for the provision; nobody in them is real.
package examtext

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// ExamSpec specifies the exam papers of a generated world. Equal specifications give equal bytes.
// Its bounds are those of the law that the papers are about.
type ExamSpec struct{ lawtext.LawSpec }

// Sizes of a world.
const (
	usualEssays, leastEssays, mostEssays          = 60, 12, 600 // usual at scale 1
	usualQuestions, leastQuestions, mostQuestions = 100, 20, 1000

	essaysOfPaper = 5
	leastPapers   = 2
	mostPapers    = 24 // two a year
	firstYear     = 2013
)

// Papers is the exam papers of a world. It is immutable and safe for concurrent use.
type Papers struct {
	Law *statute.Law // that the papers are about

	papers []paper
}

// paper is one exam.
type paper struct {
	name      string // 2021-03
	day       time.Time
	essays    []essay
	questions []question
	known     []KnownKey
}

// Papers draws the exam papers of the world. A law of few articles may give fewer essays and
// questions than its scale asks for.
func (w ExamSpec) Papers() (*Papers, error) {
	docket, err := casetext.CaseSpec{LawSpec: w.LawSpec}.Docket()
	if err != nil {
		return nil, err
	}
	words, err := newWriter(w.Language, docket)
	if err != nil {
		return nil, err
	}
	size := func(usual, least, most int) int {
		return min(most, max(least, int(math.Round(float64(usual)*w.Scale))))
	}
	essays := size(usualEssays, leastEssays, mostEssays)
	n := min(mostPapers, max(leastPapers, essays/essaysOfPaper))
	d := drawer{writer: words, key: chance.New(w.Seed).Of("exam papers"), bank: newBank(docket.Law, words), papers: examDays(n)}
	d.drawEssays(essays)
	d.drawQuestions(size(usualQuestions, leastQuestions, mostQuestions))
	return &Papers{Law: docket.Law, papers: d.papers}, nil
}

// examDays returns n papers without content: the last of those held each March and September.
func examDays(n int) []paper {
	papers := make([]paper, n)
	for i := range papers {
		at := mostPapers - n + i
		day := time.Date(firstYear+at/2, time.Month(3+at%2*6), 8, 0, 0, 0, 0, time.UTC)
		day = day.AddDate(0, 0, int(7-day.Weekday())%7) // the second Sunday
		papers[i] = paper{name: day.Format("2006-01"), day: day}
	}
	return papers
}

// Essays returns the number of essays.
func (p *Papers) Essays() (n int) {
	for i := range p.papers {
		n += len(p.papers[i].essays)
	}
	return n
}

// Questions returns the number of questions with options.
func (p *Papers) Questions() (n int) {
	for i := range p.papers {
		n += len(p.papers[i].questions)
	}
	return n
}

// Len returns the number of papers.
func (p *Papers) Len() int { return len(p.papers) }

// Files returns the names of the files of all papers, in the order of their days.
func (p *Papers) Files() []string {
	files := make([]string, p.Len())
	for i := range files {
		files[i] = "exam-" + p.papers[i].name + ".jsonl"
	}
	return files
}

// Known returns what the generator knows of all keys, in the order of papers and items.
func (p *Papers) Known() (list []KnownKey) {
	for i := range p.papers {
		list = append(list, p.papers[i].known...)
	}
	return list
}

// Text returns the content of the file of paper i: a line for each essay, then for each question.
func (p *Papers) Text(i int) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, essay := range p.papers[i].essays {
		if err := e.Encode(essay); err != nil {
			return "", err
		}
	}
	for _, q := range p.papers[i].questions {
		if err := e.Encode(q); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// Write writes all files of the world. Create opens the file of a name as [Papers.Files] has it.
// Done, which may be nil, is told of each file that was written.
func (p *Papers) Write(ctx context.Context, create func(name string) (io.WriteCloser, error), done func(n int)) error {
	for i, name := range p.Files() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		text, err := p.Text(i)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		out, err := create(name)
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, text)
		if closed := out.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if done != nil {
			done(1)
		}
	}
	return nil
}
