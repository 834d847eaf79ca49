package legislation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// parseText parses a text as the version of 2020-01-01 of the law in folder T.
func parseText(text, ext string) *document {
	return parse(listed{file: "T/2020-01-01" + ext, folder: "T", day: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}, []byte(text))
}

// outline writes the provisions of a document, one a line, with their headings.
func outline(d *document) (lines []string) {
	for _, e := range d.entries {
		line := strings.Join(strings.Fields(strings.Join(append([]string{e.unit.String()}, d.grammar.labelList(e.unit)...), " ")), " ") + " | " + e.text
		if above := strings.TrimSpace(strings.Join(e.headings[:], " ")); above != "" {
			line += " | " + strings.Join(strings.Fields(above), " ")
		}
		lines = append(lines, line)
	}
	return lines
}

func (g *grammar) labelList(u unit) []string { l := g.labels(u); return l[:] }

func TestSegment(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
		faults     []string
	}{
		{"paragraphs, items and sub-items", "# 甲法\n\n## 第一章　总　　则\n\n**第一条**　为了规范，制定本法。\n\n第二条 有下列情形的，处罚：\n\n（一）第一种：\n\n1．甲；\n\n2．乙。\n\n(二)第二种。\n\n前款规定，从其规定。\n", []string{
			"1-0.0.0.0 第一条 | 为了规范，制定本法。 | 第一章 总则",
			"2-0.1.0.0 第二条 第一款 | 有下列情形的，处罚： | 第一章 总则",
			"2-0.1.1.0 第二条 第一款 第（一）项 | 第一种： | 第一章 总则",
			"2-0.1.1.1 第二条 第一款 第（一）项 第1目 | 甲； | 第一章 总则",
			"2-0.1.1.2 第二条 第一款 第（一）项 第2目 | 乙。 | 第一章 总则",
			"2-0.1.2.0 第二条 第一款 第（二）项 | 第二种。 | 第一章 总则",
			"2-0.2.0.0 第二条 第二款 | 前款规定，从其规定。 | 第一章 总则",
		}, nil},
		{"branches, digits, traditional characters", "甲法\n第1條 一。\n第1條之1 二。\n第 二 條　三。\n第二条之二 四。", []string{
			"1-0.0.0.0 第一条 | 一。", "1-1.0.0.0 第一条之一 | 二。", "2-0.0.0.0 第二条 | 三。", "2-2.0.0.0 第二条之二 | 四。",
		}, []string{"T/2020-01-01.md:5: 第二条之二 after 第二条: want 第三条"}},
		{"a list without opening words, and one with digits", "甲法\n第一条 （一）甲；\n（二）乙。\n第二条 下列：\n1.甲；\n2.乙。\n第三条 丙", []string{
			"1-0.0.1.0 第一条 第（一）项 | 甲；", "1-0.0.2.0 第一条 第（二）项 | 乙。",
			"2-0.0.0.0 第二条 | 下列：", "2-0.0.1.0 第二条 第（一）项 | 甲；", "2-0.0.2.0 第二条 第（二）项 | 乙。", "3-0.0.0.0 第三条 | 丙",
		}, nil},
		{"headings of several lines, and without Markdown", "甲法\n目录\n第一章 总则\n第二章 听取报告和\n审议\n第一章 总则\n第一条 一。\n第一节 甲\n第二条 二。\n第二章 听取报告和\n审议\n第三条 三。\n一、小节\n第四条 四。", []string{
			"1-0.0.0.0 第一条 | 一。 | 第一章 总则", "2-0.0.0.0 第二条 | 二。 | 第一章 总则 第一节 甲",
			"3-0.0.0.0 第三条 | 三。 | 第二章 听取报告和审议", "4-0.0.0.0 第四条 | 四。 | 第二章 听取报告和审议 一、小节",
		}, nil},
		{"citations at the beginning of lines", "甲法\n第一条 依照甲法\n第五条 以及乙法，处罚。\n第一条的规定适用。\n第二条 二，\n三。", []string{
			"1-0.1.0.0 第一条 第一款 | 依照甲法第五条 以及乙法，处罚。", "1-0.2.0.0 第一条 第二款 | 第一条的规定适用。", "2-0.0.0.0 第二条 | 二，三。",
		}, nil},
		{"a quotation of several lines", "甲法\n第一条 增加：\n“第九条 一。\n二。”\n第二条 丙。", []string{
			"1-0.1.0.0 第一条 第一款 | 增加：", "1-0.2.0.0 第一条 第二款 | “第九条 一。二。”", "2-0.0.0.0 第二条 | 丙。",
		}, nil},
		{"an item of two paragraphs", "甲法\n第一条 下列：\n（一）甲；\n又甲；\n（二）乙。\n末款。", []string{
			"1-0.1.0.0 第一条 第一款 | 下列：", "1-0.1.1.0 第一条 第一款 第（一）项 | 甲；又甲；",
			"1-0.1.2.0 第一条 第一款 第（二）项 | 乙。", "1-0.2.0.0 第一条 第二款 | 末款。",
		}, nil},
		{"signature and annex", "甲法\n第一条 一。\n第二条 二。\n附件：\n第一条 附一。\n第二条 附二。", []string{
			"1-0.0.0.0 第一条 | 一。", "2-0.0.0.0 第二条 | 二。",
		}, nil},
		{"numbers that jump and repeat", "甲法\n第二条 一。\n第四条 （一）甲；\n（三）乙；\n（三）丙。\n第四条 五。", []string{
			"2-0.0.0.0 第二条 | 一。",
		}, []string{
			"T/2020-01-01.md:2: the first article is 第二条: want 第一条",
			"T/2020-01-01.md:3: 第四条 after 第二条: want 第三条",
			"T/2020-01-01.md:4: item 3 of 第四条: want 2",
			"T/2020-01-01.md:5: item 3 of 第四条: want 4",
			"T/2020-01-01.md:5: a number of 第四条 stands twice: want each number once",
			"T/2020-01-01.md:6: 第四条 after 第四条: want 第五条",
			"T/2020-01-01.md:6: 第四条 stands on line 3 too: want each number once",
		}},
		{"two laws", "# 甲法\n第一条 一。\n第二条 二。\n# 乙法\n第一条 一。", []string{
			"2-0.0.0.0 第二条 | 二。",
		}, []string{
			"T/2020-01-01.md:4: a second title \"乙法\": want one law in a file",
			"T/2020-01-01.md:5: 第一条 again after 第二条: want one law in a file",
			"T/2020-01-01.md:5: 第一条 stands on line 2 too: want each number once",
		}},
		{"articles as headings of Markdown, and lists of Markdown", "# 甲法\n### 第一条 甲。\n#### 第二条\n下列：\n- （一）乙；\n- （二）丙。", []string{
			"1-0.0.0.0 第一条 | 甲。", "2-0.0.0.0 第二条 | 下列：", "2-0.0.1.0 第二条 第（一）项 | 乙；", "2-0.0.2.0 第二条 第（二）项 | 丙。",
		}, nil},
		{"numbers that nothing sets off", "某办法\n第一条为了甲。\n第二条有下列情形的：\n㈠甲；\n㈡乙。\n第三条第二条规定的除外。\n第四条自发布之日起施行。\n某市人民政府\n2020年1月1日", []string{
			"1-0.0.0.0 第一条 | 为了甲。", "2-0.0.0.0 第二条 | 有下列情形的：", "2-0.0.1.0 第二条 第（一）项 | 甲；", "2-0.0.2.0 第二条 第（二）项 | 乙。",
			"3-0.0.0.0 第三条 | 第二条规定的除外。", "4-0.0.0.0 第四条 | 自发布之日起施行。",
		}, nil},
		{"numbers on lines of their own, and 一、 in a list", "臺灣法\r\n第 1 條\r\n本法所稱乙如下：\r\n一、丙。\r\n二、丁。\r\n第 1-1 條\r\n一、不是列表。\r\n", []string{
			"1-0.0.0.0 第一条 | 本法所稱乙如下：", "1-0.0.1.0 第一条 第（一）项 | 丙。", "1-0.0.2.0 第一条 第（二）项 | 丁。", "1-1.0.0.0 第一条之一 | 一、不是列表。",
		}, nil},
		{"an item added behind another", "# 甲法\n第一条 下列：\n（一）甲；\n（一）之一乙；\n（二）丙。\n", []string{
			"1-0.0.0.0 第一条 | 下列：", "1-0.0.1.0 第一条 第（一）项 | 甲；", "1-0.0.1-1.0 第一条 第（一）项之一 | 乙；", "1-0.0.2.0 第一条 第（二）项 | 丙。",
		}, nil},
		{"blanks before lines, and a table of contents", "\ufeff甲法\r\n（2000年1月10日通过）\r\n目　　录\r\n　　第一章　总则\r\n　　　　第一节　设立\r\n第一章　总　　则\r\n　　第一条　甲。\r\n　　乙。\r\n　　第一节　设立\r\n　　第二条　丙。\r\n", []string{
			"1-0.1.0.0 第一条 第一款 | 甲。 | 第一章 总则", "1-0.2.0.0 第一条 第二款 | 乙。 | 第一章 总则", "2-0.0.0.0 第二条 | 丙。 | 第一章 总则 第一节 设立",
		}, nil},
		{"articles that an amendment quotes", "# 甲法修正案\n第一条 甲法增加二条：\n第二十条 甲。\n第二十一条 乙。\n第二条 丙。\n第四条 丁。", []string{
			"1-0.0.0.0 第一条 | 甲法增加二条：", "2-0.0.0.0 第二条 | 丙。", "4-0.0.0.0 第四条 | 丁。",
		}, []string{
			"T/2020-01-01.md:3: 第二十条 after 第一条, which this amendment may quote: want 第二条", "T/2020-01-01.md:4: 第二十一条 after 第一条, which this amendment may quote: want 第二条",
			"T/2020-01-01.md:6: 第四条 after 第二条: want 第三条",
		}},
		{"quoted numbers that are own ones too", "# 甲法修正案\n第一条 甲法增加二条：\n第三条 甲。\n再甲。\n第四条 乙。\n第二条 丙。\n第三条 丁。\n第四条 戊。", []string{
			"1-0.0.0.0 第一条 | 甲法增加二条：", "2-0.0.0.0 第二条 | 丙。", "3-0.0.0.0 第三条 | 丁。", "4-0.0.0.0 第四条 | 戊。",
		}, []string{
			"T/2020-01-01.md:3: 第三条 after 第一条, which this amendment may quote: want 第二条", "T/2020-01-01.md:5: 第四条 after 第一条, which this amendment may quote: want 第二条",
		}},
		{"an own number that is missing in an amendment", "# 甲法修正案\n第一条 甲。\n第三条 乙。\n第四条 丙。", []string{
			"1-0.0.0.0 第一条 | 甲。", "3-0.0.0.0 第三条 | 乙。", "4-0.0.0.0 第四条 | 丙。",
		}, []string{"T/2020-01-01.md:3: 第三条 after 第一条: want 第二条"}},
		{"articles that the last article of an amendment quotes", "# 甲法修正案\n第一条 甲。\n第二条 甲法增加二条：\n第二十条 甲。\n第二十一条 乙。", []string{
			"1-0.0.0.0 第一条 | 甲。", "2-0.0.0.0 第二条 | 甲法增加二条：",
		}, []string{
			"T/2020-01-01.md:4: 第二十条 after 第二条, which this amendment may quote: want 第三条", "T/2020-01-01.md:5: 第二十一条 after 第二条, which this amendment may quote: want 第三条",
		}},
		{"a quoted branch of the next number", "# 甲法修正案\n第一条 甲法增加二条：\n第二十条 甲。\n第二条之一 乙。\n第二条 丙。", []string{
			"1-0.0.0.0 第一条 | 甲法增加二条：", "2-0.0.0.0 第二条 | 丙。",
		}, []string{
			"T/2020-01-01.md:3: 第二十条 after 第一条, which this amendment may quote: want 第二条", "T/2020-01-01.md:4: 第二条之一 after 第一条, which this amendment may quote: want 第二条",
		}},
		{"the first article, quoted", "# 甲法修正案\n第一条 甲。\n第二条 甲法第一条改为：\n第一条 乙。\n第三条 丙。", []string{
			"1-0.0.0.0 第一条 | 甲。", "2-0.0.0.0 第二条 | 甲法第一条改为：", "3-0.0.0.0 第三条 | 丙。",
		}, []string{"T/2020-01-01.md:4: 第一条 after 第二条, which this amendment may quote: want 第三条"}},
		{"a single article, quoted", "# 甲法修正案\n第一条 甲法增加一条：\n第二十条 甲。\n第二条 乙。", []string{
			"1-0.0.0.0 第一条 | 甲法增加一条：", "2-0.0.0.0 第二条 | 乙。",
		}, []string{"T/2020-01-01.md:3: 第二十条 after 第一条, which this amendment may quote: want 第二条"}},
		{"no article", "# 甲法\n正文。", nil, []string{"T/2020-01-01.md: no article: want lines that begin with 第一条"}},
		{"not UTF-8", "# 甲法\n第一条 \xff。", nil, []string{"T/2020-01-01.md:2: a byte that is not UTF-8: want UTF-8"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := parseText(tc.text, ".md")
			if diff := cmp.Diff(tc.want, outline(d)); diff != "" {
				t.Errorf("provisions (-want +got):\n%s", diff)
			}
			sortFaults(d.faults)
			var faults []string
			for _, f := range d.faults {
				faults = append(faults, f.String())
			}
			if diff := cmp.Diff(tc.faults, faults); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if !d.leftOut {
				checkPieces(t, d, tc.text)
			}
		})
	}
}

// checkPieces checks that the pieces of a file rebuild it, and that the texts of provisions
// stand where they say.
func checkPieces(t testing.TB, d *document, source string) {
	t.Helper()
	var rebuilt strings.Builder
	end := 0
	for _, p := range d.pieces {
		if p.first != end || p.end <= p.first {
			t.Fatalf("%s: a piece [%d, %d) after one that ends at %d", d.file, p.first, p.end, end)
		}
		end = p.end
		rebuilt.WriteString(source[p.first:p.end])
	}
	if rebuilt.String() != source {
		t.Fatalf("%s: the pieces rebuild %d bytes of %d", d.file, rebuilt.Len(), len(source))
	}
	end = 0
	for _, e := range d.entries {
		if e.first < end || e.end < e.first || e.end > len(source) {
			t.Fatalf("%s:%d: a text [%d, %d) after one that ends at %d", d.file, e.line, e.first, e.end, end)
		}
		end = e.end
		if got, want := squeeze(e.text), squeeze(clean(source[e.first:e.end])); got != want && !strings.ContainsAny(source[e.first:e.end], "\n<&") {
			t.Fatalf("%s:%d: text %q, its bytes are %q", d.file, e.line, got, want)
		}
	}
}

// squeeze removes all blanks.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// realTexts returns the directory of the real laws, or skips the test.
func realTexts(t testing.TB) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data") // beside the module
	}
	dir := filepath.Join(data, "statutes", "zh")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real laws: %v: set TASKGROVE_DATA to the folder of the real data", err)
	}
	return dir
}

// Every real file is rebuilt by its pieces.
func TestRealTextsRebuild(t *testing.T) {
	dir := realTexts(t)
	l, err := list(dir)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := readTexts(t.Context(), dir, l.texts, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		source, err := os.ReadFile(filepath.Join(dir, d.file))
		if err != nil {
			t.Fatal(err)
		}
		checkPieces(t, d, string(source))
	}
}
