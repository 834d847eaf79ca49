package corpus

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A cause is the reason why a file as a whole gives no rows, with the remedy. The zero
// value is no cause.
type cause struct{ what, wanted string }

// sniffed is how many bytes of the beginning of a file are looked at.
const sniffed = 1 << 16

// headOf returns the beginning of a file, without a character that its end cuts in two.
func headOf(f *os.File) ([]byte, error) {
	head := make([]byte, sniffed)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	head = head[:n]
	for i := 1; n == sniffed && i < utf8.UTFMax; i++ {
		if utf8.RuneStart(head[n-i]) {
			if !utf8.FullRune(head[n-i:]) {
				head = head[:n-i]
			}
			break
		}
	}
	return bytes.TrimPrefix(head, byteOrderMark), nil
}

// The remedies that several causes share.
const (
	wantText = "text in UTF-8"
	unpack   = "the file that is packed in it"
	saveCSV  = "its table saved as CSV in UTF-8"
)

// signatures are the first bytes of files that hold no text.
var signatures = []struct {
	start string
	cause
}{
	{"\x1f\x8b", cause{"packed with gzip", unpack}},
	{"BZh", cause{"packed with bzip2", unpack}},
	{"\xfd7zXZ\x00", cause{"packed with xz", unpack}},
	{"\x28\xb5\x2f\xfd", cause{"packed with zstd", unpack}},
	{"PK\x03\x04", cause{"a ZIP archive or an Excel workbook", unpack + ", or " + saveCSV}},
	{"\xd0\xcf\x11\xe0", cause{"an Excel workbook", saveCSV}},
	{"PAR1", cause{"Parquet", "the extension " + extParquet}},
	{"\xff\xfe", cause{"UTF-16, not UTF-8", wantText}},
	{"\xfe\xff", cause{"UTF-16, not UTF-8", wantText}},
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
	nuls := [2]int{} // at even and odd places
	controls := 0
	for i, c := range head {
		switch {
		case c == 0:
			nuls[i%2]++
			controls++
		case c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1a\x1b"), rune(c)):
			controls++
		}
	}
	switch {
	case max(nuls[0], nuls[1]) > len(head)/4 && min(nuls[0], nuls[1]) <= len(head)/50:
		return cause{"UTF-16, not UTF-8", wantText}
	case controls > len(head)/50: // a stray one is a fault of its cell
		return cause{"binary data, not text", wantText}
	}
	return cause{}
}

// encoding finds out whether text is in an encoding other than UTF-8.
func encoding(head []byte) cause {
	switch {
	case utf8.Valid(head):
		return cause{}
	case isGBK(head):
		return cause{"not UTF-8 but, it seems, GBK", wantText}
	}
	return cause{"not UTF-8", wantText}
}

// isGBK reports whether text can be GBK: all its bytes beyond ASCII are pairs of GBK, most
// of them common characters, which is not so of text in UTF-8 or in most other encodings.
func isGBK(text []byte) bool {
	pairs, common := 0, 0
	for i := 0; i+1 < len(text); i++ {
		lead, trail := text[i], text[i+1]
		if lead < utf8.RuneSelf {
			continue
		}
		if lead == 0x80 || lead == 0xff || trail < 0x40 || trail == 0x7f || trail == 0xff {
			return false
		}
		pairs++
		if lead >= 0xa1 && lead <= 0xd7 && trail >= 0xa1 {
			common++
		}
		i++
	}
	return pairs > 0 && common*10 >= pairs*8
}

// notJSONL finds out why a file is not one of a JSON object a line. isColumn reports
// whether the table has a column.
func notJSONL(head []byte, isColumn func(name string) bool) cause {
	if delimiter(head, isColumn) != "" {
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

// notCSV finds out whether a file that should be CSV has another delimiter. isColumn
// reports whether the table has a column.
func notCSV(head []byte, isColumn func(name string) bool) cause {
	if d := delimiter(head, isColumn); d != "" && d != "," {
		return cause{fmt.Sprintf("the delimiter is %q", d), "commas between the fields"}
	}
	return cause{}
}

// delimiter returns the character between the names of columns in the first line; "" for
// none.
func delimiter(head []byte, isColumn func(name string) bool) string {
	line, _, _ := strings.Cut(string(head), "\n")
	for _, d := range []string{",", ";", "\t", "|"} {
		names := strings.Split(line, d)
		for _, name := range names {
			if len(names) > 1 && isColumn(strings.Trim(value.StripInvisible(name), " \r\"")) {
				return d
			}
		}
	}
	return ""
}
