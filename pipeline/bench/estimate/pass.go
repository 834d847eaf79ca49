package estimate

// PassAny estimates the probability that at least one of k attempts passes, from n
// attempts of which c passed: the share of all choices of k attempts that hold a passed
// one (pass@k of Chen et al., Evaluating Large Language Models Trained on Code, arXiv
// 2107.03374, equation 1). It is unbiased. It panics unless 1 <= k <= n and 0 <= c <= n.
func PassAny(n, c, k int) float64 { return 1 - chosen(n, n-c, k) }

// PassAll estimates the probability that k attempts all pass, from n attempts of which c
// passed: the share of all choices of k attempts that hold only passed ones (pass^k of
// Yao et al., τ-bench, arXiv 2406.12045). It is unbiased. It panics unless 1 <= k <= n
// and 0 <= c <= n.
func PassAll(n, c, k int) float64 { return chosen(n, c, k) }

// chosen returns the share of choices of k out of n that are out of c of them.
func chosen(n, c, k int) float64 {
	if k < 1 || k > n || c < 0 || c > n {
		panic("estimate: passes are of at least one attempt and of at most as many as there are")
	}
	p := 1.0
	for i := range k {
		p *= max(0, float64(c-i)) / float64(n-i)
	}
	return p
}
