package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// lawSearch looks wrong options up in the provisions in force on the day of an item.
type lawSearch struct {
	law      *enactedLaw
	titles   []string // of laws, the longest first
	day      string   // YYYY, YYYY-MM or YYYY-MM-DD
	apart    bool     // the pairs of a matching item are of the law of several days
	said     *official
	language string

	altered  int // statements that were looked up, and
	subjects int // those of whose subject a provision speaks
	borrowed int // claims of other answers
	stances  int // options wrong by their conclusion alone
}

// lawful searches all provisions in force on the day of an item for its wrong options. What an option
// says by itself is wrong if no provision says it. A claim that was taken whole from another answer is
// law and does not answer this question: it is wrong if the provision that says the key does not say
// it, too. An option with the ground of the key is wrong by its conclusion.
func (x *examined) lawful(t *task.Task, said *official) (certificate string, fault Finding) {
	law := x.enacted(t.Language)
	switch {
	case law == nil:
		return "no provisions were searched, since no statutes are at hand", Finding{}
	case !examDay.MatchString(t.Derivation.Day):
		return "no provisions were searched, since the day of the exam is unknown", Finding{}
	case x.takenOver(t) != nil && asksForWrong(claim.Stem(t.Question)):
		return "no provisions were searched, since the question asks for what is wrong", Finding{}
	}
	s := &lawSearch{law: law, titles: x.laws().longest, day: t.Derivation.Day, said: said, language: t.Language}
	asked := claim.Asked(claim.Stem(t.Question), x.shared(t)...)
	switch {
	case x.takenOver(t) != nil:
		fault = s.answers(t, strings.Join(asked, "\n"))
	case t.Type == task.TrueFalse:
		fault = s.falseClaim(t, asked)
	case t.Type == task.Matching:
		fault = s.pairs(t, x.quotedDays(t))
	case t.Type == task.Cloze:
		for i, o := range t.Choices.Options {
			if fault.Fault == "" && !slices.Contains(t.Choices.Key, i) {
				fault = s.exchanged(claim.Filled(asked, o), claim.Filled(asked, t.Choices.Options[t.Choices.Key[0]]), o)
			}
		}
	default:
		fault = s.options(t)
	}
	return s.certificate(), fault
}

// examDay matches the days of exams, some of which are known by month or year alone.
var examDay = lazyregexp.New(`^\d{4}(?:-\d\d(?:-\d\d)?)?$`)

// wrongAsked matches, in plain form, a question that asks for the option that is wrong: the others are law.
var wrongAsked = lazyregexp.New(`\b(?:incorret[ao]s?|errad[ao]s?|fals[ao]s?|exceto|a excecao de|nao (?:e|sao|esta|estao) corret[ao]s?)\b|` +
	`\b(?:except|incorrect|false|wrong|untrue|not (?:correct|true|right))\b|(?:下列|以下|哪)[^。？?]*(?:不正确|错误|有误|不符合|不属于|不包括|不成立|不对|除外)`)

// asksForWrong reports whether the last sentence of a stem asks for the option that is wrong.
func asksForWrong(stem string) bool {
	all := sentencesOf(strings.TrimSpace(stem))
	return len(all) > 0 && wrongAsked.MatchString(claim.Plain(all[len(all)-1]))
}

// certificate says what was searched, and found to be wrong why.
func (s *lawSearch) certificate() string {
	text := fmt.Sprintf("of the articles in force on %s none says %s", s.day, plural(s.altered, "wrong statement"))
	if s.apart {
		text = fmt.Sprintf("of the articles in force on the days of their exams none says %s", plural(s.altered, "wrong statement"))
	}
	switch {
	case s.altered == 0:
		text = "no wrong option is a statement of its own to look up in the articles in force on " + s.day
	case s.subjects < s.altered:
		text += fmt.Sprintf(", and of the subject of %d none speaks", s.altered-s.subjects)
	}
	if s.borrowed > 0 {
		text += fmt.Sprintf("; %s of other answers, which no article says together with the key", plural(s.borrowed, "claim"))
	}
	if s.stances > 0 {
		text += fmt.Sprintf("; %s wrong by the conclusion alone", plural(s.stances, "option"))
	}
	return text
}

// options looks the wrong options of an item up.
func (s *lawSearch) options(t *task.Task) Finding {
	for i, o := range t.Choices.Options {
		if slices.Contains(t.Choices.Key, i) {
			continue
		}
		if fault := s.statement(o, t); fault.Fault != "" {
			return fault
		}
	}
	return Finding{}
}

// statement looks up what an option says: an alteration of what the official answer says, or a claim
// of another answer.
func (s *lawSearch) statement(option string, t *task.Task) Finding {
	text, day := s.stripped(option)
	c := claim.Read(text, s.language)
	if len(c.Tokens) == 0 {
		s.stances++
		return Finding{}
	}
	like, share := s.nearest(c)
	if share < minFromAnswer {
		for _, k := range t.Choices.Key {
			if fault := s.together(option, t.Choices.Options[k]); fault.Fault != "" {
				return fault
			}
		}
		s.borrowed++
		return Finding{}
	}
	altered := alterations(c, like)
	if len(altered) == 0 && len(c.Stances) > 0 {
		s.stances++
		return Finding{}
	}
	return s.lookUp(c, altered, day, option)
}

// nearest returns the text of the official answer that says most of a claim, and the share.
func (s *lawSearch) nearest(c claim.Statement) (like claim.Statement, most float64) {
	for _, t := range s.said.texts {
		if share, _ := t.Common(c); share > most {
			like, most = t, share
		}
	}
	return like, most
}

// exchanged looks up a text with a wrong value, beside the text with the right one.
func (s *lawSearch) exchanged(wrong, right, value string) Finding {
	text, day := s.stripped(wrong)
	other, _ := s.stripped(right)
	c := claim.Read(text, s.language)
	return s.lookUp(c, alterations(c, claim.Read(other, s.language)), day, value)
}

// falseClaim looks up the claim of a true-false item that is to be false.
func (s *lawSearch) falseClaim(t *task.Task, asked []string) Finding {
	if t.Choices.Key[0] == 0 {
		return Finding{}
	}
	if slices.ContainsFunc(asked, stanceClaim.MatchString) {
		s.stances++
		return Finding{}
	}
	said := claim.Claimed(asked)
	text, day := s.stripped(said)
	c := claim.Read(text, s.language)
	like, _ := s.nearest(c)
	return s.lookUp(c, alterations(c, like), day, said)
}

// pairs looks up the wrong pairs of a matching item: texts with the values of others, and answers that
// an article says together with that of another question. Each pair is of the law of its own day.
func (s *lawSearch) pairs(t *task.Task, days []string) Finding {
	c := t.Choices
	for i, o := range c.Options {
		s.day, s.apart = days[i], s.apart || days[i] != days[0]
		for j, m := range c.Matches {
			switch right := c.Matches[c.Key[i]]; {
			case j == c.Key[i]:
			case claim.Gap.MatchString(o):
				if fault := s.exchanged(claim.Filled([]string{o}, m), claim.Filled([]string{o}, right), m); fault.Fault != "" {
					return fault
				}
			case question.MatchString(o):
				if fault := s.together(m, right); fault.Fault != "" {
					return fault
				}
				s.borrowed++
			}
		}
	}
	return Finding{}
}

// quotedDays returns for each option of a matching item the day of the exam whose answer the option
// and its match quote, or that of the item.
func (x *examined) quotedDays(t *task.Task) []string {
	c := t.Choices
	days := make([]string, len(c.Options))
	for i, o := range c.Options {
		days[i] = t.Derivation.Day
		said := claim.Read(strings.Join([]string{claim.Filled([]string{o}, c.Matches[c.Key[i]]), c.Matches[c.Key[i]]}, "\n"), t.Language)
		most := minFromAnswer
		for _, q := range t.Derivation.Quotes {
			e := x.essays[q.Source]
			if e == nil || !examDay.MatchString(e.Day) {
				continue
			}
			if share, _ := said.Common(claim.Read(q.Text, t.Language)); share > most {
				most, days[i] = share, e.Day
			}
		}
	}
	return days
}

// question matches what asks something.
var question = lazyregexp.New(`[?？]\s*$`)

// answers looks up the options of a question that was taken over, each as an answer to its stem.
func (s *lawSearch) answers(t *task.Task, stem string) Finding {
	text, day := s.stripped(stem)
	asked := claim.Read(text, s.language)
	words := s.law.known(features(asked.Tokens, nil))
	for i, o := range t.Choices.Options {
		answer := claim.Read(o, s.language)
		if slices.Contains(t.Choices.Key, i) || aboutOptions.MatchString(claim.Plain(o)) || len(answer.Tokens) == 0 {
			continue
		}
		s.altered++
		rows := s.law.onSubject(words, day, leastAsked)
		if len(rows) > 0 {
			s.subjects++
		}
		for _, row := range rows {
			if s.answered(s.law.read[row], unstanced(answer), words) {
				return s.found(o, row, day)
			}
		}
	}
	return Finding{}
}

// answered reports whether an article has an answer in a sentence about what was asked, of which these are
// the words. A denial before it may be that of a condition, and takes nothing back.
func (s *lawSearch) answered(article, answer claim.Statement, words map[string]bool) bool {
	stated := article.States(answer, nil, s.language)
	return slices.ContainsFunc(article.Sentences(), func(in claim.Statement) bool {
		return (in.InRow(answer.Tokens) || stated && in.Shares(answer)[0]) && s.law.held(words, features(in.Tokens, nil)) >= leastSentence
	})
}

// together finds an article that says both a claim of another answer and the key.
func (s *lawSearch) together(borrowed, key string) Finding {
	text, day := s.stripped(borrowed)
	other, keyDay := s.stripped(key)
	c, k := unstanced(claim.Read(text, s.language)), unstanced(claim.Read(other, s.language))
	for _, row := range s.law.onSubject(features(k.Tokens, nil), keyDay, leastSubject) {
		if read := s.law.read[row]; s.law.articles[row].on(day) != nil && read.States(k, nil, s.language) && read.States(c, nil, s.language) {
			return s.found(borrowed, row, day)
		}
	}
	return Finding{}
}

func unstanced(c claim.Statement) claim.Statement {
	c.Stances = nil
	return c
}

func (s *lawSearch) found(option string, row int, day string) Finding {
	return faulty(lawSays, "%s, in force on %s, says %q", s.law.name(row, day), day, option)
}

// lookUp searches the articles in force on a day for a statement: the article states it in its words,
// or speaks of its subject and has what was altered in a sentence about it.
func (s *lawSearch) lookUp(c claim.Statement, altered []bool, day, shown string) Finding {
	s.altered++
	c = unstanced(c)
	rows := s.law.onSubject(features(c.Tokens, altered), day, leastSubject)
	if len(rows) > 0 {
		s.subjects++
	}
	for _, row := range rows {
		if read := s.law.read[row]; read.States(c, nil, s.language) || s.has(read, c, altered) {
			return s.found(shown, row, day)
		}
	}
	return Finding{}
}

// has reports whether an article has what was altered of a statement, each sentence of it in one of
// its own.
func (s *lawSearch) has(article, c claim.Statement, altered []bool) bool {
	if !slices.Contains(altered, true) {
		return false
	}
	of := article.Sentences()
	first := 0
	for _, sentence := range c.Sentences() {
		marks := altered[first : first+len(sentence.Tokens)]
		first += len(sentence.Tokens)
		runs := runsOf(sentence.Tokens, marks)
		if runs == nil {
			continue
		}
		words := features(sentence.Tokens, marks)
		if !slices.ContainsFunc(of, func(in claim.Statement) bool {
			return !slices.ContainsFunc(runs, func(run []string) bool { return !in.InRow(run) }) &&
				s.law.held(words, features(in.Tokens, nil)) >= leastSentence
		}) {
			return false
		}
	}
	return true
}

// alterations marks the tokens of a statement that another does not have in its order. What stands
// between two of them by a word or two is altered with them, and so is the unit of a number.
func alterations(c, like claim.Statement) []bool {
	shares := like.Shares(c)
	altered := make([]bool, len(shares))
	for i, has := range shares {
		altered[i] = !has
	}
	if !slices.Contains(altered, true) {
		return nil
	}
	last := -1
	for i := range altered {
		if !altered[i] {
			continue
		}
		if last >= 0 && i-last <= bridged {
			for k := last + 1; k < i; k++ {
				altered[k] = true
			}
		}
		last = i
	}
	return altered
}

// bridged is the distance of two altered tokens up to which those between them count as altered.
const bridged = 3

// runsOf returns the runs of marked tokens. A number goes with the token after it, and a run after a
// number with the number: 3 months is no 3 days.
func runsOf(tokens []string, marks []bool) (runs [][]string) {
	for i := 0; i < len(tokens); i++ {
		if !marks[i] {
			continue
		}
		first := i
		for i < len(tokens) && marks[i] {
			i++
		}
		if first > 0 && startsWithDigit(tokens[first-1]) {
			first--
		}
		end := i
		if startsWithDigit(tokens[end-1]) && !strings.HasSuffix(tokens[end-1], "%") && end < len(tokens) {
			end++
		}
		runs = append(runs, tokens[first:end])
	}
	return runs
}

func startsWithDigit(token string) bool { return token[0] >= '0' && token[0] <= '9' }

// leadIn is the most bytes that may stand before the title of a law in a phrase that only says which
// law a statement is of.
const leadIn = 80

// stripped returns a statement without the phrase that says which law it is of, and the day whose law
// it is of: that which the phrase names, or that of the item.
func (s *lawSearch) stripped(text string) (without, day string) {
	day = s.day
	for _, title := range s.titles {
		at := strings.Index(text, title)
		if at < 0 {
			continue
		}
		first := strings.LastIndexAny(text[:at], ".。;；:：?？\n") + 1
		for first > 0 && first < len(text) && text[first]&0xC0 == 0x80 { // within the mark
			first++
		}
		rest := text[at+len(title):]
		length := strings.IndexAny(rest, ",，.。;；?？\n")
		if length < 0 || at-first > leadIn || strings.IndexByte(rest[length:], ',') != 0 && !strings.HasPrefix(rest[length:], "，") {
			text = text[:at] + rest
			continue
		}
		end := at + len(title) + length
		for _, m := range quantity.Read(text[first:end]) {
			if m.Kind == quantity.Day && m.Day != "" {
				day = m.Day
			}
		}
		text = text[:first] + " " + strings.TrimLeft(text[end:], ",，")
	}
	return text, day
}
