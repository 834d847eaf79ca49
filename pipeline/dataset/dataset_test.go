package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/privacy"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// golden compares with a file of testdata, or writes it with UPDATE=1.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	goldentest.Compare(t, path, got)
}

func TestGoldens(t *testing.T) {
	r := release(t)
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	files := []ReleaseFile{
		{Name: TasksFile, Size: 4321, Digest: digest.Bytes([]byte("tasks"))},
		{Name: CardFile, Size: 123, Digest: digest.Bytes([]byte("card"))},
		{Name: ChecksFile, Size: 45, Digest: digest.Bytes([]byte("checks"))},
		{Name: InspectFile, Size: 6, Digest: digest.Bytes([]byte("python"))},
		{Name: SamplesFile, Size: 7, Digest: digest.Bytes([]byte("samples"))},
	}
	full := reviewed(t)
	if err := full.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(io.Writer) error{
		"card.md":        func(w io.Writer) error { return WriteCard(w, r) },
		"checks.json":    func(w io.Writer) error { return WriteChecks(w, r) },
		"croissant.json": func(w io.Writer) error { return WriteCroissant(w, r, files) },

		"card-reviewed.md":          func(w io.Writer) error { return WriteCard(w, full) },
		"croissant-reviewed.json":   func(w io.Writer) error { return WriteCroissant(w, full, files) },
		"tools.json":                func(w io.Writer) error { return WriteFunctions(w, r) },
		"questions.jsonl":           func(w io.Writer) error { return WriteQuestions(w, r) },
		"possible_answer.jsonl":     func(w io.Writer) error { return WriteGroundTruth(w, r) },
		"multi_turn_func_doc.jsonl": func(w io.Writer) error { return WriteDocs(w, r) },
		"samples.jsonl":             func(w io.Writer) error { return WriteSamples(w, r) },
		"SHA256SUMS":                func(w io.Writer) error { return WriteSums(w, files) },
	} {
		var b, again bytes.Buffer
		if err := errors.Join(write(&b), write(&again)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("%s is other bytes the second time", name)
		}
		golden(t, name, b.Bytes())
	}
}

func TestChecksHaveNoNull(t *testing.T) {
	r := release(t)
	r.Dropped = nil
	bare := *r.Tasks[0]
	bare.Checks = nil
	r.Tasks = []*task.Task{&bare}
	var b strings.Builder
	if err := WriteChecks(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "null") {
		t.Errorf("checks of a release that dropped nothing:\n%s\nwant empty lists for null", b.String())
	}
}

// Whatever stands in a table, the card keeps its shape: a header that ends once,
// tables of even width, fences that close, and no HTML.
func TestCardIsNotForged(t *testing.T) {
	hostile := "a|b\n---\n```\n<script>alert(1)</script> & <!-- [x](http://y) ![z](w) **b** `c` $d$ ~~e~~\n# f"
	r := reviewed(t)
	r.Title, r.Source, r.Domain, r.Version, r.License = hostile, hostile, hostile, hostile, hostile
	r.Funnels[0].Stage = hostile
	r.Funnels[0].Dropped = map[string]int{hostile: 20}
	r.Checks[0] = task.CheckSummary{Name: hostile, Doc: hostile}
	first := *r.Tasks[0]
	first.Type, first.Question, first.Answer, first.KeyAnswer, first.Rewriter = hostile, hostile, hostile, []string{hostile}, hostile
	r.Tasks[0] = &first
	second := *r.Tasks[1]
	second.ID, second.Review = hostile, task.Review{Status: "rejected", Reason: task.ReviewReason(hostile)}
	r.Tasks[1] = &second
	r.Tables = []TableDescription{{Name: hostile, Doc: hostile, Key: hostile, Columns: []ColumnDescription{{hostile, hostile, hostile}}}}
	r.Corpora = r.Tables
	r.Entities[0].Of = hostile
	r.Tools[0].Output, r.Tools[0].Inputs = hostile, []ToolArgument{{hostile, hostile, true}}
	r.Personal = &PersonalData{
		Masks: []DomainMasks{{Domain: hostile, Mask: hostile, Values: map[privacy.DataKind]int{privacy.Name: 1}}},
		Found: privacy.PrivacyReport{Columns: []privacy.PersonalColumn{{Table: hostile, Column: hostile, Kind: privacy.Name, Samples: []string{hostile}}}},
	}
	for i := range r.Reviews {
		v := &r.Reviews[i]
		v.Task, v.Original, v.By, v.Role, v.Reason, v.Note, v.At = r.Tasks[i%3].ID, hostile, hostile, review.ReviewerRole(hostile), task.ReviewReason(hostile), hostile, hostile
	}
	r.ReviewReport.Types[0].Type = hostile
	r.ReviewReport.Rejects = []review.ReasonCount{{Reason: task.ReviewReason(hostile), Count: 1}}
	r.ReviewReport.Edits.Reasons = []review.ReasonCount{{Reason: task.ReviewReason(hostile), Count: 2}}
	r.Coverage[0].Name, r.Baselines[1].Agent = hostile, hostile
	var b bytes.Buffer
	if err := WriteCard(&b, r); err != nil {
		t.Fatal(err)
	}
	header, body, ok := strings.Cut(strings.TrimPrefix(b.String(), "---\n"), "\n---\n")
	if !ok || strings.Contains(body, "\n---\n") || strings.Contains(header, "\n#") {
		t.Errorf("the header is not what ends at the first mark:\n%s", header)
	}
	fenced := false
	width := 0
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		if plain := quoted.ReplaceAllString(line, ""); strings.ContainsAny(plain, "<*[") || strings.Contains(plain, "](") {
			t.Errorf("markup of a table in the card: %q", line)
		}
		bars := strings.Count(line, "|") - strings.Count(line, `\|`)
		switch {
		case !strings.HasPrefix(line, "|"):
			width = 0
		case width == 0:
			width = bars
		case bars != width:
			t.Errorf("a table row of %d bars among rows of %d: %q", bars, width, line)
		}
	}
	if fenced {
		t.Error("a fence is left open")
	}
}

// quoted is what Markdown shows as it is: escaped characters, code, and the
// emphasis of the card's own text.
var quoted = regexp.MustCompile("\\\\.|`[^`]*`|\\*(Paper|Strict)\\*")

func TestEscape(t *testing.T) {
	tests := []struct{ text, want string }{
		{"3-hop", "3-hop"},
		{"a|b", `a\|b`},
		{"a\\|b", `a\\\|b`},
		{"a\n b", "a b"},
		{`<b>&"`, `&lt;b&gt;&amp;"`},
		{"key_answer", `key\_answer`},
		{"`x`", "\\`x\\`"},
	}
	for _, tt := range tests {
		if got := escape(tt.text); got != tt.want {
			t.Errorf("escape(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestStatistics(t *testing.T) {
	tasks := []*task.Task{
		{Type: "writing", Question: "写", Answer: "好", KeyAnswer: []string{"一"}},
		{Type: "10-hop", Question: "十", Answer: "a", KeyAnswer: []string{"b", "cd"}, KeyMiddle: []string{"efg"}},
		{Type: "2-hop", Question: "二二", Answer: "二", KeyAnswer: []string{"二"}},
		{Type: "2-hop", Question: "两两两", Answer: "", KeyAnswer: []string{"二三"}, KeyMiddle: []string{"一"}},
	}
	want := []Statistic{
		{"2-hop", 2, 5, 1, 2, 1, 3, 1},
		{"10-hop", 1, 1, 1, 2, 1, 3, 3},
		{"writing", 1, 1, 1, 1, 0, 1, 0},
		{"ALL", 4, 7, 3, 5, 2, 7, 4},
	}
	if diff := cmp.Diff(want, Statistics(tasks)); diff != "" {
		t.Errorf("Statistics (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		sum, n int
		want   string
	}{{5, 2, "2.50"}, {1, 3, "0.33"}, {0, 0, "–"}} {
		if got := mean(tt.sum, tt.n); got != tt.want {
			t.Errorf("mean(%d, %d) = %q, want %q", tt.sum, tt.n, got, tt.want)
		}
	}
}

func TestLicense(t *testing.T) {
	for identifier, want := range map[string]string{"MIT": "https://spdx.org/licenses/MIT", "MIT OR Apache-2.0": "MIT OR Apache-2.0", "other": "other"} {
		if got := licenseURL(identifier); got != want {
			t.Errorf("license(%q) = %q, want %q", identifier, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int]string{
		1: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 10_000: "10K<n<100K", 100_000: "100K<n<1M", 1_000_000: "n>1M",
	} {
		if got := sizeCategory(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		edit func(*Release)
		want string
	}{
		{"title", func(r *Release) { r.Title = " " }, "no title"},
		{"license", func(r *Release) { r.License = "" }, "no license"},
		{"license", func(r *Release) { r.License = "mit\nevil: true" }, "stands on one line"},
		{"license", func(r *Release) { r.License = "my own" }, `"my" is no SPDX identifier`},
		{"tasks", func(r *Release) { r.Tasks = nil }, "no task"},
		{"ids", func(r *Release) { r.Tasks[1].ID = r.Tasks[0].ID }, "occurs twice"},
		{"verdicts", func(r *Release) { r.Tasks[1].Checks[0].Verdict = task.Fail }, "has not passed check executed"},
		{"tools", func(r *Release) { r.Tools[0].Name = "a b" }, "want a name of 1 to 64"},
		{"functions", func(r *Release) { r.Tools[0].Functions = nil }, "no function definition"},
		{"tables", func(r *Release) { r.Tables[0].Name = "a/b" }, "holds '/'"},
		{"funnel", func(r *Release) { r.Funnels[0].Out++ }, "stage ground: funnel: 30 in, but 11 out + 20 dropped + 0 failed"},
	}
	for _, tt := range tests {
		r := release(t)
		tt.edit(r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Validate with other %s = %v, want %q", tt.name, err, tt.want)
		}
	}
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWritersReportAFullDisk(t *testing.T) {
	r := release(t)
	for name, err := range map[string]error{
		"WriteCard":        WriteCard(full{}, r),
		"WriteChecks":      WriteChecks(full{}, r),
		"WriteCroissant":   WriteCroissant(full{}, r, nil),
		"WriteTools":       WriteTools(full{}, r.Tools),
		"WriteReviews":     WriteReviews(full{}, []review.PublishedDecision{{}}),
		"WriteFunctions":   WriteFunctions(full{}, r),
		"WriteQuestions":   WriteQuestions(full{}, r),
		"WriteGroundTruth": WriteGroundTruth(full{}, r),
		"WriteDocs":        WriteDocs(full{}, r),
		"WriteSamples":     WriteSamples(full{}, r),
		"WriteInspect":     WriteInspect(full{}),
		"WriteSums":        WriteSums(full{}, []ReleaseFile{{Name: "a"}}),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk = %v, want %v", name, err, errFull)
		}
	}
}

func TestColumns(t *testing.T) {
	cs, err := columns()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range cs {
		got[c.name] = fmt.Sprint(c.list, c.json)
	}
	want := map[string]string{}
	for _, name := range task.Columns() {
		want[name] = "false false"
	}
	for _, name := range []string{"key_answer", "key_middle"} {
		want[name] = "true false"
	}
	for _, name := range []string{"answer_values", "middle_values", "plan", "derivation", "choices", "given", "steps", "entities", "bystander", "structure", "checks", "review", "provenance", "twin"} {
		want[name] = "false true"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns that are lists and JSON (-want +got):\n%s", diff)
	}
}
