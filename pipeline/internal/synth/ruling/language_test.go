package ruling

import (
	"slices"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

func TestSpeech(t *testing.T) {
	tongues := map[string]*name.Namer{}
	for _, language := range languages {
		tongue, err := name.New(language)
		if err != nil {
			t.Fatal(err)
		}
		tongues[language] = tongue
	}
	day, after := society.NewDay(2019, 1, 24), society.NewDay(2020, 3, 2)
	four := []string{"A", "B", "C", "D"}
	six := append(slices.Clone(four), "E", "F")
	cited := []statute.CitableArticle{{Title: "T", Article: "1"}, {Title: "T", Article: "2"}, {Title: "U", Article: "3", Version: time.Time{}}}
	for _, c := range []struct{ what, got, want string }{
		{"Chinese sum", chinese{}.sum(tongues["zh"], 91665714, 5), "916657.14元"},
		{"Chinese sum with commas", chinese{}.sum(tongues["zh"], 91665714, 9), "916,657.14元"},
		{"Chinese sum in ten thousands", chinese{}.sum(tongues["zh"], 70_000_000, 0), "70万元"},
		{"Chinese sum that is no ten thousands", chinese{}.sum(tongues["zh"], 70_000_001, 0), "700000.01元"},
		{"English sum", english{}.sum(tongues["en"], 91665714, 0), "CNY 916,657.14"},
		{"English sum with commas", english{}.sum(tongues["en"], 91665714, 5), "CNY 916,657.14"},
		{"English sum in its last style", english{}.sum(tongues["en"], 500000, 9), "CNY 5,000"},
		{"Chinese day", chinese{}.day(day), "2019年1月24日"},
		{"English day", english{}.day(day), "24 January 2019"},
		{"Chinese rate", chinese{}.rate("B", 15, after, after), "B授权公布的同期贷款市场报价利率的1.5倍"},
		{"English rate", english{}.rate("B", 20, after, after), "2 times the loan prime rate published by the B"},
		{"Chinese rate before the prime rate", chinese{}.rate("B", 10, day, day), "B公布的同期同类贷款基准利率"},
		{"English rate before the prime rate", english{}.rate("B", 10, day, day), "the benchmark lending rate of the B"},
		{"Chinese rate of both times", chinese{}.rate("B", 10, day, after), "B公布的同期同类贷款基准利率（自2019年8月20日起为B授权公布的同期贷款市场报价利率）"},
		{"English rate of both times", english{}.rate("B", 15, day, after), "1.5 times the benchmark lending rate of the B (and since 20 August 2019 1.5 times the loan prime rate published by the B)"},
		{"Chinese names", chinese{}.names(four), "A、B、C、D"},
		{"English names", english{}.names(four), "A, B, C and D"},
		{"Chinese crowd", chinese{}.abbreviated(six), "A、B等6方"},
		{"English crowd", english{}.abbreviated(six), "A, B and 4 others"},
		{"small crowd", english{}.abbreviated(four[:2]), "A and B"},
		{"Chinese sides", chinese{}.sides(four[:2], four[2:], false, false), "A、B与C、D"},
		{"Chinese sides, cut", chinese{}.sides(four[:2], four[2:], false, true), "A等与C等"},
		{"Chinese sides, cut at a comma", chinese{}.sides(four[:1], four[1:], true, true), "A、B等"},
		{"English sides, cut", english{}.sides(four[:1], four[1:], false, true), "A v. B et al."},
		{"Chinese law", chinese{}.law(cited), "《T》1、2、《U》3"},
		{"English law", english{}.law(cited), "1 and 2 of the T and 3 of the U"},
		{"English names at the end", english{}.tidy("to X Ltd.."), "to X Ltd."},
		{"Chinese outcome", chinese{}.outcome([]string{"一、甲，乙；", "二、丙。", "丁。"}), `一、甲,乙; \n \n二、丙 。  \n \n丁 。 `},
		{"English outcome", english{}.outcome([]string{"1. A;", "2. B Ltd.."}), `1. A; \n 2. B Ltd. `},
	} {
		if c.got != c.want {
			t.Errorf("%s is %q, want %q", c.what, c.got, c.want)
		}
	}
	if got := (chinese{}).orders([]string{"甲", "乙"}); !slices.Equal(got, []string{"一、甲；", "二、乙。"}) {
		t.Errorf("Chinese orders are %q", got)
	}
	if got := (english{}).orders([]string{"A"}); !slices.Equal(got, []string{"A."}) {
		t.Errorf("one English order is %q", got)
	}
}

// Who loses pays, and who wins in part bears a part.
func TestShares(t *testing.T) {
	const stake, fee = 100_000_00, 2300_00
	for _, c := range []struct {
		won, stake   int64
		byPlaintiffs bool
		want         share
	}{
		{stake, stake, true, share{0, fee}},
		{0, stake, true, share{fee, 0}},
		{60_000_00, stake, true, share{920_00, 1380_00}},
		{60_000_00, stake, false, share{1380_00, 920_00}},
		{0, 0, true, share{fee, 0}},
		{0, stake, false, share{0, fee}},
	} {
		if got := shareOf(fee, c.won, c.stake, c.byPlaintiffs); got != c.want {
			t.Errorf("won %d of %d, by the plaintiffs %v: shares are %+v, want %+v", c.won, c.stake, c.byPlaintiffs, got, c.want)
		}
	}
}
