package ruling

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// TestTextsNameWhatIsDealtIn holds 2,000 passages and case files a language to the world: a text speaks of
// what its dispute is about and of nothing that another dispute could be about, of works let by a builder
// or to one, and of no parties' things that their lines of business lack.
func TestTextsNameWhatIsDealtIn(t *testing.T) {
	builderWords := map[string][]string{
		"zh": {"总承包", "分包给", "工地", "进场施工", "承建", "施工区域", "机械碰断", "渣土"},
		"en": {"general contractor", "broke a line", "site manager", "on the site of", "Spoil was"},
	}
	for _, language := range languages {
		tell := open(t, language)
		projects, words := map[string]bool{}, 0
		for _, d := range tell.shard.World.Dealings {
			if d.What == society.Works {
				projects[d.Item] = true
			}
		}
		read := 0
		check := func(i int, text string) {
			read++
			first := &tell.shard.Cases[tell.shard.Cases[i].First]
			text = strings.ToLower(text)
			var own *society.Dealing
			if first.Dealing >= 0 {
				own = &tell.shard.World.Dealings[first.Dealing]
			}
			if own != nil {
				for item := range projects {
					if strings.Contains(text, strings.ToLower(item)) && !strings.Contains(strings.ToLower(own.Item), strings.ToLower(item)) {
						t.Errorf("%s: case %s is about %s and speaks of %s", language, first.Number, own.Item, item)
					}
				}
				if own.What != "" && strings.Contains(text, strings.ToLower(own.Item)) {
					words++
				}
			}
			builder := false
			for _, parties := range [][]society.Party{first.Plaintiffs, first.Defendants} {
				for p := range parties {
					line := tell.trade(&parties[p])
					builder = builder || line >= 0 && (tell.shard.World.Group("builders")[line] || tell.shard.World.Group("hirers")[line])
				}
			}
			for _, word := range builderWords[language] {
				if !builder && strings.Contains(text, strings.ToLower(word)) {
					t.Errorf("%s: case %s has no builder and speaks of %q:\n%s", language, first.Number, word, text)
				}
			}
		}
		for i := range tell.shard.Cases {
			if read < 1_800 {
				check(i, tell.passage(i))
			}
		}
		for _, i := range tell.shard.Files {
			for _, cell := range tell.casefile(i) {
				check(i, cell.Text)
			}
		}
		for i := 0; read < 2_000 && i < len(tell.shard.Cases); i++ {
			check(i, tell.abstract(i)[2].Text)
		}
		if read < 2_000 || words*4 < read {
			t.Errorf("%s: %d of %d texts name what is dealt in: want a quarter of 2,000", language, words, read)
		}
	}
}
