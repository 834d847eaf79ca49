package bert

// Window is a stretch of a text's tokens that an encoder takes at once.
type Window struct {
	// From and To bound its tokens: From is the first, To is behind the last.
	From, To int
	// First and Last bound those whose states count: First is the first of them, Last is
	// behind the last. The others are context that other windows give better.
	First, Last int
}

// Windows cuts n tokens into windows of at most most tokens. One window holds all that fit
// into it. Others overlap by a quarter of most, and of what two share the first half
// counts in the first and the rest in the second, so that each counted token but those at
// the ends of the text has at least an eighth of most before and behind it. The last
// window ends with the text and is as long as the others. Every token counts once.
// It panics unless most is at least 1.
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
