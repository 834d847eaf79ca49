package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// caseTableNames returns the names of the tables of a world of cases, those of its laws last.
func caseTableNames(w *world) []string {
	names := caselaw.TableNames()
	if w.laws != "" {
		names = append(names, versionTable, articleTable)
	}
	return names
}

// resolveCitations finds the version of the law that each citation means on the day of decision,
// where there are laws, and logs how many it found, and why not the others. It returns the tables
// of the laws, by which the citations in answers are graded; nil without laws.
func resolveCitations(ctx context.Context, e *run.Exec, w *world, c *caselaw.CaseReading) ([]tablefile.Sheet, error) {
	if w.laws == "" {
		return nil, nil
	}
	laws, err := legislation.Read(ctx, w.laws, e.Workers)
	if err != nil {
		return nil, err
	}
	if len(laws.Versions) == 0 {
		return nil, fmt.Errorf("-laws %s: no text can be read: want files TITLE/YYYY-MM-DD.md, .txt or .xml", w.laws)
	}
	var versions []caselaw.VersionInterval
	for _, v := range laws.Versions {
		versions = append(versions, versionInterval(v.Law, v.Name, isoDay(v.InForce), isoDay(v.Until), v.Next))
	}
	articles, held := articlesOf(laws)
	resolved, why := c.Resolve(versions, func(version, number string) bool {
		return held[recall.VersionedArticle{Version: version, Article: number}]
	})
	var left []string
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		left = append(left, fmt.Sprintf("%d %s", why[reason], unresolvedWords(reason)))
	}
	e.Log.Info(fmt.Sprintf("citations whose version is certain: %d; the others: %s", resolved, cmp.Or(strings.Join(left, ", "), "none")))
	return lawSheets(laws, articles), nil
}

// articlesOf returns the articles of all versions of laws, in the order of the texts and as a set.
func articlesOf(laws *legislation.Collection) (all []recall.VersionedArticle, held map[recall.VersionedArticle]bool) {
	held = map[recall.VersionedArticle]bool{}
	for i := range laws.Provisions {
		a := recall.VersionedArticle{Version: laws.Provisions[i].Version, Article: laws.Provisions[i].Article}
		if !held[a] {
			held[a] = true
			all = append(all, a)
		}
	}
	return all, held
}

// lawSheets returns the tables of versions of laws and of their articles.
func lawSheets(laws *legislation.Collection, articles []recall.VersionedArticle) []tablefile.Sheet {
	text := func(s string) tablefile.Cell {
		if s == "" {
			return tablefile.None()
		}
		return tablefile.Text(s)
	}
	return []tablefile.Sheet{
		{
			Name: versionTable, Columns: []string{"version", "law", "in_force", "until", "next"}, Rows: len(laws.Versions),
			Row: func(i int) []tablefile.Cell {
				v := laws.Versions[i]
				return []tablefile.Cell{text(v.Name), text(v.Law), text(isoDay(v.InForce)), text(isoDay(v.Until)), text(v.Next)}
			},
		},
		{
			Name: articleTable, Columns: []string{"id", "version", "article"}, Rows: len(articles),
			Row: func(i int) []tablefile.Cell {
				return []tablefile.Cell{text(articles[i].Version + articles[i].Article), text(articles[i].Version), text(articles[i].Article)}
			},
		},
	}
}

// isoDay returns a day as 2016-05-31, "" for none.
func isoDay(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

// unresolvedWords says in plain words why the version that a citation means is unknown.
func unresolvedWords(why caselaw.Unresolved) string {
	switch why {
	case caselaw.NoDay:
		return "of cases without a day of decision"
	case caselaw.NoLaw:
		return "of laws without a text"
	case caselaw.NotInForce:
		return "of laws without a version in force on the day"
	case caselaw.NoProvision:
		return "of articles that the version in force lacks"
	}
	return "of laws of which the texts leave open which version was in force"
}
