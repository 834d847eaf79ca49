package exchange

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// hostile are texts that readers and writers of files like to spoil.
func hostile() []string {
	return []string{
		"=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋", "－", "＠", "\tx", "\rx", "\nx", "'", "''=x", "'quoted'", `"`, `""`, `a"b`,
		",", ";", "a,b\r\nc\nd\re", "\r\n", " ", "  lead and trail  ", "<script>alert(1)</script>", "&amp; &lt;", "]]>", "{{x}}", "$question",
		"\u202egnp.exe", "\u2066x\u2069", "\ufeff", "\u2028", "\u0000", "\x1b[31m", "e\u0301", "𝔘𝔫𝔦", "null", "NaN", "1e5", "0012", "sep=;", "\\", "\\n", "案号（2020）", "`x`", "${x}",
	}
}

func anyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.ToValidUTF8(rapid.OneOf(rapid.SampledFrom(hostile()), rapid.String()).Draw(t, "text"), "?")
	})
}

// decisions draws valid decisions of every kind.
func decisions(t *rapid.T) []*review.Decision {
	var list []*review.Decision
	for i := range rapid.IntRange(0, 6).Draw(t, "decisions") {
		d := &review.Decision{
			ID: identifier(digest.Of("test", fmt.Sprint(i))), At: time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).UTC(),
			By: rapid.SampledFrom([]string{"ada", "=bo", "'cy", "－丁"}).Draw(t, "by"), Role: rapid.SampledFrom([]review.ReviewerRole{review.Annotator, review.Senior, review.Owner}).Draw(t, "role"),
			Kind:    rapid.SampledFrom([]review.DecisionKind{review.Approve, review.Reject, review.Doubt, review.Comment, review.Edit, review.Return, review.Try, review.Withdraw, review.Guideline}).Draw(t, "kind"),
			Note:    anyText().Draw(t, "note"),
			Seconds: rapid.Float64Range(0, 1e6).Draw(t, "seconds"),
		}
		if d.Kind != review.Guideline {
			d.Task, d.Shown = "0123456789ab", digest.Of("shown")
		}
		switch d.Kind {
		case review.Try, review.Withdraw, review.Guideline:
		default:
			d.Source = strings.ToValidUTF8(rapid.SampledFrom(append(hostile(), "")).Draw(t, "source"), "?")
		}
		switch d.Kind {
		case review.Reject:
			d.Reason = rapid.SampledFrom(review.Reasons()).Draw(t, "reason")
		case review.Comment, review.Guideline:
			d.Note += "."
			d.Answers = nil
			if d.Kind == review.Guideline {
				d.Guideline = digest.Of("guideline")
				d.Answers = rapid.SampledFrom([][]string{nil, {d.ID}, {d.ID, d.ID}}).Draw(t, "answers")
			}
		case review.Edit:
			question := anyText().Draw(t, "question") + "?"
			d.Change = &review.TaskChange{Question: &question, Shown: digest.Of("changed")}
			if rapid.Bool().Draw(t, "more") {
				d.Change.KeyAnswer, d.Change.KeyMiddle, d.Change.Broken = []string{anyText().Draw(t, "key") + "."}, []string{}, []string{"unique"}
				d.Change.Aliases = [][]string{{}, {"<b>"}}
			}
		case review.Try:
			d.Attempt = &review.BlindAnswer{Answer: anyText().Draw(t, "answer"), Calls: 2, Rate: .25}
		case review.Withdraw:
			d.Withdraws = d.ID
		}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

// read returns the decisions of entries, which have to be whole.
func read(i *ImportedFile) []*review.Decision {
	var list []*review.Decision
	for _, e := range i.Entries {
		list = append(list, e.Decision)
	}
	return list
}

func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := decisions(t)
		var b bytes.Buffer
		if err := WriteCSV(&b, want); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		i, err := ReadCSV(&b, "x.csv", ImportOptions{})
		if err != nil {
			t.Fatalf("%v\n%q", err, text)
		}
		if diff := cmp.Diff(want, read(i)); diff != "" || i.Passed != 0 {
			t.Fatalf("read %d passed over (-written +read):\n%s\n%q", i.Passed, diff, text)
		}
	})
}

// No cell begins with what a spreadsheet takes for a formula, and another reader of CSV
// finds the same cells but for the ends of lines, which it makes alike.
func TestCSVIsSafeAndStandard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := decisions(t)
		var b bytes.Buffer
		if err := WriteCSV(&b, want); err != nil {
			t.Fatal(err)
		}
		text, ok := strings.CutPrefix(b.String(), byteOrderMark)
		if !ok || strings.Count(strings.Join(strings.Split(text, "\""), ""), "\r\n") < len(want)+1 {
			t.Fatalf("no byteOrderMark or no ends of lines: %q", text)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != len(want)+1 || !slices.Equal(rows[0], columns()) {
			t.Fatalf("%d rows, header %q", len(rows), rows[0])
		}
		for i, row := range rows[1:] {
			for _, cell := range row {
				if cell != "" && strings.ContainsRune("=+-@＝＋－＠\t\r\n", []rune(cell)[0]) {
					t.Fatalf("cell %q", cell)
				}
			}
			note := strings.TrimPrefix(row[8], "'")
			if want := strings.ReplaceAll(want[i].Note, "\r\n", "\n"); note != want && !strings.Contains(want, "\r") {
				t.Fatalf("note %q, want %q", note, want)
			}
		}
	})
}

func TestCSVFaults(t *testing.T) {
	head := "id,at,by,role,task,shown,kind,reason,note,seconds\n"
	shown := string(digest.Of("s"))
	tests := []struct{ name, text, want string }{
		{"no header", "", "x.csv:1: header row: EOF"},
		{"no column", "by,kind\n", `x.csv:1: no column "task"`},
		{"a column twice", "by,kind,task,shown,kind\n", `column "kind" appears twice`},
		{"cells", head + "a,b\n", "x.csv:2: 2 cells: want 10"},
		{"a quote that does not end", head + "\"a\n\n", "x.csv:2: a cell without its closing quote"},
		{"text after a quote", head + "\"a\"b,\n", "x.csv:2: text after the closing quote"},
		{"a quote inside", head + "a\"b,\n", "x.csv:2: a quote or a carriage return"},
		{"not UTF-8", head + "\xb2\xe2", "x.csv:2: not UTF-8"}, // as Excel saves it in China
		{"a bad number", head + ",,ada,,t," + shown + ",approve,,,x\n", `x.csv:2: seconds "x"`},
		{"a bad time", head + ",tomorrow,ada,,t," + shown + ",approve,,,\n", `x.csv:2: time "tomorrow"`},
		{"a bad kind", head + ",,ada,,t," + shown + ",perhaps,,,\n", `x.csv:2: decision "perhaps": want "approve"`},
		{"nobody", head + ",,,,t," + shown + ",approve,,,\n", "x.csv:2: no reviewer"},
		{"a bad reason", head + ",,ada,,t," + shown + ",reject,ugly,,\n", `x.csv:2: reason "ugly"`},
		{"a bad digest", head + ",,ada,,t,1,approve,,,\n", "x.csv:2: shown"},
		{"an unknown property", "id,by,task,shown,kind,change\n0123456789abcdef,ada,t," + shown + ",edit,\"{\"\"x\"\":1}\"\n", `x.csv:2: change: json: unknown field "x"`},
		{"all at once", head + "\n\"\n\",,ada,,t,1,approve,,,\n,,ada,,,,reject,,,\n", "x.csv:5: task"},
	}
	for _, test := range tests {
		i, err := ReadCSV(strings.NewReader(test.text), "x.csv", ImportOptions{Now: time.Unix(1, 0)})
		if err == nil || i != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// handed is a task with a text in every field.
func handed(text string) HandedTask {
	return HandedTask{ID: "0123456789ab", Task: &task.Task{
		ID: "0123456789ab", Type: "1-hop", Language: "zh", Draft: text + "?", Question: text, Answer: text, KeyAnswer: []string{text},
		Plan: &plan.Program{}, Steps: []plan.Step{{Node: "r1", Op: "call", Tool: "get", Arguments: []byte(`{"x":1}`), Observation: []byte(`"` + strings.Repeat("很", 5000) + `"`), Selected: []string{text}}},
	}}
}

func TestSheet(t *testing.T) {
	for _, text := range hostile() {
		h := handed(text)
		var b bytes.Buffer
		if err := WriteSheet(&b, []HandedTask{h}); err != nil {
			t.Fatal(err)
		}
		sheet := b.String()
		if i, err := ReadCSV(&b, "sheet.csv", ImportOptions{}); err != nil || len(i.Entries) != 0 || i.Passed != 1 {
			t.Fatalf("an empty sheet has %+v, %v", i, err)
		}
		s := newScanner(strings.TrimPrefix(sheet, byteOrderMark))
		s.record()
		cells, err := s.record()
		if err != nil || strings.TrimPrefix(cells[3], "'") != text {
			t.Fatalf("question %q, %v, want %q", cells, err, text)
		}
		cells[8], cells[9], cells[10], cells[11], cells[12], cells[13] = " ada ", "Reject", "Trivial ", escapeFormula("=note"), escapeFormula("=edited"), escapeFormula("=gazette")
		// As a spreadsheet saves it where the comma is the decimal point.
		filled := strings.Split(strings.TrimPrefix(sheet, byteOrderMark), "\r\n")[0]
		filled = strings.ReplaceAll(filled, ",", ";") + "\n"
		for i, cell := range cells {
			if i > 0 {
				filled += ";"
			}
			filled += `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		now := time.Date(2026, 1, 2, 3, 4, 5, 6789, time.UTC)
		i, err := ReadCSV(strings.NewReader(filled), "sheet.csv", ImportOptions{Now: now, Names: map[string]string{"ada": "Ada"}})
		if err != nil {
			t.Fatalf("%v\n%q", err, filled)
		}
		if len(i.Entries) != 2 {
			t.Fatalf("%d entries, want an edit and a vote: %+v", len(i.Entries), i)
		}
		edit, vote := i.Entries[0].Decision, i.Entries[1].Decision
		if edit.Source != "" || vote.Source != "=gazette" {
			t.Errorf("sources %q and %q: want that of the vote alone", edit.Source, vote.Source)
		}
		if edit.Kind != review.Edit || *edit.Change.Question != "=edited" || edit.By != "Ada" || edit.Shown != review.Shown(h.Task) || i.Entries[1].Of != edit {
			t.Fatalf("edit %+v", edit)
		}
		if vote.Kind != review.Reject || vote.Reason != review.Trivial || vote.Note != "=note" || !vote.At.Equal(now.Truncate(time.Millisecond)) {
			t.Fatalf("vote %+v", vote)
		}
	}
}

func TestComplete(t *testing.T) {
	question := "Other?"
	base := digest.Of("base")
	made := func(by string, of *review.Decision) []ImportedDecision {
		edit := &review.Decision{ID: by + " edits", By: by, Kind: review.Edit, Shown: base, Change: &review.TaskChange{Question: &question}}
		return []ImportedDecision{{Decision: edit, At: by}, {Decision: &review.Decision{ID: by + " approves", By: by, Kind: review.Approve, Shown: base}, Of: edit, At: by}}
	}
	whole := &review.Decision{ID: "whole", Kind: review.Edit, Shown: base, Change: &review.TaskChange{Question: &question, Shown: digest.Of("elsewhere")}}
	entries := slices.Concat(made("ada", nil), made("bo", nil), made("cy", nil), []ImportedDecision{{Decision: whole}})
	kept, left, err := Complete(entries, func(edit *review.Decision) (digest.Digest, []string, string, error) {
		switch edit.By {
		case "ada":
			return digest.Of("changed"), []string{"unique"}, "", nil
		case "bo":
			return "", nil, "stale", nil
		}
		return base, nil, "", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, d := range kept {
		ids = append(ids, d.ID)
	}
	if diff := cmp.Diff([]string{"ada edits", "ada approves", "whole"}, ids); diff != "" {
		t.Fatal(diff)
	}
	if c := kept[0].Change; c.Shown != digest.Of("changed") || !slices.Equal(c.Broken, []string{"unique"}) || kept[1].Shown != c.Shown || whole.Change.Shown != digest.Of("elsewhere") {
		t.Errorf("edit %+v, vote %+v", c, kept[1])
	}
	if len(left) != 4 || left[0] != (RejectedEntry{"bo", "stale"}) || left[2].Why != "the edit changes nothing" {
		t.Errorf("left %+v", left)
	}
	if _, _, err := Complete(made("x", nil), func(*review.Decision) (digest.Digest, []string, string, error) {
		return "", nil, "", io.ErrUnexpectedEOF
	}); err == nil {
		t.Error("an error of revise is lost")
	}
}
