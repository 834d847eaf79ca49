package caselaw

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// A focus is what a dispute turns on, and the part of the reasoning about it; the reasoning
// is nil if no part of it is about this focus alone.
type focus struct {
	text      CasePart
	reasoning CasePart
}

// cases returns the case, or one case for each of its focuses.
func (b *builder) cases() []CourtCase {
	found, from := b.focuses()
	b.c.FocusFrom = from
	if len(found) == 1 {
		found[0].reasoning = b.c.Reasoning
	}
	if len(found) == 0 {
		b.c.Focus = nil
		found = []focus{{reasoning: b.c.Reasoning}}
	}
	all := make([]CourtCase, len(found))
	for i, f := range found {
		c := b.c
		if len(found) > 1 {
			c.ID = fmt.Sprintf("%s#%d", c.ID, i+1)
		}
		c.Focus = f.text
		c.Question = Ask(c.Language, c.FocusFrom, f.text.Text())
		refusal := c.refusal()
		if refusal == "" && f.reasoning == nil {
			refusal = Undivided
		}
		if f.reasoning != nil {
			c.Reasoning = f.reasoning
		}
		if refusal != "" {
			c.Question = ""
		}
		c.Refusal = refusal
		c.Citations = citationsIn(c.Language, c.Reasoning, b.listed)
		all[i] = c
	}
	return all
}

// focuses returns what the dispute turns on, from the best place that says so.
func (b *builder) focuses() ([]focus, FocusSource) {
	if len(b.c.Focus) > 0 {
		var items CasePart
		for _, piece := range b.c.Focus {
			items = append(items, b.items(piece)...)
		}
		return b.divided(items), FromSection
	}
	if items := b.stated(); len(items) > 0 {
		return b.divided(items), FromReasoning
	}
	if len(b.title) > 0 && b.words.asks.MatchString(b.c.Title) {
		return []focus{{text: b.title}}, FromTitle
	}
	if piece, ok := b.claimed(); ok {
		return []focus{{text: CasePart{piece}}}, FromClaim
	}
	return nil, ""
}

// stated returns the focuses that the reasoning states, in the best way in which it states
// any: all that are announced one after the other, else the first with its items.
func (b *builder) stated() CasePart {
	for _, e := range b.words.focus {
		var found CasePart
		for _, piece := range b.c.Reasoning {
			for _, s := range sentences(piece.Text) {
				if g, ok := group(e, piece.Text[s.i:s.j], "focus"); ok {
					found = append(found, b.within(piece, stretch{s.i + g.i, s.i + g.j}))
				}
			}
		}
		if len(found) > 1 && len(b.announced(found, b.c.Reasoning, false)) == len(found) {
			return found
		}
		if len(found) > 0 {
			return b.items(found[0])
		}
	}
	return nil
}

// within returns a stretch of a piece as a piece. It finds the piece's paragraph again, since
// the stretch of a JSON literal with escapes has other offsets in the file.
func (b *builder) within(piece Excerpt, s stretch) Excerpt {
	for i := range b.sections {
		for j := range b.sections[i].paragraphs {
			p := &b.sections[i].paragraphs[j]
			if at := p.index(piece.Span); at >= 0 {
				return p.piece(at+s.i, at+s.j)
			}
		}
	}
	panic("caselaw: a piece of no paragraph")
}

// index returns the offset in the paragraph's text at which a span begins; -1 if the span is
// not of this paragraph.
func (p *paragraph) index(s Span) int {
	if p.isName || s.First < p.from {
		return -1
	}
	if p.at == nil {
		if s.End > p.from+int64(len(p.text)) {
			return -1
		}
		return int(s.First - p.from)
	}
	if s.End > p.from+int64(p.at[len(p.at)-1]) {
		return -1
	}
	for i, at := range p.at {
		if p.from+int64(at) == s.First {
			return i
		}
	}
	return -1
}

// items divides a piece that numbers several focuses; a piece without numbers is one.
func (b *builder) items(piece Excerpt) CasePart {
	marks := b.words.number.FindAllStringIndex(piece.Text, -1)
	if len(marks) < 2 {
		marks = nil
	}
	var all CasePart
	add := func(i, j int) {
		text := strings.TrimRight(piece.Text[i:j], trailing)
		i += len(text) - len(strings.TrimLeft(text, trailing))
		if text = strings.TrimLeft(text, trailing); text != "" {
			all = append(all, b.within(piece, stretch{i, i + len(text)}))
		}
	}
	if len(marks) == 0 {
		add(0, len(piece.Text))
	}
	for k, m := range marks {
		end := len(piece.Text)
		if k+1 < len(marks) {
			end = marks[k+1][0]
		}
		add(m[1], end)
	}
	return all
}

// trailing are the marks and spaces around a focus that are not part of it.
const trailing = spaces + "，,；;：:。.？?、"

// divided gives each focus its part of the reasoning, if the reasoning takes the focuses one
// by one: in paragraphs or, where it is one paragraph, in sentences.
func (b *builder) divided(items CasePart) []focus {
	all := make([]focus, len(items))
	for i := range items {
		all[i].text = items[i : i+1]
	}
	if heads := b.heads(items, b.c.Reasoning); heads != nil {
		for i, from := range heads {
			all[i].reasoning = b.c.Reasoning[from:nextHead(heads, i, len(b.c.Reasoning))]
		}
		return all
	}
	if len(b.c.Reasoning) != 1 {
		return all
	}
	whole := b.c.Reasoning[0]
	stretches := sentences(whole.Text)
	var pieces CasePart
	for _, s := range stretches {
		pieces = append(pieces, Excerpt{Text: strings.TrimLeft(whole.Text[s.i:s.j], spaces)})
	}
	heads := b.heads(items, pieces)
	for i, from := range heads {
		last := nextHead(heads, i, len(stretches)) - 1
		all[i].reasoning = CasePart{b.within(whole, stretch{stretches[from].i, stretches[last].j})}
	}
	return all
}

// nextHead returns the piece at which the part after that of heads[i] begins, end for the last.
func nextHead(heads []int, i, end int) int {
	if i+1 < len(heads) {
		return heads[i+1]
	}
	return end
}

// heads returns the pieces that announce which focus they take, one for each focus in order:
// numbered ones or, failing that, all; nil if there are none or not as many.
func (b *builder) heads(items, pieces CasePart) []int {
	for _, numbered := range []bool{true, false} {
		if heads := b.announced(items, pieces, numbered); len(heads) == len(items) {
			return heads
		}
	}
	return nil
}

// announced returns the pieces, numbered ones or all, that announce a focus each, in order; nil if
// one announces another than the next.
func (b *builder) announced(items, pieces CasePart, numbered bool) []int {
	var heads []int
	for i, piece := range pieces {
		g, ok := group(b.words.issue, piece.Text, "focus")
		if !ok || numbered && !startsNumbered.MatchString(piece.Text) {
			continue
		}
		if len(heads) == len(items) || !isAbout(piece.Text[g.i:g.j], items[len(heads)].Text) {
			return nil
		}
		heads = append(heads, i)
	}
	return heads
}

var startsNumbered = lazyregexp.New(`^(?:[一二三四五六七八九十]+、|第[一二三四五六七八九十]+[，、]|[IVX]+\. |\d+\. )`)

// isAbout reports whether two texts share half of the pairs of characters of the shorter.
func isAbout(a, b string) bool {
	if len(b) < len(a) {
		a, b = b, a
	}
	pairs, shared := 0, 0
	last := ""
	for _, r := range a {
		if pair := last + string(r); last != "" {
			pairs++
			if strings.Contains(b, pair) {
				shared++
			}
		}
		last = string(r)
	}
	return pairs > 0 && 2*shared >= pairs
}

// claimed returns the claim on which the court decided: the last one in the facts, as it was
// brought to court if the sentence tells what was asked for before, too.
func (b *builder) claimed() (Excerpt, bool) {
	for i := len(b.c.Facts) - 1; i >= 0; i-- {
		piece := b.c.Facts[i]
		all := sentences(piece.Text)
		for k := len(all) - 1; k >= 0; k-- {
			begin := all[k].i
			if m := b.words.sued.FindStringIndex(piece.Text[begin:all[k].j]); m != nil {
				begin += m[0]
			}
			g, ok := group(b.words.claim, piece.Text[begin:all[k].j], "claim")
			if !ok {
				continue
			}
			claim := strings.TrimRight(piece.Text[begin+g.i:begin+g.j], trailing)
			return b.within(piece, stretch{begin + g.i, begin + g.i + len(claim)}), claim != ""
		}
	}
	return Excerpt{}, false
}
