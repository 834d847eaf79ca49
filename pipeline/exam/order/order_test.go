package order_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/exam/order"
)

// Special options keep their place or their sense.
func TestSpecial(t *testing.T) {
	for _, test := range []struct {
		options []string
		stay    []int // positions that stay where they are
	}{
		{[]string{"o juiz", "o réu", "o autor", "Nenhuma das alternativas anteriores."}, []int{3}},
		{[]string{"o juiz", "o réu", "o autor", "Todas as alternativas acima estão corretas."}, []int{3}},
		{[]string{"o juiz", "o réu", "o autor", "N.D.A."}, []int{3}},
		{[]string{"the judge", "the clerk", "the parties", "All of the above"}, []int{3}},
		{[]string{"the judge", "the clerk", "the parties", "None of these"}, []int{3}},
		{[]string{"法官", "书记员", "当事人", "以上都对"}, []int{3}},
		{[]string{"法官", "书记员", "当事人", "以上说法均不正确"}, []int{3}},
		{[]string{"verdadeira", "falsa"}, []int{0, 1}},
		{[]string{"正确", "错误"}, []int{0, 1}},
		{[]string{"o juiz", "o réu", "As alternativas A e B estão corretas.", "o autor"}, []int{2}},
		{[]string{"法官", "书记员", "A和B", "当事人"}, []int{2}},
		{[]string{"o juiz", "o réu", "a alternativa A está correta", "nenhuma das anteriores"}, []int{2, 3}},
		{[]string{"o juiz", "o réu", "o autor", "A sociedade e o sócio"}, nil},
		{[]string{"o juiz", "o réu", "o autor", "A e B venderam o imóvel comum a C, sem a anuência de D, que detinha a quarta parte dele"}, nil},
		{[]string{"Apenas I e II.", "Apenas II e III.", "Apenas I.", "Apenas III."}, nil},
		{[]string{"Nenhuma das advogadas deverá compor a lista.", "o réu", "o autor", "o juiz"}, nil},
	} {
		moved := make([]bool, len(test.options))
		for seed := range uint64(60) {
			got := order.Arrange([]order.OptionList{{ID: "x", Options: test.options, Key: []int{0}}}, seed)[0]
			for i, from := range got {
				moved[i] = moved[i] || from != i
			}
		}
		for i := range test.options {
			if stays := slices.Contains(test.stay, i); stays == moved[i] {
				t.Errorf("Arrange(%q): option %d stays: %v, want %v", test.options, i, !moved[i], stays)
			}
		}
	}
}

func TestApplyRenamesLetters(t *testing.T) {
	options := []string{"o juiz", "o réu", "o autor", "As alternativas A e C estão corretas.", "Apenas I e II"}
	for _, test := range []struct {
		order []int
		want  []string
	}{
		{[]int{0, 1, 2, 3, 4}, options},
		{[]int{2, 0, 1, 3, 4}, []string{"o autor", "o juiz", "o réu", "As alternativas A e B estão corretas.", "Apenas I e II"}},
		{[]int{4, 0, 1, 3, 2}, []string{"Apenas I e II", "o juiz", "o réu", "As alternativas B e E estão corretas.", "o autor"}},
	} {
		if diff := cmp.Diff(test.want, order.Apply(options, test.order)); diff != "" {
			t.Errorf("Apply(%v): (-want +got)\n%s", test.order, diff)
		}
	}
	chinese := order.Apply([]string{"法官", "书记员", "当事人", "选项A正确"}, []int{1, 2, 0, 3})
	if want := []string{"书记员", "当事人", "法官", "选项C正确"}; !slices.Equal(chinese, want) {
		t.Errorf("Apply = %q, want %q", chinese, want)
	}
}

// The order is a permutation, special options keep their sense, and every list of a set has
// the same order whatever the order of the set.
func TestArrangeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		var lists []order.OptionList
		for i := range rapid.IntRange(1, 30).Draw(t, "lists") {
			n := rapid.IntRange(2, 6).Draw(t, "options")
			l := order.OptionList{ID: fmt.Sprint("item", i), Kind: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "kind")}
			for j := range n {
				l.Options = append(l.Options, fmt.Sprint("opção número ", j))
			}
			l.Key = []int{rapid.IntRange(0, n-1).Draw(t, "key")}
			if rapid.Bool().Draw(t, "all") {
				l.Options[n-1] = "Todas as anteriores"
			}
			l.Fixed = rapid.IntRange(0, 9).Draw(t, "fixed") == 0
			lists = append(lists, l)
		}
		got := order.Arrange(lists, seed)
		for i, l := range lists {
			sorted := slices.Sorted(slices.Values(got[i]))
			for j, p := range sorted {
				if p != j {
					t.Fatalf("Arrange(%q) = %v, want a permutation", l.Options, got[i])
				}
			}
			shown := order.Apply(l.Options, got[i])
			if k := order.Key(l.Key, got[i])[0]; shown[k] != l.Options[l.Key[0]] {
				t.Fatalf("the right option is %q after the shuffle, want %q", shown[k], l.Options[l.Key[0]])
			}
			if n := len(shown); l.Options[n-1] == "Todas as anteriores" && shown[n-1] != l.Options[n-1] {
				t.Fatalf("Apply = %q, want all of the above last", shown)
			}
		}
		slices.Reverse(lists)
		again := order.Arrange(lists, seed)
		slices.Reverse(again)
		if diff := cmp.Diff(got, again); diff != "" {
			t.Fatalf("orders depend on the order of the set:\n%s", diff)
		}
	})
}

// Over 10,000 lists each place holds as many right options, and each source position comes to
// each place as often: chi-square below the 99.9 % point for 3 and 9 degrees of freedom.
func TestUniform(t *testing.T) {
	const n = 10_000
	var lists []order.OptionList
	for i := range n {
		lists = append(lists, order.OptionList{
			ID: fmt.Sprint(i), Kind: "multiple-choice",
			Options: []string{"o juiz", "o réu", "o autor", "o perito"}, Key: []int{i % 7 % 4},
		})
	}
	var right [4]int
	var from [4][4]int
	for i, o := range order.Arrange(lists, 7) {
		right[order.Key(lists[i].Key, o)[0]]++
		for to, f := range o {
			if f != lists[i].Key[0] {
				from[f][to]++
			}
		}
	}
	if slices.Max(right[:])-slices.Min(right[:]) > 1 {
		t.Errorf("right options by place = %v, want counts that differ by one at most", right)
	}
	for f, counts := range from {
		total := 0
		for _, c := range counts {
			total += c
		}
		chi := 0.0
		for _, c := range counts {
			d := float64(c) - float64(total)/4
			chi += d * d / (float64(total) / 4)
		}
		if chi > 16.27 {
			t.Errorf("wrong option %d comes to places %v, chi-square %.1f, want below 16.27", f, counts, chi)
		}
	}
}

// Selections: their right options are even over the places, too.
func TestSelectionPlaces(t *testing.T) {
	var lists []order.OptionList
	for i := range 1000 {
		lists = append(lists, order.OptionList{
			ID: fmt.Sprint(i), Kind: "multiple-selection",
			Options: []string{"o juiz", "o réu", "o autor", "o perito", "o escrivão"}, Key: []int{0, 1, 2}[:2+i%2],
		})
	}
	var counts [5]int
	for i, o := range order.Arrange(lists, 3) {
		for _, k := range order.Key(lists[i].Key, o) {
			counts[k]++
		}
	}
	if slices.Max(counts[:])-slices.Min(counts[:]) > 1 {
		t.Errorf("right options by place = %v, want counts that differ by one at most", counts)
	}
}
