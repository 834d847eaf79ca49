package domain

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// reference checks what passages are called.
func (c *checker) reference(r *PassageNaming, ptr string) {
	if r == nil {
		return
	}
	groups := c.headings(r, ptr)
	if groups == nil {
		return
	}
	known := func(at, text string, groups ...string) {
		for _, name := range inBraces(text) {
			if !slices.Contains(groups, name) {
				c.fault(at, "groups of the headings: "+strings.Join(groups, ", "), "%q contains {%s}", text, name)
			}
		}
	}
	parts := []string{HeadingWork}
	if slices.Contains(groups, HeadingPart) {
		parts = append(parts, HeadingPart)
	}
	for i, name := range r.Names {
		if i == 0 {
			known(pointer(ptr+"/names", i), name, parts...)
		} else {
			known(pointer(ptr+"/names", i), name, groups...)
		}
	}
	if re := c.expression(r.Omit, ptr+"/omit"); re != nil && re.NumSubexp() > 1 {
		c.fault(ptr+"/omit", "at most one group, around the part to omit; (?:…) for other grouping", "omit %q has %d groups", r.Omit, re.NumSubexp())
	}
	known(ptr+"/cited", r.Cited, parts...)
	if r.Cited != "" {
		for _, name := range parts {
			if strings.Count(r.Cited, "{"+name+"}") != 1 {
				c.fault(ptr+"/cited", "{"+name+"} once", "cited %q", r.Cited)
			}
		}
		c.expression(braces.ReplaceAllString(r.Cited, "x"), ptr+"/cited")
	}
	c.list(r, ptr)
	if re := c.expression(r.Unread, ptr+"/unread"); re != nil && r.Unread != "" && re.MatchString("") {
		c.fault(ptr+"/unread", "an expression that matches a citation", "unread %q matches the empty text", r.Unread)
	}
	c.versions(r, groups, ptr)
}

// list checks the expressions that read citations from texts.
func (c *checker) list(r *PassageNaming, ptr string) {
	if (r.List == "") != (r.Part == "") {
		c.fault(ptr, "both of list and part, or none", "list %q and part %q", r.List, r.Part)
		return
	}
	part := c.expression(r.Part, ptr+"/part")
	if r.List == "" || part == nil {
		return
	}
	switch {
	case part.SubexpIndex(HeadingPart) < 0:
		c.fault(ptr+"/part", "a group (?P<part>…)", "part %q has no group part", r.Part)
	case !isWholly(r.Part, HeadingPart):
		c.fault(ptr+"/part", "a group (?P<part>…) around the whole expression", "part %q matches text outside its group part", r.Part)
	}
	list := c.expression(r.ListExpression(), ptr+"/list")
	for _, name := range []string{HeadingWork, listParts} {
		if list != nil && list.SubexpIndex(name) < 0 {
			c.fault(ptr+"/list", "groups work and parts", "list %q has no group %s", r.List, name)
		}
	}
	if list != nil && list.MatchString("") {
		c.fault(ptr+"/list", "an expression that matches a citation", "list %q matches the empty text", r.List)
	}
}

// isWholly reports whether a valid expression matches no text outside a group.
func isWholly(expr, group string) bool {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return false
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	found := false
	for _, p := range parts {
		switch p.Op {
		case syntax.OpCapture:
			if found || p.Name != group {
				return false
			}
			found = true
		case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpEmptyMatch:
		default:
			return false
		}
	}
	return found
}

// headings checks the expressions of headings and returns the groups that all of them
// have, work first; nil where one is at fault.
func (c *checker) headings(r *PassageNaming, ptr string) []string {
	var groups []string
	sound, parts := true, 0 // parts: of the headings, those that name a part
	for i, expr := range r.Headings {
		at := pointer(ptr+"/headings", i)
		re := c.expression(expr, at)
		if re == nil {
			return nil
		}
		if re.SubexpIndex(HeadingWork) < 0 {
			c.fault(at, "a group (?P<work>…)", "heading %q has no group work", expr)
			sound = false
		}
		if re.SubexpIndex(HeadingPart) >= 0 {
			parts++
		}
		own := groupsOf(re)
		if i == 0 {
			groups = own
		}
		groups = slices.DeleteFunc(groups, func(g string) bool { return !slices.Contains(own, g) })
	}
	if parts > 0 && parts < len(r.Headings) {
		c.fault(ptr+"/headings", "a group (?P<part>…) in all headings or in none", "%d of %d headings have a group part", parts, len(r.Headings))
		sound = false
	}
	if !sound {
		return nil
	}
	return groups
}

// groupsOf returns the names of an expression's groups.
func groupsOf(re *regexp.Regexp) []string {
	return slices.DeleteFunc(slices.Clone(re.SubexpNames()), func(g string) bool { return g == "" })
}

// versions checks how versions of a work are told apart, given the groups of its
// headings.
func (c *checker) versions(r *PassageNaming, groups []string, ptr string) {
	if r.InForce != nil {
		for _, name := range []string{HeadingPart, HeadingVersion, HeadingYear} {
			if !slices.Contains(groups, name) {
				c.fault(ptr+"/headings", "a group (?P<"+name+">…) in all headings, for in_force", "some headings have no group %s", name)
			}
		}
	}
	for i, expr := range r.InForce {
		at := pointer(ptr+"/in_force", i)
		re := c.expression(expr, at)
		if re == nil {
			continue
		}
		for _, name := range []string{HeadingYear, dayMonth, dayDay} {
			if re.SubexpIndex(name) < 0 {
				c.fault(at, "groups year, month and day", "expression %q has no %s", expr, name)
			}
		}
	}
	if r.Of == "" {
		return
	}
	of := c.d.Passage(r.Of)
	if of == nil || of.Reference == nil || of.Reference.InForce == nil {
		c.fault(ptr+"/of", "passages whose reference has in_force", "of %q", r.Of)
	}
	if r.InForce != nil || !slices.Contains(groups, HeadingPart) {
		c.fault(ptr+"/of", "headings with a group part, and no in_force", "of %q: the headings here have in_force or no group part", r.Of)
	}
}
