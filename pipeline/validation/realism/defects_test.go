package realism

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
)

// language has the words by which defects are seen in a language's texts. A nil expression finds nothing.
type language struct {
	day                               string // how texts write days, as an expression
	first                             string // what the numbers of first instances have
	filed, due, agreed                *regexp.Regexp
	answer, claimFails, found, denied *regexp.Regexp
	prime, limitation, concession     *regexp.Regexp
	giveaways                         *regexp.Regexp
	misplaced                         map[string]string // pleas, as expressions, and the causes that they belong to
	minor                             *regexp.Regexp    // offences that only a small fine is for
	careless, accident                *regexp.Regexp    // offences against safety at work by which nobody was hurt, and those by which somebody was
	scales                            map[string]float64
	denials                           []denial
}

// denial are two things of which a text says one at most, as expressions: what the court says, and
// what would deny it. With unpleaded, what it says has to be an answer's.
type denial struct {
	said, denied string
	unpleaded    bool
}

var languages = map[string]*language{
	"zh": {
		first: "民初", day: `\d{4}年\d{1,2}月\d{1,2}日`,
		filed: regexp.MustCompile(`于(DAY)(?:以[^。]*为被告)?(?:向[^。，]*法院)?提起诉讼`), due: regexp.MustCompile(`自(DAY)起(?:的利息|的逾期|按|加付|计算|即构成|计付|至)`), agreed: regexp.MustCompile(`(DAY)[^。]*年度采购框架协议`),
		answer:     regexp.MustCompile(`(?:辩称|答辩称|抗辩称|答辩状中称|当庭表示)，[^。]*。`),
		claimFails: regexp.MustCompile(`(?:：|判决)\s*(?:驳回|对)[^；。：]*的?(?:全部)?诉讼请求(?:不予支持)?。`),
		found:      regexp.MustCompile(`(?:查明|查明的事实)[^\n]*(?:单上[^。]{0,8}签字|采购经理签字|收条上签字|签收|入账|验收合格|盖章确认|核对过往来|交付使用|开具了发票)`), denied: regexp.MustCompile(`签字人员身份不明|突破了合同的相对性|存在于其与案外人之间|举证不能|起诉时尚未成就`),
		prime: regexp.MustCompile(`贷款市场报价利率`), limitation: regexp.MustCompile(`超过诉讼时效|诉讼时效期间已经届满`),
		concession: regexp.MustCompile(`款项虽然属实|希望能够分期支付|请求免除利息部分|愿意在(?:查清数额后|合理范围内)协商`),
		giveaways:  regexp.MustCompile(`\.example\b|全国银行间同业拆借中心|中国人民银行|中华人民共和国`),
		misplaced: map[string]string{
			`合法来源`: `商标|专利|著作权|传播权`, `开具发票`: `合同|买卖|供用|债权|广告|物业|租赁|工程|装饰|运输|仓储|技术|承揽|加工|服务|委托|居间|代位|企业借贷|破产`,
			`整改要求`: `合同|工程|装饰|服务|承揽|加工|软件|广告|物业|买卖`, `规章制度`: `劳动|工伤|经济补偿|报酬`, `因果关系`: `责任|侵|事故|损害|权|竞争|诋毁|公司|证券|虚假`, `款项实际由案外人使用`: `借|保证|追偿|担保|融资|票据`,
		},
		minor:    regexp.MustCompile(`资格证过期|未随车携带|灭火器过期|堆放杂物影响市容|未明码标价|未按规定公示年度报告|带泥上路|未设置安全警示标志`),
		careless: regexp.MustCompile(`安全教育培训|安全培训|考核合格|隐患排查|安全管理协议|应急预案|操作证|无证操作|未系安全带。|安全技术交底`), accident: regexp.MustCompile(`事故的发生负有责任|坠落事故，`),
		scales: map[string]float64{"亿": 1e8, "万": 1e4},
		denials: []denial{
			{said: `部分款项已经支付的抗辩有据可查`, denied: `抗辩(?:缺乏充分的|没有相应的)证据|抗辩在这方面有所欠缺|未提出反证`}, {said: `请求不能成立|请求未予支持`, denied: `原审认定的数额`},
			{said: `部分款项已经支付的抗辩有据可查`, denied: `部分款项`, unpleaded: true}, {said: `时效抗辩成立|以此抗辩`, denied: `时效`, unpleaded: true},
		},
	},
	"en": {
		first: "Civ. No.", day: `\d{1,2} [A-Z][a-z]+ \d{4}`,
		filed: regexp.MustCompile(`brought an action (?:in the [A-Z][^.]*? Court )?on (DAY)`), due: regexp.MustCompile(`(?:interest|interest on arrears|it runs|delay since|increased by interest at [^,.;]*) (?:from )?(DAY)`), agreed: regexp.MustCompile(`framework agreement on (DAY)`),
		answer:     regexp.MustCompile(`(?:replied|answered|objected|stated in its written defence|maintained at the hearing|contended) that [^.]*\.`),
		claimFails: regexp.MustCompile(`:\s*(?:The|All) claims of [^\n;]* are (?:dismissed|not upheld)\.`),
		found:      regexp.MustCompile(`found[^\n]*(?:signed for|note was signed|signed a receipt|entered in its books|passed inspection|compared their accounts|issued invoices)`), denied: regexp.MustCompile(`who signed the vouchers is unknown|made with somebody else|do not show how the sum came about|had not (?:fallen due|been met) when the action`),
		prime: regexp.MustCompile(`loan prime rate`), limitation: regexp.MustCompile(`claim was out of time|time of limitation had run out`),
		concession: regexp.MustCompile(`could not be paid for the time being|offered to pay by instalments|asked to be spared interest|was ready to talk (?:once|within)`),
		giveaways:  regexp.MustCompile(`\.example\b|interbank funding centre|People's Bank of China|People's Republic of China`),
		misplaced: map[string]string{
			`lawful source and good reason`: `trademark|utility model|patent|copyright|online dissemination`, `staff rules had been followed`: `labour|wages|injury|severance|employment`,
			`nothing it had done was the cause`:          `liability|infringement|accident|damage|harm|life|competition|libel|securities|misrepresentation|subrogation|right|copyright|carriage|transport|tort|pollution|company`,
			`somebody else had had the use of the money`: `loan|lend|surety|recourse|guarantee|lease|bill|enrichment|financ`, `requests for improvement had been ignored`: `contract|works|service|sale|construction|software|advert|property management|decoration`,
		},
		minor:    regexp.MustCompile(`expired licence|without a transport licence on board|expired extinguishers|clutter in front|show its prices|annual return|site unwashed|no warning signs`),
		careless: regexp.MustCompile(`safety training|passed the test|for finding hazards|record of hazards|agreement on safety|safety agreement|emergency plan|without a certificate|work at height|brief its workers`), accident: regexp.MustCompile(`blame for a minor accident|had an accident at`),
		scales: map[string]float64{"billion": 1e9, "million": 1e6},
		denials: []denial{
			{said: `a part had been paid, it is borne out`, denied: `the defence comes with too little|[Nn]othing supports the defence|which the defence lacks|[Nn]o proof to the contrary`}, {said: `could not succeed|claim of [^.;]* failed`, denied: `sum awarded below`},
			{said: `a part had been paid, it is borne out`, denied: `earlier payments`, unpleaded: true}, {said: `defence of limitation succeeds|had passed when the action was brought; as|which had passed since`, denied: `out of time|arbitration`, unpleaded: true},
		},
	},
}

// withDays returns an expression in which DAY is how the language writes days.
func (l *language) withDays(e *regexp.Regexp) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(e.String(), "DAY", l.day))
}

// moving are the first days of the lunar years, and the Qingming, Dragon Boat and Mid-Autumn days since
// 2008, on which nothing is decided (Hong Kong Observatory, Gregorian-Lunar Calendar Conversion Table);
// fixed are public holidays of every year.
var moving = strings.Fields(`
	2008-02-07 2008-04-04 2008-06-08 2008-09-14 2009-01-26 2009-04-04 2009-05-28 2009-10-03 2010-02-14 2010-04-05 2010-06-16 2010-09-22
	2011-02-03 2011-04-05 2011-06-06 2011-09-12 2012-01-23 2012-04-04 2012-06-23 2012-09-30 2013-02-10 2013-04-04 2013-06-12 2013-09-19
	2014-01-31 2014-04-05 2014-06-02 2014-09-08 2015-02-19 2015-04-05 2015-06-20 2015-09-27 2016-02-08 2016-04-04 2016-06-09 2016-09-15
	2017-01-28 2017-04-04 2017-05-30 2017-10-04 2018-02-16 2018-04-05 2018-06-18 2018-09-24 2019-02-05 2019-04-05 2019-06-07 2019-09-13
	2020-01-25 2020-04-04 2020-06-25 2020-10-01 2021-02-12 2021-04-04 2021-06-14 2021-09-21 2022-02-01 2022-04-05 2022-06-03 2022-09-10`)

var fixed = []string{"01-01", "05-01", "10-01", "10-02", "10-03"}

// onHoliday reports whether a day is one of them. The third of October is since 1999.
func onHoliday(d time.Time) bool {
	if d.Year() < 1999 && d.Day() == 3 {
		return false
	}
	for _, day := range fixed {
		if d.Format("01-02") == day {
			return true
		}
	}
	return slices.Contains(moving, d.Format(time.DateOnly))
}

// defects are the defects found in a world, by kind.
type defects struct {
	t     *testing.T
	found map[string]int
}

// add counts a defect and shows the first of its kind.
func (d *defects) add(kind, format string, args ...any) {
	if d.found[kind]++; d.found[kind] == 1 {
		d.t.Errorf("%s: %s", kind, fmt.Sprintf(format, args...))
	}
}

// TestWorldHasNoDefect looks for twelve kinds of defect by which a lawyer tells a generated world from a
// real one, in the files of whole worlds: in every row of their tables, and in 1,200 rulings of
// each of them. It knows nothing of how they were made.
func TestWorldHasNoDefect(t *testing.T) {
	seeds := []uint64{1}
	if !testing.Short() {
		seeds = append(seeds, 2)
	}
	for tag, l := range languages {
		t.Run(tag, func(t *testing.T) {
			for _, e := range []**regexp.Regexp{&l.filed, &l.due, &l.agreed} {
				*e = l.withDays(*e)
			}
			for _, seed := range seeds {
				d := &defects{t, map[string]int{}}
				w := recordsOf(t, synth.WorldSpec{Seed: seed, Scale: 1, Language: tag})
				d.days(w)
				d.companies(w, l)
				d.penalties(w, l)
				d.rulings(w, l)
				t.Logf("seed %d: %d rulings with a text, defects: %v", seed, len(w.texts), d.found)
			}
		})
	}
}

// days finds what was done on days when offices are closed (1). Of the real rows 4.7 % of the rulings, 4.4 %
// of the filings, 2.8 % of the penalties, 6 % of the registrations and none of the listings are of a
// weekend.
func (d *defects) days(w *records) {
	for _, c := range []struct {
		table  string
		column int
		most   float64
	}{
		{"LegalDoc", docDay, 6}, {"FinalizedCase", 7, 12}, {"FinalizedCase", 8, 10}, {"RestrictionCase", 6, 15}, {"AdministrativeCase", penaltyDay, 6},
		{"CompanyRegister", companyFounded, 8}, {"CompanyInfo", listedDay, 0}, {"CompanyInfo", listedFounded, 8},
	} {
		weekends, all := 0, 0
		for _, r := range w.tables[c.table] {
			day, ok := dayOf(r[c.column])
			if !ok {
				continue
			}
			if all++; day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
				weekends++
			}
			if onHoliday(day) {
				d.add("1 holidays", "%s: %s", c.table, r)
			}
		}
		if share := 100 * float64(weekends) / float64(max(1, all)); share > c.most || all == 0 {
			d.add("1 weekends", "%.1f %% of %d days of %s, column %d: want at most %v", share, all, c.table, c.column, c.most)
		}
	}
}

// amount reads an amount with a scale, such as 972.50万 or "9.73 million".
func (l *language) amount(text string) (float64, bool) {
	number, by := strings.TrimSpace(text), 1.0
	for word, scale := range l.scales {
		if rest, ok := strings.CutSuffix(number, word); ok {
			number, by = strings.TrimSpace(rest), scale
		}
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	return n * by, err == nil
}

// companies finds investments that are more than the share of the subsidiary's capital, or seldom all of
// it (8), and giveaways (12).
func (d *defects) companies(w *records, l *language) {
	capital := map[string]float64{}
	for _, r := range w.tables["CompanyRegister"] {
		capital[r[companyName]], _ = l.amount(r[companyCapital])
	}
	whole, all := 0, 0
	for _, r := range w.tables["SubCompanyInfo"] {
		share, err := strconv.ParseFloat(r[holdingShare], 64)
		paid, ok := l.amount(r[holdingAmount])
		if err != nil || !ok {
			continue
		}
		subscribed := share / 100 * capital[r[holdingSub]]
		all++
		if paid > subscribed*1.005+10_000 {
			d.add("8 investment", "%s of a capital of %.0f", r, capital[r[holdingSub]])
		}
		if paid > subscribed*0.995-10_000 {
			whole++
		}
	}
	if whole*2 < all || all == 0 {
		d.add("8 investment", "%d of %d holdings are paid up: want half", whole, all)
	}
	for _, r := range w.tables["CompanyInfo"] {
		if n, err := strconv.ParseFloat(r[listedProceeds], 64); err == nil && n < 50_000_000 {
			d.add("12 proceeds", "%s brought %s to the market", r[companyName], r[listedProceeds])
		}
	}
	for name, table := range w.tables {
		for _, r := range table {
			if found := l.giveaways.FindString(strings.Join(r, " ")); found != "" {
				d.add("12 giveaways", "%s has %s", name, found)
			}
		}
	}
}

// mostFines are the largest fines by what authorities are called, in yuan.
var mostFines = map[string]float64{"交通运输": 30_000, "Transport": 30_000, "消防": 50_000, "Fire": 50_000, "公安": 50_000, "Police": 50_000, "卫生": 30_000, "Health": 30_000}

// penalties finds fines out of measure (11).
func (d *defects) penalties(w *records, l *language) {
	for _, r := range w.tables["AdministrativeCase"] {
		fine, err := strconv.ParseFloat(r[penaltyFine], 64)
		if err != nil {
			continue
		}
		if fine > 10_000 && l.minor.MatchString(r[penaltyFacts]) {
			d.add("11 fines", "%s", r)
		}
		if fine > 200_000 && l.careless.MatchString(r[penaltyFacts]) || fine < 100_000 && l.accident.MatchString(r[penaltyFacts]) {
			d.add("11 fines", "%s", r)
		}
		for word, most := range mostFines {
			if fine > most && strings.Contains(r[penaltyAuthority], word) {
				d.add("11 fines", "%s", r)
			}
		}
	}
}
