package legislation

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// buffer is a file in memory.
type buffer struct{ *bytes.Buffer }

func (buffer) Close() error { return nil }

// The tables of two versions as JSON lines.
func TestSheets(t *testing.T) {
	c, err := Read(t.Context(), write(t, map[string]string{
		"甲法/2000-01-10.md": "# 甲法\n2000年1月10日会议通过\n第一条 依照本法第二条：\n（一）甲。\n第二条 本法自2000年3月1日起施行。",
		"甲法/2010-05-01.md": "# 甲法\n2000年1月10日会议通过\n2010年5月1日会议修订\n第一章 总则\n第一条 丁。\n第二条 本法自2010年7月1日起施行。",
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]*bytes.Buffer)
	err = tablefile.Write(t.Context(), tablefile.WriteSpec{
		Format: tablefile.JSONL, Names: TableNames(), Shards: 1, Workers: 1,
		Open: func(int) ([]tablefile.Sheet, error) { return c.Sheets(), nil },
		Create: func(file string) (io.WriteCloser, error) {
			files[file] = &bytes.Buffer{}
			return buffer{files[file]}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"Law.jsonl": `{"law":"甲法","kind":"法律","versions":2,"adopted":"2000-01-10","latest":"《甲法》（2010年5月1日修订）"}`,
		"Version.jsonl": `{"version":"《甲法》（2000年1月10日通过）","law":"甲法","dated":"2000-01-10","adopted":"2000-01-10","amended":null,"in_force":"2000-03-01","until":"2010-07-01","known_until":"2010-07-01","articles":2,"entries":3,"previous":null,"next":"《甲法》（2010年5月1日修订）","earlier_law":null,"this_law":null,"file":"甲法/2000-01-10.md"}
{"version":"《甲法》（2010年5月1日修订）","law":"甲法","dated":"2010-05-01","adopted":"2000-01-10","amended":"2010-05-01","in_force":"2010-07-01","until":null,"known_until":null,"articles":2,"entries":2,"previous":"《甲法》（2000年1月10日通过）","next":null,"earlier_law":null,"this_law":null,"file":"甲法/2010-05-01.md"}`,
		"Change.jsonl": `{"id":"甲法@2000-01-10>2010-05-01#1-0","law":"甲法","from_version":"《甲法》（2000年1月10日通过）","to_version":"《甲法》（2010年5月1日修订）","kind":"删除","before":"《甲法》第一条","after":null,"before_reference":"《甲法》（2000年1月10日通过）第一条","after_reference":null,"article_before":"第一条","article_after":null,"similarity":0.0000}
{"id":"甲法@2000-01-10>2010-05-01#2-0","law":"甲法","from_version":"《甲法》（2000年1月10日通过）","to_version":"《甲法》（2010年5月1日修订）","kind":"内容修改","before":"《甲法》第二条","after":"《甲法》第二条","before_reference":"《甲法》（2000年1月10日通过）第二条","after_reference":"《甲法》（2010年5月1日修订）第二条","article_before":"第二条","article_after":"第二条","similarity":0.6667}
{"id":"甲法@2000-01-10>2010-05-01+1-0","law":"甲法","from_version":"《甲法》（2000年1月10日通过）","to_version":"《甲法》（2010年5月1日修订）","kind":"新增","before":null,"after":"《甲法》第一条","before_reference":null,"after_reference":"《甲法》（2010年5月1日修订）第一条","article_before":null,"article_after":"第一条","similarity":0.0000}`,
		"Citation.jsonl": `{"id":"甲法@2000-01-10#1-0.0.0.0~1","provision":"甲法@2000-01-10#1-0.0.0.0","version":"《甲法》（2000年1月10日通过）","citing":"《甲法》第一条","cited_law":"甲法","cited":"《甲法》第二条","cited_article":"第二条"}`,
	} {
		if diff := cmp.Diff(want, strings.TrimSpace(files[file].String())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
	first, _, _ := strings.Cut(files["Provision.jsonl"].String(), "\n")
	want := `{"id":"甲法@2000-01-10#1-0.0.0.0","reference":"《甲法》（2000年1月10日通过）第一条","law":"甲法","version":"《甲法》（2000年1月10日通过）","citation":"《甲法》第一条","unit":"第一条","other_wording":"yes","change":null,"article":"第一条","paragraph":null,"item":null,"subitem":null,"level":"article","part":null,"chapter":null,"section":null,"text":"依照本法第二条：","leads":1,"transition":null,"in_force":"2000-03-01","until":"2010-07-01","file":"甲法/2000-01-10.md","first_byte":48,"end_byte":72}`
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("first provision (-want +got):\n%s", diff)
	}
}

func TestReference(t *testing.T) {
	for _, tc := range []struct{ version, law, citation, reference, unit string }{
		{"《甲法》（2010年5月1日修订）", "甲法", "《甲法》第二条第一款", "《甲法》（2010年5月1日修订）第二条第一款", "第二条第一款"},
		{"Trade Act (as amended on 1 May 2010)", "Trade Act", "Trade Act, Article 2(1)", "Trade Act (as amended on 1 May 2010), Article 2(1)", "Article 2(1)"},
		{"Lei 1 (redação de 1º de maio de 2010)", "Lei 1", "Lei 1, art. 2º, § 1º", "Lei 1 (redação de 1º de maio de 2010), art. 2º, § 1º", "art. 2º, § 1º"},
	} {
		if got := referTo(tc.version, tc.law, tc.citation); got != tc.reference {
			t.Errorf("reference %q, want %q", got, tc.reference)
		}
		if got := unitOf(tc.law, tc.citation); got != tc.unit {
			t.Errorf("unit %q, want %q", got, tc.unit)
		}
	}
}
