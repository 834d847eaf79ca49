package ruling

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// plea is one thing that defendants plead, with what a lawyer's file has of it.
type plea struct {
	ID       string              `yaml:"id"`       // suffix of its rules' names
	Asks     relief              `yaml:"asks"`     // the most that a defence can ask for; "" if the plea concedes the claim
	Supplier side                `yaml:"supplier"` // the side that must supply; "" for any
	By       partyKind           `yaml:"by"`       // required kind of the plaintiff
	Families []family            `yaml:"families"` // that it suits; nil for any
	Stories  []string            `yaml:"stories"`  // that it suits; nil for any
	Interest bool                `yaml:"interest"` // the claim must include interest
	Years    int                 `yaml:"years"`    // calendar years that must have passed between the day when the claim was due and that of the suit
	NotWith  []string            `yaml:"not_with"` // identifiers of the pleas whose facts contradict its own
	ZH       string              `yaml:"zh"`       // as the grammar has it
	EN       string              `yaml:"en"`
	Points   map[string][]string `yaml:"points"` // terms that the argument uses, by language
}

// relief is what a defence asks for.
type relief string

// The closed set of reliefs.
const (
	dismissal relief = "dismissal" // of all claims
	reduction relief = "reduction" // to the part that has a basis
)

// loadPleas reads the pleas.
func loadPleas() ([]plea, error) {
	var read struct {
		Pleas []plea `yaml:"pleas"`
	}
	err := yamlfile.Read(texts, "text/pleas.yaml", &read)
	return read.Pleas, err
}

// wording returns the plea as the grammar of a language has it.
func (p *plea) wording(language string) string {
	if language == "en" {
		return p.EN
	}
	return p.ZH
}

// pleasIn returns the pleas that a defendant's answer makes, in their order in the answer.
func (t *shardRenderer) pleasIn(answer string, a *caseContext) []*plea {
	var slots []string
	for _, name := range []string{"pl", "head"} {
		slots = append(slots, "{$"+name+"}", a.slots[name])
	}
	fill := strings.NewReplacer(slots...)
	at := map[*plea]int{}
	var made []*plea
	for i := range t.pleas {
		p := &t.pleas[i]
		if n := strings.Index(answer, fill.Replace(p.wording(t.tag))); n >= 0 {
			at[p], made = n, append(made, p)
		}
	}
	slices.SortFunc(made, func(p, q *plea) int { return at[p] - at[q] })
	return made
}

// suits reports whether a lawyer could base a defence on the plea in a case.
func (p *plea) suits(a *caseContext) bool {
	switch {
	case p.Asks == "",
		p.Supplier != "" && p.Supplier != a.story.Supplier,
		!p.By.matches(a.first.Plaintiffs[0]),
		p.Families != nil && !slices.Contains(p.Families, a.family()),
		p.Stories != nil && !slices.Contains(p.Stories, a.story.ID),
		p.Interest && a.slots["interest_due"] == "",
		p.Years > 0 && !a.first.Filed.Time().After(a.due.Time().AddDate(p.Years, 0, 0)):
		return false
	}
	return true
}

// agree reports whether the facts of pleas can all be true.
func agree(pleas []*plea) bool {
	for _, p := range pleas {
		if slices.ContainsFunc(pleas, func(q *plea) bool { return slices.Contains(p.NotWith, q.ID) }) {
			return false
		}
	}
	return true
}
