package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// WriteSums writes the checksums of files as sha256sum -c reads them, sorted by name.
// A name that such a list cannot have as it is, is refused.
func WriteSums(w io.Writer, files []run.File) error {
	sorted := slices.SortedStableFunc(slices.Values(files), func(a, b run.File) int { return cmp.Compare(a.Name, b.Name) })
	var b bytes.Buffer
	for _, f := range sorted {
		if !listable(f.Name) {
			return fmt.Errorf("file %q: want a name below the directory without line breaks and backslashes", f.Name)
		}
		fmt.Fprintf(&b, "%s  %s\n", strings.TrimPrefix(string(f.Digest), "sha256:"), f.Name)
	}
	_, err := b.WriteTo(w)
	return err
}

// listable reports whether a list can have the name as it is.
func listable(name string) bool {
	return fs.ValidPath(name) && !strings.ContainsAny(name, "\\\n\r")
}

// sum is a line of a list of checksums; a * marks a file read in binary.
var sum = regexp.MustCompile(`^([0-9a-f]{64}) [ *](.+)$`)

// ReadSums reads a list of checksums; sizes are not in it. All lines that are none are
// in the error, by name and line.
func ReadSums(r io.Reader, name string) ([]run.File, error) {
	var files []run.File
	var faults []error
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		m := sum.FindStringSubmatch(strings.TrimSuffix(in.Text(), "\r"))
		if m == nil || !listable(m[2]) {
			faults = append(faults, fmt.Errorf("%s:%d: no checksum of a file: want 64 hexadecimal digits, two spaces and a name below the directory", name, n))
			continue
		}
		files = append(files, run.File{Name: m[2], Digest: digest.Digest("sha256:" + m[1])})
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s: a line of more than %d bytes: want one checksum a line", name, bufio.MaxScanTokenSize)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(files) == 0 && faults == nil {
		return nil, fmt.Errorf("%s: no checksum: want one a file", name)
	}
	return files, errors.Join(faults...)
}

// Verify holds the files of a directory to the checksums that stand in it. Everything
// that is missing or other is in the error, and so are files that [Read] reads and the
// list does not name; other files that it does not name are not looked at. The error is
// fs.ErrNotExist for a directory without a list.
func Verify(dir fs.FS) error {
	list, err := dir.Open(SumsFile)
	if err != nil {
		return err
	}
	defer list.Close()
	files, err := ReadSums(list, SumsFile)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range readFiles() {
		listed := slices.ContainsFunc(files, func(f run.File) bool { return f.Name == name })
		if _, err := fs.Stat(dir, name); err == nil && !listed {
			faults = append(faults, fmt.Errorf("%s: not in %s: want its checksum there, or no such file", name, SumsFile))
		}
	}
	for _, f := range files {
		got, err := sumOf(dir, f.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			faults = append(faults, fmt.Errorf("%s: no such file: want what %s names", f.Name, SumsFile))
		case err != nil:
			faults = append(faults, fmt.Errorf("%s: %w", f.Name, err))
		case got != f.Digest:
			faults = append(faults, fmt.Errorf("%s: its checksum is %s: want %s, as in %s", f.Name, got.Short(), f.Digest.Short(), SumsFile))
		}
	}
	return errors.Join(faults...)
}

// sumOf returns the digest of a file's content.
func sumOf(dir fs.FS, name string) (digest.Digest, error) {
	f, err := dir.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digest.Reader(f)
}
