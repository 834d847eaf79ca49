package ruling

import "testing"

func BenchmarkRow(b *testing.B) {
	for _, language := range languages {
		tell := open(b, language)
		for _, s := range tell.Sheets(tell.shard) {
			b.Run("language="+language+"/sheet="+s.Name, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					s.Row(i % s.Rows)
				}
			})
		}
	}
}
