package plantree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func graphOf(t testing.TB, name string) *plan.Graph {
	t.Helper()
	d := toytest.Domain(t, name)
	g, err := plan.NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// golden compares with a file of testdata/toy, or rewrites it under UPDATE=1.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "toy", name)
	goldentest.Compare(t, path, got)
}

func TestWriteGraph(t *testing.T) {
	var b bytes.Buffer
	if err := WriteGraph(&b, graphOf(t, "toy")); err != nil {
		t.Fatal(err)
	}
	golden(t, "graph.json", b.Bytes())
}

// pathRecord is a line of paths.jsonl.
type pathRecord struct {
	ID   string   `json:"id"`
	Hops int      `json:"hops"`
	Walk []string `json:"walk"`
}

func TestWritePaths(t *testing.T) {
	var b bytes.Buffer
	counts, err := WritePaths(&b, graphOf(t, "toy"), 3, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "paths.jsonl", b.Bytes())
	if diff := cmp.Diff([]int{6, 9, 18}, counts); diff != "" {
		t.Errorf("WritePaths (-want +got):\n%s", diff)
	}
}

// Of a length that too many paths have, those are written that are drawn.
func TestWritePathsDraws(t *testing.T) {
	g := graphOf(t, "toy")
	var all, some bytes.Buffer
	_, err := WritePaths(&all, g, 6, 1<<20)
	counts, err2 := WritePaths(&some, g, 6, 60)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(counts[:4], []int{6, 9, 18, 36}) || counts[4] == 0 || counts[4] >= 72 || counts[5] == 0 || counts[5] >= 144 {
		t.Errorf("%d paths of one to six hops are written, want all 6, 9, 18 and 36, and some of 72 and 144", counts)
	}
	lines := slices.Collect(strings.Lines(all.String()))
	for line := range strings.Lines(some.String()) {
		if !slices.Contains(lines, line) {
			t.Errorf("%s is not among all paths", line)
		}
	}
}

// A line says all of its path.
func TestWalks(t *testing.T) {
	for _, name := range []string{"toy", "legal"} {
		g := graphOf(t, name)
		var b bytes.Buffer
		if _, err := WritePaths(&b, g, 3, 1<<20); err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(&b)
		for hops := 1; hops <= 3; hops++ {
			for p := range g.Paths(hops) {
				var l pathRecord
				if err := d.Decode(&l); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(p, plan.Path{ID: l.ID, Start: l.Walk[0], Hops: hopsOf(l.Walk)}); diff != "" || l.Hops != hops {
					t.Fatalf("%s: %+v (-path +walk):\n%s", name, l, diff)
				}
			}
		}
		if d.More() {
			t.Errorf("%s: more lines than paths", name)
		}
	}
}

// hopsOf reads a walk as its documentation says it is written.
func hopsOf(walk []string) []plan.Hop {
	var hops []plan.Hop
	h := plan.Hop{Accepts: walk[0]}
	for i := 1; i < len(walk); i += 2 {
		next := ""
		if i+1 < len(walk) {
			next = walk[i+1]
		}
		if name, ok := strings.CutPrefix(walk[i], derivationPrefix); ok {
			h.Derivation, h.Accepts = name, next
			continue
		}
		h.Tool, h.Returns = walk[i], next
		hops = append(hops, h)
		h = plan.Hop{Accepts: next}
	}
	return hops
}

// full fails every write.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestFailedWrites(t *testing.T) {
	g := graphOf(t, "toy")
	for name, write := range map[string]func(io.Writer) error{
		"WriteGraph": func(w io.Writer) error { return WriteGraph(w, g) },
		"WritePaths": func(w io.Writer) error { _, err := WritePaths(w, g, 5, 1<<20); return err },
		"Write":      func(w io.Writer) error { return MeasureCoverage(g, 5, nil).Write(w) },
		"WriteTree":  func(w io.Writer) error { return WriteTree(w, g, 5, "zh") },
	} {
		if err := write(full{}); !errors.Is(err, errFull) {
			t.Errorf("%s to a full disk = %v, want %v", name, err, errFull)
		}
	}
}

func TestArguments(t *testing.T) {
	g := graphOf(t, "toy")
	if _, err := WritePaths(io.Discard, g, 0, 1<<20); err == nil {
		t.Error("WritePaths of depth 0 = nil, want an error")
	}
	if err := WriteTree(io.Discard, g, 0, "zh"); err == nil {
		t.Error("WriteTree of depth 0 = nil, want an error")
	}
	if err := WriteTree(io.Discard, g, 5, "fr"); err == nil {
		t.Error("WriteTree in French = nil, want an error")
	}
}

// The folded tree has as many paths, and as many sequences of tools, as the graph.
func TestCounts(t *testing.T) {
	for name, depth := range map[string]int{"toy": 7, "legal": 4} {
		g := graphOf(t, name)
		var paths, sequences []int
		for hops := 1; hops <= depth; hops++ {
			n, seen := 0, map[string]bool{}
			for p := range g.Paths(hops) {
				n++
				seen[p.String()] = true
			}
			paths, sequences = append(paths, n), append(sequences, len(seen))
		}
		if diff := cmp.Diff(paths, Fold(g).Counts(depth)); diff != "" {
			t.Errorf("%s: Counts (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(sequences, Fold(g).Sequences(depth)); diff != "" {
			t.Errorf("%s: Sequences (-want +got):\n%s", name, diff)
		}
	}
}

func TestPathIDsAreUnique(t *testing.T) {
	g := graphOf(t, "legal")
	seen := map[string]bool{}
	for hops := range DefaultDepth { // all but the longest
		for p := range g.Paths(hops) {
			if seen[p.ID] {
				t.Fatalf("ID %s stands for two paths", p.ID)
			}
			seen[p.ID] = true
		}
	}
}

// Every hop a path makes is a move, and every move is made by a path.
func TestMovesAreThePaths(t *testing.T) {
	g := graphOf(t, "legal")
	m := Fold(g)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(m.Starts).Draw(t, "start")
		p := plan.Path{Start: s.Entity}
		next := s.Next
		for hops := rapid.IntRange(1, 3).Draw(t, "hops"); ; hops-- {
			v := rapid.SampledFrom(next).Draw(t, "move")
			c := m.Calls[v.Call]
			h := plan.Hop{Derivation: v.Derivation, Accepts: c.Accepts, Tool: c.Tool}
			if hops == 1 || len(c.Returns) == 0 {
				p.Hops = append(p.Hops, h)
				break
			}
			r := rapid.SampledFrom(c.Returns).Draw(t, "return")
			h.Returns, next = r.Entity, r.Next
			p.Hops = append(p.Hops, h)
		}
		for q := range g.Paths(len(p.Hops)) {
			if q.Start == p.Start && slices.Equal(q.Hops, p.Hops) {
				return
			}
		}
		t.Fatalf("moves give %v %v, which is no path", p.Start, p.Hops)
	})
}

func TestCover(t *testing.T) {
	g := graphOf(t, "toy")
	c, _, err := corpus.Load(context.Background(), filepath.Join("..", "command", "testdata", "toy"), g.Domain())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := MeasureCoverage(g, 3, c).Write(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "coverage.json", b.Bytes())
}

func TestCoverReasons(t *testing.T) {
	g := graphOf(t, "toy")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Court.jsonl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	empty, _, err := corpus.Load(context.Background(), dir, g.Domain())
	if err != nil {
		t.Fatal(err)
	}
	tool := func(v *TreeCoverage, name string) ToolCoverage {
		return v.ToolList[slices.IndexFunc(v.ToolList, func(c ToolCoverage) bool { return c.Tool == name })]
	}
	deep := MeasureCoverage(g, 5, nil)
	for _, c := range []struct {
		v     *TreeCoverage
		name  string
		want  UnreachableReason
		first UnreachableReason
	}{
		{deep, "get_company", "", ""},
		{deep, "get_sum", TakesNumbers, ""},
		{deep, "finish", EndsTrial, ""},
		{deep, "get_case", "", OnlyReturns},
		{MeasureCoverage(g, 1, nil), "get_company", "", TooDeep},
		{MeasureCoverage(g, 5, empty), "get_company", EmptyTable, ""},
		{MeasureCoverage(graphOf(t, "legal"), 5, nil), "legal_article_retriever", TakesText, ""},
	} {
		got := tool(c.v, c.name)
		if got.Reason != c.want || got.First != c.first || got.Reachable != (c.want == "") || (got.Answers != nil) != got.Reachable {
			t.Errorf("%s at depth %d: %+v, want reason %q, first only %q", c.name, c.v.Depth, got, c.want, c.first)
		}
	}
	if v := MeasureCoverage(g, 5, empty); v.Tools.Reachable != 0 || v.Transitions.Reachable != 0 || v.Answers.Reachable != 0 {
		t.Errorf("an empty corpus reaches %+v, %+v, %+v", v.Tools, v.Transitions, v.Answers)
	}
	for _, x := range deep.TransitionList {
		want := UnreachableReason("")
		if x.To == "get_case" && x.From != "get_case" || x.From == "get_court" {
			want = OnlyReturns
		}
		if x.Reason != want || x.Reachable != (want == "") {
			t.Errorf("transition %+v, want reason %q", x, want)
		}
	}
}

// The page carries everything itself and admits only its own blocks.
func TestWriteTree(t *testing.T) {
	g := graphOf(t, "toy")
	var b, again bytes.Buffer
	if err := errors.Join(WriteTree(&b, g, 5, "zh"), WriteTree(&again, g, 5, "zh")); err != nil {
		t.Fatal(err)
	}
	if b.String() != again.String() {
		t.Error("WriteTree twice gave different bytes")
	}
	text := b.String()
	for _, forbidden := range []string{"http:", "https:", " src=", " href=", "innerHTML", "@import", "url("} {
		if strings.Contains(text, forbidden) {
			t.Errorf("the page contains %q", forbidden)
		}
	}
	m := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the page has no data")
	}
	var got treeData
	if err := json.Unmarshal([]byte(m[1]), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(newTreeData(g, 5, "zh"), got); diff != "" {
		t.Errorf("data (-want +got):\n%s", diff)
	}
}

// A domain that means harm stays data.
func TestWriteTreeEscapes(t *testing.T) {
	g := graphOf(t, "toy")
	d := *g.Domain()
	const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`
	d.Title = domain.Text{"zh": evil, "en": evil}
	d.Tools = slices.Clone(d.Tools)
	d.Tools[0].Description = d.Title
	h, err := plan.NewGraph(&d)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteTree(&b, h, 5, "zh"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script>alert") || strings.Contains(b.String(), "<img") {
		t.Error("a domain's text became markup")
	}
}

func BenchmarkWritePaths(b *testing.B) {
	g := graphOf(b, "legal")
	n := 0
	for b.Loop() {
		counts, err := WritePaths(io.Discard, g, 4, 1<<20)
		if err != nil {
			b.Fatal(err)
		}
		n = 0
		for _, c := range counts {
			n += c
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "paths/s")
}
