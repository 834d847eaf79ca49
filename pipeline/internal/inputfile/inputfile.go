// Package inputfile opens files that a person names, or that stand in a folder a person
// names. It refuses files whose reading may never end, such as FIFOs and devices, and
// makes reading end with a context.
package inputfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Check returns an error unless info describes a regular file. The error is an
// [*fs.PathError] with the path.
func Check(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: path, Err: errors.New(kind(info.Mode()) + ": want a regular file")}
}

// kind names the kind of a file that is not regular.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a file of an unknown kind"
}

// Open opens a regular file, or a link to one, for reading. It refuses any other file
// without opening it: to open a FIFO is to wait for a writer, and to open a device may
// have effects. Errors are [*fs.PathError].
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = Check(path, info)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// CheckLink returns an error if an entry of a directory is a link that leads out of the directory,
// or nowhere. The error is an [*fs.PathError] with the path.
func CheckLink(dir string, e fs.DirEntry) error {
	if e.Type()&fs.ModeSymlink == 0 {
		return nil
	}
	path := filepath.Join(dir, e.Name())
	if _, err := os.Stat(path); err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			return &fs.PathError{Op: "open", Path: path, Err: cause.Err}
		}
		return err
	}
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	within, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	if way, err := filepath.Rel(within, to); err != nil || !filepath.IsLocal(way) {
		return &fs.PathError{Op: "open", Path: path, Err: errors.New("a link out of the directory: want the file itself")}
	}
	return nil
}

// OpenFS opens a file of fsys. It refuses files as [Open] does.
func OpenFS(fsys fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(fsys, name)
	if err == nil {
		err = Check(name, info)
	}
	if err != nil {
		return nil, err
	}
	return fsys.Open(name)
}

// ReadFile returns the content of a file. It refuses files as [Open] does.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ReadFS returns the content of a file of fsys. It refuses files as [Open] does.
func ReadFS(fsys fs.FS, name string) ([]byte, error) {
	f, err := OpenFS(fsys, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// MaxYAML is the most bytes that a YAML file may have. Parsed, a file takes many times its
// size.
const MaxYAML = 16 << 20

// ReadYAML is like [ReadFile], and refuses files of more than [MaxYAML] bytes.
func ReadYAML(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readYAML(f, path)
}

// ReadYAMLFS is like [ReadFS], and refuses files of more than [MaxYAML] bytes.
func ReadYAMLFS(fsys fs.FS, name string) ([]byte, error) {
	f, err := OpenFS(fsys, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readYAML(f, name)
}

func readYAML(f io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, MaxYAML+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxYAML {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("more than %d bytes: want a smaller file", MaxYAML)}
	}
	return data, nil
}

// NewReader returns a reader of r that fails with the cause of ctx once ctx has ended.
func NewReader(ctx context.Context, r io.Reader) io.Reader { return &contextReader{ctx, r} }

type contextReader struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader.
func (c *contextReader) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	return c.r.Read(p)
}
