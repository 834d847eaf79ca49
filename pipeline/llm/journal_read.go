package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// header is the first line of every journal.
var header = []byte(`{"format":"taskgrove llm journal","version":1}` + "\n")

// readEntries calls add for each line of a journal, in order, and returns the
// number of bytes, and of those of whole lines. An error of add is one of the line. A
// last line without an end is left out. Bytes that are nothing but zeros, which a
// crashed system can leave at the end, are such a line.
func readEntries(r io.Reader, path string, add func(name, *entry, span) error) (size, whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		offset := size
		size += int64(len(line))
		if errors.Is(err, io.EOF) {
			if n == 1 && !bytes.HasPrefix(header, bytes.TrimRight(line, "\x00")) {
				return size, whole, fmt.Errorf("%s:1: no journal of answers: want %s", path, bytes.TrimSpace(header))
			}
			return size, whole, nil
		}
		if err != nil {
			return size, whole, err
		}
		whole = size
		if n == 1 {
			if !bytes.Equal(line, header) {
				return size, whole, fmt.Errorf("%s:1: no journal of answers: want %s", path, bytes.TrimSpace(header))
			}
			continue
		}
		e, fault := decode(line)
		if fault != "" {
			return size, whole, fmt.Errorf("%s:%d: %s", path, n, fault)
		}
		short, err := nameOf(e.Digest)
		if err == nil {
			err = add(short, &e, span{offset, len(line)})
		}
		if err != nil {
			return size, whole, fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
}

// decode reads the line of an entry, or says what is wrong with it and what was
// wanted.
func decode(line []byte) (e entry, fault string) {
	var outer struct {
		Sum   string          `json:"sum"`
		Entry json.RawMessage `json:"entry"`
	}
	if err := strict(line, &outer); err != nil {
		return entry{}, fmt.Sprintf("%v: want an object with sum and entry", err)
	}
	if sum := fmt.Sprintf("%08x", crc32.Checksum(outer.Entry, castagnoli)); sum != outer.Sum {
		return entry{}, fmt.Sprintf("the entry has the sum %s: want %q", sum, outer.Sum)
	}
	if err := strict(outer.Entry, &e); err != nil {
		return entry{}, fmt.Sprintf("%v: want an entry with digest and reply or vector", err)
	}
	if _, err := digest.Parse(string(e.Digest)); err != nil {
		return entry{}, err.Error()
	}
	if (e.Reply == nil) == (e.Vector == nil) {
		return entry{}, "the entry is no answer: want either reply or vector"
	}
	return e, ""
}

// strict reads one JSON value that has no fields but v's.
func strict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}
