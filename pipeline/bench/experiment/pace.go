package experiment

import "time"

// window is the number of seconds over which a pace is measured.
const window = 60

// pace measures events per second. Call begin before any other method.
type pace struct {
	start  time.Time
	newest int64       // latest second, counted from start
	counts [window]int // events by second, modulo window
}

// begin starts the clock.
func (p *pace) begin(now time.Time) { *p = pace{start: now} }

// move advances to a moment and discards counts older than the window.
func (p *pace) move(now time.Time) {
	second := int64(now.Sub(p.start) / time.Second)
	for i := max(p.newest+1, second-window+1); i <= second; i++ {
		p.counts[i%window] = 0
	}
	p.newest = max(p.newest, second)
}

// add counts an event. If the clock goes back, the event counts at the latest second seen.
func (p *pace) add(now time.Time) {
	p.move(now)
	p.counts[p.newest%window]++
}

// rate returns the events per second; 0 if no time has passed.
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

// timeLeft returns the time that n more events take at a rate, at most a year; 0 if it is
// unknown.
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
