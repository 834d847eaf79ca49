package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Names of the files of tasks and twins of a release with splits, besides [TasksFile] and
// [TwinsFile], which then hold those of the test split.
const (
	TrainFile           = "data/train.parquet"
	ValidationFile      = "data/validation.parquet"
	TwinsTrainFile      = "data/twins-train.parquet"
	TwinsValidationFile = "data/twins-validation.parquet"
)

// SplitUnit is what the splits of a release keep apart.
type SplitUnit string

// The closed set of units.
const (
	SplitByTask   SplitUnit = "task"   // tasks are drawn one by one: the splits are alike (i.i.d.)
	SplitByPath   SplitUnit = "path"   // no sequence of tools is in two splits (compositional)
	SplitByEntity SplitUnit = "entity" // each held-out task looks up an entity that no other split does
	SplitByTool   SplitUnit = "tool"   // each held-out task calls a tool that no other split does
	SplitByTable  SplitUnit = "table"  // each held-out task reads a table that no other split does
)

// SplitUnits returns the units.
func SplitUnits() []SplitUnit {
	return []SplitUnit{SplitByTask, SplitByPath, SplitByEntity, SplitByTool, SplitByTable}
}

// SplitSpec says how the tasks of a release are split. It is a specification.
type SplitSpec struct {
	// Unit is what is kept apart.
	Unit SplitUnit
	// Train, Validation and Test are the shares of the tasks that are aimed at, in percent; they
	// sum to 100, and only Validation may be 0.
	Train, Validation, Test int
}

// ParseSplit reads a specification written as UNIT:TRAIN,VALIDATION,TEST, such as path:80,10,10.
func ParseSplit(s string) (SplitSpec, error) {
	var spec SplitSpec
	unit, shares, _ := strings.Cut(s, ":")
	spec.Unit = SplitUnit(unit)
	if !slices.Contains(SplitUnits(), spec.Unit) {
		return spec, fmt.Errorf("unit %q: want task, path, entity, tool or table before the colon, such as path:80,10,10", unit)
	}
	var numbers []int
	sum := 0
	for text := range strings.SplitSeq(shares, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 0 {
			return spec, fmt.Errorf("shares %q: want three whole numbers that sum to 100, such as 80,10,10", shares)
		}
		numbers, sum = append(numbers, n), sum+n
	}
	if len(numbers) != 3 || sum != 100 || numbers[0] == 0 || numbers[2] == 0 {
		return spec, fmt.Errorf("shares %q: want three whole numbers that sum to 100, of train, validation and test, of which only that of validation may be 0", shares)
	}
	spec.Train, spec.Validation, spec.Test = numbers[0], numbers[1], numbers[2]
	return spec, nil
}

// String returns the specification as [ParseSplit] reads it.
func (s SplitSpec) String() string {
	return fmt.Sprintf("%s:%d,%d,%d", s.Unit, s.Train, s.Validation, s.Test)
}

// Splits are the tasks of a release in splits.
type Splits struct {
	// Spec says how they were made.
	Spec SplitSpec
	// Train, Validation and Test are the tasks, in the order of the release.
	Train, Validation, Test []*task.Task
	// Straddling are the tasks that are in no split, because they have held-out units of two.
	Straddling []*task.Task
	// HeldOut are the numbers of units of the validation and the test split.
	HeldOut [2]int
}

// Split splits tasks by a specification. Which units are held out is drawn by a seed; equal
// tasks, in any order, and seeds give equal splits. Paths and tasks are in one split each. Tools,
// tables and entities are held out as long as the tasks with one are no more than the share says,
// but at least one is: a task that has some goes to their split, so a split may have more of the
// other units than its own. The error says that a split that is wanted would have no task.
func Split(d *domain.Domain, tasks []*task.Task, spec SplitSpec, seed uint64) (*Splits, error) {
	s := &splitting{spec: spec, units: map[string][]string{}, with: map[string][]string{}, held: map[string]int{}}
	for _, t := range tasks {
		for _, u := range unitsOf(d, t, spec.Unit) {
			s.units[t.ID], s.with[u] = append(s.units[t.ID], u), append(s.with[u], t.ID)
		}
	}
	order := slices.SortedFunc(maps.Keys(s.with), func(a, b string) int {
		return cmp.Compare(digest.Of("split", strconv.FormatUint(seed, 10), a), digest.Of("split", strconv.FormatUint(seed, 10), b))
	})
	splits := &Splits{Spec: spec}
	splits.HeldOut[1] = s.holdOut(testSplit, order, (len(tasks)*spec.Test+50)/100)
	if spec.Validation > 0 {
		splits.HeldOut[0] = s.holdOut(validationSplit, order, (len(tasks)*spec.Validation+50)/100)
	}
	for _, t := range tasks {
		switch s.splitOf(t.ID) {
		case trainSplit:
			splits.Train = append(splits.Train, t)
		case validationSplit:
			splits.Validation = append(splits.Validation, t)
		case testSplit:
			splits.Test = append(splits.Test, t)
		default:
			splits.Straddling = append(splits.Straddling, t)
		}
	}
	var faults []error
	for _, p := range splits.parts() {
		if len(p.tasks) == 0 && (p.name != "validation" || spec.Validation > 0) {
			faults = append(faults, fmt.Errorf("split %s: its %s split has no task: want more tasks, another unit or other shares", spec, p.name))
		}
	}
	return splits, errors.Join(faults...)
}

// The splits, by number, and what straddles.
const (
	trainSplit = iota
	validationSplit
	testSplit
	straddling
)

// splitting is the state of [Split].
type splitting struct {
	spec  SplitSpec
	units map[string][]string // by task
	with  map[string][]string // tasks by unit
	held  map[string]int      // split by unit; none for those that train has
}

// splitOf returns the split of a task.
func (s *splitting) splitOf(id string) int {
	split := trainSplit
	for _, u := range s.units[id] {
		switch held := s.held[u]; {
		case held == trainSplit, held == split:
		case split != trainSplit:
			return straddling
		default:
			split = held
		}
	}
	return split
}

// holdOut holds units out for a split, in an order, while the tasks that they add are no more than
// wanted, and returns how many. If every unit has more, it takes the one with the fewest.
func (s *splitting) holdOut(split int, order []string, wanted int) int {
	held, tasks := 0, 0
	smallest, fewest := "", 0
	for _, u := range order {
		if s.held[u] != trainSplit {
			continue
		}
		more := 0
		for _, id := range s.with[u] {
			if s.splitOf(id) == trainSplit {
				more++
			}
		}
		switch {
		case more == 0:
		case tasks+more <= wanted:
			s.held[u] = split
			held, tasks = held+1, tasks+more
		case smallest == "" || more < fewest:
			smallest, fewest = u, more
		}
	}
	if held == 0 && smallest != "" {
		s.held[smallest] = split
		held = 1
	}
	return held
}

// unitsOf returns the units of a task, each once.
func unitsOf(d *domain.Domain, t *task.Task, unit SplitUnit) []string {
	var units []string
	add := func(u string) {
		if !slices.Contains(units, u) {
			units = append(units, u)
		}
	}
	switch unit {
	case SplitByTask:
		add(t.ID)
	case SplitByPath:
		add(t.Path)
	case SplitByTool:
		for _, name := range t.Plan.Tools() {
			add(name)
		}
	case SplitByTable:
		for _, name := range t.Plan.Tools() {
			add(cmp.Or(d.Tool(name).Table, d.Tool(name).Passages))
		}
	case SplitByEntity:
		for _, name := range lookedUp(d, t) {
			add(name)
		}
	}
	return units
}

// unitSeparator joins the parts of an entity; it is in no name.
const unitSeparator = "\x1f"

// entityUnit returns the unit of an entity, given the parts of its name: two spellings that lookups
// take for one name are one unit.
func entityUnit(parts []string) string {
	folded := make([]string, len(parts))
	for i, part := range parts {
		folded[i] = value.Fold(part)
	}
	return strings.Join(folded, unitSeparator)
}

// lookedUp returns the entities that the lookups of a task are about.
func lookedUp(d *domain.Domain, t *task.Task) []string {
	types, err := t.Plan.Types(d)
	if err != nil {
		panic("dataset: a task whose plan does not fit the domain: " + err.Error())
	}
	parts, selected := map[string]int{}, map[string][]string{}
	for i := range t.Plan.Nodes {
		if e := d.Entity(types[i].Entity); e != nil {
			parts[t.Plan.Nodes[i].Name] = len(e.Parts)
		}
	}
	for i := range t.Steps {
		selected[t.Steps[i].Node] = t.Steps[i].Selected
	}
	var names []string
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		if n.Tool() == "" {
			continue
		}
		for name := range slices.Chunk(selected[n.From[0]], max(1, parts[n.From[0]])) {
			names = append(names, entityUnit(name))
		}
	}
	return names
}

// splitPart is one split with the files of its tasks and twins.
type splitPart struct {
	name        string
	file, twins string
	tasks       []*task.Task
}

// parts returns the splits, training first.
func (s *Splits) parts() []splitPart {
	return []splitPart{
		{"train", TrainFile, TwinsTrainFile, s.Train},
		{"validation", ValidationFile, TwinsValidationFile, s.Validation},
		{"test", TasksFile, TwinsFile, s.Test},
	}
}

// All returns the tasks that are in a split, training first.
func (s *Splits) All() []*task.Task { return slices.Concat(s.Train, s.Validation, s.Test) }

// Files returns the files of tasks, and with twins those of twins, with their tasks.
func (r *Release) Files() []TaskFile {
	parts := []splitPart{{"test", TasksFile, TwinsFile, r.Tasks}}
	if r.Splits != nil {
		parts = r.Splits.parts()
	}
	var files []TaskFile
	for _, p := range parts {
		if len(p.tasks) > 0 {
			files = append(files, TaskFile{Split: p.name, Name: p.file, Tasks: p.tasks})
		}
	}
	if r.Twins == nil {
		return files
	}
	for _, p := range parts {
		if len(p.tasks) == 0 {
			continue
		}
		files = append(files, TaskFile{Split: p.name, Name: p.twins, Twins: true, Tasks: twinsOf(r.Twins, p.tasks)})
	}
	return files
}

// Tested returns the release with the tasks and twins of the test split alone, for the files of
// programs that measure agents; the release itself if it has no splits.
func (r *Release) Tested() *Release {
	if r.Splits == nil {
		return r
	}
	tested := *r
	tested.Splits, tested.Tasks, tested.Twins = nil, r.Splits.Test, twinsOf(r.Twins, r.Splits.Test)
	return &tested
}

// twinsOf returns the twins of some tasks; nil if there are no twins of any.
func twinsOf(twins, tasks []*task.Task) []*task.Task {
	if twins == nil {
		return nil
	}
	ids := map[string]bool{}
	for _, t := range tasks {
		ids[t.ID] = true
	}
	of := []*task.Task{}
	for _, t := range twins {
		if ids[t.Twin.Of] {
			of = append(of, t)
		}
	}
	return of
}

// TaskFile is a file of tasks or twins of a release.
type TaskFile struct {
	Split string       // the name of the split: train, validation or test
	Name  string       // below the dataset's directory
	Tasks []*task.Task // in file order
	Twins bool         // whether they are twins
}
