package corpus

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// docket is a domain of one table shaped like the real case tables: a unique number,
// companies, courts, an amount, days and a title.
func docket() *domain.Domain {
	return &domain.Domain{
		Name: "docket", Sentinels: []string{"-"},
		Tables: []domain.Table{{Name: "Cases", Key: "案号", Columns: []domain.Column{
			{Name: "案号", Entity: "case"},
			{Name: "关联公司", Entity: "company"},
			{Name: "标题", Kind: domain.KindText},
			{Name: "原告", Entity: "company", Separators: []string{",", "、"}},
			{Name: "被告", Entity: "company", Separators: []string{",", "、"}},
			{Name: "执行法院", Entity: "court"},
			{Name: "涉案金额（元）", Kind: domain.KindMoney, Unit: "元"},
			{Name: "立案日期", Kind: domain.KindDate},
			{Name: "案由", Kind: domain.KindText},
		}}},
		Tools: []domain.Tool{
			{Name: "case", Table: "Cases", Match: []domain.LookupMatch{{Columns: []string{"案号"}}}},
			{Name: "cases", Table: "Cases", Match: []domain.LookupMatch{{Columns: []string{"关联公司"}}}},
		},
	}
}

// writeDocket writes n rows of the table as JSON lines.
func writeDocket(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	f, err := os.Create(filepath.Join(dir, "Cases.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for i := range n {
		k := uint32(i) * 2654435761
		fmt.Fprintf(w, `{"案号": "（2019）沪%04d民初%d号", "关联公司": "第%d号股份有限公司", "标题": "第%d号股份有限公司与第%d号有限公司买卖合同纠纷一审民事裁定书", "原告": "第%d号股份有限公司", "被告": "第%d号有限公司,第%d号有限公司", "执行法院": "第%d区人民法院", "涉案金额（元）": %d.%02d, "立案日期": "%d年%02d月%02d日", "案由": "第%d类纠纷"}`+"\n",
			k%3500, i, k%(uint32(n)/20+1), k%(uint32(n)/20+1), i, k%(uint32(n)/20+1), i, k%9999, k%3500, k>>8, k%100, 2015+k%10, 1+k%12, 1+k%28, k%400)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return dir
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			if n > 100_000 && testing.Short() {
				b.Skip("a million rows take seconds")
			}
			dir := writeDocket(b, n)
			before := heap()
			var c *Corpus
			for b.Loop() {
				c, _ = load(b, docket(), dir)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(heap()-before)/float64(n), "B/row")
			runtime.KeepAlive(c)
		})
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkTable(b *testing.B) {
	const n = 100_000
	c, _ := load(b, docket(), writeDocket(b, n))
	table := c.Table("Cases")
	for _, name := range []string{"案号", "涉案金额（元）", "立案日期", "被告"} {
		col := table.Column(name)
		b.Run("cell="+name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				table.Cell(i%n, col)
			}
		})
	}
	company := table.Column("关联公司")
	b.Run("match", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			table.Match(company, "第77号股份有限公司")
		}
	})
	cols, keys := []int{company, table.Column("执行法院")}, []string{"第77号股份有限公司", "第77区人民法院"}
	table.MatchAll(cols, keys)
	b.Run("matchall", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			table.MatchAll(cols, keys)
		}
	})
	b.Run("digest", func(b *testing.B) {
		for b.Loop() {
			c.sum()
		}
		b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	})
}
