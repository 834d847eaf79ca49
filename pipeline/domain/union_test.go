package domain

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// loaded loads a declaration of one file.
func loaded(t *testing.T, text string) *Domain {
	t.Helper()
	d, err := Load(fstest.MapFS{"d/a.yaml": {Data: []byte(text)}}, "d")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// In a union every name stands for one thing, what domains call the same says whose it is, and
// everything that a domain names is there under its new name.
func TestUnion(t *testing.T) {
	toy, trade := loaded(t, "base: toy\nname: toy"), loaded(t, "base: toy\nname: trade-fair\nlanguages: [en]\nsentinels: [none]")
	before := trade.Digest()
	u, names, err := Union(toy, trade)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(u.Languages, []string{"en"}) || u.Name != "toy-and-trade-fair" {
		t.Errorf("the union is %s in %v, want toy-and-trade-fair in en", u.Name, u.Languages)
	}
	if got, want := len(u.Tools), 2*len(toy.Tools)-2; got != want {
		t.Errorf("%d tools, want %d: a sum and a way to finish are there once", got, want)
	}
	for _, space := range namespaces {
		all := space.names(u)
		slices.Sort(all)
		if len(slices.Compact(slices.Clone(all))) != len(all) {
			t.Errorf("a %s is there twice: %v", space.noun, all)
		}
	}
	for _, tool := range u.Tools {
		if tool.Kind != Lookup {
			continue
		}
		table := u.Table(tool.Table)
		if table == nil {
			t.Fatalf("tool %s is over table %s, which is not there", tool.Name, tool.Table)
		}
		if whose, _, _ := strings.Cut(tool.Name, "_get_"); !strings.HasPrefix(table.Name, whose+"_") {
			t.Errorf("tool %s is over table %s of another domain", tool.Name, tool.Table)
		}
		for _, c := range table.Columns {
			if name, _, _ := strings.Cut(c.Entity, "."); name != "" && u.Entity(name) == nil {
				t.Errorf("column %s of %s names entity %s, which is not there", c.Name, table.Name, name)
			}
		}
	}
	for _, v := range u.Derivations {
		if u.Entity(v.From) == nil || u.Entity(v.To) == nil {
			t.Errorf("derivation %s leads from %s to %s, and one of them is not there", v.Name, v.From, v.To)
		}
	}
	if got := names[1].Table("Company"); got != "trade_fair_Company" {
		t.Errorf("table Company of the second is %q, want trade_fair_Company", got)
	}
	if got := u.Table("trade_fair_Company").Columns[0].Sentinels; !slices.Equal(got, []string{"none"}) {
		t.Errorf("a column of the second has the marks %v for none, want its own domain's", got)
	}
	if trade.Digest() != before {
		t.Error("a part was changed")
	}
}

// notes loads a domain of one table with two entity types and a lookup.
func notes(t *testing.T, name, entity, place, table, tool string) *Domain {
	t.Helper()
	return loaded(t, strings.NewReplacer("$name", name, "$entity", entity, "$place", place, "$table", table, "$tool", tool).Replace(`
name: $name
title: {en: notes}
languages: [en]
sentinels: []
entities: [{name: $entity, label: {en: note}}, {name: $place, label: {en: court}}]
tables:
  - {name: $table, label: {en: notes}, row: {en: note}, measure: {en: notes}, key: note, columns: [{name: note, label: {en: note}, entity: $entity}, {name: place, label: {en: place}, entity: $place}]}
tools:
  - {name: $tool, kind: lookup, table: $table, returns: one, phrase: {en: "the note {}"}, description: {en: Finds a note.}, inputs: [{name: id, type: string, description: {en: the note}}], match: [{columns: [note], inputs: [id]}]}
replies: {missing: none, columns: none, arguments: none, failed: {}}
`))
}

// Names that one domain alone has stay as they are.
func TestUnionKeepsNames(t *testing.T) {
	toy := loaded(t, "base: toy\nname: toy")
	other := notes(t, "notes", "note", "court", "Note", "get_note")
	u, names, err := Union(toy, other)
	if err != nil {
		t.Fatal(err)
	}
	if names[1].Tool("get_note") != "get_note" || names[0].Tool("get_company") != "get_company" || u.Tool("get_note") == nil {
		t.Error("names that one domain has were changed")
	}
	if names[0].Entity("court") != "toy_court" || u.Table("Note").Column("place").Entity != "notes_court" {
		t.Error("an entity type of both is not told apart")
	}
	if u.Replies.Failed[Sum] == "" {
		t.Error("the reply for a failed sum was lost")
	}
}

// What a union declares of a part is what the part declares, to the empty list.
func TestUnionCopiesAll(t *testing.T) {
	for _, name := range Shipped() {
		d, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := d.clone(); err != nil || c.Digest() != d.Digest() {
			t.Errorf("the copy of %s is another domain (%v)", name, err)
		}
	}
}

func TestUnionRefuses(t *testing.T) {
	toy := loaded(t, "base: toy\nname: toy")
	chinese := loaded(t, "base: toy\nname: chinese\nlanguages: [zh]")
	english := loaded(t, "base: toy\nname: english\nlanguages: [en]")
	cases, err := Open("cases")
	if err != nil {
		t.Fatal(err)
	}
	legal, err := Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	court := loaded(t, "base: legal\nname: court")
	long := "get_" + strings.Repeat("n", 57)
	for _, tc := range []struct {
		parts []*Domain
		want  string
	}{
		{[]*Domain{toy, toy}, "two domains are called toy: want another name"},
		{[]*Domain{chinese, english}, "domains chinese, english have no language in common"},
		{[]*Domain{toy, cases}, "domain cases is read from texts"},
		{[]*Domain{notes(t, "a", "x", "b_x", "A", "get_a"), notes(t, "a-b", "x", "b_x", "B", "get_b")}, `entity "x" of domain a-b would be "a_b_x", which is there already`},
		{[]*Domain{notes(t, "office", "x", "y", "A", long), notes(t, "library", "v", "w", "B", long)}, "want at most 64 characters"},
		{[]*Domain{legal, court}, `which have templates, matters or relations over it: want another name in all but one`},
	} {
		if _, _, err := Union(tc.parts...); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("Union of %s gives the error %v, want %q", called(tc.parts, ", "), err, tc.want)
		}
	}
}
