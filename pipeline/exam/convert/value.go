package convert

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A value is a typed value in an official answer: a term of days, a sum, a remedy, a court.
type value struct {
	site  int
	point int // row, from 1; 0 for the answer
	span  span
	mention
}

// mention is a typed value in a text.
type mention struct {
	kind    string
	text    string
	written span   // in the text
	form    string // "digits", "words" or "both" for numbers, "" for terms
	key     string // equal for equal values
	unit    string // of a number; of a term how it is written within a sentence
}

// readMentions returns the typed values of a text in its order. Of those that overlap the
// longest counts.
func (w *words) readMentions(s string) []mention {
	folded := withoutTitles(fold(s))
	var all []mention
	for _, k := range w.kinds {
		for _, m := range k.pattern.FindAllStringSubmatchIndex(folded, -1) {
			if k.numeric && w.partOfDay(s[:m[0]]) || strings.HasSuffix(s[:m[0]], "/") || strings.HasPrefix(s[m[1]:], "/") {
				continue
			}
			v := mention{kind: k.name, text: s[m[0]:m[1]], written: span{m[0], m[1]}}
			if k.numeric {
				w.readNumber(s, m, &v)
			} else {
				v.key = strings.ToLower(fold(v.text))
				v.unit = k.written[v.key]
			}
			all = append(all, v)
		}
	}
	slices.SortStableFunc(all, func(a, b mention) int {
		return cmp.Or(a.written.first-b.written.first, b.written.end-a.written.end)
	})
	end := 0
	return slices.DeleteFunc(all, func(m mention) bool {
		if m.written.first < end {
			return true
		}
		end = m.written.end
		return false
	})
}

// partOfDay reports whether a number after a text is part of a longer number, of a day or of a
// rank: 10月30日, 第三日.
func (w *words) partOfDay(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune("0123456789月第", last) || !w.spaced && strings.ContainsRune("年一二三四五六七八九十百千", last)
}

// readNumber fills the form, key and unit of a number in from the groups of its pattern.
func (w *words) readNumber(s string, m []int, v *mention) {
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return s[m[2*i]:m[2*i+1]]
	}
	digits, gloss, word := group(1), group(2), group(3)
	v.unit, v.form = strings.ToLower(group(4)), "digits"
	switch {
	case word != "":
		v.form, digits = "words", strconv.Itoa(w.number[strings.ToLower(word)])
	case gloss != "":
		v.form = "both"
	}
	unit := fold(v.unit)
	v.key = v.kind + " " + strings.NewReplacer(" ", "", ".", "").Replace(digits)
	if i := strings.IndexByte(unit, ' '); i > 0 {
		v.key += unit[i:] // working days are no days
	}
}

// readValues reads the typed values of all answers and rows, in the order of sites.
func (x *ClaimIndex) readValues() {
	for i := range x.sites {
		s := &x.sites[i]
		add := func(point int, text string) {
			for _, m := range s.words.readMentions(text) {
				x.values = append(x.values, value{site: i, point: point, span: m.written, mention: m})
			}
		}
		add(0, s.part.Answer)
		for j := range s.part.Points {
			add(j+1, s.part.Points[j].Text)
		}
	}
}

// rewrite returns a value in the form of another, and false if the words do not tell how.
func (w *words) rewrite(v, like mention) (string, bool) {
	if like.form == "" {
		if like.written.first == 0 {
			return capital(v.unit), true
		}
		return v.unit, true
	}
	if v.form == like.form {
		return v.text, true
	}
	number := strings.Fields(v.key)[1]
	word := ""
	for name, n := range w.number {
		if strconv.Itoa(n) == number {
			word = name
		}
	}
	if word == "" && like.form != "digits" {
		return "", false
	}
	if v.kind == "percent" {
		if like.form == "both" {
			return w.say("percent-both", number, word), true
		}
		return w.say("percent", number), true
	}
	switch gap := v.gap(w); like.form {
	case "words":
		return word + gap + v.unit, true
	case "both":
		return number + " (" + word + ")" + gap + v.unit, true
	default:
		return number + gap + v.unit, true
	}
}

// gap is what stands between number and unit.
func (m *mention) gap(w *words) string {
	if !w.spaced {
		return ""
	}
	return " "
}

// others draws values of the kind of a mention from other answers, at most n, numbers of the same
// unit, those of its size first, and terms of the field first: none is said by the answer of the site or of its siblings, and no
// two are equal.
func (x *ClaimIndex) others(at int, m mention, n int, rand *rand.Rand) []int {
	s := &x.sites[at]
	var near, far []int
	for _, i := range rand.Perm(len(x.values)) {
		v := &x.values[i]
		o := &x.sites[v.site]
		if v.kind != m.kind || o.essay == s.essay || o.words != s.words || v.key == m.key {
			continue
		}
		if _, ok := s.words.rewrite(v.mention, m); !ok || m.form != "" && plural(v.unit) != plural(m.unit) {
			continue
		}
		if m.form != "" && comparable(v.mention, m) || m.form == "" && o.field() == s.field() {
			near = append(near, i)
		} else if !s.words.ofGroup[m.kind] || o.essay.Group == s.essay.Group {
			far = append(far, i)
		}
	}
	seen := map[string]bool{m.key: true}
	for _, i := range s.siblings {
		for _, said := range x.mentioned(i) {
			seen[said.key] = true
		}
	}
	var out []int
	texts := []string{m.text}
	for _, i := range slices.Concat(near, far) {
		if len(out) == n {
			break
		}
		text := x.shown(i, m)
		if seen[x.values[i].key] || x.says(at, text) || contains(append(texts, text)) {
			continue
		}
		seen[x.values[i].key] = true
		out, texts = append(out, i), append(texts, text)
	}
	return out
}

// comparable reports whether one number is at most five times or a fifth of another.
func comparable(v, like mention) bool {
	a, b := v.size(), like.size()
	return a == 0 || b == 0 || a <= 5*b && b <= 5*a
}

// size is the number of a value, 0 if it cannot be read.
func (m *mention) size() float64 {
	_, number, _ := strings.Cut(m.key, " ")
	number, _, _ = strings.Cut(number, " ")
	var digits strings.Builder
	for _, r := range number {
		if r >= '0' && r <= '9' {
			digits.WriteRune(r)
		}
	}
	n, err := strconv.ParseFloat(digits.String(), 64)
	if err != nil {
		return 0
	}
	return n
}

// plural folds the number of a unit: "mês" and "meses" are one.
func plural(unit string) string {
	if len(unit) < 3 {
		return unit
	}
	return unit[:3] + strings.Join(strings.Fields(unit)[1:], "")
}

// mentioned returns the typed values of the answer and rows of a site.
func (x *ClaimIndex) mentioned(at int) []value {
	i, _ := slices.BinarySearchFunc(x.values, at, func(v value, at int) int { return v.site - at })
	j := i
	for j < len(x.values) && x.values[j].site == at {
		j++
	}
	return x.values[i:j]
}

// says reports whether the answer of a site or of a sibling, or its case, has a text.
func (x *ClaimIndex) says(at int, text string) bool {
	text = strings.ToLower(fold(text))
	for _, i := range x.sites[at].siblings {
		if strings.Contains(x.sites[i].answer, text) {
			return true
		}
	}
	return false
}

// contains reports whether one of two or more texts contains another, once folded.
func contains(texts []string) bool {
	for i, a := range texts {
		for j, b := range texts {
			if i != j && within(bare(a), bare(b)) {
				return true
			}
		}
	}
	return false
}

// shown returns the text of a value in the form of a mention.
func (x *ClaimIndex) shown(i int, like mention) string {
	v := &x.values[i]
	text, _ := x.sites[v.site].words.rewrite(v.mention, like)
	return text
}
