package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/digest"
	"taskgrove/pipeline/profile"
	"taskgrove/pipeline/run"
)

// published is what -against is for the profile that ships. A directory of that
// name is reached as ./published.
const published = "published"

// comparing is the flag that has plantree hold the tables against others.
type comparing struct{ against string }

func (c *comparing) declare(fs *flag.FlagSet) {
	fs.StringVar(&c.against, "against", "", "hold the tables against those of a `directory`, or of published, column by column")
}

// stage holds the corpus against other tables of its domain.
func (c *comparing) stage(w *world) (run.Stage, error) {
	s := run.Stage{
		Name: "compare", Doc: "hold the tables against others, column by column",
		Version: 1, Dir: "plantree", Outputs: []string{"comparison.json", "comparison.html"},
		Inputs: append(w.inputs(), run.Input{Name: "plantree/corpus.json"}),
	}
	other := func(context.Context) (*profile.Profile, error) { return profile.Published(), nil }
	var notes profile.Notes
	if w.made != nil {
		notes = profile.Explanations()
	}
	said, err := json.Marshal(notes)
	if err != nil {
		return s, err
	}
	s.Inputs = append(s.Inputs, run.Input{Name: "notes", Digest: digest.Bytes(said)})
	if c.against == published {
		if w.domain.Name != defaults().Domain {
			return s, misuse("-against %s: its tables are those of domain %s, not of %s", published, defaults().Domain, w.domain.Name)
		}
		figures, err := json.Marshal(profile.Published())
		if err != nil {
			return s, err
		}
		s.Inputs = append(s.Inputs, run.Input{Name: "published", Digest: digest.Bytes(figures)})
	} else {
		files, err := corpus.Files(c.against, w.domain)
		if err != nil {
			return s, fmt.Errorf("-against: %w", err)
		}
		for _, f := range files {
			s.Inputs = append(s.Inputs, run.Input{Name: "against/" + f.Name, Path: f.Path})
		}
		other = func(ctx context.Context) (*profile.Profile, error) {
			c, _, err := corpus.LoadFiles(ctx, files, w.domain)
			if err != nil {
				return nil, err
			}
			return profile.Of(c), nil
		}
	}
	s.Run = func(ctx context.Context, e *run.Exec) error {
		if err := w.open(ctx, e.Log); err != nil {
			return err
		}
		real, err := other(ctx)
		if err != nil {
			return err
		}
		c := profile.Compare(profile.Of(w.corpus), real, notes)
		funnel := e.Funnel()
		for verdict, n := range c.Verdicts {
			if funnel.In += n; verdict == profile.Differs {
				continue
			}
			funnel.Out += n
		}
		funnel.Drop("differs", c.Verdicts[profile.Differs])
		if c.Unexplained > 0 {
			e.Log.Warn("measures differ over 2× and no note says why", "count", c.Unexplained)
		}
		if err := create(e, "comparison.json", func(out io.Writer) error { return profile.WriteJSON(out, c) }); err != nil {
			return err
		}
		return create(e, "comparison.html", func(out io.Writer) error { return profile.WriteHTML(out, c) })
	}
	return s, nil
}

// print writes how the comparison in a run directory came out.
func (c *comparing) print(out io.Writer, dir string) error {
	path := filepath.Join(dir, "plantree", "comparison.json")
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var made profile.Comparison
	if err := json.Unmarshal(b, &made); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, v := range []profile.Verdict{profile.Alike, profile.Chance, profile.Unmeasured, profile.Differs} {
		fmt.Fprintf(t, "%s\t%d\n", v, made.Verdicts[v])
	}
	fmt.Fprintf(t, "of these unexplained\t%d\n", made.Unexplained)
	return t.Flush()
}
