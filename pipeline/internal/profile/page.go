package profile

import (
	"cmp"
	_ "embed" // for the parts of the page
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/pagelanguage"
	"github.com/taskgrove/taskgrove/pipeline/internal/webpage"
)

//go:embed page.html
var pageText string

//go:embed page.css
var ownPageStyle string

// pageStyle is the whole style.
var pageStyle = webpage.Tables + ownPageStyle

// pageScript is the whole script, which chooses and changes the language.
var pageScript = pagelanguage.Script + pagelanguage.Toggle

// page is the template of page.html. Its functions zh and zhLabel give an element the Chinese
// of a word of the page, as its text and as its label; a name from outside stays as it is in
// both languages. Function number formats a whole number.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"zh":      func(word string) template.HTMLAttr { return chineseAttribute("data-zh", word) },
	"zhLabel": func(word string) template.HTMLAttr { return chineseAttribute("data-zh-label", word) },
	"number":  func(n int) string { return formatInt(float64(n)) },
}).Parse(pageText))

func chineseAttribute(name, word string) template.HTMLAttr {
	if chineseWords[word] == "" {
		return ""
	}
	return template.HTMLAttr(" " + name + `="` + chineseWords[word] + `"`)
}

// chineseWords are the Chinese of the words that headings are made of.
var chineseWords = map[string]string{
	"Joins": "关联", "length": "长度", "value": "数值", "written": "写法", "values": "值的个数", "rows found": "找到的行",
	"fill": "有值", "empty": "空", "sentinel": "占位符", "distinct": "不同值", "p10": "p10", "p50": "p50", "p90": "p90",
	"weekend": "周末", "numeral": "纯数字", "scaled": "带单位", "unparsed": "不可解析", "several": "多值", "per cell": "每格值数",
	"masked": "遮蔽", "found": "找到", "mean": "平均", "max": "最多",
	"alike": "相近", "chance": "抽样误差", "differs": "超过 2 倍", "lacking": "生成数据没有", "unmeasured": "未测",
}

// inChinese returns the Chinese of a word of the page, or the word.
func inChinese(word string) string { return cmp.Or(chineseWords[word], word) }

// differenceInChinese returns the Chinese of what [formatDifference] returned.
func differenceInChinese(size string) string {
	if years, ok := strings.CutSuffix(size, " years earlier"); ok {
		return "早 " + years + " 年"
	}
	if years, ok := strings.CutSuffix(size, " years later"); ok {
		return "晚 " + years + " 年"
	}
	return strings.ReplaceAll(size, "missing", "缺失")
}

// WriteJSON writes the comparison as indented JSON. Equal comparisons give equal
// bytes.
func WriteJSON(w io.Writer, c *WorldComparison) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(c)
}

// WriteHTML writes the comparison as one page: a table for each part with one line per
// column, the world's figure above the real one, and below each line its flagged
// differences. The page is self-contained: it loads nothing from the network, its only
// script changes its language, and text from the corpora cannot become markup. It opens in
// the reader's language, Chinese or English, else in lang. Equal comparisons give equal
// bytes.
func WriteHTML(w io.Writer, c *WorldComparison, lang string) error {
	v := pageView{
		Style:     template.CSS(pageStyle),
		StyleHash: webpage.Source(pageStyle), Script: template.JS(pageScript), ScriptHash: webpage.Source(pageScript), Lang: lang,
		Flagged: c.Verdicts[Differs] + c.Verdicts[Lacking], Alike: c.Verdicts[Alike],
		Chance: c.Verdicts[Chance], Unmeasured: c.Verdicts[Unmeasured],
	}
	for i := range c.Parts {
		if len(c.Parts[i].Lines) > 0 {
			v.Parts = append(v.Parts, newPartView(&c.Parts[i], len(v.Parts)))
		}
	}
	return page.Execute(w, v)
}

// pageView is the data of the template.
type pageView struct {
	Lang   string
	Style  template.CSS
	Script template.JS
	// StyleHash and ScriptHash are the only sources that the page's content security policy
	// allows.
	StyleHash, ScriptHash              string
	Flagged, Alike, Chance, Unmeasured int
	Parts                              []partView
}

// partView is one table of the page.
type partView struct {
	ID          string
	Title       string
	Label       string
	Section     Section
	World, Real int
	Flagged     int
	Groups      []group
	Heads       []string
	Width       int // columns of the table
	Lines       []lineView
}

// group is a heading over several measures.
type group struct {
	Title string
	Span  int
}

// lineView is one line of a table and the differences listed below it.
type lineView struct {
	Name, Label bilingual
	World, Real string
	Cells       []cellView
	Differences []bilingual // one per flagged measure
}

// bilingual is a text in both languages of the page; a Chinese of "" is the English.
type bilingual struct{ English, Chinese string }

// newDifference is a flagged difference: "value p50 ×3.2".
func newDifference(title, name, size string) bilingual {
	return bilingual{
		English: strings.TrimSpace(title+" "+name) + " " + size,
		Chinese: strings.TrimSpace(inChinese(title)+" "+inChinese(name)) + " " + differenceInChinese(size),
	}
}

// cellView is one measure; the zero cellView is an empty cell.
type cellView struct {
	World, Real string
	Verdict     string // "" if the line lacks the measure
	Detail      bilingual
}

// heading returns the group heading of a measure, "" for none, and its own.
func heading(m Measure) (title, name string) {
	switch m {
	case LengthP10, LengthP50, LengthP90:
		return "length", strings.TrimPrefix(string(m), "length_")
	case Weekend:
		return "value", string(m)
	case ValueP10, ValueP50, ValueP90:
		return "value", strings.TrimPrefix(string(m), "value_")
	case Numeral, Scaled, Unparsed:
		return "written", string(m)
	case Several, PerCell:
		return "values", strings.ReplaceAll(string(m), "_", " ")
	case RowsMean, RowsMax:
		return "rows found", strings.TrimPrefix(string(m), "rows_")
	}
	return "", string(m)
}

func newPartView(p *Part, number int) partView {
	v := partView{
		ID: fmt.Sprintf("part%d", number), Title: p.Name, Label: p.Label, Section: p.Section,
		World: p.World, Real: p.Real,
	}
	if p.Section == OfJoins {
		v.Title = "Joins"
	}
	ms := measuresOf(p)
	for _, m := range ms {
		title, name := heading(m)
		v.Heads = append(v.Heads, name)
		if n := len(v.Groups); n > 0 && title != "" && v.Groups[n-1].Title == title {
			v.Groups[n-1].Span++
		} else {
			v.Groups = append(v.Groups, group{title, 1})
		}
	}
	v.Width = len(ms) + 2
	for i := range p.Lines {
		l := &p.Lines[i]
		v.Lines = append(v.Lines, newLineView(l, ms))
		for _, r := range l.Rows {
			if r.Verdict.Flagged() {
				v.Flagged++
			}
		}
	}
	return v
}

// measuresOf returns the measures of a part's lines, in the order of the page.
func measuresOf(p *Part) []Measure {
	return slices.DeleteFunc(measures(), func(m Measure) bool {
		return !slices.ContainsFunc(p.Lines, func(l LineMeasures) bool { return rowOf(&l, m) != nil })
	})
}

// rowOf returns the row of a measure, or nil.
func rowOf(l *LineMeasures, m Measure) *MeasureComparison {
	for i := range l.Rows {
		if l.Rows[i].Measure == m {
			return &l.Rows[i]
		}
	}
	return nil
}

func newLineView(l *LineMeasures, ms []Measure) lineView {
	v := lineView{Name: bilingual{English: l.Column}, Label: bilingual{English: l.Label}, World: formatInt(float64(l.World)), Real: formatInt(float64(l.Real))}
	switch {
	case l.Target != "":
		v.Name.English, v.Label.English = l.Table+"."+l.Column+" → "+l.Target, l.Holds
		if l.Via != "" {
			v.Label = bilingual{l.Holds + " by " + l.Via, l.Holds + "，经 " + l.Via}
		}
	case l.Column == "":
		v.Name = bilingual{"texts", "文本"}
	}
	for _, m := range ms {
		r := rowOf(l, m)
		if r == nil {
			v.Cells = append(v.Cells, cellView{})
			continue
		}
		v.Cells = append(v.Cells, cellView{
			World: formatFigure(l, m, r.World), Real: formatFigure(l, m, r.Real),
			Verdict: string(r.Verdict), Detail: formatRow(l, r),
		})
		if r.Verdict.Flagged() {
			title, name := heading(m)
			v.Differences = append(v.Differences, newDifference(title, name, formatDifference(l, r)))
		}
	}
	return v
}
