// Package pipeline is the root of taskgrove's packages. It holds no code. This comment
// is the tour: how a task is made, which packages to import, where each rule stands,
// and which package may import which.
//
// # How a task is made
//
// Each stage reads records that earlier stages wrote: types of packages task, review and
// score. Package command runs the stages, which never import one another.
//
//	corpus     reads a folder of tables and passages; domain declares their columns and tools
//	plantree   grows the planning tree: every path of lookups from an unknown entity
//	sample     chooses paths (chains of lookups), and what to ask along each, for coverage
//	ground     makes a plan of each path, with start entities for which it has an answer
//	draft      writes the draft (the mechanical question), and the answer from the trace
//	rewrite    puts the draft as a person would ask it, with a model or without
//	proof      proves the task: a second execution, and rules of soundness
//	review     records what people decide about tasks, and where each task stands
//	dataset    writes the tasks that hold as Parquet, with a dataset card
//	bench      runs agents on the tasks; score grades the agents' answers
//
// To follow one task from start to end, read the examples of packages plan, ground and
// proof, in this order.
//
// # Packages to import
//
// Programs outside this module may rely on these packages. Their exported names change
// only with a line in CHANGELOG.md.
//
//	value            what a table cell says: amounts, days, names, missing values
//	domain           the declaration of tables, columns, entity types, tools and phrases
//	corpus           tables and passages in memory, indexed where tools look;
//	                 corpus/database reads SQLite, PostgreSQL and MySQL
//	infer            drafts a domain from raw tables: keys, joins, kinds, lookups, phrases
//	privacy          finds personal data in tables and passages, and masks it
//	legislation      texts of laws, version by version, as tables of provisions and changes
//	caselaw          reads court cases: facts, outcome, focus of dispute, reasoning, citations
//	exam             exams: open questions with official answers and points, questions with a key;
//	                 exam/convert makes items of them by rule, exam/order shuffles options
//	quantity         numbers, units and days read out of prose, for cells, grading and gates
//	digest           names of contents (SHA-256)
//	tool             lookups, retrievers and arithmetic, callable over a corpus
//	tool/server      gives the tools to agents: OpenAI functions, MCP, HTTP
//	tool/vector      ranks passages by embeddings
//	plan             operations, programs, their execution and its trace
//	plantree         the planning tree
//	sample           the choice of paths; sample/coverage reports what tasks cover
//	ground           start entities, and the tasks they give
//	exam             reads exams; exam/claim compares what options and answers say, exam/filter
//	                 leaves out items, exam/probe answers them blind
//	draft            mechanical questions and answers
//	rewrite          rewriting of questions, in the words that rewrite/style declares
//	proof            checks of a task; proof/absence proves that the twin of a task, over tables
//	                 without the row it needs, has no answer
//	task             the task, its JSON and Parquet columns, and records that stages hand on
//	solution         explains in words how the answer of a task is found
//	review           decisions of people, and the status they give a task; review/agreement
//	                 has the coefficients (kappa, alpha)
//	dataset          releases, their cards, and differences between two of them
//	score            grading by LegalAgentBench's rule and by a strict one; score/prose,
//	                 score/bert and score/judge grade texts, score/citation grades
//	                 citations of provisions, score/wording recited provisions, score/choice
//	                 answers to questions with options
//	agent            agents without a model; agent/method asks models, agent/remote other programs
//	bench            trials and their grades; bench/experiment keeps trials, bench/failure says why
//	                 one failed, bench/recall measures answers about law and texts, bench/retrieval
//	                 finds what retrievers return, bench/analysis compares agents, bench/estimate
//	                 has the statistics
//	llm              a client of model servers that keeps every paid answer
//	command          the five commands, from flags to stages; cmd/* adds a main to each
//
// # Packages inside
//
// Packages below pipeline/internal may change at any time:
//
//	internal/soundness    the rules that ground and proof share: an answer chosen from too few
//	                      values, an ambiguous name, an answer in a row that the question names.
//	                      One rule stands elsewhere: a step with nothing to choose between is
//	                      plan.Node.Idle
//	internal/alternative  shorter programs and neighbouring ones, from which a task must differ
//	internal/reading      other readings of a question, with which a task must agree
//	internal/humanize     writes amounts and days as people do
//	internal/question     the parts of rewriting: offline (questions without a model), prompt (what
//	                      a model is told), demand (what a question asks for), cue (what it must
//	                      keep), gate (the judgement on a question), similarity (near-duplicates)
//	internal/reviewing    the parts of review: team (accounts and roles), web (the page and its
//	                      server), revision (edits run again), exchange (CSV, Label Studio)
//	internal/extension    proves the tasks of an earlier release again, on later tables
//	internal/attacker     agents that guess; a task or grading rule is wrong if one of them scores
//	internal/lexical      an agent that matches words, to measure what questions hide
//	internal/htmlreport   the report of a run in one page
//	internal/profile      compares the columns of two corpora
//	internal/synth        generates the legal world; synth/grammar writes its sentences,
//	                      synth/lawtext its statutes, synth/casetext its court cases and
//	                      synth/examtext its exam papers as texts
//	internal/run          runs a stage again when the content of its inputs has changed
//	internal/ledger       the append-only file that keeps decisions, trials and paid answers
//	internal/cli          manuals, flags, signals, exit codes
//	internal/flock, internal/yamlmap   file locks; YAML mappings with positions
//	internal/*test        helpers of tests: plantest, tasktest, toytest, prooftest, browsertest,
//	                      goldentest, schematest, longtest. With -rehearse, a run without paid
//	                      models, commands use llmtest, methodtest and prompttest as models
//
// Packages below pipeline/validation hold evidence about the product: published runs
// plans against LegalAgentBench's published tasks, realism explains where the generated
// world differs from real rows, readings keeps what blind readers thought of questions. No
// command links them.
//
// # Where to add
//
//	a table, a tool, a phrase     the domain's YAML; no code
//	a domain                      a folder of YAML and -domain DIR; no code
//	an operation                  plan; proof (executes it a second way); draft (its words); solution;
//	                              internal/question (demand, cue); plan's comment lists all edits
//	a check of tasks              proof.Checks; a rule that ground needs too, internal/soundness
//	a unit or a notation          quantity
//	a rule of grading             score
//	words of questions            the domain's rewriting/LANGUAGE/*.yaml, read by rewrite/style
//	a question language           draft (grammar), rewrite/style, internal/question (cue, gate), quantity
//	a language of fixed words     draft.FixedWordLanguages, the domain's YAML, legislation (grammar), proof
//	                              (recount), score (Decline), score/citation, quantity, agent/method, solution
//	an agent                      agent.Agent, or any program over agent/remote's protocol
//	an attacker                   internal/attacker
//	a file format                 schemas/NAME.schema.json
//
// CONTRIBUTING.md has a recipe for each. The records in pipeline/decisions give the reasons
// of the design.
//
// # Layers
//
// A package imports only from rows below its own, never from its own row; those of the row
// of corpus may import each other. After an arrow stand the only packages it may import.
// Tests of a package NAME may import its helper internal/NAMEtest from above, too.
// internal/* is every internal package that no row names. An indented line continues the
// row above. layers_test.go enforces the table, and which third-party module each
// package may import.
//
//	cmd/bench → command score/bert/onnx
//	cmd/* → command
//	command
//	internal/correcting internal/htmlreport internal/reviewing/web
//	bench/analysis bench/experiment internal/extension internal/reviewing/exchange
//	    internal/reviewing/revision internal/reviewing/team proof/absence
//	    validation/realism
//	bench dataset ground internal/profile plantree proof rewrite sample
//	    validation/published validation/readings
//	internal/composetest internal/prompttest
//	internal/methodtest
//	agent/method agent/remote bench/retrieval internal/attacker internal/lexical
//	    internal/question/offline internal/question/prompt sample/coverage
//	bench/failure bench/recall internal/question/demand internal/question/gate
//	    internal/question/similarity
//	exam/compose exam/filter exam/probe internal/question/cue review/rating
//	    rewrite/style
//	exam/convert internal/reading review solution
//	internal/examtest internal/prooftest internal/solutiontest internal/tasktest
//	task
//	agent caselaw draft exam internal/alternative internal/soundness internal/synth
//	    legislation score/bert/onnx score/choice score/citation score/judge
//	    score/wording tool/server tool/vector
//	internal/synth/examtext
//	internal/synth/casetext
//	internal/synth/company internal/synth/directory internal/synth/enforcement
//	    internal/synth/lawtext internal/synth/ruling
//	internal/synth/society
//	internal/synth/name internal/synth/statute
//	internal/synth/chance internal/synth/grammar internal/synth/tablefile
//	    internal/synth/yamlfile
//	internal/plantest
//	plan
//	internal/toytest
//	internal/llmtest/batchtest
//	internal/llmtest
//	bench/estimate corpus/database exam/claim exam/order infer internal/run llm
//	    privacy review/agreement score score/bert score/prose tool
//	corpus digest domain internal/* internal/browsertest internal/cli
//	    internal/databasetest internal/flock internal/goldentest internal/schematest
//	    internal/yamlmap value schemas
//	quantity
//
// # Words
//
//	corpus       tables and passages
//	domain       the declaration of tables, columns, entity types, tools and phrases
//	entity type  what makes two columns joinable: company, case number, court
//	tool         a function that an agent can call
//	hop          one tool call in a path
//	path         a chain of hops, without entities
//	plan         an executable program: a path with start entities, and what is done with rows
//	operation    what one node of a plan does: a lookup, a filter, a ranking, a sum
//	ground       to find start entities for which a plan has a valid answer
//	step         an executed hop, with its call and observation
//	trace        all steps of one execution
//	draft        the mechanical question
//	question     the rewritten one
//	given        texts that a question hands over, such as a complaint to answer
//	key_answer   keywords of the answer; key_middle: keywords on the way to it, for some of
//	             which middle_values has other terms
//	check        a judgement by machine; review: a judgement by people
//	task         one item of the benchmark
//	twin         a task's question over tables without the row that answers it
//	trial        one agent's attempt at a task
//	funnel       how many items went in, came out, and were dropped, by reason
//	record       a value that only holds data: functions return it, owned by the caller, and files store it
//	specification  a value that people or callers fill in, and that the packages only read
package pipeline
