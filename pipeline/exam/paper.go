package exam

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// text reads plain text or Markdown: essays with official answers under headings, or questions with
// options.
func (r *fileReader) text(data []byte) {
	if at := invalidAt(data); at < int64(len(data)) {
		r.fault(lineAt(data, at), NotUTF8, true, "bytes that are not UTF-8: want the file in UTF-8")
		return
	}
	data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	lines := strings.Split(string(data), "\n")
	for i := range lines {
		kept, taken := plain(lines[i])
		if taken != "" {
			r.fault(i+1, Characters, false, "the line holds %s, which was taken out: want text without control characters", taken)
		}
		lines[i] = kept
	}
	if isEssayText(lines) {
		r.essayText(lines)
		return
	}
	p := paper{r: r, lines: lines, byNumber: !slices.ContainsFunc(lines, func(line string) bool { _, ok := headOf(line, false, 0); return ok })}
	for i, line := range lines {
		p.line(i+1, line)
	}
	p.finish()
	p.tellLoose()
	p.applySheet()
}

// A paper collects the questions of a text, line by line.
type paper struct {
	r        *fileReader
	lines    []string
	byNumber bool // questions begin with nothing but their number
	now      *paperQuestion
	last     int      // number of the last question
	area     string   // of the section
	loose    []string // lines of no question that have not been told yet
	looseAt  int
	sheet    map[int]string // letters of right options by question, in a list of them; nil before it
	done     []paperQuestion
}

// A paperQuestion is a question of a text as it is read.
type paperQuestion struct {
	number   int
	line     int
	annulled bool
	area     string // "" unless a line of the question names it
	section  string // area of the section
	headed   bool   // a line announces the options
	stem     []string
	options  []paperOption
	key      []int
	several  bool // the key is given as several letters
}

type paperOption struct {
	position int
	right    bool
	small    bool   // its letter is a small one
	source   string // its first line with the letter
	lines    []string
}

// line reads the next line.
func (p *paper) line(n int, line string) {
	options := 2
	if p.now != nil {
		options = len(p.now.options)
	}
	if q, ok := headOf(line, p.byNumber && options >= 2, p.last); ok && p.sheet == nil {
		p.finish()
		p.tellLoose()
		q.line, q.section = n, p.area
		p.now, p.last = &q, q.number
		return
	}
	if options >= 2 && p.sheet == nil && p.section(n, line) {
		return
	}
	switch {
	case p.now != nil && len(p.now.options) > 0 && sheetHead.MatchString(line):
		p.finish()
		p.sheet = map[int]string{}
	case p.sheet != nil:
		p.sheetRow(n, line)
	case p.now == nil:
		if line != "" {
			if p.loose == nil {
				p.looseAt = n
			}
			p.loose = append(p.loose, line)
		}
	default:
		for _, part := range inlineOptions(line) {
			p.now.add(part)
		}
	}
}

// section reads a line between two questions that heads those after it: one that names an area of
// law, or, in Chinese papers, a kind of question.
func (p *paper) section(n int, line string) bool {
	m := sectionLine.FindStringSubmatch(line)
	if m == nil || n > 1 && p.lines[n-2] != "" {
		return false
	}
	next := slices.IndexFunc(p.lines[n:], func(line string) bool { return line != "" })
	if next < 0 {
		return false
	}
	if _, ok := headOf(p.lines[n+next], p.byNumber, p.last); !ok {
		return false
	}
	if kindOfQuestion.MatchString(line) {
		p.finish()
		p.loose, p.looseAt = append(p.loose, line), n
		return true
	}
	if _, _, known := p.r.taxonomy().Field(m[1], ""); !known && !areaWord.MatchString(m[1]) {
		return false
	}
	p.finish()
	p.area = oneLine(m[1])
	return true
}

// add adds a line to a question.
func (q *paperQuestion) add(line string) {
	if q.area == "" && len(q.stem) == 0 && len(q.options) == 0 {
		if m := areaLine.FindStringSubmatch(line); m != nil {
			q.area = oneLine(m[1])
			return
		}
		if line == "" {
			return
		}
	}
	if !q.headed && optionsHead.MatchString(line) {
		q.takeBack()
		q.headed = true
		return
	}
	if m := keyLine.FindStringSubmatch(line); m != nil && len(q.options) >= 2 {
		for _, r := range strings.ToUpper(strings.NewReplacer(" e ", " ", " and ", " ").Replace(m[1])) {
			if r >= 'A' && r <= 'H' {
				q.key = append(q.key, int(r-'A'))
			}
		}
		q.several = len(q.key) > 1
		return
	}
	if o, ok := q.option(line); ok {
		if o.position == 0 {
			q.takeBack()
		}
		q.options = append(q.options, o)
		return
	}
	if len(q.options) > 0 {
		last := &q.options[len(q.options)-1]
		last.lines = append(last.lines, line)
		return
	}
	q.stem = append(q.stem, line)
}

// takeBack makes what looked like options a part of the question's text.
func (q *paperQuestion) takeBack() {
	for _, o := range q.options {
		q.stem = append(append(q.stem, o.source), o.lines[1:]...)
	}
	q.options = nil
}

// option reads the first line of an option: its letter comes after those before, and the first is A.
// Where no line announces the options, an A begins them again after a single A, and after options
// with small letters.
func (q *paperQuestion) option(line string) (o paperOption, ok bool) {
	m := optionStart.FindStringSubmatch(line)
	if m == nil {
		return o, false
	}
	position, ok := positionOf(m[2])
	o = paperOption{position: position, right: m[1] != "" || m[3] != "", small: m[2] >= "a" && m[2] <= "z", source: line, lines: []string{m[4]}}
	if !ok || position >= 8 {
		return o, false
	}
	n := len(q.options)
	if n == 0 {
		return o, position == 0
	}
	last := &q.options[n-1]
	if position == 0 {
		return o, !q.headed && (n == 1 && last.small == o.small || last.small && !o.small)
	}
	return o, position > last.position && position <= last.position+2 && (o.small == last.small || q.headed)
}

// finish ends the question that is being read.
func (p *paper) finish() {
	if p.now != nil {
		p.done = append(p.done, *p.now)
		p.now = nil
	}
}

// sheetRow reads a line of the list of right options at the end of a paper.
func (p *paper) sheetRow(n int, line string) {
	if line == "" {
		return
	}
	if !sheetLine.MatchString(line) {
		p.r.fault(n, Unread, true, "%q stands in the list of right options: want numbers with letters", oneLine(line))
		return
	}
	for _, m := range sheetEntry.FindAllStringSubmatch(line, -1) {
		number, _ := strconv.Atoi(m[1])
		p.sheet[number] = strings.ToUpper(m[2])
	}
}

// tellLoose tells of text that is part of no question.
func (p *paper) tellLoose() {
	if p.loose == nil {
		return
	}
	text := []rune(oneLine(strings.Join(p.loose, " ")))
	if len(text) > 80 {
		text = append(text[:80], '…')
	}
	p.r.fault(p.looseAt, Unread, true, "%s of no question: %q: want questions that begin with a line such as Questão 1", plural(len(p.loose), "line"), string(text))
	p.loose = nil
}

// applySheet makes questions of what was read, with the keys of the list at the end.
func (p *paper) applySheet() {
	for i := range p.done {
		q := &p.done[i]
		if key, ok := p.sheet[q.number]; ok && len(q.key) == 0 {
			q.annulled = q.annulled || key == "X" || key == "ANULADA" || key == "NULL"
			if !q.annulled {
				for _, r := range key {
					q.key = append(q.key, int(r-'A'))
				}
				q.several = len(q.key) > 1
			}
		}
		p.r.addPaperQuestion(q)
	}
}

// addPaperQuestion adds a question of a text, or tells why not.
func (r *fileReader) addPaperQuestion(q *paperQuestion) {
	one := Question{ID: fmt.Sprintf("%s-%d", r.exam, q.number), Stem: unwrap(q.stem)}
	marked := 0
	gap := false
	for i, o := range q.options {
		text := unwrap(o.lines)
		if markedAtEnd.MatchString(text) {
			text, o.right = markedAtEnd.ReplaceAllString(text, ""), true
		}
		if o.right {
			marked++
			one.Key = append(one.Key, i)
		}
		gap = gap || o.position != i
		one.Options = append(one.Options, text)
	}
	if len(q.key) > 0 {
		slices.Sort(q.key)
		one.Key = slices.Compact(append(q.key, one.Key...))
		slices.Sort(one.Key)
		one.Key = slices.Compact(one.Key)
	}
	one.Origin = Origin{Exam: r.exam, Area: cmp.Or(q.area, q.section), Day: r.day, File: r.file, Line: q.line}
	one.Language = languageOf(one.Stem + "\n" + strings.Join(one.Options, "\n"))
	switch {
	case q.annulled:
		r.fault(q.line, NoKey, true, "question %s was annulled: want a question with a right option", one.ID)
	case gap:
		r.fault(q.line, FewOptions, true, "an option of question %s is missing among %s: want letters without a gap", one.ID, plural(len(q.options), "option"))
	case len(one.Key) > 1 && !q.several:
		r.fault(q.line, SeveralKeys, true, "question %s has %d options that are marked right: want one, or a key of several letters", one.ID, len(one.Key))
	default:
		r.questions = append(r.questions, markedQuestion{one, false})
	}
}
