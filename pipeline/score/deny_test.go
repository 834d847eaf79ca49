package score

import (
	"strings"
	"testing"
)

// One character on either side decides whether the patterns are tried at all; the
// result is as if they always were.
func TestUseOfIsThePatterns(t *testing.T) {
	pieces := []string{
		"", "不是", "不到", "并非", "绝非", "能否", "是否为", "未满", "未达", "不足", "超出", "或者", "也许", "不超过", "多于", "大小于", "等于", "不早于", "至少", "至多",
		"not the", "n't", "n’t in", "more than", "at least", "up to", "before", "以上", "之前", "(含)以上", "or more", "或者是", "或",
		"还是", "抑或", "要么", "要么是", "也可能", "也许是", "or", "neither", "neither a", "never an", "than on", "nor in", "exceeds", "exceeding the", "not at most", "over", "under", "after",
		"order", "for", " files or 3", " files or three", " a very long list of files or 3", " ", ",", "、", "\"", ":", "执", "民", "号", "x", "达",
	}
	for _, outer := range pieces {
		for _, inner := range pieces {
			for _, before := range []string{outer + inner, outer + inner + " ", outer + inner + "¥"} {
				checkUse(t, before, "")
			}
			for _, after := range []string{inner + outer, " " + inner + outer, ", " + inner + outer} {
				checkUse(t, "", after)
			}
			checkUse(t, outer, inner)
		}
	}
}

func checkUse(t *testing.T, before, after string) {
	t.Helper()
	end := tail(strings.TrimRight(before, "-¥ "))
	want := use{
		refused: refusal.MatchString(end) || bound.MatchString(after),
		either:  orAfter.MatchString(after) || orNumber.MatchString(after) || orBefore.MatchString(end),
	}
	if got := useOf(before, after); got != want {
		t.Errorf("useOf(%q, %q) = %+v, want %+v", before, after, got, want)
	}
}
