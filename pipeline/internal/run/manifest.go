package run

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// format is the number of the manifest's format and of the key's composition.
const format = 1

// Manifest is the record of a completed stage, stored as STAGE.manifest.json in the stage's
// directory: the parts of its key, and its outputs. It has no time, path or host; equal
// runs have byte-equal manifests.
type Manifest struct {
	Format  int             `json:"format"`  // 1
	Stage   string          `json:"stage"`   // the stage's name
	Version int             `json:"version"` // the stage's version
	Key     digest.Digest   `json:"key"`     // digest of the other fields except the funnel and the digests and sizes of outputs
	Params  json.RawMessage `json:"params"`  // effective parameters, object keys sorted
	Inputs  []File          `json:"inputs"`  // sorted by name
	Outputs []File          `json:"outputs"` // sorted by name
	Funnel  Funnel          `json:"funnel"`  // the counts of its items
	Digest  digest.Digest   `json:"digest"`  // of the other fields, as compact JSON
}

// File identifies a file's content.
type File struct {
	Name   string        `json:"name"`           // below the run directory, or the input's logical name
	Digest digest.Digest `json:"digest"`         // empty for an optional input that is absent
	Size   int64         `json:"size,omitempty"` // bytes; outputs only
}

// ReadManifest reads a manifest of the current format. It fails unless each byte of it is as
// a stage wrote it.
func ReadManifest(r io.Reader) (*Manifest, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	if m.Format != format {
		return nil, fmt.Errorf("manifest: format %d: want %d", m.Format, format)
	}
	if m.Digest == "" {
		return nil, errors.New("manifest has no digest of its own: an earlier version wrote it")
	}
	sum, err := m.digest()
	if err != nil {
		return nil, err
	}
	if m.Digest != sum {
		return nil, fmt.Errorf("manifest was changed by hand: its digest is %s, not %s", abbreviate(sum), abbreviate(m.Digest))
	}
	key, err := m.key()
	if err != nil {
		return nil, err
	}
	if m.Key != key {
		return nil, fmt.Errorf("manifest was changed by hand: its parts make key %s, not %s", abbreviate(key), abbreviate(m.Key))
	}
	if err := m.Funnel.Validate(); err != nil {
		return nil, fmt.Errorf("manifest was changed by hand: %w", err)
	}
	var whole bytes.Buffer
	if err := m.write(&whole); err != nil {
		return nil, err
	}
	if !bytes.Equal(whole.Bytes(), b) {
		return nil, errors.New("manifest was changed by hand: it is not written as stages write it")
	}
	return m, nil
}

// digest returns the digest of the other fields.
func (m *Manifest) digest() (digest.Digest, error) {
	others := *m
	others.Digest = ""
	b, err := encode(&others, "")
	return digest.Bytes(b), err
}

// write writes the manifest with its digest as indented JSON.
func (m *Manifest) write(w io.Writer) error {
	whole := *m
	var err error
	if whole.Digest, err = m.digest(); err != nil {
		return err
	}
	b, err := encode(&whole, "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// sort puts inputs and outputs into the order in which they are recorded and enter the key.
func (m *Manifest) sort() {
	byName := func(a, b File) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(m.Inputs, byName)
	slices.SortFunc(m.Outputs, byName)
}

// key returns the digest of everything on which the contents of the outputs may depend.
// Inputs and Outputs must be sorted.
func (m *Manifest) key() (digest.Digest, error) {
	params, err := canonical(m.Params)
	if err != nil {
		return "", fmt.Errorf("manifest: params: %w", err)
	}
	h := digest.New("stage").
		Int("format", m.Format).
		String("name", m.Stage).
		Int("version", m.Version).
		Field("params", params)
	for _, in := range m.Inputs {
		h.String("input", in.Name).String("digest", string(in.Digest))
	}
	for _, out := range m.Outputs {
		h.String("output", out.Name)
	}
	return h.Sum(), nil
}

// canonical returns v as compact JSON with sorted object keys, so that neither
// the order of a struct's fields nor white space enters a key.
func canonical(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	tree, err := decode(b)
	if err != nil {
		return nil, err
	}
	b, err = encode(tree, "")
	return bytes.TrimSuffix(b, []byte("\n")), err
}

// decode parses JSON and keeps numbers as they are written.
func decode(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// encode writes JSON without HTML escapes, with a newline at the end.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}
