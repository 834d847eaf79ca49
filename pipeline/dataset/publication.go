package dataset

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Publication says who published a release, when and where. Fields may be empty: nothing
// in a run tells them.
type Publication struct {
	// Creator is the name of the people or the organisation that made the release.
	Creator string
	// Date is the day of publication: "2026-11-23".
	Date string
	// URL is the release's address on the web, http or https.
	URL string
}

// Validate returns an error that names the field that is not as its comment says; nil if
// all that are given are.
func (p Publication) Validate() error {
	if strings.ContainsFunc(p.Creator, unicode.IsControl) {
		return errors.New("creator: want a name on one line")
	}
	if _, err := time.Parse(time.DateOnly, p.Date); err != nil && p.Date != "" {
		return fmt.Errorf("date %q: want a day such as 2026-11-23", p.Date)
	}
	if p.URL == "" {
		return nil
	}
	if u, err := url.Parse(p.URL); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsAny(p.URL, " \"<>\\^`{|}") {
		return fmt.Errorf("url %q: want an address such as https://huggingface.co/datasets/NAME", p.URL)
	}
	return nil
}

// Missing names the flags of the fields that are empty, in the order of the fields; nil if
// none is.
func (p Publication) Missing() (flags []string) {
	for _, f := range []struct{ value, flag string }{
		{p.Creator, "-creator NAME"}, {p.Date, "-published YYYY-MM-DD"}, {p.URL, "-url URL"},
	} {
		if f.value == "" {
			flags = append(flags, f.flag)
		}
	}
	return flags
}

// citation is the BibTeX entry of a release.
func (r *Release) citation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n  title = {%s},\n", bibTeX(r.Name), bibTeX(r.Title))
	if r.Publication.Creator != "" {
		fmt.Fprintf(&b, "  author = {{%s}},\n", bibTeX(r.Publication.Creator))
	}
	if day := r.Publication.Date; day != "" {
		fmt.Fprintf(&b, "  year = {%s},\n", day[:4])
	}
	if r.Publication.URL != "" {
		fmt.Fprintf(&b, "  howpublished = {\\url{%s}},\n", r.Publication.URL)
	}
	fmt.Fprintf(&b, "  note = {Version %s, tables %s}\n}\n", bibTeX(r.Version), r.Corpus.Short())
	return b.String()
}

// bibTeX escapes what ends or opens something in a BibTeX field, and puts a text on one line.
func bibTeX(s string) string {
	return strings.NewReplacer(`\`, "", "{", "(", "}", ")", "&", `\&`, "%", `\%`, "#", `\#`, "$", `\$`, "`", "'").Replace(visible(strings.Join(strings.Fields(s), " ")))
}

// paperCitation is the BibTeX entry of the benchmark whose construction a release follows.
const paperCitation = `@misc{li2024legalagentbench,
  title = {LegalAgentBench: Evaluating LLM Agents in Legal Domain},
  author = {Li, Haitao and others},
  year = {2024},
  eprint = {2412.17259},
  archivePrefix = {arXiv}
}
`
