package draft

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// yesNoPhrase holds the words for a question with the answer yes or no.
type yesNoPhrase struct {
	question     string // direct, without its mark
	clause       string // indirect
	yes, no      string // the two statements, without a period
	shortPremise string // what begins an inquiry that directly follows it and depends on a yes
	shortDenial  string // the same for one that depends on a no
	// affirmed and denied are the parts of the statements that say which it is, the
	// keyword first; no keyword stands in the other.
	affirmed, denied []string
}

func (t *yesNoPhrase) texts() []*string {
	all := []*string{&t.question, &t.clause, &t.yes, &t.no}
	for _, list := range [][]string{t.affirmed, t.denied} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

// stating returns the statement that it is so, or that it is not.
func (t *yesNoPhrase) stating(yes bool) string {
	if yes {
		return t.yes
	}
	return t.no
}

func (t yesNoPhrase) clone() yesNoPhrase {
	t.affirmed, t.denied = slices.Clone(t.affirmed), slices.Clone(t.denied)
	return t
}

func (t *yesNoPhrase) wording() Wording {
	return Wording{Subject: t.clause, Clause: t.clause, Question: t.question}
}

// answer returns the typed answer.
func (t *yesNoPhrase) answer(yes bool) value.Answer {
	said, other := t.affirmed, t.denied
	if !yes {
		said, other = other, said
	}
	return value.Answer{Kind: value.Truth, Text: said[0], Yes: yes, Contrary: other, Aliases: said[1:]}
}

// truth returns the words for whether there are rows.
func (c *composer) truth(name string) (yesNoPhrase, error) {
	rows := c.program.Node(name).From[0]
	n := c.program.Node(rows)
	if known := c.knownWords(n); known != "" {
		t := c.domain.Tool(n.Do.(*plan.Call).Tool)
		entity, err := c.entity(n.From[0], domain.Slot, t)
		table := c.tableFound(t)
		return c.grammar.askKnown(entity, known, table.Row.In(c.lang), table.Measure.In(c.lang)), err
	}
	if _, ok := n.Do.(*plan.Filter); ok {
		r, err := c.rowsOf(n)
		if err != nil || r.choice == nil && r.conditions != nil {
			return c.grammar.askMatches(&r), err
		}
		return c.grammar.askRecorded(&r), nil
	}
	r, err := c.rows(rows)
	return c.grammar.askRecorded(&r), err
}
