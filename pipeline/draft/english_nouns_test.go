package draft

import "testing"

// Who is on the way is named by a relative clause, and days by what happened on them.
func TestEnglishNouns(t *testing.T) {
	d := open(t, "legal-en")
	for nodes, want := range map[string]string{
		`{"name":"a","op":"start","entity":"case_number","value":["(2020) KM0599 Enf. No. 3"]},
		 {"name":"b","op":"call","from":["a"],"tool":"get_restriction_case"},
		 {"name":"c","op":"project","from":["b"],"columns":["Restricted High-Consumption Enterprise Name"]},
		 {"name":"d","op":"call","from":["c"],"tool":"get_company_register"},
		 {"name":"e","op":"project","from":["d"],"columns":["Registration Status"]}`: "Give the registration status of the company placed under restriction in the consumption restriction case with case number (2020) KM0599 Enf. No. 3.",
		`{"name":"a","op":"start","entity":"company","value":["Kelver Precision Instruments Co., Ltd."]},
		 {"name":"b","op":"call","from":["a"],"tool":"get_administrative_case_company_list"},
		 {"name":"c","op":"filter","from":["b"],"column":"Penalty Date","comparison":"since","operand":"2021-06-01"},
		 {"name":"d","op":"superlative","from":["c"],"column":"Penalty Date","order":"max"},
		 {"name":"e","op":"project","from":["d"],"columns":["Penalizing Authority"]}`: "Which authority imposed the latest administrative penalty on or after 1 June 2021 on Kelver Precision Instruments Co., Ltd.?",
		`{"name":"a","op":"start","entity":"company","value":["Kelver Precision Instruments Co., Ltd."]},
		 {"name":"b","op":"call","from":["a"],"tool":"get_legal_document_company_list"},
		 {"name":"c","op":"superlative","from":["b"],"column":"Date","order":"max","rank":2},
		 {"name":"e","op":"project","from":["c"],"columns":["Cause of Action"]}`: "Give the cause of action of the second most recently decided court case involving Kelver Precision Instruments Co., Ltd.",
	} {
		p := program(t, `{"nodes":[`+nodes+`],"answers":[{"from":"e","form":{"style":"text"}}]}`)
		if got, err := Question(d, p, "en"); err != nil || got != want {
			t.Errorf("Question = %q, %v, want %q", got, err, want)
		}
	}
}

// A noun takes an article or a plural only where it is none.
func TestPluralNouns(t *testing.T) {
	for noun, want := range map[string][2]string{
		"units in stock":    {"units in stock", "units in stock"},
		"employees":         {"employees", "employees"},
		"unit in stock":     {"a unit in stock", "units in stock"},
		"postal address":    {"a postal address", "postal addresses"},
		"status of orders":  {"a status of orders", "statuses of orders"},
		"average of orders": {"an average of orders", "averages of orders"},
		"basis":             {"a basis", "bases"},
	} {
		if got := [2]string{indefinite(noun), plural(noun)}; got != want {
			t.Errorf("%s: %q, want %q", noun, got, want)
		}
	}
}

// A thing whose name is given is called by it in Chinese, and by its kind where the name says none.
func TestChineseCalledByName(t *testing.T) {
	for name, want := range map[string]string{"永丰三期电站": "永丰三期电站", "王芳": "电站王芳"} {
		if got := (chinese{}).calledByName("电站", name); got != want {
			t.Errorf("the 电站 %s is called %q, want %q", name, got, want)
		}
	}
}
