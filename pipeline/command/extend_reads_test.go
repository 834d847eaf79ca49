package command_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/extension"
	"github.com/taskgrove/taskgrove/pipeline/internal/readset"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// trackedTables are tables in a directory with a prover of tasks over them.
type trackedTables struct {
	proofs *proof.Tracker
	prover *extension.Prover
}

func trackTables(t *testing.T, d *domain.Domain, dir string) trackedTables {
	c, tools := toytest.Load(t, d, dir)
	proofs := proof.NewTracker(proof.Sources{Domain: d, Corpus: c, Tools: tools})
	return trackedTables{proofs, &extension.Prover{Domain: d, Tools: tools, Proofs: proofs, Workers: 2, Reanswer: true}}
}

// Whatever changes in the tables, what is proved again of a set is enough: the tasks, their certificates and
// what their proofs look up are those of a proof of every task, and so are the retired ones.
func TestStands(t *testing.T) {
	t.Parallel()
	d := toytest.Domain(t, "toy")
	f, err := os.Open(filepath.Join(startFrom(t, "small"), "out", "check", "tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tasks, err := task.Read(f, "tasks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	toy := os.Getenv("TOY")
	before := trackTables(t, d, toy)
	made, err := before.prover.Run(t.Context(), tasks)
	if err != nil || len(made.Tasks) != len(tasks) {
		t.Fatalf("%d of %d tasks hold before any change: %v", len(made.Tasks), len(tasks), err)
	}
	known := map[string]*readset.Reads{}
	for i := range made.Reads {
		known[made.Reads[i].Task] = &made.Reads[i]
	}
	index := before.proofs.Index()
	changes, spared, retired := 4, 0, 0
	if os.Getenv("TASKGROVE_LONG") != "" {
		changes = 300
	}
	for seed := range changes {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(seed))
		said := changeTables(t, rand.New(rand.NewPCG(uint64(seed), 23)), toy, dir)
		now := trackTables(t, d, dir)
		want, err := now.prover.Run(t.Context(), made.Tasks)
		if err != nil {
			t.Fatal(err)
		}
		now.prover.Known, now.prover.Changes = known, now.proofs.Index().Since(index)
		got, err := now.prover.Run(t.Context(), made.Tasks)
		if err != nil {
			t.Fatal(err)
		}
		spared += len(tasks) - got.Proved
		retired += len(got.Retired)
		got.Proved = want.Proved
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d, %s: (-every task proved +as needed):\n%s", seed, said, diff)
		}
	}
	if spared == 0 || retired == 0 {
		t.Errorf("of %d changes of the tables, %d tasks were spared a proof and %d retired: want some of each", changes, spared, retired)
	}
}

// changeTables writes tables with one to three changes and says which.
func changeTables(t *testing.T, r *rand.Rand, from, to string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables in %s: %v", from, err)
	}
	tables := make([][]map[string]any, len(files))
	for i, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			row := map[string]any{}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			tables[i] = append(tables[i], row)
		}
	}
	var said []string
	for range 1 + r.IntN(3) {
		i := r.IntN(len(tables))
		at := r.IntN(len(tables[i]))
		row := tables[i][at]
		column := slices.Sorted(maps.Keys(row))[r.IntN(len(row))]
		other := tables[i][r.IntN(len(tables[i]))]
		change := []string{"gone", "the cell of another row", "a row more with the cell", "another spelling", "beside another", "another value"}[r.IntN(6)]
		text := fmt.Sprint(row[column])
		switch change {
		case "gone":
			tables[i] = slices.Delete(tables[i], at, at+1)
		case "the cell of another row":
			row[column] = other[column]
		case "a row more with the cell":
			more := maps.Clone(other)
			more[column] = row[column]
			for _, key := range []string{"公司名称", "案号", "法院名称"} {
				if name, ok := more[key].(string); ok && key != column {
					more[key] = strings.Replace(name, "0", "9", 1) + "号"
				}
			}
			tables[i] = append(tables[i], more)
		case "another spelling":
			row[column] = strings.NewReplacer("（", "(", "）", ")", "0", "０", "公司", "公司 ").Replace(text)
		case "beside another":
			row[column] = text + "、" + fmt.Sprint(other[column])
		case "another value":
			row[column] = strings.Replace(text, "1", "2", 1)
		}
		said = append(said, fmt.Sprintf("%s %s of row %d: %s", filepath.Base(files[i]), column, at, change))
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		var b strings.Builder
		for _, row := range tables[i] {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(said, "; ")
}
