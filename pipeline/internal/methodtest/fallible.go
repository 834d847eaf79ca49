package methodtest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// flawlessProbability returns the probability that a fallible model makes no mistake at a
// task of so many hops: 0.9 at one hop, 0.15 less for each further hop, and 0.3 from five on.
func flawlessProbability(hops int) float64 {
	return 0.9 - 0.15*float64(min(max(hops, 1), 5)-1)
}

// loopLength is the number of times that a call is repeated in a loop. It exceeds the default
// number of turns.
const loopLength = 12

// addMistake draws whether the model makes a mistake at the task, and which.
func (r *taskScript) addMistake(d *domain.Domain, t *task.Task, seed uint64, by method.Name) {
	rng := digest.Rand("fallible", strconv.FormatUint(seed, 10), t.ID, string(by))
	if rng.Float64() < flawlessProbability(t.Structure.Hops) {
		return
	}
	mistakes := []func(*domain.Domain, *task.Task, *rand.Rand){r.answerInvented, r.answerNothing}
	if len(r.calls) > 0 {
		mistakes = append(mistakes, r.misspellName, r.takeWrongTool, r.stopEarly, r.loop)
	}
	if len(t.KeyAnswer) > 1 {
		mistakes = append(mistakes, r.answerInPart, r.answerInPart) // partial success is otherwise rare
	}
	if len(t.KeyMiddle) > 0 {
		mistakes = append(mistakes, r.answerOnTheWay)
	}
	mistakes[rng.IntN(len(mistakes))](d, t, rng)
}

// misspellName drops the last letter of a name in a call, finds nothing, and gives up.
func (r *taskScript) misspellName(_ *domain.Domain, _ *task.Task, rng *rand.Rand) {
	c := r.giveUpAt(rng.IntN(len(r.calls)))
	c.Arguments = withShorterName(c.Arguments)
}

// takeWrongTool calls another tool than the right one, and gives up.
func (r *taskScript) takeWrongTool(d *domain.Domain, _ *task.Task, rng *rand.Rand) {
	c := r.giveUpAt(rng.IntN(len(r.calls)))
	c.Name = otherLookup(d, c.Name)
}

// giveUpAt ends the calls with a call, which finds nothing and is returned for change.
func (r *taskScript) giveUpAt(n int) *scriptCall {
	r.calls, r.final = r.calls[:n+1], r.words.lost
	r.calls[n].found = nil
	return &r.calls[n]
}

// stopEarly leaves out the last calls and answers with what was found before them.
func (r *taskScript) stopEarly(_ *domain.Domain, _ *task.Task, rng *rand.Rand) {
	n := rng.IntN(len(r.calls))
	r.calls, r.final = r.calls[:n], r.words.lost
	if n > 0 && len(r.calls[n-1].found) > 0 {
		r.final = strings.Join(r.calls[n-1].found, "; ")
	}
}

// loop repeats a call until the turns are used up.
func (r *taskScript) loop(_ *domain.Domain, _ *task.Task, rng *rand.Rand) {
	c := *r.giveUpAt(rng.IntN(len(r.calls)))
	for range loopLength {
		c.round++
		r.calls = append(r.calls, c)
	}
}

// answerInvented gives an answer with other values than those found.
func (r *taskScript) answerInvented(_ *domain.Domain, t *task.Task, rng *rand.Rand) {
	for _, k := range t.KeyAnswer {
		r.final = strings.ReplaceAll(r.final, k, altered(k, rng))
	}
	if r.final == t.Answer {
		r.final = altered(t.Answer, rng)
	}
}

// answerNothing makes all calls and gives an empty answer.
func (r *taskScript) answerNothing(*domain.Domain, *task.Task, *rand.Rand) { r.final = "" }

// answerInPart gives some of the values that the question asks for.
func (r *taskScript) answerInPart(_ *domain.Domain, t *task.Task, rng *rand.Rand) {
	r.final = strings.Join(t.KeyAnswer[:1+rng.IntN(len(t.KeyAnswer)-1)], "; ")
}

// answerOnTheWay gives a value of an intermediate step in place of the answer.
func (r *taskScript) answerOnTheWay(_ *domain.Domain, t *task.Task, rng *rand.Rand) {
	r.final = t.KeyMiddle[rng.IntN(len(t.KeyMiddle))]
}

// withShorterName returns arguments in which the first text, in alphabetical order of the
// arguments' names, lacks its last letter.
func withShorterName(args string) string {
	var members map[string]any
	if json.Unmarshal([]byte(args), &members) != nil {
		return args
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if text, ok := members[name].(string); ok && len([]rune(text)) > 1 {
			letters := []rune(text)
			members[name] = string(letters[:len(letters)-1])
			break
		}
	}
	b, err := json.Marshal(members)
	if err != nil {
		panic("methodtest: encoding arguments as JSON: " + err.Error())
	}
	return string(b)
}

// altered returns a text in which every digit is another one; the letters of a text without
// digits are reversed.
func altered(text string, rng *rand.Rand) string {
	letters, add := []rune(text), rune(1+rng.IntN(8))
	digits := false
	for i, c := range letters {
		if c >= '0' && c <= '9' {
			letters[i], digits = '0'+(c-'0'+add)%10, true
		}
	}
	if !digits {
		slices.Reverse(letters)
		letters = slices.DeleteFunc(letters, unicode.IsSpace)
	}
	return string(letters)
}
