package casetext

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// dockets are the worlds whose cases are tested.
func dockets(t *testing.T, do func(t *testing.T, d *Docket)) {
	t.Helper()
	for _, language := range []string{"zh", "en"} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s/%d", language, seed+1), func(t *testing.T) {
				do(t, docket(t, CaseSpec{lawtext.LawSpec{Seed: seed + 1, Scale: 1, Language: language}}))
			})
		}
	}
}

func docket(t *testing.T, w CaseSpec) *Docket {
	t.Helper()
	d, err := w.Docket()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// At least a third of the cases are over a text that was amended between facts and decision, and
// some of these under a transitional provision; there are many kinds of issues and causes.
func TestDocketMix(t *testing.T) {
	dockets(t, func(t *testing.T, d *Docket) {
		changed, transition, holds := 0, 0, 0
		kinds, causes := map[string]int{}, map[string]bool{}
		for i := range d.Len() {
			k := d.Known(i)
			kinds[d.cases[i].kind]++
			causes[k.Cause] = true
			if k.Changed {
				changed++
			}
			if k.ByTransition {
				transition++
			}
			if k.PleaHolds {
				holds++
			}
		}
		n := d.Len()
		t.Logf("%d cases, %d amended, %d by a transitional provision, %d pleas succeed, %d causes, %v", n, changed, transition, holds, len(causes), kinds)
		if n < 200 || 3*changed < n || transition == 0 || holds < n/3 || holds > 2*n/3 || len(kinds) < 20 || len(causes) < 30 {
			t.Error("want 200 cases of 20 kinds and 30 causes, a third of them amended, some under a transitional provision, and either result in a third")
		}
	})
}

// Days follow each other, and the version that a case applies is the one that the law of the
// day names: that of the facts, or the later one where a transitional provision says so.
func TestGoverningVersion(t *testing.T) {
	dockets(t, func(t *testing.T, d *Docket) {
		for i := range d.Len() {
			k, of := d.Known(i), &d.cases[i]
			p := k.Cited[0]
			then, ok1 := d.Law.InForce(p.Statute, k.Happened)
			now, ok2 := d.Law.InForce(p.Statute, k.Decided)
			if !ok1 || !ok2 || k.Happened.After(k.Filed) || !k.Filed.Before(k.Decided) || now != p.InForce || k.Changed != (now != then) {
				t.Fatalf("%s: facts %v under version %d, filed %v, decided %v under version %d, changed %v", k.File, k.Happened, then, k.Filed, k.Decided, now, k.Changed)
			}
			want := then
			s := &d.Law.Statutes[p.Statute]
			if tr := d.Law.Transition(p.Statute, now); now != then && tr.Since.Equal(s.Versions[now].Date) {
				switch tr.Rule {
				case statute.PendingCases, statute.PendingMatters:
					want = now
					if !k.Filed.Before(tr.Since) || !k.ByTransition {
						t.Errorf("%s: filed %v, want before %v, when the statute came into force", k.File, k.Filed, tr.Since)
					}
				case statute.RulesOfTheTime:
					if !k.ByTransition {
						t.Errorf("%s: a transitional provision is not cited", k.File)
					}
				case statute.Prevailing:
					t.Errorf("%s: a provision that leaves the version open", k.File)
				}
			}
			if p.Version != want {
				t.Errorf("%s: version %d applied, want %d", k.File, p.Version, want)
			}
			if k.Changed && of.rule.Paragraph == of.other.Paragraph {
				t.Errorf("%s: the text did not change", k.File)
			}
		}
	})
}

// What a case quotes is the cited provision of the version that it applies.
func TestQuotedRule(t *testing.T) {
	dockets(t, func(t *testing.T, d *Docket) {
		for i := range d.Len() {
			k := d.Known(i)
			grounds := strings.Join(k.Reasoning, "\n")
			for _, p := range k.Cited {
				articles := d.Law.Published(p.Statute, p.Version)
				at := slices.IndexFunc(articles, func(a statute.PublishedArticle) bool { return a.Label == p.Article })
				if at < 0 || (p.Paragraph == 0) != (len(articles[at].Paragraphs) == 1) {
					t.Fatalf("%s: no provision %+v", k.File, p)
				}
				quoted := regexp.MustCompile(`[“"]([^“”"]+)[”"]`).FindAllStringSubmatch(grounds, -1)
				if !slices.ContainsFunc(quoted, func(q []string) bool {
					return strings.HasPrefix(strings.ReplaceAll(articles[at].Paragraphs[0].Text, `"`, "'"), q[1])
				}) {
					t.Errorf("%s: %s is not quoted:\n%s", k.File, p.Citation, grounds)
				}
			}
		}
	})
}

// An act is in time if it was done within the period of the version that governs, counted in
// days by code that shares nothing with the draws; sums are within the share of that version.
func TestConclusions(t *testing.T) {
	inTime := func(r *statute.ArticleRule, from, to time.Time) bool {
		y, m, day := from.Date()
		switch r.Form {
		case statute.MonthsFromKnowledge:
			return !to.After(time.Date(y, m+time.Month(r.Months), day, 0, 0, 0, 0, time.UTC))
		case statute.YearsFromEvent, statute.YearsUnasserted, statute.RecordsEnd:
			return !to.After(time.Date(y+r.Years, m, day, 0, 0, 0, 0, time.UTC))
		}
		return int(to.Sub(from).Hours()/24) <= r.Days
	}
	dockets(t, func(t *testing.T, d *Docket) {
		contrasts := 0
		for i := range d.Len() {
			k, of := d.Known(i), &d.cases[i]
			rule := d.Law.Rule(of.statute, k.Cited[0].Version, of.article)
			holds := func(r *statute.ArticleRule) bool {
				switch of.rule.Form {
				case statute.DepositCap, statute.AdvanceCap:
					return of.sum*100 <= of.base*r.Percent
				case statute.PenaltyReduced:
					return (of.sum-of.base)*100 > of.base*r.Percent
				case statute.InterestRate:
					return of.claimed > r.Rate
				case statute.ChangeNotice:
					return inTime(r, of.happened, of.asked)
				case statute.MonthsFromKnowledge:
					return !inTime(r, of.learned, of.asked)
				case statute.YearsFromEvent, statute.YearsUnasserted, statute.RecordsEnd, statute.ObjectionDays, statute.WithinDays:
					return !inTime(r, of.happened, of.asked)
				}
				return k.PleaHolds
			}
			if got := holds(&rule); got != k.PleaHolds {
				t.Errorf("%s: the plea succeeds: %v, want %v", k.File, k.PleaHolds, got)
			}
			if of.other != nil && holds(of.other) != k.PleaHolds {
				contrasts++
			}
			if k.PleaHolds && (of.award < 0 || of.award > of.sum) {
				t.Errorf("%s: %d of %d is awarded", k.File, of.award, of.sum)
			}
		}
		t.Logf("%d of %d cases would be decided otherwise under the other version", contrasts, d.Len())
		if contrasts < 5 {
			t.Errorf("%d cases would be decided otherwise under the other version, want some", contrasts)
		}
	})
}

// Facts, outcome and focus name no article, no text has a gap, and numbers are unique.
func TestTexts(t *testing.T) {
	article := regexp.MustCompile(`第[一二三四五六七八九十百千零]+条|Article \d`)
	gap := regexp.MustCompile(`[{}$]|  |。。|，。|： *$|\.\.`)
	dockets(t, func(t *testing.T, d *Docket) {
		numbers := map[string]bool{}
		for i := range d.Len() {
			k := d.Known(i)
			if numbers[k.Number] {
				t.Errorf("%s: number %s twice", k.File, k.Number)
			}
			numbers[k.Number] = true
			given := strings.Join(slices.Concat(k.Facts, k.Outcome, k.Focus), "\n")
			if m := article.FindString(given); m != "" {
				t.Errorf("%s: %q in what is given", k.File, m)
			}
			for _, p := range slices.Concat(k.Facts, k.Outcome, k.Focus, k.Reasoning) {
				if m := gap.FindString(p); p == "" || m != "" {
					t.Errorf("%s: %q in %q", k.File, m, p)
				}
			}
		}
	})
}

// Equal specifications give equal texts, and each is written under its name.
func TestWriteDocket(t *testing.T) {
	w := CaseSpec{lawtext.LawSpec{Seed: 3, Scale: 0.3, Language: "zh"}}
	d, again := docket(t, w), docket(t, w)
	written := map[string]*strings.Builder{}
	create := func(name string) (io.WriteCloser, error) {
		written[name] = new(strings.Builder)
		return closer{written[name]}, nil
	}
	if err := d.Write(t.Context(), create, nil); err != nil {
		t.Fatal(err)
	}
	for i, name := range again.Files() {
		if written[name] == nil || written[name].String() != again.Text(i) {
			t.Errorf("%s: another text", name)
		}
	}
	if len(written) != d.Len() || d.Len() == 0 {
		t.Errorf("%d files of %d cases", len(written), d.Len())
	}
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

// Every rule of the grammars is used.
func TestRulesUsed(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		d := docket(t, CaseSpec{lawtext.LawSpec{Seed: 1, Scale: 0.05, Language: language}})
		roots := []string{"title", "cause", "parties", "sued", "answered", "rest", "outcome", "rule", "referred", "unqualified",
			"day_settled", "day_silent", "day_clause", "day_pending", "demand_claim", "demand_liability", "order_holds", "order_fails", "concluded_holds", "concluded_fails"}
		for _, r := range d.writer.rules {
			for _, part := range []string{"facts", "plea", "focus", "apply", "order", "demand", "late", "relief", "relief_part"} {
				rest, ok := strings.CutPrefix(r, part+"_")
				kind := strings.TrimSuffix(strings.TrimSuffix(rest, "_holds"), "_fails")
				if _, known := issues[kind]; ok && (known || slices.Contains([]string{"deemed", "extended", "defence", "restarted", "loss", "cost", "correction"}, rest)) {
					roots = append(roots, r)
				}
			}
		}
		if unused := d.writer.grammar.Unused(roots...); len(unused) > 0 {
			t.Errorf("%s: rules %v are never used", language, unused)
		}
	}
}

// The cases of both languages are the same: days, results and provisions.
func TestDocketLanguages(t *testing.T) {
	zh := docket(t, CaseSpec{lawtext.LawSpec{Seed: 4, Scale: 1, Language: "zh"}})
	en := docket(t, CaseSpec{lawtext.LawSpec{Seed: 4, Scale: 1, Language: "en"}})
	if zh.Len() != en.Len() {
		t.Fatalf("%d cases in Chinese, %d in English", zh.Len(), en.Len())
	}
	for i := range zh.Len() {
		same := func(d *Docket) string {
			k := d.Known(i)
			text := fmt.Sprint(k.File, k.Happened, k.Filed, k.Decided, k.Rule.Form, k.PleaHolds, k.Changed, k.ByTransition)
			for _, p := range k.Cited {
				text += fmt.Sprint(" ", p.Statute, p.Version, p.InForce, p.Paragraph)
			}
			return text
		}
		if same(zh) != same(en) {
			t.Errorf("in Chinese %s, in English %s", same(zh), same(en))
		}
	}
}

// The first cases of a small world as they were when last looked at. UPDATE=1 writes them anew;
// the version of the stage "world" is then raised, too.
func TestGoldenCases(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		d := docket(t, CaseSpec{lawtext.LawSpec{Seed: 7, Scale: 0.3, Language: language}})
		var b strings.Builder
		for i := range min(4, d.Len()) {
			b.WriteString(d.Text(i) + "\n====\n\n")
		}
		goldentest.Compare(t, filepath.Join("testdata", language+".golden"), b.String())
	}
}

// Both languages take the same parties for people: no authority for an author, no technology vendor
// for the vendor of a car. An English word that stands for parties of both kinds is a person's.
func TestPersons(t *testing.T) {
	files, err := filepath.Glob("../statute/text/matter/*.yaml")
	if err != nil || files == nil {
		t.Fatal("no matters", err)
	}
	role := regexp.MustCompile(`(?m)^\s+[ab]: ([^|\n]+) \| ([^|\n]+)$`)
	persons, pairs := map[string]bool{}, map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range role.FindAllStringSubmatch(string(data), -1) {
			pairs[m[1]] = m[2]
			persons[m[2]] = persons[m[2]] || chinese.person.MatchString(m[1])
		}
	}
	for zh, en := range pairs {
		if got := english.person.MatchString(en); got != persons[en] {
			t.Errorf("%s, %s: a person in English %t, in Chinese %t", en, zh, got, persons[en])
		}
	}
	for _, company := range []string{"technology vendor", "microcredit company", "licensing authority", "passenger carrier", "farm insurer", "warehouse keeper"} {
		if english.person.MatchString(company) {
			t.Errorf("%s is a person", company)
		}
	}
	for _, other := range []string{"发行人", "被执行人", "申请执行人"} {
		if chinese.person.MatchString(other) {
			t.Errorf("%s is a person", other)
		}
	}
}
