package experiment

import "time"

// window is how many seconds a pace looks back over.
const window = 60

// pace is how fast things end. The zero value has seen nothing.
type pace struct {
	start  time.Time
	newest int64       // the latest second seen, counted from start
	counts [window]int // by second, modulo window
}

// begin starts the clock.
func (p *pace) begin(now time.Time) { *p = pace{start: now} }

// move goes on to a moment, forgetting what is longer ago than the window.
func (p *pace) move(now time.Time) {
	second := int64(now.Sub(p.start) / time.Second)
	for i := max(p.newest+1, second-window+1); i <= second; i++ {
		p.counts[i%window] = 0
	}
	p.newest = max(p.newest, second)
}

// add notes that something ended. A clock that goes back stands still here.
func (p *pace) add(now time.Time) {
	p.move(now)
	p.counts[p.newest%window]++
}

// rate returns how many ended in a second; 0 where no time has passed.
func (p *pace) rate(now time.Time) float64 {
	p.move(now)
	span := now.Sub(p.start)
	if longest := (window-1)*time.Second + span%time.Second; span > longest {
		span = longest
	}
	if span <= 0 {
		return 0
	}
	n := 0
	for _, c := range p.counts {
		n += c
	}
	return float64(n) / span.Seconds()
}

// timeLeft returns how long so many more take at a rate; 0 where that is not known, and at
// most a year.
func timeLeft(n int, rate float64) time.Duration {
	const most = 365 * 24 * time.Hour
	if n <= 0 || rate <= 0 {
		return 0
	}
	if seconds := float64(n) / rate; seconds < most.Seconds() {
		return time.Duration(seconds * float64(time.Second))
	}
	return most
}
