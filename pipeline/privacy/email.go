package privacy

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// maskedHost is the host of masked addresses; no host has such a name (RFC 2606).
const maskedHost = "masked.invalid"

// offices are local parts of addresses that belong to an office and to nobody in particular. The
// Chinese ones are the initials and syllables under which listed companies and law firms have theirs.
var offices = strings.Fields(`
	abuse accounts admin admissions bd bgs billing board business careers cs contact contato customerservice dmb
	dongmi dsh dshbgs dsb editor enquiries enquiry faq feedback finance fw general hello help helpdesk hr hrd info
	information inquiries investor investors ir irm it jobs juridico kefu lawfirm lawyer lawyers legal lvshi mail
	market marketing media news noreply no-reply office order orders pr press privacy public purchase reception
	recruit recruitment root sac sales secretariat secretary security service services stock support team techsupport
	tousu tzz vendas webmaster xxpl zbc zhaopin zhengquan zq zqb zqbgs zqsw zqswb zqtz zhengquanbu`)

// officeParts say of longer local parts that they are an office's.
var officeParts = []string{"zqb", "dongmi", "lawyer", "lawfirm", "office", "service", "zhengquan", "investor", "kefu", "info", "sales", "support", "contact", "advogados", "financ", "stock", "lvshi", "lvsuo"}

// freeHosts give addresses to anybody; chineseHosts are those whose users have Chinese names.
var (
	chineseHosts = strings.Fields(`qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com yeah.net 139.com 188.com 189.cn sina.com sina.cn vip.sina.com sohu.com 21cn.com tom.com china.com aliyun.com`)
	freeHosts    = strings.Fields(`gmail.com googlemail.com hotmail.com outlook.com live.com msn.com yahoo.com yahoo.com.br ymail.com icloud.com me.com aol.com gmx.de gmx.net gmx.com web.de mail.com
		proton.me protonmail.com uol.com.br bol.com.br terra.com.br ig.com.br globo.com mail.ru yandex.ru`)
)

// numbered matches local parts that are an account's or a telephone's number.
var numbered = lazyregexp.New(`^[0-9]{5,}$`)

// twoWords matches a given name and a surname, or the initial of one of them.
var twoWords = lazyregexp.New(`^([a-z]{2,}[._-][a-z]+|[a-z][._-][a-z]{2,})[0-9]*$`)

// syllable matches a syllable of Chinese in Latin letters, and a few that do not exist.
const syllable = `(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|ue|ui|uo|a|e|i|o|u|v)`

// chineseName matches a Chinese surname with a given name of one or two syllables.
var chineseName = lazyregexp.New(`^(?:wang|li|zhang|liu|chen|yang|zhao|huang|zhou|wu|xu|sun|hu|zhu|gao|lin|he|guo|ma|luo|liang|song|zheng|xie|han|tang|feng|yu|dong|xiao|cheng|cao|yuan|deng|fu|shen|zeng|peng|lv|lu|su|jiang|cai|jia|ding|wei|xue|ye|yan|pan|du|dai|xia|zhong|tian|ren|fan|fang|shi|yao|tan|liao|zou|xiong|jin|hao|kong|bai|cui|kang|mao|qiu|qin|gu|hou|shao|meng|long|wan|duan|lei|qian|yin|chang|qiao|lai|gong|wen|pang|zhai|ni|niu|ge|shu|qi|mei|mo|zhuang|xin|guan|zuo|tu|geng|zhan|miao|ling|fei|ji|xiang|qu|pei|xi|bao|huo|sui|gan|ruan|bian|hua|che|pu|mu|teng|ouyang)[._-]?` + syllable + `(?:` + syllable + `)?[._-]?[a-z]{0,2}[0-9]*$`)

// acceptEmail accepts an address that is a person's by its form. Local parts of offices are none, nor
// is the name of the organisation that the host has. Of addresses at hosts of organisations and at
// those that Chinese firms use too, many are the initials of a firm: they have to hold a name, or
// the number of an account.
func acceptEmail(match, _ string) string {
	address := strings.ToLower(match)
	local, host, _ := strings.Cut(address, "@")
	plain := strings.TrimRight(strings.Map(letter, local), "0123456789")
	office := func(word string) bool { return slices.Contains(offices, word) }
	switch free := slices.Contains(freeHosts, host); {
	case host == maskedHost, office(local), office(plain), slices.ContainsFunc(strings.FieldsFunc(local, separates), office):
		return ""
	case slices.ContainsFunc(officeParts, func(part string) bool { return strings.Contains(local, part) }):
		return ""
	case free:
		return address
	case slices.Contains(chineseHosts, host):
		if numbered.MatchString(local) || twoWords.MatchString(local) || chineseName.MatchString(local) {
			return address
		}
	case !organisation(plain, host) && (twoWords.MatchString(local) || chineseName.MatchString(local)):
		return address
	}
	return ""
}

func separates(r rune) bool { return r == '.' || r == '_' || r == '-' }

func letter(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// organisation reports whether a local part names the organisation of a host: sunway@sunwayint.com.
func organisation(local, host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if label = strings.Map(letter, label); len(local) >= 3 && len(label) >= 3 && (strings.HasPrefix(label, local) || strings.HasPrefix(local, label)) {
			return true
		}
	}
	return false
}
