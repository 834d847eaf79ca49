package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// examLawColumns are the columns of the tables of statutes that the domain of exams declares, by
// table.
func examLawColumns() map[string][]string {
	return map[string][]string{
		"Law":        {"law"},
		versionTable: {"version", "law", "in_force", "known_until", "next", "file"},
		"Provision":  {"id", "law", "version", "article", "text"},
	}
}

// examTableNames returns the names of the tables of a world of exams, those of its laws last.
func examTableNames(w *world) []string {
	names := exam.TableNames()
	if w.laws != "" {
		names = append(names, sorted(examLawColumns())...)
	}
	return names
}

// examSheets returns the tables of exams and of the laws in a directory, "" for none, in the order of
// [examTableNames].
func examSheets(ctx context.Context, c *exam.Collection, lawsDir string, workers int) ([]tablefile.Sheet, error) {
	sheets := c.Sheets()
	if lawsDir == "" {
		return sheets, nil
	}
	laws, err := legislation.Read(ctx, lawsDir, workers)
	if err != nil {
		return nil, err
	}
	if len(laws.Versions) == 0 {
		return nil, fmt.Errorf("-laws %s: no text can be read: want files TITLE/YYYY-MM-DD.md, .txt or .xml", lawsDir)
	}
	columns := examLawColumns()
	all := laws.Sheets()
	for _, name := range sorted(columns) {
		i := slices.IndexFunc(all, func(s tablefile.Sheet) bool { return s.Name == name })
		sheets = append(sheets, withColumns(all[i], columns[name]))
	}
	return sheets, nil
}

// withColumns returns a table with the named columns alone.
func withColumns(s tablefile.Sheet, names []string) tablefile.Sheet {
	var places []int
	for _, name := range names {
		places = append(places, slices.Index(s.Columns, name))
	}
	row := s.Row
	s.Columns = names
	s.Row = func(i int) []tablefile.Cell {
		whole := row(i)
		cells := make([]tablefile.Cell, len(places))
		for k, place := range places {
			cells[k] = whole[place]
		}
		return cells
	}
	return s
}
