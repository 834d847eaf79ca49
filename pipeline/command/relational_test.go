package command_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// TestRelational makes tasks over two business databases from a declaration of columns, units
// and a phrase for each lookup alone. People read the questions in the golden files.
func TestRelational(t *testing.T) {
	longtest.Need(t, "whole runs on two business databases")
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	for name, tables := range map[string]func(t *testing.T, from, to string){"northwind": northwindTables, "chinook": chinookTables} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from := filepath.Join(data, name)
			if _, err := os.Stat(from); err != nil {
				t.Skipf("no database: %v: set TASKGROVE_DATA to the folder that holds northwind and chinook", err)
			}
			dir := t.TempDir()
			corpus := filepath.Join(dir, "corpus")
			if err := os.Mkdir(corpus, 0o777); err != nil {
				t.Fatal(err)
			}
			tables(t, from, corpus)
			declared, err := filepath.Abs(filepath.Join("testdata", "relational", name))
			if err != nil {
				t.Fatal(err)
			}
			run(t, dir, "bench", "-domain", declared, "-corpus", corpus, "-paths", "8,8,6", "-depth", "3", "-max-dropped", "100") // some addresses have two lines
			b := read(t, filepath.Join(dir, "out", "dataset", "data", "test.parquet"))
			tasks, err := task.ReadParquet(strings.NewReader(b), int64(len(b)))
			if err != nil {
				t.Fatal(err)
			}
			goldentest.Compare(t, filepath.Join("testdata", "relational", name+".golden"), drawnQuestions(tasks, 12))
		})
	}
}

// drawnQuestions returns n of the questions with their answers, drawn by the digests of the
// task IDs.
func drawnQuestions(tasks []*task.Task, n int) string {
	slices.SortFunc(tasks, func(a, b *task.Task) int {
		return cmp.Compare(digest.New("drawn").Field("id", []byte(a.ID)).Sum(), digest.New("drawn").Field("id", []byte(b.ID)).Sum())
	})
	var text strings.Builder
	for _, t := range tasks[:min(n, len(tasks))] {
		fmt.Fprintf(&text, "%s: %s\n  %s\n\n", t.Type, t.Question, strings.Join(t.KeyAnswer, " | "))
	}
	return text.String()
}

// northwindTables copies the tables of Northwind.
func northwindTables(t *testing.T, from, to string) {
	for _, name := range []string{"Categories", "Customers", "Employees", "Order_Details", "Orders", "Products", "Shippers", "Suppliers"} {
		if err := os.WriteFile(filepath.Join(to, name+".csv"), []byte(read(t, filepath.Join(from, name+".csv"))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// chinookTables writes the tables of Chinook, which stand in one file, as a file each.
func chinookTables(t *testing.T, from, to string) {
	var tables map[string][]json.RawMessage
	text := strings.TrimPrefix(read(t, filepath.Join(from, "ChinookData.json")), "\ufeff")
	if err := json.Unmarshal([]byte(text), &tables); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Album", "Artist", "Customer", "Employee", "Genre", "Invoice", "InvoiceLine", "MediaType", "Track"} {
		var b strings.Builder
		for _, row := range tables[name] {
			var line bytes.Buffer
			if err := json.Compact(&line, row); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&b, &line)
		}
		if err := os.WriteFile(filepath.Join(to, name+".jsonl"), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
