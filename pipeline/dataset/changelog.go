package dataset

import (
	"bytes"
	"io"
)

// ChangelogFile says what changed from release to release, the newest first. Only releases that extend another
// one have it.
const ChangelogFile = "CHANGELOG.md"

// changelogTitle begins a changelog.
const changelogTitle = "# Changes\n"

// Changelog has what a release's changelog is written from.
type Changelog struct {
	// Since is the difference from the earlier release; not nil.
	Since *ReleaseDiff
	// Before is the changelog of the earlier release; empty if it has none.
	Before []byte
}

// CompareRelease compares an earlier release with one to be written, as [Compare] does.
func CompareRelease(old *Contents, r *Release) *ReleaseDiff {
	now := &Contents{Version: r.Version, Dropped: r.Dropped, Retired: r.Retired, Reviews: r.Reviews}
	now.Tasks = append(append(now.Tasks, r.Tasks...), r.Twins...)
	return Compare(old, now)
}

// WriteChangelog writes the changelog of a release: what changed since the earlier one, under the number of
// this one, and below it the earlier changelog.
func WriteChangelog(w io.Writer, r *Release) error {
	var m markdown
	m.printf("%s\n## %s\n\n", changelogTitle, escape(r.Version))
	if err := r.Changelog.Since.WriteMarkdown(&m); err != nil {
		return err
	}
	m.Write(bytes.TrimPrefix(r.Changelog.Before, []byte(changelogTitle+"\n")))
	_, err := m.WriteTo(w)
	return err
}
