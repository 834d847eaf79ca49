package ruling

import (
	"fmt"
	"testing"
)

func TestZZ(t *testing.T) {
	for _, l := range languages {
		tt := open(t, l)
		n, ok := 0, 0
		st := map[string]int{}
		for _, i := range tt.shard.ClaimFiles {
			row := tt.claimfile(i)
			n++
			if len(row) > 1 && row[1].Text != "" {
				ok++
				st[tt.newContext(i).story.ID]++
				if ok <= 3 {
					for j, c := range row {
						fmt.Println(tt.language.claimColumns()[j], ":", c.Text)
					}
					fmt.Println("=====")
				}
			} else {
				st["-"+tt.newContext(i).story.ID]++
			}
		}
		fmt.Println(l, n, ok, st)
	}
}
