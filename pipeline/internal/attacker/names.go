package attacker

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// nameLookup is a candidate call: a lookup with a name from the question as its argument.
type nameLookup struct {
	tool     *domain.Tool
	args     map[string]any
	from, to int // the name's bytes in the question, to excluded
	score    float64
}

// nameShapes are the shapes of names of common kinds, by entity type: how they end, or an expression for
// them.
var nameShapes = map[string]struct {
	endings []string
	form    *regexp.Regexp
}{
	"case_number":    {form: regexp.MustCompile(`^[（(]\d{4}[）)].*(号|No\. ?\d+)$`)},
	"penalty_number": {form: regexp.MustCompile(`[〔\[［]\d{4}[〕\]］].*\d`)},
	"stock_code":     {form: regexp.MustCompile(`^\d{6}$`)},
	"credit_code":    {form: regexp.MustCompile(`^[0-9A-Z]{18}$`)},
	"court_code":     {form: regexp.MustCompile(`^(\p{Han}\d{2,4}|[A-Z]{2}\d{2,4})$`)},
	"company":        {endings: []string{"公司", "厂", "合作社", "Ltd", "Ltd.", "Inc", "Inc.", "LLC", "Corp", "Corp.", "Corporation", "PLC", "Group"}},
	"court":          {endings: []string{"法院", "Court"}},
	"law_firm":       {endings: []string{"律师事务所", "律所", "Law Firm", "LLP", "Law Office", "Attorneys"}},
	"authority":      {endings: []string{"局", "委员会", "厅", "支队", "Bureau", "Office", "Authority", "Department"}},
	"address":        {endings: []string{"号", "室", "楼", "Province", "City", "District", "Zone"}},
}

// Chinese characters after which a name can begin, with which nouns for names end, before
// which a name can end, and which occur in no name; then lower-case words within names.
const (
	charsBeforeName = "的是为了请您把将与和及对从向于在给由被查下到明询问究因据跟就以知道出清认告诉列按针系"
	nounEndings     = "为是系号码称谓名址"
	charsAfterName  = "的所之是以相对在于被作因受有与和及、投名涉旗承办执审代下辖"
	charsInNoName   = "的了吗呢请您你我他她它们这那哪把被给吧些么"
	smallWords      = " of and for the on in & de "
)

// Numbers of pieces of a question that are compared with entity types, and of names that are
// tried with tools.
const (
	maxPieces = 120
	maxNames  = 16
)

// nameLookups returns the candidate calls, likeliest first. The score of a call adds how much a
// piece of the question looks like a name, how well it fits the kind of name that the lookup
// takes, and the share of the lookup's words that the question contains.
func nameLookups(question string, env agent.TrialEnv) (all []nameLookup) {
	names, lower := likelyNames(question, env), strings.ToLower(question)
	for i := range env.Domain.Tools {
		t := &env.Domain.Tools[i]
		if t.Kind != domain.Lookup {
			continue
		}
		cue := shareInQuestion(lower, lookupWords(t, env))
		seen := map[string]bool{}
		for _, m := range t.Match {
			key := strings.Join(m.Inputs, "\x00") + entityType(env.Domain, t, m.Columns)
			if seen[key] {
				continue
			}
			seen[key] = true
			if len(m.Inputs) > 1 {
				all = append(all, regionLookups(question, t, m.Inputs, cue)...)
				continue
			}
			for _, n := range names {
				score := n.score + 3*cue + n.typeScore(entityType(env.Domain, t, m.Columns))
				all = append(all, nameLookup{t, map[string]any{m.Inputs[0]: n.text}, n.from, n.to, score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b nameLookup) int { return cmp.Compare(b.score, a.score) })
	return all
}

// regionLookups returns the calls of a lookup about the regions that a question names.
func regionLookups(question string, t *domain.Tool, inputs []string, cue float64) (all []nameLookup) {
	for _, place := range agent.CandidateRegions(question) {
		if len(place) != len(inputs) {
			continue
		}
		from := strings.Index(question, place[0])
		to := strings.Index(question, place[len(place)-1])
		if from < 0 || to < 0 {
			continue
		}
		from, to = min(from, to), max(from+len(place[0]), to+len(place[len(place)-1]))
		args := map[string]any{}
		for i, in := range inputs {
			args[in] = place[i]
		}
		all = append(all, nameLookup{t, args, from, to, edgeScore(question, from, to) + 5 + 3*cue})
	}
	return all
}

// lookupWords returns the text that describes a lookup.
func lookupWords(t *domain.Tool, env agent.TrialEnv) string {
	text := strings.ReplaceAll(t.Phrase.In(env.Language), domain.Slot, " ")
	if table := env.Domain.Table(t.Table); table != nil {
		text += " " + table.Label.In(env.Language) + " " + table.Row.In(env.Language)
	}
	return text
}

// entityType returns the entity type of the columns that a lookup matches; "" if they have
// none.
func entityType(d *domain.Domain, t *domain.Tool, columns []string) string {
	table := d.Table(t.Table)
	if table == nil || len(columns) == 0 {
		return ""
	}
	c := table.Column(columns[0])
	if c == nil {
		return ""
	}
	of, _, _ := strings.Cut(c.Entity, ".")
	return of
}

// candidateName is a piece of the question that may be a name.
type candidateName struct {
	text     string
	from, to int
	score    float64
	kinds    []string // entity types whose names have this shape
}

// typeScore returns how well a name fits an entity type.
func (n *candidateName) typeScore(kind string) float64 {
	switch {
	case slices.Contains(n.kinds, kind):
		return 4
	case len(n.kinds) > 0:
		return -2
	}
	return 0
}

// likelyNames returns the pieces of a question that look most like names. It ranks all pieces
// by their boundaries and characters, and the best of these by how well they fit entity types.
func likelyNames(question string, env agent.TrialEnv) (names []candidateName) {
	for _, text := range agent.CandidateNames(question) {
		from := strings.Index(question, text)
		if from < 0 || utf8.RuneCountInString(text) < 3 {
			continue
		}
		n := candidateName{text: text, from: from, to: from + len(text)}
		n.score = edgeScore(question, n.from, n.to) + innerScore(text)
		names = append(names, n)
	}
	names = bestNames(names, maxPieces)
	for i := range names {
		n := &names[i]
		before, lower := strings.ToLower(strings.TrimRight(question[:n.from], " 为是“\"：:")), strings.ToLower(n.text)
		for j := range env.Domain.Entities {
			e := &env.Domain.Entities[j]
			if endsWithLabel(before, e.Label.In(env.Language)) || looksLikeName(n.text, lower, e, env.Language) {
				n.kinds = append(n.kinds, e.Name)
				n.score += 3
			}
		}
	}
	return bestNames(names, maxNames)
}

// bestNames returns the n names with the highest scores; of equal scores the longest first.
func bestNames(names []candidateName, n int) []candidateName {
	slices.SortStableFunc(names, func(a, b candidateName) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(b.text), len(a.text)))
	})
	return names[:min(n, len(names))]
}

// looksLikeName reports whether a piece, which is also given in lower case, has the shape of a name of
// an entity type.
func looksLikeName(text, lower string, e *domain.EntityType, language string) bool {
	if shape, ok := nameShapes[e.Name]; ok {
		return shape.form != nil && shape.form.MatchString(text) || slices.ContainsFunc(shape.endings, func(s string) bool { return strings.HasSuffix(text, s) })
	}
	label := []rune(e.Label.In(language))
	return len(label) > 1 && strings.HasSuffix(lower, strings.ToLower(string(label[max(0, len(label)-4):])))
}

// endsWithLabel reports whether a text in lower case ends with an entity type's label.
func endsWithLabel(lower, label string) bool {
	return label != "" && strings.HasSuffix(lower, strings.ToLower(label))
}

// edgeScore returns how likely a name begins at from and ends at to.
func edgeScore(question string, from, to int) (score float64) {
	last, _ := utf8.DecodeLastRuneInString(question[:from])
	first, _ := utf8.DecodeRuneInString(question[from:])
	next, _ := utf8.DecodeRuneInString(question[to:])
	end, _ := utf8.DecodeLastRuneInString(question[:to])
	switch {
	case from == 0 || last == ' ' && (unicode.IsUpper(first) || unicode.IsDigit(first) || first == '('):
		score++
	case strings.ContainsRune(nounEndings, last):
		score += 2
	case strings.ContainsRune(charsBeforeName, last):
		score += 1.5
	case unicode.IsPunct(last):
		score++
	case sameWord(last, first):
		score -= 3
	case unicode.Is(unicode.Han, last) != unicode.Is(unicode.Han, first):
		score++
	default:
		score--
	}
	switch {
	case strings.ContainsRune(charsAfterName, next):
		score += 1.5
	case to == len(question) || unicode.IsPunct(next):
		score++
	case next == ' ':
		following, _ := utf8.DecodeRuneInString(question[to+1:])
		if unicode.IsUpper(following) || unicode.IsDigit(following) {
			score -= 2
		}
	case sameWord(end, next):
		score -= 3
	}
	return score
}

// sameWord reports whether two adjacent characters belong to one word of letters and digits.
func sameWord(a, b rune) bool {
	in := func(c rune) bool { return !unicode.Is(unicode.Han, c) && (unicode.IsLetter(c) || unicode.IsDigit(c)) }
	return in(a) && in(b)
}

// innerScore returns how likely the characters of a piece are those of a name.
func innerScore(text string) (score float64) {
	for _, c := range text {
		if strings.ContainsRune(charsInNoName, c) {
			score -= 2.5
		}
	}
	if strings.ContainsFunc(text, unicode.IsDigit) {
		score++
	}
	capitals := 0.
	for _, w := range strings.Fields(text) {
		first, _ := utf8.DecodeRuneInString(w)
		switch {
		case unicode.IsUpper(first):
			capitals++
		case unicode.IsLower(first) && !strings.Contains(smallWords, " "+w+" "):
			score -= 2.5
		}
	}
	return score + min(2, capitals/2)
}

// shareInQuestion returns the share of a text's word units that a lower-case question contains,
// in [0, 1]; 0 for a text without word units.
func shareInQuestion(lower, text string) float64 {
	n, hits := 0., 0.
	for _, w := range wordUnits(text) {
		n++
		if strings.Contains(lower, w) {
			hits++
		}
	}
	if n == 0 {
		return 0
	}
	return hits / n
}

// wordUnits returns the lower-case words of a text and the pairs of adjacent Chinese
// characters.
func wordUnits(text string) (all []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		runes := []rune(w)
		if !unicode.Is(unicode.Han, runes[0]) {
			if len(runes) > 3 {
				all = append(all, w)
			}
			continue
		}
		for i := range runes[1:] {
			all = append(all, string(runes[i:i+2]))
		}
	}
	return all
}
