package judge

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Version numbers the prompts sent to judges and the parsing of their answers. It is raised
// when equal rubrics and submissions lead to other requests or opinions.
const Version = 1

// prompts are what a judge is told in one language. Each but Empty is a text with slots in
// braces.
type prompts struct {
	System    string // {most}, {criteria} and {form}
	Ask       string // {question}, {reference}, {text} and {cut}
	Reference string // {reference}; left out where there is none
	Cut       string // {characters} that are not shown; left out where all are
	Anchored  string // added to the criteria of a rubric that is Anchored
	Quotes    string // added to those of one with Quotes
	Tiers     string // added to those of one with {tiers}
	Empty     string // the reason why an empty text has no points
}

// promptsOf returns those of one of [Languages].
func promptsOf(lang string) *prompts {
	name := "prompts/" + lang + ".yaml"
	data, err := files.ReadFile(name)
	if err != nil {
		panic("embedded prompts: " + err.Error())
	}
	var p prompts
	r := reader{Reader: yamlmap.Reader{Name: name}}
	texts := map[string]*string{"system": &p.System, "ask": &p.Ask, "reference": &p.Reference, "cut": &p.Cut, "empty": &p.Empty,
		"anchored": &p.Anchored, "quotes": &p.Quotes, "tiers": &p.Tiers}
	r.Document(data, func(key, value *yaml.Node) {
		if texts[key.Value] == nil {
			r.Fault(key, "key %q: want a prompt", key.Value)
			return
		}
		*texts[key.Value] = r.text(value)
	})
	if err := r.Err(); err != nil {
		panic("embedded prompts: " + err.Error())
	}
	return &p
}

// messages returns the conversation that asks for grades. The first message is the same for
// every text, so that a server can keep what it made of it.
func messages(r *Rubric, p *prompts, c *Submission) []llm.Message {
	question, reference, text := valid(c.Question), valid(c.Reference), valid(c.Text)
	text, left := shown(text)
	fence := fence(question, reference, text)
	slots := map[string]string{"question": fence(question), "text": fence(text), "reference": "", "cut": ""}
	if strings.TrimSpace(reference) != "" {
		slots["reference"] = domain.Fill(p.Reference, map[string]string{"reference": fence(reference)}) + "\n\n"
	}
	if left > 0 {
		slots["cut"] = domain.Fill(p.Cut, map[string]string{"characters": strconv.Itoa(left)}) + "\n"
	}
	system := domain.Fill(p.System, map[string]string{"most": strconv.Itoa(r.Most), "criteria": criteria(r) + added(r, p), "form": form(r)})
	return []llm.Message{{Role: llm.System, Text: system}, {Role: llm.User, Text: domain.Fill(p.Ask, slots)}}
}

// criteria writes out what is looked at. Weights are left out: each criterion is judged by
// itself.
func criteria(r *Rubric) string {
	var b strings.Builder
	for i, c := range r.Criteria {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "%s (%s): %s", c.Name, c.Title, c.Asks)
		for _, a := range c.Anchors {
			fmt.Fprintf(&b, "\n- %d: %s", a.Points, a.Text)
		}
	}
	return b.String()
}

// added writes out what a rubric asks for besides points.
func added(r *Rubric, p *prompts) string {
	var b strings.Builder
	if r.Anchored {
		b.WriteString("\n\n" + p.Anchored)
	}
	if r.Quotes {
		b.WriteString("\n\n" + p.Quotes)
	}
	if r.Tiers != nil {
		tiers := make([]string, len(r.Tiers))
		for i, t := range r.Tiers {
			end := mostOverall
			if i+1 < len(r.Tiers) {
				end = r.Tiers[i+1].From - 1
			}
			tiers[i] = fmt.Sprintf("- %d-%d: %s", t.From, end, t.Text)
		}
		b.WriteString("\n\n" + domain.Fill(p.Tiers, map[string]string{"tiers": strings.Join(tiers, "\n")}))
	}
	return b.String()
}

// form writes out what an answer looks like.
func form(r *Rubric) string {
	quote, overall := "", ""
	if r.Quotes {
		quote = `"quote":"...",`
	}
	if r.Tiers != nil {
		overall = `,"overall":{"reason":"...","points":N}`
	}
	grades := make([]string, len(r.Criteria))
	for i, c := range r.Criteria {
		grades[i] = fmt.Sprintf(`{"criterion":%q,"reason":"...",%s"points":N}`, c.Name, quote)
	}
	return `{"grades":[` + strings.Join(grades, ",") + `]` + overall + `}`
}

// shown returns what is shown of a text and how many characters are left out.
func shown(text string) (begin string, left int) {
	n := 0
	for at := range text {
		if n == longestText {
			begin = text[:at]
			return begin, len([]rune(text[at:]))
		}
		n++
	}
	return text, 0
}

// fence returns what puts one of the texts between two lines of a mark. The mark is 96 bits
// drawn from all of them, so that whoever wrote one of them could not know it: not even
// that of the question, which an agent has seen.
func fence(texts ...string) func(string) string {
	mark := "===== " + strings.TrimPrefix(string(digest.Of("judge fence", texts...)), "sha256:")[:24]
	return func(text string) string { return mark + "\n" + text + "\n" + mark }
}

// valid returns a text as UTF-8.
func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
