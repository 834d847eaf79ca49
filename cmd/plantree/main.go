/*
Plantree grows the planning tree of a domain.

	plantree [-corpus DIR] [flags]
	plantree -against DIR [flags]
	plantree -export DIR [-format F] [flags]
	plantree -infer SOURCE -to DIR [-serve ADDRESS] [-lang L]
	plantree -check DOMAIN

It reads the domain and the corpus, reports what in the tables cannot be used
with file and line, and writes to OUT/plantree:

	corpus.json    what each table and column holds, and what was dropped
	privacy.json   personal data in the tables of -corpus, by column
	graph.json     the planning graph: entity types, tools, who accepts what
	paths.jsonl    every path, one a line
	coverage.json  paths by depth; what can be reached, what cannot and why
	tree.html      the tree, drawn; opens from disk

It prints the number of paths by depth, and for tables of -corpus what personal data they
hold: identity numbers, mobile numbers, e-mail addresses of persons, bank cards, and names
in columns of persons. With -mask it writes the tables to OUT/masked with masks in their
place, the same for equal values wherever they stand, and everything later is made of
those. The environment variable TASKGROVE_MASK_KEY has the key by which masks are drawn.

Without tables of your own it first generates the tables of a fictitious world, one
JSONL file a table, in OUT/world. The world is drawn from -seed, its size is -scale, and
it fits the domain: legal has one in Chinese, legal-en the same in English.

With -against it also compares the tables with others of the same domain, column by
column: how many cells are filled, how many hold a mark for none, how many differ,
lengths, amounts, days, and which names find a row of which table. It flags what differs
by more than a factor of 2 and by more than chance, writes comparison.html and
comparison.json beside the tree and prints how many measures agree. The other tables are
those of a directory, or published: the rows that can be recovered from the agent logs of
LegalAgentBench, of which figures are shipped.

	-against DIR  the other tables, or published

With -export it only writes the generated world of -domain, -seed and -scale to DIR, and
prints the number of rows of each file; with -n it only prints them. For domain statutes it
writes the tables that are read from the texts in -corpus, or from generated ones, which
can be corrected and given back as -corpus DIR. Existing files are replaced once all new
ones are complete; a table that exists in another format is an error.

	-export DIR  directory to write to
	-format F    jsonl, csv or parquet (jsonl); CSV and Parquet hold numbers as text

With -infer it only drafts a domain from tables without a declaration: what columns hold,
keys, what refers to what, lookups and phrases in English or Chinese. The directory of -to
gets domain.yaml, in which every uncertain decision has a comment, infer.html with the
evidence of each column and join, and other words for some labels. With -serve it also serves
a page on which people accept or correct each decision and save; the domain is drafted anew
with what they say, and a file that somebody has edited by hand is never replaced. With -check
it only checks a domain and prints every fault with file and line.

	-infer SOURCE   directory of tables, one file, or a database by its SQLite file or URL
	-to DIR         directory for the domain, which must not exist unless -serve goes on with it
	-serve ADDRESS  where the page is served, such as 127.0.0.1:7330
	-public URL     the name under which people open it, where -serve is no address of one machine
	-model NAME     asked for labels, phrases, descriptions, other words and sense, where the
	                draft has names and kinds; it is told no cell, and can name nothing else.
	                What it says is marked in domain.yaml; infer.json keeps it, llm its answers
	-endpoint, -max-cost, -max-tokens, -prices
	                of the model, as rewrite -h explains them
	-check DOMAIN   a directory, or the name of a shipped domain

Common flags (-domain, -corpus, -out and others), how settings are kept and exit codes:
plantree -h all.
*/
package main

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/command"
)

//go:embed main.go
var source string

func main() { command.Main(command.Plantree(), source) }
