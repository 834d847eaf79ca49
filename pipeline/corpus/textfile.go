package corpus

import (
	"bufio"
	"bytes"
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
	maxUnpacked = 16 << 30 // bytes that a packed file may hold
)

// textFile is a file of text as UTF-8, whatever it is packed and encoded in.
type textFile struct {
	io.Reader
	head []byte // the beginning of the text
	cut  bool   // the text goes on behind head
	why  cause  // why some of the text will not be read
}

// openText finds out how a file is packed and encoded: plain or by gzip, in UTF-8, UTF-16 or
// GB18030. Bytes that are wrong in the encoding come as bytes that are wrong in UTF-8.
func openText(ctx context.Context, f *os.File) (*textFile, error) {
	plain, err := unpacked(ctx, f)
	if err != nil {
		return nil, err
	}
	head, sample, err := sampleOf(plain)
	if err != nil {
		return nil, err
	}
	from, why := encodingOf(head, sample)
	if plain, err = unpacked(ctx, f); err != nil {
		return nil, err
	}
	t := &textFile{Reader: plain, head: head, cut: len(head) == sniffed, why: why}
	if from != nil {
		t.Reader = transform.NewReader(plain, transform.Chain(from.NewDecoder(), marker{}))
		t.head, _ = from.NewDecoder().Bytes(head)
	}
	t.head = bytes.TrimPrefix(wholeCharacters(t.head), byteOrderMark)
	return t, nil
}

// unpacked returns a reader of a file from its start, of what is packed in it if gzip packed it.
func unpacked(ctx context.Context, f *os.File) (io.Reader, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(inputfile.NewReader(ctx, f), 1<<16)
	if start, _ := r.Peek(len(gzipSignature)); string(start) != gzipSignature {
		return r, nil
	}
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("packed with gzip, but damaged: %w", err)
	}
	return &bounded{r: packed, left: maxUnpacked}, nil
}

// gzipSignature begins files that gzip packed.
const gzipSignature = "\x1f\x8b"

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
	if err != nil && err != io.EOF {
		err = fmt.Errorf("packed with gzip, but damaged: %w", err)
	}
	return n, err
}

// sampleOf returns the beginning of a text, and the first block that tells its encoding: the first
// with a byte beyond ASCII, or the beginning itself if there is none.
func sampleOf(r io.Reader) (head, sample []byte, err error) {
	block := make([]byte, sniffed)
	for {
		n, err := io.ReadFull(r, block)
		if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, nil, err
		}
		if head == nil {
			head = bytes.Clone(block[:n])
		}
		for _, c := range block[:n] {
			if c >= utf8.RuneSelf || c == 0 {
				return head, block[:n], nil
			}
		}
		if err != nil {
			return head, head, nil
		}
	}
}

// encodingOf returns the encoding of a text, nil for UTF-8 and for one that is not known, which why
// says then.
func encodingOf(head, sample []byte) (from encoding.Encoding, why cause) {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), cause{}
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), cause{}
	}
	nuls := [2]int{} // at even and odd places
	for i, c := range head {
		if c == 0 {
			nuls[i%2]++
		}
	}
	if most := max(nuls[0], nuls[1]); most > len(head)/16 && min(nuls[0], nuls[1]) <= most/10 {
		order := unicode.LittleEndian
		if nuls[0] > nuls[1] {
			order = unicode.BigEndian
		}
		return unicode.UTF16(order, unicode.IgnoreBOM), cause{}
	}
	if sample = wholeCharacters(sample); utf8.Valid(startOfCharacter(sample)) {
		return nil, cause{}
	}
	if isGB18030(sample) {
		return simplifiedchinese.GB18030, cause{}
	}
	return nil, cause{"not UTF-8", wantText}
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

// startOfCharacter returns text in UTF-8 without the rest of a character that its start cuts in two.
func startOfCharacter(text []byte) []byte {
	for i := 0; i < utf8.UTFMax && i < len(text); i++ {
		if utf8.RuneStart(text[i]) {
			return text[i:]
		}
	}
	return text
}

// isGB18030 reports whether text can be GB18030: its bytes beyond ASCII are characters of two bytes
// or four with hardly an exception, most of them common ones, which is not so of text in UTF-8 or in
// most other encodings.
func isGB18030(text []byte) bool {
	for from := range min(2, len(text)) { // a block may begin within a character
		all, common, wrong := countGB18030(text[from:])
		if all > 0 && common*10 >= all*8 && wrong*50 <= all {
			return true
		}
	}
	return false
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
