// Package lawtext writes the statutes of a generated world as they are published: a file for each
// version, with its title, the days on which it was made and came into force, chapters and
// articles. Package legislation reads such files.
package lawtext

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// LawSpec specifies the statutes of a generated world. Equal specifications give equal bytes.
type LawSpec struct {
	Seed     uint64  `json:"seed"`  // of all draws
	Scale    float64 `json:"scale"` // size relative to that of scale 1, in [SmallestScale, LargestScale]
	Language string  `json:"lang"`  // zh or en
}

// The bounds of [LawSpec.Scale]. All versions are read together, so that memory grows with it.
const (
	SmallestScale = 0.01
	LargestScale  = 20
)

// Sizes of a world.
const (
	usualArticles = 9000 // over all versions, at scale 1
	leastArticles = 700  // few statutes of a smaller law have a second version

	leastAmendments = 5   // versions that follow another one; a law with fewer is drawn again
	mostDraws       = 200 // that are drawn again at most
)

// Validate returns an error if the specification is invalid.
func (w LawSpec) Validate() error {
	if !(w.Scale >= SmallestScale && w.Scale <= LargestScale) {
		return fmt.Errorf("scale %v: want a number from %v to %v for statutes", w.Scale, SmallestScale, LargestScale)
	}
	if styleOf(w.Language) == nil {
		return fmt.Errorf(`language %q: want "zh" or "en"`, w.Language)
	}
	return nil
}

// Law returns the law of the world, with all versions of all statutes. Some are amended, at
// any scale.
func (w LawSpec) Law() (*statute.Law, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	smallest := society.Published().Scaled(SmallestScale)
	world, err := society.Open(w.Seed, w.Language, 1, func(int) society.Sizes { return smallest })
	if err != nil {
		return nil, err
	}
	articles := max(leastArticles, int(math.Round(usualArticles*w.Scale)))
	for i := 0; ; i++ {
		l, err := statute.New(world.Key.Of("texts of statutes").At(i), w.Language, world.Nation, "", articles, 1)
		if err != nil || amendments(l) >= leastAmendments || i == mostDraws {
			return l, err
		}
	}
}

// amendments counts the versions that follow another one.
func amendments(l *statute.Law) int {
	n := 0
	for i := range l.Statutes {
		n += len(l.Statutes[i].Versions) - 1
	}
	return n
}

// VersionFile is the text of one version of a statute.
type VersionFile struct {
	Name             string // slash-separated: TITLE/2018-10-26.md, by the day on which the version was adopted
	Statute, Version int    // indexes in its law
}

// Files returns the files of a law, in the order of its statutes and their versions.
func Files(l *statute.Law) []VersionFile {
	var files []VersionFile
	for i := range l.Statutes {
		s := &l.Statutes[i]
		for j, v := range s.Versions {
			files = append(files, VersionFile{s.Title + "/" + v.Adopted.Format(time.DateOnly) + ".md", i, j})
		}
	}
	return files
}

// ManifestFile is the name of the file that says up to which day the texts are complete.
const ManifestFile = "MANIFEST.jsonl"

// manifest is its content. No version comes into force after the last day on which one is
// adopted and half a year.
const manifest = `{"complete_to":"2024-12-31"}` + "\n"

// Write writes all files of the world and the manifest. Create opens the file of a name as [Files] has it. Done,
// which may be nil, is told of each file that was written.
func (w LawSpec) Write(ctx context.Context, create func(name string) (io.WriteCloser, error), done func(n int)) error {
	l, err := w.Law()
	if err != nil {
		return err
	}
	for _, f := range append([]VersionFile{{Name: ManifestFile}}, Files(l)...) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		out, err := create(f.Name)
		if err != nil {
			return err
		}
		text := manifest
		if f.Name != ManifestFile {
			text = w.Text(l, f)
		}
		_, err = io.WriteString(out, text)
		if closed := out.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if done != nil {
			done(1)
		}
	}
	return nil
}

// Text returns the content of a file of the world's law.
func (w LawSpec) Text(l *statute.Law, f VersionFile) string {
	p := &page{style: styleOf(w.Language), statute: &l.Statutes[f.Statute]}
	p.line("# " + p.statute.Title)
	for i := range f.Version + 1 {
		p.line(p.style.event(p.statute, &p.statute.Versions[i]))
	}
	p.articles(l.Published(f.Statute, f.Version))
	return p.text.String()
}

// page is the text of a version while it is being written.
type page struct {
	style
	statute *statute.Statute
	text    strings.Builder
}

// line adds a line and an empty one.
func (p *page) line(text string) {
	p.text.WriteString(text)
	p.text.WriteString("\n\n")
}

// mostWithoutChapters is how many articles a statute without chapters has at most.
const mostWithoutChapters = 25

// articles adds the articles, in chapters if there are many.
func (p *page) articles(list []statute.PublishedArticle) {
	chapter := 0
	for i, a := range list {
		if len(list) > mostWithoutChapters && (i == 0 || beginsChapter(list[i-1], a)) {
			chapter++
			p.line("## " + p.chapter(chapter, a))
		}
		p.article(a)
	}
}

// beginsChapter reports whether an article begins another chapter than the one before it.
func beginsChapter(before, a statute.PublishedArticle) bool {
	return a.Division != before.Division || a.Division == statute.Rules && a.Subject != before.Subject
}

// article adds an article.
func (p *page) article(a statute.PublishedArticle) {
	number := p.label(a.Label)
	for i, paragraph := range a.Paragraphs {
		p.line(number + p.paragraph(i+1, len(a.Paragraphs)) + paragraph.Text)
		number = ""
		for j, item := range paragraph.Items {
			p.line(p.item(j+1) + item)
		}
	}
}
