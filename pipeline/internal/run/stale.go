package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// inspection is the runner's information about a stage, on which it decides whether to run
// it.
type inspection struct {
	want    *Manifest          // of a run with the current inputs; outputs by name only
	have    *Manifest          // of the last complete run; nil if there is none
	reasons []string           // why the stage is stale; nil if it is fresh
	failed  string             // the one of the reasons that items failed last time; "" if none did
	changes []change           // inputs that an earlier, stale stage may change
	missing []string           // mandatory inputs that do not exist and that no earlier stage is about to write
	read    map[string]content // what each input file held, by input name
}

// inspect compares a stage with its manifest. pending names the files that
// stale stages are about to write, and by which stage; their present content
// says nothing.
//
// A stage that is off is stale while its manifest or any of its outputs is there.
func inspect(ctx context.Context, dir string, c contents, s *Stage, pending map[string]string) (*inspection, error) {
	if s.Off {
		in := new(inspection)
		for _, name := range s.writes() {
			if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
				in.reasons = []string{"it is switched off, and its files are there"}
				break
			}
		}
		return in, nil
	}
	params, err := canonical(s.Params)
	if err != nil {
		return nil, err
	}
	in := &inspection{
		want: &Manifest{Format: format, Stage: s.Name, Version: s.Version, Params: params},
		read: make(map[string]content),
	}
	for _, o := range s.Outputs {
		in.want.Outputs = append(in.want.Outputs, File{Name: s.outputName(o)})
	}
	why, err := in.load(dir, s)
	if err != nil {
		return nil, err
	}
	for _, i := range s.Inputs {
		d, err := in.input(ctx, dir, c, i, pending)
		if err != nil {
			return nil, fmt.Errorf("input %s: %w", i.Name, cause(err))
		}
		in.want.Inputs = append(in.want.Inputs, File{Name: i.Name, Digest: d})
	}
	in.want.sort()
	if in.want.Key, err = in.want.key(); err != nil {
		return nil, err
	}
	if in.have == nil {
		in.reasons = append(in.reasons, why)
		return in, nil
	}
	in.reasons = differences(in.have, in.want)
	outputs, err := in.outputs(ctx, dir, c)
	in.reasons = append(in.reasons, outputs...)
	if n := total(in.have.Funnel.Failed); n > 0 {
		in.failed = fmt.Sprintf("items failed last time: %d", n)
		in.reasons = append(in.reasons, in.failed)
	}
	return in, err
}

// load reads the manifest; where there is none to go by, it says why.
func (in *inspection) load(dir string, s *Stage) (why string, err error) {
	f, err := inputfile.Open(filepath.Join(dir, filepath.FromSlash(s.manifestName())))
	if errors.Is(err, fs.ErrNotExist) {
		for _, o := range in.want.Outputs {
			if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(o.Name))); err == nil {
				return "its last run did not finish", nil
			}
		}
		return "never run", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	if in.have, err = ReadManifest(f); err != nil {
		return err.Error(), nil
	}
	in.have.sort()
	return "", nil
}

// input returns the digest of one input. An input that is pending or missing is recorded as
// such and counts as unchanged; an optional input that is absent has the digest "".
func (in *inspection) input(ctx context.Context, dir string, c contents, i StageInput, pending map[string]string) (digest.Digest, error) {
	if i.Digest != "" {
		return i.Digest, nil
	}
	content, err := c.of(ctx, i.file(dir))
	absent := errors.Is(err, fs.ErrNotExist)
	if err != nil && !absent {
		return "", err
	}
	if writer, ok := pending[i.Name]; ok && i.local() {
		if absent {
			in.expect(i.Name, "will be written by "+writer)
		} else {
			in.expect(i.Name, "may change, as "+writer+" is stale")
		}
		return in.recorded(i.Name), nil
	}
	if absent {
		if !i.Optional {
			in.missing = append(in.missing, i.Name)
			return in.recorded(i.Name), nil
		}
		return "", nil
	}
	in.read[i.Name] = content
	return content.digest, nil
}

// change is the possible effect of an earlier, stale stage on inputs.
type change struct {
	input string // the first such input
	more  int    // the number of further inputs
	what  string
}

// String returns the change as a readable line.
func (c change) String() string {
	others := ""
	if c.more > 0 {
		others = fmt.Sprintf(" and %d more", c.more)
	}
	return "input " + c.input + others + " " + c.what
}

// expect records a change of an input. Consecutive inputs with the same change share a
// record.
func (in *inspection) expect(input, what string) {
	if n := len(in.changes); n > 0 && in.changes[n-1].what == what {
		in.changes[n-1].more++
		return
	}
	in.changes = append(in.changes, change{input: input, what: what})
}

// recorded returns the digest of an input in the manifest; "" without one.
func (in *inspection) recorded(name string) digest.Digest {
	if in.have != nil {
		for _, f := range in.have.Inputs {
			if f.Name == name {
				return f.Digest
			}
		}
	}
	return ""
}

// file returns the path of an input that is a file.
func (i StageInput) file(dir string) string {
	if i.local() {
		return filepath.Join(dir, filepath.FromSlash(i.Name))
	}
	return i.Path
}

// outputs returns a reason for each output that differs from its record in the manifest.
func (in *inspection) outputs(ctx context.Context, dir string, c contents) (reasons []string, err error) {
	for _, o := range in.have.Outputs {
		got, err := c.of(ctx, filepath.Join(dir, filepath.FromSlash(o.Name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			reasons = append(reasons, fmt.Sprintf("output %s is missing", o.Name))
		case err != nil:
			return nil, fmt.Errorf("output %s: %w", o.Name, cause(err))
		case got.digest != o.Digest:
			reasons = append(reasons, fmt.Sprintf("output %s was changed by hand", o.Name))
		}
	}
	return reasons, nil
}

// differences explains why two manifests of a stage have different keys; it returns nil
// exactly if the keys are equal.
func differences(have, want *Manifest) []string {
	if have.Key == want.Key {
		return nil
	}
	var reasons []string
	because := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if have.Stage != want.Stage {
		because("stage %s → %s", have.Stage, want.Stage)
	}
	if have.Version != want.Version {
		because("version %d → %d", have.Version, want.Version)
	}
	reasons = append(reasons, parameterDifferences(have.Params, want.Params)...)
	eachPair(have.Inputs, want.Inputs, func(name string, a, b *File) {
		switch {
		case a == nil:
			because("input %s is new", name)
		case b == nil:
			because("input %s is no longer read", name)
		case a.Digest != b.Digest:
			because("input %s %s → %s", name, abbreviate(a.Digest), abbreviate(b.Digest))
		}
	})
	eachPair(have.Outputs, want.Outputs, func(name string, a, b *File) {
		switch {
		case a == nil:
			because("output %s is new", name)
		case b == nil:
			because("output %s is no longer written", name)
		}
	})
	return reasons
}

// eachPair calls f for each name in a or b, sorted, with nil where it is absent.
func eachPair(a, b []File, f func(name string, a, b *File)) {
	pairs := make(map[string][2]*File)
	for side, files := range [2][]File{a, b} {
		for i := range files {
			p := pairs[files[i].Name]
			p[side] = &files[i]
			pairs[files[i].Name] = p
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pairs)) {
		f(name, pairs[name][0], pairs[name][1])
	}
}

// parameterDifferences returns a line for each parameter that differs, named by its path in
// the JSON: "quotas[2]", "rewriter.model".
func parameterDifferences(have, want json.RawMessage) []string {
	a, b := leaves(have), leaves(want)
	paths := maps.Clone(a)
	maps.Copy(paths, b)
	var reasons []string
	for _, p := range slices.Sorted(maps.Keys(paths)) {
		if a[p] != b[p] {
			reasons = append(reasons, fmt.Sprintf("%s %s → %s", strings.TrimSpace("parameter "+p),
				cmp.Or(a[p], "none"), cmp.Or(b[p], "none")))
		}
	}
	return reasons
}

// leaves returns the scalars and empty collections of a JSON value, as JSON, by path.
func leaves(params json.RawMessage) map[string]string {
	m := make(map[string]string)
	// Params decode: they are canonical, or were checked with their manifest's key.
	if v, err := decode(params); err == nil {
		addLeaves(m, "", v)
	}
	return m
}

func addLeaves(m map[string]string, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, w := range v {
			addLeaves(m, strings.TrimPrefix(path+"."+name, "."), w)
		}
		if len(v) > 0 {
			return
		}
	case []any:
		for i, w := range v {
			addLeaves(m, fmt.Sprintf("%s[%d]", path, i), w)
		}
		if len(v) > 0 {
			return
		}
	}
	// A value decoded from JSON can be encoded.
	b, _ := encode(v, "")
	m[path] = strings.TrimSpace(string(b))
}

// abbreviate shortens a digest for a message.
func abbreviate(d digest.Digest) string {
	if d == "" {
		return "none"
	}
	return fmt.Sprintf("%.6s…", d.Short())
}
