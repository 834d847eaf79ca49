package society

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// Dealing is what companies of some lines of business, or people, supply to some others: one kind of
// goods, a service, a project of works and the like.
type Dealing struct {
	What     DealingKind
	Item     string // in the world's language; "" if what is supplied follows from the parties
	Single   bool   // goods that are bought one by one and not in batches
	Consumer bool   // goods that consumers use and that can break down and hurt somebody

	suppliers, customers []bool // lines of business, and people last
	least, most          int64  // of a debt for it, in cents; 0 for no bound
}

// DealingKind says what is supplied.
type DealingKind string

// The kinds of dealings.
const (
	Unspecified DealingKind = "" // what is supplied follows from the parties
	Goods       DealingKind = "goods"
	Services    DealingKind = "services"
	Works       DealingKind = "works"
	Chores      DealingKind = "chores"
	Places      DealingKind = "places"
	Equipment   DealingKind = "equipment"
)

// dealingRow is a row of dealings.yaml.
type dealingRow struct {
	Of, To                                            oneOrMore
	Goods, Services, Works, Chores, Places, Equipment []string
	From, Most                                        int64
	Single, Fails                                     bool
}

// oneOrMore is a list, written without brackets if it has one element.
type oneOrMore []string

// UnmarshalYAML reads a value of YAML.
func (o *oneOrMore) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*o = oneOrMore{n.Value}
		return nil
	}
	return n.Decode((*[]string)(o))
}

//go:embed dealings.yaml
var dealingsYAML []byte

// dealingRows reads the rows of dealings.yaml by market. The embedded file is well formed, as a test
// shows.
func dealingRows() map[string][]dealingRow {
	var read map[string][]dealingRow
	if err := yaml.Unmarshal(dealingsYAML, &read); err != nil {
		panic("embedded dealings: " + err.Error())
	}
	return read
}

// tenThousand is ten thousand 元, in cents.
const tenThousand = 10_000_00

// dealingReader reads dealings in a language.
type dealingReader struct {
	language       string
	trades, native []name.Trade // lines of business in the language, and in Chinese, as dealings.yaml has them
	groups         map[string][]bool
}

// read returns all dealings, and their indices by market.
func (d *dealingReader) read() (all []Dealing, markets map[string][]int) {
	markets = map[string][]int{}
	rows := dealingRows()
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		listed := map[string][]string{} // by line, the goods that some row lists
		for i := range rows[id] {
			listed[rows[id][i].Of[0]] = append(listed[rows[id][i].Of[0]], rows[id][i].Goods...)
		}
		for i := range rows[id] {
			row := &rows[id][i]
			d.complete(id, row, listed)
			for _, item := range d.items(row) {
				item.Single, item.Consumer = row.Single, row.Fails
				item.suppliers, item.customers = d.lines(row.Of), d.lines(row.To)
				item.least, item.most = row.From*tenThousand, row.Most*tenThousand
				markets[id] = append(markets[id], len(all))
				all = append(all, item)
			}
		}
	}
	return all, markets
}

// complete adds to a row of goods or services without any those of its line that no row lists.
func (d *dealingReader) complete(market string, row *dealingRow, listed map[string][]string) {
	line := d.line(row.Of[0])
	switch {
	case line < 0:
	case market == "goods" && row.Goods == nil:
		row.Goods = slices.DeleteFunc(slices.Clone(d.native[line].Products), func(p string) bool { return slices.Contains(listed[row.Of[0]], p) })
	case market == "services" && row.Services == nil:
		row.Services = d.native[line].Services
	}
}

// items returns the dealings of a row, with their words only.
func (d *dealingReader) items(row *dealingRow) []Dealing {
	var all []Dealing
	for _, list := range []struct {
		what  DealingKind
		items []string
	}{{Goods, row.Goods}, {Services, row.Services}, {Works, row.Works}, {Chores, row.Chores}, {Places, row.Places}, {Equipment, row.Equipment}} {
		for _, text := range list.items {
			all = append(all, Dealing{What: list.what, Item: d.word(row, text)})
		}
	}
	if all == nil {
		all = []Dealing{{}}
	}
	return all
}

// word returns an item in the language: the item has both languages, or is a product or a service of
// the row's line.
func (d *dealingReader) word(row *dealingRow, text string) string {
	if zh, en, both := strings.Cut(text, " | "); both {
		if d.language == "en" {
			return en
		}
		return zh
	}
	line := d.line(row.Of[0])
	if at := slices.Index(d.native[line].Products, text); at >= 0 && row.Goods != nil {
		return d.trades[line].Products[at]
	}
	return d.trades[line].Services[slices.Index(d.native[line].Services, text)]
}

// line returns the line of business of an id; -1 if there is none.
func (d *dealingReader) line(id string) int {
	return slices.IndexFunc(d.trades, func(t name.Trade) bool { return t.ID == id })
}

// lines returns the set of the lines of business that groups and ids name, with people last.
func (d *dealingReader) lines(ids []string) []bool {
	set := make([]bool, len(d.trades)+1)
	for _, id := range ids {
		if id == "person" {
			set[len(d.trades)] = true
			continue
		}
		if line := d.line(id); line >= 0 {
			set[line] = true
			continue
		}
		for line, in := range d.groups[id] {
			set[line] = set[line] || in
		}
	}
	return set
}

// market tells which lines of business deal with which others in disputes of a cause. Lines are
// indices into the trades of the world's names; people come last.
type market struct {
	dealings []int    // indices into Society.Dealings
	sells    [][]bool // by the supplier's line, the lines of its customers
	buys     [][]bool // by the customer's line, the lines of its suppliers
}

// newMarket returns the market of some dealings between suppliers and customers.
func newMarket(all []Dealing, dealings []int, by, against []bool, consumers bool) *market {
	var m market
	var people int
	for _, at := range dealings {
		d := &all[at]
		people = len(d.suppliers) - 1
		if m.sells == nil {
			m.sells, m.buys = matrix(people+1), matrix(people+1)
		}
		if consumers && !d.Consumer {
			continue
		}
		m.dealings = append(m.dealings, at)
		for s, supplies := range d.suppliers {
			if !supplies || by != nil && (s == people || !by[s]) {
				continue
			}
			for c, buys := range d.customers {
				if buys && (c == people || !consumers && fits(against, c)) {
					m.sells[s][c], m.buys[c][s] = true, true
				}
			}
		}
	}
	return &m
}

func matrix(n int) [][]bool {
	m := make([][]bool, n)
	for i := range m {
		m[i] = make([]bool, n)
	}
	return m
}

// between returns the dealings of a supplier's line with a customer's.
func (m *market) between(all []Dealing, supplier, customer int) []int {
	return slices.DeleteFunc(slices.Clone(m.dealings), func(at int) bool { return !all[at].suppliers[supplier] || !all[at].customers[customer] })
}
