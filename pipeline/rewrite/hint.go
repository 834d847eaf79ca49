package rewrite

// hint returns what to tell a model about a question that was rejected for one of this
// package's reasons, in a language; "" if there is nothing to tell.
func hint(reason, lang string) string {
	all := map[string]map[string]string{
		Copy: {
			"zh": "这个问题与原问题的措辞过于接近。请换一种说法和句子结构，意思不变。",
			"en": "The question is too close to the wording of the original. Put it in other words and another structure, with the same meaning.",
		},
		Duplicate: {
			"zh": "这个问题与另一道题的问法过于相似。请换一种开头、语境和句式，意思不变。",
			"en": "The question reads too much like another one of the set. Change its opening, its context and its structure, with the same meaning.",
		},
		Parse: {
			"zh": "读到这个问题的人会查出别的东西。请对照原问题，把要查什么、满足什么条件、怎样计算都说清楚，不多也不少。",
			"en": "Somebody who reads the question would look up something else. Hold it against the original and say clearly what is to be found, under which conditions and how it is worked out, no more and no less.",
		},
		Malformed: {
			"zh": "回答里没有可用的问题。请只写改写后的问题本身。",
			"en": "The answer holds no question that can be used. Write the rewritten question and nothing else.",
		},
		Truncated: {
			"zh": "回答太长，没有写完。请只写改写后的问题本身，写得短一些。",
			"en": "The answer was too long and is cut off. Write the rewritten question and nothing else, and keep it shorter.",
		},
	}
	return all[reason][lang]
}
