package caselaw

import (
	"slices"
	"strings"
)

// A builder makes a case of a record.
type builder struct {
	c        CourtCase
	words    *words
	sections []section
	roles    []role   // of the sections
	listed   CasePart // what stands under a heading for citations
	title    CasePart // the title, where it stands in the file
	dated    bool     // the day of the facts has been read
}

// caseOf makes a case of a record, with all focuses in one; withdrawn reports a mark.
func caseOf(r *record, h headings) (b *builder, withdrawn bool) {
	b = &builder{c: CourtCase{File: r.file, Line: r.line, Source: r.span}}
	b.sections, b.roles = unfold(r.sections, h)
	b.c.Language = languageOf(b.all())
	b.words = wordsOf(b.c.Language)
	for i, s := range b.sections {
		if len(s.paragraphs) == 0 {
			continue
		}
		if b.roles[i] == roleWithdrawn {
			withdrawn = withdrawn || isSaid(s.paragraphs[0].text)
		}
		b.read(b.roles[i], s.paragraphs)
	}
	if len(b.c.Outcome) == 0 { // it may end the reasoning
		b.c.Reasoning = nil
		for i, s := range b.sections {
			if b.roles[i] == roleReasoning {
				b.divide(roleReasoning, s.paragraphs)
			}
		}
	}
	b.readRuling()
	return b, withdrawn
}

// isSaid reports whether the value of a mark is not a no.
func isSaid(text string) bool {
	return !slices.Contains([]string{"", "false", "no", "0", "否"}, strings.ToLower(strings.TrimSpace(text)))
}

// unfold divides sections at paragraphs that are nothing but a known heading in brackets.
func unfold(sections []section, h headings) (all []section, known []role) {
	for _, s := range sections {
		r, ok := h.of(s.heading)
		all, known = append(all, section{heading: s.heading}), append(known, r)
		for _, p := range s.paragraphs {
			text := strings.Trim(p.text, spaces+"。")
			inner, bracketed := strings.CutPrefix(text, "【")
			if inner, closed := strings.CutSuffix(inner, "】"); bracketed && closed && ok {
				if r, found := h.of(inner); found {
					all, known = append(all, section{heading: inner}), append(known, r)
					continue
				}
			}
			last := &all[len(all)-1]
			last.paragraphs = append(last.paragraphs, p)
		}
	}
	return all, known
}

// all returns the text of all sections.
func (b *builder) all() string {
	var t strings.Builder
	for _, s := range b.sections {
		for _, p := range s.paragraphs {
			t.WriteString(p.text)
		}
	}
	return t.String()
}

// read puts the paragraphs of a section where they belong.
func (b *builder) read(r role, paragraphs []paragraph) {
	value := func() string { return strings.Trim(paragraphs[0].text, spaces) }
	switch r {
	case roleID:
		b.c.ID = value()
	case roleTitle:
		b.c.Title = value()
		if piece, ok := paragraphs[0].trimmed(0, len(paragraphs[0].text)); ok && !paragraphs[0].isName {
			b.title = CasePart{piece}
		}
	case roleCause:
		b.c.Cause = value()
	case roleCourt:
		b.c.Court = value()
	case roleDecided:
		b.c.Decided = dayIn(value())
	case roleHappened:
		b.readHappened(paragraphs)
	case roleFacts, roleOutcome:
		b.divide(r, paragraphs)
	case roleClaims:
		b.add(&b.c.Facts, paragraphs)
	case roleFocus:
		b.add(&b.c.Focus, paragraphs)
	case roleReasoning:
		b.add(&b.c.Reasoning, paragraphs)
	case roleCitations:
		b.add(&b.listed, paragraphs)
	}
}

// readHappened reads the day of the facts. A case that gives several gives none for certain. An empty
// text gives none and is no second one.
func (b *builder) readHappened(paragraphs []paragraph) {
	paragraphs = slices.DeleteFunc(slices.Clone(paragraphs), func(p paragraph) bool { return strings.Trim(p.text, spaces) == "" })
	if len(paragraphs) == 0 {
		return
	}
	again := b.dated || len(paragraphs) > 1
	b.dated = true
	b.c.Happened, b.c.HappenedAt = "", Span{}
	if again {
		return
	}
	p := &paragraphs[0]
	if at, day := onlyDay(p.text); day != "" {
		b.c.Happened, b.c.HappenedAt = day, p.piece(at.i, at.j).Span
	}
}

// add adds paragraphs to a part, without signatures.
func (b *builder) add(part *CasePart, paragraphs []paragraph) {
	for i := range paragraphs {
		p := &paragraphs[i]
		if piece, ok := p.trimmed(0, len(p.text)); ok && !b.words.signature.MatchString(piece.Text) {
			*part = append(*part, piece)
		}
	}
}

// divide puts each sentence of a section of facts or of the outcome where it belongs: from
// the first sentence in which a court begins to give reasons, to the reasoning, and from
// the first clause after it in which the court decides, to the outcome.
func (b *builder) divide(begin role, paragraphs []paragraph) {
	now := begin
	parts := map[role]*CasePart{roleFacts: &b.c.Facts, roleOutcome: &b.c.Outcome, roleReasoning: &b.c.Reasoning}
	for i := range paragraphs {
		p := &paragraphs[i]
		from := 0
		change := func(at int, next role) {
			if piece, ok := p.trimmed(from, at); ok && next != now {
				*parts[now] = append(*parts[now], piece)
			}
			if next != now {
				from, now = at, next
			}
		}
		for _, s := range sentences(p.text) {
			if b.words.opinion.MatchString(strings.TrimLeft(p.text[s.i:s.j], spaces)) {
				change(s.i, roleReasoning)
			}
			if at, ok := b.decides(p.text[s.i:s.j]); ok && now == roleReasoning {
				change(s.i+at, roleOutcome)
				from += b.joining(p.text[from:])
			}
		}
		if piece, ok := p.trimmed(from, len(p.text)); ok && !b.words.signature.MatchString(piece.Text) {
			*parts[now] = append(*parts[now], piece)
		}
	}
}

// joining returns the length of the words that join a decision to the reasons before it.
func (b *builder) joining(decision string) int {
	if b.words.joining == nil {
		return 0
	}
	if m := b.words.joining.FindStringSubmatch(decision); m != nil {
		return len(m[1])
	}
	return 0
}

// decides returns where in a sentence a court begins to decide.
func (b *builder) decides(sentence string) (at int, ok bool) {
	all := clauses(sentence)
	for i, s := range all {
		clause := sentence[s.i:s.j]
		m := b.words.decision.FindStringSubmatchIndex(clause)
		if m == nil || b.words.reported.MatchString(clause) {
			continue
		}
		basis, verb := 2*b.words.decision.SubexpIndex("basis"), 2*b.words.decision.SubexpIndex("verb")
		switch {
		case m[basis] < m[basis+1]:
			return s.i + m[verb], true
		case i > 0 && b.words.connective.MatchString(sentence[all[i-1].i:all[i-1].j]):
			return all[i-1].i, true
		}
		return s.i, true
	}
	return 0, b.words.granted.MatchString(strings.TrimRight(sentence, spaces+closing))
}

// readRuling takes from the texts which court decided, when, and about what, where the
// source has no section for it.
func (b *builder) readRuling() {
	c := &b.c
	latest, last := "", ""
	for _, piece := range c.Outcome {
		for _, m := range b.words.decided.FindAllStringSubmatch(piece.Text, -1) {
			court, day := m[b.words.decided.SubexpIndex("court")], dayIn(m[b.words.decided.SubexpIndex("day")])
			if day >= latest {
				latest, last = day, court
			}
		}
	}
	if c.Decided == "" {
		c.Decided = latest
	}
	if c.Court == "" {
		c.Court = last
	}
	if c.Court == "" {
		c.Court = b.named()
	}
	if c.Cause == "" {
		c.Cause = b.causeInTitle()
	}
	c.Court = strings.TrimPrefix(c.Court, "The ")
	c.Cause = strings.TrimSuffix(strings.TrimSuffix(c.Cause, "案"), "一")
}

// named returns the court that is named last where a court gives reasons or decides; "" if
// that was the first instance and a second followed, whose court is not named.
func (b *builder) named() string {
	var court, instance string
	appealed := false
	for _, part := range []CasePart{b.c.Reasoning, b.c.Outcome} {
		for _, piece := range part {
			appealed = appealed || b.words.appeal.MatchString(piece.Text)
			for _, s := range sentences(piece.Text) {
				if m := b.words.named.FindStringSubmatch(piece.Text[s.i:s.j]); m != nil {
					court, instance = m[b.words.named.SubexpIndex("court")], m[b.words.named.SubexpIndex("instance")]
				}
			}
		}
	}
	if appealed && instance == "一审" {
		return ""
	}
	return court
}

// causeInTitle returns the cause of action in which a title ends.
func (b *builder) causeInTitle() string {
	if s, ok := group(b.words.cause, b.c.Title, "cause"); ok {
		if strings.HasSuffix(b.c.Title[:s.i], "公司公司") { // the second belongs to the cause
			s.i -= len("公司")
		}
		return b.c.Title[s.i:s.j]
	}
	return ""
}
