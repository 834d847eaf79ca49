package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/privacy"
)

// PersonalData says what personal data the tables of a release hold.
type PersonalData struct {
	// Invented says that every person in the tables was invented; the other fields are empty.
	Invented bool
	// Found is what the tables held before anything was masked.
	Found privacy.PrivacyReport
	// Masks say what was masked, an element for each domain of which something was; nil for nothing.
	Masks []DomainMasks
}

// DomainMasks says what was masked in the tables of a domain.
type DomainMasks struct {
	// Domain is the domain's name; "" if the release is of one domain.
	Domain string
	// Mask names the columns whose data was masked, as the flag does.
	Mask string
	// Values counts the values that have a mask, by kind, and Masked says how often one stands where.
	Values map[privacy.DataKind]int
	Masked []privacy.Replacement
}

// personalWords are the kinds of personal data in words.
var personalWords = map[privacy.DataKind]string{
	privacy.Identity: "identity numbers", privacy.Mobile: "mobile numbers", privacy.Email: "e-mail addresses",
	privacy.Card: "bank cards", privacy.Name: "names of persons",
}

// writePersonalData writes what personal data was found in the tables and what of it is masked.
func (c *card) writePersonalData() {
	p := c.r.Personal
	if p == nil {
		return
	}
	c.printf("### Personal data\n\n")
	if p.Invented {
		c.printf("None. The persons in the tables and texts, their numbers and addresses were invented by a program; a likeness to somebody is chance.\n\n")
		return
	}
	const limits = "Looked for, by form and check digits: identity numbers (Chinese of 18 digits, CPF), mobile numbers, e-mail addresses of persons, bank cards, and names in columns of persons. Names that stand in running text alone are not found, and no other data about a person is. "
	if len(p.Found.Columns) == 0 {
		c.printf("%sNothing was found.\n\n", limits)
		return
	}
	c.printf("%sThis was found before anything was masked:\n\n", limits)
	masked := map[[3]string]int{}
	for _, d := range p.Masks {
		for _, m := range d.Masked {
			masked[[3]string{m.Table, m.Column, string(m.Kind)}] = m.Masked
		}
	}
	var rows [][]string
	for _, f := range p.Found.Columns {
		row := []string{privacy.DataPlace{Table: f.Table, Column: f.Column}.String(), personalWords[f.Kind], fmt.Sprint(f.Cells), fmt.Sprint(f.Values), fmt.Sprint(f.Hidden)}
		if p.Masks != nil {
			row = append(row, fmt.Sprint(masked[[3]string{f.Table, f.Column, string(f.Kind)}]))
		}
		rows = append(rows, row)
	}
	head := []string{"where", "what", "cells", "different values", "cells whose source masks it"}
	if p.Masks == nil {
		c.table(head, rows)
		c.printf("Nothing of it is masked.\n\n")
		return
	}
	c.table(append(head, "places masked"), rows)
	within := ""
	for _, d := range p.Masks {
		of := ""
		if d.Domain != "" {
			of, within = " in "+escape(d.Domain), " of a domain"
		}
		c.printf("Masked%s: %s (asked for: %s). ", of, d.numbers(), escape(d.Mask))
	}
	if len(c.r.Domains) > len(p.Masks) {
		c.printf("Nothing of the other domains is masked. ")
	}
	c.printf("Equal values%s have equal masks, wherever they stand; a mask is drawn with a key that is not published, and stands for nothing real. Tasks were made and proved over the masked tables.\n\n", within)
}

// numbers says how many values of which kinds have masks.
func (d *DomainMasks) numbers() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(d.Values)) {
		parts = append(parts, fmt.Sprintf("%d %s", d.Values[kind], personalWords[kind]))
	}
	return strings.Join(parts, ", ")
}
