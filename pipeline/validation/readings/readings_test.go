package readings

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRatings checks the ratings that are kept, and their means in summary.golden.
// UPDATE=1 writes summary.golden.
func TestRatings(t *testing.T) {
	f, err := os.Open("ratings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ratings, err := Read(f)
	if err != nil {
		t.Fatalf("ratings.jsonl: %v", err)
	}
	got := Summary(ratings)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("summary.golden", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("summary.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("summary.golden differs from the means of ratings.jsonl (-golden +means):\n%s", diff)
	}
}

func TestDraw(t *testing.T) {
	var all []Question
	for i := range 40 {
		all = append(all, Question{Set: []string{"a", "b"}[i%2], ID: fmt.Sprint(i), Hops: 1 + i%4/2})
	}
	drawn := Draw(3, 4, all)
	if len(drawn) != 16 {
		t.Errorf("Draw gives %d questions, want 4 of each of 2 sets and 2 numbers of hops", len(drawn))
	}
	slices.Reverse(all)
	if again := Draw(3, 4, all); !slices.Equal(drawn, again) {
		t.Errorf("Draw depends on the order of the questions: %v, then %v", drawn, again)
	}
	if other := Draw(4, 4, all); slices.Equal(drawn, other) {
		t.Errorf("Draw gives the same questions for two seeds: %v", drawn)
	}
}

func TestReadRefuses(t *testing.T) {
	const whole = `{"round":"r","reader":"a","lang":"zh","set":"s","id":"1","hops":1,"send":3,"reading":4,"worth":5,"wrong":""}`
	if _, err := Read(strings.NewReader(whole + "\n")); err != nil {
		t.Errorf("Read of a whole rating: %v", err)
	}
	for _, fault := range [][2]string{{`"send":3`, `"send":6`}, {`"hops":1`, `"hops":0`}, {`"set":"s"`, `"set":""`}, {`"wrong"`, `"wrnog"`}} {
		if _, err := Read(strings.NewReader(strings.Replace(whole, fault[0], fault[1], 1))); err == nil {
			t.Errorf("Read of a rating with %s: no error", fault[1])
		}
	}
}
