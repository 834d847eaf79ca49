// Package caselaw reads court cases: their facts, outcome, focus of dispute, reasoning and
// citations.
//
// [Read] reads a directory of cases: JSON lines or JSON (one object a case; its keys, and
// those of an object within it, are headings), and Markdown or plain text (one case a file,
// in sections under headings). The headings it knows stand in headings.yaml; a directory may
// add its own in a file of that name. Which sentences of a section are facts, opinion and
// decision is read from their words where a heading says less than that: what courts decide
// and why often stands under one heading.
//
// Every part of a case consists of spans of its file, so that people and proofs can find it
// there. In JSON a span covers the bytes of a string literal as they are in the file;
// [Span.Text] decodes them.
//
// The focus of dispute is taken from its own section, else from the reasoning, else from a
// title that asks, else from the claim on which the court decided. A focus becomes a direct
// question by rule ([Ask]), or by a model ([Questioner]) whose question must pass
// [CourtCase.CheckQuestion]. Of several focuses each is a case of its own with the part of
// the reasoning that is about it.
//
// [CourtCase.CheckGiven] and [CourtCase.CheckRivals] say whether facts and outcome may be
// given and the reasoning asked for. [Resolve] finds the version of a law that a citation
// means on the day of decision, and [CourtCase.ScoreCitations] compares an answer's citations
// with it and with the case's own.
//
// A case that lacks a part is read, but cannot be asked about; [CourtCase.Refusal] says why.
// Withdrawn cases are left out: those marked as such, and those listed in a file
// withdrawn.txt of the directory.
package caselaw
