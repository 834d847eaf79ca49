package corpus_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A table is read as it comes: what cannot be used is reported, and a mark for "none" is
// not a missing cell.
func ExampleLoad() {
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	rows := `{"公司名称": "青岚机械有限公司", "注册资本": "1.31亿", "母公司": "无"}
{"公司名称": "青岚机械有限公司", "注册资本": "2亿"}
`
	if err := os.WriteFile(filepath.Join(dir, "Company.jsonl"), []byte(rows), 0o666); err != nil {
		panic(err)
	}
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	c, report, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		panic(err)
	}
	t := c.Table("Company")
	for _, row := range t.Match(t.Column("公司名称"), "青岚机械有限公司") {
		for _, name := range []string{"注册资本", "母公司", "成立日期"} {
			cell := t.Cell(int(row), t.Column(name))
			fmt.Println(name, cell.State, cell.Values)
		}
	}
	for _, f := range report.Faults {
		fmt.Println(f)
	}
	// Output:
	// 注册资本 present [131000000元]
	// 母公司 sentinel []
	// 成立日期 unobserved []
	// Company.jsonl:2: 公司名称 "青岚机械有限公司" stands in an earlier row: want a key of its own for each row
}
