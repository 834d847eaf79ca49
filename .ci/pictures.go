// Pictures makes the pictures of docs/pictures from runs of the commands:
// go run .ci/pictures.go, in the root of the repository. It needs Chromium. It runs
// the English world, seed 1, in a temporary directory, or in the one it is given, so that
// a second call is quick.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/png"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// followedID returns the ID of the task that docs/method.md follows.
func followedID(root string) string {
	b, err := os.ReadFile(filepath.Join(root, "docs", "method.md"))
	must(err)
	m := regexp.MustCompile("```json\n\\{\n  \"id\": \"(.*)\"").FindSubmatch(b)
	if m == nil {
		log.Fatal("docs/method.md has no JSON block: want the task that it follows")
	}
	return string(m[1])
}

// shot is a picture of a page, from its top.
type shot struct {
	name          string // file in docs/pictures
	address       string
	width, height int64                            // CSS pixels; height 0 is that of the page
	steps         []chromedp.Action[chromedp.Void] // what is done on the page before
}

const pixels = 1500 // width of every picture

func main() {
	log.SetFlags(0)
	dir := ""
	if len(os.Args) > 1 {
		dir = os.Args[1]
	} else {
		temporary, err := os.MkdirTemp("", "pictures")
		must(err)
		defer os.RemoveAll(temporary)
		dir = temporary
	}
	root, err := os.Getwd()
	must(err)
	dir, err = filepath.Abs(dir)
	must(err)
	to := filepath.Join(root, "docs", "pictures")
	must(os.MkdirAll(to, 0o777))
	bin := filepath.Join(dir, "bin")
	run(root, "go", "build", "-o", bin+"/", "./cmd/...")
	out := filepath.Join(dir, "en")
	run(dir, filepath.Join(bin, "bench"), "-domain", "legal-en", "-out", out, "-rehearse", "fallible,competent", "-method", "all", "-agent", "lexical", "-limit", "60")

	followed := followedID(root)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.Flag("lang", "en"), chromedp.Flag("hide-scrollbars", true))
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()

	address, stop := serve(dir, filepath.Join(bin, "verify"), out)
	defer stop()
	for _, s := range []shot{
		{"task.png", "file://" + taskPage(dir, out, followed), 1000, 0, nil},
		{"dataset.png", "file://" + cardPage(dir, out), 1000, 660, nil},
		{"tree.png", "file://" + filepath.Join(out, "plantree", "tree.html"), 1200, 870, []chromedp.Action[chromedp.Void]{
			open("company"), do("window.last = null"), open("case number"), open("get_legal_document"), open("company"), open("get_administrative_case_company_list"),
		}},
		{"report.png", "file://" + filepath.Join(out, "bench", "models", "report.html"), 1200, 900, nil},
		{"review.png", address + "/#/task/" + followed, 1200, 860, []chromedp.Action[chromedp.Void]{
			do(`document.getElementById("name").value = "Ada"`), do(`document.querySelector("form.join").requestSubmit()`),
		}},
	} {
		take(ctx, filepath.Join(to, s.name), s)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func run(dir, name string, args ...string) {
	c := exec.Command(name, args...)
	c.Dir, c.Stderr = dir, os.Stderr
	must(c.Run())
}

// serve starts the review page and returns its address and what ends it.
func serve(dir, verify, out string) (string, func()) {
	c := exec.Command(verify, "serve", "-out", out, "-listen", "127.0.0.1:0", "-log", "json")
	c.Dir = dir
	stderr, err := c.StderrPipe()
	must(err)
	stdout, err := c.StdoutPipe()
	must(err)
	must(c.Start())
	lines := bufio.NewScanner(stdout)
	if !lines.Scan() {
		log.Fatal("verify serve printed no address")
	}
	address := regexp.MustCompile(`http://\S+`).FindString(lines.Text())
	ready := bufio.NewScanner(stderr)
	for !strings.Contains(ready.Text(), `"msg":"ready"`) {
		if !ready.Scan() {
			log.Fatal("verify serve ended before its page was ready")
		}
	}
	return address, func() { c.Process.Signal(os.Interrupt); c.Wait() }
}

// take takes a picture and writes it to a file.
func take(ctx context.Context, file string, s shot) {
	pause := chromedp.Sleep(2 * time.Second)
	scale := chromedp.EmulateScale(float64(pixels) / float64(s.width))
	must(chromedp.Do(ctx, chromedp.EmulateViewport(s.width, max(s.height, 1), scale), chromedp.Navigate(s.address), pause))
	for _, step := range s.steps {
		must(chromedp.Do(ctx, step, pause))
	}
	if s.height == 0 {
		whole, err := chromedp.Run(ctx, chromedp.Evaluate[int64](`document.documentElement.scrollHeight`))
		must(err)
		must(chromedp.Do(ctx, chromedp.EmulateViewport(s.width, whole, scale)))
	}
	b, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	must(err)
	picture, err := png.Decode(bytes.NewReader(b))
	must(err)
	f, err := os.Create(file)
	must(err)
	must((&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, reduced(picture)))
	must(f.Close())
}

// reduced returns a picture in its 256 most frequent colours, which makes its file a
// third as large.
func reduced(from image.Image) image.Image {
	seen := map[color.Color]int{}
	b := from.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			seen[from.At(x, y)]++
		}
	}
	colours := slices.Collect(maps.Keys(seen))
	slices.SortFunc(colours, func(a, b color.Color) int {
		return cmp.Or(seen[b]-seen[a], strings.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	to := image.NewPaletted(b, colours[:min(256, len(colours))])
	nearest := map[color.Color]uint8{}
	for _, c := range colours {
		nearest[c] = uint8(to.Palette.Index(c))
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			to.SetColorIndex(x, y, nearest[from.At(x, y)])
		}
	}
	return to
}

// do runs a JavaScript statement in the page.
func do(statement string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Evaluate[bool]("(() => {"+statement+"; return true})()")(ctx, t)
		return chromedp.Void{}, err
	}
}

// open selects and unfolds an entry of the planning tree, below the entry opened before.
func open(text string) chromedp.Action[chromedp.Void] {
	return do(fmt.Sprintf(`
		const items = [...(window.last || document).querySelectorAll("[role=treeitem]")];
		window.last = items.find(e => e.querySelector(".row").innerText.trim().includes(%q) && e !== window.last && e.getAttribute("aria-level") !== "1");
		window.last.querySelector(".row").click()`, text))
}

// task is what the picture of a task shows of it.
type task struct {
	ID, Type, Question, Answer string
	Plan                       struct {
		Nodes []struct {
			Name, Op, Tool, Column, Order, Comparison, Operand string
			Columns, Value                                     []string
		}
	}
	Steps []struct {
		Node, Op, Tool string
		Arguments      map[string]any
		Observation    any
		Selected       []string
	}
	Checks []struct{ Name, Verdict, Detail string }
}

// node is one node of the plan in the picture.
type node struct{ Name, Kind, Op, What, Result string }

func taskPage(dir, out, followed string) string {
	f, err := os.Open(filepath.Join(out, "check", "tasks.jsonl"))
	must(err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	var t task
	for lines.Scan() && t.ID != followed {
		t = task{}
		must(json.Unmarshal(lines.Bytes(), &t))
	}
	must(lines.Err())
	if t.ID != followed {
		log.Fatalf("no task %s: UPDATE=1 go test ./pipeline/command -run TestReadme (with TASKGROVE_LONG=1) chooses another", followed)
	}
	var nodes []node
	for i, n := range t.Plan.Nodes {
		s := t.Steps[i]
		shown := node{Name: n.Name, Kind: n.Op, Op: map[string]string{"start": "start", "call": "look up", "project": "take", "filter": "filter", "superlative": "rank"}[n.Op]}
		shown.What = strings.Join(append(n.Columns, n.Value...), ", ")
		switch n.Op {
		case "call":
			shown.What = n.Tool
		case "filter":
			shown.What = n.Column + ", " + n.Comparison + " " + n.Operand
		case "superlative":
			shown.What = n.Column + ", " + n.Order
		}
		switch rows := s.Observation.(type) {
		case nil:
			if n.Op != "start" {
				shown.Result = strings.Join(s.Selected, ", ")
			}
		case []any:
			var cells []string
			for _, r := range rows {
				cells = append(cells, cell(r))
			}
			shown.Result = strings.Join(cells, " · ")
			if n.Op == "call" {
				shown.Result = fmt.Sprintf("%d rows: %s", len(rows), shown.Result)
			}
		default:
			shown.Result = cell(rows)
		}
		nodes = append(nodes, shown)
	}
	return write(dir, "task.html", taskTemplate, map[string]any{"Task": t, "Nodes": nodes})
}

// cell is what a row or a value says, without the names of its columns.
func cell(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var cells []string
		for _, column := range slices.Sorted(maps.Keys(v)) {
			cells = append(cells, cell(v[column]))
		}
		return strings.Join(cells, ", ")
	case float64:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprint(v)
}

var (
	heading  = regexp.MustCompile(`^#+ (.*)`)
	numbered = regexp.MustCompile(`^\d+\. `)
	tick     = regexp.MustCompile("`([^`]*)`")
	escaped  = regexp.MustCompile(`\\([\[\]])`)
)

// cardPage renders the beginning of the dataset card and its tables of files and lengths.
func cardPage(dir, out string) string {
	b, err := os.ReadFile(filepath.Join(out, "dataset", "README.md"))
	must(err)
	_, text, _ := strings.Cut(string(b), "\n---\n")
	var h strings.Builder
	drop, code, table, quote := false, false, false, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if table && !strings.HasPrefix(line, "|") {
			h.WriteString("</table>")
			table = false
		}
		if quoted, is := strings.CutPrefix(line, ">"); is != quote {
			h.WriteString(map[bool]string{true: "<blockquote>", false: "</blockquote>"}[is])
			quote = is
		} else if is && strings.TrimSpace(quoted) == "" {
			h.WriteString("<br>")
		}
		if quote {
			line = escaped.ReplaceAllString(strings.TrimSpace(line[1:]), "$1")
		}
		safe := tick.ReplaceAllString(template.HTMLEscapeString(line), "<code>$1</code>")
		m := heading.FindStringSubmatch(line)
		switch {
		case m != nil:
			drop = m[1] == "A task"
			if !drop {
				fmt.Fprintf(&h, "<h2>%s</h2>", template.HTMLEscapeString(m[1]))
			}
		case strings.HasPrefix(line, "```"):
			code = !code
		case drop || code || strings.Trim(line, "|- ") == "" && line != "" || strings.HasSuffix(line, "record:"):
		case strings.HasPrefix(line, "|"):
			if !table {
				h.WriteString("<table>")
				table = true
			}
			cells := strings.Split(strings.Trim(safe, "| "), " | ")
			fmt.Fprintf(&h, "<tr><td>%s</td></tr>", strings.Join(cells, "</td><td>"))
		case line == "":
			h.WriteString("<p>")
		case numbered.MatchString(line):
			h.WriteString("<br>" + safe + " ")
		default:
			h.WriteString(safe + " ")
		}
	}
	return write(dir, "card.html", cardTemplate, template.HTML(h.String()))
}

func write(dir, name, text string, data any) string {
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	must(err)
	must(template.Must(template.New(name).Parse(style+text)).Execute(f, data))
	must(f.Close())
	return path
}

const style = `<!doctype html><meta charset="utf-8"><style>
body { font: 15px/1.45 "DejaVu Sans", sans-serif; color: #1d2430; background: #fff; margin: 0; padding: 20px 24px; }
h1 { font-size: 15px; margin: 0 0 4px; color: #5b6472; text-transform: uppercase; letter-spacing: .06em; }
h2 { font-size: 20px; margin: 14px 0 6px; }
code, .code { font: 13px "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; width: 100%; } td { border-bottom: 1px solid #e2e5ea; padding: 3px 10px 3px 0; font-size: 14px; vertical-align: top; }
tr:first-child td { font-weight: bold; }
.box { border: 1px solid #d8dce2; border-radius: 8px; padding: 10px 14px; margin-bottom: 12px; }
.node { display: grid; grid-template-columns: 420px 24px 1fr; align-items: center; }
.op { background: #eaf2fa; border: 1px solid #b9d3ea; border-radius: 6px; padding: 5px 10px; }
.op.call { background: #fdf3e3; border-color: #ecd3a4; }
.op b { display: inline-block; min-width: 74px; font-size: 13px; color: #5b6472; font-weight: normal; }
.down { width: 420px; text-align: center; color: #8a93a1; line-height: 15px; }
.to { text-align: center; color: #8a93a1; }
.key { background: #d9f2df; border-radius: 4px; padding: 1px 5px; font-weight: bold; }
.check { display: grid; grid-template-columns: 24px 130px 1fr; font-size: 13.5px; padding: 2px 0; }
.check i { color: #1b8a3c; font-style: normal; font-weight: bold; }
</style>`

const taskTemplate = `
<div class="box"><h1>Question</h1>{{.Task.Question}}</div>
<div class="box"><h1>Plan, and what each call returned</h1>
{{range $i, $n := .Nodes}}{{if $i}}<div class="down">↓</div>{{end}}<div class="node"><div class="op {{.Kind}}"><b>{{.Name}} {{.Op}}</b><span class="code">{{.What}}</span></div><div class="to">{{if .Result}}→{{end}}</div><div class="code">{{.Result}}</div></div>{{end}}
</div>
<div class="box"><h1>Answer</h1>{{.Task.Answer}}</div>
<div class="box" style="margin:0"><h1>Proof</h1>
{{range .Task.Checks}}<div class="check"><i>✓</i><b>{{.Name}}</b><span>{{.Detail}}</span></div>{{end}}</div>`

const cardTemplate = `<style>body, td { font-size: 13px; } h2 { margin-top: 4px; } p { margin: 6px 0; }</style>{{.}}`
