package domain

// The values of [Domain].Reader.
const (
	StatuteReader = "statutes" // statutes, which package legislation reads
	CaseReader    = "cases"    // court cases, which package caselaw reads
	ExamReader    = "exams"    // exams, which package exam reads
)
