package recall

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Statutes is what the tables of a run say of law, by which answers are measured. A nil *Statutes
// says nothing. It is safe for concurrent use if nobody changes it.
type Statutes struct {
	// Provisions are the provisions of all versions of laws; nil without them.
	Provisions *wording.EntryIndex
	// Versions are the versions of laws, and Articles the articles that each has.
	Versions []caselaw.VersionInterval
	Articles map[VersionedArticle]bool
	// Decided has the day of decision, such as 2016-05-31, of the case with a reasoning; it has
	// no day for a reasoning that cases of several days have.
	Decided map[string]string
}

// VersionedArticle is an article of one version of a law.
type VersionedArticle struct {
	// Version is the name of the version, and Article the number as it is written.
	Version, Article string
}

// EntryOf returns the provision that a task with a [task.LocatedProvision] or a
// [task.RecitedText] is about: the one with its text in the version that the plan's last
// lookup names, alone or before a citation; else that of a law that the lookup names, with the most
// of its numbers; else the first with its text. It is nil for any other task, and without such a provision.
func (s *Statutes) EntryOf(t *task.Task) *wording.CitableEntry {
	if s == nil || s.Provisions == nil {
		return nil
	}
	named := namedInLookup(t)
	texts := named
	if text, ok := task.RecitedText(t); ok {
		texts = []string{text}
	} else if _, ok := task.LocatedProvision(t); !ok {
		return nil
	}
	var best *wording.CitableEntry
	most := 0 // of what the lookup names of the best
	for _, text := range texts {
		for _, e := range s.Provisions.WithText(text) {
			if slices.ContainsFunc(named, func(s string) bool { return e.Version != "" && strings.HasPrefix(s, e.Version) }) {
				return e
			}
			if n := countNamed(named, e); best == nil || n > most {
				best, most = e, n
			}
		}
	}
	return best
}

// countNamed returns how many of an entry's law and numbers texts name; 0 if not the law.
func countNamed(texts []string, e *wording.CitableEntry) (n int) {
	for i, part := range []string{e.Law, e.Article, e.Paragraph, e.Item, e.Subitem} {
		switch named := part != "" && slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, part) }); {
		case named:
			n++
		case i == 0:
			return 0
		}
	}
	return n
}

// LawOf returns the law that a task is about: that of [Statutes.EntryOf]; without one, the law of the
// version that the plan's last lookup names; without that, the law that the lookup names or cites. It is
// "" for a task about no law that is known.
func (s *Statutes) LawOf(t *task.Task) string {
	if s == nil {
		return ""
	}
	if e := s.EntryOf(t); e != nil {
		return e.Law
	}
	for _, name := range namedInLookup(t) {
		for i := range s.Versions {
			if v := &s.Versions[i]; name == v.Law || v.Version != "" && strings.HasPrefix(name, v.Version) || citesLaw(name, v.Law) {
				return v.Law
			}
		}
	}
	return ""
}

// citesLaw reports whether a text begins with the title of a law and goes on with a number:
// 《公司法》第三条, Companies Act, Article 3, Lei nº 4.120, art. 3º.
func citesLaw(text, law string) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "《"), law)
	return ok && law != "" && (strings.HasPrefix(rest, "》第") || strings.HasPrefix(rest, ", Article") || strings.HasPrefix(rest, ", art. "))
}

// namedInLookup returns the texts that the plan's last lookup is called with, in the order of the
// names of its inputs.
func namedInLookup(t *task.Task) (named []string) {
	var arguments map[string]any
	if call := task.LastCall(t); call == nil || json.Unmarshal(call.Arguments, &arguments) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if s, ok := arguments[name].(string); ok {
			named = append(named, s)
		}
	}
	return named
}

// NewestVersion returns the newest version of a law: the only one that none follows. It is nil if
// there is no such version, or several.
func (s *Statutes) NewestVersion(law string) *caselaw.VersionInterval {
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.Versions, func(v caselaw.VersionInterval) bool { return v.Law == law && v.Last })
	if i < 0 || slices.ContainsFunc(s.Versions[i+1:], func(v caselaw.VersionInterval) bool { return v.Law == law && v.Last }) {
		return nil
	}
	return &s.Versions[i]
}

// addRecital returns the class of a recited text, "" if it is not known, and adds Newest.
func (s *Statutes) addRecital(measures map[string]float64, t *task.Task, answer string) wording.RecitalClass {
	reference := s.EntryOf(t)
	if reference == nil {
		return ""
	}
	class := s.Provisions.Classify(reference, answer, task.CurrentQuestion(t)).Class
	if s.NewestVersion(reference.Law) != nil && !s.Provisions.StandsInNewest(reference) {
		measures[Newest] = share(class == wording.NewestVersion)
	}
	return class
}

// addNewestNumber adds Newest to the measures of an answer that locates a text: whether it gives
// the number that the text has in the newest version of the law, where that is another.
func (s *Statutes) addNewestNumber(measures map[string]float64, t *task.Task, answer *citation.CitedAnswer) {
	reference := s.EntryOf(t)
	if reference == nil || reference.Newest {
		return
	}
	same := s.Provisions.WithText(reference.Text)
	i := slices.IndexFunc(same, func(e *wording.CitableEntry) bool { return e.Newest && e.Law == reference.Law })
	if i < 0 {
		return
	}
	right, _ := task.LocatedProvision(t)
	newest, err := citation.ParseProvision(same[i].Article, same[i].Paragraph, same[i].Item, same[i].Subitem)
	if err == nil && !citation.Grade(right, &citation.CitedAnswer{Provision: newest, Found: true}).Exact() {
		measures[Newest] = share(citation.Grade(newest, answer).Exact())
	}
}

// addNewestDay adds Newest to the measures of an answer to a task of [task.InForce] or
// [task.Governing] that asks for one day: whether it gives the first day in force of the newest
// version of the law and not the right day, where that is another.
func (s *Statutes) addNewestDay(measures map[string]float64, t *task.Task, answer string) {
	if t.Family != task.InForce && t.Family != task.Governing {
		return
	}
	var days []string
	for i := range t.AnswerValues {
		if key, ok := quantity.Parse(t.AnswerValues[i].Text); ok && key.Day != "" {
			days = append(days, key.Day)
		}
	}
	version := s.NewestVersion(s.LawOf(t))
	if len(days) != 1 || version == nil || version.InForce == "" || version.InForce == days[0] {
		return
	}
	right, newest := false, false
	for _, m := range quantity.Read(answer) {
		right = right || m.Day == days[0]
		newest = newest || m.Day == version.InForce
	}
	measures[Newest] = share(newest && !right)
}

// addCitations adds the measures of the articles that an answer about a case cites.
func (s *Statutes) addCitations(measures map[string]float64, t *task.Task, answer string) {
	if t.Family != task.Case {
		return
	}
	of := caselaw.CourtCase{Language: t.Language, Citations: caselaw.CitationsIn(t.Language, t.Answer)}
	var versions []caselaw.VersionInterval
	if s != nil {
		of.Decided, versions = s.Decided[t.Answer], s.Versions
	}
	found := of.ScoreCitations(answer, versions, func(version, article string) bool {
		return s.Articles[VersionedArticle{version, article}]
	})
	for _, m := range []struct {
		name  string
		n, of int
	}{
		{CitationPrecision, found.Matched, found.Cited}, {CitationRecall, found.Matched, found.Wanted},
		{CitationExists, found.Existing, found.Known}, {CitationInForce, found.InForce, found.Dated},
	} {
		if m.of > 0 {
			measures[m.name] = float64(m.n) / float64(m.of)
		}
	}
}
