package command

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// readExtension reads what became of the tasks of the set that a run extends; nil if it extends none.
func readExtension(f *flags) (*dataset.Extension, error) {
	if f.Extend == "" {
		return nil, nil
	}
	x := new(dataset.Extension)
	return x, readJSON(filepath.Join(f.out, filepath.FromSlash(extensionFile)), x)
}

// printExtension prints the counts, one line; nothing for a run that extends no set.
func printExtension(w io.Writer, f *flags) error {
	x, err := readExtension(f)
	if x == nil || err != nil {
		return err
	}
	fmt.Fprintf(w, "of %s of the earlier release %d kept, %d retired, %d of these with a successor; %d added\n", count(x.Earlier, "task"), x.Kept, x.Retired, x.Reanswered, x.Added)
	earlier, err := f.readEarlierSet()
	if err != nil {
		return err
	}
	if x.Rewritten > 0 {
		fmt.Fprintf(w, "%s kept that an older version of taskgrove made, which listed rows in another order or wrote numbers as texts: their steps are as tools return them now; IDs and votes stay\n", count(x.Rewritten, "task"))
	}
	if n := x.Reasons["wording"]; n > 0 {
		fmt.Fprintf(w, "%s retired though no cell that they read changed: this version of taskgrove, or of the domain, words their drafts or keywords otherwise; -add %d makes others in their place\n", count(n, "task"), n)
	}
	switch n := len(x.Revisit); {
	case n > 0 && earlier.checks != checkVersion:
		fmt.Fprintf(w, "%s kept whose certificates another version of taskgrove wrote (checks %d, now %d): they do not tell whether rows beside these tasks changed; votes count, and verify serve lists the tasks\n", count(n, "task"), earlier.checks, checkVersion)
	case n > 0:
		fmt.Fprintf(w, "%s kept whose certificates name other rows than before: worth a second look, which verify serve lists\n", count(n, "task"))
	}
	if earlier.version != f.Release {
		return nil
	}
	if next := nextVersion(f.Release, x); next != f.Release {
		fmt.Fprintf(w, "the earlier release has version %s too: verify -release %s%s numbers this one by what changed\n", f.Release, next, f.outFlag())
	}
	return nil
}

// nextVersion returns the version of a release that extends one of a version, of three numbers: another first
// number if tasks are gone, another second one if there are only more. Any other version, such as 1.2.3-rc1, has
// no next one and is returned.
func nextVersion(version string, x *dataset.Extension) string {
	var n [3]int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &n[0], &n[1], &n[2]); err != nil || fmt.Sprintf("%d.%d.%d", n[0], n[1], n[2]) != version {
		return version
	}
	switch {
	case x.Retired > 0:
		return fmt.Sprintf("%d.0.0", n[0]+1)
	case x.Added > 0:
		return fmt.Sprintf("%d.%d.0", n[0], n[1]+1)
	}
	return version
}

// reportExtension is the error of a run with retired tasks, or with fewer new ones than wanted; nil for any
// other.
func reportExtension(f *flags) error {
	x, err := readExtension(f)
	if x == nil || err != nil {
		return err
	}
	file := filepath.Join(f.out, filepath.FromSlash(retiredFile))
	switch {
	case x.Retired > 0:
		return cli.Short(fmt.Sprintf("stale: %d of %d tasks of the earlier release do not hold: see %s", x.Retired, x.Earlier, file))
	case x.Added < x.Wanted:
		return cli.Short(fmt.Sprintf("%d of %d tasks added: the tables have too few that are not near to others", x.Added, x.Wanted))
	}
	return nil
}
