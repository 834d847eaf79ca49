package proof

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// sourceText is a text in the file of a case: a line, or a text of JSON.
type sourceText struct {
	text       string
	labels     []string // of what stands there: the heading; in JSON, the key, and both texts of a pair
	first, end int64    // bytes of the file
}

// textsOfCase returns the texts that stand in the bytes of a case.
func textsOfCase(file string, source []byte, whole caselaw.Span) (texts []sourceText, fault string) {
	if whole.First < 0 || whole.First > whole.End || whole.End > int64(len(source)) {
		return nil, fmt.Sprintf("%s has no bytes %d to %d", file, whole.First, whole.End)
	}
	if ext := path.Ext(file); ext != ".json" && ext != ".jsonl" {
		if whole != (caselaw.Span{End: int64(len(source))}) {
			return nil, fmt.Sprintf("%s is one case: want all its bytes", file)
		}
		return linesUnderHeadings(string(source)), ""
	}
	w := jsonTexts{dec: jsontext.NewDecoder(bytes.NewReader(source[whole.First:whole.End])), from: whole.First, objects: [][]string{nil}}
	if w.dec.PeekKind() != '{' {
		return nil, fmt.Sprintf("bytes %d to %d of %s are no object of JSON", whole.First, whole.End, file)
	}
	if err := w.value("", 0); err != nil {
		return nil, fmt.Sprintf("bytes %d to %d of %s: %v", whole.First, whole.End, file, err)
	}
	if int64(w.dec.InputOffset()) != whole.End-whole.First {
		return nil, fmt.Sprintf("bytes %d to %d of %s are more than an object", whole.First, whole.End, file)
	}
	for i := range w.texts {
		if pair := w.objects[w.within[i]]; len(pair) == 2 { // a heading and its text
			w.texts[i].labels = append(w.texts[i].labels, pair[0], pair[1])
		}
	}
	return w.texts, ""
}

// linesUnderHeadings returns the lines of a text that say something. The label of a line is the heading
// above it; what stands after the colon of a heading is a text of its own.
func linesUnderHeadings(source string) []sourceText {
	var all []sourceText
	heading, at := "", int64(0)
	for line := range strings.Lines(source) {
		first, end := at, at+int64(len(line))
		at = end
		if spelled(line) == "" {
			continue
		}
		s := sourceText{text: line, first: first, end: end}
		if label := labelOf(line); label != "" {
			heading = label
			if rest := line[len(label):]; spelled(rest) != "" {
				all = append(all, sourceText{text: rest, labels: []string{heading}, first: first + int64(len(label)), end: end})
			}
		} else {
			s.labels = []string{heading}
		}
		all = append(all, s)
	}
	return all
}

// Patterns of a line that is a heading by its words alone, a few without marks of a sentence, and of words
// that tell of a day.
var (
	bareHeading = lazyregexp.New(`^[^。，；,;.]{1,30}$`)
	tellsDay    = lazyregexp.New(`[0-9０-９一二三四五六七八九十元][年月日]|[次翌同当即]日|[0-9]{4}`)
)

// labelOf returns the heading that a line is or begins with: one of Markdown, one in brackets, a few
// words before a colon, or a few words that are all of the line; "" if it has none.
func labelOf(line string) string {
	text := strings.TrimSpace(line)
	if strings.HasPrefix(text, "#") || strings.HasPrefix(text, "【") && strings.HasSuffix(text, "】") {
		return line
	}
	if i := strings.IndexAny(line, ":："); i >= 0 && isHeadingText(line[:i]) {
		return line[:i]
	}
	if isHeadingText(line) && bareHeading.MatchString(headingNumber.ReplaceAllString(text, "")) {
		return line
	}
	return ""
}

// isHeadingText reports whether a text is as short as a heading, and has letters, but no sentence and no day.
func isHeadingText(text string) bool {
	return utf8.RuneCountInString(text) <= 40 && strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsAny(text, "。；;") && !tellsDay.MatchString(text)
}

// jsonTexts collects the texts of an object.
type jsonTexts struct {
	dec     *jsontext.Decoder
	from    int64
	texts   []sourceText
	within  []int      // by text, the object in which it stands
	objects [][]string // by object, the texts in it
}

// value collects the value that comes next, which stands under a key of an object.
func (w *jsonTexts) value(key string, object int) error {
	switch w.dec.PeekKind() {
	case '{', '[':
		open, err := w.dec.ReadToken()
		if err != nil {
			return err
		}
		list := open.Kind() == '['
		if !list {
			object = len(w.objects)
			w.objects = append(w.objects, nil)
		}
		for w.dec.PeekKind() != '}' && w.dec.PeekKind() != ']' {
			if !list {
				name, err := w.dec.ReadToken()
				if err != nil {
					return err
				}
				key = name.String()
			}
			if err := w.value(key, object); err != nil {
				return err
			}
		}
		_, err = w.dec.ReadToken()
		return err
	}
	raw, err := w.dec.ReadValue()
	if err != nil {
		return err
	}
	text := string(raw)
	switch raw.Kind() {
	case 'n':
		return nil
	case '"':
		decoded, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return err
		}
		text = string(decoded)
	}
	end := w.from + w.dec.InputOffset()
	w.texts = append(w.texts, sourceText{text: text, labels: []string{key}, first: end - int64(len(raw)), end: end})
	w.within = append(w.within, object)
	w.objects[object] = append(w.objects[object], text)
	return nil
}

// daysOfFacts are the headings of the day of the facts, as spelled has them.
var daysOfFacts = []string{"事实发生日期", "行为发生日期", "合同签订日期", "dateofthefacts", "dateoffacts", "factsday"}

// headingNumber matches the number before a heading: 一、 or （一） or 1.
var headingNumber = lazyregexp.New(`^\P{L}*(?:[一二三四五六七八九十]+[、）)])?`)

// factsDay returns the only text of a case under one of the headings of the day of the facts. A
// heading without text says nothing.
func factsDay(texts []sourceText, headings []string) (stated sourceText, fault string) {
	isHeading := func(l string) bool {
		return slices.Contains(headings, spelled(l)) || slices.Contains(headings, spelled(headingNumber.ReplaceAllString(l, "")))
	}
	found := 0
	for _, s := range texts {
		if spelled(s.text) != "" && slices.ContainsFunc(s.labels, func(l string) bool { return l != s.text && isHeading(l) }) {
			stated = s
			found++
		}
	}
	if found != 1 {
		return stated, fmt.Sprintf("gives the day of the facts %d times: want once", found)
	}
	return stated, ""
}

// readFactsHeadings returns the headings of the day of the facts, with those that the directory of the
// cases declares.
func (p *prover) readFactsHeadings() ([]string, error) {
	data, err := p.Cases("headings.yaml")
	if errors.Is(err, fs.ErrNotExist) {
		return daysOfFacts, nil
	}
	if err != nil {
		return nil, err
	}
	var declared map[string][]string
	if err := yaml.Unmarshal(data, &declared); err != nil {
		return nil, err
	}
	all := slices.Clone(daysOfFacts)
	for _, h := range declared["happened"] {
		all = append(all, spelled(h))
	}
	return all, nil
}

// spelled returns the letters and digits of a text in lower case. A heading has no digits.
func spelled(text string) string {
	return strings.Map(func(r rune) rune {
		if !isLetterOrDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
