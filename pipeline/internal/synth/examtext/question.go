package examtext

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// drawer draws the papers of a world.
type drawer struct {
	*writer
	key    chance.Key
	bank   *bank
	papers []paper
	used   map[string]bool // questions that were asked
	cases  []*told         // of the docket that can be told, in order
	fields map[string]int  // essays or questions by field
	most   int             // fields that essays or questions are of
	slots  map[string]int  // what was asked for, by slot
}

const wrongOptions = 3 // beside the right one

// tries bounds how many candidates with one slot are looked at for an item.
const tries = 8

// drawQuestions draws questions with options, by turns of papers and fields.
func (d *drawer) drawQuestions(n int) {
	d.fields, d.slots, d.most = map[string]int{}, map[string]int{}, len(d.order)
	made := 0
	for i := range n {
		p := &d.papers[i%len(d.papers)]
		r := d.key.Of("questions").At(i).Rand()
		var wrong []string
		q, ok := d.drawAsked(r, p.day, always, func(q *asked) bool {
			wrong = d.wrongOptions(r, p.day, q)
			return wrong != nil
		})
		if !ok {
			continue
		}
		d.fields[d.field(q.provision)]++
		// Each position is right once in a run of questions.
		positions := d.key.Of("positions").At(made / (wrongOptions + 1)).Rand().Perm(wrongOptions + 1)
		item, key := d.question(r, p, q, wrong, positions[made%(wrongOptions+1)])
		made++
		p.questions = append(p.questions, item)
		p.known = append(p.known, key)
	}
}

// drawAsked draws something to ask for on a day that was not asked before and is wanted: of the
// field that has the fewest items so far, and of the slot that has. Its answer is the only one that
// provisions in force have; proved says what else must hold, at a cost.
func (d *drawer) drawAsked(r *rand.Rand, day time.Time, wanted, proved func(*asked) bool) (*asked, bool) {
	all := d.bank.asks(day)
	list := make([]*asked, len(all))
	for i, at := range r.Perm(len(all)) {
		list[i] = all[at]
	}
	weight := func(q *asked) int {
		n := d.slots[q.Slot]
		if q.Slot == "g" {
			n *= 3 // names of authorities give away much
		}
		return n
	}
	slices.SortStableFunc(list, func(x, y *asked) int {
		if n := d.turn(x.provision) - d.turn(y.provision); n != 0 {
			return n
		}
		return weight(x) - weight(y)
	})
	tried := map[string]int{}
	for _, q := range list {
		if tried[q.Slot] == tries || d.used[d.name(q)] || !wanted(q) {
			continue
		}
		tried[q.Slot]++
		if d.bank.unique(day, q) && proved(q) {
			d.used[d.name(q)] = true
			d.slots[q.Slot]++
			return q, true
		}
	}
	return nil, false
}

// turn orders the fields of provisions: that with the fewest items comes first, and new fields come
// last once there are enough.
func (d *drawer) turn(p *provision) int {
	n := d.fields[d.field(p)]
	if n == 0 && len(d.fields) >= d.most {
		return math.MaxInt32
	}
	return n
}

// name identifies what is asked for in all versions of a statute: equal names, equal questions.
func (w *writer) name(q *asked) string {
	return fmt.Sprint(q.statute, " ", w.askRule(q), " ", strings.Join(q.about, "|"))
}

// askRule returns the rule of the question for what is asked for.
func (w *writer) askRule(q *asked) string {
	if q.Slot == "g" {
		return w.first("ask_g_"+string(q.Form), "ask_g")
	}
	return w.first("ask_"+string(q.Form), "ask_"+q.Slot)
}

// worded are the slots whose values are phrases about the parties of a subject.
var worded = []string{"claim", "effect", "answer"}

// wrongOptions draws what the wrong options say: values that other provisions in force have in the
// same slot, none of which a provision on the subject says. It returns nil if there are too few.
// None of them contains another or the key.
func (d *drawer) wrongOptions(r *rand.Rand, day time.Time, q *asked) []string {
	on := d.bank.onSubject(day, q)
	all := d.bank.asks(day)
	taken := []string{q.value}
	for _, i := range r.Perm(len(all)) {
		other := all[i]
		if other.Slot != q.Slot || slices.Contains(worded, q.Slot) && other.published.Subject != q.published.Subject {
			continue
		}
		value := other.value
		if q.Slot == "where" {
			if !d.sensible(other.provision, q.values["d"]) {
				continue
			}
			value = strings.NewReplacer(other.values["a"], q.values["a"], other.values["o"], q.values["o"], other.values["d"], q.values["d"]).Replace(value)
		}
		if saidBy(on, value) || slices.ContainsFunc(taken, func(t string) bool { return strings.Contains(t, value) || strings.Contains(value, t) }) {
			continue
		}
		if taken = append(taken, value); len(taken) == wrongOptions+1 {
			return taken[1:]
		}
	}
	return nil
}

// question writes a question with options, the right one at a position.
func (d *drawer) question(r *rand.Rand, p *paper, q *asked, wrong []string, at int) (question, KnownKey) {
	item := question{origin: d.origin(p, q.provision, fmt.Sprintf("%s-Q%02d", p.name, len(p.questions)+1)), Stem: d.stem(r, p.day, q)}
	for _, value := range slices.Insert(slices.Clone(wrong), at, q.value) {
		item.Options = append(item.Options, d.option(r, q, value))
	}
	item.Key = []string{string(rune('A' + at))}
	key := d.knownKey(p.day, item.ID, "", q)
	key.Distractors = wrong
	return item, key
}

// origin returns where an item comes from.
func (d *drawer) origin(p *paper, on *provision, id string) origin {
	return origin{ID: id, Exam: p.name, Area: d.field(on), Day: p.day.Format(time.DateOnly), Language: d.language}
}

// stem asks for something under the law of a day.
func (d *drawer) stem(r *rand.Rand, day time.Time, q *asked) string {
	slots := d.words(q.provision)
	if d.otherVersion(q, func(*asked) bool { return true }) != nil {
		slots["today"] = d.docket.Day(day)
	}
	return d.say(r, slots, d.askRule(q))
}

// option returns a value as an option.
func (d *drawer) option(r *rand.Rand, q *asked, value string) string {
	return d.say(r, map[string]string{"value": value}, d.first("option_"+q.Slot, "option"))
}

// words returns the words of a provision, by slot.
func (d *drawer) words(p *provision) map[string]string {
	slots := make(map[string]string, len(p.values)+24)
	for slot, value := range p.values {
		slots[slot] = strings.ReplaceAll(value, `"`, "'")
	}
	slots["title"] = d.docket.Title(d.bank.law.Statutes[p.statute].Title)
	slots["measured"] = p.values["base"]
	slots["change"] = strings.TrimSuffix(p.values["changed"], "的")
	return slots
}

// otherVersion returns what another version of the provision has where something is asked for, if
// it is another value and fits; nil if there is none.
func (d *drawer) otherVersion(q *asked, fits func(*asked) bool) *asked {
	for v := range d.bank.law.Statutes[q.statute].Versions {
		for _, p := range d.bank.version(q.statute, v) {
			if p.published.Provision != q.published.Provision {
				continue
			}
			for _, other := range p.asked {
				if other.form == q.form && other.value != q.value && fits(other) {
					return other
				}
			}
		}
	}
	return nil
}

// knownKey returns what is known of a key that rests on a provision.
func (d *drawer) knownKey(day time.Time, item, part string, q *asked) KnownKey {
	return KnownKey{
		Item: item, Part: part, Day: day, Statute: q.statute, Version: q.version, Position: q.position,
		Form: q.Form, Slot: q.Slot, Value: q.value, About: q.about, Unique: true,
	}
}
