package judge

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// Rubric is a set of criteria for grading texts, loaded by [Shipped] or [ReadRubric]. It is
// read-only and safe to share between goroutines.
type Rubric struct {
	// Name and Version tell rubrics apart for people; Version counts from 1.
	Name    string
	Version int
	// Language is the language of the rubric and of the texts it grades.
	Language string
	// Most is the maximum number of points per criterion, at least 1.
	Most int
	// Criteria has at least one element.
	Criteria []Criterion
	// Anchored says that a judge gives only numbers of points that have an anchor.
	Anchored bool
	// Quotes says that a judge quotes the text for each grade above 0.
	Quotes bool
	// Tiers divide the overall score, from 0 to 100, that a judge gives besides the grades, in
	// increasing order; the first is from 0. nil asks for no overall score.
	Tiers []Tier

	digest digest.Digest
}

// A Criterion is one quality by which a text is graded.
type Criterion struct {
	// Name is the criterion's name in grades: lower-case letters, digits and underscores.
	// The same criterion has the same name in every language.
	Name string
	// Title is the criterion's name for people.
	Title string
	// Weight is its weight in the score relative to the other criteria, at least 1.
	Weight int
	// Asks is the question that the judge answers about the text.
	Asks string
	// Anchors describe levels of quality in increasing order of points. The first has 0
	// points and the last the rubric's Most.
	Anchors []Anchor
}

// An Anchor describes the texts that earn a certain number of points.
type Anchor struct {
	Points int
	Text   string
}

// A Tier is a range of the overall score, up to the next tier.
type Tier struct {
	From int // the lowest score, from 0 to 100
	Text string
}

// mostOverall is the highest overall score.
const mostOverall = 100

// Limits of a rubric.
const (
	mostCriteria = 20
	mostPoints   = 20
	mostWeight   = 100
	mostBytes    = 1 << 20 // of a file
)

//go:embed rubrics prompts
var files embed.FS

// Languages returns the languages in which judges can grade, sorted: the languages that
// have prompts.
func Languages() []string {
	entries, err := files.ReadDir("prompts")
	if err != nil {
		panic("embedded prompts: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Shipped returns the shipped rubric for written texts in a language, "writing". It fails
// for a language without one and then lists the languages.
func Shipped(lang string) (*Rubric, error) {
	if !slices.Contains(Languages(), lang) {
		return nil, fmt.Errorf("rubric in language %q: want one of %s", lang, strings.Join(Languages(), ", "))
	}
	name := path.Join("rubrics", lang+".yaml")
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return ReadRubric(name, data)
}

// Reasoning returns the shipped rubric for the grounds of a court's decision in a language,
// "reasoning": five aspects of 20, 10 or 0 points and an overall score in five tiers. It
// fails for a language without one.
func Reasoning(lang string) (*Rubric, error) {
	name := path.Join("rubrics", "reasoning", lang+".yaml")
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("rubric of reasoning in language %q: want one of %s", lang, strings.Join(Languages(), ", "))
	}
	return ReadRubric(name, data)
}

// ReadRubric parses a rubric from YAML; name is the file's name for messages. The error
// lists all faults, one per line, as `name:line: what is wrong: want what is expected`.
func ReadRubric(name string, data []byte) (*Rubric, error) {
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%s: %d bytes: want at most %d", name, len(data), mostBytes)
	}
	r := reader{Reader: yamlmap.Reader{Name: name}}
	rubric := r.rubric(data)
	if err := r.Err(); err != nil {
		return nil, err
	}
	rubric.digest = rubric.sum()
	return rubric, nil
}

// ID identifies the rubric by name, version, language and content, such as "writing 1 zh
// 3f9a0c55d1e2". Changing any word changes the ID.
func (r *Rubric) ID() string {
	return fmt.Sprintf("%s %d %s %s", r.Name, r.Version, r.Language, r.digest.Short())
}

func (r *Rubric) sum() digest.Digest {
	h := digest.New("rubric 1").String("name", r.Name).Int("version", r.Version).String("language", r.Language).Int("most", r.Most)
	for _, c := range r.Criteria {
		h.String("criterion", c.Name).String("title", c.Title).Int("weight", c.Weight).String("asks", c.Asks)
		for _, a := range c.Anchors {
			h.Int("points", a.Points).String("text", a.Text)
		}
	}
	if r.Anchored {
		h.Int("anchored", 1)
	}
	if r.Quotes {
		h.Int("quotes", 1)
	}
	for _, t := range r.Tiers {
		h.Int("from", t.From).String("tier", t.Text)
	}
	return h.Sum()
}

// opinion makes an opinion of grades, which are one a criterion in order.
func (r *Rubric) opinion(model string, grades []Grade) Opinion {
	points, weights := 0, 0
	for i, c := range r.Criteria {
		points += c.Weight * grades[i].Points
		weights += c.Weight
	}
	return Opinion{Judge: model, Rubric: r.ID(), Grades: grades, Score: float64(points) / float64(r.Most*weights)}
}

// nothing grades a text that is empty.
func (r *Rubric) nothing(reason string) []Grade {
	grades := make([]Grade, len(r.Criteria))
	for i, c := range r.Criteria {
		grades[i] = Grade{Criterion: c.Name, Reason: reason}
	}
	return grades
}

// reader reads a file and collects its faults.
type reader struct {
	yamlmap.Reader
	scales []*yaml.Node // where the anchors of each criterion are
}

func (r *reader) rubric(data []byte) *Rubric {
	rubric, seen := &Rubric{}, map[string]bool{}
	top := r.Document(data, func(key, value *yaml.Node) {
		seen[key.Value] = true
		switch key.Value {
		case "name":
			rubric.Name = r.name(value)
		case "version":
			rubric.Version = r.number(value, "version", 1, 1_000_000)
		case "language":
			if rubric.Language = r.text(value); !slices.Contains(Languages(), rubric.Language) {
				r.Fault(value, "language %q: want one of %s", rubric.Language, strings.Join(Languages(), ", "))
			}
		case "most":
			rubric.Most = r.number(value, "most", 1, mostPoints)
		case "criteria":
			rubric.Criteria = r.criteria(value)
		case "anchored":
			rubric.Anchored = r.truth(value)
		case "quotes":
			rubric.Quotes = r.truth(value)
		case "tiers":
			rubric.Tiers = r.tiers(value)
		default:
			r.Fault(key, "key %q: want name, version, language, most or criteria, or one of anchored, quotes and tiers", key.Value)
		}
	})
	r.lacks(top, seen, "name", "version", "language", "most", "criteria")
	for i, c := range rubric.Criteria {
		r.ends(r.scales[i], c.Anchors, rubric.Most)
	}
	return rubric
}

// lacks wants keys in a mapping; without one there are no keys to lack.
func (r *reader) lacks(n *yaml.Node, seen map[string]bool, keys ...string) {
	for _, key := range keys {
		if !seen[key] && (n.Kind == yaml.MappingNode || n.Kind == 0 && r.Err() == nil) {
			r.Fault(n, "no key %s: want a value for it", key)
		}
	}
}

// ends wants anchors at both ends of a criterion's scale, and none beyond.
func (r *reader) ends(n *yaml.Node, anchors []Anchor, most int) {
	if len(anchors) == 0 || most == 0 {
		return // a fault already
	}
	if first, last := anchors[0].Points, anchors[len(anchors)-1].Points; first != 0 || last != most {
		r.Fault(n, "anchors from %d to %d points: want anchors from 0 to %d", first, last, most)
	}
}

func (r *reader) criteria(n *yaml.Node) []Criterion {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 || len(n.Content) > mostCriteria {
		r.Fault(n, "criteria: want a list of 1 to %d", mostCriteria)
		return nil
	}
	all := make([]Criterion, len(n.Content))
	r.scales = make([]*yaml.Node, len(n.Content))
	seen := map[string]bool{}
	for i, item := range n.Content {
		all[i], r.scales[i] = r.criterion(item)
		if seen[all[i].Name] {
			r.Fault(item, "two criteria are named %q: want different names", all[i].Name)
		}
		seen[all[i].Name] = true
	}
	return all
}

// criterion reads one and returns where its anchors are.
func (r *reader) criterion(n *yaml.Node) (c Criterion, scale *yaml.Node) {
	seen := map[string]bool{}
	r.Mapping(n, func(key, value *yaml.Node) {
		seen[key.Value] = true
		switch key.Value {
		case "name":
			c.Name = r.name(value)
		case "title":
			c.Title = r.text(value)
		case "weight":
			c.Weight = r.number(value, "weight", 1, mostWeight)
		case "asks":
			c.Asks = r.text(value)
		case "anchors":
			c.Anchors, scale = r.anchors(value), value
		default:
			r.Fault(key, "key %q: want name, title, weight, asks or anchors", key.Value)
		}
	})
	r.lacks(n, seen, "name", "title", "weight", "asks", "anchors")
	return c, scale
}

func (r *reader) anchors(n *yaml.Node) []Anchor {
	var all []Anchor
	r.Mapping(n, func(key, value *yaml.Node) {
		all = append(all, Anchor{r.number(key, "points", 0, mostPoints), r.text(value)})
	})
	if n.Kind == yaml.MappingNode && len(all) == 0 {
		r.Fault(n, "no anchors: want anchors from 0 points")
	}
	slices.SortStableFunc(all, func(a, b Anchor) int { return a.Points - b.Points })
	for i := 1; i < len(all); i++ {
		if all[i].Points == all[i-1].Points {
			r.Fault(n, "two anchors for %d points: want one anchor for each number", all[i].Points)
		}
	}
	return all
}

// truth reads true or false.
func (r *reader) truth(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
		r.Fault(n, "%q: want true or false", n.Value)
	}
	return n.Value == "true"
}

// tiers reads at least two tiers, the first from 0.
func (r *reader) tiers(n *yaml.Node) []Tier {
	var all []Tier
	r.Mapping(n, func(key, value *yaml.Node) {
		all = append(all, Tier{r.number(key, "score", 0, mostOverall), r.text(value)})
	})
	slices.SortStableFunc(all, func(a, b Tier) int { return a.From - b.From })
	same := func(a, b Tier) bool { return a.From == b.From }
	if len(all) < 2 || all[0].From != 0 || len(slices.CompactFunc(slices.Clone(all), same)) < len(all) {
		r.Fault(n, "tiers: want at least two, each from another score, the first from 0")
	}
	return all
}

// names are those of criteria and rubrics.
var names = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

func (r *reader) name(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || !names.MatchString(n.Value) {
		r.Fault(n, "name %q: want small letters, digits and underscores, a letter first", n.Value)
	}
	return n.Value
}

// text reads a text that is not empty.
func (r *reader) text(n *yaml.Node) string {
	text := strings.TrimSpace(n.Value)
	if n.Kind != yaml.ScalarNode || text == "" {
		r.Fault(n, "no text: want a text that is not empty")
	}
	return text
}

func (r *reader) number(n *yaml.Node, what string, least, most int) int {
	i, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || i < least || i > most {
		r.Fault(n, "%s %q: want a whole number from %d to %d", what, n.Value, least, most)
		return least
	}
	return i
}
