package ruling

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// pleaOpposites are the patterns by which a text says the opposite of a plea, see [score.IsOpposite].
type pleaOpposites struct {
	Words map[string]string   `yaml:"words"` // words that patterns share, by name
	Pleas map[string][]string `yaml:"pleas"` // by the plea's identifier
}

// loadOpposites reads the opposites in a language, with shared words in the place of their names.
func loadOpposites(language string) (map[string][]string, error) {
	var all pleaOpposites
	name := "text/opposites-" + language + ".yaml"
	if err := yamlfile.Read(texts, name, &all); err != nil {
		return nil, err
	}
	for id, list := range all.Pleas {
		for i := range list {
			if list[i] = all.expand(list[i]); strings.Contains(list[i], "$") {
				return nil, fmt.Errorf("%s: %s: pattern %q names words that the file does not have", name, id, list[i])
			}
		}
	}
	return all.Pleas, nil
}

// sharedWords matches the name of shared words in a pattern.
var sharedWords = regexp.MustCompile(`\$[^,+]+`)

// expand puts shared words in the place of their names.
func (all *pleaOpposites) expand(pattern string) string {
	return sharedWords.ReplaceAllStringFunc(pattern, func(name string) string {
		if words, ok := all.Words[name[1:]]; ok {
			return words
		}
		return name
	})
}
