package llm

import (
	"path/filepath"
	"runtime"
	"testing"
)

// What it takes to go on with a journal of 10,000 answers of about a kilobyte.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "j")
	j := open(b, path)
	var all []entry
	for i := range 12_500 {
		if e := sample(i); e.Reply != nil {
			all = append(all, e)
		}
	}
	if err := j.add(all...); err != nil {
		b.Fatal(err)
	}
	size := j.size
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		j, err := OpenJournal(path)
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		j.Close()
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(all)), "B/answer")
}
