package ruling

import (
	"fmt"
	"strings"
)

// claimFile formats the papers of the file of a plaintiff's lawyer.
type claimFile interface {
	claimColumns() []string      // of the table
	chief(company string) string // what the head of a company is called
	daily(rate int64) string     // a rate of so many hundredths of a per cent
	colon() string               // between an issue and what is argued on it
	suit(s *filedSuit) string    // the body of a complaint
}

func (chinese) claimColumns() []string {
	return []string{"委托人", "相对人", "相对人住所地", "相对人负责人", "受托律所", "案由", "受理法院", "起诉日期", "委托人陈述", "起诉意见", "起诉要点"}
}

func (chinese) chief(company string) string { return chief(company) }

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
	return []string{"Client", "Opponent", "Opponent's Address", "Opponent's Representative", "Law Firm Retained", "Cause of Action", "Court", "Filing Date", "Client's Account", "Claims and Reasons", "Points of Claim"}
}

func (english) chief(string) string { return "legal representative" }

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
