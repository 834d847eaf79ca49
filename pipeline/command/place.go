package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// placed is a file on its way: written under a temporary name beside its place,
// which it takes when all of it is there. Names that begin with a dot are no files
// of a corpus.
type placed struct {
	path string
	tmp  string // "" once the file has its place
	f    *os.File
}

// place begins a file.
func place(path string) (*placed, error) {
	p := &placed{path: path, tmp: filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp")}
	var err error
	if p.f, err = os.Create(p.tmp); err != nil {
		return nil, cause(err)
	}
	return p, nil
}

// Write implements io.Writer.
func (p *placed) Write(b []byte) (int, error) {
	n, err := p.f.Write(b)
	return n, cause(err)
}

// Close makes the content durable.
func (p *placed) Close() error {
	return errors.Join(cause(p.f.Sync()), cause(p.f.Close()))
}

// keep puts the closed file in its place.
func (p *placed) keep() error {
	if err := os.Rename(p.tmp, p.path); err != nil {
		return err
	}
	p.tmp = ""
	return nil
}

// discard removes what is not in its place.
func (p *placed) discard() {
	if p.tmp != "" {
		p.f.Close()
		_ = os.Remove(p.tmp)
	}
}

// cause is an error without the temporary file's name, for one that is reported
// under the name people know.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
