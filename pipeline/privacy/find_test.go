package privacy

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// chineseIdentity makes an identity number with its check character.
func chineseIdentity(seventeen string) string {
	return seventeen + string(chineseCheck(seventeen+"0"))
}

// cpf makes a CPF with its check digits.
func cpf(nine string) string {
	first, second := cpfChecks(nine)
	return nine + string([]byte{first, second})
}

// card makes a number of a card with its check digit.
func card(start string) string {
	for d := range 10 {
		if n := start + fmt.Sprint(d); luhn(n) == 0 {
			return n
		}
	}
	panic(start)
}

// fullWidth returns the full-width form of a character.
func fullWidth(r rune) rune { return r - '!' + '！' }

func pointed(number string) string {
	return number[:3] + "." + number[3:6] + "." + number[6:9] + "-" + number[9:]
}

// The numbers are of nobody: documentation of the formats has them, or their check digits were made
// here.
func TestFind(t *testing.T) {
	id, tax, visa := chineseIdentity("11010519491231002"), cpf("111444777"), card("411111111111111")
	tests := []struct{ label, text, want string }{
		{"", "身份证号" + id + "，住北京", "identity " + id},
		{"", strings.ToLower(chineseIdentity("44030619900101001")), "identity " + chineseIdentity("44030619900101001")},
		{"", id[:17] + "1", ""},                        // another check character
		{"", chineseIdentity("99010519491231002"), ""}, // no such province
		{"", chineseIdentity("11010519491331002"), ""}, // no such day
		{"", "0" + id, ""},                             // a part of a longer number
		{"", "91110000" + "600000000X", ""},            // a credit code
		{"", "CPF " + tax + ".", "identity " + tax},
		{"", "inscrito sob o nº " + pointed(tax), "identity " + tax},
		{"CPF do autor", tax, "identity " + tax},
		{"", tax, ""},                    // eleven digits of whatever
		{"", pointed("11144477700"), ""}, // wrong check digits
		{"", "000.000.000-00", ""},
		{"", "电话13800138000。", "mobile 13800138000"},
		{"", "+86 138-0013-8000", "mobile 13800138000"},
		{"", "0086 13800138000", "mobile 13800138000"},
		{"", "138 0013 8000", "mobile 13800138000"},
		{"", "12800138000", ""},
		{"", "021-66788765", ""}, // a line that stands still
		{"", "+86 21 6678 8765", ""},
		{"", "A13800138000", ""},
		{"", "138001380001", ""},
		{"", "2019-13800138000", ""},
		{"", "(11) 98765-4321", "mobile 5511987654321"},
		{"", "+55 11 98765-4321", "mobile 5511987654321"},
		{"", "+5511987654321", "mobile 5511987654321"},
		{"", "(11) 3456-7890", ""},
		{"", "+44 20 7946 0958", "mobile +442079460958"},
		{"", "+1 (202) 555-0143", "mobile +12025550143"},
		{"", "1+1 2020 3030 4040", ""},
		{"", visa, "card " + visa},
		{"", "4111 1111 1111 1111", "card " + visa},
		{"", "4111111111111112", ""},
		{"", card("622202100000000000"), "card " + card("622202100000000000")},
		{"", card("922202100000000000"), ""}, // of no network
		{"", "卡号" + card("37828224631000"), "card " + card("37828224631000")},
		{"注册号", "341103440864668", ""}, // 15 digits of a registration, with a card's check digit by chance
		{"", "13800138000/13900139000", "mobile 13800138000 mobile 13900139000"},
		{"", "Tel.13800138000.Fax", "mobile 13800138000"},
		{"", "CPF " + pointed(tax) + "/SP", "identity " + tax},
		{"", "3.13800138000", ""},
		{"", "１３８００１３８０００，身份证" + strings.Map(fullWidth, id), "mobile 13800138000 identity " + id},
		{"", "ｊｏａｎａ．ｓｉｌｖａ＠empresa.com.br", "email joana.silva@empresa.com.br"},
		{"", "joana.silva@empresa.com.br", "email joana.silva@empresa.com.br"},
		{"", "Zhang.Wei@example.cn 13800138000", "email zhang.wei@example.cn mobile 13800138000"},
		{"", "115686461@qq.com", "email 115686461@qq.com"},
		{"", "maria79@gmail.com", "email maria79@gmail.com"},
		{"", "13800138000@qq.com", "email 13800138000@qq.com"}, // and no mobile number
		{"", "gongmeihua@xingfu.example", "email gongmeihua@xingfu.example"},
		{"", "ir@firm.example office@firm.example zqb@163.com kefu01@firm.cn sac@loja.com.br", ""},
		{"", "sunway@sunwayint.com", ""}, // the firm itself
		{"", "hkyhtgs@163.com", ""},      // initials of a firm
		{"", "person12345@masked.invalid", ""},
		{"", "（2019）沪0104执1779号，共740564元", ""},
	}
	for _, test := range tests {
		var got []string
		for _, f := range Find(test.text, test.label) {
			got = append(got, string(f.Kind)+" "+f.Value)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("Find(%q, %q) = %q, want %q", test.text, test.label, got, test.want)
		}
	}
}

// Findings lie in the text, in order, apart, and a number is found whatever stands around it.
func TestFindLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9A-Za-z@+(). -]{0,20}[，张 ]?`).Draw(t, "before")
		numbers := rapid.SampledFrom([]string{chineseIdentity("11010519491231002"), pointed(cpf("111444777")), "13800138000", card("622202100000000000"), "joana.silva@empresa.com.br"}).Draw(t, "number")
		text += "，" + numbers + "，" + rapid.String().Draw(t, "after")
		last, found := 0, false
		for _, f := range Find(text, "") {
			if f.Start < last || f.End > len(text) || f.Value == "" {
				t.Fatalf("Find(%q) has %+v after %d", text, f, last)
			}
			last = f.End
			found = found || text[f.Start:f.End] == numbers
		}
		if !found {
			t.Fatalf("Find(%q) has no %q", text, numbers)
		}
	})
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"身份证11010519491231002X", "+55 11 98765-4321 a@b.cn", "4111 1111 1111 1111", "(", "@", "+", "+1(23)45678901\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, x := range Find(text, "cpf") {
			if x.Start < last || x.End <= x.Start || x.End > len(text) {
				t.Fatalf("Find(%q) has %+v after %d", text, x, last)
			}
			last = x.End
			mask := maskOf([]byte("key"), item{x.Kind, x.Value}, 0)
			if x.Kind != Email {
				mask = spaced(text[x.Start:x.End], mask, places(item{x.Kind, x.Value}))
			}
			if again := Find(mask, "cpf"); again != nil {
				t.Fatalf("mask %q of %q is found as %+v", mask, text[x.Start:x.End], again)
			}
		}
	})
}

func TestNames(t *testing.T) {
	for text, want := range map[string]bool{
		"张伟": true, "王小明": true, "欧阳娜": true, "欧阳娜娜": true, "阿不都热依木·买买提": true, "额日德木图": true, "尔肯沙迪尔": true,
		"张": false, "张伟有限公司": false, "华域汽车": false, "Zhang": false, "张3": false,
	} {
		if isHanName(text) != want {
			t.Errorf("isHanName(%q) = %v", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"Maria da Silva": true, "O'Neill": true, "Jean-Guy Lauzon": true, "张伟": true,
		"Silva Ltda": false, "Smith & Sons": false, "12": false, "Person 40712": false, "张氏40712": false, "北京市桃李食品公司": false, "国家知识产权局": false,
	} {
		if isPerson(text) != want {
			t.Errorf("isPerson(%q) = %v", text, !want)
		}
	}
	for _, place := range []string{"安徽省", "江西省", "房山区", "白城市"} {
		if names(Formed, place) {
			t.Errorf("%s counts as a name by its form", place)
		}
	}
	for label, want := range map[string]bool{
		"法定代表人": true, "公司法定代表人": true, "First Name": true, "contact name": true, "Legal Representative": true, "姓名": true,
		"公司名称": false, "Company Name": false, "product name": false, "法定代表人变更日期": false, "name": false,
	} {
		if namesPersons(label) != want {
			t.Errorf("namesPersons(%q) = %v", label, !want)
		}
	}
}
