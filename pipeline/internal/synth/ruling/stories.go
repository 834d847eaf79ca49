package ruling

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// story is what disputes of a kind are told by.
type story struct {
	ID       string `yaml:"id"`       // what its rules' names begin with
	Family   family `yaml:"family"`   // which texts about any case it shares
	By       body   `yaml:"by"`       // who sues; "" for anybody
	Against  body   `yaml:"against"`  // who is sued first; "" for anybody
	Supplier side   `yaml:"supplier"` // whose line of business gives the words for what is supplied
	Interest bool   `yaml:"interest"` // a late payment bears interest

	Law []string `yaml:"law"` // subjects of the articles that apply; none for what is general in the matter
}

// side is a side of a dispute.
type side string

// The closed set of sides.
const (
	plaintiff side = "plaintiff"
	defendant side = "defendant"
)

// body is what a party is.
type body string

// The closed set of bodies.
const (
	person  body = "person"
	company body = "company"
)

// is reports whether a party is of a body, which every party is of "".
func (b body) is(p society.Party) bool { return b == "" || (b == person) == p.Person }

// family is what a dispute is about at large.
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

// plot is which stories a cause or a matter has. A story named twice is twice as
// common.
type plot struct {
	ZH     string         `yaml:"zh"`
	EN     string         `yaml:"en"`
	Matter statute.Matter `yaml:"matter"`
	Money  []string       `yaml:"money"`  // of disputes about money
	Other  []string       `yaml:"other"`  // of others
	Review string         `yaml:"review"` // of suits against an authority
	Law    []string       `yaml:"law"`    // as of its stories, in whose place it is
}

// stories are all stories by what they are told of.
type stories struct {
	byID     map[string]*story
	byCause  map[string]*plot // by the cause's name in one language
	byMatter map[statute.Matter]*plot

	immaterial map[string]bool // lines of business whose products are no goods, by id
	staple     string          // the line of business whose products stand for theirs
}

// loadStories reads the stories with the names that causes have in a language.
func loadStories(language string) (*stories, error) {
	const file = "text/stories.yaml"
	data, err := texts.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var read struct {
		Immaterial []string `yaml:"immaterial"`
		Staple     string   `yaml:"staple"`
		Stories    []story  `yaml:"stories"`
		Causes     []plot   `yaml:"causes"`
		Matters    []plot   `yaml:"matters"`
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&read); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	all := &stories{
		byID: map[string]*story{}, byCause: map[string]*plot{}, byMatter: map[statute.Matter]*plot{},
		immaterial: map[string]bool{}, staple: read.Staple,
	}
	for _, id := range read.Immaterial {
		all.immaterial[id] = true
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

// of is the story of a dispute, given by its first case and drawn from r.
func (a *stories) of(r *rand.Rand, cause string, first *society.Case) *story {
	matter := a.byMatter[first.Matter]
	if matter == nil {
		panic("no stories about " + string(first.Matter))
	}
	p := matter
	if own := a.byCause[cause]; own != nil {
		p = own
	}
	switch {
	case first.Word == society.AdminFirst && matter.Review != "":
		return a.byID[matter.Review]
	case first.Claim > 0:
		return a.choose(r, p.Money, first)
	case len(p.Other) > 0:
		return a.choose(r, p.Other, first)
	}
	return a.choose(r, matter.Other, first)
}

// law is the subjects of the articles that apply to a dispute.
func (a *stories) law(cause string, st *story) []string {
	if own := a.byCause[cause]; own != nil && len(own.Law) > 0 && st.Family != review {
		return own.Law
	}
	return st.Law
}

// choose draws a story that the parties suit: one that is told of such parties only
// if there is one, else any told of all, else the first.
func (a *stories) choose(r *rand.Rand, ids []string, first *society.Case) *story {
	var own, open []*story
	for _, id := range ids {
		st := a.byID[id]
		switch fits := st.By.is(first.Plaintiffs[0]) && st.Against.is(first.Defendants[0]); {
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
