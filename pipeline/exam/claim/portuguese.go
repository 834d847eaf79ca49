package claim

import (
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// smallNumbers are the Portuguese number words, in plain form. One is left out where it may be
// an article.
var smallNumbers = map[string]int{
	"dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9, "dez": 10,
	"onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14, "quinze": 15, "dezesseis": 16, "dezasseis": 16,
	"dezessete": 17, "dezassete": 17, "dezoito": 18, "dezenove": 19, "dezanove": 19, "vinte": 20, "trinta": 30, "quarenta": 40,
	"cinquenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90, "cem": 100, "cento": 100, "duzentos": 200,
	"duzentas": 200, "trezentos": 300, "trezentas": 300, "quatrocentos": 400, "quatrocentas": 400, "quinhentos": 500,
	"quinhentas": 500, "seiscentos": 600, "seiscentas": 600, "setecentos": 700, "setecentas": 700, "oitocentos": 800,
	"oitocentas": 800, "novecentos": 900, "novecentas": 900,
}

var (
	wordOrMark = lazyregexp.New(`[\pL]+|[^\pL]+`)
	thousands  = lazyregexp.New(`\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+`)
	percent    = lazyregexp.New(`por cento\b(?: e )?`) // por cento e oitenta dias is no percentage
	millions   = lazyregexp.New(`\b(um|\d+) milh(?:ao|oes)\b(?: de\b)?`)
	reais      = lazyregexp.New(`r\$ ?(\d+(?:\.\d+)?)`)
	firstDay   = lazyregexp.New(`\b1o de (janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b`)
	shortDay   = lazyregexp.New(`\b(\d{1,2})/(\d{1,2})/(\d{4})\b`)
	apart      = lazyregexp.New(`(\d) +%`)
	oneUnit    = lazyregexp.New(`\b(?:um|uma) (dia|mes|ano|hora|semana|terco|quarto|quinto|sexto|decimo|salario)\b`)
)

// portugueseDigits writes the numbers of a plain Portuguese text in digits: vinte e cinco is 25,
// mil e duzentos 1200, 30.000,00 is 30000, dez por cento 10%.
func portugueseDigits(plain string) string {
	plain = strings.ReplaceAll(longDays(plain), "metade", "50%")
	plain = thousands.ReplaceAllStringFunc(plain, func(n string) string {
		n = strings.ReplaceAll(strings.ReplaceAll(n, ".", ""), ",", ".")
		if strings.Contains(n, ".") {
			n = strings.TrimSuffix(strings.TrimRight(n, "0"), ".")
		}
		return n
	})
	plain = percent.ReplaceAllStringFunc(plain, func(m string) string {
		if strings.HasSuffix(m, " e ") {
			return m
		}
		return "%"
	})
	plain = oneUnit.ReplaceAllString(plain, "1 $1")
	parts := wordOrMark.FindAllString(plain, -1)
	var b strings.Builder
	for i := 0; i < len(parts); {
		n, size := numberWords(parts[i:])
		if size == 0 {
			b.WriteString(parts[i])
			i++
			continue
		}
		b.WriteString(strconv.Itoa(n))
		i += size
	}
	plain = millions.ReplaceAllStringFunc(b.String(), func(m string) string {
		n := strings.Fields(m)[0]
		if n == "um" {
			n = "1"
		}
		return n + "000000"
	})
	plain = reais.ReplaceAllString(plain, "$1 reais")
	return apart.ReplaceAllString(plain, "$1%")
}

// months are the months of a year, in plain form.
var months = strings.Fields("janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro")

// longDays writes days in the form of "1 de marco de 2020".
func longDays(plain string) string {
	plain = firstDay.ReplaceAllString(plain, "1 de $1")
	return shortDay.ReplaceAllStringFunc(plain, func(day string) string {
		m := shortDay.FindStringSubmatch(day)
		month, _ := strconv.Atoi(m[2]) // digits alone
		if month < 1 || month > len(months) {
			return day
		}
		return strings.TrimPrefix(m[1], "0") + " de " + months[month-1] + " de " + m[3]
	})
}

// numberWords reads the number at the beginning of words and what stands between them, and
// returns how many of both it takes; 0 if there is no number.
func numberWords(parts []string) (n, size int) {
	total, group, last := 0, 0, 1000
	for i := 0; i < len(parts); i += 2 {
		word := parts[i]
		small, known := smallNumbers[word]
		switch {
		case known && small < last && last >= 20:
			group += small
			last = small
			if small < 20 {
				last = 1
			}
		case word == "mil" && total == 0 && (size > 0 || i == 0):
			total, group, last = 1000*max(1, group), 0, 1000
		case word == "e" && size > 0 && i+2 < len(parts) && parts[i+1] == " ":
			if _, goesOn := smallNumbers[parts[i+2]]; !goesOn {
				return total + group, size
			}
			continue
		default:
			return total + group, size
		}
		size = i + 1
		if i+1 < len(parts) && parts[i+1] != " " {
			return total + group, size
		}
	}
	return total + group, size
}
