package pipeline_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// lawWords are words of law.
var lawWords = regexp.MustCompile(`(?i)\b(?:law ?firms?|lawyers?|attorneys?|courts?|statutes?|plaintiffs?|defendants?|law ?suits?|litigants?|litigations?|case numbers?|tribunals?)\b|律师|律所|法院|法庭|原告|被告|案号|诉讼|法条|法律|判决|裁判|起诉`)

// placesOfLaw are the folders and files in which words of law stand, and why. All others are about
// tables of any field.
var placesOfLaw = map[string]string{
	// Domains of law, what makes their tables, and what reads their texts.
	"schemas/legal":              "a domain of law",
	"schemas/legal-en":           "a domain of law",
	"schemas/statutes":           "a domain of law",
	"schemas/cases":              "a domain of law",
	"schemas/exam":               "a domain of law",
	"schemas/toy":                "a domain of companies and their cases",
	"pipeline/ground/ground.go":  "follows a path of the toy domain",
	"pipeline/internal/synth":    "the model of the generated legal world",
	"pipeline/legislation":       "reads laws",
	"pipeline/caselaw":           "reads cases",
	"pipeline/exam":              "reads exams of law",
	"pipeline/value/citation.go": "reads citations of laws",
	"pipeline/domain/reader.go":  "names the readers",
	"pipeline/doc.go":            "names all packages",
	"pipeline/command":           "has the flags of the readers",

	// Answers about law.
	"pipeline/score":                                  "grades texts of law, citations and recited laws",
	"pipeline/proof":                                  "recounts answers from laws, cases and exams",
	"pipeline/bench/recall":                           "measures answers about laws",
	"pipeline/bench/retrieval":                        "measures searches for laws",
	"pipeline/bench/experiment":                       "measures them again",
	"schemas/domain.schema.json":                      "names the readers",
	"pipeline/bench/analysis":                         "compares agents by law",
	"pipeline/internal/htmlreport/script":             "shows these measures",
	"pipeline/agent/method/prompts":                   "say in which form laws are cited",
	"pipeline/review/guideline":                       "tells reviewers when a law is cited wrongly",
	"pipeline/internal/reviewing/exchange":            "has a name for that fault",
	"pipeline/internal/reviewing/web/page":            "has a name for that fault",
	"pipeline/validation":                             "compares with LegalAgentBench",
	"pipeline/internal/profile":                       "compares with LegalAgentBench's tables",
	"pipeline/agent/degenerate.go":                    "guesses what LegalAgentBench asks for",
	"pipeline/internal/attacker/script.go":            "attacks statements of defence",
	"pipeline/decisions":                              "say why all this is as it is",
	"schemas/analysis.schema.json":                    "has the measures of answers about laws",
	"schemas/config.schema.json":                      "has the flags of the readers",
	"pipeline/internal/attacker/names.go":             "lists endings of names of any field",
	"pipeline/internal/question/gate/language.go":     "lists endings of names of any field",
	"pipeline/internal/question/cue/chinese.go":       "lists words of questions of any field",
	"pipeline/internal/question/cue/english.go":       "lists words of questions of any field",
	"pipeline/internal/question/demand/difference.go": "lists words of questions of any field",
	"pipeline/infer/key.go":                           "lists words in names of columns of any field",
	"pipeline/infer/words.txt":                        "lists words in names of columns of any field",
	"pipeline/draft/english_law.go":                   "lists the nouns of law that English puts otherwise",
	"pipeline/privacy/email.go":                       "lists offices and professions of any field",
	"pipeline/privacy/name.go":                        "lists offices and professions of any field",
	"pipeline/privacy/running.go":                     "lists offices and professions of any field",
}

// No word of law stands in what is about tables of any field: not in texts, nor in comments.
func TestWordsOfLaw(t *testing.T) {
	root := os.DirFS("..")
	met := map[string]bool{} // places with words of law
	for _, dir := range []string{"pipeline", "schemas"} {
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test")): // helpers of tests
				return fs.SkipDir
			case d.IsDir() || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			place := name
			for place != "." && placesOfLaw[place] == "" {
				place = path.Dir(place)
			}
			if met[place] {
				return nil
			}
			b, err := fs.ReadFile(root, name)
			if err != nil {
				return err
			}
			for _, text := range textsOf(name, b) {
				at := lawWords.FindString(text)
				met[place] = met[place] || at != "" && place != "."
				if at != "" && place == "." {
					t.Errorf("%s has %q in %.200q: want words of any field, or a place in placesOfLaw with its reason", name, at, text)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for place := range placesOfLaw {
		if !met[place] {
			t.Errorf("%s has no word of law: want it out of placesOfLaw", place)
		}
	}
}

// textsOf returns the comments and strings of a Go file, and the lines of any other.
func textsOf(name string, b []byte) (texts []string) {
	if path.Ext(name) != ".go" {
		return slices.Collect(strings.Lines(string(b)))
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(name, -1, len(b)), b, nil, scanner.ScanComments)
	for {
		switch _, tok, text := s.Scan(); tok {
		case token.EOF:
			return texts
		case token.COMMENT, token.STRING:
			texts = append(texts, text)
		}
	}
}
