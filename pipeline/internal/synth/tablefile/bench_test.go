package tablefile

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// discard counts what is written.
type discard struct{ bytes *atomic.Int64 }

func (d discard) Write(p []byte) (int, error) { d.bytes.Add(int64(len(p))); return len(p), nil }
func (d discard) Close() error                { return nil }

// BenchmarkWrite writes rows that cost nothing to make: short ones like those of
// the case tables, and long ones like passages.
func BenchmarkWrite(b *testing.B) {
	short := []Cell{
		Text("（2019）澜0104民初01234号"), Text("沅江恒澜新材料科技股份有限公司"), Text("买卖合同纠纷"), Text("恒澜（沅江）置业有限公司"),
		Text("-"), Text("2019年12月11日"), Numeral("740564.0"), None(), Text("澜江省沅江市中级人民法院"),
	}
	text := ""
	for range 40 {
		text += "本院认为，当事人应当按照约定履行义务，"
	}
	for name, cells := range map[string][]Cell{"short": short, "long": {Text(text)}} {
		columns := []string{"案号", "关联公司", "案由", "原告", "被告", "日期", "涉案金额（元）", "结果", "法院"}[:len(cells)]
		for _, f := range Formats() {
			b.Run("rows="+name+"/format="+string(f), func(b *testing.B) {
				const rows = 100_000
				var bytes atomic.Int64
				w := WriteSpec{
					Format: f, Names: []string{"A", "B", "C", "D"}, Shards: 1, Workers: 1,
					Open: func(int) (sheets []Sheet, err error) {
						for _, name := range []string{"A", "B", "C", "D"} {
							sheets = append(sheets, Sheet{Name: name, Columns: columns, Rows: rows / 4, Row: func(int) []Cell { return cells }})
						}
						return sheets, nil
					},
					Create: func(string) (io.WriteCloser, error) { return discard{&bytes}, nil },
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := Write(b.Context(), w); err != nil {
						b.Fatal(err)
					}
				}
				n := float64(rows) * float64(b.N)
				b.ReportMetric(n/b.Elapsed().Seconds(), "rows/s")
				b.ReportMetric(float64(bytes.Load())/n, "B/row")
			})
		}
	}
}

// BenchmarkWriteShards writes more and more shards; the peak of the heap stays.
func BenchmarkWriteShards(b *testing.B) {
	for _, f := range Formats() {
		for _, shards := range []int{10, 100} {
			b.Run(fmt.Sprintf("format=%s/shards=%d", f, shards), func(b *testing.B) {
				var bytes atomic.Int64
				var peak uint64
				cells := []Cell{Text("（2019）澜0104民初01234号"), Text(strings.Repeat("本院认为", 100)), Numeral("740564.0"), None()}
				w := WriteSpec{
					Format: f, Shards: shards, Create: func(string) (io.WriteCloser, error) { return discard{&bytes}, nil },
					Open: func(int) (sheets []Sheet, err error) {
						var m runtime.MemStats
						runtime.GC()
						runtime.ReadMemStats(&m)
						peak = max(peak, m.HeapAlloc)
						for i := range 17 {
							sheets = append(sheets, Sheet{Name: fmt.Sprint(i), Columns: []string{"a", "b", "c", "d"}, Rows: 1000, Row: func(int) []Cell { return cells }})
						}
						return sheets, nil
					},
				}
				for i := range 17 {
					w.Names = append(w.Names, fmt.Sprint(i))
				}
				for b.Loop() {
					if err := Write(b.Context(), w); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
			})
		}
	}
}
