package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// Files of the runner itself, in the run directory.
const (
	lockName = ".lock"
	logName  = "log.jsonl"
)

// ErrLocked is in the chain of the error that Run returns when another process
// is writing to the run directory.
var ErrLocked = errors.New("in use by another process")

// lock locks the run directory for this process and creates it if absent. The lock ends
// with release or with the process, however it ends. The lock file stays, because removing
// it would let two processes lock two different files.
func lock(dir string) (release func() error, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	ok, err := flock.TryLock(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	if !ok {
		holder := make([]byte, 20)
		n, _ := f.ReadAt(holder, 0) // without it, the message says less
		f.Close()
		who := ErrLocked
		if pid := strings.TrimSpace(string(holder[:n])); pid != "" {
			who = fmt.Errorf("%w (%s)", ErrLocked, pid)
		}
		return nil, fmt.Errorf("%s: %w: wait for it to end or choose another directory", dir, who)
	}
	// For the message to others.
	if err := f.Truncate(0); err == nil {
		_, _ = fmt.Fprintln(f, os.Getpid())
	}
	return f.Close, nil
}

// IsUnwritable reports whether an error is that of a file or directory that this process
// may not write, or of a file system that is mounted for reading only.
func IsUnwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// contents computes and caches digests of files. A file is digested again only if it was
// replaced or its size or modification time changed. A contents lasts for one call of the
// runner.
type contents map[string]content

// content is a file's digest and the state in which it was computed.
type content struct {
	digest digest.Digest
	info   fs.FileInfo
}

// current reports whether info describes the same file, unchanged.
func (c content) current(info fs.FileInfo) bool {
	return os.SameFile(c.info, info) && c.info.Size() == info.Size() && c.info.ModTime().Equal(info.ModTime())
}

// of returns the digest of a file's content. It fails with the cause of ctx once ctx has
// ended.
func (c contents) of(ctx context.Context, path string) (content, error) {
	f, err := inputfile.Open(path)
	if err != nil {
		return content{}, err
	}
	defer f.Close()
	// The file is looked at before it is read: what is written meanwhile makes
	// the next look differ.
	info, err := f.Stat()
	if err != nil {
		return content{}, err
	}
	if old, ok := c[path]; ok && old.current(info) {
		return old, nil
	}
	d, err := digest.Reader(inputfile.NewReader(ctx, f))
	if err != nil {
		return content{}, err
	}
	c[path] = content{d, info}
	return c[path], nil
}

// syncDir makes the renames and removals in a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// remove deletes a file that may be absent.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// cause strips the operation and the temporary file's name from an error that
// is reported under the name people know.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
