package published_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/validation/published"
)

// toyTables writes tables of invented rows and loads them.
func toyTables(t testing.TB, tables map[string]string) *corpus.Corpus {
	t.Helper()
	dir := t.TempDir()
	for name, rows := range tables {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := corpus.Load(t.Context(), dir, legal(t))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNames(t *testing.T) {
	c := toyTables(t, map[string]string{
		"CompanyInfo": `{"公司名称":"青禾（集团）有限公司","公司简称":"青禾","公司代码":"900001"}
{"公司名称":"青禾（集团）有限公司东湖分公司"}
{"公司名称":"白露有限公司"}`,
		"CourtInfo": `{"法院名称":"云岭省白石市中级人民法院","法院省份":"云岭省","法院城市":"白石市","法院区县":"东湖区"}
{"法院名称":"云岭省青石县人民法院","法院省份":"云岭省","法院城市":"白石市","法院区县":"青石县"}
{"法院名称":"海安省青石县人民法院","法院省份":"海安市","法院城市":"海安市","法院区县":"东湖区"}`,
	})
	names := published.NewNames(c, map[string]*regexp.Regexp{"case_number": regexp.MustCompile(`（[0-9]{4}）[^（）号]+号`)})
	for _, tc := range []struct {
		question string
		place    published.Place
		want     string // parts joined by a bar; "" for none
	}{
		{"请问青禾（集团）有限公司和白露有限公司", published.Place{Entity: "company", Nth: 1}, "青禾（集团）有限公司"},
		{"请问青禾（集团）有限公司和白露有限公司", published.Place{Entity: "company", Nth: 2}, "白露有限公司"},
		{"请问青禾(集团)有限公司和白露有限公司", published.Place{Entity: "company", Nth: 1}, "青禾（集团）有限公司"},
		{"白露有限公司起诉白露有限公司", published.Place{Entity: "company", Nth: 2}, ""},
		{"青禾（集团）有限公司东湖分公司", published.Place{Entity: "company", Nth: 1}, "青禾（集团）有限公司东湖分公司"},
		{"青禾（集团）有限公司东湖分公司", published.Place{Entity: "company", Nth: 2}, ""},
		{"青禾的代码", published.Place{Entity: "company", Nth: 1}, ""},
		{"青禾的代码", published.Place{Entity: "company_abbreviation", Nth: 1}, "青禾"},
		{"代码900001", published.Place{Entity: "stock_code", Nth: 1}, "900001"},
		{"案号(2019)云01执1号的案件", published.Place{Entity: "case_number", Nth: 1}, "（2019）云01执1号"},
		{"白石市中级人民法院", published.Place{Entity: "court", Nth: 1}, "云岭省白石市中级人民法院"},
		{"青石县人民法院", published.Place{Entity: "court", Nth: 1}, ""}, // of two provinces
		{"云岭省青石县人民法院", published.Place{Entity: "court", Nth: 1}, "云岭省青石县人民法院"},
		{"云岭省白石市东湖区的法院", published.Place{Entity: "region", Nth: 1}, "云岭省|白石市|东湖区"},
		{"白石东湖的法院", published.Place{Entity: "region", Nth: 1}, "云岭省|白石市|东湖区"},
		{"海安市东湖区的法院", published.Place{Entity: "region", Nth: 1}, "海安市|海安市|东湖区"},
		{"东湖区的法院", published.Place{Entity: "region", Nth: 1}, ""},
		{"请问名字在这里", published.Place{Entity: "company", From: 2, To: 4}, "名字"},
		{"请问", published.Place{Entity: "company", From: 2, To: 4}, ""},
	} {
		got, err := names.Find(tc.question, tc.place)
		if d := cmp.Diff(tc.want, strings.Join(got, "|")); d != "" || (err == nil) != (tc.want != "") {
			t.Errorf("Find(%q, %v) = %q, %v, want %q", tc.question, tc.place, got, err, tc.want)
		}
	}
}
