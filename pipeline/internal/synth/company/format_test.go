package company_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// What cells look like, by sheet and column; "" for any text.
var formats = map[string]map[string][]string{
	"zh": {
		"CompanyInfo": {
			`股份有限公司$`, `^\S+$`, `^[A-Za-z(),. -]+$`, `^null$`, `^(60[0135]|688|30[01])\d{3}$`, `^(-|\*?\S+(>> \S+)*)$`,
			`^[\p{Han}]交所(科创板|创业板)?$`, `^[\p{Han}、]+$`, `^\d{4}年\d\d月\d\d日$`, `^\d{4}年\d\d月\d\d日$`,
			`^\p{Han}{2,4}$`, `^\p{Han}{2,4}$`, `^\p{Han}{2,4}$`, `^#\d{5,6}$`, ``, ``,
			`^0\d{2,3}-\d{7,8}(-\d{4})?(、0\d{2,3}-\d{7,8})?$`, `^0\d{2,3}-\d{7,8}$`, `^(-|www\.[a-z.-]+(、www\.[a-z.-]+)?)$`,
			`^[a-z0-9]+@[a-z-]+(\.[a-z]+)+$`, `^(null|[^,]+(,[^, ]+){0,6})$`, `.{6}`, `.{9}`, `.{30}。$`,
			`^#1\.0$`, `^#\d+\.\d{1,2}$`, `^\d{9,10}\.\d{1,2}$`, `证券\S*(股份有限公司|有限责任公司)$`,
		},
		"CompanyRegister": {
			``, `^(存续|在业|注销（20\d\d-\d\d-\d\d）)$`, `^91\d{6}[0-9A-Z]{10}$`, `^\p{Han}{2,4}$`, `^\d+(\.\d{1,4})?万$`, `^\d{4}年\d\d月\d\d日$`, ``,
			`^(-|1\d{10}|0\d{2,3}-\d{7,8}(-\d{4})?)$`, `^(-|[a-z0-9]+@[a-z-]+(\.[a-z]+)+)$`, `^(-|\d{15})$`, `^[0-9A-Z]{8}-[0-9X]$`, `^(-|\d+)$`,
			`^[\p{Han}、]+$`, `^(-|[\p{Han}、]+)$`, `^(-|[\p{Han}、]+)$`, `^(-|[^,\n]+(,\n[^,\n]+)*)$`, `^(    )?\S.{30}`, `.{9}`,
		},
		"SubCompanyInfo": {``, `^子公司$`, `^( -|\d{1,3}\.\d{1,2})$`, `^( - |\d+\.\d\d[万亿]|\d{1,4}(\.\d{1,2})?)$`, ``},
	},
	"en": {
		"CompanyInfo": {
			`Co\., Ltd\.$`, `^\S`, `^[A-Za-z(),. -]+$`, `^null$`, `^(60[0135]|688|30[01])\d{3}$`, `^(-|.+(>> .+)*)$`,
			`^[A-Z].+ Stock Exchange(, (Technology|Growth) Board)?$`, `^[A-Z]`, `^\d{4}-\d\d-\d\d$`, `^\d{4}-\d\d-\d\d$`,
			`^\S+ \S+$`, `^\S+ \S+$`, `^\S+ \S+$`, `^#\d{5,6}$`, ``, ``,
			`^0\d{2,3}-\d{7,8}(-\d{4})?(; 0\d{2,3}-\d{7,8})?$`, `^0\d{2,3}-\d{7,8}$`, `^(-|www\.[a-z.-]+(; www\.[a-z.-]+)?)$`,
			`^[a-z0-9]+@[a-z-]+(\.[a-z]+)+$`, `^(null|[^;]+(; [^;]+){0,6})$`, `^[A-Z].{10}`, `^[A-Z].{20}`, `^[A-Z].{90,}\.$`,
			`^#1\.0$`, `^#\d+\.\d{1,2}$`, `^\d{9,10}\.\d{1,2}$`, `Securities`,
		},
		"CompanyRegister": {
			``, `^(Active|In business|Deregistered \(20\d\d-\d\d-\d\d\))$`, `^91\d{6}[0-9A-Z]{10}$`, `^\S+ \S+$`, `^\d+((\.\d{1,8})? million)?$`, `^\d{4}-\d\d-\d\d$`, ``,
			`^(-|1\d{10}|0\d{2,3}-\d{7,8}(-\d{4})?)$`, `^(-|[a-z0-9]+@[a-z-]+(\.[a-z]+)+)$`, `^(-|\d{15})$`, `^[0-9A-Z]{8}-[0-9X]$`, `^(-|\d+)$`,
			`^[A-Z]`, `^(-|[A-Z].*)$`, `^(-|[A-Z].*)$`, `^(-|[^;\n]+(;\n[^;\n]+)*)$`, `^(    )?\S.{60}`, `.{20}`,
		},
		"SubCompanyInfo": {``, `^Subsidiary$`, `^( -|\d{1,3}\.\d{1,2})$`, `^( - |\d+\.\d\d (m|b)illion|\d{1,6}(\.\d{1,2})?)$`, ``},
	},
}

// show is a cell as formats have it: null, #number, or the text.
func show(c tablefile.Cell) string {
	switch c.Form {
	case tablefile.Null:
		return "null"
	case tablefile.Number:
		return "#" + c.Text
	}
	return c.Text
}

func TestFormats(t *testing.T) {
	for language, cells := range formats {
		for name, patterns := range cells {
			s := tables(t, language)[name]
			for k, pattern := range patterns {
				want := regexp.MustCompile(`(?s)` + pattern)
				for i := range s.rows {
					if cell := show(s.rows[i][k]); !want.MatchString(cell) {
						t.Errorf("%s in %s: row %d %s is %q: want %s", name, language, i, s.columns[k], cell, pattern)
						break
					}
				}
			}
		}
	}
}

// What no text may have: what grammars leave behind, doubled marks, a language
// that is not the world's.
func TestTextsReadWell(t *testing.T) {
	faults := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`[{}$]|。。|，，|，。|；；|、、|公司公司|服务服务|业务业务|[a-z]{3}|  \S`),
		"en": regexp.MustCompile(`[{}$]|\.\.|,,|, \.| [.,;]|;;|\ba [aeio]\w|\ban [bcdfgjklmnpqrstvwxyz]|\b(\w+) the the\b|\p{Han}|[（），。；]|\S  \S`),
	}
	texts := map[string][]int{"CompanyInfo": {21, 22, 23}, "CompanyRegister": {16, 17}}
	for _, language := range languages {
		for name, columns := range texts {
			s := tables(t, language)[name]
			for i := range s.rows {
				row := s.rows[i]
				for _, k := range columns {
					text := strings.TrimPrefix(row[k].Text, "    ")
					if at := faults[language].FindStringIndex(text); at != nil {
						t.Errorf("%s row %d %s in %s has %q: …%s…", name, i, s.columns[k], language, text[at[0]:at[1]], text[max(0, at[0]-40):min(len(text), at[1]+20)])
					}
				}
			}
		}
	}
}

// Texts are about as long as the real ones, by their medians.
func TestLengths(t *testing.T) {
	for _, c := range []struct {
		sheet  string
		column int
		median int // characters
	}{
		{"CompanyInfo", 0, 13}, {"CompanyInfo", 2, 36}, {"CompanyInfo", 21, 28}, {"CompanyInfo", 22, 256}, {"CompanyInfo", 23, 349},
		{"CompanyRegister", 16, 348}, {"CompanyRegister", 17, 193}, {"SubCompanyInfo", 4, 13},
	} {
		s := tables(t, "zh")[c.sheet]
		var lengths []int
		for i := range s.rows {
			lengths = append(lengths, utf8.RuneCountInString(s.rows[i][c.column].Text))
		}
		slices.Sort(lengths)
		if got := lengths[len(lengths)/2]; got*10 < c.median*7 || got*10 > c.median*14 {
			t.Errorf("%s %s: half have %d characters: of the real ones half have %d", c.sheet, s.columns[c.column], got, c.median)
		}
	}
}

func TestTextsDiffer(t *testing.T) {
	for _, language := range languages {
		for name, columns := range map[string][]int{"CompanyInfo": {21, 22, 23}, "CompanyRegister": {16, 17}} {
			s := tables(t, language)[name]
			for _, k := range columns {
				seen := make(map[string]bool)
				for i := range s.rows {
					seen[s.rows[i][k].Text] = true
				}
				if len(seen) < len(s.rows)*98/100 {
					t.Errorf("%s %s in %s: %d different texts in %d rows", name, s.columns[k], language, len(seen), len(s.rows))
				}
			}
		}
	}
}

// TestGolden holds the first rows of every sheet. UPDATE=1 writes them anew.
func TestGolden(t *testing.T) {
	for _, language := range languages {
		var b strings.Builder
		for _, name := range []string{"CompanyInfo", "CompanyRegister", "SubCompanyInfo"} {
			s := tables(t, language)[name]
			for i := range 3 {
				fmt.Fprintf(&b, "%s %d\n", name, i)
				for k, c := range s.rows[i] {
					fmt.Fprintf(&b, "\t%s: %q\n", s.columns[k], show(c))
				}
			}
		}
		file := filepath.Join("testdata", "rows-"+language+".golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, wanted := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
		for i := range min(len(got), len(wanted)) {
			if got[i] != wanted[i] {
				t.Fatalf("%s:%d:\n%s\nwant\n%s\n(UPDATE=1 writes the file anew)", file, i+1, got[i], wanted[i])
			}
		}
		if len(got) != len(wanted) {
			t.Fatalf("%s has %d lines: want %d (UPDATE=1 writes the file anew)", file, len(wanted), len(got))
		}
	}
}
