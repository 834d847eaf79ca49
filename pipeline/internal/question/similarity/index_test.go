package similarity

import (
	"fmt"
	"strings"
	"testing"

	"github.com/adrg/strutil"
	"pgregory.net/rapid"
)

// nearest is what Index.Near says by comparing with every frame, counted by strutil
// alone.
func nearest(frames []Frame, f Frame) (place int, similarity float64) {
	place = -1
	for i, g := range frames {
		s := 0.0
		if f == g {
			s = 1
		} else if f.n == g.n {
			_, common, inF, inG := strutil.NgramIntersection(f.text, g.text, f.n)
			if common > 0 {
				s = 2 * float64(common+f.n-1) / float64(inF+inG+2*(f.n-1))
			}
		}
		if s > Most && s > similarity {
			place, similarity = i, s
		}
	}
	return place, similarity
}

func same(t interface{ Errorf(string, ...any) }, x *Index, frames []Frame, f Frame) bool {
	id, s, ok := x.Near(f)
	place, similarity := nearest(frames, f)
	want := ""
	if place >= 0 {
		want = fmt.Sprint(place)
	}
	if ok != (place >= 0) || id != want || s != similarity {
		t.Errorf("Near(%q) among %d = %q %v %v, want %q %v", f, len(frames), id, s, ok, want, similarity)
		return false
	}
	return true
}

// The index finds what comparing with every frame finds, at every moment of a sequence
// of frames, whatever they are.
func TestIndexIsExact(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"请给出", "的登记机关", "@", "#", "甲", "甲甲甲甲甲", "乙丙丁", "givethe", "head", "of", "aaaaaaaa", "律师事务所", "共有多少件", "b"})
	frames := rapid.Custom(func(t *rapid.T) Frame {
		if rapid.Bool().Draw(t, "letters") {
			return Frame{text(30).Draw(t, "text"), size().Draw(t, "n")}
		}
		return Frame{strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces"), ""), size().Draw(t, "n")}
	})
	near := 0
	rapid.Check(t, func(t *rapid.T) {
		x := new(Index)
		var earlier []Frame
		again := rapid.SampledFrom(rapid.SliceOfN(frames, 4, 12).Draw(t, "again")) // for ties
		for range rapid.IntRange(0, 40).Draw(t, "length") {
			f := rapid.OneOf(frames, again).Draw(t, "frame")
			same(t, x, earlier, f)
			if _, _, ok := x.Near(f); ok {
				near++
			}
			x.Add(fmt.Sprint(len(earlier)), f)
			earlier = append(earlier, f)
		}
	})
	if near == 0 && !testing.Short() {
		t.Error("no frame is near another: the law was not tried")
	}
}

// The same over questions and their beginnings.
func TestIndexIsExactOverQuestions(t *testing.T) {
	for _, lang := range languages {
		frames := questions(t, lang, 120)
		x := new(Index)
		near := 0
		for i, f := range frames {
			if !same(t, x, frames[:i], f) {
				break
			}
			if _, _, ok := x.Near(f); ok {
				near++
			}
			x.Add(fmt.Sprint(i), f)
		}
		for i := range frames {
			for _, percent := range []int{30, 36, 40, 70} { // a third is half of the mean length
				r := []rune(frames[i].text)
				part := Frame{string(r[:len(r)*percent/100]), frames[i].n}
				if !same(t, x, frames, part) {
					break
				}
				if _, _, ok := x.Near(part); ok {
					near++
				}
			}
		}
		if near < 3*len(frames) {
			t.Errorf("%s: %d are near another, want three for each of %d", lang, near, len(frames))
		}
	}
}

// Frames of any kind are put in beside each other: equal ones, those without an
// n-gram, those with one n-gram only, long ones.
func TestIndexEdges(t *testing.T) {
	frames := []Frame{
		{"", chinese}, {"", letters}, {"", chinese}, {"甲", chinese}, {"甲", letters},
		{strings.Repeat("甲", 70000), chinese}, {strings.Repeat("甲", 3), chinese},
		{strings.Repeat("a", 30000), letters}, {strings.Repeat("ab", 20000), letters}, {strings.Repeat("a", 10001), letters},
	}
	x := new(Index)
	for i, f := range frames {
		same(t, x, frames[:i], f)
		x.Add(fmt.Sprint(i), f)
		same(t, x, frames[:i+1], f)
	}
}

func BenchmarkIndex(b *testing.B) {
	for _, lang := range languages {
		for _, n := range []int{1000, 10_000} {
			b.Run(fmt.Sprintf("%s/questions=%d", lang, n), func(b *testing.B) {
				frames := questions(b, lang, n)
				b.ResetTimer()
				for range b.N {
					x := new(Index)
					for _, f := range frames {
						x.Near(f)
						x.Add("0123456789ab", f)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(n*b.N), "µs/question")
			})
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for _, lang := range languages {
		b.Run(lang, func(b *testing.B) {
			records := readRecords(b, "honest-"+lang)
			for i := 0; b.Loop(); i++ {
				r := records[i%len(records)]
				FrameOf(r.Question, lang, r.Names)
			}
		})
	}
}

func BenchmarkCopied(b *testing.B) {
	for _, lang := range languages {
		b.Run(lang, func(b *testing.B) {
			records := readRecords(b, "honest-"+lang)
			for i := 0; b.Loop(); i++ {
				r := records[i%len(records)]
				Copied(FrameOf(r.Question, lang, r.Names), FrameOf(r.Draft, lang, r.Names))
			}
		})
	}
}
