package ruling

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// retort is what a debtor has said to a demand, to which the complaint answers.
type retort struct {
	ID       string     `yaml:"id"`       // suffix of its rules' names
	Doctrine string     `yaml:"doctrine"` // identifier of the article that answers it
	Also     []string   `yaml:"also"`     // identifiers of those that answer it as well
	Of       []string   `yaml:"of"`       // facts of the subject's own articles that answer it as well, see [statute.Ground]
	With     []string   `yaml:"with"`     // identifiers of articles that the answer cites besides
	Stories  []string   `yaml:"stories"`  // that it suits; nil for any
	Lines    []string   `yaml:"lines"`    // of business, of the debtors that can say it; nil for any
	NotWith  string     `yaml:"not_with"` // identifier of another retort beside which it has no place
	Points   [][]string `yaml:"-"`        // terms that the answer uses, each with others for the same behind it
}

// loadRetorts reads the retorts, with the points of a language.
func loadRetorts(language string) ([]retort, error) {
	var all []retort
	if err := yamlfile.Read(texts, "text/retorts.yaml", &all); err != nil {
		return nil, err
	}
	var points map[string][][]string
	name := "text/retorts-" + language + ".yaml"
	if err := yamlfile.Read(texts, name, &points); err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Points = points[all[i].ID]; len(all[i].Points) != pointsOfPlea {
			return nil, fmt.Errorf("%s: %s has %d points: want %d", name, all[i].ID, len(all[i].Points), pointsOfPlea)
		}
	}
	return all, nil
}

// retortsOfClaim is the number of things to which a complaint answers.
const retortsOfClaim = 2

// chooseRetorts draws what the debtor has said: that the claim is out of time wherever three years have
// passed since the day of payment, and nowhere else.
func (d *claimDraft) chooseRetorts() bool {
	old := d.a.first.Filed > society.EndOfLimitation(d.a.due)
	var late, others []*retort
	for _, i := range d.r.Perm(len(d.t.retorts)) {
		switch p := &d.t.retorts[i]; {
		case p.ID == "limitation":
			if old {
				late = append(late, p)
			}
		case p.Stories != nil && !slices.Contains(p.Stories, d.a.story.ID):
		case p.Lines == nil || d.resold() && slices.Contains(p.Lines, d.t.lineOfBusiness(&d.a.first.Defendants[0]).ID):
			others = append(others, p)
		}
	}
	for _, p := range slices.Concat(late, others) {
		if len(d.made) < retortsOfClaim && !slices.ContainsFunc(d.made, func(q *retort) bool { return p.NotWith == q.ID || q.NotWith == p.ID }) {
			d.made = append(d.made, p)
		}
	}
	return len(d.made) == retortsOfClaim
}

// resold reports whether the debtor can have a customer for what it bought: it is no machine for its own use.
func (d *claimDraft) resold() bool { return !d.t.shard.World.Dealings[d.a.first.Dealing].Single }
