package company

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// holdingRow returns a row of SubCompanyInfo.
func (b *shardRenderer) holdingRow(i int) []tablefile.Cell {
	h := b.shard.Holdings[i]
	share, amount := b.terms.Nothing.Share, b.terms.Nothing.Amount
	if h.Share >= 0 {
		share = tablefile.Decimal(int64(h.Share), 2)
	}
	if h.Amount >= 0 {
		amount = b.shard.World.Names.Amount(h.Amount)
	}
	return []tablefile.Cell{
		tablefile.Text(b.shard.Companies[h.Parent].Name),
		tablefile.Text(b.terms.Relation),
		tablefile.Text(share),
		tablefile.Text(amount),
		tablefile.Text(b.shard.Companies[h.Sub].Name),
	}
}
