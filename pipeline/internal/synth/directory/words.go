package directory

import "github.com/taskgrove/taskgrove/pipeline/internal/synth/society"

// columns are the names of the tables' columns in source order.
type columns struct {
	courtInfo, courtCode, lawfirmInfo, lawfirmLog, addrInfo []string
}

// words are the terms of cells.
type words struct {
	levels                         []string // of courts, by society.Level
	nation, province, city, county string   // administrative levels
	note                           string   // in a few cells in place of an address
	lawFirm                        string   // how names of law firms end
	stop                           string   // at the end of a sentence
}

func chineseColumns() columns {
	return columns{
		courtInfo:   []string{"法院名称", "法院负责人", "成立日期", "法院地址", "法院省份", "法院城市", "法院区县", "法院联系电话", "法院官网"},
		courtCode:   []string{"法院名称", "行政级别", "法院级别", "法院代字", "区划代码", "级别"},
		lawfirmInfo: []string{"律师事务所名称", "律师事务所唯一编码", "律师事务所负责人", "事务所注册资本", "事务所成立日期", "事务所地址", "事务所省份", "事务所城市", "事务所区县", "通讯电话", "通讯邮箱", "事务所简介", "律所登记机关"},
		lawfirmLog:  []string{"律师事务所名称", "业务量排名", "服务已上市公司", "报告期间所服务上市公司违规事件", "报告期所服务上市公司接受立案调查"},
		addrInfo:    []string{"地址", "省份", "城市", "区县"},
	}
}

func englishColumns() columns {
	return columns{
		courtInfo:   []string{"Court Name", "Court Head", "Date of Establishment", "Court Address", "Court Province", "Court City", "Court County", "Court Contact Number", "Court Official Website"},
		courtCode:   []string{"Court Name", "Administrative Level", "Court Level", "Court Code", "Zoning Code", "Rank"},
		lawfirmInfo: []string{"Law Firm Name", "Law Firm Unique Code", "Law Firm Head", "Law Firm Registered Capital", "Date of Establishment", "Law Firm Address", "Law Firm Province", "Law Firm City", "Law Firm County", "Contact Phone Number", "Contact Email", "Law Firm Profile", "Law Firm Registration Authority"},
		lawfirmLog:  []string{"Law Firm Name", "Business Volume Ranking", "Served Listed Companies", "Listed Companies with Violations During Reporting Period", "Listed Companies Under Investigation During Reporting Period"},
		addrInfo:    []string{"Address", "Province", "City", "County"},
	}
}

func chineseWords() words {
	return words{
		levels: []string{society.Basic: "基层法院", society.Special: "特殊法院", society.Intermediate: "中级法院", society.High: "高级法院", society.Supreme: "最高法院"},
		nation: "国家级", province: "省级", city: "市级", county: "区县级",
		note: "章程变更备案", lawFirm: "律师事务所", stop: "。",
	}
}

func englishWords() words {
	return words{
		levels: []string{society.Basic: "Basic Court", society.Special: "Special Court", society.Intermediate: "Intermediate Court", society.High: "High Court", society.Supreme: "Supreme Court"},
		nation: "National", province: "Provincial", city: "Municipal", county: "County",
		note: "Articles amended and filed", lawFirm: " Law Firm", stop: ".",
	}
}
