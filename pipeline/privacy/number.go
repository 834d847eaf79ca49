package privacy

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// provinces are the first two digits of identity numbers: codes of GB/T 2260, and 82 and 83 for
// residence permits of Hong Kong, Macao and Taiwan.
const provinces = "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83"

// acceptChineseIdentity accepts a citizen's identity number by GB 11643: a province, a day of birth
// and a check character by ISO 7064, MOD 11-2.
func acceptChineseIdentity(match, _ string) string {
	born, err := time.Parse("20060102", match[6:14])
	if err != nil || born.Year() < 1900 || born.Year() > 2099 || !strings.Contains(provinces, match[:2]) {
		return ""
	}
	if number := strings.ToUpper(match); number[17] == chineseCheck(number) {
		return number
	}
	return ""
}

// chineseCheck returns the check character of the first 17 digits.
func chineseCheck(number string) byte {
	sum := 0
	for i := range 17 {
		sum += int(number[i]-'0') * (1 << (17 - i) % 11)
	}
	return "10X98765432"[sum%11]
}

// namesCPF reports whether a text names the Brazilian register of natural persons.
func namesCPF(text string) bool { return strings.Contains(strings.ToUpper(text), "CPF") }

// acceptCPF accepts a CPF with its two check digits. One number of eleven digits in a hundred has
// them by chance, so digits without points are one only where the text says so.
func acceptCPF(match, context string) string {
	number := digitsOf(match)
	if len(match) == len(number) && !namesCPF(context) || strings.Count(number, number[:1]) == len(number) {
		return ""
	}
	if first, second := cpfChecks(number[:9]); number[9] != first || number[10] != second {
		return ""
	}
	return number
}

// cpfChecks returns the check digits of nine digits.
func cpfChecks(nine string) (first, second byte) {
	check := func(digits string) byte {
		sum := 0
		for i := range len(digits) {
			sum += int(digits[i]-'0') * (len(digits) + 1 - i)
		}
		return '0' + byte(sum*10%11%10)
	}
	first = check(nine)
	return first, check(nine + string(first))
}

// acceptCard accepts a card of UnionPay, Visa, Mastercard or American Express by its length, its
// first digits (ISO/IEC 7812) and its check digit (Luhn). Registration numbers of Chinese firms have
// 15 digits, those of two provinces begin as American Express does, and one in ten has the check digit
// by chance: such digits are a card only where the text says so.
func acceptCard(match, context string) string {
	number := digitsOf(match)
	if !issued(number) || luhn(number) != 0 || len(match) == 15 && !namesCards(context) {
		return ""
	}
	return number
}

// namesCards reports whether a text names cards or accounts.
func namesCards(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"卡", "账", "帐", "card", "cart", "account", "amex", "american express"}, func(word string) bool { return strings.Contains(text, word) })
}

func issued(number string) bool {
	four, err := strconv.Atoi(number[:4])
	switch {
	case err != nil:
		return false
	case number[:2] == "62":
		return len(number) >= 16
	case number[0] == '4', number[0] == '5' && number[1] >= '1' && number[1] <= '5', four >= 2221 && four <= 2720:
		return len(number) == 16
	}
	return len(number) == 15 && (number[:2] == "34" || number[:2] == "37")
}

// luhn returns the remainder of Luhn's sum, 0 for a number with its check digit.
func luhn(number string) int {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum % 10
}

// acceptChineseMobile accepts a mobile number of mainland China, with or without the country.
func acceptChineseMobile(match, _ string) string {
	number := digitsOf(match)
	return number[len(number)-11:]
}

// acceptBrazilianMobile accepts a mobile number with its area; the country does not count.
func acceptBrazilianMobile(match, _ string) string {
	number := digitsOf(match)
	number = number[len(number)-11:]
	if number[0] == '0' || number[1] == '0' {
		return "" // no such area
	}
	return "55" + number
}

// reservedCountry begins international numbers that nobody has (ITU-T E.164).
const reservedCountry = "999"

// acceptInternational accepts a number in international form. Those of China and Brazil that are
// mobile numbers have been accepted before; others of these countries are of lines that stand still.
func acceptInternational(match, _ string) string {
	number := digitsOf(match)
	if len(number) < 8 || len(number) > 15 {
		return ""
	}
	for _, country := range []string{"86", "55", reservedCountry} {
		if strings.HasPrefix(number, country) {
			return ""
		}
	}
	return "+" + number
}
