package method

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

//go:embed prompts/*.yaml prompts/paper/*.yaml
var promptFiles embed.FS

// paperDir is the directory, in a directory of prompts, of those of the protocol [Paper].
const paperDir = "paper"

// Languages returns the languages that have prompts, sorted.
func Languages() (names []string) {
	files, err := fs.Glob(promptFiles, "prompts/*.yaml")
	if err != nil {
		panic("embedded prompts: " + err.Error())
	}
	for _, file := range files {
		names = append(names, strings.TrimSuffix(path.Base(file), ".yaml"))
	}
	return names
}

// PromptFile is a file of a directory of prompts.
type PromptFile struct {
	// Name is the file's name below the directory, with slashes: "en.yaml", "paper/en.yaml".
	Name string
	// Content is its content, in the format that [ReadPrompts] reads.
	Content []byte
}

// ShippedFiles returns the files of the prompts that ship, sorted by name. A directory of them
// has everything that [ReadPrompts] wants.
func ShippedFiles() (files []PromptFile) {
	for _, lang := range Languages() {
		files = append(files, PromptFile{lang + ".yaml", shippedFile(lang + ".yaml")})
	}
	for _, lang := range Languages() {
		name := paperDir + "/" + lang + ".yaml"
		files = append(files, PromptFile{name, shippedFile(name)})
	}
	return files
}

// shippedFile returns a file that there is.
func shippedFile(name string) []byte {
	b, err := promptFiles.ReadFile("prompts/" + name)
	if err != nil {
		panic("embedded prompts: " + err.Error())
	}
	return b
}

// OpenPrompts returns the prompts that ship in a language, one of [Languages]. For any other
// language the error lists them.
func OpenPrompts(lang string) (*Prompts, error) { return ShippedPrompts().Open(lang) }

// PromptSet has the prompts of some languages, as files. It is read-only and safe for
// concurrent use.
type PromptSet struct {
	languages []string          // sorted
	files     map[string][]byte // by name below the directory
	dir       string            // "" for the prompts that ship
}

// ShippedPrompts returns the prompts that ship, in all [Languages].
func ShippedPrompts() *PromptSet {
	p := &PromptSet{languages: Languages(), files: map[string][]byte{}}
	for _, f := range ShippedFiles() {
		p.files[f.Name] = f.Content
	}
	return p
}

// ReadPrompts reads a user's own prompts from a directory in the format of [ShippedFiles]: for
// each of the languages that is one of [Languages] the file LANGUAGE.yaml and, for the protocol
// [Paper], paper/LANGUAGE.yaml too. All faults are in the error, each as `file:line: what is
// wrong: what was wanted`: missing files, missing and unknown keys and slots, and files of which
// no stage of any protocol reads anything. Files in other languages may stand there, and so may
// hidden ones.
func ReadPrompts(dir string, languages []string, by Protocol) (*PromptSet, error) {
	p := &PromptSet{files: map[string][]byte{}, dir: dir}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: want a directory of prompts, as bench prompts writes one", err)
	}
	faults := []error{p.checkNames("", entries)}
	for _, lang := range Languages() {
		if !slices.Contains(languages, lang) {
			continue
		}
		p.languages = append(p.languages, lang)
		faults = append(faults, p.read(lang+".yaml"))
		if by == Paper {
			faults = append(faults, p.read(paperDir+"/"+lang+".yaml"))
		}
		_, err := p.Open(lang)
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return p, nil
}

// checkNames faults the files of a directory, "" or paperDir, that no stage reads.
func (p *PromptSet) checkNames(below string, entries []fs.DirEntry) error {
	var faults []error
	for _, e := range entries {
		lang, isYAML := strings.CutSuffix(e.Name(), ".yaml")
		switch {
		case strings.HasPrefix(e.Name(), "."), isYAML && slices.Contains(Languages(), lang) && !e.IsDir():
		case below == "" && e.Name() == paperDir && e.Type()&(fs.ModeDir|fs.ModeSymlink) != 0:
			inside, err := os.ReadDir(filepath.Join(p.dir, paperDir))
			faults = append(faults, err, p.checkNames(paperDir, inside))
		default:
			faults = append(faults, fmt.Errorf("%s:1: no stage reads this: want %s.yaml, and the same below %s", filepath.Join(p.dir, below, e.Name()), strings.Join(Languages(), ".yaml, "), paperDir))
		}
	}
	return errors.Join(faults...)
}

// read reads a file.
func (p *PromptSet) read(name string) error {
	file := p.path(name)
	content, err := inputfile.ReadYAML(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s:1: no such file: want one as bench prompts writes it", file)
	case err != nil:
		return err
	}
	p.files[name] = content
	return nil
}

// path returns a file's name for messages.
func (p *PromptSet) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

// Languages returns the languages of the set, sorted.
func (p *PromptSet) Languages() []string { return slices.Clone(p.languages) }

// Open returns the prompts in a language of the set. For any other language the error lists
// them.
func (p *PromptSet) Open(lang string) (*Prompts, error) {
	if !slices.Contains(p.languages, lang) {
		return nil, fmt.Errorf("language %q: no prompts: want one of %s", lang, strings.Join(p.languages, ", "))
	}
	opened, err := &Prompts{tag: lang}, error(nil)
	name := lang + ".yaml"
	if content, ok := p.files[name]; ok {
		opened, err = parsePrompts(lang, p.path(name), content)
	}
	name = paperDir + "/" + name
	if content, ok := p.files[name]; ok {
		var fault error
		opened.Paper, fault = parsePaperPrompts(p.path(name), content)
		err = errors.Join(err, fault)
	}
	return opened, err
}

// Files returns the files that the set was read from, in the order of [ShippedFiles].
func (p *PromptSet) Files() (files []PromptFile) {
	for _, f := range ShippedFiles() {
		if content, ok := p.files[f.Name]; ok {
			files = append(files, PromptFile{f.Name, content})
		}
	}
	return files
}

// Digest identifies the texts of the set, byte for byte.
func (p *PromptSet) Digest() digest.Digest {
	h := digest.New("prompts")
	for _, f := range p.Files() {
		h.String("file", f.Name).Field("content", f.Content)
	}
	return h.Sum()
}

// IsShipped reports whether every file of the set is byte for byte one that ships. Agents
// with such prompts are those with the prompts that ship.
func (p *PromptSet) IsShipped() bool {
	for name, content := range p.files {
		if string(content) != string(shippedFile(name)) {
			return false
		}
	}
	return true
}

// AgentDigest is [Spec.Digest] for an agent with the prompts of the set.
func (p *PromptSet) AgentDigest(s Spec, d *domain.Domain) digest.Digest {
	return s.digest(d, func(name string) []byte { return p.files[name] })
}
