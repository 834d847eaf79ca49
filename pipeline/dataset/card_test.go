package dataset

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/privacy"
)

// cardOf is the card of a release.
func cardOf(t *testing.T, r *Release) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCard(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is in a card's tables is text: no markup, no link, nothing that is not seen and
// turns or hides what is.
func TestCardShowsHostileText(t *testing.T) {
	r := reviewed(t)
	r.Reviews[0].Note = "https://example.org www.example.org \u202e\u2066\x1b[2J\x00\u200b <script> [a](b) |\n# x"
	r.Tasks[0].Question = "\u202e\U000e0001\x7f"
	card := cardOf(t, r)
	for _, want := range []string{
		`https\://example.org www\.example.org \\u202e\\u2066\\x1b\[2J\\x00\\u200b &lt;script&gt; \[a\](b) \| \# x |`,
		`"question": "\u202e\udb40\udc01\u007f"`,
	} {
		if !strings.Contains(card, want) {
			t.Errorf("the card lacks %s", want)
		}
	}
	if strings.ContainsAny(card, "\u202e\u2066\x1b\x00\u200b\U000e0001\x7f") {
		t.Error("the card has characters that are not seen")
	}
	_, example, _ := strings.Cut(card, "```json\n")
	example, _, _ = strings.Cut(example, "\n```\n")
	var back struct{ Question string }
	if err := json.Unmarshal([]byte(example), &back); err != nil || back.Question != r.Tasks[0].Question {
		t.Errorf("the example asks %q, %v: want %q", back.Question, err, r.Tasks[0].Question)
	}
}

// Hugging Face's loader fails on a configuration without rows.
func TestCardNamesNoEmptyConfiguration(t *testing.T) {
	r := reviewed(t)
	has := func(config string) bool {
		header, _, _ := strings.Cut(strings.TrimPrefix(cardOf(t, r), "---\n"), "\n---\n")
		return strings.Contains(header, "\n- config_name: "+config+"\n")
	}
	table := tableConfig(r.Tables[0].Name)
	for _, config := range []string{tasksConfig, "reviews", "twins", "tools", table} {
		if !has(config) {
			t.Errorf("configuration %s is not there, and it has rows", config)
		}
	}
	r.Reviews, r.Twins, r.Tables[0].Rows = r.Reviews[:0], r.Twins[:0], 0
	for _, config := range []string{"reviews", "twins", table} {
		if has(config) {
			t.Errorf("configuration %s is there, and it has no rows", config)
		}
	}
	if card := cardOf(t, r); !strings.Contains(card, "\n| reviews | data/reviews.parquet | 0 |") {
		t.Error("the file of no reviews is not among the files")
	}
}

// section returns what stands in a card below a heading and above the next.
func section(t *testing.T, card, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(card, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("the card has no %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n### ")
	return text
}

// The card has the tables that LegalAgentBench describes its corpora and tools with, of this set.
func TestCardHasCorporaAndTools(t *testing.T) {
	r := release(t)
	card := cardOf(t, r)
	corpora := section(t, card, "### Corpora")
	for _, want := range []string{
		"| Company | companies | table | 2 | 2 | 公司名称 |",
		"| Law | articles | passages | 3 | – | – |",
		"| Company | 公司名称 (Company Name, company); a/b (元) (money in 元) |",
	} {
		if !strings.Contains(corpora, want) {
			t.Errorf("the corpora lack %s:\n%s", want, corpora)
		}
	}
	tools := section(t, card, "### Tools")
	for _, want := range []string{
		"6 tools: 4 lookups, 1 arithmetic tool, 1 system tool.",
		"| get\\_company | lookup | identifier: string; columns: columns, optional | rows of Company |",
		"A call, from task `" + ExampleTask(r.Tasks).ID + "`:",
	} {
		if !strings.Contains(tools, want) {
			t.Errorf("the tools lack %s:\n%s", want, tools)
		}
	}
	// The call is one of a task, with what it returned there.
	_, call, _ := strings.Cut(tools, "```json\n")
	call, rest, _ := strings.Cut(call, "\n```\n")
	var made struct {
		Name      string
		Arguments json.RawMessage
	}
	if err := json.Unmarshal([]byte(call), &made); err != nil {
		t.Fatal(err)
	}
	_, returned, _ := strings.Cut(rest, "```json\n")
	returned, _, _ = strings.Cut(returned, "\n```\n")
	found := false
	for _, s := range ExampleTask(r.Tasks).Steps {
		found = found || s.Tool == made.Name && sameJSON(t, s.Arguments, made.Arguments) && sameJSON(t, s.Observation, []byte(returned))
	}
	if !found {
		t.Errorf("no step calls %s with %s and returns %s", made.Name, made.Arguments, returned)
	}
	r.Tools, r.Corpora = nil, nil
	if card := cardOf(t, r); strings.Contains(card, "### Tools") || strings.Contains(card, "### Corpora") {
		t.Error("a card without tools and corpora has their tables")
	}
}

func TestCardCountsEntities(t *testing.T) {
	r := release(t)
	funnel := section(t, cardOf(t, r), "### Funnel")
	for _, want := range []string{"| 2-hop | 3 | 90 | 40 | 16 | 4 | 25.0 % | 2 |\n", "| letter | 1 | 5 | 5 | 0 | 0 | – | 0 |\n"} {
		if !strings.Contains(funnel, want) {
			t.Errorf("the funnel lacks %s:\n%s", want, funnel)
		}
	}
	if strings.Contains(funnel, "too many") {
		t.Errorf("the funnel tells of paths that were drawn, though all were looked at:\n%s", funnel)
	}
	r.Entities[0].Tree, r.Entities[0].Looked = 413_708, 51_489
	if want := "\n2-hop: of 413708 paths, too many to look at all, 51489 were drawn by the names on them.\n"; !strings.Contains(section(t, cardOf(t, r), "### Funnel"), want) {
		t.Errorf("the funnel lacks %s", want)
	}
	r.Entities = nil
	if strings.Contains(cardOf(t, r), "Possible are") {
		t.Error("a card counts entities that nobody counted")
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

func TestCardSaysWhatIsPersonal(t *testing.T) {
	found := privacy.PrivacyReport{Columns: []privacy.PersonalColumn{
		{Table: "Company", Column: "法定代表人", Kind: privacy.Name, Basis: privacy.Labelled, Cells: 5, Values: 4, Hidden: 2, Samples: []string{"张*"}},
		{Table: "Law", Kind: privacy.Mobile, Cells: 1, Values: 1, Samples: []string{"138********"}},
	}}
	masks := func(domain string) DomainMasks {
		return DomainMasks{domain, "all", map[privacy.DataKind]int{privacy.Name: 4}, []privacy.Replacement{{Table: "Company", Column: "法定代表人", Kind: privacy.Name, Masked: 5}}}
	}
	for _, test := range []struct {
		personal *PersonalData
		want     []string
		not      string
	}{
		{&PersonalData{Invented: true}, []string{"None.", "invented"}, "Looked for"},
		{&PersonalData{}, []string{"Nothing was found."}, "|"},
		{&PersonalData{Found: found}, []string{"| Company.法定代表人 | names of persons | 5 | 4 | 2 |\n", "| Law | mobile numbers | 1 | 1 | 0 |\n", "Nothing of it is masked."}, "key"},
		{&PersonalData{Found: found, Masks: []DomainMasks{masks("")}},
			[]string{"| Company.法定代表人 | names of persons | 5 | 4 | 2 | 5 |\n", "| Law | mobile numbers | 1 | 1 | 0 | 0 |\n", "Masked: 4 names of persons (asked for: all). Equal values have"}, "Nothing"},
		{&PersonalData{Found: found, Masks: []DomainMasks{masks("toy")}},
			[]string{"| Company.法定代表人 | names of persons | 5 | 4 | 2 | 5 |\n", "Masked in toy: 4 names of persons (asked for: all). Nothing of the other domains is masked. Equal values of a domain have"}, "Masked:"},
		{&PersonalData{Found: found, Masks: []DomainMasks{masks("toy"), masks("shop")}},
			[]string{"Masked in toy: 4 names of persons (asked for: all). Masked in shop: 4 names of persons (asked for: all). Equal values of a domain have"}, "Nothing"},
	} {
		r := release(t)
		r.Personal = test.personal
		if m := test.personal.Masks; m != nil && m[0].Domain != "" {
			r.Domains = []DomainCount{{Name: "toy"}, {Name: "shop"}}
		}
		text := section(t, cardOf(t, r), "### Personal data")
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: no %q in\n%s", test.personal, want, text)
			}
		}
		if strings.Contains(text, test.not) {
			t.Errorf("%+v: %q in\n%s", test.personal, test.not, text)
		}
	}
	r := release(t)
	r.Personal = nil
	if strings.Contains(cardOf(t, r), "Personal data") {
		t.Error("a card says what nobody looked for")
	}
}
