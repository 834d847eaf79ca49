package proof

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A day is found in every way in which laws and cases write it, and no other day is.
func TestWrittenDays(t *testing.T) {
	for _, c := range []struct{ text, day string }{
		{"2012-06-18", "2012-06-18"}, {"2012.6.18", "2012-06-18"}, {"2012/06/18", "2012-06-18"}, {"18/06/2012", "2012-06-18"}, {"20120618", "2012-06-18"},
		{"2012-06-18T00:00:00", "2012-06-18"}, {"2012年6月18号", "2012-06-18"}, {"2012 年 6 月 18 日", "2012-06-18"}, {"２０１２年６月１８日", "2012-06-18"},
		{"二零一二年六月十八日", "2012-06-18"}, {"二〇二〇年十月二十一日", "2020-10-21"}, {"二〇二〇年十月三十日", "2020-10-30"},
		{"18th of June 2012", "2012-06-18"}, {"June 18, 2012", "2012-06-18"}, {"Jun. 18, 2012", "2012-06-18"}, {"18 JUNE, 2012", "2012-06-18"},
		{"18-Jun-2012", "2012-06-18"}, {"Sept. 8, 2012", "2012-09-08"}, {"8 Sept 2012", "2012-09-08"},
	} {
		if !isDay(c.text, c.day) || !writesDay("("+c.text+")", c.day) {
			t.Errorf("%q is not read as %s", c.text, c.day)
		}
	}
	for _, c := range []struct{ text, day string }{
		{"12012-06-18", "2012-06-18"}, {"2012-06-181", "2012-06-18"}, {"2012-06-18, 2012-06-19", "2012-06-18"}, {"05/06/2012", "2012-06-05"}, {"2012年6月", "2012-06-01"},
		{"2012-06-18 12:30", "2012-06-18"}, {"", "2012-06-18"}, {"", ""},
	} {
		if isDay(c.text, c.day) {
			t.Errorf("%q is read as %s", c.text, c.day)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		first := time.Date(1949, 10, 1, 0, 0, 0, 0, time.UTC)
		draw := func(name string) string {
			return first.AddDate(0, 0, rapid.IntRange(0, 40_000).Draw(t, name)).Format(time.DateOnly)
		}
		a, b := draw("a"), draw("b")
		for _, text := range daysWritten(a) {
			if isDay(text, b) != (a == b) {
				t.Fatalf("%q of %s is read as %s: %t", text, a, b, isDay(text, b))
			}
		}
	})
}
