package caselaw

// CitationScore says how an answer about a case cites law, without a judge. An article counts
// once, whichever paragraphs of it are cited.
type CitationScore struct {
	// Cited is the number of articles that the answer cites.
	Cited int `json:"cited"`
	// Known is the number of those whose law has known versions. Existing, Dated and InForce
	// count only these.
	Known int `json:"known"`
	// Existing is the number of articles that stand in a version of their law.
	Existing int `json:"existing"`
	// Dated is the number of articles of which it is certain whether they were in force on
	// the day of decision, and InForce the number of those that were.
	Dated   int `json:"dated"`
	InForce int `json:"in_force"`
	// Wanted is the number of articles that the case cites, and Matched the number of those that
	// the answer cites, too.
	Wanted  int `json:"wanted"`
	Matched int `json:"matched"`
}

// ScoreCitations compares the articles that an answer cites with those of the case and with
// the versions of laws; holds reports whether a version has an article. A law's short and
// full title are one law.
func (c *CourtCase) ScoreCitations(answer string, versions []VersionInterval, holds func(version, article string) bool) CitationScore {
	cited := articles(citationsIn(c.Language, CasePart{{Text: answer}}))
	own := articles(c.Citations)
	s := CitationScore{Cited: len(cited), Wanted: len(own)}
	for _, a := range cited {
		if hasArticle(own, a) {
			s.Matched++
		}
		known, exists := false, false
		for _, v := range versions {
			if sameLaw(v.Law, a.Law) {
				known = true
				exists = exists || holds(v.Version, a.Article)
			}
		}
		if !known {
			continue
		}
		s.Known++
		if exists {
			s.Existing++
		}
		switch _, why := Resolve(a, c.Decided, versions, holds); why {
		case "":
			s.Dated++
			s.InForce++
		case NoProvision, NotInForce:
			s.Dated++
		}
	}
	return s
}

// articles returns the articles of citations, each once.
func articles(all []CitedArticle) []CitedArticle {
	var once []CitedArticle
	for _, a := range all {
		if !hasArticle(once, a) {
			once = append(once, a)
		}
	}
	return once
}

func hasArticle(all []CitedArticle, a CitedArticle) bool {
	for _, b := range all {
		if a.Article == b.Article && sameLaw(a.Law, b.Law) {
			return true
		}
	}
	return false
}
