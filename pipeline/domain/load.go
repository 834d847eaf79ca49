package domain

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/schemas"
)

// Open loads a shipped domain by its name, such as "legal", or else the domain in the
// directory of that path. To open a directory with the name of a shipped domain, write
// "./legal". The error is that of [Load], or says that there is no such domain.
func Open(name string) (*Domain, error) {
	if shipped(name) {
		return Load(schemas.FS, name)
	}
	dir, err := Directory(name)
	if err != nil {
		return nil, err
	}
	return load(dir, ".", filepath.ToSlash(filepath.Clean(name)))
}

// Directory returns the files that declare the domain [Open] loads by the same name, a
// shipped domain or a directory: its YAML files and those that configure the wording of its
// questions. The files of a base that the domain extends are not among them. The error says
// that there is no such domain; the files are not read.
func Directory(name string) (fs.FS, error) {
	if shipped(name) {
		return fs.Sub(schemas.FS, name)
	}
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("domain %q: want the name of a shipped domain (%s) or a directory", name, strings.Join(Shipped(), ", "))
	}
	return os.DirFS(name), nil
}

// shipped reports whether a name is that of a shipped domain.
func shipped(name string) bool {
	if !fs.ValidPath(name) || name == "." || strings.Contains(name, "/") {
		return false
	}
	info, err := fs.Stat(schemas.FS, name)
	return err == nil && info.IsDir()
}

// Shipped returns the names of the domains that ship with taskgrove, sorted.
func Shipped() []string {
	entries, err := fs.ReadDir(schemas.FS, ".")
	if err != nil {
		panic("embedded schemas: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// Load reads a domain from all *.yaml files of a directory of fsys, in the order of their
// names, as if they were one file: a list may continue in the next file, and everything
// else must be in one of them. If the declaration is wrong, the error is a [Faults] with
// everything that is wrong; any other error means that it could not be read.
//
// A declaration with base: NAME extends the shipped domain of that name and contains only
// the differences. Its mappings add keys to those of the base, and a key without a value
// removes the base's key. In lists of named items (entities, derivations, tables and their
// columns, passages, tools and their inputs), an item with the name of an item of the base
// adds to it, and other items come after those of the base. All other values, including
// other lists and empty lists, replace those of the base. The declaration has a name of its
// own. Phrases of the base in languages that the declaration does not have are dropped.
//
// With names: LANGUAGE, the columns of the base also get new names, which are their labels
// in that language, wherever the base names them: in tables, keys, matches and results of
// tools. The declaration must use the new names. The base's World is not taken over then,
// because the generated world has the old names.
//
// The result is checked as a whole; a fault in a part that comes from the base has the file
// and line in the base.
func Load(fsys fs.FS, dir string) (*Domain, error) {
	return load(fsys, dir, dir)
}

// load is Load with the name that faults call the directory by.
func load(fsys fs.FS, dir, shown string) (*Domain, error) {
	src, err := read(fsys, dir, shown)
	if err == nil {
		err = src.build()
	}
	if err != nil {
		return nil, err
	}
	return src.domain()
}

// read joins the files of a directory.
func read(fsys fs.FS, dir, shown string) (*source, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, fmt.Errorf("domain %s: %w", shown, err)
	}
	src := newSource(shown)
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".yaml" {
			continue
		}
		data, err := inputfile.ReadYAMLFS(fsys, path.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("domain %s: %w", shown, err)
		}
		src.add(path.Join(shown, e.Name()), data)
	}
	if src.files == 0 {
		return nil, fmt.Errorf("domain %s: no *.yaml file: want the declaration of a domain", shown)
	}
	return src, nil
}

// domain checks what was read and returns it.
func (s *source) domain() (*Domain, error) {
	if s.broken {
		// Half a file would only make faults of its own.
		return nil, s.faults.sorted()
	}
	s.checkShape()
	s.splitKeys()
	d := Domain{Bases: s.bases}
	var mismatch *yaml.TypeError
	if err := node(s.plain).Decode(&d); err != nil && !errors.As(err, &mismatch) {
		return nil, fmt.Errorf("domain %s: %w", s.shown, err)
	}
	// Values of a wrong type are already faults of shape; what else was decoded is
	// still worth checking.
	check(&d, s)
	if mismatch != nil && len(s.faults) == 0 {
		return nil, fmt.Errorf("domain %s: %w", s.shown, mismatch)
	}
	if len(s.faults) > 0 {
		return nil, s.faults.sorted()
	}
	d.supplement()
	return &d, nil
}

// splitKeys puts keys of several columns where the decoder wants them.
func (s *source) splitKeys() {
	tables, _ := s.plain["tables"].([]any)
	for _, t := range tables {
		table, _ := t.(map[string]any)
		columns, ok := table["key"].([]any)
		switch {
		case !ok: // one column, or a fault of shape
		case len(columns) == 1:
			table["key"] = columns[0]
		default:
			delete(table, "key")
			table["keys"] = columns
		}
	}
}
