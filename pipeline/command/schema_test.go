package command_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/schemas"
)

// formats says which schema the files of a run directory fit, by patterns of
// [path.Match]: the whole file, or of .jsonl each line.
var formats = map[string]string{
	"config.json":                      "config",
	"log.jsonl":                        "log",
	"*/*.manifest.json":                "manifest",
	"*/*/*.manifest.json":              "manifest",
	"plantree/corpus.json":             "corpus",
	"plantree/graph.json":              "graph",
	"plantree/paths.jsonl":             "path",
	"plantree/coverage.json":           "plantree-coverage",
	"plantree/comparison.json":         "comparison",
	"plantree/privacy.json":            "privacy",
	"masked/masks.json":                "masks",
	"reproved/tasks.jsonl":             "task",
	"reproved/retired_tasks.jsonl":     "task",
	"reproved/retired.jsonl":           "retired",
	"reproved/coverage.json":           "sample-coverage",
	"extension/retired.jsonl":          "retired",
	"extension/extension.json":         "extension",
	"dataset/retired.jsonl":            "retired",
	"sample/tasks.jsonl":               "task",
	"sample/funnel.json":               "funnel",
	"sample/coverage.json":             "sample-coverage",
	"sample/strata.json":               "strata",
	"sample/sources.json":              "sources",
	"rewrite/tasks.jsonl":              "task",
	"rewrite/rejected.jsonl":           "rejected",
	"rewrite/cost.json":                "cost",
	"obscurity/obscurity.json":         "obscurity",
	"check/tasks.jsonl":                "task",
	"check/dropped.jsonl":              "dropped",
	"check/checks.json":                "checks",
	"check/probes.json":                "probes",
	"convert/tasks.jsonl":              "task",
	"convert/rejected.jsonl":           "omission",
	"convert/dropped.jsonl":            "dropped",
	"convert/refused.jsonl":            "refusal",
	"convert/cost.json":                "cost",
	"world/exams/*/*.jsonl":            "exam",
	"review/decisions.jsonl":           "decision",
	"review/ratings.jsonl":             "rating",
	"reviewed/tasks.jsonl":             "task",
	"reviewed/dropped.jsonl":           "dropped",
	"reviewed/reviews.jsonl":           "reviewed",
	"reviewed/report.json":             "review",
	"twin/tasks.jsonl":                 "task",
	"twin/dropped.jsonl":               "dropped",
	"twin/checks.json":                 "checks",
	"dataset/checks.json":              "dataset-checks",
	"bench/baseline/trials.jsonl":      "trial",
	"bench/baseline/scores.json":       "scores",
	"bench/baseline/floors.json":       "floors",
	"bench/models/run.json":            "bench-run",
	"bench/models/trials.jsonl":        "attempt",
	"bench/models/scores.json":         "analysis",
	"bench/models/comparisons.jsonl":   "contrast",
	"bench/models/releases.jsonl":      "contrast",
	"bench/models/changes.jsonl":       "change",
	"bench/models/trivial.jsonl":       "trivial",
	"review/decisions.jsonl.record":    "record",
	"review/ratings.jsonl.record":      "record",
	"bench/models/trials.jsonl.record": "record",
}

// foreign are the files whose format others define, by patterns of [path.Match]:
// Parquet, Markdown, HTML, Croissant, the forms of other benches, checksums, tables,
// which the domain declares, a lock, which names a process, and journals, which package
// llm alone reads.
var foreign = []string{
	".lock", "llm/answers.jsonl", "world/*.jsonl", "masked/*.jsonl", "world/texts/*/*", "world/texts/*/*/*", "plantree/tree.html", "plantree/comparison.html",
	"dataset/README.md", "dataset/CHANGELOG.md", "dataset/croissant.json", "dataset/SHA256SUMS", "dataset/data/*.parquet", "dataset/tables/*.parquet",
	"dataset/openai/tools.json", "dataset/bfcl/*.jsonl", "dataset/bfcl/multi_turn_func_doc/*.json", "dataset/inspect/*",
	"bench/models/answers.jsonl", "bench/models/*.parquet", "bench/models/report.html",
}

// unwritten are the formats no file of a run directory has: package domain holds
// every domain to its schema on load, package agent/remote what it sends and is sent, and
// package analysis what bench correlate and bench retrievers print.
var unwritten = []string{"agent-message", "correlations", "domain", "retrievers"}

// runPartly runs a command over tables with faults, which ends with [cli.PartlyDone].
func runPartly(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	out, err := process(t, dir, name, args...).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != cli.PartlyDone {
		t.Fatalf("%s %q: %v, want exit code %d\n%s", name, args, err, cli.PartlyDone, out)
	}
}

// TestSchemas holds every file of a whole run to the schema of its format, and
// every schema to a file.
func TestSchemas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	corpus := filepath.Join(dir, "tables")
	if err := os.CopyFS(corpus, os.DirFS(os.Getenv("TOY"))); err != nil {
		t.Fatal(err)
	}
	// Faults of every extent, so that the report has some.
	spoil(t, filepath.Join(corpus, "Company.jsonl"), "{\"公司名称\":\n{\"公司名称\": \"新公司\", \"邮编\": \"1\"}\n")
	spoil(t, filepath.Join(corpus, "Stray.csv"), "a,b\n")
	s := compile(t)
	seen := documents{}
	for _, lang := range []string{"zh", "en"} {
		runPartly(t, dir, "bench", "-domain", "toy", "-corpus", corpus, "-lang", lang, "-paths", "2,2,1", "-twins")
		runPartly(t, dir, "rewrite")
		runPartly(t, dir, "bench", "-rehearse", "clumsy", "-agent", "lexical", "-limit", "3", "-epochs", "2")
		s.hold(t, filepath.Join(dir, "out"), seen)
	}
	run(t, dir, "sample", "-domain", "statutes", "-corpus", filepath.Join(os.Getenv("GOVERNING"), "zh", "laws"), "-cases", filepath.Join(os.Getenv("GOVERNING"), "zh", "cases"), "-depth", "1", "-paths", "1", "-recall", "30", "-out", "recalled")
	s.hold(t, filepath.Join(dir, "recalled"), seen)
	run(t, dir, "bench", "-domain", "exam", "-scale", "0.03", "-out", "examined")
	run(t, dir, "bench", "-rehearse", "competent,fallible", "-limit", "12", "-out", "examined")
	s.hold(t, filepath.Join(dir, "examined"), seen)
	run(t, dir, "rewrite", "-rehearse", "-out", "examined")
	s.hold(t, filepath.Join(dir, "examined"), seen)
	run(t, dir, "plantree", "-scale", "0.01", "-depth", "1", "-out", "generated", "-against", "published")
	s.hold(t, filepath.Join(dir, "generated"), seen)
	report := run(t, dir, "bench", "score", "-tasks", "out/check/tasks.jsonl", "-answers", "out/check/tasks.jsonl", "-format", "json")
	s.fits(t, "scores", "bench score -format json", []byte(report))
	difference := run(t, dir, "verify", "diff", "-format", "json", "out/dataset", "out/sample/tasks.jsonl")
	s.fits(t, "difference", "verify diff -format json", []byte(difference))
	seen.add("difference", []byte(difference))
	for _, seed := range []string{"1", "2"} {
		run(t, dir, "verify", "-domain", "toy", "-corpus", os.Getenv("TOY"), "-paths", "2", "-seed", seed, "-out", "seed"+seed)
	}
	run(t, dir, "sample", "-merge", "seed1,seed2", "-out", "merged")
	s.hold(t, filepath.Join(dir, "merged"), seen)
	run(t, dir, "verify", "-extend", "seed1", "-add", "1", "-reanswer", "-out", "extended")
	s.hold(t, filepath.Join(dir, "extended"), seen)
	masked := process(t, dir, "plantree", "-domain", "toy", "-corpus", corpus, "-mask", "all", "-depth", "1", "-out", "without")
	masked.Env = append(os.Environ(), "TASKGROVE_MASK_KEY=a key that nobody guesses")
	if out, err := masked.CombinedOutput(); masked.ProcessState.ExitCode() != cli.PartlyDone {
		t.Fatalf("%v\n%s", err, out)
	}
	s.hold(t, filepath.Join(dir, "without"), seen)
	for format, record := range unseen() {
		b, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		s.fits(t, format, fmt.Sprintf("%T", record), b)
		seen.add(format, b)
	}
	for format := range s {
		if _, ok := seen[format]; !ok && !slices.Contains(unwritten, format) {
			t.Errorf("schemas/%s.schema.json describes nothing of a run: want it used or gone", format)
		}
	}
	s.refuse(t, seen)
}

// unseen are records a run of the toy world does not make.
func unseen() map[string]any {
	half, question := 0.5, "?"
	edit := review.Decision{
		ID: "0123456789abcdef", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), By: "ada", Role: review.Annotator,
		Task: "0123456789ab", Shown: digest.Of("shown"), Kind: review.Edit, Reason: review.Unfaithful, Source: "gazette",
		Change: &review.TaskChange{Question: &question, Shown: digest.Of("changed"), Plan: &plan.Program{
			Nodes:   []plan.Node{{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{"a"}}}},
			Answers: []plan.AnswerSpec{{From: "r1", Form: plan.Form{Style: plan.StyleText}}},
		}},
	}
	return map[string]any{
		"dropped":  task.Dropped{ID: "0123456789ab", Check: "gradable", Reason: "guess", Detail: "one of two"},
		"rejected": rewrite.Rejected{ID: "0123456789ab", Draft: "?", Tries: []rewrite.Try{{Rewriter: rewrite.Offline, Question: "??", Reason: rewrite.Duplicate, Detail: "shares"}}},
		"trial": bench.Trial{
			Task: "1", Type: "1-hop", Agent: "model",
			Transcript: &agent.Transcript{Tokens: &score.Tokens{Input: 2, Output: 1, Total: 3}, End: agent.External, Detail: "cut off"},
			Score:      score.Score{Paper: score.Rates{Success: &half}},
		},
		"review":   reviewReport(),
		"decision": edit,
		"rating": rating.TextRating{
			ID: edit.ID, At: edit.At, By: edit.By, Task: edit.Task, Text: digest.Of("text"), Note: "?", Seconds: 2,
			Opinion: judge.Opinion{
				Judge: judge.PersonPrefix + edit.By, Rubric: "reasoning 1 zh 012345678901", Score: half,
				Grades: []judge.Grade{{Criterion: "rigor", Points: 10, Reason: "?"}}, Overall: &judge.OverallGrade{Points: 50, Tier: 2, Contradicts: true},
			},
		},
		"reviewed": edit.Published(edit.Task, "", 1),
		"retired": task.Retired{
			ID: edit.Task, Question: "?", Check: "executed", Reason: "changed", Detail: "step r2", Answer: "a", KeyAnswer: []string{"a"}, NewAnswer: "b", NewKeyAnswer: []string{"b"}, Successor: "0123456789cd",
			Cells: []task.ChangedCell{{Tool: "get", Table: "Company", Arguments: json.RawMessage(`{"identifier":"x"}`), Column: "c", Old: json.RawMessage(`"a"`), New: json.RawMessage(`"b"`)}},
		},
	}
}

// reviewReport is a report in which no list is empty.
func reviewReport() *review.StatusReport {
	shown, changed, question := digest.Of("shown"), digest.Of("changed"), "?"
	b := review.NewBoard([]review.Item{{ID: "1", Type: "1-hop", Shown: shown}}, review.Rules{Overlap: 2, Share: 1})
	var log []*review.Decision
	for i, d := range []review.Decision{
		{By: "ada", Kind: review.Try, Shown: shown, Attempt: &review.BlindAnswer{Rate: 0.5, Answer: "?"}},
		{By: "ada", Kind: review.Edit, Shown: shown, Change: &review.TaskChange{Question: &question, Shown: changed}},
		{By: "ada", Kind: review.Reject, Reason: review.Other, Shown: changed, Seconds: 2},
		{By: "bo", Kind: review.Approve, Shown: changed},
		{By: "bo", Kind: review.Comment, Reason: review.Unclear, Note: "?", Shown: changed},
	} {
		d.ID, d.Task, d.Role = fmt.Sprint("decision-", i), "1", review.Annotator
		b.Apply(&d)
		log = append(log, &d)
	}
	return review.NewStatusReport(b, log, review.GuidelineDigest("?"))
}

// documents has one document of each format.
type documents map[string][]byte

// add keeps the first document of a format that is no empty list.
func (d documents) add(format string, b []byte) {
	if _, ok := d[format]; !ok && string(bytes.TrimSpace(b)) != "[]" {
		d[format] = bytes.Clone(b)
	}
}

// openly are the properties that hold any JSON: what a stage, a tool or a model
// makes of them is not ours to fix.
var openly = []string{"params", "arguments", "observation"}

// refuse adds a property to every object of every document in turn, which no
// schema may take: readers rely on knowing all there is.
func (s shapes) refuse(t *testing.T, seen documents) {
	t.Helper()
	for format, b := range seen {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		objects := 0
		tried := map[string]bool{}
		each(doc, "", func(at string, object map[string]any) {
			objects++
			// One item of a list stands for all that have the same properties.
			alike := index.ReplaceAllString(at, "/0") + " " + strings.Join(slices.Sorted(maps.Keys(object)), " ")
			if tried[alike] {
				return
			}
			tried[alike] = true
			object["surprise"] = map[string]any{}
			if s[format].Validate(doc) == nil {
				t.Errorf("%s.schema.json takes an unknown property at %q: want it refused", format, at)
			}
			delete(object, "surprise")
		})
		if objects == 0 {
			t.Errorf("%s: no object in the document: want one to add to", format)
		}
	}
}

// index is an item of a list in a path.
var index = regexp.MustCompile(`/[0-9]+`)

// each calls do for every object of a document but those below a property that is
// open.
func each(v any, at string, do func(at string, object map[string]any)) {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			each(e, fmt.Sprintf("%s/%d", at, i), do)
		}
	case map[string]any:
		do(at, v)
		for name, e := range v {
			if !slices.Contains(openly, name) {
				each(e, at+"/"+name, do)
			}
		}
	}
}

// TestSchemasDescribe holds every property of every schema to a description, its
// own or that of the definition it refers to.
func TestSchemasDescribe(t *testing.T) {
	names, err := fs.Glob(schemas.FS, "*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		b, err := schemas.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(b, &doc); err != nil {
			t.Fatal(err)
		}
		each(doc, "", func(at string, object map[string]any) {
			if strings.Contains(at, "/if") || strings.Contains(at, "/then") || strings.Contains(at, "/else") || strings.Contains(at, "/oneOf/") || strings.HasSuffix(at, "/properties") {
				return // these say more of properties that are described elsewhere
			}
			properties, _ := object["properties"].(map[string]any)
			for property, schema := range properties {
				if !described(doc, schema) && object["$ref"] == nil {
					t.Errorf("%s%s: property %q has no description: want one", name, at, property)
				}
			}
		})
	}
}

// described reports whether a property has a description.
func described(doc map[string]any, schema any) bool {
	s, _ := schema.(map[string]any)
	if _, ok := s["description"]; ok {
		return true
	}
	ref, _ := s["$ref"].(string)
	definition, ok := strings.CutPrefix(ref, "#/$defs/")
	definitions, _ := doc["$defs"].(map[string]any)
	return ok && described(doc, definitions[definition])
}

// spoil adds text to a file, which need not exist.
func spoil(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// shapes are compiled schemas by the name of their format.
type shapes map[string]*jsonschema.Schema

// compile compiles every schema that ships.
func compile(t *testing.T) shapes {
	t.Helper()
	names, err := fs.Glob(schemas.FS, "*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	for _, name := range names {
		b, err := schemas.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := c.AddResource("taskgrove:///"+name, doc); err != nil {
			t.Fatal(err)
		}
	}
	s := shapes{}
	for _, name := range names {
		schema, err := c.Compile("taskgrove:///" + name)
		if err != nil {
			t.Fatal(err)
		}
		s[strings.TrimSuffix(name, ".schema.json")] = schema
	}
	return s
}

// hold holds the files below a directory to their formats and adds what it saw.
func (s shapes) hold(t *testing.T, dir string, seen documents) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		ours := !slices.ContainsFunc(foreign, func(pattern string) bool {
			ok, _ := path.Match(pattern, name)
			return ok
		})
		if err != nil || d.IsDir() || !ours {
			return err
		}
		format := formatOf(name)
		if format == "" {
			t.Errorf("%s has no schema: want its format in schemas/ and in this test", name)
			return nil
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if !strings.HasSuffix(name, ".jsonl") {
			s.fits(t, format, name, b)
			seen.add(format, b)
			return nil
		}
		n := 0
		for line := range bytes.Lines(b) {
			n++
			s.fits(t, format, fmt.Sprintf("%s:%d", name, n), line)
			seen.add(format, line)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// formatOf returns the format of a file of a run directory; "" for none.
func formatOf(name string) string {
	for pattern, format := range formats {
		if ok, _ := path.Match(pattern, name); ok {
			return format
		}
	}
	return ""
}

// fits holds one JSON document to a format.
func (s shapes) fits(t *testing.T, format, name string, b []byte) {
	t.Helper()
	if err := s.validate(format, b); err != nil {
		t.Errorf("%s does not fit %s.schema.json: %v", name, format, err)
	}
}

func (s shapes) validate(format string, b []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return err
	}
	if s[format] == nil {
		return fmt.Errorf("there is no schema of that name")
	}
	return s[format].Validate(doc)
}
