package bert

// Window is a range of a text's tokens that an encoder processes at once.
type Window struct {
	// From and To are the half-open range of tokens in the window.
	From, To int
	// First and Last are the half-open range of tokens whose states, the encoder's vectors,
	// are taken from this window. The window's other tokens are context; their states come
	// from a window that has more context for them.
	First, Last int
}

// Windows divides n tokens into windows of at most most tokens, in order. If all tokens fit
// into one window, there is one, even if n is 0. Otherwise every window has most tokens.
// Neighbouring windows overlap by a quarter of most, rounded down, except that the last
// window ends with the text and may overlap more. The states of the first half of an
// overlap come from the first window, the rest from the second. So the state of every token
// is taken from exactly one window, and every token, except near the ends of the text, has
// a context of about an eighth of most on both sides. Windows panics if most is less than
// 1.
func Windows(n, most int) []Window {
	if most < 1 {
		panic("bert: a window takes at least one token")
	}
	if n <= most {
		return []Window{{0, n, 0, n}}
	}
	var all []Window
	stride := most - most/4
	first := 0
	for from := 0; ; from += stride {
		from = min(from, n-most)
		to := from + most
		if to == n {
			return append(all, Window{from, to, first, n})
		}
		next := min(from+stride, n-most)
		last := (next + to + 1) / 2
		all = append(all, Window{from, to, first, last})
		first = last
	}
}
