// Package pagelanguage has the part of the pages' scripts that chooses their language: the
// one that the address names (#lang=en), else the one that the reader chose last, else the
// browser's, else the page's own.
package pagelanguage

import _ "embed"

// Script is JavaScript that declares readerLanguage, with the methods first(spoken, own),
// choose(language) and keep(). A page's script holds it before its own text.
//
//go:embed language.js
var Script string

// Module returns Script as a module that exports readerLanguage.
func Module() string { return Script + "\nexport { readerLanguage };\n" }
