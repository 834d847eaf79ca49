// Package quantity reads quantities and days out of Chinese and English prose. It is the
// one reader shared by grading, the checks of questions, table cells and review.
//
// [Read] returns quantities in the order of the text, each with its position, its
// [Dimension], its amount in a base unit and, for days, the day. It reads digits,
// numerals and number words and their mixtures (一万二千, 3百亿, 壹万伍仟, 1.5 bn, twenty-one),
// signs, scale words, exponents, percent, ratios, ranks, currencies, durations, amounts
// with the unit before or after the number, and days in common layouts, in full or half
// width, through Markdown and LaTeX.
//
// Whether the text negates a quantity or uses it as a bound is not decided here, see
// package score.
package quantity
