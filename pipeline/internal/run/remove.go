package run

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// removeFiles removes the outputs that a stage's manifest lists, then the manifest, and the
// directories that are empty then. Files that no manifest lists stay.
func (r *Runner) removeFiles(s *Stage) error {
	f, err := inputfile.Open(r.path(s.manifestName()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := ReadManifest(f)
	if err != nil {
		r.log().Warn("the files of a stage that is switched off stay, as its manifest cannot be relied on", "stage", s.Name, "manifest", s.manifestName(), "error", err)
		return nil
	}
	for _, o := range m.Outputs {
		if err := r.removeOutput(s, o.Name); err != nil {
			return err
		}
	}
	return r.removeOutput(s, s.manifestName())
}

// removeOutput removes a file of a stage, and the directories up to the stage's own that
// are empty then. It leaves names alone that are not below the stage's directory.
func (r *Runner) removeOutput(s *Stage, name string) error {
	if !validPath(name) || !strings.HasPrefix(name, s.Dir+"/") {
		return nil
	}
	if err := remove(r.path(name)); err != nil {
		return err
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if os.Remove(r.path(dir)) != nil { // it has other files
			return syncDir(r.path(dir))
		}
		if dir == s.Dir {
			return syncDir(r.path(path.Dir(dir)))
		}
	}
}
