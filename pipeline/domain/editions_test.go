package domain_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Which version of an article was in force on a day, and where that is not told.
func TestEditions(t *testing.T) {
	r := opened(t, "legal").Passage("LegalArticle").Reference
	e := domain.NewEditions(r, []string{
		// Enacted, amended, revised: all days but the amendment's are told.
		"甲法（2000年公布）第一条：旧。", "甲法（2000年公布）第二条：不变。", "甲法（2000年公布）第三条：本法自2000年5月1日起施行。",
		"甲法（2010年修正）第一条：中。", "甲法（2010年修正）第二条：不变。", "甲法（2010年修正）第三条：本法自2000年5月1日起施行。",
		"甲法第一条：新。", "甲法第二条：不变。", "甲法第三条：本法的施行日期为2022年1月1日。",
		// Amended since, on a day that nothing tells.
		"乙法（2005年公布）第一条：旧。", "乙法（2005年公布）第二条：不变。", "乙法（2005年公布）第九条：本法自2005年1月1日起施行。",
		"乙法第一条：新。", "乙法第二条：不变。", "乙法第九条：本法自2005年1月1日起施行。",
		// No day at all, two versions of a year, and days at odds.
		"丙法第一条：文。",
		"丁法（2005年公布）第一条：旧。", "丁法（2005年修正）第一条：中。", "丁法第一条：新。",
		"戊法（2005年公布）第一条：旧。", "戊法第一条：本法自2001年1月1日起施行。",
		// An article twice in a version.
		"己法第一条：此。", "己法第一条：彼。", "己法第二条：本法自2001年1月1日起施行。",
		"没有条号的一段话。",
	})
	for _, c := range []struct {
		work, part, wording, day string
		want                     domain.Force
	}{
		{"甲法", "第一条", "旧。", "2000-04-30", domain.NotInForce},
		{"甲法", "第一条", "旧。", "2000-05-01", domain.InForce},
		{"甲法", "第一条", "旧。", "2009-12-31", domain.InForce},
		{"甲法", "第一条", "旧。", "2010-06-01", domain.Untold},
		{"甲法", "第一条", "中。", "2010-06-01", domain.Untold},
		{"甲法", "第二条", "不变。", "2010-06-01", domain.InForce},
		{"甲法", "第一条", "新。", "2010-06-01", domain.NotInForce},
		{"甲法", "第一条", "旧。", "2011-01-01", domain.NotInForce},
		{"甲法", "第一条", "中。", "2021-12-31", domain.InForce},
		{"甲法", "第一条", "中。", "2022-01-01", domain.NotInForce},
		{"甲法", "第三条", "本法的施行日期为2022年1月1日。", "2021-05-29", domain.NotInForce}, // the clause of a version to come
		{"甲法", "第三条", "本法的施行日期为2022年1月1日。", "2022-01-01", domain.InForce},
		{"乙法", "第一条", "旧。", "2005-06-01", domain.Untold},
		{"乙法", "第一条", "新。", "2020-06-01", domain.Untold},
		{"乙法", "第二条", "不变。", "2020-06-01", domain.InForce},
		{"乙法", "第二条", "不变。", "2004-12-31", domain.NotInForce},
		{"乙法", "第三条", "没有。", "2020-06-01", domain.NotInForce},
		{"丙法", "第一条", "文。", "2020-06-01", domain.Untold},
		{"丁法", "第一条", "新。", "2020-06-01", domain.Untold},
		{"戊法", "第一条", "旧。", "2020-06-01", domain.Untold},
		{"己法", "第一条", "此。", "2020-06-01", domain.Untold},
		{"庚法", "第一条", "文。", "2020-06-01", domain.Untold},
	} {
		if got := e.Force(c.work, c.part, c.wording, c.day); got != c.want {
			t.Errorf("%s%s %q on %s: %s: want %s", c.work, c.part, c.wording, c.day, got, c.want)
		}
	}
	for _, c := range []struct {
		work, part, day string
		want            domain.Force
	}{
		{"甲法", "第一条", "2021-12-31", domain.NotInForce},
		{"甲法", "第一条", "2022-01-01", domain.InForce},
		{"甲法", "第二条", "2003-01-01", domain.InForce},
		{"甲法", "第七条", "2022-01-01", domain.Untold},
		{"乙法", "第一条", "2022-01-01", domain.Untold},
		{"庚法", "第一条", "2022-01-01", domain.Untold},
	} {
		if got := e.ForceOfLatest(c.work, c.part, c.day); got != c.want {
			t.Errorf("%s%s as it is now, on %s: %s: want %s", c.work, c.part, c.day, got, c.want)
		}
	}
	for _, c := range []struct {
		work, day, want string
		ok              bool
	}{
		{"甲法", "2005-01-01", "2000年公布", true},
		{"甲法", "2010-06-01", "", false},
		{"甲法", "2015-01-01", "2010年修正", true},
		{"甲法", "2023-01-01", "", true},
		{"甲法", "1999-01-01", "", false},
		{"乙法", "2015-01-01", "", false},
	} {
		if got, ok := e.Version(c.work, c.day); got != c.want || ok != c.ok {
			t.Errorf("%s on %s: version %q, %v: want %q, %v", c.work, c.day, got, ok, c.want, c.ok)
		}
	}
}

// Passages that tell no version apart, as those of LegalAgentBench, leave all untold.
func TestEditionsWithoutVersions(t *testing.T) {
	r := opened(t, "legal").Passage("LegalArticle").Reference
	e := domain.NewEditions(r, []string{"劳动合同法第九十八条：本法自2008年1月1日起施行。\n"})
	if got := e.Force("劳动合同法", "第九十八条", "本法自2008年1月1日起施行。", "2020-01-01"); got != domain.Untold {
		t.Errorf("an article that may have been amended since is %s: want %s", got, domain.Untold)
	}
}
