package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
	"github.com/taskgrove/taskgrove/pipeline/internal/correcting"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/schemas"
)

// draftDir is the directory of a drafted domain, with the tables that it was drafted from.
type draftDir struct {
	dir    string
	tables []infer.Table
	record draftRecord
	draft  *infer.DomainDraft
}

// draftRecord is what the directory notes beside a draft, so that a later command can go on with it
// and tells edits of people from its own text.
type draftRecord struct {
	Name        string            `json:"name"`
	Language    string            `json:"language"` // of the draft; "" for that of the names
	Corrections infer.Corrections `json:"corrections"`
	Advice      infer.Advice      `json:"advice,omitzero"` // of a model; zero for none
	Files       map[string]string `json:"files"`           // the digests of the files as written, by name
}

// Names of files of a drafted domain.
const (
	recordFile = "infer.json"
	domainFile = "domain.yaml"
)

// create drafts the domain into a new directory.
func (d *draftDir) create() error {
	files, record, err := d.make(infer.Corrections{})
	if err != nil {
		return err
	}
	d.record = record
	return d.within(files, func(made string) error {
		if err := os.Chmod(made, 0o755); err != nil {
			return err
		}
		return os.Rename(made, d.dir)
	})
}

// open drafts the domain anew as its directory notes it, and writes nothing.
func (d *draftDir) open() error {
	b, err := inputfile.ReadFile(filepath.Join(d.dir, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists and has no %s: want a directory that -infer made, or one that does not exist", d.dir, recordFile)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, &d.record); err != nil {
		return fmt.Errorf("%s: %w: want it as -infer wrote it", filepath.Join(d.dir, recordFile), err)
	}
	_, _, err = d.make(d.record.Corrections)
	return err
}

// make drafts the domain with corrections and returns its files by their names in the
// directory, and what to note of them.
func (d *draftDir) make(c infer.Corrections) (files map[string][]byte, record draftRecord, err error) {
	draft, err := infer.Infer(d.tables, infer.Options{Name: d.record.Name, Language: d.record.Language, Corrections: c, Advice: d.record.Advice})
	if err != nil {
		return nil, record, err
	}
	var declared, page bytes.Buffer
	if err := draft.Write(&declared); err != nil {
		return nil, record, err
	}
	if err := draft.WritePage(&page); err != nil {
		return nil, record, err
	}
	schema, err := fs.ReadFile(schemas.FS, "domain.schema.json")
	if err != nil {
		return nil, record, err
	}
	files = map[string][]byte{domainFile: declared.Bytes(), "domain.schema.json": schema, "infer.html": page.Bytes()}
	if text := draft.Thesaurus(); text != "" {
		files[filepath.Join("rewriting", draft.Domain.Languages[0], "thesaurus.yaml")] = []byte(text)
	}
	record = draftRecord{Name: d.record.Name, Language: d.record.Language, Corrections: c, Advice: d.record.Advice, Files: map[string]string{}}
	for name, data := range files {
		record.Files[filepath.ToSlash(name)] = string(digest.Bytes(data))
	}
	if files[recordFile], err = json.MarshalIndent(record, "", "  "); err != nil {
		return nil, record, err
	}
	files[recordFile] = append(files[recordFile], '\n')
	d.draft = draft
	return files, record, nil
}

// within writes files into a new directory beside the domain's, over a copy of the declarations that
// stand there, and hands it on once package domain reads it without a fault. It leaves none behind.
func (d *draftDir) within(files map[string][]byte, use func(made string) error) (err error) {
	parent := filepath.Dir(filepath.Clean(d.dir))
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	made, err := os.MkdirTemp(parent, ".infer-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(made)) }()
	if err := copyDeclarations(d.dir, made); err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(made, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
	}
	if _, err := domain.Load(os.DirFS(made), "."); err != nil {
		return fmt.Errorf("the draft is no domain; please report the names of your tables and columns: %w", err)
	}
	return use(made)
}

// copyDeclarations copies the YAML files of a domain; there may be none.
func copyDeclarations(from, to string) error {
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || filepath.Ext(path) != ".yaml" {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		b, err := inputfile.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o777); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), b, 0o666)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// isEdited reports whether a file is there and is not as it was written.
func (d *draftDir) isEdited(name string) (bool, error) {
	b, err := inputfile.ReadFile(filepath.Join(d.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && string(digest.Bytes(b)) != d.record.Files[filepath.ToSlash(name)], err
}

// state returns the draft as it stands.
func (d *draftDir) state() (*correcting.DraftState, error) {
	edited, err := d.isEdited(domainFile)
	if err != nil {
		return nil, err
	}
	record, err := json.Marshal(d.record)
	if err != nil {
		return nil, err
	}
	return &correcting.DraftState{Draft: d.draft, Corrections: d.record.Corrections, File: filepath.Join(d.dir, domainFile), Version: string(digest.Bytes(record)), Edited: edited}, nil
}

// save drafts the domain anew with corrections and replaces its files, each at once. It fails if the
// state has another version, or if somebody has edited the domain's file; other files with edits
// stay as they are.
func (d *draftDir) save(version string, c infer.Corrections) (*correcting.DraftState, error) {
	now, err := d.state()
	switch {
	case err != nil:
		return nil, err
	case now.Version != version:
		return nil, fmt.Errorf("%w: somebody saved corrections since this page was loaded: load it again", correcting.ErrChanged)
	case now.Edited:
		return nil, fmt.Errorf("%w: %s has edits that this page did not write, and it does not replace them: move the file away and save again, or go on in the file", correcting.ErrChanged, now.File)
	}
	before := d.draft
	files, record, err := d.make(c)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", correcting.ErrRefused, err)
	}
	if err := d.within(files, func(made string) error { return d.replace(made, files) }); err != nil {
		d.draft = before
		return nil, fmt.Errorf("%w: %w", correcting.ErrRefused, err)
	}
	d.record = record
	return d.state()
}

// replace moves files from another directory over those of the domain that nobody has edited, the
// record last.
func (d *draftDir) replace(made string, files map[string][]byte) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return name == recordFile })
	for _, name := range append(names, recordFile) {
		if edited, err := d.isEdited(name); err != nil {
			return err
		} else if edited && name != recordFile {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(d.dir, name)), 0o777); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(made, name), filepath.Join(d.dir, name)); err != nil {
			return err
		}
	}
	return nil
}
