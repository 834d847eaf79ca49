// Package quantity reads quantities and days out of prose, Chinese and English: the one
// reader that grading, the gates of questions, cells of tables and review share.
//
// [Read] returns what it finds in the order of the text, each with its position, its
// [QuantityKind], its amount in a base unit and, for days, the day. It reads digits, numerals and
// words and their mixtures (一万二千, 3百亿, 壹万伍仟, 1.5 bn, twenty-one), signs, scale
// words, exponents, percent, ratios, ranks, currencies, durations, amounts with the unit
// before or behind, and days in the layouts people write, in either width, through
// Markdown and LaTeX.
//
// Whether the text denies a quantity or gives it as a bound is left to the reader of the
// sentence, see package score.
package quantity
