package plan

import "github.com/taskgrove/taskgrove/pipeline/domain"

// Operation is one kind of node. The set is closed; each kind is a record that
// knows its type rule and how to get its result from tools and earlier results.
type Operation interface {
	// Kind is the operation's name in JSON: "call", "count" …
	Kind() string
	// check returns the type of the result for inputs of the given types, or what
	// is wrong with them.
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
	"filter":       func() Operation { return new(Filter) },
	"superlative":  func() Operation { return new(Superlative) },
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
	"cite":         func() Operation { return new(Cite) },
}

// Start is the entity a plan begins from. Unbound, it stands for any entity of
// its type.
type Start struct {
	// Entity is the entity type.
	Entity string `json:"entity"`
	// Value names the entity, one string a part; nil while unbound.
	Value []string `json:"value,omitempty"`
}

// Derive gets an entity from the name of another by a declared pattern.
type Derive struct {
	// Derivation names the domain's derivation.
	Derivation string `json:"derivation"`
}

// Call looks rows up with a tool, for the entity it reads.
type Call struct {
	// Tool names a lookup of the domain.
	Tool string `json:"tool"`
	// Each calls the tool once for every entity of a set, in order, each entity once,
	// and takes all rows found together, each once, in file order. Entities for which
	// there is none add nothing.
	Each bool `json:"each,omitempty"`
	// Empty takes finding nothing at all for a result of no rows; otherwise it is
	// [Missing].
	Empty bool `json:"empty,omitempty"`
}

// Filter keeps the rows whose cell passes a comparison. Every cell compared must
// hold a value: a row that might belong is never silently left out. What means the
// rows whose cell holds one says so, with [Stated].
type Filter struct {
	// Column is the column compared.
	Column string `json:"column"`
	// Comparison is how.
	Comparison Comparison `json:"comparison"`
	// Operand is what with, see [Comparison]; "" for Stated, and for Names, which reads
	// an entity as second input.
	Operand string `json:"operand,omitempty"`
	// To is the other end, for During and Within; "" otherwise.
	To string `json:"to,omitempty"`
	// Empty takes keeping no row for a result; otherwise it is [Missing].
	Empty bool `json:"empty,omitempty"`
}

// Comparison is a way of comparing a cell with an operand. Days are written as
// ISO days, amounts as plain decimal digits in the unit of the column.
type Comparison string

// The closed set of comparisons.
const (
	Year     Comparison = "year"     // the cell's day lies in the year, of four digits
	Since    Comparison = "since"    // the day is the operand or later
	Until    Comparison = "until"    // the day is the operand or earlier
	During   Comparison = "during"   // the day lies between the operands, either included
	Above    Comparison = "above"    // the amount is larger than the operand
	Below    Comparison = "below"    // the amount is smaller than the operand
	AtLeast  Comparison = "atleast"  // the amount is the operand or larger
	AtMost   Comparison = "atmost"   // the amount is the operand or smaller
	Within   Comparison = "within"   // the amount lies between the operands, neither included
	Equals   Comparison = "equals"   // the amount, or one of the texts, is the operand
	Contains Comparison = "contains" // one of the texts has the operand within it
	Names    Comparison = "names"    // one of the names is the entity of the second input, in any width
	Stated   Comparison = "stated"   // the cell holds a value, whatever it is; without operands
)

// Superlative keeps the one row with the largest or smallest value in a column:
// the highest or lowest amount, the latest or earliest day; or the row that comes
// so many places behind it. A tie with the row in that place, or between two rows
// before it, has no result: which place is meant would be open. Nor has a set of
// fewer rows than Rank.
type Superlative struct {
	// Column is the column ranked, of numbers or days.
	Column string `json:"column"`
	// Order is which end.
	Order Order `json:"order"`
	// Rank is the place from that end, from 2; 0 for the end itself.
	Rank int `json:"rank,omitempty"`
}

// Order is an end of a ranking.
type Order string

// The closed set of orders.
const (
	Max Order = "max" // the largest amount, the latest day
	Min Order = "min" // the smallest amount, the earliest day
)

// Only takes the single row of a set that must have exactly one.
type Only struct{}

// Frequent takes the value that stands in a column of the most rows. A tie has no
// result, nor has a masked name that is in front.
type Frequent struct {
	// Column is the column whose values are counted, of texts or names.
	Column string `json:"column"`
}

// Project takes the values of a column, or the parts of an entity in several
// columns, of each row. A masked name has no result; prose may speak of somebody whose
// name is masked.
type Project struct {
	// Columns is one column, or an entity's parts in the order the entity type
	// declares them.
	Columns []string `json:"columns"`
}

// Count counts rows.
type Count struct{}

// Distinct counts the different values of a set, an entity of several parts as one.
type Distinct struct{}

// Aggregate makes one number of a column of numbers. Over no rows there is none.
type Aggregate struct {
	// Function is how; it is the operation's kind.
	Function Function `json:"-"`
	// Column is the column of numbers.
	Column string `json:"column"`
}

// Function says what is computed.
type Function string

// The closed set of functions: of [Aggregate], [Arithmetic] and [Combine].
const (
	Sum     Function = "sum"
	Average Function = "average" // to 20 digits after the point
	Minimum Function = "minimum"
	Maximum Function = "maximum"

	Add      Function = "add"
	Subtract Function = "subtract" // the first less the second
	Multiply Function = "multiply" // where one is a share or has no unit, in the unit of the other
	Divide   Function = "divide"   // the first by the second, to 20 digits after the point: in its unit by a share or a count, without one by its like
	Share    Function = "share"    // what percentage the first is of the second

	Union        Function = "union"        // what is in either set
	Intersection Function = "intersection" // what is in both
	Difference   Function = "difference"   // what is in the first alone
)

// Exists says whether there are any rows.
type Exists struct{}

// Days counts the days between two days, whichever is first.
type Days struct{}

// Arithmetic makes one number of two. A share counts as what it is of one: 50 % of
// 30元 is 15元.
type Arithmetic struct {
	// Function is how; it is the operation's kind.
	Function Function `json:"-"`
}

// Compare takes that of two entities of one type whose number or day is at one end.
// It reads the first entity, what is compared of it, the second entity, and the
// same of that. A tie has no result.
type Compare struct {
	// Order is which end.
	Order Order `json:"order"`
}

// Combine makes one set of two sets of one column, or of entities of one type and of
// one part, each value once, in the order of the first and then of the second. An
// empty one is [Missing].
type Combine struct {
	// Function is how; it is the operation's kind.
	Function Function `json:"-"`
}

// Having keeps the entities of a set about which a tool knows something, each once,
// in order. None is [Missing].
type Having struct {
	// Tool names the lookup that is asked about each entity.
	Tool string `json:"tool"`
	// Empty takes keeping none for a result.
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
