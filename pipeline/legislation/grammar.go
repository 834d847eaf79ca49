package legislation

import "github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"

// unit is the place of a provision in its law, by numbers. Zero means none.
type unit struct {
	article, branch  int
	paragraph        int
	item, itemBranch int
	subitem          int
	sole             bool // the paragraph has a name instead of a number: parágrafo único
	head             bool // it stands before the paragraphs of its article, which are counted after it
}

// mark is a number or a heading at the beginning of a line.
type mark struct {
	kind           markKind
	number, branch int
	size           int  // bytes of the mark, with what separates it from the text
	roman          int  // of an item: its number as a sub-item, if its letters are also a Roman numeral
	listed         bool // of an item: 一、, which is one only in a list
	sole           bool // of a paragraph: it is the only one
	certain        bool // of an article: the mark alone proves that it begins an article
	rank           rank // of a heading
}

type markKind uint8

const (
	plainText markKind = iota
	articleMark
	paragraphMark
	itemMark
	subitemMark
	headingMark
	annexMark
)

// rank is the place of a heading among headings, from the outside in.
type rank uint8

const (
	partRank rank = iota
	subpartRank
	chapterRank
	sectionRank
	subsectionRank
	ranks // how many there are
)

// grammar is how the laws of one language are written and cited.
type grammar struct {
	language string
	// mark reads the beginning of a line, without Markdown. Markdown says whether the line was a
	// heading, which then is one unless the result says otherwise.
	mark func(line string, markdown bool) mark
	// numbered reports whether paragraphs carry numbers. Otherwise each line is one.
	numbered bool
	// straightQuotes says that quotation marks may be straight, and that lines without a number may quote
	// units of another law.
	straightQuotes bool
	// head names the text before the paragraphs of an article, where they are counted after it; "" if
	// it has no name.
	head string
	// skips says that a sub-item may stand without an item above it.
	skips bool
	// contents is the heading of a table of contents, in lower case and without blanks.
	contents string
	// annotation matches the editor's remarks at the end of a text; nil if there are none.
	annotation *lazyregexp.Regexp
	// signature matches the line that ends a law; nil if none is known.
	signature *lazyregexp.Regexp
	// joint stands between the lines of one provision.
	joint string
	// Labels of the levels of a unit; of one that has them.
	article, paragraph, item, subitem func(u unit) string
	// cite names a unit of a law: the law's title, and the labels of the unit, "" where none.
	cite func(law string, labels [4]string) string
	// versionName names a version of a law by a day and the role that the day has.
	versionName func(law, day string, r role, verb string) string
	formatDay   func(y, m, d int) string
	kind        func(title, block string) string
	events      func(line string) []event
	// abbreviations returns the titles of laws by the abbreviations that a text defines.
	abbreviations func(text string) map[string]string
	// repeals returns the titles of laws that a text repeals; nil if that is not read.
	repeals func(text string) []string
	// references finds the articles that a text cites. Names are abbreviations of laws.
	references func(text string, names []string) []reference
	force      func(text string) (forceClause, bool)
	// Patterns of a sentence of a provision that says which law applies to facts from before the law
	// was in force: the earlier law, or in cases still pending this one.
	earlierLaw, pendingCases *lazyregexp.Regexp
	// besideRule matches a sentence beside such a rule that takes nothing from it; nil if none is known.
	besideRule *lazyregexp.Regexp
	// transitional matches words of any provision on what was before or after the entry into force, or
	// that may be an exception to a rule on it.
	transitional *lazyregexp.Regexp
	// conditional matches words on which such a sentence depends; nil if none are known.
	conditional *lazyregexp.Regexp
}

// grammars returns all grammars. The first is that of a file which no other fits better.
func grammars() []*grammar { return []*grammar{chinese(), portuguese(), english()} }
