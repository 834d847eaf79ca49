package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// withPage returns a Parquet file of one column whose only page has a header and content.
func withPage(t *testing.T, codec format.CompressionCodec, h format.PageHeader, content []byte) []byte {
	t.Helper()
	type firm struct {
		Name string `parquet:"name"`
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, []firm{{"a"}}); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	h.CompressedPageSize = int32(len(content))
	header, err := thrift.Marshal(new(thrift.CompactProtocol), &h)
	if err != nil {
		t.Fatal(err)
	}
	meta := *file.Metadata()
	c := &meta.RowGroups[0].Columns[0].MetaData
	c.Codec, c.DataPageOffset, c.DictionaryPageOffset, c.TotalCompressedSize = codec, 4, 0, int64(len(header)+len(content))
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		t.Fatal(err)
	}
	return withFooter(slices.Concat(header, content), footer)
}

func withFooter(pages, footer []byte) []byte {
	return slices.Concat([]byte("PAR1"), pages, footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), []byte("PAR1"))
}

// Small files that declare or unpack to gigabytes are refused before memory is taken for them.
func TestParquetBombs(t *testing.T) {
	zeros := make([]byte, 1<<20)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	for range 64 {
		z.Write(zeros)
	}
	z.Close()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	data := func(size, values int32) format.PageHeader {
		h := format.PageHeader{Type: format.DataPage, UncompressedPageSize: size}
		h.DataPageHeader.Valid, h.DataPageHeader.V = true, format.DataPageHeader{NumValues: values}
		return h
	}
	dictionary := format.PageHeader{Type: format.DictionaryPage, UncompressedPageSize: 8}
	dictionary.DictionaryPageHeader.Valid, dictionary.DictionaryPageHeader.V = true, format.DictionaryPageHeader{NumValues: 1 << 30}
	list := func(n uint64) []byte { // field 2 of the metadata: so many elements of the schema
		return append(binary.AppendUvarint([]byte{0x29, 0xfc}, n), make([]byte, 100)...)
	}
	const unpacks = "a page that unpacks to more than it declares"
	for what, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"a page of 2 GiB":             {withPage(t, format.Uncompressed, data(1<<31-1, 1), zeros[:100]), "a page of 2147483647 bytes and 1 values: want at most 256 MiB"},
		"a page of a billion values":  {withPage(t, format.Uncompressed, data(100, 1<<30), zeros[:100]), "a page of 100 bytes and 1073741824 values"},
		"a dictionary of as many":     {withPage(t, format.Uncompressed, dictionary, zeros[:100]), "a page of 100 bytes and 1073741824 values"},
		"gzip that grows":             {withPage(t, format.Gzip, data(100, 1), zipped.Bytes()), unpacks},
		"zstd that grows":             {withPage(t, format.Zstd, data(100, 1), encoder.EncodeAll(make([]byte, 64<<20), nil)), unpacks},
		"snappy that grows":           {withPage(t, format.Snappy, data(100, 1), snappy.Encode(nil, zeros)), unpacks},
		"lz4 that is damaged":         {withPage(t, format.Lz4Raw, data(100, 1), zeros[:100]), unpacks},
		"a page outside of the file":  {withPage(t, format.Uncompressed, format.PageHeader{UncompressedPageSize: -1}, zeros[:100]), "a page of negative size"},
		"a schema of 4 billion parts": {withFooter(nil, list(1<<32)), "metadata: unexpected EOF"},
		"a footer beyond the file":    {append(binary.LittleEndian.AppendUint32([]byte("PAR1    "), 1<<31), "PAR1"...), "metadata longer than the file"},
	} {
		dir := write(t, map[string]string{"Firms.parquet": string(tt.content)})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := Load(t.Context(), dir, world())
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Load = %v, want %s", what, err, tt.want)
		}
		if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; taken > 64 {
			t.Errorf("%s takes %d MiB", what, taken)
		}
	}
}

// Tables with more columns than anybody means are refused in every format.
func TestTooManyColumns(t *testing.T) {
	var names, members strings.Builder
	for i := range maxColumns + 1 {
		fmt.Fprintf(&names, "c%d,", i)
		fmt.Fprintf(&members, `"c%d":1,`, i)
	}
	want := fmt.Sprintf("columns: want at most %d", maxColumns)
	dir := write(t, map[string]string{"Firms.csv": names.String() + "name\na\n"})
	if _, _, err := Load(t.Context(), dir, world()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Load = %v, want %s", err, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "Laws.jsonl"), []byte("{"+members.String()+`"x":1}`), 0o666); err != nil {
		t.Fatal(err)
	}
	_, r, err := LoadRaw(t.Context(), dir)
	if err != nil || len(r.Problems()) != 2 || !strings.Contains(r.Problems()[0], want) || !strings.Contains(r.Problems()[1], want) {
		t.Errorf("LoadRaw = %v, %q, want %s of both", err, r.Problems(), want)
	}
}

// No bytes make the walk over the metadata fail otherwise than with an error.
func FuzzThriftWalk(f *testing.F) {
	for _, seed := range []string{"", "\x15\x00\x00", "\x19\xfc\xff\xff\x03\x00", "\x1b\x02\x88\x01a\x01b\x00", "\x1c\x1c\x1c\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := thriftWalk{rest: data, integers: map[int]int64{}}
		if w.structure(0, 0) == nil && len(w.rest) == len(data) {
			t.Error("a structure of no bytes")
		}
	})
}

// Pages that are not packed are read, although the codec of their column is one that packs: writers
// leave a page as it is where packing would not make it shorter.
func TestPlainPagesOfPackedColumns(t *testing.T) {
	content := append([]byte{1, 0, 0, 0}, "a"...) // a text of one byte
	h := format.PageHeader{Type: format.DataPageV2, UncompressedPageSize: int32(len(content))}
	h.DataPageHeaderV2.Valid = true
	h.DataPageHeaderV2.V = format.DataPageHeaderV2{NumValues: 1, NumRows: 1, IsCompressed: thrift.New(false)}
	for _, codec := range []format.CompressionCodec{format.Gzip, format.Zstd, format.Snappy, format.Brotli, format.Lz4Raw} {
		dir := write(t, map[string]string{"Firms.parquet": string(withPage(t, codec, h, content))})
		c, _, err := Load(t.Context(), dir, world())
		if err != nil || c.Table("Firms").Len() != 1 || c.Table("Firms").Cell(0, 0).Text() != "a" {
			t.Errorf("%v: Load = %v, want one firm", codec, err)
		}
	}
}
