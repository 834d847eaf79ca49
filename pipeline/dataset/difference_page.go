package dataset

import (
	"cmp"
	_ "embed" // for the parts of the page
	"html/template"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/internal/pagelanguage"
	"github.com/taskgrove/taskgrove/pipeline/internal/webpage"
)

//go:embed difference.html
var diffPageText string

//go:embed difference.css
var ownDiffPageStyle string

// diffPageStyle is the whole style.
var diffPageStyle = webpage.Tables + ownDiffPageStyle

// diffPageScript chooses and changes the language.
var diffPageScript = pagelanguage.Script + pagelanguage.Toggle

// diffPage is the template of difference.html. Its function chinese returns a reason in Chinese.
var diffPage = template.Must(template.New("difference").Funcs(template.FuncMap{"chinese": reasonInChinese}).Parse(diffPageText))

// diffChinese are the headings of the lists of changes in Chinese.
var diffChinese = map[TaskDiffKind]string{
	Removed: "移除", Retired: "停用", Added: "新增", Reanswered: "更换答案", Changed: "更改", Revisit: "值得再看",
}

// diffNotes say below a heading what its list has, in English and Chinese.
var diffNotes = map[TaskDiffKind][2]string{
	Removed:    {"Tasks that the new release does not have.", "新版本中没有的任务。"},
	Retired:    {"Tasks that no longer hold on the new tables.", "在新数据上不再成立的任务。"},
	Added:      {"Tasks that the old release does not have.", "旧版本中没有的任务。"},
	Reanswered: {"The question is as it was and has another answer now, under another ID.", "问题不变，答案已更换，编号也随之更换。"},
	Changed:    {"Tasks of both releases that differ.", "两个版本都有、但内容不同的任务。"},
	Revisit:    {"These tasks are as they were, and their reviews count. What their proofs say of other rows has changed, so whoever approved them may want to look again.", "任务未变，审核仍然有效；但证明中提到的其他行已变化，审核人可再看一次。"},
}

// diffPageView is the data of the template.
type diffPageView struct {
	Lang   string
	Style  template.CSS
	Script template.JS
	// StyleHash and ScriptHash are the only sources that the page's content security policy
	// allows.
	StyleHash, ScriptHash string
	Old, New, Same        int
	Origins               []diffOrigin
	Kinds                 []diffKindView // those with a task
}

// diffOrigin is a property in which the releases differ.
type diffOrigin struct{ Name, Chinese, Old, New string }

// diffKindView is one list of changes.
type diffKindView struct {
	Kind           TaskDiffKind
	Title, Chinese string
	Note           [2]string
	Tasks          []TaskDiff
}

// WriteHTML writes a difference as one page: counts, then a table for each kind of change. The
// page is self-contained: it loads nothing from the network, its only script changes its language, and
// text of tasks cannot become markup. It opens in the reader's language, Chinese or English, else in
// lang. Equal differences give equal bytes.
func (d *ReleaseDiff) WriteHTML(w io.Writer, lang string) error {
	v := diffPageView{
		Lang: lang, Style: template.CSS(diffPageStyle), Script: template.JS(diffPageScript),
		StyleHash: webpage.Source(diffPageStyle), ScriptHash: webpage.Source(diffPageScript), Old: d.Old, New: d.New, Same: d.Same,
	}
	for _, o := range []struct {
		name, chinese string
		pair          []string
	}{{"version", "版本", d.Version}, {"tables", "数据", d.Corpus}, {"domain", "领域", d.Domain}} {
		if o.pair != nil {
			v.Origins = append(v.Origins, diffOrigin{o.name, o.chinese, visible(cmp.Or(o.pair[0], "–")), visible(cmp.Or(o.pair[1], "–"))})
		}
	}
	for _, kind := range diffKinds() {
		k := diffKindView{Kind: kind, Title: diffTitles[kind], Chinese: diffChinese[kind], Note: diffNotes[kind]}
		for _, c := range d.Changes {
			if c.Kind == kind {
				k.Tasks = append(k.Tasks, visibleDiff(c))
			}
		}
		if k.Tasks != nil {
			v.Kinds = append(v.Kinds, k)
		}
	}
	return diffPage.Execute(w, v)
}

// visibleDiff returns a change with its invisible characters spelt out.
func visibleDiff(c TaskDiff) TaskDiff {
	c.ID, c.Was, c.Question = visible(c.ID), visible(c.Was), visible(c.Question)
	reasons := make([]string, len(c.Reasons))
	for i, r := range c.Reasons {
		reasons[i] = visible(r)
	}
	c.Reasons = reasons
	return c
}
