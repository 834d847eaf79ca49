package web_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

// textsToRate returns n texts, one of them hostile, for the rubric of grounds of decisions.
func textsToRate(t testing.TB, n int) (all []*rating.RatedText) {
	t.Helper()
	r, err := judge.Reasoning("en")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		text := fmt.Sprintf("The seller of lot %d delivered late. Under Article 12 the buyer may withdraw. The claim is well founded.", i)
		if i == 0 {
			text = "<img src=x onerror=alert(1)>\u202eThe claim fails.\n" + strings.Repeat("The court finds so. ", 60)
		}
		all = append(all, &rating.RatedText{
			Task: fmt.Sprint("case-", i), Question: fmt.Sprintf("Lot %d was delivered three weeks late, and the court allowed the claim. On which grounds?", i),
			Reference: "Late delivery is a breach; the buyer had set a reasonable period.", Text: text, Rubric: r,
		})
	}
	return all
}

// serveTexts serves texts to rate besides a few tasks.
func serveTexts(t testing.TB, n int, change func(*web.ReviewConfig)) *served {
	s := prepare(t, func(c *web.ReviewConfig) {
		c.Rating = true
		if change != nil {
			change(c)
		}
	})
	s.texts = textsToRate(t, n)
	s.open(3, nil)
	return s
}

// rate is a rating of a text with the same points for all criteria.
func rate(v *web.TextView, id string, points int) web.RatingRequest {
	overall := 5 * points
	r := web.RatingRequest{ID: id, Text: v.ID, Rubric: v.Rubric.ID, Overall: &overall, Seconds: 3}
	for _, c := range v.Rubric.Criteria {
		r.Grades = append(r.Grades, judge.Grade{Criterion: c.Name, Points: points})
	}
	return r
}

// Two people rate all texts, each once; what they gave is in the log and is found again.
func TestRating(t *testing.T) {
	s := serveTexts(t, 3, nil)
	ada, bo := s.join("Ada"), s.join("Bo")
	if p := ask[web.Me](ada, "GET", "/api/me", nil).Rating; p == nil || *p != (rating.RoundProgress{Left: 3, Texts: 3}) {
		t.Errorf("progress %+v at first, want three texts left", p)
	}
	for n, who := range []*browser{ada, bo} {
		for i := range 3 {
			next := ask[web.NextText](who, "POST", "/api/texts/next", struct{}{})
			if next.Text == nil || next.Text.Mine != nil || len(next.Text.Rubric.Criteria) != 5 || len(next.Text.Rubric.Criteria[0].Levels) != 3 || len(next.Text.Rubric.Tiers) != 5 {
				t.Fatalf("next %+v, want a text with five criteria of three levels, and five tiers", next)
			}
			r := rate(next.Text, fmt.Sprintf("%s-rating-%08d", who.name, i), 10*n)
			first := ask[web.RatingRecorded](who, "POST", "/api/ratings", r)
			again := ask[web.RatingRecorded](who, "POST", "/api/ratings", r)
			if first.Progress.Mine != i+1 || again.Progress.Mine != i+1 || first.Rating.By != who.name || !first.Rating.At.Equal(again.Rating.At) {
				t.Errorf("recorded %+v, and sent again %+v", first, again)
			}
		}
		if next := ask[web.NextText](who, "POST", "/api/texts/next", struct{}{}); next.Text != nil || next.Progress.Left != 0 {
			t.Errorf("next %+v after all texts", next)
		}
	}
	// A new rating takes the place of the old one.
	id := string(s.texts[1].ID())
	v := ask[web.TextView](ada, "GET", "/api/texts/"+id, nil)
	ask[web.RatingRecorded](ada, "POST", "/api/ratings", rate(&v, "Ada-rating-second", 20))
	if v = ask[web.TextView](ada, "GET", "/api/texts/"+id, nil); v.Mine == nil || v.Mine.Opinion.Score != 1 || v.Mine.Opinion.Overall.Points != 100 {
		t.Errorf("own rating %+v, want the second one", v.Mine)
	}
	got, err := rating.ReadLog(filepath.Join(s.dir, web.RatingsFile))
	if err != nil || len(got) != 7 {
		t.Errorf("%d ratings in the log, %v: want 7", len(got), err)
	}
	if strings.Contains(ada.seen.String(), "person/Bo") {
		t.Error("one person is sent the ratings of another")
	}
}

// What is no rating is refused, and nothing is recorded.
func TestRatingRefused(t *testing.T) {
	s := serveTexts(t, 2, nil)
	ada, bo := s.join("Ada"), s.join("Bo")
	v := *ask[web.NextText](ada, "POST", "/api/texts/next", struct{}{}).Text
	good := func(change func(*web.RatingRequest)) web.RatingRequest {
		r := rate(&v, "0123456789abcdef", 10)
		change(&r)
		return r
	}
	for name, tt := range map[string]struct {
		change func(*web.RatingRequest)
		status int
		code   string
	}{
		"no such text":        {func(r *web.RatingRequest) { r.Text = "sha256:00" }, http.StatusNotFound, "missing"},
		"another rubric":      {func(r *web.RatingRequest) { r.Rubric = "reasoning 0 en" }, http.StatusConflict, "stale"},
		"short ID":            {func(r *web.RatingRequest) { r.ID = "x" }, http.StatusBadRequest, "invalid"},
		"a criterion lacks":   {func(r *web.RatingRequest) { r.Grades = r.Grades[1:] }, http.StatusBadRequest, "invalid"},
		"undescribed points":  {func(r *web.RatingRequest) { r.Grades[0].Points = 11 }, http.StatusBadRequest, "invalid"},
		"no overall score":    {func(r *web.RatingRequest) { r.Overall = nil }, http.StatusBadRequest, "invalid"},
		"too high an overall": {func(r *web.RatingRequest) { *r.Overall = 101 }, http.StatusBadRequest, "invalid"},
		"negative time":       {func(r *web.RatingRequest) { r.Seconds = -1 }, http.StatusBadRequest, "invalid"},
	} {
		t.Run(name, func(t *testing.T) { ada.refused("POST", "/api/ratings", good(tt.change), tt.status, tt.code) })
	}
	(&browser{served: s}).refused("POST", "/api/texts/next", struct{}{}, http.StatusUnauthorized, "join")
	(&browser{served: s}).refused("POST", "/api/ratings", good(func(*web.RatingRequest) {}), http.StatusUnauthorized, "join")
	if got, err := rating.ReadLog(filepath.Join(s.dir, web.RatingsFile)); err != nil || len(got) != 0 {
		t.Errorf("%d ratings in the log, %v: want none", len(got), err)
	}
	ask[web.RatingRecorded](ada, "POST", "/api/ratings", good(func(*web.RatingRequest) {}))
	bo.refused("POST", "/api/ratings", good(func(*web.RatingRequest) {}), http.StatusBadRequest, "invalid")
}

// Without texts to rate there is neither page nor log.
func TestNoTextsToRate(t *testing.T) {
	s := serve(t, 2, nil)
	ada := s.join("Ada")
	if p := ask[web.Me](ada, "GET", "/api/me", nil).Rating; p != nil {
		t.Errorf("progress %+v of no texts", p)
	}
	ada.refused("POST", "/api/texts/next", struct{}{}, http.StatusNotFound, "missing")
	if _, err := os.Stat(filepath.Join(s.dir, web.RatingsFile)); !os.IsNotExist(err) {
		t.Errorf("a log of ratings: %v", err)
	}
}

// Ratings are made at the keyboard; a hostile text is shown and runs nothing; what was chosen
// outlives a reload.
func TestRatePage(t *testing.T) {
	t.Parallel()
	s, address := listen(t, func(c *web.ReviewConfig) { c.Rating = true })
	s.texts = textsToRate(t, 2)
	s.open(2, nil)
	ada := open(t, address+"/#/status")
	ada.join("Ada")
	ada.tabTo(`nav a[href="#/rate"]`)
	ada.Press("Enter")
	for n := range 2 {
		ada.Wait(`document.querySelectorAll(".rating fieldset").length === 6 && !document.querySelector("main[aria-busy]")`)
		if look[bool](ada, `document.querySelector("main img") !== null`) {
			t.Fatal("markup of a text became an element")
		}
		ada.tabTo(`[name="criterion-0"]`)
		ada.Press(" ")
		if n == 0 {
			ada.Press("Ctrl+Enter")
			ada.sees("#notice", "Still without points")
			ada.Reload()
			ada.Wait(`document.querySelector('[name="criterion-0"]:checked')`)
			ada.tabTo(`[name="criterion-0"]`)
		}
		for i := 1; i < 5; i++ {
			ada.tabTo(fmt.Sprintf(`[name="criterion-%d"]`, i))
			ada.Press("ArrowDown")
		}
		ada.tabTo(`.rating input[type=number]`)
		ada.Press("7", "5", "Enter")
		ada.sees("#notice", "Rating saved")
		ada.sees("main .soft", fmt.Sprintf("%d rated by you", n+1))
	}
	ada.sees("main", "You have rated all texts you can be given.")
	got, err := rating.ReadLog(filepath.Join(s.dir, web.RatingsFile))
	if err != nil || len(got) != 2 {
		t.Fatalf("%d ratings in the log, %v: want 2", len(got), err)
	}
	for _, r := range got {
		if o := r.Opinion; o.Overall.Points != 75 || o.Grades[0].Points != 0 || o.Grades[1].Points != 10 || o.Judge != "person/Ada" {
			t.Errorf("opinion %+v, want 0 points for the first criterion, 10 for the others, and 75 overall", o)
		}
	}
}
