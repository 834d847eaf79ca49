package dataset

import "fmt"

// writeFiles lists the files of rows.
func (c *card) writeFiles() {
	c.printf("\n## Data\n\n### Files\n\nEach configuration is a Parquet file; a file without rows is no configuration, since Hugging Face's loader fails on it. `%s` has the checksums of all files: `sha256sum -c %s`.\n\n", SumsFile, SumsFile)
	var rows [][]string
	for _, k := range c.configs {
		for _, s := range k.files() {
			rows = append(rows, []string{k.name, s.file, fmt.Sprint(s.rows), k.doc})
		}
	}
	c.table([]string{"configuration", "file", "rows", "what it holds"}, rows)
	if c.r.Tables == nil {
		c.printf("The tables are not in this dataset.\n\n")
		return
	}
	c.printf(`Every column of a table is text, each cell as its source has it: a column of texts
has those, and one that holds a number has JSON, so that 0.50 stays 0.50 and "12" is
told from 12. A cell that nobody observed is null. A directory of these files is a
corpus: the same tools over it give the same observations, but for escapes that a
source did not need.

`)
}

// writeSplits says how the tasks are split.
func (c *card) writeSplits() {
	s := c.r.Splits
	if s == nil {
		return
	}
	c.printf("### Splits\n\n%s A count over the written files found no leak. The files for other programs hold the test split alone.\n\n", splitWords(s.Spec.Unit))
	var rows [][]string
	for i, p := range s.parts() {
		share := []int{s.Spec.Train, s.Spec.Validation, s.Spec.Test}[i]
		held := "–"
		if i > 0 {
			held = fmt.Sprint(s.HeldOut[i-1])
		}
		row := []string{p.name, fmt.Sprint(len(p.tasks))}
		if c.r.Twins != nil {
			row = append(row, fmt.Sprint(len(twinsOf(c.r.Twins, p.tasks))))
		}
		rows = append(rows, append(row, percent(float64(len(p.tasks))/float64(len(c.r.Tasks))), fmt.Sprintf("%d %%", share), held))
	}
	heads := []string{"split", "tasks"}
	if c.r.Twins != nil {
		heads = append(heads, "twins")
	}
	c.table(append(heads, "share", "aimed at", "held out: "+string(s.Spec.Unit)), rows)
	if n := len(s.Straddling); n > 0 {
		c.printf("Left out because they would straddle two splits: %d.\n\n", n)
	}
}

// splitWords says what splits by a unit keep apart.
func splitWords(unit SplitUnit) string {
	switch unit {
	case SplitByPath:
		return "No sequence of tools is in two splits: a test task puts known tools together in a new way (compositional)."
	case SplitByEntity:
		return "Each task of the validation and test splits looks up an entity that no other split looks up."
	case SplitByTool:
		return "Each task of the validation and test splits calls a tool that no other split calls."
	case SplitByTable:
		return "Each task of the validation and test splits reads a table that no other split reads."
	}
	return "Tasks were drawn one by one, so that the splits are alike (i.i.d.)."
}

// writeStatistics writes the table that LegalAgentBench describes itself with.
func (c *card) writeStatistics() {
	c.printf("### Statistics\n\nLengths are in characters; those of keywords are means over keywords, all others means over tasks.\n\n")
	var rows [][]string
	for _, s := range Statistics(c.r.Tasks) {
		rows = append(rows, []string{s.Type, fmt.Sprint(s.Tasks), mean(s.Query, s.Tasks), mean(s.Answer, s.Tasks),
			mean(s.KeyAnswer, s.Tasks), mean(s.KeyAnswerLength, s.KeyAnswer),
			mean(s.KeyMiddle, s.Tasks), mean(s.KeyMiddleLength, s.KeyMiddle)})
	}
	c.table(statisticsHead, rows)
	if b := CompareWithPublished(c.r.Tasks); b != nil {
		c.printf("Beside Table 2 of LegalAgentBench (arXiv 2412.17259), whose figures stand in brackets")
		if !b.Chinese {
			c.printf("; its tasks are in Chinese, so lengths are not compared")
		}
		c.printf(":\n\n")
		_, rows := b.rows()
		c.table(statisticsHead, rows)
		c.list(b.lines())
		if len(b.Thinner) > 0 {
			c.printf("Thinner than published, by more than a fifth:\n\n")
			var lines []string
			for _, f := range b.Thinner {
				lines = append(lines, f.String())
			}
			c.list(lines)
		}
	}
}

// mean writes sum/n to two places, and a dash for an n of 0.
func mean(sum, n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", float64(sum)/float64(n))
}

// writeColumns documents the columns of all files except the tables.
func (c *card) writeColumns() {
	for _, k := range c.configs {
		switch {
		case k.name == tasksConfig && c.r.Twins != nil:
			c.printf("### Columns\n\nThose of the tasks, and of their twins:\n\n")
		case k.name == tasksConfig:
			c.printf("### Columns\n\nThose of the tasks:\n\n")
		case k.file == ToolsFile, k.file == ReviewsFile:
			c.printf("Those of `%s`:\n\n", k.name)
		default:
			continue
		}
		var rows [][]string
		for _, col := range k.columns {
			rows = append(rows, []string{col.name, col.kind(), col.doc})
		}
		c.table([]string{"column", "type", "what it holds"}, rows)
	}
}
