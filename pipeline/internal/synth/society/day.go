package society

import "time"

// Day is a civil day, counted from 1970-01-01.
type Day int

// NewDay returns the day of a date.
func NewDay(year, month, day int) Day {
	return Day(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

const secondsPerDay = 24 * 60 * 60

// Time returns midnight UTC of the day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// Date returns year, month and day of the month.
func (d Day) Date() (year, month, day int) {
	y, m, n := d.Time().Date()
	return y, int(m), n
}

// Weekend reports whether the day is a Saturday or a Sunday.
func (d Day) Weekend() bool { return (int(d)+4)%7 == 0 || (int(d)+4)%7 == 6 }

// Year returns the year.
func (d Day) Year() int { return d.Time().Year() }
