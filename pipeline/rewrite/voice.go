package rewrite

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
)

// files holds the situations: one file a domain, by its name, which also speaks
// for domains that build on it, and general.json for all that have none. Each
// holds a voice by language.
//
//go:embed situations/*.json
var files embed.FS

// voice is how people speak in one world and language. It is a specification,
// read-only once loaded. A question is put together from one of each list. No text
// names a company, a case, an amount or a day, so that nothing is added to what is
// asked. Names in braces are slots.
type voice struct {
	// Roles are who asks, after "我是" or "作为", "I am" or "As".
	Roles []role `json:"roles"`
	// Situations are what they are doing, after "我" or "I am".
	Situations []situation `json:"situations"`
	// Needs lead over to the question, a sentence each; "" leads over in silence.
	Needs []string `json:"needs"`
	// Openings introduce {role} and {situation} before the question.
	Openings []string `json:"openings"`
	// Remarks do the same after it.
	Remarks []string `json:"remarks"`
	// Orders arrange {opening} or {remark}, {need}, {steps} and {ask}; steps and need
	// can be empty. One that stands twice is drawn twice as often.
	Orders []string `json:"orders"`
	// Steps introduce the entities on the way to what is asked.
	Steps []lead `json:"steps"`
	// Asks put {clause} or {question} and the {form} demanded.
	Asks map[draft.Ask][]string `json:"asks"`
	// Also stands before every further question of one task.
	Also string `json:"also"`
	// Form puts a demanded {form} behind what it is demanded of.
	Form string `json:"form"`

	language string
}

// role is somebody who asks.
type role struct {
	Text   string   `json:"text"`
	Fields []string `json:"fields"` // fields of work; a role takes the situations of these
}

// situation is what somebody is doing.
type situation struct {
	Text  string `json:"text"`
	Field string `json:"field"`
}

// lead introduces the entities on the way to what is asked.
type lead struct {
	First   string `json:"first"`
	Next    string `json:"next"` // "" for a lead that takes a single one
	Last    string `json:"last"`
	End     string `json:"end"`
	Several bool   `json:"several"` // only for two or more
}

// of returns the situations of a role's fields.
func (v *voice) of(r role) []situation {
	return slices.DeleteFunc(slices.Clone(v.Situations), func(s situation) bool {
		return !slices.Contains(r.Fields, s.Field)
	})
}

// general is the file for domains that have none of their own.
const general = "general"

// voices reads all files once: voices by domain name and language.
var voices = sync.OnceValues(func() (map[string]map[string]*voice, error) {
	entries, err := files.ReadDir("situations")
	if err != nil {
		return nil, err
	}
	all := make(map[string]map[string]*voice, len(entries))
	for _, e := range entries {
		data, err := files.ReadFile("situations/" + e.Name())
		if err != nil {
			return nil, err
		}
		var byLanguage map[string]*voice
		if err := json.Unmarshal(data, &byLanguage); err != nil {
			return nil, fmt.Errorf("situations/%s: %w", e.Name(), err)
		}
		for lang, v := range byLanguage {
			v.language = lang
		}
		all[strings.TrimSuffix(e.Name(), ".json")] = byLanguage
	}
	return all, nil
})

// voiceOf returns the voice of a domain and language.
func voiceOf(d *domain.Domain, lang string) (*voice, error) {
	all, err := voices()
	if err != nil {
		return nil, err
	}
	byLanguage := all[general]
	for _, name := range append([]string{d.Name}, d.Bases...) {
		if own, ok := all[name]; ok {
			byLanguage = own
			break
		}
	}
	v, ok := byLanguage[lang]
	if !ok {
		return nil, fmt.Errorf("language %q: want one that situations are written in", lang)
	}
	return v, nil
}
