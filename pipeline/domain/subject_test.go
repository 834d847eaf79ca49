package domain_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

const reports = `  - name: search
    kind: retriever
    description: {en: Searches reports.}
    inputs: [{name: query, type: string, description: {en: what to search for}}]
    passages: Reports
passages:
  - name: Reports
    label: {en: reports}
    field: text
    subject:
      entity: report
      parts: {title: '(?m)^# (.*)$', sum: '\$([0-9]+)'}
      record: order_id
      pattern: 'O-[0-9]+'
`

// withReports declares the shop with passages, of which a text is replaced by another.
func withReports(from, to string) (*domain.Domain, error) {
	text := strings.Replace(shop, "tables:", "  - {name: report, label: {en: report}, parts: [title, sum]}\ntables:", 1)
	text = strings.Replace(text, "replies:", strings.Replace(reports, from, to, 1)+"replies:", 1)
	return domain.Load(fstest.MapFS{"domain.yaml": {Data: []byte(text)}}, ".")
}

// What is remembered of a passage is what all places say, and so is the name of its record.
func TestSubjectsOfPassages(t *testing.T) {
	d, err := withReports("", "")
	if err != nil {
		t.Fatal(err)
	}
	r := d.SubjectReader(d.Passage("Reports"))
	for _, c := range []struct {
		passage, title, record string
	}{
		{"# A loss\nof $12, $12 in all, on O-1", "A loss", "O-1"},
		{"#  A loss \nof $12 on O-1 and O-2", "A loss", ""},
		{"# A loss\nof $12 and $13 on O-1, O-1", "", "O-1"},
		{"# A loss\n# A gain\nof $12", "", ""},
		{"# \nof $12", "", ""},
		{"of $12", "", ""},
	} {
		parts, ok := r.Subject(c.passage)
		if want := []string{c.title, "12"}; ok != (c.title != "") || ok && !slices.Equal(parts, want) {
			t.Errorf("%q: remembered %q (%v), want %q", c.passage, parts, ok, want)
		}
		if name, ok := r.Record(c.passage); name != c.record || ok != (name != "") {
			t.Errorf("%q: record %q (%v), want %q", c.passage, name, ok, c.record)
		}
	}
	if d.SubjectReader(&domain.Passages{Name: "Other"}) != nil {
		t.Error("passages without a subject have a reader")
	}
}

func TestFaultySubjects(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"entity: report", "entity: rumour", `unknown entity "rumour"`},
		{"sum: '\\$([0-9]+)'", "price: '\\$([0-9]+)'", "2 parts are remembered: want one for each part of report"},
		{"sum: '\\$([0-9]+)'", "sum: '\\$[0-9]+'", "has no group: want a group around what is remembered"},
		{"record: order_id", "record: report", "report has parts: want an entity of a single name"},
		{"pattern: 'O-[0-9]+'", "pattern: '('", "want a regular expression"},
	} {
		if _, err := withReports(c.from, c.to); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
}
