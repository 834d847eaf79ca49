package corpus

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// Bounds of what is read of one file, so that memory does not grow with a file that is damaged or
// made to fill it.
const (
	maxRecord   = 64 << 20 // bytes of a line or record
	maxTable    = 4 << 30  // bytes of a table's different cells, which are in memory at once
	maxUnpacked = 16 << 30 // bytes that a packed file may hold
)

// textFile is a file of text as UTF-8, whatever it is packed and encoded in.
type textFile struct {
	plain *bufio.Reader // what is left of the file, unpacked
	text  io.Reader     // what is left as UTF-8; nil while all was ASCII
	head  []byte        // the beginning of the text
	cut   bool          // the text goes on behind head
	why   cause         // why some of the text is not read; complete once all is
}

// openText finds out how a file is packed and encoded: plain or by gzip, in UTF-8, UTF-16 or
// GB18030. Bytes that are wrong in the encoding come as bytes that are wrong in UTF-8.
func openText(ctx context.Context, f *os.File) (*textFile, error) {
	plain, err := unpacked(ctx, f)
	if err != nil {
		return nil, err
	}
	t := &textFile{plain: plain}
	head, err := plain.Peek(sniffed)
	if err != nil && err != io.EOF {
		return nil, err
	}
	t.head, t.cut = bytes.Clone(head), len(head) == sniffed
	if from := t.decide(head); from != nil {
		t.head, _ = from.NewDecoder().Bytes(head)
	}
	t.head = bytes.TrimPrefix(wholeCharacters(t.head), byteOrderMark)
	return t, nil
}

// decide finds the encoding by a block of the text; it is nil for UTF-8 and for one that is not
// known. A block of ASCII leaves it to a later one.
func (t *textFile) decide(block []byte) encoding.Encoding {
	if ascii(block) == len(block) {
		return nil
	}
	from, why := encodingOf(block)
	if t.text, t.why = t.plain, why; from != nil {
		t.text = transform.NewReader(t.plain, transform.Chain(from.NewDecoder(), marker{}))
	}
	return from
}

// Read implements io.Reader.
func (t *textFile) Read(p []byte) (int, error) {
	if t.text != nil {
		return t.text.Read(p)
	}
	block, err := t.plain.Peek(sniffed)
	if len(block) == 0 {
		return 0, err
	}
	if n := ascii(block); n > 0 {
		n = copy(p, block[:n])
		t.plain.Discard(n)
		return n, nil
	}
	t.decide(block)
	return t.text.Read(p)
}

// ascii returns the number of bytes of ASCII with which text begins. NUL is none.
func ascii(text []byte) int {
	for i, c := range text {
		if c >= utf8.RuneSelf || c == 0 {
			return i
		}
	}
	return len(text)
}

// unpacked returns a reader of a file, of what is packed in it if gzip packed it.
func unpacked(ctx context.Context, f *os.File) (*bufio.Reader, error) {
	r := bufio.NewReaderSize(inputfile.NewReader(ctx, f), sniffed)
	if start, _ := r.Peek(len(gzipSignature)); string(start) != gzipSignature {
		return r, nil
	}
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, damaged(err)
	}
	return bufio.NewReaderSize(&bounded{r: packed, left: maxUnpacked}, sniffed), nil
}

// gzipSignature begins files that gzip packed.
const gzipSignature = "\x1f\x8b"

// damaged says of an error of gzip that the file is damaged. Others, such as one of the disk, are
// returned as they are.
func damaged(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &corrupt) {
		return fmt.Errorf("packed with gzip, but damaged: %w", err)
	}
	return err
}

// bounded is a reader that fails after so many bytes.
type bounded struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("more than %d GiB unpacked: want several smaller files", maxUnpacked>>30)
	}
	return n, damaged(err)
}

// encodingOf returns the encoding of a block of text that is not all ASCII, nil for UTF-8 and for one
// that is not known, which why says then.
func encodingOf(block []byte) (from encoding.Encoding, why cause) {
	switch {
	case bytes.HasPrefix(block, []byte("\xff\xfe")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), cause{}
	case bytes.HasPrefix(block, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), cause{}
	}
	nuls := [2]int{} // at even and odd places
	for i, c := range block {
		if c == 0 {
			nuls[i%2]++
		}
	}
	if most := max(nuls[0], nuls[1]); most > len(block)/16 && min(nuls[0], nuls[1]) <= most/10 {
		order := unicode.LittleEndian
		if nuls[0] > nuls[1] {
			order = unicode.BigEndian
		}
		return unicode.UTF16(order, unicode.IgnoreBOM), cause{}
	}
	if block = wholeCharacters(block); utf8.Valid(block) {
		return nil, cause{}
	}
	if isGB18030(block) {
		return simplifiedchinese.GB18030, cause{}
	}
	return nil, cause{"not UTF-8", convert}
}

// wholeCharacters returns text in UTF-8 without a character that its end cuts in two.
func wholeCharacters(text []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if c := text[len(text)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-i:]) {
				return text[:len(text)-i]
			}
			break
		}
	}
	return text
}

// isGB18030 reports whether text can be GB18030: its bytes beyond ASCII are characters of two bytes
// or four with hardly an exception, most of them common ones, which is not so of text in UTF-8 or in
// most other encodings.
func isGB18030(text []byte) bool {
	all, common, wrong := countGB18030(text)
	return all > 0 && common*10 >= all*8 && wrong*50 <= all
}

// countGB18030 counts the characters beyond ASCII, the common ones among them, and the bytes that
// are none. The last bytes may be cut off.
func countGB18030(text []byte) (all, common, wrong int) {
	for i := 0; i+1 < len(text); i++ {
		lead, trail := text[i], text[i+1]
		switch {
		case lead < utf8.RuneSelf:
		case lead == 0x80 || lead == 0xff || trail == 0x7f || trail == 0xff || trail < '0' || trail > '9' && trail < 0x40:
			wrong++
		case trail <= '9':
			all++
			if i+3 < len(text) && (text[i+2] < 0x81 || text[i+2] == 0xff || text[i+3] < '0' || text[i+3] > '9') {
				wrong++
			}
			i += 3
		default:
			all++
			if lead >= 0xa1 && lead <= 0xd7 && trail >= 0xa1 {
				common++
			}
			i++
		}
	}
	return all, common, wrong
}

// marker writes a byte that is wrong in UTF-8 for the character that decoders write for what they
// cannot decode.
type marker struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (marker) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		if !atEOF && !utf8.FullRune(src[read:]) {
			return written, read, transform.ErrShortSrc
		}
		c, size := utf8.DecodeRune(src[read:])
		out := src[read : read+size]
		if c == utf8.RuneError {
			out = []byte{0xff}
		}
		if len(out) > len(dst)-written {
			return written, read, transform.ErrShortDst
		}
		written += copy(dst[written:], out)
		read += size
	}
	return written, read, nil
}

// recordReader is a reader that fails once more bytes were read than a record may have since the
// last call of next.
type recordReader struct {
	r io.Reader
	n int
}

// errLongRecord is the error of a record without an end within bounds.
var errLongRecord = fmt.Errorf("a record of more than %d MiB: want shorter ones, and every quote closed", maxRecord>>20)

func (r *recordReader) next() { r.n = 0 }

// Read implements io.Reader.
func (r *recordReader) Read(p []byte) (int, error) {
	if r.n > maxRecord {
		return 0, errLongRecord
	}
	n, err := r.r.Read(p)
	r.n += n
	return n, err
}

// delimiters are the characters that may stand between fields, the likelier first.
const delimiters = ",;\t|"

// delimiterOf returns the delimiter of CSV by its beginning: that which makes most columns known or,
// where none are, that which cuts the header and nine records in ten into as many fields, the more
// the better. It is a comma for text of a single column. isColumn may be nil.
func delimiterOf(head []byte, cut bool, isColumn func(name string) bool) rune {
	best, most := ',', [2]int{}
	for _, d := range delimiters {
		fields, known, even := fieldsOf(head, cut, d, isColumn)
		if fields > 1 && (even || known > 0) && (known > most[0] || known == most[0] && even && fields > most[1]) {
			best, most = d, [2]int{known, fields}
		}
	}
	return best
}

// isCSV reports whether a text has a line of names of columns, of which some are known.
func isCSV(head []byte, isColumn func(name string) bool) bool {
	for _, d := range delimiters {
		if fields, known, _ := fieldsOf(head, false, d, isColumn); fields > 1 && known > 0 {
			return true
		}
	}
	return false
}

// fieldsOf returns how many fields the header has if d is the delimiter, how many of them are known
// columns, and whether records have as many.
func fieldsOf(head []byte, cut bool, d rune, isColumn func(name string) bool) (fields, known int, even bool) {
	const enough = 200 // records
	in := csv.NewReader(bytes.NewReader(head))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes = d, -1, true
	header, err := in.Read()
	if err != nil {
		return 0, 0, false
	}
	for _, name := range header {
		if isColumn != nil && isColumn(strings.TrimSpace(name)) {
			known++
		}
	}
	same, all := 0, 0
	for ; all < enough; all++ {
		record, err := in.Read()
		if err != nil || cut && in.InputOffset() >= int64(len(head)) {
			break // the last record may go on
		}
		if len(record) == len(header) {
			same++
		}
	}
	return len(header), known, same*10 >= all*9
}
