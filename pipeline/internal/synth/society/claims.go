package society

// claimedCases returns the cases of which the file of the plaintiff's lawyer is known, one for each
// related company, and none of which the defendant's is: who has both files has the answer to either.
// The suits of suppliers that are out of the general period of limitation come first, then those of
// other suppliers, then any others, each in the order of the cases.
func (s *Shard) claimedCases() []int {
	filed := map[int]bool{} // by the first case of the dispute
	for _, i := range s.Files {
		filed[s.Cases[i].First] = true
	}
	listed := s.listedFirms()
	var ranked [3][]int
	for i := range s.Cases {
		switch c := &s.Cases[i]; {
		case filed[c.First]:
		case !s.claimable(c, listed):
			ranked[2] = append(ranked[2], i)
		case c.Filed > afterYears(c.Due, limitationYears):
			ranked[0] = append(ranked[0], i)
		default:
			ranked[1] = append(ranked[1], i)
		}
	}
	var chosen []int
	taken := map[int]bool{} // by company
	for _, rank := range ranked {
		for _, i := range rank {
			if at := s.Cases[i].Related; len(chosen) < s.Size.ClaimFile && !taken[at] {
				chosen, taken[at] = append(chosen, i), true
			}
		}
	}
	return chosen
}

// limitationYears are the years of the general period of limitation.
const limitationYears = 3

// afterYears returns the same day of a later year.
func afterYears(d Day, years int) Day {
	y, m, n := d.Date()
	return NewDay(y+years, m, n)
}

// claimable reports whether a case is a claim for money of a supplier against a single company that the
// tables do not have, and the tables have rows of the plaintiff, under the name in the ruling, and of its law firm.
func (s *Shard) claimable(c *Case, listed map[string]bool) bool {
	if c.Proceeding != CivilFirst || c.Cause < 0 || c.Claim == 0 || c.Dealing < 0 || c.CustomerSues || len(c.Plaintiffs) != 1 || len(c.Defendants) != 1 {
		return false
	}
	p, d := &c.Plaintiffs[0], &c.Defendants[0]
	return p.Company == c.Related && p.Company < s.Size.CompanyRegister && s.Companies[p.Company].Name == p.Name &&
		d.Company < 0 && !d.Person && listed[c.PlaintiffFirm]
}

// listedFirms returns the names of the law firms of the tables.
func (s *Shard) listedFirms() map[string]bool {
	listed := map[string]bool{}
	for i := range s.Firms {
		listed[s.Firms[i].Name] = true
	}
	return listed
}
