package experiment

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestPace(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	var p pace
	p.begin(start)
	if got := p.rate(start); got != 0 {
		t.Errorf("rate at the start = %v, want 0", got)
	}
	p.add(start)
	if got := p.rate(start); got != 0 {
		t.Errorf("rate where no time has passed = %v, want 0", got)
	}
	if got := p.rate(at(0.5)); got != 2 {
		t.Errorf("rate of one in half a second = %v, want 2", got)
	}
	for i := range 300 { // three a second
		p.add(at(float64(i) / 3))
	}
	if got := p.rate(at(100)); math.Abs(got-3) > 0.06 {
		t.Errorf("rate after 100 s of three a second = %v, want 3", got)
	}
	if got := p.rate(at(130)); math.Abs(got-1.5) > 0.1 {
		t.Errorf("rate after half a minute of nothing = %v, want half of it", got)
	}
	if got := p.rate(at(200)); got != 0 {
		t.Errorf("rate after more than a minute of nothing = %v, want 0", got)
	}
	p.add(at(100)) // the clock went back
	if got := p.rate(at(200)); got == 0 {
		t.Error("what ended while the clock was behind is not counted")
	}
}

func TestLeft(t *testing.T) {
	for _, tt := range []struct {
		n    int
		rate float64
		want time.Duration
	}{
		{10, 2, 5 * time.Second}, {1, 0, 0}, {0, 5, 0}, {-1, 5, 0}, {1 << 40, 1e-9, 365 * 24 * time.Hour}, {3, 1.5, 2 * time.Second},
	} {
		if got := timeLeft(tt.n, tt.rate); got != tt.want {
			t.Errorf("left(%d, %v) = %v, want %v", tt.n, tt.rate, got, tt.want)
		}
	}
}

// A rate is what ended in the last minute by the time that passed, whatever the times.
func TestPaceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := time.Unix(0, 0)
		var p pace
		p.begin(start)
		now, times := start, []time.Time(nil)
		for range rapid.IntRange(0, 50).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 30_000).Draw(t, "ms")) * time.Millisecond)
			p.add(now)
			times = append(times, now)
		}
		now = now.Add(time.Duration(rapid.IntRange(1, 90_000).Draw(t, "ms")) * time.Millisecond)
		second := now.Sub(start) / time.Second
		n := 0
		for _, at := range times {
			if at.Sub(start)/time.Second > second-window {
				n++
			}
		}
		span := min(now.Sub(start), now.Sub(start)%time.Second+(window-1)*time.Second)
		if got, want := p.rate(now), float64(n)/span.Seconds(); math.Abs(got-want) > 1e-9 {
			t.Fatalf("rate = %v, want %v", got, want)
		}
	})
}
