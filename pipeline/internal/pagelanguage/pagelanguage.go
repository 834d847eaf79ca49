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

// Toggle is JavaScript for a page that is written in English and has its Chinese in attributes:
// data-zh for the text of an element, data-zh-label for its aria-label, data-zh-title for its title. It shows
// the reader's language, and makes the button with the ID "language" change it. It stands after Script.
//
//go:embed toggle.js
var Toggle string

// Module returns Script as a module that exports readerLanguage.
func Module() string { return Script + "\nexport { readerLanguage };\n" }
