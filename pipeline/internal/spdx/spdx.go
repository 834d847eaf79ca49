// Package spdx knows the identifiers of the SPDX License List 3.28 (https://spdx.org/licenses)
// and the expressions that join them, such as "MIT OR Apache-2.0" (SPDX 2.3, Annex D).
// Exceptions ("WITH …"), which are for programs, are not part of it.
package spdx

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// identifiersText has one identifier a line, those that are deprecated included.
//
//go:embed identifiers.txt
var identifiersText string

// identifiers maps identifiers in lower case to their spelling in the list.
var identifiers = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	for id := range strings.Lines(identifiersText) {
		id = strings.TrimSpace(id)
		m[strings.ToLower(id)] = id
	}
	return m
})

// Parse checks a licence expression and returns it as the list spells it: identifiers in
// the case of the list, AND and OR in capitals, and single spaces. Identifiers match in any
// case. The error names the first part that is wrong.
func Parse(expression string) (string, error) {
	if strings.ContainsFunc(expression, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", errors.New("a licence stands on one line: want an SPDX identifier")
	}
	p := &parser{rest: strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(expression))}
	if err := p.alternatives(); err != nil {
		return "", err
	}
	if len(p.rest) > 0 {
		return "", fmt.Errorf("%q after a whole licence expression: want AND or OR between identifiers", p.rest[0])
	}
	return strings.NewReplacer("( ", "(", " )", ")").Replace(strings.Join(p.out, " ")), nil
}

// IsIdentifier reports whether a text that [Parse] returned is one identifier of the list.
func IsIdentifier(license string) bool {
	id, ok := identifiers()[strings.ToLower(license)]
	return ok && id == license
}

// parser reads an expression by recursive descent.
type parser struct {
	rest []string // words that are not read yet
	out  []string // words as the list spells them
}

// alternatives reads operands joined by OR.
func (p *parser) alternatives() error { return p.joined("OR", p.conjunction) }

// conjunction reads operands joined by AND, which binds closer than OR.
func (p *parser) conjunction() error { return p.joined("AND", p.operand) }

func (p *parser) joined(operator string, operand func() error) error {
	for {
		if err := operand(); err != nil {
			return err
		}
		if len(p.rest) == 0 || !strings.EqualFold(p.rest[0], operator) {
			return nil
		}
		p.accept(operator)
	}
}

// operand reads an identifier, or an expression between parentheses.
func (p *parser) operand() error {
	if len(p.rest) == 0 {
		return errors.New("a licence is missing: want an SPDX identifier")
	}
	word := p.rest[0]
	if word == "(" {
		p.accept("(")
		if err := p.alternatives(); err != nil {
			return err
		}
		if len(p.rest) == 0 || p.rest[0] != ")" {
			return errors.New("a parenthesis is open: want its end")
		}
		p.accept(")")
		return nil
	}
	bare, plus := strings.CutSuffix(word, "+")
	id, ok := identifiers()[strings.ToLower(bare)]
	if !ok {
		return fmt.Errorf("%q is no SPDX identifier%s", word, suggestion(bare))
	}
	if plus {
		id += "+"
	}
	p.accept(id)
	return nil
}

// accept takes the next word and writes it as the list spells it.
func (p *parser) accept(spelt string) {
	p.rest, p.out = p.rest[1:], append(p.out, spelt)
}

// suggestion names up to three identifiers that begin as the text does, such as those with
// a version: "Apache" suggests Apache-1.0.
func suggestion(text string) string {
	const shown = 3
	var near []string
	for lower, id := range identifiers() {
		if text != "" && strings.HasPrefix(lower, strings.ToLower(text)+"-") {
			near = append(near, id)
		}
	}
	if near == nil {
		return ", such as MIT or CC-BY-4.0"
	}
	slices.Sort(near)
	slices.Reverse(near) // the latest version first
	return ": want " + strings.Join(near[:min(shown, len(near))], ", ") + " or another of https://spdx.org/licenses"
}
