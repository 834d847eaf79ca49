package demand

import (
	"encoding/json"
	"fmt"
)

// Demand is what a question demands, as far as it can be read off the question: what is
// given, what is asked for, and what is done on the way, each as a list whose order says
// nothing. Columns and kinds of records are called as [Catalogue] calls them. It is a
// record; [Of] makes it of a task, [Read] of a model's answer.
type Demand struct {
	// About are the names that the question starts from.
	About Texts `json:"about"`
	// Template is the text to be written; "" for questions.
	Template string `json:"template,omitempty"`
	// Asks are the things to be answered, or the contents of a text to be written.
	Asks []Ask `json:"asks"`
	// Through are the columns that lead on to another record.
	Through []Column `json:"through,omitempty"`
	// Conditions say which rows are kept.
	Conditions []Condition `json:"conditions,omitempty"`
	// Operators are what is done with rows and sets on the way.
	Operators []Operator `json:"operators,omitempty"`
	// Records are the kinds of records that are consulted, each once.
	Records Texts `json:"records,omitempty"`

	words   *words     // what the demand's words stand for; nil for one that was read
	parts   [][]string // what each of About is made of, folded
	starts  []string   // the entity types of About
	derived []string   // the entity types derived from names on the way
	lookups []lookupOf // in the order of the program
}

// lookupOf is a lookup of a program, by the index of what it finds.
type lookupOf struct {
	table int
	many  bool // whether it finds several
	match []at // the columns that a row is found by; nil where there are alternatives
}

// Texts is a list of texts. Of JSON a number is read as its digits, and a single text or
// number as a list of one, as models write years and names.
type Texts []string

// UnmarshalJSON reads a list.
func (t *Texts) UnmarshalJSON(data []byte) error {
	var items []json.RawMessage
	if json.Unmarshal(data, &items) != nil {
		items = []json.RawMessage{data}
	}
	*t = nil
	for _, item := range items {
		var text string
		var number json.Number
		if json.Unmarshal(item, &text) == nil {
			*t = append(*t, text)
		} else if json.Unmarshal(item, &number) == nil {
			*t = append(*t, number.String())
		} else {
			return fmt.Errorf("%s: want texts in brackets", beginning(string(data)))
		}
	}
	return nil
}

// Column is a column of a kind of record.
type Column struct {
	// Column is what the column is called.
	Column string `json:"column,omitempty"`
	// Of is the kind of record.
	Of string `json:"of,omitempty"`
}

// What is a kind of thing that is asked for or computed.
type What string

// The closed set of things asked for.
const (
	Value    What = "value"    // what stands in a column
	Count    What = "count"    // how many records
	Distinct What = "distinct" // how many different values of a column
	Sum      What = "sum"
	Average  What = "average"
	Minimum  What = "minimum"
	Maximum  What = "maximum"
	Days     What = "days"     // between two days, the parts
	Add      What = "add"      // of the parts, as are the next four
	Subtract What = "subtract" // the first less the second
	Multiply What = "multiply"
	Divide   What = "divide" // the first by the second
	Share    What = "share"  // the first in percent of the second
	Exists   What = "exists" // whether there is such a record
	Which    What = "which"  // the one of two that a compare operator finds
	Slot     What = "slot"   // a content of a text to be written
)

// Quantity is something that is asked for or computed.
type Quantity struct {
	// What it is.
	What What `json:"what"`
	// Column is what is taken or computed: of Value, Distinct, Sum, Average, Minimum
	// and Maximum. For Slot its Column is the content's code or phrase. Of is enough
	// for Count and Exists.
	Column
	// Parts are the two sides of Days and of arithmetic, in order.
	Parts []Quantity `json:"parts,omitempty"`
	// By are names, years and other operands, columns gone through and "max" or "min"
	// that belong to this side of two alone; nil where nothing of that kind does.
	By Texts `json:"by,omitempty"`

	set bool // of Distinct: what was combined is counted, which is also a Count
}

// Ask is a thing to be answered and the form demanded of it.
type Ask struct {
	Quantity
	// Unit is the unit demanded; "" where none is.
	Unit string `json:"unit,omitempty"`
	// Places is the number of decimal places demanded; nil where none is.
	Places *int `json:"places,omitempty"`
	// Layout is how a day is to be written; "" where nothing is said.
	Layout Layout `json:"layout,omitempty"`
	// If is set where it is asked only if the thing before turns out to be so.
	If bool `json:"if,omitempty"`
}

// Layout is a way of writing a day, or a number, that a question demands.
type Layout string

// The closed set of layouts.
const (
	LayoutFull     Layout = "full"     // a full day, the language's own way
	LayoutISO      Layout = "iso"      // 2019-12-11, which is the way of other languages than Chinese
	LayoutMonth    Layout = "month"    // month and year
	LayoutYear     Layout = "year"     // the year
	LayoutRecorded Layout = "recorded" // as on record, of days and numbers
)

// Condition says which rows are kept.
type Condition struct {
	// Column is what is compared.
	Column
	// Is says how, as [plan.Comparison] has it.
	Is string `json:"is"`
	// Operands are what with: two of during and within, none of stated, and none where
	// what is compared with was found on the way.
	Operands Texts `json:"operands,omitempty"`
}

// Do is a kind of operator.
type Do string

// The closed set of operators.
const (
	Superlative  Do = "superlative"  // the row at an end of a ranking, or so many places behind it
	Only         Do = "only"         // the single one
	Frequent     Do = "frequent"     // what stands in a column most often
	Compare      Do = "compare"      // the one of two whose part is larger, later, smaller or earlier
	Union        Do = "union"        // of the parts, as are the next two
	Intersection Do = "intersection" //
	Difference   Do = "difference"   // what is in the first part alone
	Having       Do = "having"       // those of which there is a record
	Exist        Do = "exists"       // whether there is a record, where it is not asked for
)

// Operator is something done with rows or sets.
type Operator struct {
	// Do is what.
	Do Do `json:"do"`
	// Column is what is ranked or counted; its Of alone is the record of Having and
	// Exist.
	Column
	// End is "max" or "min", of Superlative and Compare.
	End string `json:"end,omitempty"`
	// Rank is the place of a Superlative, from 1; 0 is 1.
	Rank int `json:"rank,omitempty"`
	// Parts are the two sides of Compare, Union, Intersection and Difference, in order.
	Parts []Quantity `json:"parts,omitempty"`
}
