package soundness

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Known reports whether some row has the name of the entity type, with one string for each
// part and to the letter, in columns by which a lookup finds it, and no row has it in another
// spelling there.
func (n *EntityNames) Known(entity string, name []string) bool {
	known := false
	for spelt := range n.columnsOf(entity) {
		switch all := spelt.different[n.canonical(entity, name)]; {
		case len(all) > 1 || len(all) == 1 && all[0] != strings.Join(name, " "):
			return false
		case len(all) == 1:
			known = true
		}
	}
	return known
}

// NamedIn returns the names of entities of a type that a text has to the letter, each once and
// in text order. It leaves out names of fewer than six characters and names of several parts.
// It returns nil for a type that the domain does not have.
func (n *EntityNames) NamedIn(entity, text string) []string {
	read := n.starts[entity]
	if read == nil {
		return nil
	}
	starts := read()
	var all []string
	for i := range text {
		for _, name := range starts[startOf(text[i:])] {
			if strings.HasPrefix(text[i:], name) && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// nameStart is the number of characters by which names are looked for in a text.
const nameStart = 6

// startOf returns the first nameStart characters of a text; "" if it is shorter.
func startOf(text string) string {
	to := 0
	for range nameStart {
		_, size := utf8.DecodeRuneInString(text[to:])
		if size == 0 {
			return ""
		}
		to += size
	}
	return text[:to]
}

// nameStarts are the names of an entity type by their first characters.
type nameStarts map[string][]string

func (n *EntityNames) readStarts(entity string) nameStarts {
	starts := nameStarts{}
	for spelt := range n.columnsOf(entity) {
		for _, names := range spelt.different {
			for _, name := range names {
				if start := startOf(name); start != "" {
					starts[start] = append(starts[start], name)
				}
			}
		}
	}
	for start, names := range starts {
		slices.Sort(names)
		starts[start] = slices.Compact(names)
	}
	return starts
}

// columnsOf yields the names in the columns by which lookups find entities of a type, for each
// match of a lookup.
func (n *EntityNames) columnsOf(entity string) iter.Seq[*spellings] {
	return func(yield func(*spellings) bool) {
		for _, t := range n.corpus.Domain().Tools {
			for _, m := range t.Match {
				if entityOf(n.corpus.Table(t.Table), m.Columns[0]) == entity && !yield(n.columns[key(t.Table, m.Columns)]()) {
					return
				}
			}
		}
	}
}
