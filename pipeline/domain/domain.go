// Package domain holds the declaration of a world: its entity types, tables, passages and
// tools, and the phrases that speak of them. A declaration is data (schemas/legal is the
// shipped one); adding a table or a tool needs no code.
//
// The types here are written by people as YAML and checked by [Load]. A loaded domain is
// read-only and safe to share between goroutines.
package domain

// Text is one phrase in each language, keyed by language tag ("zh", "en", "pt").
type Text map[string]string

// In returns the phrase in the language, or "" if it has none. In a loaded domain every
// phrase that is not nil exists in each of the domain's languages.
func (t Text) In(lang string) string { return t[lang] }

// Domain is a whole declaration: the declarations of a directory together with those of the
// shipped domain that it extends, see [Load]. Lists keep the order of the files, a base's
// items first, which is the order of every listing made from them. A loaded domain is
// shared and must not be changed.
type Domain struct {
	Name string `yaml:"name"` // short lower-case name, as in -domain
	// Bases are the names of the shipped domains that the domain extends, nearest first;
	// nil for a declaration that stands alone. They are not written to files and not part
	// of the digest, so a stage whose output depends on them must state them in its
	// parameters.
	Bases []string `yaml:"-" json:"-"`
	// World is the language of the generated world that fits the tables, "zh" or "en"; "" if
	// no generated world fits.
	World string `yaml:"world,omitempty" json:",omitempty"`
	// Reader names how a corpus directory of texts becomes the tables: [StatuteReader], [CaseReader]
	// or [ExamReader]; "" for a domain whose corpora are files of tables alone.
	Reader string `yaml:"reader,omitempty" json:",omitempty"`
	// FileOrder says that files are kept as they stand. The order of rows means something, as that
	// of articles in a law does, and so do the types of cells in JSON lines and Parquet. In other
	// domains rows are in the order of their keys, and cells are as the kinds of columns have them.
	FileOrder bool         `yaml:"file_order,omitempty" json:",omitempty"`
	Title     Text         `yaml:"title"`           // the domain's name for people
	Languages []string     `yaml:"languages"`       // at least one; phrases exist in each
	Sentinels []string     `yaml:"sentinels"`       // source marks for "none", compared after trimming space
	Masks     []string     `yaml:"masks,omitempty"` // marks of a masked name ("某", "*"); such a name identifies nobody
	Entities  []EntityType `yaml:"entities"`        // the types by which columns can be joined
	// Derivations lead from one entity to another without choosing among rows.
	Derivations []Derivation `yaml:"derivations,omitempty"`
	Tables      []Table      `yaml:"tables"`             // at least one; names unique, those of Passages included
	Passages    []Passages   `yaml:"passages,omitempty"` // texts that retrievers search
	Tools       []Tool       `yaml:"tools"`              // callable by agents; names and aliases unique
	// Renames are the columns that earlier releases called otherwise, oldest first; nil for none.
	Renames []ColumnRename `yaml:"renames,omitempty" json:",omitempty"`
	// Relations are the quantities that questions may combine; nil leaves it to their units.
	Relations []Relation `yaml:"relations,omitempty" json:",omitempty"`
	// Matters are the occasions on which people ask; nil if none are declared.
	Matters []Matter `yaml:"matters,omitempty" json:",omitempty"`
	// Bystanders is how many in a hundred of the tasks whose question can name a by-stander
	// name one: a second entity of the start's type that nothing is asked about. 0 is none.
	Bystanders int `yaml:"bystanders,omitempty" json:",omitempty"`
	// Templates are the texts that people can be asked to write.
	Templates []Template `yaml:"templates,omitempty" json:",omitempty"`
	Replies   Replies    `yaml:"replies"` // the tools' texts for calls without a result
}

// An EntityType is a type of things that tables name, such as companies: two columns can be
// joined if they name entities of the same type.
type EntityType struct {
	Name  string `yaml:"name"`  // snake_case: company, order_number, city
	Label Text   `yaml:"label"` // a noun for one entity: "公司", "company"
	// Denotes is a noun for the thing that an identifier stands for: "订单" for an order number,
	// "company" for a stock code. A question speaks of the thing where the identifier would
	// only lead from one lookup to the next; nil for an entity that is no identifier.
	Denotes Text `yaml:"denotes,omitempty"`
	// Named is how often people name the thing by such an identifier when they ask about it: a
	// company goes by its credit code seldom. It is "" or [Seldom].
	Named Frequency `yaml:"named,omitempty" json:",omitempty"`
	// Parts are the components of an entity whose name takes several columns, such as
	// province, city and county of a region; nil for an entity named by a single column.
	Parts []string `yaml:"parts,omitempty"`
	// Strip are regular expressions whose matches are cut from names of this entity before
	// comparison ("山东省东营市…医院" and "东营市…医院"): the match of the group if the expression has
	// one, else the whole match, see [EntityType.Stripper]. Two different names that are
	// equal after the cut make the entity ambiguous.
	Strip []string `yaml:"strip,omitempty"`
}

// Derivation leads from one entity to another without choosing among rows: by a pattern
// within the name, or by a designated lookup. Exactly one of Pattern and Tool is set.
type Derivation struct {
	Name    string `yaml:"name"`              // unique among derivations
	From    string `yaml:"from"`              // type of the source entity; without parts for Pattern
	To      string `yaml:"to"`                // type of the derived entity, different from From; without parts for Pattern
	Pattern string `yaml:"pattern,omitempty"` // regular expression whose first group is the derived name
	Tool    string `yaml:"tool,omitempty"`    // lookup that accepts From and returns To
	// Phrase describes the derived entity, with {} for the source: "{}的所属地区". Pattern
	// requires it. With Tool it gives an entity of several parts a single name and can be
	// nil.
	Phrase Text `yaml:"phrase,omitempty"`
}

// A Table declares one table; package corpus holds its rows.
type Table struct {
	Name    string `yaml:"name"`    // also the stem of its file
	Label   Text   `yaml:"label"`   // the table's name for people
	Row     Text   `yaml:"row"`     // a noun for one row: "销售订单", "sales order"
	Measure Text   `yaml:"measure"` // the measure word for rows, "张"; in English the plural noun, "sales orders"
	Key     string `yaml:"key"`     // column whose value identifies a row; "" if it takes several
	// Keys are the columns whose values together identify a row that no column identifies alone;
	// nil if Key does. A file has them as a list under key.
	Keys []string `yaml:"keys,omitempty" json:",omitempty"`
	// Names is the column that says what a row is called; "" for none. It gets the sense [Called].
	Names   string   `yaml:"names,omitempty" json:",omitempty"`
	Columns []Column `yaml:"columns"` // in source order
	// MayBeEmpty says that a file without rows is no fault: nothing need have changed or be cited.
	MayBeEmpty bool `yaml:"may_be_empty,omitempty" json:",omitempty"`
	// FileOrder says that the table's file is kept as it stands, as in a domain with FileOrder; only [Union]
	// sets it.
	FileOrder bool `yaml:"-" json:",omitempty"`
}

// Column declares one column. Exactly one of Entity and Kind is set.
type Column struct {
	Name string `yaml:"name"` // as in the source
	// Label is the column's name for people; in English the name in the paper's Table 4.
	Label Text `yaml:"label"`
	// Phrase is the column's name in questions, if it differs from Label; nil otherwise.
	Phrase Text `yaml:"phrase,omitempty"`
	// Entity is the entity type the column names, or "type.part" for one
	// component of an entity with parts.
	Entity string `yaml:"entity,omitempty"`
	// Kind is the scalar kind of a column that names no entity.
	Kind ColumnKind `yaml:"kind,omitempty"`
	// Unit is the unit of amounts whose cells state none: "元", "%"; "" for none.
	Unit string `yaml:"unit,omitempty"`
	// Parts are the columns of which the cells of this one, which the source need not have, are put
	// together: the given and the family name of a person. See [PutTogether]. Nil for a column of the source.
	Parts []string `yaml:"parts,omitempty" json:",omitempty"`
	// DayOrder says, for Kind Date, how days such as 03/04/2022 are read; "" leaves them unread.
	DayOrder DayOrder `yaml:"day_order,omitempty" json:",omitempty"`
	// Sentinels are this column's marks for "none", in addition to the domain's.
	Sentinels []string `yaml:"sentinels,omitempty"`
	// Separators divide a cell that holds several values; nil means one value per cell.
	Separators []string `yaml:"separators,omitempty"`
	// Spellings stands between the ways to write one value of a text that only templates read as
	// points, the first of which is the value; "" means that a value is written one way.
	Spellings string `yaml:"spellings,omitempty" json:",omitempty"`
	// Measure is the measure word of a count in this column ("家"), for Kind Count.
	Measure Text `yaml:"measure,omitempty"`
	// Whole is, for Kind Ratio, an attribute of rows whose share in this column is 100,
	// placed before the noun for a row ("全资", "wholly owned"); nil if a question must give
	// the figure.
	Whole Text `yaml:"whole,omitempty" json:",omitempty"`
	// Clause is a sentence, without its mark, that says what a row has in this column: [Slot]
	// stands for the row, [SlotWhich] or [SlotWho] for the content ("{which} enforced {}").
	// nil if questions have only the phrase.
	Clause Text `yaml:"clause,omitempty" json:",omitempty"`
	// Event is, for Kind Date, what happened to a row on the day, as a participle or a verb
	// ("shipped", "发货"): "the orders shipped in 2021". nil if questions have only the phrase.
	Event Text `yaml:"event,omitempty" json:",omitempty"`
	// Action is, for an amount or a share, what the entity whose rows a lookup finds did to that
	// extent, as a verb ("投资"), in English with an indefinite noun ("holds a share"): "the
	// subsidiary in which it holds the largest share". nil if questions have only the phrase.
	Action Text `yaml:"action,omitempty" json:",omitempty"`
	// Sense is the meaning of the values, "" if the kind says enough; see [Column.Meaning].
	Sense ColumnSense `yaml:"sense,omitempty" json:",omitempty"`
	// Personal says whose the names, numbers and addresses of the column are; "" leaves it to their
	// form and to the column's name.
	Personal PersonalContent `yaml:"personal,omitempty" json:",omitempty"`
	// Asked is how often people ask for the column.
	Asked Frequency `yaml:"asked,omitempty" json:",omitempty"`
	// Reach is how far from what a question names people still ask for the column, as
	// plan.Distance counts; 0 for any distance.
	Reach int `yaml:"reach,omitempty" json:",omitempty"`
	// Unlike lists parts of the keys of rows of which people would not say what the column's name
	// says: a return has no buyer. On the key itself they would not call such a row what the table's
	// Row does: a return is no order to them. No question is about such a cell. nil for none.
	Unlike []string `yaml:"unlike,omitempty" json:",omitempty"`
	// Topics are what the column tells about a row, such as how to get in touch. A question for
	// several columns asks for those of one topic; nil goes with every column.
	Topics []string `yaml:"topics,omitempty" json:",omitempty"`
	// Cites is the name of the passages that the texts of a column of prose cite, if
	// questions ask for the citations; "" otherwise.
	Cites string `yaml:"cites,omitempty" json:",omitempty"`
	// Facts are values that the texts of a column of prose state and that questions ask for.
	Facts []Fact `yaml:"facts,omitempty" json:",omitempty"`
	// Usual is the larger unit in which people say amounts of the column, "万元"; "" for
	// none. If a domain declares no usual unit, questions use any larger one.
	Usual string `yaml:"usual,omitempty" json:",omitempty"`
}

// PersonalContent says whether a column holds personal data.
type PersonalContent string

// The closed set of personal contents.
const (
	PersonNames PersonalContent = "names" // names of natural persons
	Impersonal  PersonalContent = "none"  // nothing of a natural person: the telephone number of a company
)

// DayOrder is the order of day and month in days that are written as three numbers, the year last.
type DayOrder string

// The closed set of orders.
const (
	DayFirst   DayOrder = "day-first"
	MonthFirst DayOrder = "month-first"
)

// A ColumnKind is the scalar kind of a column.
type ColumnKind string

// The closed set of scalar kinds.
const (
	KindText   ColumnKind = "text"   // short text that can be an answer: a person, a phone number, a level
	KindProse  ColumnKind = "prose"  // long text, never an answer or a keyword
	KindNumber ColumnKind = "number" // a plain number
	KindMoney  ColumnKind = "money"  // an amount, with 万 and 亿
	KindRatio  ColumnKind = "ratio"  // a share, in percent
	KindCount  ColumnKind = "count"  // a whole number of countable things
	KindRank   ColumnKind = "rank"   // a place in an order, a whole number from 1
	KindDate   ColumnKind = "date"   // a day
)

// Numeric reports whether cells of the kind hold numbers.
func (k ColumnKind) Numeric() bool {
	switch k {
	case KindNumber, KindMoney, KindRatio, KindCount, KindRank:
		return true
	}
	return false
}

// Integral reports whether cells of the kind hold whole numbers.
func (k ColumnKind) Integral() bool { return k == KindCount || k == KindRank }

// Passages declares one retrieval corpus.
type Passages struct {
	Name  string `yaml:"name"`  // also the stem of its file
	Label Text   `yaml:"label"` // the texts' name for people
	Field string `yaml:"field"` // JSON field that holds a passage's text
	// FileOrder is as that of a table.
	FileOrder bool `yaml:"-" json:",omitempty"`
	// Reference declares the names of passages and the form in which texts cite them; nil if
	// passages have no names.
	Reference *PassageNaming `yaml:"reference,omitempty" json:",omitempty"`
	// Subject declares what people remember of a passage; nil if no question asks for one so.
	Subject *PassageSubject `yaml:"subject,omitempty" json:",omitempty"`
}

// ToolKind is the kind of work that a tool does: it finds rows, finds passages, computes
// or ends a trial.
type ToolKind string

// The closed set of tool kinds.
const (
	Lookup     ToolKind = "lookup"     // returns matching rows of one table
	Retriever  ToolKind = "retriever"  // returns the passages that rank highest for a query
	Arithmetic ToolKind = "arithmetic" // computes a number or numbers from numbers
	Finish     ToolKind = "finish"     // ends a trial
)

// Returns says which part of the matching rows a lookup returns.
type Returns string

// The closed set of returned parts.
const (
	One   Returns = "one"   // the first matching row, as an object
	Many  Returns = "many"  // every matching row, as a list in file order
	Field Returns = "field" // one column of the first matching row, as bare text
)

// Tool declares one callable tool.
type Tool struct {
	Name        string      `yaml:"name"`              // the name that a call uses
	Aliases     []string    `yaml:"aliases,omitempty"` // other names a call may use
	Kind        ToolKind    `yaml:"kind"`              // determines which fields below are set
	Description Text        `yaml:"description"`       // shown to agents
	Inputs      []ToolInput `yaml:"inputs"`            // in order

	// For a lookup.
	Table   string        `yaml:"table,omitempty"`   // the table searched
	Match   []LookupMatch `yaml:"match,omitempty"`   // alternatives: a row matches if it satisfies any of them
	Returns Returns       `yaml:"returns,omitempty"` // what a call returns
	Column  string        `yaml:"column,omitempty"`  // the column returned, for Returns Field
	// Phrase describes the rows found, in a question, with {} for the entity that the
	// question is about: "{}的订单". Required for a lookup.
	Phrase Text `yaml:"phrase,omitempty"`
	// Known is a predicate for an entity that the lookup finds rows for, as it follows the
	// entity's name: "是上市公司", "有未付的账单", "is a listed company", "has unpaid invoices". In Chinese it begins with 是 or 有, in English with "is" or "has". Where some tool of
	// the domain has one, nobody asks whether the others find anything; where none has, a
	// question says that there is a record.
	Known Text `yaml:"known,omitempty" json:",omitempty"`
	// Otherwise are the lookups that tell about an entity of which this one knows nothing, in the
	// order in which they are tried: of a customer without an account, its
	// orders. Where some tool of the domain has them, nobody asks whether the others
	// find anything.
	Otherwise []string `yaml:"otherwise,omitempty" json:",omitempty"`
	// Plural says that an entity has several of the rows by nature, as a customer has orders, even
	// if the table holds only one: no question speaks of "the" row among all of them.
	Plural bool `yaml:"plural,omitempty" json:",omitempty"`
	// Yearly says of a plural lookup that this holds for each year, as a shop has orders every
	// year: no question speaks of "the" row of a year either.
	Yearly bool `yaml:"yearly,omitempty" json:",omitempty"`

	// Linked is, for a table of nothing but links, the column of the things that an entity is linked to: the
	// tracks of a playlist. The rows found are called after them. It is "" for other lookups.
	Linked string `yaml:"linked,omitempty" json:",omitempty"`

	// For a retriever.
	Passages string `yaml:"passages,omitempty"` // the passages searched

	// For arithmetic.
	Operation ArithmeticOp `yaml:"operation,omitempty"` // the operation computed
}

// A LookupMatch is one of the conditions under which a row matches a lookup's inputs.
type LookupMatch struct {
	// Columns are compared with Inputs pairwise, and all must be equal. They name one entity:
	// one column, or one per part of an entity with parts. Inputs contains every input of the
	// tool that is not optional, except the list of columns.
	Columns []string `yaml:"columns"`
	Inputs  []string `yaml:"inputs"` // names of the tool's inputs
}

// A ToolInput declares one argument of a tool.
type ToolInput struct {
	Name        string    `yaml:"name"`               // unique in the tool
	Type        InputType `yaml:"type"`               // the argument's type
	Optional    bool      `yaml:"optional,omitempty"` // a call may omit it
	Description Text      `yaml:"description"`        // shown to agents
}

// InputType is the form of an argument in JSON.
type InputType string

// The closed set of argument types.
const (
	InputString  InputType = "string"
	InputNumber  InputType = "number" // a number, or a string that holds one
	InputInteger InputType = "integer"
	InputColumns InputType = "columns" // a list of column names
	InputNumbers InputType = "numbers" // a list of numbers or strings that hold them
	InputBoolean InputType = "boolean" // true or false, or their names as text
)

// An ArithmeticOp is the operation of an arithmetic tool.
type ArithmeticOp string

// The closed set of operations.
const (
	Sum      ArithmeticOp = "sum"      // of a list of numbers
	Subtract ArithmeticOp = "subtract" // the second of two numbers from the first
	Multiply ArithmeticOp = "multiply" // of a list of numbers
	Divide   ArithmeticOp = "divide"   // the first of two numbers by the second
	Rank     ArithmeticOp = "rank"     // sorts a list of numbers or days
)

// Replies are the texts with which a tool answers a call without a result, verbatim.
type Replies struct {
	Missing   string                  `yaml:"missing"`                          // no row matches
	Columns   string                  `yaml:"columns"`                          // a requested column does not exist
	Arguments string                  `yaml:"arguments"`                        // the arguments do not fit the tool's inputs, or the tool does not exist
	Failed    map[ArithmeticOp]string `yaml:"failed"`                           // the operation is impossible on these numbers; by operation
	Hints     ReplyHints              `yaml:"hints,omitempty" json:",omitzero"` // what agents read after a reply
}

// ReplyHints are texts that the bench's own agents append to a reply before a model reads
// it, as the published client does. They begin with the space that separates them from the
// reply, if any. Tools and their server leave them out.
type ReplyHints struct {
	Missing string `yaml:"missing,omitempty"` // appended to Replies.Missing; "" for nothing
	Columns string `yaml:"columns,omitempty"` // appended to Replies.Columns; "" for nothing
}

// Table returns the table of that name, or nil. The result points into the domain, as do
// the results of [Domain.Tool], [Domain.Entity], [Domain.Derivation], [Domain.Passage]
// and [Domain.Template].
func (d *Domain) Table(name string) *Table {
	for i := range d.Tables {
		if d.Tables[i].Name == name {
			return &d.Tables[i]
		}
	}
	return nil
}

// Tool returns the tool with that name or alias, or nil.
func (d *Domain) Tool(name string) *Tool {
	for i := range d.Tools {
		if d.Tools[i].Name == name {
			return &d.Tools[i]
		}
		for _, a := range d.Tools[i].Aliases {
			if a == name {
				return &d.Tools[i]
			}
		}
	}
	return nil
}

// Entity returns the entity type of that name, or nil.
func (d *Domain) Entity(name string) *EntityType {
	for i := range d.Entities {
		if d.Entities[i].Name == name {
			return &d.Entities[i]
		}
	}
	return nil
}

// Derivation returns the derivation of that name, or nil.
func (d *Domain) Derivation(name string) *Derivation {
	for i := range d.Derivations {
		if d.Derivations[i].Name == name {
			return &d.Derivations[i]
		}
	}
	return nil
}

// KeyColumns returns the columns whose values together identify a row, usually one.
func (t *Table) KeyColumns() []string {
	if t.Keys != nil || t.Key == "" {
		return t.Keys
	}
	return []string{t.Key}
}

// KeyEntity returns the entity type that the key names; "" if it names none or takes several columns.
func (t *Table) KeyEntity() string {
	if key := t.Column(t.Key); key != nil {
		return key.Entity
	}
	return ""
}

// Column returns the column of that name, or nil.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Called returns the column's noun in questions in a language: Phrase or, if that is nil,
// Label; "" in a language that the domain does not have.
func (c *Column) Called(lang string) string {
	if p := c.Phrase.In(lang); p != "" {
		return p
	}
	return c.Label.In(lang)
}
