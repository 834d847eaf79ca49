package examtext

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// form is what can be asked for of a rule of a form.
type form struct {
	Form    statute.RuleForm
	Slot    string                  // days, months, years, hours, percent, rate, high, where, claim, effect, answer or g
	About   []string                // $slot, =rule of the grammar, or "zh | en"
	Matters []statute.SubjectMatter // that it is asked for in; nil for all
	Facts   string                  // period, share, fine or court; "" if it is only asked for
	Bound   string                  // most, least or exact; "" for a time
}

// provision is an article of one version.
type provision struct {
	statute, version, position int
	rule                       statute.ArticleRule
	plain                      string // the rule without what it says of another article; "" if it cannot do without
	published                  statute.PublishedArticle
	text                       string // of all paragraphs, in lower case
	values                     map[string]string
	asked                      []*asked
}

// asked is what can be asked for of a provision.
type asked struct {
	*provision
	*form
	value string
	about []string // in lower case
}

// bank holds the provisions of a law that have been looked at.
type bank struct {
	law        *statute.Law
	writer     *writer
	versions   map[[2]int][]*provision
	days       map[time.Time][]*provision
	askedOfDay map[time.Time][]*asked
}

func newBank(l *statute.Law, w *writer) *bank {
	return &bank{law: l, writer: w, versions: map[[2]int][]*provision{}, days: map[time.Time][]*provision{}, askedOfDay: map[time.Time][]*asked{}}
}

// version returns the provisions of a version, in order.
func (b *bank) version(of, version int) []*provision {
	at := [2]int{of, version}
	if list := b.versions[at]; list != nil {
		return list
	}
	for i, a := range b.law.Published(of, version) {
		b.versions[at] = append(b.versions[at], b.provision(of, version, i, a))
	}
	return b.versions[at]
}

// provision reads an article.
func (b *bank) provision(of, version, position int, a statute.PublishedArticle) *provision {
	p := &provision{statute: of, version: version, position: position, published: a, rule: b.law.Rule(of, version, position)}
	var text []string
	for _, paragraph := range a.Paragraphs {
		text = append(append(text, paragraph.Text), paragraph.Items...)
	}
	p.text = strings.ToLower(strings.Join(text, "\n"))
	if plain, ok := b.writer.plainRule(p.rule.Text); ok {
		p.plain = plain
	}
	p.values = maps.Clone(p.rule.Values)
	for _, c := range p.rule.Chosen {
		if p.values[c.Rule] == "" {
			p.values[c.Rule] = c.Text
		}
	}
	if p.plain != "" && !p.rule.Qualified && !p.rule.Barred {
		for i := range b.writer.forms {
			if f := &b.writer.forms[i]; f.Form == p.rule.Form {
				p.ask(f, b.writer)
			}
		}
	}
	return p
}

// ask adds what can be asked for in a form, if the article has it.
func (p *provision) ask(f *form, w *writer) {
	q := &asked{provision: p, form: f, value: p.values[f.Slot]}
	fine := p.rule.Choice("fine_range").Name + p.rule.Choice("fined").Name + p.rule.Choice("fine_also").Name
	switch {
	case f.Slot == "high" && fine != "range" && fine != "most", // no highest sum
		f.Slot == "answer" && p.rule.Choice("answer").Name == "correction", // has a time limit of its own
		f.Slot == "where" && !w.sensible(p, p.values["d"]),
		p.rule.Choice("papers").Name == "request",                               // what is asked for remains open
		f.Form == "reserve_account" && p.rule.Choice("base").Name != "previous", // no yearly sum
		f.Matters != nil && !slices.Contains(f.Matters, p.published.Matter),
		p.published.Division == statute.General, p.published.Subject == "": // is on no subject
		return
	}
	for _, about := range f.About {
		switch {
		case strings.HasPrefix(about, "$"), strings.HasPrefix(about, "="):
			about = p.values[about[1:]]
		default:
			about = w.own(about)
		}
		q.about = append(q.about, strings.ToLower(about))
	}
	if q.value != "" && !slices.Contains(q.about, "") && p.says(append([]string{strings.ToLower(q.value)}, q.about...)) {
		p.asked = append(p.asked, q)
	}
}

// says reports whether the article has all of some words, which are in lower case.
func (p *provision) says(words []string) bool {
	return !slices.ContainsFunc(words, func(s string) bool { return !strings.Contains(p.text, s) })
}

// inForce returns the provisions that are in force on a day, by statute and article.
func (b *bank) inForce(day time.Time) []*provision {
	if list := b.days[day]; list != nil {
		return list
	}
	for i := range b.law.Statutes {
		if v, ok := b.law.InForce(i, day); ok {
			b.days[day] = append(b.days[day], b.version(i, v)...)
		}
	}
	return b.days[day]
}

// asks returns all that can be asked for of the law that is in force on a day.
func (b *bank) asks(day time.Time) []*asked {
	if list := b.askedOfDay[day]; list != nil {
		return list
	}
	for _, p := range b.inForce(day) {
		b.askedOfDay[day] = append(b.askedOfDay[day], p.asked...)
	}
	return b.askedOfDay[day]
}

// sensible reports whether the place that a provision on courts names can be that of a matter with
// a document: what is no contract is not performed.
func (w *writer) sensible(on *provision, document string) bool {
	return on.rule.Choice("where").Name != "performance" || w.contract.MatchString(document)
}

// onSubject returns the provisions in force on a day that have all words by which the subject of
// what is asked is known.
func (b *bank) onSubject(day time.Time, q *asked) (list []*provision) {
	for _, p := range b.inForce(day) {
		if p.says(q.about) {
			list = append(list, p)
		}
	}
	return list
}

// unique reports whether no other provision in force on a day has another value in the same slot of
// a rule of the same form on the subject.
func (b *bank) unique(day time.Time, q *asked) bool {
	return !slices.ContainsFunc(b.asks(day), func(other *asked) bool {
		return other.form == q.form && other.value != q.value && other.published.Subject == q.published.Subject && other.says(q.about)
	})
}

// saidBy reports whether one of the provisions says a value.
func saidBy(on []*provision, value string) bool {
	value = strings.ToLower(value)
	return slices.ContainsFunc(on, func(p *provision) bool { return strings.Contains(p.text, value) })
}

// field returns the name of the field of law that the provision belongs to.
func (w *writer) field(p *provision) string { return w.fields[p.published.Matter] }
