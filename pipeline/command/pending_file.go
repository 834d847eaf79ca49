package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// pendingFile is a file that is being written under a temporary name in its directory, and
// renamed when it is complete. The name begins with a dot, as no file of a corpus does.
type pendingFile struct {
	path string
	tmp  string // "" once the file is renamed
	f    *os.File
}

// createPending begins a file.
func createPending(path string) (*pendingFile, error) {
	p := &pendingFile{path: path, tmp: filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp")}
	var err error
	if p.f, err = os.Create(p.tmp); err != nil {
		return nil, withoutPath(err)
	}
	return p, nil
}

// Write implements io.Writer.
func (p *pendingFile) Write(b []byte) (int, error) {
	n, err := p.f.Write(b)
	return n, withoutPath(err)
}

// Close makes the content durable.
func (p *pendingFile) Close() error {
	return errors.Join(withoutPath(p.f.Sync()), withoutPath(p.f.Close()))
}

// keep renames the closed file to its name.
func (p *pendingFile) keep() error {
	if err := os.Rename(p.tmp, p.path); err != nil {
		return err
	}
	p.tmp = ""
	return nil
}

// discard removes a file that was not kept.
func (p *pendingFile) discard() {
	if p.tmp != "" {
		p.f.Close()
		_ = os.Remove(p.tmp)
	}
}

// withoutPath returns an error without the temporary file's name.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
