package ledger

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// RecordSuffix follows the name of a ledger in the name of its record.
const RecordSuffix = ".record"

// record describes the lines that a ledger had on disk at some time. It stands in a file
// beside the ledger and is written after the lines, so that it may lag behind them but
// never leads: a ledger that does not begin with the recorded lines has lost some.
type record struct {
	Lines  int    `json:"lines"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the lines with their ends, in hexadecimal
}

// ErrLost is in the chain of the error for a ledger that lacks lines, or has other ones,
// where its record says what it had.
var ErrLost = errors.New("restore it from a copy")

// lost returns an error with [ErrLost] for the ledger at path.
func lost(path, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %w", path, fmt.Sprintf(format, args...), ErrLost)
}

// readRecord reads the record of the ledger at path; nil for none.
func readRecord(path string) (*record, error) {
	b, err := inputfile.ReadFile(path + RecordSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := new(record)
	object, err := Unseal(bytes.TrimSuffix(b, []byte{'\n'}))
	if err == nil {
		err = json.Unmarshal(object, r)
	}
	if err != nil || !bytes.Equal(b, r.encode()) {
		return nil, lost(path, "its record %s%s is damaged", filepath.Base(path), RecordSuffix)
	}
	return r, nil
}

// encode returns the content of the record's file.
func (r *record) encode() []byte {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // it has numbers and a string
	}
	return append(Seal(b), '\n')
}

// write puts the record of the ledger at path in place, whole or not at all.
func (r *record) write(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+RecordSuffix+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(r.encode())
	if err = errors.Join(err, f.Chmod(0o666&^0o022), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path+RecordSuffix)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// due reports whether a record of r's lines is to be replaced by one of so many lines:
// always while there are few, and later each time an eighth has been added, so that the
// cost of records does not grow with the ledger.
func (r *record) due(lines int) bool { return r == nil || lines > r.Lines+r.Lines/8 }

// recordOf returns the record of so many lines, which were written to sum.
func recordOf(lines int, end int64, sum hash.Hash) *record {
	return &record{Lines: lines, Bytes: end, SHA256: hex.EncodeToString(sum.Sum(nil))}
}

// Record makes the record of the ledger at path anew if the ledger has more lines than were
// recorded. It does nothing while the ledger is open, as its writer keeps the record; the
// ledger cannot be opened while Record is at work.
func Record(path string) error {
	file, err := inputfile.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	// Lines that a writer has not synced yet may be cut off again, and must not be recorded.
	switch locked, err := flock.TryLock(file); {
	case errors.Is(err, errors.ErrUnsupported): // nobody can have it open
	case err != nil:
		return fmt.Errorf("lock %s: %w", path, err)
	case !locked:
		return nil
	}
	was, err := readRecord(path)
	if err != nil {
		return err
	}
	s := scanner{path: path, limit: MaxLine, recorded: was, read: func([]byte, int) error { return nil }}
	if err := s.scan(file); err != nil {
		return err
	}
	if s.lines == 0 || was != nil && was.Lines >= s.lines || s.unended {
		return nil
	}
	// The last writer may have been killed before it synced.
	if err := file.Sync(); err != nil {
		return err
	}
	return recordOf(s.lines, s.end, s.sum).write(path)
}

// Accept makes the lines that the ledger at path has now, or that it is gone, the truth: it
// removes the record, which the next writer makes anew.
func Accept(path string) error {
	if err := os.Remove(path + RecordSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
