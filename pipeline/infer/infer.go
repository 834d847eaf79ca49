// Package infer drafts a domain from raw tables: what columns hold, which name rows, which refer
// to other tables, and the lookups, labels and phrases that follow from that. Everything it
// decides has its evidence and a confidence, so that people can judge it.
//
// A draft is a function of the tables' contents: the order of tables, columns and rows does not
// matter. Where names and values don't decide, the draft takes what can do no harm, says so, and
// leaves the rest to people.
//
// [DomainDraft.Write] writes the domain as the YAML that package domain reads, with a comment beside
// every uncertain decision, and [DomainDraft.WritePage] a page with the evidence.
package infer

import (
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A Table is a table as its source has it: a file without a declaration, or a table of a database.
type Table struct {
	Name    string // unique among the tables, also in lower case
	Rows    int    // the number of rows
	Columns []RawColumn
	// Problem says why no row could be read; "" if some could, or if there are none.
	Problem string
	// Key has the columns of the key that a database declares; nil if it declares no key.
	Key []string
	// References are what a database declares to refer to other tables; nil if nothing is declared.
	References []KeyReference
}

// RawColumn is a column of a raw table. Each cell is a text; null and absent cells are empty texts.
type RawColumn struct {
	Name string // unique in the table
	// Type is the type that a database declares, such as "DECIMAL(10,2)"; "" for none.
	Type string
	// Cells yields the texts in any order, each with the number of rows that hold it. One text may
	// come several times.
	Cells iter.Seq2[string, int]
	// At returns the text of a row.
	At func(row int) string
}

// A KeyReference says that a column holds keys of another table.
type KeyReference struct {
	Column string // of the table that refers
	Table  string // the table that is referred to
	To     string // its column
}

// The confidence from which a decision is taken as certain, and the one from which it is taken at
// all. A decision between them is marked as uncertain.
const (
	Certain = 0.8
	Taken   = 0.5
)

// A DomainDraft is a domain with the evidence for it.
type DomainDraft struct {
	Domain *domain.Domain
	Tables []TableFinding // by name
	Joins  []JoinFinding  // by table and column, rejected ones included
	// Refused is the advice that was not taken; nil if all was.
	Refused []AdviceRefusal

	others map[string][]string // other words for labels, by advice
}

// A TableFinding says what was decided about a table.
type TableFinding struct {
	Table   string
	Rows    int
	Key     []string // the columns that name a row; several if no single one does; nil if none do
	Names   string   // the column that says what a row is called; "" for none
	LeftOut string   // why the domain does not declare the table; "" if it does
	Columns []ColumnFinding
	decision
}

// A ColumnFinding says what was decided about a column.
type ColumnFinding struct {
	Column  string
	Holds   string // the entity type or kind, with unit and sense
	LeftOut bool   // whether people left it out
	// WrittenDays says that the texts are days such as 03/04/2022, in which the month may stand first or second.
	WrittenDays bool
	// Declared is the column as the domain declares it.
	Declared domain.Column
	Samples  []string // some of its texts
	decision
}

// A JoinFinding says that the cells of a column hold what a column of another table, or of the
// same one, holds.
type JoinFinding struct {
	KeyReference
	From string // the table of KeyReference.Column
	// Shared says that both columns hold names of things that neither table lists.
	Shared  bool
	Samples []string // texts that both hold
	decision
}

// decision is what findings have in common.
type decision struct {
	Confidence float64  // from 0 to 1
	Evidence   []string // why
	Doubts     []string // what speaks against it, and what is to be checked; each is a comment in the file
}

// Uncertain reports whether people should look at the decision.
func (d *decision) Uncertain() bool { return d.Confidence < Certain || len(d.Doubts) > 0 }

// Accepted reports whether the domain has the join.
func (j *JoinFinding) Accepted() bool { return j.Confidence >= Taken }
