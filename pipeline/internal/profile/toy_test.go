package profile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
)

// copies is how often the toy tables' rows are repeated, so that their rates say
// something.
const copies = 15

// toy loads the toy tables, every row several times over with a name of its own,
// and changed.
func toy(t *testing.T, change func(table string, i int, r row)) *corpus.Corpus {
	t.Helper()
	d := shippedDomain(t, "toy")
	dir := filepath.Join("..", "..", "command", "testdata", "toy")
	files := map[string][]row{}
	for _, spec := range d.Tables {
		data, err := os.ReadFile(filepath.Join(dir, spec.Name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var rows []row
		for line := range bytes.Lines(data) {
			var r row
			decoder := json.NewDecoder(bytes.NewReader(line))
			decoder.UseNumber()
			if err := decoder.Decode(&r); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, r)
		}
		for i := range copies {
			for j, r := range rows {
				r = maps.Clone(r)
				r[spec.Key] = fmt.Sprintf("%s%d", r[spec.Key], i)
				change(spec.Name, i*len(rows)+j, r)
				files[spec.Name] = append(files[spec.Name], r)
			}
		}
	}
	return loaded(t, d, files)
}

// invented changes rows so that something of everything differs.
func invented(table string, i int, r row) {
	switch {
	case table == "Company" && i%4 > 0:
		r["法定代表人"] = "-"
		r["注册资本"] = fmt.Sprintf("%d亿", 20+i)
		r["所属行业"] = fmt.Sprintf("行业%d", i)
	case table == "Case":
		r["立案日期"] = "1998年03月01日"
		r["原告"] = "甲某某,乙某某,丙"
		if told, ok := r["判决结果"].(string); ok {
			r["判决结果"] = strings.Repeat(told, 3)
		}
	case table == "Court":
		delete(r, "联系电话")
		r["成立日期"] = fmt.Sprintf("19%d年01月01日", 60+i%30)
	}
}

// toyComparison compares changed toy tables with the plain ones.
func toyComparison(t *testing.T) *WorldComparison {
	t.Helper()
	plain := func(string, int, row) {}
	return Compare(Of(toy(t, invented)), Of(toy(t, plain)))
}

// golden compares with a file of testdata, which UPDATE=1 writes anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	goldentest.Compare(t, file, got)
}

// TestToyComparison keeps the page, and what is not alike as text.
func TestToyComparison(t *testing.T) {
	var page, text bytes.Buffer
	c := toyComparison(t)
	if err := WriteHTML(&page, c, "en"); err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Parts {
		for _, l := range p.Lines {
			for _, r := range l.Rows {
				if r.Verdict != Alike && (r.Verdict != Unmeasured || r.Real != nil) {
					fmt.Fprintf(&text, "%s.%s %s%s\n", l.Table, l.Column, l.Target, formatRow(&l, &r).English)
				}
			}
		}
	}
	fmt.Fprintf(&text, "\n%v\n", c.Verdicts)
	golden(t, "toy.html", page.Bytes())
	golden(t, "toy.txt", text.Bytes())
}
