package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// Verify returns the command "verify", whose subcommands prove the tasks, have people
// review them and export a dataset.
func Verify() cli.Command { return newCommand("verify", verifyCommands()) }

func verifyCommands() []subcommand {
	return []subcommand{
		{"export", verifyExportHelp, func(env cli.Env) action { return &verifyExport{env: env} }},
		{"check", verifyCheckHelp, func(env cli.Env) action { return &verifyCheck{env: env} }},
		{"serve", verifyServeHelp, func(env cli.Env) action { return &verifyServe{env: env} }},
		{"status", verifyStatusHelp, func(env cli.Env) action { return &verifyStatus{env: env} }},
		{"decisions", verifyDecisionsHelp, func(env cli.Env) action { return &verifyDecisions{env: env} }},
		{"import", verifyImportHelp, func(env cli.Env) action { return &verifyImport{env: env} }},
		{"handout", verifyHandoutHelp, func(env cli.Env) action { return &verifyHandout{env: env} }},
		{"figures", verifyFiguresHelp, func(env cli.Env) action { return &verifyFigures{env: env} }},
		{"diff", verifyDiffHelp, func(env cli.Env) action { return &verifyDiff{env: env} }},
	}
}

var verifyExportHelp = cli.Help{
	Usage: "verify [export] [flags]",
	Doc:   "Prove the tasks, apply what people decided on them, and write the dataset to OUT/dataset.",
	Examples: []cli.Example{
		{Line: "verify"},
		{Line: "verify -twins -license CC-BY-4.0 -release 1.1.0", Doc: "with unanswerable twins of the tasks"},
		{Line: "verify -approved", Doc: "with approved tasks alone"},
	},
}

// verifyExport is verify export: it brings the dataset up to date.
type verifyExport struct {
	env   cli.Env
	flags flags
}

func (c *verifyExport) declare(fs *cli.Flags) { c.flags.declare(fs) }

func (c *verifyExport) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	stages, err := datasetStages(f, w)
	if err != nil {
		return err
	}
	return updateAndPrint(ctx, c.env, f, w, stages)
}

// updateAndPrint brings stages of a dataset up to date and prints a line for each, and what is short
// of the quotas.
func updateAndPrint(ctx context.Context, env cli.Env, f *flags, w *world, stages []run.Stage) error {
	report, err := update(ctx, env, f, stages)
	if err != nil || report == nil {
		return err
	}
	printFunnels(env.Stdout, report)
	return cmp.Or(partialError(report), reportShortfall(env.Stdout, f, w, "check"))
}

// funnelSource is a stage's manifest and what the stage counts.
type funnelSource struct{ manifest, items string }

// funnelSources are the stages that make a dataset, in order: of items of exams, or of other
// tasks, of which those of an earlier release may come first.
func funnelSources(exams, extended, twins bool) []funnelSource {
	made := []funnelSource{
		{"plantree/plantree.manifest.json", "paths of the planning tree"},
		{"sample/sample.manifest.json", "choices of a path and what to ask; one that is taken becomes several tasks"},
		{"rewrite/rewrite.manifest.json", "tasks"},
	}
	if extended {
		made = slices.Insert(made, 1, reproveFunnel)
	}
	if exams {
		made = []funnelSource{{convertDir + "/convert.manifest.json", "items, and parts of questions of which none was made"}}
	}
	list := append([]funnelSource{{"plantree/corpus.manifest.json", "rows and passages of the tables"}}, made...)
	list = append(list, funnelSource{"check/check.manifest.json", "tasks"}, reviewFunnel)
	if twins {
		list = append(list, twinFunnel)
	}
	return list
}

func readManifest(name string) (*run.Manifest, error) {
	f, err := inputfile.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := run.ReadManifest(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
