//go:build unix

package command_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// TestDamagedParquet has plantree read tables in Parquet of which one has a changed byte, in
// its footer first: the file is read, which nothing in the format prevents where cells have
// no checksum, or an error names it; no size that it claims takes memory.
func TestDamagedParquet(t *testing.T) {
	t.Parallel()
	tables := map[string]string{}
	dir := startFrom(t, "small")
	for _, name := range []string{"Case", "Company", "Court"} {
		tables[name+".parquet"] = read(t, filepath.Join(dir, "out", "dataset", "tables", name+".parquet"))
	}
	names := slices.Sorted(maps.Keys(tables))
	draw := rand.New(rand.NewPCG(1, 150))
	var cases []hostile
	add := func(name, how, damaged string) {
		cases = append(cases, hostile{name + " " + how, func(dir string) error {
			files := maps.Clone(tables)
			files[name] = damaged
			if err := writeFiles(filepath.Join(dir, "in"), files); err != nil {
				return err
			}
			o := attempt(t, dir, "plantree", "-domain", "toy", "-corpus", "in", "-depth", "2")
			if o.code != cli.Done && !strings.Contains(o.stderr, name) {
				return fmt.Errorf("want an error that names %s, not %s", name, o)
			}
			return errors.Join(o.faults(), misused(o))
		}})
	}
	for i := range 54 {
		name := names[i%len(names)]
		b := []byte(tables[name])
		footer := int(binary.LittleEndian.Uint32(b[len(b)-8:])) + 8
		at := len(b) - 1 - draw.IntN(footer)
		if i >= 36 {
			at = draw.IntN(len(b) - footer)
		}
		if i%2 == 0 {
			b[at] ^= 1 << draw.IntN(8)
		} else {
			b[at] = 0xff // a number goes on into the next byte
		}
		add(name, fmt.Sprintf("with byte %d of %d changed", at, len(b)), string(b))
	}
	whole := tables["Company.parquet"]
	sized := func(n uint32) string {
		return whole[:len(whole)-8] + string(binary.LittleEndian.AppendUint32(nil, n)) + "PAR1"
	}
	add("Company.parquet", "with a footer of 4 GB", sized(1<<32-1))
	add("Company.parquet", "with a footer of 2 GB", sized(1<<31-1))
	add("Company.parquet", "with an empty footer", sized(0))
	add("Company.parquet", "with a footer as long as the file", sized(uint32(len(whole))))
	add("Company.parquet", "cut in two", whole[:len(whole)/2])
	add("Company.parquet", "without its beginning", whole[len(whole)/2:])
	tryAll(t, "files in Parquet", 6, cases)
}

// misused reports a command that takes a fault of its input for one of its call.
func misused(o outcome) error {
	if o.code == cli.Misused {
		return fmt.Errorf("want an exit code other than %d: %s", cli.Misused, o)
	}
	return nil
}
