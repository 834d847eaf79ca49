package infer_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// powerStations has files and columns with Chinese names, and units behind names without brackets.
func powerStations() []sheet {
	provinces := sheet{"省份", [][]string{{"省份代码", "省份名称"}}}
	stations := sheet{"电站", [][]string{{"电站编号", "电站名称", "总投资万元", "装机容量兆瓦", "所属单元", "省份代码"}}}
	units := sheet{"机组", [][]string{{"电站编号", "机组号", "额定功率千瓦", "检修费用元"}}}
	for i := range 8 {
		provinces.rows = append(provinces.rows, []string{fmt.Sprint(31 + i), fmt.Sprintf("江%c", '一'+i)})
	}
	for i := range 30 {
		stations.rows = append(stations.rows, []string{fmt.Sprintf("P%04d", i), fmt.Sprintf("东%c%c电站", '一'+i, '丁'+i), fmt.Sprint(8000 + 37*i), fmt.Sprint(20 + i%9*10), fmt.Sprint(i%4 + 1), fmt.Sprint(31 + i*5%8)})
		for j := range 3 {
			units.rows = append(units.rows, []string{fmt.Sprintf("P%04d", i), fmt.Sprint(j + 1), fmt.Sprint(1500 + (i*7+j)%11*100), fmt.Sprintf("%d.50", 900+i*31+j)})
		}
	}
	return []sheet{provinces, stations, units}
}

// Files may have Chinese names. The label of a column of numbers leaves out the unit at its end.
func TestChineseNames(t *testing.T) {
	_, d, text := draft(t, powerStations())
	for _, want := range []struct {
		table, column, label, unit string
		kind                       domain.ColumnKind
	}{
		{"电站", "总投资万元", "总投资", "万元", domain.KindMoney},
		{"电站", "装机容量兆瓦", "装机容量", "兆瓦", domain.KindNumber},
		{"机组", "额定功率千瓦", "额定功率", "千瓦", domain.KindNumber},
		{"机组", "检修费用元", "检修费用", "元", domain.KindMoney},
		{"机组", "机组号", "机组号", "", domain.KindText},
	} {
		c := d.Table(want.table).Column(want.column)
		if c == nil || c.Label.In("zh") != want.label || c.Unit != want.unit || c.Kind != want.kind {
			t.Errorf("%s.%s is %+v, want %q, %s in %q\n%s", want.table, want.column, c, want.label, want.kind, want.unit, text)
		}
	}
	if c := d.Table("电站").Column("所属单元"); c.Unit == "元" {
		t.Errorf("所属单元 is an amount of 元")
	}
	for _, tool := range d.Tools {
		if want := "{}的" + tool.Table; tool.Kind == domain.Lookup && tool.Returns == domain.Many && tool.Phrase.In("zh") != want {
			t.Errorf("the lookup of %s says %q, want %q", tool.Table, tool.Phrase.In("zh"), want)
		}
	}
}

// A code with a point is no number: it is a key, and columns refer to it.
func TestDottedCodes(t *testing.T) {
	objects, loans := sheet{"object", [][]string{{"inventory_no", "title", "height_cm"}}}, sheet{"loan", [][]string{{"loan_id", "inventory_no", "weight", "box_no"}}}
	for i := range 40 {
		objects.rows = append(objects.rows, []string{fmt.Sprintf("%d.%03d", 1950+i%30, 7*i+1), fmt.Sprintf("Vase %c%c", 'A'+i%26, 'a'+i/2), fmt.Sprintf("%d.5", 20+i)})
	}
	for i := range 90 {
		loans.rows = append(loans.rows, []string{fmt.Sprint(i + 1), objects.rows[1+i*7%40][0], fmt.Sprintf("%d.125", i), fmt.Sprintf("%d.%02d", i%9, i%7+1)})
	}
	drafted, d, _ := draft(t, []sheet{objects, loans})
	if got, want := references(drafted, infer.Taken), []string{"loan.inventory_no > object.inventory_no"}; !slices.Equal(got, want) {
		t.Errorf("references %q, want %q", got, want)
	}
	for column, want := range map[string]bool{"inventory_no": false, "box_no": false, "weight": true} {
		if c := d.Table("loan").Column(column); c.Kind.Numeric() != want {
			t.Errorf("loan.%s is %s: numeric %v, want %v", column, c.Kind, c.Kind.Numeric(), want)
		}
	}
}
