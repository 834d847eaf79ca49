package judge

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// A ReferenceText is a question with its reference, by which a judge is tried.
type ReferenceText struct {
	Question  string
	Reference string
	Other     string // reference of another question; "" if there is none
}

// A Qualification tells whether a judge's scores by a rubric count: whether it ranks
// references above what [Spoil] makes of them.
type Qualification struct {
	// Judge and Rubric are as in its opinions.
	Judge  string `json:"judge"`
	Rubric string `json:"rubric"`
	// References is the number of references by which the judge was tried; 0 for fewer than
	// [MinReferences], of which it was shown none.
	References int `json:"references"`
	// Spoiled has one result for each way of spoiling, in the order of [Spoilings].
	Spoiled []SpoiledPairs `json:"spoiled"`
	// Unscored is the number of texts, spoiled or not, on which the judge gave no opinion.
	Unscored int `json:"unscored"`
	// Qualified says that the judge's scores count: in every way in which some reference can
	// be spoiled, at least MinReferences pairs were compared, and in at least four of five
	// the reference got the higher score.
	Qualified bool `json:"qualified"`
}

// SpoiledPairs counts the pairs of a reference and the reference spoiled in one way.
type SpoiledPairs struct {
	Spoiling Spoiling `json:"spoiling"`
	// Possible is the number of references that can be spoiled in this way, Pairs the number
	// of those of which the judge scored both texts, and Above the number of pairs in which
	// the reference got the higher score.
	Possible int `json:"possible"`
	Pairs    int `json:"pairs"`
	Above    int `json:"above"`
}

// MinReferences is the number of references, and of pairs in each way of spoiling, below
// which a judge is not qualified. With five pairs, a judge that guesses has the reference on
// top in four with a probability of 19 %, and in all four ways with 0.1 %.
const MinReferences = 5

// Qualify tries a judge on references in a language: it judges each of them, and what [Spoil]
// makes of them, without showing the reference, atOnce texts at the same time. The result
// depends neither on atOnce nor on the order of the texts. The error is as for [Judge.Judge],
// except that texts without an opinion that can be used, and texts of which a client that only
// repeats recorded answers has none, are counted.
func (j *Judge) Qualify(ctx context.Context, texts []ReferenceText, language string, atOnce int) (Qualification, error) {
	q := Qualification{Judge: j.model, Spoiled: make([]SpoiledPairs, len(Spoilings()))}
	if r := j.rubrics[language]; r != nil {
		q.Rubric = r.ID()
	}
	for i, way := range Spoilings() {
		q.Spoiled[i].Spoiling = way
	}
	if len(texts) < MinReferences {
		return q, nil
	}
	q.References = len(texts)
	scores, err := j.rank(ctx, texts, language, atOnce)
	if err != nil {
		return Qualification{}, err
	}
	for _, s := range scores {
		q.count(s)
	}
	q.Qualified = true
	for _, s := range q.Spoiled {
		q.Qualified = q.Qualified && (s.Possible == 0 || s.Pairs >= MinReferences && 5*s.Above >= 4*s.Pairs)
	}
	return q, nil
}

// rankedText has the scores of a reference and, by way of spoiling, of what was made of it.
type rankedText struct {
	reference *float64 // nil without an opinion
	spoiled   []rankedSpoiling
}

// rankedSpoiling is the score of a spoiled text.
type rankedSpoiling struct {
	possible bool
	score    *float64 // nil without an opinion
}

// count adds the scores of one reference.
func (q *Qualification) count(t rankedText) {
	if t.reference == nil {
		q.Unscored++
	}
	for i, s := range t.spoiled {
		if !s.possible {
			continue
		}
		q.Spoiled[i].Possible++
		if s.score == nil {
			q.Unscored++
		}
		if s.score == nil || t.reference == nil {
			continue
		}
		q.Spoiled[i].Pairs++
		if *t.reference > *s.score {
			q.Spoiled[i].Above++
		}
	}
}

// rank has references and spoiled references judged.
func (j *Judge) rank(ctx context.Context, texts []ReferenceText, language string, atOnce int) ([]rankedText, error) {
	all := make([]rankedText, len(texts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, atOnce))
	ask := func(question, text string, score **float64) {
		group.Go(func() (err error) {
			*score, err = j.rankScore(ctx, Submission{Question: question, Text: text, Language: language})
			return err
		})
	}
	for i, t := range texts {
		all[i].spoiled = make([]rankedSpoiling, len(Spoilings()))
		ask(t.Question, t.Reference, &all[i].reference)
		for k, way := range Spoilings() {
			if spoiled := Spoil(way, t.Reference, t.Other, language); spoiled != "" {
				all[i].spoiled[k].possible = true
				ask(t.Question, spoiled, &all[i].spoiled[k].score)
			}
		}
	}
	return all, group.Wait()
}

// rankScore returns the score by which a text is compared, in [0, 1]: the overall score where
// the rubric asks for one. It is nil if there is no opinion.
func (j *Judge) rankScore(ctx context.Context, s Submission) (*float64, error) {
	opinion, err := j.Judge(ctx, s)
	switch {
	case errors.Is(err, ErrUnscored) || errors.Is(err, llm.ErrUnrecorded):
		return nil, nil
	case err != nil:
		return nil, err
	}
	score := opinion.Score
	if opinion.Overall != nil {
		score = float64(opinion.Overall.Points) / mostOverall
	}
	return &score, nil
}
