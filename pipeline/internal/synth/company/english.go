package company

import (
	"math/rand/v2"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// style is the style of a listed company's English name.
type style struct {
	ending  string
	capital bool // all of it
}

// endings are the endings of English names. Of 2,826 real ones 88 % have a form of "Co., Ltd.",
// and 72 % end with a period.
var endings = []struct {
	text   string
	weight int
}{
	{"Co., Ltd.", 40}, {"Co.,Ltd.", 30}, {"Co.,Ltd", 12}, {"Co., Ltd", 6},
	{"Corporation", 4}, {"Limited", 4}, {"Inc.", 2}, {"Corporation Limited", 1}, {"Company Limited", 1},
}

func drawStyle(r *rand.Rand) style {
	weights := make([]int, len(endings))
	for i, e := range endings {
		weights[i] = e.weight
	}
	return style{ending: endings[chance.WeightedIndex(r, weights)].text, capital: chance.Percent(r, 31)}
}

// write applies the style to a name that ends with "Co., Ltd.".
func (s style) write(name string) string {
	if head, ok := strings.CutSuffix(name, "Co., Ltd."); ok {
		name = head + s.ending
	}
	if s.capital {
		return strings.ToUpper(name)
	}
	return name
}
