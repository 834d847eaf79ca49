// Package legislation reads the texts of laws, version by version, into five tables: laws,
// versions, provisions, changes between versions, and citations.
//
// [Read] takes a directory with a folder for each law, and in it a file for each version named
// by a day: Markdown or plain text, in Chinese, Portuguese
// or English, or LexML. A provision is the smallest unit that a citation
// names. Its text is a span of its file, so that the texts and what lies between them rebuild
// the file.
//
// Nothing is guessed. A day has a role only if a text gives it one. An alignment of articles is
// in doubt unless its evidence allows one answer. A number that stands twice names nothing, so
// its units are left out. All of this is reported as faults.
package legislation
