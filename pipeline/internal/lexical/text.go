package lexical

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// text scores every place of a question for the beginning and the end of names.
func (l *lexicon) text(question string) *text {
	t := &text{lexicon: l, whole: question, runes: []rune(question)}
	n := len(t.runes)
	for i := range question {
		t.at = append(t.at, i)
	}
	t.at = append(t.at, len(question))
	t.begins, t.ends, t.labels = make([]float64, n+1), make([]float64, n+1), t.typesByLabel()
	t.foreign, t.opening, t.digits, t.stops = make([]int, n+1), make([]int, n+1), make([]int, n+1), make([]int, n+1)
	heads := t.followingWords()
	for i, r := range t.runes {
		t.foreign[i+1], t.opening[i+1], t.digits[i+1], t.stops[i+1] = t.foreign[i], t.opening[i], t.digits[i], t.stops[i]
		switch {
		case isHan(r) && strings.ContainsRune(charsInNoName, r):
			t.foreign[i+1]++
		case unicode.IsDigit(r):
			t.digits[i+1]++
		}
		if t.wordAt(i) {
			switch word := t.word(i); {
			case canBeginName(r):
				t.opening[i+1]++
			case unicode.IsLower(r) && !strings.Contains(smallWords, " "+word+" "):
				t.foreign[i+1]++
			}
		}
		if t.endsSentence(i) {
			t.stops[i+1]++
		}
	}
	code := 0 // end of the last code, in bytes
	for i := range n + 1 {
		t.begins[i], t.ends[i] = noNameScore-1, noNameScore-1
		if i < n && t.canBegin(i) && t.at[i] >= code {
			t.begins[i] = t.scoreBeginning(i)
			for _, expr := range t.derived {
				if expr != nil {
					code = max(code, t.at[i]+len(expr.FindString(t.whole[t.at[i]:])))
				}
			}
		}
		if i > 0 && t.canEnd(i) {
			t.ends[i] = t.scoreEnding(i, heads)
		}
	}
	for _, m := range quotes.FindAllStringIndex(t.whole, -1) {
		t.operands = append(t.operands, span{m[0], m[1]})
	}
	for i := range t.runes {
		if i > 0 && isWordChar(t.runes[i]) && isWordChar(t.runes[i-1]) {
			continue
		}
		literals := map[string]literal{}
		if _, size := l.cue(t.whole[t.at[i]:], literals); size > 0 && len(literals) > 0 {
			t.operands = append(t.operands, span{t.at[i], t.at[i] + size})
		}
	}
	return t
}

// isHan reports whether a character is Chinese.
func isHan(r rune) bool      { return unicode.Is(unicode.Han, r) }
func isWordChar(r rune) bool { return !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// canBeginName reports whether a name or code can begin with a character.
func canBeginName(c rune) bool {
	return unicode.IsUpper(c) || unicode.IsDigit(c) || strings.ContainsRune("(（[〔", c)
}

// opensAt reports whether a name or code can begin at a place, or inside a bracket that opens
// there.
func (t *text) opensAt(i int) bool {
	r := t.rune(i)
	return canBeginName(r) && (isWordChar(r) || isWordChar(t.rune(i+1)) && canBeginName(t.rune(i+1)) || isHan(t.rune(i+1)))
}

// endsPiece reports whether a character ends any name before it.
func endsPiece(c rune) bool {
	return strings.ContainsRune("，。？！：；、“”「」《》?!;:\n", c)
}

// rune returns the character at a place; 0 outside the text.
func (t *text) rune(i int) rune {
	if i < 0 || i >= len(t.runes) {
		return 0
	}
	return t.runes[i]
}

// wordAt reports whether a word of letters and digits begins at a place.
func (t *text) wordAt(i int) bool { return isWordChar(t.rune(i)) && !isWordChar(t.rune(i-1)) }

// word returns the rest of the word at a place.
func (t *text) word(i int) string {
	end := i
	for isWordChar(t.rune(end)) {
		end++
	}
	return string(t.runes[i:end])
}

// endsSentence reports whether the character at a place ends an English sentence: a final mark not part
// of an abbreviation, followed by a space and a word that can begin a sentence.
func (t *text) endsSentence(i int) bool {
	if t.rune(i) != '.' || t.rune(i+1) != ' ' || !t.opensAt(i+2) {
		return false
	}
	from := i
	for isWordChar(t.rune(from - 1)) {
		from--
	}
	return i-from > maxAbbreviation || unicode.IsDigit(t.rune(i-1)) || unicode.IsLower(t.rune(from))
}

func (t *text) canBegin(i int) bool {
	r := t.runes[i]
	if isWordChar(r) {
		return !isWordChar(t.rune(i - 1))
	}
	return isHan(r) || t.opensAt(i)
}

func (t *text) canEnd(j int) bool {
	r := t.runes[j-1]
	if isWordChar(r) {
		return !isWordChar(t.rune(j))
	}
	return isHan(r) || strings.ContainsRune(")）]〕.", r)
}

// scoreBeginning returns how likely a name begins at a place.
func (t *text) scoreBeginning(i int) (score float64) {
	r, last := t.runes[i], t.rune(i-1)
	spaced := last == ' ' && i > 1
	switch {
	case spaced && unicode.IsLower(r):
		return 2 * scoreForeign
	case spaced:
		return t.scoreAfterWord(i - 2)
	case last == 0 || endsPiece(last):
		if isWordChar(r) && !unicode.IsDigit(r) {
			return 0
		}
		return scoreFair
	}
	if isHan(last) {
		switch {
		case strings.ContainsRune(copulas, last):
			score = scoreEdge
		case strings.ContainsRune(nounEndings, last):
			score = scoreFair
		case strings.ContainsRune(charsBeforeName, last):
			score = scoreLight
		}
	}
	if isHan(r) {
		if m := provincePattern.FindString(t.whole[t.at[i]:]); m != "" {
			score += scoreLight
		}
	} else if isHan(last) {
		score += scoreFair
	}
	return score
}

// scoreAfterWord returns how likely a name begins after the space that follows the word ending at a
// place.
func (t *text) scoreAfterWord(end int) float64 {
	switch last := t.rune(end); {
	case endsPiece(last) || t.endsSentence(end):
		return 0
	case last == ',':
		end--
	}
	from := end
	for t.rune(from-1) != ' ' && t.rune(from-1) != 0 && !endsPiece(t.rune(from-1)) {
		from--
	}
	if t.opensAt(from) {
		return scoreSevered
	}
	return scoreEdge
}

// scoreEnding returns how likely a name ends before place j. heads is the result of [text.followingWords].
func (t *text) scoreEnding(j int, heads map[int]float64) (score float64) {
	r, next := t.runes[j-1], t.rune(j)
	if !isHan(r) && !isHan(next) && !strings.ContainsRune("（）〔〕", r) {
		return t.scoreLatinEnd(j)
	}
	switch {
	case next == 0 || endsPiece(next):
		score = scoreLight
	case heads[t.at[j]] > 0:
		score = heads[t.at[j]]
	case strings.ContainsRune(charsAfterName, next):
		score = scoreLight
	case t.nameContinues(j, ""):
		score = 2 * scoreSevered
	}
	switch {
	case r == '号' && j > 1 && !isHan(t.runes[j-2]):
		score += scoreCode
	case !isHan(r):
		score += scoreFair
	case strings.ContainsRune(bodyEndings, r):
		score += scoreLight
	}
	return score
}

// nameContinues reports whether a digit, or a character of others, follows a place before any
// character that ends a name.
func (t *text) nameContinues(j int, others string) bool {
	for i := j; i < min(j+maxPiece, len(t.runes)); i++ {
		switch r := t.runes[i]; {
		case unicode.IsDigit(r) || strings.ContainsRune(others, r):
			return true
		case endsPiece(r) || strings.ContainsRune(charsAfterName, r) || strings.ContainsRune(charsInNoName, r):
			return false
		}
	}
	return false
}

// scoreLatinEnd returns how likely a name in Latin letters ends before a place.
func (t *text) scoreLatinEnd(j int) (score float64) {
	next := t.rune(j)
	if t.runes[j-1] == '.' {
		from := j - 1
		for isWordChar(t.rune(from - 1)) {
			from--
		}
		if from == j-1 || j-1-from > maxAbbreviation || unicode.IsDigit(t.rune(from)) {
			score = -scoreLight
		}
	}
	switch {
	case next == ' ' && t.opensAt(j+1):
		if t.endsSentence(j - 1) {
			return score + scoreFair
		}
		return score + scoreSevered
	case next == ' ', next == '\'', next == '’':
		return score + scoreEdge
	case next == 0 || endsPiece(next) || next == ',' && !t.opensAt(j+2) || next == '.' && (t.rune(j+1) == ' ' || t.rune(j+1) == 0):
		return score + scoreFair
	}
	return score + scoreSevered
}

// typesByLabel returns, for each place, the entity types whose labels precede it. If phrases put
// the entity first, names end in labels too, so that a label counts only before a copula or a
// code.
func (t *text) typesByLabel() [][]string {
	at := make(map[int]int, len(t.at))
	for i, b := range t.at {
		at[b] = i
	}
	all := make([][]string, len(t.at))
	lower := strings.ToLower(t.whole)
	if len(lower) != len(t.whole) {
		return all
	}
	for i := range t.domain.Entities {
		e := &t.domain.Entities[i]
		label := strings.ToLower(e.Label.In(t.language))
		for from := 0; label != ""; {
			n := strings.Index(lower[from:], label)
			if n < 0 {
				break
			}
			from += n + len(label)
			to := from
			for _, gap := range []string{"为", " "} {
				to += len(t.whole[to:]) - len(strings.TrimPrefix(t.whole[to:], gap))
			}
			k := at[to]
			if first := t.rune(k); !canBeginName(first) && len(e.Parts) == 0 && !isHan(first) ||
				t.entityFirst && to == from && !strings.ContainsFunc(pieceAhead(t.whole[to:]), unicode.IsDigit) {
				continue
			}
			all[k] = append(all[k], e.Name)
		}
	}
	return all
}

// pieceAhead returns the text up to the next character that ends a piece, and at most the longest
// piece.
func pieceAhead(text string) string {
	if i := strings.IndexFunc(text, endsPiece); i >= 0 {
		text = text[:i]
	}
	if r := []rune(text); len(r) > maxPiece {
		return string(r[:maxPiece])
	}
	return text
}

// followingWords returns the byte offsets at which words that follow an entity begin (of phrases, or the
// name of a column), with the likelihood that a name ends there.
func (t *text) followingWords() map[int]float64 {
	found := map[int]float64{}
	heads := []string{"作为", "是否"}
	add := func(phrase string) {
		head, _, _ := strings.Cut(strings.TrimPrefix(phrase, domain.Slot), "的")
		if utf8.RuneCountInString(head) >= 2 || strings.HasPrefix(phrase, domain.Slot) && head != "" {
			heads = append(heads, head)
		}
	}
	for i := range t.domain.Tools {
		if o := &t.domain.Tools[i]; o.Kind == domain.Lookup {
			add(o.Phrase.In(t.language))
		}
	}
	for i := range t.domain.Tables {
		for j := range t.domain.Tables[i].Columns {
			if called := t.domain.Tables[i].Columns[j].Called(t.language); strings.HasPrefix(called, "所") {
				heads = append(heads, called)
			}
		}
	}
	for _, head := range slices.Compact(heads) {
		for from := 0; ; {
			n := strings.Index(t.whole[from:], head)
			if n < 0 {
				break
			}
			found[from+n] = scoreEdge
			from += n + len(head)
		}
	}
	return found
}
