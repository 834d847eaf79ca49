package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// A model gives words for a draft. It is told no cell, what it says passes gates and is marked, its
// answers are kept, and without a usable one the draft stands.
func TestDraftWithModel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range hostileTables {
		if err := os.WriteFile(filepath.Join(dir, "tables", name), []byte(strings.ReplaceAll(text, "Price", "Deposit")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	answer := func(r *llm.Request) llmtest.ModelAnswer {
		asked := llmtest.Last(r)
		if strings.Contains(asked, "Ana") || strings.Contains(asked, "onerror") || strings.Contains(asked, "10.5") {
			t.Errorf("the model is told a cell:\n%s", asked)
		}
		if !strings.Contains(asked, `Table "Books"`) {
			return llmtest.ModelAnswer{Content: "I would call them writers."}
		}
		said, err := json.Marshal(map[string]any{
			"columns": map[string]any{
				"Deposit":   map[string]any{"label": "retail deposit", "sense": "stock", "others": []string{"deposit in the shop", "title"}},
				"Published": map[string]any{"label": "<b>day</b>", "sense": "flow"},
				"Secret":    map[string]any{"label": "secret"},
			},
			"lookups": map[string]any{
				"get_book":            map[string]any{"description": "Finds one book by its title or number.", "phrase": "the book known as {}"},
				"get_books_of_author": map[string]any{"phrase": "whatever {} wrote"},
				"drop_books":          map[string]any{"phrase": "the books without {}"},
			},
		})
		if err != nil {
			t.Error(err)
		}
		return llmtest.ModelAnswer{Content: string(said)}
	}
	server := llmtest.Start(t, llmtest.ServerOptions{Script: answer})
	infer := func(flags ...string) (int, string) {
		var out bytes.Buffer
		code := command.Plantree().Exec(context.Background(), cli.Env{
			Args:   append([]string{"-infer", filepath.Join(dir, "tables"), "-to", filepath.Join(dir, "shop")}, flags...),
			Stdout: &out, Stderr: &out, Now: time.Now,
			Getenv: func(name string) string {
				return map[string]string{"OPENAI_API_KEY": secret, "OPENAI_BASE_URL": server.URL}[name]
			},
		})
		return code, out.String()
	}
	code, said := infer("-model", llmtest.DefaultModel)
	if code != 0 {
		t.Fatalf("exit code %d:\n%s", code, said)
	}
	for _, want := range []string{
		`Books.Published: "<b>day</b>": want a short noun phrase`, `Books.Published: "flow": no sense of such a column`, `Books.Secret: "secret": there is no such column`,
		`Books.Deposit: "title": something else is called so`, `get_books_of_author: "whatever {} wrote": want the rows called books`, `drop_books: "the books without {}": there is no such lookup`,
		"table Authors: no advice", "1 tables without an answer",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the command does not say %q:\n%s", want, said)
		}
	}
	text := read(t, filepath.Join(dir, "shop", "domain.yaml"))
	for _, want := range []string{
		"{name: Deposit, label: {en: retail deposit}, kind: money, sense: stock}", "# uncertain: label and sense by a model: check it", `phrase: {en: "the book known as {}"}`, "Finds one book by its title or number.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("domain.yaml lacks %q:\n%s", want, text)
		}
	}
	if words := read(t, filepath.Join(dir, "shop", "rewriting", "en", "thesaurus.yaml")); !strings.Contains(words, "retail deposit: [retail deposit, deposit in the shop]") {
		t.Errorf("the thesaurus has\n%s", words)
	}
	calls := server.Calls()
	if code, again := infer("-model", llmtest.DefaultModel); code != 0 || server.Calls() != calls || read(t, filepath.Join(dir, "shop", "domain.yaml")) != text {
		t.Errorf("asked again: exit code %d, %d requests more, want the same draft without any:\n%s", code, server.Calls()-calls, again)
	}
	if err := os.RemoveAll(filepath.Join(dir, "shop")); err != nil {
		t.Fatal(err)
	}
	if code, out := infer("-model", llmtest.DefaultModel, "-max-tokens", "1"); code == 0 || !strings.Contains(out, "holds the draft without a model") {
		t.Errorf("without a budget: exit code %d:\n%s", code, out)
	}
	if !strings.Contains(read(t, filepath.Join(dir, "shop", "domain.yaml")), "label: {en: deposit}") {
		t.Error("without a budget there is no draft")
	}
}
