package enforcement

import (
	"math/rand/v2"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// docket is a shard's administrative penalties.
type docket struct {
	*society.Shard
	*Renderer
	rows, numbers, offences, scenes, facts, outcomes, circumstances, names chance.Key
}

func docketOf(r *Renderer, s *society.Shard) docket {
	of := func(label string) chance.Key { return s.Key.Of("penalty " + label) }
	return docket{
		Shard: s, Renderer: r, rows: of("rows"), numbers: of("numbers"), offences: of("offences"), scenes: of("scenes"),
		facts: of("facts"), outcomes: of("outcomes"), circumstances: of("circumstances"), names: of("names"),
	}
}

// penalty is a row of AdministrativeCase: an amount where the outcome has a fine,
// and "-" where it has none. Nine of 69 real rows do not tell the facts, two of 72
// no outcome, and of 67 authorities four have their county in front in brackets.
func (k docket) penalty(i int) []tablefile.Cell {
	p := &k.Penalties[i]
	draw := k.rows.At(i).Rand()
	silent, blank, bracketed, inquired := chosen(draw, 9, 69), chosen(draw, 1, 9), chosen(draw, 4, 67), chosen(draw, 3, 5)
	shape := []string{"brief", "event", "story"}[chance.Pick(draw, []int{40, 15, 5})]
	rule := k.rule(draw, p)
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
	slots["offence"] = k.text.Expand(k.offences.At(i).Rand(), rule, slots)
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
			k.surround(p, i, rule, slots)
			slots["scene"] = k.text.Expand(k.scenes.At(i).Rand(), string(p.Kind)+"_scene", slots)
		}
		facts = tablefile.Text(k.text.Expand(k.facts.At(i).Rand(), shape, slots))
	}
	return []tablefile.Cell{
		tablefile.Text(slots["company"]), tablefile.Text(slots["decision"]), facts, result, amount, authority, date(k.Shard, p.Day),
	}
}

// authority is the name of who penalized, at times with its county in front.
func (k docket) authority(p *society.Penalty, bracketed bool) string {
	county := k.Counties[p.County].Name
	if bracketed && strings.Contains(p.Authority, county) && !strings.HasPrefix(p.Authority, county) {
		return k.words.bracketed(county, p.Authority)
	}
	return p.Authority
}

// rule is the one of the offences of a penalty: of the company's line of business
// where there are any, for four of five.
func (k docket) rule(r *rand.Rand, p *society.Penalty) string {
	own := string(p.Kind) + "_" + k.line(p)
	if usual := chosen(r, 4, 5); usual && k.has(own) {
		return own
	}
	return string(p.Kind)
}

// line is build, make or move for a company that builds, manufactures or carries,
// "" for any other.
func (k docket) line(p *society.Penalty) string {
	trade := k.Companies[p.Company].Make.Trade
	if trade < 0 {
		return ""
	}
	switch k.World.Tongue.Trades()[trade].Section {
	case k.words.build:
		return "build"
	case k.words.make:
		return "make"
	case k.words.move:
		return "move"
	}
	return ""
}
