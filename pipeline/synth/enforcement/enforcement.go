// Package enforcement renders the tables of a generated world that tell what
// happens to companies that do not pay or do not obey: consumption restrictions,
// closed enforcement cases, dishonest debtors, and administrative penalties.
package enforcement

import (
	"embed"
	"math/rand/v2"
	"strconv"

	"taskgrove/pipeline/synth/chance"
	"taskgrove/pipeline/synth/grammar"
	"taskgrove/pipeline/synth/sheet"
	"taskgrove/pipeline/synth/society"
)

//go:embed text/*.yaml
var texts embed.FS

// Renderer renders in one language. It may be used by several goroutines.
type Renderer struct {
	english bool
	columns columns
	text    *grammar.Grammar
}

// New returns the renderer of a language, zh or en.
func New(language string) (*Renderer, error) {
	g, err := grammar.Load(texts, "text/"+language+".yaml")
	if err != nil {
		return nil, err
	}
	r := &Renderer{columns: chineseColumns(), text: g}
	if language == "en" {
		r.english, r.columns = true, englishColumns()
	}
	return r, nil
}

// columns are the names of the tables' columns in source order.
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

// Sheets are RestrictionCase, FinalizedCase, DishonestyCase and AdministrativeCase
// of a shard. Rows stand in no order.
func (r *Renderer) Sheets(s *society.Shard) []sheet.Sheet {
	pick := func(label string, in func(*society.Debt) bool) []int {
		var all []int
		for i := range s.Debts {
			if in(&s.Debts[i]) {
				all = append(all, i)
			}
		}
		s.Key.Of("order of "+label).Rand().Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	restricted := pick("RestrictionCase", func(d *society.Debt) bool { return d.Restricted != 0 })
	closed := pick("FinalizedCase", func(d *society.Debt) bool { return d.Closed != 0 })
	published := pick("DishonestyCase", func(d *society.Debt) bool { return d.Published != 0 })
	penalties := chance.NewPermutation(s.Key.Of("order of AdministrativeCase"), uint64(max(1, len(s.Penalties))))
	return []sheet.Sheet{
		{Name: "RestrictionCase", Columns: r.columns.restriction, Rows: len(restricted), Row: func(i int) []sheet.Cell { return restriction(s, restricted[i]) }},
		{Name: "FinalizedCase", Columns: r.columns.finalized, Rows: len(closed), Row: func(i int) []sheet.Cell { return finalized(s, closed[i]) }},
		{Name: "DishonestyCase", Columns: r.columns.dishonesty, Rows: len(published), Row: func(i int) []sheet.Cell { return dishonesty(s, published[i]) }},
		{Name: "AdministrativeCase", Columns: r.columns.administrative, Rows: len(s.Penalties), Row: func(i int) []sheet.Cell { return r.penalty(s, int(penalties.At(uint64(i)))) }},
	}
}

// restriction is a row of RestrictionCase. Amounts are whole there, most of them
// numbers and some text; one of forty is missing, as is one applicant of twenty.
func restriction(s *society.Shard, i int) []sheet.Cell {
	d := &s.Debts[i]
	draw := s.Key.Of("restriction rows").At(i).Rand()
	whole := strconv.FormatInt((d.Target+50)/100, 10)
	amount := sheet.Numeral(whole)
	switch n := draw.IntN(42); {
	case n < 7:
		amount = decimal(d.Target)
	case n < 11:
		amount = sheet.Text(whole)
	case n == 11:
		amount = sheet.Text("-")
	}
	return []sheet.Cell{
		sheet.Text(s.Companies[d.Debtor].Name), sheet.Text(d.Number), sheet.Text(s.Companies[d.Debtor].Head),
		applicant(d, draw, 2, 42), amount, sheet.Text(s.Courts[d.Court].Name), day(s, d.Filed), day(s, d.Restricted),
	}
}

// finalized is a row of FinalizedCase. The target is what was unpaid in whole 元.
func finalized(s *society.Shard, i int) []sheet.Cell {
	d := &s.Debts[i]
	draw := s.Key.Of("finalized rows").At(i).Rand()
	unpaid := sheet.Text("-")
	switch {
	case d.Unpaid >= 0 && d.Unpaid%100 == 0:
		unpaid = sheet.Numeral(strconv.FormatInt(d.Unpaid/100, 10))
	case d.Unpaid >= 0:
		unpaid = decimal(d.Unpaid)
	}
	return []sheet.Cell{
		sheet.Text(s.Companies[d.Debtor].Name), sheet.Text(d.Number), sheet.Text(d.DebtorAs),
		applicant(d, draw, 2, 68), unpaid, decimal(d.Target), sheet.Text(s.Courts[d.Court].Name), day(s, d.Filed), day(s, d.Closed),
	}
}

// dishonesty is a row of DishonestyCase.
func dishonesty(s *society.Shard, i int) []sheet.Cell {
	d := &s.Debts[i]
	company := s.Companies[d.Debtor].Name
	return []sheet.Cell{
		sheet.Text(company), sheet.Text(d.Number), sheet.Text(company),
		sheet.Text(d.Creditor.Name), decimal(d.Target), sheet.Text(s.Courts[d.Court].Name), day(s, d.Filed), day(s, d.Published),
	}
}

// applicant is who applied for enforcement; nobody in so many of so many rows.
func applicant(d *society.Debt, draw *rand.Rand, missing, of int) sheet.Cell {
	if draw.IntN(of) < missing {
		return sheet.Text("-")
	}
	return sheet.Text(d.Creditor.Name)
}

// decimal is an amount in 元 with the point that the source's numbers have.
func decimal(cents int64) sheet.Cell {
	whole, rest := cents/100, cents%100
	text := strconv.FormatInt(whole, 10) + "."
	switch {
	case rest%10 == 0:
		text += strconv.FormatInt(rest/10, 10)
	case rest < 10:
		text += "0" + strconv.FormatInt(rest, 10)
	default:
		text += strconv.FormatInt(rest, 10)
	}
	return sheet.Numeral(text)
}

func day(s *society.Shard, d society.Day) sheet.Cell {
	return sheet.Text(s.World.Tongue.Date(d.Date()))
}
