package ledger

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
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
// were there when it began. A last line without its end is skipped unless it is JSON that
// read takes. The error is [ErrLost] where that of [Open] would be.
func Read(path string, read func(line []byte, number int) error) error {
	return readFile(path, MaxLine, false, read)
}

// ReadPaid is like [Read] for a ledger of [OpenPaid].
func ReadPaid(path string, read func(line []byte, number int) error) error {
	return readFile(path, math.MaxInt, true, read)
}

func readFile(path string, limit int, keep bool, read func(line []byte, number int) error) error {
	s := scanner{path: path, limit: limit, keep: keep, read: read}
	if !keep {
		var err error
		if s.recorded, err = readRecord(path); err != nil {
			return err
		}
	}
	file, err := inputfile.Open(path)
	if err != nil {
		return s.recorded.missing(path, err)
	}
	defer file.Close()
	return s.scan(file)
}

// regular returns what the system says of a file, which must be a regular one.
func regular(file *os.File, path string) (os.FileInfo, error) {
	info, err := file.Stat()
	if err == nil {
		err = inputfile.Check(path, info)
	}
	return info, err
}

// scanner reads the lines of a ledger's file, and finds out which of them are whole and
// whether recorded ones are missing.
type scanner struct {
	path     string
	limit    int     // size in bytes of the longest line allowed
	keep     bool    // whole lines are to be kept: a last line that has its end is never unfinished
	recorded *record // what the file must begin with; nil for anything
	read     func(line []byte, number int) error

	size    int64     // of the file
	end     int64     // size of the lines that were read; smaller than that of the file if the last one is unfinished
	lines   int       // number of these lines
	unended bool      // the last one lacks its end, which end counts
	sum     hash.Hash // of these lines with their ends; nil if there is no record to keep
	begins  bool      // the file begins with what is recorded
}

// scan gives the whole lines of a file to read. Its error names every line that cannot be
// read, up to maxErrors, or is [ErrLost].
func (s *scanner) scan(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	s.size = info.Size()
	if !s.keep {
		s.sum = sha256.New()
	}
	s.begins = s.recorded == nil
	in := bufio.NewReaderSize(io.NewSectionReader(file, 0, s.size), 64<<10)
	var faults []error
	for s.end < s.size && len(faults) < maxErrors {
		line, length, ended, err := readLine(in, s.limit)
		if err != nil {
			return errors.Join(append(faults, fmt.Errorf("%s:%d: %w", s.path, s.lines+1, err))...)
		}
		fault, whole := s.take(line, ended, s.end+length == s.size)
		if !whole {
			break
		}
		if s.end += length; !ended {
			s.end++
			s.unended = true
		}
		s.lines++
		if fault != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", s.path, s.lines, fault))
		}
		addLine(s.sum, line)
		if s.recorded != nil && s.end == s.recorded.Bytes {
			s.begins = *recordOf(s.lines, s.end, s.sum) == *s.recorded
		}
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	return s.loss()
}

// take gives a line to read. Whole is false for an unfinished last one.
func (s *scanner) take(line []byte, ended, last bool) (fault error, whole bool) {
	zeros := bytes.IndexByte(line, 0) >= 0
	switch {
	case !ended:
		// A part of an object is never JSON.
		return nil, json.Valid(line) && s.read(line, s.lines+1) == nil
	case zeros && !s.keep && last:
		return nil, false
	case line == nil:
		return errLong(s.limit), true
	case len(line) == 0:
		return errEmptyLine, true
	case zeros:
		return errNUL, true
	}
	return s.read(line, s.lines+1), true
}

// loss returns an error if the lines that were read do not begin with those recorded.
func (s *scanner) loss() error {
	switch {
	case s.begins:
		return nil
	case s.end < s.recorded.Bytes:
		return lost(s.path, "it has %d bytes in %d lines, and had %d in %d", s.end, s.lines, s.recorded.Bytes, s.recorded.Lines)
	}
	return lost(s.path, "its first %d bytes are not the %d lines that it had", s.recorded.Bytes, s.recorded.Lines)
}

// missing returns the error for a ledger that cannot be opened: [ErrLost] if it is gone
// and r says that it had lines.
func (r *record) missing(path string, err error) error {
	if r != nil && errors.Is(err, fs.ErrNotExist) {
		return lost(path, "it is gone, and had %d lines", r.Lines)
	}
	return err
}

// addLine adds a line with its end to the sum of the lines; nil for none.
func addLine(sum hash.Hash, line []byte) {
	if sum == nil {
		return
	}
	sum.Write(line)
	sum.Write([]byte{'\n'})
}

// errLong is for a line of more than limit bytes.
func errLong(limit int) error { return fmt.Errorf("a line must have at most %d bytes", limit) }

// errEmptyLine is for an empty line in a file.
var errEmptyLine = errors.New("an empty line: take it out")

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
