package caselaw

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// asked returns a case about a machine, or one about rent.
func asked(language, focus string) *CourtCase {
	part := func(text string) CasePart { return CasePart{{Text: text}} }
	if language == "en" {
		return &CourtCase{
			Language: "en", FocusFrom: FromReasoning, Focus: part(focus),
			Facts:     part("The tenant stopped paying rent of 400 crowns in May 2019, since the roof leaked."),
			Outcome:   part("The court dismissed the claim, and the tenant keeps what he had not yet paid for June and July."),
			Reasoning: part("A tenant may keep back the rent for as long as the house is not fit to be lived in."),
		}
	}
	return &CourtCase{
		Language: "zh", FocusFrom: FromReasoning, Focus: part(focus),
		Facts:     part("甲向乙购买一台机器，付款3万元。机器到货后不能运转。"),
		Outcome:   part("东江市人民法院判决：乙退还货款三万元并承担运费和利息。"),
		Reasoning: part("机器不能运转致使买受人的合同目的落空，依照《民法典》第五百六十三条，合同可以解除。"),
	}
}

// Each fault put into a question is found, and nothing in a good one.
func TestCheckQuestion(t *testing.T) {
	for _, tt := range []struct {
		language, focus, question string
		want                      []QuestionReason
	}{
		{"zh", "甲可否解除合同", "甲可否解除与乙的合同？", nil},
		{"zh", "甲可否解除合同", "甲能否解除合同？", nil},
		{"zh", "乙应当退款还是换货", "乙应当向甲退款还是换货？", nil},
		{"zh", "乙应当退款还是换货", "乙是否应当退款？", []QuestionReason{FaultAlternative}},
		{"zh", "甲可否解除合同", "甲解除合同的后果？", []QuestionReason{FaultAlternative}},
		{"zh", "甲可否解除合同", "法院为什么准许甲解除合同？", []QuestionReason{FaultAlternative, FaultOutcome}},
		{"zh", "甲可否解除合同", "甲可否解除合同，从而由乙退还货款三万元并承担运费和利息？", []QuestionReason{FaultOutcome}},
		{"zh", "甲可否解除合同", "机器不能运转致使买受人的合同目的落空，甲可否解除合同？", []QuestionReason{FaultOutcome}},
		{"zh", "甲可否解除合同", "依《民法典》第563条，甲可否解除合同？", []QuestionReason{FaultArticle, FaultNumber}},
		{"zh", "甲可否解除合同", "甲可否解除5万元的合同？", []QuestionReason{FaultNumber}},
		{"zh", "甲可否解除合同", "甲可否解除3万元的合同？", nil},
		{"zh", "甲可否解除合同", "乙的违约金是否过高？", []QuestionReason{FaultFocus}},
		{"zh", "甲可否解除合同", "甲可否解除合同", []QuestionReason{FaultForm}},
		{"zh", "甲可否解除合同", "甲可否解除合同？乙呢？", []QuestionReason{FaultForm}},
		{"zh", "甲可否解除合同", "问题：\n甲可否解除合同？", []QuestionReason{FaultForm}},
		{"zh", "驳回起诉是否适当", "驳回起诉是否适当？", nil},
		{"en", "whether the tenant had to pay rent or could withhold it", "Did the tenant have to pay rent, or could he withhold it?", nil},
		{"en", "whether the tenant had to pay rent or could withhold it", "Did the tenant have to pay rent?", []QuestionReason{FaultAlternative}},
		{"en", "whether the tenant had to pay rent", "Why was the claim for rent that the tenant had to pay dismissed?", []QuestionReason{FaultOutcome}},
		{"en", "whether the tenant had to pay rent", "Under Article 12(2), did the tenant have to pay rent?", []QuestionReason{FaultArticle, FaultNumber}},
		{"en", "whether the tenant had to pay rent",
			"Did the tenant have to pay rent while the house is not fit to be lived in?", nil},
		{"en", "whether the tenant had to pay rent",
			"Did the tenant have to pay, or may keep back the rent for as long as the house is not fit to be lived in?", []QuestionReason{FaultOutcome}},
	} {
		var got []QuestionReason
		for _, f := range asked(tt.language, tt.focus).CheckQuestion(tt.question) {
			got = append(got, f.Reason)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("CheckQuestion(%q) about %q (-want +got):\n%s", tt.question, tt.focus, diff)
		}
	}
}

// The questions by rule about real cases pass; a claim is asked in words of its own.
func TestRuleQuestionsPass(t *testing.T) {
	r, err := Read(t.Context(), realCases(t))
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		if faults := c.CheckQuestion(c.Question); c.Refusal == "" && len(faults) > 0 {
			t.Errorf("%s: %q: %v", c.ID, c.Question, faults)
		}
	}
}

// scripted answers with texts in order, an error for an empty one.
type scripted struct {
	texts    []string
	requests []llm.Request
}

func (s *scripted) chat(_ context.Context, r llm.Request) (llm.Reply, error) {
	s.requests = append(s.requests, r)
	text := s.texts[len(s.requests)-1]
	if text == "" {
		return llm.Reply{}, &llm.AnswerError{Kind: llm.ErrRefused, Detail: "no"}
	}
	return llm.Reply{Text: text}, nil
}

func TestQuestioner(t *testing.T) {
	good := "甲可否解除合同？"
	for _, tt := range []struct {
		texts    []string
		want     string
		rejected int
	}{
		{[]string{good}, good, 0},
		{[]string{" " + good + "\n"}, good, 0},
		{[]string{"法院为何准许甲解除合同？", good}, good, 1},
		{[]string{"", good}, good, 1},
		{[]string{"甲如何？", "乙的违约金是否过高？"}, "", 2},
	} {
		s := &scripted{texts: tt.texts}
		c := asked("zh", "甲可否解除合同")
		got, rejected, err := (&Questioner{"m", s.chat}).Ask(t.Context(), c)
		if got != tt.want || len(rejected) != tt.rejected || (tt.want == "") != errors.Is(err, ErrNoQuestion) {
			t.Errorf("Ask with %q = %q, %v, %v, want %q after %d rejected", tt.texts, got, rejected, err, tt.want, tt.rejected)
		}
		for i, r := range s.requests {
			shown := r.Messages[0].Text + r.Messages[1].Text
			if r.Attempt != i || strings.Contains(shown, c.Outcome.Text()) || strings.Contains(shown, c.Reasoning.Text()) {
				t.Errorf("request %d is attempt %d and shows %q: want neither outcome nor reasoning", i, r.Attempt, shown)
			}
		}
	}
	down := errors.New("down")
	_, _, err := (&Questioner{"m", func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, down }}).Ask(t.Context(), asked("zh", "甲可否解除合同"))
	if !errors.Is(err, down) {
		t.Errorf("Ask of a model that is down: %v, want its error", err)
	}
}

// Every case that can be asked about gets the model's question, or keeps that of the rule if none
// passes; an error of the model leaves all as it was.
func TestAskAll(t *testing.T) {
	reading := func() *CaseReading {
		r := &CaseReading{}
		for i, focus := range []string{"甲可否解除合同", "乙应否赔偿损失", "丙是否构成违约"} {
			c := asked("zh", focus)
			c.ID, c.Question = fmt.Sprint(i), Ask("zh", FromSection, focus)
			r.Cases = append(r.Cases, *c)
		}
		r.Cases[2].Refusal, r.Cases[2].Question = OtherTongue, ""
		return r
	}
	answer := func(_ context.Context, r llm.Request) (llm.Reply, error) {
		if strings.Contains(r.Messages[1].Text, "甲可否") {
			return llm.Reply{Text: "合同可否由甲解除？"}, nil
		}
		return llm.Reply{Text: "乙为何被判决赔偿损失？"}, nil
	}
	for _, atOnce := range []int{0, 1, 3} {
		r := reading()
		done, err := (&Questioner{"m", answer}).AskAll(t.Context(), r, atOnce)
		if err != nil || done.Written != 1 || len(done.ByRule) != 1 || done.ByRule[0].Case != 1 || len(done.ByRule[0].Faults) != questionTries {
			t.Errorf("AskAll: %+v, %v, want one question of the model and one by rule", done, err)
		}
		var got []string
		for _, c := range r.Cases {
			got = append(got, c.Question)
		}
		if diff := cmp.Diff([]string{"合同可否由甲解除？", Ask("zh", FromSection, "乙应否赔偿损失"), ""}, got); diff != "" {
			t.Errorf("questions (-want +got):\n%s", diff)
		}
	}
	down, r := errors.New("down"), reading()
	_, err := (&Questioner{"m", func(_ context.Context, q llm.Request) (llm.Reply, error) {
		if strings.Contains(q.Messages[1].Text, "甲可否") {
			return llm.Reply{Text: "合同可否由甲解除？"}, nil
		}
		return llm.Reply{}, down
	}}).AskAll(t.Context(), r, 1)
	if !errors.Is(err, down) {
		t.Errorf("AskAll of a model that is down: %v, want its error", err)
	}
	if diff := cmp.Diff(reading(), r); diff != "" {
		t.Errorf("after an error (-before +after):\n%s", diff)
	}
}
