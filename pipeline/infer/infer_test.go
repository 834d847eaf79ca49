package infer_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// sheet is a table in the making: a header and rows.
type sheet struct {
	name string
	rows [][]string
}

func (s sheet) table() infer.Table {
	t := infer.Table{Name: s.name, Rows: len(s.rows) - 1}
	for i, name := range s.rows[0] {
		t.Columns = append(t.Columns, infer.RawColumn{
			Name: name,
			Cells: func(yield func(string, int) bool) {
				for _, row := range s.rows[1:] {
					if !yield(row[i], 1) {
						return
					}
				}
			},
			At: func(row int) string { return s.rows[row+1][i] },
		})
	}
	return t
}

func tablesOf(sheets []sheet) []infer.Table {
	var all []infer.Table
	for _, s := range sheets {
		all = append(all, s.table())
	}
	return all
}

// draft drafts a domain of sheets, writes it, and reads it as package domain does.
func draft(t *testing.T, sheets []sheet) (*infer.DomainDraft, *domain.Domain, string) {
	t.Helper()
	d, err := infer.Infer(tablesOf(sheets), infer.Options{Name: "drafted"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	loaded, err := domain.Load(fstest.MapFS{"d/domain.yaml": {Data: b.Bytes()}}, "d")
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return d, loaded, b.String()
}

func data(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("TASKGROVE_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no database: %v: set TASKGROVE_DATA to the folder that holds %s", err, name)
	}
	return dir
}

// northwind returns the tables of Northwind and the references that its schema declares.
func northwind(t *testing.T) ([]sheet, []string) {
	dir := data(t, "northwind")
	var schema map[string]struct {
		FK []struct{ Column, Table, Ref string }
	}
	b, err := os.ReadFile(filepath.Join(dir, "schema.json"))
	if err == nil {
		err = json.Unmarshal(b, &schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	var sheets []sheet
	var declared []string
	for name, s := range schema {
		file := strings.ReplaceAll(name, " ", "_")
		f, err := os.ReadFile(filepath.Join(dir, file+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(f)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		sheets = append(sheets, sheet{file, rows})
		for _, fk := range s.FK {
			declared = append(declared, fmt.Sprintf("%s.%s > %s.%s", file, fk.Column, strings.ReplaceAll(fk.Table, " ", "_"), fk.Ref))
		}
	}
	return sheets, declared
}

// chinook returns the tables of Chinook and the references that its database declares.
func chinook(t *testing.T) ([]sheet, []string) {
	b, err := os.ReadFile(filepath.Join(data(t, "chinook"), "ChinookData.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tables map[string][]map[string]any
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(b, []byte("\ufeff"))))
	d.UseNumber()
	if err := d.Decode(&tables); err != nil {
		t.Fatal(err)
	}
	var sheets []sheet
	for name, rows := range tables {
		s := sheet{name: name, rows: [][]string{nil}}
		for _, row := range rows {
			for c := range row {
				if !slices.Contains(s.rows[0], c) {
					s.rows[0] = append(s.rows[0], c)
				}
			}
		}
		slices.Sort(s.rows[0])
		for _, row := range rows {
			var texts []string
			for _, c := range s.rows[0] {
				text := ""
				if v := row[c]; v != nil {
					text = fmt.Sprint(v)
				}
				texts = append(texts, text)
			}
			s.rows = append(s.rows, texts)
		}
		sheets = append(sheets, s)
	}
	return sheets, strings.Split(`Album.ArtistId > Artist.ArtistId
Customer.SupportRepId > Employee.EmployeeId
Employee.ReportsTo > Employee.EmployeeId
Invoice.CustomerId > Customer.CustomerId
InvoiceLine.InvoiceId > Invoice.InvoiceId
InvoiceLine.TrackId > Track.TrackId
PlaylistTrack.PlaylistId > Playlist.PlaylistId
PlaylistTrack.TrackId > Track.TrackId
Track.AlbumId > Album.AlbumId
Track.GenreId > Genre.GenreId
Track.MediaTypeId > MediaType.MediaTypeId`, "\n")
}

// references are the joins that a draft takes: one for each column, with keys of a table.
func references(d *infer.DomainDraft, least float64) []string {
	var all []string
	seen := map[string]bool{}
	for i := range d.Joins {
		j := &d.Joins[i]
		if from := j.From + "." + j.Column; j.Accepted() && !j.Shared && j.Confidence >= least && !seen[from] {
			seen[from] = true
			all = append(all, fmt.Sprintf("%s > %s.%s", from, j.Table, j.To))
		}
	}
	slices.Sort(all)
	return all
}

// compare returns recall and precision.
func compare(got, want []string) (recall, precision float64, missed, wrong []string) {
	for _, w := range want {
		if !slices.Contains(got, w) {
			missed = append(missed, w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			wrong = append(wrong, g)
		}
	}
	right := len(want) - len(missed)
	return float64(right) / float64(len(want)), float64(right) / float64(max(1, len(got))), missed, wrong
}

func TestReferencesOfRealDatabases(t *testing.T) {
	for name, read := range map[string]func(*testing.T) ([]sheet, []string){"northwind": northwind, "chinook": chinook} {
		t.Run(name, func(t *testing.T) {
			sheets, want := read(t)
			d, _, _ := draft(t, sheets)
			recall, precision, missed, wrong := compare(references(d, infer.Taken), want)
			t.Logf("recall %.2f, precision %.2f", recall, precision)
			if recall < 0.95 || precision < 0.95 {
				t.Errorf("recall %.2f and precision %.2f: want at least 0.95; missed %q, wrong %q", recall, precision, missed, wrong)
			}
		})
		t.Run(name+" in lower case", func(t *testing.T) {
			sheets, want := read(t)
			lower := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
			for i := range sheets {
				sheets[i].name = lower(sheets[i].name)
				sheets[i].rows = slices.Clone(sheets[i].rows)
				sheets[i].rows[0] = slices.Clone(sheets[i].rows[0])
				for j := range sheets[i].rows[0] {
					sheets[i].rows[0][j] = lower(sheets[i].rows[0][j])
				}
			}
			for i := range want {
				want[i] = lower(want[i])
			}
			d, _, _ := draft(t, sheets)
			recall, precision, missed, wrong := compare(references(d, infer.Taken), want)
			t.Logf("recall %.2f, precision %.2f", recall, precision)
			if recall < 0.85 || precision < 0.9 {
				t.Errorf("recall %.2f and precision %.2f: want at least 0.85 and 0.9; missed %q, wrong %q", recall, precision, missed, wrong)
			}
		})
		t.Run(name+" with opaque names", func(t *testing.T) {
			sheets, want := read(t)
			slices.SortFunc(sheets, func(a, b sheet) int { return strings.Compare(a.name, b.name) })
			opaque := map[string]string{}
			for i := range sheets {
				sheets[i].rows = slices.Clone(sheets[i].rows)
				header := make([]string, len(sheets[i].rows[0]))
				for j, c := range sheets[i].rows[0] {
					header[j] = fmt.Sprintf("c%d", j+1)
					opaque[sheets[i].name+"."+c] = fmt.Sprintf("t%d.c%d", i+1, j+1)
				}
				sheets[i].rows[0] = header
				sheets[i].name = fmt.Sprintf("t%d", i+1)
			}
			for i, w := range want {
				from, to, _ := strings.Cut(w, " > ")
				want[i] = opaque[from] + " > " + opaque[to]
			}
			d, _, _ := draft(t, sheets)
			recall, _, _, wrong := compare(references(d, infer.Certain), want)
			t.Logf("certain: recall %.2f", recall)
			if len(wrong) > 0 {
				t.Errorf("certain and wrong: %q", wrong)
			}
		})
	}
}

// shop is an invented database.
func shop() []sheet {
	orders := sheet{"orders", [][]string{{"order_id", "customer_id", "ordered_at", "status", "total_usd", "note", "vip"}}}
	lines := sheet{"order_items", [][]string{{"order_id", "line_no", "sku", "qty"}}}
	customers := sheet{"customers", [][]string{{"customer_id", "full_name", "email", "city", "referred_by"}}}
	products := sheet{"products", [][]string{{"sku", "title", "tags", "weight_kg"}}}
	for i := range 40 {
		referred := ""
		if i > 3 {
			referred = fmt.Sprint(100 + i/4)
		}
		customers.rows = append(customers.rows, []string{fmt.Sprint(100 + i), fmt.Sprintf("Person %c%c", 'A'+i%26, 'A'+i/26), fmt.Sprintf("p%d@example.org", i), []string{"Oslo", "Bergen", "Vik"}[i%3], referred})
		products.rows = append(products.rows, []string{fmt.Sprintf("SKU-%03d", i), fmt.Sprintf("Thing %d", i*7), []string{"red", "red;small", "small", "blue;red", "blue"}[i%5], fmt.Sprintf("%d.5", i%9)})
	}
	for i := range 120 {
		orders.rows = append(orders.rows, []string{fmt.Sprint(9000 + 3*i), fmt.Sprint(100 + i%40), fmt.Sprintf("2024-%02d-%02d %02d:15:00", 1+i%12, 1+i%28, i%24), fmt.Sprint(i % 4), fmt.Sprintf("%d.20", 10+i), "", fmt.Sprint(i % 2)})
		for l := range 1 + i%3 {
			lines.rows = append(lines.rows, []string{fmt.Sprint(9000 + 3*i), fmt.Sprint(l + 1), fmt.Sprintf("SKU-%03d", (i*3+l)%40), fmt.Sprint(1 + i%5)})
		}
	}
	few := sheet{"Statuses", [][]string{{"code", "label"}, {"0", "new"}, {"1", "paid"}, {"2", "sent"}}}
	return []sheet{orders, lines, customers, products, few, {"nothing", [][]string{{"id", "x"}}}}
}

// A currency at the end of a name is the unit of the amounts, and no part of what they are called.
func TestCurrencyIsNoLabel(t *testing.T) {
	for name, want := range map[string]string{"Price (EUR)": "price", "FreightUSD": "freight", "EUR": "eur", "Price": "price"} {
		rows := [][]string{{"OrderNumber", name}}
		for i := range 9 {
			rows = append(rows, []string{fmt.Sprint("N", i), fmt.Sprint(3*i, ".50")})
		}
		_, d, text := draft(t, []sheet{{"Orders", rows}})
		if got := d.Table("Orders").Column(name); got == nil || got.Label.In("en") != want {
			t.Errorf("%s is called otherwise than %s:\n%s", name, want, text)
		}
	}
}

func TestInventedDatabase(t *testing.T) {
	d, loaded, text := draft(t, shop())
	found := map[string]infer.TableFinding{}
	for _, f := range d.Tables {
		found[f.Table] = f
	}
	for table, key := range map[string][]string{"orders": {"order_id"}, "customers": {"customer_id"}, "products": {"sku"}, "order_items": {"line_no", "order_id"}, "Statuses": {"code"}} {
		if got := found[table].Key; !slices.Equal(got, key) {
			t.Errorf("key of %s: %q, want %q", table, got, key)
		}
	}
	for _, want := range []string{"order_items.order_id > orders.order_id", "order_items.sku > products.sku", "orders.customer_id > customers.customer_id"} {
		if got := references(d, infer.Certain); !slices.Contains(got, want) {
			t.Errorf("no certain join %s in %q", want, got)
		}
	}
	if f := found["nothing"]; f.LeftOut != "it has no rows" {
		t.Errorf("table nothing is left out for %q", f.LeftOut)
	}
	if got := loaded.Table("order_items").KeyColumns(); !slices.Equal(got, []string{"line_no", "order_id"}) {
		t.Errorf("rows of order_items are declared to be named by %q", got)
	}
	for _, match := range []string{"order_id", "sku"} {
		if !slices.ContainsFunc(loaded.Tools, func(t domain.Tool) bool {
			return t.Table == "order_items" && t.Returns == domain.Many && t.Match[0].Columns[0] == match
		}) {
			t.Errorf("nothing finds the rows of order_items by %s", match)
		}
	}
	for column, want := range map[string]domain.Column{
		"orders.total_usd": {Kind: domain.KindMoney, Unit: "USD"}, "orders.note": {Kind: domain.KindText, Asked: domain.Never}, "orders.vip": {Kind: domain.KindText, Asked: domain.Never},
		"customers.email": {Kind: domain.KindText}, "products.tags": {Kind: domain.KindText},
	} {
		table, name, _ := strings.Cut(column, ".")
		got := loaded.Table(table).Column(name)
		if got.Kind != want.Kind || got.Unit != want.Unit || want.Asked != "" && got.Asked != want.Asked {
			t.Errorf("%s: kind %q, unit %q, asked %q: want %q, %q, %q", column, got.Kind, got.Unit, got.Asked, want.Kind, want.Unit, want.Asked)
		}
	}
	if got := loaded.Table("products").Column("tags").Separators; !slices.Equal(got, []string{";"}) {
		t.Errorf("separators of tags: %q", got)
	}
	if !strings.Contains(text, "# uncertain:") || !strings.HasPrefix(text, "# yaml-language-server: $schema=") {
		t.Errorf("no comments:\n%s", text)
	}
}

// The order of tables, columns and rows says nothing.
func TestOrderDoesNotMatter(t *testing.T) {
	_, _, want := draft(t, shop())
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		sheets := shop()
		r.Shuffle(len(sheets), func(i, j int) { sheets[i], sheets[j] = sheets[j], sheets[i] })
		for _, s := range sheets {
			body := s.rows[1:]
			r.Shuffle(len(body), func(i, j int) { body[i], body[j] = body[j], body[i] })
			columns := r.Perm(len(s.rows[0]))
			for i, row := range s.rows {
				moved := make([]string, len(row))
				for to, from := range columns {
					moved[to] = row[from]
				}
				s.rows[i] = moved
			}
		}
		if _, _, got := draft(t, sheets); got != want {
			t.Fatalf("another order gives another domain:\n%s\nwant\n%s", got, want)
		}
	}
}

// Names and cells are anybody's: they must not end a comment, a line or an element.
func TestHostileTexts(t *testing.T) {
	evil := "\"} ]\n- {x: \u2028</td><script>alert(1)</script>\u202e"
	s := sheet{"things", [][]string{{"id", "a: b # {c}", "na\"me, [x]", "<script>alert(2)</script>"}}}
	for i := range 30 {
		s.rows = append(s.rows, []string{fmt.Sprint(i), fmt.Sprint(i%7) + evil, fmt.Sprint(i%5) + "'", "true"})
	}
	d, _, text := draft(t, []sheet{s})
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "- {x") {
			t.Errorf("a cell made a line: %s", line)
		}
	}
	var page bytes.Buffer
	if err := d.WritePage(&page); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page.String(), "<script") || strings.ContainsRune(page.String(), '\u202e') {
		t.Error("the page has a text of a cell as markup")
	}
}

func TestRefusals(t *testing.T) {
	for what, c := range map[string]struct {
		sheets []sheet
		lang   string
		want   string
	}{
		"no key":   {[]sheet{{"t", [][]string{{"a"}, {"x"}, {"x"}}}}, "", "no columns name its rows"},
		"script":   {[]sheet{{"t", [][]string{{"номер", "имя"}, {"1", "x"}}}}, "", "want names in English or Chinese"},
		"language": {[]sheet{{"t", [][]string{{"id"}, {"1"}}}}, "pt", "want en or zh"},
	} {
		if _, err := infer.Infer(tablesOf(c.sheets), infer.Options{Name: "t", Language: c.lang}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v: want an error with %q", what, err, c.want)
		}
	}
}

// Wide tables and long ones take no more than a few seconds.
func TestLargeTables(t *testing.T) {
	if testing.Short() {
		t.Skip("a table of 300,000 rows")
	}
	wide := sheet{"wide", [][]string{{"id"}}}
	for j := range 2000 {
		wide.rows[0] = append(wide.rows[0], fmt.Sprintf("field_%d", j))
	}
	for i := range 50 {
		row := []string{fmt.Sprint(i)}
		for j := range 2000 {
			row = append(row, fmt.Sprint(i*j%97))
		}
		wide.rows = append(wide.rows, row)
	}
	long := sheet{"long", [][]string{{"id", "wide_id", "name"}}}
	for i := range 300_000 {
		long.rows = append(long.rows, []string{fmt.Sprint(i), fmt.Sprint(i % 50), fmt.Sprintf("name %d", i)})
	}
	d, _, _ := draft(t, []sheet{wide, long})
	if got := references(d, infer.Certain); !slices.Contains(got, "long.wide_id > wide.id") {
		t.Errorf("joins %q", got)
	}
}
