package plan

import "github.com/taskgrove/taskgrove/pipeline/domain"

// Operation is the operation of a node. The set of kinds is closed. Each kind is a record
// with a type rule and a method that computes its result from tools and earlier results.
type Operation interface {
	// Kind is the operation's name in JSON: "call", "count" …
	Kind() string
	// check returns the type of the result for inputs of the given types, or an error if
	// the operation does not accept them.
	check(d *domain.Domain, in []Type) (Type, error)
	// run computes the result. A reason other than "" means that the data has no
	// valid result here; an error means that a tool is broken.
	run(x *execution, n *Node, in []*NodeResult) (*NodeResult, Reason, error)
}

// kinds makes an empty operation of each kind, for decoding.
var kinds = map[string]func() Operation{
	"start":        func() Operation { return new(Start) },
	"derive":       func() Operation { return new(Derive) },
	"deriveall":    func() Operation { return new(DeriveAll) },
	"call":         func() Operation { return new(Call) },
	"record":       func() Operation { return new(Record) },
	"tiered":       func() Operation { return new(Tiered) },
	"filter":       func() Operation { return new(Filter) },
	"superlative":  func() Operation { return new(Superlative) },
	"covering":     func() Operation { return new(Covering) },
	"only":         func() Operation { return new(Only) },
	"frequent":     func() Operation { return new(Frequent) },
	"mode":         func() Operation { return new(Mode) },
	"project":      func() Operation { return new(Project) },
	"count":        func() Operation { return new(Count) },
	"distinct":     func() Operation { return new(Distinct) },
	"sum":          func() Operation { return &Aggregate{Function: Sum} },
	"average":      func() Operation { return &Aggregate{Function: Average} },
	"minimum":      func() Operation { return &Aggregate{Function: Minimum} },
	"maximum":      func() Operation { return &Aggregate{Function: Maximum} },
	"exists":       func() Operation { return new(Exists) },
	"days":         func() Operation { return new(Days) },
	"add":          func() Operation { return &Arithmetic{Function: Add} },
	"subtract":     func() Operation { return &Arithmetic{Function: Subtract} },
	"multiply":     func() Operation { return &Arithmetic{Function: Multiply} },
	"divide":       func() Operation { return &Arithmetic{Function: Divide} },
	"share":        func() Operation { return &Arithmetic{Function: Share} },
	"compare":      func() Operation { return new(Compare) },
	"union":        func() Operation { return &Combine{Function: Union} },
	"intersection": func() Operation { return &Combine{Function: Intersection} },
	"difference":   func() Operation { return &Combine{Function: Difference} },
	"having":       func() Operation { return new(Having) },
	"extract":      func() Operation { return new(Extract) },
	"retrieve":     func() Operation { return new(Retrieve) },
	"recognize":    func() Operation { return new(Recognize) },
	"cite":         func() Operation { return new(Cite) },
	"citations":    func() Operation { return new(Citations) },
	"fact":         func() Operation { return new(ReadFact) },
}

// Start is the entity that a plan begins from. An unbound start stands for any entity of
// its type.
type Start struct {
	// Entity is the entity type.
	Entity string `json:"entity"`
	// Value is the entity's name, one string for each part; nil if the start is unbound.
	Value []string `json:"value,omitempty"`
}

// Derive derives an entity from the name of another by a declared pattern. A name that
// does not match the pattern is [Underived].
type Derive struct {
	// Derivation names the domain's derivation.
	Derivation string `json:"derivation"`
}

// Call looks up the rows of the entity it reads.
type Call struct {
	// Tool names a lookup of the domain.
	Tool string `json:"tool"`
	// Each makes the node read a set: it calls the tool once for each different entity, in
	// order, and returns all rows found, each once, in the order of the table. An entity without rows
	// adds no row.
	Each bool `json:"each,omitempty"`
	// Empty makes the node's result an empty set if no row is found, with Each for none of
	// the entities. Without Empty the node then has no result, for the reason [Missing].
	Empty bool `json:"empty,omitempty"`
}

// Filter keeps the rows whose cell passes a comparison. Every cell compared must hold a
// value, so that no row that might belong is silently left out. To select the rows whose
// cell holds a value, use [Stated].
type Filter struct {
	// Column is the column compared.
	Column string `json:"column"`
	// Comparison is the comparison that a cell must pass.
	Comparison Comparison `json:"comparison"`
	// Operand is the value compared with, see [Comparison]. It is "" for Stated, and for
	// Names, which reads an entity as second input.
	Operand string `json:"operand,omitempty"`
	// To is the upper end for During and Within, "" otherwise.
	To string `json:"to,omitempty"`
	// Empty makes the node's result an empty set if no row is kept. Without Empty the node
	// then has no result, for the reason [Missing].
	Empty bool `json:"empty,omitempty"`
}

// Comparison is a comparison of a cell with an operand. A day is written as an ISO day, an
// amount as plain decimal digits in the unit of the column.
type Comparison string

// The closed set of comparisons.
const (
	Year     Comparison = "year"     // the cell's day lies in the year, of four digits
	Since    Comparison = "since"    // the day is the operand or later
	Until    Comparison = "until"    // the day is the operand or earlier
	During   Comparison = "during"   // the day lies between the operands, both included
	Above    Comparison = "above"    // the amount is larger than the operand
	Below    Comparison = "below"    // the amount is smaller than the operand
	AtLeast  Comparison = "atleast"  // the amount is the operand or larger
	AtMost   Comparison = "atmost"   // the amount is the operand or smaller
	Within   Comparison = "within"   // the amount lies strictly between the operands
	Equals   Comparison = "equals"   // the amount, or one of the texts, is the operand
	Contains Comparison = "contains" // one of the texts contains the operand
	Names    Comparison = "names"    // one of the names is the entity of the second input, in half or full width
	Stated   Comparison = "stated"   // the cell holds a value of any kind; takes no operands
)

// Superlative keeps the row in one place of a ranking by a column: the row with the largest
// or smallest amount or the latest or earliest day, or a row some places after it. A tie in
// that place or before it is [Tie], because the place would be ambiguous. A set of fewer
// rows than Rank is [Missing].
type Superlative struct {
	// Column is the column ranked, of numbers or days.
	Column string `json:"column"`
	// Order is the end from which places are counted.
	Order Order `json:"order"`
	// Rank is the place counted from that end, at least 2; 0 means the first place.
	Rank int `json:"rank,omitempty"`
}

// Order is the end from which a ranking is counted.
type Order string

// The closed set of orders.
const (
	Max Order = "max" // the largest amount, the latest day
	Min Order = "min" // the smallest amount, the earliest day
)

// Only takes the row of a set of exactly one row. No row is [Missing], more are [Several].
type Only struct{}

// Frequent takes the value that the most rows have in a column. A tie for the first place
// is [Tie]; a masked name in the first place is [Masked].
type Frequent struct {
	// Column is the column whose values are counted, of texts or names.
	Column string `json:"column"`
}

// Project takes the values of a column, or the parts of an entity from several columns, of
// each row. A masked name is [Masked], except in prose, which may contain masked names.
type Project struct {
	// Columns is one column, or the columns of an entity's parts in the order in which the
	// entity type declares the parts.
	Columns []string `json:"columns"`
	// Unstated lets the cell of the single column of a single row state nothing, as an empty
	// cell and a mark for none do: the result then has no value, and the answer is that the
	// source does not say. Without Unstated the node has no result.
	Unstated bool `json:"unstated,omitempty"`
}

// Count counts rows.
type Count struct{}

// Distinct counts the distinct values of a set. An entity of several parts is one value.
type Distinct struct{}

// Aggregate computes one number from a column of numbers. Over no rows its reason is
// [Missing].
type Aggregate struct {
	// Function is sum, average, minimum or maximum. It is the operation's kind.
	Function Function `json:"-"`
	// Column is the column of numbers.
	Column string `json:"column"`
}

// Function is the function that [Aggregate], [Arithmetic] or [Combine] computes.
type Function string

// The closed set of functions: four of Aggregate, five of Arithmetic, three of Combine.
const (
	// of a column, like the next three
	Sum     Function = "sum"
	Average Function = "average" // to 20 decimal places
	Minimum Function = "minimum"
	Maximum Function = "maximum"

	// of two numbers, like the next four
	Add      Function = "add"
	Subtract Function = "subtract" // the first minus the second
	Multiply Function = "multiply" // one is a share or has no unit; the product is in the unit of the other
	// Divide divides the first by the second, to 20 decimal places. The quotient is in the
	// unit of the first if the second is a share or a count, and has no unit if both have
	// the same unit.
	Divide Function = "divide"
	Share  Function = "share" // the first as a percentage of the second

	Union        Function = "union"        // values in either set
	Intersection Function = "intersection" // values in both sets
	Difference   Function = "difference"   // values in the first set only
)

// Exists is true if there are any rows.
type Exists struct{}

// Days counts the days between two days, in either order.
type Days struct{}

// Arithmetic computes one number from two. A share counts as a fraction: 50 % times 30元 is
// 15元. A division by zero is [Undefined].
type Arithmetic struct {
	// Function is add, subtract, multiply, divide or share. It is the operation's kind.
	Function Function `json:"-"`
}

// Compare takes the one of two entities of one type that has the larger or smaller number,
// or the later or earlier day. Its inputs are the first entity, its number or day, the
// second entity, and its number or day. Equal values are [Tie].
type Compare struct {
	// Order selects the larger (Max) or the smaller (Min) value.
	Order Order `json:"order"`
}

// Combine makes one set from two sets of values of the same column, or of entities of one
// type that has a single part. Each value occurs once, in the order of the first set and
// then of the second. An empty result is [Missing].
type Combine struct {
	// Function is union, intersection or difference. It is the operation's kind.
	Function Function `json:"-"`
}

// Having keeps the entities of a set for which a lookup returns rows, each once, in order.
type Having struct {
	// Tool names the lookup called for each entity.
	Tool string `json:"tool"`
	// Empty makes a node that keeps no entity return an empty set; otherwise its reason is
	// [Missing].
	Empty bool `json:"empty,omitempty"`
}

// Kind implements [Operation].
func (*Start) Kind() string { return "start" }

// Kind implements [Operation].
func (*Derive) Kind() string { return "derive" }

// Kind implements [Operation].
func (*Call) Kind() string { return "call" }

// Kind implements [Operation].
func (*Filter) Kind() string { return "filter" }

// Kind implements [Operation].
func (*Superlative) Kind() string { return "superlative" }

// Kind implements [Operation].
func (*Only) Kind() string { return "only" }

// Kind implements [Operation].
func (*Frequent) Kind() string { return "frequent" }

// Kind implements [Operation].
func (*Project) Kind() string { return "project" }

// Kind implements [Operation].
func (*Count) Kind() string { return "count" }

// Kind implements [Operation].
func (*Distinct) Kind() string { return "distinct" }

// Kind implements [Operation].
func (o *Aggregate) Kind() string { return string(o.Function) }

// Kind implements [Operation].
func (*Exists) Kind() string { return "exists" }

// Kind implements [Operation].
func (*Days) Kind() string { return "days" }

// Kind implements [Operation].
func (o *Arithmetic) Kind() string { return string(o.Function) }

// Kind implements [Operation].
func (*Compare) Kind() string { return "compare" }

// Kind implements [Operation].
func (o *Combine) Kind() string { return string(o.Function) }

// Kind implements [Operation].
func (*Having) Kind() string { return "having" }
