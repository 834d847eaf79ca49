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
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// ReleaseFile is a file of a release with its checksum. It is a record.
type ReleaseFile struct {
	// Name is the file's path below the directory, with slashes.
	Name string
	// Digest is the digest of its content.
	Digest digest.Digest
	// Size is its length in bytes; 0 if unknown.
	Size int64
}

// WriteSums writes the checksums of files in the format of sha256sum -c, sorted by name. A
// name that the format would have to escape is an error.
func WriteSums(w io.Writer, files []ReleaseFile) error {
	sorted := slices.SortedStableFunc(slices.Values(files), func(a, b ReleaseFile) int { return cmp.Compare(a.Name, b.Name) })
	var b bytes.Buffer
	for _, f := range sorted {
		if !validSumName(f.Name) {
			return fmt.Errorf("file %q: want a name below the directory without line breaks and backslashes", f.Name)
		}
		fmt.Fprintf(&b, "%s  %s\n", strings.TrimPrefix(string(f.Digest), "sha256:"), f.Name)
	}
	_, err := b.WriteTo(w)
	return err
}

// validSumName reports whether a list of checksums can hold the name unescaped.
func validSumName(name string) bool {
	return fs.ValidPath(name) && !strings.ContainsAny(name, "\\\n\r")
}

// sumLine matches a line of a list of checksums; a * marks binary mode.
var sumLine = regexp.MustCompile(`^([0-9a-f]{64}) [ *](.+)$`)

// ReadSums reads a list of checksums. The files have no sizes. The error lists every
// malformed line as name:line; the list is nil then.
func ReadSums(r io.Reader, name string) ([]ReleaseFile, error) {
	var files []ReleaseFile
	var faults []error
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		m := sumLine.FindStringSubmatch(strings.TrimSuffix(in.Text(), "\r"))
		if m == nil || !validSumName(m[2]) {
			faults = append(faults, fmt.Errorf("%s:%d: no checksum of a file: want 64 hexadecimal digits, two spaces and a name below the directory", name, n))
			continue
		}
		files = append(files, ReleaseFile{Name: m[2], Digest: digest.Digest("sha256:" + m[1])})
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s: a line of more than %d bytes: want one checksum a line", name, bufio.MaxScanTokenSize)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(files) == 0 && faults == nil {
		return nil, fmt.Errorf("%s: no checksum: want one checksum a file", name)
	}
	return files, errors.Join(faults...)
}

// Verify checks the files of a directory against its list of checksums. The error lists
// missing and changed files, and files that [Read] reads but the list does not name; other
// files outside the list are ignored. For a directory without a list, the error is
// [fs.ErrNotExist].
func Verify(dir fs.FS) error {
	list, err := inputfile.OpenFS(dir, SumsFile)
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
		listed := slices.ContainsFunc(files, func(f ReleaseFile) bool { return f.Name == name })
		if _, err := fs.Stat(dir, name); err == nil && !listed {
			faults = append(faults, fmt.Errorf("%s: not in %s: want its checksum there, or no such file", name, SumsFile))
		}
	}
	for _, f := range files {
		got, err := fileDigest(dir, f.Name)
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

// fileDigest returns the digest of a file's content.
func fileDigest(dir fs.FS, name string) (digest.Digest, error) {
	f, err := inputfile.OpenFS(dir, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digest.Reader(f)
}
