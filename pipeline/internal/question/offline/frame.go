package offline

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// frame holds the sentences around a question that serves a matter; each is "" if the question
// does without it.
type frame struct {
	matter  *domain.Matter // nil for none
	scene   string         // what is known, with [domain.Slot] for the start
	link    string         // why the question goes on from the start to another entity
	way     string         // why it passes by an entity; no question of the way does without it
	purpose string         // what the answer is for, where there is no scene
}

// One in so many questions of a matter does without a scene; of questions with one lookup and with
// several, so many in ten say what the answer is for.
const (
	frameless    = 4
	purposesOne  = 2
	purposesMore = 8
)

// purposedFrom is the number of lookups from which on all questions say what the answer is for.
const purposedFrom = 4

// frame draws the sentences around a question of a program that serves a matter, nil for none. One
// reason is enough: a second one, behind the question, is of another story more often than not.
func (v *voice) frame(d *domain.Domain, p *plan.Program, m *domain.Matter) frame {
	f := frame{matter: m}
	if m == nil {
		return f
	}
	if v.r.IntN(frameless) > 0 || isConditional(p) {
		f.scene = v.scene(d, p, m)
	}
	often := purposesOne
	if lookups(p) > 1 {
		often = purposesMore
	}
	if f.way = v.way(d, p, m); f.way == "" && (lookups(p) >= purposedFrom || v.r.IntN(10) < often) {
		f.purpose = v.purpose(d, p, m)
	}
	if f.way == "" && f.scene != "" {
		f.link = v.link(d, p, m)
	}
	return f
}

// isConditional reports whether an answer of a program depends on another, so that its question
// speaks of the start several times.
func isConditional(p *plan.Program) bool {
	return slices.ContainsFunc(p.Answers, func(a plan.AnswerSpec) bool { return a.Condition().Result != "" })
}

// lookups returns the number of lookups of a program.
func lookups(p *plan.Program) (n int) {
	for i := range p.Nodes {
		if p.Nodes[i].Lookup() != "" {
			n++
		}
	}
	return n
}

// shorter returns what a frame can be, the best first: its scene, with and without a link, and its
// purpose. It leaves out the empty frame.
func (f frame) shorter() []frame {
	linked, scene, purpose := f, f, f
	linked.purpose, scene.purpose, scene.link = "", "", ""
	purpose.scene, purpose.link = "", ""
	var all []frame
	if f.scene != "" {
		all = append(all, linked, scene)
	}
	if f.purpose != "" {
		all = append(all, purpose)
	}
	return all
}

// around puts the sentences around the core of a question: the scene as the question has it, and why
// it passes by an entity behind the scene, or behind the core where nothing has been said of the start.
func (f frame) around(scene, core string) string {
	before, behind := f.link+" "+f.way, ""
	if scene == "" {
		before, behind = "", f.way
	}
	return tidy(strings.Join([]string{upper(scene), before, core, behind, f.purpose}, " "))
}

// length returns the number of characters of the sentences.
func (f frame) length() int {
	return utf8.RuneCountInString(strings.ReplaceAll(f.scene, domain.Slot, "") + f.link + f.way + f.purpose)
}

// scene draws a sentence about the start of a program that serves a matter, with
// [domain.Slot] for the start: of the rule for the table and the column by which the question goes on
// from the start if there is one, else of that for the first table that the program looks up, else
// of that for what the start is known for and the table that tells of it, else of that for the type of
// the start. It returns "" if there is none.
func (v *voice) scene(d *domain.Domain, p *plan.Program, m *domain.Matter) string {
	entity, table, ok := draft.SceneOf(d, p)
	if !ok {
		return ""
	}
	known, about := knownFor(d, p)
	scene := "scene_" + m.Name + "_"
	goesOn := ""
	if along := stepsAlong(d, p); len(along) > 0 {
		goesOn = along[0].column
	}
	return v.first(map[string]string{"start": domain.Slot}, scene+entity+"_"+goesOn, scene+entity+"_"+ruleName(table), scene+known+"_"+ruleName(about), scene+entity)
}

// knownFor returns the type of what the start of a program is, or identifies, and the first table
// that tells of it: a company and its suits, for the ticker of a company whose suits are looked up.
func knownFor(d *domain.Domain, p *plan.Program) (entity, table string) {
	entity, table, _ = draft.SceneOf(d, p)
	types, err := p.Types(d)
	if err != nil || p.Entities() == nil {
		return entity, table
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Lookup() == "" || p.Lookups(n.Name) != 2 {
			continue
		}
		by := slices.IndexFunc(p.Nodes, func(other plan.Node) bool { return other.Name == n.From[0] })
		if found := types[by].Entity; found != entity && !types[by].Many && isStart(d, p, found, n.From[0]) {
			return found, d.Tool(n.Lookup()).Table
		}
	}
	return entity, table
}

// link draws a sentence that says why the question goes from a row that it looks up to the entity
// that a column names: of the rule for the matter, the type of what is looked up, the table and the
// column, for the first such step of the program, if it goes on from the start; else it returns "".
func (v *voice) link(d *domain.Domain, p *plan.Program, m *domain.Matter) string {
	for _, s := range stepsAlong(d, p) {
		if !isStart(d, p, s.entity, s.asked) {
			return ""
		}
		if text := v.first(nil, "link_"+m.Name+"_"+s.entity+"_"+s.column); text != "" {
			return text
		}
	}
	return ""
}

// way draws a sentence that says why the question passes by the entity that a column names, however
// far along: of the rule for the matter, the table and the column, for the first step of the program
// that has one; else it returns "".
func (v *voice) way(d *domain.Domain, p *plan.Program, m *domain.Matter) string {
	for _, s := range stepsAlong(d, p) {
		if text := v.first(nil, "way_"+m.Name+"_"+s.column); text != "" {
			return text
		}
	}
	return ""
}

// stepAlong is a step of a program from rows to an entity that they name, of which another lookup is
// made.
type stepAlong struct {
	entity string // type of what the rows were looked up for
	asked  string // its node
	column string // table and column, as the names of rules have them
}

// stepsAlong returns the steps of a program in the order of its nodes; nil for an invalid program.
func stepsAlong(d *domain.Domain, p *plan.Program) []stepAlong {
	types, err := p.Types(d)
	if err != nil {
		return nil
	}
	var all []stepAlong
	for i := range p.Nodes {
		n := &p.Nodes[i]
		o, ok := n.Do.(*plan.Project)
		if !ok || types[i].Entity == "" || len(o.Columns) != 1 {
			continue
		}
		call := p.Node(n.From[0])
		for call.Lookup() == "" && len(call.From) > 0 {
			call = p.Node(call.From[0])
		}
		if call.Lookup() == "" || !feedsLookup(p, n.Name) {
			continue
		}
		by := slices.IndexFunc(p.Nodes, func(other plan.Node) bool { return other.Name == call.From[0] })
		table := types[i].Table
		all = append(all, stepAlong{types[by].Entity, call.From[0], ruleName(table) + "_" + columnName(d, table, o.Columns[0])})
	}
	return all
}

// isStart reports whether a node is the start of a program, or what the start identifies.
func isStart(d *domain.Domain, p *plan.Program, entity, name string) bool {
	start := p.Entities()[0].Entity
	if p.Lookups(name) == 0 {
		return start == entity
	}
	denoted := d.Entity(start).Denotes
	return p.Lookups(name) == 1 && denoted != nil && maps.Equal(denoted, d.Entity(entity).Label)
}

// feedsLookup reports whether a lookup is made with a node's result.
func feedsLookup(p *plan.Program, name string) bool {
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Lookup() != "" && n.From[0] == name {
			return true
		}
	}
	return false
}

// purpose draws a sentence that says what the answers of a program are for, if all that
// lead to no other are of one table and none depends on another: of the rule for the matter, the table and the column, or of
// that for the matter and the table; rules for what has the rows that were listed last on the way
// come first. The column of a count is "count", that of citations "cited". It returns "" if there is
// no rule.
func (v *voice) purpose(d *domain.Domain, p *plan.Program, m *domain.Matter) string {
	table, target, end := "", "", ""
	for i := range p.Answers {
		a := &p.Answers[i]
		if p.OnTheWay(a.From) {
			continue
		}
		of, asked := p.Asked(d, a.From)
		switch o := p.Node(a.From).Do.(type) {
		case *plan.Citations:
			asked = "cited"
		case *plan.ReadFact:
			asked = ruleName(o.Fact)
		default:
			asked = columnName(d, of, asked)
		}
		if of == "" || a.Condition().Result != "" || end != "" && of != table {
			return ""
		}
		if end != "" && asked != target {
			asked = ""
		}
		table, target, end = of, asked, a.From
	}
	rule := "purpose_" + m.Name + "_" + ruleName(table)
	if of := listedOf(d, p, end); of != "" {
		own := "purpose_" + m.Name + "_" + of + "_" + ruleName(table)
		return v.first(nil, own+"_"+target, own, rule+"_"+target, rule)
	}
	return v.first(nil, rule+"_"+target, rule)
}

// listedOf returns the type of the entity of which the last lookup of several rows was made on the
// way to an answer; "" if there is none.
func listedOf(d *domain.Domain, p *plan.Program, answer string) string {
	types, err := p.Types(d)
	if err != nil {
		return ""
	}
	for n := p.Node(answer); len(n.From) > 0; n = p.Node(n.From[0]) {
		if tool := n.Lookup(); tool != "" && d.Tool(tool).Returns == domain.Many {
			return types[slices.IndexFunc(p.Nodes, func(other plan.Node) bool { return other.Name == n.From[0] })].Entity
		}
	}
	return ""
}

// situation describes to a model why somebody asks: what is known and why the question goes on from there or, where
// the style has no scene, what the answer is for.
func (v *voice) situation(d *domain.Domain, p *plan.Program, m *domain.Matter) string {
	scene := domain.Fill(strings.ReplaceAll(v.scene(d, p, m), domain.Slot, "{start}"), map[string]string{"start": draft.StartReference(d, p, v.style.Language)})
	reason := v.way(d, p, m)
	if scene == "" {
		return tidy(v.expand("why_"+m.Name) + " " + reason + " " + v.purpose(d, p, m))
	}
	if reason == "" {
		reason = v.link(d, p, m)
	}
	return tidy(upper(scene) + " " + reason)
}

// first expands the first of some rules that the style has; "" if it has none.
func (v *voice) first(more map[string]string, rules ...string) string {
	for _, rule := range rules {
		if v.has(rule) {
			return v.expandWith(rule, more)
		}
	}
	return ""
}

// columnName returns what the rules call a column of a table, or the rows themselves: the English
// label, or the name if there is none.
func columnName(d *domain.Domain, table, column string) string {
	if column == plan.Rows {
		return "count"
	}
	t := d.Table(table)
	if t == nil || t.Column(column) == nil {
		return ruleName(column)
	}
	if label := t.Column(column).Label.In("en"); label != "" {
		return ruleName(label)
	}
	return ruleName(column)
}

// ruleName returns a name as the names of rules have it: in lower case, with _ for everything but
// Latin letters and digits.
func ruleName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }), "_")
}

// frameShare is the part of a question's text, as one in so many, that may say why it is
// asked.
const frameShare = 3

// fits reports whether a text may have a frame of a number of characters.
func fits(frame int, text string) bool { return frameShare*frame <= utf8.RuneCountInString(text) }

// question puts a clause for a matter, nil for none, before the core of a question, in half
// of the questions and where it is short enough, and seldom some thanks behind it.
func (v *voice) question(core string, m *domain.Matter) string {
	core = tidy(core)
	text := core
	if m != nil && v.r.IntN(2) == 0 {
		text = tidy(v.expand("why_"+m.Name) + " " + core)
	} else if v.r.IntN(8) == 0 {
		text = tidy(core + " " + v.expand("thanks"))
	}
	if !fits(utf8.RuneCountInString(text)-utf8.RuneCountInString(core), text) {
		return core
	}
	return text
}
