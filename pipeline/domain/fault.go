package domain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A DeclarationFault is one error in a declaration.
type DeclarationFault struct {
	File   string // the file's path below the directory as given
	Line   int    // from 1; 0 for a fault of the whole file
	What   string // what is wrong
	Wanted string // what is expected
}

// String returns `file:line: what is wrong: want what is expected`, without the line if
// Line is 0.
func (f DeclarationFault) String() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s: want %s", f.File, f.What, f.Wanted)
	}
	return fmt.Sprintf("%s:%d: %s: want %s", f.File, f.Line, f.What, f.Wanted)
}

// Faults are all faults of a declaration, each once, sorted by file, line and text. [Load]
// returns them as its error; errors.As finds them.
type Faults []DeclarationFault

// Error returns one line per fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].String()
	}
	return strings.Join(lines, "\n")
}

// sorted sorts the faults in place and returns them without repetitions.
func (f Faults) sorted() Faults {
	slices.SortFunc(f, func(a, b DeclarationFault) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.What, b.What), cmp.Compare(a.Wanted, b.Wanted))
	})
	return slices.Compact(f)
}
