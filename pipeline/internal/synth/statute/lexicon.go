package statute

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// files are the words and grammars: text/matter has the words of all languages
// side by side, text/zh and text/en have the grammars.
//
//go:embed text
var files embed.FS

// languages are the languages of laws, in the order of the words in
// text/matter.
var languages = []string{"zh", "en"}

// lexicon holds the words of all matters in one language. The numbers of matters, subjects and
// phrases are the same in every language.
type lexicon struct {
	matters  []matter  // in the order of Matters
	subjects []subject // of all matters, those of one matter together; the last is general
	general  int       // the subject of the general articles of a code
}

// family is the style in which a matter is regulated.
type family uint8

// The closed set of families.
const (
	contract   family = iota // rights and duties between those who agree on them
	civil                    // rights and duties between others
	regulation               // an authority supervises the obligor
	procedural               // steps before a court
	official                 // the obligor is an authority itself
	families                 // how many there are
)

// familyNames are the families as the files name them.
var familyNames = [families]string{"contract", "civil", "regulation", "procedural", "official"}

// matter is the words of one matter and of its family.
type matter struct {
	family        family
	papers        bool // its items are filed and not stated
	authority     string
	seeks         byte // who applies for things, 'a' or 'b'
	decides       byte // who decides on them, 'a' or 'g'
	first, behind int  // its subjects are those from first up to behind
	duties        []string
	dutyIDs       []string // the duties in English, as the files have them
	wrongs        []string
	items         []string
	claims        []claim
	events        []event
}

// claim is a fact and what a party may demand because of it.
type claim struct {
	ids          [2]string // fact and remedy in English, as the files have them
	fact, remedy string
	obligor      bool // the obligor asks the counterparty and not the other way round
}

// event is a fact and its legal effect.
type event struct {
	ids          [2]string // as of a claim
	fact, effect string
}

// subject is the topic of one statute or chapter.
type subject struct {
	matter     int
	id         string // its English name, in every language
	name, is   string
	a, b, o, d string
	fill       *strings.Replacer // of $a, $b, $o, $d and $g in the matter's phrases
}

// pair is a phrase in all languages, "zh | en", optionally followed by another part.
type pair string

// english returns the English phrase.
func (p pair) english() string {
	_, rest, _ := strings.Cut(string(p), " | ")
	phrase, _, _ := strings.Cut(rest, " | ")
	return phrase
}

// matterWords holds the words of a matter, or the common words of a family, as in a file.
type matterWords struct {
	ID, Family, Seeks, Decides                      string
	Papers                                          bool
	Authority                                       pair
	Subjects                                        []struct{ Name, A, B, O, D, Is pair }
	Duties, Wrongs, Facts, Remedies, Effects, Items []pair
}

// reader reads the words of one language and keeps the first error.
type reader struct {
	language int
	file, id string
	fault    error
	lexicon
}

// loadLexicon reads the words of a language.
func loadLexicon(language string) (*lexicon, error) {
	rd := reader{language: slices.Index(languages, language)}
	if rd.language < 0 {
		return nil, fmt.Errorf("statutes in %q: want one of %q", language, languages)
	}
	var common []matterWords
	if err := yamlfile.Read(files, "text/matter/common.yaml", &common); err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "text/matter/*.yaml")
	if err != nil {
		return nil, err
	}
	rd.matters = make([]matter, len(Matters()))
	for _, name := range names {
		if strings.HasSuffix(name, "common.yaml") {
			continue
		}
		var words []matterWords
		if err := yamlfile.Read(files, name, &words); err != nil {
			return nil, err
		}
		for _, w := range words {
			rd.file, rd.id = name, w.ID
			rd.addMatter(w, common)
		}
	}
	rd.file, rd.id = "text/matter/common.yaml", "subjects"
	rd.general = len(rd.subjects)
	for _, c := range common {
		rd.addSubjects(c, 0, rd.matters[0].authority)
	}
	return &rd.lexicon, rd.fault
}

// addFault keeps the first error.
func (rd *reader) addFault(format string, args ...any) {
	if rd.fault == nil {
		rd.fault = fmt.Errorf("%s: %s: %w", rd.file, rd.id, fmt.Errorf(format, args...))
	}
}

// word returns a phrase in the reader's language, and the part behind all languages.
func (rd *reader) word(p pair) (phrase, rest string) {
	zh, more, ok := strings.Cut(string(p), " | ")
	if !ok {
		rd.addFault("phrase %q: want two, with | between", p)
	}
	en, rest, _ := strings.Cut(more, " | ")
	return [...]string{zh, en}[rd.language], rest
}

// words returns phrases in the reader's language.
func (rd *reader) words(ps []pair) []string {
	list := make([]string, len(ps))
	for i, p := range ps {
		list[i], _ = rd.word(p)
	}
	return list
}

// addMatter adds the words of a matter and those of its family.
func (rd *reader) addMatter(w matterWords, common []matterWords) {
	n, fam := matterNumber(SubjectMatter(w.ID)), family(slices.Index(familyNames[:], w.Family))
	if n < 0 || fam >= families {
		rd.addFault("matter %q of family %q: want a known matter and one of %q", w.ID, w.Family, familyNames)
		return
	}
	m := &rd.matters[n]
	*m = matter{family: fam, papers: w.Papers, seeks: 'a', decides: 'g', first: len(rd.subjects)}
	if w.Seeks != "" {
		m.seeks = w.Seeks[0]
	}
	if w.Decides != "" {
		m.decides = w.Decides[0]
	}
	m.authority, _ = rd.word(w.Authority)
	rd.addSubjects(w, n, m.authority)
	m.behind = len(rd.subjects)
	rd.addPhrases(m, w)
	shared := fam
	if fam == official {
		shared = procedural
	}
	for _, c := range common {
		if c.ID == familyNames[shared] {
			if m.papers && fam <= civil {
				c.Items = nil // they are no papers
			}
			rd.addPhrases(m, c)
		}
	}
}

// addSubjects adds the subjects of a matter.
func (rd *reader) addSubjects(w matterWords, number int, authority string) {
	for _, s := range w.Subjects {
		t := subject{matter: number}
		t.name, _ = rd.word(s.Name)
		_, t.id, _ = strings.Cut(string(s.Name), " | ")
		t.a, _ = rd.word(s.A)
		t.b, _ = rd.word(s.B)
		t.o, _ = rd.word(s.O)
		t.d, _ = rd.word(s.D)
		t.is, _ = rd.word(s.Is)
		t.fill = strings.NewReplacer("$a", t.a, "$b", t.b, "$o", t.o, "$d", t.d, "$g", authority)
		rd.subjects = append(rd.subjects, t)
	}
}

// addPhrases adds the phrases on a matter.
func (rd *reader) addPhrases(m *matter, w matterWords) {
	m.duties = append(m.duties, rd.words(w.Duties)...)
	for _, p := range w.Duties {
		m.dutyIDs = append(m.dutyIDs, p.english())
	}
	m.wrongs = append(m.wrongs, rd.words(w.Wrongs)...)
	m.items = append(m.items, rd.words(w.Items)...)
	for _, p := range w.Facts {
		_, fits := rd.word(p)
		if fits == "" {
			rd.addFault("fact %q: want the letters of its remedies and the numbers of its effects behind it", p)
		}
		for _, c := range fits {
			rd.addPair(m, p, c, w.Remedies, w.Effects)
		}
	}
}

// addPair joins a fact with the remedy or effect that a letter or digit stands for.
func (rd *reader) addPair(m *matter, fact pair, c rune, remedies, effects []pair) {
	text := func(p pair) string {
		phrase, _ := rd.word(p)
		return phrase
	}
	switch lower := c | 0x20; {
	case c >= '1' && int(c-'1') < len(effects):
		e := effects[c-'1']
		m.events = append(m.events, event{[2]string{fact.english(), e.english()}, text(fact), text(e)})
	case lower >= 'a' && int(lower-'a') < len(remedies):
		e := remedies[lower-'a']
		m.claims = append(m.claims, claim{[2]string{fact.english(), e.english()}, text(fact), text(e), c < 'a'})
	default:
		rd.addFault("fact %q: %q is no remedy or effect", text(fact), c)
	}
}
