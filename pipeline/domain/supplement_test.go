package domain_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

const shop = `
name: shop
title: {en: a shop}
languages: [en]
sentinels: []
entities:
  - {name: customer_id, label: {en: customer ID}}
  - {name: order_id, label: {en: order number}}
  - {name: town, label: {en: town}}
tables:
  - name: Customer
    label: {en: customers}
    row: {en: customer}
    measure: {en: customers}
    key: id
    columns:
      - {name: id, label: {en: customer ID}, entity: customer_id}
      - {name: town, label: {en: town}, entity: town}
      - {name: zip, label: {en: postal code}, kind: text}
      - {name: site, label: {en: web site}, kind: text, asked: often}
      - {name: phone, label: {en: home phone}, kind: text}
      - {name: title, label: {en: contact title}, kind: text}
      - {name: born, label: {en: birth date}, kind: date}
  - name: Order
    label: {en: orders}
    row: {en: order}
    measure: {en: orders}
    key: number
    columns:
      - {name: number, label: {en: order number}, entity: order_id}
      - {name: customer, label: {en: customer}, entity: customer_id}
      - {name: day, label: {en: order date}, kind: date}
      - {name: price, label: {en: unit price}, kind: money, unit: dollars}
      - {name: left, label: {en: units in stock}, kind: count, unit: units, measure: {en: units}}
      - {name: freight, label: {en: freight}, kind: money, unit: dollars, sense: price}
      - {name: size, label: {en: picture size}, kind: number, unit: bytes}
tools:
  - name: get_orders
    kind: lookup
    description: {en: Finds orders.}
    inputs: [{name: id, type: string, description: {en: customer}}]
    table: Order
    match: [{columns: [customer], inputs: [id]}]
    returns: many
    phrase: {en: "the orders placed by {}"}
  - {name: finish, kind: finish, description: {en: Ends.}, inputs: [{name: answer, type: string, description: {en: the answer}}]}
replies: {missing: none, columns: none, arguments: none, failed: {}}
`

// What the names of columns imply completes a domain without matters; what it declares stays.
func TestSupplement(t *testing.T) {
	d, err := domain.Load(fstest.MapFS{"domain.yaml": {Data: []byte(shop)}}, ".")
	if err != nil {
		t.Fatal(err)
	}
	for entity, want := range map[string]string{"customer_id": "customer", "order_id": "order", "town": ""} {
		if got := d.Entity(entity).Denotes.In("en"); got != want {
			t.Errorf("%s denotes %q, want %q", entity, got, want)
		}
	}
	for _, c := range []struct {
		table, column string
		asked         domain.Frequency
		sense         domain.ColumnSense
	}{
		{"Customer", "id", domain.Never, ""},
		{"Customer", "town", "", ""},
		{"Customer", "zip", domain.Never, domain.Identifier},
		{"Customer", "site", domain.Often, domain.Identifier},
		{"Customer", "phone", "", domain.Identifier},
		{"Customer", "title", "", ""},
		{"Customer", "born", "", domain.Identifier},
		{"Order", "number", "", ""},
		{"Order", "customer", domain.Never, ""},
		{"Order", "day", "", ""},
		{"Order", "price", "", domain.Price},
		{"Order", "left", "", domain.Stock},
		{"Order", "freight", "", domain.Price},
		{"Order", "size", domain.Never, ""},
	} {
		if col := d.Table(c.table).Column(c.column); col.Asked != c.asked || col.Sense != c.sense {
			t.Errorf("%s.%s is asked %q and has sense %q, want %q and %q", c.table, c.column, col.Asked, col.Sense, c.asked, c.sense)
		}
	}
	if d.Table("Customer").Column("born").Counts() || !d.Table("Order").Column("day").Counts() {
		t.Error("days are counted from a birth, or not from an order: want the contrary")
	}
	withMatters := strings.Replace(shop, "replies:", "matters:\n  - {name: sale, label: {en: a sale}, fields: [trade], tables: [{name: Order, decide: [freight]}]}\nreplies:", 1)
	if d, err = domain.Load(fstest.MapFS{"domain.yaml": {Data: []byte(withMatters)}}, "."); err != nil {
		t.Fatal(err)
	}
	if asked := d.Table("Customer").Column("zip").Asked; asked != "" {
		t.Errorf("with matters, postal codes are asked %q: want what is declared", asked)
	}
}
