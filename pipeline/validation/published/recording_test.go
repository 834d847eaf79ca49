package published

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/schemas"
)

func TestFromPython(t *testing.T) {
	for text, want := range map[string]string{
		`{'a': 1.50, 'b': None, "c'd": nan}`: `{"a": 1.50, "b": null, "c'd": null}`,
		`['a\'b', "c\"d", 'e\\n\n\t\r']`:     `["a'b", "c\"d", "e\\n\n\t\r"]`,
		`['\x41\u4e2d\U0001F600 None']`:      `["A中😀 None"]`,
		`[True, False, []]`:                  `[true, false, []]`,
		`'a`:                                 "",
		`'a\`:                                "",
		`'\q'`:                               "",
		`'\x4'`:                              "",
		`'\u12 4'`:                           "",
	} {
		got, err := fromPython(text)
		if (err == nil) != (want != "") || string(got) != want {
			t.Errorf("fromPython(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
}

// repr writes a value as Python prints it.
func repr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(v) + "'"
	case []any:
		list := make([]string, len(v))
		for i, e := range v {
			list[i] = repr(e)
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// What Python prints reads as what it printed.
func TestFromPythonLaw(t *testing.T) {
	leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.String(), func(s string) any { return strings.ToValidUTF8(s, "") }),
		rapid.Map(rapid.Float64Range(-1e6, 1e6), func(f float64) any { return f }))
	rapid.Check(t, func(t *rapid.T) {
		want := []any{rapid.SliceOfN(leaf, 1, 4).Draw(t, "inner"), leaf.Draw(t, "leaf")}
		b, err := fromPython(repr(want))
		if err != nil {
			t.Fatal(err)
		}
		var got []any
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("read back (-want +got):\n%s", d)
		}
	})
}

func legal(t testing.TB) *domain.Domain {
	t.Helper()
	d, err := legalOnce()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// legalOnce reads the legal domain once: many cases ask for it. Tables keep their order, in which
// the published tools found rows.
var legalOnce = sync.OnceValues(func() (*domain.Domain, error) {
	d, err := domain.Load(schemas.FS, "legal")
	if err == nil {
		d.FileOrder = true
	}
	return d, err
})

// recordedLine is a line of a recording.
func recordedLine(t testing.TB, tool, observation string, args map[string]any) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"tool": tool, "args": args, "observation": observation})
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

func about(name string, columns ...any) map[string]any {
	return map[string]any{"identifier": name, "columns": columns}
}

func TestReadRecordingFaults(t *testing.T) {
	d := legal(t)
	good := recordedLine(t, "get_court_code", "{}", about("甲01"))
	for _, bad := range []string{"{", `{"tool": "get_court_code"}`} {
		_, err := ReadRecording([]byte(good+bad), "calls.jsonl", d)
		if err == nil || !strings.HasPrefix(err.Error(), "calls.jsonl:2: ") {
			t.Errorf("ReadRecording with %q: %v, want a fault of line 2", bad, err)
		}
	}
}

func FuzzReadRecording(f *testing.F) {
	f.Add([]byte(`{"tool": "get_court_code", "args": {"identifier": "甲01"}, "observation": "{'法院名称': '甲院'}"}`))
	f.Add([]byte(`{"tool": "get_court_info_list", "args": {"prov": "a", "city": "b", "county": "c"}, "observation": "[{'法院名称': '\\u4e2d'}]"}`))
	d := legal(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := ReadRecording(b, "calls.jsonl", d)
		if err != nil {
			return
		}
		for _, key := range r.order {
			for _, row := range r.lookups[key].rows {
				for name := range row {
					if d.Table(r.lookups[key].spec.Table).Column(name) == nil {
						t.Errorf("column %q is not the table's", name)
					}
				}
			}
		}
	})
}

// Recovered tables take what calls show beyond them, and lists answer as recorded.
func TestComplete(t *testing.T) {
	d := legal(t)
	var lines strings.Builder
	record := func(tool, observation string, args map[string]any) {
		lines.WriteString(recordedLine(t, tool, observation, args))
	}
	county := map[string]any{"prov": "云岭省", "city": "白石市", "county": "东湖区"}
	// A row that the table has without what it was found by, and one it lacks.
	record("get_lawfirm_info_list", "[{'律师事务所名称': '甲所'}, {'律师事务所名称': '乙所'}]", county)
	// The same list again, by another column: rows are in the same order.
	record("get_lawfirm_info_list", "[{'事务所注册资本': '10万'}, {'事务所注册资本': '-'}]", county)
	// A list without keys, of which the table has one row.
	record("get_finalized_case_court_list", "[{'执行标的（元）': 5.0}, {'执行标的（元）': 7.0}]", about("甲院"))
	// Of the ways to find a row only one is left: by its code.
	record("get_court_code", "{'法院名称': '甲院'}", about("云01"))
	// A cell of the row that is found, which does not name it.
	record("get_company_info", "{'办公地址': '东湖路(一)号'}", about("青禾"))
	// Which of two ways a firm was found is open: the list is replayed.
	record("get_legal_document_law_list", "[{'案号': '（2019）云01民初1号'}]", about("甲所"))
	record("get_court_info", d.Replies.Missing+d.Replies.Hints.Missing, about("丙院"))
	record("get_court_info", d.Replies.Columns+d.Replies.Hints.Columns, about("丁院"))
	record("get_court_info", "no observation of a tool", about("戊院"))
	record("get_sum", "3", map[string]any{"identifier": []any{1, 2}})

	r, err := ReadRecording([]byte(lines.String()), "calls.jsonl", d)
	if err != nil {
		t.Fatal(err)
	}
	c, tools := completed(t, r, map[string]string{
		"LawfirmInfo":   `{"律师事务所名称":"甲所","律师事务所负责人":"张三"}`,
		"FinalizedCase": `{"案号":"（2019）云01执1号","执行法院":"甲院","执行标的（元）":7.0}`,
		"CompanyInfo":   `{"公司名称":"青禾有限公司","公司简称":"青禾"}`,
		"CourtCode":     `{"法院名称":"甲院"}`,
		"LegalDoc":      `{"案号":"（2019）云01民初1号","案由":"甲因"}`,
	})
	caller := r.Caller(c, tools)
	for _, tc := range []struct {
		tool, column string
		args         map[string]any
		want         string
	}{
		{"get_lawfirm_info_list", "律师事务所名称", county, "甲所 乙所"},
		{"get_lawfirm_info_list", "事务所注册资本", county, "10万 -"},
		{"get_lawfirm_info_list", "律师事务所负责人", county, "张三 "},
		{"get_finalized_case_court_list", "执行标的（元）", about("甲院"), "7.0 5.0"},
		{"get_finalized_case_court_list", "案号", about("甲院"), "（2019）云01执1号 某甲院 1"},
		{"get_court_code", "法院名称", about("云01"), "甲院"},
		{"get_company_info", "办公地址", about("青禾"), "东湖路(一)号"},
		{"get_legal_document_law_list", "案由", about("甲所"), "甲因"},
		{"get_court_info", "法院名称", about("丙院"), ""},
	} {
		res, err := caller.Call(t.Context(), tool.Call{Tool: tc.tool, Args: tc.args})
		if err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, row := range res.Rows {
			cells = append(cells, res.Table.Cell(int(row), res.Table.Column(tc.column)).Text())
		}
		if got := strings.Join(cells, " "); got != tc.want {
			t.Errorf("%s(%v): %s %q, want %q", tc.tool, tc.args, tc.column, got, tc.want)
		}
	}
	for name, want := range map[string]bool{"丙院": true, "丁院": false, "戊院": false, "己院": false} {
		if got := r.Recorded(tool.Call{Tool: "get_court_info", Args: about(name)}); got != want {
			t.Errorf("Recorded(%s) = %v, want %v", name, got, want)
		}
	}
}

// completed loads tables completed by a recording.
func completed(t testing.TB, r *Recording, tables map[string]string) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	dir, whole := t.TempDir(), t.TempDir()
	for name, rows := range tables {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := corpus.Load(t.Context(), dir, r.domain)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Complete(c, whole); err != nil {
		t.Fatal(err)
	}
	if c, _, err = corpus.Load(t.Context(), whole, r.domain); err != nil {
		t.Fatal(err)
	}
	s, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}
