package privacy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// surnames are the commonest Chinese surnames of one character, which nearly all people have.
const surnames = `王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆` +
	`郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝` +
	`左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑` +
	`邬臧畅宫来嵺苟全褚廉简娄盖符奚木穆党燕郎邸冀谈姬屠连郜晏栾郁商蒙计喻揭窦迟宇敖糜鄢冷卓花仇艾蓝都巩稽井练仲乐虞卞封竺冼原官衣楚佟栗匡宗应台巫` +
	`鞠僧桑荆谌银扬明沙伏岑习胥保和蔺仝闫肖代皮寇昌信占储荣晁羊麦阴幸贡相尚支历逯苍步双凤鹿经元母满初由线佘折颛郗逄亓战帅公俟赫禹阙阚危粟利蒲鲜莘` +
	`勾敬隗亢尧邝禤`

// longSurnames are those of two characters.
const longSurnames = `欧阳 上官 司马 诸葛 司徒 皇甫 尉迟 端木 令狐 东方 夏侯 慕容 宇文 长孙 独孤 公孙 轩辕 呼延 南宫 西门 闻人 澹台 钟离 申屠 鲜于 闾丘 司空 太史 赫连 完颜 拓跋 纳兰`

// sounds are the characters with which names of Mongols, Uyghurs, Tibetans and others are put into
// Chinese by their sound.
const sounds = `阿艾巴白拜保贝别波布才次措达丹旦道德迪东多额恩尔尕噶嘎格根古哈海合赫呼胡吉加江杰卡克肯库拉朗勒里力丽列玛麦买曼米敏木穆那娜纳尼努帕平普其恰丘曲热日让仁赛萨桑色沙斯松苏索塔台坦特提铁图吐托娃瓦旺维乌西希肖许雪牙雅亚央叶依伊英玉则扎珠卓孜朝孟和生青山宝音巾策仓姆顿增甫汗`

// isHanName reports whether a text has the form of a Chinese person's name: a surname and a given
// name of one or two characters, or a name of another language put into Chinese, with a dot between its
// parts or by its sound.
func isHanName(text string) bool {
	n := utf8.RuneCountInString(text)
	if n < 2 {
		return false
	}
	if strings.ContainsAny(text, "·•") {
		return n >= 4 && n <= 20 && onlyHan(strings.Map(dropDot, text))
	}
	if n >= 4 && n <= 8 && strings.Trim(text, sounds) == "" {
		return true
	}
	if n > 4 || !onlyHan(text) {
		return false
	}
	given := n - 2
	if _, ok := strings.CutPrefix(text, longSurname(text)); longSurname(text) != "" && ok {
		return given >= 1 && given <= 2
	}
	first, _ := utf8.DecodeRuneInString(text)
	return n <= 3 && strings.ContainsRune(surnames, first)
}

func dropDot(r rune) rune {
	if r == '·' || r == '•' {
		return -1
	}
	return r
}

// longSurname returns the surname of two characters that a text begins with; "" for none.
func longSurname(text string) string {
	for surname := range strings.FieldsSeq(longSurnames) {
		if strings.HasPrefix(text, surname) {
			return surname
		}
	}
	return ""
}

func onlyHan(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) < 0
}

// hidden are marks for hidden characters, besides those that a domain declares.
var hidden = []string{"某", "*", "×", "○", "＊"}

// isMasked reports whether a name has hidden characters already.
func isMasked(text string, marks []string) bool {
	return value.Masked(text, marks) || value.Masked(text, hidden)
}

// organisationEnds are the ends of Chinese names of organisations, places and offices.
var organisationEnds = strings.Fields(`公司 集团 银行 支行 分行 医院 学校 大学 学院 中学 小学 幼儿园 法院 检察院 政府 委员会 委 局 厅 署 部 处 科 所 厂 店 行 社 站 队 村 组 会 院 馆 园 场 矿 库 中心
	办公室 事务所 合作社 协会 基金 企业 合伙 有限 商行 超市 酒店 宾馆 工作室 经营部 门市部 分局 总局 省 市 区 县 镇 乡 旗 州 盟 街道 人民 国 ） )`)

// organisationWords say of a name in Latin letters that an organisation has it.
var organisationWords = strings.Fields(`inc inc. incorporated ltd ltd. limited llc llp plc corp corp. corporation co co. company gmbh ag s.a. sa ltda ltda. s/a eireli nv bv
	bank university college school hospital court association foundation ministry department office group partners council board holdings institute center centre firm agency`)

// isOrganisation reports whether a text names an organisation or a place rather than a person.
func isOrganisation(text string) bool {
	for _, end := range organisationEnds {
		if rest, ok := strings.CutSuffix(text, end); ok && (rest == "" || utf8.RuneCountInString(text) > 3 || utf8.RuneCountInString(end) > 1) {
			return true
		}
	}
	if utf8.RuneCountInString(text) > 6 && onlyHan(text) {
		return true
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == '&' }) {
		if slices.Contains(organisationWords, word) {
			return true
		}
	}
	return strings.Contains(text, "&")
}

// isPerson reports whether a text in a column of persons can be the name of one: letters and what
// stands between the parts of names, no number, no organisation.
func isPerson(text string) bool {
	letters := 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		case r == ' ' || r == '.' || r == '\'' || r == '’' || r == '-' || r == '·' || r == '•' || r == ',':
		default:
			return false
		}
	}
	if n := utf8.RuneCountInString(text); letters < 2 || n > 60 || onlyHan(text) && n > 5 {
		return false
	}
	return !isOrganisation(text)
}

// personWords are what columns of persons are called. Those of the second list must be the whole name.
var (
	personWords = strings.Fields(`姓名 法定代表人 法人代表 负责人 联系人 董秘 董事会秘书 总经理 董事长 经办人 代理律师 审判员 审判长 书记员 当事人姓名 户主
		first_name firstname given_name last_name lastname family_name surname full_name fullname contact_name contactname person_name
		legal_representative representante nome_completo`)
	wholePersonWords = strings.Fields(`representative customer_name employee_name patient_name judge lawyer attorney advogado juiz autor_nome titular manager general_manager board_secretary author holder`)
)

// namesPersons reports whether a column of that name or label holds names of persons.
func namesPersons(label string) bool {
	label = strings.ToLower(strings.TrimSpace(label))
	label = strings.NewReplacer(" ", "_", "-", "_").Replace(label)
	return slices.Contains(wholePersonWords, label) || slices.ContainsFunc(personWords, func(w string) bool {
		return label == w || strings.HasSuffix(label, "_"+w) || onlyHan(w) && strings.HasSuffix(label, w)
	})
}
