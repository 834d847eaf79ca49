package score

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// What the grader reads of nearly every text is scanned by hand, because expressions took half the
// time of grading. These are the expressions.
var (
	wordExpr        = lazyregexp.New(`(?:[a-z]\.){2,}|[a-z0-9]+(?:['’][a-z]+)?`)
	formEndExpr     = lazyregexp.New(`\b(Co|Ltd|Inc|LLC|Corp|PLC|LP|LLP)\. +((?:The|It|Its|In|This|That|These|Those|They|Their|He|She|For|As|By|At|On|Of|To|From|With|Since|If|When|While|So|Thus|Hence|Therefore|However|Other|Others|Only|Both|All|No|None|Not|I|We|You|There|Here|Among|Each|According|Based|Please|Note|And|But|Or|One|Two|Three|A|An|Accordingly|Consequently|Answer|Final|Source|Hope) )`)
	emphasisExpr    = lazyregexp.New(`\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__|<b>([^<\n]{1,200})</b>|\\boxed\{([^{}\n]{1,200})\}`)
	companyFormExpr = lazyregexp.New(`[ .,]*[ ,](co|corp|ltd|inc|llc|plc|lp|llp)\b\.*`)
)

func TestScansReadWhatExpressionsMatch(t *testing.T) {
	piece := rapid.SampledFrom(strings.Split("a|b|co|ltd|inc|llc|.|.|,| | | |\n|'|’|u|s|e.g.|no|art|article 5|art. 31|sections 4 and 5|sec|s. 12|ss|§|§ 7|"+
		"the civil procedure order|code|act|law|rules|_|(|)|(|)|of|under|in|of the same|order|法|第|12|3-4|:|;|-|is |provides|9|Co. |Ltd. |The |It |No|**|**|__|*|<b>|</b>|<|\\boxed{|}|{", "|"))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
		var words []word
		for _, m := range wordExpr.FindAllStringIndex(text, -1) {
			words = append(words, word{strings.ReplaceAll(text[m[0]:m[1]], ".", ""), m[0], m[1]})
		}
		if got := wordsOf(text); !slices.Equal(got, words) {
			t.Fatalf("words of %q: %v: want %v", text, got, words)
		}
		if got, want := normaliseForms(text), companyFormExpr.ReplaceAllString(americanSpellings.Replace(text), " $1"); got != want {
			t.Fatalf("forms of %q: %q: want %q", text, got, want)
		}
		if got, want := splitAfterForms(text), formEndExpr.ReplaceAllString(text, "$1.\n$2"); got != want {
			t.Fatalf("sentences of %q: %q: want %q", text, got, want)
		}
		var bold []string
		for _, m := range emphasisExpr.FindAllStringSubmatch(text, -1) {
			bold = append(bold, strings.Join(m[1:], ""))
		}
		if got := emphasisedIn(text); !slices.Equal(got, bold) {
			t.Fatalf("bold in %q: %q: want %q", text, got, bold)
		}
		for _, expr := range []*lazyregexp.Regexp{artFirst, artLast, artOfSame} {
			got := slices.Collect(submatches(expr, text, citingParts(text)))
			if want := expr.FindAllStringSubmatchIndex(text, -1); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("citations in parts of %q: %v: want %v", text, got, want)
			}
		}
	})
}
