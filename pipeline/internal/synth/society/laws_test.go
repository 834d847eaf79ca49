package society

import (
	"slices"

	"pgregory.net/rapid"
)

// checkCompanies holds that nothing happens to a company before it is founded, nor
// to anybody after the records end.
func checkCompanies(t *rapid.T, s *Shard) {
	for _, c := range s.Companies {
		if c.Founded > lastDay || c.Former != "" && (c.Renamed <= c.Founded || c.Renamed > lastDay || c.Former == c.Name) || c.Former == "" && c.Renamed != 0 {
			t.Fatalf("%s, founded %d, was renamed %d from %q", c.Name, c.Founded, c.Renamed, c.Former)
		}
		if c.Capital <= 0 || c.Parent >= 0 && s.Companies[c.Parent].Listed == nil {
			t.Fatalf("%s has a capital of %d and the parent %d", c.Name, c.Capital, c.Parent)
		}
		if l := c.Listed; l != nil && (l.Day <= c.Founded || l.Day > lastDay || l.FormerShort != "" && c.Renamed <= l.Day) {
			t.Fatalf("%s, founded %d and renamed %d, was listed %d", c.Name, c.Founded, c.Renamed, l.Day)
		}
	}
	for _, h := range s.Holdings {
		if h.Share != -1 && (h.Share < 1 || h.Share > 100_00) || h.Amount != -1 && h.Amount <= 0 || s.Companies[h.Sub].Parent != h.Parent {
			t.Fatalf("holding %+v: want a share up to all, an amount, and the parent", h)
		}
	}
	for _, p := range s.Penalties {
		if p.Day <= s.Companies[p.Company].Founded || p.Day > lastDay || p.Fine < 0 {
			t.Fatalf("penalty %+v of %s, founded %d", p, s.Companies[p.Company].Name, s.Companies[p.Company].Founded)
		}
	}
}

// checkSides holds that nobody is on both sides of a case, that parties and law firms
// were there, that companies go by the names of their day, and that what follows goes
// to the court above.
func checkSides(t *rapid.T, s *Shard) {
	founded := map[string]Day{}
	for _, f := range s.Firms {
		founded[f.Name] = f.Founded
	}
	for _, c := range s.Cases {
		seen := map[string]bool{}
		for _, p := range slices.Concat(c.Plaintiffs, c.Defendants) {
			if seen[p.Name] || p.Person && p.Company >= 0 {
				t.Fatalf("%s is twice a party to case %s", p.Name, c.Number)
			}
			seen[p.Name] = true
			if p.Company >= 0 && (s.Companies[p.Company].Founded > c.Began || p.Name != s.party(p.Company, s.Cases[c.First].Filed).Name) {
				t.Fatalf("%s is a party to case %s about what began %d", p.Name, c.Number, c.Began)
			}
		}
		if c.PlaintiffFirm != "" && slices.Contains(c.DefendantFirms, c.PlaintiffFirm) {
			t.Fatalf("%s is on both sides of case %s", c.PlaintiffFirm, c.Number)
		}
		for _, f := range append(c.DefendantFirms, c.PlaintiffFirm) {
			if founded[f] > s.Cases[c.First].Filed {
				t.Fatalf("%s is founded after case %s is filed", f, c.Number)
			}
		}
		if c.Decided > lastDay && c.Before >= 0 {
			t.Fatalf("case %s is decided after the records end", c.Number)
		}
		checkInstance(t, s, c)
	}
}

// checkInstance holds that appeals and petitions go to a higher court and enforcement
// to the first, which is owed something.
func checkInstance(t *rapid.T, s *Shard, c Case) {
	if c.Before < 0 {
		return
	}
	b := s.Cases[c.Before]
	above := s.Courts[c.Court].Level > s.Courts[b.Court].Level || s.Courts[b.Court].Level == Supreme
	switch c.Proceeding {
	case CivilAppeal, PatentAppeal, AdminAppeal:
		if !above || b.Form != Judgment && b.Form != AdministrativeJudgment {
			t.Fatalf("case %s is an appeal from case %s", c.Number, b.Number)
		}
	case CivilPetition, AdminPetition:
		if !above || b.Outcome != Upheld {
			t.Fatalf("case %s is a petition against case %s", c.Number, b.Number)
		}
	case Execution, ExecutionAgain:
		if c.Court != s.Cases[c.First].Court || c.Claim != s.finalAward(c.Before) || c.Claim <= 0 {
			t.Fatalf("case %s enforces %d of case %s", c.Number, c.Claim, b.Number)
		}
	case Preservation:
		if b.Outcome != Joined || c.Claim <= 0 {
			t.Fatalf("case %s freezes property for case %s, which is over", c.Number, b.Number)
		}
	}
}

// checkEnds holds that a debt is what its dispute gave in the end, filed when that was
// decided. A ruling of its enforcement is its own, and leaves it open.
func checkEnds(t *rapid.T, s *Shard, d Debt) {
	last := s.last(d.Basis)
	c := s.Cases[last]
	if c.Proceeding == Execution || c.Proceeding == ExecutionAgain {
		if d.Number != c.Number || d.Target != c.Claim || d.Court != c.Court || d.Filed != c.Filed || c.Outcome == Enforced || c.Outcome == Settled {
			t.Fatalf("debt %+v is not what case %+v enforces", d, c)
		}
		if c.Outcome == Closed && d.Closed != 0 && d.Closed != c.Decided {
			t.Fatalf("debt %s is closed on %d, by a ruling of %d", d.Number, d.Closed, c.Decided)
		}
		return
	}
	if d.Target != s.finalAward(last) || d.Filed <= c.Decided || d.Court != s.Cases[d.Basis].Court {
		t.Fatalf("debt %+v is not what case %s gave", d, c.Number)
	}
}
