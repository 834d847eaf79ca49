//go:build unix

package command_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// A corpusCase is a file in the place of the toy world's companies, of which there are 12,
// and what plantree makes of it.
type corpusCase struct {
	name    string // of the case
	file    string
	content string
	make    func(path string) error // in place of writing content
	code    int
	kept    int    // rows, unless the code is 1
	unread  bool   // no row is lost, but too many cells of a column
	words   string // that stderr has, in one line with the file's name
}

// companyColumns are the columns of the toy world's companies.
var companyColumns = strings.Fields("公司名称 所属行业 法定代表人 注册资本 成立日期 员工人数 母公司 母公司持股比例")

// delimited returns the companies as text with a delimiter.
func delimited(t *testing.T, companies string, delimiter rune) string {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = delimiter
	rows := [][]string{companyColumns}
	for line := range strings.Lines(companies) {
		var company map[string]any
		if err := json.Unmarshal([]byte(line), &company); err != nil {
			t.Fatal(err)
		}
		var row []string
		for _, name := range companyColumns {
			cell := "" // what is null
			if company[name] != nil {
				cell = fmt.Sprint(company[name])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// in16 returns a text in UTF-16.
func in16(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// packed returns a text packed with gzip.
func packed(t *testing.T, text string) string {
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

// archived returns a ZIP archive of one file.
func archived(t *testing.T, name, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create(name)
	if err == nil {
		_, err = f.Write([]byte(text))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// randomBytes returns bytes that have no format.
func randomBytes(n int) string {
	draw := rand.New(rand.NewPCG(1, 98))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(draw.Uint32())
	}
	return string(b)
}

// courtsInParquet returns another table in Parquet, as a run exports it.
func courtsInParquet(t *testing.T) string {
	t.Helper()
	return read(t, filepath.Join(startFrom(t, "small"), "out", "dataset", "tables", "Court.parquet"))
}

// TestHostileCorpora has plantree read a file of each kind that people take for a table: it
// ends soon with a documented code; a table that gives no row, or loses rows, is named in
// one line and the code is 3, or 1 where nothing can be read.
func TestHostileCorpora(t *testing.T) {
	t.Parallel()
	tables := toyTables(t)
	var cases []hostile
	for _, c := range slices.Concat(encodedCorpora(t, tables), formatCorpora(t, tables), specialCorpora(), cellCorpora(tables)) {
		cases = append(cases, hostile{c.name, func(dir string) error { return c.try(t, dir, tables) }})
	}
	tryAll(t, "corpora", 8, cases)
}

// lost is in the line about a table's file that gives no row, or fewer than it has.
var lost = regexp.MustCompile(` rows dropped |: no row: |: not read: `)

// try runs plantree on the toy world with the case's file.
func (c corpusCase) try(t *testing.T, dir string, tables map[string]string) error {
	in := filepath.Join(dir, "in")
	if err := writeFiles(in, map[string]string{"Case.jsonl": tables["Case.jsonl"], "Court.jsonl": tables["Court.jsonl"]}); err != nil {
		return err
	}
	if c.make == nil {
		c.make = func(path string) error { return os.WriteFile(path, []byte(c.content), 0o666) }
	}
	if err := c.make(filepath.Join(in, c.file)); err != nil {
		return err
	}
	o := attempt(t, dir, "plantree", "-domain", "toy", "-corpus", "in", "-depth", "2")
	if err := errors.Join(o.faults(), o.wants(c.code, c.words)); err != nil {
		return err
	}
	// A file that cannot be opened at all is named by the error; what is odd in a cell is a
	// warning of its own.
	said := 0
	for line := range strings.Lines(o.stderr) {
		if strings.Contains(line, c.file) && (c.code == cli.Failed || lost.MatchString(line)) {
			said++
		}
	}
	want := min(c.code, 1)
	if c.unread {
		want = 0
	}
	if said != want {
		return fmt.Errorf("%d lines say that rows of %s are lost, want %d: %s", said, c.file, want, o)
	}
	if c.code == cli.Failed {
		return nil
	}
	var report corpus.LoadReport
	b, err := os.ReadFile(filepath.Join(dir, "out", "plantree", "corpus.json"))
	if err := errors.Join(err, json.Unmarshal(b, &report)); err != nil {
		return err
	}
	for _, table := range report.Tables {
		if table.Name == "Company" && (table.Kept != c.kept || (table.Dropped > 0 || table.Kept == 0) != (c.code == cli.PartlyDone && !c.unread)) {
			return fmt.Errorf("%d rows kept and %d dropped, want %d kept and those that are dropped said: %s", table.Kept, table.Dropped, c.kept, o)
		}
	}
	return nil
}

// Two companies in GBK.
const (
	csvInGBK   = "\xb9\xab\xcb\xbe\xc3\xfb\xb3\xc6,\xcb\xf9\xca\xf4\xd0\xd0\xd2\xb5\n\xbc\xd7\xb9\xab\xcb\xbe,\xc1\xe3\xca\xdb\xd2\xb5\n\xd2\xd2\xb9\xab\xcb\xbe,\xd6\xc6\xd4\xec\xd2\xb5\n"
	jsonlInGBK = "{\"\xb9\xab\xcb\xbe\xc3\xfb\xb3\xc6\": \"\xbc\xd7\xb9\xab\xcb\xbe\"}\n{\"\xb9\xab\xcb\xbe\xc3\xfb\xb3\xc6\": \"\xd2\xd2\xb9\xab\xcb\xbe\"}\n"
)

// encodedCorpora are the companies in other encodings.
func encodedCorpora(t *testing.T, tables map[string]string) []corpusCase {
	lines := tables["Company.jsonl"]
	table := delimited(t, lines, ',')
	in32 := "\xff\xfe\x00\x00"
	for _, r := range table {
		in32 += string(binary.LittleEndian.AppendUint32(nil, uint32(r)))
	}
	first, rest, _ := strings.Cut(lines, "\n")
	instead := func(name string) string {
		return strings.Replace(first, "专用设备制造业", name, 1) + "\n" + rest
	}
	return []corpusCase{
		{name: "CSV in GBK", file: "Company.csv", content: csvInGBK, kept: 2},
		{name: "JSONL in GBK", file: "Company.jsonl", content: jsonlInGBK, kept: 2},
		{name: "CSV in UTF-16, little-endian with a mark", file: "Company.csv", content: in16("\ufeff"+table, binary.LittleEndian), kept: 12},
		{name: "CSV in UTF-16, big-endian with a mark", file: "Company.csv", content: in16("\ufeff"+table, binary.BigEndian), kept: 12},
		{name: "CSV in UTF-16 without a mark", file: "Company.csv", content: in16(table, binary.LittleEndian), kept: 12},
		{name: "JSONL in UTF-16, little-endian with a mark", file: "Company.jsonl", content: in16("\ufeff"+lines, binary.LittleEndian), kept: 12},
		{name: "JSONL in UTF-16, big-endian with a mark", file: "Company.jsonl", content: in16("\ufeff"+lines, binary.BigEndian), kept: 12},
		{name: "JSONL in UTF-16 without a mark", file: "Company.jsonl", content: in16(lines, binary.BigEndian), kept: 12},
		{name: "CSV in UTF-32", file: "Company.csv", content: in32, code: 3, words: "no row"},
		{name: "CSV with a mark", file: "Company.csv", content: "\ufeff" + table, kept: 12},
		{name: "JSONL with a mark", file: "Company.jsonl", content: "\ufeff" + lines, kept: 12},
		{name: "CSV with two marks", file: "Company.csv", content: "\ufeff\ufeff" + table, kept: 12},
		{name: "JSONL with a mark in each line", file: "Company.jsonl", content: "\ufeff" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n\ufeff"), code: 3, kept: 1, words: "Company.jsonl:2: 11 of 12 rows dropped"},
		{name: "a byte of Latin-1", file: "Company.jsonl", content: instead("caf\xe9"), code: 3, kept: 11, words: "1 of 12 rows dropped (malformed 1): byte 6"},
		{name: "UTF-8 that is longer than it need be", file: "Company.jsonl", content: instead("\xc0\x80"), code: 3, kept: 11, words: "1 of 12 rows dropped (malformed 1): byte 6"},
		{name: "surrogates in UTF-8", file: "Company.jsonl", content: instead("\xed\xa0\x80"), code: 3, kept: 11, words: "1 of 12 rows dropped (malformed 1): byte 6"},
		{name: "half a surrogate pair", file: "Company.jsonl", content: instead(`\ud800`), code: 3, kept: 11, words: "1 of 12 rows dropped (malformed 1)"},
		{name: "a noncharacter", file: "Company.jsonl", content: instead("\uffff\U0010ffff"), kept: 12},
		{name: "compressed with gzip, as CSV", file: "Company.csv", content: packed(t, table), kept: 12},
		{name: "compressed with gzip, as JSONL", file: "Company.jsonl", content: packed(t, lines), kept: 12},
		{name: "compressed with gzip", file: "Company.jsonl.gz", content: packed(t, lines), kept: 12},
		{name: "an archive, as CSV", file: "Company.csv", content: archived(t, "Company.csv", table), code: 3, words: "a ZIP archive"},
		{name: "an archive, as JSONL", file: "Company.jsonl", content: archived(t, "Company.jsonl", lines), code: 3, words: "a ZIP archive"},
		{name: "an archive", file: "Company.zip", content: archived(t, "Company.csv", table), code: 3, words: "not read"},
		{name: "bzip2, as CSV", file: "Company.csv", content: "BZh91AY&SY" + randomBytes(900), code: 3, words: "packed with bzip2"},
		{name: "xz, as CSV", file: "Company.csv", content: "\xfd7zXZ\x00" + randomBytes(900), code: 3, words: "packed with xz"},
		{name: "zstd, as JSONL", file: "Company.jsonl", content: "\x28\xb5\x2f\xfd" + randomBytes(900), code: 3, words: "packed with zstd"},
		{name: "random bytes, as CSV", file: "Company.csv", content: randomBytes(5000), code: 3, words: "no row: binary data"},
		{name: "random bytes, as JSONL", file: "Company.jsonl", content: randomBytes(5000), code: 3, words: "no row: binary data"},
		{name: "random bytes, as Parquet", file: "Company.parquet", content: randomBytes(5000), code: 1, words: "not a Parquet file"},
		{name: "zeros", file: "Company.csv", content: strings.Repeat("\x00", 5000), code: 3, words: "no row: binary data"},
	}
}

// formatCorpora are the companies in other formats and under other names.
func formatCorpora(t *testing.T, tables map[string]string) []corpusCase {
	lines := tables["Company.jsonl"]
	table := delimited(t, lines, ',')
	head, rows, _ := strings.Cut(table, "\n")
	list := "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",\n") + "]\n"
	var pretty bytes.Buffer
	for line := range strings.Lines(lines) {
		if err := json.Indent(&pretty, []byte(line), "", "  "); err != nil {
			t.Fatal(err)
		}
	}
	wide := strings.Builder{}
	for i := range 10_000 {
		fmt.Fprintf(&wide, ",column %d", i)
	}
	replaced := func(old, new string) string { return strings.Replace(lines, old, new, 1) }
	return []corpusCase{
		{name: "semicolons", file: "Company.csv", content: delimited(t, lines, ';'), kept: 12},
		{name: "tabs", file: "Company.csv", content: delimited(t, lines, '\t'), kept: 12},
		{name: "bars", file: "Company.csv", content: delimited(t, lines, '|'), kept: 12},
		{name: "full-width commas", file: "Company.csv", content: delimited(t, lines, '，'), code: 3, words: "12 of 12 rows dropped"},
		{name: "tabs, by its name", file: "Company.tsv", content: delimited(t, lines, '\t'), kept: 12},
		{name: "carriage returns and line feeds", file: "Company.csv", content: strings.ReplaceAll(table, "\n", "\r\n"), kept: 12},
		{name: "carriage returns alone", file: "Company.csv", content: strings.ReplaceAll(table, "\n", "\r"), code: 1, words: "want lines that end in a line feed"},
		{name: "an extension in upper case", file: "Company.CSV", content: table, kept: 12},
		{name: "a name in lower case", file: "company.csv", content: table, code: 3, words: "not read: want the name Company.csv"},
		{name: "no extension", file: "Company", content: table, code: 3, words: "not read"},
		{name: "Excel", file: "Company.xlsx", content: archived(t, "xl/workbook.xml", "<workbook/>"), code: 3, words: "not read: want its sheet saved as Company.csv"},
		{name: "Excel, as CSV", file: "Company.csv", content: archived(t, "xl/workbook.xml", "<workbook/>"), code: 3, words: "an Excel workbook"},
		{name: "old Excel, as CSV", file: "Company.csv", content: "\xd0\xcf\x11\xe0" + randomBytes(900), code: 3, words: "an Excel workbook"},
		{name: "JSON", file: "Company.json", content: list, code: 3, words: "not read: want Company.jsonl"},
		{name: "a JSON list over lines", file: "Company.jsonl", content: list, code: 3, words: "a JSON list"},
		{name: "a JSON list in a line", file: "Company.jsonl", content: strings.ReplaceAll(list, "\n", ""), code: 3, words: "a JSON list"},
		{name: "JSON over lines", file: "Company.jsonl", content: pretty.String(), code: 3, words: "a JSON object over several lines"},
		{name: "JSON scalars", file: "Company.jsonl", content: "1\n\"a\"\ntrue\nnull\n", code: 3, words: "4 of 4 rows dropped"},
		{name: "JSON in CSV", file: "Company.csv", content: lines, code: 3, words: "JSON: want the extension .jsonl"},
		{name: "CSV in JSONL", file: "Company.jsonl", content: table, code: 3, words: "CSV: want the extension .csv"},
		{name: "Parquet, as CSV", file: "Company.csv", content: courtsInParquet(t), code: 3, words: "Parquet: want the extension .parquet"},
		{name: "Parquet of another table", file: "Company.parquet", content: courtsInParquet(t), code: 3, words: "want a file of Company, not of Court"},
		{name: "JSONL of another table", file: "Company.jsonl", content: tables["Court.jsonl"], code: 3, words: "want a file of Company, not of Court"},
		{name: "HTML, as CSV", file: "Company.csv", content: "<!doctype html>\n<html><body>404</body></html>\n", code: 3, words: "Company.csv"},
		{name: "an empty CSV", file: "Company.csv", code: 3, words: "no row: the file is empty"},
		{name: "an empty JSONL", file: "Company.jsonl", code: 3, words: "no row: the file is empty"},
		{name: "an empty Parquet", file: "Company.parquet", code: 1, words: "not a Parquet file"},
		{name: "blanks", file: "Company.jsonl", content: " \n\t\n\r\n", code: 3, words: "no row: the file is empty"},
		{name: "a header alone", file: "Company.csv", content: head + "\n", code: 3, words: "no row: a header alone"},
		{name: "a header without a line end", file: "Company.csv", content: head, code: 3, words: "no row: a header alone"},
		{name: "rows without a header", file: "Company.csv", content: rows, code: 3, words: "no cell in the key column 公司名称"},
		{name: "another key column", file: "Company.csv", content: strings.Replace(table, "公司名称", "名称", 1), code: 3, words: "no cell in the key column 公司名称, but in "},
		{name: "a column twice", file: "Company.csv", content: strings.Replace(table, "所属行业", "公司名称", 1), kept: 12, words: `Company.csv:1: column "公司名称" stands twice`},
		{name: "columns without names", file: "Company.csv", content: strings.Replace(table, "所属行业,法定代表人", ",", 1), kept: 12, words: `Company.csv:1: unknown column ""`},
		{name: "10,000 more columns", file: "Company.csv", content: head + wide.String() + "\n" + rows, code: 3, words: "Company.csv:2: 12 of 12 rows dropped"},
		{name: "a short row", file: "Company.csv", content: table + "甲公司\n", code: 3, kept: 12, words: "Company.csv:14: 1 of 13 rows dropped"},
		{name: "a long row", file: "Company.csv", content: table + strings.Repeat("甲公司,", 99) + "\n", code: 3, kept: 12, words: "Company.csv:14: 1 of 13 rows dropped"},
		{name: "a quote that does not end", file: "Company.csv", content: table + "\"甲公司,1,2,3,4,5,6,7\n", code: 3, kept: 12, words: "Company.csv:14: 1 of 13 rows dropped"},
		{name: "a quote in a cell", file: "Company.csv", content: table + "甲\"公司\",1,2,3,4,5,6,7\n", code: 3, kept: 12, words: "Company.csv:14: 1 of 13 rows dropped"},
		{name: "an object that breaks off", file: "Company.jsonl", content: lines[:len(lines)-20], code: 3, kept: 11, words: "Company.jsonl:12: 1 of 12 rows dropped (malformed 1)"},
		{name: "a line that is none", file: "Company.jsonl", content: "# companies\n" + lines, code: 3, kept: 12, words: "Company.jsonl:1: 1 of 13 rows dropped (malformed 1)"},
		{name: "two objects in a line", file: "Company.jsonl", content: replaced("\n", " "), code: 3, kept: 10, words: "Company.jsonl:1: 1 of 11 rows dropped (malformed 1)"},
		{name: "a comma at the end", file: "Company.jsonl", content: replaced("}", ",}"), code: 3, kept: 11, words: "Company.jsonl:1: 1 of 12 rows dropped (malformed 1)"},
		{name: "single quotes", file: "Company.jsonl", content: strings.ReplaceAll(lines, `"`, "'"), code: 3, words: "12 of 12 rows dropped (malformed 12)"},
		{name: "a name twice in an object", file: "Company.jsonl", content: replaced(`{"公司名称"`, `{"公司名称": "甲公司", "公司名称"`), code: 3, kept: 11, words: "Company.jsonl:1: 1 of 12 rows dropped (malformed 1)"},
		{name: "NaN and Infinity", file: "Company.jsonl", content: replaced("1264", "NaN") + `{"公司名称": "甲公司", "员工人数": Infinity}`, code: 3, kept: 11, words: "2 of 13 rows dropped (malformed 2)"},
		{name: "empty objects", file: "Company.jsonl", content: strings.Repeat("{}\n", 5), code: 3, words: "5 of 5 rows dropped (missing_key 5)"},
		{name: "JSON of great depth", file: "Company.jsonl", content: strings.Repeat("[", 1<<20), code: 3, words: "1 of 1 rows dropped (malformed 1)"},
		{name: "a cell of great depth", file: "Company.jsonl", content: replaced("1264", strings.Repeat("[", 1<<19)+strings.Repeat("]", 1<<19)), code: 3, kept: 11, words: "Company.jsonl:1: 1 of 12 rows dropped (malformed 1)"},
	}
}

// specialCorpora are no ordinary files.
func specialCorpora() []corpusCase {
	link := func(to string) func(string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	return []corpusCase{
		{name: "a directory", file: "Company.csv", make: func(path string) error { return os.Mkdir(path, 0o777) }, code: 3, words: "not read: want a file, not a directory"},
		{name: "a FIFO", file: "Company.jsonl", make: func(path string) error { return syscall.Mkfifo(path, 0o666) }, code: 1, words: "a FIFO: want a regular file"},
		{name: "a socket", file: "Company.csv", make: socketAt, code: 1, words: "a socket: want a regular file"},
		{name: "a link to /dev/zero", file: "Company.jsonl", make: link("/dev/zero"), code: 1, words: "a link out of the directory: want the file itself"},
		{name: "a link to /dev/null", file: "Company.csv", make: link("/dev/null"), code: 1, words: "a link out of the directory: want the file itself"},
		{name: "a link to nothing", file: "Company.csv", make: link("nowhere"), code: 1, words: "no such file"},
		{name: "a link to itself", file: "Company.csv", make: link("Company.csv"), code: 1, words: "too many levels of symbolic links"},
		{name: "a link to a directory", file: "Company.csv", make: link("."), code: 1, words: "Company.csv"},
	}
}

// socketAt makes a socket that nobody listens at.
func socketAt(path string) error {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	dir, err := os.MkdirTemp("", "s") // the name of a socket is short
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	short := filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: short})
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false)
	return errors.Join(l.Close(), os.Rename(short, path))
}

// cellCorpora have cells that are hard to read, to hold or to show.
func cellCorpora(tables map[string]string) []corpusCase {
	lines := tables["Company.jsonl"]
	more := func(cells ...string) string { // one more company, of cells that are JSON
		line := `{"公司名称": "甲公司"`
		for i := 0; i < len(cells); i += 2 {
			line += fmt.Sprintf(", %q: %s", cells[i], cells[i+1])
		}
		return lines + line + "}\n"
	}
	named := func(name string) string {
		return lines + fmt.Sprintf(`{"公司名称": %s, "员工人数": 7}`, name) + "\n"
	}
	const dropped = "Company.jsonl:13: 1 of 13 rows dropped "
	return []corpusCase{
		{name: "a number beyond floats", file: "Company.jsonl", content: more("员工人数", "1e999"), code: 3, unread: true, kept: 13},
		{name: "a number beyond memory", file: "Company.jsonl", content: more("注册资本", "1e999999999", "员工人数", "-1e-999999999"), code: 3, unread: true, kept: 13},
		{name: "a number beyond memory, as text", file: "Company.jsonl", content: more("注册资本", `"1e999999999"`, "母公司持股比例", `"1e999999999%"`), code: 3, unread: true, kept: 13},
		{name: "a number of 100,000 digits", file: "Company.jsonl", content: more("注册资本", strings.Repeat("7", 100_000)), code: 3, unread: true, kept: 13},
		{name: "a fraction of 100,000 digits", file: "Company.jsonl", content: more("母公司持股比例", `"0.`+strings.Repeat("3", 100_000)+`"`), code: 3, unread: true, kept: 13},
		{name: "a list and an object in cells", file: "Company.jsonl", content: more("所属行业", `["a", "b"]`, "法定代表人", `{"a": 1}`), code: 3, unread: true, kept: 13, words: "Company.jsonl:13: column 所属行业 holds a list or an object"},
		{name: "days that no calendar has", file: "Company.jsonl", content: more("成立日期", `"2021年02月30日"`) + `{"公司名称": "乙公司", "成立日期": "0000-00-00"}`, code: 3, unread: true, kept: 14},
		{name: "years out of range", file: "Company.jsonl", content: more("成立日期", `"99999年01月01日"`) + `{"公司名称": "乙公司", "成立日期": "-0044-03-15"}`, code: 3, unread: true, kept: 14},
		{name: "a day that is a number", file: "Company.jsonl", content: more("成立日期", "44197") + `{"公司名称": "乙公司", "成立日期": 1e999}`, code: 3, unread: true, kept: 14},
		{name: "a cell of 10 MB", file: "Company.jsonl", content: more("所属行业", `"`+strings.Repeat("业", 10<<20/3)+`"`), kept: 13},
		{name: "a name of 1 MB", file: "Company.jsonl", content: named(`"` + strings.Repeat("司", 1<<20/3) + `"`), kept: 13},
		{name: "a million empty lines", file: "Company.jsonl", content: lines + strings.Repeat("\n", 1_000_000), kept: 12},
		{name: "a cell with NUL", file: "Company.jsonl", content: more("所属行业", `"a\u0000b"`), code: 3, unread: true, kept: 13, words: "Company.jsonl:13: column 所属行业 holds the control character U+0000"},
		{name: "a name with NUL", file: "Company.jsonl", content: named(`"a\u0000b"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "a bare NUL", file: "Company.jsonl", content: named("\"a\x00b\""), code: 3, kept: 12, words: dropped + "(malformed 1)"},
		{name: "a name with ESC", file: "Company.jsonl", content: named(`"\u001b[2J\u001b]0;x\u0007"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "a name with C1", file: "Company.jsonl", content: named(`"甲\u009b2J"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "a name that turns", file: "Company.jsonl", content: named(`"\u202e司公甲\u2066"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "a name of several lines", file: "Company.jsonl", content: named(`"甲\n公司"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "an invisible name", file: "Company.jsonl", content: named(`"\u200b\u2060\ufe0f"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "an invisible twin", file: "Company.jsonl", content: named(`"青岚\u200b机械有限公司"`), code: 3, kept: 12, words: dropped + "(duplicate_key 1)"},
		{name: "a name twice", file: "Company.jsonl", content: named(`"青岚机械有限公司"`), code: 3, kept: 12, words: dropped + "(duplicate_key 1)"},
		{name: "a name that is a sentinel", file: "Company.jsonl", content: named(`"-"`), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "a name that is null", file: "Company.jsonl", content: named("null"), code: 3, kept: 12, words: dropped + "(missing_key 1)"},
		{name: "a name that is a number", file: "Company.jsonl", content: named("1e3"), kept: 13},
		{name: "a name with quotes", file: "Company.jsonl", content: named(`"\"甲\" '乙' “丙”\\"`), kept: 13},
		{name: "a name with markup", file: "Company.jsonl", content: named(`"<script>alert(1)</script>&amp;"`), kept: 13},
		{name: "a name that is a formula", file: "Company.jsonl", content: named(`"=HYPERLINK(\"http://x\")"`), kept: 13},
		{name: "a name that is a path", file: "Company.jsonl", content: named(`"../../etc/passwd"`), kept: 13},
		{name: "a name that is a template", file: "Company.jsonl", content: named(`"{}{{.}}%s%n$1"`), kept: 13},
		{name: "a name of combining characters", file: "Company.jsonl", content: named(`"甲` + strings.Repeat(`\u0301`, 500) + `"`), kept: 13},
		{name: "column names that act", file: "Company.jsonl", content: more("\x1b[2J\u202e", "1"), code: 3, kept: 12, words: dropped + "(malformed 1)"},
	}
}
