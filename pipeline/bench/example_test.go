package bench_test

import (
	"log"
	"os"

	"github.com/taskgrove/taskgrove/pipeline/bench"
)

// Answers from a file are graded against tasks in the form that LegalAgentBench publishes.
// By the paper's rule 13 cases state the keyword "3起"; by the strict rule they do not.
func ExampleScoreAnswers() {
	tasks, err := bench.ReadTasks([]byte(`{"id": 1, "question": "青岚机械有限公司的法定代表人是谁？", "answer": "祁远舟", "key": ["祁远舟"], "key_middle": [], "type": "1-7-2", "way": "get_company"}
{"id": 2, "question": "青岚机械有限公司涉案几起？", "answer": "3起", "key": ["3起"], "key_middle": [], "type": "1-7-3", "way": "get_cases"}`), "tasks.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	answers, err := bench.ReadAnswers([]byte(`[{"id": 1, "answer": "是祁远舟。"}, {"id": 2, "answer": "共13起。"}]`), "answers.json")
	if err != nil {
		log.Fatal(err)
	}
	_, report := bench.ScoreAnswers("mine", tasks, answers, nil)
	if err := report.WriteText(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// type   tasks  answered  success (paper)  process (paper)  success (strict)  process (strict)  tokens (mean)  tokens (total)
	// 1-hop  2      2         1.0000           -                0.5000            -                 -              -
	// ALL    2      2         1.0000           -                0.5000            -                 -              -
	// types by the ids of LegalAgentBench: 1-80 one hop, 81-160 two, 161-220 three, 221-260 four, 261-280 five, 281-300 writing
}
