package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// hostileDiff is a difference with every kind of change, in texts that would be markup if they could.
func hostileDiff() *ReleaseDiff {
	const bad = `</style></script><script>alert(1)</script><b onmouseover="x">&amp;'"` + "\u202e\x1b"
	d := &ReleaseDiff{Old: 30, New: 31, Same: 12, Version: []string{"", bad}, Corpus: []string{bad, "b"}, Domain: []string{"a", bad}}
	for i, kind := range diffKinds() {
		for k := range 3 {
			c := TaskDiff{Kind: kind, ID: fmt.Sprintf("%016x", 7919*(9*i+k)), Question: strings.Repeat("Which court heard the case of Harbour Steel? ", 3+k), Reasons: []string{"new"}}
			switch {
			case kind == Retired || kind == Reanswered:
				c.Reasons = retirementReasons(kind, &task.Retired{
					Answer: "1", KeyAnswer: []string{"1"}, NewAnswer: "2", NewKeyAnswer: []string{"2"},
					Cells: []task.ChangedCell{{Table: "Court", Column: "phone", Arguments: json.RawMessage(`{"identifier":"x"}`), Old: json.RawMessage("1"), New: json.RawMessage("2")}},
				})
			case kind == Removed:
				c.Reasons = []string{"removed: the twin of 1, which is retired"}
			case kind != Added:
				c.Reasons = []string{"keywords 1 → 2", "check unique: a → b"}
			}
			if k == 0 {
				c.ID, c.Question, c.Reasons = bad, bad, []string{bad, strings.Repeat("x", 400)}
			}
			if kind == Reanswered {
				c.Was = c.ID
			}
			d.Changes = append(d.Changes, c)
		}
	}
	return d
}

// openDiff opens the page of a difference.
func openDiff(t *testing.T, d *ReleaseDiff) *browsertest.Tab {
	t.Helper()
	var b bytes.Buffer
	if err := d.WriteHTML(&b, "en"); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"http:", "https:", "<link", "<img", "src=", "@import", "url(", "<script>alert", "\u202e"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	return browsertest.OpenHTML(t, b.Bytes(), "")
}

// The page has every change, runs nothing of what tasks say, fits each screen in both schemes and
// languages, and is read by keyboard. SHOTS names a directory to leave pictures in.
func TestDiffPage(t *testing.T) {
	d := hostileDiff()
	b := openDiff(t, d)
	for _, tt := range []struct {
		name, scheme, lang string
		width, height      int64
	}{
		{"diff-light", "light", "en", 1280, 860}, {"diff-dark", "dark", "zh", 1280, 860}, {"diff-phone", "light", "en", 375, 780},
	} {
		b.Screen(tt.width, tt.height, tt.scheme)
		if browsertest.Eval[string](b, `document.documentElement.lang`) != tt.lang {
			b.Click("#language")
		}
		if over := browsertest.Eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %d pixels wider than the screen", tt.name, over)
		}
		if dark := browsertest.Eval[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(20, 24, 28)"; dark != (tt.scheme == "dark") {
			t.Errorf("%s: dark background: %v", tt.name, dark)
		}
		b.Shot(tt.name)
		for _, v := range b.Violations() {
			t.Errorf("%s: %s", tt.name, v)
		}
	}
	if got, want := browsertest.Eval[int](b, `document.querySelectorAll(".part tbody tr").length`), len(d.Changes); got != want {
		t.Errorf("%d changes on the page, want %d", got, want)
	}
	if n := browsertest.Eval[int](b, `document.scripts.length - 1 + document.querySelectorAll("[onmouseover]").length`); n > 0 {
		t.Errorf("%d pieces of text became markup", n)
	}
	// Whatever list a task is in, its reason says so, in either language.
	reasons := func() string {
		return browsertest.Eval[string](b, `[...document.querySelectorAll("tbody tr:last-child td:last-child")].map(e => [...e.children].map(p => p.textContent).join("; ")).join("\n")`)
	}
	if diff := cmp.Diff("removed: the twin of 1, which is retired\nretired: Court.phone (x) 1 → 2; keywords [\"1\"] → [\"2\"]\nnew\nre-answered: Court.phone (x) 1 → 2; keywords [\"1\"] → [\"2\"]\nkeywords 1 → 2; check unique: a → b\nkeywords 1 → 2; check unique: a → b", reasons()); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	b.Click("#language")
	if diff := cmp.Diff("移除：无解孪生题，原题：1，已停用\n停用：Court.phone (x) 1 → 2; 关键词 [\"1\"] → [\"2\"]\n新增\n更换答案：Court.phone (x) 1 → 2; 关键词 [\"1\"] → [\"2\"]\n关键词 1 → 2; 检查 unique: a → b\n关键词 1 → 2; 检查 unique: a → b", reasons()); diff != "" {
		t.Errorf("reasons in Chinese (-want +got):\n%s", diff)
	}
	b.Screen(1280, 1900, "light")
	b.Shot("diff-chinese")
	if n := browsertest.Eval[int](b, `[...document.querySelectorAll("h1, h2, dt, nav span, thead th, section > p, header p")].filter(e => /[a-z]{3}/.test(e.textContent)).length`); n > 0 {
		t.Errorf("%d headings and texts of the Chinese page are in English", n)
	}
	// Behind the button is a link for each kind; each leads to its list.
	b.Press("Tab", "Enter")
	if got := browsertest.Eval[string](b, `location.hash`); !strings.HasPrefix(got, "#removed") {
		t.Errorf("the first link leads to %q, want the removed tasks", got)
	}
	b.Press("Tab")
	if got := browsertest.Eval[string](b, `document.activeElement.className`); got != "scroll" {
		t.Errorf("behind the list's heading the keyboard reaches %q, want its table", got)
	}
}

// Two equal releases have a page that says so.
func TestDiffPageOfNothing(t *testing.T) {
	var b bytes.Buffer
	if err := Compare(&Contents{}, &Contents{}).WriteHTML(&b, "en"); err != nil || !strings.Contains(b.String(), "No task differs.") || strings.Contains(b.String(), "<nav") {
		t.Errorf("the page of equal releases: %v\n%s", err, b.String())
	}
}

// Every reason begins with words that have a Chinese.
func TestReasonsInChinese(t *testing.T) {
	english := func(reason string) bool { return reason != "" && reason[0] < utf8.RuneSelf }
	for name, tt := range edits() {
		for _, reason := range tt.want {
			if got := reasonInChinese(reason); english(got) {
				t.Errorf("%s: %q is %q in Chinese", name, reason, got)
			}
		}
	}
	for reason, want := range map[string]string{
		"removed": "移除", "new": "新增", "new: the twin of 1": "新增：无解孪生题，原题：1",
		"new: it was dropped by check unique: tie: two":      "新增，旧版本中未通过检查 unique: tie: two",
		"removed: dropped in review: wrong: by ann":          "移除：经审核淘汰：wrong: by ann",
		"removed: rejected by ann: wrong":                    "移除：审核人否决：ann: wrong",
		"removed: people made it of 1, which is retired":     "移除：由人工修改，原题：1，已停用",
		"retired: check unique: tie: two":                    "停用：检查 unique: tie: two",
		"checks in another order":                            "检查的次序",
		"retired: newsletters.phone (x) 1 → 2":               "停用：newsletters.phone (x) 1 → 2",
		"retired: a.b (x) 1 → 2, c.d (y) 3 → 4, and 12 more": "停用：a.b (x) 1 → 2, c.d (y) 3 → 4，另有 12 处",
		"re-answered: records.phone (x) 1 → 2":               "更换答案：records.phone (x) 1 → 2",
	} {
		if got := reasonInChinese(reason); got != want {
			t.Errorf("reasonInChinese(%q) = %q, want %q", reason, got, want)
		}
	}
}
