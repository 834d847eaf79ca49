package casetext

import (
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Known is what the generator knows of a case.
type Known struct {
	File, Number, Title, Court, Cause string
	Happened                          time.Time // the day of the facts
	Filed                             time.Time // the day on which the action was brought
	Decided                           time.Time // the day of decision
	// Learned is the day on which the plaintiff learned of the facts, and Asked that on which it
	// asked or, for an issue of time, on which was done what had to be done in time.
	Learned, Asked time.Time
	// Base is the sum that a share is measured by and Sum what is in dispute, in yuan.
	Base, Sum int
	// Facts, Outcome, Focus and Reasoning are the texts of these sections, paragraph by paragraph.
	Facts, Outcome, Focus, Reasoning []string
	// Rule is the rule that decides, in the version that governs.
	Rule statute.ArticleRule
	// Words are the words with which the case is told, by slot of the text grammars.
	Words map[string]string
	// Applied is the reasoning's application of the rule to the facts.
	Applied string
	// PleaHolds says that the defendant's plea succeeds, if only in part.
	PleaHolds bool
	// Cited are the cited provisions in order; the first is the one that decides.
	Cited []KnownProvision
	// Changed says that the text of the provision that decides changed between the day of the
	// facts and that of the decision.
	Changed bool
	// ByTransition says that a transitional provision names the version that governs.
	ByTransition bool
}

// KnownProvision is a provision that a case cites.
type KnownProvision struct {
	Law       string // title
	Article   string // 第十二条之一, Article 12-1
	Paragraph int    // 0 for the whole article
	// Citation is the citation: 《…法》第十二条第一款, "… Act, Article 12(1)".
	Citation string
	// Statute is the index of its statute, Version that of the version that the case applies,
	// and InForce that of the version in force on the day of decision.
	Statute, Version, InForce int
	// Position is that of the article in the version that it stands in.
	Position int
}
