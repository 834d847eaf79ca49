package ruling

import (
	"strings"

	"taskgrove/pipeline/synth/sheet"
)

// abstract is case i's row of LegalAbstract.
func (t *teller) abstract(i int) []sheet.Cell {
	a := t.account(i)
	return []sheet.Cell{sheet.Text(a.Number + ".txt"), sheet.Text(a.Number), sheet.Text(t.summary(i, a))}
}

// summary tells a case in a few paragraphs.
func (t *teller) summary(i int, a *account) string {
	r := t.abstracts.At(i).Rand()
	t.cite(i, a, r)
	orders := t.orders(r, a)
	a.slots["orders"] = strings.Join(orders, "")
	return t.expand(r, "abstract", a)
}

// passage tells a case at length.
func (t *teller) passage(i int) string {
	a := t.account(i)
	r := t.passages.At(i).Rand()
	t.cite(i, a, r)
	a.slots["orders"] = strings.Join(t.orders(r, a), "")
	a.slots["title"] = t.title(i, a)
	return t.expand(r, "passage", a)
}
