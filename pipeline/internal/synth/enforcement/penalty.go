package enforcement

import (
	"math/rand/v2"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// penaltyRows renders a shard's administrative penalties.
type penaltyRows struct {
	*society.Shard
	*Renderer
	rows, numbers, offences, scenes, facts, outcomes, circumstances, names chance.Key
}

func newPenaltyRows(r *Renderer, s *society.Shard) penaltyRows {
	of := func(label string) chance.Key { return s.Key.Of("penalty " + label) }
	return penaltyRows{
		Shard: s, Renderer: r, rows: of("rows"), numbers: of("numbers"), offences: of("offences"), scenes: of("scenes"),
		facts: of("facts"), outcomes: of("outcomes"), circumstances: of("circumstances"), names: of("names"),
	}
}

// penalty returns a row of AdministrativeCase. Without a fine the amount is "-". Nine of 69
// real rows have no facts, two of 72 no outcome, and four of 67 authorities are preceded by
// their county in brackets.
func (k penaltyRows) penalty(i int) []tablefile.Cell {
	p := &k.Penalties[i]
	draw := k.rows.At(i).Rand()
	silent, blank, bracketed, inquired := chance.Ratio(draw, 9, 69), chance.Ratio(draw, 1, 9), chance.Ratio(draw, 4, 67), chance.Ratio(draw, 3, 5)
	shape := []string{"brief", "event", "story"}[chance.WeightedIndex(draw, []int{40, 15, 5})]
	rule := k.offenceRule(draw, p)
	authority, amount := tablefile.Text("-"), tablefile.Text("-")
	if p.Authority != "" {
		authority = tablefile.Text(k.authority(p, bracketed))
	}
	number, outcome := string(p.Kind)+"_number", string(p.Kind)+"_unfined"
	switch {
	case p.Fine > 0:
		amount, outcome = tablefile.Numeral(plain(p.Fine)), string(p.Kind)+"_fined"
	case p.Kind == name.Securities && inquired:
		number, outcome, shape, blank = "inquiry_number", "inquiry_outcome", "inquiry", false
	}
	slots := k.slots(p, i)
	slots["offence"] = k.fitting(k.offences.At(i).Rand(), p, rule, slots)
	slots["decision"] = k.text.Expand(k.numbers.At(i).Rand(), number, slots)
	if p.Authority != "" {
		slots["authority"] = authority.Text
	}
	result := tablefile.Text("-")
	if p.Fine > 0 || !blank {
		text := k.text.Expand(k.outcomes.At(i).Rand(), outcome, slots)
		result, slots["outcome"] = tablefile.Text(text), strings.TrimRight(text, "。.")
	}
	facts := tablefile.Text("-")
	if !silent {
		if shape == "event" || shape == "story" {
			k.addCircumstances(p, i, rule, slots)
			slots["scene"] = k.fitting(k.scenes.At(i).Rand(), p, string(p.Kind)+"_scene", slots)
		}
		facts = tablefile.Text(k.text.Expand(k.facts.At(i).Rand(), shape, slots))
	}
	return []tablefile.Cell{
		tablefile.Text(slots["company"]), tablefile.Text(slots["decision"]), facts, result, amount, authority, date(k.Shard, p.Day),
	}
}

// fitting returns what a company is penalized for, a text of a rule: an offence for which the law allows
// the fine, and if there is none, none by which people came to harm. It is any offence if a few draws
// find none, as of a fine out of all ranges.
func (k penaltyRows) fitting(r *rand.Rand, p *society.Penalty, rule string, slots map[string]string) string {
	const draws = 200
	var text string
	for range draws {
		var chosen []grammar.ChosenAlternative
		text, chosen = k.text.Trace(r, rule, slots)
		g := society.Ordinary
		if len(chosen) > 0 {
			g = society.Gravity(chosen[0].Name)
		}
		if society.Imposable(p.Kind, g, p.Fine) || p.Fine == 0 && g != society.Grave {
			break
		}
	}
	return text
}

// authority returns the name of the penalizing authority, with its county in front if
// bracketed.
func (k penaltyRows) authority(p *society.Penalty, bracketed bool) string {
	county := k.Counties[p.County].Name
	if bracketed && strings.Contains(p.Authority, county) && !strings.HasPrefix(p.Authority, county) {
		return k.words.bracketed(county, p.Authority)
	}
	return p.Authority
}

// offenceRule returns the rule of the penalty's offence. Four of five offences come from the
// company's section of industry if it has any.
func (k penaltyRows) offenceRule(r *rand.Rand, p *society.Penalty) string {
	own := string(p.Kind) + "_" + k.section(p)
	if usual := chance.Ratio(r, 4, 5); usual && k.has(own) {
		return own
	}
	return string(p.Kind)
}

// section returns "build", "make" or "move" for a company that builds, manufactures or carries
// goods; "" for any other.
func (k penaltyRows) section(p *society.Penalty) string {
	trade := k.Companies[p.Company].NameParts.Trade
	if trade < 0 {
		return ""
	}
	switch k.World.Names.Trades()[trade].Section {
	case k.words.build:
		return "build"
	case k.words.make:
		return "make"
	case k.words.move:
		return "move"
	}
	return ""
}
