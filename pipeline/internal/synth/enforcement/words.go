package enforcement

// columns holds the column names of each table, in source order.
type columns struct{ restriction, finalized, dishonesty, administrative []string }

func chineseColumns() columns {
	return columns{
		restriction:    []string{"限制高消费企业名称", "案号", "法定代表人", "申请人", "涉案金额（元）", "执行法院", "立案日期", "限高发布日期"},
		finalized:      []string{"终本公司名称", "案号", "被执行人", "疑似申请执行人", "未履行金额（元）", "执行标的（元）", "执行法院", "立案日期", "终本日期"},
		dishonesty:     []string{"失信被执行公司名称", "案号", "失信被执行人", "疑似申请执行人", "涉案金额（元）", "执行法院", "立案日期", "发布日期"},
		administrative: []string{"行政处罚公司名称", "案号", "事实", "处罚结果", "处罚金额（元）", "处罚单位", "处罚日期"},
	}
}

func englishColumns() columns {
	return columns{
		restriction:    []string{"Restricted High-Consumption Enterprise Name", "Case Number", "Legal Representative", "Applicant", "Amount Involved (CNY)", "Executing Court", "Filing Date", "Restriction Publication Date"},
		finalized:      []string{"Finalized Company Name", "Case Number", "Person Subject To Execution", "Suspected Applicant for Enforcement", "Unfulfilled Amount (CNY)", "Executor Target (CNY)", "Executing Court", "Filing Date", "Finalized Date"},
		dishonesty:     []string{"Dishonest Executed Company Name", "Case Number", "Dishonest Executed Person", "Suspected Applicant for Enforcement", "Amount Involved (CNY)", "Executing Court", "Filing Date", "Publication Date"},
		administrative: []string{"Administrative Penalty Company Name", "Case Number", "Facts", "Penalty Outcome", "Penalty Amount (CNY)", "Penalizing Authority", "Penalty Date"},
	}
}

// words holds the parts of decisions that are not in the grammars.
type words struct {
	build, make, move string                                // sections of the classification of industries
	place             func(city, county string) string      // a county of a city
	initial           func(name string) string              // a place's name in numbers of decisions
	masked            func(place string) string             // an address there that is masked
	bracketed         func(county, authority string) string // an authority with the county in front
	formal, spelled   func(cents int64) string              // amounts in words; spelled for whole ones alone
	scale             int64                                 // cents that scaled amounts count by
}

func chineseWords() words {
	return words{
		build: "建筑业", make: "制造业", move: "交通运输、仓储和邮政业",
		place:     func(city, county string) string { return city + county },
		initial:   func(name string) string { return string([]rune(name)[:1]) },
		masked:    func(place string) string { return place + "**路***号" },
		bracketed: func(county, authority string) string { return "【" + county + "】" + authority },
		formal:    func(cents int64) string { return formalNumerals().amount(cents) },
		spelled:   func(cents int64) string { return commonNumerals().amount(cents) },
		scale:     10_000_00,
	}
}

func englishWords() words {
	return words{
		build: "Construction", make: "Manufacturing", move: "Transport, storage and postal services",
		place:     func(city, county string) string { return county + ", " + city },
		initial:   func(name string) string { return name },
		masked:    func(place string) string { return "*** Road, " + place },
		bracketed: func(county, authority string) string { return "[" + county + "] " + authority },
		formal:    func(cents int64) string { return capitals(inWords(cents)) },
		spelled:   inWords,
		scale:     1_000_00,
	}
}
