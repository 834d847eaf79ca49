package quantity_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// A sentence says an amount, a share and a day, each in its own notation.
func ExampleRead() {
	const text = "2019年12月11日，注册资本三千万元，持股51.5%。"
	for _, m := range quantity.Read(text) {
		fmt.Println(text[m.From:m.To], "=", m.Kind, m.Number, m.Unit+m.Day)
	}
	// Output:
	// 2019年12月11日 = day 0 2019-12-11
	// 三千万元 = money 30000000 元
	// 51.5% = percent 51.5 %
}
