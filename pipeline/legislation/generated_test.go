package legislation

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	generated "github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// readGenerated writes the statutes of a generated world, and reads them.
func readGenerated(t *testing.T, w lawtext.LawSpec) (*generated.Law, *Collection) {
	t.Helper()
	dir := t.TempDir()
	create := func(name string) (io.WriteCloser, error) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		return os.Create(path)
	}
	if err := w.Write(t.Context(), create, nil); err != nil {
		t.Fatal(err)
	}
	l, err := w.Law()
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	return l, r
}

// generatedWorlds are the worlds whose texts are read back.
func generatedWorlds(t *testing.T, do func(t *testing.T, l *generated.Law, r *Collection)) {
	for _, language := range []string{"zh", "en"} {
		for seed := range uint64(3) {
			w := lawtext.LawSpec{Seed: seed + 1, Scale: 0.3, Language: language}
			t.Run(fmt.Sprintf("%s/%d", language, w.Seed), func(t *testing.T) {
				l, r := readGenerated(t, w)
				do(t, l, r)
			})
		}
	}
}

// What is read of a generated world is what the generator knows: each version with its days,
// each provision with its text, in their order, and no fault.
func TestReadGenerated(t *testing.T) {
	generatedWorlds(t, func(t *testing.T, l *generated.Law, r *Collection) {
		for _, f := range r.Faults {
			t.Errorf("fault: %v", f)
		}
		known := indexVersions(l)
		if len(r.Versions) != len(known) || len(r.Laws) != len(l.Statutes) {
			t.Fatalf("%d versions of %d laws, want %d of %d", len(r.Versions), len(r.Laws), len(known), len(l.Statutes))
		}
		type days struct{ Dated, InForce, Until time.Time }
		units := map[string][]CitableUnit{}
		for _, p := range r.Provisions {
			units[p.Version] = append(units[p.Version], p)
		}
		var counted int
		for _, v := range r.Versions {
			f := known[v.File]
			s := &l.Statutes[f.Statute]
			want := days{Dated: s.Versions[f.Version].Adopted, InForce: s.Versions[f.Version].Date}
			if f.Version+1 < len(s.Versions) {
				want.Until = s.Versions[f.Version+1].Date
			}
			if diff := cmp.Diff(want, days{v.Dated, v.InForce, v.Until}); diff != "" {
				t.Errorf("%s (-generated +read):\n%s", v.File, diff)
			}
			if v.Law != s.Title || v.Adopted != s.Versions[0].Adopted || f.Version > 0 && v.Amended != v.Dated {
				t.Errorf("%s: law %s, adopted %v, amended %v", v.File, v.Law, v.Adopted, v.Amended)
			}
			wanted := flatten(l.Published(f.Statute, f.Version))
			numbers := numbersOf(v.Language)
			var got []string
			for _, p := range units[v.Name] {
				got = append(got, strings.Join([]string{p.Article, numbers[p.Paragraph], numbers[p.Item], p.Subitem, p.Text}, "|"))
			}
			if diff := cmp.Diff(wanted, got); diff != "" {
				t.Errorf("%s (-generated +read):\n%s", v.File, diff)
			}
			counted += len(wanted)
		}
		t.Logf("%d laws, %d versions, %d provisions, %d citations, %d changes", len(r.Laws), len(r.Versions), counted, len(r.Citations), len(r.Changes))
	})
}

// indexVersions returns the places of versions by the names of their files.
func indexVersions(l *generated.Law) map[string]lawtext.VersionFile {
	known := map[string]lawtext.VersionFile{}
	for _, f := range lawtext.Files(l) {
		known[f.Name] = f
	}
	return known
}

// flatten lists the provisions of articles, one a line: article|paragraph|item|sub-item|text,
// with paragraphs and items as numbers.
func flatten(articles []generated.PublishedArticle) (lines []string) {
	for _, a := range articles {
		for i, p := range a.Paragraphs {
			paragraph := ""
			if len(a.Paragraphs) > 1 {
				paragraph = fmt.Sprint(i + 1)
			}
			lines = append(lines, a.Label+"|"+paragraph+"|||"+p.Text)
			for j, item := range p.Items {
				lines = append(lines, fmt.Sprintf("%s|%s|%d||%s", a.Label, paragraph, j+1, item))
			}
		}
	}
	return lines
}

// numbersOf returns the numbers of paragraphs and items by their names, with "" for none. It
// shares nothing with the reader.
func numbersOf(language string) map[string]string {
	numbers := map[string]string{"": ""}
	for i, han := range strings.Split("一 二 三 四 五 六 七 八 九 十", " ") {
		n := fmt.Sprint(i + 1)
		if language == "zh" {
			numbers["第"+han+"款"], numbers["第（"+han+"）项"] = n, n
		} else {
			numbers["paragraph ("+n+")"], numbers[fmt.Sprintf("item (%c)", 'a'+i)] = n, n
		}
	}
	return numbers
}

// What became of an article is what the generator knows, unless it is in doubt.
func TestChangesGenerated(t *testing.T) {
	generatedWorlds(t, func(t *testing.T, l *generated.Law, r *Collection) {
		files := map[string]string{}
		for _, v := range r.Versions {
			files[v.Name] = v.File
		}
		articles := map[string][]generated.PublishedArticle{} // by file
		for _, f := range lawtext.Files(l) {
			articles[f.Name] = l.Published(f.Statute, f.Version)
		}
		kinds := map[ChangeKind]int{}
		for _, c := range r.Changes {
			kinds[c.Kind]++
			if want := changeOf(c, articles[files[c.FromVersion]], articles[files[c.ToVersion]]); c.Kind != InDoubt && c.Kind != want {
				t.Errorf("%s: %q → %q: %s, want %s", c.ID, c.ArticleBefore, c.ArticleAfter, c.Kind, want)
			}
		}
		t.Logf("%v of %d changes", kinds, len(r.Changes))
	})
}

const wrongArticle ChangeKind = "another article" // what [changeOf] says of a pair of two articles

// changeOf returns what the generator knows of the articles that a change names.
func changeOf(c ArticleChange, before, after []generated.PublishedArticle) ChangeKind {
	labelled := func(in []generated.PublishedArticle, label string) (a generated.PublishedArticle, ok bool) {
		i := slices.IndexFunc(in, func(a generated.PublishedArticle) bool { return a.Label == label })
		if i < 0 {
			return a, false
		}
		return in[i], true
	}
	has := func(in []generated.PublishedArticle, provision int) bool {
		return slices.ContainsFunc(in, func(a generated.PublishedArticle) bool { return a.Provision == provision })
	}
	from, hasFrom := labelled(before, c.ArticleBefore)
	to, hasTo := labelled(after, c.ArticleAfter)
	same := cmp.Equal(from.Paragraphs, to.Paragraphs)
	switch {
	case !hasFrom && hasTo && !has(before, to.Provision):
		return Added
	case !hasTo && hasFrom && !has(after, from.Provision):
		return Repealed
	case !hasFrom || !hasTo:
		return wrongArticle
	case from.Provision != to.Provision:
		return wrongArticle
	case same && from.Label == to.Label:
		return Unchanged
	case same:
		return Renumbered
	case from.Label == to.Label:
		return Amended
	}
	return RenumberedAndAmended
}
