package corpus

// A table, passages or a column lose more than a share in percent if more of their rows, or of the
// cells that hold something, could not be used. A loss of nothing is never more than a share.

// LosesRows reports whether the table lost more than a share of its rows, in percent.
func (t *TableReport) LosesRows(percent float64) bool { return exceeds(t.Dropped, t.Rows, percent) }

// LosesRows reports whether more than a share of the passages was lost, in percent.
func (p *PassagesReport) LosesRows(percent float64) bool { return exceeds(p.Dropped, p.Rows, percent) }

// Lost returns the number of cells that hold something and cannot be used: no task rests on one.
func (c *ColumnReport) Lost() int { return c.Unparsed + c.Ignored }

// LosesCells reports whether the column lost more than a share of the cells that hold something,
// in percent.
func (c *ColumnReport) LosesCells(percent float64) bool {
	return exceeds(c.Lost(), c.Present+c.Ignored, percent)
}

func exceeds(lost, all int, percent float64) bool {
	return lost > 0 && 100*float64(lost) > percent*float64(all)
}
