package analysis

import (
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// prose estimates the means of text comparisons over tasks; nil if no trial has one.
func (s *taskSet) prose(of *agentMarks, tasks []int, level float64) *ProseMeans {
	got := func(field func(*prose.Scores) *float64) []estimate.Measurement {
		return s.values(of, tasks, func(m *bench.Mark) *float64 {
			if m.Prose == nil {
				return nil
			}
			return field(m.Prose)
		})
	}
	p := &ProseMeans{
		Rouge1: estimate.Share(got(func(p *prose.Scores) *float64 { return &p.Rouge1 }), level),
		Rouge2: estimate.Share(got(func(p *prose.Scores) *float64 { return &p.Rouge2 }), level),
		RougeL: estimate.Share(got(func(p *prose.Scores) *float64 { return &p.RougeL }), level),
		BLEU:   estimate.Share(got(func(p *prose.Scores) *float64 { return &p.BLEU }), level),
		Edit:   estimate.Share(got(func(p *prose.Scores) *float64 { return &p.Edit }), level),
		BERT:   estimate.Mean(got(func(p *prose.Scores) *float64 { return p.BERT }), level),
	}
	if p.Rouge1.N == 0 {
		return nil
	}
	return p
}

// prose returns the table of comparisons of texts with their references.
func (a *Analysis) prose() table {
	t := table{title: "texts compared with their references, in percent", head: []string{"agent", "tasks", "ROUGE-1", "ROUGE-2", "ROUGE-L", "BLEU", "edit", "BERTScore"}}
	for i := range a.Agents {
		p := a.Agents[i].overall().Prose
		if p == nil {
			continue
		}
		cells := []string{a.Agents[i].Agent, strconv.Itoa(p.Rouge1.N)}
		for _, e := range []*estimate.Estimate{&p.Rouge1, &p.Rouge2, &p.RougeL, &p.BLEU, &p.Edit, &p.BERT} {
			cells = append(cells, formatRate(e))
		}
		t.rows = append(t.rows, cells)
	}
	if len(t.rows) == 0 {
		return table{}
	}
	return t
}
