package company

import (
	"taskgrove/pipeline/synth/sheet"
)

// holding is the row of SubCompanyInfo of a holding.
func (b *book) holding(i int) []sheet.Cell {
	h := b.shard.Holdings[i]
	share, amount := b.terms.Nothing.Share, b.terms.Nothing.Amount
	if h.Share >= 0 {
		share = decimal(int64(h.Share), 2)
	}
	if h.Amount >= 0 {
		amount = b.shard.World.Tongue.Amount(h.Amount)
	}
	return []sheet.Cell{
		sheet.Text(b.shard.Companies[h.Parent].Name),
		sheet.Text(b.terms.Relation),
		sheet.Text(share),
		sheet.Text(amount),
		sheet.Text(b.shard.Companies[h.Sub].Name),
	}
}
