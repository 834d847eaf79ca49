package task

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// texts draws text as tables hold it: long, of any script, with every character
// a file format may stumble over.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{"", "-", "（2019）沪0104执1779号", "a\x00b", "<b>&\u2028", "𠮷野家\n\t\"\\"}),
		rapid.Map(rapid.IntRange(1, 5000), func(n int) string { return strings.Repeat("上海家化联合股份有限公司", n) }),
	)
}

// lists draws lists, nil and empty among them.
func lists[T any](g *rapid.Generator[T]) *rapid.Generator[[]T] {
	return rapid.OneOf(rapid.Just([]T(nil)), rapid.SliceOfN(g, 0, 3))
}

func tasks() *rapid.Generator[*Task] {
	return rapid.Custom(func(t *rapid.T) *Task {
		text := func(label string) string { return texts().Draw(t, label) }
		agreement := rapid.Float64Range(0, 1).Draw(t, "agreement")
		return &Task{
			ID: text("id"), Family: text("family"), Type: text("type"), Language: text("language"),
			Draft: text("draft"), Question: text("question"), Answer: text("answer"),
			KeyAnswer: lists(texts()).Draw(t, "key_answer"),
			KeyMiddle: lists(texts()).Draw(t, "key_middle"),
			AnswerValues: lists(rapid.Map(texts(), func(s string) value.Answer {
				kinds := []quantity.Dimension{"", quantity.Count, quantity.Money, quantity.Percent, quantity.Times, quantity.Rank, quantity.Duration, quantity.Measure, quantity.Number}
				return value.Answer{Kind: value.Number, Text: s, Number: "1.5", Unit: "万元", Quantity: kinds[len(s)%len(kinds)], Aliases: []string{s}}
			})).Draw(t, "answer_values"),
			Path: text("path"),
			Plan: &plan.Program{
				Nodes: []plan.Node{
					{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{text("start")}}},
					{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "get_company"}},
					{Name: "r3", From: []string{"r2"}, Do: &plan.Project{Columns: []string{text("column")}}},
				},
				Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleText}}},
			},
			Steps: lists(rapid.Map(texts(), func(s string) plan.Step {
				b, err := jsonLine(map[string]any{"公司名称": s})
				if err != nil {
					panic(err)
				}
				return plan.Step{Node: "r2", Op: "call", Tool: "get_company", Arguments: json.RawMessage(`{}`), Observation: json.RawMessage(b), Rows: 1}
			})).Draw(t, "steps"),
			Given:     lists(rapid.Map(texts(), func(s string) draft.GivenText { return draft.GivenText{Name: "complaint", Text: s} })).Draw(t, "given"),
			Entities:  lists(rapid.Map(texts(), func(s string) Entity { return Entity{"company", []string{s}} })).Draw(t, "entities"),
			Bystander: rapid.OneOf(rapid.Just((*Entity)(nil)), rapid.Map(texts(), func(s string) *Entity { return &Entity{"company", []string{s}} })).Draw(t, "bystander"),
			Derivation: rapid.OneOf(rapid.Just((*Derivation)(nil)), rapid.Map(texts(), func(s string) *Derivation {
				return &Derivation{Source: s, Rule: "negate", Quotes: []Quote{{Source: s, First: 1, End: 2, Text: s}}, Draws: []int{1}}
			})).Draw(t, "derivation"),
			Choices:    rapid.OneOf(rapid.Just((*Choices)(nil)), rapid.Map(texts(), func(s string) *Choices { return &Choices{Options: []string{s, "b"}, Key: []int{1}} })).Draw(t, "choices"),
			Structure:  plan.Structure{Hops: 1, Fanout: 1, Operators: []plan.Operator{}},
			Checks:     lists(rapid.Map(texts(), func(s string) CheckResult { return CheckResult{"executed", Pass, s} })).Draw(t, "checks"),
			Solution:   text("solution"),
			Rewriter:   text("rewriter"),
			Review:     Review{Status: Unreviewed, Agreement: &agreement},
			Provenance: Provenance{Domain: text("domain"), Seed: rapid.Uint64().Draw(t, "seed"), Versions: map[string]int{"sample": 1}},
			Twin: rapid.OneOf(rapid.Just((*Twin)(nil)), rapid.Map(texts(), func(s string) *Twin {
				return &Twin{Of: s, Table: "Case", Key: s, Row: 7, Answers: []value.Answer{{Kind: value.Text, Text: s}, {Kind: value.Number, Text: "2.14", Number: "2.14", Unit: "倍", Quantity: quantity.Times}}}
			})).Draw(t, "twin"),
		}
	})
}

func TestParquetRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := lists(tasks()).Draw(t, "tasks")
		var b bytes.Buffer
		if err := WriteParquet(&b, want); err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := WriteParquet(&again, want); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatalf("WriteParquet gives other bytes the second time (%v)", err)
		}
		got, err := ReadParquet(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = []*Task{}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("Parquet round trip (-want +got):\n%s", diff)
		}
	})
}

func TestParquetManyRowGroups(t *testing.T) {
	var want []*Task
	for i := range 2*rowsPerGroup + 1 {
		want = append(want, &Task{ID: strings.Repeat("a", i%50), KeyAnswer: []string{}})
	}
	b, f := open(t, want)
	if n := len(f.RowGroups()); n != 3 {
		t.Errorf("%d rows make %d row groups, want 3", len(want), n)
	}
	got, err := ReadParquet(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("round trip (-want +got):\n%s", diff)
	}
}

func TestParquetSchema(t *testing.T) {
	b, f := open(t, []*Task{{ID: "a", KeyAnswer: []string{"b"}}})
	var names []string
	for _, c := range f.Schema().Fields() {
		names = append(names, c.Name())
		isList := c.Type().LogicalType() != nil && c.Type().LogicalType().String() == "LIST"
		if want := strings.HasPrefix(c.Name(), "key_"); isList != want {
			t.Errorf("column %q is a list: %v, want %v", c.Name(), isList, want)
		}
	}
	// The struct's JSON names in order are the contract with every other format.
	line, err := json.Marshal(Task{Given: []draft.GivenText{{}}, MiddleValues: []value.Answer{{}}, Solution: "s", Plan: &plan.Program{}, Derivation: &Derivation{}, Choices: &Choices{}, Bystander: &Entity{}, Twin: &Twin{}})
	if err != nil {
		t.Fatal(err)
	}
	var fields []string
	d := json.NewDecoder(bytes.NewReader(line))
	for depth := 0; ; {
		tok, err := d.Token()
		if err != nil {
			break
		}
		switch v := tok.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if depth == 1 && (len(fields) == 0 || slices.Contains(Columns(), v)) {
				fields = append(fields, v)
			}
		}
	}
	if diff := cmp.Diff(Columns(), names); diff != "" {
		t.Errorf("columns of the file (-Columns +file):\n%s", diff)
	}
	if diff := cmp.Diff(fields, names); diff != "" {
		t.Errorf("columns of the file (-JSON fields +file):\n%s", diff)
	}
	if bytes.Contains(b, []byte("parquet-go")) {
		t.Error("the file names the library that wrote it: another version would give other bytes")
	}
}

func open(t *testing.T, tasks []*Task) ([]byte, *parquet.File) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteParquet(&b, tasks); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), f
}

func TestWriteParquetRefuses(t *testing.T) {
	var b bytes.Buffer
	err := WriteParquet(&b, []*Task{
		{ID: "good"},
		{ID: "long", KeyMiddle: []string{strings.Repeat("长", MaxRowBytes/3), "more"}},
		{ID: "bytes", Answer: "\xff"},
	})
	if err == nil || b.Len() != 0 {
		t.Fatalf("WriteParquet = %v after %d bytes, want an error and nothing written", err, b.Len())
	}
	for _, want := range []string{"task long: ", "want at most 2000000 in a row", "task bytes: answer: text that is not UTF-8"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("WriteParquet: %v, want it to say %q", err, want)
		}
	}
}

func TestReadParquetRefuses(t *testing.T) {
	var other bytes.Buffer
	w := parquet.NewGenericWriter[struct {
		ID        int64  `parquet:"id"`
		KeyAnswer string `parquet:"key_answer"`
	}](&other)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole, _ := open(t, []*Task{{ID: "a"}})
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "parquet: "},
		{"text", []byte("id,question\n1,2\n"), "parquet: "},
		{"cut", whole[:len(whole)-20], "parquet: "},
		{"other columns", other.Bytes(), `column "question" is missing`},
		{"other types", other.Bytes(), `column "id" is `},
		{"no list", other.Bytes(), `column "key_answer" is `},
	}
	for _, tt := range tests {
		_, err := ReadParquet(bytes.NewReader(tt.file), int64(len(tt.file)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ReadParquet(%s) = %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

func FuzzReadParquet(f *testing.F) {
	var b bytes.Buffer
	if err := WriteParquet(&b, []*Task{{ID: "a", KeyAnswer: []string{"b", ""}, KeyMiddle: []string{}}}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		tasks, err := ReadParquet(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		for i, task := range tasks {
			if task == nil {
				t.Errorf("task %d is nil without an error", i)
			}
		}
	})
}

// What fits has room for what is still to come.
func TestFits(t *testing.T) {
	one := &Task{ID: "a", Question: strings.Repeat("a", MaxRowBytes/2)}
	if err := one.ValidateRow(MaxRowBytes / 4); err != nil {
		t.Errorf("Fits = %v, want nil", err)
	}
	if err := one.ValidateRow(MaxRowBytes / 2); err == nil {
		t.Error("Fits = nil for a row that is full")
	}
	if err := (&Task{ID: "b", Question: "\xff"}).ValidateRow(0); err == nil {
		t.Error("Fits = nil for a text that is not UTF-8")
	}
}

// Files from before a column was added are read without it.
func TestParquetWithoutLaterColumns(t *testing.T) {
	want := &Task{ID: "a", Draft: "b", Question: "c", KeyAnswer: []string{"d"}}
	r, err := want.row()
	if err != nil {
		t.Fatal(err)
	}
	var fields []reflect.StructField
	whole := reflect.ValueOf(r)
	var values []reflect.Value
	for i, name := range Columns() {
		if !slices.Contains(later, name) {
			fields, values = append(fields, whole.Type().Field(i)), append(values, whole.Field(i))
		}
	}
	earlier := reflect.New(reflect.StructOf(fields)).Elem()
	for i, v := range values {
		earlier.Field(i).Set(v)
	}
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.SchemaOf(earlier.Interface()))
	if err := errors.Join(w.Write(earlier.Interface()), w.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := ReadParquet(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]*Task{want}, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("an earlier file (-want +got):\n%s", diff)
	}
}
