package ruling

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// story is the material for the texts about one kind of dispute.
type story struct {
	ID       string    `yaml:"id"`       // prefix of its rules' names
	Family   family    `yaml:"family"`   // which texts about any case it shares
	By       partyKind `yaml:"by"`       // required kind of the first plaintiff
	Against  partyKind `yaml:"against"`  // required kind of the first defendant
	Supplier side      `yaml:"supplier"` // the side whose line of business names the supplied goods
	Interest bool      `yaml:"interest"` // a late payment bears interest

	Undefended bool  `yaml:"undefended"` // no plea of a file is written for it
	Least      int64 `yaml:"least"`      // claim in the currency for which a file has a defence
	Most       int64 `yaml:"most"`       // claim for which a file has a defence; 0 for any

	Days int64 `yaml:"days"` // between the agreement and the day of payment for which a file has a defence, at least

	Law  []string `yaml:"law"`  // subjects of the applicable articles; nil for the general rules of the matter
	Code bool     `yaml:"code"` // articles of codes alone apply, as no statute is about its subject
}

// side is a side of a dispute.
type side string

// The closed set of sides.
const (
	plaintiff side = "plaintiff"
	defendant side = "defendant"
)

// partyKind is the kind of a party.
type partyKind string

// The closed set of bodies.
const (
	person  partyKind = "person"
	company partyKind = "company"
)

// matches reports whether a party is of a kind; every party is of kind "".
func (b partyKind) matches(p society.Party) bool { return b == "" || (b == person) == p.Person }

// family is a broad subject of disputes, whose stories share texts.
type family string

// The closed set of families.
const (
	debt   family = "debt"   // a sum that is owed
	trade  family = "trade"  // a sum that is owed for goods, works, services or their like
	loan   family = "loan"   // a sum that is owed for money
	labour family = "labour" // a sum that is owed for employment
	wrong  family = "wrong"  // a harm that is to be made good
	claim  family = "claim"  // no money; whatever the story
	review family = "review" // an authority's act
)

// storySet lists the stories of a cause or a matter. A story listed twice is twice as frequent.
type storySet struct {
	ZH       string                `yaml:"zh"`
	EN       string                `yaml:"en"`
	Matter   statute.SubjectMatter `yaml:"matter"`
	Money    []string              `yaml:"money"`     // of disputes about money
	Other    []string              `yaml:"other"`     // of others
	Review   string                `yaml:"review"`    // of suits against an authority
	Law      []string              `yaml:"law"`       // as of its stories, in whose place it is
	Deal     string                `yaml:"deal"`      // rule for what was agreed, in place of its stories'; "" for theirs
	UnfitFor []string              `yaml:"unfit_for"` // stories after which another cause is named
	Model    bool                  `yaml:"model"`     // is about a utility model
	Design   bool                  `yaml:"design"`    // is about the look of products and not about how they work
	Unfit    bool                  `yaml:"unfit"`     // no claim for money has this cause, it does not say what one is about, or the facts do not tell it from another, though some cases of the source have it
}

// isDesign reports whether disputes of the cause are about the look of products; not for none.
func (s *storySet) isDesign() bool { return s != nil && s.Design }

// stories indexes all stories.
type stories struct {
	byID     map[string]*story
	byCause  map[string]*storySet // by the cause's name in one language
	byMatter map[statute.SubjectMatter]*storySet

	immaterial map[string]bool     // lines of business whose products are no goods, by id
	idle       map[string]bool     // lines of business whose materials are no goods, by id
	devices    map[string]bool     // lines of business whose goods can be repaired, by id
	sampled    map[string]bool     // lines of business whose goods are made to a sample, and not to drawings, by id
	pieces     map[string]bool     // lines of business whose goods have a size, by id
	small      map[string]bool     // lines of business whose goods are cheap enough that one is bought as a sample, by id
	built      map[string][]string // words in the names of projects that are no buildings, by the slot for the faults of such works
	staple     string              // the line of business of those who deal in goods of many kinds
}

// loadStories reads the stories; language selects the names of causes.
func loadStories(language string) (*stories, error) {
	var read struct {
		Immaterial []string            `yaml:"immaterial"`
		Idle       []string            `yaml:"idle"`
		Devices    []string            `yaml:"devices"`
		Pieces     []string            `yaml:"pieces"`
		Small      []string            `yaml:"small"`
		Sampled    []string            `yaml:"sampled"`
		Staple     string              `yaml:"staple"`
		Built      map[string][]string `yaml:"built"`
		Stories    []story             `yaml:"stories"`
		Causes     []storySet          `yaml:"causes"`
		Matters    []storySet          `yaml:"matters"`
	}
	if err := yamlfile.Read(texts, "text/stories.yaml", &read); err != nil {
		return nil, err
	}
	all := &stories{
		byID: map[string]*story{}, byCause: map[string]*storySet{}, byMatter: map[statute.SubjectMatter]*storySet{},
		immaterial: setOf(read.Immaterial), idle: setOf(read.Idle), devices: setOf(read.Devices), pieces: setOf(read.Pieces), small: setOf(read.Small), sampled: setOf(read.Sampled), staple: read.Staple, built: read.Built,
	}
	for i := range read.Stories {
		all.byID[read.Stories[i].ID] = &read.Stories[i]
	}
	for i := range read.Causes {
		p := &read.Causes[i]
		name := p.ZH
		if language == "en" {
			name = p.EN
		}
		all.byCause[name] = p
	}
	for i := range read.Matters {
		all.byMatter[read.Matters[i].Matter] = &read.Matters[i]
	}
	return all, nil
}

// setOf returns a set of identifiers.
func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// storyOf draws the story of a dispute, which is given by its cause and first case.
func (a *stories) storyOf(r *rand.Rand, cause string, first *society.Case) *story {
	supplier := plaintiff
	if first.CustomerSues {
		supplier = defendant
	}
	fits := func(st *story) bool {
		return st.By.matches(first.Plaintiffs[0]) && st.Against.matches(first.Defendants[0]) &&
			(first.Dealing < 0 || st.Supplier == supplier)
	}
	matter := a.byMatter[first.Matter]
	if matter == nil {
		panic("no stories about " + string(first.Matter))
	}
	p := matter
	if own := a.byCause[cause]; own != nil {
		p = own
	}
	switch {
	case first.Proceeding == society.AdminFirst && matter.Review != "":
		return a.byID[matter.Review]
	case first.Claim > 0:
		return a.chooseStory(r, p.Money, fits)
	case len(p.Other) > 0:
		return a.chooseStory(r, p.Other, fits)
	}
	return a.chooseStory(r, matter.Other, fits)
}

// articleSubjects returns the subjects of the articles that apply to a dispute.
func (a *stories) articleSubjects(cause string, st *story) []string {
	if own := a.byCause[cause]; own != nil && len(own.Law) > 0 && st.Family != review {
		return own.Law
	}
	return st.Law
}

// dealRule returns the rule for what was agreed in a dispute.
func (a *stories) dealRule(cause string, st *story) string {
	if own := a.byCause[cause]; own != nil && own.Deal != "" {
		return own.Deal
	}
	return st.ID + "_deal"
}

// toldRule returns the rule for what was agreed or done: the one of the ground or the cut, if there is one, which does not
// tell what the reasons deny, or else that of several plaintiffs; of loans repaid in part, the one that says so.
func (t *shardRenderer) toldRule(rule string, a *caseContext) string {
	reasons := []string{"_" + string(a.ground), "_" + string(a.cut)}
	if len(a.first.Plaintiffs) > 1 {
		reasons = append(reasons, "_several")
	}
	for _, why := range reasons {
		if t.has[rule+why] {
			rule += why
			break
		}
	}
	if rest := rule + "_rest"; a.lent > 0 && t.has[rest] {
		return rest
	}
	return rule
}

// chooseStory draws a story that suits the parties: one specific to such parties if possible,
// else one for any parties, else the first.
func (a *stories) chooseStory(r *rand.Rand, ids []string, suits func(*story) bool) *story {
	var own, open []*story
	for _, id := range ids {
		st := a.byID[id]
		switch fits := suits(st); {
		case fits && st.By != "":
			own = append(own, st)
		case fits:
			open = append(open, st)
		}
	}
	if len(own) == 0 {
		own = open
	}
	if len(own) == 0 {
		return a.byID[ids[0]]
	}
	return own[r.IntN(len(own))]
}
