package ruling

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// pleaPatterns are the patterns by which the points of pleas are known in words of any kind, see
// [score.IsPattern].
type pleaPatterns struct {
	Words map[string]string           `yaml:"words"` // words that patterns share, by name
	Pleas map[string]patternsOfPoints `yaml:"pleas"` // by the plea's identifier
}

// patternsOfPoints are the patterns of one plea.
type patternsOfPoints struct {
	Points  [][]string `yaml:"points"`  // of each point
	Against []string   `yaml:"against"` // by which a text says the opposite of the plea
}

// loadPatterns reads the patterns of a language, with shared words in the place of their names.
func loadPatterns(language string) (*pleaPatterns, error) {
	var all pleaPatterns
	name := "text/patterns-" + language + ".yaml"
	if err := yamlfile.Read(texts, name, &all); err != nil {
		return nil, err
	}
	for id, of := range all.Pleas {
		for _, list := range append(of.Points, of.Against) {
			for i := range list {
				if list[i] = all.expand(list[i]); strings.Contains(list[i], "$") {
					return nil, fmt.Errorf("%s: %s: pattern %q names words that the file does not have", name, id, list[i])
				}
			}
		}
	}
	return &all, nil
}

// sharedWords matches the name of shared words in a pattern.
var sharedWords = regexp.MustCompile(`\$[^,+]+`)

// expand puts shared words in the place of their names.
func (all *pleaPatterns) expand(pattern string) string {
	return sharedWords.ReplaceAllStringFunc(pattern, func(name string) string {
		if words, ok := all.Words[name[1:]]; ok {
			return words
		}
		return name
	})
}

// addTo adds the patterns of a plea to the terms of its points.
func (all *pleaPatterns) addTo(p *plea) {
	of := all.Pleas[p.ID]
	for i, patterns := range of.Points {
		p.Points[i] = append(p.Points[i], patterns...)
		for _, a := range of.Against {
			p.Points[i] = append(p.Points[i], "!"+a)
		}
	}
}
