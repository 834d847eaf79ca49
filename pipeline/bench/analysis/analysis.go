// Package analysis makes tables of what agents got: means by type with standard errors
// and intervals, pass rates over epochs, what trials took and how they ended, and paired
// comparisons of two agents.
//
// The score of a task is the mean over its epochs that have a score; figures are means
// over tasks. Tasks of one path are a cluster, see [Cluster]: errors, intervals and tests
// take clusters for independent and not the tasks in them (package estimate). What is not
// there lowers no mean: a trial that is missing or unscored is left out and counted. A
// trial in which the agent broke off is there: without an answer and a summary it has 0 in
// success and in the process rate of paper mode.
//
// The same tasks and marks give the same figures, in whatever order marks come.
package analysis

import (
	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
)

// Analysis is what a run of the bench found. It is a record.
type Analysis struct {
	// Level is that of intervals, in (0, 1).
	Level float64 `json:"level"`
	// Tasks is the number of tasks that have an answer, Clusters how many clusters they
	// are of, and Twins the number of unanswerable twins.
	Tasks    int `json:"tasks"`
	Clusters int `json:"clusters"`
	Twins    int `json:"twins"`
	// Agents are contestants, then ceilings, then those bound by chance, then floors, each
	// by name.
	Agents []AgentReport `json:"agents"`
	// Judges says how far each two judges agree that went by one rubric, by name of the
	// first, then of the second, then by rubric; nil without any such. Texts of all agents
	// count.
	Judges []JudgeAgreement `json:"judges,omitempty"`
	// UnknownTasks are the IDs of tasks that marks name and that are not among the tasks,
	// sorted, each once. Their marks count nowhere.
	UnknownTasks []string `json:"strangers,omitempty"`
}

// AgentReport is how one agent did. It is a record.
type AgentReport struct {
	// Agent is its name, Role what its scores are for.
	Agent string     `json:"agent"`
	Role  bench.Role `json:"role"`
	// Epochs is how many attempts it was to make at each task.
	Epochs int `json:"epochs"`
	// Rows are one a type of task, in the order of [score.CompareTypes], then one over all;
	// twins are in none of them.
	Rows []TypeReport `json:"rows"`
	// Twins is the row over unanswerable twins, of type "twins"; nil without any. Strict
	// rates are those of pairs, as in [bench.AgentScores].
	Twins *TypeReport `json:"twins,omitempty"`
}

// TypeReport is how an agent did at the tasks of one type. It is a record.
type TypeReport struct {
	// Type is the type; [score.All] for the row over all tasks.
	Type string `json:"type"`
	// Tasks is the number of tasks, Trials how many attempts there are, and Missing how
	// many there are not though there should be: Trials + Missing is Tasks times epochs.
	Tasks   int `json:"tasks"`
	Trials  int `json:"trials"`
	Missing int `json:"missing"`
	// Strict and Paper are the rates in each mode.
	Strict RateEstimates `json:"strict"`
	Paper  RateEstimates `json:"paper"`
	// Passes are for each k asked for that does not exceed the agent's epochs, ascending.
	Passes []PassRate `json:"passes"`
	// Calls, Tokens, Cost and Seconds are what trials took.
	Calls   ResourceUse `json:"calls"`
	Tokens  TokenUse    `json:"tokens"`
	Cost    ResourceUse `json:"cost"`    // in the currency of the prices, of trials that have a price
	Seconds ResourceUse `json:"seconds"` // of trials whose time is known
	// Endings counts trials by why the agent stopped, Failures by why the task was not
	// solved; trials that solved it, or of which that is not known, are in no class.
	Endings  map[agent.Ending]int  `json:"endings"`
	Failures map[failure.Class]int `json:"failures"`
	// ProseMeans compares written texts with their references; nil for a row without any.
	Prose *ProseMeans `json:"prose,omitempty"`
	// Judges are the means of each judge by each rubric it went by, by name, then by
	// rubric; nil for a row without any.
	Judges []JudgeMeans `json:"judges,omitempty"`
}

// RateEstimates are the means of both metrics over tasks.
type RateEstimates struct {
	// Success is of success rates, Process of process rates.
	Success estimate.Estimate `json:"success"`
	Process estimate.Estimate `json:"process"`
}

// PassRate is how often a task is solved in k attempts, where solved is a strict success rate
// of 1. Tasks with fewer than k scored attempts are left out.
type PassRate struct {
	// K is the number of attempts, at least 1.
	K int `json:"k"`
	// Any is pass@k, at least one of k solves the task; All is pass^k, every one does.
	Any estimate.Estimate `json:"any"`
	All estimate.Estimate `json:"all"`
}

// ResourceUse is what trials took of one thing.
type ResourceUse struct {
	// N is the number of trials of which it is known; Total and Mean are over these.
	N     int     `json:"n"`
	Total float64 `json:"total"`
	// Mean is for each trial; nil for N of 0.
	Mean *float64 `json:"mean"`
}

// TokenUse is what trials took of tokens.
type TokenUse struct {
	// Input, Output and Total are as in [score.Tokens].
	Input  ResourceUse `json:"input"`
	Output ResourceUse `json:"output"`
	Total  ResourceUse `json:"total"`
}

// ProseMeans are the means of [prose.Scores] over tasks.
type ProseMeans struct {
	Rouge1 estimate.Estimate `json:"rouge_1"`
	Rouge2 estimate.Estimate `json:"rouge_2"`
	RougeL estimate.Estimate `json:"rouge_l"`
	BLEU   estimate.Estimate `json:"bleu"`
	Edit   estimate.Estimate `json:"edit"`
	// BERT is over the texts that have one; its N is 0 where no encoder was given.
	BERT estimate.Estimate `json:"bert"`
}

// JudgeMeans is what one judge gave by one rubric, in means over tasks.
type JudgeMeans struct {
	// Judge is the model's name.
	Judge string `json:"judge"`
	// Rubric is what it went by, see [judge.Opinion].
	Rubric string `json:"rubric,omitempty"`
	// Score is the mean of the weighted means of grades, in [0, 1].
	Score estimate.Estimate `json:"score"`
	// Criteria are by name.
	Criteria []CriterionMean `json:"criteria"`
}

// CriterionMean is what one judge gave for one criterion.
type CriterionMean struct {
	// Criterion is its name.
	Criterion string `json:"criterion"`
	// Points is the mean of points, from 0 to the rubric's most.
	Points estimate.Estimate `json:"points"`
}

// JudgeAgreement is how far two judges agree over the texts that both judged by one rubric.
type JudgeAgreement struct {
	// First and Second are the judges, First before Second by name.
	First  string `json:"first"`
	Second string `json:"second"`
	// Rubric is what both went by, see [judge.Opinion].
	Rubric string `json:"rubric,omitempty"`
	// Score is over scores, Criteria over points for each criterion that both judged, by name.
	Score    AgreementFigures     `json:"score"`
	Criteria []CriterionAgreement `json:"criteria"`
}

// AgreementFigures is how far two series of figures agree.
type AgreementFigures struct {
	// N is the number of texts.
	N int `json:"n"`
	// Alpha is Krippendorff's alpha for interval data, 1 for full agreement and 0 for what
	// chance gives; nil where all figures are alike, or for N of 0.
	Alpha *float64 `json:"alpha"`
	// Apart is the mean absolute difference, in the unit of the figures; nil for N of 0.
	Apart *float64 `json:"apart"`
}

// CriterionAgreement is how far two judges agree on one criterion.
type CriterionAgreement struct {
	// Criterion is its name.
	Criterion string `json:"criterion"`
	AgreementFigures
}
