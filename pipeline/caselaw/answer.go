package caselaw

// CitationScore says how an answer about a case cites law, without a judge. An article counts
// once, whichever paragraphs of it are cited.
type CitationScore struct {
	// Cited is the number of articles that the answer cites.
	Cited int `json:"cited"`
	// Known is the number of those whose law has known versions; the other figures but
	// Precision and Recall count only these.
	Known int `json:"known"`
	// Existing is the number of articles that stand in a version of their law.
	Existing int `json:"existing"`
	// Dated is the number of articles of which it is certain whether they were in force on
	// the day of decision, and InForce the number of those that were.
	Dated   int `json:"dated"`
	InForce int `json:"in_force"`
	// Precision is the share of the cited articles that the case cites, too; nil if the answer
	// cites none.
	Precision *float64 `json:"precision"`
	// Recall is the share of the articles that the case cites that the answer cites, too; nil
	// if the case cites none.
	Recall *float64 `json:"recall"`
}

// ScoreCitations compares the articles that an answer cites with those of the case and with
// the versions of laws; holds reports whether a version has an article. A law's short and
// full title are one law. An answer that repeats the case's reasoning has a precision and a
// recall of 1, one that cites nothing a recall of 0.
func (c *CourtCase) ScoreCitations(answer string, versions []VersionInterval, holds func(version, article string) bool) CitationScore {
	cited := articles(citationsIn(c.Language, CasePart{{Text: answer}}))
	own := articles(c.Citations)
	s := CitationScore{Cited: len(cited)}
	matched := 0
	for _, a := range cited {
		if hasArticle(own, a) {
			matched++
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
	s.Precision, s.Recall = share(matched, len(cited)), share(matched, len(own))
	return s
}

// share returns n/of; nil if of is 0.
func share(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(n) / float64(of)
	return &x
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
