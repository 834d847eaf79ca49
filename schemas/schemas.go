// Package schemas embeds the declarations that ship with taskgrove, one directory
// each, and the JSON Schema of every file format, NAME.schema.json.
package schemas

import "embed"

// FS holds the shipped domains (legal/*.yaml), how questions are put in them
// (legal/rewriting/zh/*.yaml), and the JSON Schemas (*.schema.json), all readable with [io/fs]. It never changes and is safe for
// concurrent use.
//
//go:embed *.schema.json */*.yaml */rewriting/*/*.yaml
var FS embed.FS
