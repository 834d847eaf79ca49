package dataset

import (
	"fmt"
	"strings"
)

// writeLimits writes what is not in the tasks, and what is known to be wrong.
func (c *card) writeLimits() {
	over := "one domain"
	if n := len(c.r.Domains); n > 0 {
		over = fmt.Sprintf("%d domains", n)
	}
	c.printf(`## Limits

- Questions are made from templates and plans: they ask what a program can compute, and
  their wording is more even than that of people.
- Thresholds, days and places in a ranking are drawn by machine, so some are not what a
  person would ask about.
- Tasks cover the tools and tables of %s, in %s.
`, over, strings.Join(c.r.languages(), " and "))
	if c.r.Source == "" {
		c.printf("- Whether the tables hold data about real persons depends on their source, which is not recorded here.\n")
	} else {
		c.printf("- %s\n", escape(c.r.Source))
	}
	c.writeKnownFaults()
}

// writeLicense writes the licence of the tables and what is still to be said about the
// dataset.
func (c *card) writeLicense() {
	c.printf("\n## License\n\n")
	if c.r.License == otherLicense {
		c.printf("No licence is named. Tasks quote cells of the tables, so the terms of the tables hold for them too: read them before you pass the dataset on. Whoever owns tables, or publishes a generated world, can name a licence: `verify -license CC-BY-4.0`.\n")
	} else {
		c.printf("%s, as declared for the tables. Tasks quote cells of the tables, so it holds for them too.\n", escape(c.r.License))
	}
	if missing := c.r.Publication.Missing(); missing != nil {
		c.printf("\nNot named so far, here and in `%s`: `verify %s` adds it. Validators of Croissant want all three.\n", CroissantFile, strings.Join(missing, " "))
	}
}

// writeCitation writes BibTeX for the dataset and the benchmark that it follows.
func (c *card) writeCitation() {
	c.printf("\n## Citation\n\n```bibtex\n%s\n%s```\n", c.r.citation(), paperCitation)
}
