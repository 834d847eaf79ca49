package similarity

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCopied(t *testing.T) {
	for _, c := range []struct {
		lang, draft, question string
		names                 []string
		want                  bool
	}{
		// The draft itself, whatever stands around it and however it is written.
		{"zh", "请给出甲公司的法定代表人。", "请给出甲公司的法定代表人。", []string{"甲公司"}, true},
		{"zh", "请给出甲公司的法定代表人。", "您好！我是律师。请给出甲公司的法定代表人，谢谢。", []string{"甲公司"}, true},
		{"zh", "请给出甲公司的法定代表人。", "请 给出“甲公司”的法定代表人", []string{"甲公司"}, true},
		{"en", "Give the city of Ann & Co.", "Hello, could you please GIVE THE CITY of Ann & Co.? Thanks.", []string{"Ann & Co."}, true},
		// A short draft is mostly a term, which may stay.
		{"zh", "请给出甲公司的法定代表人。", "我们要给甲公司发函，它的法定代表人是谁？", []string{"甲公司"}, false},
		{"zh", "请给出甲公司的统一社会信用代码。", "甲公司的统一社会信用代码是什么？", []string{"甲公司"}, false},
		{"en", "Give the unified social credit code of Ann & Co.", "What is the unified social credit code of Ann & Co.?", []string{"Ann & Co."}, false},
		{"en", "Give the city of Ann & Co.", "Which city is Ann & Co. in?", []string{"Ann & Co."}, false},
		// A long draft's phrases in other sentences are a copy, in other words they are not.
		{
			"zh", "先确定案号为（2020）甲01民初3号的案件的原告律师事务所。该律师事务所代理的案件中涉案金额最高的一件的受理法院是哪一家？",
			"请先查出案号为（2020）甲01民初3号的案件的原告律师事务所。我想知道，该律师事务所代理的案件中涉案金额最高的一件的受理法院是哪一家。", []string{"（2020）甲01民初3号"}, true,
		},
		{
			"zh", "先确定案号为（2020）甲01民初3号的案件的原告律师事务所。该律师事务所代理的案件中涉案金额最高的一件的受理法院是哪一家？",
			"（2020）甲01民初3号案里，原告请的是哪家所？这家所经手的官司当中，争议数额居首的那一件由哪个法院审理？", []string{"（2020）甲01民初3号"}, false,
		},
		{
			"en", "First find the only subsidiary of the defendant of the court case with case number 7. Give the contact number in the business registration of that company.",
			"Can you look up the contact number in the business registration of the only subsidiary of the defendant of the court case with case number 7? Thank you!", nil, true,
		},
		{
			"en", "First find the only subsidiary of the defendant of the court case with case number 7. Give the contact number in the business registration of that company.",
			"Whoever was sued in No. 7 owns exactly one company. How can it be reached by phone, going by the register?", nil, false,
		},
		// Nothing to copy.
		{"zh", "", "请问", nil, false},
		{"zh", "甲乙", "", nil, false},
		{"zh", "甲乙", "乙甲", nil, false},
		{"zh", "甲乙", "有甲乙吗", nil, true}, // shorter than an n-gram
	} {
		q, d := FrameOf(c.question, c.lang, c.names), FrameOf(c.draft, c.lang, c.names)
		if got := Copied(q, d); got != c.want {
			t.Errorf("Copied(%q, %q) = %v, want %v", q, d, got, c.want)
		}
	}
	if Copied(Frame{"givethecityof", letters}, Frame{"givethecityof", chinese}) {
		t.Error("a question is the copy of a draft in another language")
	}
}

// A draft is found in whatever is put around it, and a long one also with something
// put into it or with its halves exchanged.
func TestCopiedLaws(t *testing.T) {
	var records []record
	langs := map[string]string{}
	for _, lang := range languages {
		for _, r := range slices.Concat(readRecords(t, "honest-"+lang), readRecords(t, "kept-"+lang)) {
			langs[r.ID] = lang
			records = append(records, r)
		}
	}
	around := map[string]*rapid.Generator[string]{
		"zh": rapid.SampledFrom([]string{"", "您好！", "我是一名律师，正在准备开庭。", "谢谢！", strings.Repeat("我们正在整理一份材料，想请您帮忙核对。", 20)}),
		"en": rapid.SampledFrom([]string{"", "Hello! ", " I am a lawyer and preparing a hearing. ", " Thank you!", strings.Repeat(" We are putting a file in order and would be glad of your help.", 20)}),
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(records).Draw(t, "record")
		lang := langs[r.ID]
		text := around[lang]
		d := FrameOf(r.Draft, lang, r.Names)
		q := FrameOf(text.Draw(t, "before")+" "+r.Draft+" "+text.Draw(t, "after"), lang, r.Names)
		if !Copied(q, d) {
			t.Errorf("Copied(%q, %q) = false", q, d)
		}
		if length(d) <= 6*d.n-3 {
			return
		}
		cut := rapid.IntRange(0, length(d)).Draw(t, "cut")
		halves := []rune(d.text)
		one, other := string(halves[:cut]), string(halves[cut:])
		for _, q := range []string{one + FrameOf(text.Draw(t, "between"), lang, nil).text + other, other + one} {
			if !Copied(Frame{q, d.n}, d) {
				t.Errorf("Copied(%q, %q) = false", q, d)
			}
		}
	})
}

// Rewritings by hand pass, those that keep the draft's phrases do not, and nothing is a
// copy of what another task asks.
func TestCopiedByHand(t *testing.T) {
	for _, lang := range languages {
		honest, kept := readRecords(t, "honest-"+lang), readRecords(t, "kept-"+lang)
		copies := func(records []record) (n int) {
			for _, r := range records {
				if Copied(FrameOf(r.Question, lang, r.Names), FrameOf(r.Draft, lang, r.Names)) {
					n++
				}
			}
			return n
		}
		if n := copies(honest); n*50 > len(honest) {
			t.Errorf("%s: %d of %d questions written by hand are copies, want 2 %% at most", lang, n, len(honest))
		}
		if n := copies(kept); n*20 < len(kept)*17 {
			t.Errorf("%s: %d of %d questions with the draft's phrases are copies, want 85 %% at least", lang, n, len(kept))
		}
		for i, one := range honest {
			q, own := FrameOf(one.Question, lang, one.Names), FrameOf(one.Draft, lang, one.Names)
			for _, other := range honest[i+1 : min(i+21, len(honest))] {
				if d := FrameOf(other.Draft, lang, other.Names); d != own && Copied(q, d) {
					t.Errorf("%q is a copy of what another task asks, %q", q, d)
				}
			}
		}
	}
}
