package ground

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// drawing draws those entities of a type that lead to the end of a path, in an order by their
// names. It looks at a few in that order and, where too few of them lead there, at eight times as many, and
// then at all. So all that lead there are equally likely to be drawn, but mostly few are looked at.
type drawing struct {
	from    *entityIndex
	draws   digest.Draws
	leads   func(ctx context.Context, id int32) (bool, error) // safe for concurrent use
	workers int
	whole   *[]int32 // all that lead to the end, once all were looked at; nil before. Drawings may share it

	looked  []int32 // the entities that were looked at
	leading []int32 // those of them that lead to the end, in drawn order
}

// fewLooked is how many entities a drawing looks at in the beginning.
const fewLooked = 256

// first returns the first n entities, or all if there are no more.
func (d *drawing) first(ctx context.Context, n int) ([]int32, error) {
	for len(d.leading) < n && len(d.looked) < len(d.from.all) {
		if most := max(fewLooked, 8*len(d.looked)); *d.whole == nil && 8*most < len(d.from.all) {
			order := d.from.firstDrawn(d.draws, d.from.all, most)
			found, err := which(ctx, d.workers, order[len(d.looked):], d.leads)
			if err != nil {
				return nil, err
			}
			d.looked, d.leading = order, append(d.leading, found...)
			continue
		}
		if *d.whole == nil {
			found, err := which(ctx, d.workers, d.from.all, d.leads)
			if err != nil {
				return nil, err
			}
			*d.whole = append([]int32{}, found...)
		}
		d.looked, d.leading = d.from.all, d.from.firstDrawn(d.draws, *d.whole, len(*d.whole))
	}
	return d.leading[:min(n, len(d.leading))], nil
}

// chunk is how many entities one worker takes at a time.
const chunk = 16

// which returns the entities for which something holds, in order.
func which(ctx context.Context, workers int, ids []int32, holds func(context.Context, int32) (bool, error)) ([]int32, error) {
	found, err := run.Map(ctx, workers, slices.Collect(slices.Chunk(ids, chunk)), func(ctx context.Context, _ int, ids []int32) (found []int32, err error) {
		for _, id := range ids {
			is, err := holds(ctx, id)
			if err != nil {
				return nil, err
			}
			if is {
				found = append(found, id)
			}
		}
		return found, nil
	})
	return slices.Concat(found...), err
}

// some reports whether something holds for at least so many entities. It looks at few at first, since
// it mostly holds for the first, and then at twice as many each time.
func some(ctx context.Context, workers int, ids []int32, least int, holds func(context.Context, int32) (bool, error)) (bool, error) {
	found := 0
	for size := 1; len(ids) > 0 && found < least; size *= 2 {
		batch := ids[:min(size, len(ids))]
		ids = ids[len(batch):]
		some, err := which(ctx, workers, batch, holds)
		if err != nil {
			return false, err
		}
		found += len(some)
	}
	return found >= least, nil
}
