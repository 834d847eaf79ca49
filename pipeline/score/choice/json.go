package choice

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// answerNames are names of members that hold an answer, optionNames of those that may hold the answer
// or all options, in lower case and without anything but letters.
var (
	answerNames = wordSet("answer answers finalanswer correctanswer resposta respostas respostafinal respostacorreta respostascorretas correctoption correctoptions selected selection alternativacorreta alternativascorretas opçãocorreta opçõescorretas escolha escolhas corretas correct selectedoption selectedoptions selectedanswer chosenoption finalchoice answerletter letra letras letter letters gabarito pairs matches matching correspondência correspondências correspondencia pares 答案 最终答案 正确答案 正确选项 正确 最终选择 配对")
	optionNames = wordSet("option options choice choices alternativa alternativas opção opções 选项 选择 result resultado verdict veredicto 结论 判断")
)

// answerInJSON returns the answer of the last JSON value of a text that has one, as text.
func answerInJSON(it *KeyedItem, text string) (said string, ok bool) {
	const most = 32 // values that are tried
	for range most {
		at := strings.IndexAny(text, "{[")
		if at < 0 {
			break
		}
		text = text[at:]
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil {
			text = text[1:]
			continue
		}
		if s := (jsonReader{it}).text(v, 0); strings.TrimSpace(s) != "" {
			said, ok = "answer: "+s, true
		}
		text = text[d.InputOffset():]
	}
	return said, ok
}

// jsonReader writes values as texts that the readers of answers know.
type jsonReader struct{ item *KeyedItem }

// text writes a value; "" for one that answers nothing.
func (r jsonReader) text(v any, depth int) string {
	if depth > 8 {
		return ""
	}
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return r.list(v, depth)
	case map[string]any:
		return r.object(v, depth)
	}
	return ""
}

// list writes a list: of pairs, or of answers.
func (r jsonReader) list(v []any, depth int) string {
	var parts []string
	for _, e := range v {
		if pair, ok := e.([]any); ok && r.item.Form == OptionPairs && len(pair) == 2 {
			parts = append(parts, r.text(pair[0], depth+1)+"-"+r.text(pair[1], depth+1))
			continue
		}
		parts = append(parts, r.text(e, depth+1))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// object writes an object: the member that names an answer; members whose names are letters,
// with their matches or with true for what is chosen; or the two members of a pair.
func (r jsonReader) object(v map[string]any, depth int) string {
	names := slices.Sorted(maps.Keys(v))
	pair := r.item.Form == OptionPairs && len(v) == 2 && depth > 0
	for _, called := range []set{answerNames, optionNames} { // options may be shown beside the answer
		for _, name := range names {
			if !called[onlyLetters(name)] || pair {
				continue
			}
			if said := r.text(v[name], depth+1); said != "" {
				return said
			}
		}
	}
	var parts []string
	for _, name := range names {
		letter := len(name) == 1 && unicode.IsLetter(rune(name[0]))
		chosen, isTruth := v[name].(bool)
		switch {
		case r.item.Form == OptionPairs && letter:
			parts = append(parts, name+"-"+r.text(v[name], depth+1))
		case letter && isTruth && chosen:
			parts = append(parts, name)
		}
	}
	if parts == nil && r.item.Form == OptionPairs && len(v) == 2 {
		return r.text(v[names[0]], depth+1) + "-" + r.text(v[names[1]], depth+1)
	}
	return strings.Join(parts, ", ")
}

// onlyLetters returns the letters of a name, in lower case.
func onlyLetters(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
}
