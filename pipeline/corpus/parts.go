package corpus

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// Parts returns the files of a table: of a directory its parts in Parquet, sorted by name, with names
// such as "Album/part-0.parquet"; otherwise the file alone.
func (f DataFile) Parts() []DataFile {
	if f.PartNames == nil {
		return []DataFile{f}
	}
	var all []DataFile
	for _, name := range f.PartNames {
		all = append(all, DataFile{Name: f.Name + "/" + name, Path: filepath.Join(f.Path, name), Holds: f.Holds, Untyped: f.Untyped})
	}
	return all
}

// partsOf lists the parts of a table in a directory, such as Spark, DuckDB and Hadoop write: files with
// .parquet. It skips names that begin with a dot or "_", which are of those who wrote the parts. If the
// directory is no table, wanted says what it should be; the error is that of a link that leads out.
func partsOf(dir string) (parts []string, wanted string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, "", err
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_"):
		case e.IsDir() && strings.Contains(name, "="):
			return nil, "parts in the directory itself, not in " + name + ": a column of that name in them", nil
		case e.IsDir() || strings.ToLower(filepath.Ext(name)) != extParquet:
			return nil, "a file, or a directory of parts with " + extParquet + " alone, without " + name, nil
		default:
			if err := inputfile.CheckLink(dir, e); err != nil {
				return nil, "", err
			}
			parts = append(parts, name)
		}
	}
	if parts == nil {
		return nil, "a file, or a directory of parts with " + extParquet, nil
	}
	return parts, "", nil
}

// isTable reports whether a directory can be one of parts: its name is that of a table, with the
// extension of Parquet or none.
func isTable(dir string) bool {
	ext := filepath.Ext(dir)
	return ext == "" || strings.EqualFold(ext, extParquet)
}
