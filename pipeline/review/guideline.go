package review

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

//go:embed guideline/zh.md
var guidelineZh string

//go:embed guideline/en.md
var guidelineEn string

// DefaultGuideline returns the guidelines for reviewers that are in force until an owner
// writes others: plain text with blank lines between paragraphs, where a line that begins
// with "# " is a heading and one that begins with "- " a list item. It is in Chinese for
// "zh" and in English for any other language.
func DefaultGuideline(lang string) string {
	if lang == "zh" {
		return guidelineZh
	}
	return guidelineEn
}

// GuidelineDigest returns the digest of a text of the guidelines, which decisions made
// under it have in [Decision.Guideline].
func GuidelineDigest(text string) digest.Digest { return digest.Of("guideline", text) }
