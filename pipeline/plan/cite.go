package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Cite takes the names of passages, as the domain declares how to read them, each name
// once in the order of the passages. No name is [Missing].
//
// Its inputs are the passages; for [domain.CiteAll] the text that cites them; and
// optionally a day, for passages that are parts of works with versions or that discuss
// those parts. With a day, only passages in force on it count. If it is unknown whether a
// passage to be cited was in force, the reason is [Undated]; if the text cites parts in a
// form that is not read, [Underived].
type Cite struct {
	// Which selects the first passage that has a name, or every passage that the text
	// cites.
	Which domain.CiteMode `json:"which"`
}

// Kind implements [Operation].
func (*Cite) Kind() string { return "cite" }

func (o *Cite) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) == 0 || in[0].Shape != ShapePassages {
		return Type{}, errors.New("the first input is not passages")
	}
	r := d.Passage(in[0].Passages).Reference
	if r == nil {
		return Type{}, fmt.Errorf("passages %q: the domain declares no names for them", in[0].Passages)
	}
	rest := in[1:]
	if o.Dated(len(in)) {
		if !isDay(d, rest[len(rest)-1]) || d.Versioned(in[0].Passages) == "" {
			return Type{}, fmt.Errorf("passages %q and a day: want a day as last input, and passages with versions", in[0].Passages)
		}
		rest = rest[:len(rest)-1]
	}
	switch o.Which {
	case domain.CiteFirst:
		if len(rest) != 0 {
			return Type{}, errors.New("cite first: inputs after the passages: want at most a day")
		}
		return Type{Shape: ShapeValues}, nil
	case domain.CiteAll:
		if len(rest) != 1 || !isText(d, rest[0]) || r.Cited == "" {
			return Type{}, fmt.Errorf("passages %q: want passages that texts cite, and one text as second input", in[0].Passages)
		}
		return Type{Shape: ShapeValues, Many: true}, nil
	}
	return Type{}, fmt.Errorf("cite %q: want first or all", o.Which)
}

// Dated reports whether a cite node with the given number of inputs has, as its last input,
// the day on which the cited passages must be in force.
func (o *Cite) Dated(inputs int) bool {
	if o.Which == domain.CiteAll {
		return inputs > 2
	}
	return inputs > 1
}

func (o *Cite) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	cited := func(*domain.Heading) bool { return true }
	if o.Which == domain.CiteAll {
		texts := in[1].Texts()
		if len(texts) != 1 {
			return nil, Several, nil
		}
		if x.domain.Passage(in[0].Type.Passages).Reference.HasUnread(texts[0]) {
			return nil, Underived, nil
		}
		cited = func(h *domain.Heading) bool { return h.Cited(texts[0]) }
	}
	force, reason, err := x.force(in, o.Dated(len(in)))
	if err != nil || reason != "" {
		return nil, reason, err
	}
	read := x.domain.Passage(in[0].Type.Passages).Reference.Reader()
	out := &NodeResult{}
	var open []string // names of passages that may have been in force
	for _, p := range in[0].Passages {
		h, ok := read(p)
		if !ok || !cited(&h) {
			continue
		}
		switch force(&h) {
		case domain.InForce:
			out.cite(h)
		case domain.Untold:
			open = append(open, h.Name())
		}
		if o.Which == domain.CiteFirst && len(out.Cited)+len(open) > 0 {
			break
		}
	}
	for _, h := range out.Cited {
		out.Values = append(out.Values, value.NewText(h.Name()))
		open = slices.DeleteFunc(open, func(name string) bool { return name == h.Name() })
	}
	switch {
	case len(open) > 0:
		return nil, Undated, nil
	case out.Values == nil:
		return nil, Missing, nil
	}
	return out, "", nil
}

// cite adds a heading to r.Cited. Of two headings of one name it keeps the one with a
// version.
func (r *NodeResult) cite(h domain.Heading) {
	i := slices.IndexFunc(r.Cited, func(c domain.Heading) bool { return c.Name() == h.Name() })
	switch {
	case i < 0:
		r.Cited = append(r.Cited, h)
	case r.Cited[i].Version == "":
		r.Cited[i] = h
	}
}

// force returns a function that reports whether the part in a heading was in force on the
// day that a cite node reads. Without a day every part counts as in force. The function
// clears the version of a heading if another version with the same wording was in force.
func (x *execution) force(in []*NodeResult, dated bool) (forceOf func(*domain.Heading) domain.Force, reason Reason, err error) {
	passages := in[0].Type.Passages
	if !dated {
		return func(*domain.Heading) domain.Force { return domain.InForce }, "", nil
	}
	name := x.domain.Versioned(passages)
	day := in[len(in)-1].Values
	if len(day) != 1 {
		return nil, Several, nil
	}
	library, ok := x.tools.(tool.Library)
	if !ok {
		return nil, "", fmt.Errorf("passages %q: the tools cannot tell versions apart: want a tool.Library that holds the passages", name)
	}
	editions, on := library.Editions(name), day[0].Text
	if name != passages {
		return func(h *domain.Heading) domain.Force { return editions.ForceOfLatest(h.Work, h.Part, on) }, "", nil
	}
	return func(h *domain.Heading) domain.Force {
		f := editions.Force(h.Work, h.Part, h.Wording, on)
		if v, ok := editions.Version(h.Work, on); !ok || v != h.Version {
			h.Version = ""
		}
		return f
	}, "", nil
}
