package similarity

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Index holds frames and finds the one nearest to another, exactly as comparing with
// each by [Similarity] would. It must not be used by several goroutines at once, not
// for Near alone either.
//
// It lists the frames of each n-gram. To be beyond [Most], a frame of T n-grams must
// have some number c of them in common with another, and so one at least of any
// T-c+1: Near goes through the lists of the T-c+1 that are in the fewest frames, c
// being the least that any frame asks for, and drops all frames that cannot reach what
// they ask for themselves. The other, popular n-grams are looked up for the frames
// that are left, mostly none (prefix filtering: Chaudhuri, Ganti and Kaushik, 2006;
// Bayardo, Ma and Srikant, 2007; skipping long lists: Sarawagi and Kirpal, 2004).
// Prefix filters that list a part of each frame's n-grams need one order for all of
// them, which nobody knows who takes questions as they come. Here all are listed and
// the order is of no account, so that each Near goes by how many frames have an n-gram
// at that moment.
//
// N-grams are listed by 32-bit numbers. Where two have the same, what is common is
// counted too high, never too low; the frames that are left are compared by Similarity.
//
// What it costs, on one core, to look questions up and put them in one after the other,
// composed so that few n-grams are in many and none is near (BenchmarkIndex): 10,000
// of 110 Chinese characters 0.6 s and 9 MB, of 290 English letters 2 s and 25 MB,
// beside their texts; 100,000 take 34 s and 76 MB, 45 s and 235 MB. That is 0.06 and
// 0.2 ms a question, and 0.3 and 0.4 ms: the lists grow with the questions, but only
// those of seldom n-grams are read, a tenth of all that is in them. Comparing all pairs
// of 100,000 would take 30 and 90 hours, 21 and 68 µs each.
type Index struct {
	frames []Frame
	ids    []string
	sizes  []int32          // n-grams by frame
	short  map[Frame]uint32 // the first of each that has no n-gram
	grams  postings
	seen   []int32  // scratch: common n-grams found so far, by frame
	found  []uint32 // scratch: the frames that have some
}

// NewIndex returns an index without frames.
func NewIndex() *Index {
	return &Index{short: map[Frame]uint32{}, grams: postings{heads: map[uint32]uint32{}}}
}

// Add puts a frame into the index under an ID.
func (x *Index) Add(id string, f Frame) {
	at := uint32(len(x.frames))
	grams := gramsOf(f)
	x.frames = append(x.frames, f)
	x.ids = append(x.ids, id)
	x.sizes = append(x.sizes, int32(len(grams)))
	x.seen = append(x.seen, 0)
	if len(grams) == 0 {
		if _, ok := x.short[f]; !ok {
			x.short[f] = at
		}
	}
	for _, g := range grams {
		x.grams.add(g, at)
	}
}

// Near returns the most similar frame beyond [Most], the first added of equals; ok is
// false if there is none.
func (x *Index) Near(f Frame) (id string, similarity float64, ok bool) {
	grams := gramsOf(f)
	if len(grams) == 0 {
		if at, ok := x.short[f]; ok {
			return x.ids[at], 1, true
		}
		return "", 0, false
	}
	x.count(grams, f.n)
	best, similarity := x.best(f, len(grams))
	for _, at := range x.found {
		x.seen[at] = 0
	}
	x.found = x.found[:0]
	if best < 0 {
		return "", 0, false
	}
	return x.ids[best], similarity, true
}

// count leaves in found the frames that can be near, and in seen how many n-grams
// they have in common with the given ones at most.
func (x *Index) count(grams []uint32, n int) {
	lists := make([][]uint32, len(grams))
	singles := make([]uint32, len(grams))
	for i, g := range grams {
		lists[i] = x.grams.of(g, singles[i:i+1])
	}
	slices.SortFunc(lists, func(a, b []uint32) int { return cmp.Compare(len(a), len(b)) })
	size := len(grams)
	prefix := size - fewest(size, n) + 1
	seen, found := x.seen, x.found
	for _, frames := range lists[:prefix] {
		for _, at := range frames {
			if seen[at] == 0 {
				found = append(found, at)
			}
			seen[at]++
		}
	}
	x.found = found
	x.prune(size, n, size-prefix)
	for i := prefix; i < size && len(x.found) > 0; i++ {
		x.recount(lists[i])
		x.prune(size, n, size-1-i)
	}
}

// recount adds a list to what was seen of the frames found: looking up each in it, or
// it in them, whichever is less work.
func (x *Index) recount(frames []uint32) {
	if len(frames) > len(x.found)*bits.Len(uint(len(frames))) {
		for _, at := range x.found {
			if _, ok := slices.BinarySearch(frames, at); ok {
				x.seen[at]++
			}
		}
		return
	}
	for _, at := range frames {
		if x.seen[at] > 0 {
			x.seen[at]++
		}
	}
}

// prune drops what cannot be near with left more n-grams in common.
func (x *Index) prune(size, n, left int) {
	kept := x.found[:0]
	for _, at := range x.found {
		if int(x.seen[at])+left >= need(size, int(x.sizes[at]), n) {
			kept = append(kept, at)
		} else {
			x.seen[at] = 0
		}
	}
	x.found = kept
}

// best returns the place of the nearest frame of those found, -1 if none is near.
func (x *Index) best(f Frame, size int) (place int, similarity float64) {
	place = -1
	bound := func(at uint32) float64 {
		return share(int(x.seen[at]), size, int(x.sizes[at]), f.n)
	}
	slices.SortFunc(x.found, func(a, b uint32) int {
		return cmp.Compare(bound(b), bound(a))
	})
	for _, at := range x.found {
		if bound(at) < similarity {
			break
		}
		s := Similarity(f, x.frames[at])
		if s > Most && (s > similarity || s == similarity && int(at) < place) {
			place, similarity = int(at), s
		}
	}
	return place, similarity
}

// need returns how many n-grams frames of a and b n-grams must have in common to be
// beyond Most: 4·(common + n-1) > length a + length b.
func need(a, b, n int) int {
	return max(1, (a+b+2*(n-1))/4+1-(n-1))
}

// fewest returns the least that a frame of a n-grams needs with any other, which has
// that many itself.
func fewest(a, n int) int {
	b := 1
	for need(a, b, n) > b {
		b++
	}
	return need(a, b, n)
}

// gramsOf returns a number for each n-gram of a frame; the second occurrence of one has
// another number than the first. Different n-grams can have the same number, equal ones
// always do: numbers in common are n-grams in common or more.
func gramsOf(f Frame) []uint32 {
	count := utf8.RuneCountInString(f.text) - f.n + 1
	if count <= 0 {
		return nil
	}
	grams := make([]uint32, 0, count)
	ends := f.text
	for range f.n - 1 {
		_, size := utf8.DecodeRuneInString(ends)
		ends = ends[size:]
	}
	for at := range f.text {
		if ends == "" {
			break
		}
		_, size := utf8.DecodeRuneInString(ends)
		ends = ends[size:]
		grams = append(grams, hash(f.text[at:len(f.text)-len(ends)]))
	}
	slices.Sort(grams)
	for from := 0; from < len(grams); {
		g, k := grams[from], uint32(0)
		for ; from < len(grams) && grams[from] == g; from++ {
			grams[from] = g + k*0x9e3779b9
			k++
		}
	}
	return grams
}

// hash is FNV-1a.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}
