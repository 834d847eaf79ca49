// Package demand says what a question demands, in a form in which two demands can be
// compared: what a task's plan does ([FromTask]) and what a model read off a question ([Parse]),
// see [Meaning.Difference]. [Catalogue] tells the model by which names.
package demand

import (
	"encoding/json"
	"fmt"
)

// Meaning is the demand of a question, as far as it can be read off the question: the
// names that it starts from, the values that it asks for, and the operations in between.
// The order of its lists has no meaning. Columns and kinds of records have their names in
// [Catalogue]. [FromTask] or [Parse] makes it.
type Meaning struct {
	// Names are the names that the question starts from.
	Names Texts `json:"about"`
	// Template is the kind of text to be written, by its label in [Catalogue]; "" for
	// questions.
	Template string `json:"template,omitempty"`
	// Requested are the values asked for, or the contents of a text to be written.
	Requested []RequestedAnswer `json:"asks"`
	// Links are the columns whose content leads to another record.
	Links []ColumnName `json:"through,omitempty"`
	// Conditions are the conditions that rows must satisfy.
	Conditions []Condition `json:"conditions,omitempty"`
	// Operators are the operations on rows and sets on the way.
	Operators []RequiredOperator `json:"operators,omitempty"`
	// Records are the kinds of records that are consulted, each once.
	Records Texts `json:"records,omitempty"`
	// Hints are phrases by which the question tells more about an answer, or about an
	// entity on the way, than it needs: guesses, sizes, kinds. [FromTask] sets none.
	Hints Texts `json:"hints,omitempty"`

	vocabulary *vocabulary     // resolves names; nil if the demand was read
	draft      string          // the draft, folded
	nameParts  [][]string      // the parts of each of Names, folded
	starts     []string        // the entity types of Names
	derived    []string        // the entity types derived from names on the way
	lookups    []programLookup // in the order of the program
}

// programLookup is a lookup of a program, with the index of the table that it searches.
type programLookup struct {
	table  int
	many   bool        // whether it can find several rows
	match  []columnRef // the columns that a row is found by; nil if there are alternatives
	phrase string      // the words of drafts for it, folded
}

// Texts is a list of texts. In JSON a number is read as its digits, and a single text or number
// as a list of one element, because models write years and names like that.
type Texts []string

// UnmarshalJSON reads a list of texts and numbers, or one of them alone. Any other JSON
// is an error.
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

// ColumnName names a column of a kind of record, in the words that questions use, see
// [Catalogue].
type ColumnName struct {
	// Column is the name of the column; "" where records are asked for as a whole, as in
	// a Count.
	Column string `json:"column,omitempty"`
	// Record is the noun for a row of the column's table, "sales order"; "" if a
	// question names the column alone.
	Record string `json:"of,omitempty"`
}

// ExpressionKind is the kind of an [Expression].
type ExpressionKind string

// The closed set of kinds of expression.
const (
	Value    ExpressionKind = "value"    // the content of a column
	Count    ExpressionKind = "count"    // how many records
	Distinct ExpressionKind = "distinct" // how many different values of a column
	Sum      ExpressionKind = "sum"      // of a column of numbers, like the next three
	Average  ExpressionKind = "average"
	Minimum  ExpressionKind = "minimum"
	Maximum  ExpressionKind = "maximum"
	Days     ExpressionKind = "days"     // the days between the two parts
	Add      ExpressionKind = "add"      // the sum of the parts; the next four have parts, too
	Subtract ExpressionKind = "subtract" // the first less the second
	Multiply ExpressionKind = "multiply"
	Divide   ExpressionKind = "divide" // the first by the second
	Share    ExpressionKind = "share"  // the first in percent of the second
	Exists   ExpressionKind = "exists" // whether there is such a record
	Which    ExpressionKind = "which"  // the one of two entities that a Compare operator finds
	Slot     ExpressionKind = "slot"   // a content of a text to be written
)

// Expression is a value that is asked for or computed.
type Expression struct {
	// Kind is the kind of expression.
	Kind ExpressionKind `json:"what"`
	// ColumnName is the column of a Value, Distinct, Sum, Average, Minimum or Maximum. For a
	// Slot its Column is the code or phrase of the content. Count and Exists need only Record.
	ColumnName
	// Parts are the two sides of Days and of arithmetic, in order.
	Parts []Expression `json:"parts,omitempty"`
	// By distinguishes this side of an operation from the other: names, operands,
	// columns that lead on, and "max" or "min" that belong to this side only; nil if
	// there are none.
	By Texts `json:"by,omitempty"`

	set bool // of a Distinct over a combined set, which may also be written as a Count
}

// RequestedAnswer is an expression whose value a question asks for, and the form of the
// answer.
type RequestedAnswer struct {
	Expression
	// Unit is the unit asked for, in the plan's notation ("万元", "%"); "" for none.
	Unit string `json:"unit,omitempty"`
	// Places is the number of decimal places asked for, from 0; nil for none.
	Places *int `json:"places,omitempty"`
	// Layout is the notation asked for; "" for none.
	Layout AnswerLayout `json:"layout,omitempty"`
	// If reports whether the value is asked for only if the answer before it is yes.
	If bool `json:"if,omitempty"`
	// Unless reports whether the value is asked for only if the yes-or-no answer before it is
	// no.
	Unless bool `json:"unless,omitempty"`
}

// AnswerLayout is the notation of a day or a number that a question asks for.
type AnswerLayout string

// The closed set of layouts.
const (
	LayoutFull     AnswerLayout = "full"     // a full day in the usual layout of the language
	LayoutISO      AnswerLayout = "iso"      // 2019-12-11, which is also LayoutFull except in Chinese
	LayoutMonth    AnswerLayout = "month"    // month and year
	LayoutYear     AnswerLayout = "year"     // the year
	LayoutRecorded AnswerLayout = "recorded" // a day or number as the source writes it
)

// Condition is a condition that rows must satisfy.
type Condition struct {
	// ColumnName is the column that is compared.
	ColumnName
	// Comparison is the name of the comparison, a [plan.Comparison].
	Comparison string `json:"is"`
	// Operands are the values that the column is compared with: two for during and
	// within, none for stated or if the column is compared with a value found on the
	// way, otherwise one.
	Operands Texts `json:"operands,omitempty"`
	// identifier is the identifier, such as a stock code, by which the question names what
	// the column is compared with; "" if that is named otherwise, or found on the way.
	identifier string
}

// OperatorKind is the kind of a [RequiredOperator], which chooses among rows, values or
// entities.
type OperatorKind string

// The closed set of kinds of operator.
const (
	Superlative  OperatorKind = "superlative" // the row at an end of a ranking, or at a place counted from there
	Only         OperatorKind = "only"        // the only row
	Frequent     OperatorKind = "frequent"    // the most frequent content of a column
	Compare      OperatorKind = "compare"     // the one of two entities whose part is larger, later, smaller or earlier
	Union        OperatorKind = "union"       // of the two parts, like the next two
	Intersection OperatorKind = "intersection"
	Difference   OperatorKind = "difference" // members of the first part alone
	Having       OperatorKind = "having"     // the members that have a record
	ExistsCheck  OperatorKind = "exists"     // whether there is a record, if that is not asked itself
)

// RequiredOperator is an operation on rows or sets that a question requires.
type RequiredOperator struct {
	// Kind is the kind of operator.
	Kind OperatorKind `json:"do"`
	// ColumnName is the column that is ranked or counted; Having and Exist have only Record.
	ColumnName
	// End is "max" or "min", for Superlative and Compare.
	End string `json:"end,omitempty"`
	// Rank is the place of a Superlative, from 1; 0 means 1.
	Rank int `json:"rank,omitempty"`
	// By says whose rows a Superlative ranks: the names that they are found by, and the
	// columns that lead to them. It matters only where several Superlatives rank by one
	// column, with different ends or ranks.
	By Texts `json:"by,omitempty"`
	// Parts are the two sides of Compare, Union, Intersection and Difference, in order.
	Parts []Expression `json:"parts,omitempty"`
}
