package ledger

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// maxErrors is how many unreadable lines are named at once.
const maxErrors = 10

// errNUL is for a line that a power cut can hardly have left, as others follow it or it has
// its end.
var errNUL = errors.New("NUL bytes in a whole line: restore the file or take this line out")

// Read calls read for each line of the ledger at path, as [Open] does, but without a lock
// and without changing the file. While a process appends to it, Read covers the lines that
// were there when it began. An incomplete last line is skipped.
func Read(path string, read func(line []byte, number int) error) error {
	return readFile(path, MaxLine, false, read)
}

// ReadPaid is like [Read] for a ledger of [OpenPaid].
func ReadPaid(path string, read func(line []byte, number int) error) error {
	return readFile(path, math.MaxInt, true, read)
}

func readFile(path string, limit int, keep bool, read func(line []byte, number int) error) error {
	file, err := inputfile.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, _, _, err = scan(file, path, limit, keep, read)
	return err
}

// regular returns what the system says of a file, which must be a regular one.
func regular(file *os.File, path string) (os.FileInfo, error) {
	info, err := file.Stat()
	if err == nil {
		err = inputfile.Check(path, info)
	}
	return info, err
}

// scan gives the whole lines of a file to read. It returns the size and number of these
// lines and the size of the file, which is larger if the last line is unfinished. Its
// error names every line that cannot be read, up to maxErrors. If whole lines are to be
// kept, a last line that has its end is never unfinished.
func scan(file *os.File, path string, limit int, keep bool, read func(line []byte, number int) error) (end int64, lines int, size int64, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, 0, 0, err
	}
	size = info.Size()
	in := bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 64<<10)
	var faults []error
	for end < size && len(faults) < maxErrors {
		line, length, ended, err := readLine(in, limit)
		if err != nil {
			return end, lines, size, errors.Join(append(faults, fmt.Errorf("%s:%d: %w", path, lines+1, err))...)
		}
		zeros := bytes.IndexByte(line, 0) >= 0
		if !ended || zeros && !keep && end+length == size {
			break // unfinished
		}
		var fault error
		switch {
		case line == nil:
			fault = errLong(limit)
		case zeros:
			fault = errNUL
		default:
			fault = read(line, lines+1)
		}
		end += length
		lines++
		if fault != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", path, lines, fault))
		}
	}
	return end, lines, size, errors.Join(faults...)
}

// errLong is for a line of more than limit bytes.
func errLong(limit int) error { return fmt.Errorf("a line must have at most %d bytes", limit) }

// check returns why a line cannot be added, or nil.
func check(line []byte, limit int) error {
	switch {
	case len(line) == 0:
		return errEmpty
	case len(line) > limit:
		return errLong(limit)
	case bytes.ContainsAny(line, "\n\x00"):
		return errBytes
	}
	return nil
}

// readLine returns the next line without its end, its length with the end, and whether
// it has one. A line of more than limit bytes is returned as nil.
func readLine(in *bufio.Reader, limit int) (line []byte, length int64, ended bool, err error) {
	line = []byte{}
	for {
		part, err := in.ReadSlice('\n')
		length += int64(len(part))
		ended = err == nil
		part = bytes.TrimSuffix(part, []byte{'\n'})
		if line != nil && len(line)+len(part) > limit {
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
