package lexical

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/tool"
)

// longest is the length of the longest piece that is tried as a name: characters
// where names are in Chinese, words elsewhere.
const longest = 44

// entity is a start entity that a tool knows.
type entity struct {
	types []string // what it may be, in the domain's order of matches
	parts []string // its name
	name  spread   // where it stands in the question
}

// piece is a piece of the question that may be a name.
type piece struct {
	spread
	label string // the entity type whose label introduces or ends it; "" for none
}

// start finds the first piece of the question that a lookup knows; nil if there is
// none or the calls are spent.
func (s *solving) start(ctx context.Context, question string) (*entity, error) {
	for _, p := range s.lexicon.pieces(question) {
		text := question[p.from:p.to]
		for i := range s.domain.Tools {
			found, err := s.ask(ctx, &s.domain.Tools[i], text, p)
			if spent(err) {
				return nil, nil
			}
			if found != nil || err != nil {
				return found, err
			}
		}
	}
	return nil, nil
}

// ask asks a lookup about a piece under every reading that its inputs have; nil if it
// knows nothing.
func (s *solving) ask(ctx context.Context, t *domain.Tool, text string, p piece) (*entity, error) {
	types := plan.Accepts(s.domain, t)
	if len(types) == 0 || p.label != "" && !slices.Contains(types, p.label) || p.label == "" && !s.named(t, types) {
		return nil, nil
	}
	inputs := t.Match[0].Inputs
	readings := [][]string{{text}}
	if len(inputs) > 1 {
		readings = places(text, len(inputs))
	}
	for _, parts := range readings {
		args := map[string]any{}
		for i, in := range inputs {
			args[in] = parts[i]
		}
		if c := columnsInput(t); c != "" {
			args[c] = []any{s.domain.Table(t.Table).Key}
		}
		r, err := s.calls.Call(ctx, tool.Call{Tool: t.Name, Args: args})
		if err != nil {
			return nil, err
		}
		if r.Empty() {
			continue
		}
		if p.label != "" {
			types = []string{p.label}
		}
		return &entity{types: types, parts: parts, name: p.spread}, nil
	}
	return nil, nil
}

// named reports whether pieces without a label are worth a call to the tool: for each
// entity type those that return one row, and those that return sets where none does.
func (s *solving) named(t *domain.Tool, types []string) bool {
	if t.Returns == domain.One {
		return true
	}
	for i := range s.domain.Tools {
		o := &s.domain.Tools[i]
		if o.Kind == domain.Lookup && o.Returns == domain.One && slices.Contains(plan.Accepts(s.domain, o), types[0]) {
			return false
		}
	}
	return true
}

// columnsInput is the input that takes column names; "" for none.
func columnsInput(t *domain.Tool) string {
	for i := range t.Inputs {
		if t.Inputs[i].Type == domain.InputColumns {
			return t.Inputs[i].Name
		}
	}
	return ""
}

// place is one part of a name of several places.
var place = regexp.MustCompile(`\p{Han}{2,}?[省市区县州盟旗]`)

// places splits a name into so many parts: at commas, in either direction, or behind
// the words for places; one part less has the first twice, as tables write cities
// that are provinces.
func places(text string, n int) (readings [][]string) {
	parts := strings.Split(text, ", ")
	if len(parts) == 1 {
		parts = place.FindAllString(text, -1)
		if strings.Join(parts, "") != text {
			return nil
		}
	}
	if len(parts) != n && len(parts) != n-1 {
		return nil
	}
	back := slices.Clone(parts)
	slices.Reverse(back)
	for _, p := range [][]string{parts, back} {
		if len(p) < n {
			p = append([]string{p[0]}, p...)
		}
		readings = append(readings, p)
		if !strings.Contains(text, ", ") {
			break
		}
	}
	return readings
}

// pieces returns what may be names, in the order in which they are tried: those that a
// label introduces before the others, by the anchored end in the order of the text,
// and the longest first.
func (l *lexicon) pieces(question string) []piece {
	labelled := l.labelled(question)
	if l.leads {
		return append(labelled, l.before(question)...)
	}
	return append(labelled, l.behind(question)...)
}

// labelled returns the pieces that follow what an entity type is called.
func (l *lexicon) labelled(question string) (all []piece) {
	lower := strings.ToLower(question)
	for i := range l.domain.Entities {
		e := &l.domain.Entities[i]
		label := strings.ToLower(e.Label.In(l.language))
		for at := 0; ; {
			n := strings.Index(lower[at:], label)
			if n < 0 || len(lower) != len(question) {
				break
			}
			at += n + len(label)
			from := at
			for _, gap := range []string{"为", " "} {
				from += len(question[from:]) - len(strings.TrimPrefix(question[from:], gap))
			}
			if first, _ := utf8.DecodeRuneInString(question[from:]); !opens(first) && len(e.Parts) == 0 && !unicode.Is(unicode.Han, first) {
				continue
			}
			if l.leads && from == at && !strings.ContainsFunc(until(question[from:]), unicode.IsDigit) {
				continue
			}
			for _, end := range ends(question, from) {
				all = append(all, piece{spread{from, end}, e.Name})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b piece) int { return a.from - b.from })
	return all
}

// opens reports whether a name or code can begin with a character.
func opens(c rune) bool {
	return unicode.IsUpper(c) || unicode.IsDigit(c) || strings.ContainsRune("(（[〔", c)
}

// until is the text up to the next break, and at most the longest piece.
func until(text string) string {
	if i := strings.IndexFunc(text, breaks); i >= 0 {
		text = text[:i]
	}
	if r := []rune(text); len(r) > longest {
		return string(r[:longest])
	}
	return text
}

// breaks reports whether no name goes on at a character.
func breaks(c rune) bool {
	return strings.ContainsRune("，。？！：；、“”「」《》?!;:\n", c)
}

// ends returns where a piece can end that begins at a place, the farthest first: behind
// every character in Chinese, behind words elsewhere, with and without the punctuation
// behind them.
func ends(question string, from int) (all []int) {
	text := question[from:]
	if i := strings.IndexFunc(text, breaks); i >= 0 {
		text = text[:i]
	}
	latin := strings.ContainsRune(text, ' ')
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[end:])
		if !latin && i > 0 || latin && (end == len(text) || next == ' ' || strings.ContainsRune(",.?'", next) && r != '.') {
			all = append(all, from+end)
		}
	}
	all = all[:min(longest, len(all))]
	slices.Reverse(all)
	return all
}

// before returns the pieces that end where words begin that the domain's phrases have
// behind an entity, and begin anywhere since the last break: those that end in what an
// entity type is called, as names of it, before those before the words of a lookup
// and those before any 的.
func (l *lexicon) before(question string) (all []piece) {
	ranked := make([][]piece, 3)
	for _, to := range l.anchors(question) {
		label := l.suffix(question[:to])
		rank := 1
		switch {
		case label != "":
			rank = 0
		case strings.HasPrefix(question[to:], "的"):
			rank = 2
		}
		var starts []int
		at := to
		for range longest {
			r, size := utf8.DecodeLastRuneInString(question[:at])
			if size == 0 || breaks(r) {
				break
			}
			at -= size
			starts = append(starts, at)
		}
		slices.Reverse(starts)
		for _, from := range starts {
			if utf8.RuneCountInString(question[from:to]) >= 3 {
				ranked[rank] = append(ranked[rank], piece{spread{from, to}, label})
			}
		}
	}
	return slices.Concat(ranked...)
}

// suffix is the entity type whose label a text ends in, the longest; "" for none.
func (l *lexicon) suffix(text string) (name string) {
	length := 0
	for i := range l.domain.Entities {
		e := &l.domain.Entities[i]
		if label := e.Label.In(l.language); len(label) > length && strings.HasSuffix(text, label) {
			name, length = e.Name, len(label)
		}
	}
	return name
}

// anchors returns the places of a text where what phrases have behind an entity, or a
// column, begins, in order.
func (l *lexicon) anchors(question string) (at []int) {
	heads := []string{"的"}
	add := func(phrase string) {
		head, _, _ := strings.Cut(strings.TrimPrefix(phrase, domain.Slot), "的")
		if utf8.RuneCountInString(head) >= 2 || strings.HasPrefix(phrase, domain.Slot) && head != "" {
			heads = append(heads, head)
		}
	}
	for i := range l.domain.Tools {
		if t := &l.domain.Tools[i]; t.Kind == domain.Lookup {
			add(t.Phrase.In(l.language))
		}
	}
	for i := range l.domain.Tables {
		for j := range l.domain.Tables[i].Columns {
			if called := l.domain.Tables[i].Columns[j].Called(l.language); strings.HasPrefix(called, "所") {
				heads = append(heads, called)
			}
		}
	}
	for _, head := range append(heads, "作为", "是否") {
		for from := 0; ; {
			n := strings.Index(question[from:], head)
			if n < 0 {
				break
			}
			at = append(at, from+n)
			from += n + len(head)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// behind returns the pieces that begin as names do, behind a word in small letters that
// ends no sentence, and end behind any word before the next break.
func (l *lexicon) behind(question string) (all []piece) {
	small := false // whether the word before has small letters
	for at := 0; at < len(question); {
		end := strings.IndexByte(question[at:], ' ')
		if end < 0 {
			end = len(question) - at
		}
		word := question[at : at+end]
		first, _ := utf8.DecodeRuneInString(word)
		if small && (opens(first) || unicode.Is(unicode.Han, first)) && len(word) > 1 {
			for _, to := range ends(question, at) {
				all = append(all, piece{spread{at, to}, ""})
			}
		}
		small = unicode.IsLower(first) && !strings.ContainsAny(word, ".?!:;")
		at += end + 1
	}
	return all
}
