// Package webpage has what pages share that are one file each: the style of pages of tables, and the names by
// which a content security policy admits a style or a script.
package webpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
)

// Tables is the style of a page of counts and tables in parts: a header with the button "language", a section
// "sums" with a list "counts", links to the parts, and in each section "part" a table in a box "scroll". What a page
// styles otherwise stands after it.
//
//go:embed tables.css
var Tables string

// Source is the source expression of a content security policy that admits a block with the content.
func Source(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
