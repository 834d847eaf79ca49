package corpus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// DataFile is one file of a corpus directory that [Load] reads.
type DataFile struct {
	Name  string // base name: "CompanyInfo.jsonl"
	Path  string // the directory joined with Name
	Holds string // the table or passages it holds: "CompanyInfo"
}

// The extensions of files that are read.
const (
	extCSV     = ".csv"
	extJSONL   = ".jsonl"
	extParquet = ".parquet"
)

// Files lists the files of a directory that [Load] reads for a domain, sorted by name: one
// per declared table or retrieval corpus with a file, which has the extension .csv, .jsonl
// or .parquet. It opens none of them. It fails, as Load does, if the directory cannot be
// read, two files hold the same table, or no declared file exists.
func Files(dir string, d *domain.Domain) ([]DataFile, error) {
	files, _, err := scan(dir, d)
	return files, err
}

// scan lists the files to read, and reports the others as faults, both sorted by name. It
// skips names that begin with a dot.
func scan(dir string, d *domain.Domain) (files []DataFile, strangers []LoadFault, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("corpus directory: %w", err)
	}
	var faults []error
	held := map[string]string{} // file name by table or passages
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		ext := filepath.Ext(name)
		stem := strings.TrimSuffix(name, ext)
		if wanted := unwanted(e, stem, ext, d); wanted != "" {
			strangers = append(strangers, LoadFault{File: name, Reason: UnknownFile, What: "not read", Wanted: wanted, Count: 1})
			continue
		}
		path := filepath.Join(dir, name)
		if other, ok := held[stem]; ok {
			faults = append(faults, fmt.Errorf("%s: %s also holds %s: want one file for each table", path, other, stem))
			continue
		}
		held[stem] = name
		files = append(files, DataFile{Name: name, Path: path, Holds: stem})
	}
	if len(files) == 0 {
		faults = append(faults, fmt.Errorf("%s: no file of domain %s: want files named after its tables, such as %s", dir, d.Name, example(d)))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, nil, err
	}
	return files, strangers, nil
}

// unwanted returns, for a directory entry that is not read, a description of readable
// files; "" if the entry is read.
func unwanted(e os.DirEntry, stem, ext string, d *domain.Domain) string {
	if e.IsDir() {
		return "a file, not a directory"
	}
	if d.Table(stem) == nil && passagesOf(d, stem) == nil {
		return "the name of a table or retrieval corpus of domain " + d.Name
	}
	switch ext {
	case extCSV, extJSONL, extParquet:
		return ""
	}
	return fmt.Sprintf("%s with %s, %s or %s", stem, extCSV, extJSONL, extParquet)
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
