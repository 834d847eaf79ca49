package claim

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// words are the words of a language that are read apart, in plain form.
type words struct {
	yes, no  map[string]bool
	denies   map[string]bool
	function map[string]bool
	// excepts are words that take back what follows up to a comma, and turns those after which a
	// denial no longer holds. Shortened are words with a point, and cites those that lead to a law.
	excepts, turns, shortened, cites map[string]bool
	prepare                          func(plain string) string // writes numbers in digits
}

// pointValue matches the points that a row gives for the words before.
var pointValue = lazyregexp.New(`[(（]\s*\d{1,2}[,.]\d{1,2}(?:\s*(?:pontos?|points?|分))?\s*[)）]`)

// contracted matches an English denial that is written together with its verb.
var contracted = lazyregexp.New(`n['’]t\b`)

// aHalf matches the share that is fifty percent.
var aHalf = lazyregexp.New(`^half\b|\b(?:is|one|of|to|than|least|by) half\b(?: (?:of|a share)\b)?`)

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
	excepts: set(`salvo salvos exceto excetuado excetuada excetuados excetuadas vedado vedada vedados vedadas veda vedam proibido proibida
		proibidos proibidas proibe inexiste inexistem inexistente descabe descabem descabido descabida falso falsa incorreto incorreta erroneo erronea
		equivocado equivocada improcede afasta afastada afastado afastar dispensa dispensada dispensado deixa`),
	turns:     set("mas porem contudo todavia entretanto porque pois porquanto embora cabendo sim"),
	shortened: set("art arts n no inc al par dr dra sr sra c cf"),
	cites:     set("forma termos conforme segundo consoante art arts artigo artigos previsto prevista disposto fulcro base fundamento teor lei"),
	prepare:   portugueseDigits,
}

var english = words{
	yes: set("yes"), no: set("no"),
	denies: set("not no never neither nor cannot without"),
	function: set(`a an the of to in on at by for with and or that this these those is are was were be been being it its his
		her their as because since therefore thus so there which who whom`),
	excepts: set(`except unless excepting prohibited prohibits prohibit forbidden forbids forbid false incorrect wrong mistaken refuse refuses
		refused reject rejects rejected fail fails failed unable excluded excludes`),
	turns:     set("but because since however although rather instead"),
	shortened: set("art sec s ss no v"),
	cites:     set("under pursuant article articles section sections according accordance"),
	prepare: func(plain string) string {
		plain = contracted.ReplaceAllString(strings.ReplaceAll(plain, "can't", "cannot"), " not")
		return readDigits(aHalf.ReplaceAllString(strings.ReplaceAll(plain, "half a year", "six months"), "50 percent"))
	},
}

var chinese = words{
	yes: set("是"), no: set("否"),
	denies:   set("不 未 无 非 没 勿"),
	function: set("的 了 之 因 为 而 则 即 故 其 该 地 得 并"),
	excepts:  set("禁 除 驳 拒 免"),
	turns:    set("但 因 而 故"),
	cites:    set("依 根 按 据 第"),
	prepare: func(plain string) string {
		plain = strings.NewReplacer("二分之一", "百分之五十", "半年", "六个月").Replace(plain)
		return readDigits(aloneNo.ReplaceAllString(aloneYes.ReplaceAllString(plain, "${1}是$2"), "${1}否$2"))
	},
}

// Words for yes and no that are a sentence, in Chinese.
var (
	aloneYes = lazyregexp.New(`(^|[。；;:!?\n.]\s*)(?:能|能够|可以|是|是的|对|正确|成立|应当|有权|构成|合法|有效)([,。，;；!]|$)`)
	aloneNo  = lazyregexp.New(`(^|[。；;:!?\n.]\s*)(?:不能|不能够|不可以|不可|否|不是|不对|错误|不成立|不应当|无权|不构成|不合法|违法|无效)([,。，;；!]|$)`)
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
		if m.Kind == quantity.Day {
			b.WriteString(plain[at:m.From] + " " + m.Day + " ")
			at = m.To
			continue
		}
		if m.Doubtful || m.Label || m.IsDay() || m.Kind == quantity.Code || m.Kind == quantity.Rank {
			continue
		}
		b.WriteString(plain[at:m.From])
		b.WriteString(" " + m.Number.String() + " " + m.Unit + " ")
		at = m.To
	}
	return b.String() + plain[at:]
}
