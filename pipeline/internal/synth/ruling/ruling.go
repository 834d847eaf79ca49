// Package ruling renders the decisions of courts in a generated world: the table of rulings,
// the abstracts of some rulings, and the passages about cases.
//
// The content of a ruling follows from its case and from decisions drawn once per case, such as
// the time to pay and the division of costs. Both are the same in every language and in every
// text about the case. Sentences come from the grammars in text/zh and text/en, whose rules
// have the same names. A dispute has one story of text/stories.yaml in all its instances.
package ruling

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

//go:embed text
var texts embed.FS

// Renderer writes the court decisions of a shard as tables, in one language. [New] makes one.
// It is safe for concurrent use.
type Renderer struct {
	tag      string // of the language, zh or en
	language language
	texts    *grammar.Grammar
	stories  *stories
	pleas    []plea
	retorts  []retort
	has      map[string]bool // rules of the grammar
}

// New returns the renderer of a language, zh or en.
func New(language string) (*Renderer, error) {
	files, err := fs.Glob(texts, "text/"+language+"/*.yaml")
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("rulings in %q: want zh or en", language)
	}
	g, err := grammar.Load(texts, files...)
	if err != nil {
		return nil, err
	}
	r := &Renderer{tag: language, language: languageOf(language), texts: g}
	if r.pleas, err = loadPleas(language); err != nil {
		return nil, err
	}
	if r.retorts, err = loadRetorts(language); err != nil {
		return nil, err
	}
	r.stories, err = loadStories(language)
	r.has = map[string]bool{}
	for _, rule := range g.Rules() {
		r.has[rule] = true
	}
	return r, err
}

// Sheets returns LegalDoc, LegalAbstract, CaseFile, ClaimFile and the passages LegalCases of a shard, in
// this order.
// Rows are unordered.
func (r *Renderer) Sheets(s *society.Shard) []tablefile.Sheet {
	t := r.forShard(s)
	order := func(name string, n int) func(int) int { return s.Key.Of("order of " + name).Order(n) }
	docs, abstracts, cases := order("LegalDoc", len(s.Cases)), order("LegalAbstract", len(s.Abstracts)), order("LegalCases", len(s.PassageCases))
	files, claims := order("CaseFile", len(s.Files)), order("ClaimFile", len(s.ClaimFiles))
	doc, abstract := r.language.columns()
	return []tablefile.Sheet{
		{Name: "LegalDoc", Columns: doc, Rows: len(s.Cases), Row: func(i int) []tablefile.Cell { return t.doc(docs(i)) }},
		{Name: "LegalAbstract", Columns: abstract, Rows: len(s.Abstracts), Row: func(i int) []tablefile.Cell { return t.abstract(s.Abstracts[abstracts(i)]) }},
		{Name: "CaseFile", Columns: r.language.fileColumns(), Rows: len(s.Files), Row: func(i int) []tablefile.Cell { return t.casefile(s.Files[files(i)]) }},
		{Name: "ClaimFile", Columns: r.language.claimColumns(), Rows: len(s.ClaimFiles), Row: func(i int) []tablefile.Cell { return t.claimfile(s.ClaimFiles[claims(i)]) }},
		{Name: "LegalCases", Columns: []string{"contents"}, Rows: len(s.PassageCases), Row: func(i int) []tablefile.Cell {
			return []tablefile.Cell{tablefile.Text(t.passage(s.PassageCases[cases(i)]))}
		}},
	}
}

// shardRenderer renders the cases of one shard.
type shardRenderer struct {
	*Renderer
	shard                                      *society.Shard
	decisions, cells, plots, objects           chance.Key // all except objects are the same in every language
	titles, outcomes, abstracts, passages, law chance.Key
	rules                                      chance.Key // of procedure and the like, which every court applies: the same in all shards
	files                                      chance.Key
	staple                                     *name.Trade // deals in goods of many kinds
	basicCourts                                map[int]int // by county, its basic court
	appellateCourts                            []int       // by court, the one that hears appeals from it; -1 for none here
}

func (r *Renderer) forShard(s *society.Shard) *shardRenderer {
	k := s.Key.Of("rulings")
	trades := s.World.Names.Trades()
	staple := slices.IndexFunc(trades, func(t name.Trade) bool { return t.ID == r.stories.staple })
	if staple < 0 {
		panic("stories: no line of business " + r.stories.staple)
	}
	return &shardRenderer{
		Renderer: r, shard: s, staple: &trades[staple],
		decisions: k.Of("decisions"), cells: k.Of("cells"), plots: k.Of("stories"), objects: k.Of("objects"),
		titles: k.Of("titles"), outcomes: k.Of("outcomes"), abstracts: k.Of("abstracts"), passages: k.Of("passages"), law: k.Of("citations"), rules: s.World.Key.Of("rules of courts"),
		files:           k.Of("case files"),
		appellateCourts: appellateCourts(s), basicCourts: basicCourts(s),
	}
}

// basicCourts returns the basic court of each county.
func basicCourts(s *society.Shard) map[int]int {
	courts := map[int]int{}
	for i, c := range s.Courts {
		if c.Level == society.Basic {
			courts[c.County] = i
		}
	}
	return courts
}

// appellateCourts returns, for each court, the court that hears appeals from it; -1 if that is
// not in the shard.
func appellateCourts(s *society.Shard) []int {
	middle, high := map[int]int{}, map[int]int{}
	for i, c := range s.Courts {
		switch c.Level {
		case society.Intermediate:
			if city := s.Counties[c.County].City; middle[city] == 0 {
				middle[city] = i
			}
		case society.High:
			high[c.Province] = i
		}
	}
	list := make([]int, len(s.Courts))
	for i, c := range s.Courts {
		at, ok := -1, false
		switch c.Level {
		case society.Basic:
			at, ok = middle[s.Counties[c.County].City]
		case society.Intermediate, society.Special:
			at, ok = high[c.Province]
		case society.High:
			at, ok = 0, true
		}
		if !ok {
			at = -1
		}
		list[i] = at
	}
	return list
}

// expand returns a text of a rule; "" if the rule does not exist or a required slot is missing.
func (t *shardRenderer) expand(r *rand.Rand, rule string, a *caseContext) string {
	if !t.has[rule] {
		return ""
	}
	return t.texts.Expand(r, rule, a.slots)
}
