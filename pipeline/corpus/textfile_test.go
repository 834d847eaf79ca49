package corpus

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"
	"pgregory.net/rapid"
)

// encode16 returns a text in UTF-16, with a byte order mark if the text has one.
func encode16(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func encodeGB18030(t testing.TB, text string) string {
	t.Helper()
	s, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A record may be longer than a buffer in every encoding, wherever the buffer cuts a character.
func TestLongEncodedRecords(t *testing.T) {
	for at := range 4 {
		long := strings.Repeat("x", at) + strings.Repeat("字", 40000) + strings.Repeat("𠀀", 10000)
		csv, jsonl := "name,city\na,"+long+"\nb,x\n", `{"name":"a","city":"`+long+"\"}\n"+`{"name":"b","city":"x"}`+"\n"
		for _, tt := range []struct{ file, plain, encoded string }{
			{"Firms.csv", csv, encode16("\ufeff"+csv, binary.LittleEndian)},
			{"Firms.csv", csv, encode16("\ufeff"+csv, binary.BigEndian)},
			{"Firms.csv", csv, encodeGB18030(t, csv)},
			{"Firms.jsonl", jsonl, encode16("\ufeff"+jsonl, binary.LittleEndian)},
			{"Firms.jsonl", jsonl, encodeGB18030(t, jsonl)},
		} {
			if got, want := digestOf(t, map[string]string{tt.file: tt.encoded}), digestOf(t, map[string]string{tt.file: tt.plain}); got != want {
				t.Errorf("%s behind %d letters: digest %s, want %s", tt.file, at, got, want)
			}
		}
	}
}

// The same table is read from every packing, encoding and delimiter.
func TestTextFormats(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,city\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "公司%d,\"北京, %d; 一|二\"\n", i, i%7)
	}
	text := b.String()
	late := "name,city\n" + strings.Repeat("plain,plain\n", sniffed/10) + "公司,上海\n"
	delimited := func(d string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, ",\"", d+"\""), "name,", "name"+d)
	}
	want := digestOf(t, map[string]string{"Firms.csv": text})
	for _, tt := range []struct{ what, file, content string }{
		{"a byte order mark", "Firms.csv", "\ufeff" + text},
		{"an extension in capitals", "Firms.CSV", text},
		{"UTF-16 LE", "Firms.csv", encode16("\ufeff"+text, binary.LittleEndian)},
		{"UTF-16 BE", "Firms.csv", encode16("\ufeff"+text, binary.BigEndian)},
		{"UTF-16 LE without a mark", "Firms.csv", encode16(text, binary.LittleEndian)},
		{"GB18030", "Firms.csv", encodeGB18030(t, text)},
		{"gzip", "Firms.csv.gz", gzipped(t, text)},
		{"gzip of GB18030", "Firms.CSV.GZ", gzipped(t, encodeGB18030(t, text))},
		{"gzip without the extension", "Firms.csv", gzipped(t, text)},
		{"semicolons", "Firms.csv", delimited(";")},
		{"tabs", "Firms.tsv", delimited("\t")},
		{"tabs in .csv", "Firms.csv", delimited("\t")},
		{"commas in .tsv", "Firms.tsv", text},
		{"bars", "Firms.csv", delimited("|")},
		{"lines of Windows", "Firms.csv", strings.ReplaceAll(text, "\n", "\r\n")},
	} {
		if got := digestOf(t, map[string]string{tt.file: tt.content}); got != want {
			t.Errorf("%s: digest %s, want %s", tt.what, got, want)
		}
	}
	if got := digestOf(t, map[string]string{"Firms.csv": encodeGB18030(t, late)}); got != digestOf(t, map[string]string{"Firms.csv": late}) {
		t.Error("GB18030 that begins far behind the head is read as another table")
	}
}

func digestOf(t testing.TB, files map[string]string) string {
	t.Helper()
	c, _ := load(t, world(), write(t, files))
	return string(c.Digest())
}

// Cells of text have no types of their own, whatever stands between them.
func TestCellsAreReadByKind(t *testing.T) {
	text := "number,amount,filed,firms\n1,12.50,2020-01-02,2\n2,,,\n"
	if got, want := digestOf(t, map[string]string{"Cases.tsv": strings.ReplaceAll(text, ",", "\t")}), digestOf(t, map[string]string{"Cases.csv": text}); got != want {
		t.Errorf("digest %s with tabs, want %s", got, want)
	}
}

// Bytes that are no character of the encoding cost their row.
func TestWrongBytes(t *testing.T) {
	text := encodeGB18030(t, "name,city\n"+strings.Repeat("公司,北京\n", 50)+"甲公司,上海\n乙公司,") + "\x81\x20\n"
	_, r := load(t, world(), write(t, map[string]string{"Firms.csv": text}))
	if r.Counts[Malformed] != 1 || r.Tables[1].Kept != 2 || r.Counts[DuplicateKey] != 49 {
		t.Errorf("counts %v, %d rows kept, want 1 malformed and 2 kept: %v", r.Counts, r.Tables[1].Kept, r.Tables[1].Problem)
	}
}

// A record or line that does not end is refused before it fills memory.
func TestLongRecords(t *testing.T) {
	for name, start := range map[string]string{"Firms.csv": "name,city\na,\"", "Firms.jsonl": "{\"name\": \"a\"}\n{\"name\": \""} {
		dir := write(t, map[string]string{name: start + strings.Repeat("a", maxRecord+1<<20)})
		_, _, err := Load(t.Context(), dir, world())
		if err == nil || !strings.Contains(err.Error(), "a record of more than 64 MiB") {
			t.Errorf("Load of an endless record in %s = %v, want it refused", name, err)
		}
	}
}

func TestLinks(t *testing.T) {
	dir, outside := write(t, map[string]string{"x.csv": "name\na\n"}), write(t, map[string]string{"y.csv": "name\na\n"})
	if err := os.Symlink("x.csv", filepath.Join(dir, "Firms.csv")); err != nil {
		t.Skip(err)
	}
	if _, _, err := Load(t.Context(), dir, world()); err != nil {
		t.Errorf("Load of a link within the directory = %v", err)
	}
	if err := os.Symlink(filepath.Join(outside, "y.csv"), filepath.Join(dir, "Cases.csv")); err != nil {
		t.Fatal(err)
	}
	want := "open " + filepath.Join(dir, "Cases.csv") + ": a link out of the directory: want the file itself"
	if _, _, err := Load(t.Context(), dir, world()); err == nil || err.Error() != want {
		t.Errorf("Load of a link out of the directory = %v, want %s", err, want)
	}
	if _, _, err := LoadRaw(t.Context(), dir); err == nil || err.Error() != want {
		t.Errorf("LoadRaw of a link out of the directory = %v, want %s", err, want)
	}
}

func TestDelimiterOf(t *testing.T) {
	for text, want := range map[string]rune{
		"a,b\n1,2\n":           ',',
		"a;b\n1,5;2\n3,5;4\n":  ';',
		"a\tb,c\n1\t2,3\n":     ',',
		"a|b|c\n1|2|3\n":       '|',
		"\"a;b\",c\n1,2\n":     ',',
		"contents\none, two\n": ',',
		"contents; all\none\n": ',',
		"":                     ',',
	} {
		if got := delimiterOf([]byte(text), false, nil); got != want {
			t.Errorf("delimiterOf(%q) = %q, want %q", text, got, want)
		}
	}
	if got := delimiterOf([]byte("name;x,y,z\n1;2,3,4\n"), false, func(name string) bool { return name == "name" }); got != ';' {
		t.Errorf("delimiter beside a known column = %q, want ;", got)
	}
}

// What is packed or encoded in any way comes back, however it is cut in blocks.
func TestEncodingsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "name,city\n" + strings.Repeat("公司,北京\n", rapid.IntRange(20, 9000).Draw(t, "rows")) + rapid.StringMatching(`[a-z0-9一-龥]{0,20}`).Draw(t, "end")
		encoded, err := simplifiedchinese.GB18030.NewEncoder().String(text)
		if err != nil {
			t.Skip(err)
		}
		f, err := os.CreateTemp("", "text")
		if err != nil {
			t.Fatal(err)
		}
		defer os.Remove(f.Name())
		defer f.Close()
		if _, err := f.WriteString(encoded); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got, err := openText(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(got); err != nil || b.String() != text {
			t.Fatalf("%d bytes come back as %d, error %v", len(text), b.Len(), err)
		}
	})
}

// Between tabs a quote is a character like any other, unless a field begins with it.
func TestQuotesBetweenTabs(t *testing.T) {
	c, r := load(t, world(), write(t, map[string]string{"Firms.tsv": "name\tprovince\tcity\n5\" disk\tthe \"north\"\tb\n\"a, \"\"b\"\"\"\tc\td\n"}))
	if got := fmt.Sprint(c.Table("Firms").Cell(0, 0).Text(), " ", c.Table("Firms").Cell(0, 1).Text(), " ", c.Table("Firms").Cell(1, 0).Text()); got != `5" disk the "north" a, "b"` || len(r.Faults) > 0 {
		t.Errorf("cells %s, faults %v", got, r.Faults)
	}
}

// A file that is cut off is said to be damaged; an end of the context is not.
func TestDamagedGzip(t *testing.T) {
	text := gzipped(t, "name,city\n"+strings.Repeat("甲,乙\n", 20000))
	dir := write(t, map[string]string{"Firms.csv.gz": text[:len(text)-9]})
	want := filepath.Join(dir, "Firms.csv.gz") + ": packed with gzip, but damaged: unexpected EOF"
	if _, _, err := Load(t.Context(), dir, world()); err == nil || err.Error() != want {
		t.Errorf("Load = %v, want %s", err, want)
	}
	if err := damaged(context.Canceled); err != context.Canceled {
		t.Errorf("damaged(%v) = %v", context.Canceled, err)
	}
}

// No bytes make the reading of a text fail otherwise than with an error.
func FuzzOpenText(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\xff\xfea\x00", "\x1f\x8b\x08", "\xbc\xd7,\xb9\xab\n", "\xfe\xff", "\x00a\x00b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "Firms.csv")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		text, err := openText(t.Context(), file)
		if err != nil {
			return
		}
		b := newBuilder(world(), world().Table("Firms"), "Firms.csv")
		if readCSV(t.Context(), text, delimiterOf(text.head, text.cut, nil), b) == nil {
			sound(t, b)
		}
	})
}

// A quote that begins a field of a file with tabs, and does not enclose it, takes no other line with it.
func TestQuotesInTabs(t *testing.T) {
	c, r := load(t, world(), write(t, map[string]string{"Firms.tsv": "name\tprovince\tcity\n\"A\" Team\tp\tx\nb\tp\t\"north\" side\nc\t\"q\tq\"\t\"two\nlines\"\nd\t\"e\" f\n\"g\tp\tz"}))
	firms := c.Table("Firms")
	var got []string
	for row := range firms.Len() {
		got = append(got, firms.Cell(row, 0).Text()+"|"+firms.Cell(row, 2).Text())
	}
	want := []string{`"A" Team|x`, `"g|z`, `b|"north" side`, "c|"} // whose line end is not read
	if !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	if p := r.Tables[1].Problem; !strings.Contains(p, "Firms.tsv:6: 1 of 5 rows dropped") || !strings.Contains(p, "2 fields") {
		t.Errorf("problem %q, want line 6 with too few fields", p)
	}
}
