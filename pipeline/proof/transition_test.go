package proof

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// A rule on earlier facts or on pending cases decides a case only if it is about such facts.
func TestRulesDecideCasesOfTheirSubject(t *testing.T) {
	earlier := []string{fined, locks + "第三条第二款"}
	pending := []string{sunk, collisions + "第一条"}
	for _, c := range []struct {
		template  string
		start     []string
		rule      string // in place of the one of the law
		want      string
		otherwise string // in place of another provision of the law
	}{
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的船闸通行行为，适用当时的规定。"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行政处罚纠纷，适用当时的规定。"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的劳动争议，适用当时的规定。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前订立的合同，适用当时的规定。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，尚未处罚的，适用当时的规定。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定，经营者除外。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "《渡运条例》施行前发生的行为，适用当时的规定。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。", otherwise: "本条例施行前发生的劳动争议，适用当时的规定。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。本条例处罚较轻的，适用本条例。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。", otherwise: "处罚较前款轻的，适用本条例。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。", otherwise: "行为持续到新规定生效的，依照本条例处理。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。", otherwise: "当事人协商一致的，适用本条例。", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "本条例施行前发生的行为，适用当时的规定。", otherwise: "从事船闸经营活动的，适用本条例。"},
		{template: "governing_earlier", start: earlier, rule: "Past acts are subject to the law then in force.", otherwise: "If this Act provides for a lighter penalty, it applies.", want: "transition"},
		{template: "governing_earlier", start: earlier, rule: "Past acts are subject to the law then in force."},
		{template: "governing_pending", start: pending, rule: "本解释施行后尚未审结的案件，适用本解释。"},
		{template: "governing_pending", start: pending, rule: "本解释施行后，人民法院正在审理的船舶碰撞一审案件，适用本解释。"},
		{template: "governing_pending", start: pending, rule: "本解释施行后尚未审结的劳动争议案件，适用本解释。", want: "transition"},
		{template: "governing_pending", start: pending, rule: "本解释施行后，劳动争议案件尚未审结的，适用本解释。", want: "transition"},
		{template: "governing_pending", start: pending, rule: "本解释施行后尚未立案的案件，一审或者二审阶段中止的，适用本解释。", want: "transition"},
	} {
		rule, other := locks2012+"第七条", locks2012+"第五条"
		if c.template == "governing_pending" {
			rule, other = rules2014+"第三条", rules2014+"第二条"
		}
		w := governingSources(t, func(ts tables) {
			set(ts, provisionTable, "reference", rule, map[string]any{"text": c.rule})
			if c.otherwise != "" {
				set(ts, provisionTable, "reference", other, map[string]any{"text": c.otherwise})
			}
		})
		w.Texts = nil
		x, reason := ask(t, w, c.template, "", c.start...)
		if reason != "" {
			t.Fatalf("no task: %s", reason)
		}
		want := ""
		if c.want != "" {
			want = "discriminating " + c.want
		}
		if got := firstFault(t, w, x); got != want {
			t.Errorf("%s: fault %q, want %q", c.rule, got, want)
		}
	}
}

// The proof reads a rule where a sentence gives it in full, for the law itself and on no condition.
func TestReadTransition(t *testing.T) {
	const earlier, pending = domain.AsOfEarlier, domain.AsOfDecision
	for _, c := range []struct {
		text    string
		want    domain.TemplateVersion
		subject string
	}{
		{"本法施行前发生的快件寄递，适用当时的规定；当事人可以协商改用新的规则。", earlier, "快件寄递"},
		{"本条例施行以前已经订立的合同，适用当时的法律、法规的规定。", earlier, "合同"},
		{"本法自2013年1月1日起施行。本法公布施行之前成立的合伙，适用当时有效的有关规定。", earlier, "合伙"},
		{"本法施行前发生的快件寄递，适用当时的规定；尚未履行的部分按照新的要求办理。", "", ""},
		{"本法施行前发生的行为，适用当时的规定，适用本法更有利的依照本法。", "", ""},
		{"除合同外，本法施行前发生的行为，适用当时的规定。", "", ""},
		{"本法施行以前的行为，如果当时的法律不认为是犯罪的，适用当时的法律。", "", ""},
		{"本法施行前发生的行为，适用当时的规定；但是本法处罚较轻的，适用本法。", "", ""},
		{"本条例施行前发生的行为，适用当时的规定。本条例处罚较轻的，适用本条例。", "", ""},
		{"本条例施行前发生的行为，适用当时的规定；行为持续到新规定生效的，适用本条例。", "", ""},
		{"本法施行前发生的行为，适用当时的规定。本法自2020年1月1日起施行。《旧法》同时废止。", earlier, "行为"},
		{"This Act applies to cases pending at first or second instance when it takes effect, other than those about leases.", "", ""},
		{"This Act applies to cases pending at first or second instance when it takes effect, if both parties agree.", "", ""},
		{"This Act applies to cases pending at first or second instance when it takes effect; leases follow the earlier law.", "", ""},
		{"Past dealings are governed by the rules of their time. This Act applies where it is milder.", "", ""},
		{"《房地产法》施行前发生的商品房买卖行为，适用当时的规定。", "", ""},
		{"本解释施行后尚未审结的一审、二审案件，适用本解释；已经审结而申请再审的，不适用。", pending, "一审、二审案件"},
		{"本解释自2015年12月1日起施行。本解释施行后尚未终审的案件，适用本解释；本解释施行前已经终审的，不适用本解释。", pending, "案件"},
		{"本规定施行后人民法院正在审理的一审、二审案件适用本规定。", pending, "一审、二审案件"},
		{"本规定施行后，案件尚在一审或者二审阶段的，适用本规定。", pending, "案件"},
		{"本规定施行后，人民法院新受理的一审案件，适用本规定。", "", ""},
		{"本解释施行前人民法院已经受理、施行后尚未审结的一审、二审案件，不适用本解释。", "", ""},
		{"本规定施行后尚未审结的案件，适用本法。", "", ""},
		{"本法施行前发生的行为，适用当时的规定；本法施行后尚未审结的案件，适用本法。", "", ""},
		{"Past dealings in express delivery are governed by the rules of their time; on renewal the new rules apply.", earlier, "dealings in express delivery"},
		{"Contracts made before this Act enters into force remain subject to the law in force at the time.", earlier, "Contracts made"},
		{"Leases before the entry into force of this Act are governed by the provisions then in force.", earlier, "Leases"},
		{"Past dealings in express delivery are governed by the rules of their time; what is yet to be performed follows the new rules.", "", ""},
		{"Contracts are governed by the rules of their time.", "", ""},
		{"Past dealings are governed by the rules of their time, except those that are still to be performed.", "", ""},
		{"Past dealings, as the minister decides, are governed by the rules of their time.", "", ""},
		{"This Interpretation applies to cases pending at first or second instance when it takes effect, not to the reopening of cases already decided.", pending, ""},
		{"This Act applies to all cases that the court chooses when it takes effect.", "", ""},
		{"This Act shall apply to cases of theft pending at first or second instance when it enters into force.", "", ""},
	} {
		if got := readTransition(c.text); got.asOf != c.want || got.subject != c.subject {
			t.Errorf("%s: %q on %q, want %q on %q", c.text, got.asOf, got.subject, c.want, c.subject)
		}
	}
}

// The subject of a rule is any fact, or stands in the title of the law or in the cause of the case.
func TestSubjectsOfRules(t *testing.T) {
	for _, c := range []struct {
		subject, law, cause string
		want                bool
	}{
		{"行为", "刑法", "盗窃罪", true},
		{"法律事实", "民法典", "", true},
		{"快件寄递", "快件寄递条例", "合同纠纷", true},
		{"快件寄递行为", "快件寄递条例", "", true},
		{"合同", "某省条例", "买卖合同纠纷", true},
		{"合同", "某省条例", "行政处罚纠纷", false},
		{"劳动争议", "船闸条例", "行政处罚纠纷", false},
		{"行为人的法律行为", "人民法院解释", "", false},
		{"人", "人民法院解释", "", false},
		{"一审、二审案件", "船闸条例", "", true},
		{"民事案件", "船闸条例", "", false},
		{"", "Collision Procedure Act", "", true},
		{"acts and events", "Theft Act", "", true},
		{"dealings in express delivery", "Express Delivery Act", "", true},
		{"Contracts made", "Contract Act", "", true},
		{"Leases", "Sale Act", "dispute over a lease", true},
		{"labour disputes", "Lock Passage Act", "penalty", false},
		{"dealings in press delivery", "Express Delivery Act", "", false},
	} {
		if got := (transitionRule{subject: c.subject}).covers(c.law, c.cause); got != c.want {
			t.Errorf("%q under %s, %s: %t, want %t", c.subject, c.law, c.cause, got, c.want)
		}
	}
}

// Of the provisions of generated laws, reader and proof find the same rules, and each is about what
// the title of its law says.
func TestTransitionsOfGeneratedLaws(t *testing.T) {
	kinds := map[legislation.ApplicableLaw]domain.TemplateVersion{legislation.EarlierLaw: domain.AsOfEarlier, legislation.ThisLaw: domain.AsOfDecision}
	found := map[domain.TemplateVersion]int{}
	for _, language := range []string{"zh", "en"} {
		for seed := range uint64(3) {
			laws := generatedLaws(t, lawtext.LawSpec{Seed: seed + 1, Scale: 0.3, Language: language})
			rule := map[string]bool{}
			for _, p := range laws.Provisions {
				rule[p.Version] = rule[p.Version] || p.Transition != ""
			}
			for _, p := range laws.Provisions {
				if p.Transition == "" {
					if rule[p.Version] && (hanException.MatchString(p.Text) || englishException.MatchString(p.Text)) {
						t.Errorf("%s is taken for an exception to the rule of %s", p.Text, p.Version)
					}
					continue
				}
				r := readTransition(p.Text)
				if found[r.asOf]++; r.asOf != kinds[p.Transition] || !r.covers(p.Law, "") {
					t.Errorf("%s: %q on %q, want %q on what %s says", p.Text, r.asOf, r.subject, p.Transition, p.Law)
				}
			}
		}
	}
	if found[domain.AsOfEarlier] == 0 || found[domain.AsOfDecision] == 0 {
		t.Errorf("rules %v, want both kinds", found)
	}
}

// generatedLaws reads generated laws.
func generatedLaws(t *testing.T, spec lawtext.LawSpec) *legislation.Collection {
	t.Helper()
	dir := t.TempDir()
	create := func(name string) (io.WriteCloser, error) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, err
		}
		return os.Create(name)
	}
	if err := spec.Write(t.Context(), create, nil); err != nil {
		t.Fatal(err)
	}
	laws, err := legislation.Read(t.Context(), dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	return laws
}
