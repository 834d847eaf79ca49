package score

import (
	"regexp"
	"strings"
	"unicode"

	"taskgrove/pipeline/value"
)

// found reports whether a text states the expected value. Longer are normal texts
// of longer names that hide it; nil looks at the text alone.
func (e *expectation) found(v *view, longer []string) bool {
	switch e.kind {
	case value.Number:
		for _, a := range e.amounts(v, false) {
			if e.agrees(a) {
				return true
			}
		}
	case value.Date:
		for _, d := range v.dates() {
			if d.iso == e.day {
				return true
			}
		}
	}
	for _, t := range e.texts {
		if stated(v.normal, t, longer) {
			return true
		}
	}
	return false
}

// within reports whether records that tools returned hold the expected value.
// Records are not prose: what stands in a longer cell is there, and any amount of
// a fitting unit will do.
func (e *expectation) within(v *view) bool {
	if e.kind == value.Number {
		for _, a := range e.amounts(v, true) {
			if e.agrees(a) {
				return true
			}
		}
	}
	for _, t := range e.texts {
		if apart(v.normal, t) {
			return true
		}
	}
	return e.kind != value.Number && e.found(v, nil)
}

// occurrences calls try with the bounds of each place where the text stands in
// another, runs of letters and digits not being cut, until try returns true.
func occurrences(in, text string, try func(from, to int) bool) bool {
	for at := 0; text != ""; {
		i := strings.Index(in[at:], text)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(text)
		if !joined(in, from, to) && try(from, to) {
			return true
		}
		at = from + len(string(firstRune(text)))
	}
	return false
}

// apart reports whether a text stands in another without cutting a run of letters
// and digits.
func apart(in, text string) bool {
	return occurrences(in, text, func(int, int) bool { return true })
}

// stated reports whether a normal text stands in another as a value of its own.
func stated(in, text string, longer []string) bool {
	return occurrences(in, text, func(from, to int) bool {
		return !denied(in[:from], text) && !goesOn(text, in[to:]) && !hidden(in, text, from, longer)
	})
}

// The words with which a name goes on into a longer one. A branch has a place or
// nothing before it, so a grammatical word ends the search.
var (
	onward = regexp.MustCompile(`^(?:有限|股份|集团|控股|实业|人民法院|中级人民法院|高级人民法院|中级法院|高级法院|律师事务所)`)
	branch = regexp.MustCompile(`^[^\P{Han}的之及和与其有在为是]{0,6}(?:分公司|分行|支行|分所)`)
)

// goesOn reports whether a name goes on in what follows it.
func goesOn(name, after string) bool {
	if last := lastRune(name); unicode.Is(unicode.Latin, last) {
		return wordsGoOn(name, after)
	} else if !unicode.Is(unicode.Han, last) {
		return false
	}
	return onward.MatchString(after) || branch.MatchString(after)
}

// hidden reports whether the text at from is spelt out there as part of one of
// the longer names. A name that is longer only by a leading province, city or
// district is the same name.
func hidden(in, text string, from int, longer []string) bool {
	for _, name := range longer {
		for at := 0; ; {
			i := strings.Index(name[at:], text)
			if i < 0 {
				break
			}
			i += at
			same := i+len(text) == len(name) && leads(name[:i])
			if !same && i <= from && strings.HasPrefix(in[from-i:], name) {
				return true
			}
			at = i + len(string(firstRune(text)))
		}
	}
	return false
}
