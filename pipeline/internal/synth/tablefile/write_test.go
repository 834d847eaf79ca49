package tablefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/google/go-cmp/cmp"
)

// memory holds the files of a writing; it fails where it is told to.
type memory struct {
	mu     sync.Mutex
	files  map[string]*bytes.Buffer
	open   int            // files created and not closed
	fail   map[string]int // by "create X", "write X", "close X": which call fails, from 1
	double bool           // a file was closed twice
}

var errFull = errors.New("no space left on device")

func (m *memory) failed(call string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n, ok := m.fail[call]; ok {
		if m.fail[call]--; n == 1 {
			return errFull
		}
	}
	return nil
}

func (m *memory) create(name string) (io.WriteCloser, error) {
	if err := m.failed("create " + name); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.files == nil {
		m.files = map[string]*bytes.Buffer{}
	}
	m.files[name] = new(bytes.Buffer)
	m.open++
	return &memoryFile{m: m, name: name, b: m.files[name]}, nil
}

func (m *memory) contents() map[string]string {
	all := map[string]string{}
	for name, b := range m.files {
		all[name] = b.String()
	}
	return all
}

type memoryFile struct {
	m      *memory
	name   string
	b      *bytes.Buffer
	closed bool
}

func (f *memoryFile) Write(p []byte) (int, error) {
	if err := f.m.failed("write " + f.name); err != nil {
		return 0, err
	}
	return f.b.Write(p)
}

func (f *memoryFile) Close() error {
	f.m.mu.Lock()
	f.m.open--
	f.m.double = f.m.double || f.closed
	f.closed = true
	f.m.mu.Unlock()
	return f.m.failed("close " + f.name)
}

// list is a sheet of given rows.
func list(name string, columns []string, rows ...[]Cell) Sheet {
	return Sheet{Name: name, Columns: columns, Rows: len(rows), Row: func(i int) []Cell { return slices.Clone(rows[i]) }}
}

// odd has what formats stumble over.
func odd() Sheet {
	return list("Odd", []string{"名称", `a "b", c`, "n"},
		[]Cell{Text("山东\n\"甲\"\\公司"), None(), Numeral("740564.0")},
		[]Cell{Text(""), Text("\x01\x1f\t\r\b\f<&>\u2028"), Numeral("-1.5e+07")},
		[]Cell{None(), Text("a,b"), Text("12")},
		[]Cell{})
}

func TestWriteText(t *testing.T) {
	s := odd()
	s.Rows = 3 // the last row is none
	lone := list("Lone", []string{"contents"}, []Cell{Text("一")}, []Cell{None()}, []Cell{Text("")})
	none := list("None", []string{"a", "b"})
	want := map[string]string{
		"Odd.jsonl": `{"名称":"山东\n\"甲\"\\公司","a \"b\", c":null,"n":740564.0}` + "\n" +
			`{"名称":"","a \"b\", c":"\u0001\u001f\t\r\b\f<&>` + "\u2028" + `","n":-1.5e+07}` + "\n" +
			`{"名称":null,"a \"b\", c":"a,b","n":"12"}` + "\n",
		"Lone.jsonl": `{"contents":"一"}` + "\n" + `{"contents":null}` + "\n" + `{"contents":""}` + "\n",
		"None.jsonl": "",
		"Odd.csv": `名称,"a ""b"", c",n` + "\n" +
			"\"山东\n\"\"甲\"\"\\公司\",,740564.0\n" +
			",\"\x01\x1f\t\r\b\f<&>\u2028\",-1.5e+07\n" +
			",\"a,b\",12\n",
		"Lone.csv": "contents\n一\n\"\"\n\"\"\n",
		"None.csv": "a,b\n",
	}
	got := map[string]string{}
	for _, f := range []Format{JSONL, CSV} {
		var m memory
		err := Write(t.Context(), WriteSpec{
			Format: f, Names: []string{"Odd", "Lone", "None"}, Shards: 1, Create: m.create,
			Open: func(int) ([]Sheet, error) { return []Sheet{none, s, lone}, nil },
		})
		if err != nil {
			t.Fatalf("Write as %s = %v", f, err)
		}
		maps.Copy(got, m.contents())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Write (-want +got):\n%s", diff)
	}
}

// shards makes sheets of different sizes in every shard: in some none, in some
// more rows than a block has.
func shards(shard int) ([]Sheet, error) {
	sheet := func(name string, rows int) Sheet {
		return Sheet{Name: name, Columns: []string{"编号", "名称", "n"}, Rows: rows, Row: func(i int) []Cell {
			c := []Cell{Text(fmt.Sprintf("%s-%d-%d", name, shard, i)), Text(strings.Repeat("公司,", i%7)), Numeral(strconv.Itoa(i))}
			if i%5 == 0 {
				c[1] = None()
			}
			return c
		}}
	}
	return []Sheet{sheet("A", 3*blockRows+shard), sheet("B", shard%3*17), sheet("C", blockRows)}, nil
}

// The bytes of a file depend neither on the number of workers nor on what else is
// written.
func TestWriteDepends(t *testing.T) {
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			var want map[string]string
			for _, workers := range []int{1, 2, 7, 0} {
				var m memory
				var rows atomic.Int64
				w := WriteSpec{
					Format: f, Names: []string{"A", "B", "C"}, Shards: 14, Open: shards, Workers: workers,
					Create: m.create, Done: func(n int) { rows.Add(int64(n)) },
				}
				if err := Write(t.Context(), w); err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = m.contents()
				}
				if n := 14*4*blockRows + 13*14/2 + 17*13; rows.Load() != int64(n) {
					t.Errorf("Done was told of %d rows, want %d", rows.Load(), n)
				}
				if diff := cmp.Diff(want, m.contents()); diff != "" {
					t.Errorf("%d workers give other bytes (-one +%d):\n%s", workers, workers, diff)
				}
				w.Only, w.Done = []string{"C", "B"}, nil
				var some memory
				w.Create = some.create
				if err := Write(t.Context(), w); err != nil {
					t.Fatal(err)
				}
				if got := some.contents(); len(got) != 2 || got[f.File("B")] != want[f.File("B")] || got[f.File("C")] != want[f.File("C")] {
					t.Errorf("files %q written without others differ from those with", slices.Sorted(maps.Keys(got)))
				}
			}
			if len(want[f.File("A")]) < 100 {
				t.Errorf("%s has %d bytes, want more", f.File("A"), len(want[f.File("A")]))
			}
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	good := WriteSpec{Format: JSONL, Names: []string{"A", "B", "C"}, Shards: 5, Open: shards}
	broken := errors.New("broken")
	row := func(cells ...Cell) func(*WriteSpec) {
		return func(w *WriteSpec) {
			w.Names = []string{"A"}
			w.Open = func(shard int) ([]Sheet, error) {
				return []Sheet{list("A", []string{"a", "b"}, []Cell{Text(""), Text("")}, cells)}, nil
			}
		}
	}
	columns := func(names ...string) func(*WriteSpec) {
		return func(w *WriteSpec) {
			w.Names = []string{"A"}
			w.Open = func(shard int) ([]Sheet, error) { return []Sheet{list("A", names[shard:])}, nil }
		}
	}
	tests := []struct {
		name   string
		change func(*WriteSpec)
		fail   string // the call of memory that fails
		want   string
	}{
		{"format", func(w *WriteSpec) { w.Format = "xml" }, "", `format "xml": want one of ["jsonl" "csv" "parquet"]`},
		{"no shards", func(w *WriteSpec) { w.Shards = 0 }, "", "0 shards: want at least 1"},
		{"only", func(w *WriteSpec) { w.Only = []string{"D"} }, "", `no sheet is called "D": want one of ["A" "B" "C"]`},
		{"twice", func(w *WriteSpec) { w.Names = []string{"A", "A"} }, "", `two sheets are called "A"`},
		{"sheet", func(w *WriteSpec) { w.Names = []string{"A", "D"} }, "", "shard 0 has no sheet D"},
		{"open", func(w *WriteSpec) {
			w.Open = func(shard int) ([]Sheet, error) {
				if shard == 3 {
					return nil, broken
				}
				return shards(shard)
			}
		}, "", "shard 3: broken"},
		{"column twice", columns("a", "b", "a"), "", `sheet A: columns ["a" "b" "a"]: want one or more, each of its own name`},
		{"no columns", columns(), "", `sheet A: columns []: want one or more, each of its own name`},
		{"columns", columns("a", "b"), "", `shard 1: sheet A has columns ["b"]: want those of shard 0, ["a" "b"]`},
		{"cells", row(Text("")), "", "A.jsonl: row 1 of a shard: 1 cells: want 2, one a column"},
		{"bytes", row(Text("ä"), Text("\xff")), "", `A.jsonl: row 1 of a shard: column b: bytes that are not UTF-8 in "\xff"`},
		{"number", row(Numeral("1,5"), None()), "", `A.jsonl: row 1 of a shard: column a: "1,5": want a JSON number`},
		{"form", row(Cell{Form: 7}, None()), "", `A.jsonl: row 1 of a shard: column a: a cell of form 7: want null, a string or a number`},
		{"create", nil, "create B.jsonl", "B.jsonl: no space left on device"},
		{"write", nil, "write A.jsonl", "A.jsonl: no space left on device"},
		{"close", nil, "close C.jsonl", "C.jsonl: no space left on device"},
		{"write CSV", func(w *WriteSpec) { w.Format = CSV }, "write A.csv", "A.csv: no space left on device"},
		{"write Parquet", func(w *WriteSpec) { w.Format = Parquet }, "write A.parquet", "A.parquet: writing buffered pages of row group column 1: no space left on device"},
		{"close Parquet", func(w *WriteSpec) { w.Format = Parquet }, "close A.parquet", "A.parquet: no space left on device"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for nth := range 2 {
				m := memory{fail: map[string]int{tt.fail: 1 + nth}}
				if nth > 0 && (!strings.HasPrefix(tt.fail, "write") || strings.HasSuffix(tt.fail, ".parquet")) {
					continue
				}
				w := good
				w.Create = m.create
				if tt.change != nil {
					tt.change(&w)
				}
				err := Write(t.Context(), w)
				if err == nil || err.Error() != tt.want {
					t.Errorf("Write = %v, want %s", err, tt.want)
				}
				if tt.fail != "" && !errors.Is(err, errFull) || tt.name == "open" && !errors.Is(err, broken) {
					t.Errorf("Write = %v, want the cause in its chain", err)
				}
				if m.open != 0 || m.double {
					t.Errorf("%d files are left open, one closed twice: %v", m.open, m.double)
				}
			}
		})
	}
}

// When the context ends, so does the writing, in the middle and with its cause.
func TestWriteEnds(t *testing.T) {
	for _, f := range Formats() {
		before := runtime.NumGoroutine()
		ctx, cancel := context.WithCancelCause(t.Context())
		stop := errors.New("told to stop")
		var m memory
		err := Write(ctx, WriteSpec{
			Format: f, Names: []string{"A", "B", "C"}, Shards: 1 << 30, Open: shards, Create: m.create,
			Done: func(int) { cancel(stop) },
		})
		if !errors.Is(err, stop) {
			t.Errorf("Write as %s = %v, want %v", f, err, stop)
		}
		if m.open != 0 || m.double {
			t.Errorf("%d files are left open, one closed twice: %v", m.open, m.double)
		}
		after := runtime.NumGoroutine()
		for range 100 { // they may be ending
			if after <= before {
				break
			}
			time.Sleep(10 * time.Millisecond)
			after = runtime.NumGoroutine()
		}
		if after > before {
			t.Errorf("%d goroutines after the writing as %s, want %d as before", after, f, before)
		}
	}
}

// A shard is let go when its rows are written.
func TestWriteForgets(t *testing.T) {
	var made []weak.Pointer[[1 << 10]byte]
	most := 0
	err := Write(t.Context(), WriteSpec{
		Format: JSONL, Names: []string{"A"}, Shards: 40, Workers: 2, Create: new(memory).create,
		Open: func(shard int) ([]Sheet, error) {
			runtime.GC()
			alive := 1 // the one to be made
			for _, p := range made {
				if p.Value() != nil {
					alive++
				}
			}
			most = max(most, alive)
			if shard > 4 && made[0].Value() != nil {
				t.Errorf("shard 0 is still in memory when shard %d is made", shard)
			}
			b := new([1 << 10]byte)
			made = append(made, weak.Make(b))
			return []Sheet{{Name: "A", Columns: []string{"a"}, Rows: 10 * blockRows, Row: func(i int) []Cell {
				return []Cell{Text(string(b[:i%10]))}
			}}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if most > 3 {
		t.Errorf("%d shards are in memory at a time, want at most 3", most)
	}
}

func TestNumeral(t *testing.T) {
	for s, want := range map[string]bool{
		"0": true, "-0": true, "10": true, "0.0": true, "740564.0": true, "1e9": true, "1.5E-07": true, "-12.50e+3": true,
		"": false, "-": false, "01": false, "-01": false, ".5": false, "1.": false, "1e": false, "1e+": false, "+1": false, "1 ": false, "1,5": false, "NaN": false, "1.2.3": false,
	} {
		if got := numeral(s); got != want {
			t.Errorf("numeral(%q) = %v, want %v", s, got, want)
		}
	}
}
