// Package run brings stages up to date, as make does, but by content.
//
// A [Stage] is a value that declares what it reads and writes. Its key is a digest of
// everything its outputs may depend on: version, parameters, names and contents of its
// inputs. A stage whose manifest has that key, and whose outputs have the digests that
// the manifest records, is left alone; any other stage is run again. Because keys cover
// contents, a stage that produces the same outputs as before makes no later stage stale.
//
// Outputs are written to temporary files, synced and renamed, and the manifest
// goes last, so a manifest that matches its outputs means a complete stage,
// whatever killed the process before. Times, durations and the machine go to
// log.jsonl in the run directory, outside every key, and are the only bytes
// that differ between two runs of the same stages on the same inputs.
package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Stage declares one step of the pipeline. It is validated before anything runs, see
// [Validate]. Running does not change it.
type Stage struct {
	Name    string       // lower-case word, used in messages and in the manifest's file name
	Doc     string       // one line: what the stage does; mandatory
	Version int          // from 1; raised when equal Inputs and Params would give other outputs
	Dir     string       // directory of its outputs, below the run directory: "plantree", "bench/smoke"
	Inputs  []StageInput // everything it reads, in any order
	Outputs []string     // everything it writes, below Dir, slash-separated; each run creates all of them
	Former  []string     // outputs, named as in Outputs, that it has with other Params; each run removes those that Outputs lacks
	Params  any          // effective parameters; JSON, part of the key, so without paths or times
	Off     bool         // not wanted: in place of a run, its outputs are removed, and those of its last run
	// Run does the work. It reads and writes through e only. Its outputs must be the same
	// bytes for equal inputs and Params, whatever e.Workers is.
	Run func(ctx context.Context, e *Exec) error
}

// A StageInput is an input of a stage: a file below the run directory (Name only), a file
// elsewhere (Name and Path), or a value identified by its digest (Name and Digest). The
// stage's key covers Name and content, never Path.
type StageInput struct {
	Name     string        // slash-separated: "plantree/paths.jsonl", "corpus/CompanyInfo.jsonl"; unique in its stage
	Path     string        // the file's path; empty for a file below the run directory
	Digest   digest.Digest // for a value that is not a file, such as an embedded declaration
	Optional bool          // the file may be absent, which the key distinguishes from every content
}

// local says whether the input is a file below the run directory.
func (i StageInput) local() bool { return i.Path == "" && i.Digest == "" }

// manifestName is the manifest's name below the run directory.
func (s *Stage) manifestName() string { return path.Join(s.Dir, s.Name+".manifest.json") }

// outputName is an output's name below the run directory, as other stages and
// messages name it.
func (s *Stage) outputName(output string) string { return path.Join(s.Dir, output) }

// writes lists all files of the stage below the run directory, manifest last.
func (s *Stage) writes() []string {
	var names []string
	for _, o := range s.Outputs {
		names = append(names, s.outputName(o))
	}
	return append(names, s.manifestName())
}

var stageName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// Validate returns all faults of a list of stages as one error with a line per fault: a
// stage without name or doc line, an invalid name or path, parameters that are not JSON,
// two stages that write the same file, or a stage that reads an output of its own or of a
// later stage, which excludes cycles.
func Validate(stages ...Stage) error {
	var faults []error
	writer := map[string]string{lockName: "the runner", logName: "the runner"}
	position := make(map[string]int)
	for i := range stages {
		s := &stages[i]
		for _, err := range s.faults() {
			faults = append(faults, fmt.Errorf("stage %q: %w", s.Name, err))
		}
		for _, name := range s.writes() {
			if w, ok := writer[name]; ok {
				faults = append(faults, fmt.Errorf("stage %q: output %s is also written by %s", s.Name, name, w))
				continue
			}
			writer[name], position[name] = fmt.Sprintf("stage %q", s.Name), i
		}
	}
	for i := range stages {
		for _, name := range stages[i].writes() {
			for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
				if w, ok := writer[dir]; ok {
					faults = append(faults, fmt.Errorf("stage %q: output %s needs a directory where %s writes a file", stages[i].Name, name, w))
				}
			}
		}
		for _, in := range stages[i].Inputs {
			j, ok := position[in.Name]
			switch {
			case !ok || !in.local() || j < i:
			case j == i:
				faults = append(faults, fmt.Errorf("stage %q: input %s is its own output", stages[i].Name, in.Name))
			default:
				faults = append(faults, fmt.Errorf("stage %q: input %s is written by stage %q, which comes later", stages[i].Name, in.Name, stages[j].Name))
			}
		}
	}
	return errors.Join(faults...)
}

// faults lists what is wrong with one stage by itself.
func (s *Stage) faults() []error {
	var errs []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	fault(!stageName.MatchString(s.Name), "name: want a lower-case word, with hyphens")
	fault(strings.TrimSpace(s.Doc) == "", "no doc line")
	fault(strings.Contains(s.Doc, "\n"), "doc: want one line")
	fault(s.Version < 1, "version must be at least 1, not %d", s.Version)
	fault(!validPath(s.Dir), "directory %q: want a path below the run directory", s.Dir)
	fault(s.Run == nil, "nothing to run")
	_, err := canonical(s.Params)
	fault(err != nil, "parameters: %w", err)

	seen := make(map[string]bool)
	for _, in := range s.Inputs {
		fault(!validPath(in.Name), "input %q: want a slash-separated relative name", in.Name)
		fault(seen[in.Name], "input %s is declared twice", in.Name)
		fault(in.Path != "" && in.Digest != "", "input %s has both a path and a digest", in.Name)
		if in.Digest != "" {
			_, err := digest.Parse(string(in.Digest))
			fault(err != nil, "input %s: %w", in.Name, err)
		}
		seen[in.Name] = true
	}
	for _, o := range slices.Concat(s.Outputs, s.Former) {
		fault(!validPath(o), "output %q: want a path below the stage's directory", o)
		fault(strings.HasPrefix(path.Base(o), "."), "output %q: names with a dot in front are temporary files", o)
	}
	return errs
}

// validPath says whether name is a proper path below a directory.
func validPath(name string) bool { return fs.ValidPath(name) && name != "." }
