package legislation

import (
	"strconv"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// TableNames returns the names of the tables that [Collection.Sheets] returns, in their order.
func TableNames() []string { return []string{"Law", "Version", "Provision", "Change", "Citation"} }

// Sheets returns the five tables, ready to be written. Days are in ISO form, and
// null where they are unknown; so is the kind of a law. What is not there, such as the item of a
// whole paragraph, is null too. Besides what the records have, a provision and a change name the
// unit with its version (reference), and a provision says whether versions differ in its wording, and what
// the step to its version did to its article: null in the first version that was read.
// A version names the provision that gives the rule on earlier facts.
// What was read must not be changed afterwards.
func (r *Collection) Sheets() []tablefile.Sheet {
	languages := map[string]string{}
	for _, l := range r.Laws {
		languages[l.Title] = l.Language
	}
	other, changes := r.otherWordings(), r.changesInto()
	return []tablefile.Sheet{
		{Name: "Law", Columns: []string{"law", "kind", "versions", "adopted", "latest"}, Rows: len(r.Laws),
			Row: func(i int) []tablefile.Cell {
				l := r.Laws[i]
				return []tablefile.Cell{text(l.Title), text(l.Kind), number(l.Versions), day(l.Adopted), text(l.Latest)}
			}},
		{Name: "Version", Columns: []string{"version", "law", "dated", "adopted", "amended", "in_force", "until", "known_until", "articles", "entries",
			"previous", "next", "earlier_law", "this_law", "file"}, Rows: len(r.Versions),
			Row: func(i int) []tablefile.Cell {
				v := r.Versions[i]
				return []tablefile.Cell{text(v.Name), text(v.Law), day(v.Dated), day(v.Adopted), day(v.Amended), day(v.InForce),
					day(v.Until), day(v.KnownUntil), number(v.Articles), number(v.Entries), text(v.Previous), text(v.Next), text(v.EarlierLaw), text(v.ThisLaw), text(v.File)}
			}},
		{Name: "Provision", Columns: []string{"id", "reference", "law", "version", "citation", "unit", "other_wording", "change", "article", "paragraph", "item", "subitem", "level", "part",
			"chapter", "section", "text", "leads", "transition", "in_force", "until", "file", "first_byte", "end_byte"}, Rows: len(r.Provisions),
			Row: func(i int) []tablefile.Cell {
				p := r.Provisions[i]
				return []tablefile.Cell{text(p.ID), text(referTo(p.Version, p.Law, p.Citation)), text(p.Law), text(p.Version), text(p.Citation),
					text(unitOf(p.Law, p.Citation)), text(other[p.Citation]), text(changes[articleOfVersion{p.Version, p.Article}].in(languages[p.Law])), text(p.Article), text(p.Paragraph),
					text(p.Item), text(p.Subitem), text(string(p.Level)), text(p.Part), text(p.Chapter), text(p.Section), text(p.Text),
					number(p.Leads), text(string(p.Transition)), day(p.InForce), day(p.Until), text(p.File), number(p.FirstByte), number(p.EndByte)}
			}},
		{Name: "Change", Columns: []string{"id", "law", "from_version", "to_version", "kind", "before", "after", "before_reference", "after_reference", "article_before", "article_after",
			"similarity"}, Rows: len(r.Changes),
			Row: func(i int) []tablefile.Cell {
				c := r.Changes[i]
				return []tablefile.Cell{text(c.ID), text(c.Law), text(c.FromVersion), text(c.ToVersion), text(c.Kind.in(languages[c.Law])), text(c.Before),
					text(c.After), text(referTo(c.FromVersion, c.Law, c.Before)), text(referTo(c.ToVersion, c.Law, c.After)), text(c.ArticleBefore), text(c.ArticleAfter), tablefile.Numeral(strconv.FormatFloat(c.Similarity, 'f', 4, 64))}
			}},
		{Name: "Citation", Columns: []string{"id", "provision", "version", "citing", "cited_law", "cited", "cited_article"}, Rows: len(r.Citations),
			Row: func(i int) []tablefile.Cell {
				c := r.Citations[i]
				return []tablefile.Cell{text(c.ID), text(c.Provision), text(c.Version), text(c.Citing), text(c.CitedLaw), text(c.Cited), text(c.CitedArticle)}
			}},
	}
}

// text is a cell with a text, null for "".
func text(s string) tablefile.Cell {
	if s == "" {
		return tablefile.None()
	}
	return tablefile.Text(s)
}

func number(n int) tablefile.Cell { return tablefile.Numeral(strconv.Itoa(n)) }

// day is a cell with a day, null for the zero time.
func day(t time.Time) tablefile.Cell {
	if t.IsZero() {
		return tablefile.None()
	}
	return tablefile.Text(t.Format(time.DateOnly))
}
