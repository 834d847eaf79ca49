package ruling

import (
	"math/rand/v2"

	"taskgrove/pipeline/synth/statute"
)

// cite adds the articles a court applies: those on the matter in force on the day
// of the ruling, and one on procedure.
func (t *teller) cite(i int, a *account, r *rand.Rand) {
	law, on := t.shard.World.Law, a.Decided.Time()
	own := t.law.At(i).Rand()
	cited := law.Cite(own, a.Matter, on, 1+own.IntN(3))
	cited = append(cited, law.Cite(own, statute.Procedure, on, 1)...)
	a.slots["law"] = t.speech.law(cited)
	if len(cited) > 0 {
		a.slots["statute"], a.slots["article"], a.slots["gist"] = cited[0].Title, cited[0].Article, cited[0].Gist
	}
}
