package exam

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
	p := paper{r: r, byNumber: !slices.ContainsFunc(lines, func(line string) bool { _, ok := headOf(line, false, 0); return ok })}
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
	byNumber bool // questions begin with nothing but their number
	now      *paperQuestion
	loose    []string // lines before the first question
	looseAt  int
	sheet    map[int]string // letters of right options by question, in a list of them; nil before it
	sheetAt  int
	done     []paperQuestion
}

// A paperQuestion is a question of a text as it is read.
type paperQuestion struct {
	number   int
	line     int
	annulled bool
	area     string
	headed   bool // a line announces the options
	stem     []string
	options  []paperOption
	key      []int
	several  bool // the key is given as several letters
}

type paperOption struct {
	position int
	right    bool
	lines    []string
}

var (
	questionHead = regexp.MustCompile(`(?i)^(?:#+\s*|\*\*)?(?:quest[ãa]o|question|pergunta)\s*(?:n[.ºo°]*\s*)?(\d{1,4})\b\s*(.*)$`)
	chineseHead  = regexp.MustCompile(`^(?:#+\s*|\*\*)?(?:第\s*([\d〇零一二三四五六七八九十百]+)\s*题|题目?\s*(\d{1,4}))\s*([.:：、，,．)）]|\s|$)\s*(.*)$`)
	numberHead   = regexp.MustCompile(`^(\d{1,4})\s*[.)、．]\s*(\S.*)$`)
	annulment    = regexp.MustCompile(`(?i)^[(\[（]?\s*(?:null|anulad[ao]|annulled|cancelled|作废|已作废)\s*[)\]）]?[.:]?$`)
	areaLine     = regexp.MustCompile(`^(?:(?:AREA|ÁREA)(?:\s+|\s*:\s*|$)|(?i:área|area|field|matéria|disciplina|subject|领域|科目|学科)\s*[:：]\s*)(.*)$`)
	optionsHead  = regexp.MustCompile(`(?i)^(?:options|opções|opcoes|alternativas|选项)\s*[:：]?$`)
	optionStart  = regexp.MustCompile(`^(\*{1,2}|\[[xX]\]|√|✓)?\s*[(（]?([A-Za-zＡ-Ｚ])\s*(?::\s*((?i:correct|correta|correto|right|正确)))?\s*[)）.、．]\s*(.*)$`)
	markedAtEnd  = regexp.MustCompile(`(?i)\s*(?:[(（\[]\s*(?:correct|correta|correto|right|正确)\s*[)）\]]|√|✓)$`)
	keyLine      = regexp.MustCompile(`(?i)^(?:gabarito|resposta(?: correta)?|alternativa correta|answer|correct answer|key|答案|正确答案|参考答案)\s*[:：]\s*[(（]?([A-H](?:\s*(?:[,、;]|\be\b|\band\b)?\s*[A-H])*)[)）]?\.?$`)
	sheetHead    = regexp.MustCompile(`(?i)^(?:#+\s*|\*\*)?(?:gabarito(?: oficial| definitivo)?|answer key|answers|答案|参考答案)(?:\*\*)?\s*[:：]?$`)
	sheetEntry   = regexp.MustCompile(`(?i)(\d{1,4})\s*[-–.:)、．]?\s*([A-H]{1,8}|X|anulada|null)(?:\b|$)`)
	sheetLine    = regexp.MustCompile(`(?i)^(?:\d{1,4}\s*[-–.:)、．]?\s*(?:[A-H]{1,8}|X|anulada|null)[\s,;|]*)+$`)
)

// headOf reads the line that begins a question. With byNumber, a number after last is one.
func headOf(line string, byNumber bool, last int) (q paperQuestion, ok bool) {
	rest := ""
	if m := questionHead.FindStringSubmatch(line); m != nil {
		q.number, _ = strconv.Atoi(m[1])
		rest = strings.TrimSpace(strings.TrimSuffix(m[2], "**"))
		if rest != "" && !annulment.MatchString(rest) {
			first, n := utf8.DecodeRuneInString(rest)
			if !strings.ContainsRune(".:)-–—(", first) {
				return q, false // a sentence that speaks of a question
			}
			if first != '(' {
				rest = strings.TrimSpace(rest[n:])
			}
		}
	} else if m := chineseHead.FindStringSubmatch(line); m != nil {
		q.number = chineseNumber(m[1] + m[2])
		rest = strings.TrimSpace(m[4])
	} else if m := numberHead.FindStringSubmatch(line); byNumber && m != nil {
		if q.number, _ = strconv.Atoi(m[1]); q.number != last+1 {
			return q, false
		}
		rest = m[2]
	} else {
		return q, false
	}
	q.annulled = annulment.MatchString(rest)
	if !q.annulled && rest != "" {
		q.stem = []string{rest}
	}
	return q, true
}

// chineseNumber reads a number below 1,000 in digits or Chinese numerals; 0 for none.
func chineseNumber(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	total, digit := 0, 0
	for _, r := range text {
		switch r {
		case '百', '十':
			unit := map[rune]int{'百': 100, '十': 10}[r]
			total, digit = total+max(1, digit)*unit, 0
		default:
			for i, d := range []rune("零一二三四五六七八九") {
				if r == d {
					digit = i
				}
			}
		}
	}
	return total + digit
}

// line reads the next line.
func (p *paper) line(n int, line string) {
	last, options := 0, 2
	if p.now != nil {
		last, options = p.now.number, len(p.now.options)
	}
	if q, ok := headOf(line, p.byNumber && options >= 2, last); ok && p.sheet == nil {
		p.finish()
		q.line = n
		p.now = &q
		return
	}
	switch {
	case p.now != nil && len(p.now.options) > 0 && sheetHead.MatchString(line):
		p.finish()
		p.sheet, p.sheetAt = map[int]string{}, n
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
		p.now.add(line)
	}
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
	if !q.headed && len(q.options) == 0 && optionsHead.MatchString(line) {
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

// option reads the first line of an option: its letter comes after those before, and the first is A.
// Small letters count where a line announces the options.
func (q *paperQuestion) option(line string) (o paperOption, ok bool) {
	m := optionStart.FindStringSubmatch(line)
	if m == nil {
		return o, false
	}
	position, ok := positionOf(m[2])
	small := m[2] >= "a" && m[2] <= "z"
	last := -1
	if n := len(q.options); n > 0 {
		last = q.options[n-1].position
	}
	if !ok || small && !q.headed || position <= last || position > last+2 || position >= 8 || last < 0 && position > 0 {
		return o, false
	}
	o = paperOption{position: position, right: m[1] != "" || m[3] != "", lines: []string{m[4]}}
	return o, true
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

// tellLoose tells of the text before the first question.
func (p *paper) tellLoose() {
	if p.loose == nil {
		return
	}
	text := []rune(oneLine(strings.Join(p.loose, " ")))
	if len(text) > 80 {
		text = append(text[:80], '…')
	}
	p.r.fault(p.looseAt, Unread, true, "%s before the first question: %q: want questions that begin with a line such as Questão 1", plural(len(p.loose), "line"), string(text))
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
	one.Origin = Origin{Exam: r.exam, Area: q.area, Day: r.day, File: r.file, Line: q.line}
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
