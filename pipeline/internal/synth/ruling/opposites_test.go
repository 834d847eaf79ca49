package ruling

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Opposites belong to pleas that exist.
func TestOppositesOfPleas(t *testing.T) {
	for _, language := range languages {
		pleas, err := loadPleas(language)
		if err != nil {
			t.Fatal(err)
		}
		opposites, err := loadOpposites(language)
		if err != nil {
			t.Fatal(err)
		}
		for i := range pleas {
			delete(opposites, pleas[i].ID)
		}
		for id := range opposites {
			t.Errorf("%s: there are opposites of %q, which is no plea", language, id)
		}
	}
}

// What makes a plea, in the words in which lawyers make it, is not its opposite.
func TestPleasAreNotTheirOpposites(t *testing.T) {
	for _, c := range []struct{ language, plea, text string }{
		{"zh", "care", "答辩人已尽到注意义务，不存在过错。"},
		{"zh", "unilateral", "该材料系原告单方制作，答辩人对其真实性不予认可。"},
		{"zh", "invoice", "按照履行顺序，原告从未开具发票，答辩人行使先履行抗辩权，有权以此拒绝付款。"},
		{"zh", "resigned", "原告主动辞职，公司从未明确辞退原告，不存在应付补偿的法定情形。"},
		{"zh", "extension", "双方已经变更履行期限，答辩人不构成迟延履行，原告理应知道。"},
		{"zh", "dealings", "双方互负债务，答辩人不欠原告其他款项，主张抵销。"},
		{"zh", "condition", "付款条件尚未成就，原告应当先交齐资料。"},
		{"en", "insured", "The insurer has to pay in the first place. Its payment has not been taken off the claim, and only the shortfall is for the respondent."},
		{"en", "unilateral", "The plaintiff made the paper unilaterally. We do not accept that it is true, and dispute its authenticity."},
		{"en", "quantity", "It is not true that these goods were ordered. There was no agreement, and the plaintiff has the burden of proof."},
		{"en", "high", "The sum is excessive. It should be assessed by the court at what is reasonable."},
		{"en", "paid_in_part", "In that sum the debt was discharged. The plaintiff has deducted nothing, and it must be deducted."},
		{"en", "wrong_debtor", "Nobody signed on our behalf. The respondent is not the proper party, by privity of contract."},
	} {
		opposites, err := loadOpposites(c.language)
		if err != nil {
			t.Fatal(err)
		}
		states := score.StatesPattern(c.text)
		for _, o := range opposites[c.plea] {
			if states(o) {
				t.Errorf("%s: %q states %q", c.language, c.text, o)
			}
		}
	}
}
