package score

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// A sentence may hold the words of a point without saying it: it reports what another side says, supposes
// something, or rejects a thought that it puts forward itself.

// Words that report what another side says, up to the place where a term stands in it, and words that only
// suppose it. Some do so only if the next sentence says that it is not so.
var (
	reported = lazyregexp.New(`(?:原告|被答辩人|对方|起诉状|诉状)(?:方|公司)?(?:在(?:起诉状|诉状)中)?(?:诉|主张|称|诉称|认为|声称|辩称|提出|坚持)[,:]?[^,。;\n的]*$` +
		`|\b(?:plaintiff|claimant|complaint|other side|opponent)(?:,[^,]{1,30},)? (?:says?|claims?|contends?|alleges?|maintains?|argues?|asserts?|submits?|suggests?|states?|insists?)(?: only)? that\b[^,.;\n]*$|\baccording to the (?:plaintiff|claimant|complaint)\b[^.;\n]*$|\b(?:might|could) (?:have been|be) (?:argued|said|suggested|thought|objected) that\b[^.;\n]*$`)
	rejected = lazyregexp.New(`不(?:能)?成立|不(?:符|实|属实|予认可|同意|能|应)|错误|有误|无据|没有|缺乏|并非|\b(?:wrong|incorrect|untrue|unfounded|not so|denied|mistaken|cannot|no|not|without|false|fails?)\b`)
	supposed = lazyregexp.New(`(?:(?:起初|原先|原来|本来|一度)(?:也|还)?(?:想|以为|认为|打算|主张)|曾经?(?:也|还)?(?:想|以为|认为|打算))[^。;\n]*$|(?:^|[,:] ?)(?:有人|也许有人|有意见)(?:会|曾)?(?:说|认为|主张)[^。;\n]*$|\b(?:first|had) (?:thought|believed)\b[^.;\n]*$|\b(?:used to|once|at first|first meant to|might|might be tempted to|could have|would have (?:liked|wanted|wished) to|(?:had )?(?:meant|hoped|wanted|intended|wished) to) (?:think|thought|believe|believed|say|said|plead|object|argue|argued|maintain|contend)\b[^.;\n]*$|(?:^|[,:] ?)(?:如果|假如|假使|倘若|假设|若[^干]|如(?:贵院|法院|确|有|系|经))[^,。;\n]*$|(?:^|[,:] ?)(?:and |but )?(?:if|had|were|supposing|assuming|suppose) [^,;\n]*$|(?:^|[,:] ?)(?:if|had)\b[^.;\n]*\bwould have\b[^.;\n]*$`)

	reportedAtLength = lazyregexp.New(`(?:原告|被答辩人|对方|有人|起诉状)(?:主张|称|诉称|认为|声称|提出)[^。;\n]*$|\b(?:plaintiff|claimant|complaint) (?:says?|claims?|contends?|alleges?|maintains?|argues?|asserts?|submits?|suggests?) that\b[^.;\n]*$`)
	supposedAtLength = lazyregexp.New(`(?:^|[,:] ?)(?:如果|假如|假使|倘若|要是|假设|若[^干])[^。;\n]*$|(?:^|[,:] ?)(?:if|had|were)\b[^.;\n]*$`)
	notSo            = lazyregexp.New(`^[。;.] ?(?:实际上|事实上|其实|(?:但|然而|可是)[^。;\n]{0,16}?(?:未|没有|并非|不是|不存在)|(?:but |in fact,? |in truth,? |however,? )?(?:that|this|it|there|such)\b[^.;\n]{0,12} (?:is|was|were|are|has|did|does)(?: (?:not|none|no)\b|n['’]t))`)
)

// frame is what a sentence says around words of a thought that it rejects.
type frame struct{ before, after *lazyregexp.Regexp }

// denials matches the first words of a frame that patterns look for themselves: "不能说没有".
var denials = lazyregexp.New(`^(?:算不上|称不上|不等于|不意味着|不能说|很难说)`)

// rejections are the frames of thoughts that whoever writes puts forward to reject them: "it would be
// unjust to let the plaintiff bear a part".
var rejections = []frame{
	{lazyregexp.New(`(?:^|[,:;] ?)(?:现在|如今|此时|再|又|硬|要|若|如果)?(?:来|去|还)?(?:说(?:[^明]|$)|主张|声称|断言|辩称|援引|拿)[^。;\n]*$`),
		lazyregexp.New(`站不住|不会相信|不允许|不诚实|说不过去|不符合?(?:客观)?(?:事实|实际)|难以令人|没有人会|没有意义|反复`)},
	{lazyregexp.New(`(?:(?:那种|这种|有种|一种)(?:认为|以为|主张)?|(?:^|[,:] ?)(?:认为|以为))[^。;\n]*$`),
		lazyregexp.New(`(?:看法|说法|观点|意见|想法|印象)[^。;\n]*(?:不符|不成立|不能成立|站不住|错误|不对|没有道理|不能接受|难以接受|误解)`)},
	{lazyregexp.New(`(?:不能|不应|无法|不可|不足以|难以)(?:因此|由此|据此|就此)?(?:得出|推出|推断|推论)[^。;\n]*$`), anything},
	{lazyregexp.New(`(?:算不上|称不上|说不上|不等于|不意味着|不能算|不算是|不能叫|看不出|很难说|不好说|不能说|不敢说)[^,。;\n]*$`), anything},
	{lazyregexp.New(`(?:^|[,:] ?)(?:以(?:[^上下及便免]|$)|用|拿|凭)[^。;\n]*$`), lazyregexp.New(`^[^。;\n]*(?:无从谈起|说不过去|站不住)`)},
	{lazyregexp.New(`(?:^|[,:] ?)(?:与|同|和|不像|不同于)[^,。;\n]*$`), lazyregexp.New(`^[^,。;\n]*不同(?:,|$)`)},
	{lazyregexp.New(`\b(?:would be|is|seems) (?:quite |only |simply |plainly )?(?:wrong|idle|untrue|unjust|unfair|absurd|dishonest|pointless|no use|no good|false|vain|futile|too much) to\b[^.;\n]*$`), anything},
	{lazyregexp.New(`\b(?:it is|it would be) (?:of )?no use\b[^.;\n]*$|\b(?:nobody|no one|no honest [a-z]+|no reader)\b[^.;\n]{0,30}\b(?:could|would|can|will) (?:believe|maintain|say|claim|pretend|deny)\b[^.;\n]*$`), anything},
	{lazyregexp.New(`\b(?:leaves?|left|is|there is) no (?:room|place|reason|ground|cause|need|occasion) (?:for|to|of)\b[^.;\n]*$|\bsees? no (?:need|reason|ground|cause)\b[^.;\n]*$`), lazyregexp.New(`^[^.;\n]*\b(?:suggest\w*|say|said|think|thought|expert|complain\w*|doubt\w*|quarrel|object\w*)\b`)},
	{lazyregexp.New(`\b(?:one|we|nobody|the respondent|respondent|defendant|it)\b[^.,;\n]{0,12}\b(?:cannot|could not|can hardly|could hardly|do not|does not) (?:now |here |honestly |seriously |with (?:a )?(?:good|clear) conscience )*(?:call|pretend|suggest|maintain|speak of|say|claim)\b[^.;\n]*$`), anything},
	{lazyregexp.New(`(?:^ ?|[,:] ?)to (?:call|say|speak|read|pretend|suggest|see)\b[^.;\n]*$`), lazyregexp.New(`\bwould be\b`)},
	{lazyregexp.New(`\bunlike\b[^,.;\n]*$`), anything},
}

// anything matches every text.
var anything = lazyregexp.New(``)

// isRejected reports whether a place of the answer is in a thought that the sentence rejects. Denials that
// are looked for are no such frame, and what the sentence says of another side's thought rejects none of its own.
func (g *grading) isRejected(at int, words []int) bool {
	from, to := g.answer.sentence(at)
	before, after := g.answer.folded[from:at], g.answer.folded[at:max(at, to)]
	return !another.MatchString(before) && slices.ContainsFunc(rejections, func(f frame) bool {
		b, a := f.before.FindStringIndex(before), f.after.FindStringIndex(after)
		return b != nil && a != nil && !(slices.Contains(words, from+b[0]) && denials.MatchString(before[b[0]:])) && !otherSide.MatchString(clauseEnd(after[:a[1]]))
	})
}

// otherSide matches another side where its thoughts are spoken of.
var otherSide = lazyregexp.New(`原告|被答辩人|对方|\b(?:plaintiff|claimant)\b`)

// another matches another side as the one that says something.
var another = lazyregexp.New(`(?:原告|被答辩人|对方)[^,。;\n]{0,8}(?:说|称|主张|认为|以|用|拿)|\b(?:plaintiff|claimant)(?: (?:cannot|could|does|do|may))?(?: not| hardly)?(?: (?:call|pretend|suggest|maintain|speak|say|claim|assert|contend))|\b(?:plaintiff|claimant)\b[^.;\n]*\bit (?:cannot|could not|can hardly|could hardly|does not)\b`)

// isTold reports whether a place of the answer only reports or supposes what it says.
func (g *grading) isTold(at int) bool {
	from, to := g.answer.sentence(at)
	before, after := g.answer.folded[from:at], g.answer.folded[at:max(at, to)]
	return reported.MatchString(before) && !rejected.MatchString(after) || supposed.MatchString(before) ||
		(reportedAtLength.MatchString(before) || supposedAtLength.MatchString(before)) && notSo.MatchString(g.answer.folded[max(at, to):])
}
