package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

const provisionsDomain = `
name: provisions
title: {en: provisions of a law}
languages: [en]
replies:
  missing: No row matches.
  columns: A column asked for does not exist.
  arguments: The arguments are not of the tool's form.
  failed: {sum: no, subtract: no, multiply: no, divide: no, rank: no}
entities:
  - {name: reference, label: {en: provision}}
tables:
  - name: Provision
    label: {en: provisions}
    row: {en: provision}
    measure: {en: provisions}
    key: id
    columns:
      - {name: id, label: {en: id}, entity: reference}
      - {name: law, label: {en: law}, kind: text}
      - {name: version, label: {en: version}, kind: text}
      - {name: article, label: {en: article}, kind: text}
      - {name: text, label: {en: text}, kind: text}
tools:
  - name: get_provision
    kind: lookup
    table: Provision
    description: {en: the provision}
    match:
      - {columns: [id], inputs: [id]}
    returns: one
    inputs:
      - {name: id, type: string, description: {en: the id}}
    phrase: {en: "the provision {}"}
`

// Two runs over the same tables of law share them, and runs over different ones are not compared.
func TestSharedStatutes(t *testing.T) {
	say := func(end string) *recall.Statutes {
		return &recall.Statutes{
			Versions: []caselaw.VersionInterval{versionInterval("Sale Act", "Sale Act (2001)", "2001-01-01", end, "")},
			Articles: map[recall.VersionedArticle]bool{{Version: "Sale Act (2001)", Article: "Article 1"}: true},
		}
	}
	first := say("")
	for _, c := range []struct {
		name    string
		a, b    *recall.Statutes
		want    *recall.Statutes
		refused bool
	}{
		{"none", nil, nil, nil, false},
		{"of the first", first, nil, first, false},
		{"of the second", nil, first, first, false},
		{"equal", first, say(""), first, false},
		{"different", first, say("2010-01-01"), nil, true},
	} {
		if got, err := sharedStatutes(c.a, c.b); got != c.want || (err != nil) != c.refused {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// The provisions of a world are those that recited texts are compared with.
func TestStatutesOf(t *testing.T) {
	recite := &task.Task{Family: task.Recite, AnswerValues: []value.Answer{{Kind: value.Text, Text: "The carrier is liable for loss of the goods."}}}
	if s, err := statutesOf(nil, []*task.Task{{Family: task.Multihop}}); s != nil || err != nil {
		t.Errorf("no law is asked for: %v, %v, want nothing", s, err)
	}
	if s, err := statutesOf(new(corpus.Corpus), []*task.Task{recite}); err != nil || s.Provisions != nil || s.Versions != nil {
		t.Errorf("no table: %+v, %v, want no provisions and versions", s, err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"domain.yaml": provisionsDomain,
		"Provision.jsonl": `{"id":"1","law":"Carriage Act","version":"v1","article":"Article 4","text":"The carrier is liable for loss of the goods."}
{"id":"2","law":"Carriage Act","version":"v1","article":"Article 5","text":"The sender bears the cost of packing the goods."}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := domain.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := statutesOf(c, []*task.Task{recite})
	if err != nil || s.Provisions == nil || !s.Articles[recall.VersionedArticle{Version: "v1", Article: "Article 5"}] {
		t.Fatalf("%+v, %v, want an index, and article 5 of the version", s, err)
	}
	x := s.Provisions
	found := x.WithText(recite.AnswerValues[0].Text)
	if len(found) != 1 || found[0].ID != "1" || found[0].Article != "Article 4" || found[0].Version != "v1" {
		t.Fatalf("%+v, want the first row", found)
	}
	one := found[0]
	if got := x.Classify(one, "Article 5. The sender bears the cost of packing the goods.", ""); got.Class != wording.OtherNumber {
		t.Errorf("class %q, want %q", got.Class, wording.OtherNumber)
	}
}
