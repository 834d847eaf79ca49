package frame

import "slices"

// postings say in which frames a number occurs, in the order in which they were added.
type postings struct {
	heads map[uint32]uint32 // the only frame, or several plus the place of their list
	lists [][]uint32
}

// several tells a place among the lists from a frame.
const several = 1 << 31

func (p *postings) add(g, at uint32) {
	head, ok := p.heads[g]
	switch {
	case !ok:
		p.heads[g] = at
	case head >= several:
		l := &p.lists[head-several]
		*l = append(*l, at)
	default:
		p.heads[g] = several + uint32(len(p.lists))
		p.lists = append(p.lists, []uint32{head, at})
	}
}

// list is the frames of one number: a single one, or several.
type list struct {
	single bool
	one    uint32
	ids    []uint32
}

func (p *postings) of(g uint32) list {
	head, ok := p.heads[g]
	switch {
	case !ok:
		return list{}
	case head >= several:
		return list{ids: p.lists[head-several]}
	}
	return list{single: true, one: head}
}

func (l list) len() int {
	if l.single {
		return 1
	}
	return len(l.ids)
}

func (l list) has(at uint32) bool {
	if l.single {
		return l.one == at
	}
	_, ok := slices.BinarySearch(l.ids, at)
	return ok
}
