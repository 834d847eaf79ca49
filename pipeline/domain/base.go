package domain

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/schemas"
)

// build lays the declaration over the shipped domain it names as its base, if it
// names one. An error means that the base could not be read. No shipped domain
// builds on itself, so this ends.
func (s *source) build() error {
	const wanted = "base: the shipped domain whose columns are named in that language"
	stated, based := s.plain["base"]
	_, named := s.plain["names"]
	name, ok := stated.(string)
	if !ok {
		if named && !based {
			s.fault("/names", "names without a base", wanted)
		}
		return nil // anything else is a fault of shape
	}
	if !slices.Contains(Shipped(), name) {
		s.fault("/base", fmt.Sprintf("base %q", name), "the name of a shipped domain: "+strings.Join(Shipped(), ", "))
		s.broken = true
		return nil
	}
	b, err := read(schemas.FS, name, name)
	if err == nil {
		err = b.build()
	}
	if err != nil {
		return err
	}
	s.bases = append([]string{name}, b.bases...)
	s.faults, s.broken = append(s.faults, b.faults...), s.broken || b.broken
	if !s.broken {
		s.inherit(b)
	}
	return nil
}

// inherit makes the base's values the declaration's own where it has none.
func (s *source) inherit(b *source) {
	for _, key := range []string{"base", "name", "names"} {
		delete(b.plain, key)
	}
	if lang, ok := s.plain["names"].(string); ok {
		s.rename(b, lang)
		delete(b.plain, "world")
		delete(b.plain, "renames") // they lead to names that the columns had in the base
	}
	languages, ok := s.plain["languages"].([]any)
	if !ok {
		languages, _ = b.plain["languages"].([]any)
	}
	cut(b.plain, languages)
	m := merger{s: s, at: b.at}
	s.plain = m.merge(b.plain, s.plain, "", "").(map[string]any)
	s.at = m.at
}

// rename gives the base's columns the names that their labels are in a language.
func (s *source) rename(b *source, lang string) {
	if languages := b.plain["languages"].([]any); !slices.Contains(languages, any(lang)) {
		s.fault("/names", fmt.Sprintf("names in %q", lang), "one of the base's languages: "+join(languages))
		return
	}
	called := map[string]map[string]string{} // new names by table and old name
	for table := range items(b.plain["tables"]) {
		names := map[string]string{}
		for column := range items(table["columns"]) {
			name := column["label"].(map[string]any)[lang].(string)
			names[column["name"].(string)] = name
			column["name"] = name
		}
		table["key"] = names[table["key"].(string)]
		called[table["name"].(string)] = names
	}
	for tool := range items(b.plain["tools"]) {
		if tool["kind"] != string(Lookup) {
			continue
		}
		names := called[tool["table"].(string)]
		if column, ok := tool["column"].(string); ok {
			tool["column"] = names[column]
		}
		for match := range items(tool["match"]) {
			columns := match["columns"].([]any)
			for i, column := range columns {
				columns[i] = names[column.(string)]
			}
		}
	}
	renameSteps(b.plain, called)
	renameSenses(b.plain, called)
}

// renameSenses gives the columns of relations and matters their new names.
func renameSenses(plain map[string]any, called map[string]map[string]string) {
	if relations, ok := plain["relations"]; ok {
		for r := range items(relations) {
			for _, side := range []string{"of", "by"} {
				q := r[side].(map[string]any)
				names := called[q["table"].(string)]
				q["column"] = names[q["column"].(string)]
				if about, ok := q["about"].(string); ok {
					q["about"] = names[about]
				}
			}
		}
	}
	if matters, ok := plain["matters"]; ok {
		for m := range items(matters) {
			for t := range items(m["tables"]) {
				decide, _ := t["decide"].([]any)
				for i, column := range decide {
					if column != RowsDecide {
						decide[i] = called[t["name"].(string)][column.(string)]
					}
				}
			}
		}
	}
}

// items yields the mappings of a list.
func items(list any) iter.Seq[map[string]any] {
	return func(yield func(map[string]any) bool) {
		for _, item := range list.([]any) {
			if !yield(item.(map[string]any)) {
				return
			}
		}
	}
}

// phrases are the keys of a declaration that hold a [Text].
var phrases = []string{"title", "label", "row", "measure", "phrase", "description", "layout", "form", "known", "whole", "clause", "event", "action", "called", "denotes"}

// cut takes the languages that are not wanted out of every phrase, and phrases
// that nothing is left of.
func cut(v any, languages []any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			cut(item, languages)
		}
	case map[string]any:
		for key, value := range v {
			text, ok := value.(map[string]any)
			if !ok || !slices.Contains(phrases, key) {
				cut(value, languages)
				continue
			}
			for lang := range text {
				if !slices.Contains(languages, any(lang)) {
					delete(text, lang)
				}
			}
			if len(text) == 0 {
				delete(v, key)
			}
		}
	}
}

// merger lays a declaration over another one, which it changes. What is inherited
// keeps its place, so that a pointer into the base leads to the same thing in the
// result.
type merger struct {
	s  *source             // what is laid over
	at map[string]position // of the base, then of the result
}

// merge returns base with own, which stands at the pointer from of the source,
// laid over it at the pointer to of the result.
func (m *merger) merge(base, own any, from, to string) any {
	switch own := own.(type) {
	case map[string]any:
		if base, ok := base.(map[string]any); ok {
			m.at[to] = m.s.at[from]
			return m.keys(base, own, from, to)
		}
	case []any:
		if base, ok := base.([]any); ok && len(own) > 0 && named(base) {
			m.at[to] = m.s.at[from]
			return m.items(base, own, from, to)
		}
	}
	for p := range places(base, "") {
		delete(m.at, to+p)
	}
	for p := range places(own, "") {
		m.at[to+p] = m.s.at[from+p]
	}
	return own
}

func (m *merger) keys(base, own map[string]any, from, to string) map[string]any {
	for key, value := range own {
		if value == nil {
			if _, ok := base[key]; !ok {
				m.s.fault(pointer(from, key), fmt.Sprintf("key %q without a value removes nothing", key), "a value, or a key of the base at this place")
			}
			delete(base, key)
			continue
		}
		base[key] = m.merge(base[key], value, pointer(from, key), pointer(to, key))
	}
	return base
}

func (m *merger) items(base, own []any, from, to string) []any {
	inherited := len(base)
	for i, item := range own {
		name, at := nameOf(item), pointer(from, i)
		same := func(v any) bool { return name != "" && nameOf(v) == name }
		if slices.ContainsFunc(own[:i], same) {
			m.s.fault(at, fmt.Sprintf("%q appears twice", name), "each name once")
			continue
		}
		j := slices.IndexFunc(base[:inherited], same)
		if j < 0 {
			j, base = len(base), append(base, nil)
		}
		base[j] = m.merge(base[j], item, at, pointer(to, j))
	}
	return base
}

// places yields the pointers of a value and all that is in it, below ptr.
func places(v any, ptr string) iter.Seq[string] {
	return func(yield func(string) bool) { walk(v, ptr, yield) }
}

func walk(v any, ptr string, yield func(string) bool) bool {
	if !yield(ptr) {
		return false
	}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if !walk(value, pointer(ptr, key), yield) {
				return false
			}
		}
	case []any:
		for i, item := range v {
			if !walk(item, pointer(ptr, i), yield) {
				return false
			}
		}
	}
	return true
}

// named reports whether a list is one of things with names.
func named(list []any) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(v any) bool { return nameOf(v) == "" })
}

// nameOf returns the name of a thing, "" where it has none.
func nameOf(v any) string {
	thing, _ := v.(map[string]any)
	name, _ := thing["name"].(string)
	return name
}
