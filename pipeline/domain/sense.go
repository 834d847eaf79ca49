package domain

import (
	"slices"
	"strings"
	"unicode"
)

// ColumnSense is the meaning of a column's values, which decides the questions that make sense
// about them.
type ColumnSense string

// The closed set of senses. The first six are of amounts.
const (
	Stock ColumnSense = "stock" // a level at a time: a registered capital, a number of employees
	Flow  ColumnSense = "flow"  // an amount of an event or a period: a fine, a claim; adds up over rows
	Price ColumnSense = "price" // an amount for a unit of something: adds up to nothing
	// Measurement is a size or a state of one thing, such as a height or a temperature: those of several
	// things have a mean and ends, but no sum, and two of them make no third. A ratio with this sense is a
	// part of nothing that another column holds, as an attendance in percent is.
	Measurement ColumnSense = "measurement"
	Share       ColumnSense = "share"      // a part of a whole, in percent; the sense of a ratio that declares none
	Place       ColumnSense = "rank"       // a place in an order; the sense of every rank
	Identifier  ColumnSense = "identifier" // a code, a number, an address of mail: means nothing in part, and no two rows share it
	Label       ColumnSense = "label"      // one of a few values that many rows share: a type, a status, an industry
	Filing      ColumnSense = "filing"     // the entity under which a row is filed, whatever its role in the row
	// Called is what rows are called, nearly each by a name of its own, so that none are grouped by it:
	// the sense of the column of [Table.Names], which declarations do not give.
	Called ColumnSense = "called"
)

// Frequency is how often people ask for a column.
type Frequency string

// The closed set of frequencies; "" is between Seldom and Often.
const (
	Never  Frequency = "never"  // no question asks for the column or ranks by it
	Seldom Frequency = "seldom" // a question asks for it only where nothing else covers as much
	Often  Frequency = "often"  // the columns that decide what people do
)

// Meaning returns the declared sense of a column or, if none is declared, the one that its
// kind implies; "" if neither says.
func (c *Column) Meaning() ColumnSense {
	switch {
	case c.Sense != "":
		return c.Sense
	case c.Kind == KindRatio:
		return Share
	case c.Kind == KindRank:
		return Place
	}
	return ""
}

// GoesWith reports whether people ask for both columns in one question: they have a topic in
// common, or one of them has none.
func (c *Column) GoesWith(other *Column) bool {
	return c.Topics == nil || other.Topics == nil || slices.ContainsFunc(c.Topics, func(topic string) bool { return slices.Contains(other.Topics, topic) })
}

// Counts reports whether people count from or to the column's days: not those of a birth,
// which only tell who somebody is.
func (c *Column) Counts() bool { return c.Kind == KindDate && c.Meaning() != Identifier }

// Adds reports whether the numbers of several rows of the column have a meaningful sum.
func (c *Column) Adds() bool {
	switch c.Meaning() {
	case Price, Measurement, Share, Place:
		return false
	}
	return c.Kind.Numeric()
}

// Groups reports whether rows can meaningfully be grouped by the column's values: filtered
// by one, or counted by them.
func (c *Column) Groups() bool {
	switch c.Meaning() {
	case Identifier, Filing:
		return false
	}
	if c.Sense == Called {
		return false
	}
	return !c.Kind.Numeric() && c.Kind != KindDate && c.Kind != KindProse
}

// Ranks reports whether rows of a table are meaningfully ranked by the column, or chosen by
// its year: its numbers or days are asked for more than seldom and, where the domain declares
// matters, decide one.
func (d *Domain) Ranks(table string, c *Column) bool {
	return (c.Kind.Numeric() || c.Kind == KindDate) && c.Asked != Never && c.Asked != Seldom && d.Decides(table, c.Name)
}

// Lists reports whether sets of the column's values are meaningfully asked for: they are no
// codes, addresses or telephone numbers, but for the keys of the table's rows.
func (t *Table) Lists(c *Column) bool { return c.Name == t.Key || c.Meaning() != Identifier }

// Compares reports whether sets of the column's values are meaningfully compared with other
// sets: they name entities, and [Table.Lists] allows them.
func (t *Table) Compares(c *Column) bool { return c.Entity != "" && t.Lists(c) }

// HasParts reports whether a part of the column's text has a meaning, so that a question
// can filter by it ("contains 合同纠纷"). Those of cells that hold several names have none.
func (c *Column) HasParts() bool { return c.Groups() && c.Kind == KindText && c.Separators == nil }

// LargerUnits returns the larger units in which a question can ask for amounts of a column:
// its usual one, or none for a price; where the domain declares no usual units, those that
// people write a Chinese unit with.
func (d *Domain) LargerUnits(c *Column) []string {
	switch {
	case c.Usual != "":
		return []string{c.Usual}
	case c.Unit == "" || c.Meaning() == Price || d.statesUsual():
		return nil
	case strings.HasPrefix(c.Unit, "亿"):
		return nil
	case strings.HasPrefix(c.Unit, "万"):
		return []string{"亿" + strings.TrimPrefix(c.Unit, "万")}
	case strings.ContainsFunc(c.Unit, func(r rune) bool { return unicode.Is(unicode.Han, r) }):
		return []string{"万" + c.Unit, "亿" + c.Unit}
	}
	return nil
}

// statesUsual reports whether some column of the domain declares a usual unit.
func (d *Domain) statesUsual() bool {
	return slices.ContainsFunc(d.Tables, func(t Table) bool {
		return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Usual != "" })
	})
}

// A Relation declares that two quantities about one entity or one row have a meaningful
// combination, such as the amount recovered: the enforcement target less the amount
// unfulfilled. If a domain declares any, questions combine no other quantities; otherwise
// units decide.
type Relation struct {
	Name      string            `yaml:"name"`      // unique among relations
	Operation RelationOperation `yaml:"operation"` // what is done with them
	Of        RelatedQuantity   `yaml:"of"`        // the first quantity
	By        RelatedQuantity   `yaml:"by"`        // the second: added, subtracted, multiplied by, divided by
	Called    Text              `yaml:"called"`    // a noun for the result: "已执行到位的金额", "amount recovered"
	// Phrase says the result of two figures of one thing, for which [Slot] stands: "the amount to
	// be enforced in {} minus the amount still outstanding". nil if questions compose it.
	Phrase Text `yaml:"phrase,omitempty" json:",omitempty"`
}

// RelationOperation is the operation that a relation makes of two quantities.
type RelationOperation string

// The closed set of operations of relations.
const (
	RelationAdd      RelationOperation = "add"      // the sum of both
	RelationSubtract RelationOperation = "subtract" // the first less the second
	RelationMultiply RelationOperation = "multiply" // the product of both
	RelationDivide   RelationOperation = "divide"   // how many times the second the first is
	RelationShare    RelationOperation = "share"    // the first in percent of the second
	RelationDays     RelationOperation = "days"     // the days from the second to the first, both of one row
)

// A RelatedQuantity is a column of numbers, as a quantity of the entity by which lookups find its
// rows.
type RelatedQuantity struct {
	Table  string `yaml:"table"`  // the table
	Column string `yaml:"column"` // a column of numbers, or of days for [RelationDays]
	// About is the column that names the entity, for tables in which lookups match several;
	// "" if the quantity is meant for each of them.
	About string `yaml:"about,omitempty"`
}

// A Matter is an occasion on which people ask about the domain's records: checking a
// counterparty, enforcing a judgment. A question serves it if all its lookups are in the
// matter's tables and follow one another as the matter leads, no lookup is made twice on the
// way, and the column asked for is one that decides. The words for who asks and why are those
// of the rewriting's voice.
type Matter struct {
	Name   string   `yaml:"name"`             // unique among matters; the voice's words for it are why_NAME
	Label  Text     `yaml:"label"`            // the matter for people: "核查交易对手", "checking a counterparty"
	Fields []string `yaml:"fields"`           // the voice's fields of work in which people ask
	Starts []string `yaml:"starts,omitempty"` // the entity types that are given; nil for any
	// Tables are the tables looked up, at least one, those first that are the matter's own: the
	// records of penalties of supervision.
	Tables []MatterTable `yaml:"tables"`
	// Leads are, by the type of an entity that a question comes to on the way, the tables
	// that it goes on to look up about it. An entity of another type ends the way. Nil leads
	// from every type to every table.
	Leads map[string][]string `yaml:"leads,omitempty"`
	// Roles are the parts that starts have in the matter. A question that also names a
	// by-stander of the start's type calls the start by its role; without one it repeats the
	// name.
	Roles []MatterRole `yaml:"roles,omitempty" json:",omitempty"`
}

// A MatterRole is the part that entities of a type have in a matter when a question starts
// from one.
type MatterRole struct {
	Entity string `yaml:"entity"` // the type
	Called Text   `yaml:"called"` // the noun for it: "counterparty"
}

// Role returns the noun for the part of a start of an entity type in the matter, in a
// language; "" if none is declared.
func (m *Matter) Role(entity, lang string) string {
	for i := range m.Roles {
		if m.Roles[i].Entity == entity {
			return m.Roles[i].Called.In(lang)
		}
	}
	return ""
}

// A MatterTable is a table that questions of a matter look up.
type MatterTable struct {
	Name string `yaml:"name"` // the table
	// Decide are the columns that decide the matter, and RowsDecide if the number of rows
	// does; nil for a table that only leads on.
	Decide []string `yaml:"decide,omitempty"`
	// To are the types of the entities found there that questions of the matter go on to; nil
	// for any.
	To []string `yaml:"to,omitempty"`
	// Others are the tables that questions of the matter look up about another entity of the
	// type by which they looked up this table, such as an opponent in a company's suits; nil
	// for those of Leads. Opponents are told apart from the company's own group so.
	Others []string `yaml:"others,omitempty"`
}

// RowsDecide in [MatterTable].Decide stands for the number of rows.
const RowsDecide = "*"

// RelationsOf returns the relations of an operation whose first quantity is the column, in
// the order declared; nil for none.
func (d *Domain) RelationsOf(op RelationOperation, table, column string) []*Relation {
	var all []*Relation
	for i := range d.Relations {
		if r := &d.Relations[i]; r.Operation == op && r.Of.Table == table && r.Of.Column == column {
			all = append(all, r)
		}
	}
	return all
}

// A MatterLookup is a lookup that a question makes.
type MatterLookup struct {
	Tool   string // a lookup
	Entity string // the type of the entity that is looked up
	From   string // the lookup that the entity is found by; "" if the question gives it
	By     string // the type of the entity by which From is made; "" if the question gives Entity
	Found  string // the type of the entity that it finds, from which Entity may be derived
	Again  bool   // whether the question made the lookup before, on the way to the entity
}

// MattersOf returns the matters that a question serves, in the order declared: one that
// starts from an entity of type start, makes the lookups, at least one, and asks for a column
// of a table, or for the number of its rows ([RowsDecide]). It returns nil if there are none.
func (d *Domain) MattersOf(start string, lookups []MatterLookup, table, target string) []*Matter {
	var all []*Matter
	for _, m := range d.MattersAlong(start, lookups) {
		if m.Decides(table, target) {
			all = append(all, m)
		}
	}
	return all
}

// MattersAlong returns the matters that a question can serve which starts from an entity of
// type start and makes the lookups, whatever else it looks up and asks for.
func (d *Domain) MattersAlong(start string, lookups []MatterLookup) []*Matter {
	var all []*Matter
	for i := range d.Matters {
		m := &d.Matters[i]
		if (m.Starts == nil || slices.Contains(m.Starts, start)) && !slices.ContainsFunc(lookups, func(l MatterLookup) bool { return !m.leads(d, l) }) {
			all = append(all, m)
		}
	}
	return all
}

// leads reports whether a question of the matter makes a lookup.
func (m *Matter) leads(d *Domain, l MatterLookup) bool {
	table := d.Tool(l.Tool).Table
	switch {
	case m.table(table) == nil:
		return false
	case m.Leads == nil || l.From == "":
		return true
	}
	from := m.table(d.Tool(l.From).Table)
	if l.Again || from == nil || from.To != nil && !slices.Contains(from.To, l.Found) {
		return false
	}
	if from.Others != nil && l.Found == l.By {
		return slices.Contains(from.Others, table)
	}
	return slices.Contains(m.Leads[l.Entity], table)
}

// Decides reports whether a column, or the number of rows, of a table decides some matter;
// true if the domain declares no matters.
func (d *Domain) Decides(table, target string) bool {
	return len(d.Matters) == 0 || slices.ContainsFunc(d.Matters, func(m Matter) bool { return m.Decides(table, target) })
}

// Decides reports whether a column, or the number of rows, of a table decides the matter.
func (m *Matter) Decides(table, target string) bool {
	t := m.table(table)
	return t != nil && slices.Contains(t.Decide, target)
}

func (m *Matter) table(name string) *MatterTable {
	if i := m.Place(name); i < len(m.Tables) {
		return &m.Tables[i]
	}
	return nil
}

// Place returns where a table stands among those of the matter, from 0 for the one that is its
// own the most; the number of its tables for one that it does not look up.
func (m *Matter) Place(table string) int {
	i := slices.IndexFunc(m.Tables, func(t MatterTable) bool { return t.Name == table })
	if i < 0 {
		return len(m.Tables)
	}
	return i
}
