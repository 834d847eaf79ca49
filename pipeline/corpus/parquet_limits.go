package corpus

import (
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// Bounds of Parquet files. The library believes what a file declares, so that a file of a few bytes
// could fill memory; real files stay far below these bounds.
const (
	maxColumns     = 20_000    // of a table in any format
	maxFooter      = 64 << 20  // bytes
	maxFooterItems = 4_000_000 // column chunks, schema elements and the like
	maxPageHeader  = 16 << 20  // bytes
	maxPage        = 256 << 20 // bytes, packed or not
	maxGroupPages  = 2 << 30   // bytes of the largest pages and dictionaries of all columns of a row group
)

// checkFooter returns an error if the metadata of a file would not fit into memory. Files that are not
// Parquet at all are left to the library.
func checkFooter(f io.ReaderAt, size int64) error {
	var tail [8]byte
	if size < 12 {
		return nil
	}
	if _, err := f.ReadAt(tail[:], size-8); err != nil || string(tail[4:]) != "PAR1" {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	switch {
	case n > size-8:
		return errors.New("damaged Parquet file: metadata longer than the file")
	case n > maxFooter:
		return fmt.Errorf("metadata of more than %d MiB: want fewer columns and row groups", maxFooter>>20)
	}
	footer := make([]byte, n)
	if _, err := f.ReadAt(footer, size-8-n); err != nil {
		return err
	}
	w := thriftWalk{rest: footer}
	if err := w.structure(0, 0); err != nil {
		return fmt.Errorf("damaged Parquet file: metadata: %w", err)
	}
	return nil
}

// checkPages returns an error if pages of a file declare, or are packed so as to become, more than
// fits into memory.
func checkPages(f io.ReaderAt, file *parquet.File) error {
	for i, group := range file.Metadata().RowGroups {
		total := int64(0)
		for _, c := range group.Columns {
			need, err := checkChunk(f, file.Size(), &c.MetaData)
			if err != nil {
				return fmt.Errorf("row group %d, column %s: %w", i+1, strings.Join(c.MetaData.PathInSchema, "."), err)
			}
			if total += need; total > maxGroupPages {
				return fmt.Errorf("row group %d: pages of more than %d GiB: want smaller pages or fewer columns", i+1, maxGroupPages>>30)
			}
		}
	}
	return nil
}

// checkChunk returns the memory that the largest page of a column chunk takes, with its dictionary.
func checkChunk(f io.ReaderAt, size int64, c *format.ColumnMetaData) (int64, error) {
	if c.TotalCompressedSize == 0 {
		return 0, nil
	}
	at := c.DataPageOffset
	if c.DictionaryPageOffset > 0 && c.DictionaryPageOffset < at {
		at = c.DictionaryPageOffset
	}
	end := at + c.TotalCompressedSize
	if at < 4 || end < at || end > size {
		return 0, errors.New("damaged Parquet file: pages outside of the file")
	}
	largest, dictionary := int64(0), int64(0)
	for at < end {
		h, err := readPageHeader(f, at, end)
		if err != nil {
			return 0, err
		}
		if at += h.length; h.packed > end-at {
			return 0, errors.New("damaged Parquet file: a page longer than its column")
		}
		if max(h.packed, h.unpacked) > maxPage || h.values > maxPage/8 {
			return 0, fmt.Errorf("a page of %d bytes and %d values: want at most %d MiB and %d values", max(h.packed, h.unpacked), h.values, maxPage>>20, maxPage/8)
		}
		need := h.packed + h.unpacked + 8*h.values
		if h.kind == format.DictionaryPage {
			dictionary = max(dictionary, need)
		}
		largest = max(largest, need)
		levels := min(h.levels, h.packed) // of a page of version 2, which are not packed
		codec := c.Codec
		if h.plain {
			codec = format.Uncompressed
		}
		if err := checkUnpacked(codec, io.NewSectionReader(f, at+levels, h.packed-levels), h.unpacked-levels); err != nil {
			return 0, err
		}
		at += h.packed
	}
	return largest + dictionary, nil
}

// pageHeader is what counts of the header of a page.
type pageHeader struct {
	length                   int64 // of the header
	kind                     format.PageType
	packed, unpacked, values int64
	levels                   int64 // bytes in front that are not packed
	plain                    bool  // not packed, whatever the codec
}

// readPageHeader reads the header that stands between two places.
// The numbers of its fields are those of https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift.
func readPageHeader(f io.ReaderAt, at, end int64) (pageHeader, error) {
	for n := int64(1 << 12); ; n *= 16 {
		b := make([]byte, min(n, end-at))
		if _, err := f.ReadAt(b, at); err != nil {
			return pageHeader{}, err
		}
		w := thriftWalk{rest: b, integers: map[int]int64{}}
		err := w.structure(0, 0)
		if errors.Is(err, io.ErrUnexpectedEOF) && int64(len(b)) < min(end-at, maxPageHeader) {
			continue
		}
		if err != nil {
			return pageHeader{}, fmt.Errorf("damaged Parquet file: header of a page: %w", err)
		}
		const data, dictionary, data2 = 5 * thriftLevel, 7 * thriftLevel, 8 * thriftLevel
		h := pageHeader{
			length: int64(len(b) - len(w.rest)), kind: format.PageType(w.integers[1]), unpacked: w.integers[2], packed: w.integers[3],
			values: max(w.integers[data+1], w.integers[dictionary+1], w.integers[data2+1]),
			levels: w.integers[data2+5] + w.integers[data2+6],
			plain:  w.integers[data2+7] == thriftFalse,
		}
		if min(h.unpacked, h.packed, h.values, w.integers[data2+5], w.integers[data2+6]) < 0 {
			return pageHeader{}, errors.New("damaged Parquet file: a page of negative size")
		}
		return h, nil
	}
}

// checkUnpacked returns an error if a page does not become as long as it says, at most.
func checkUnpacked(codec format.CompressionCodec, packed io.Reader, size int64) error {
	bomb := errors.New("damaged Parquet file: a page that unpacks to more than it declares")
	var r io.Reader
	switch codec {
	case format.Gzip:
		z, err := gzip.NewReader(packed)
		if err != nil {
			return noEOF(err)
		}
		r = z
	case format.Zstd:
		z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxPage))
		if err != nil {
			return err
		}
		defer z.Close()
		r = z
	case format.Brotli:
		r = brotli.NewReader(packed)
	case format.Snappy:
		start := make([]byte, binary.MaxVarintLen64)
		n, err := io.ReadFull(packed, start)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil
		}
		if length, e := snappy.DecodedLen(start[:n]); n > 0 && (e != nil || int64(length) > size) {
			err = cmp.Or(e, bomb)
		}
		return noEOF(err)
	case format.Lz4Raw:
		b, err := io.ReadAll(packed)
		if err != nil || len(b) == 0 {
			return err
		}
		if _, err := lz4.UncompressBlock(b, make([]byte, max(size, 0))); err != nil {
			return bomb // or damaged: the library would try ever more memory
		}
		return nil
	default:
		return nil
	}
	n, err := io.Copy(io.Discard, io.LimitReader(r, max(size, 0)+1))
	if n > size && err == nil {
		err = bomb
	}
	return err
}

// thriftWalk walks over a structure in Thrift's compact protocol without keeping it
// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
type thriftWalk struct {
	rest     []byte
	items    int
	integers map[int]int64 // those of fields, of which truth values are their types, and of fields of structures in fields by thriftLevel; nil for none
}

// thriftLevel is the number with which the number of a field is multiplied for the fields in it.
const thriftLevel = 1000

// Types of the compact protocol.
const (
	thriftTrue, thriftFalse, thriftByte, thriftInt16, thriftInt64, thriftDouble, thriftBinary = 1, 2, 3, 4, 6, 7, 8
	thriftList, thriftSet, thriftMap, thriftStruct                                            = 9, 10, 11, 12
)

// structure walks over the fields of a structure that is itself a field, 0 for the first.
func (w *thriftWalk) structure(of, depth int) error {
	for id := 0; ; {
		head, err := w.byte()
		switch {
		case err != nil || head == 0:
			return err
		case head>>4 != 0:
			id += int(head >> 4)
		default:
			n, err := w.integer()
			if err != nil {
				return err
			}
			id = int(int16(n))
		}
		field, kind := of*thriftLevel+id, int(head&15)
		if kind != thriftTrue && kind != thriftFalse {
			if err := w.value(kind, field, depth+1); err != nil {
				return err
			}
		} else if w.integers != nil && depth <= 1 {
			w.integers[field] = int64(kind)
		}
	}
}

// value walks over a value of a type.
func (w *thriftWalk) value(kind, field, depth int) error {
	const deepest = 64
	if depth > deepest {
		return errors.New("structures too deep")
	}
	switch {
	case kind == thriftTrue || kind == thriftFalse || kind == thriftByte:
		return w.skip(1)
	case kind >= thriftInt16 && kind <= thriftInt64:
		n, err := w.integer()
		if w.integers != nil && depth <= 2 {
			w.integers[field] = n
		}
		return err
	case kind == thriftDouble:
		return w.skip(8)
	case kind == thriftBinary:
		n, err := w.length()
		if err != nil {
			return err
		}
		return w.skip(n)
	case kind == thriftList || kind == thriftSet:
		return w.list(depth)
	case kind == thriftMap:
		return w.pairs(depth)
	case kind == thriftStruct:
		return w.structure(field, depth)
	}
	return fmt.Errorf("a value of type %d", kind)
}

func (w *thriftWalk) list(depth int) error {
	head, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 15 {
		if n, err = w.length(); err != nil {
			return err
		}
	}
	return w.repeat(n, depth, int(head&15))
}

func (w *thriftWalk) pairs(depth int) error {
	n, err := w.length()
	if err != nil || n == 0 {
		return err
	}
	kinds, err := w.byte()
	if err != nil {
		return err
	}
	return w.repeat(n, depth, int(kinds>>4), int(kinds&15))
}

// repeat walks over n values of each type in turn.
func (w *thriftWalk) repeat(n uint64, depth int, kinds ...int) error {
	if n > uint64(len(w.rest)) {
		return io.ErrUnexpectedEOF // each takes a byte at least
	}
	if w.items += int(n); w.items > maxFooterItems {
		return fmt.Errorf("more than %d items: want fewer columns and row groups", maxFooterItems)
	}
	for range n {
		for _, kind := range kinds {
			if err := w.value(kind, -1, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *thriftWalk) byte() (byte, error) {
	if len(w.rest) == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b, nil
}

func (w *thriftWalk) skip(n uint64) error {
	if n > uint64(len(w.rest)) {
		return io.ErrUnexpectedEOF
	}
	w.rest = w.rest[n:]
	return nil
}

func (w *thriftWalk) length() (uint64, error) {
	n, size := binary.Uvarint(w.rest)
	if size == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	if size < 0 {
		return 0, errors.New("a number of more than 64 bits")
	}
	w.rest = w.rest[size:]
	return n, nil
}

// integer reads a number in zigzag form.
func (w *thriftWalk) integer() (int64, error) {
	n, err := w.length()
	return int64(n>>1) ^ -int64(n&1), err
}
