package demand

import (
	"fmt"
	"strconv"
	"strings"
)

// Misreading is a difference between what a task demands and what a model read off its
// question. The zero Misreading is none.
type Misreading struct {
	// Field is the field of the demand that differs, by its JSON name, or "form".
	Field string
	// Missing is what the task demands and the model did not read, Added what the model
	// read and the task does not demand. Each is zero if there is none.
	Missing, Added Piece

	detail string // in place of Missing and Added, for people
}

// Piece is a part of a demand.
type Piece struct {
	// JSON is the part as a model writes it.
	JSON string
	// Words are the part in the words of the question's language, for the writer of the
	// question. They say nothing that the draft or the question does not say.
	Words string
}

// String describes the difference for people; "" for none.
func (m Misreading) String() string {
	switch {
	case m.Field == "":
		return ""
	case m.detail != "":
		return m.Field + ": " + m.detail
	case m.Missing.JSON != "" && m.Added.JSON != "":
		return fmt.Sprintf("%s: %s, want %s", m.Field, m.Added.JSON, m.Missing.JSON)
	case m.Missing.JSON != "":
		return fmt.Sprintf("%s: %s is missing", m.Field, m.Missing.JSON)
	}
	return fmt.Sprintf("%s: %s is added", m.Field, m.Added.JSON)
}

// Hint tells the writer of the question, in a language, what was read off it; in English if
// the language is not known. It is "" for no difference.
func (m Misreading) Hint(lang string) string {
	texts, ok := misreadingTexts[lang]
	if !ok {
		texts = misreadingTexts["en"]
	}
	text := texts["missing"]
	switch {
	case m.Field == "":
		return ""
	case m.Missing.Words != "" && m.Added.Words != "":
		text = texts["instead"]
	case m.Added.Words != "":
		text = texts["added"]
	}
	if m.Field == "hints" {
		text = texts["hints"]
	}
	text = strings.NewReplacer("{field}", texts[m.Field], "{missing}", m.Missing.Words, "{added}", m.Added.Words).Replace(text)
	return text + texts["advice"]
}

// misreadingTexts are the texts of hints by language: sentences, and the names of the fields.
var misreadingTexts = map[string]map[string]string{
	"zh": {
		"missing": "读者没有从问题里读出{field}：{missing}。",
		"added":   "读者从问题里多读出了{field}：{added}。",
		"instead": "读者把{field}“{missing}”读成了“{added}”。",
		"hints":   "读者从问题里读出了答案或途中主体的线索：{added}。请删去。",
		"advice":  "若问题写的正是原题的意思，请换一种更不易误读的说法。",
		"about":   "出发点的名称", "template": "要写的文书", "asks": "所问的内容", "through": "途经的栏目", "conditions": "条件", "operators": "操作", "records": "要查的记录", "form": "答案的形式",
	},
	"en": {
		"missing": "A reader did not find in the question the {field}: {missing}.",
		"added":   "A reader found in the question a further {field}: {added}.",
		"instead": `A reader took the {field} "{missing}" for "{added}".`,
		"hints":   "A reader found in the question a clue about its answer or about what is found on the way: {added}. Leave it out.",
		"advice":  " If the question says what the original says, put it in words that can be misread less easily.",
		"about":   "name to start from", "template": "text to be written", "asks": "thing asked for", "through": "column that leads on", "conditions": "condition", "operators": "operation", "records": "kind of record", "form": "form of the answer",
	},
}

// wordsOf puts a part of a demand into the words of the catalogue.
func (w *vocabulary) wordsOf(part any) string {
	terms := termsIn(w.lang)
	meaning := func(group, word string) string {
		for _, t := range terms[group] {
			if t.word == word {
				return t.meaning
			}
		}
		return word
	}
	list := func(parts ...string) string {
		var all []string
		for _, p := range parts {
			if p != "" {
				all = append(all, p)
			}
		}
		return strings.Join(all, map[bool]string{true: "，", false: ", "}[w.lang == "zh"])
	}
	switch x := part.(type) {
	case ColumnName:
		switch {
		case x.Record == "":
			return x.Column
		case x.Column == "":
			return x.Record
		case w.lang == "zh":
			return x.Record + "的" + x.Column
		}
		return x.Column + " of a " + x.Record
	case Condition:
		return list(w.wordsOf(x.ColumnName), meaning("is", x.Comparison), strings.Join(x.Operands, " – "))
	case RequiredOperator:
		end, rank := "", ""
		if x.End != "" {
			end = meaning("end", x.End)
		}
		if x.Rank > 1 {
			rank = meaning("end", "rank") + " " + strconv.Itoa(x.Rank)
		}
		return list(w.wordsOf(x.ColumnName), meaning("do", string(x.Kind)), end, rank, strings.Join(x.By, ", "), w.wordsOf(x.Parts))
	case []Expression:
		var all []string
		for i := range x {
			all = append(all, w.wordsOf(x[i]))
		}
		return strings.Join(all, " / ")
	case Expression:
		return list(w.wordsOf(x.ColumnName), meaning("what", string(x.Kind)), strings.Join(x.By, ", "), w.wordsOf(x.Parts))
	case RequestedAnswer:
		return list(w.wordsOf(x.Expression), w.formWords(&x, terms))
	}
	return fmt.Sprint(part)
}

// formWords puts the form of an answer into words; "" if it has none.
func (w *vocabulary) formWords(a *RequestedAnswer, terms map[string][]term) string {
	var all []string
	for _, t := range terms["form"] {
		switch {
		case t.word == "unit" && a.Unit != "":
			all = append(all, t.meaning+" "+a.Unit)
		case t.word == "places" && a.Places != nil:
			all = append(all, t.meaning+" "+strconv.Itoa(*a.Places))
		case t.word == string(a.Layout) && a.Layout != "":
			all = append(all, t.meaning)
		}
	}
	return strings.Join(all, "; ")
}

// piece returns a part of a demand with its JSON and its words.
func (w *vocabulary) piece(part any) Piece {
	if text, ok := part.(string); ok {
		return Piece{strconv.Quote(text), text}
	}
	return Piece{asJSON(part), w.wordsOf(part)}
}
