package legislation

import (
	"cmp"
	"fmt"
	"slices"
)

// TextFault is something wrong with a file, or in doubt.
type TextFault struct {
	File   string `json:"file"`           // slash-separated path below the directory that was read
	Line   int    `json:"line,omitempty"` // from 1; 0 for the file as a whole
	What   string `json:"what"`           // "article 7 after article 5"
	Want   string `json:"want"`           // "article 6"
	Effect Effect `json:"effect"`
}

// Effect is what was left out because of a fault.
type Effect string

// The closed set of effects.
const (
	Kept        Effect = "kept"          // nothing: it may be right as it stands
	UnitLeftOut Effect = "unit left out" // the units that share a number
	FileLeftOut Effect = "file left out"
)

// String returns "file:line: what: want …".
func (f TextFault) String() string {
	at := f.File
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return fmt.Sprintf("%s: %s: want %s", at, f.What, f.Want)
}

func sortFaults(faults []TextFault) {
	slices.SortStableFunc(faults, func(a, b TextFault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
}
