// Package analysis summarises the scores of agents: means by type of task with standard
// errors and intervals, pass rates over epochs, the resources and endings of trials, and
// paired comparisons of agents.
//
// The score of a task is the mean over its scored epochs; all figures are means over
// tasks. Tasks of one path form a cluster, see [Cluster]: standard errors, intervals and
// tests assume independent clusters, not independent tasks (package estimate). Missing and
// unscored trials are counted and do not lower a mean. A trial in which the agent broke
// off is not missing: without answer and summary it scores 0 in success and in the paper's
// process rate.
//
// Figures do not depend on the order of marks.
package analysis

import (
	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// Analysis has the figures of all agents of a run.
type Analysis struct {
	// Level is the confidence level of intervals, in (0, 1).
	Level float64 `json:"level"`
	// Protocol is that of [ReportOptions].
	Protocol method.Protocol `json:"protocol,omitempty"`
	// Tasks is the number of tasks with an answer, Clusters the number of their clusters,
	// and Twins the number of unanswerable twins.
	Tasks    int `json:"tasks"`
	Clusters int `json:"clusters"`
	Twins    int `json:"twins"`
	// Agents are ordered by role (evaluated, ceiling, chance, floor), then by name.
	Agents []AgentReport `json:"agents"`
	// Methods are those of [ReportOptions]; nil if no agent has one.
	Methods []AgentMethod `json:"methods,omitempty"`
	// Gains compare every two methods of a model, by model and form of calls as in Methods; Gaps
	// are between the best and the worst of them. Both are nil without two methods of a model.
	Gains []MethodGain `json:"gains,omitempty"`
	Gaps  []MethodGap  `json:"gaps,omitempty"`
	// Declines say how the rates of evaluated agents change with the number of hops, in the order
	// of Agents; nil unless tasks have several numbers of hops.
	Declines []HopDecline `json:"declines,omitempty"`
	// Judges has the agreement of every two judges, models or people, that used the same
	// rubric, over the texts of all agents, ordered by the judges' names, then by rubric; nil
	// if there is none.
	Judges []JudgeAgreement `json:"judges,omitempty"`
	// Qualifications are those of [ReportOptions]; nil if no model was tried.
	Qualifications []judge.Qualification `json:"qualifications,omitempty"`
	// Correlations compare measures over the evaluated agents; nil for fewer than three
	// agents, or without measures.
	Correlations []MeasureCorrelation `json:"correlations,omitempty"`
	// Writers compare the evaluated agents on exam items of different writers, ordered by the
	// writers and then by the agent; nil if there are none of two writers.
	Writers []WriterContrast `json:"writers,omitempty"`
	// People has the scores of people's answers to exam items, and of agents on the same items;
	// nil without such answers.
	People *PeopleScores `json:"people,omitempty"`
	// UnknownTasks are the IDs in marks that no task has, sorted and without repetition.
	// Their marks are ignored.
	UnknownTasks []string `json:"strangers,omitempty"`
}

// AgentReport has the figures of one agent.
type AgentReport struct {
	// Agent is the agent's name, Role the purpose of its scores.
	Agent string          `json:"agent"`
	Role  score.AgentRole `json:"role"`
	// Epochs is the number of attempts planned for each task.
	Epochs int `json:"epochs"`
	// Rows has one row per type of task, in the order of [score.CompareTypes], then one row
	// over all tasks. Twins are in none of them.
	Rows []TypeReport `json:"rows"`
	// Twins is the row over unanswerable twins, of type "twins"; nil without twins. In
	// strict mode an attempt at a twin is credited only if the agent also solved the
	// twin's task in the same epoch.
	Twins *TypeReport `json:"twins,omitempty"`
	// Strata has the figures of tasks over statutes by law, then by level, each ordered by
	// name and then by type; nil without such
	// tasks, or without [ReportOptions.Statutes].
	Strata []StratumReport `json:"strata,omitempty"`
	// Exam has the scores over items of [task.Exam], as [choice.Tabulate] orders them; nil without
	// such items.
	Exam []choice.ScoreCell `json:"exam,omitempty"`
}

// TypeReport has the figures of one agent over the tasks of one type. Rates are means over
// tasks, not over trials.
type TypeReport struct {
	// Type is the type of tasks; [score.All] for the row over all tasks.
	Type string `json:"type"`
	// Tasks is the number of tasks, Trials the number of attempts made, and Missing the
	// number of attempts not made: Trials + Missing is Tasks times epochs.
	Tasks   int `json:"tasks"`
	Trials  int `json:"trials"`
	Missing int `json:"missing"`
	// Strict and Paper are the mean rates in each mode, over the tasks with a scored trial.
	Strict RateEstimates `json:"strict"`
	Paper  RateEstimates `json:"paper"`
	// Passes has one entry, in ascending order, for each k of [ReportOptions.K] up to the
	// agent's epochs.
	Passes []PassRate `json:"passes"`
	// Calls, Tokens and Cost are the resources that trials used.
	Calls  ResourceUse `json:"calls"`
	Tokens TokenUse    `json:"tokens"`
	Cost   ResourceUse `json:"cost"` // in the currency of the prices; of trials that have a price
	// Endings counts trials by their ending. Failures counts them by their failure class,
	// without solved and unclassified trials. Neither is nil.
	Endings  map[agent.Ending]int  `json:"endings"`
	Failures map[failure.Class]int `json:"failures"`
	// Measures are the means of the measures of [recall.Names] over the tasks that have
	// them, in that order; nil if there are none. Texts is the number of tasks that ask for a
	// text, see [recall.AsksForText]. Recitals counts recited texts by class;
	// nil if no text has one.
	Measures []MeasureMean                `json:"measures,omitempty"`
	Texts    int                          `json:"texts,omitempty"`
	Recitals map[wording.RecitalClass]int `json:"recitals,omitempty"`
	// Selection is about the tools that the model selected before its first turn; nil if no trial
	// has a selection.
	Selection *SelectionReport `json:"selection,omitempty"`
	// Domains is about calls of tools of other domains than the task's; nil if the tools are of one.
	Domains *DomainReport `json:"domains,omitempty"`
	// Judges are the means of each judge with each rubric, ordered by the judge's name,
	// then by rubric; nil without judges.
	Judges []JudgeMeans `json:"judges,omitempty"`
}

// MeasureMean is the mean of one measure over tasks.
type MeasureMean struct {
	// Name is one of [recall.Names].
	Name string `json:"name"`
	// Mean is in [0, 1], except that of [recall.EditDistance], which is in characters, and that
	// of BERTScore.
	Mean estimate.Estimate `json:"mean"`
}

// StratumReport has the figures of one agent over the tasks of one type in one stratum.
type StratumReport struct {
	// By is what tasks are grouped by, "law" or "level", and Name the group.
	By   string `json:"by"`
	Name string `json:"name"`
	// Type is the type of tasks, and Tasks their number.
	Type  string `json:"type"`
	Tasks int    `json:"tasks"`
	// Success is the mean strict success rate. Measures are as in [TypeReport], without
	// [recall.Similarities] if no task asks for a text.
	Success  estimate.Estimate `json:"success"`
	Measures []MeasureMean     `json:"measures"`
}

// MeasureCorrelation is the correlation of two figures over evaluated agents: of measures of
// different types, of a measure and a judge's score, or of two judges' scores. Scores that do
// not count, see [JudgeMeans.Counts], are left out.
type MeasureCorrelation struct {
	// First and Second name the figures: a type and a measure, "recite/rouge_l", or a judge
	// and its rubric, "judge/NAME/RUBRIC".
	First  string `json:"first"`
	Second string `json:"second"`
	// N is the number of agents that have both, at least 3.
	N int `json:"n"`
	// Pearson is the product-moment correlation, Spearman that of the ranks; nil if the
	// agents are equal in one of the figures.
	Pearson  *float64 `json:"pearson"`
	Spearman *float64 `json:"spearman"`
	// Low and High are the ends of the interval of Pearson by Fisher's transformation, at
	// [Analysis.Level]; nil for fewer than four agents, or without Pearson. With few agents
	// it is wide.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// RateEstimates are the mean success rate and the mean process rate over tasks.
type RateEstimates struct {
	// Success is the mean of success rates, Process of process rates.
	Success estimate.Estimate `json:"success"`
	Process estimate.Estimate `json:"process"`
}

// PassRate is the probability of solving a task in k attempts, where solving means a strict
// success rate of 1. Tasks with fewer than k scored attempts are left out.
type PassRate struct {
	// K is the number of attempts, at least 1.
	K int `json:"k"`
	// Any is pass@k: at least one of k attempts solves the task. All is pass^k: all k
	// attempts solve it.
	Any estimate.Estimate `json:"any"`
	All estimate.Estimate `json:"all"`
}

// ResourceUse is the use of one resource by trials.
type ResourceUse struct {
	// N is the number of trials whose use is known; Total and Mean are over these.
	N     int     `json:"n"`
	Total float64 `json:"total"`
	// Mean is per trial; nil if N is 0.
	Mean *float64 `json:"mean"`
}

// TokenUse is the use of tokens by trials.
type TokenUse struct {
	// Input, Output and Total are as in [score.Tokens].
	Input  ResourceUse `json:"input"`
	Output ResourceUse `json:"output"`
	Total  ResourceUse `json:"total"`
}

// JudgeMeans has the means over tasks of the grades that one judge gave with one rubric.
type JudgeMeans struct {
	// Judge is the judge's name, as in [judge.Opinion].
	Judge string `json:"judge"`
	// Rubric is the rubric's [judge.Rubric.ID]; "" if the opinions do not name it.
	Rubric string `json:"rubric,omitempty"`
	// Counts says that the scores count: the judge is a person, or a model that
	// [Analysis.Qualifications] calls qualified for the rubric. Correlations use no others.
	Counts bool `json:"counts"`
	// Score is the mean of [judge.Opinion.Score], in [0, 1].
	Score estimate.Estimate `json:"score"`
	// Overall is the mean of the overall scores, from 0 to 100; nil if the rubric asks for none.
	Overall *estimate.Estimate `json:"overall,omitempty"`
	// Criteria are sorted by the criterion's name.
	Criteria []CriterionMean `json:"criteria"`
}

// CriterionMean is the mean of one judge's points for one criterion.
type CriterionMean struct {
	// Criterion is the criterion's name.
	Criterion string `json:"criterion"`
	// Points is the mean number of points, from 0 to the rubric's [judge.Rubric.Most].
	Points estimate.Estimate `json:"points"`
}

// JudgeAgreement measures how far two judges agree on the texts that both graded with the
// same rubric.
type JudgeAgreement struct {
	// First and Second are the judges' names, as in [judge.Opinion], First before Second in
	// byte order.
	First  string `json:"first"`
	Second string `json:"second"`
	// Rubric is the rubric's [judge.Rubric.ID]; "" if the opinions do not name it.
	Rubric string `json:"rubric,omitempty"`
	// Score compares the scores of texts, and Overall the overall scores; nil if the rubric
	// asks for none. Criteria compares the points for each criterion that both judged, sorted
	// by the criterion's name; it may be empty and is never nil.
	Score    AgreementFigures     `json:"score"`
	Overall  *AgreementFigures    `json:"overall,omitempty"`
	Criteria []CriterionAgreement `json:"criteria"`
}

// AgreementFigures measures how far two judges agree in one series of figures: scores or
// points.
type AgreementFigures struct {
	// N is the number of texts.
	N int `json:"n"`
	// Alpha is Krippendorff's alpha for interval data: 1 for full agreement, 0 for
	// agreement by chance. It is nil if all figures are equal or N is 0.
	Alpha *float64 `json:"alpha"`
	// Pearson is the product-moment correlation, Spearman that of the ranks; nil for fewer
	// than two texts, or if one judge's figures are all equal.
	Pearson  *float64 `json:"pearson"`
	Spearman *float64 `json:"spearman"`
	// Kappa is Cohen's kappa with quadratic weights, see [agreement.WeightedCohen]: of points,
	// and of the tiers of overall scores. It is nil for scores, which have no levels, and if
	// all levels are equal.
	Kappa *float64 `json:"kappa"`
	// Apart is the mean absolute difference, in the unit of the figures; nil for N of 0.
	Apart *float64 `json:"apart"`
}

// CriterionAgreement is the agreement of two judges on one criterion.
type CriterionAgreement struct {
	// Criterion is the criterion's name.
	Criterion string `json:"criterion"`
	AgreementFigures
}
