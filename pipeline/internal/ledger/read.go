package ledger

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// mostFaults is how many lines that cannot be read are named at once.
const mostFaults = 10

// errNul is what is wrong with a line that a power cut did not leave last.
var errNul = errors.New("NUL bytes before other lines: want the file as it was, or this line taken out")

// Read gives the lines of the ledger at path to read, as [Open] does, without a lock
// and without changing anything: others may append meanwhile, of which it gives what was
// there when it began. A torn end is passed over.
func Read(path string, read func(line []byte, number int) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %v: want a regular file", path, info.Mode().Type())
	}
	f := &File{path: path, file: file, read: read}
	faults, err := f.scan(info.Size())
	return errors.Join(append(faults, err)...)
}

// catchUp reads what was added since the last time, and cuts off a torn end. The
// caller has the lock. After a line that cannot be read the ledger is broken.
func (f *File) catchUp() error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && !os.SameFile(info, f.info):
		return fmt.Errorf("%s: %w", f.path, errReplaced)
	case err != nil:
		return err
	}
	size := info.Size()
	switch {
	case size == f.end:
		return nil
	case size < f.end:
		return f.fail(fmt.Errorf("%s: %w", f.path, errShorter))
	}
	faults, err := f.scan(size)
	switch {
	case faults != nil:
		return f.fail(errors.Join(append(faults, err)...))
	case err != nil:
		return err
	}
	if f.end < size {
		return f.cut(f.end, f.lines)
	}
	return nil
}

// scan reads the lines up to size but for a torn end. It returns what is wrong with some
// of them, and why it could not go on.
func (f *File) scan(size int64) (faults []error, err error) {
	in := bufio.NewReaderSize(io.NewSectionReader(f.file, f.end, size-f.end), 64<<10)
	for f.end < size && len(faults) < mostFaults {
		line, length, ended, err := readLine(in)
		if err != nil {
			return faults, fmt.Errorf("%s:%d: %w", f.path, f.lines+1, err)
		}
		if !ended || f.end+length == size && bytes.IndexByte(line, 0) >= 0 {
			break // torn
		}
		if fault := f.judge(line); fault != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", f.path, f.lines+1, fault))
		}
		f.advance(length)
	}
	return faults, nil
}

// judge reads a line unless it cannot have been written by a ledger.
func (f *File) judge(line []byte) error {
	switch {
	case line == nil:
		return errLong
	case bytes.IndexByte(line, 0) >= 0:
		return errNul
	}
	return f.read(line, f.lines+1)
}

// readLine returns the next line, how many bytes it takes with its end, and whether it
// has one. The line is nil where it is longer than a line may be.
func readLine(in *bufio.Reader) (line []byte, length int64, ended bool, err error) {
	line = []byte{}
	for {
		part, err := in.ReadSlice('\n')
		length += int64(len(part))
		ended = err == nil
		part = bytes.TrimSuffix(part, []byte{'\n'})
		if line != nil && len(line)+len(part) > MostLine {
			line = nil
		} else if line != nil {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF), err == nil:
			return line, length, ended, nil
		default:
			return nil, length, false, err
		}
	}
}
