package exam

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The fields of LegalBench.PT as published: 31 in five groups.
func TestShippedTaxonomy(t *testing.T) {
	counts := map[string]int{}
	for _, g := range ShippedTaxonomy().Groups() {
		for _, f := range g.Fields {
			if !f.Further {
				counts[g.Name]++
			}
			if f.English == "" || f.Chinese == "" {
				t.Errorf("%s: want an English and a Chinese name", f.Name)
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"Public": 13, "Private": 15, "Public-Private": 1, "Public Int.": 1, "UE": 1}, counts); diff != "" {
		t.Errorf("fields by group (-want +got):\n%s", diff)
	}
}

func TestField(t *testing.T) {
	for _, tt := range []struct{ area, language, field, group string }{
		{"ETHICS", "pt", "Ética Profissional", ""},
		{"CRIMINAL-PROCEDURE", "pt", "Direito Processual Penal", "Public"},
		{"direito_do_trabalho", "pt", "Direito do Trabalho", "Private"},
		{"Direito Empresarial", "pt", "Direito Comercial", "Private"},
		{"ｌａｂｏｕｒ", "en", "Labour Law", "Private"},
		{"劳动法", "zh", "劳动法", "Private"},
		{"Law of Obligations", "zh", "债法", "Private"},
		{"PHILOSHOPY ", "pt", "Filosofia do Direito", ""},
		{"astrology", "pt", "", ""},
		{"", "pt", "", ""},
		{"Direito", "pt", "", ""},
	} {
		field, group, found := ShippedTaxonomy().Field(tt.area, tt.language)
		if field != tt.field || group != tt.group || found != (tt.field != "") {
			t.Errorf("Field(%q, %s) = %q, %q, %v, want %q, %q", tt.area, tt.language, field, group, found, tt.field, tt.group)
		}
	}
}

func TestReadTaxonomy(t *testing.T) {
	for text, want := range map[string]string{
		"groups: 1": "t.yaml: yaml: unmarshal errors", "": "t.yaml: EOF: want groups", "groups: []": "t.yaml: no field: want groups",
		"groups: [{name: g, fields: [{areas: [a]}]}]":                                         `t.yaml: field 1 of group "g" has no name: want one`,
		"groups: [{name: g, fields: [{name: x, areas: [a]}, {name: y, areas: [Direito A]}]}]": `t.yaml: area "Direito A" is of x and of y: want it in one field`,
		"groups: [{name: g, fields: [{name: x, words: [a]}]}]":                                "field words not found",
	} {
		if _, err := ReadTaxonomy("t.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A taxonomy puts the same questions into other fields, and tells what it does not know.
func TestClassify(t *testing.T) {
	c := written(t, map[string]string{"a.jsonl": `{"id":"1","area":"civil","question":"q","answer":"a"}
{"id":"2","area":"penal","question":"q","options":["a","b"],"key":"A"}
{"id":"3","area":"penal","question":"q","options":["a","b"],"key":"A"}
{"id":"4","question":"q","options":["a","b"],"key":"A"}`})
	own, err := ReadTaxonomy("t.yaml", []byte("groups: [{name: g, fields: [{name: x, areas: [civil]}]}]"))
	if err != nil {
		t.Fatal(err)
	}
	c.Classify(own)
	wantFaults(t, c, "a.jsonl:2: unknown-area", "a.jsonl:4: empty-area")
	if diff := cmp.Diff(map[string]int{"x": 1, "penal": 2, "": 1}, c.FieldCounts()); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if e, q := c.Essays[0], c.Questions[0]; e.Group != "g" || q.Group != "" {
		t.Errorf("groups %q and %q: want g and none", e.Group, q.Group)
	}
}
