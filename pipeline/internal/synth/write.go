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

// Writing is how a world is written.
type Writing struct {
	Format tablefile.Format
	// Only restricts which tables and passages are written, by name; nil means all.
	// The bytes of a file don't depend on which others are.
	Only []string
	// Workers is how many goroutines make rows; less than 1 means one a processor.
	// The bytes never depend on it.
	Workers int
	// Create begins a file, named as Format.File does. Each is closed exactly once,
	// also if the writing fails; what is half-written then is the caller's to remove.
	Create func(file string) (io.WriteCloser, error)
	// Done is told of rows that have been written, from several goroutines at once;
	// nil for nobody.
	Done func(rows int)
}

// Write writes the world, one file a table or passage corpus. No more than three shards
// are in memory at a time, whatever the scale. Errors are those of Validate, of Create and of
// writing, which name the file, and the cause of ctx when it ends.
func (w World) Write(ctx context.Context, to Writing) error {
	world, err := w.open()
	if err != nil {
		return err
	}
	render, err := newRenderers(w.Language)
	if err != nil {
		return err
	}
	return tablefile.Write(ctx, tablefile.Writing{
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

// Names lists the tables and passage corpora, tables first, as Sizes does.
func (w World) Names() []string {
	var names []string
	for _, s := range w.Sizes() {
		names = append(names, s.Name)
	}
	return names
}

// renderers tell a shard in one language.
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

// sheets are all 17 sheets of a shard.
func (r renderers) sheets(s *society.Shard) []tablefile.Sheet {
	var all []tablefile.Sheet
	for _, sheets := range [][]tablefile.Sheet{
		r.companies.Sheets(s), r.rulings.Sheets(s), r.enforcement.Sheets(s), r.directory.Sheets(s), statute.Sheets(s.Law),
	} {
		all = append(all, sheets...)
	}
	return all
}
