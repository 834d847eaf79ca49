package corpus

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// DataFile is one file of a corpus directory that [Load] reads, or a directory of the parts of a table,
// see [DataFile.Parts].
type DataFile struct {
	Name  string // base name: "CompanyInfo.jsonl"
	Path  string // the directory joined with Name
	Holds string // the table or passages it holds: "CompanyInfo"
	// Untyped says that the file was written of a database, whose types say nothing even in a domain
	// with FileOrder.
	Untyped   bool
	PartNames []string // base names of the parts of a directory, sorted; nil for a file
}

// The extensions of files that are read.
const (
	extCSV     = ".csv"
	extTSV     = ".tsv"
	extJSONL   = ".jsonl"
	extParquet = ".parquet"
)

// extGzip stands behind the extension of a file of text that gzip packed.
const extGzip = ".gz"

// extension returns the extension of a file name as the constants above have it: upper
// case is read as lower case, and extGzip is left out.
func extension(name string) string {
	return strings.ToLower(filepath.Ext(unpackedName(name)))
}

// stem returns a file name without its extension.
func stem(name string) string {
	name = unpackedName(name)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// unpackedName returns a file name without extGzip.
func unpackedName(name string) string {
	if strings.EqualFold(filepath.Ext(name), extGzip) {
		return name[:len(name)-len(extGzip)]
	}
	return name
}

// Files lists the files of a directory that [Load] reads for a domain, sorted by name: one
// per declared table or retrieval corpus with a file, which has the extension .csv, .tsv, .jsonl
// or .parquet in any case, the first three also with .gz behind it. A table may also be a directory of
// its name, with or without .parquet, that holds parts in Parquet and no directories. It opens none of them. It
// fails, as Load does, if the directory cannot be read, two files hold the same table, a file is a
// link that leads out of the directory, or no declared file exists.
func Files(dir string, d *domain.Domain) ([]DataFile, error) {
	l, err := scan(dir, d)
	if err != nil {
		return nil, err
	}
	return l.files, nil
}

// listing is the content of a corpus directory.
type listing struct {
	files     []DataFile  // to read, sorted by name
	strangers []LoadFault // files that are not read, sorted by name
	// missed holds, for tables and passages without a file to read, the fault of a file that
	// seems to be theirs.
	missed map[string]LoadFault
}

// scan lists a directory. It skips names that begin with a dot.
func scan(dir string, d *domain.Domain) (*listing, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("corpus directory: %w", err)
	}
	l := &listing{missed: map[string]LoadFault{}}
	var faults []error
	held := map[string]string{} // file name by table or passages
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		stem, path := stem(name), filepath.Join(dir, name)
		var parts []string
		if e.IsDir() && d.Table(stem) != nil && isTable(name) {
			var wanted string
			if parts, wanted, err = partsOf(path); err != nil {
				faults = append(faults, err)
				continue
			}
			if parts == nil {
				l.addStranger(e, d, wanted)
				continue
			}
		} else if e.IsDir() || !declares(d, stem) || !readable(name) {
			l.addStranger(e, d, "a file, not a directory")
			continue
		}
		if err := inputfile.CheckLink(dir, e); err != nil {
			faults = append(faults, err)
			continue
		}
		if other, ok := held[stem]; ok {
			faults = append(faults, fmt.Errorf("%s: %s also holds %s: want one file for each table", path, other, stem))
			continue
		}
		held[stem] = name
		l.files = append(l.files, DataFile{Name: name, Path: path, Holds: stem, PartNames: parts})
	}
	for name := range held {
		delete(l.missed, name)
	}
	if len(l.files) == 0 {
		faults = append(faults, fmt.Errorf("%s: no file of domain %s: want files named after its tables, such as %s", dir, d.Name, example(d)))
		for _, name := range slices.Sorted(maps.Keys(l.missed)) {
			faults = append(faults, errors.New(l.missed[name].String()))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return l, nil
}

// problem says why a table or passages have no file to read, although there is a file that
// seems to be theirs; "" if there is none.
func (l *listing) problem(name string) string {
	if fault, ok := l.missed[name]; ok {
		return fault.String()
	}
	return ""
}

// addStranger reports an entry that is not read, and notes whose file it seems to be. Wanted is for a
// directory.
func (l *listing) addStranger(e os.DirEntry, d *domain.Domain, wanted string) {
	name := e.Name()
	fault := LoadFault{File: name, Reason: UnknownFile, What: "not read", Count: 1}
	start, rest, _ := strings.Cut(name, ".")
	owner := likely(d, start)
	switch {
	case e.IsDir():
		fault.Wanted = wanted
	case owner == "":
		fault.Wanted = "the name of a table or retrieval corpus of domain " + d.Name
	default:
		fault.Wanted = remedy(strings.ToLower(rest), owner)
	}
	if owner != "" {
		l.missed[owner] = fault
	}
	l.strangers = append(l.strangers, fault)
}

// likely returns the declared table or passages of which a file is, by the start of its
// name in any case; "" for none.
func likely(d *domain.Domain, start string) string {
	for _, t := range d.Tables {
		if strings.EqualFold(t.Name, start) {
			return t.Name
		}
	}
	for _, p := range d.Passages {
		if strings.EqualFold(p.Name, start) {
			return p.Name
		}
	}
	return ""
}

// remedy says what to make of a file of a table, by what follows the first dot of its name
// in lower case.
func remedy(rest, table string) string {
	packed := filepath.Ext("." + rest)
	inner := strings.TrimSuffix(rest, packed)
	switch {
	case readable("." + rest):
		return "the name " + table + "." + rest
	case slices.Contains([]string{extGzip, ".bz2", ".xz", ".zst", ".zip"}, packed) && readable("."+inner):
		return "it unpacked, as " + table + "." + inner
	case slices.Contains([]string{".xlsx", ".xls", ".ods"}, packed):
		return "its sheet saved as " + table + extCSV
	case packed == ".json" || packed == ".ndjson":
		return table + extJSONL + " with one JSON object a line"
	}
	return fmt.Sprintf("%s with %s, %s, %s or %s", table, extCSV, extTSV, extJSONL, extParquet)
}

// readable reports whether a file name has an extension that is read.
func readable(name string) bool {
	switch extension(name) {
	case extCSV, extTSV, extJSONL:
		return true
	case extParquet:
		return unpackedName(name) == name
	}
	return false
}

// declares reports whether a domain declares a table or passages of that name.
func declares(d *domain.Domain, name string) bool {
	return d.Table(name) != nil || passagesOf(d, name) != nil
}

// example returns the name of a file that the domain would read.
func example(d *domain.Domain) string {
	if len(d.Tables) > 0 {
		return d.Tables[0].Name + extJSONL
	}
	if len(d.Passages) > 0 {
		return d.Passages[0].Name + extJSONL
	}
	return "none, since it declares none"
}

func passagesOf(d *domain.Domain, name string) *domain.Passages {
	for i := range d.Passages {
		if d.Passages[i].Name == name {
			return &d.Passages[i]
		}
	}
	return nil
}
