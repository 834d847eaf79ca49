// Package casetext writes court cases of a generated world as they are published: a file for
// each case, in sections under headings. Package caselaw reads such files.
//
// The cases apply the law that package lawtext writes for the same specification. A case is
// made of an article that states a rule, of facts that meet the rule or do not, and of a plea
// that turns on it. The reasoning takes the plea, says which version of the law governs, states
// the rule in the article's words and applies it, so that whoever knows law and facts can argue
// to the same result.
package casetext

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// CaseSpec specifies the cases of a generated world. Equal specifications give equal bytes. Its
// bounds are those of the law that the cases apply.
type CaseSpec struct{ lawtext.LawSpec }

// Sizes of a world.
const (
	usualCases = 300 // at scale 1
	leastCases = 12  // fewer if the law has too few articles

	// Of the cases at least one in leastChanged is over a rule that was amended before the
	// decision, and two in five if there are enough.
	leastChanged = 3
)

// Docket is the cases of a world. It is immutable and safe for concurrent use.
type Docket struct {
	Law *statute.Law // that the cases apply

	writer *writer
	key    chance.Key // of the words of the cases
	cases  []dispute
}

// Docket draws the cases of the world.
func (w CaseSpec) Docket() (*Docket, error) {
	law, err := w.Law()
	if err != nil {
		return nil, err
	}
	smallest := society.Published().Scaled(lawtext.SmallestScale)
	world, err := society.Open(w.Seed, w.Language, 1, func(int) society.Sizes { return smallest })
	if err != nil {
		return nil, err
	}
	words, err := newWriter(world)
	if err != nil {
		return nil, err
	}
	key := world.Key.Of("texts of cases")
	most := max(leastCases, int(math.Round(usualCases*w.Scale)))
	return &Docket{Law: law, writer: words, key: key.Of("words"), cases: draw(law, key, most)}, nil
}

// Len returns the number of cases.
func (d *Docket) Len() int { return len(d.cases) }

// Files returns the names of the files of all cases, in their order.
func (d *Docket) Files() []string {
	files := make([]string, d.Len())
	for i := range files {
		files[i] = fileName(i)
	}
	return files
}

// fileName returns the name of the file of case i.
func fileName(i int) string { return fmt.Sprintf("case-%04d.md", i+1) }

// Write writes all files of the world. Create opens the file of a name as [Docket.Files] has it.
// Done, which may be nil, is told of each file that was written.
func (d *Docket) Write(ctx context.Context, create func(name string) (io.WriteCloser, error), done func(n int)) error {
	for i, name := range d.Files() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		out, err := create(name)
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, d.Text(i))
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
