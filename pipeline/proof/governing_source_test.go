package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
)

// The case that is fined, in text and in JSON, with a place for the day of its facts, and another
// case that differs in number and in that day.
const (
	finedText = `# 吴某与青崖船闸管理处行政处罚纠纷案

案号：（2012）青0101行初7号

{happened}

裁判日期：2014年3月5日

## 案件事实

吴某的船在闸室内移动，管理处按照新的数额作出处罚。

## 裁判结果

撤销被告作出的处罚决定。

## 争议焦点

处罚应当按照哪个数额作出。

## 裁判理由

本院认为，行为发生在新条例施行之前，处罚数额过高。

## 相关法条

《云岭省船闸通行条例》第三条第二款
`
	finedObject = `{"案号": "（2012）青0101行初7号", "title": "吴某与青崖船闸管理处行政处罚纠纷案", {happened}, "裁判日期": "2014年3月5日",
  "facts": "吴某的船在闸室内移动，管理处按照新的数额作出处罚。", "outcome": "撤销被告作出的处罚决定。", "focus": "处罚应当按照哪个数额作出。",
  "reasoning": "本院认为，行为发生在新条例施行之前，处罚数额过高。", "citations": ["《云岭省船闸通行条例》第三条第二款"]}`
	otherObject = `{"案号": "（2013）青0101行初8号", "title": "钱某与青崖船闸管理处行政处罚纠纷案", "事实发生日期": "2012年7月2日", "裁判日期": "2014年3月5日",
  "facts": "钱某的船在闸室内移动。", "outcome": "撤销处罚决定。", "focus": "处罚应当按照哪个数额作出。",
  "reasoning": "本院认为，处罚数额过高。", "citations": ["《云岭省船闸通行条例》第三条第二款"]}`
)

// casesIn writes files of cases to a directory.
func casesIn(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The day of the facts is found in its bytes in every format of cases, and its words count there.
func TestDayOfTheFactsInItsSource(t *testing.T) {
	text := func(happened string) map[string]string {
		return map[string]string{"case.md": strings.ReplaceAll(finedText, "{happened}", happened)}
	}
	object := func(happened string) string { return strings.ReplaceAll(finedObject, "{happened}", happened) }
	line := func(object string) string { return strings.ReplaceAll(object, "\n", "") + "\n" }
	day := `"事实发生日期": "2012年6月18日"`
	at := func(files map[string]string, text string) string {
		for _, data := range files {
			first := strings.Index(data, text)
			return fmt.Sprintf("%d-%d", first, first+len(text))
		}
		return ""
	}
	happened := func(span, day string) func(tables) {
		return func(ts tables) {
			for _, r := range ts[caseTable] {
				if r["id"] == fined {
					before, _, _ := strings.Cut(r["spans"].(string), "; happened")
					r["spans"], r["happened"] = before+"; happened "+span, day
				}
			}
		}
	}
	spans := func(spans string) func(tables) {
		return func(ts tables) {
			set(ts, caseTable, "id", fined, map[string]any{"spans": spans, "happened": "2012-06-18"})
		}
	}
	several := map[string]string{"cases.jsonl": line(otherObject) + line(object(day))}
	labelled := text("事实发生日期：2012年6月18日")
	again := text("事实发生日期：2012年6月18日\n\n## 备注\n\n2012 年 6 月 18 日")
	twice := text("事实发生日期：2012年6月18日\n\n行为发生日期：2012年6月19日")
	below := text("## 事实发生日期\n\n2012年6月18日\n\n2012年6月19日")
	after := text("事实发生日期：2012年6月18日\n2012年6月19日")
	for _, c := range []struct {
		name  string
		files map[string]string
		edit  func(tables)
		want  string
	}{
		{name: "on the line of its heading", files: labelled},
		{name: "below its heading", files: text("## 事实发生日期\n\n2012年6月18日")},
		{name: "below a heading in brackets", files: text("【行为发生日期】\n2012年6月18日。")},
		{name: "a numbered heading", files: text("一、事实发生日期：2012年6月18日")},
		{name: "a heading numbered in digits", files: text("1. 事实发生日期：2012年6月18日")},
		{name: "a heading numbered in brackets", files: text("（一）事实发生日期\n2012年6月18日")},
		{name: "a bare heading before a bare heading", files: text("事实发生日期\n2012年6月18日\n案由\n行政处罚")},
		{name: "another heading without a text", files: text("合同签订日期：\n事实发生日期：2012年6月18日")},
		{name: "a heading without a text behind", files: text("事实发生日期：2012年6月18日\n\n## 合同签订日期\n")},
		{name: "in numerals", files: text("事实发生日期：二〇一二年六月十八日")},
		{name: "in digits", files: text("事实发生日期：2012.06.18")},
		{name: "in English", files: text("Date of the facts: 18th June 2012")},
		{name: "JSON", files: map[string]string{"case.json": object(day)}},
		{name: "a list of JSON", files: map[string]string{"cases.json": "[" + otherObject + ",\n " + object(day) + "]"}},
		{name: "JSON lines", files: several},
		{name: "escapes", files: map[string]string{"case.json": object(`"\u4e8b\u5b9e发生日期": "2012\u5e746月18日"`)}},
		{name: "a key in another case", files: map[string]string{"case.json": object(`"dateOfFacts": "2012-06-18"`)}},
		{name: "keys of heading and text", files: map[string]string{"case.json": object(`"sections": [{"heading": "Facts day", "text": ["2012-06-18"]}]`)}},
		{name: "an object of days", files: map[string]string{"case.json": object(`"days": {"facts day": "18 June 2012"}`)}},
		{name: "a declared heading", files: map[string]string{"case.md": strings.ReplaceAll(finedText, "{happened}", "案发日期：2012年6月18日"), "headings.yaml": "happened: [案发日期]\n"}},

		{name: "JSON with null for another day", files: map[string]string{"case.json": object(`"合同签订日期": null, ` + day)}},
		{name: "JSON with no text for another day", files: map[string]string{"case.json": object(day + `, "合同签订日期": ""`)}},

		{name: "the bytes of another day", files: labelled, edit: happened(at(labelled, "2014年3月5日"), "2012-06-18"), want: "executed source"},
		{name: "the day of decision", files: labelled, edit: happened(at(labelled, "2014年3月5日"), "2014-03-05"), want: "executed source"},
		{name: "a part of the day", files: labelled, edit: happened(at(labelled, "2012年6月1"), "2012-06-01"), want: "executed source"},
		{name: "another day than that of the bytes", files: labelled, edit: happened(at(labelled, "2012年6月18日"), "2012-06-19"), want: "executed source"},
		{name: "bytes elsewhere that read the same", files: again, edit: happened(at(again, "2012 年 6 月 18 日"), "2012-06-18"), want: "executed source"},
		{name: "one of two days", files: twice, edit: happened(at(twice, "2012年6月19日"), "2012-06-19"), want: "executed source"},
		{name: "two days below a heading", files: below, edit: happened(at(below, "2012年6月18日"), "2012-06-18"), want: "executed source"},
		{name: "a day after a day on the line of its heading", files: after, edit: happened(at(after, "2012年6月18日"), "2012-06-18"), want: "executed source"},
		{name: "a part of the file", files: labelled, edit: spans("case 0-300; happened " + at(labelled, "2012年6月18日")), want: "executed source"},
		{name: "a case and more", files: several, edit: spans(fmt.Sprintf("case %d-%d; happened %s", len(line(otherObject)), len(several["cases.jsonl"]), at(several, "2012年6月18日"))), want: "executed source"},
		{name: "bytes beyond the file", files: labelled, edit: happened("9000-9015", "2012-06-18"), want: "executed source"},
		{name: "no bytes", files: labelled, edit: func(ts tables) { delete(ts[caseTable][0], "spans") }, want: "executed source"},
		{name: "the day of another case in the file", files: several, edit: happened(at(several, "2012年7月2日"), "2012-07-02"), want: "executed source"},
		{name: "the bytes of another case", files: several, want: "executed source", edit: func(ts tables) {
			for _, r := range ts[caseTable] {
				if r["id"] == fined {
					r["spans"], r["happened"] = ts[caseTable][0]["spans"], "2012-07-02"
				}
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := governingSourcesIn(t, casesIn(t, c.files), c.edit)
			x, reason := ask(t, w, "governing_text", "", fined, locks+"第三条第二款")
			if reason != "" {
				t.Fatalf("no task: %s", reason)
			}
			if got := firstFault(t, w, x); got != c.want {
				t.Errorf("fault %q, want %q", got, c.want)
			}
		})
	}
}

// The number of a case is no part of another.
func TestHoldsNumber(t *testing.T) {
	for _, c := range []struct {
		text, number string
		want         bool
	}{
		{"Case No 7", "Case No 7", true}, {"case  no 7, decided", "Case No 7", true}, {"Case No 71", "No 7", false}, {"Case No 7A", "Case No 7", false},
		{"Case No 71 and Case No 7.", "Case No 7", true}, {"案号：（2012）青0101行初7号", "（2012）青0101行初7号", true},
		{"(2012)青 0101 行初 7 号行政判决书", "（2012）青0101行初7号", true}, {"（2012）青0101行初17号", "行初7号", false},
	} {
		if got := holdsNumber(c.text, c.number); got != c.want {
			t.Errorf("%q in %q: %t, want %t", c.number, c.text, got, c.want)
		}
	}
}

// Any bytes are taken apart into texts of the file, or refused.
func FuzzTextsOfCase(f *testing.F) {
	f.Add(finedText, false, int64(0), int64(len(finedText)))
	f.Add(otherObject, true, int64(0), int64(len(otherObject)))
	f.Add(`{"a":[{"heading":"facts day","text":"2012"},[[1,null]]]}`, true, int64(0), int64(57))
	f.Add(`{"a":`, true, int64(0), int64(5))
	f.Fuzz(func(t *testing.T, source string, isJSON bool, first, end int64) {
		file := "case.md"
		if isJSON {
			file = "case.json"
		}
		texts, fault := textsOfCase(file, []byte(source), caselaw.Span{First: first, End: end})
		if fault != "" && texts != nil {
			t.Fatalf("%d texts of a case that is refused: %s", len(texts), fault)
		}
		for _, s := range texts {
			if s.first < first || s.end > end || s.first > s.end {
				t.Fatalf("text %q in the bytes %d to %d: want within %d to %d", s.text, s.first, s.end, first, end)
			}
		}
		if stated, fault := factsDay(texts, daysOfFacts); fault == "" && stated.end == 0 {
			t.Fatal("a day that stands nowhere")
		}
	})
}
