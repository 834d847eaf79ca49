// Package citation grades the citation of a provision: an article of a law, and within it a
// paragraph, an item and a sub-item.
//
// [Parse] reads an answer in prose (第十二条第二款第（三）项, Article 12(2)(c), paragraph 2 of
// Article 12, art. 12, § 2º, inciso III) or in a block with one line per level:
//
//	条序号: 12
//	款序号: 2
//	项序号: None
//
// [Grade] compares an answer with the reference level by level. Accuracy is nested: a
// paragraph counts only if the article is right, an item only if the paragraph is. The law
// is not part of the comparison, because the question names it.
//
// The time is linear in the length of the answer.
//
// Everything here is a pure function and safe for concurrent use.
package citation

import (
	"fmt"
	"strconv"
	"strings"
)

// A Number is the number of a unit within the unit above it. The zero value stands for no
// number: the citation ends above the level.
type Number struct {
	// Main is the number, at least 1: 12 of 第十二条之一, 3 of (c), of (iii) and of inciso III.
	Main int
	// Branch is 1, 2 … for 第十二条之一, 第十二条之二 …, Article 12-1, 12A and art. 12-A; 0
	// otherwise.
	Branch int
	// Other is the other reading of a letter that is also a Roman numeral: 9 of (i), whose
	// Main is 1; 0 if there is none.
	Other int
}

// IsZero reports whether there is no number.
func (n Number) IsZero() bool { return n == Number{} }

// Same reports whether two numbers have a reading in common.
func (n Number) Same(o Number) bool {
	if n.IsZero() || o.IsZero() {
		return n.IsZero() && o.IsZero()
	}
	return n.Branch == o.Branch && (n.Main == o.Main || n.Other != 0 && (n.Other == o.Main || n.Other == o.Other) || o.Other != 0 && n.Main == o.Other)
}

// String returns the number and, after a hyphen, the branch: "12-1"; "0" for no number.
func (n Number) String() string {
	s := strconv.Itoa(n.Main)
	if n.Branch > 0 {
		s += "-" + strconv.Itoa(n.Branch)
	}
	return s
}

// ProvisionLevel is a level of a law's structure.
type ProvisionLevel int

// The levels, from the widest to the narrowest. Portuguese laws call them artigo,
// parágrafo, inciso and alínea.
const (
	Article ProvisionLevel = iota
	Paragraph
	Item
	Subitem
	levels int = iota
)

var levelNames = [levels]string{"article", "paragraph", "item", "subitem"}

// String returns the name of the level: "article", "paragraph", "item", "subitem".
func (l ProvisionLevel) String() string {
	if l < 0 || int(l) >= levels {
		return fmt.Sprintf("ProvisionLevel(%d)", int(l))
	}
	return levelNames[l]
}

// Levels returns all levels, from the widest to the narrowest.
func Levels() []ProvisionLevel { return []ProvisionLevel{Article, Paragraph, Item, Subitem} }

// A Provision identifies a unit of a law by its numbers.
type Provision struct {
	// Numbers are indexed by [ProvisionLevel]. A level without a number may stand between levels
	// that have one, as in 第十二条第（三）项.
	Numbers [levels]Number
	// Caput reports that the law counts paragraphs after an unnumbered head (caput), as
	// Portuguese laws do with §. No paragraph is then the head and not paragraph 1.
	Caput bool
}

// At returns the number of a level.
func (p Provision) At(l ProvisionLevel) Number { return p.Numbers[l] }

// IsZero reports whether the provision names nothing.
func (p Provision) IsZero() bool { return p.Numbers == [levels]Number{} }

// String returns the numbers from article to sub-item, joined by dots: "12-1.2.3.0".
func (p Provision) String() string {
	parts := make([]string, levels)
	for i, n := range p.Numbers {
		parts[i] = n.String()
	}
	return strings.Join(parts, ".")
}

// agrees reports whether an answer has the number that a reference has at a level. A
// reference without a paragraph accepts the first: its article has one paragraph, and
// authors cite it either way.
func agrees(reference, answer Provision, l ProvisionLevel) bool {
	want, got := reference.At(l), answer.At(l)
	if l == Paragraph && want.IsZero() && !reference.Caput && !answer.Caput && got.Same(Number{Main: 1}) {
		return true
	}
	return want.Same(got)
}

// Accuracy says up to which level an answer is right. It is nested: each level implies the
// levels before it.
type Accuracy struct {
	Article   bool `json:"article"`
	Paragraph bool `json:"paragraph"`
	Item      bool `json:"item"`
	Subitem   bool `json:"subitem"`
}

// Exact reports whether the answer names the reference at every level.
func (a Accuracy) Exact() bool { return a.Subitem }

// At reports whether the answer is right up to a level.
func (a Accuracy) At(l ProvisionLevel) bool {
	return [levels]bool{a.Article, a.Paragraph, a.Item, a.Subitem}[l]
}

// Grade compares an answer with the reference. A level that the reference does not have
// must be absent from the answer too, except that a reference without a paragraph accepts
// paragraph 1. A level at which the answer names several numbers is wrong. An answer
// without a citation is wrong at every level.
func Grade(reference Provision, answer *CitedAnswer) Accuracy {
	var right [levels]bool
	for l := range levels {
		if !answer.Found || answer.Hedged && ProvisionLevel(l) >= answer.HedgedAt || !agrees(reference, answer.Provision, ProvisionLevel(l)) {
			break
		}
		right[l] = true
	}
	return Accuracy{right[Article], right[Paragraph], right[Item], right[Subitem]}
}
