package order

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// closing are options that speak of all options before them. They match a whole option,
// lower-cased and without a full stop.
var closing = lazyregexp.New(`^(?:` + strings.Join([]string{
	// Portuguese
	`(?:todas|todos|nenhuma|nenhum)(?: as| os| das| dos)?(?: demais| outras| outros)?(?: alternativas| afirmativas| afirmações| assertivas| opções| respostas| itens)?(?: anteriores| acima| apresentadas| anterior| citadas| mencionadas)?(?: estão corretas| estão certas| são corretas| são verdadeiras| está correta| é correta| estão incorretas| estão erradas)?`,
	`n\.?d\.?a`,
	`(?:as|os) (?:alternativas|opções|respostas) anteriores estão (?:corretas|erradas|incorretas)`,
	// English
	`(?:all|none|any|both|neither|either)(?: of)?(?: the)?(?: other)?(?: above| options| answers| statements| alternatives| preceding| foregoing| these)?(?: above| listed)?(?: options| answers)?(?: are correct| is correct| are true| are wrong| is true)?`,
	// Chinese
	`(?:以上|上述|前述|前面)(?:各项|选项|说法|答案|三项|所有选项|全部)?(?:都|均|全|全部|皆)?(?:不|非)?(?:对|正确|是|错误|错|成立|不对|不正确|不是)`,
	`(?:全部|都|均)(?:对|正确|不对|不正确|错误)`,
}, `|`) + `)$`)

func closes(option string) bool {
	s := strings.ToLower(strings.Trim(strings.TrimSpace(option), ".。;； "))
	// A bare "both" or "none" may answer the stem; more than one word speaks of options.
	return closing.MatchString(s) && (strings.ContainsAny(s, " .") || s == "nda" || !isASCII(s))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0
}

// truths are pairs of words for true and false.
var truths = [][2]string{
	{"verdadeira", "falsa"}, {"verdadeiro", "falso"}, {"certo", "errado"}, {"certa", "errada"},
	{"correto", "incorreto"}, {"correta", "incorreta"}, {"sim", "não"}, {"v", "f"},
	{"true", "false"}, {"yes", "no"}, {"t", "f"}, {"right", "wrong"}, {"correct", "incorrect"},
	{"正确", "错误"}, {"对", "错"}, {"是", "否"}, {"真", "假"},
}

func isTruth(options []string) bool {
	if len(options) != 2 {
		return false
	}
	word := func(s string) string { return strings.ToLower(strings.Trim(strings.TrimSpace(s), ".。")) }
	a, b := word(options[0]), word(options[1])
	return slices.Contains(truths, [2]string{a, b}) || slices.Contains(truths, [2]string{b, a})
}

// letterList is one letter after a word for option, or letters joined by commas and words for
// "and" and "or". Its only group holds the letters.
var letterList = lazyregexp.New(`(?:^|[^\p{Latin}\pN])(\(?[A-J]\)?(?:(?:,? (?:e|ou|and|or|nor) |, ?| ?[、，和及与或] ?)\(?[A-J]\)?)*)(?:$|[^\p{Latin}\pN])`)

// letter is a letter by itself.
var letter = lazyregexp.New(`[A-J]`)

// about are words beside letters that make them names of options rather than of persons.
var about = lazyregexp.New(`(?i)alternativ|op[cç][aãõ][oe]|letra|respost|assertiv|afirmativ|corret|incorret|certas|errad|verdadeir|\boption|\banswer|\bstatement|\bcorrect|\bright\b|\bwrong\b|\btrue\b|选项|答案|正确|错误|均|都|皆`)

// namesLetters reports whether an option refers to other options by their letters.
func namesLetters(option string, n int) bool {
	m := letterList.FindStringSubmatch(option)
	if m == nil {
		return false
	}
	letters := letter.FindAllString(m[1], -1)
	for _, l := range letters {
		if int(l[0]-'A') >= n {
			return false
		}
	}
	bare := strings.Trim(option, " .。()") == strings.Trim(m[1], " ()")
	if len(letters) == 1 {
		// A letter alone is an article in Portuguese and English: a word for option must
		// stand right before it.
		return singleLetter.MatchString(option)
	}
	return bare || len(option) <= maxReference && about.MatchString(strings.Replace(option, m[1], " ", 1))
}

// maxReference is the greatest length in bytes of an option that refers to others by letters;
// a longer one tells a story of persons A and B.
const maxReference = 80

var singleLetter = lazyregexp.New(`(?i:alternativas?|opção|letra|resposta|option|answer|statement|选项|答案) ?\(?[A-J]\)?(?:$|[^\p{Latin}\pN])`)

// renameLetters replaces the letters of a reference by those of the places to which the
// options moved, in ascending order.
func renameLetters(option string, place []int) string {
	loc := letterList.FindStringSubmatchIndex(option)
	if m := singleLetter.FindStringIndex(option); m != nil {
		if one := letter.FindAllStringIndex(option[m[0]:m[1]], -1); len(letter.FindAllString(option[loc[2]:loc[3]], -1)) == 1 {
			at := one[len(one)-1]
			loc = []int{0, 0, m[0] + at[0], m[0] + at[1]}
		}
	}
	first, end := loc[2], loc[3]
	var moved []int
	for _, l := range letter.FindAllString(option[first:end], -1) {
		moved = append(moved, place[l[0]-'A'])
	}
	slices.Sort(moved)
	i := -1
	renamed := letter.ReplaceAllStringFunc(option[first:end], func(string) string {
		i++
		return string(rune('A' + moved[i]))
	})
	return option[:first] + renamed + option[end:]
}
