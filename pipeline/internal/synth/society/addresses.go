package society

// address draws the address of the i-th thing of a kind in a county and puts it
// into the address book. No two things share one, except by design.
func (s *Shard) address(kind string, i, county int) string {
	key := s.Key.Of(kind).At(i)
	for try := 0; ; try++ {
		text := s.World.Tongue.Address(key.At(try).Rand(), s.site(county))
		if !s.known[text] {
			s.known[text] = true
			s.Addresses = append(s.Addresses, Address{text, county})
			return text
		}
	}
}

// fill adds addresses until the address book has its size, which exceeds the number of
// companies, law firms and courts. In the real world every address of another table is in it,
// besides further ones.
func (s *Shard) fill() {
	for i := len(s.Addresses); i < s.Size.AddrInfo; i++ {
		s.address("other addresses", i, s.places.Pick(s.Key.Of("places of other addresses").At(i).Rand()))
	}
}
