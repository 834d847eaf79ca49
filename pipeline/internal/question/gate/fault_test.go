package gate

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// flips are words whose exchange changes what is asked, by language, independent of
// the words that the gate counts.
var flips = map[string][][2]string{
	"zh": {
		{"最高", "最低"}, {"最大", "最小"}, {"最多", "最少"}, {"最早", "最晚"}, {"最近一次", "最早一次"}, {"最新", "最旧"},
		{"第二高", "第二低"}, {"第二早", "第二晚"}, {"第三高", "第三低"}, {"从高到低", "从低到高"}, {"从大到小", "从小到大"}, {"从早到晚", "从晚到早"}, {"从早往晚", "从晚往早"},
		{"第二", "第三"}, {"不低于", "不高于"}, {"不少于", "不多于"}, {"以上", "以下"}, {"及以上", "及以下"}, {"超过", "低于"}, {"大于", "小于"}, {"高于", "低于"}, {"不超过", "不低于"},
		{"居首", "垫底"}, {"更多", "更少"}, {"更高", "更低"}, {"更大", "更小"}, {"更早", "更晚"}, {"以后", "以前"}, {"之后", "之前"},
		{"平均", "合计"}, {"合计", "平均"}, {"总和", "平均值"}, {"相加", "相减"}, {"或者", "同时又"}, {"两边都", "任一"}, {"加总", "平均"}, {"加起来", "平均下来"}, {"减去", "加上"},
	},
	"en": {
		{"highest", "lowest"}, {"largest", "smallest"}, {"greatest", "smallest"}, {"biggest", "smallest"}, {"latest", "earliest"}, {"most recent ", "earliest "}, {"most recently", "least recently"}, {"newest", "oldest"},
		{"more than", "less than"}, {"at least", "at most"}, {"or more", "or less"}, {"no later than", "no earlier than"}, {"on or before", "on or after"}, {"above", "below"}, {"over", "under"},
		{"second", "third"}, {"more", "less"}, {"higher", "lower"}, {"larger", "smaller"}, {"most money", "least money"}, {"maximum", "minimum"}, {"average", "total"}, {"total", "average"}, {"sum of", "average of"},
		{"product", "quotient"}, {"filed first", "filed last"}, {"published first", "published last"}, {"smallest", "largest"}, {"either", "both"},
	},
}

// lost are what a question loses, by language and what it is.
var lost = map[string]map[string]*regexp.Regexp{
	"zh": {
		"only":   regexp.MustCompile(`唯一(?:编码)?|仅有|只有|仅此|独此|[仅只就][^，。：；只仅就]{0,10}一`),
		"places": regexp.MustCompile(`(?:保留|取到|精确到|留)?(?:小数点后)?(?:第)?[两2二]位(?:小数)?|精确到分|整数`),
		"unit":   regexp.MustCompile(`(?:以|按|单位：?|单位为|单位用)?元(?:为单位|计|算|表示)?|百分数|百分之[几多]|百分比|占`),
		"layout": regexp.MustCompile(`[XYx]{4}年(?:[XMx]{2}月)?(?:[XDx]{2}日)?|年份|月份|哪一年|哪年哪月`),
		"count":  regexp.MustCompile(`多少|几|数量|总数|数`),
	},
	"en": {
		"only":   regexp.MustCompile(`(?i)\b(?:exactly one|just one|only one|one and only|no more|only|sole|single|just|one)\b`),
		"places": regexp.MustCompile(`(?i)\b(?:to )?(?:the )?(?:two|2|second|three|whole)[ -](?:number|decimals?(?: places?)?)`),
		"unit":   regexp.MustCompile(`(?i)\b(?:thousands of |millions of )?(?:CNY|yuan|RMB)\b|percent(?:ages?)?|listed companies`),
		"layout": regexp.MustCompile(`YYYY(?:-MM)?(?:-DD)?|(?i:year and month|month and year|year only|year, month,? and day|(?:day|month), (?:month|day),? and year|with month and year|(?:full|complete|exact|precise|calendar) da(?:te|y)|down to the day)`),
		"count":  regexp.MustCompile(`(?i)how many|number of|count(?:ing)?`),
	},
}

// told are ways to say what must not be said.
var told = map[string][]string{
	"zh": {"我听说是{}。", "答案应该是{}吧？", "（{}）", "据了解，{}。"},
	"en": {" I heard it is {}.", " The answer should be {}, right?", " ({})", " As far as I know, {}."},
}

// fault is a question with something wrong on purpose.
type fault struct{ name, question string }

// injected returns everything of the kinds above that can be wrong with a question.
func injected(d *domain.Domain, p *paraphrase, g *Gate, others []paraphrase) (all []fault) {
	q := p.Question
	add := func(name, question string) {
		if question != q {
			all = append(all, fault{name, question})
		}
	}
	for _, e := range p.Entities {
		for _, part := range e.Name {
			add("entity dropped", strings.ReplaceAll(q, part, ""))
			runes := []rune(part)
			if cut := strings.ReplaceAll(q, part, string(runes[:len(runes)-1])); !strings.Contains(cut, part) {
				add("entity cut", cut)
			}
			for _, o := range others {
				if o.Entities[0].Type == e.Type && o.Entities[0].Name[0] != e.Name[0] && len(e.Name) == 1 {
					add("entity swapped", strings.ReplaceAll(q, part, o.Entities[0].Name[0]))
					break
				}
			}
		}
	}
	all = append(all, numbers(p, g)...)
	for _, f := range flips[p.Language] {
		for _, pair := range [][2]string{f, {f[1], f[0]}} {
			for at := range strings.Count(q, pair[0]) {
				if demanded(p, g, q, pair[0], at) {
					add("turned "+pair[0], replaceAt(q, pair[0], pair[1], at))
				}
			}
		}
	}
	all = append(all, losses(p, g)...)
	for _, key := range slices.Concat(p.KeyAnswer, p.KeyMiddle) {
		name := "answer told"
		if !slices.Contains(p.KeyAnswer, key) {
			name = "way told"
		}
		for _, text := range forms(d, p, key) {
			if strings.Contains(normal(p.Draft), normal(text)) {
				continue
			}
			for _, way := range told[p.Language] {
				add(name, q+strings.ReplaceAll(way, "{}", text))
				add(name, strings.TrimSpace(strings.ReplaceAll(way, "{}", text))+" "+q)
			}
		}
	}
	for _, n := range p.Plan.Nodes {
		for i := range d.Tools {
			if strings.Contains(string(mustJSON(n)), `"`+d.Tools[i].Name+`"`) {
				add("tool named", q+" ("+d.Tools[i].Name+")")
				add("tool named", strings.ToUpper(d.Tools[i].Name)+" "+q)
				if t := d.Tools[i].Table; technical(t) {
					add("table named", q+" ("+t+")")
				}
			}
		}
	}
	add("markup", q+"\u200b")
	add("markup", "\u202e"+q)
	add("markup", q+" <b>!</b>")
	add("tool named", q+` {"answer": ""}`)
	add("tool named", q+" https://a.example/b")
	add("added", q+map[string]string{"zh": "只看2033年以后的。", "en": " Look at those after 2033 alone."}[p.Language])
	if !slices.ContainsFunc(g.operands, func(n requirement) bool { return n.cue.Value.Number.Equal(decimal.NewFromInt(3_000_000)) }) {
		add("added", q+map[string]string{"zh": "只算金额超过三百万元的。", "en": " Count what is above three million yuan alone."}[p.Language])
	}
	add("added", q+map[string]string{"zh": "如果不少于三家再回答。", "en": " Answer where there are more than three."}[p.Language])
	add("stranger", q+map[string]string{"zh": "另外，霜杏轴承有限公司也请看看。", "en": " Please look at Quorum Tallow Bearings Ltd. too."}[p.Language])
	names := ""
	for _, e := range p.Entities {
		names += draft.Name(e.Name) + " "
	}
	add("near-nothing", names)
	add("near-nothing", "")
	if lang := map[string]string{"zh": "en", "en": "zh"}[p.Language]; slices.Contains(d.Languages, lang) {
		if other, err := draft.Question(d, p.Plan, lang); err == nil {
			add("translated", other)
		}
	}
	add("language", map[string]string{"zh": strings.Repeat("I would like to know all of this today, please. ", 1+len(q)/40) + q, "en": q + " 请尽快告诉我。"}[p.Language])
	add("too long", q+strings.Repeat(map[string]string{"zh": "麻烦尽快帮忙看看。", "en": " Please help me with this as soon as you can."}[p.Language], 60))
	return all
}

// replaceAt replaces the n-th occurrence.
func replaceAt(text, old, by string, n int) string {
	at := 0
	for range n {
		at += strings.Index(text[at:], old) + len(old)
	}
	i := at + strings.Index(text[at:], old)
	return text[:i] + by + text[i+len(old):]
}

// demanded reports whether the n-th occurrence of a word is one that an operator of the
// draft rests on: not part of a name, and alone in showing it or turned into its
// opposite, the side of a threshold beside one of the draft's.
func demanded(p *paraphrase, g *Gate, q, word string, n int) bool {
	marked := normal(replaceAt(q, word, "\x01", n))
	for _, name := range g.names {
		if countWhole(marked, name) != countWhole(normal(q), name) {
			return false
		}
	}
	ways := senses(0)
	for _, t := range g.lexicon.read(normal(word), nil) {
		ways |= t.senses
	}
	for _, f := range mentions(normal(word)) {
		for i := range g.operators {
			if c := g.operators[i].cue.Place; c > 0 && int64(c) == f.Number.IntPart() {
				return true
			}
		}
	}
	if ways&g.senses&^g.lexicon.set(thresholdSenses...) == 0 { // it counts beside an operand alone
		at := strings.Index(marked, "\x01")
		return ways&g.senses != 0 && slices.ContainsFunc(mentions(marked), func(f mention) bool {
			return f.From <= at+maxBefore && f.To >= at-maxAfter && g.isDraftThreshold(&f)
		})
	}
	return ways&g.senses != 0
}

// numbers drops and changes every operand.
func numbers(p *paraphrase, g *Gate) (all []fault) {
	for i := range g.operands {
		n := &g.operands[i]
		if v := n.cue.Value; v.Kind == value.Text {
			if dropped := strings.ReplaceAll(p.Question, v.Text, "某"); dropped != p.Question {
				all = append(all, fault{"number dropped", dropped})
			}
			continue
		}
		text := normal(p.Question)
		dropped, changed, end := "", "", 0
		for _, f := range mentions(text) {
			if !hasValue(&n.cue.Value, &f) {
				continue
			}
			was := text[f.From:f.To]
			dropped += text[end:f.From]
			changed += text[end:f.From] + strings.Map(func(r rune) rune {
				switch {
				case '0' <= r && r <= '8':
					return r + 1
				case r == '9':
					return '1'
				}
				return r
			}, was)
			end = f.To
		}
		if end == 0 {
			continue // it is there in words
		}
		all = append(all, fault{"number dropped", dropped + text[end:]})
		if changed+text[end:] != text {
			all = append(all, fault{"number changed", changed + text[end:]})
		}
	}
	return all
}

// losses drop the operators and the form.
func losses(p *paraphrase, g *Gate) (all []fault) {
	has := func(list []requirement, ok func(*requirement) bool) bool {
		return slices.ContainsFunc(list, func(n requirement) bool { return ok(&n) })
	}
	sense := func(s cue.Sense) bool {
		return has(g.operators, func(n *requirement) bool { return slices.Contains(n.cue.Senses, s) })
	}
	wanted := map[string]bool{
		"only":   sense(cue.Sole),
		"count":  sense(cue.Counted),
		"places": has(g.forms, func(n *requirement) bool { return n.cue.Form.Places != nil }),
		"unit":   has(g.forms, func(n *requirement) bool { return n.cue.Form.Unit != "" }),
		"layout": has(g.forms, func(n *requirement) bool { return n.cue.Form.Style != "" }),
	}
	bare := p.Question
	for _, e := range p.Entities {
		for i, part := range e.Name {
			bare = strings.ReplaceAll(bare, part, "\x02"+string(rune('A'+i))+"\x02")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		if !wanted[name] {
			continue
		}
		question := lost[p.Language][name].ReplaceAllStringFunc(bare, func(was string) string {
			switch r, size := utf8.DecodeRuneInString(was); {
			case strings.Contains(was, "编码"):
				return was
			case r == '仅' || r == '只' || r == '就':
				return was[size:]
			}
			return map[string]string{"zh": "", "en": "a"}[p.Language]
		})
		for _, e := range p.Entities {
			for i, part := range e.Name {
				question = strings.ReplaceAll(question, "\x02"+string(rune('A'+i))+"\x02", part)
			}
		}
		if question != p.Question {
			all = append(all, fault{name + " lost", question})
		}
	}
	for i := range g.operators {
		question, told := normal(p.Question), false
		for _, pieces := range g.operators[i].about {
			for _, piece := range pieces {
				told = told || strings.Count(question, piece) > 1
			}
		}
		for _, pieces := range g.operators[i].about {
			for _, piece := range pieces {
				question = strings.ReplaceAll(question, piece, "")
			}
		}
		if g.operators[i].about != nil && !told { // said once, so that it is lost
			all = append(all, fault{"having lost", question})
		}
	}
	if wanted["unit"] {
		for _, pair := range [][2]string{{"元", "万元"}, {"CNY", "thousands of CNY"}, {"yuan", "millions of yuan"}} {
			if q := strings.ReplaceAll(p.Question, pair[0], pair[1]); q != p.Question && !strings.Contains(p.Question, pair[1]) && !strings.Contains(p.Question, " of "+pair[0]) {
				all = append(all, fault{"unit changed", q})
			}
		}
	}
	return all
}

// forms are ways to write an answer.
func forms(d *domain.Domain, p *paraphrase, key string) []string {
	texts := []string{key}
	for _, v := range p.AnswerValues {
		if v.Text == key {
			if v.Kind == value.Truth {
				return append([]string{key}, v.Aliases...)
			}
			texts = append(texts, v.Aliases...)
		}
	}
	for i := range d.Entities {
		if short := d.Entities[i].Stripper()(key); d.Entities[i].Strip != nil && len([]rune(short)) >= 6 {
			texts = append(texts, short)
		}
	}
	if v, ok := value.ParseDate(key); ok {
		for _, layout := range []string{"2006年1月2日", "2006/1/2", "2 January 2006", "January 2, 2006", "2006-01-02"} {
			text, _ := value.FormatDate(v, layout)
			texts = append(texts, text)
		}
		return texts
	}
	if v, ok := value.ParseNumber(key, "元"); ok && strings.ContainsAny(key, ".") {
		for _, unit := range []string{"元", "万元", "亿元"} {
			if w, ok := value.Convert(v, unit); ok {
				texts = append(texts, w.Text+unit)
			}
		}
		return texts
	}
	if len([]rune(key)) > 8 {
		texts = append(texts, strings.Join(strings.Split(key, ""), " "))
	}
	return texts
}

// Everything wrong on purpose is caught in every honest paraphrase.
func TestInjected(t *testing.T) {
	for lang, name := range domains {
		d, shared := open(t, name, lang)
		all := paraphrases(t, lang)
		counts, missed := map[string]int{}, map[string]int{}
		for i := range all {
			p := &all[i]
			g, err := shared.Gate(&p.Task)
			if err != nil {
				t.Fatal(err)
			}
			if _, wrong := g.Judge(p.Question); wrong {
				continue
			}
			for _, f := range injected(d, p, g, all) {
				kind, _, _ := strings.Cut(f.name, " ")
				if kind != "turned" {
					kind = f.name
				}
				counts[kind]++
				if _, wrong := g.Judge(f.question); !wrong {
					missed[kind]++
					t.Errorf("%s: %s passes: %s\n\tdraft: %s\n\twas: %s", p.ID, f.name, f.question, p.Draft, p.Question)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%s: %s: %d of %d caught", lang, name, counts[name]-missed[name], counts[name])
		}
	}
}

func mustJSON(v interface{ MarshalJSON() ([]byte, error) }) []byte {
	b, err := v.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return b
}
