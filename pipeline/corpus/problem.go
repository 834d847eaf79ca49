package corpus

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// examine puts into words why a file gave no row, or fewer than it has. Rows is the
// number of records in the file and kept how many of them were kept; why is a cause that
// holds for the whole file and counts if most rows were dropped.
func (f *faults) examine(rows, kept int, why cause) string {
	dropped := rows - kept
	switch {
	case rows == 0:
		why = cmp.Or(why, nothing(f.file))
		return fmt.Sprintf("%s: no row: %s: want %s", f.file, why.what, why.wanted)
	case dropped == 0:
		return ""
	}
	first := f.firstDrop()
	if why == (cause{}) || kept >= dropped {
		why = cause{first.What, first.Wanted}
	}
	return fmt.Sprintf("%s:%d: %d of %d rows dropped (%s): %s: want %s", first.File, first.Line, dropped, rows, f.drops(), why.what, why.wanted)
}

// nothing is the cause of a file that has its format's head and no row.
func nothing(file string) cause {
	if extension(file) == extCSV {
		return cause{"a header alone", "a row a line below the header"}
	}
	return cause{"columns alone", "rows"}
}

// firstDrop returns the first fault that dropped a row.
func (f *faults) firstDrop() LoadFault {
	var first LoadFault
	for _, fault := range f.kept {
		if fault.Reason.Drops() && (first.Line == 0 || fault.File == first.File && fault.Line < first.Line) {
			first = fault
		}
	}
	return first
}

// drops counts the dropped rows by reason: "malformed 3, missing_key 1".
func (f *faults) drops() string {
	var counts []string
	for _, reason := range slices.Sorted(maps.Keys(f.counts)) {
		if reason.Drops() {
			counts = append(counts, fmt.Sprintf("%s %d", reason, f.counts[reason]))
		}
	}
	return strings.Join(counts, ", ")
}

// unkeyed is the cause of a file that has rows of which none has a cell in the key column;
// the zero cause for other files.
func (b *builder) unkeyed() cause {
	if b.keyCells > 0 || b.faults.counts[MissingKey] == 0 {
		return cause{}
	}
	key := strings.Join(b.table.spec.KeyColumns(), " and ")
	noun := "column"
	if len(b.key) > 1 {
		noun = "columns"
	}
	what := fmt.Sprintf("no cell in the key %s %s", noun, key)
	if len(b.others) > 0 {
		what += ", but in " + strings.Join(b.others, ", ")
		for _, t := range b.domain.Tables {
			if !slices.ContainsFunc(b.others, func(name string) bool { return t.Column(name) == nil }) {
				return cause{what, fmt.Sprintf("a file of %s, not of %s", b.table.spec.Name, t.Name)}
			}
		}
	}
	if len(b.key) > 1 {
		return cause{what, "columns " + key + " that name the row"}
	}
	return cause{what, "a column " + key + " that names the row"}
}
