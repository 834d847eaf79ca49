package claim

import (
	"regexp"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// words are the words of a language that are read apart, in plain form.
type words struct {
	yes, no  map[string]bool
	denies   map[string]bool
	function map[string]bool
	prepare  func(plain string) string // writes numbers in digits
}

// pointValue matches the points that a row gives for the words before.
var pointValue = regexp.MustCompile(`[(（]\s*\d{1,2}[,.]\d{1,2}(?:\s*(?:pontos?|points?|分))?\s*[)）]`)

func of(language string) words {
	switch language {
	case "pt":
		return portuguese
	case "zh":
		return chinese
	}
	return english
}

var portuguese = words{
	yes: set("sim"), no: set("nao"),
	denies: set("nao nunca jamais nem tampouco"),
	function: set(`a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com que e é ser
		ao aos seu sua seus suas se como ou porque pois uma-vez ja lhe lhes este esta esse essa isto isso aquele aquela
		no-qual cujo cuja onde quando sendo foi sao logo portanto assim tambem ha sera eis vez`),
	prepare: portugueseDigits,
}

var english = words{
	yes: set("yes"), no: set("no"),
	denies: set("not no never neither nor cannot without"),
	function: set(`a an the of to in on at by for with and or that this these those is are was were be been being it its his
		her their as because since therefore thus so there which who whom`),
	prepare: readDigits,
}

var chinese = words{
	yes: set("是"), no: set("否"),
	denies:   set("不 未 无 非 没 勿"),
	function: set("的 了 之 因 为 而 则 即 故 其 该 地 得"),
	prepare: func(plain string) string {
		return readDigits(aloneNo.ReplaceAllString(aloneYes.ReplaceAllString(plain, "${1}是$2"), "${1}否$2"))
	},
}

// Words for yes and no that are a sentence, in Chinese.
var (
	aloneYes = regexp.MustCompile(`(^|[。；;:!?\n.]\s*)(?:能|能够|可以|是|是的|对|正确|成立|应当|有权|构成|合法|有效)([,。，;；!]|$)`)
	aloneNo  = regexp.MustCompile(`(^|[。；;:!?\n.]\s*)(?:不能|不能够|不可以|不可|否|不是|不对|错误|不成立|不应当|无权|不构成|不合法|违法|无效)([,。，;；!]|$)`)
)

func set(list string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(list) {
		all[Plain(w)] = true
	}
	return all
}

// readDigits writes the quantities of a Chinese or English text as digits and unit.
func readDigits(plain string) string {
	var b strings.Builder
	at := 0
	for _, m := range quantity.Read(plain) {
		if m.Doubtful || m.Label || m.IsDay() || m.Kind == quantity.Code || m.Kind == quantity.Rank {
			continue
		}
		b.WriteString(plain[at:m.From])
		b.WriteString(" " + m.Number.String() + " " + m.Unit + " ")
		at = m.To
	}
	return b.String() + plain[at:]
}
