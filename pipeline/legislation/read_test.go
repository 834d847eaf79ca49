package legislation

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// write writes files below a new directory.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFiles(t *testing.T) {
	dir := write(t, map[string]string{
		"甲法/2020-01-01.md": "", "甲法/2019-02-03.txt": "\n", "甲法/notes.md": "", "甲法/2020-01-01.txt": "", "乙法/x.csv": "", "MANIFEST.jsonl": "", ".git/2020-01-01.md": "",
	})
	got, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"MANIFEST.jsonl", "甲法/2019-02-03.txt", "甲法/2020-01-01.md"}, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	c, err := Read(t.Context(), dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	for _, f := range c.Faults {
		faults = append(faults, f.String()+" ("+string(f.Effect)+")")
	}
	want := []string{
		"甲法/2019-02-03.txt: the file is empty: want the text of a law (file left out)",
		"甲法/2020-01-01.md: the file is empty: want the text of a law (file left out)",
		"甲法/2020-01-01.txt: the day of 甲法/2020-01-01.md again: want one file a day (file left out)",
		"甲法/notes.md: the name is not a day: want YYYY-MM-DD.md (file left out)",
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// A law that another law repeals ends on the day on which that one enters into force.
func TestRepeals(t *testing.T) {
	c, err := Read(t.Context(), write(t, map[string]string{
		"甲法/2000-01-10.md":      "# 中华人民共和国甲法\n2000年1月10日会议通过\n第一条 本法自2000年3月1日起施行。",
		"乙法/2000-01-10.md":      "# 乙法\n2000年1月10日会议通过\n第一条 本法自2000年3月1日起施行。",
		"丙法/2010-01-10.md":      "# 丙法\n2010年1月10日会议通过\n第一条 本法自2010年3月1日起施行。《甲法》、《丁法》同时废止。《乙法》第三条同时废止。",
		"Old Act/2000-01-01.md": "# Old Act\nAdopted on 1 January 2000\nArticle 1 This Act enters into force on 1 May 2000.",
		"New Act/2005-01-01.md": "# New Act\nAdopted on 1 January 2005\nArticle 1 This Act enters into force on 1 May 2005. The Old Act is repealed.",
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, v := range c.Versions {
		got[v.Law] = v.Until.Format(time.DateOnly)
	}
	want := map[string]string{"中华人民共和国甲法": "2010-03-01", "乙法": "0001-01-01", "丙法": "0001-01-01", "Old Act": "2005-05-01", "New Act": "0001-01-01"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("first day no longer in force (-want +got):\n%s", diff)
	}
	for _, p := range c.Provisions {
		if got[p.Law] != p.Until.Format(time.DateOnly) {
			t.Errorf("provision %s until %s", p.ID, p.Until)
		}
	}
}

// All laws that a sentence repeals are read, and none of which it repeals a part.
func TestRepealedLaws(t *testing.T) {
	for _, tt := range []struct {
		repeals func(string) []string
		text    string
		want    []string
	}{
		{chineseRepeals, "本法自2010年3月1日起施行。《甲法》《乙法》（法释〔2016〕29号）、1994年发布的《丙法》和《丁法》同时废止。", []string{"甲法", "乙法", "丙法", "丁法"}},
		{chineseRepeals, "《甲法》第三条、依据《丁法》制定的《乙法》同时废止。《丙法》继续有效。", []string{"乙法"}},
		{englishRepeals, "This Act enters into force on 1 May 2005. The Old Act, the Fire Safety Act and the Sale of Goods Act are hereby repealed.", []string{"Old Act", "Fire Safety Act", "Sale of Goods Act"}},
		{englishRepeals, "Article 3 of the Old Act and the New Act are repealed. The Fire Safety Act applies.", []string{"New Act"}},
	} {
		if diff := cmp.Diff(tt.want, tt.repeals(tt.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// Title marks around a title are no part of it, and a title within it has its own.
func TestCleanTitle(t *testing.T) {
	for title, want := range map[string]string{
		"《甲法》":        "甲法",
		"关于适用《甲法》的解释": "关于适用〈甲法〉的解释",
		"《甲法》和《乙法》":   "〈甲法〉和〈乙法〉",
		"关于适用〈甲法〉的解释": "关于适用〈甲法〉的解释",
	} {
		if got := cleanTitle(title); got != want {
			t.Errorf("cleanTitle(%s) = %s, want %s", title, got, want)
		}
	}
}

// The manifest is compared with the texts, and a law in two folders is read once.
func TestManifest(t *testing.T) {
	c, err := Read(t.Context(), write(t, map[string]string{
		"甲法/2020-01-01.md": "# 甲法\n第一条 一。", "乙法/2020-01-01.md": "# 甲法\n第一条 二。",
		"MANIFEST.jsonl": `{"title":"甲法","version_date":"2020-01-01","articles":2}` + "\n\nx\n" + `{"title":"丙法","version_date":"2020-01-01"}`,
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	for _, f := range c.Faults {
		faults = append(faults, f.String()+" ("+string(f.Effect)+")")
	}
	want := []string{
		"MANIFEST.jsonl:3: not an object of JSON: want title, version_date and articles (kept)",
		"MANIFEST.jsonl:4: no text of 丙法 of 2020-01-01: want a file for each line (kept)",
		"甲法/2020-01-01.md: 1 articles: want 2 as line 1 of MANIFEST.jsonl has it (kept)",
		"甲法/2020-01-01.md: the law 甲法 of folder 乙法 again: want one folder a law (file left out)",
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	if len(c.Laws) != 1 || len(c.Versions) != 1 {
		t.Errorf("%d laws and %d versions, want 1 and 1", len(c.Laws), len(c.Versions))
	}
}

func TestRecognize(t *testing.T) {
	for _, tc := range []struct {
		file string
		want bool
	}{{"甲法/2020-01-01.md", true}, {"甲法/2020-01-01.TXT", true}, {"CompanyInfo.jsonl", false}, {"2020-01-01.md", false}, {"甲法/a.md", false}} {
		if got, err := Recognize(write(t, map[string]string{tc.file: ""})); err != nil || got != tc.want {
			t.Errorf("Recognize with %s: %v, %v, want %v", tc.file, got, err, tc.want)
		}
	}
	if _, err := Recognize(filepath.Join(t.TempDir(), "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent directory: %v", err)
	}
}

// The rows do not depend on the number of workers, and reading ends with its context.
func TestReadWorkers(t *testing.T) {
	dir := realTexts(t)
	one, err := Read(t.Context(), dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Read(t.Context(), dir, 7)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, many); diff != "" {
		t.Errorf("with 7 workers (-1 +7):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, dir, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// Names and IDs are unique, and each row refers to rows that exist.
func TestKeys(t *testing.T) {
	c, err := Read(t.Context(), realTexts(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	laws, versions, provisions := map[string]bool{}, map[string]bool{}, map[string]bool{}
	unique := func(seen map[string]bool, key string) {
		if seen[key] || key == "" {
			t.Errorf("key %q stands twice", key)
		}
		seen[key] = true
	}
	for _, l := range c.Laws {
		unique(laws, l.Title)
	}
	for _, v := range c.Versions {
		unique(versions, v.Name)
		if !laws[v.Law] || !v.Until.IsZero() && !v.InForce.Before(v.Until) {
			t.Errorf("version %s: law %s, in force %s until %s", v.Name, v.Law, v.InForce, v.Until)
		}
	}
	for _, p := range c.Provisions {
		unique(provisions, p.ID)
		if !versions[p.Version] || p.Text == "" {
			t.Errorf("provision %s of version %s: text %q", p.ID, p.Version, p.Text)
		}
	}
}

func TestNumbers(t *testing.T) {
	for s, want := range map[string]int{"一": 1, "十": 10, "十二": 12, "二十": 20, "一百零九": 109, "一百一十": 110, "一千二百六十": 1260, "二〇一八": 2018,
		"１２": 12, "壹佰零贰": 102, "廿一": 21, "一 百": 100} {
		if got, ok := parseNumber(s); !ok || got != want {
			t.Errorf("parseNumber(%q) = %d, %v, want %d", s, got, ok, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9999).Draw(t, "n")
		if got, ok := parseNumber(formatHan(n)); !ok || got != n {
			t.Errorf("parseNumber(%q) = %d, %v", formatHan(n), got, ok)
		}
	})
}

func TestChineseEvents(t *testing.T) {
	for _, tc := range []struct {
		line string
		want string
	}{
		{"1994年8月31日第八届全国人民代表大会常务委员会第九次会议通过", "1994-08-31 通过"},
		{"（1993年12月29日第八届会议通过 根据2018年10月26日第十三届会议《关于修改〈甲法〉的决定》修正）", "1993-12-29 通过, 2018-10-26 修正"},
		{"1999年12月25日 会议通过的《中华人民共和国刑法修正案》", "1999-12-25 修正"},
		{"2017年2月8日 国务院第164次常务会议修订通过", "2017-02-08 修订"},
		{"1982年12月10日第五次会议通过并于同日公布施行", "1982-12-10 通过, 1982-12-10 施行"},
		{"2004年3月14日 全国人民代表大会公告公布施行", "2004-03-14 公布, 2004-03-14 施行"},
		{"2017年9月27日 国务院令第689号修订", "2017-09-27 修订, 2017-09-27 公布"},
		{"二〇一八年十月二十六日修正", "2018-10-26 修正"},
		{"2023年3月27日甲会议、2023年7月27日乙会议通过", ""},
		{"2022年1月1 施行", ""}, {"2022年2月30日 施行", ""},
		{"为了实施2012年8月31日会议通过的法律，制定本解释。", ""},
	} {
		got := ""
		for _, e := range chineseEvents(tc.line) {
			if got != "" {
				got += ", "
			}
			got += e.day.Format(time.DateOnly) + " " + e.verb
		}
		if got != tc.want {
			t.Errorf("events of %q: %q, want %q", tc.line, got, tc.want)
		}
	}
}

// Texts of three versions: the days of each, by role, and its name.
func TestDates(t *testing.T) {
	c, err := Read(t.Context(), write(t, map[string]string{
		"甲法/2000-01-10.md": "# 甲法\n2000年1月10日会议通过\n第一条 一。\n第二条 本法自2000年3月1日起施行。",
		"甲法/2010-05-01.md": "# 甲法\n2000年1月10日会议通过\n2010年5月1日会议修订\n第一条 二。\n第二条 本法自2010年7月1日起施行。",
		"甲法/2015-01-01.md": "# 甲法\n2000年1月10日会议通过\n2010年5月1日会议修订\n根据2014年12月1日会议《关于修改〈甲法〉的决定》修正\n第一条 三。\n第二条 本法自2010年7月1日起施行。",
		"丙法/2000-01-10.md": "# 丙法\n2000年1月10日会议通过\n第一条 本法自2000年3月1日起施行。",
		"丙法/2012-01-01.md": "# 丙法\n2000年1月10日会议通过\n2005年1月1日会议修正\n2012年1月1日会议修订\n第一条 本法自2012年3月1日起施行。",
		"丙法/2014-12-01.md": "# 丙法\n2000年1月10日会议通过\n2012年1月1日会议修订\n2014年12月1日会议修正\n第一条 本法自2012年3月1日起施行。",
		"乙法/2001-01-01.md": "# 乙法\n第一条 本法自公布之日起施行。",
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range c.Versions {
		got = append(got, v.Name+" "+v.Adopted.Format(time.DateOnly)+" "+v.Amended.Format(time.DateOnly)+" "+v.InForce.Format(time.DateOnly)+" "+v.Until.Format(time.DateOnly))
	}
	want := []string{
		"《丙法》（2000年1月10日通过） 2000-01-10 0001-01-01 2000-03-01 0001-01-01", // amended in 2005, on an unknown day of force
		"《丙法》（2012年1月1日修订） 2000-01-10 2012-01-01 2012-03-01 0001-01-01",
		"《丙法》（2014年12月1日修正） 2000-01-10 2014-12-01 0001-01-01 0001-01-01", // the clause is that of 2012
		"《乙法》（2001年1月1日文本） 0001-01-01 0001-01-01 0001-01-01 0001-01-01",
		"《甲法》（2000年1月10日通过） 2000-01-10 0001-01-01 2000-03-01 2010-07-01",
		"《甲法》（2010年5月1日修订） 2000-01-10 2010-05-01 2010-07-01 0001-01-01",
		"《甲法》（2015年1月1日文本） 2000-01-10 0001-01-01 0001-01-01 0001-01-01",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}
