package compose_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/compose"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/composetest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

const papers = `{"id":"pt1","area":"Direito Civil","language":"pt","statement":"Caio vendeu a Tício um carro usado, com defeito oculto no motor.","parts":[{"label":"A","question":"Tício pode devolver o carro?","answer":"Sim. O comprador pode devolver a coisa com defeito oculto que a torne imprópria ao uso. O prazo para a ação corre da entrega efetiva do bem móvel.","points":[{"text":"O vendedor de boa-fé restitui apenas o preço (0,60).","value":0.6}]},{"label":"B","assumptions":["Suponha que Caio conhecia o defeito."],"question":"O que deve Caio?","answer":"Caio deve restituir o preço com perdas e danos, porque conhecia o defeito da coisa."}]}
{"id":"zh1","area":"合同法","language":"zh","parts":[{"label":"1","question":"合同何时成立？","answer":"承诺生效时合同成立。要约人可以在承诺通知发出之前撤销要约。"}]}
{"id":"en1","area":"Contract","language":"en","parts":[{"label":"1","question":"When is a contract made?","answer":"A contract is made when the acceptance reaches the offeror. An offer may be revoked before the acceptance is sent."}]}
`

func index(t *testing.T) *convert.ClaimIndex {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "papers.jsonl"), []byte(papers), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := exam.Read(t.Context(), dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	x, err := convert.NewClaimIndex(c)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// chat plays a script.
func chat(script llmtest.Script) func(context.Context, llm.Request) (llm.Reply, error) {
	return func(_ context.Context, r llm.Request) (llm.Reply, error) {
		a := script(&r)
		return llm.Reply{Text: a.Content, Usage: llm.TokenUsage{Prompt: 10, Completion: 5}}, a.Err
	}
}

func composer(script llmtest.Script) *compose.Composer {
	return &compose.Composer{Model: "writer", Reader: "reader", Attempts: 2, Seed: 1, Chat: chat(script)}
}

// An honest model's items of all parts are kept, both readings of each find its key, and the result
// does not depend on how many parts are asked about at once.
func TestHonest(t *testing.T) {
	x := index(t)
	done, err := composer(composetest.Model(composetest.Honest)).Compose(t.Context(), x, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(done.Items) != 8 || len(done.Refused) != 0 || !slices.Equal(done.Attempts, []int{8, 0}) {
		t.Fatalf("%d items, %v refused, attempts %v: want two items of each of four parts", len(done.Items), done.Refused, done.Attempts)
	}
	if done.Writing.Answers != 4 || done.Reading.Answers != 16 || done.Reading.Usage.Prompt != 160 {
		t.Errorf("writing %+v, reading %+v: want 4 and 16 replies", done.Writing, done.Reading)
	}
	for _, it := range done.Items {
		d := it.Derivation
		if d.Rule != compose.Rule || d.Writer != "writer" || len(d.Readings) != 2 || slices.Equal(d.Readings[0].Order, d.Readings[1].Order) {
			t.Errorf("%s: derivation %+v: want two readings in two orders", it.ID, d)
		}
		for _, r := range d.Readings {
			if r.Model != "reader" || !slices.Equal(r.Key, it.Choices.Key) {
				t.Errorf("%s %s: reading %+v: want the key %v", it.ID, it.Type, r, it.Choices.Key)
			}
		}
		if _, ok := task.ChoiceItem(it); !ok || len(it.KeyAnswer) != 1 {
			t.Errorf("%s: choices %+v, keywords %v do not fit", it.ID, it.Choices, it.KeyAnswer)
		}
	}
	if q := done.Items[4].Question; !strings.HasPrefix(q, "Caio vendeu a Tício um carro usado, com defeito oculto no motor.\n\nSuponha que Caio conhecia o defeito.\n\n") {
		t.Errorf("the item of a part with a supposition is %q", q)
	}
	again, err := composer(composetest.Model(composetest.Honest)).Compose(t.Context(), x, 4)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(done, again); diff != "" {
		t.Errorf("with four parts at once (-one +four):\n%s", diff)
	}
}

// Faults are refused, and the model is told which and asked again.
func TestRefused(t *testing.T) {
	x := index(t)
	var asked []llm.Request
	script := composetest.Model(composetest.Inventing)
	done, err := composer(func(r *llm.Request) llmtest.ModelAnswer { asked = append(asked, *r); return script(r) }).Compose(t.Context(), x, 1)
	if err != nil || len(done.Items) != 0 || len(done.Refused) != 16 {
		t.Fatalf("%d items, %d refused, %v: want none of 16", len(done.Items), len(done.Refused), err)
	}
	final := 0
	for _, r := range done.Refused {
		if r.Reason != compose.NotQuoted {
			t.Errorf("refused for %s (%s): want %s", r.Reason, r.Detail, compose.NotQuoted)
		}
		if r.Final {
			final++
		}
	}
	if final != 8 {
		t.Errorf("%d refusals are final: want one of each type and part", final)
	}
	if len(asked) != 8 || len(asked[1].Messages) != 4 || !strings.Contains(asked[1].Messages[3].Text, "true-false: quote (") {
		t.Errorf("%d requests, the second is %+v: want the fault named", len(asked), asked[1].Messages)
	}
	if asked[2].Messages[0].Text != asked[4].Messages[0].Text {
		t.Errorf("the first messages of two parts of a language differ: %.60q", asked[4].Messages[0].Text)
	}
	for _, r := range asked {
		if strings.Contains(r.Messages[0].Text, "{mark}") || strings.Contains(r.Messages[1].Text, "{data}") {
			t.Errorf("a slot is left in %q", r.Messages[1].Text)
		}
	}
}

// A wrong key is not seen before the readings, and both find another one.
func TestWrongKey(t *testing.T) {
	done, err := composer(composetest.Model(composetest.Miskeyed)).Compose(t.Context(), index(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, it := range done.Items {
		if it.Type != task.TrueFalse {
			continue
		}
		seen++
		for _, r := range it.Derivation.Readings {
			if !slices.Equal(r.Key, []int{1 - it.Choices.Key[0]}) {
				t.Errorf("%s: reading %+v: want the other word than %v", it.ID, r, it.Choices.Key)
			}
		}
	}
	if seen != 4 {
		t.Errorf("%d true-false items: want 4", seen)
	}
}

// What a model may send besides the wanted form.
func TestReplies(t *testing.T) {
	const quote = `"quote":"承诺生效时合同成立"`
	full := func(kind, rest string) string {
		return fmt.Sprintf(`{"items":[{"type":%q,"stem":"合同何时成立？",%s}]}`, kind, rest)
	}
	right := `"right":[{"text":"承诺生效时",` + quote + `}]`
	for name, tt := range map[string]struct {
		reply string
		want  compose.Reason // "" for an item
	}{
		"fenced":          {"```json\n" + full(task.MultipleChoice, right+`,"wrong":["要约发出时","签字盖章时","登记完成时"]`) + "\n```", ""},
		"no JSON":         {"我不能回答。", compose.Form},
		"broken":          {`{"items":[{"type":}]}`, compose.Form},
		"unknown type":    {full("essay", right), compose.Form},
		"two keys":        {full(task.MultipleChoice, `"right":[{"text":"甲",`+quote+`},{"text":"乙",`+quote+`}],"wrong":["丙","丁"]`), compose.Form},
		"no wrong":        {full(task.CaseAnalysis, right), compose.Form},
		"no gap":          {full(task.Cloze, right+`,"wrong":["要约发出时","签字盖章时","登记完成时"]`), compose.Form},
		"truth in words":  {full(task.TrueFalse, right), compose.Form},
		"control":         {full(task.MultipleChoice, right+`,"wrong":["a\u0007","签字盖章时","登记完成时"]`), compose.Form},
		"two pairs":       {full(task.Matching, `"pairs":[{"first":"甲","second":"子",`+quote+`},{"first":"乙","second":"丑",`+quote+`}]`), compose.Form},
		"pairs elsewhere": {full(task.TrueFalse, `"right":[{"text":"true",`+quote+`}],"pairs":[{"first":"甲","second":"子",`+quote+`}]`), compose.Form},
		"empty quote":     {full(task.TrueFalse, `"right":[{"text":"true","quote":""}]`), compose.NotQuoted},
		"one letter":      {full(task.TrueFalse, `"right":[{"text":"true","quote":"同"}]`), compose.NotQuoted},
		"other words":     {full(task.TrueFalse, `"right":[{"text":"true","quote":"承诺到达时合同成立"}]`), compose.NotQuoted},
	} {
		c := composer(func(r *llm.Request) llmtest.ModelAnswer {
			if !strings.Contains(r.Messages[1].Text, "承诺") {
				return llmtest.ModelAnswer{Content: `{"items":[]}`}
			}
			return llmtest.ModelAnswer{Content: tt.reply}
		})
		c.Attempts, c.Reader = 1, ""
		done, err := c.Compose(t.Context(), index(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		got := compose.Reason("")
		for _, r := range done.Refused {
			got = r.Reason
		}
		if got != tt.want || (len(done.Items) == 1) != (tt.want == "") {
			t.Errorf("%s: %d items, refused %+v: want reason %q", name, len(done.Items), done.Refused, tt.want)
		}
	}
}

// A pairing is moved, shown and read in the positions of the item.
func TestMatching(t *testing.T) {
	pairs := []string{"alpha", "beta", "gamma"}
	draft := compose.Draft{Type: task.Matching, Stem: "Match them."}
	for i, p := range pairs {
		draft.Pairs = append(draft.Pairs, compose.QuotedPair{First: "first " + p, Second: fmt.Sprint("second ", i), Quote: "when the  acceptance\nreaches the offeror"})
	}
	reply, err := json.Marshal(compose.Items{Items: []compose.Draft{draft}})
	if err != nil {
		t.Fatal(err)
	}
	c := composer(func(r *llm.Request) llmtest.ModelAnswer {
		switch user := r.Messages[1].Text; {
		case !strings.Contains(user, "offeror"):
			return llmtest.ModelAnswer{Content: `{"items":[]}`}
		case r.Model == "writer":
			return llmtest.ModelAnswer{Content: string(reply)}
		default:
			var said []string
			for i := range pairs {
				for n := 1; n <= len(pairs); n++ {
					if strings.Contains(user, fmt.Sprintf("\n%d) second %d", n, i)) {
						said = append(said, fmt.Sprintf("%c-%d", 'A'+i, n))
					}
				}
			}
			return llmtest.ModelAnswer{Content: "The correct pairs are: " + strings.Join(said, ", ")}
		}
	})
	done, err := c.Compose(t.Context(), index(t), 1)
	if err != nil || len(done.Items) != 1 {
		t.Fatalf("%d items, refused %+v, %v: want one", len(done.Items), done.Refused, err)
	}
	it := done.Items[0]
	for i, m := range it.Choices.Key {
		if want := fmt.Sprint("second ", i); it.Choices.Matches[m] != want || !strings.Contains(it.Question, fmt.Sprintf("%d) %s", m+1, want)) {
			t.Errorf("option %d belongs to %q in %q: want %q", i, it.Choices.Matches[m], it.Question, want)
		}
	}
	for _, r := range it.Derivation.Readings {
		if !slices.Equal(r.Key, it.Choices.Key) {
			t.Errorf("reading %+v: want %v", r, it.Choices.Key)
		}
	}
	if q := it.Derivation.Quotes; len(q) != 1 || q[0].Text != "when the acceptance reaches the offeror" {
		t.Errorf("quotes %+v: want the passage as it stands, once", q)
	}
}

func TestDown(t *testing.T) {
	down := errors.New("down")
	c := composer(nil)
	c.Chat = func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, down }
	if _, err := c.Compose(t.Context(), index(t), 2); !errors.Is(err, down) {
		t.Errorf("Compose of a model that is down: %v, want its error", err)
	}
	useless := &llm.AnswerError{Kind: llm.ErrTruncated}
	c.Chat = func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, useless }
	done, err := c.Compose(t.Context(), index(t), 2)
	if err != nil || len(done.Refused) != 8 || done.Refused[0].Reason != compose.Useless {
		t.Errorf("Compose of a model that is cut off: %+v, %v, want two refusals of each part", done, err)
	}
}
