package corpus

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// legal loads the real tables, or skips the test where they are absent.
func legal(t testing.TB) (*Corpus, *LoadReport, string) {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data") // beside the module
	}
	dir := filepath.Join(data, "legalagentbench", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real tables: %v: set TASKGROVE_DATA to the folder of the real data", err)
	}
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	d.FileOrder = true // so that rows can be compared line by line
	c, r := load(t, d, dir)
	return c, r, dir
}

// The real tables load without a fault, row by row and cell by cell as a plain
// JSON decoder reads them.
func TestRealTables(t *testing.T) {
	c, r, dir := legal(t)
	for _, f := range r.Faults {
		t.Errorf("fault: %s", f)
	}
	rows, texts := 0, 0
	for _, tr := range r.Tables {
		rows += tr.Kept
		compareTable(t, c.Table(tr.Name), filepath.Join(dir, tr.File))
		for _, cr := range tr.Columns {
			if cr.Unparsed > 0 {
				t.Errorf("%s.%s: %d of %d cells are not of the column's kind", tr.Name, cr.Name, cr.Unparsed, cr.Present)
			}
		}
	}
	for _, pr := range r.Passages {
		texts += pr.Kept
	}
	if rows != 10174 || texts != 357 {
		t.Errorf("%d rows and %d passages, want 10174 and 357", rows, texts)
	}
}

func compareTable(t *testing.T, table *Table, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	row := 0
	for ; lines.Scan(); row++ {
		var cells map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &cells); err != nil {
			t.Fatal(err)
		}
		for col, spec := range table.Spec().Columns {
			if got, want := table.Cell(row, col).Source, string(cells[spec.Name]); got != want {
				t.Errorf("%s: Cell(%d, %s) = %s, want %s", path, row, spec.Name, got, want)
			}
		}
	}
	if row != table.Len() {
		t.Errorf("%s: %d rows, want %d", path, table.Len(), row)
	}
}

// Some cells of the real tables and what they mean.
func TestRealCells(t *testing.T) {
	c, _, _ := legal(t)
	tests := []struct {
		table, key, column string
		state              value.State
		source, text, unit string
	}{
		{"SubCompanyInfo", "上汽大通汽车有限公司", "上市公司投资金额", value.Present, `"103.29亿"`, "10329000000", "元"},
		{"SubCompanyInfo", "上汽大通汽车有限公司", "上市公司参股比例", value.Present, `"100.0"`, "100", "%"},
		{"FinalizedCase", "（2019）沪0104执1779号", "执行标的（元）", value.Present, "740564.0", "740564", "元"},
		{"FinalizedCase", "（2019）沪0104执1779号", "未履行金额（元）", value.Sentinel, `"-"`, "", ""},
		{"FinalizedCase", "（2019）沪0104执1779号", "终本日期", value.Present, `"2019年09月25日"`, "2019-09-25", ""},
		{"LegalDoc", "（2019）云0111民初10550号", "被告律师事务所", value.Sentinel, `" - "`, "", ""},
		{"CompanyInfo", "上海家化联合股份有限公司", "关联证券", value.Empty, "null", "", ""},
		{"CompanyInfo", "上海威派格智慧水务股份有限公司", "公司代码", value.Unobserved, "", "", ""},
	}
	for _, tt := range tests {
		table := c.Table(tt.table)
		rows := table.Match(table.Column(table.Spec().Key), tt.key)
		if len(rows) != 1 {
			t.Errorf("%s: Match(%q) = %v, want one row", tt.table, tt.key, rows)
			continue
		}
		cell := table.Cell(int(rows[0]), table.Column(tt.column))
		var v value.Value
		if len(cell.Values) > 0 {
			v = cell.Values[0]
		}
		if cell.State != tt.state || cell.Source != tt.source || v.Text != tt.text || v.Unit != tt.unit {
			t.Errorf("%s %s %s = %+v, want %s %s %s%s", tt.table, tt.key, tt.column, cell, tt.state, tt.source, tt.text, tt.unit)
		}
	}
}

func BenchmarkLoadReal(b *testing.B) {
	c, _, dir := legal(b)
	for b.Loop() {
		load(b, c.Domain(), dir)
	}
}
