package synth

import (
	"context"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/company"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/directory"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/enforcement"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/ruling"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// Output says which parts of a world to write, and where.
type Output struct {
	Format tablefile.Format
	// Only names the tables and passage corpora to write; nil means all. The bytes of a
	// file do not depend on the other files.
	Only []string
	// Workers is the number of goroutines that make rows; less than 1 means one per
	// processor. The bytes do not depend on it.
	Workers int
	// Create creates a file with the name that Format.File returns. [WorldSpec.Write] closes
	// each file exactly once, even after an error; the caller removes incomplete files.
	Create func(file string) (io.WriteCloser, error)
	// Done, if not nil, is called with the number of rows just written, possibly by several
	// goroutines at once.
	Done func(rows int)
}

// Write writes the world, one file per table or passage corpus, with at most three shards in
// memory. It returns errors of Validate, errors of Create and of writing, which name the file,
// or the cause of ctx.
func (w WorldSpec) Write(ctx context.Context, to Output) error {
	world, err := w.open()
	if err != nil {
		return err
	}
	render, err := newRenderers(w.Language)
	if err != nil {
		return err
	}
	return tablefile.Write(ctx, tablefile.WriteSpec{
		Format: to.Format, Names: w.Names(), Only: to.Only, Shards: w.Shards(), Workers: to.Workers,
		Create: to.Create, Done: to.Done,
		Open: func(shard int) ([]tablefile.Sheet, error) {
			s, err := world.Shard(shard)
			if err != nil {
				return nil, err
			}
			return render.sheets(s), nil
		},
	})
}

// Names returns the names of the tables and then of the passage corpora, in the order of
// [WorldSpec.Sizes]. The slice is new.
func (w WorldSpec) Names() []string {
	var names []string
	for _, s := range w.Sizes() {
		names = append(names, s.Name)
	}
	return names
}

// renderers render the rows of a shard in one language.
type renderers struct {
	companies   *company.Renderer
	rulings     *ruling.Renderer
	enforcement *enforcement.Renderer
	directory   *directory.Renderer
}

func newRenderers(language string) (r renderers, err error) {
	if r.companies, err = company.New(language); err != nil {
		return r, err
	}
	if r.rulings, err = ruling.New(language); err != nil {
		return r, err
	}
	if r.enforcement, err = enforcement.New(language); err != nil {
		return r, err
	}
	r.directory, err = directory.New(language)
	return r, err
}

// sheets returns the 17 tables and passage corpora of a shard.
func (r renderers) sheets(s *society.Shard) []tablefile.Sheet {
	var all []tablefile.Sheet
	for _, sheets := range [][]tablefile.Sheet{
		r.companies.Sheets(s), r.rulings.Sheets(s), r.enforcement.Sheets(s), r.directory.Sheets(s), statute.Sheets(s.Law),
	} {
		all = append(all, sheets...)
	}
	return all
}
