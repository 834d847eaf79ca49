package profile

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// writeLegal writes n rows of the legal domain's three largest tables, half of them
// court rulings with the length of text that real ones have.
func writeLegal(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	table := func(name string, rows int, row func(w *bufio.Writer, i int, k uint32)) {
		f, err := os.Create(filepath.Join(dir, name+".jsonl"))
		if err != nil {
			b.Fatal(err)
		}
		w := bufio.NewWriterSize(f, 1<<20)
		for i := range rows {
			row(w, i, uint32(i)*2654435761)
		}
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
	companies := uint32(n)/4 + 1
	table("LegalDoc", n/2, func(w *bufio.Writer, i int, k uint32) {
		fmt.Fprintf(w, `{"关联公司": "第%d号股份有限公司", "标题": "第%d号股份有限公司与第%d号有限公司买卖合同纠纷一审民事裁定书", "案号": "（2019）沪%04d民初%d号", "文书类型": "民事裁定书", "原告": "第%d号股份有限公司", "被告": "第%d号有限公司,陈某某", "原告律师事务所": "第%d律师事务所", "被告律师事务所": " - ", "案由": "第%d类纠纷", "涉案金额（元）": %d.%02d, "判决结果": "准许原告第%d号股份有限公司撤回起诉。 案件受理费%d元,减半收取%d元,由原告第%d号股份有限公司负担。", "日期": "%d年%02d月%02d日", "文件名": "（2019）沪%04d民初%d号.txt"}`+"\n",
			k%companies, k%companies, i, k%3500, i, k%companies, i, k%9000, k%400, k>>8, k%100, k%companies, k>>16, k>>17, k%companies, 2015+k%10, 1+k%12, 1+k%28, k%3500, i)
	})
	table("CompanyRegister", n/4, func(w *bufio.Writer, i int, k uint32) {
		fmt.Fprintf(w, `{"公司名称": "第%d号股份有限公司", "登记状态": "存续", "统一社会信用代码": "91%016d", "法定代表人": "第%d人", "注册资本": "%d万", "成立日期": "%d年%02d月%02d日", "企业地址": "第%d市第%d区第%d路%d号", "参保人数": "%d", "曾用名": "-"}`+"\n",
			i, i, k%99999, k%9999, 1990+k%30, 1+k%12, 1+k%28, k%300, k%3000, k%20000, k%999, k%1000)
	})
	table("SubCompanyInfo", n/4, func(w *bufio.Writer, i int, k uint32) {
		fmt.Fprintf(w, `{"关联上市公司全称": "第%d号股份有限公司", "上市公司关系": "子公司", "上市公司参股比例": "%d.0", "上市公司投资金额": "%d.%02d万", "公司名称": "第%d号有限公司"}`+"\n",
			k%companies/8, k%101, k%9999, k%100, i)
	})
	return dir
}

func BenchmarkOf(b *testing.B) {
	d := shippedDomain(b, "legal")
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			if n > 100_000 && testing.Short() {
				b.Skip("a million rows take seconds")
			}
			c := open(b, d, writeLegal(b, n))
			before := heap()
			for b.Loop() {
				Of(c)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(heap()-before)/float64(n), "kept-B/row")
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
