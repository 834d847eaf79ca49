package caselaw

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
)

// written writes what was read, for people.
func written(r *CaseReading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "sources %d, withdrawn %v, unknown %v, refused %v\n", r.Sources, r.Withdrawn, r.Unknown, r.Refused())
	for _, f := range r.Faults {
		fmt.Fprintln(&b, f.Error())
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		fmt.Fprintf(&b, "\n%s:%d %s %q\n  title %s\n  cause %s\n  court %s\n  decided %s\n  refusal %s\n", c.File, c.Line, c.Language, c.ID,
			c.Title, c.Cause, c.Court, c.Decided, c.Refusal)
		fmt.Fprintf(&b, "  question (%s) %s\n", c.FocusFrom, c.Question)
		for _, p := range parts(c) {
			for _, piece := range p.part {
				fmt.Fprintf(&b, "  %s | %s\n", p.name, piece.Text)
			}
		}
		for _, cited := range c.Citations {
			fmt.Fprintf(&b, "  cites %s: %s of %s\n", cited.Cited, cited.Article, cited.Law)
		}
	}
	return b.String()
}

type named struct {
	name string
	part CasePart
}

func parts(c *CourtCase) []named {
	return []named{{"facts", c.Facts}, {"outcome", c.Outcome}, {"focus", c.Focus}, {"reasoning", c.Reasoning}}
}

// Cases of every format and language, withdrawn ones, unknown headings.
func TestRead(t *testing.T) {
	dir := filepath.Join("testdata", "cases")
	r, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Compare(t, filepath.Join("testdata", "cases.golden"), written(r))
	checkSpans(t, r, func(file string) []byte { return content(t, filepath.Join(dir, file)) })
}

func content(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkSpans fails unless every part of every case is what its spans cover in the file, and
// facts, outcome and reasoning share nothing.
func checkSpans(t *testing.T, r *CaseReading, read func(file string) []byte) {
	t.Helper()
	for i := range r.Cases {
		c := &r.Cases[i]
		data := read(c.File)
		used := make([]string, len(data))
		for _, p := range parts(c) {
			last := int64(0)
			for _, piece := range p.part {
				text, err := piece.Span.Text(c.File, data)
				if err != nil || text != piece.Text || text == "" {
					t.Errorf("%s: %s: span %v is %q, %v: want %q", c.ID, p.name, piece.Span, text, err, piece.Text)
					return
				}
				if piece.Span.First < last && p.name != "facts" && p.name != "reasoning" {
					t.Errorf("%s: %s: span %v begins before the one before ends", c.ID, p.name, piece.Span)
				}
				last = piece.Span.End
				for at := piece.Span.First; at < piece.Span.End && p.name != "focus"; at++ {
					if used[at] != "" {
						t.Errorf("%s: byte %d is part of %s and %s", c.ID, at, used[at], p.name)
						return
					}
					used[at] = p.name
				}
			}
		}
	}
}

// What can't be read is told with its line, and the rest is read.
func TestFaults(t *testing.T) {
	good := `{"id":"a","facts":"x","outcome":"y","reasoning":"z"}` + "\n"
	for _, tt := range []struct{ name, file, data, want string }{
		{"no JSON", "c.jsonl", good + "{\"id\":\n", "c.jsonl:2: unexpected EOF"},
		{"no object", "c.jsonl", good + "[1]\n", "c.jsonl:2: no object: want an object with the parts of a case"},
		{"two objects", "c.jsonl", good + "{} {}\n", "c.jsonl:2: more after the object: want"},
		{"a key twice", "c.jsonl", good + `{"id":"b","id":"c"}`, "c.jsonl:2: "},
		{"not UTF-8 in JSON", "c.jsonl", good + "{\"id\":\"\xff\"}", "c.jsonl:2: "},
		{"no identifier", "c.jsonl", good + `{"facts":"x"}`, "c.jsonl:2: a case without identifier and title: want one of them"},
		{"the same case", "c.jsonl", good + good, `c.jsonl:2: case "a" stands at c.jsonl:1, too: want each case once`},
		{"no parts", "c.jsonl", good + `{"id":"b","color":"red"}`, "c.jsonl:2: no section of a case: want sections"},
		{"a list cut off", "c.json", "[" + good + ",\n{\"id\"", "c.json:3: "},
		{"no line", "c.jsonl", "\n", "c.jsonl:1: no case: want an object with the parts of a case"},
		{"an empty list", "c.json", "[]", "c.json:1: no case: want an object with the parts of a case"},
		{"a wrong item", "c.json", "[" + good + ",\n7]", "c.json:3: no object: want"},
		{"not UTF-8", "c.md", "# A\n\nFacts: \xff", "c.md:3: not UTF-8: want text in UTF-8"},
		{"a text without sections", "c.md", "# A\n\nHello.\n", "c.md:1: no section of a case: want"},
	} {
		dir := t.TempDir()
		write(t, dir, tt.file, tt.data)
		r, err := Read(t.Context(), dir)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(r.Faults) != 1 || !strings.HasPrefix(r.Faults[0].Error(), tt.want) {
			t.Errorf("%s: faults %v: want one that begins %q", tt.name, r.Faults, tt.want)
		}
		if strings.Contains(tt.data, good) && len(r.Cases) != 1 {
			t.Errorf("%s: %d cases: want the good one", tt.name, len(r.Cases))
		}
	}
}

func write(t *testing.T, dir, file, data string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A directory's own headings are read, and faults in them told with their lines.
func TestHeadings(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "c.jsonl", `{"id":"a","Hechos":"x.","Fallo":"y.","Fundamentos":"z."}`)
	write(t, dir, "headings.yaml", "facts: [hechos]\noutcome: [fallo]\nreasoning: [fundamentos]\n")
	r, err := Read(t.Context(), dir)
	if err != nil || len(r.Cases) != 1 || r.Cases[0].Refusal != NoFocus {
		t.Errorf("Read = %+v, %v: want a case that lacks its focus alone", r, err)
	}
	write(t, dir, "headings.yaml", "facts: hechos\nverdict: [fallo]\nreasoning: ['--']\n")
	_, err = Read(t.Context(), dir)
	for _, want := range []string{"headings.yaml:1: facts: want a list", `headings.yaml:2: key "verdict": want one of`, `headings.yaml:3: heading "--": want`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read with faulty headings: %v: want %q", err, want)
		}
	}
}

// A case with several focuses is asked about only if the reasoning takes these one by one, in
// their order.
func TestFocuses(t *testing.T) {
	const paragraph = `{"id":"a","facts":"x。","outcome":"y。","focus":"一、合同是否成立；二、违约金是否过高。","reasoning":`
	const head = `{"id":"a","facts":"x。","outcome":"y。","reasoning":["争议焦点是：一是合同是否成立，二是违约金是否过高。",`
	for _, tt := range []struct {
		name, rest string
		want       []Refusal
	}{
		{"one by one", `"一、关于合同是否成立。","成立。","二、关于违约金是否过高。","过高。"]}`, []Refusal{"", ""}},
		{"without numbers", `"关于合同是否成立的问题。成立。","关于违约金是否过高的问题。过高。"]}`, []Refusal{"", ""}},
		{"in another order", `"一、关于违约金是否过高。","过高。","二、关于合同是否成立。","成立。"]}`, []Refusal{Undivided, Undivided}},
		{"one left out", `"一、关于合同是否成立。","成立。"]}`, []Refusal{Undivided, Undivided}},
		{"in one piece", `"合同成立，违约金过高。"]}`, []Refusal{Undivided, Undivided}},
		{"in one paragraph", paragraph + `"关于合同是否成立。成立。关于违约金是否过高。过高。"}`, []Refusal{"", ""}},
		{"in one paragraph, in another order", paragraph + `"关于违约金是否过高。过高。关于合同是否成立。成立。"}`, []Refusal{Undivided, Undivided}},
	} {
		dir := t.TempDir()
		text := head + tt.rest
		if strings.HasPrefix(tt.rest, "{") {
			text = tt.rest
		}
		write(t, dir, "c.jsonl", text)
		r, err := Read(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if tt.name == "in one paragraph" && (len(r.Cases) != 2 || r.Cases[0].Reasoning.Text() != "关于合同是否成立。成立。" || r.Cases[1].Reasoning.Text() != "关于违约金是否过高。过高。" || r.Cases[0].CheckLeaks() != nil) {
			t.Errorf("%s: %+v", tt.name, r.Cases)
		}
		var got []Refusal
		for i := range r.Cases {
			got = append(got, r.Cases[i].Refusal)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestBare(t *testing.T) {
	for _, tt := range []struct{ heading, want string }{
		{"基本案情", "基本案情"}, {"【基本案情】", "基本案情"}, {"一、基本案情：", "基本案情"}, {"（二）裁判结果", "裁判结果"},
		{"## 3. Facts of the case", "factsofthecase"}, {"relatedLaws", "relatedlaws"}, {"related_laws", "relatedlaws"}, {"**Facts**", "facts"}, {"1.", ""},
	} {
		if got := bare(tt.heading); got != tt.want {
			t.Errorf("bare(%q) = %q, want %q", tt.heading, got, tt.want)
		}
	}
}

func TestFiles(t *testing.T) {
	got, err := Files(filepath.Join("testdata", "cases"))
	want := []string{"guiding.jsonl", "more.json", "plain.txt", "several.md", "tenant.md", "withdrawn.txt"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Files: %v (-want +got):\n%s", err, diff)
	}
}

// Questions are put about cases in one language, and about none that nobody can read through.
func TestRefusedByLanguageAndLength(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.md", "# 甲诉乙案\n## 基本案情\n甲借给乙船一艘，乙没有归还。\n## 裁判结果\n判决乙归还船只。\n## 争议焦点\n乙应否还船？\n## 裁判理由\n借期已满，借用人应当归还借用物，乙的抗辩不能成立。\n")
	write("b.md", "# Alder v. Birch\n## Facts\nAlder sold Birch a boat, which sank.\n## Outcome\nThe court ordered Alder to repay the price.\n## Issue\nMust the seller repay the price?\n## Reasoning\nA boat that sinks in calm water is of no use, and its buyer may rescind.\n")
	write("c.md", "# 丙诉丁案\n## 基本案情\n"+strings.Repeat("丙说机器不能用，丁说能用。", 3200)+"\n## 裁判结果\n判决丁退款。\n## 争议焦点\n丁应否退款？\n## 裁判理由\n机器不能使用，买受人可以解除合同。\n")
	r, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	r.AskIn("en")
	var got []Refusal
	for i := range r.Cases {
		got = append(got, r.Cases[i].Refusal)
		if c := &r.Cases[i]; (c.Question == "") != (c.Refusal != "") {
			t.Errorf("%s: question %q, refusal %q: want one of them", c.ID, c.Question, c.Refusal)
		}
	}
	if diff := cmp.Diff([]Refusal{OtherTongue, "", TooLong}, got); diff != "" {
		t.Errorf("refusals (-want +got):\n%s", diff)
	}
}
