package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Contents is a release as [Read] reads it.
type Contents struct {
	// Version is the version of the dataset; "" if no file states it.
	Version string
	// Tasks are the tasks in file order, then the twins. IDs are unique.
	Tasks []*task.Task
	// Dropped are the tasks that were dropped, Reviews people's decisions; each is nil if
	// the release has no such file.
	Dropped []task.Dropped
	// Retired are the tasks of an earlier release that no longer hold; nil if the release extends
	// none.
	Retired []task.Retired
	Reviews []review.PublishedDecision
}

// readFiles returns the names of the files that [Read] reads.
func readFiles() []string {
	return []string{TrainFile, ValidationFile, TasksFile, TwinsTrainFile, TwinsValidationFile, TwinsFile, ChecksFile, CroissantFile, ReviewsFile, RetiredFile}
}

// Read reads a release from its directory. Only the file of tasks must exist. The error
// names a file that cannot be read, or lists IDs that occur twice. Read does not compare
// checksums; [Verify] does.
func Read(dir fs.FS) (*Contents, error) {
	p := new(Contents)
	for _, name := range []string{TrainFile, ValidationFile, TasksFile, TwinsTrainFile, TwinsValidationFile, TwinsFile} {
		tasks, err := readParquet(dir, name)
		if err != nil && (name == TasksFile || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		p.Tasks = append(p.Tasks, tasks...)
	}
	var checks struct {
		Dropped []task.Dropped `json:"dropped"`
	}
	var meta struct {
		Version string `json:"version"`
	}
	if err := errors.Join(readJSON(dir, ChecksFile, &checks), readJSON(dir, CroissantFile, &meta)); err != nil {
		return nil, err
	}
	p.Version, p.Dropped = meta.Version, checks.Dropped
	var err error
	if p.Reviews, err = readReviews(dir); err != nil {
		return nil, err
	}
	if p.Retired, err = readRetired(dir); err != nil {
		return nil, err
	}
	return p, validateUnique(p.Tasks)
}

// ReadTasks reads the bytes of a file of tasks as a release that has nothing else. A name
// that ends in .parquet means a Parquet file, any other name JSON lines.
func ReadTasks(b []byte, name string) (*Contents, error) {
	var tasks []*task.Task
	var err error
	if path.Ext(name) == ".parquet" {
		if tasks, err = task.ReadParquet(bytes.NewReader(b), int64(len(b))); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	} else {
		tasks, err = task.Read(bytes.NewReader(b), name)
	}
	if err == nil {
		err = validateUnique(tasks)
	}
	if err != nil {
		return nil, err
	}
	return &Contents{Tasks: tasks}, nil
}

// validateUnique returns an error if two tasks have the same ID.
func validateUnique(tasks []*task.Task) error {
	seen := map[string]bool{}
	for _, t := range tasks {
		if seen[t.ID] {
			return fmt.Errorf("task %s occurs twice: task ids must be unique", t.ID)
		}
		seen[t.ID] = true
	}
	return nil
}

// readParquet reads a file of tasks.
func readParquet(dir fs.FS, name string) ([]*task.Task, error) {
	b, err := inputfile.ReadFS(dir, name)
	if err != nil {
		return nil, err
	}
	tasks, err := task.ReadParquet(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return tasks, nil
}

// readJSON reads a file into a value, and does nothing if the file does not exist.
func readJSON(dir fs.FS, name string, into any) error {
	b, err := inputfile.ReadFS(dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		if err = json.Unmarshal(b, into); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	return err
}

// readReviews reads the file of decisions; nil if it does not exist.
func readReviews(dir fs.FS) (reviews []review.PublishedDecision, err error) {
	b, err := inputfile.ReadFS(dir, ReviewsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	// The library panics on some files that are cut or damaged.
	defer func() {
		if p := recover(); p != nil {
			reviews, err = nil, fmt.Errorf("%s: damaged file: %v", ReviewsFile, p)
		}
	}()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ReviewsFile, err)
	}
	rows := parquet.NewGenericReader[review.PublishedDecision](f)
	defer rows.Close()
	for {
		some := make([]review.PublishedDecision, batchRows)
		n, err := rows.Read(some)
		reviews = append(reviews, some[:n]...)
		if errors.Is(err, io.EOF) {
			return reviews, nil
		}
		if err == nil && n == 0 {
			err = io.ErrNoProgress
		}
		if err != nil {
			return nil, fmt.Errorf("%s: after row %d: %w", ReviewsFile, len(reviews), err)
		}
	}
}
