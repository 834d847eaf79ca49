package legislation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// statute writes a law of these articles.
func statute(articles ...string) string {
	text := "# 甲法\n"
	for i, a := range articles {
		text += "第" + formatHan(i+1) + "条 " + a + "\n"
	}
	return text
}

// Words of articles that have nothing to do with one another.
const (
	fire    = "单位应当配备消防设施，定期组织检验、维修，确保完好有效。"
	water   = "取用地下水须经水行政主管部门批准，并缴纳水资源费。"
	work    = "用人单位自用工之日起即与劳动者建立劳动关系，并备查职工名册。"
	goods   = "出卖人交付标的物不符合约定质量的，买受人有权要求更换。"
	court   = "人民法院受理案件后，应当在五日内将起诉状副本发送被告。"
	general = "违反前款规定的，由主管机关责令改正。"
)

func TestChanges(t *testing.T) {
	for _, tc := range []struct {
		name          string
		before, after []string
		want          string
	}{
		{"unchanged but for width and blanks", []string{fire, water}, []string{strings.ReplaceAll(fire, "，", ","), " " + water}, "1=1 unchanged, 2=2 unchanged"},
		{"amended", []string{fire, water}, []string{fire, strings.Replace(water, "批准", "许可", 1)}, "1=1 unchanged, 2=2 amended"},
		{"added in the middle", []string{fire, water}, []string{fire, work, water}, "1=1 unchanged, 2=3 renumbered, +2 added"},
		{"repealed", []string{fire, work, water}, []string{fire, water}, "1=1 unchanged, 2 repealed, 3=2 renumbered"},
		{"moved and amended", []string{fire, work, water}, []string{strings.Replace(water, "批准", "许可", 1), fire, work},
			"1=2 renumbered, 2=3 renumbered, 3=1 renumbered and amended"},
		{"replaced", []string{fire, work}, []string{fire, goods}, "1=1 unchanged, 2 repealed, +2 added"},
		{"equal articles of the same numbers", []string{general, fire, general}, []string{general, water, general}, "1=1 unchanged, 2 repealed, 3=3 unchanged, +2 added"},
		{"equal articles of other numbers", []string{general, fire, general}, []string{fire, general, general}, "1 in doubt, 2=1 renumbered, 3=3 unchanged, +2 in doubt"},
		{"merged", []string{fire, work, goods}, []string{fire + work, goods}, "1 in doubt, 2 in doubt, 3=2 renumbered, +1 in doubt"},
		{"split", []string{fire + work, goods}, []string{fire, work, goods}, "1 in doubt, 2=3 renumbered, +1 in doubt, +2 in doubt"},
		{"two that are alike", []string{court}, []string{strings.Replace(court, "五日", "七日", 1), strings.Replace(court, "五日", "九日", 1)}, "1 in doubt, +1 in doubt, +2 in doubt"},
		{"a placeholder", []string{fire, work, water}, []string{fire, "（删去）", water}, "1=1 unchanged, 2 repealed, 3=3 unchanged"},
		{"a number that stands twice", []string{fire, work}, []string{fire, "乙。\n第二条 丙。"}, "1=1 unchanged, 2 in doubt"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before, after := parseText(statute(tc.before...), ".md"), parseText(statute(tc.after...), ".md")
			var got []string
			for _, c := range changesOf("甲法", before, after, Version{}, Version{}) {
				b, a := numberOf(c.ArticleBefore), numberOf(c.ArticleAfter)
				switch {
				case b != "" && a != "":
					b += "=" + a
				case b == "":
					b = "+" + a
				}
				got = append(got, b+" "+string(c.Kind))
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

// numbers are trigrams: those from first to end, and so many that only this article has.
func numbers(number, first, end, own int) articleText {
	a := articleText{number: number, folded: fmt.Sprint(number, first, end, own)}
	for i := first; i < end; i++ {
		a.trigrams = append(a.trigrams, uint64(i))
	}
	for i := range own {
		a.trigrams = append(a.trigrams, uint64(number)<<32|uint64(i))
	}
	return a
}

// The evidence by its measures: a margin from both sides, and parts within another article.
func TestAlignBounds(t *testing.T) {
	for _, tc := range []struct {
		name     string
		from, to []articleText
		want     string
	}{
		{"alike", []articleText{numbers(1, 0, 60, 40)}, []articleText{numbers(7, 0, 60, 40)}, "0=0"},
		{"too little alike", []articleText{numbers(1, 0, 40, 60)}, []articleText{numbers(7, 0, 40, 60)}, "0?"},
		{"nothing alike", []articleText{numbers(1, 0, 20, 80)}, []articleText{numbers(7, 0, 20, 80)}, "0-"},
		{"no margin after", []articleText{numbers(1, 0, 100, 0)}, []articleText{numbers(7, 0, 58, 42), numbers(8, 0, 51, 49)}, "0?"},
		{"a margin after", []articleText{numbers(1, 0, 100, 0)}, []articleText{numbers(7, 0, 58, 42), numbers(8, 0, 25, 75)}, "0=0"},
		{"no margin before", []articleText{numbers(7, 0, 58, 42), numbers(8, 0, 51, 49)}, []articleText{numbers(1, 0, 100, 0)}, "0? 1?"},
		{"much alike and out of order", []articleText{numbers(1, 0, 85, 15), numbers(2, 200, 300, 0)}, []articleText{numbers(2, 200, 300, 0), numbers(7, 0, 85, 15)}, "0=1 1=0"},
		{"alike and out of order", []articleText{numbers(1, 0, 60, 40), numbers(2, 200, 300, 0)}, []articleText{numbers(2, 200, 300, 0), numbers(7, 0, 60, 40)}, "0? 1=0"},
		{"alike and out of order after an equal one", []articleText{numbers(2, 200, 300, 0), numbers(8, 0, 60, 40)}, []articleText{numbers(1, 0, 60, 40), numbers(2, 200, 300, 0)}, "0=1 1?"},
		{"alike and in order", []articleText{numbers(2, 200, 300, 0), numbers(3, 0, 60, 40), numbers(4, 300, 400, 0)},
			[]articleText{numbers(2, 200, 300, 0), numbers(7, 0, 60, 40), numbers(4, 300, 400, 0)}, "0=0 1=1 2=2"},
		{"a small article within a large one", []articleText{numbers(1, 0, 20, 0), numbers(2, 50, 250, 0)}, []articleText{numbers(7, 0, 250, 0)}, "0? 1?"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := align(tc.from, tc.to)
			var got []string
			for i, j := range a.toOf {
				switch {
				case j >= 0:
					got = append(got, fmt.Sprintf("%d=%d", i, j))
				case a.fromDoubtful[i]:
					got = append(got, fmt.Sprintf("%d?", i))
				default:
					got = append(got, fmt.Sprintf("%d-", i))
				}
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("alignment (-want +got):\n%s", diff)
			}
		})
	}
}

// numberOf reads 第十二条.
func numberOf(label string) string {
	n, ok := parseNumber(strings.TrimSuffix(strings.TrimPrefix(label, "第"), "条"))
	if !ok {
		return ""
	}
	return fmt.Sprint(n)
}

// Articles that are permuted, and nothing else, are renumbered or unchanged.
func TestPermutedArticles(t *testing.T) {
	words := []string{fire, water, work, goods, court, general}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "order")
		var after []string
		for _, i := range order {
			after = append(after, words[i])
		}
		changes := changesOf("甲法", parseText(statute(words...), ".md"), parseText(statute(after...), ".md"), Version{}, Version{})
		if len(changes) != len(words) {
			t.Fatalf("%d changes, want %d", len(changes), len(words))
		}
		for i, c := range changes {
			j := 0
			for order[j] != i {
				j++
			}
			want := Renumbered
			if i == j {
				want = Unchanged
			}
			if c.Kind != want || numberOf(c.ArticleAfter) != fmt.Sprint(j+1) || c.Similarity != 1 {
				t.Errorf("article %d: %+v, want %s as %d", i+1, c, want, j+1)
			}
		}
	})
}

func TestCitations(t *testing.T) {
	c, err := Read(t.Context(), write(t, map[string]string{
		"公司法/2020-01-01.md": "# 中华人民共和国公司法\n第一条 一。\n第二条 违反本法第一条、第三条第一款和第九条的，依照本法第四条至第五条处罚。\n第二条之一 前条规定的处罚。\n第三条 三。\n第四条 本法第二条之一第（一）项。\n第五条 五。",
		"办法/2020-01-01.md": "# 办法\n第一条 根据《中华人民共和国公司法》（以下简称公司法）制定。\n第二条 公司法第三条、第七条。\n" +
			"第三条 原《公司法》第一条，《公司法》第一条至第三条，《合同法》第二条，本办法第一条。\n第四条 《公司法》第五条、第五条第一款。",
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range c.Citations {
		got = append(got, c.Citing+" "+c.Cited+" "+c.ID[strings.Index(c.ID, "#"):])
	}
	want := []string{
		"《中华人民共和国公司法》第二条 《中华人民共和国公司法》第一条 #2-0.0.0.0~1",
		"《中华人民共和国公司法》第二条 《中华人民共和国公司法》第三条 #2-0.0.0.0~2",
		"《中华人民共和国公司法》第二条 《中华人民共和国公司法》第四条 #2-0.0.0.0~3",
		"《中华人民共和国公司法》第二条 《中华人民共和国公司法》第五条 #2-0.0.0.0~4",
		"《中华人民共和国公司法》第二条之一 《中华人民共和国公司法》第二条 #2-1.0.0.0~1",
		"《中华人民共和国公司法》第四条 《中华人民共和国公司法》第二条之一 #4-0.0.0.0~1",
		"《办法》第二条 《中华人民共和国公司法》第三条 #2-0.0.0.0~1",
		"《办法》第三条 《办法》第一条 #3-0.0.0.0~1",
		"《办法》第四条 《中华人民共和国公司法》第五条 #4-0.0.0.0~1",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
}
