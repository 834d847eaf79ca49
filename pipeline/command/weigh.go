package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score/bert"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// EncoderOpener opens an encoder in a directory; whoever opens it closes it. Only the
// program that offers it links what it takes.
type EncoderOpener func(dir string) (Encoder, error)

// Encoder is an encoder of tokens that holds memory until it is closed.
type Encoder interface {
	bert.Encoder
	Close() error
}

// weighing is what a command is told of how written texts are graded beside keywords.
type weighing struct {
	open    EncoderOpener // nil for a program without
	encoder string        // directory or URL; "" for none
	judges  words
	rubric  string // file; "" for those that ship
}

// judging is who graded written texts. It is a record, a part of run.json, by which a
// later report finds what they said.
type judging struct {
	Judges []string `json:"judges"`
	Rubric string   `json:"rubric,omitempty"` // file beside run.json; "" for those that ship
}

// rubricFile is the copy of the rubric that judges went by, so that what becomes of the
// file it was read from changes no report.
const rubricFile = "rubric.yaml"

// written is the type of tasks whose answer is a text.
const written = "writing"

// text is a written answer.
type text struct {
	mark *bench.Mark
	task *task.Task
	text string
}

// texts are the written answers of a run.
func (g *graded) texts() (all []text, err error) {
	byID := map[string]*task.Task{}
	for _, t := range g.reading.Tasks {
		if t.Type == written && t.Twin == nil {
			byID[t.ID] = t
		}
	}
	if len(byID) == 0 {
		return nil, nil
	}
	i := 0
	for a, err := range experiment.Attempts(g.store, g.reading) {
		if err != nil {
			return nil, err
		}
		if t := byID[a.Trial.Task]; t != nil {
			all = append(all, text{&g.Marks[i], t, a.Trial.Transcript.Answer})
		}
		i++
	}
	return all, nil
}

// weigh compares written texts with their references and has them judged.
func (g *graded) weigh(ctx context.Context, env cli.Env, f *flags, o *reporting) error {
	texts, err := g.texts()
	if err != nil {
		return err
	}
	if len(texts) == 0 {
		if o.encoder != "" || o.judges != nil {
			env.Log(f.verbose).Warn("no text was written, so -encoder and -judge have nothing to do")
		}
		return nil
	}
	for _, t := range texts {
		scores := prose.Compare(t.task.Answer, t.text)
		t.mark.Prose = &scores
	}
	if err := o.encode(ctx, env, texts); err != nil {
		return err
	}
	return g.judge(ctx, env, f, o, texts)
}

// encode adds BERTScores where there is an encoder.
func (o *weighing) encode(ctx context.Context, env cli.Env, texts []text) (err error) {
	var encoder bert.Encoder
	switch {
	case o.encoder == "":
		return nil
	case strings.HasPrefix(o.encoder, "http://") || strings.HasPrefix(o.encoder, "https://"):
		key := llm.NewKey(env.Getenv(encoderKeyVariable))
		if encoder, err = bert.NewRemote(bert.RemoteOptions{
			URL: o.encoder, Proxy: http.ProxyFromEnvironment, Authorize: func(h http.Header) { _ = key.Authorize(h) },
		}); err != nil {
			return err
		}
	case o.open == nil:
		return errors.New("-encoder: this program runs no encoders: want the URL of a server")
	default:
		opened, err := o.open(o.encoder)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, opened.Close()) }()
		encoder = opened
	}
	pairs := make([]bert.Pair, len(texts))
	for i, t := range texts {
		pairs[i] = bert.Pair{Reference: t.task.Answer, Text: t.text}
	}
	scores, err := bert.Score(ctx, encoder, pairs)
	for i := range scores {
		texts[i].mark.Prose.BERT = &scores[i].F
	}
	return err
}

// encoderKeyVariable holds the key of an encoder's server, if it wants one.
const encoderKeyVariable = "TASKGROVE_ENCODER_KEY"

// checkEncoder says what is wrong with an -encoder.
func (o *weighing) checkEncoder() error {
	if strings.Contains(o.encoder, "://") {
		if u, err := url.Parse(o.encoder); err != nil || u.Host == "" {
			return misuse("-encoder: want a directory, or a URL such as http://127.0.0.1:8080")
		}
		return nil
	}
	if o.encoder != "" {
		if info, err := os.Stat(o.encoder); err != nil || !info.IsDir() {
			return misuse("-encoder %s: want a directory with model.onnx and tokenizer.json, or the URL of a server", o.encoder)
		}
	}
	if o.rubric != "" && o.judges == nil {
		return misuse("-rubric is what judges go by: want -judge with it")
	}
	return nil
}

// opinionsFile keeps what judges answered.
const opinionsFile = "opinions.jsonl"

// judge has the texts judged: by the judges that are asked for, or else by those that
// were asked before, from what they answered then.
func (g *graded) judge(ctx context.Context, env cli.Env, f *flags, o *reporting, texts []text) (err error) {
	who, path := g.made.Judging, ""
	asked := o.judges != nil
	if asked {
		who, path = &judging{Judges: o.judges}, o.rubric
	}
	if who == nil {
		return nil
	}
	if !asked && who.Rubric != "" {
		path = filepath.Join(g.dir, rubricFile)
	}
	rubrics, source, err := readRubrics(path)
	if err != nil {
		return err
	}
	if err := covers(rubrics, texts); err != nil {
		return err
	}
	log := env.Log(f.verbose)
	c, err := o.judgesClient(filepath.Join(g.dir, opinionsFile), asked, log)
	if errors.Is(err, os.ErrNotExist) && !asked {
		return nil // none answered
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if asked {
		if err := g.keep(who, source); err != nil {
			return err
		}
	}
	left := 0
	for _, model := range who.Judges {
		n, err := opine(ctx, judge.New(model, c.Client, rubrics...), texts, c.atOnce)
		if err != nil {
			return o.explainJudges(err)
		}
		left += n
	}
	switch {
	case left > 0 && asked:
		log.Warn("judges gave no opinion that can be used", "texts", left)
	case left > 0:
		log.Warn("there are texts without an opinion that can be used: bench report -judge asks for those that nobody was asked for", "texts", left)
	}
	return nil
}

// keep notes who is asked to judge and by what, before it is.
func (g *graded) keep(who *judging, rubric []byte) error {
	if rubric != nil {
		who.Rubric = rubricFile
		if err := writeOutput(filepath.Join(g.dir, rubricFile), func(w io.Writer) error { _, err := w.Write(rubric); return err }); err != nil {
			return err
		}
	}
	g.made.Judging = who
	return g.made.write(g.dir)
}

// explainJudges says what can be done about a fault of judges.
func (o *reporting) explainJudges(err error) error {
	advice, ok := advise(err, o.keys(), "-judge")
	if !ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("judge: %w%s\nopinions that were given are kept; bench report with the same -judge goes on from there", err, advice)
}

// opine adds a judge's opinions and returns how many texts it has left unscored.
func opine(ctx context.Context, j *judge.Judge, texts []text, atOnce int) (unscored int, err error) {
	opinions, err := run.Map(ctx, atOnce, texts, func(ctx context.Context, _ int, t text) (*judge.Opinion, error) {
		one, err := j.Judge(ctx, judge.Submission{
			Question: task.CurrentQuestion(t.task), Reference: t.task.Answer, Text: t.text, Language: t.task.Language, Epoch: t.mark.Epoch,
		})
		switch {
		case errors.Is(err, judge.ErrUnscored) || errors.Is(err, llm.ErrUnrecorded):
			return nil, nil
		case err != nil:
			return nil, err
		}
		return &one, nil
	})
	if err != nil {
		return 0, err
	}
	for i, one := range opinions {
		if one == nil {
			unscored++
			continue
		}
		texts[i].mark.Opinions = append(texts[i].mark.Opinions, *one)
	}
	return unscored, nil
}

// readRubrics reads what judges go by: a file, with what stands in it, or for "" the
// rubrics that ship.
func readRubrics(path string) (all []*judge.Rubric, source []byte, err error) {
	if path != "" {
		if source, err = os.ReadFile(path); err != nil {
			return nil, nil, err
		}
		r, err := judge.ReadRubric(path, source)
		return []*judge.Rubric{r}, source, err
	}
	for _, lang := range judge.Languages() {
		r, err := judge.Shipped(lang)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, r)
	}
	return all, nil, nil
}

// covers reports an error for texts in a language that no rubric is in.
func covers(rubrics []*judge.Rubric, texts []text) error {
	languages := map[string]bool{}
	for _, r := range rubrics {
		languages[r.Language] = true
	}
	for _, t := range texts {
		if !languages[t.task.Language] {
			return fmt.Errorf("task %s: a text in %s, and rubrics in %s: want one in its language", t.task.ID, t.task.Language, strings.Join(sorted(languages), ", "))
		}
	}
	return nil
}

// judgesClient is what judges are asked over, or what they answered before.
func (o *reporting) judgesClient(path string, ask bool, log *slog.Logger) (*connection, error) {
	if ask {
		return o.connect(path, log, false)
	}
	journal, err := llm.ReadJournal(path)
	if err != nil {
		return nil, err
	}
	c := &connection{journal: journal, atOnce: 1}
	if c.Client, err = llm.New(llm.Options{Journal: journal, Replay: true, Now: noClock}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}
