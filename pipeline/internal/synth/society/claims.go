package society

import "slices"

// claimedCases returns the cases of which the file of the plaintiff's lawyer is known, one for each
// related company, and none of which the defendant's is: who has both files has the answer to either.
// The suits of suppliers that are out of the general period of limitation come first, then those of
// other suppliers, then any others, each in the order of the cases.
func (s *Shard) claimedCases() []int {
	filed := map[int]bool{} // by the first case of the dispute
	for _, i := range s.Files {
		filed[s.Cases[i].First] = true
	}
	var ranked [3][]int
	for i := range s.Cases {
		switch c := &s.Cases[i]; {
		case filed[c.First]:
		case !s.Claimable(c):
			ranked[2] = append(ranked[2], i)
		case c.Filed > EndOfLimitation(c.Due):
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

// EndOfLimitation returns the last day of the general period of limitation, three years, that begins on a day.
func EndOfLimitation(from Day) Day {
	y, m, n := from.Date()
	return NewDay(y+3, m, n)
}

// Claimable reports whether a case is a claim for money of a supplier, before the basic court of its seat, against a
// single company that the tables do not have, and the tables have rows of the plaintiff, under the name in the ruling,
// and of its law firm, neither in a city that another city administers.
func (s *Shard) Claimable(c *Case) bool {
	if c.Proceeding != CivilFirst || c.Cause < 0 || c.Claim == 0 || c.Dealing < 0 || c.CustomerSues || len(c.Plaintiffs) != 1 || len(c.Defendants) != 1 {
		return false
	}
	p, d := &c.Plaintiffs[0], &c.Defendants[0]
	return p.Company == c.Related && p.Company < s.Size.CompanyRegister && s.Companies[p.Company].Name == p.Name && d.Company < 0 && !d.Person &&
		s.seatCourt(p.Company) == c.Court && s.lists(c.PlaintiffFirm)
}

// seatCourt returns the basic court of the county that the registered address of a company names, together with its
// city; -1 if the address does not, or the directory has other courts there or none.
func (s *Shard) seatCourt(company int) int {
	at := &s.Companies[company]
	if s.Counties[at.County].Rank == Town || !s.site(at.County).NamedIn(at.Address) {
		return -1
	}
	court := -1
	for i := range s.Courts {
		switch c := &s.Courts[i]; {
		case c.County != at.County || c.Listed == "":
		case c.Level != Basic || court >= 0:
			return -1
		default:
			court = i
		}
	}
	return court
}

// lists reports whether the tables have a law firm, outside the cities of a county's rank.
func (s *Shard) lists(firm string) bool {
	return slices.ContainsFunc(s.Firms, func(f Firm) bool { return f.Name == firm && s.Counties[f.County].Rank != Town })
}

// listedFirms returns the names of the law firms of the tables.
func (s *Shard) listedFirms() map[string]bool {
	listed := map[string]bool{}
	for i := range s.Firms {
		listed[s.Firms[i].Name] = true
	}
	return listed
}
