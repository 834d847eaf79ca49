package score

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// graded are attempts of every kind that rules tell apart.
func graded() (cases []struct {
	r Reference
	a Attempt
}) {
	add := func(r Reference, answers ...string) {
		for _, answer := range answers {
			cases = append(cases, struct {
				r Reference
				a Attempt
			}{r, Attempt{Answer: answer, Summary: &answer, Observed: true, Calls: callsWith(
				`{"公司名称":"青岚机械有限公司","注册资本":"1.31亿元","法定代表人":"祁远舟"}`, `[{"案号":"（2018）甲01民初217号","审理法院":"青岚市中级人民法院"}]`,
			)}})
		}
	}
	one := func(v value.Answer, middle ...string) Reference {
		return Reference{Question: "2020年的案件怎样？", KeyAnswer: []string{v.Text}, KeyMiddle: middle, Values: []value.Answer{v}}
	}
	add(one(number1("1.31亿元", "1.31", "亿元"), "祁远舟"), "", "13100万元", "1.31", "1.3亿元", "不是1.31亿元", "超过1.31亿元", "1.31亿元、2亿元或3亿元", "¥131,000,000")
	add(one(number1("3件", "3", "件")), "共3起", "三件", "13件", "3家", "at least 3 cases", "3，其中1件为2020年")
	add(one(text1("青岚市中级人民法院", "青岚中院"), "（2018）甲01民初217号", "无"), "由青岚市中级人民法院审理。", "青岚中院", "某某省青岚市中级人民法院第一分院", "青岚市中级人民法院、乙市人民法院、丙市人民法院、丁市人民法院")
	add(one(day1("1983年09月01日")), "1983-9-1", "September 1, 1983", "1983年10月01日", "1983年9月")
	yes := value.Answer{Kind: value.Truth, Text: "是上市公司", Yes: true, Contrary: []string{"不是上市公司"}}
	add(one(yes), "是上市公司", "不是上市公司", "是", "无法确定是否上市", "是上市公司，也不是上市公司")
	add(one(number1("2020年", "2020", "年")), "2020年")
	sentence, keyword, _ := Decline("zh")
	gone := one(text1(keyword))
	gone.Removed = []value.Answer{text1("祁远舟")}
	add(gone, sentence, sentence+"可能是祁远舟。", "祁远舟")
	add(Reference{Question: "q", KeyAnswer: []string{"甲公司", "2亿元"}}, "甲公司与2亿元", "甲公司", "甲公司、2亿元、3亿元、4亿元、5亿元、6亿元、7亿元、8亿元、9亿元、10亿元、11亿元、12亿元、13亿元、14亿元、15亿元、16亿元、17亿元、18亿元、19亿元")
	return cases
}

// Scores of fixed attempts are those of the golden file, which names the version of
// the rules. With UPDATE=1 it is written anew, but not under a version that it had
// with other scores.
func TestVersion(t *testing.T) {
	var b strings.Builder
	for _, c := range graded() {
		line, err := json.Marshal(Grade(&c.r, &c.a))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s ← %.60q\n\t%s\n", strings.Join(c.r.KeyAnswer, ", "), c.a.Answer, line)
	}
	path := filepath.Join("testdata", "version.golden")
	head := fmt.Sprintf("version %d\n", Version)
	old, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	before, same := strings.CutPrefix(string(old), head)
	switch {
	case same && before != b.String():
		t.Fatalf("scores changed under version %d: want a higher Version, and then UPDATE=1 (-want +got):\n%s", Version, cmp.Diff(before, b.String()))
	case same:
	case os.Getenv("UPDATE") == "":
		t.Fatalf("%s is not of version %d: want UPDATE=1", path, Version)
	default:
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(head+b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
