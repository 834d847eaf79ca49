package style_test

import (
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// A style holds the other words for what the domain declares.
func ExampleOpen() {
	d, err := domain.Open("legal")
	if err != nil {
		log.Fatal(err)
	}
	s, err := style.Open("legal", d, "zh")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Language, s.Alternatives("CompanyInfo", "法定代表人"))
	// Output:
	// zh [法定代表人 法人代表 法定代表 法定代表人姓名]
}
