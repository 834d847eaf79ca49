package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// changeTable is the table of what became of articles.
const changeTable = "Change"

// kept is the least share of an article's characters that no amendment changed if a question
// takes the article for the same under another number.
const kept = 0.7

// ofVersions makes the Run function of a check that also looks at what a question in fixed words
// says of versions: each is named by a day with its role, and the article of a later version
// into which an earlier one is said to have turned holds its paragraphs, judged by their texts.
func (p *prover) ofVersions(run func(context.Context, *task.Task) (Finding, error)) func(context.Context, *task.Task) (Finding, error) {
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		found, err := run(ctx, t)
		if err != nil || found.Fault != "" || p.Domain.Reader != domain.StatuteReader || t.Plan.Template == "" {
			return found, err
		}
		for _, e := range t.Entities {
			if name := strings.Join(e.Name, " "); namedWithoutRole.MatchString(name) {
				return Finding{Fault: "undated: " + name + " is named by a day of which nobody says what happened on it"}, nil
			}
		}
		if len(t.Entities) == 1 && t.Entities[0].Type == "revision" {
			fault, fact := p.turnedInto(t.Entities[0].Name[0], t.Entities[0].Name[1])
			if fault != "" {
				return Finding{Fault: fault}, nil
			}
			found.Certificate += "; " + fact
		}
		return found, nil
	}
}

// turnedInto checks that the article into which one of an earlier version is said to have turned
// holds the units of that article: the unit of the later version that is most like each of them
// stands in it, and together they have not changed much.
func (p *prover) turnedInto(article, version string) (fault, fact string) {
	t := p.Corpus.Table(changeTable)
	rows := t.MatchAll([]int{t.Column("before_reference"), t.Column("to_version")}, []string{article, version})
	if len(rows) != 1 {
		return fmt.Sprintf("several: %d changes of %s: want one", len(rows), article), ""
	}
	w := p.wordings()
	before := w.unitsOf(article)
	after := w.unitsOf(t.Cell(int(rows[0]), t.Column("after_reference")).Text())
	if len(before) == 0 || len(after) == 0 {
		return "missing: no unit of the article before or after", ""
	}
	for _, unit := range before {
		if near, _ := w.nearestIn(version, unit.text, -1); near != nil && near.article != after[0].article {
			return fmt.Sprintf("ambiguous: %s is most like %s, which another article has", unit.citation, near.citation), ""
		}
	}
	if s := strutil.Similarity(joinTexts(before), joinTexts(after), metrics.NewLevenshtein()); s < kept {
		return fmt.Sprintf("ambiguous: the article kept %.0f %% of its text", 100*s), ""
	}
	return "", "every unit of the article is most like a unit of the article that it became"
}

// joinTexts joins the folded texts of units.
func joinTexts(units []provision) string {
	var b strings.Builder
	for _, u := range units {
		b.WriteString(value.Fold(u.text))
	}
	return b.String()
}
