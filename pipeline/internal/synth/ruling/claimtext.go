package ruling

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// claimFile formats the papers of the file of a plaintiff's lawyer.
type claimFile interface {
	claimColumns() []string        // of the table
	incorporated(name string) bool // whether a name is that of a company, which has a legal representative
	alike(a, b string) bool        // whether two persons have a part of their names in common
	// statutoryRate is the rate of interest, between two days, where none was agreed.
	statutoryRate(bank string, from, filed society.Day) string
	daily(rate int64) string  // a rate of so many hundredths of a per cent
	colon() string            // between an issue and what is argued on it
	suit(s *filedSuit) string // the body of a complaint
}

func (chinese) claimColumns() []string {
	return []string{"委托人", "相对人", "相对人住所地", "相对人负责人", "受托律所", "案由", "起诉日期", "委托人陈述", "起诉意见", "起诉要点"}
}

func (chinese) incorporated(name string) bool { return chinese{}.legalPerson(name) }

func (chinese) alike(a, b string) bool { return strings.ContainsAny(a, b) }

func (chinese) statutoryRate(bank string, from, filed society.Day) string {
	prime := bank + "授权公布的同期一年期贷款市场报价利率"
	if from >= primeRateDay {
		return prime
	}
	old := bank + "公布的同期一年期贷款基准利率"
	if filed < primeRateDay {
		return old + "（该利率被取代的，按照取代它的利率）"
	}
	return old + "（自" + chinese{}.day(primeRateDay) + "起为" + prime + "）"
}

func (chinese) daily(rate int64) string {
	return "万分之" + []string{2: "二", 3: "三", 4: "四", 5: "五"}[rate]
}

func (chinese) colon() string { return "。" }

func (chinese) suit(s *filedSuit) string {
	claims := make([]string, len(s.claims))
	for i, text := range s.claims {
		claims[i] = ordinals[i] + "、" + text
	}
	facts := make([]string, len(s.facts))
	for i, text := range s.facts {
		facts[i] = ordinals[i] + "、" + s.heads[i] + "\n" + text
	}
	return "诉讼请求：\n" + strings.Join(claims, "；\n") + "。\n\n事实与理由：\n" + strings.Join(facts, "\n") + "\n" + s.prayer +
		"\n\n证据和证明对象：\n" + strings.Join(numbered(s.papers), "；\n") + "。"
}

func (english) claimColumns() []string {
	return []string{"Client", "Opponent", "Opponent's Address", "Opponent's Representative", "Law Firm Retained", "Cause of Action", "Filing Date", "Client's Account", "Claims and Reasons", "Points of Claim"}
}

// unincorporated matches names of firms that are no companies.
var unincorporated = regexp.MustCompile(` (?:LP|Branch|Works|Research Institute|Trading House)$`)

func (english) incorporated(name string) bool { return !unincorporated.MatchString(name) }

func (english) alike(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(part string) bool { return slices.Contains(strings.Fields(b), part) })
}

func (english) statutoryRate(bank string, from, filed society.Day) string {
	prime := "the one-year loan prime rate published by the " + bank
	if from >= primeRateDay {
		return prime
	}
	old := "the one-year benchmark lending rate of the " + bank
	if filed < primeRateDay {
		return old + ", or the rate that replaces it,"
	}
	return old + " (and since " + english{}.day(primeRateDay) + " " + prime + ")"
}

func (english) daily(rate int64) string { return fmt.Sprintf("0.%02d%%", rate) }

func (english) colon() string { return ". " }

func (english) suit(s *filedSuit) string {
	facts := make([]string, len(s.facts))
	for i, text := range s.facts {
		facts[i] = fmt.Sprintf("%d. %s\n%s", i+1, s.heads[i], text)
	}
	return "Claims:\n" + strings.Join(numbered(s.claims), ";\n") + ".\n\nFacts and reasons:\n" + strings.Join(facts, "\n") + "\n" + s.prayer +
		"\n\nEvidence, and what it is to show:\n" + strings.Join(numbered(s.papers), ";\n") + "."
}
