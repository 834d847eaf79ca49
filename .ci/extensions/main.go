// Extensions measures what bench -extend keeps when tables change, and prints it as a Markdown table:
//
//	go run ./.ci/extensions -domain legal-en -scale 0.3
//	go run ./.ci/extensions -domain DIR -corpus TABLES -paths 8,8,6
//
// in the root of the repository. For each seed it makes a set, changes the tables in one way after the other,
// extends the set over them, and holds the outcome to a recount of its own: it reads the files, finds the rows
// that each recorded lookup asks for by comparing cells, and says that a task holds if all of them are what was
// recorded. A lookup whose record it does not find in the tables of the set itself is not recounted, nor is
// any task with one. Somebody approves of every task of the set, and the votes that count later are counted. Tables must
// be files of JSON lines; a column is renamed if there is one whose name stands once in the files of the domain.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

var (
	domainFlag = flag.String("domain", "legal-en", "`domain`, shipped or a directory")
	corpus     = flag.String("corpus", "", "`directory` of tables; the generated world if not given")
	scale      = flag.String("scale", "0.3", "`scale` of the generated world")
	paths      = flag.String("paths", "", "paths of the set; those of the command if not given")
	seeds      = flag.String("seeds", "1,2,3", "`seeds`")
	more       = flag.String("new", "", "`directory` of the same domain with a table and tools more, and of that table as JSON lines; without it, nothing new is declared")
	add        = flag.String("add", "60", "tasks to add where something new is declared")
	work       = flag.String("work", "", "`directory` to work in and keep; a temporary one if not given")
	only       = flag.String("only", "", "`words` of the one change to make; all if not given")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	dir := *work
	if dir == "" {
		var err error
		dir, err = os.MkdirTemp("", "extensions")
		must(err)
		defer os.RemoveAll(dir)
	}
	must(os.MkdirAll(dir, 0o777))
	bin, err := filepath.Abs(filepath.Join(dir, "bin"))
	must(err)
	build := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./cmd/bench", "./cmd/plantree")
	build.Stderr = os.Stderr
	must(build.Run())
	fmt.Println("| seed | change | tasks | hold | kept | whose votes count | lost though they hold | retired | kept though they do not | not recounted | new | with what is new | second look | seconds |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for seed := range strings.SplitSeq(*seeds, ",") {
		m := &measured{seed: seed, dir: filepath.Join(dir, "seed"+seed), bin: bin}
		m.measure()
	}
}

// measured is the set of one seed.
type measured struct {
	seed, dir, bin string
	domain         *domain.Domain
	tables         tables
	tasks          []*record
}

func (m *measured) measure() {
	from := *corpus
	if from == "" {
		from = filepath.Join(m.dir, "tables")
		m.run("plantree", "-domain", *domainFlag, "-scale", *scale, "-seed", m.seed, "-export", from)
	}
	d, err := domain.Open(*domainFlag)
	must(err)
	m.domain, m.tables = d, readTables(from)
	set := []string{"-domain", *domainFlag, "-corpus", from, "-seed", m.seed, "-max-dropped", "100", "-out", filepath.Join(m.dir, "set")}
	if *paths != "" {
		set = append(set, "-paths", *paths)
	}
	m.run("bench", set...)
	m.tasks = readTasks(filepath.Join(m.dir, "set", "check", "tasks.jsonl"))
	vote(filepath.Join(m.dir, "set"))
	rename, renamed := m.renamable()
	for _, c := range []struct {
		name   string
		change func(tables) tables
		flags  []string
	}{
		{"rows and columns in another order, 1 worker", shuffled, []string{"-workers", "1"}},
		{"5 % more rows, about others", func(t tables) tables { return m.grown(t, false) }, nil},
		{"5 % more rows, about the same", func(t tables) tables { return m.grown(t, true) }, nil},
		{"20 cells corrected that tasks read", m.corrected, nil},
		{"75 rows deleted", deleted, nil},
		{"a column renamed, declared", func(t tables) tables { return rename.in(t) }, []string{"-domain", renamed}},
		{"a table and tools more", nil, []string{"-domain", *more, "-add", *add}},
	} {
		if !strings.Contains(c.name, *only) || c.change == nil && *more == "" || slices.Contains(c.flags, "") {
			continue
		}
		name := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, c.name)
		later, to := m.tables, filepath.Join(m.dir, name+"-tables")
		if c.change != nil {
			later = c.change(m.tables)
		}
		writeTables(to, later)
		if c.change == nil {
			files, err := filepath.Glob(filepath.Join(*more, "*.jsonl"))
			must(err)
			for _, f := range files {
				b, err := os.ReadFile(f)
				must(err)
				must(os.WriteFile(filepath.Join(to, filepath.Base(f)), b, 0o666))
			}
		}
		began := time.Now()
		out := filepath.Join(m.dir, name)
		m.run("bench", append([]string{"-extend", filepath.Join(m.dir, "set"), "-corpus", to, "-out", out}, c.flags...)...)
		if slices.Contains(c.flags, renamed) && renamed != "" {
			later = m.tables // under the names that the set has
		}
		m.report(c.name, later, out, time.Since(began), rename)
	}
}

// report prints the line of a change.
func (m *measured) report(change string, later tables, out string, took time.Duration, rename columnRename) {
	retired, now := map[string]string{}, map[string][]byte{}
	for _, line := range lines(filepath.Join(out, "extension", "retired.jsonl")) {
		var r struct{ ID, Check, Reason string }
		must(json.Unmarshal(line, &r))
		retired[r.ID] = r.Check + " " + r.Reason
	}
	var extension struct{ Revisit []string }
	b, err := os.ReadFile(filepath.Join(out, "extension", "extension.json"))
	must(err)
	must(json.Unmarshal(b, &extension))
	fresh, withNew := 0, 0
	was := map[string]bool{}
	for _, t := range m.tasks {
		was[t.ID] = true
	}
	for _, t := range readTasks(filepath.Join(out, "check", "tasks.jsonl")) {
		if now[t.ID] = rename.undone(t.line); was[t.ID] {
			continue
		}
		fresh++
		if slices.ContainsFunc(t.Steps, func(s step) bool { return s.Tool != "" && m.domain.Tool(s.Tool) == nil }) {
			withNew++
		}
	}
	votes, voted := 0, votedTasks(out)
	holds, kept, stale, unknown, lost := 0, 0, 0, 0, map[string]int{}
	for _, t := range m.tasks {
		still, known := m.holds(t, later)
		isKept := now[t.ID] != nil
		if isKept {
			kept++
			if voted[t.ID] {
				votes++
			}
			if retired[t.ID] != "" || withoutChecks(now[t.ID]) != withoutChecks(t.line) {
				log.Fatalf("task %s is kept and not what it was, or retired: %s", t.ID, retired[t.ID])
			}
		}
		switch {
		case !known:
			unknown++
		case still:
			if holds++; !isKept {
				lost[retired[t.ID]]++
			}
		case isKept:
			stale++
		}
	}
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(lost)) {
		why = append(why, fmt.Sprintf("%d %s", lost[reason], reason))
	}
	fmt.Printf("| %s | %s | %d | %d | %d | %d | %s | %d | %d | %d | %d | %d | %d | %.0f |\n", m.seed, change, len(m.tasks), holds, kept, votes,
		cmp.Or(strings.Join(why, ", "), "0"), len(retired), stale, unknown, fresh, withNew, len(extension.Revisit), took.Seconds())
}

// voter approves of all tasks of a set.
const voter = "ann"

// vote writes a vote for each task of a run directory into its log of decisions.
func vote(dir string) {
	file := filepath.Join(dir, "check", "tasks.jsonl")
	in, err := os.Open(file)
	must(err)
	defer in.Close()
	tasks, err := task.Read(in, file)
	must(err)
	var decisions []*review.Decision
	for i, t := range tasks {
		decisions = append(decisions, &review.Decision{
			ID: fmt.Sprintf("%032x", i+1), At: time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC), By: voter, Role: review.Annotator,
			Task: t.ID, Shown: review.Shown(t), Kind: review.Approve, Format: review.CurrentFormat,
		})
	}
	must(os.MkdirAll(filepath.Join(dir, "review"), 0o777))
	log, err := os.Create(filepath.Join(dir, "review", "decisions.jsonl"))
	must(err)
	must(review.WriteDecisions(log, decisions))
	must(log.Close())
}

// votedTasks are the tasks of a run directory on which the vote counts.
func votedTasks(dir string) map[string]bool {
	voted := map[string]bool{}
	for _, line := range lines(filepath.Join(dir, "reviewed", "tasks.jsonl")) {
		var t struct {
			ID     string
			Review struct{ Reviewers []string }
		}
		must(json.Unmarshal(line, &t))
		voted[t.ID] = slices.Contains(t.Review.Reviewers, voter)
	}
	return voted
}

// run runs a command, which may end with 3: a set that is stale is no failure here.
func (m *measured) run(name string, args ...string) {
	c := exec.Command(filepath.Join(m.bin, name), args...)
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 3) {
		log.Fatalf("%s: %v\n%s", c, err, out)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
