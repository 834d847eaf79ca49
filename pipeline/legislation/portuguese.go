package legislation

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// portuguese is the grammar of the laws of Brazil: artigo, parágrafo, inciso and alínea.
func portuguese() *grammar {
	return &grammar{
		language: "pt", numbered: true, head: "caput", straightQuotes: true, skips: true, joint: " ", contents: "sumário", annotation: ptNote, signature: ptSigned,
		mark: markPortuguese,
		article: func(u unit) string {
			label := "art. " + formatOrdinal(u.article)
			if u.branch > 0 {
				label += "-" + strings.ToUpper(letter(u.branch))
			}
			return label
		},
		paragraph: func(u unit) string {
			if u.sole {
				return "parágrafo único"
			}
			return "§ " + formatOrdinal(u.paragraph)
		},
		item: func(u unit) string {
			label := "inciso " + formatRoman(u.item)
			if u.itemBranch > 0 {
				label += "-" + strings.ToUpper(letter(u.itemBranch))
			}
			return label
		},
		subitem: func(u unit) string { return "alínea " + letter(u.subitem) },
		cite: func(law string, labels [4]string) string {
			for _, label := range labels {
				if label != "" {
					law += ", " + label
				}
			}
			return law
		},
		versionName: func(law, day string, r role, _ string) string {
			said := map[role]string{noRole: "texto de", adoptedRole: "texto original de", amendedRole: "redação de", promulgatedRole: "publicação de",
				approvedRole: "aprovação de", inForceRole: "em vigor desde"}
			return law + " (" + said[r] + " " + day + ")"
		},
		formatDay: func(y, m, d int) string {
			return fmt.Sprintf("%s de %s de %d", strings.TrimSuffix(formatOrdinalDay(d), " "), ptMonths()[m-1], y)
		},
		kind:          portugueseKind,
		events:        portugueseEvents,
		force:         portugueseForce,
		abbreviations: func(string) map[string]string { return nil },
		references:    portugueseReferences,
		earlierLaw:    ptEarlierLaw, pendingCases: ptPendingCases, conditional: ptConditional, transitional: ptTransitional,
	}
}

// See the Chinese patterns.
var (
	ptEarlierLaw = lazyregexp.New(`(?:^|[.;] )(?:Os|As) [^.;,]{1,80} (?:anteriores|anteriormente) (?:à|a) (?:entrada em vigor|vigência|publicação) des[ts][ae] [\p{L} ]{1,24} ` +
		`(?:regem-se|são regid[oa]s) pela (?:lei|legislação) (?:vigente|em vigor) (?:à época|ao tempo)[^.;,]{0,40}[;.]`)
	ptPendingCases = lazyregexp.New(`(?:^|[.;] )Est[ea] [\p{L} ]{1,24} (?:aplica-se|aplicar-se-á) (?:imediatamente )?aos processos (?:em curso|pendentes)[;.]`)
	ptTransitional = lazyregexp.New(`(?i)(?:antes|depois|após|anterior(?:es|mente)?|posterior(?:es|mente)?) (?:d?[aà] )?(?:entrada em vigor|vigência|publicação) des[ts][ae]`)
	ptConditional  = lazyregexp.New(`(?i)\b(?:salvo|exceto|ressalvad[oa]s?|desde que)\b`)
)

var (
	ptArticle   = lazyregexp.New(`^(?:Art\.?|ART\.?|Artigo|ARTIGO)\s*([0-9]{1,3}(?:\.[0-9]{3})*|[0-9]{1,4})\.?\s*[ºo°ª]?(?:\s*-\s*([A-Z])\b)?`)
	ptHeading   = lazyregexp.New(`^(?i:(parte|livro|título)|(capítulo)|(seção|secção)|(subseção))(?:\s+(?:[IVXLC]+(?:-[A-Z])?|único|única|geral|especial)\b|\s*$)`)
	ptParagraph = lazyregexp.New(`^§\s*([0-9]{1,3})\.?\s*[ºo°]?(?:\s*-\s*[A-Z]\b)?\s*[.:–—-]?\s*`)
	ptSole      = lazyregexp.New(`^(?i:parágrafo único)\s*[.:–—-]?\s*`)
	ptItem      = lazyregexp.New(`^([IVXLCDM]+)(?:-([A-Z]))?\s*[–—-]\s*`)
	ptSubitem   = lazyregexp.New(`^([a-z])\)\s*`)
	ptAnnex     = lazyregexp.New(`^(?i:anexo)\b`)
	ptNote      = lazyregexp.New(`(?:\s*\((?:Redação dada|Inclu[ií]d|Revogad|Vide|Acrescentad|Acrescid|Renumerad|Vigência|Regulament|Produção de efeito|VETADO)[^()]*\))+\s*$`)
	ptSigned    = lazyregexp.New(`^\pL[\pL ]+, (?:em )?[0-9]{1,2}[ºo°]? de \pL+ de [0-9]{4}`)
	ptOwn       = lazyregexp.New(`\barts?\. ([0-9]{1,4})[ºo°]?(?:-([A-Z]))?((?:, (?:§ [0-9]+[ºo°]?|parágrafo único|(?:inciso )?[IVXLC]+|alínea “?[a-z]”?|caput))*),? dest[ea] (?:Lei|Código|Decreto|Constituição|Regulamento)`)
)

// formatOrdinal writes an ordinal up to nine, and a cardinal from ten.
func formatOrdinal(n int) string {
	if n < 10 {
		return fmt.Sprintf("%dº", n)
	}
	return fmt.Sprint(n)
}

// formatOrdinalDay writes the day of a month: the first is an ordinal.
func formatOrdinalDay(n int) string {
	if n == 1 {
		return "1º"
	}
	return fmt.Sprint(n)
}

// markPortuguese implements [grammar.mark].
func markPortuguese(line string, markdown bool) mark {
	if m := ptArticle.FindStringSubmatch(line); m != nil {
		n, ok := parseNumber(strings.ReplaceAll(m[1], ".", ""))
		rest := strings.TrimLeft(line[len(m[0]):], " \t　\u00a0*.:–—-")
		if !ok || n == 0 || beginsLower(rest) || strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, "§") && len(rest) < 12 {
			return mark{}
		}
		return mark{kind: articleMark, number: n, branch: branchLetter(m[2]), size: len(line) - len(rest), certain: true}
	}
	if m := ptHeading.FindStringSubmatchIndex(line); m != nil && (markdown || isTitle(line)) {
		for i, r := range []rank{partRank, chapterRank, sectionRank, subsectionRank} {
			if m[2+2*i] >= 0 {
				return mark{kind: headingMark, rank: r}
			}
		}
	}
	if ptAnnex.MatchString(line) && (markdown || isTitle(line)) {
		return mark{kind: annexMark}
	}
	if markdown {
		return mark{kind: headingMark, rank: chapterRank}
	}
	if m := ptSole.FindString(line); m != "" && !beginsLower(line[len(m):]) {
		return mark{kind: paragraphMark, number: 1, size: len(m), sole: true}
	}
	if m := ptParagraph.FindStringSubmatch(line); m != nil && !beginsLower(line[len(m[0]):]) {
		n, _ := parseNumber(m[1])
		return mark{kind: paragraphMark, number: n, size: len(m[0])}
	}
	if m := ptItem.FindStringSubmatch(line); m != nil && parseRoman(m[1]) > 0 {
		return mark{kind: itemMark, number: parseRoman(m[1]), branch: branchLetter(m[2]), size: len(m[0])}
	}
	if m := ptSubitem.FindStringSubmatch(line); m != nil {
		return mark{kind: subitemMark, number: int(m[1][0]-'a') + 1, size: len(m[0])}
	}
	return mark{}
}

// beginsLower reports whether a text begins with a small letter: what seems to be the number before it
// is then a citation that a broken line goes on with, § 1º do art. 7º.
func beginsLower(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(first)
}

// branchLetter reads the letter of a number such as 5º-A; 0 for none.
func branchLetter(s string) int {
	if s == "" {
		return 0
	}
	return int(s[0]-'A') + 1
}

// portugueseKind implements [grammar.kind].
func portugueseKind(title, _ string) string {
	lower := strings.ToLower(title)
	for _, kind := range []string{"constituição", "emenda constitucional", "lei complementar", "lei", "medida provisória", "decreto", "resolução", "portaria", "código"} {
		if strings.HasPrefix(lower, kind) {
			return kind
		}
	}
	return ""
}

// portugueseReferences implements [grammar.references]: articles of the law itself.
func portugueseReferences(text string, _ []string) (refs []reference) {
	for _, m := range ptOwn.FindAllStringSubmatch(text, -1) {
		n, _ := parseNumber(m[1])
		at := articleNumber{n, branchLetter(m[2])}
		refs = append(refs, reference{from: at, to: at})
	}
	return refs
}
