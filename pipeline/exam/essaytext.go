package exam

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// essayRole is what stands under a heading of an essay text.
type essayRole uint8

const (
	roleEssay essayRole = iota + 1
	roleStatement
	roleAssumption
	roleQuestion
	roleAnswer
	rolePoints
	roleArea
	roleDay
	roleExam
)

// essayWords are the headings of essay texts, in the order in which they are tried.
var essayWords = []struct {
	role  essayRole
	words *lazyregexp.Regexp
}{
	{roleArea, lazyregexp.New(`(?i)^(?:área|area|field|matéria|disciplina|领域|科目|学科)$`)},
	{roleDay, lazyregexp.New(`(?i)^(?:data|day|date|日期|考试日期)$`)},
	{roleExam, lazyregexp.New(`(?i)^(?:exame|prova|exam|考试)$`)},
	{roleAnswer, lazyregexp.New(`(?i)^(?:padrão de resposta|resposta(?: esperada)?|gabarito(?: comentado)?|(?:model |official )?answer|参考答案|答案要点|答案)(?:\s*(?P<label>[A-Za-z\d]{1,2}))?$`)},
	{rolePoints, lazyregexp.New(`(?i)^(?:distribuição d[eo]s? pontos|pontuação|points(?: table)?|评分标准|评分要点|得分点)(?:\s*(?P<label>[A-Za-z\d]{1,2}))?$`)},
	{roleAssumption, lazyregexp.New(`(?i)^(?:suposição|suposicao|pressuposto|assumption|supposition|假设|假定)(?:\s*(?P<label>[A-Za-z\d]{1,2}))?$`)},
	{roleStatement, lazyregexp.New(`(?i)^(?:enunciado|caso(?: prático)?|hipótese|statement|facts|case|案情|题干|材料)(?:\s*(?P<label>[A-Za-z\d]{1,2}))?$`)},
	{roleEssay, lazyregexp.New(`(?i)^(?:questão discursiva|dissertação|peça prático-profissional|essay|论述题|案例分析题|第[\d一二三四五六七八九十]+题)(?:\s*(?P<label>\d{1,3}))?$`)},
	{roleQuestion, lazyregexp.New(`(?i)^(?:pergunta|questionamento|item|alínea|question|questão|quesito|问题|设问)(?:\s*[(（]?(?P<label>[A-Za-z\d一二三四五六七八九十]{1,2})[)）]?)?$`)},
}

// An essayHeading is a line that heads a part of an essay text.
type essayHeading struct {
	role   essayRole
	level  int // of a Markdown heading, 0 for another line
	label  string
	title  string // the line without its marks
	inline string // what follows a colon
}

// essayHeadingOf reads a line as a heading: a Markdown heading, or a line that is nothing but known
// words, or begins with these and a colon.
func essayHeadingOf(line string) (h essayHeading, ok bool) {
	text := strings.TrimLeft(line, "#")
	h.level = len(line) - len(text)
	text = strings.Trim(strings.TrimSpace(text), "*")
	head, inline, colon := cutColon(text)
	h.title, h.inline = strings.Trim(head, "* "), strings.TrimLeft(inline, "* ")
	for _, w := range essayWords {
		m := w.words.FindStringSubmatch(h.title)
		if m == nil || (w.role == roleArea || w.role == roleDay || w.role == roleExam) && !colon && h.level == 0 {
			continue
		}
		if i := w.words.SubexpIndex("label"); i >= 0 {
			h.label = strings.ToUpper(m[i])
		}
		h.role = w.role
		return h, true
	}
	return h, false
}

// cutColon divides a line at its first colon of any width.
func cutColon(text string) (before, after string, found bool) {
	if i := strings.IndexAny(text, ":："); i >= 0 {
		_, after, _ = strings.Cut(strings.Replace(text[i:], "：", ":", 1), ":")
		return strings.TrimSpace(text[:i]), strings.TrimSpace(after), true
	}
	return text, "", false
}

// isEssayText reports whether a text has official answers under headings and no options.
func isEssayText(lines []string) bool {
	answers := false
	for i, line := range lines {
		if optionsHead.MatchString(line) {
			return false
		}
		if h, ok := essayHeadingOf(line); ok && h.role == roleAnswer {
			if keyLine.MatchString(line) || sheetHead.MatchString(line) && i+1 < len(lines) && sheetLine.MatchString(lines[i+1]) {
				return false
			}
			answers = true
		}
	}
	return answers
}

// An essayReader collects the essays of a text.
type essayReader struct {
	r        *fileReader
	essay    *Essay
	explicit bool // a heading begins the essay
	level    int  // of that heading
	role     essayRole
	body     []string
	label    string
	// pending are the suppositions for the next question, and lasting those of a Markdown heading of
	// which questions stand below.
	pending []string
	lasting []string
	deep    int  // level of the heading of lasting
	used    bool // a question stands below lasting
	at      int  // level of the heading of the question or supposition that is being read
	// What the statement and the answers of the parts consist of, and the parts by their labels.
	statement []string
	answers   [][]string
	byLabel   map[string]int

	number   int // of essays
	answered bool
}

// essayText reads essays under headings.
func (r *fileReader) essayText(lines []string) {
	e := &essayReader{r: r}
	for i, line := range lines {
		h, ok := essayHeadingOf(line)
		if !ok {
			e.text(i+1, line)
			continue
		}
		e.close()
		if h.role == roleQuestion && h.isEssay(e, lines[i+1:]) {
			h.role = roleEssay
		}
		if h.role == roleEssay || e.essay == nil || h.role == roleStatement && e.answered {
			e.begin(i+1, h)
		}
		e.role, e.label, e.at = h.role, h.label, h.level
		e.body = []string{h.inline}
	}
	e.close()
	e.end()
}

// isEssay reports whether a heading for a question heads a whole essay: the next heading below it is
// not that of an answer.
func (h essayHeading) isEssay(e *essayReader, rest []string) bool {
	if h.inline != "" || e.essay != nil && e.explicit && h.level > e.level {
		return false
	}
	for _, line := range rest {
		if next, ok := essayHeadingOf(line); ok {
			return next.role != roleAnswer && next.role != rolePoints
		}
	}
	return false
}

// text adds a line to what is being read.
func (e *essayReader) text(n int, line string) {
	if e.essay == nil {
		if line != "" {
			e.r.fault(n, Unread, true, "%q stands before the first essay: want headings such as Enunciado, Pergunta and Padrão de resposta", oneLine(line))
		}
		return
	}
	e.body = append(e.body, line)
}

// begin begins an essay.
func (e *essayReader) begin(line int, h essayHeading) {
	exam, area, day := e.r.exam, "", e.r.day
	if e.essay != nil {
		if len(e.essay.Parts) == 0 && len(e.statement) == 0 && h.role != roleEssay {
			return // its heading was that of the file
		}
		exam, day = e.essay.Exam, e.essay.Day
		e.end()
	}
	e.number++
	e.essay = &Essay{ID: fmt.Sprintf("%s-%d", e.r.exam, e.number), Origin: Origin{Exam: exam, Area: area, Day: day, File: e.r.file, Line: line}}
	e.explicit, e.level, e.answered = h.role == roleEssay, h.level, false
	e.pending, e.lasting, e.deep, e.used = nil, nil, 0, false
	e.statement, e.answers, e.byLabel = nil, nil, map[string]int{}
	if h.role == roleEssay {
		e.essay.Title = oneLine(h.title)
	}
}

// close puts the text under a heading where it belongs.
func (e *essayReader) close() {
	if e.essay == nil || e.role == 0 {
		return
	}
	text := unwrap(e.body)
	raw := strings.TrimSpace(strings.Join(e.body, "\n"))
	body := e.body
	e.body = nil
	switch role := e.role; role {
	case roleEssay, roleStatement:
		if text != "" {
			e.statement = append(e.statement, text)
		}
	case roleAssumption:
		if e.at > 0 && (e.deep == 0 || e.at <= e.deep && e.used) {
			e.lasting, e.deep, e.used = nil, e.at, false
		}
		if text != "" && len(e.lasting)+len(e.pending) == maxAssumptions {
			e.r.fault(e.essay.Line, BadValue, true, "more than %d suppositions hold together: want at most these; the others are left out", maxAssumptions)
		} else if text != "" {
			if e.at > 0 {
				e.lasting = append(e.lasting, text)
			} else {
				e.pending = append(e.pending, text)
			}
		}
	case roleQuestion:
		e.question(text)
	case roleAnswer, rolePoints:
		e.answer(role, raw, body)
	case roleArea:
		e.essay.Area = oneLine(text)
	case roleExam:
		e.essay.Exam = oneLine(text)
	case roleDay:
		if statedDay.MatchString(text) {
			e.essay.Day = text
		} else {
			e.r.fault(e.essay.Line, BadValue, false, "day %q of the essay cannot be read: want YYYY-MM-DD, YYYY-MM or YYYY", oneLine(text))
		}
	}
	e.role = 0
}

// question begins a part.
func (e *essayReader) question(text string) {
	p := Part{Label: e.label}
	if p.Label == "" {
		p.Label = partLabel(len(e.essay.Parts))
	}
	var before []string
	if n := len(e.essay.Parts); n > 0 {
		before = e.essay.Parts[n-1].Assumptions
	}
	if e.used && e.at <= e.deep {
		e.lasting, e.deep = nil, 0
	}
	e.used = true
	p.Assumptions = slices.Clone(e.lasting)
	p.Assumptions = append(p.Assumptions, e.pending...)
	e.pending = nil
	own, question := suppositions(text, before)
	p.Assumptions, p.Question = e.r.bounded(e.essay.Line, append(p.Assumptions, own...)), question
	e.add(p)
	e.answered = false
}

// answer adds an official answer, or its points, to the last part; an essay that asks nothing beside
// its statement has one part.
func (e *essayReader) answer(role essayRole, raw string, body []string) {
	e.answered = true
	if len(e.essay.Parts) == 0 {
		e.add(Part{Label: letter(0), Assumptions: e.pending})
		e.pending = nil
	}
	at := len(e.essay.Parts) - 1
	if named, ok := e.byLabel[e.label]; ok {
		at = named
	}
	p := &e.essay.Parts[at]
	text, points, odd := splitPoints(raw)
	e.r.tellOdd(e.essay.Line, odd)
	p.Points = append(p.Points, points...)
	if points == nil {
		text = unwrap(body)
	} else {
		text = unwrap(strings.Split(text, "\n"))
	}
	if role == rolePoints && points == nil && text != "" {
		e.r.fault(e.essay.Line, BadValue, false, "the points of part %s are no table: want a Markdown table whose last column is Points; they are read as part of the answer", p.Label)
	}
	if text != "" {
		e.answers[at] = append(e.answers[at], text)
	}
}

// add adds a part.
func (e *essayReader) add(p Part) {
	if _, twice := e.byLabel[p.Label]; !twice {
		e.byLabel[p.Label] = len(e.essay.Parts)
	}
	e.essay.Parts, e.answers = append(e.essay.Parts, p), append(e.answers, nil)
}

// end ends the essay that is being read.
func (e *essayReader) end() {
	if e.essay == nil {
		return
	}
	e.essay.Statement = strings.Join(e.statement, "\n")
	texts := []string{e.essay.Statement}
	for i := range e.essay.Parts {
		p := &e.essay.Parts[i]
		p.Answer = strings.Join(e.answers[i], "\n")
		texts = append(texts, p.Question, p.Answer)
	}
	if len(e.pending) > 0 || len(e.lasting) > 0 && !e.used {
		e.r.fault(e.essay.Line, NoQuestion, true, "a supposition of the essay is not followed by a question: want what is asked")
	}
	e.essay.Language = languageOf(strings.Join(texts, "\n"))
	e.r.essays = append(e.r.essays, *e.essay)
	e.essay = nil
}
