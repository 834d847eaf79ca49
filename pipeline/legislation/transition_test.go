package legislation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	generated "github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// A rule is read where a sentence gives it in full, for the law itself and on no condition.
func TestTransition(t *testing.T) {
	for _, c := range []struct {
		grammar *grammar
		text    string
		want    ApplicableLaw
	}{
		{chinese(), "本法施行前发生的快件寄递，适用当时的规定；当事人可以协商改用新的规则。", EarlierLaw},
		{chinese(), "本法施行前发生的快件寄递，适用当时的规定；尚未履行的部分按照新的要求办理。", ""},
		{chinese(), "本条例施行以前已经订立的合同，适用当时的法律、法规的规定。", EarlierLaw},
		{chinese(), "本解释施行后尚未审结的一审、二审案件，适用本解释；已经审结而申请再审的，不适用。", ThisLaw},
		{chinese(), "本解释自2015年12月1日起施行。本解释施行后尚未终审的案件，适用本解释；本解释施行前已经终审的，不适用本解释。", ThisLaw},
		{chinese(), "本规定施行后人民法院正在审理的一审、二审案件适用本规定。", ThisLaw},
		{chinese(), "本规定施行后，案件尚在一审或者二审阶段的，适用本规定。", ThisLaw},
		{chinese(), "本规定施行后，人民法院新受理的一审案件，适用本规定。", ""},
		{chinese(), "本解释施行前人民法院已经受理、施行后尚未审结的一审、二审案件，不适用本解释。", ""},
		{chinese(), "本法施行以前的行为，如果当时的法律不认为是犯罪的，适用当时的法律。", ""},
		{chinese(), "本法施行前发生的行为，适用当时的规定；但是本法处罚较轻的，适用本法。", ""},
		{chinese(), "本条例施行前发生的行为，适用当时的规定。本条例处罚较轻的，适用本条例。", ""},
		{chinese(), "本条例施行前发生的行为，适用当时的规定；行为持续到新规定生效的，适用本条例。", ""},
		{chinese(), "本法施行前发生的行为，适用当时的规定。本法自2020年1月1日起施行。《旧法》同时废止。", EarlierLaw},
		{english(), "This Act applies to cases pending at first or second instance when it takes effect, other than those about leases.", ""},
		{english(), "This Act applies to cases pending at first or second instance when it takes effect, if both parties agree.", ""},
		{english(), "This Act applies to cases pending at first or second instance when it takes effect.", ThisLaw},
		{english(), "Past dealings are governed by the rules of their time. This Act applies where it is milder.", ""},
		{portuguese(), "Esta Lei aplica-se aos processos em curso. Os contratos seguem a lei anterior.", ""},
		{chinese(), "《房地产法》施行前发生的商品房买卖行为，适用当时的规定。", ""},
		{chinese(), "本法施行前已经签署或者取得的合同，继续有效。", ""},
		{chinese(), "本法施行时尚未办结的事项，依照本法办理，但已经取得的权利不受影响。", ""},
		{chinese(), "此前关于快件寄递的规定与本法抵触的，以本法为准。", ""},
		{chinese(), "本法施行前发生的行为，适用当时的规定；本法施行后尚未审结的案件，适用本法。", ""},
		{english(), "Past dealings in express delivery are governed by the rules of their time; on renewal the new rules apply.", EarlierLaw},
		{english(), "Past dealings in express delivery are governed by the rules of their time; what is yet to be performed follows the new rules.", ""},
		{english(), "Contracts made before this Act enters into force remain subject to the law in force at the time.", EarlierLaw},
		{english(), "This Interpretation applies to cases pending at first or second instance when it takes effect, not to the reopening of cases already decided.", ThisLaw},
		{english(), "Contracts are governed by the rules of their time.", ""},
		{english(), "Past dealings are governed by the rules of their time, except those that are still to be performed.", ""},
		{english(), "Any contract made before this Act is in force remains valid; on renewal the new rules apply.", ""},
		{english(), "Matters still open when this Act comes into force are dealt with under it, except that acquired rights are untouched.", ""},
		{portuguese(), "Os contratos anteriores à entrada em vigor desta Lei regem-se pela lei vigente à época.", EarlierLaw},
		{portuguese(), "Esta Lei aplica-se aos processos em curso.", ThisLaw},
		{portuguese(), "Esta Lei aplica-se aos contratos em curso.", ""},
	} {
		if got := c.grammar.transition(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// An amended law keeps its clause on the entry into force, and its rules are then about facts from
// before that day, not from before the amendment.
func TestTransitionOfVersions(t *testing.T) {
	const rule = "第二条 本法施行前发生的渡运，适用当时的规定。\n"
	c, err := Read(t.Context(), write(t, map[string]string{
		"甲法/2000-01-10.md": "# 甲法\n2000年1月10日会议通过\n第一条 甲。\n" + rule + "第三条 本法自2000年3月1日起施行。",
		"甲法/2005-01-10.md": "# 甲法\n2000年1月10日会议通过\n2005年1月10日会议修正 自2005年3月1日起施行\n第一条 乙。\n" + rule + "第三条 本法自2000年3月1日起施行。",
		"甲法/2010-01-10.md": "# 甲法\n2000年1月10日会议通过\n2005年1月10日会议修正\n2010年1月10日会议修订\n第一条 丙。\n" + rule + "第三条 本法的施行日期为2010年3月1日。",
		"甲法/2015-01-10.md": "# 甲法\n2000年1月10日会议通过\n2015年1月10日会议修订\n第一条 丁。\n" + rule + "第三条 本法施行后尚未审结的案件，适用本法。\n第四条 本法自2015年3月1日起施行。",
		"甲法/2020-01-10.md": "# 甲法\n2000年1月10日会议通过\n2020年1月10日会议修订\n第一条 戊。\n" + rule + "第三条 本法施行前成立的渡运合同，履行持续至本法施行后的，适用本法。\n第四条 本法自2020年3月1日起施行。",
		"甲法/2025-01-10.md": "# 甲法\n2000年1月10日会议通过\n2025年1月10日会议修订\n第一条 己。\n" + rule + "处罚较前款轻的，适用本法。\n第四条 本法自2025年3月1日起施行。",
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	var got, units []string
	for _, v := range c.Versions {
		got = append(got, v.EarlierLaw+"|"+v.ThisLaw)
	}
	for _, p := range c.Provisions {
		if p.Transition != "" {
			units = append(units, p.Version+p.Article)
		}
	}
	want := []string{"《甲法》（2000年1月10日通过）第二条|", "|", "《甲法》（2010年1月10日修订）第二条|", "|", "|", "|"}
	if !slices.Equal(got, want) {
		t.Errorf("rules of versions %q, want %q", got, want)
	}
	if want := []string{"《甲法》（2000年1月10日通过）第二条", "《甲法》（2010年1月10日修订）第二条", "《甲法》（2015年1月10日修订）第二条", "《甲法》（2015年1月10日修订）第三条"}; !slices.Equal(units, want) {
		t.Errorf("provisions with a rule %q, want %q", units, want)
	}
}

// The texts of a generated world give both rules, in both languages, and no version has more than
// one.
func TestGeneratedTransitions(t *testing.T) {
	found := map[ApplicableLaw]int{}
	generatedWorlds(t, func(t *testing.T, _ *generated.Law, r *Collection) {
		rules := map[string]int{}
		for _, p := range r.Provisions {
			if p.Transition != "" {
				rules[p.Version]++
				found[p.Transition]++
			}
		}
		for _, v := range r.Versions {
			if named := v.EarlierLaw != "" || v.ThisLaw != ""; named != (rules[v.Name] == 1) || v.EarlierLaw != "" && v.ThisLaw != "" {
				t.Errorf("%s: %d rules, named %q and %q", v.Name, rules[v.Name], v.EarlierLaw, v.ThisLaw)
			}
		}
	})
	if found[EarlierLaw] == 0 || found[ThisLaw] == 0 {
		t.Errorf("rules of provisions: %v, want both", found)
	}
}

// No rule of the real texts is read wrongly: those found were read by people, one by one.
func TestRealTransitions(t *testing.T) {
	c, err := Read(t.Context(), realTexts(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range c.Provisions {
		if p.Transition != "" {
			got = append(got, fmt.Sprintf("%s: %s", p.Citation, p.Transition))
		}
	}
	want := []string{
		"《最高人民法院关于适用〈中华人民共和国保险法〉若干问题的解释（四）》第二十一条第二款: this law",
		"《最高人民法院关于适用〈中华人民共和国公司法〉若干问题的规定（五）》第六条第二款: this law",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rules %q, want %q", got, want)
	}
}

// A text without the words of a rule gives none, whatever else it holds.
func TestTransitionOfAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[本法施行前后发生的适用当时规定尚未审结案件，。；A-Za-z ]{0,60}`).Draw(t, "text")
		for _, g := range grammars() {
			if r := g.transition(text); r != "" && !g.earlierLaw.MatchString(text) && !g.pendingCases.MatchString(text) {
				t.Fatalf("%q: rule %q", text, r)
			}
			if r := g.transition(text + "但是"); g.language == "zh" && r != "" {
				t.Fatalf("%q on a condition: rule %q", text, r)
			}
		}
	})
}

// The last version is known to be in force up to the day to which the texts are complete, if it began
// by then; a day that is none is a fault.
func TestKnownUntil(t *testing.T) {
	texts := map[string]string{
		"甲法/2000-01-10.md": "# 甲法\n2000年1月10日会议通过\n第一条 甲。\n第二条 本法自2000年3月1日起施行。",
		"甲法/2010-05-01.md": "# 甲法\n2000年1月10日会议通过\n2010年5月1日会议修订\n第一条 乙。\n第二条 本法自2010年7月1日起施行。",
	}
	for _, c := range []struct {
		manifest string
		want     string
		faults   int
	}{
		{"", "2010-07-01 0001-01-01", 0},
		{`{"complete_to":"2020-12-31"}`, "2010-07-01 2021-01-01", 0},
		{`{"complete_to":"2010-06-30"}`, "2010-07-01 0001-01-01", 0},
		{`{"complete_to":"9999-12-31"}`, "2010-07-01 0001-01-01", 1},
		{`{"complete_to":"end of 2020"}`, "2010-07-01 0001-01-01", 1},
	} {
		files := maps.Clone(texts)
		if c.manifest != "" {
			files["MANIFEST.jsonl"] = c.manifest
		}
		r, err := Read(t.Context(), write(t, files), 1)
		if err != nil {
			t.Fatal(err)
		}
		var days []string
		for _, v := range r.Versions {
			days = append(days, v.KnownUntil.Format("2006-01-02"))
		}
		if got := strings.Join(days, " "); got != c.want || len(r.Faults) != c.faults {
			t.Errorf("%s: known until %s with faults %v, want %s with %d", c.manifest, got, r.Faults, c.want, c.faults)
		}
	}
}
