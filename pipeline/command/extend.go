package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// earlierSet is the set that a run extends.
type earlierSet struct {
	tasks   []*task.Task               // without twins
	files   []run.StageInput           // that have them
	log     string                     // of decisions, of a run directory; "" for other sets
	reviews []review.PublishedDecision // of a dataset
	retired []*task.Task               // that a run retired before, with its predecessors
	version string                     // of the release; "" if it is unknown
	checks  int                        // version of the check stage that wrote the certificates
}

// provedTasks are the tasks of a run directory before people changed them.
const provedTasks = "check/tasks.jsonl"

// readEarlierSet reads the set that -extend names: a run directory, a dataset's directory or a file of
// tasks. It verifies checksums where there are any.
func (f *flags) readEarlierSet() (*earlierSet, error) {
	e, err := openEarlierSet(f.Extend)
	if err != nil {
		return nil, fmt.Errorf("-extend: %w", err)
	}
	if len(e.tasks) == 0 {
		return nil, fmt.Errorf("-extend: %s has no task: want at least one", f.Extend)
	}
	return e, nil
}

func openEarlierSet(path string) (*earlierSet, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		contents, err := readFile(path, dataset.ReadTasks)
		if err != nil {
			return nil, err
		}
		return releasedSet(contents, filepath.Dir(path), filepath.Base(path)), nil
	}
	proved := filepath.Join(path, filepath.FromSlash(provedTasks))
	if _, err := os.Stat(proved); err == nil {
		return readRunSet(path, proved)
	}
	released := filepath.Join(path, datasetDir)
	if _, err := os.Stat(filepath.Join(path, filepath.FromSlash(dataset.TasksFile))); err == nil {
		released = path
	}
	if _, err := os.Stat(released); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has neither %s nor %s: want a dataset's directory, a file of tasks, or a run directory with proved tasks (bench -out %s makes them)", path, provedTasks, dataset.TasksFile, path)
	}
	contents, err := readRelease(released)
	if err != nil {
		return nil, err
	}
	return releasedSet(contents, released, dataset.TasksFile, dataset.TrainFile, dataset.ValidationFile, dataset.ReviewsFile), nil
}

// readRunSet reads the proved tasks of a run directory, which must be those that its check stage
// wrote.
func readRunSet(dir, proved string) (*earlierSet, error) {
	m, err := readManifest(filepath.Join(dir, "check", "check.manifest.json"))
	if err != nil {
		return nil, fmt.Errorf("%w: want proved tasks with the manifest of their stage: -extend %s reads the tasks alone, without votes, or bench -out %s makes the set again", err, proved, dir)
	}
	b, err := inputfile.ReadFile(proved)
	if err != nil {
		return nil, err
	}
	for _, o := range m.Outputs {
		if o.Name == provedTasks && o.Digest != digest.Bytes(b) {
			return nil, fmt.Errorf("%s is not what the check stage wrote: it was changed or damaged: run bench -out %s, which makes it again", proved, dir)
		}
	}
	tasks, err := task.Read(strings.NewReader(string(b)), proved)
	if err != nil {
		return nil, err
	}
	e := &earlierSet{tasks: tasks, checks: m.Version, log: filepath.Join(dir, filepath.FromSlash(decisionsFile)), files: []run.StageInput{{Name: "earlier/" + filepath.Base(proved), Path: proved}}}
	s, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	if s != nil {
		e.version = s.Release
	}
	if s == nil || s.Extend == "" {
		return e, nil
	}
	before := filepath.Join(dir, filepath.FromSlash(retiredTasks))
	if e.retired, err = tasksOf(before); errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	e.files = append(e.files, run.StageInput{Name: "earlier/" + filepath.Base(before), Path: before})
	return e, err
}

// releasedSet returns the tasks of a release in the form that they have before the export stage, and
// the files that have them, of which only those that exist.
func releasedSet(c *dataset.Contents, dir string, files ...string) *earlierSet {
	e := &earlierSet{reviews: c.Reviews, version: c.Version}
	for _, t := range c.Tasks {
		if t.Twin == nil {
			t.Solution = ""
			e.checks = max(e.checks, t.Provenance.Versions["check"])
			e.tasks = append(e.tasks, t)
		}
	}
	for _, name := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			e.files = append(e.files, run.StageInput{Name: "earlier/" + name, Path: path})
		}
	}
	return e
}

// checkExtended returns the files of the set that -extend names, nil for none, or an error if it cannot be
// extended.
func checkExtended(f *flags, w *world) ([]run.StageInput, error) {
	switch {
	case f.Extend == "" && f.Add > 0:
		return nil, misuse("-add adds tasks to those of an earlier release: want -extend too, or -paths for a new set")
	case f.Extend == "" && f.Reanswer:
		return nil, misuse("-reanswer is for tasks of -extend that no longer hold, which is not given")
	case f.Extend == "":
		return nil, nil
	case f.Add < 0:
		return nil, misuse("-add must be at least 0, not %d", f.Add)
	case f.Merge != "":
		return nil, misuse("-extend and -merge both say which tasks a set begins with: want one of them")
	case w.hasExams():
		return nil, misuse("-extend is for tasks over tables, and domain %s has items of exams", w.domain.Name)
	case extendsItself(f.Extend, f.out):
		return nil, misuse("-extend %q: it is of the run directory itself: want another -out", f.Extend)
	}
	e, err := f.readEarlierSet()
	if err != nil {
		return nil, err
	}
	return e.files, e.check(f, w)
}

// extendsItself reports whether a set is one that a run directory holds and each run replaces.
func extendsItself(set, out string) bool {
	for _, file := range []string{provedTasks, reviewedTasks, datasetDir + "/" + dataset.TasksFile} {
		if sameDirectory(filepath.Dir(set), filepath.Join(out, filepath.FromSlash(path.Dir(file)))) {
			return true
		}
	}
	return sameDirectory(set, out) || sameDirectory(set, filepath.Join(out, datasetDir))
}

// check returns an error if a task is none that can be proved again.
func (e *earlierSet) check(f *flags, w *world) error {
	for _, t := range e.tasks {
		if t.Plan == nil {
			return fmt.Errorf("-extend: task %s of %s has no plan: want tasks over tables", t.ID, f.Extend)
		}
		if name, _, _ := strings.Cut(t.Provenance.Domain, "@"); name != w.domain.Name {
			return fmt.Errorf("-extend: task %s of %s is of domain %q: want domain %s, or -domain with that one", t.ID, f.Extend, name, w.domain.Name)
		}
		if t.Language != f.Language {
			return fmt.Errorf("-extend: task %s of %s is in language %s: want %s, or -lang %s", t.ID, f.Extend, t.Language, f.Language, t.Language)
		}
		if t.Question == "" || len(t.Checks) == 0 {
			return fmt.Errorf("-extend: task %s of %s has no question or no verdicts: want proved tasks, as check and verify export write them", t.ID, f.Extend)
		}
		id, err := t.Identity()
		if err != nil || id != t.ID {
			return fmt.Errorf("-extend: task %s of %s has another plan or other steps than its id says: it was damaged, or made by another version of taskgrove that wrote plans otherwise: want the file as it was released, or a set that this version makes (bench -out DIR without -extend)", t.ID, f.Extend)
		}
	}
	return nil
}

// extendedSettings returns the settings of the run that is extended, for what no flag gives; nil if
// nothing is extended, or if it is no run.
func (f *flags) extendedSettings() (*settings, error) {
	if info, err := os.Stat(f.Extend); err != nil || !info.IsDir() {
		return nil, nil // what is not there is reported with the tasks
	}
	s, err := readConfig(f.Extend)
	if err != nil || s == nil {
		return nil, err
	}
	s.Extend, s.Add, s.Reanswer, s.Merge = f.Extend, f.Add, f.Reanswer, ""
	return s, nil
}
