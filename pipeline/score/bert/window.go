package bert

// Window is a range of a text's tokens that an encoder processes at once.
type Window struct {
	// From and To are the half-open range of tokens in the window.
	From, To int
	// First and Last are the half-open range of tokens whose states are taken from this
	// window. The others are context; their states come from a window that has more context
	// for them.
	First, Last int
}

// Windows divides n tokens into windows of at most most tokens. If all fit into one window,
// there is one. Otherwise windows overlap by a quarter of most; the states of the first
// half of an overlap come from the first window and the rest from the second, so that every
// token, except near the ends of the text, has a context of at least an eighth of most on
// both sides. The last window ends with the text and is as long as the others. The state of
// every token is taken from exactly one window. Windows panics if most is less than 1.
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
