package statute

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ruleForms are all forms of rules.
var ruleForms = []RuleForm{
	MonthsFromKnowledge, YearsFromEvent, ObjectionDays, YearsUnasserted, PerformanceProof, Suspicion, Withheld, DepositCap, AdvanceCap, PenaltyReduced,
	Breach, BreachRef, BreachRefLimit, BreachLoss, BreachCost, BreachSubstitute, Fact, FactRight, FactSupport, Proved, WithinDays, AfterNotice, ChangeNotice,
	UnlessHandled, Pretext, Waiver, PerformanceBurden, InterestRate, RecordsEnd,
}

// A rule is how its article begins, in the same form and with the same numbers in every
// language, and its numbers stand in its words; there are rules of every form.
func TestRule(t *testing.T) {
	zh, en := law(t, 5, "zh", "", 30000, 1), law(t, 5, "en", "", 30000, 1)
	found := map[RuleForm]int{}
	for i := range zh.Statutes {
		for v := range zh.Statutes[i].Versions {
			published := zh.Published(i, v)
			for a := range published {
				r, other := zh.Rule(i, v, a), en.Rule(i, v, a)
				first := published[a].Paragraphs[0].Text
				if r.Paragraph != first || !strings.HasPrefix(first, r.Text) || r.Paragraphs != len(published[a].Paragraphs) {
					t.Fatalf("%s %s: rule %q of %d paragraphs, want the beginning of %q of %d", zh.Statutes[i].Title, published[a].Label, r.Text, r.Paragraphs, first, len(published[a].Paragraphs))
				}
				type same struct {
					Form              RuleForm
					Numbers           RuleNumbers
					Names             string
					Qualified, Barred bool
				}
				told := func(r *ArticleRule) same {
					names := ""
					for _, c := range r.Chosen {
						names += " " + c.Name
					}
					return same{r.Form, r.RuleNumbers, names, r.Qualified, r.Barred}
				}
				if diff := cmp.Diff(told(&r), told(&other)); diff != "" {
					t.Fatalf("%s %s (-zh +en):\n%s", zh.Statutes[i].Title, published[a].Label, diff)
				}
				found[r.Form]++
				for form, number := range map[RuleForm]string{
					MonthsFromKnowledge: Numeral(r.Months) + "个月", YearsFromEvent: Numeral(r.Years) + "年", ObjectionDays: Numeral(r.Days) + "日",
					DepositCap: "百分之" + Numeral(r.Percent), InterestRate: "百分之" + Numeral(r.Rate),
				} {
					if r.Form == form && !strings.Contains(r.Text, number) {
						t.Errorf("%q: want the number %s in it", r.Text, number)
					}
				}
			}
		}
	}
	for _, f := range ruleForms {
		if found[f] == 0 {
			t.Errorf("no rule of form %s among %d articles", f, zh.Articles())
		}
	}
}

// A transitional provision stands in its version, is read alike in every language, and looks to
// the first day of the version if the statute was put in force anew.
func TestTransition(t *testing.T) {
	words := map[TransitionRule]string{
		KeepsDocuments: "继续有效", RulesOfTheTime: "适用当时的规定", PendingMatters: "尚未办结的事项", PendingCases: "尚未审结的", Prevailing: "为准",
	}
	limits := map[TransitionLimit]string{
		"": "", AgreedOtherwise: "协商改用", OnRenewal: "续期", Unperformed: "尚未履行", NobodyWorse: "更为不利", AcquiredRights: "已经取得的权利", TimeRunning: "期限已经开始计算",
	}
	zh, en := law(t, 6, "zh", "", 30000, 1), law(t, 6, "en", "", 30000, 1)
	rules, found := map[TransitionRule]int{}, map[TransitionLimit]int{}
	for i := range zh.Statutes {
		for v, version := range zh.Statutes[i].Versions {
			tr, other := zh.Transition(i, v), en.Transition(i, v)
			rules[tr.Rule]++
			found[tr.Limit]++
			if tr.Article < 0 {
				if tr.Rule != "" {
					t.Errorf("%s: rule %s without an article", zh.Statutes[i].Title, tr.Rule)
				}
				continue
			}
			if text := zh.PublishedArticle(i, v, tr.Article).Paragraphs[0].Text; !strings.HasPrefix(text, tr.Text) || !strings.Contains(tr.Text, words[tr.Rule]) || !strings.Contains(tr.Text, limits[tr.Limit]) {
				t.Errorf("%q is %s with %q, read as %q", text, tr.Rule, tr.Limit, tr.Text)
			}
			if tr.Rule != other.Rule || tr.Limit != other.Limit || tr.Since != other.Since || tr.Article != other.Article {
				t.Errorf("%s: %+v, in English %+v", zh.Statutes[i].Title, tr, other)
			}
			if anew := version.Note != Amended; anew != tr.Since.Equal(version.Date) {
				t.Errorf("%s: %s on %v, its transitional provision looks to %v", zh.Statutes[i].Title, version.Note, version.Date.Format(time.DateOnly), tr.Since.Format(time.DateOnly))
			}
		}
	}
	if len(rules) != len(words)+1 || len(found) != len(limits) {
		t.Errorf("rules %v, limits %v: want every one", rules, found)
	}
}

// Asking for rules changes no text.
func TestRuleKeepsTexts(t *testing.T) {
	l := law(t, 7, "zh", "", 600, 1)
	before := l.Article(100)
	for i := range l.Statutes {
		for v := range l.Statutes[i].Versions {
			for a := range l.Statutes[i].Versions[v].Articles {
				l.Rule(i, v, a)
			}
		}
	}
	if after := l.Article(100); after != before {
		t.Errorf("%q became %q", before, after)
	}
}
