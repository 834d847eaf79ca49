package society

import (
	_ "embed"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Cause is a cause of action.
type Cause struct {
	Name      string                // in the world's language
	Matter    statute.SubjectMatter // subject area
	weight    int
	sues      int // how often the related company is the plaintiff, in percent
	person    int // how often the plaintiff is a person where the company is not, in percent
	kind      causeKind
	by        []bool  // the lines of business of companies that sue; nil for any
	moneyed   bool    // always about money
	moneyless bool    // never about money
	against   []bool  // and that are sued
	rivals    bool    // between companies of one trade
	market    *market // of what suppliers and customers dispute; nil for other disputes
	reverse   int     // how often the customer sues the supplier, in percent
	least     int64   // that is claimed, in cents; 0 for no bound of its own
	most      int64   // that is claimed, in cents; 0 for no bound of its own
	technical bool    // about inventions, designs or programs, which intermediate courts hear first
	corporate bool    // about a company, which is sued
	idle      int     // how often such a suit is not about money, in percent
}

type causeKind string

const (
	civil          causeKind = ""
	patent         causeKind = "patent"
	administrative causeKind = "administrative"
)

//go:embed causes.yaml
var causesYAML []byte

//go:embed business.yaml
var businessYAML []byte

// businesses reads the groups of lines of business: for each the set of its members, as indices
// into trades. The embedded file is well formed, as a test shows.
func businesses(trades []name.Trade) map[string][]bool {
	var read map[string]struct{ Of, Lacks []string }
	if err := yaml.Unmarshal(businessYAML, &read); err != nil {
		panic("embedded lines of business: " + err.Error())
	}
	groups := map[string][]bool{}
	for id, g := range read {
		in := make([]bool, len(trades))
		for i, t := range trades {
			in[i] = slices.Contains(g.Of, t.ID) || g.Of == nil && !slices.Contains(g.Lacks, t.ID)
		}
		groups[id] = in
	}
	return groups
}

// Group returns the lines of business of a group of business.yaml, as a set of indices into
// [name.Namer.Trades]; nil if there is no such group.
func (w *Society) Group(id string) []bool { return w.groups[id] }

// lets reports whether disputes of the cause are about premises that are let.
func (c *Cause) lets() bool { return c.Matter == statute.Lease && c.market == nil }

// fits reports whether a line of business is in a group; nil stands for all of them.
func fits(group []bool, trade int) bool { return group == nil || group[trade] }

// concerns reports whether a company of a line of business can have a dispute of this cause, on a
// side on which the related company often is.
func (c *Cause) concerns(trade int) bool {
	if c.market != nil {
		return slices.Contains(c.market.sells[trade], true) || slices.Contains(c.market.buys[trade], true)
	}
	return c.sues >= 10 && fits(c.by, trade) || c.sues <= 90 && fits(c.against, trade)
}

// suing returns how often a company of a line of business is the plaintiff, in percent.
func (c *Cause) suing(trade int) int {
	switch {
	case !fits(c.against, trade):
		return 100
	case !fits(c.by, trade):
		return 0
	}
	return c.sues
}

// weighCauses returns the weights of causes. A cause that few companies can have weighs more
// for these, up to four times, so that its share of all cases stays about the same.
func weighCauses(causes []Cause, trades []name.Trade) []int {
	weights := make([]int, len(causes))
	for i, c := range causes {
		able, all := 0, 0
		for t := range trades {
			all += trades[t].Weight
			if c.concerns(t) {
				able += trades[t].Weight
			}
		}
		weights[i] = c.weight * min(100*all/max(1, able), 400)
	}
	return weights
}

// causes reads the causes in a language. The embedded file is well formed, as a test shows. markets are
// the dealings by market.
func causes(language string, groups map[string][]bool, all []Dealing, markets map[string][]int) []Cause {
	var read []struct {
		ZH, EN                               string
		Matter                               statute.SubjectMatter
		Weight, Sues, Person                 int
		Kind                                 causeKind
		By, Against, Deals                   string
		Reverse, Idle, Least, Most           int
		Moneyed, Moneyless, Rivals, Consumer bool
		Technical, Incorporated              bool
	}
	if err := yaml.Unmarshal(causesYAML, &read); err != nil {
		panic("embedded causes: " + err.Error())
	}
	list := make([]Cause, len(read))
	for i, c := range read {
		list[i] = Cause{
			Name: c.ZH, Matter: c.Matter, weight: c.Weight, sues: c.Sues, person: c.Person, kind: c.Kind, by: groups[c.By], against: groups[c.Against],
			moneyed: c.Moneyed, moneyless: c.Moneyless, rivals: c.Rivals, reverse: c.Reverse, idle: c.Idle,
			least: int64(c.Least) * tenThousand, most: int64(c.Most) * tenThousand, technical: c.Technical, corporate: c.Incorporated,
		}
		if language == "en" {
			list[i].Name = c.EN
		}
		if c.Deals != "" {
			list[i].market = newMarket(all, markets[c.Deals], list[i].by, list[i].against, c.Consumer)
		}
	}
	return list
}
