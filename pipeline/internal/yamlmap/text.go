package yamlmap

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// CheckText finds the first byte of a file for which the file cannot be YAML: one that is
// not UTF-8, or a control character other than a tab or a line end. It returns the line,
// from 1, and what is wrong; "" if nothing is. The YAML parser reports such a byte without
// its line.
func CheckText(data []byte) (line int, what string) {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			what = fmt.Sprintf("byte 0x%02X, which is not UTF-8", data[i])
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r >= 0x7f && r < 0xa0 && r != '\u0085':
			what = fmt.Sprintf("the control character U+%04X", r)
		}
		if what != "" {
			return 1 + bytes.Count(data[:i], []byte("\n")), what
		}
		i += size
	}
	return 0, ""
}

// WantedText is what CheckText expects, for messages.
const WantedText = "YAML in UTF-8 without control characters"
