package pipeline_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// module is this module's path.
const module = "github.com/taskgrove/taskgrove"

// Third-party modules, by the short names that rows use.
var modules = map[string]string{
	"chromedp":    "github.com/chromedp/chromedp",
	"cdproto":     "github.com/chromedp/cdproto",
	"decimal":     "github.com/shopspring/decimal",
	"duckdb":      "github.com/duckdb/duckdb-go/v2",
	"go-cmp":      "github.com/google/go-cmp",
	"go-openai":   "github.com/sashabaranov/go-openai",
	"gonum":       "gonum.org/v1/gonum",
	"graph":       "github.com/dominikbraun/graph",
	"hugot":       "github.com/knights-analytics/hugot",
	"json":        "github.com/go-json-experiment/json",
	"jsonschema":  "github.com/santhosh-tekuri/jsonschema/v6",
	"mcp":         "github.com/modelcontextprotocol/go-sdk",
	"mysql":       "github.com/go-sql-driver/mysql",
	"pgx":         "github.com/jackc/pgx/v5",
	"sqlite":      "modernc.org/sqlite",
	"parquet":     "github.com/parquet-go/parquet-go",
	"brotli":      "github.com/andybalholm/brotli",
	"compress":    "github.com/klauspost/compress",
	"lz4":         "github.com/pierrec/lz4",
	"strutil":     "github.com/adrg/strutil",
	"progressbar": "github.com/schollz/progressbar/v3",
	"rapid":       "pgregory.net/rapid",
	"testscript":  "github.com/rogpeppe/go-internal",
	"x/sync":      "golang.org/x/sync",
	"x/sys":       "golang.org/x/sys",
	"x/term":      "golang.org/x/term",
	"x/text":      "golang.org/x/text",
	"yaml":        "go.yaml.in/yaml/v3",
}

// inTests are the modules that test files of every package may use, on top of
// what their package's row names.
var inTests = []string{"rapid", "go-cmp", "testscript", "chromedp", "cdproto", "jsonschema"}

// A row allows its packages to import the rows below it and the modules that
// each names. A name with a * stands for all packages of that directory.
type row struct {
	packages map[string][]string // modules by package, below the module's path
	only     []string            // the packages it may import; nil means all below
	sideways bool                // its packages may import each other; the compiler refuses cycles
}

// layers are the rows of the table in the tour, top to bottom. A new package gets an
// entry here, and a row of its own if none fits.
var layers = []row{
	{packages: map[string][]string{"pipeline": nil}, only: []string{}}, // the tour
	// What bench links in for encoders is large, so no other command does.
	{packages: map[string][]string{"cmd/bench": nil}, only: []string{"pipeline/command", "pipeline/score/bert/onnx"}},
	{packages: map[string][]string{"cmd/*": nil}, only: []string{"pipeline/command"}},
	{packages: map[string][]string{"pipeline/command": {"strutil"}}},
	{packages: map[string][]string{
		"pipeline/internal/reviewing/web": nil,
		"pipeline/internal/htmlreport":    nil,
		"pipeline/internal/correcting":    nil,
	}},
	{packages: map[string][]string{
		"pipeline/validation/realism":          {"yaml"},
		"pipeline/bench/experiment":            {"parquet"},
		"pipeline/bench/analysis":              nil,
		"pipeline/internal/extension":          nil,
		"pipeline/internal/reviewing/exchange": nil,
		"pipeline/internal/reviewing/revision": nil,
		"pipeline/internal/reviewing/team":     {"x/text"},
		"pipeline/proof/absence":               nil,
	}},
	{packages: map[string][]string{
		"pipeline/plantree":             {"json"},
		"pipeline/sample":               {"decimal"},
		"pipeline/ground":               {"decimal"},
		"pipeline/rewrite":              nil,
		"pipeline/proof":                {"json", "strutil", "yaml"},
		"pipeline/dataset":              {"parquet"},
		"pipeline/bench":                nil,
		"pipeline/internal/profile":     nil,
		"pipeline/validation/published": {"yaml"},
		"pipeline/validation/readings":  nil,
	}},
	{packages: map[string][]string{"pipeline/internal/prompttest": nil, "pipeline/internal/composetest": nil}},
	{packages: map[string][]string{"pipeline/internal/methodtest": nil}},
	{packages: map[string][]string{
		"pipeline/sample/coverage":           nil,
		"pipeline/internal/attacker":         nil,
		"pipeline/internal/lexical":          nil,
		"pipeline/agent/method":              {"yaml"},
		"pipeline/agent/remote":              nil,
		"pipeline/bench/retrieval":           nil,
		"pipeline/internal/question/offline": nil,
		"pipeline/internal/question/prompt":  nil,
	}},
	{packages: map[string][]string{
		"pipeline/bench/failure":                {"x/text"},
		"pipeline/bench/recall":                 nil,
		"pipeline/internal/question/demand":     nil,
		"pipeline/internal/question/gate":       {"decimal", "x/text"},
		"pipeline/internal/question/similarity": {"strutil", "x/text"},
	}},
	{packages: map[string][]string{
		"pipeline/exam/compose":          {"yaml", "x/sync"},
		"pipeline/exam/filter":           nil,
		"pipeline/exam/probe":            nil,
		"pipeline/review/rating":         nil,
		"pipeline/internal/question/cue": nil,
		"pipeline/rewrite/style":         {"yaml"},
	}},
	{packages: map[string][]string{
		"pipeline/review":           {"x/text"},
		"pipeline/solution":         {"yaml"},
		"pipeline/internal/reading": nil,
		"pipeline/exam/convert":     {"yaml", "x/text"},
	}},
	{packages: map[string][]string{"pipeline/internal/examtest": nil, "pipeline/internal/solutiontest": nil, "pipeline/internal/tasktest": nil, "pipeline/internal/prooftest": nil}},
	{packages: map[string][]string{"pipeline/task": {"parquet"}}},
	{packages: map[string][]string{
		"pipeline/draft":                nil,
		"pipeline/internal/alternative": nil,
		"pipeline/internal/soundness":   nil,
		"pipeline/agent":                nil,
		"pipeline/internal/synth":       nil,
		"pipeline/caselaw":              {"json", "yaml", "x/sync"},
		"pipeline/exam":                 {"json", "yaml", "x/sync", "x/text"},
		"pipeline/legislation":          {"x/sync", "x/text"},

		"pipeline/score/choice":    {"x/text"},
		"pipeline/score/citation":  {"x/text"},
		"pipeline/score/judge":     {"yaml", "x/sync", "x/text"},
		"pipeline/score/wording":   {"x/text"},
		"pipeline/score/bert/onnx": {"hugot"},
		"pipeline/tool/server":     {"mcp"},
		"pipeline/tool/vector":     nil,
	}},
	// What a generated world is made of: its texts and rows, what they tell of, and
	// what both are composed with.
	{packages: map[string][]string{"pipeline/internal/synth/examtext": {"yaml"}}},
	{packages: map[string][]string{"pipeline/internal/synth/casetext": nil}},
	{packages: map[string][]string{
		"pipeline/internal/synth/company":     {"yaml"},
		"pipeline/internal/synth/lawtext":     nil,
		"pipeline/internal/synth/ruling":      nil,
		"pipeline/internal/synth/enforcement": nil,
		"pipeline/internal/synth/directory":   nil,
	}},
	{packages: map[string][]string{"pipeline/internal/synth/society": {"yaml"}}},
	{packages: map[string][]string{
		"pipeline/internal/synth/statute": nil,
		"pipeline/internal/synth/name":    nil,
	}},
	{packages: map[string][]string{
		"pipeline/internal/synth/grammar":   {"yaml"},
		"pipeline/internal/synth/tablefile": {"json", "parquet", "x/sync"},
		"pipeline/internal/synth/chance":    nil,
		"pipeline/internal/synth/yamlfile":  {"yaml"},
	}},
	{packages: map[string][]string{"pipeline/internal/plantest": nil}},
	{packages: map[string][]string{"pipeline/plan": {"graph", "decimal"}}},
	{packages: map[string][]string{"pipeline/internal/toytest": nil}},
	{packages: map[string][]string{"pipeline/internal/llmtest/batchtest": nil}},
	{packages: map[string][]string{"pipeline/internal/llmtest": {"json"}}},
	{packages: map[string][]string{
		"pipeline/corpus/database":  {"decimal", "duckdb", "json", "mysql", "parquet", "pgx", "sqlite"},
		"pipeline/exam/claim":       {"x/text"},
		"pipeline/privacy":          {"json"},
		"pipeline/infer":            nil,
		"pipeline/tool":             {"decimal", "x/text"},
		"pipeline/llm":              {"go-openai", "yaml"},
		"pipeline/score":            {"x/text", "decimal", "json"},
		"pipeline/score/prose":      {"strutil", "x/text"},
		"pipeline/score/bert":       nil,
		"pipeline/exam/order":       nil,
		"pipeline/bench/estimate":   {"gonum"},
		"pipeline/review/agreement": {"gonum"},
		"pipeline/internal/run":     {"progressbar", "x/sync"},
	}},
	{sideways: true, packages: map[string][]string{
		"pipeline/corpus":                {"parquet", "brotli", "compress", "lz4", "decimal", "json", "x/sync", "x/text"},
		"pipeline/domain":                {"yaml", "jsonschema", "x/text"},
		"pipeline/value":                 {"decimal", "json", "x/text"},
		"pipeline/digest":                nil,
		"schemas":                        nil,
		"pipeline/internal/browsertest":  {"chromedp", "cdproto"},
		"pipeline/internal/cli":          {"strutil", "x/term"},
		"pipeline/internal/goldentest":   {"go-cmp"},
		"pipeline/internal/schematest":   {"jsonschema"},
		"pipeline/internal/databasetest": {"duckdb", "sqlite"},
		"pipeline/internal/flock":        {"x/sys"},
		"pipeline/internal/yamlmap":      {"yaml"},
		"pipeline/internal/*":            nil,
	}},
	{packages: map[string][]string{"pipeline/quantity": {"decimal", "x/text"}}},
}

// place finds a package's row and the modules it names.
func place(pkg string) (index int, third []string, ok bool) {
	for _, name := range []string{pkg, path.Dir(pkg) + "/*"} {
		for i, r := range layers {
			if third, ok := r.packages[name]; ok {
				return i, third, true
			}
		}
	}
	return 0, nil, false
}

// imported is one import declaration.
type imported struct {
	pos  string // file:line
	pkg  string // of the importing file, below the module's path
	path string // what it imports
	test bool   // in a test file
}

// fault says what is wrong with an import, or "".
func (i imported) fault() string {
	from, third, ok := place(i.pkg)
	if !ok {
		return fmt.Sprintf("package %s has no row: want one in the layer table", i.pkg)
	}
	if i.path == module || strings.HasPrefix(i.path, module+"/") {
		return i.faultInside(from, strings.TrimPrefix(strings.TrimPrefix(i.path, module), "/"))
	}
	if first, _, _ := strings.Cut(i.path, "/"); !strings.Contains(first, ".") {
		if i.path == "testing" && !i.test {
			return fmt.Sprintf("package %s imports testing outside its tests", i.pkg)
		}
		return ""
	}
	if i.test {
		third = slices.Concat(third, inTests)
	}
	for _, name := range third {
		if m := modules[name]; i.path == m || strings.HasPrefix(i.path, m+"/") {
			return ""
		}
	}
	return fmt.Sprintf("package %s imports %s: its row allows %s", i.pkg, i.path, orNothing(third))
}

// faultInside judges the import of another package of the module.
func (i imported) faultInside(from int, to string) string {
	helper := "pipeline/internal/" + path.Base(i.pkg) + "test"
	if i.test && (to == i.pkg || to == helper || strings.HasPrefix(to, helper+"/")) {
		return "" // an external test of its own package, with the package's test helper
	}
	target, _, ok := place(to)
	r := layers[from]
	switch {
	case !ok:
		return fmt.Sprintf("package %s has no row: want one in the layer table", to)
	case r.only != nil && !slices.Contains(r.only, to):
		return fmt.Sprintf("package %s imports %s: its row allows %s", i.pkg, to, orNothing(r.only))
	case target < from:
		return fmt.Sprintf("package %s imports %s, which is above it", i.pkg, to)
	case target == from && !r.sideways:
		return fmt.Sprintf("package %s imports %s, which is beside it", i.pkg, to)
	}
	return ""
}

func orNothing(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// imports reads the import declarations of all Go files of the module, for
// every platform, and the packages that have files.
func imports(t *testing.T, root string) (all []imported, packages map[string]bool) {
	packages = make(map[string]bool)
	files := token.NewFileSet()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		if err != nil || name == "." {
			return err
		}
		if d.IsDir() {
			if base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(files, filepath.Join(root, filepath.FromSlash(name)), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(name)
		packages[pkg] = true
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			line := files.Position(spec.Pos()).Line
			all = append(all, imported{fmt.Sprintf("%s:%d", name, line), pkg, p, strings.HasSuffix(name, "_test.go")})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, packages
}

func TestLayers(t *testing.T) {
	all, packages := imports(t, "..")
	if !packages["pipeline"] || len(all) == 0 {
		t.Fatal("no package pipeline one directory up")
	}
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		if _, _, ok := place(pkg); !ok {
			t.Errorf("package %s has no row: want one in the layer table", pkg)
		}
	}
	for _, i := range all {
		if fault := i.fault(); fault != "" {
			t.Errorf("%s: %s", i.pos, fault)
		}
	}
}

// No command links evidence, or what only tests need.
func TestCommandsLinkProductOnly(t *testing.T) {
	all, _ := imports(t, "..")
	direct := make(map[string][]string)
	for _, i := range all {
		if inside, ok := strings.CutPrefix(i.path, module+"/"); ok && !i.test {
			direct[i.pkg] = append(direct[i.pkg], inside)
		}
	}
	importer := make(map[string]string) // of each package that a command links, one package that imports it
	var queue []string
	for pkg := range direct {
		if strings.HasPrefix(pkg, "cmd/") {
			queue = append(queue, pkg)
		}
	}
	if len(queue) == 0 {
		t.Fatal("no package below cmd")
	}
	for len(queue) > 0 {
		pkg := queue[0]
		queue = queue[1:]
		for _, to := range direct[pkg] {
			if importer[to] == "" {
				importer[to] = pkg
				queue = append(queue, to)
			}
		}
	}
	unlinked := regexp.MustCompile(`^pipeline/(validation/|internal/(browsertest|goldentest|longtest|schematest|toytest)$)`)
	for pkg, by := range importer {
		if unlinked.MatchString(pkg) {
			t.Errorf("package %s is linked into a command: %s imports it", pkg, by)
		}
	}
}

// The table itself: each module that a row names is known, and no package
// stands in two rows.
func TestLayerTable(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range layers {
		for pkg, third := range r.packages {
			if seen[pkg] {
				t.Errorf("package %s has two rows", pkg)
			}
			seen[pkg] = true
			for _, name := range third {
				if modules[name] == "" {
					t.Errorf("package %s: no module is called %s", pkg, name)
				}
			}
		}
	}
	for _, name := range inTests {
		if modules[name] == "" {
			t.Errorf("tests: no module is called %s", name)
		}
	}
}

// The judge can say no.
func TestImportFaults(t *testing.T) {
	for _, tc := range []struct {
		pkg, path string
		test      bool
		want      string
	}{
		{"pipeline/sample", "fmt", false, ""},
		{"pipeline/sample", "github.com/taskgrove/taskgrove/pipeline/plan", false, ""},
		{"pipeline/sample", "github.com/taskgrove/taskgrove/pipeline/ground", false, "package pipeline/sample imports pipeline/ground, which is beside it"},
		{"pipeline/sample", "github.com/taskgrove/taskgrove/pipeline/ground", true, "package pipeline/sample imports pipeline/ground, which is beside it"},
		{"pipeline/sample", "github.com/taskgrove/taskgrove/pipeline/sample", true, ""},
		{"pipeline/llm", "github.com/taskgrove/taskgrove/pipeline/internal/llmtest/batchtest", true, ""},
		{"pipeline/llm", "github.com/taskgrove/taskgrove/pipeline/internal/llmtest", false, "package pipeline/llm imports pipeline/internal/llmtest, which is above it"},
		{"pipeline/score", "github.com/taskgrove/taskgrove/pipeline/internal/llmtest", true, "package pipeline/score imports pipeline/internal/llmtest, which is above it"},
		{"pipeline/sample", "github.com/taskgrove/taskgrove/pipeline/task", false, ""},
		{"pipeline/task", "github.com/taskgrove/taskgrove/pipeline/sample", false, "package pipeline/task imports pipeline/sample, which is above it"},
		{"pipeline/draft", "github.com/taskgrove/taskgrove/pipeline/task", false, "package pipeline/draft imports pipeline/task, which is above it"},
		{"pipeline/tool", "github.com/taskgrove/taskgrove/pipeline/internal/run", false, "package pipeline/tool imports pipeline/internal/run, which is beside it"},
		{"pipeline/corpus", "github.com/taskgrove/taskgrove/pipeline/value", false, ""},
		{"pipeline/corpus", "github.com/taskgrove/taskgrove/pipeline/internal/anything", false, ""},
		{"pipeline/corpus", "github.com/taskgrove/taskgrove/pipeline/tool", false, "package pipeline/corpus imports pipeline/tool, which is above it"},
		{"cmd/bench", "github.com/taskgrove/taskgrove/pipeline/command", false, ""},
		{"cmd/bench", "github.com/taskgrove/taskgrove/pipeline/bench", false, "package cmd/bench imports pipeline/bench: its row allows pipeline/command, pipeline/score/bert/onnx"},
		{"cmd/bench", "github.com/taskgrove/taskgrove/pipeline/score/bert/onnx", false, ""},
		{"cmd/verify", "github.com/taskgrove/taskgrove/pipeline/score/bert/onnx", false, "package cmd/verify imports pipeline/score/bert/onnx: its row allows pipeline/command"},
		{"pipeline", "github.com/taskgrove/taskgrove/pipeline/plan", false, "package pipeline imports pipeline/plan: its row allows nothing"},
		{"pipeline/command", "github.com/taskgrove/taskgrove/pipeline/bench", false, ""},
		{"pipeline/tools", "fmt", false, "package pipeline/tools has no row: want one in the layer table"},
		{"pipeline/plan", "github.com/taskgrove/taskgrove/pipeline/tools", false, "package pipeline/tools has no row: want one in the layer table"},
		{"pipeline/plan", module, false, "package  has no row: want one in the layer table"},
		{"pipeline/plan", "testing", false, "package pipeline/plan imports testing outside its tests"},
		{"pipeline/plan", "testing/synctest", true, ""},
		{"pipeline/plan", "github.com/dominikbraun/graph", false, ""},
		{"pipeline/plan", "github.com/dominikbraun/graphs", false, "package pipeline/plan imports github.com/dominikbraun/graphs: its row allows graph, decimal"},
		{"pipeline/sample", "pgregory.net/rapid", false, "package pipeline/sample imports pgregory.net/rapid: its row allows decimal"},
		{"pipeline/sample", "pgregory.net/rapid", true, ""},
		{"pipeline/command", "github.com/rogpeppe/go-internal/testscript", true, ""},
		{"pipeline/score", "golang.org/x/text/unicode/norm", false, ""},
	} {
		got := imported{"", tc.pkg, tc.path, tc.test}.fault()
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s imports %s, in a test %v: fault (-want +got):\n%s", tc.pkg, tc.path, tc.test, diff)
		}
	}
}

// The tour shows the layer table. UPDATE=1 writes it there.
func TestTourShowsLayers(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(source), "package may import.\n//\n")
	_, after, found := strings.Cut(rest, "//\n// # Words")
	if !ok || !found {
		t.Fatal("doc.go has no table between \"package may import.\" and \"# Words\"")
	}
	want := before + "package may import.\n//\n" + table() + "//\n// # Words" + after
	if want == string(source) {
		return
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("doc.go", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("doc.go shows other layers (UPDATE=1 writes them), (-want +got):\n%s", cmp.Diff(want, string(source)))
}

// table returns the layers as lines of a Go comment. A row that takes more than one line
// goes on with an indented one.
func table() string {
	const width = 84
	var b strings.Builder
	for _, r := range layers {
		if _, tour := r.packages["pipeline"]; tour {
			continue
		}
		names := slices.Sorted(maps.Keys(r.packages))
		if r.only != nil {
			names = slices.Concat(names, []string{"→"}, r.only)
		}
		line := "//\t"
		for i, name := range names {
			name = strings.TrimPrefix(name, "pipeline/")
			switch {
			case i == 0:
				line += name
			case len(line)+1+len(name) > width:
				b.WriteString(line + "\n")
				line = "//\t    " + name
			default:
				line += " " + name
			}
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
