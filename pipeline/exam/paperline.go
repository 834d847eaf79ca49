package exam

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	questionHead = lazyregexp.New(`(?i)^(?:#+\s*|\*\*)?(?:quest[ãa]o|question|pergunta)\s*(?:n[.ºo°]*\s*)?(\d{1,4})\b\s*(.*)$`)
	chineseHead  = lazyregexp.New(`^(?:#+\s*|\*\*)?(?:第\s*([\d〇零一二三四五六七八九十百]+)\s*题|题目?\s*(\d{1,4}))\s*([.:：、，,．)）]|\s|$)\s*(.*)$`)
	numberHead   = lazyregexp.New(`^(\d{1,4})(?:\s*[.)、．]\s*(\S.*)|\s*[.)]?)$`)
	annulment    = lazyregexp.New(`(?i)^[(\[（]?\s*(?:null|anulad[ao]|annulled|cancelled|作废|已作废)\s*[)\]）]?[.:]?$`)
	areaLine     = lazyregexp.New(`^(?:(?:AREA|ÁREA)(?:\s+|\s*:\s*|$)|(?i:área|area|field|matéria|disciplina|subject|领域|科目|学科)\s*[:：]\s*)(.*)$`)
	// A line that heads several questions, without its own number.
	sectionLine    = lazyregexp.New(`^(?:#+\s*|\*\*)?(?:[一二三四五六七八九十]+、|[IVX]+\s*[-–.]\s*)?([\pL][\pL\pN （）()，,、-]{1,59}?)(?:\*\*)?$`)
	kindOfQuestion = lazyregexp.New(`^(?:#+\s*|\*\*)?[一二三四五六七八九十]+、.*题`)
	areaWord       = lazyregexp.New(`(?i)^(?:direito|processo|ética|filosofia)\s`)
	optionsHead    = lazyregexp.New(`(?i)^(?:options|opções|opcoes|alternativas|选项)\s*[:：]?$`)
	optionStart    = lazyregexp.New(`^(\*{1,2}|\[[xX]\]|√|✓)?\s*[(（]?([A-Za-zＡ-Ｚ])\s*(?::\s*((?i:correct|correta|correto|right|正确)))?\s*[)）.、．]\s*(.*)$`)
	markedAtEnd    = lazyregexp.New(`(?i)\s*(?:[(（\[]\s*(?:correct|correta|correto|right|正确)\s*[)）\]]|√|✓)$`)
	keyLine        = lazyregexp.New(`(?i)^(?:gabarito|resposta(?: correta)?|alternativa correta|answer|correct answer|key|答案|正确答案|参考答案)\s*[:：]\s*[(（]?([A-H](?:\s*(?:[,、;]|\be\b|\band\b)?\s*[A-H])*)[)）]?\.?$`)
	sheetHead      = lazyregexp.New(`(?i)^(?:#+\s*|\*\*)?(?:gabarito(?: oficial| definitivo)?|answer key|answers|答案|参考答案)(?:\*\*)?\s*[:：]?$`)
	sheetEntry     = lazyregexp.New(`(?i)(\d{1,4})\s*[-–.:)、．]?\s*([A-H]{1,8}|X|anulada|null)(?:\b|$)`)
	sheetLine      = lazyregexp.New(`(?i)^(?:\d{1,4}\s*[-–.:)、．]?\s*(?:[A-H]{1,8}|X|anulada|null)[\s,;|]*)+$`)
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

// wideGap matches what stands before an option that follows another on its line.
var wideGap = lazyregexp.New(`(?:\s{2,}|\t|\x{3000}|(\p{Han}|[。；]) ?)[(（]?([B-H])\s*[)）.、．]`)

// inlineOptions divides a line of several options, which have letters in order and wide gaps between
// them; other lines are returned as they are.
func inlineOptions(line string) []string {
	m := optionStart.FindStringSubmatch(line)
	if m == nil {
		return []string{line}
	}
	position, ok := positionOf(m[2])
	if !ok {
		return []string{line}
	}
	var parts []string
	from := 0
	for _, at := range wideGap.FindAllStringSubmatchIndex(line, -1) {
		if next, _ := positionOf(line[at[4]:at[5]]); next != position+1 {
			continue
		}
		cut := at[0]
		if at[3] > 0 {
			cut = at[3]
		}
		parts, from, position = append(parts, strings.TrimSpace(line[from:cut])), cut, position+1
	}
	return append(parts, strings.TrimSpace(line[from:]))
}
