package statute

import "strconv"

// title is the title of a statute.
func (l *Law) title(s *Statute) string {
	where := l.jurisdiction.nation
	if l.jurisdiction.region != "" {
		where = l.jurisdiction.region
	}
	t := where + " " + l.lexicon.subjects[s.subject].name + " " + strconv.Itoa(int(s.form))
	if s.volume > 0 {
		t += " " + strconv.Itoa(s.volume+1)
	}
	return t
}
