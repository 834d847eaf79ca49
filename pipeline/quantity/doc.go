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
//
// Reading has two steps. A folder brings the text into one width and case, drops markup,
// and records where each byte came from. A scanner then walks over the folded text. Its
// methods follow one scheme of names:
//   - read… reads the construct that begins at index i of the text and returns the number of
//     bytes read; 0 if there is no such construct;
//   - add… appends a [Mention] and returns its length in bytes;
//   - is…, endsIn… and beginsWith… only look at the text.
//
// Dates, numerals and units are read by functions that take the text from a place on and
// return a size in bytes, which is 0 if nothing was read.
package quantity
