package similarity

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

// of returns the frames of a number in order, for reading only. A frame stands there
// twice if two of its n-grams have that number. A single one is
// put into room, which has one place.
func (p *postings) of(g uint32, room []uint32) []uint32 {
	head, ok := p.heads[g]
	switch {
	case !ok:
		return nil
	case head >= several:
		return p.lists[head-several]
	}
	room[0] = head
	return room
}
