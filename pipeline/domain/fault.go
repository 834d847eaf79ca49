package domain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A DeclarationFault is one thing that is wrong with a declaration.
type DeclarationFault struct {
	File   string // as the directory and file were named to the reader
	Line   int    // from 1; 0 where the fault is of no one line
	What   string // what is wrong
	Wanted string // what was wanted instead
}

// String returns `file:line: what is wrong: what was wanted`.
func (f DeclarationFault) String() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s: want %s", f.File, f.What, f.Wanted)
	}
	return fmt.Sprintf("%s:%d: %s: want %s", f.File, f.Line, f.What, f.Wanted)
}

// Faults are all the faults of a declaration, in order of file, line and text,
// each once. [Load] returns them as its error; errors.As finds them.
type Faults []DeclarationFault

// Error returns one line a fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].String()
	}
	return strings.Join(lines, "\n")
}

// sorted returns the faults in their order, without repetitions.
func (f Faults) sorted() Faults {
	slices.SortFunc(f, func(a, b DeclarationFault) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.What, b.What), cmp.Compare(a.Wanted, b.Wanted))
	})
	return slices.Compact(f)
}
