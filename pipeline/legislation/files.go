package legislation

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// manifestFile is the list of texts that a directory may hold, and what each has.
const manifestFile = "MANIFEST.jsonl"

// extensions are those of the files that are texts of laws.
func extensions() []string { return []string{".md", ".txt", ".xml"} }

// Recognize reports whether a directory holds texts of laws, as [Read] takes them, rather than
// files of tables: whether one of its folders holds a file that is named by a day.
func Recognize(dir string) (bool, error) {
	l, err := list(dir)
	if err != nil {
		return false, err
	}
	return len(l.texts) > 0, nil
}

// Files lists the files that [Read] reads, sorted, as slash-separated paths below dir.
func Files(dir string) ([]string, error) {
	l, err := list(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, t := range l.texts {
		names = append(names, t.file)
	}
	if l.manifest {
		names = append(names, manifestFile)
	}
	slices.Sort(names)
	return names, nil
}

// listing is what a directory holds.
type listing struct {
	texts    []listed // by folder and day
	manifest bool
	faults   []TextFault
}

// listed is the file of one version.
type listed struct {
	file, folder string
	day          time.Time
}

// list looks into the folders of a directory. It skips names that begin with a dot.
func list(dir string) (*listing, error) {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("directory of laws: %w", err)
	}
	l := &listing{}
	for _, folder := range folders {
		name := folder.Name()
		info, err := os.Stat(filepath.Join(dir, name))
		switch {
		case strings.HasPrefix(name, "."), errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		case name == manifestFile && info.Mode().IsRegular():
			l.manifest = true
		case info.IsDir():
			if err := l.listFolder(dir, name); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(l.texts, func(a, b listed) int {
		return cmp.Or(cmp.Compare(a.folder, b.folder), a.day.Compare(b.day), cmp.Compare(a.file, b.file))
	})
	l.dropDoubles()
	return l, nil
}

// listFolder lists the versions of one law.
func (l *listing) listFolder(dir, folder string) error {
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		ext := strings.ToLower(filepath.Ext(name))
		if strings.HasPrefix(name, ".") || entry.IsDir() || !slices.Contains(extensions(), ext) {
			continue
		}
		file := folder + "/" + name
		day, err := time.Parse(time.DateOnly, strings.TrimSuffix(name, filepath.Ext(name)))
		if err != nil {
			l.faults = append(l.faults, TextFault{File: file, What: "the name is not a day", Want: "YYYY-MM-DD" + ext, Effect: FileLeftOut})
			continue
		}
		l.texts = append(l.texts, listed{file, folder, day})
	}
	return nil
}

// dropDoubles keeps one of several files for the same day of a law.
func (l *listing) dropDoubles() {
	kept := l.texts[:0:0]
	for _, t := range l.texts {
		if n := len(kept); n > 0 && kept[n-1].folder == t.folder && kept[n-1].day.Equal(t.day) {
			l.faults = append(l.faults, TextFault{File: t.file, What: "the day of " + kept[n-1].file + " again", Want: "one file a day", Effect: FileLeftOut})
			continue
		}
		kept = append(kept, t)
	}
	l.texts = kept
}
