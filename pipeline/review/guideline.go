package review

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

//go:embed guideline/zh.md
var guidelineZh string

//go:embed guideline/en.md
var guidelineEn string

// DefaultGuideline returns what reviewers go by until an owner writes guidelines of the
// team's own: plain text with blank lines between paragraphs, where a line that begins
// with "# " is a heading and one that begins with "- " a point. It is in Chinese for
// "zh" and in English for any other language.
func DefaultGuideline(lang string) string {
	if lang == "zh" {
		return guidelineZh
	}
	return guidelineEn
}

// GuidelineDigest names a text of the guidelines: decisions carry it in their Guideline.
func GuidelineDigest(text string) digest.Digest { return digest.Of("guideline", text) }
