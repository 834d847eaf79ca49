package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// batchJob is a batch that was uploaded and not yet collected.
type batchJob struct {
	Endpoint string          `json:"endpoint"` // host and port
	Model    string          `json:"model"`
	File     string          `json:"file"` // at the server
	ID       string          `json:"id"`   // of the batch; empty until the server has started it
	Requests []digest.Digest `json:"requests"`
	Expected Spending        `json:"expected"`

	body []byte // JSON Lines, until it is uploaded
}

// readJobs reads the file of pending batches. If there is no file, no batch is pending.
func readJobs(path string) ([]batchJob, error) {
	data, err := inputfile.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var jobs []batchJob
	if err := decodeStrictly(data, &jobs); err != nil {
		return nil, fmt.Errorf("%s:1: %v: the file must be a list of batches", path, err)
	}
	for _, j := range jobs {
		if j.File == "" || len(j.Requests) == 0 {
			return nil, fmt.Errorf("%s:1: a batch must have a file and requests", path)
		}
	}
	return jobs, nil
}

// writeJobs replaces the file, durably.
func writeJobs(path string, jobs []batchJob) error {
	data, err := json.Marshal(jobs)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // has no effect once the file is renamed
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return ledger.SyncDir(filepath.Dir(path))
}
