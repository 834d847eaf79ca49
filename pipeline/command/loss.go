package command

import (
	"fmt"
	"log/slog"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// lossParams are the settings on which the account of the tables depends.
type lossParams struct {
	MaxDropped float64 `json:"max_dropped"`
}

// fillCorpusFunnel counts the rows and passages of all files. There is one rule for what is lost. Of a
// table that loses at most a share of its rows, in percent, the lost ones count as dropped. Of one that loses more
// they count as failed: so the stage runs again, with its messages, until the files are mended, and every command
// that reads the tables ends with [cli.PartlyDone]. A file that gives no row at all counts
// as one failed item, and so does a column that loses more than the share of its cells.
func fillCorpusFunnel(funnel *run.Funnel, r *corpus.LoadReport, percent float64) {
	count := func(rows, kept int, problem string, drops map[corpus.LoadReason]int, tooMany bool) {
		funnel.In += rows
		funnel.Out += kept
		if rows == 0 && problem != "" {
			funnel.In++
			funnel.Fail("no_row", 1)
		}
		for reason, n := range drops {
			if tooMany {
				funnel.Fail(string(reason), n)
			} else {
				funnel.Drop(string(reason), n)
			}
		}
	}
	for _, t := range r.Tables {
		count(t.Rows, t.Kept, t.Problem, t.Drops, t.LosesRows(percent))
		for _, c := range t.Columns {
			if c.LosesCells(percent) {
				funnel.In++
				funnel.Fail("unread_cells", 1)
			}
		}
	}
	for _, p := range r.Passages {
		count(p.Rows, p.Kept, p.Problem, p.Drops, p.LosesRows(percent))
	}
}

// warnUnparsed names the columns that have cells of another kind than is declared, on which no task
// rests: where that is all of them, most likely the declaration or the export is wrong.
func warnUnparsed(log *slog.Logger, d *domain.Domain, r *corpus.LoadReport, percent float64) {
	for _, t := range r.Tables {
		spec := d.Table(t.Name)
		for i, c := range t.Columns {
			if c.Unparsed == 0 {
				continue
			}
			where := t.File
			if c.Line > 0 {
				where = fmt.Sprintf("%s:%d", t.File, c.Line)
			}
			said := fmt.Sprintf("%s: %s of %s cells of %s.%s are no %s: such as %q", where, grouped(c.Unparsed), grouped(c.Present), t.Name, c.Name, kindWord(spec.Columns[i].Kind), c.Unread)
			if c.LosesCells(percent) {
				said += fmt.Sprintf(": want them mended, another kind for the column, or -max-dropped above %v", percent)
			}
			log.Warn(said)
		}
	}
}

// kindWord returns the noun for a cell of a kind that cells may miss.
func kindWord(k domain.ColumnKind) string {
	switch {
	case k == domain.KindDate:
		return "day"
	case k.Integral():
		return "whole number"
	case k.Numeric():
		return "number"
	}
	return "text"
}
