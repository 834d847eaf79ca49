package exam

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// jsonLines reads JSON lines: an object a line; empty lines are passed over.
func (r *fileReader) jsonLines(data []byte) {
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(bytes.TrimSpace(text)) > 0 {
			r.object(line, text)
		}
	}
}

// jsonValues reads a file that is one object, several, or a list of objects.
func (r *fileReader) jsonValues(data []byte) {
	if !utf8.Valid(data) {
		r.fault(lineAt(data, invalidAt(data)), NotUTF8, true, "bytes that are not UTF-8: want the file in UTF-8")
		return
	}
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	list := dec.PeekKind() == '['
	if list {
		dec.ReadToken() // cannot fail after that
	}
	for dec.PeekKind() != ']' {
		raw, err := dec.ReadValue()
		if errors.Is(err, io.EOF) && !list {
			return
		}
		if err != nil {
			at := dec.InputOffset()
			if fault := (*jsontext.SyntacticError)(nil); errors.As(err, &fault) {
				at = fault.ByteOffset
			}
			r.fault(lineAt(data, at), BrokenJSON, true, "%s: want objects with questions; nothing after this place is read", errText(err))
			return
		}
		r.object(lineAt(data, dec.InputOffset()-int64(len(raw))), raw)
	}
}

// lineAt returns the line of an offset, from 1.
func lineAt(data []byte, at int64) int {
	return 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
}

// invalidAt returns the offset of the first byte that is not UTF-8; the length without any.
func invalidAt(data []byte) int64 {
	for i := 0; i < len(data); {
		c, n := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && n == 1 {
			return int64(i)
		}
		i += n
	}
	return int64(len(data))
}

// object reads one object: an essay, a question with options, or a record of oab_bench.
func (r *fileReader) object(line int, data []byte) {
	if !utf8.Valid(data) {
		r.fault(line, NotUTF8, true, "bytes that are not UTF-8: want the file in UTF-8")
		return
	}
	o := &object{r: r, line: line, read: map[string]bool{}}
	if err := json.Unmarshal(data, &o.members); err != nil {
		r.fault(line, BrokenJSON, true, "%s: want an object with a question", errText(err))
		return
	}
	switch {
	case o.has("question_id") && (o.has("turns") || o.has("choices")):
		r.benchObject(o)
	case o.has("options") || o.has("choices"):
		o.question()
	case o.has("parts") || o.has("answer") || o.has("statement"):
		o.essay()
	default:
		r.fault(line, Unread, true, "an object that is no question: want options with a key, or parts with answers")
		return
	}
	o.tellUnread()
}

// tellUnread tells of members that are not read, once a file.
func (o *object) tellUnread() {
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		if !o.read[name] && !o.r.unknown[name] {
			o.r.unknown[name] = true
			o.r.fault(o.line, Unread, false, "member %q is not read, here and below: want those of exam.schema.json", oneLine(name))
		}
	}
}

// origin reads where a question comes from.
func (o *object) origin(texts ...string) Origin {
	origin := Origin{Exam: o.short("exam"), Area: o.short("area", "field"), Day: o.short("day", "date"), Language: o.short("language"), File: o.r.file, Line: o.line}
	if origin.Exam == "" {
		origin.Exam = o.r.exam
	}
	if origin.Day != "" && !statedDay.MatchString(origin.Day) {
		o.bad("day", "YYYY-MM-DD, YYYY-MM or YYYY")
		origin.Day = ""
	}
	if origin.Day == "" {
		origin.Day = o.r.day
	}
	if l := origin.Language; l != "" && l != "pt" && l != "zh" && l != "en" {
		o.bad("language", "pt, zh or en")
		origin.Language = ""
	}
	if origin.Language == "" {
		origin.Language = languageOf(strings.Join(texts, "\n"))
	}
	return origin
}

// id returns the identifier of the object's question; the file and line make one where it has none.
func (o *object) id() string {
	if id := o.short("id"); id != "" {
		return id
	}
	return o.r.exam + ":" + strconv.Itoa(o.line)
}

// essay reads an essay. An object with question and answer in place of parts is one of one part.
func (o *object) essay() {
	e := Essay{ID: o.id(), Title: o.short("title"), Statement: o.text("statement"), Value: 0}
	shared := o.r.bounded(o.line, o.texts("assumptions"))
	texts := []string{e.Statement}
	if parts := o.member("parts"); parts != nil {
		e.Value = o.points("value")
		list, err := listOf(parts)
		if err != nil {
			o.bad("parts", "a list of parts")
		}
		for i, raw := range list {
			p := &object{r: o.r, line: o.line, read: map[string]bool{}}
			if err := json.Unmarshal(raw, &p.members); err != nil {
				o.r.fault(o.line, BadValue, true, "part %d of essay %s is no object: want a question with an answer", i+1, e.ID)
				continue
			}
			e.Parts = append(e.Parts, p.part(i, shared))
			p.tellUnread()
		}
	} else {
		e.Parts = []Part{o.part(0, shared)}
	}
	for _, p := range e.Parts {
		texts = append(texts, p.Question, p.Answer)
	}
	e.Origin = o.origin(texts...)
	o.r.essays = append(o.r.essays, e)
}

// part reads the part of an essay at an index; shared are the suppositions of all parts.
func (o *object) part(i int, shared []string) Part {
	p := Part{Label: o.short("label"), Question: o.text("question"), Value: o.points("value")}
	if p.Label == "" {
		p.Label = partLabel(i)
	}
	p.Assumptions = o.r.bounded(o.line, append(slices.Clip(shared), o.texts("assumptions")...))
	var odd []string
	p.Answer, p.Points, odd = splitPoints(o.text("answer"))
	o.r.tellOdd(o.line, odd)
	if rows := o.member("points"); rows != nil {
		p.Points = append(p.Points, o.rows(rows)...)
	}
	return p
}

// tellOdd tells of cells of a points table that hold no points.
func (r *fileReader) tellOdd(line int, odd []string) {
	for _, cell := range odd {
		r.fault(line, BadValue, false, "%q stands where points are wanted: want numbers such as 0,00/0,65; the row is read as a heading", oneLine(cell))
	}
}

// rows reads a list of points.
func (o *object) rows(v jsontext.Value) (points []Point) {
	list, err := listOf(v)
	if err != nil {
		o.bad("points", "a list of rows")
	}
	for _, raw := range list {
		row := &object{r: o.r, line: o.line, read: map[string]bool{}}
		if err := json.Unmarshal(raw, &row.members); err != nil {
			o.bad("points", "rows with text and values")
			continue
		}
		p := Point{Text: row.text("text")}
		if v := row.member("values", "value"); v != nil {
			cells, err := textsOf(v)
			values, ok := parseValues(strings.Join(cells, " "))
			if err != nil || !ok {
				row.bad("values", "points with at most two decimals")
			}
			p.Values = values
		}
		row.tellUnread()
		points = append(points, p)
	}
	return points
}

// question reads a question with options.
func (o *object) question() {
	q := Question{ID: o.id(), Stem: o.text("stem", "question")}
	q.Options = o.options()
	q.Key = o.key(len(q.Options))
	annulled := o.member("nullified", "annulled")
	q.Origin = o.origin(append([]string{q.Stem}, q.Options...)...)
	if annulled != nil && annulled.Kind() == 't' {
		o.r.fault(o.line, NoKey, true, "question %s was annulled: want a question with a right option", q.ID)
		return
	}
	o.r.questions = append(o.r.questions, markedQuestion{q, true})
}

// options reads a list of texts, an object with a text for each letter, or one with a list of texts.
func (o *object) options() []string {
	v := o.member("options", "choices")
	if v == nil {
		return nil
	}
	if v.Kind() == '{' {
		var members map[string]jsontext.Value
		if err := json.Unmarshal(v, &members); err != nil {
			o.bad("options", "a list of texts")
			return nil
		}
		if list := members["text"]; list != nil {
			v = list
		} else {
			var list []jsontext.Value
			for _, name := range slices.Sorted(maps.Keys(members)) {
				list = append(list, members[name])
			}
			v, _ = json.Marshal(list)
		}
	}
	texts, err := textsOf(v)
	if err != nil {
		o.bad("options", "a list of texts")
	}
	for i := range texts {
		texts[i] = o.r.prose(o.line, texts[i])
	}
	return texts
}

// key reads letters and positions, which count from 0.
func (o *object) key(options int) []int {
	v := o.member("key", "answerKey", "answer")
	if v == nil {
		return nil
	}
	list, err := listOf(v)
	if err != nil {
		o.bad("key", "letters, or positions from 0")
		return nil
	}
	var key []int
	for _, v := range list {
		text, err := textOf(v)
		position, ok := positionOf(text)
		if v.Kind() == '0' {
			position, err = strconv.Atoi(text)
			ok = err == nil
		}
		if err != nil || !ok {
			o.bad("key", "letters, or positions from 0")
			return nil
		}
		key = append(key, position)
	}
	slices.Sort(key)
	return slices.Compact(key)
}
