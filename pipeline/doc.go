// Package pipeline is the root of taskgrove's packages. It holds no code: this
// comment is the tour, bottom up, and its test holds the layers.
//
// # From the bottom
//
// Package quantity reads quantities and days out of prose. Package digest names
// contents; package value types what a cell says; package
// domain is the declaration of a world (tables, columns, entity types, tools,
// phrases), of which package schemas ships three; package corpus reads a directory
// of tables as they come.
//
// Package tool makes the declared tools callable over a corpus. Package score
// grades answers, by the published rule and strictly. Package run brings stages
// up to date by content, whatever killed the process before. Package llm asks models
// and keeps every paid answer; llmtest is a model server for tests.
//
// Package plan is the centre: the planning graph over entity types and tools,
// the paths through it, the programs a path can become, and their execution call
// by call, which leaves a trace. Package plantest makes programs for tests.
//
// Package synth generates a legal world for those who have no tables: society is
// the model of who does what to whom, name and statute its names and its law,
// company, ruling, enforcement and directory tell it row by row, with texts by
// package grammar and draws by package chance, and sheet writes the rows.
//
// Three kinds of figures have packages of their own: score/prose and score/bert compare
// texts (score/bert/onnx runs an encoder, and only cmd/bench links it), and estimate has
// errors of means, tests of differences and passes, all by clusters.
//
// Package draft writes question and answer from a trace. Package internal/alternative makes the
// programs a program must be told from, and searches for shorter ones. Package agent
// solves questions through tools: the degenerate agents that must score nothing, and
// the replay of a trace that must score one; internal/lexical is one that goes by the
// words of the question alone, internal/attacker has those that try to be credited without
// working out what is asked, agent/method has those with a model (methodtest plays one),
// and agent/remote those that run in another program. tool/server gives tools to agents
// anywhere, tool/vector ranks passages by embeddings, and score/judge has models grade
// texts. Package task is the item that flows; tasktest makes some for tests.
//
// Below rewrite stand the parts of rewriting: style says how questions are put in a
// domain and language, offline draws them, prompt asks a model for them and holds what
// a question demands against its plan, gate judges what a question keeps and tells,
// and frame finds copies and duplicates.
//
// The stages do not know each other: internal/profile holds one corpus against another;
// plantree draws the planning tree; sample chooses paths for coverage; ground finds
// the entities they work for; rewrite asks as a person would; proof proves each
// task by a second execution over relations; dataset exports; bench runs agents and
// scores them; validation/published holds plans against the published tasks; review is what people
// decide, and where each task stands by it.
//
// Around bench stand experiment, which makes trials once and keeps them; failure, which
// says why one failed; analysis, which makes tables and comparisons of marks; and page, a
// report of all of it in one file.
//
// Around review stand team, who may decide and in which role; revision, which runs what
// people change; exchange, which takes decisions to other tools and back; and desk, the
// server of the page. Package internal/reviewing/agreement has the coefficients, and internal/ledger
// the files that several servers append to. Package command joins all of them to flags,
// and cmd holds a main and a manual each.
//
// # Layers
//
// A package imports only from rows below its own.
//
//	cmd/*                 → command; of cmd/bench also score/bert/onnx
//	command
//	internal/reviewing/web internal/htmlreport
//	bench/experiment bench/analysis internal/reviewing/exchange internal/reviewing/revision internal/reviewing/team
//	plantree sample ground rewrite proof dataset bench internal/profile validation/published
//	internal/prompttest
//	internal/methodtest
//	sample/coverage internal/attacker internal/lexical agent/method agent/remote internal/question/offline internal/question/prompt
//	bench/failure internal/question/gate internal/question/similarity
//	internal/question/style
//	review
//	internal/tasktest
//	task
//	draft internal/alternative agent synth score/judge score/bert/onnx tool/server tool/vector
//	internal/synth/company internal/synth/ruling internal/synth/enforcement internal/synth/directory
//	internal/synth/society
//	internal/synth/name internal/synth/statute
//	grammar internal/synth/tablefile internal/synth/chance
//	internal/plantest
//	plan
//	tool llm score score/prose score/bert estimate run internal/reviewing/agreement
//	internal/llmtest
//	corpus domain value digest schemas internal/…
//	quantity
//
// # Words
//
//	corpus       tables and passages
//	domain       the declaration of tables, columns, entity types, tools, phrases
//	entity type  what makes two columns joinable: company, case number, court
//	tool         what an agent can call
//	hop          one tool call in a path
//	path         a chain of hops, abstract
//	plan         an executable program of steps
//	ground       finding start entities for which a plan has a valid answer
//	step         an executed hop, with its call and observation
//	trace        all steps of one execution
//	draft        the mechanical question; question: the rewritten one
//	key_answer   keywords of the answer; key_middle: of the way there
//	check        by machine; review: by people
//	task         one item
//	trial        one agent's attempt
//	funnel       how many went in, came out, and were dropped for which reason
package pipeline
