package corpus

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A cause is the reason why a file as a whole gives no rows, with the remedy. The zero
// value is no cause.
type cause struct{ what, wanted string }

// sniffed is how many bytes of the beginning of a file are looked at.
const sniffed = 1 << 16

// The remedies that several causes share.
const (
	wantText = "text in UTF-8"
	convert  = "text in UTF-8, GB18030 or UTF-16, as iconv -f WINDOWS-1252 -t UTF-8 makes it of that encoding"
	unpack   = "the file that is packed in it"
	saveCSV  = "its table saved as CSV in UTF-8"
)

// signatures are the first bytes of files that hold no text.
var signatures = []struct {
	start string
	cause
}{
	{"BZh", cause{"packed with bzip2", unpack}},
	{"\xfd7zXZ\x00", cause{"packed with xz", unpack}},
	{"\x28\xb5\x2f\xfd", cause{"packed with zstd", unpack}},
	{"PK\x03\x04", cause{"a ZIP archive or an Excel workbook", unpack + ", or " + saveCSV}},
	{"\xd0\xcf\x11\xe0", cause{"an Excel workbook", saveCSV}},
	{"PAR1", cause{"Parquet", "the extension " + extParquet}},
}

// fileIsEmpty is the fault of a file that holds nothing but space.
const fileIsEmpty = "the file is empty"

// sniff finds out why a file cannot be read as text at all; wanted describes the content of
// a file that can.
func sniff(head []byte, wanted string) cause {
	if len(bytes.TrimSpace(head)) == 0 {
		return cause{fileIsEmpty, wanted}
	}
	for _, s := range signatures {
		if strings.HasPrefix(string(head), s.start) {
			return s.cause
		}
	}
	controls := 0
	for _, c := range head {
		if c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1a\x1b"), rune(c)) {
			controls++
		}
	}
	if controls > len(head)/50 { // a stray one is a fault of its cell
		return cause{"binary data, not text", wantText}
	}
	return cause{}
}

// notJSONL finds out why a file is not one of a JSON object a line. isColumn reports
// whether the table has a column; it is nil if no columns are declared.
func notJSONL(head []byte, isColumn func(name string) bool) cause {
	if isColumn != nil && isCSV(head, isColumn) {
		return cause{"CSV", "the extension " + extCSV}
	}
	d := jsontext.NewDecoder(bytes.NewReader(head))
	if d.PeekKind() == '[' {
		return cause{"a JSON list", "its objects alone, one a line"}
	}
	if v, err := d.ReadValue(); err == nil && v.Kind() == '{' && bytes.ContainsRune(v, '\n') {
		return cause{"a JSON object over several lines", wantObject}
	}
	return cause{}
}

// sniffCSV is sniff for a file that should be CSV; it finds out that the file is JSON, too.
func sniffCSV(head []byte) cause {
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) {
		return cause{"JSON", "the extension " + extJSONL + " and one JSON object a line"}
	}
	return sniff(head, "a header row and rows")
}
