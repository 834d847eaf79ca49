package legislation

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// referTo names a unit of a version: its citation with the version in place of the law; ""
// for no unit.
func referTo(version, law, citation string) string {
	if citation == "" {
		return ""
	}
	if marked := "《" + law + "》"; strings.HasPrefix(citation, marked) {
		return version + strings.TrimPrefix(citation, marked)
	}
	return strings.Replace(citation, law, version, 1)
}

// unitOf returns the number of a unit within its law, 第十二条第二款 or Article 12(2): its citation without the law.
func unitOf(law, citation string) string {
	return strings.TrimPrefix(strings.TrimPrefix(citation, "《"+law+"》"), law+", ")
}

// Whether the units of a citation have different wordings in the versions that were read.
const (
	oneWording    = "no"
	otherWordings = "yes"
)

// otherWordings says by citation whether two versions have different wordings there.
func (r *Collection) otherWordings() map[string]string {
	first := map[string]string{}
	all := map[string]string{}
	for i := range r.Provisions {
		p := &r.Provisions[i]
		if text, ok := first[p.Citation]; !ok {
			first[p.Citation], all[p.Citation] = value.Fold(p.Text), oneWording
		} else if text != value.Fold(p.Text) {
			all[p.Citation] = otherWordings
		}
	}
	return all
}

// articleOfVersion names an article of a version.
type articleOfVersion struct{ version, article string }

// changesInto says of the articles of each version but the first what became of the version
// before in them.
func (r *Collection) changesInto() map[articleOfVersion]ChangeKind {
	all := map[articleOfVersion]ChangeKind{}
	for _, c := range r.Changes {
		if c.ArticleAfter != "" {
			all[articleOfVersion{c.ToVersion, c.ArticleAfter}] = c.Kind
		}
	}
	return all
}

// in returns the name of a kind of change in a language.
func (k ChangeKind) in(language string) string {
	if language != "zh" {
		return string(k)
	}
	return map[ChangeKind]string{
		Unchanged: "未变动", Amended: "内容修改", Renumbered: "序号变动", RenumberedAndAmended: "序号变动且内容修改",
		Added: "新增", Repealed: "删除", InDoubt: "未定",
	}[k]
}
