package legislation

import "fmt"

// String returns the numbers as IDs have them: 12-1.2.3.1.
func (u unit) String() string {
	item := fmt.Sprint(u.item)
	if u.itemBranch > 0 {
		item += fmt.Sprintf("-%d", u.itemBranch)
	}
	return fmt.Sprintf("%s.%d.%s.%d", u.articleID(), u.paragraph, item, u.subitem)
}

// articleID returns the numbers of the unit's article: 12-1.
func (u unit) articleID() string { return fmt.Sprintf("%d-%d", u.article, u.branch) }

// level returns the deepest level that the unit has.
func (u unit) level() UnitLevel {
	switch {
	case u.subitem > 0:
		return LevelSubitem
	case u.item > 0:
		return LevelItem
	case u.paragraph > 0, u.head:
		return LevelParagraph
	}
	return LevelArticle
}

// above returns the unit that a unit is listed in, if it is an item or a sub-item.
func (u unit) above() (unit, bool) {
	switch {
	case u.subitem > 0:
		u.subitem = 0
		return u, true
	case u.item > 0:
		u.item, u.itemBranch = 0, 0
		return u, true
	}
	return u, false
}

// labels names each level of a unit, "" where it has none: the article, paragraph, item and
// sub-item.
func (g *grammar) labels(u unit) (labels [4]string) {
	labels[0] = g.article(u)
	switch {
	case u.paragraph > 0:
		labels[1] = g.paragraph(u)
	case u.head && u.item == 0:
		labels[1] = g.head
	}
	if u.item > 0 {
		labels[2] = g.item(u)
	}
	if u.subitem > 0 {
		labels[3] = g.subitem(u)
	}
	return labels
}
