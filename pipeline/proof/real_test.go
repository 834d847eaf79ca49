package proof

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// legal returns the real tables of LegalAgentBench as a world, or skips the test.
func legal(t testing.TB) Sources {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		dir, err := filepath.Abs(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, err = os.Stat(filepath.Join(dir, "go.mod")); errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); {
			dir = filepath.Dir(dir)
			_, err = os.Stat(filepath.Join(dir, "go.mod"))
		}
		data = filepath.Join(filepath.Dir(dir), "shared", "data")
	}
	dir := filepath.Join(data, "legalagentbench", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real tables at %s: set TASKGROVE_DATA to the folder that holds legalagentbench", dir)
	}
	d := toytest.Domain(t, "legal")
	c, tools := toytest.Load(t, d, dir)
	return Sources{Domain: d, Corpus: c, Tools: tools}
}

func TestRealTables(t *testing.T) {
	w := legal(t)
	tests := map[string]struct {
		program *plan.Program
		want    string // how the fault of unique begins
	}{
		"a listed company": {chain(words, start("company", "上海家化联合股份有限公司"), call("get_company_info"), project("公司代码")), ""},
		"its abbreviation": {chain(words, start("company_abbreviation", "上海家化"), call("get_company_info"), project("公司代码")), ""},
		"its stock code":   {chain(words, start("stock_code", "600315"), call("get_company_info"), project("公司名称")), ""},
		// Two law firms of one side stand in one cell, which the lookup, comparing
		// whole cells, does not find.
		"a law firm beside another": {chain(count, start("law_firm", "安徽径桥律师事务所"), call("get_legal_document_law_list"), &plan.Count{}), "ambiguous: r2: "},
	}
	for name, tt := range tests {
		if got := fault(t, w, "unique", &task.Task{Plan: tt.program}); got != tt.want && (tt.want == "" || !strings.HasPrefix(got, tt.want)) {
			t.Errorf("unique of %s = %q, want %q", name, got, tt.want)
		}
		if tt.want != "" {
			continue
		}
		if got := fault(t, w, "executed", makeTask(t, w, tt.program, "zh")); got != "" {
			t.Errorf("executed of %s = %q, want none", name, got)
		}
	}
}

// How fast programs are worked out over whole tables.
func BenchmarkEvaluate(b *testing.B) {
	w := legal(b)
	r := newRelational(w.Domain, w.Corpus)
	p := chain(words, start("company", "上海家化联合股份有限公司"), call("get_company_info"), project("公司代码"))
	for b.Loop() {
		if e := r.evaluate(p); e.reason != "" {
			b.Fatal(e.detail)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lookups/s")
}
