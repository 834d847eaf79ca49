package command

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"taskgrove/pipeline/bench"
	"taskgrove/pipeline/bench/experiment"
	"taskgrove/pipeline/internal/cli"
	"taskgrove/pipeline/llm"
	"taskgrove/pipeline/run"
	"taskgrove/pipeline/score/bert"
	"taskgrove/pipeline/score/judge"
	"taskgrove/pipeline/score/prose"
	"taskgrove/pipeline/task"
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
	Rubric string   `json:"rubric,omitempty"` // file; "" for those that ship
}

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
		if encoder, err = bert.Endpoint(bert.Options{
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
	who := g.made.Judging
	asked := o.judges != nil
	if asked {
		who = &judging{Judges: o.judges, Rubric: o.rubric}
	}
	if who == nil {
		return nil
	}
	rubrics, err := who.rubrics()
	if err != nil {
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
		g.made.Judging = who
		if err := g.made.write(g.dir); err != nil {
			return err
		}
	}
	left := 0
	for _, model := range who.Judges {
		n, err := opine(ctx, judge.New(model, c.Client, rubrics...), texts, c.atOnce)
		if err != nil {
			return err
		}
		left += n
	}
	if left > 0 {
		log.Warn("judges gave no opinion that can be used", "texts", left)
	}
	return nil
}

// opine adds a judge's opinions and returns how many texts it has left unscored.
func opine(ctx context.Context, j *judge.Judge, texts []text, atOnce int) (unscored int, err error) {
	opinions, err := run.Map(ctx, atOnce, texts, func(ctx context.Context, _ int, t text) (*judge.Opinion, error) {
		one, err := j.Judge(ctx, judge.Case{
			Question: bench.Asked(t.task), Reference: t.task.Answer, Text: t.text, Language: t.task.Language, Epoch: t.mark.Epoch,
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

// rubrics are what judges go by.
func (g *judging) rubrics() (all []*judge.Rubric, err error) {
	if g.Rubric != "" {
		b, err := os.ReadFile(g.Rubric)
		if err != nil {
			return nil, err
		}
		r, err := judge.ReadRubric(g.Rubric, b)
		return []*judge.Rubric{r}, err
	}
	for _, lang := range judge.Languages() {
		r, err := judge.Shipped(lang)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
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
