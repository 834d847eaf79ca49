package run

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// clear removes the temporary files of an interrupted run, then outputs that the stage no
// longer has, then the manifest. A stage that is off has no outputs, and directories that
// are empty then go with its files. Files that no list of outputs names and that the stage
// does not declare stay. The outputs that remain are listed as pending.
func (r *Runner) clear(s *Stage) error {
	names, err := r.listed(s)
	if err != nil {
		return err
	}
	pending, err := r.pending(s)
	if err != nil {
		return err
	}
	names = append(names, pending...)
	for _, o := range slices.Concat(s.Outputs, s.Former) {
		names = append(names, s.outputName(o))
	}
	if err := r.removeTemporaries(s, append(names, s.manifestName())); err != nil {
		return err
	}
	if !s.Off {
		if err := r.writePending(s, names); err != nil {
			return err
		}
	}
	for _, name := range names {
		if !s.Off && slices.Contains(s.writes(), name) {
			continue
		}
		if err := r.removeOutput(s, name); err != nil {
			return err
		}
	}
	if s.Off {
		if err := r.removeOutput(s, s.pendingName()); err != nil {
			return err
		}
		return r.removeOutput(s, s.manifestName())
	}
	manifest := r.path(s.manifestName())
	if err := remove(manifest); err != nil {
		return err
	}
	return syncExisting(filepath.Dir(manifest))
}

// listed returns the names of the outputs that a stage's manifest lists; nil if there is no
// manifest. The key covers these names. So a manifest with the right key is relied on here
// even if [ReadManifest] refuses it, such as that of an earlier version. The names in any
// other manifest are ignored, with a warning if the stage is off.
func (r *Runner) listed(s *Stage) ([]string, error) {
	f, err := inputfile.Open(r.path(s.manifestName()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	err = json.Unmarshal(b, m)
	if err == nil {
		key, fault := m.key()
		if err = fault; err == nil && (m.Key != key || m.Stage != s.Name) {
			err = errors.New("its parts make another key")
		}
	}
	if err != nil && s.Off {
		r.log().Warn("former outputs of the stage may stay, as its manifest cannot be relied on", "stage", s.Name, "manifest", s.manifestName(), "error", err)
	}
	if err != nil {
		return nil, nil
	}
	var names []string
	for _, o := range m.Outputs {
		names = append(names, o.Name)
	}
	return names, nil
}

// removeTemporaries removes a stage's temporary files from the directories of the named
// files. It leaves names alone that are not below the stage's directory.
func (r *Runner) removeTemporaries(s *Stage, names []string) error {
	for _, name := range names {
		if !s.owns(name) {
			continue
		}
		left, err := filepath.Glob(filepath.Join(escape(filepath.Dir(r.path(name))), temporaries(s)))
		if err != nil {
			return err
		}
		for _, tmp := range left {
			if err := remove(tmp); err != nil {
				return err
			}
		}
	}
	return nil
}

// escape makes a directory name match itself in a glob pattern.
func escape(dir string) string {
	if runtime.GOOS == "windows" {
		return dir // no escapes there; names can't hold * or ?
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// owns reports whether a name is below the stage's directory.
func (s *Stage) owns(name string) bool { return validPath(name) && strings.HasPrefix(name, s.Dir+"/") }

// removeOutput removes a file of a stage, and the directories up to the stage's own that
// are empty then. Any of them may be absent. It leaves names alone that are not below the
// stage's directory.
func (r *Runner) removeOutput(s *Stage, name string) error {
	if !s.owns(name) {
		return nil
	}
	if err := remove(r.path(name)); err != nil {
		return err
	}
	dir := path.Dir(name)
	for ; dir != path.Dir(s.Dir); dir = path.Dir(dir) {
		if info, err := os.Lstat(r.path(dir)); err == nil && !info.IsDir() {
			break // a link that people made
		}
		if err := remove(r.path(dir)); err != nil {
			break // it has other files
		}
	}
	return syncExisting(r.path(dir))
}

// syncExisting makes the removals in a directory durable, if the directory exists.
func syncExisting(dir string) error {
	if err := syncDir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
