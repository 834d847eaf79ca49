package gate

import (
	"slices"
	"strings"
)

// repeats reports whether the i-th word, one for an end of a ranking, only repeats another word
// for that end: in brackets or as an explanation (最近一次（处罚日期最晚）), after a demonstrative (这件最晚的),
// or as an announcement. No word for the other end may be between the two.
func (q *reading) repeats(i int, s, other senses) bool {
	t := q.tokens[i]
	for j := i - 1; j >= 0; j-- {
		p := q.tokens[j]
		if p.senses&(s|other) == 0 {
			continue
		}
		if p.senses&other == 0 && (explains(q.bare[p.to:t.from]) || endsInDemonstrative(q.bare[:t.from])) {
			return true
		}
		break
	}
	return q.announces(i, s, other)
}

// explains reports whether the text between two words makes the second an explanation of
// the first.
func explains(between string) bool {
	if len(between) > maxWordSize {
		return false
	}
	if slices.ContainsFunc(explanationWords, func(w string) bool { return strings.Contains(between, w) }) {
		return true
	}
	opened := strings.LastIndexByte(between, '(')
	return opened >= 0 && opened > strings.LastIndexByte(between, ')') && !strings.ContainsAny(between, "。?!;")
}

var explanationWords = []string{"即", "也就是", "换言之", "换句话说", "亦即", "i.e.", "that is,", "that is to say", "namely", "in other words", "meaning "}

// endsInDemonstrative reports whether a text ends in a demonstrative, with or without a
// classifier.
func endsInDemonstrative(front string) bool {
	front = strings.TrimRight(front, " ")
	for _, classifier := range []string{"个", "件", "家", "项", "起", "份", "次", "笔", "宗", "桩", "条", "所", "张", "单", "篇"} {
		front = strings.TrimSuffix(front, classifier)
	}
	return slices.ContainsFunc(demonstratives, func(w string) bool {
		return strings.HasSuffix(front, w) && isWhole(front, len(front)-len(w), len(front))
	})
}

var demonstratives = []string{"这", "该", "此", "上述", "前述", "那", "this", "that", "said", "same"}

// announces reports whether the i-th word, for end s, stands in a first sentence without
// names that announces what the question asks: the last word for either end is for s,
// too.
func (q *reading) announces(i int, s, other senses) bool {
	t := q.tokens[i]
	named := strings.Index(q.bare, mask)
	if from, to := q.sentence(span{t.from, t.to}); from > 0 || named < to {
		return false
	}
	for j := len(q.tokens) - 1; j > i; j-- {
		if last := q.tokens[j].senses; last&(s|other) != 0 {
			return last&s != 0 && last&other == 0
		}
	}
	return false
}
