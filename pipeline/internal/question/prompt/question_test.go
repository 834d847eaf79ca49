package prompt

import (
	"errors"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

func TestQuestion(t *testing.T) {
	const zh, en = "请问“甲公司”的注册资本是多少？", `Which court tried "the" case, and when?`
	for _, tt := range []struct{ reply, want string }{
		{zh, zh},
		{en, en},
		{"\n\n  " + zh + " \n", zh},
		{"改写后的问题：" + zh, zh},
		{"**改写后的问题：**\n\n" + zh, zh},
		{"### 改写后的问题:\n" + zh, zh},
		{"好的，以下是改写后的问题：\n" + zh, zh},
		{"以下是为您改写的问题：\n\n“" + zh + "”", zh},
		{"问题：" + zh, zh},
		{"Rewritten question: " + en, en},
		{"**Rewritten question:** " + en, en},
		{"Here is the rewritten question:\n\n" + en, en},
		{"Sure! Here's the question: " + en, en},
		{"Certainly:\n" + en, en},
		{"```\n" + zh + "\n```", zh},
		{"```text\nQuestion: " + en + "\n```", en},
		{"“" + zh + "”", zh},
		{"「" + zh + "」", zh},
		{`"` + zh + `"`, zh},
		{"‘" + en + "’", en},
		{"**" + en + "**", en},
		{"'" + "What is it?" + "'", "What is it?"},
		{"<think>先看草稿。\n\n问题：？</think>\n\n" + zh, zh},
		{"先看草稿</think>" + zh, zh},
		{`{"question": "` + zh + `"}`, zh},
		{"```json\n{\"rewritten_question\": \"What is it?\"}\n```", "What is it?"},
		{`{"问题":"` + zh + `","note":"none"}`, zh},
		{"{草稿}里的公司是哪一家？", "{草稿}里的公司是哪一家？"},
		{"第一句。\r\n\r\n  第二句？", "第一句。\n第二句？"},
		{zh + "\n\n注：保留了全部数字。", zh},
		{en + "\n\n---\nI kept every number.", en},
		{en + "\n\n*Note: names are kept.*", en},
		// A pair that does not go round the whole stays.
		{"“甲”和“乙”", "“甲”和“乙”"},
		{`"A" or "B"`, `"A" or "B"`},
		// Nor is everything in front of a colon a label.
		{"我想问一个问题，关于甲公司：它的注册资本是多少？", "我想问一个问题，关于甲公司：它的注册资本是多少？"},
		{"Two things: who, and when?", "Two things: who, and when?"},
		{"Dear colleague: which court?", "Dear colleague: which court?"},
		// People apologise, too.
		{"抱歉打扰，请问甲公司的注册资本是多少？", "抱歉打扰，请问甲公司的注册资本是多少？"},
		{"Sorry to bother you, but which court was it?", "Sorry to bother you, but which court was it?"},
		{"I can't find it in our files: which court was it?", "I can't find it in our files: which court was it?"},
		{"我无法从手头的材料里看出来，想请教：是哪家法院？", "我无法从手头的材料里看出来，想请教：是哪家法院？"},
	} {
		if got, err := Question(tt.reply); err != nil || got != tt.want {
			t.Errorf("Question(%q) = %q, %v, want %q", tt.reply, got, err, tt.want)
		}
	}
}

func TestQuestionRefused(t *testing.T) {
	for _, reply := range []string{
		"I'm sorry, but I can't help with that.", "I’m sorry, I cannot assist with this request.", "I cannot help with that. Is there something else?",
		"I am unable to rewrite this question.", "Sorry, I can't comply.", "As an AI language model, I do not have access to this.",
		"抱歉，我无法协助完成此请求。", "很抱歉，我无法提供这些信息。您还有别的问题吗？", "对不起，我不能改写这个问题。", "我无法满足这个要求。", "抱歉，我无法这样做。",
		"作为一个人工智能助手，我无法回答这个问题。", "“抱歉，我无法协助。”",
	} {
		if got, err := Question(reply); !errors.Is(err, llm.ErrRefused) {
			t.Errorf("Question(%q) = %q, %v, want refused", reply, got, err)
		}
	}
	for _, reply := range []string{"", " \n", "<think>hm</think>", "<think>hm, the question is", "```\n```", "问题：", `{"answer": 1}`, `{"question": 1}`, `""`, "**Rewritten question:**"} {
		if got, err := Question(reply); !errors.Is(err, llm.ErrMalformed) {
			t.Errorf("Question(%q) = %q, %v, want malformed", reply, got, err)
		}
	}
}

// A demand is read with or without thoughts and a code fence around it; any other answer
// is malformed.
func TestDemand(t *testing.T) {
	const object = `{"about":["甲公司"],"asks":[{"what":"value","column":"注册资本","of":"登记公司"}]}`
	for _, reply := range []string{object, "```json\n" + object + "\n```", "<think>hm</think>\n" + object} {
		if got, err := Demand(reply); err != nil || got.Requested[0].ColumnName.Column != "注册资本" {
			t.Errorf("Demand(%q) = %+v, %v, want one value", reply, got, err)
		}
	}
	for _, reply := range []string{"", "[]", "好的，" + object, object + "{}", `{"asks":[]}`, object[:20]} {
		if got, err := Demand(reply); !errors.Is(err, llm.ErrMalformed) {
			t.Errorf("Demand(%q) = %+v, %v, want malformed", reply, got, err)
		}
	}
}

// Whatever a model says: what is taken for a question is not empty, has no blank line,
// and is a question taken out of itself.
func FuzzQuestion(f *testing.F) {
	for _, seed := range []string{"改写后的问题：“甲公司？”", "```json\n{\"question\":\"x\"}\n```", "<think>a</think>b", "I'm sorry, I can't", "**a**\n\n注：b", "\xff", "“”", "''"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		got, err := Question(reply)
		if err != nil {
			return
		}
		if strings.TrimSpace(got) != got || got == "" || strings.Contains(got, "\n\n") {
			t.Errorf("Question(%q) = %q, want a text without blank lines", reply, got)
		}
		if again, err := Question(got); err != nil || again != got {
			t.Errorf("Question(%q) = %q, %v, want itself", got, again, err)
		}
	})
}
