package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	capitalWord = lazyregexp.New(`\p{Lu}[\p{Ll}'’-]+`)
	// hanName matches what may name a party in Chinese: 甲公司, 张某, and a family name with one or
	// two characters.
	hanName = lazyregexp.New(`[甲乙丙丁戊己庚辛壬癸](?:公司|厂|某|方|银行|村|市|县|有限责任公司|超市|化工厂)?|\p{Han}某{1,2}|` +
		`[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文]\p{Han}{1,2}`)
	// institutions are capital words of law that name nobody in particular, in small letters.
	institutions = capitals(`art lei código constituição república união estado estados município municípios tribunal tribunais supremo
		superior justiça federal ministério público pública poder poderes senado câmara congresso nacional assembleia legislativa presidente governador prefeito
		administração fazenda juízo juiz vara comarca direito penal civil processo processual trabalho junta comercial executivo legislativo judiciário
		conselho banco brasil brasileira ordem advogados advogado corte comissão convenção pacto súmula tema emenda partes partido defensoria delegado polícia
		court supreme crown parliament act house lords commons council state minister union european human rights convention judge jury ltd mr mrs ms plc the
		inc january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
		janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro ltda sa s/a eireli`)
)

func capitals(list string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(list) {
		all[w] = true
	}
	return all
}

// minEssays is the number of essays from which a capital word names nobody in particular.
const minEssays = 3

// commonNames returns the capital words of several essays, and those that texts also write small.
func commonNames(c *exam.Collection) map[string]bool {
	essays, common := map[string]int{}, map[string]bool{}
	for i := range c.Essays {
		seen := map[string]bool{}
		text := essayText(&c.Essays[i])
		for _, w := range capitalWord.FindAllString(text, -1) {
			seen[w] = true
		}
		for w := range seen {
			if essays[w]++; essays[w] >= minEssays {
				common[w] = true
			}
		}
	}
	for i := range c.Essays {
		for _, w := range strings.FieldsFunc(essayText(&c.Essays[i]), func(r rune) bool { return strings.ContainsRune(" \n\t.,;:()[]“”\"'/!?", r) }) {
			if w != "" && strings.ToLower(w) == w {
				r := []rune(w)
				common[strings.ToUpper(string(r[:1]))+string(r[1:])] = true
			}
		}
	}
	return common
}

func essayText(e *exam.Essay) string {
	all := []string{e.Statement}
	for _, p := range e.Parts {
		all = append(all, p.Question, p.Answer)
		all = append(all, p.Assumptions...)
	}
	return strings.Join(all, "\n")
}

// namesIn returns what names somebody in the statement of an essay, sorted: capital words that are
// no words of law and are in few essays, and in Chinese the forms of names that stand there twice.
func (x *examined) namesIn(e *exam.Essay) []string {
	if names, ok := x.essayNames.Load(e.ID); ok {
		return names.([]string)
	}
	var names []string
	if e.Language == "zh" {
		names = slices.DeleteFunc(hanNames(e), x.inManyEssays)
	} else {
		for _, w := range capitalWord.FindAllString(e.Statement, -1) {
			if len([]rune(w)) > 2 && !x.common[w] && !institutions[strings.ToLower(w)] {
				names = append(names, w)
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	x.essayNames.Store(e.ID, names)
	return names
}

// inManyEssays reports whether so many essays have a word that it names nobody in particular.
func (x *examined) inManyEssays(word string) bool {
	n := 0
	for i := range x.collection.Essays {
		if strings.Contains(essayText(&x.collection.Essays[i]), word) {
			n++
		}
	}
	return n >= minEssays
}

// beforeName are characters after which a Chinese name may begin, besides marks.
const beforeName = "与和向对由给被让把将"

// hanNames returns the forms of names in a Chinese statement after which its essay goes on in at
// least two ways, so that they are words (金融监 is always 金融监督), and that begin a clause at least once, so that they are no end of another
// word (责任制度). A form that goes on in a longer one is cut to what both have.
func hanNames(e *exam.Essay) []string {
	text := essayText(e)
	var names []string
	for _, at := range hanName.FindAllStringIndex(e.Statement, -1) {
		before, _ := utf8.DecodeLastRuneInString(e.Statement[:at[0]])
		if at[0] > 0 && unicode.Is(unicode.Han, before) && !strings.ContainsRune(beforeName, before) {
			continue
		}
		for r := []rune(e.Statement[at[0]:at[1]]); len(r) >= 2; r = r[:len(r)-1] {
			if goesOnDifferently(text, string(r)) {
				names = append(names, string(r))
				break
			}
		}
	}
	return names
}

// goesOnDifferently reports whether different characters, or marks, follow a part of a text.
func goesOnDifferently(text, part string) bool {
	var first rune
	for n := 0; ; n++ {
		_, rest, found := strings.Cut(text, part)
		if !found {
			return false
		}
		next, _ := utf8.DecodeRuneInString(rest)
		if n > 0 && next != first {
			return true
		}
		first, text = next, rest
	}
}
