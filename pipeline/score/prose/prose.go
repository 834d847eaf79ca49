// Package prose compares a text with a reference text: ROUGE, BLEU and normalised
// edit distance.
package prose

// Scores are how near a text is to its reference. They are a record.
type Scores struct {
	// Rouge1, Rouge2 and RougeL are F1 scores over words, pairs of words and the longest
	// common subsequence (Lin, 2004), in [0, 1].
	Rouge1 float64 `json:"rouge_1"`
	Rouge2 float64 `json:"rouge_2"`
	RougeL float64 `json:"rouge_l"`
	// BLEU is that of one sentence, smoothed, in [0, 1].
	BLEU float64 `json:"bleu"`
	// Edit is one less the edit distance by the longer text's length, in [0, 1].
	Edit float64 `json:"edit"`
	// BERT is the F1 of BERTScore; nil where no encoder was given.
	BERT *float64 `json:"bert,omitempty"`
}
