package domain

import (
	"regexp"
	"slices"
	"strings"
)

// supplement completes a domain that declares no matters by what the names of columns imply:
// the things that identifiers denote, columns that nobody asks for, and senses. What the
// domain declares stays.
func (d *Domain) supplement() {
	if d.Matters != nil {
		return
	}
	surrogates := map[string]bool{}
	for i := range d.Entities {
		e := &d.Entities[i]
		if e.isSurrogate() {
			surrogates[e.Name] = true
		}
		if e.Denotes == nil {
			e.Denotes = d.denoted(e)
		}
	}
	for i := range d.Tables {
		for j := range d.Tables[i].Columns {
			c := &d.Tables[i].Columns[j]
			if c.Asked == "" && (surrogates[c.Entity] || c.isNamed(unaskedNames) || fileUnits[c.Unit]) {
				c.Asked = Never
			}
			if c.Sense == "" {
				c.Sense = c.impliedSense()
			}
		}
	}
}

// nameRows gives the columns that say what rows are called their sense.
func (d *Domain) nameRows() {
	for i := range d.Tables {
		t := &d.Tables[i]
		for j := range t.Columns {
			if c := &t.Columns[j]; c.Name == t.Names {
				c.Sense = Called
			}
		}
	}
}

// isSurrogate reports whether an entity's label says that the name is a key that only the
// database has: "customer ID".
func (e *EntityType) isSurrogate() bool {
	return surrogateLabel.MatchString(e.Label.In("en")) || surrogateLabel.MatchString(e.Label.In("zh"))
}

var surrogateLabel = regexp.MustCompile(`(?:^|[ \p{Han}])(?:ID|Id)$`)

// denoted returns the nouns for the things that an identifier stands for: the row's, if the
// identifier is a table's key and its label is the row's noun with a word for identifiers;
// nil if it is not in every language.
func (d *Domain) denoted(e *EntityType) Text {
	for i := range d.Tables {
		t := &d.Tables[i]
		if key := t.Column(t.Key); key == nil || key.Entity != e.Name {
			continue
		}
		if !slices.ContainsFunc(d.Languages, func(lang string) bool {
			word, ok := strings.CutPrefix(e.Label.In(lang), t.Row.In(lang))
			return !ok || !identifierWords.MatchString(word)
		}) {
			return t.Row
		}
	}
	return nil
}

// identifierWords matches the end of an identifier's label behind the noun for the thing.
var identifierWords = regexp.MustCompile(`^(?: (?:ID|Id|id|number|no\.?|code|key)|ID|Id|编号|号|编码|代码)$`)

var (
	// unaskedNames are names of columns that no question is about: addresses on the web,
	// files, parts of addresses for the post, forms of address.
	unaskedNames = columnNames(`id|guid|uuid|url|uri|link|hyperlink|home ?page|web ?site|path|file|file ?name|photo|picture|image|icon|logo|checksum|hash|password|postal ?code|post ?code|zip|zip ?code|title of courtesy|salutation`,
		`网址|网站|链接|主页|路径|文件名|照片|图片|图标|邮编|邮政编码|密码`)
	// fileUnits are units of the sizes of files.
	fileUnits = map[string]bool{"bytes": true, "byte": true, "B": true, "KB": true, "MB": true, "字节": true}
	// identifierNames are names of columns whose values are no two rows' and mean nothing in
	// part; birthNames are names of days from which nobody counts to others.
	identifierNames = columnNames(`id|code|key|phone|telephone|mobile|phone number|telephone number|mobile number|fax|fax number|e-?mail|e-?mail address|address|street|extension|url|name|first name|last name|surname|contact name|ship name`,
		`电话|联系电话|手机|手机号|传真|邮箱|电子邮箱|地址|邮编|邮政编码|编号|代码|姓名`)
	birthNames = columnNames(`birth date|birth day|birthday|date of birth`, `出生日期|生日`)
	// priceNames, shareNames, stockNames and flowNames are names of columns of numbers, by sense.
	priceNames = columnNames(`price|unit price|list price|rate|fare|wage`, `单价|价格|费率`)
	shareNames = columnNames(`discount|percentage|percent|share|ratio|tax rate`, `折扣|比例|百分比|占比`)
	stockNames = columnNames(`stock|in stock|on order|balance|inventory|capital|population|head ?count|reorder level|level|limit|threshold`, `库存|余额|资本|人口|限额`)
	flowNames  = columnNames(`ordered|sold|shipped|revenue|sales|turnover|freight|total|amount|quantity`, `销量|销售额|运费|金额|数量|总额`)
)

// columnNames returns a pattern for labels that end in one of the names, English words after
// a space.
func columnNames(english, chinese string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:(?:^|[ _])(?:` + english + `)|(?:` + chinese + `))$`)
}

// isNamed reports whether the column's label has one of the names, in any language.
func (c *Column) isNamed(names *regexp.Regexp) bool {
	for _, label := range c.Label {
		if names.MatchString(label) {
			return true
		}
	}
	return false
}

// impliedSense returns the sense that the column's label implies; "" if it implies none.
func (c *Column) impliedSense() ColumnSense {
	switch {
	case c.Kind == KindDate && c.isNamed(birthNames), c.Kind == KindText && (c.isNamed(identifierNames) || c.isNamed(unaskedNames)):
		return Identifier
	case c.Kind != KindNumber && c.Kind != KindMoney && c.Kind != KindCount:
		return ""
	case c.isNamed(priceNames):
		return Price
	case c.Kind == KindNumber && c.isNamed(shareNames):
		return Share
	case c.isNamed(stockNames):
		return Stock
	case c.isNamed(flowNames):
		return Flow
	}
	return ""
}
