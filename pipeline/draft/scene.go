package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// SceneOf returns what a scene can be about: the type of the program's only start, and the
// table of the first lookup made with it, "" if the start is not looked up itself. ok is
// false for a program of several starts, or whose start is looked up in several tables.
func SceneOf(d *domain.Domain, p *plan.Program) (entity, table string, ok bool) {
	name := ""
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch o := n.Do.(type) {
		case *plan.Start:
			if name != "" {
				return "", "", false
			}
			name, entity = n.Name, o.Entity
		case *plan.Call:
			if n.From[0] != name {
				continue
			}
			if t := d.Tool(o.Tool).Table; table != "" && table != t && d.Entity(entity).Denotes != nil {
				return "", "", false
			} else if table == "" {
				table = t
			}
		}
	}
	return entity, table, name != ""
}

// StartReference returns how a text refers to the start of a program that [SceneOf] accepts, once
// the start is named: "that company", "该公司". It returns "" for other programs, and in languages
// without drafts.
func StartReference(d *domain.Domain, p *plan.Program, lang string) string {
	entity, _, ok := SceneOf(d, p)
	if !ok || !slices.Contains(Languages(), lang) {
		return ""
	}
	g, e := grammarOf(lang, Manner{}), d.Entity(entity)
	noun := cmp.Or(e.Denotes.In(lang), e.Label.In(lang))
	return g.demonstrative(noun, g.measure(noun), false)
}

// setScene names the start by the scene, as the first step; it removes a scene that no
// question of the program can have.
func (c *composer) setScene() {
	if c.scene == "" {
		return
	}
	_, _, ok := SceneOf(c.domain, c.program)
	if !ok || !strings.Contains(c.scene, domain.Slot) {
		c.scene = ""
		return
	}
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		if o, ok := n.Do.(*plan.Start); ok {
			given := c.givenThing(o)
			c.roles[n.Name] = c.startRole
			c.nameResult(n.Name, given)
			c.steps[0].statement = fillSlot(c.scene, given)
		}
	}
}

// GivenBeside returns the words for another entity of the type of a bound program's only start,
// as a scene says them beside the start: "terminated enforcement case (2021) KA01 No. 7". The
// error is that of [Question], or says that the program has several starts.
func GivenBeside(d *domain.Domain, p *plan.Program, lang string, w Wordings, name []string) (string, error) {
	c, err := newComposer(d, p, lang, w)
	if err != nil {
		return "", err
	}
	entity, _, ok := SceneOf(d, p)
	if !ok {
		return "", fmt.Errorf("a program of %d starts: want one start, looked up in one table", len(p.Entities()))
	}
	if err := checkText(name...); err != nil {
		return "", err
	}
	return c.givenThing(&plan.Start{Entity: entity, Value: name}), nil
}

// givenThing returns the words for a start outside of the phrases of lookups: its name, for an
// identifier with the noun for what it denotes, which says of which table it is a row.
func (c *composer) givenThing(o *plan.Start) string {
	e := c.domain.Entity(o.Entity)
	noun := c.words.Entity(o.Entity).Denotes.In(c.lang)
	if noun == "" {
		return Name(o.Value)
	}
	if _, table, _ := SceneOf(c.domain, c.program); table != "" && c.domain.Table(table).KeyEntity() == o.Entity && c.standFor(c.domain.Table(table), e) {
		noun = c.words.Table(table).Row.In(c.lang)
	}
	return c.grammar.nounForGiven(c.words.Entity(o.Entity).Label.In(c.lang), Name(o.Value), noun, !c.hasOtherNumber(o.Entity))
}

// isScene reports whether a step is the scene.
func (c *composer) isScene(step int) bool { return step == 0 && c.scene != "" }

// isStartRole reports whether phrases refer to the result of a step, that of the scene, by the role
// of the start: "the counterparty".
func (c *composer) isStartRole(step int) bool { return c.isScene(step) && c.startRole != "" }

// refersToScene reports whether the inquiries refer to the start of the scene by its kind or
// its role.
func (c *composer) refersToScene() bool { return c.steps[0].demonstrative }

// thing returns the kind of a node's result as references name it: for an identifier, the
// kind of what it denotes.
func (c *composer) thing(node string) string {
	t := c.types[node]
	if t.Shape != plan.ShapeRows && t.Shape != plan.ShapeNumber && t.Entity != "" {
		return c.thingOf(t.Entity)
	}
	return c.label(node)
}

// isPerson reports whether a node's result is a person, whom questions call "they" in place of "it".
func (c *composer) isPerson(node string) bool {
	t := c.types[node]
	table := c.domain.Table(t.Table)
	if t.Shape != plan.ShapeRows && t.Entity != "" {
		table = c.domain.Home(t.Entity)
	}
	return table != nil && table.NamesPeople()
}

// thingOf returns the kind of the entities of a type: for identifiers, that of what they
// denote.
func (c *composer) thingOf(entity string) string {
	e := c.words.Entity(entity)
	return cmp.Or(e.Denotes.In(c.lang), e.Label.In(c.lang))
}

// standFor reports whether the rows of a table are the things that entities of a type denote,
// judged by their names in any language: sales orders and their numbers.
func (c *composer) standFor(t *domain.Table, e *domain.EntityType) bool {
	for _, lang := range c.domain.Languages {
		if noun := e.Denotes.In(lang); noun != "" && strings.HasSuffix(t.Row.In(lang), noun) {
			return true
		}
	}
	return false
}
