package database

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestSource(t *testing.T) {
	for _, tt := range []struct {
		form form
		cell any
		want string // "" for a cell that is refused
	}{
		{text, nil, "null"}, {text, "a\"\n", `"a\"\n"`}, {text, "\xff", ""}, {text, []byte("é"), `"é"`}, {text, "7", `"7"`},
		{number, "007", "7"}, {number, "1.50", "1.5"}, {number, "-0.0", "0"}, {number, "1e3", "1000"}, {number, "1e999999999", `"1e999999999"`}, {number, "NaN", "null"}, {number, "none", `"none"`},
		{number, float32(0.1), "0.1"}, {number, 0.1, "0.1"}, {number, uint64(1 << 63), "9223372036854775808"},
		{boolean, "true", "true"}, {boolean, "t", `"t"`}, {boolean, true, "true"},
		{jsonText, ` {"a" : 1} `, `{"a":1}`}, {jsonText, "{", `"{"`},
		{zoned, "2021-03-05 14:00:00+00", `"2021-03-05 14:00:00"`}, {zoned, "infinity", `"infinity"`},
		{bytes, true, ""}, {bytes, false, "null"}, {bytes, int64(1), ""}, {bytes, int64(0), "null"},
		{dynamic, []byte("a"), ""}, {dynamic, "a", `"a"`}, {dynamic, int64(7), "7"}, {dynamic, 14.0, "14"},
		{dynamic, time.Date(2021, 3, 5, 0, 0, 0, 0, time.UTC), `"2021-03-05T00:00:00Z"`},
	} {
		if got, ok := tt.form.source(tt.cell); ok != (tt.want != "") || ok && string(got) != tt.want {
			t.Errorf("form %d of %v = %s, %v, want %s", tt.form, tt.cell, got, ok, tt.want)
		}
	}
}

// Whatever a database holds, a cell is JSON of one line.
func TestSourceIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := form(rapid.IntRange(int(text), int(dynamic)).Draw(t, "form"))
		cell := rapid.OneOf(
			rapid.String().AsAny(), rapid.SliceOf(rapid.Byte()).AsAny(), rapid.Float64().AsAny(), rapid.Int64().AsAny(), rapid.Bool().AsAny(),
			rapid.StringMatching(`-?[0-9]{0,3}\.?[0-9]{0,3}(e[0-9]{1,4})?`).AsAny(), rapid.Just[any](nil),
		).Draw(t, "cell")
		got, ok := f.source(cell)
		if !ok {
			return
		}
		if !jsontext.Value(got).IsValid() || strings.Contains(string(got), "\n") {
			t.Fatalf("form %d of %#v = %q, want JSON of one line", f, cell, got)
		}
	})
}
