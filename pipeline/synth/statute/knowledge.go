package statute

// Knowledge is the text of knowledge passage i, in [0, Passages()).
func (l *Law) Knowledge(i int) string {
	r := l.notions.At(i).Rand()
	return l.Article(r.IntN(l.articles))
}
