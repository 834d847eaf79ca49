package domain_test

import (
	"strings"
	"testing"
	"testing/fstest"

	. "github.com/taskgrove/taskgrove/pipeline/domain"
)

func TestPutTogether(t *testing.T) {
	for want, texts := range map[string][]string{
		"Ana Silva":      {"Ana", "Silva"},
		"王伟":             {"王", "伟"},
		"Ana Maria Lima": {"Ana", "Maria", "Lima"},
		"":               {"Ana", ""},
	} {
		if got := PutTogether(texts); got != want {
			t.Errorf("%q are put together as %q, want %q", texts, got, want)
		}
	}
}

func TestPartsOfColumns(t *testing.T) {
	for columns, want := range map[string]string{
		"{name: whole, label: {en: whole}, kind: text, parts: [id, first]}":                      "",
		"{name: whole, label: {en: whole}, kind: number, parts: [id, first]}":                    "is put together of others: want a column of single texts",
		"{name: whole, label: {en: whole}, kind: text, parts: [first, last]}":                    `cannot be put together of "last": want columns of the source`,
		"{name: whole, label: {en: whole}, kind: text, parts: [whole, first]}":                   `cannot be put together of "whole": want columns of the source`,
		"{name: whole, label: {en: whole}, kind: text, separators: [\",\"], parts: [id, first]}": "is put together of others: want a column of single texts",
		"{name: whole, label: {en: whole}, kind: text, parts: [first]}":                          "parts is empty",
	} {
		_, err := Load(fstest.MapFS{"d/domain.yaml": {Data: []byte(`
name: d
title: {en: people}
languages: [en]
entities: [{name: person, label: {en: person}}]
tables:
  - name: People
    label: {en: people}
    row: {en: person}
    measure: {en: people}
    key: id
    columns:
      - {name: id, label: {en: number}, entity: person}
      - {name: first, label: {en: first name}, kind: text}
      - ` + columns + `
tools:
  - {name: finish, kind: finish, description: {en: Ends.}, inputs: [{name: answer, type: string, description: {en: the answer}}]}
replies: {missing: none, columns: none, arguments: none, failed: {}}
`)}}, "d")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", columns, err, want)
		}
	}
}
