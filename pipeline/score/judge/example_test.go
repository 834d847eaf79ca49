package judge_test

import (
	"context"
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

// severe is a model that gives one point for each criterion. A real judge gets an
// [llm.Client] in its place.
type severe struct{ rubric *judge.Rubric }

// Chat implements [judge.Chatter].
func (s severe) Chat(context.Context, llm.Request) (llm.Reply, error) {
	grades := ""
	for i, c := range s.rubric.Criteria {
		if i > 0 {
			grades += ","
		}
		grades += fmt.Sprintf(`{"criterion":%q,"reason":"Hardly touched.","points":1}`, c.Name)
	}
	return llm.Reply{Text: `{"grades":[` + grades + `]}`, Finish: "stop"}, nil
}

// A judge grades a text by every criterion of the rubric shipped for its language.
func ExampleJudge_Judge() {
	rubric, err := judge.Shipped("en")
	if err != nil {
		log.Fatal(err)
	}
	opinion, err := judge.New("some-model", severe{rubric}, rubric).Judge(context.Background(), judge.Submission{
		Question: "Draft a statement of defence.", Reference: "The claim is time-barred.", Text: "We disagree.", Language: "en",
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range opinion.Grades {
		fmt.Println(g.Criterion, g.Points)
	}
	fmt.Printf("%.2f\n", opinion.Score)
	// Output:
	// claims 1
	// facts 1
	// law 1
	// structure 1
	// language 1
	// 0.20
}
