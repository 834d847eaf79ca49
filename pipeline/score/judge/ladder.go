package judge

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// A Spoiling is a way to make a worse text of a reference.
type Spoiling string

// The closed set of ways.
const (
	// NoConclusion leaves out the last quarter of the sentences.
	NoConclusion Spoiling = "no-conclusion"
	// SwappedCitations gives each cited article another number.
	SwappedCitations Spoiling = "swapped-citations"
	// AnotherCase is the reference of another question.
	AnotherCase Spoiling = "another-case"
	// Padding adds a set phrase after each sentence, and the first half again at the end.
	Padding Spoiling = "padding"
)

// Spoilings returns all ways in a fixed order.
func Spoilings() []Spoiling {
	return []Spoiling{NoConclusion, SwappedCitations, AnotherCase, Padding}
}

var (
	sentenceEnd    = regexp.MustCompile(`[。！？][”』」]?|[.!?](?:\s+|$)|\n`)
	chineseArticle = regexp.MustCompile(`第[〇零一二三四五六七八九十百千\d]+条`)
	englishArticle = regexp.MustCompile(`\b(?:Article|Section|Art\.) \d+`)
)

// Spoil spoils a reference in a language in one way; other is the reference of another
// question, "" if there is none. It returns "" if the reference cannot be spoiled in this
// way: it has one sentence, cites no article, or there is no other.
func Spoil(way Spoiling, reference, other, language string) string {
	all := splitSentences(reference)
	spoiled := ""
	switch way {
	case NoConclusion:
		if len(all) > 1 {
			spoiled = strings.Join(all[:len(all)-(len(all)+3)/4], "")
		}
	case SwappedCitations:
		spoiled = chineseArticle.ReplaceAllStringFunc(reference, func(string) string { return "第九百九十九条" })
		spoiled = englishArticle.ReplaceAllStringFunc(spoiled, func(s string) string {
			name, number, _ := strings.Cut(s, " ")
			n, _ := strconv.Atoi(number)
			return name + " " + strconv.Itoa(n+100)
		})
	case AnotherCase:
		spoiled = other
	case Padding:
		phrase := " It must be borne in mind that all are equal before the law and have to respect it. "
		if language == "zh" {
			phrase = "需要指出的是，法律面前人人平等，当事人均应遵守法律。"
		}
		spoiled = strings.Join(all, phrase) + phrase + strings.Join(all[:(len(all)+1)/2], phrase)
	}
	if strings.TrimSpace(spoiled) == strings.TrimSpace(reference) {
		return ""
	}
	return strings.TrimSpace(spoiled)
}

func splitSentences(text string) []string {
	var all []string
	from := 0
	for _, m := range sentenceEnd.FindAllStringIndex(text, -1) {
		all = append(all, text[from:m[1]])
		from = m[1]
	}
	if strings.TrimSpace(text[from:]) != "" {
		all = append(all, text[from:])
	}
	return all
}

// A ReferenceText is a question with its reference, by which a judge is tried.
type ReferenceText struct {
	Question  string
	Reference string
	Other     string // reference of another question; "" if there is none
	Language  string
}

// A LadderResult tells whether a judge ranks references above spoiled ones.
type LadderResult struct {
	// Judge and Rubric are as in its opinions; Rubric is that of the first text.
	Judge  string `json:"judge"`
	Rubric string `json:"rubric"`
	// Rungs has one result for each way of spoiling, in the order of [Spoilings].
	Rungs []RungResult `json:"rungs"`
	// Unscored is the number of texts, spoiled or not, on which the judge gave no opinion.
	Unscored int `json:"unscored"`
	// Qualified says that the judge's scores count: in every way, at least minPairs pairs were
	// compared, and in at least four of five the reference got the higher score.
	Qualified bool `json:"qualified"`
}

// A RungResult counts the pairs of a reference and the reference spoiled in one way.
type RungResult struct {
	Spoiling Spoiling `json:"spoiling"`
	// Pairs is the number of pairs that were compared, and Above the number of those in which
	// the reference got the higher score.
	Pairs int `json:"pairs"`
	Above int `json:"above"`
}

// minPairs is the number of pairs below which a judge is not qualified by them. With five
// pairs, a judge that guesses has the reference on top in four with a probability of 19 %,
// and in all four ways with 0.1 %.
const minPairs = 5

// Climb tries a judge on references: it judges each of them, and what [Spoil] makes of them,
// without showing the reference. The error is as for [Judge.Judge], but for [ErrUnscored],
// which is counted.
func (j *Judge) Climb(ctx context.Context, texts []ReferenceText) (LadderResult, error) {
	result := LadderResult{Judge: j.model}
	for _, way := range Spoilings() {
		result.Rungs = append(result.Rungs, RungResult{Spoiling: way})
	}
	for _, t := range texts {
		best, ok, err := j.rank(ctx, t, t.Reference, &result)
		if err != nil {
			return LadderResult{}, err
		}
		for i, way := range Spoilings() {
			spoiled := Spoil(way, t.Reference, t.Other, t.Language)
			if spoiled == "" || !ok {
				continue
			}
			score, scored, err := j.rank(ctx, t, spoiled, &result)
			if err != nil {
				return LadderResult{}, err
			}
			if !scored {
				continue
			}
			result.Rungs[i].Pairs++
			if best > score {
				result.Rungs[i].Above++
			}
		}
	}
	result.Qualified = true
	for _, r := range result.Rungs {
		result.Qualified = result.Qualified && r.Pairs >= minPairs && 5*r.Above >= 4*r.Pairs
	}
	return result, nil
}

// rank returns the score by which a text is compared: the overall score where the rubric
// asks for one, in [0, 1].
func (j *Judge) rank(ctx context.Context, t ReferenceText, text string, result *LadderResult) (score float64, ok bool, err error) {
	opinion, err := j.Judge(ctx, Submission{Question: t.Question, Text: text, Language: t.Language})
	switch {
	case errors.Is(err, ErrUnscored):
		result.Unscored++
		return 0, false, nil
	case err != nil:
		return 0, false, err
	}
	if result.Rubric == "" {
		result.Rubric = opinion.Rubric
	}
	if opinion.Overall != nil {
		return float64(opinion.Overall.Points) / mostOverall, true, nil
	}
	return opinion.Score, true, nil
}
