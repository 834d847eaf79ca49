package lawtext

import (
	"fmt"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// style is how the statutes of one language are published. It is implemented by chinese and
// english.
type style interface {
	event(s *statute.Statute, v *statute.Version) string // the line of the title block about a version
	chapter(n int, first statute.PublishedArticle) string
	label(article string) string // with what separates it from the text
	paragraph(n, of int) string  // number of a paragraph; "" if it has none
	item(n int) string
}

// styleOf returns the style of a language; nil for an unknown one.
func styleOf(language string) style {
	switch language {
	case "zh":
		return chinese{}
	case "en":
		return english{}
	}
	return nil
}

// chinese is the style of statutes in Chinese.
type chinese struct{}

func (chinese) event(s *statute.Statute, v *statute.Version) string {
	act := map[statute.Lawmaker]string{
		statute.Legislature: "立法会议通过", statute.Government: "国务院常务会议通过", statute.Department: "部令公布", statute.HighCourt: "最高人民法院审判委员会通过",
	}[s.Lawmaker()]
	switch v.Note {
	case statute.Amended:
		act = "《关于修改〈" + s.Title + "〉的决定》修正"
	case statute.Revised:
		act = "修订"
	}
	return chineseDay(v.Adopted) + act + " 自" + chineseDay(v.Date) + "起施行"
}

func chineseDay(t time.Time) string {
	return fmt.Sprintf("%d年%d月%d日", t.Year(), int(t.Month()), t.Day())
}

func (chinese) chapter(n int, first statute.PublishedArticle) string {
	name := map[statute.Division]string{
		statute.General: "总则", statute.Rules: first.Subject, statute.Supervision: "监督管理", statute.Sanctions: "法律责任", statute.Final: "附则",
	}[first.Division]
	return "第" + statute.Numeral(n) + "章　" + name
}

func (chinese) label(article string) string { return article + "　" }

func (chinese) paragraph(int, int) string { return "" }

func (chinese) item(n int) string { return "（" + statute.Numeral(n) + "）" }

// english is the style of statutes in English.
type english struct{}

func (english) event(s *statute.Statute, v *statute.Version) string {
	act := map[statute.Lawmaker]string{
		statute.Legislature: "Adopted by Parliament", statute.Government: "Approved by the Government", statute.Department: "Published by the Ministry",
		statute.HighCourt: "Adopted by the Supreme Court",
	}[s.Lawmaker()]
	switch v.Note {
	case statute.Amended:
		act = "Amended"
	case statute.Revised:
		act = "Revised"
	}
	return act + " on " + englishDay(v.Adopted) + ", in force from " + englishDay(v.Date)
}

func englishDay(t time.Time) string { return t.Format("2 January 2006") }

func (english) chapter(n int, first statute.PublishedArticle) string {
	name := map[statute.Division]string{
		statute.General: "General Provisions", statute.Rules: first.Subject, statute.Supervision: "Supervision", statute.Sanctions: "Legal Liability",
		statute.Final: "Final Provisions",
	}[first.Division]
	return fmt.Sprintf("Chapter %d. %s", n, name)
}

func (english) label(article string) string { return article + ". " }

func (english) paragraph(n, of int) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf("(%d) ", n)
}

func (english) item(n int) string { return fmt.Sprintf("(%c) ", 'a'+n-1) }
