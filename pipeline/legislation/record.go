package legislation

import "time"

// Law is one law with all its versions.
type Law struct {
	Title    string    // without title marks; unique in what was read
	Kind     string    // 法律, 行政法规, 司法解释 …; statute, regulation … in other languages; "" if the title and its block do not say
	Language string    // zh, pt or en
	Versions int       // number of versions, at least 1
	Adopted  time.Time // day of the first adoption or, if the texts name none, of the first publication; zero if unknown
	Latest   string    // name of the newest version
}

// Version is the text of a law as one file has it. Days are UTC midnights, and zero where
// the texts do not say them for certain.
type Version struct {
	Name     string    // names the day with its role: 《中华人民共和国公司法》（2018年10月26日修正）; unique in what was read
	Law      string    // title of its law
	Language string    // zh, pt or en
	Dated    time.Time // day of the file's name, whatever its role
	Adopted  time.Time // first adoption of the law, as far as this version's text says
	Amended  time.Time // the last amendment that this version includes
	InForce  time.Time // first day in force
	Until    time.Time // first day no longer in force
	// KnownUntil is the first day on which nobody knows that the version is still in force: Until, or
	// for a last version without, the day after that up to which the texts are said to be complete.
	KnownUntil time.Time
	Articles   int    // number of articles
	Entries    int    // number of provisions
	Previous   string // name of the version before; "" for the first
	Next       string // name of the version after; "" for the last
	// EarlierLaw and ThisLaw name, with the version, the one provision with that [ApplicableLaw];
	// "" if there is none, or if another provision has a rule, too.
	EarlierLaw, ThisLaw string
	File                string // slash-separated path below the directory that was read
}

// UnitLevel is how deep a provision lies in its article.
type UnitLevel string

// The closed set of levels, from the outside in.
const (
	LevelArticle   UnitLevel = "article"   // an article without numbered parts, or its opening words
	LevelParagraph UnitLevel = "paragraph" // 款, parágrafo
	LevelItem      UnitLevel = "item"      // 项, inciso
	LevelSubitem   UnitLevel = "subitem"   // 目, alínea
)

// CitableUnit is a provision: the smallest thing that a citation names, of one version.
type CitableUnit struct {
	ID       string // TITLE@DATED#12-1.2.3.1: article and branch, paragraph, item, sub-item; 0 where none
	Law      string // title of its law
	Version  string // name of its version
	Citation string // names the unit, without a version: 《TITLE》第十二条之一第二款第（三）项
	Article  string // 第十二条之一
	// Paragraph, Item and Subitem are 第二款, 第（三）项 and 第1目; "" where there is none. An article
	// of one paragraph has no Paragraph.
	Paragraph, Item, Subitem string
	Level                    UnitLevel // the deepest of the above that is not empty
	// Part, Chapter and Section are the headings above the article, with their numbers; ""
	// where there is none.
	Part, Chapter, Section string
	Text                   string // the unit's own words, without its number and without the items below it
	Leads                  int    // number of items or sub-items directly below it
	// Transition is the rule that the unit gives for facts from before its version was in force. It is
	// "" in an amended version that keeps its clause on the entry into force, for its rules are
	// about the facts before that day.
	Transition         ApplicableLaw
	InForce, Until     time.Time // of its version
	File               string    // of its version
	FirstByte, EndByte int       // the text's place in the file, [FirstByte, EndByte)
}

// ChangeKind says what became of an article from one version to the next.
type ChangeKind string

// The closed set of kinds of change.
const (
	Unchanged            ChangeKind = "unchanged"
	Amended              ChangeKind = "amended"
	Renumbered           ChangeKind = "renumbered"
	RenumberedAndAmended ChangeKind = "renumbered and amended"
	Added                ChangeKind = "added"
	Repealed             ChangeKind = "repealed"
	InDoubt              ChangeKind = "in doubt" // the evidence allows more than one answer
)

// ArticleChange is what became of one article between two successive versions of a law.
type ArticleChange struct {
	ID                          string // FROM>TO#12-1: both version days, and the article before, or +12-1, the article after
	Law                         string // title
	FromVersion, ToVersion      string // names
	Kind                        ChangeKind
	Before, After               string  // citations of the article; "" for added, and for repealed
	ArticleBefore, ArticleAfter string  // 第十二条; "" as above
	Similarity                  float64 // of the two texts, from 0 to 1; 1 only if equal after folding, 0 if there is one text
}

// LawCitation is a place in a provision that cites an article of a law that was read.
type LawCitation struct {
	ID           string // ID of the citing provision, and the number of the citation in it: …~1
	Provision    string // ID of the citing provision
	Version      string // name of the citing version
	Citing       string // citation of the citing provision
	CitedLaw     string // title
	Cited        string // citation of the cited article
	CitedArticle string // 第十二条
}

// Collection is what [Read] found: the rows of five tables. Laws are ordered by title, versions
// by law and day, the rest by version and place in the file.
type Collection struct {
	Laws       []Law
	Versions   []Version
	Provisions []CitableUnit
	Changes    []ArticleChange
	Citations  []LawCitation
	Faults     []TextFault // ordered by file and line
}
