package dataset

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/spdx"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// WriteCard writes the README.md of a release: a Hugging Face dataset card with
// its YAML header. Text from outside this package is escaped, so that no table, name or
// note can become markup.
func WriteCard(w io.Writer, r *Release) error {
	configs, err := r.configs()
	if err != nil {
		return err
	}
	c := &card{r: r, configs: configs}
	c.writeHeader()
	c.writeSummary()
	if isExam(r) {
		c.writeItemExample()
		c.writeItemUses()
	} else {
		if err := c.writeExample(); err != nil {
			return err
		}
		c.writeUses()
		c.writeEvaluation()
	}
	c.writeBaselines()
	c.writeTwins()
	if len(r.Tools) > 0 {
		c.writeFormats()
	}
	c.writeFiles()
	c.writeSplits()
	c.writeDomains()
	c.writeCorpora()
	c.writePersonalData()
	c.writeToolTable()
	c.writeStatistics()
	c.writeColumns()
	if isExam(r) {
		c.writeItemConstruction()
	} else {
		c.writeConstruction()
	}
	c.writeFunnel()
	c.writeExtension()
	c.writeChecks()
	c.writeCoverage()
	c.writeReview()
	c.writeLimits()
	c.writeLicense()
	c.writeCitation()
	_, err = c.WriteTo(w)
	return err
}

// card is a card while it is written. Its methods write one section each: this file has
// those about the whole, card_example.go, card_use.go, card_data.go, card_construction.go,
// card_corpora.go, card_domains.go, card_privacy.go, card_review.go and card_exam.go the others.
type card struct {
	markdown
	r       *Release
	configs []config
}

// summary describes a release in plain text.
func summary(r *Release) string {
	s := fmt.Sprintf("%d questions that an agent answers by calling tools over tables, each with a plan whose execution proves the answer.", len(r.Tasks))
	if isExam(r) {
		s = fmt.Sprintf("%d exam questions with options, each with a record of the official answer that its key rests on.", len(r.Tasks))
	}
	if r.Source != "" {
		s += " " + r.Source
	}
	return s
}

// keywords are the search terms of the dataset.
func keywords(r *Release) []string {
	if isExam(r) {
		return []string{"benchmark", "exam", "law", "multiple-choice", "question-answering"}
	}
	return []string{"agents", "benchmark", "multi-hop", "question-answering", "tool-use"}
}

// writeHeader writes the YAML that Hugging Face reads; strings are JSON, which is
// YAML.
func (c *card) writeHeader() {
	c.printf("---\npretty_name: %s\n", jsonText(c.r.Title))
	switch {
	case c.r.License == otherLicense || spdx.IsIdentifier(c.r.License):
		c.printf("license: %s\n", jsonText(strings.ToLower(c.r.License)))
	default: // Hugging Face's list has single licences
		c.printf("license: %s\nlicense_name: %s\n", otherLicense, jsonText(c.r.License))
	}
	c.printf("language:\n")
	for _, l := range c.r.languages() {
		c.printf("- %s\n", jsonText(l))
	}
	c.printf("annotations_creators:\n- machine-generated\nlanguage_creators:\n- machine-generated\nsource_datasets:\n- original\n")
	c.printf("task_categories:\n- question-answering\ntags:\n")
	for _, k := range keywords(c.r) {
		c.printf("- %s\n", k)
	}
	c.printf("size_categories:\n- %s\n", sizeCategory(len(c.r.Tasks)))
	c.printf("configs:\n")
	for _, k := range c.configs {
		if k.rows == 0 {
			continue // Hugging Face's loader fails on a split without rows
		}
		c.printf("- config_name: %s\n  data_files:\n", yamlText(k.name))
		for _, s := range k.files() {
			if s.rows > 0 {
				c.printf("  - split: %s\n    path: %s\n", s.split, yamlText(s.file))
			}
		}
	}
	c.printf("---\n\n")
}

// yamlText writes a text in YAML: plain words as they are, everything else quoted.
func yamlText(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return jsonText(s)
}

var plainWord = regexp.MustCompile(`^[a-z][a-zA-Z0-9/._-]*$`)

// sizeCategory returns Hugging Face's category for a number of rows.
func sizeCategory(n int) string {
	switch {
	case n < 1_000:
		return "n<1K"
	case n < 10_000:
		return "1K<n<10K"
	case n < 100_000:
		return "10K<n<100K"
	case n < 1_000_000:
		return "100K<n<1M"
	}
	return "n>1M"
}

// writeSummary writes what the dataset is, in a sentence and a table.
func (c *card) writeSummary() {
	c.printf("# %s\n\n%s\n\n", escape(c.r.Title), escape(summary(c.r)))
	voted := 0
	for _, t := range c.r.Tasks {
		if status(t) != review.Unreviewed {
			voted++
		}
	}
	p := c.r.Publication
	rows := [][]string{
		{"version", c.r.Version},
		{"tasks", fmt.Sprintf("%d in %s", len(c.r.Tasks), strings.Join(c.r.languages(), " and "))},
		{"types", typeCounts(c.r.Tasks)},
	}
	if s := c.r.Splits; s != nil {
		rows = append(rows, []string{"splits", fmt.Sprintf("%d train, %d validation, %d test, by %s", len(s.Train), len(s.Validation), len(s.Test), s.Spec.Unit)})
	}
	if c.r.Twins != nil {
		rows = append(rows, []string{"unanswerable twins", fmt.Sprint(len(c.r.Twins))})
	}
	if len(c.r.Tools) > 0 {
		rows = append(rows, []string{"tools", fmt.Sprint(len(c.r.Tools))})
	}
	if c.r.Tables != nil {
		rows = append(rows, []string{"tables", fmt.Sprint(len(c.r.Tables))})
	}
	rows = append(rows, []string{"voted on by people", fmt.Sprintf("%d of %d", voted, len(c.r.Tasks))}, []string{"licence", c.r.License})
	for _, f := range [][]string{{"creator", p.Creator}, {"published", p.Date}, {"address", p.URL}} {
		if f[1] != "" {
			rows = append(rows, f)
		}
	}
	c.table([]string{"", ""}, rows)
}

// typeCounts says how many tasks there are of each type: "80 1-hop, 20 writing".
func typeCounts(tasks []*task.Task) string {
	var parts []string
	for _, s := range Statistics(tasks) {
		if s.Type != score.All {
			parts = append(parts, fmt.Sprintf("%d %s", s.Tasks, s.Type))
		}
	}
	return strings.Join(parts, ", ")
}

// largestFirst sorts names by count, the largest first, then by name.
func largestFirst(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
}
