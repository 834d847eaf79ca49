//go:build ignore

// Extensions measures what bench -extend keeps when tables change, and prints it as a Markdown table:
//
//	go run .ci/extensions.go -domain legal-en -scale 0.3
//	go run .ci/extensions.go -domain DIR -corpus TABLES -paths 8,8,6
//
// in the root of the repository. For each seed it makes a set, changes the tables in one way after the other,
// extends the set over them, and holds the outcome to a recount of its own: it reads the files, finds the rows
// that each recorded lookup asks for by comparing cells, and says that a task holds if all of them are what was
// recorded. A lookup whose record it does not find in the tables of the set itself is not recounted, nor is
// any task with one. Somebody approves of every task of the set, and the votes that count later are counted. Tables must
// be files of JSON lines; a column is renamed if there is one whose name stands once in the files of the domain.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// record is what is read of a task.
type record struct {
	ID    string `json:"id"`
	Steps []step `json:"steps"`
	line  []byte
}

type step struct {
	Tool        string                     `json:"tool"`
	Arguments   map[string]json.RawMessage `json:"arguments"`
	Observation json.RawMessage            `json:"observation"`
}

// tables are the rows of files, by their names.
type tables map[string][]row

// row is a row as it was read, with the order of its columns.
type row struct {
	columns []string
	cells   map[string]string // JSON
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

// columnRename is another name for a column; the zero value renames nothing.
type columnRename struct{ table, from, to string }

// renamable chooses the column that most lookups of tasks return, of those whose name stands once in the files of
// the domain, and writes the domain under another name of it. Directory is "" if there is none.
func (m *measured) renamable() (r columnRename, directory string) {
	files, err := domain.Directory(*domainFlag)
	must(err)
	read, times := map[columnRename]int{}, map[string]int{}
	texts := map[string]string{}
	names, err := fs.Glob(files, "*.yaml")
	must(err)
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		must(err)
		texts[name] = string(b)
		for _, word := range regexp.MustCompile(`[\pL\pN_]+`).FindAllString(texts[name], -1) {
			times[word]++
		}
	}
	for _, t := range m.tasks {
		for i := range t.Steps {
			if tool := m.domain.Tool(t.Steps[i].Tool); tool != nil && tool.Kind == domain.Lookup {
				_, columns, _ := observed(t.Steps[i].Observation, tool)
				for _, c := range columns {
					if times[c] == 1 {
						read[columnRename{tool.Table, c, c + "Now"}]++
					}
				}
			}
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(read), func(a, b columnRename) int { return cmp.Compare(a.from, b.from) }) {
		if read[c] > read[r] {
			r = c
		}
	}
	if r.from == "" {
		return r, ""
	}
	directory = filepath.Join(m.dir, "renamed")
	must(os.MkdirAll(directory, 0o777))
	for name, text := range texts {
		text = regexp.MustCompile(`\b`+r.from+`\b`).ReplaceAllString(text, r.to)
		must(os.WriteFile(filepath.Join(directory, name), []byte(text), 0o666))
	}
	must(os.WriteFile(filepath.Join(directory, "renames.yaml"), fmt.Appendf(nil, "renames: [{table: %s, from: %s, to: %s}]\n", r.table, r.from, r.to), 0o666))
	return r, directory
}

// in returns tables under the new name.
func (r columnRename) in(of tables) tables {
	all := maps.Clone(of)
	all[r.table] = nil
	for _, was := range of[r.table] {
		now := row{slices.Clone(was.columns), maps.Clone(was.cells)}
		for i, c := range now.columns {
			if c == r.from {
				now.columns[i], now.cells[r.to] = r.to, was.cells[c]
				delete(now.cells, c)
			}
		}
		all[r.table] = append(all[r.table], now)
	}
	return all
}

// undone returns the record of a task under the old name, so that it can be compared with the earlier record. A
// rename may change the plan, the steps and the list of renames, and nothing else.
func (r columnRename) undone(line []byte) []byte {
	if r.from == "" || !bytes.Contains(line, []byte(`"renamed":`)) {
		return line
	}
	var all map[string]json.RawMessage
	must(json.Unmarshal(line, &all))
	for _, part := range []string{"plan", "steps"} {
		all[part] = bytes.ReplaceAll(all[part], []byte(quoted(r.to)), []byte(quoted(r.from)))
	}
	all["provenance"] = regexp.MustCompile(`,"renamed":\[.*?\]`).ReplaceAll(all["provenance"], nil)
	b, err := json.Marshal(all)
	must(err)
	return b
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

// holds reports whether every recorded lookup of a task selects in other tables what was recorded; it is not
// known if the tables of the set do not show that for each of them.
func (m *measured) holds(t *record, later tables) (still, known bool) {
	still = true
	for _, s := range t.Steps {
		tool := m.domain.Tool(s.Tool)
		if s.Tool == "" || tool == nil || tool.Kind == domain.Arithmetic || tool.Kind == domain.Finish {
			continue
		}
		want, columns, ok := observed(s.Observation, tool)
		if !ok || tool.Kind != domain.Lookup || !slices.Equal(want, m.find(m.tables, tool, &s, columns)) {
			return false, false
		}
		still = still && slices.Equal(want, m.find(later, tool, &s, columns))
	}
	return still, true
}

// observed returns the rows that a tool returned, as sorted texts of their columns.
func observed(o json.RawMessage, tool *domain.Tool) (found, columns []string, ok bool) {
	if tool.Returns != domain.Field && bytes.HasPrefix(o, []byte(`"`)) { // that it finds none
		return nil, nil, true
	}
	var many []map[string]json.RawMessage
	if tool.Returns == domain.Field || json.Unmarshal(o, &many) != nil {
		var one map[string]json.RawMessage
		if tool.Returns == domain.Field || json.Unmarshal(o, &one) != nil {
			return nil, nil, false
		}
		many = []map[string]json.RawMessage{one}
	}
	for _, r := range many {
		columns = slices.Sorted(maps.Keys(r))
		found = append(found, textOf(columns, func(c string) string { return string(r[c]) }))
	}
	slices.Sort(found)
	return found, columns, true
}

// find returns the rows that a lookup asks for, of tables, as [observed] does.
func (m *measured) find(of tables, tool *domain.Tool, s *step, columns []string) (found []string) {
	spec := m.domain.Table(tool.Table)
	for _, r := range of[tool.Table] {
		match := func(l domain.LookupMatch) bool {
			for i, column := range l.Columns {
				names := []string{plain(r.cells[column])}
				for _, by := range spec.Column(column).Separators {
					var parts []string
					for _, n := range names {
						parts = append(parts, strings.Split(n, by)...)
					}
					names = parts
				}
				wanted := plain(string(s.Arguments[l.Inputs[i]]))
				if !slices.ContainsFunc(names, func(n string) bool { return strings.TrimSpace(n) == wanted }) {
					return false
				}
			}
			return true
		}
		if slices.ContainsFunc(tool.Match, match) {
			found = append(found, textOf(columns, func(c string) string { return r.cells[c] }))
		}
	}
	slices.Sort(found)
	return found
}

func textOf(columns []string, cell func(string) string) string {
	var b strings.Builder
	for _, c := range columns {
		b.WriteString(c + "=" + plain(cell(c)) + "\x00")
	}
	return b.String()
}

// plain returns the text of a cell, be it a string or a number. A blank cell is null, and a point in time at
// midnight a day, as tools return them.
func plain(j string) string {
	text := strings.TrimSpace(j)
	if strings.HasPrefix(text, `"`) {
		must(json.Unmarshal([]byte(j), &text))
	}
	if text == "null" {
		return ""
	}
	return strings.TrimSuffix(text, "T00:00:00")
}

// drawn orders what is drawn for one purpose.
func drawn(purpose, name string) string {
	sum := sha256.Sum256([]byte(purpose + "\x00" + name))
	return string(sum[:])
}

func (r row) text() string {
	return textOf(slices.Sorted(slices.Values(r.columns)), func(c string) string { return r.cells[c] })
}

// shuffled turns rows and columns round.
func shuffled(of tables) tables {
	all := tables{}
	for name, rows := range of {
		for _, r := range rows {
			r.columns = slices.Clone(r.columns)
			slices.Reverse(r.columns)
			all[name] = append(all[name], r)
		}
		slices.SortFunc(all[name], func(a, b row) int { return cmp.Compare(drawn("order", a.text()), drawn("order", b.text())) })
	}
	return all
}

// grown adds to each table a twentieth of its rows: with other keys and, unless they are to be about the same, with
// another name for every entity, the same in all tables. A table without a key gets no rows about the same.
func (m *measured) grown(of tables, same bool) tables {
	all := tables{}
	for name, rows := range of {
		all[name] = slices.Clone(rows)
		spec := m.domain.Table(name)
		if spec == nil || same && len(spec.KeyColumns()) == 0 {
			continue
		}
		drawnRows := slices.SortedFunc(slices.Values(rows), func(a, b row) int { return cmp.Compare(drawn("more", a.text()), drawn("more", b.text())) })
		for _, r := range drawnRows[:(len(rows)+19)/20] {
			cells := maps.Clone(r.cells)
			for _, c := range spec.Columns {
				if text := plain(cells[c.Name]); (c.Entity != "" && !same || slices.Contains(spec.KeyColumns(), c.Name)) && text != "" && text != "-" {
					cells[c.Name] = quoted(other(text))
				}
			}
			all[name] = append(all[name], row{r.columns, cells})
		}
	}
	return all
}

// other returns a name that no entity of the tables has: with a nine before each run of digits or, without
// digits, with a word behind it.
func other(name string) string {
	if !strings.ContainsAny(name, "0123456789") {
		return name + " Novum"
	}
	var b strings.Builder
	digit := false
	for _, c := range name {
		is := c >= '0' && c <= '9'
		if is && !digit {
			b.WriteString("99")
		}
		digit = is
		b.WriteRune(c)
	}
	return b.String()
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	must(err)
	return string(b)
}

// corrected changes a digit in 20 cells that tasks read and that name no entity.
func (m *measured) corrected(of tables) tables {
	type cell struct{ table, row, column string }
	var read []cell
	for _, t := range m.tasks {
		for i := range t.Steps {
			s := &t.Steps[i]
			tool := m.domain.Tool(s.Tool)
			if s.Tool == "" || tool == nil || tool.Kind != domain.Lookup {
				continue
			}
			_, columns, ok := observed(s.Observation, tool)
			if !ok {
				continue
			}
			for _, r := range of[tool.Table] {
				if len(m.find(tables{tool.Table: {r}}, tool, s, columns)) == 0 {
					continue
				}
				for _, c := range columns {
					spec := m.domain.Table(tool.Table).Column(c)
					if spec != nil && spec.Entity == "" && !slices.Contains(m.domain.Table(tool.Table).KeyColumns(), c) && strings.ContainsAny(r.cells[c], "12345678") {
						read = append(read, cell{tool.Table, r.text(), c})
					}
				}
			}
		}
	}
	slices.SortFunc(read, func(a, b cell) int {
		return cmp.Compare(drawn("corrected", fmt.Sprint(a)), drawn("corrected", fmt.Sprint(b)))
	})
	read = slices.Compact(read)
	wrong := map[cell]bool{}
	for _, c := range read[:min(20, len(read))] {
		wrong[c] = true
	}
	all := tables{}
	for name, rows := range of {
		for _, r := range rows {
			text := r.text()
			for _, c := range r.columns {
				if wrong[cell{name, text, c}] {
					r.cells = maps.Clone(r.cells)
					at := strings.LastIndexAny(r.cells[c], "12345678")
					r.cells[c] = r.cells[c][:at] + string(r.cells[c][at]+1) + r.cells[c][at+1:]
				}
			}
			all[name] = append(all[name], r)
		}
	}
	return all
}

// deleted leaves out 75 rows, of each table in turn.
func deleted(of tables) tables {
	all := tables{}
	for name, rows := range of {
		all[name] = slices.SortedFunc(slices.Values(rows), func(a, b row) int { return cmp.Compare(drawn("deleted", a.text()), drawn("deleted", b.text())) })
	}
	for n := 75; n > 0; {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if len(all[name]) > 1 && n > 0 {
				all[name], n = all[name][1:], n-1
			}
		}
	}
	return all
}

func readTables(dir string) tables {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	must(err)
	all := tables{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		all[name] = []row{}
		for _, line := range lines(file) {
			r := row{cells: map[string]string{}}
			d := json.NewDecoder(bytes.NewReader(line))
			_, err := d.Token() // {
			must(err)
			for d.More() {
				column, err := d.Token()
				must(err)
				var cell json.RawMessage
				must(d.Decode(&cell))
				r.columns = append(r.columns, column.(string))
				r.cells[column.(string)] = string(cell)
			}
			all[name] = append(all[name], r)
		}
	}
	return all
}

func writeTables(dir string, of tables) {
	must(os.MkdirAll(dir, 0o777))
	for name, rows := range of {
		var b bytes.Buffer
		for _, r := range rows {
			sep := "{"
			for _, c := range r.columns {
				b.WriteString(sep + quoted(c) + ":" + r.cells[c])
				sep = ","
			}
			b.WriteString("}\n")
		}
		must(os.WriteFile(filepath.Join(dir, name+".jsonl"), b.Bytes(), 0o666))
	}
}

func readTasks(file string) (tasks []*record) {
	for _, line := range lines(file) {
		t := &record{line: line}
		must(json.Unmarshal(line, t))
		tasks = append(tasks, t)
	}
	return tasks
}

func lines(file string) (all [][]byte) {
	b, err := os.ReadFile(file)
	must(err)
	for line := range bytes.Lines(b) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			all = append(all, line)
		}
	}
	return all
}

// withoutChecks returns a task's record without its verdicts.
func withoutChecks(line []byte) string {
	var all map[string]json.RawMessage
	must(json.Unmarshal(line, &all))
	delete(all, "checks")
	b, err := json.Marshal(all)
	must(err)
	return string(b)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
